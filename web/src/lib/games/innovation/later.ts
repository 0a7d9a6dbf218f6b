/** What is not needed in the first turns: loaded right after the table. */
export { default as Achievements } from './Achievements.svelte';
export { default as CardsDialog } from './CardsDialog.svelte';
export { default as FormPicker } from './FormPicker.svelte';
export { default as Reveals } from './Reveals.svelte';

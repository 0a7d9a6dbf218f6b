/** What is not needed in the first turns: loaded soon after the table, or when the first of it is needed. */
export { default as Achievements } from './Achievements.svelte';
export { default as CardsDialog } from './CardsDialog.svelte';
export { default as FormPicker } from './FormPicker.svelte';
export { default as Reveals } from './Reveals.svelte';

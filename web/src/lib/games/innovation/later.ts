/** Dialogs that are not needed in the first turns: loaded when the first of them is opened. */
export { default as Achievements } from './Achievements.svelte';
export { default as CardsDialog } from './CardsDialog.svelte';

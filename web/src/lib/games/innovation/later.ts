/** Dialogs that the first turns do without: loaded when the first of them is opened. */
export { default as Achievements } from './Achievements.svelte';
export { default as CardsDialog } from './CardsDialog.svelte';

/** The dialogs of a table, loaded together when the first of them is opened. */
export { default as Keys } from './Keys.svelte';
export { default as ReactPicker } from './ReactPicker.svelte';
export { default as TableMenu } from './TableMenu.svelte';

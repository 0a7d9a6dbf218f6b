/** Components that are not needed in the first turns: loaded in the background. */
export { default as Effects } from './Effects.svelte';
export { default as Final } from './Final.svelte';
export { default as Grab } from './Grab.svelte';
export { default as GrabResults } from './GrabResults.svelte';
export { default as Menu } from './Menu.svelte';
export { default as OpenPick } from './OpenPick.svelte';
export { default as RowViewer } from './RowViewer.svelte';
export { default as Tantrum } from './Tantrum.svelte';

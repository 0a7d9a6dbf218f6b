/** Importing this makes the cards of Data War known to `Card`, at once. */
import { setDataWar } from './registry.svelte';
import { DATA_WAR_CARDS } from '../../gen/data-war-cards';

setDataWar(DATA_WAR_CARDS);

export { DATA_WAR_CARDS };

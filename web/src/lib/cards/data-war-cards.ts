/** Importing this registers the cards of Data War with `Card`. */
import { setDataWar } from './registry.svelte';
import { DATA_WAR_CARDS } from '../../gen/data-war-cards';

setDataWar(DATA_WAR_CARDS);

export { DATA_WAR_CARDS };

/** Importing this registers the cards of Innovation with `Card`. */
import { setInnovation } from './registry.svelte';
import { INNOVATION_CARDS } from '../../gen/innovation-cards';

setInnovation(INNOVATION_CARDS);

export { INNOVATION_CARDS };

/** Importing this makes the cards of Innovation known to `Card`, at once. */
import { setInnovation } from './registry.svelte';
import { INNOVATION_CARDS } from '../../gen/innovation-cards';

setInnovation(INNOVATION_CARDS);

export { INNOVATION_CARDS };

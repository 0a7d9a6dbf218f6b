/** What the card tables of the two games with cards of their own hold. */
export type { Colour, Icon } from '../../gen/innovation';
export type { InnovationCard } from '../../gen/innovation-cards';
export type { DataWarCard, Family } from '../../gen/data-war-cards';

/** The types of the card tables of the two games that have their own cards. */
export type { Colour, Icon } from '../../gen/innovation';
export type { InnovationCard } from '../../gen/innovation-cards';
export type { DataWarCard, Family } from '../../gen/data-war-cards';

/** The cards: one component for all games, small cards for lines of text, and parsing of card codes. */
export { default as Card } from './Card.svelte';
export { default as MiniCard } from './MiniCard.svelte';
export { default as SuitMark } from './SuitMark.svelte';
export { default as IconMark } from './IconMark.svelte';
export { parseCard, rankName, spokenCard, type CardCode, type Rank } from './codes';
export { REACTIONS, reactionName } from './reactions';
export type { Colour, DataWarCard, Family, Icon, InnovationCard } from './types';
export type { Suit } from './suits';

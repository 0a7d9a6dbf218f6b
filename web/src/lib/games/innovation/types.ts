/** What the server tells of a match of Innovation (`games/innovation/src/view.rs`). */
import type { Colour, Icon } from '$lib/cards';

export type Splay = 'left' | 'right' | 'up';
/** A card as far as it is seen: its age always, its title for those who may know. */
export interface Seen {
  age: number;
  card?: string;
}
export interface PileSeen {
  colour: Colour;
  /** Bottom to top. */
  cards: string[];
  splay: Splay | null;
}
export interface PlayerSeen {
  seat: number;
  hand: Seen[];
  score: Seen[];
  points: number;
  board: PileSeen[];
  icons: { icon: Icon; count: number }[];
  achievements: number[];
  specials: string[];
  scored: number;
  tucked: number;
  chosen: Seen | null;
}
export interface DogmaPreview {
  card: string;
  icon: Icon;
  counts: number[];
  sharers: number[];
  victims: number[];
}
export interface DogmaSeen extends DogmaPreview {
  activator: number;
  effect: number;
  kind: string;
  executor: number | null;
}
export interface ChoiceSeen {
  id: number;
  player: number;
  kind: string;
  source: { card: string; effect: number; executor: number; depth: number } | null;
}
export interface View {
  phase: string;
  turn: number;
  turns: number;
  actions: number;
  achievements_to_win: number;
  players: PlayerSeen[];
  decks: number[];
  achievements: (number | null)[];
  specials: (number | null)[];
  removed: Seen[];
  dogma: DogmaSeen | null;
  choices: ChoiceSeen[];
  winners: number[];
  condition: string | null;
  previews: DogmaPreview[];
}
/** Actions are the server's own; a board only sends them back. */
export type Action = unknown;

/** The part of an event that the board reads: what happened, and which effect did it. */
export interface GameEvent {
  seq: number;
  cause: 'action' | { effect: { card: string; effect: number; executor: number; depth: number } } | { rule: number };
  what: Record<string, Record<string, unknown>>;
}

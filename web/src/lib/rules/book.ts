/** The format of a game's rules for players: short sections, with cards where a picture helps. */
export type Part =
  | string
  | { list: readonly string[] }
  | { cards: readonly string[]; says: string }
  | { head: readonly string[]; rows: readonly (readonly string[])[] };

export interface Section {
  title: string;
  parts: readonly Part[];
}

export interface Book {
  id: string;
  name: string;
  /** The idea in one sentence. */
  idea: string;
  players: string;
  time: string;
  sections: readonly Section[];
}

/** What the server tells of a match of May I? (`games/may-i/src/view.rs`). */
export type MeldKind = 'set' | 'run';
export interface Proposal {
  type: MeldKind;
  cards: string[];
}
export interface LaidMeld extends Proposal {
  id: string;
  owner: number;
}
export interface PlayerSeen {
  seat: number;
  cards: number;
  hand: string[] | null;
  is_down: boolean;
  total: number;
  place: number;
}
export interface WindowSeen {
  claimants: number[];
  declined: number[];
  eligible: number[];
  passed: boolean;
  next_to_decide: number | null;
  hold_deadline: number | null;
}
export interface RoundRecord {
  round: number;
  scores: number[];
  winner: number | null;
  ended_by: 'wentOut' | 'exhausted' | 'turnCap';
}
export interface View {
  phase: string;
  round: number;
  contract: { sets: number; runs: number };
  dealer: number;
  current: number;
  turn: number;
  turns: number;
  players: PlayerSeen[];
  stock: number;
  discard: number;
  top: string | null;
  discarder: number | null;
  table: LaidMeld[];
  drew: string | null;
  laid_down: boolean;
  window: WindowSeen | null;
  exposed: boolean;
  history: RoundRecord[];
  winners: number[];
  can_lay_down: Proposal[] | null;
}
export type Action =
  | string
  | { lay_down: { melds: Proposal[] } }
  | { lay_off: { card: string; meld: string; end?: 'start' | 'end' } }
  | { swap_joker: { meld: string; joker: string; card: string } }
  | { discard: { card: string } }
  | { reorder_hand: { cards: string[] } };

/** The event that ends a round; all hands are shown in it. */
export interface RoundEnded {
  record: RoundRecord;
  hands: string[][];
  table: LaidMeld[];
}

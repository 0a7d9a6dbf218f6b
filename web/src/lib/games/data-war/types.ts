/** What the server sends of a match of Data War: `games/data-war/src/view.rs`, `action.rs` and `events.rs`. */
export type CharacterId = 'brock' | 'lotte' | 'misty' | 'alden' | 'rafe' | 'ida';
export type BackgroundId =
  'vault' | 'studio' | 'asteroid' | 'gallery' | 'campaign' | 'manor' | 'nebula' | 'night-sky' | 'felt';

export interface Tally {
  base: number;
  penalty: number;
}

export interface SideView {
  kind: 'person' | 'bot' | 'house';
  character: CharacterId | null;
  deck: number;
  stacks: string[];
  tally: Tally;
  value: number;
  opens: number;
  offered: number | null;
  offer: string[] | null;
  answered: boolean;
  picked: number | null;
  sequence_from: number;
}

export interface PileView {
  owner: number;
  /** None for a back. */
  card: string | null;
  /** The effect that waits for the settlement. */
  pending: string | null;
  gone: boolean;
}

export interface Ending {
  winner: number | null;
  condition: 'launch_stacks' | 'all_cards' | 'turn_cap' | 'draw' | 'concede';
  detail: string | null;
  turns_completed: number;
  decks: [number, number];
  stacks: [number, number];
}

export type War = 'tie' | { takeover: { attacked: number } };

export interface View {
  seat: number | null;
  phase: string;
  tooltip: string;
  current_turn: number;
  turns_completed: number;
  sides: [SideView, SideView];
  pile: PileView[];
  owed: number[];
  smackers: number[];
  tracker_smacker_active: number | null;
  tapped: number[];
  waved: number[];
  takeover: number | null;
  war: War | null;
  depth: number;
  winner: number | null;
  settled: number;
  tantrum: number | null;
  falls: { fall: number; gap: number }[];
  taken: { seat: number; slot: number }[];
  playing_since: number;
  deadline: number | null;
  background: BackgroundId | null;
  ending: Ending | null;
}

export type Action =
  | 'tap'
  | 'dismiss'
  | 'concede'
  | { pick_open: { slot: number } }
  | { pick_tantrum: { slots: number[] } }
  | { grab: { slot: number } }
  | { select_billionaire: { billionaire: CharacterId } }
  | { select_background: { background: BackgroundId } }
  | { event: string };

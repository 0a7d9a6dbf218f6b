/** What the server sends of Min or Max. To be replaced by `src/gen` once `cargo xtask types` has written it. */
export type Mode = 'min' | 'max';
export type Place =
  | 'dealingCards'
  | 'generatingThresholds'
  | 'spinningInitialWheel'
  | 'playingFirstCard'
  | 'awaitingAction'
  | 'spinningWheel'
  | 'choosingCardEffect'
  | 'postCardPlay'
  | 'finished';

export interface DeclaredEffect {
  ace_value?: number;
  find_rank?: string | number;
  slay?: { seat: number; card: string };
  bodyguard?: string;
}
export interface PlayerSeen {
  seat: number;
  cards: number;
  hand: string[] | null;
}
export interface Played {
  card: string;
  played_value: number;
  played_by: number | null;
  forfeit: boolean;
}
export interface Spin {
  from: number;
  degrees: number;
  force_milli: number;
}
export interface ScorePreview {
  score: number;
  result: 'goes_on' | 'wins' | 'loses';
  declared?: DeclaredEffect;
}
export interface CardPreview {
  card: string;
  scores: ScorePreview[];
}
export interface TurnSeen {
  seq: number;
  has_spun: boolean;
  card_played: boolean;
  timed_out: boolean;
  forfeited: boolean;
  deadline: number | null;
}
export interface ResultSeen {
  winner: number | null;
  losers: number[];
  survivors: number[];
  reason: string;
  timed_out: boolean;
}
export interface View {
  place: Place;
  players: PlayerSeen[];
  draw: number;
  discard: Played[];
  slain: string[];
  score: number;
  min_threshold: number | null;
  max_threshold: number | null;
  angle: number;
  mode: Mode;
  pending_spin: Spin | null;
  current: number;
  turn: TurnSeen | null;
  chosen_card: string | null;
  chosen_effect: DeclaredEffect | null;
  began: number;
  result: ResultSeen | null;
  previews: CardPreview[];
}

export type Action =
  | { spin_wheel: { force_milli?: number; force?: number } }
  | { choose_card: { card: string } }
  | { choose_card_effect: DeclaredEffect }
  | 'skip_spin'
  | 'end_turn'
  | 'surrender';

/** `wheel_spin_started` of the log. */
export interface SpinStarted {
  wheel_spin_started: { seat: number | null; force_milli: number; from: number; degrees: number; spin_ms: number };
}

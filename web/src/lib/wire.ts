/**
 * The messages of docs/protocol.md that boards and screens use. To be replaced by re-exports from `src/gen`
 * once `cargo xtask types` has written them; names stay.
 */
export type Tone =
  | 'plain'
  | 'quiet'
  | 'strong'
  | 'mine'
  | 'red_suit'
  | 'black_suit'
  | 'blue'
  | 'green'
  | 'purple'
  | 'red'
  | 'yellow'
  | 'good'
  | 'bad';
export interface PileId {
  name: string;
  owner?: number;
}
export type Piece =
  { card: string } | { pile: PileId } | { slot: { pile: PileId; at: number } } | { seat: number } | { part: string };
export type Span =
  | string
  | ({ text?: string; tone?: Tone } & Partial<{
      card: string;
      pile: PileId;
      slot: { pile: PileId; at: number };
      seat: number;
      part: string;
    }>);
export type TextLine = Span[];
export interface Choice<A = unknown> {
  label: TextLine;
  detail?: TextLine;
  pieces?: Piece[];
  action: A;
}
export interface FormPiece {
  piece: Piece;
  label: TextLine;
}
export interface Group {
  label: string;
  pieces: number[];
  min: number;
  max: number;
  ordered: boolean;
}
export interface Suggestion {
  label: TextLine;
  groups: number[][];
}
export interface Form {
  label: string;
  kind: 'select' | 'order' | 'arrange';
  pieces: FormPiece[];
  groups: Group[];
  suggestions?: Suggestion[];
}
export interface Filled {
  form: number;
  groups: number[][];
}
export interface Prompt<A = unknown> {
  id: number;
  message: string;
  sentence: TextLine;
  choices: Choice<A>[];
  may_decline: boolean;
  deadline: number | null;
  forms?: Form[];
}
export interface Player {
  id: number;
  name: string;
  seat: number;
  bot: boolean;
  level?: string;
  ready: boolean;
  vote: boolean | null;
  wins: number;
  losses: number;
  status: 'connected' | 'reconnecting' | 'disconnected';
  away_until: number | null;
  against?: number;
}
export interface Waiting {
  seat: number;
  until: number | null;
}
export interface CardMove {
  count: number;
  cards?: string[];
  from: PileId;
  to: PileId;
}
export interface Entry {
  number: number;
  at: number;
  event: { room: unknown } | { game: unknown };
  text?: TextLine;
  moves?: CardMove[];
}
export interface Refusal {
  code: string;
  sentence: string;
  details?: unknown;
}
export type Attempt<A = unknown> = { action: A } | { form: Filled };

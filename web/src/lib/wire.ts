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

export type Phase = 'lobby' | 'playing' | 'results' | 'voting' | 'countdown' | 'closed';
export interface Outcome {
  reason: string;
  winners: number[];
  losers?: number[];
  scores: number[];
}
/** What the room is doing; the part `table` of a push. */
export interface TableState {
  phase: Phase;
  deadline: number | null;
  game_no: number;
  host: number | null;
  locked: boolean;
  result: Outcome | null;
  seat: number | null;
  began: number | null;
  paused: boolean;
}
export type Takes =
  | 'nothing'
  | 'name'
  | 'options'
  | { player: number[] }
  | { level: string[] }
  | { reaction: string[] }
  | { locked: boolean };
export interface OpenCommand {
  name: string;
  takes: Takes;
}
/** The settings of a room that the client reads; the server sends more. */
export interface RoomSettings {
  undo: boolean;
  hints: boolean;
  bot_levels: string[];
  reactions: string[];
  grace_ms: number;
  [more: string]: unknown;
}
export interface Reacted {
  seat: number;
  type: string;
  value: string;
}
export interface OpenedDeal {
  match: number;
  commitment: string;
  secret: string;
  room: string;
  contributions: { seat: number; chance: string }[];
}
export interface Deal {
  match: number;
  commitment: string;
  /** The promise of the match that runs. */
  playing?: { match: number; commitment: string } | null;
  opened?: OpenedDeal | null;
}
export interface BoardSection {
  title?: Span;
  lines: TextLine[];
}
export interface TextBoard {
  sections: BoardSection[];
}

export interface Welcome {
  life: string;
  you: number | null;
  code: string;
  game: string;
  now: number;
  n: number;
}
/** A part that is left out has not changed; null means that there is none. */
export interface Push {
  v: number;
  now: number;
  entries?: Entry[];
  table?: TableState;
  players?: Player[];
  settings?: RoomSettings;
  options?: Record<string, unknown>;
  view?: unknown;
  prompt?: Prompt | null;
  offers?: Choice[] | null;
  commands?: OpenCommand[];
  waiting?: Waiting[] | null;
  watchers?: number;
  states?: string[] | null;
  deal?: Deal | null;
  replay?: string | null;
  reactions?: Reacted[];
  undone?: boolean;
  board?: TextBoard | null;
}
export type Answer = { n: number; ok: unknown } | { n: number; error: Refusal };
export interface Bye {
  code: string;
  sentence: string;
  retry_ms?: number | null;
}
export type FromServer = { welcome: Welcome } | { push: Push } | { answer: Answer } | { bye: Bye };

/** A command is a name, or a name with what it takes. */
export type Command = string | Record<string, unknown>;

export interface OptionValue {
  value: unknown;
  label: string;
}
export interface NumberRange {
  min: number;
  max?: number;
  unit?: string;
  field?: string;
  off?: OptionValue;
}
export type OptionKind =
  'switch' | 'words' | 'data' | { range: NumberRange } | { interval: NumberRange } | { one_of: OptionValue[] };
export interface OptionDescription {
  key: string;
  label: string;
  about: string;
  kind: OptionKind;
  audience: 'players' | 'tests';
}
export interface Preset {
  name: string;
  about: string;
  options: Record<string, unknown>;
}
export interface Game {
  id: string;
  name: string;
  version: number;
  seats: [number, number];
  house?: boolean;
  table_preset: string | null;
  presets: Preset[];
  options: OptionDescription[];
  primer: string[];
}
/** A room as a list shows it. */
export interface TableRow {
  code: string;
  game: string;
  phase: Phase;
  people: number;
  seats: number;
  host: string | null;
  listed: boolean;
  /** Whether somebody can sit down now. */
  joinable: boolean;
  watch: 'nobody' | 'link' | 'anyone';
  mine: boolean;
}
export interface NewRoom {
  game: string;
  preset?: string | null;
  set?: Record<string, unknown>;
  name?: string | null;
  listed?: boolean;
  watch?: 'nobody' | 'link' | 'anyone';
  settings?: Record<string, unknown>;
  bots?: string[];
  start?: boolean;
  chance?: string;
}
/** A level of bots, strongest last. */
export interface Level {
  name: string;
  about: string;
}

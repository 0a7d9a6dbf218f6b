/**
 * The messages of docs/protocol.md, as generated into `src/gen` by `cargo xtask types`, and the client's own additions:
 * types for parts that the server sends as opaque data.
 */
import type * as gen from '../gen';

export type {
  Attempt,
  BoardSection,
  Bye,
  CardMove,
  Choice,
  Entry,
  Filled,
  Form,
  FormPiece,
  Game,
  Group,
  LevelCard as Level,
  MachineStates,
  NewRoom,
  NumberRange,
  OpenCommand,
  OptionDescription,
  OptionKind,
  OptionValue,
  Outcome,
  Phase,
  Piece,
  PileId,
  Player,
  Preset,
  Prompt,
  Reacted,
  ReplayPage,
  RoomSettings,
  Seated,
  Span,
  Suggestion,
  TableRow,
  TableState,
  Takes,
  TextBoard,
  TextLine,
  Tone,
  Waiting,
  Watch,
  Welcome,
} from '../gen';

/** A command to the room; its actions are those of the game. */
export type Command = gen.Command;

/** A refusal. One by the client itself has no details. */
export type Refusal = Omit<gen.Refusal, 'details'> & { details?: unknown };

/** An answer has exactly one of the two. */
export type Answer = { n: number; ok: unknown } | { n: number; error: Refusal };

/** The parts of a match's seed, revealed after the match. */
export interface OpenedDeal {
  match: number;
  commitment: string;
  secret: string;
  room: string;
  contributions: { seat: number; chance: string }[];
}
/** The commitment for the next deal, and the opened one of the last deal. */
export interface Deal {
  match: number;
  commitment: string;
  /** The commitment for the running match. */
  playing?: { match: number; commitment: string } | null;
  opened?: OpenedDeal | null;
}

/** Where the match that has just ended can be replayed. */
export type ReplayLink = string | { link: string };

export type Push = Omit<gen.Push, 'deal' | 'options' | 'replay'> & {
  deal?: Deal | null;
  options?: Record<string, unknown>;
  replay?: ReplayLink | null;
};
export type FromServer = { welcome: gen.Welcome } | { push: Push } | { answer: Answer } | { bye: gen.Bye };

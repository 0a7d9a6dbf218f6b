/**
 * The messages of docs/protocol.md, as `cargo xtask types` writes them into `src/gen`, and what the client itself adds:
 * names for parts that the server sends as data of its own.
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

/** What a person may say to the room; actions are those of the game. */
export type Command = gen.Command;

/** Why not. What the client itself refuses has no details. */
export type Refusal = Omit<gen.Refusal, 'details'> & { details?: unknown };

/** An answer has one of the two. */
export type Answer = { n: number; ok: unknown } | { n: number; error: Refusal };

/** What the seed of a match was made of, told after the match. */
export interface OpenedDeal {
  match: number;
  commitment: string;
  secret: string;
  room: string;
  contributions: { seat: number; chance: string }[];
}
/** How the next deal is made fair, and how the last one was. */
export interface Deal {
  match: number;
  commitment: string;
  /** The promise of the match that runs. */
  playing?: { match: number; commitment: string } | null;
  opened?: OpenedDeal | null;
}

/** Where the match that has just ended can be seen again. */
export type ReplayLink = string | { link: string };

export type Push = Omit<gen.Push, 'deal' | 'options' | 'replay'> & {
  deal?: Deal | null;
  options?: Record<string, unknown>;
  replay?: ReplayLink | null;
};
export type FromServer = { welcome: gen.Welcome } | { push: Push } | { answer: Answer } | { bye: gen.Bye };

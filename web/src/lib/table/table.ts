/**
 * The interface of a board to its match. A running match (`RoomSession`) and a replay (`ReplayTable`) both implement
 * it, so a board does not know which one it draws. Everything here was sent by the server; nothing is derived.
 */
import type {
  Attempt,
  Choice,
  Command,
  Entry,
  Filled,
  Form,
  OpenCommand,
  Player,
  Prompt,
  Refusal,
  Waiting,
} from '$lib/wire';

export interface Table<View = unknown, Action = unknown> {
  /** The id of the game, such as `may-i`. */
  readonly game: string;
  /** The match as the viewer sees it. Null before the first match. */
  readonly view: View | null;
  /** Identifies the match among all of this browser's, for what is stored about it. A replay has none. */
  readonly match?: string | undefined;
  /** The viewer's own seat; null for spectators. */
  readonly seat: number | null;
  /** Everybody at the table, by seat. */
  readonly players: readonly Player[];
  /** The options of the match. */
  readonly options: Record<string, unknown>;
  /** What the viewer is asked. */
  readonly prompt: Prompt<Action> | null;
  /** What the viewer may do without being asked. */
  readonly offers: readonly Choice<Action>[];
  /** How often actions were undone: when it grows, the view is drawn without animation. A replay undoes nothing. */
  readonly undone?: number;
  /** Whom the table waits for, and until when (server time). */
  readonly waiting: readonly Waiting[];
  /** Log entries known so far, oldest first. */
  readonly entries: readonly Entry[];
  /** Server time at which the match's own time is 0. */
  readonly began: number | null;
  /** Whether the match is paused. */
  readonly paused: boolean;
  /** The server's time in ms; it advances between pushes. Not reactive: read it in a frame or a timer. */
  now(): number;
  /** Whether an answer is on its way. */
  readonly busy: boolean;
  /** Why the last answer was refused, until the next one. */
  readonly refusal: Refusal | null;
  /** Whether nothing can be answered here: in a replay, or as a spectator. */
  readonly readonly: boolean;
  /**
   * Picks a choice of the prompt or an offer. A choice answers the current prompt and no other; with null it is valid
   * whatever is asked, as an offer is.
   */
  choose(choice: Choice<Action>, prompt?: null): Promise<boolean>;
  /** Fills in a form of the prompt. */
  fill(filled: Filled): Promise<boolean>;
  /** What an answer would do, or why it is refused. Changes nothing. */
  dryRun(attempt: Attempt<Action>): Promise<Choice<Action> | Refusal>;
  /** The commands to the room that are open to the viewer. A replay has none. */
  readonly commands?: readonly OpenCommand[];
  /** Sends a command to the room, such as `pause`. Resolves to whether it was accepted. */
  say?(command: Command): Promise<boolean>;
  /** Opens a card large. */
  showCard(code: string): void;
}

export type { Choice, Entry, Filled, Form, Player, Prompt, Waiting, Attempt, Refusal };

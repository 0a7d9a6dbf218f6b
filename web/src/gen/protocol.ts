// Written by `cargo xtask types`. Changes are lost.
// What server and clients say to each other.

import type {
  Attempt,
  Choice,
  Command,
  Entry,
  Frame,
  Millis,
  OpenCommand,
  OpenedDeal,
  OptionDescription,
  Outcome,
  Phase,
  Player,
  PlayerId,
  Prompt,
  RoomSettings,
  Seat,
  Seed,
  TableState,
  TextBoard,
  Waiting,
} from './kit';

/** What came of something that a client said or asked. */
export interface Answer {
  /** The number that the client gave. */
  n: number;
  /** What came of it: null for a command, something for a question. */
  ok?: unknown;
  /** Why not. */
  error?: Refusal;
}

/** Something that a client wants to know. */
export type Ask<A = unknown> =
  /** What an answer would do, or why it would not. */
  | {
      /** Counted by the client, together with what it says. */
      n: number;
      dry_run: Attempt<A>;
    }
  /** What a bot would do. */
  | {
      /** Counted by the client, together with what it says. */
      n: number;
      hint: Record<string, unknown>;
    };

/** The end of a connection. */
export interface Bye {
  /** Why. */
  code: ByeCode;
  /** Why, for people. */
  sentence: string;
  /** When it makes sense to come back. */
  retry_ms: Millis | null;
  /** Where to come back, for whoever follows: the address of the server that has the room. */
  at?: string;
}

/** Why the server ends a connection. Part of the wire format: codes are added, never renamed. */
export type ByeCode =
  /** The first message was no greeting, or came too late. */
  | 'bad_hello'
  /** Nobody has this token. */
  | 'wrong_token'
  /** There is no such room. */
  | 'room_missing'
  /** The guest has no seat here, and the room wants nobody to watch. */
  | 'no_watchers'
  /** The room is gone. */
  | 'room_closed'
  /** The host has sent the guest away, for good. */
  | 'kicked'
  /** What was sent is no message. */
  | 'malformed'
  /** What was sent is too long. */
  | 'too_large'
  /** Too much was sent in a short time. */
  | 'too_fast'
  /** The client did not read for too long. */
  | 'too_slow'
  /** The client did not answer a ping. */
  | 'silent'
  /** The address or the guest may not come in. */
  | 'banned'
  /** The server is about to stop. */
  | 'restarting'
  /** There are too many connections. */
  | 'overloaded'
  /** The room is kept by another server now. */
  | 'moved'
  /** The room cannot be read at the moment. */
  | 'not_read';

/** What the maker of a room may choose of how it treats people. */
export interface ChosenSettings {
  /** Whether the last action may be taken back. */
  undo?: boolean | null;
  /** Whether persons may ask for a hint. */
  hints?: boolean | null;
  /** Any person can start the next match at once. */
  instant_rematch?: boolean | null;
  /** Players are ready when they join. */
  auto_ready?: boolean | null;
  /** How long a bot seems to think. */
  bot_delay_ms?: Millis | null;
  /** How long a lost connection keeps its seat. */
  grace_ms?: Millis | null;
  /** How long the vote is open. */
  vote_ms?: Millis | null;
  /**
   * The named set of settings to begin with: `table`, `strict` or, where the server allows it,
   * `bench`.
   */
  preset?: string | null;
}

/** One of the clients of a guest: a random word that a tab of a browser keeps. */
export type ClientId = string;

/** A message of a client. The first one is `hello`. */
export type ClientMessage<A = unknown> =
  /** Enters a room. */
  | { hello: Hello }
  /** Says something to the room. */
  | { say: Say<A> }
  /** Asks something that changes nothing. */
  | { ask: Ask<A> };

/** What the server has committed itself to for a match. */
export interface Commitment {
  /** Which match of the room it is, counted from 1. */
  match: number;
  /** The SHA-256 of the secret that its cards come from. */
  commitment: Seed;
}

/** How the next deal is made fair, and how the last one was. */
export interface Deal {
  /** Which match of the room will be dealt next, counted from 1. */
  match: number;
  /** The SHA-256 of the secret that its cards will come from. */
  commitment: Seed;
  /** The same for the match that runs. */
  playing: Commitment | null;
  /** What the cards of the last match came from. */
  opened: OpenedDeal | null;
}

/** A game. */
export interface Game {
  /** The name in addresses. */
  id: string;
  /** The name people read. */
  name: string;
  /** The version of the rules. */
  version: number;
  /** The fewest and the most seats. */
  seats: [number, number];
  /** Whether a seat can be played by the game itself (`add_bot` with the level `house`). */
  house: boolean;
  /** The preset of a table that chooses none. */
  table_preset: string | null;
  /** Named sets of options. */
  presets: Preset[];
  /** The options that players choose from. */
  options: OptionDescription[];
  /** The game in a few paragraphs. */
  primer: string[];
}

/** The games of a server. */
export interface GameList {
  /** The games, in the order in which they are shown. */
  games: Game[];
  /** How well bots can play. */
  levels: LevelCard[];
  /** The server. */
  server: ServerCard;
}

/** How a client enters a room. */
export interface Hello {
  /** The token of the guest. */
  token: string;
  /** Which of the guest's clients this is. */
  client: ClientId;
  /** The code of the room. */
  room: string;
  /** What the client has seen of the room before. */
  last?: Last | null;
  /** Whether the match is wanted as text too, for a client that cannot draw the game. */
  board?: boolean;
}

/** What a guest is called at a table. */
export interface Join {
  /** The name there. Else the nickname. */
  name?: string | null;
}

/** What a client has seen of a room before its connection was lost. */
export interface Last {
  /** The room's life in which it was, as `welcome` named it. */
  life: string;
  /** The number of the last push. */
  v: number;
  /** The number of the next log entry. */
  entry: number;
}

/** A level of bots. */
export interface LevelCard {
  /** The name, as commands use it. */
  name: string;
  /** What it does. */
  about: string;
}

/** A machine of a game. */
export interface MachineCard {
  /** Its name. */
  name: string;
  /** What it belongs to: `match`, or `room` for those that run around every game. */
  owner: string;
  /** Its definition, as XState v5 reads it. */
  chart: unknown;
}

/** The machines of a game. */
export interface MachineList {
  /** The machines, the game's own first. */
  machines: MachineCard[];
}

/** The active states of a machine that a viewer may know of. */
export interface MachineStates {
  /** Its name, as `GET /api/games/ID/machines` lists it. */
  machine: string;
  /**
   * Their paths in it, `a.b` for a state within another. What is around an active state is active
   * too.
   */
  states: string[];
}

/** A new guest. */
export interface NewGuest {
  /** What the guest is known by from now on. It is told once. */
  token: string;
  /** The name. */
  nickname: string;
}

/** A room to be made. */
export interface NewRoom {
  /** The id of the game. */
  game: string;
  /** The preset to begin with. */
  preset?: string | null;
  /** Options that differ from it. */
  set?: Record<string, unknown>;
  /** What the maker is called there. Else the nickname. */
  name?: string | null;
  /** Whether strangers find it. */
  listed?: boolean;
  /** Who may watch. */
  watch?: Watch;
  /** What its maker chooses of how the room treats people. */
  settings?: ChosenSettings;
  /** The levels of bots that sit down at once. */
  bots?: string[];
  /** Whether the match begins at once. */
  start?: boolean;
}

/** What somebody wants to be called. */
export interface Nickname {
  /** The name. */
  nickname: string;
}

/** A named set of options. */
export interface Preset {
  /** Its name. */
  name: string;
  /** What it is for. */
  about: string;
  /** The options. */
  options: unknown;
}

/**
 * What is new for a viewer. A part that is left out has not changed; null means that there is none.
 *
 * The server writes pushes with a `PushWriter`; this is how a client reads them.
 */
export interface Push<A = unknown, E = unknown, V = unknown, O = unknown> {
  /** Counts the pushes of a viewer, without gaps. */
  v: number;
  /** The server's instant. */
  now: Millis;
  /** What happened since the last push. */
  entries?: Entry<E>[];
  /** Where the room stands. */
  table?: TableState;
  /** Everybody at the table. */
  players?: Player[];
  /** How the room treats its people. */
  settings?: RoomSettings;
  /** What the match is played with. */
  options?: O;
  /** The match as the viewer sees it. */
  view?: V | null;
  /** The match as text, for a client that asked for it. */
  board?: TextBoard | null;
  /** What the viewer is asked. */
  prompt?: Prompt<A> | null;
  /** What the viewer may do without being asked. */
  offers?: Choice<A>[];
  /** Which commands are open to the viewer. */
  commands?: OpenCommand[];
  /** Whom the table waits for. */
  waiting?: Waiting[];
  /** How many are watching. */
  watchers?: number;
  /**
   * The active states of the game's machines that the viewer may know of, and while no match runs
   * those of the room's.
   */
  states?: MachineStates[];
  /** How the next deal is made fair, and how the last one was. */
  deal?: Deal | null;
  /** The match that has just ended. */
  replay?: ReplayLink | null;
  /** Reactions since the last push. */
  reactions?: Reacted[];
  /** Whether actions were taken back. */
  undone?: boolean;
}

/** Which game somebody wants to play with whoever is there. */
export interface Quick {
  /** The id of the game. */
  game: string;
}

/** Somebody shows a feeling. */
export interface Reacted {
  /** Who. */
  seat: Seat;
  /** `emoji`. */
  type: string;
  /** The reaction. */
  value: string;
}

/** Why something was refused. */
export interface Refusal {
  /** For programs. Codes are added, never renamed. */
  code: string;
  /** For people. */
  sentence: string;
  /** What a program may want to know. */
  details: unknown;
}

/** A body that says why not. */
export interface Refused {
  /** Why not. */
  error: Refusal;
}

/** The address and the name of a match that is over. */
export interface ReplayLink {
  /** Its address under `/api/replays`, which nobody can guess. */
  link: string;
  /** Its name, for `croupier save export`. */
  match: string;
}

/** A part of a finished match. */
export interface ReplayPage<A = unknown, E = unknown, V = unknown, O = unknown> {
  /** The id of the game. */
  game: string;
  /** Who sat where. */
  names: string[];
  /** What it was played with. */
  options: O;
  /** How many frames there are. */
  total: number;
  /** The number of the first frame here. */
  from: number;
  /** The frames. */
  frames: Frame<A, E, V>[];
  /** How it ended. */
  outcome: Outcome | null;
  /** How the deal was made fair. */
  deal: unknown;
}

/** A command to the room. */
export interface Say<A = unknown> {
  /** Counted by the client from 1. A repeated number gets its first answer. */
  n: number;
  /** The command, in the words of rooms. */
  command: Command<A>;
  /** What the person adds to the chance of the next deal. */
  chance?: string | null;
}

/** A seat at a table. */
export interface Seated {
  /** The code of the room. */
  code: string;
  /** The number of the player. */
  player: PlayerId;
}

/** What a server tells of itself. */
export interface ServerCard {
  /** Its version. */
  version: string;
}

/** A message of the server. */
export type ServerMessage<A = unknown, E = unknown, V = unknown, O = unknown> =
  /** The greeting was accepted. */
  | { welcome: Welcome }
  /** What is new. */
  | { push: Push<A, E, V, O> }
  /** What came of something that the client said. */
  | { answer: Answer }
  /** The connection ends. */
  | { bye: Bye };

/** Tables. */
export interface TableList {
  /** The tables. */
  rooms: TableRow[];
}

/** A table, as lists show it. */
export interface TableRow {
  /** The code by which it is found. */
  code: string;
  /** The id of its game. */
  game: string;
  /** Where it stands. */
  phase: Phase;
  /** How many persons are there. */
  people: number;
  /** How many seats it has. */
  seats: number;
  /** What its host is called. */
  host: string | null;
  /** Whether it is open to strangers: in the list of open tables while a seat is free. */
  listed: boolean;
  /** Whether whoever asks can take a seat: with the code of the table, or from the list. */
  joinable: boolean;
  /** Who may watch. */
  watch: Watch;
  /** Whether whoever asks has a seat there. */
  mine: boolean;
}

/** Who may watch. */
export type Watch =
  /** Only those who have a seat see the table. */
  | 'nobody'
  /** Whoever knows the code. */
  | 'link'
  /** Whoever likes to: the table is in the list. */
  | 'anyone';

/** The answer to a greeting. */
export interface Welcome {
  /** Names the time for which the room has been awake: pushes are counted within it. */
  life: string;
  /** The number of the guest's player. None for those who only watch. */
  you: PlayerId | null;
  /** The code of the room. */
  code: string;
  /** The id of its game. */
  game: string;
  /** The server's instant. */
  now: Millis;
  /** The highest number of this client that was answered. */
  n: number;
}

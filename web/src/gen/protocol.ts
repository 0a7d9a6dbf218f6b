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

/** The answer to a command or question. It has either `ok` or `error`. */
export interface Answer {
  /** The number of the message that is answered. */
  n: number;
  /** The result: `null` for a command, a value for a question. */
  ok?: unknown;
  /** Why it was refused. */
  error?: Refusal;
}

/** A question to the room. */
export type Ask<A = unknown> =
  /** What an action or a filled-in form would do, or why it would be refused. */
  | {
      /** The number of the message, from the same count as commands. */
      n: number;
      dry_run: Attempt<A>;
    }
  /** What a bot would do now. */
  | {
      /** The number of the message, from the same count as commands. */
      n: number;
      hint: Record<string, unknown>;
    };

/** The last message of a connection: why the server ends it. */
export interface Bye {
  /** The reason, as a code. */
  code: ByeCode;
  /** The reason, for people. */
  sentence: string;
  /** How long to wait before reconnecting; `null` if reconnecting is pointless. */
  retry_ms: Millis | null;
  /** The address of the server that has the room, for clients that connected with `?follow`. */
  at?: string;
}

/** Why the server ends a connection. Part of the wire format: codes are added, never renamed. */
export type ByeCode =
  /** The first message was not a valid `hello`, or came too late. */
  | 'bad_hello'
  /** No guest has this token. */
  | 'wrong_token'
  /** There is no such room. */
  | 'room_missing'
  /** The guest has no seat in the room, and it does not allow watching. */
  | 'no_watchers'
  /** The room was closed. */
  | 'room_closed'
  /** The host has removed the guest from the room for good. */
  | 'kicked'
  /** The client sent something that is not a valid message. */
  | 'malformed'
  /** The client sent a message that is too long. */
  | 'too_large'
  /** The client sent too many messages in a short time. */
  | 'too_fast'
  /** The client did not read its messages for too long. */
  | 'too_slow'
  /** The client did not answer a ping. */
  | 'silent'
  /** The operator has banned the address. */
  | 'banned'
  /** The server is about to restart. */
  | 'restarting'
  /** The room has moved to another server. */
  | 'moved'
  /** The server cannot read its data at the moment. */
  | 'not_read'
  /** What is stored of the room is damaged. Only an operator can do something about it. */
  | 'room_damaged'
  /**
   * The room is played by rules that this server does not know, as may happen during an upgrade.
   */
  | 'other_rules';

/**
 * The settings of a room that its creator may choose. Those that are absent keep the value of the
 * preset.
 */
export interface ChosenSettings {
  /** Whether players may undo their last action. */
  undo?: boolean | null;
  /** Whether people may ask for hints. */
  hints?: boolean | null;
  /** Whether any person can start the next match at once, without a vote. */
  instant_rematch?: boolean | null;
  /** Whether players are ready as soon as they join. */
  auto_ready?: boolean | null;
  /** How long bots pause before they act. */
  bot_delay_ms?: Millis | null;
  /** How long the seat of a lost connection is kept. */
  grace_ms?: Millis | null;
  /** How long the vote on a rematch stays open. */
  vote_ms?: Millis | null;
  /**
   * The preset of settings to start from: `table`, `strict` or, where the server allows it,
   * `bench`.
   */
  preset?: string | null;
}

/**
 * The id of one client of a guest: a random word of 8 to 40 letters, digits and hyphens, for
 * example one per browser tab.
 */
export type ClientId = string;

/** A message from a client. The first one must be `hello`. */
export type ClientMessage<A = unknown> =
  /** Enters a room: who the client is, where it wants to be and what it has seen. */
  | { hello: Hello }
  /** Sends a command to the room. */
  | { say: Say<A> }
  /** Asks a question. It changes nothing. */
  | { ask: Ask<A> };

/** The commitment of the server to the deal of a match. */
export interface Commitment {
  /** The number of the match in this room, counted from 1. */
  match: number;
  /** The SHA-256 of the server's secret for the match. */
  commitment: Seed;
}

/**
 * The proof that deals are fair: the commitment to the next deal, and the secret of the last one.
 */
export interface Deal {
  /** The number of the next match in this room, counted from 1. */
  match: number;
  /** The SHA-256 of the server's secret for that match. */
  commitment: Seed;
  /** The commitment to the running match; `null` if none is running. */
  playing: Commitment | null;
  /** Everything that the seed of the last match was made from; `null` until it is published. */
  opened: OpenedDeal | null;
}

/** A game that the server offers. */
export interface Game {
  /** Its id, as used in addresses and requests. */
  id: string;
  /** Its name, for people. */
  name: string;
  /** The version of the rules. */
  version: number;
  /** The minimum and maximum number of seats. */
  seats: [number, number];
  /** Whether the game can play a seat itself (`add_bot` with the level `house`). */
  house: boolean;
  /** The preset of a room that chooses none; `null` for the first preset. */
  table_preset: string | null;
  /** Named sets of options. */
  presets: Preset[];
  /** The options that players may set, with the values that they take. */
  options: OptionDescription[];
  /** An introduction to the game, by paragraph. */
  primer: string[];
}

/** What a server offers. */
export interface GameList {
  /** The games, in the order in which to show them. */
  games: Game[];
  /** The levels of bots. */
  levels: LevelCard[];
  /** About the server itself. */
  server: ServerCard;
}

/** The greeting, with which a client enters a room. */
export interface Hello {
  /** The secret token of the guest. */
  token: string;
  /** The id of this client. A guest may have several. */
  client: ClientId;
  /** The code of the room. */
  room: string;
  /**
   * After a lost connection: how much of the room the client has seen, so that it is sent only what
   * it missed.
   */
  last?: Last | null;
  /** Whether to send the match as text too, for a client that cannot draw the game. */
  board?: boolean;
}

/** The request to join a room. */
export interface Join {
  /** The name at the table. By default the nickname. */
  name?: string | null;
}

/** How much a client had seen of a room before it lost its connection. */
export interface Last {
  /** The room's `life` from `welcome`. */
  life: string;
  /** The number of the last push that it received. */
  v: number;
  /** The number of the log entry that it expects next. */
  entry: number;
}

/** A level of bots. */
export interface LevelCard {
  /** The name, as used in commands. */
  name: string;
  /** How such a bot plays. */
  about: string;
}

/** A state machine of a game. */
export interface MachineCard {
  /** The id of its chart. */
  name: string;
  /** `match` for a machine of the game, or `room` for one that runs around every game. */
  owner: string;
  /** Its definition, in the format of XState v5. */
  chart: unknown;
}

/** The state machines of a game. */
export interface MachineList {
  /** The machines, starting with the game's own. */
  machines: MachineCard[];
}

/** The active states of a machine, as far as the viewer may know them. */
export interface MachineStates {
  /** The name of the machine, as in `GET /api/games/ID/machines`. */
  machine: string;
  /**
   * The paths of the active states: `a.b` for a state `b` inside `a`. All states that contain an
   * active state are active too.
   */
  states: string[];
}

/** A new guest. */
export interface NewGuest {
  /** The secret token that identifies the guest from now on. The server never shows it again. */
  token: string;
  /** How the guest is called in lists, and at tables by default. */
  nickname: string;
}

/** The request for a new room. */
export interface NewRoom {
  /** The id of the game. */
  game: string;
  /** The preset of options to start from. By default the `table_preset` of the game. */
  preset?: string | null;
  /** Options that differ from the preset, by key. */
  set?: Record<string, unknown>;
  /** The name of the creator at the table. By default the nickname. */
  name?: string | null;
  /** Whether the room is open to strangers, in the list of open tables. */
  listed?: boolean;
  /** Who may watch without a seat. */
  watch?: Watch;
  /** The settings of the room. */
  settings?: ChosenSettings;
  /** The levels of bots to add at once. */
  bots?: string[];
  /** Whether to start the match at once. */
  start?: boolean;
}

/** The nickname of a guest. */
export interface Nickname {
  /** How the guest is called in lists, and at tables by default. */
  nickname: string;
}

/** A named set of options. */
export interface Preset {
  name: string;
  /** What it is for. */
  about: string;
  options: unknown;
}

/**
 * What has changed for a viewer. A part that is absent has not changed; `null` means that there is
 * none.
 *
 * The server writes pushes with a `PushWriter`; this is how a client reads them.
 */
export interface Push<A = unknown, E = unknown, V = unknown, O = unknown> {
  /**
   * The number of the push. It counts up without gaps, except after a reconnect that sends all
   * parts.
   */
  v: number;
  /** The current time of the server's clock, in milliseconds. */
  now: Millis;
  /** The log entries since the last push. */
  entries?: Entry<E>[];
  /** The state of the room. */
  table?: TableState;
  /** Everybody at the table, in turn order. */
  players?: Player[];
  /** The settings of the room. */
  settings?: RoomSettings;
  /** The options of the game: those of the running match, or else of the next one. */
  options?: O;
  /** The match as the viewer sees it. */
  view?: V | null;
  /** The match as text, if the client asked for it in `hello`. */
  board?: TextBoard | null;
  /** What the viewer is asked. */
  prompt?: Prompt<A> | null;
  /** What the viewer may do in the match without being asked. */
  offers?: Choice<A>[];
  /** The commands that the room would accept from the viewer now. */
  commands?: OpenCommand[];
  /** Whom the table is waiting for. */
  waiting?: Waiting[];
  /** How many people are watching. */
  watchers?: number;
  /**
   * The active states of the game's machines, as far as the viewer may know them. While no match is
   * running, also those of the room's machines.
   */
  states?: MachineStates[];
  /**
   * The proof that deals are fair: the commitment to the next deal, and the secret of the last one.
   */
  deal?: Deal | null;
  /** The link to the replay of the match that has just ended. */
  replay?: ReplayLink | null;
  /** The reactions since the last push. */
  reactions?: Reacted[];
  /** Whether actions were undone. Then draw the match from `view`, without animations. */
  undone?: boolean;
}

/** The request for a seat at any open table of a game. */
export interface Quick {
  /** The id of the game. */
  game: string;
}

/** A reaction of a player. */
export interface Reacted {
  /** The seat of the player. */
  seat: Seat;
  /** Always `emoji`. */
  type: string;
  /** One of the room's reactions. */
  value: string;
}

/** Why a request was refused. */
export interface Refusal {
  /** A stable code for programs. Codes are added, never renamed. */
  code: string;
  /** An explanation for people. */
  sentence: string;
  /** Further data for programs, depending on the code. */
  details: unknown;
}

/** The body of a response to a refused request. */
export interface Refused {
  /** Why it was refused. */
  error: Refusal;
}

/** The link to a finished match. */
export interface ReplayLink {
  /** Its address under `/api/replays`, which cannot be guessed. */
  link: string;
  /** Its name, for `croupier save export`. */
  match: string;
}

/** A page of the replay of a finished match. */
export interface ReplayPage<A = unknown, E = unknown, V = unknown, O = unknown> {
  /** The id of the game. */
  game: string;
  /** The names of the players, by seat. */
  names: string[];
  /** The options that the match was played with. */
  options: O;
  /** The number of frames of the whole match. */
  total: number;
  /** The number of the first frame on this page, counted from 0. */
  from: number;
  /** The frames on this page. */
  frames: Frame<A, E, V>[];
  /** How the match ended. */
  outcome: Outcome | null;
  /** The proof that the deal was fair. */
  deal: unknown;
}

/** A command to the room. */
export interface Say<A = unknown> {
  /**
   * The number of the message, counted by the client from 1. A repeated number has no effect and is
   * given the first answer again, so it is safe to repeat messages after a lost connection.
   */
  n: number;
  /** What the room is to do: `"ready"`, or `{"act": …}` with an action of the game. */
  command: Command<A>;
  /**
   * A text of up to 64 characters that goes into the seed of the next deal. Choose it only after
   * seeing the commitment to that deal.
   */
  chance?: string | null;
}

/** The seat that a guest was given. */
export interface Seated {
  /** The code of the room. */
  code: string;
  /** The number of the guest's player. */
  player: PlayerId;
}

/** Information about the server. */
export interface ServerCard {
  /** The version of the server program. */
  version: string;
}

/** A message from the server. */
export type ServerMessage<A = unknown, E = unknown, V = unknown, O = unknown> =
  /** The answer to `hello`: the client is in the room. */
  | { welcome: Welcome }
  /** What has changed for the viewer. */
  | { push: Push<A, E, V, O> }
  /** The answer to a command or question of the client. */
  | { answer: Answer }
  /** The reason why the server ends the connection. */
  | { bye: Bye };

/** A list of rooms. */
export interface TableList {
  /** In the order in which to show them; empty if there are none. */
  rooms: TableRow[];
}

/** A room, as it appears in lists. */
export interface TableRow {
  /** The code of the room. */
  code: string;
  /** The id of the game. */
  game: string;
  /** The phase of the room. */
  phase: Phase;
  /** How many people are at the table, not counting bots. */
  people: number;
  /** The maximum number of seats. */
  seats: number;
  /** The name of the host; `null` if there is none. */
  host: string | null;
  /**
   * Whether the room is open to strangers: it is in the list of open tables while a seat is free.
   */
  listed: boolean;
  /**
   * Whether the guest who asks can take a seat: with the code, or in the list of open tables
   * without it.
   */
  joinable: boolean;
  /** Who may watch without a seat. */
  watch: Watch;
  /** Whether the guest who asks has a seat there. */
  mine: boolean;
}

/** Who may watch a room. */
export type Watch =
  /** Nobody: only players see the table. */
  | 'nobody'
  /** Everybody who knows the code. */
  | 'link'
  /** Everybody: the room is in the public list. */
  | 'anyone';

/** The answer to an accepted `hello`. */
export interface Welcome {
  /**
   * A random id for the time that the room has been awake. Push numbers are only comparable within
   * one life.
   */
  life: string;
  /** The number of the guest's player; `null` for those who only watch. */
  you: PlayerId | null;
  /** The code of the room. */
  code: string;
  /** The id of the game. */
  game: string;
  /** The current time of the server's clock, in milliseconds. */
  now: Millis;
  /** The highest message number of this client that was answered; 0 if none. */
  n: number;
}

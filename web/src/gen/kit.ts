// Written by `cargo xtask types`. Changes are lost.
// What every game and every table has.

/** What an input does. */
export type Act<A = unknown> =
  /** An action of the game. */
  | { do: A }
  /** Undoes the last action of the seat. */
  | 'undo'
  /**
   * Lets time pass. A match records one before a gap of more than a year between inputs, which a
   * replay would refuse.
   */
  | 'wait';

/** An action or a filled-in form to try out in a dry run. */
export type Attempt<A = unknown> =
  /** An action of the game, whether or not the prompt lists it. */
  | { action: A }
  /** A filled-in form of the current prompt. */
  | { form: Filled };

/** Who is meant to set an option. */
export type Audience =
  /** People who set up a match. */
  | 'players'
  /** Tests, simulations and servers. */
  | 'tests';

/** A part of a board: lines under one title. */
export interface BoardSection {
  /** The title, in a word or two. */
  title: Span;
  /** The lines below the title, from top to bottom. */
  lines: TextLine[];
}

/** How well a bot plays: the name of a level, such as `easy`. */
export type BotLevel = string;

/** Who makes an input. */
export type By =
  /** The player in this seat. */
  | { seat: Seat }
  /** The program that runs the match: a room, a test, a terminal. */
  | 'host';

/** A card of a standard deck: rank, then suit, as in `7H`, `10S`, `AD`. */
export type Card = string;

/** Cards that moved from one pile to another, as far as a viewer knows. */
export interface CardMove {
  /** How many cards moved. */
  count: number;
  /** The codes of the cards that the viewer knows, in order. */
  cards?: string[];
  /** The pile that they came from. */
  from: PileId;
  /** The pile that they went to. */
  to: PileId;
}

/** One choice of a prompt. */
export interface Choice<A = unknown> {
  /** What to write on the button, in a few words. */
  label: TextLine;
  /** A longer explanation of what the choice means. */
  detail?: TextLine;
  /** The pieces that the choice is about. A client can offer the choice on them. */
  pieces?: Piece[];
  /** The action to send. */
  action: A;
}

/** A command that a person sends to a room. */
export type Command<A = unknown> =
  /** Takes a seat under this name. */
  | { join: { name: string } }
  /** Leaves the room. A seat in a running match cannot be reclaimed afterwards. */
  | 'leave'
  /** Returns after a lost connection, or takes back the seat from a stand-in. */
  | 'reconnect'
  /** Marks the player as ready to start. */
  | 'ready'
  /** Takes `ready` back. */
  | 'unready'
  /** Starts the match. Everybody must be ready. */
  | 'start_game'
  /** Adds a bot. */
  | {
      add_bot: {
        /** One of the room's levels, or `BotLevel::HOUSE` in a game that has a house. */
        level: BotLevel;
        /** The name of the bot. Without one, the room chooses it. */
        name?: string | null;
      };
    }
  /** Removes a bot. */
  | { remove_bot: { player: PlayerId } }
  /** Changes the options of the game: first a preset, then single options. Only for the host. */
  | {
      set_options: {
        /** The preset to start from. Without one, the current options are changed. */
        preset?: string | null;
        /** The options to change, by key, with their new values. */
        changes?: Record<string, unknown>;
      };
    }
  /** Takes an action in the match. */
  | {
      act: {
        action: A;
        /**
         * The id of the prompt that this answers. If the prompt has changed since, the action is
         * refused.
         */
        prompt?: number | null;
      };
    }
  /** Answers a prompt with one of its forms, filled in. */
  | {
      fill: {
        filled: Filled;
        /** The id of the prompt that has the form. */
        prompt: number;
      };
    }
  /** Undoes the sender's last action, if the room allows it. */
  | 'undo'
  /** Pauses the match. Only in a match with a single person (DW-40). */
  | 'pause'
  /** Resumes a paused match. */
  | 'resume'
  /** Votes for a rematch. */
  | 'vote_rematch'
  /** Votes to return to the lobby. One vote is enough. */
  | 'vote_lobby'
  /** Starts the next match at once, where the room has `instant_rematch` (MM-C11). */
  | 'play_again'
  /** Sends a reaction to everybody. */
  | {
      react: {
        /** Always `emoji`. */
        type: string;
        /** One of the room's reactions. */
        value: string;
      };
    }
  /** Votes to remove a player who keeps the table waiting (MM-67). */
  | { vote_remove: { player: PlayerId } }
  /** Removes a player and bans them from the room. Only for the host. */
  | { kick: { player: PlayerId } }
  /** Locks the room, so that nobody else can join, or unlocks it. Only for the host. */
  | { lock: { locked: boolean } }
  /** Makes another player the host. Only for the host. */
  | { hand_over: { player: PlayerId } };

/** What a player added to the seed of a deal. */
export interface Contribution {
  /** The seat of the player. */
  seat: Seat;
  /** Any text, chosen by the player. */
  chance: string;
}

/** How many matches a player has won and lost in this room (MM-45). */
export interface Counter {
  seat: Seat;
  wins: number;
  losses: number;
}

/** An entry of the log, as one reader sees it. */
export interface Entry<E = unknown> {
  /** Counted for this reader, without gaps. */
  number: number;
  /** When it happened, in the room's time. */
  at: Millis;
  /** What happened, as data. */
  event: LogEvent<E>;
  /** The sentence; absent if the entry needs no line in a log. */
  text?: TextLine;
  /** Which cards moved from where to where, in order. For animations. */
  moves?: CardMove[];
}

/** A form that was filled in. */
export interface Filled {
  /** Which form of the prompt this is, counted from 0. */
  form: number;
  /** For every group, the indexes of its pieces in the form's list, in order. */
  groups: number[][];
}

/**
 * An answer that the player assembles, because there are too many to list: select some cards, put
 * cards in order, or arrange cards in groups.
 *
 * A client lets the person move pieces into groups and sends a `Filled`. The game turns it into an
 * action (`Game::compose`), which the rules check like any other. Answers that a form can express
 * are not listed among the choices of its prompt.
 */
export interface Form {
  /** What the form is for, as the text of a button. */
  label: string;
  /** What the person does with the pieces. */
  kind: FormKind;
  /** The pieces that can be used. An answer refers to them by their index in this list. */
  pieces: FormPiece[];
  /** The groups to fill, in the order of the answer. */
  groups: Group[];
  /** Complete answers to choose from. The rules accept each of them. */
  suggestions?: Suggestion[];
}

/** What a person does with the pieces of a form. */
export type FormKind =
  /** Select some of them, in one group. */
  | 'select'
  /** Put all of them in order. */
  | 'order'
  /** Arrange them in several groups. */
  | 'arrange';

/** A piece that can be put into a group. */
export interface FormPiece {
  piece: Piece;
  label: TextLine;
}

/**
 * A frame as one viewer sees it, to be sent. What made the step and the trace hide nothing, so it
 * is for matches that are over.
 */
export interface Frame<A = unknown, E = unknown, V = unknown> {
  /** Its place among all frames of the match, counted from 0. */
  number: number;
  /** The instant of this step, in the time of the match. */
  now: Millis;
  /** What made the step. */
  cause: FrameCause<A>;
  /** What the viewer is told of the step. */
  events: E[];
  /** The same in words addressed to the viewer, and as movement. */
  told: LogText[];
  /** What the viewer sees after the step. */
  view: V;
  /** The same as text, for clients without a board of the game; only if it was asked for. */
  board?: TextBoard;
  /** The paths of the states that the charts are in after the step. */
  states: string[];
  /** The same of the room's own machines, as far as it follows from the match. */
  room: string[];
  /** What an observer of the charts saw. */
  trace: string[];
  /** How the match ended, if this step ended it. */
  outcome: Outcome | null;
}

/** What caused a step of a match. */
export type FrameCause<A = unknown> =
  | 'time'
  /** The start of the match. */
  | 'deal'
  | { input: Input<A> };

/** A group of pieces that a form asks for. */
export interface Group {
  /** What to call it in front of the player: `set 2`. */
  label: string;
  /** The pieces that it takes, as indexes into the form's list. */
  pieces: number[];
  /** The minimum number of pieces. */
  min: number;
  /** The maximum number of pieces. */
  max: number;
  /** Whether the order of the pieces matters. */
  ordered: boolean;
}

/** The only way to change a match: who does what, and when. */
export interface Input<A = unknown> {
  /** When, in the time of the match. */
  at: Millis;
  /** A seat, or the host of the match. */
  by: By;
  /** An action, an undo, or only the passing of time. */
  act: Act<A>;
}

/** What a log entry reports, for any game. */
export type LogEvent<E = unknown> =
  /** Something about the room and its people. */
  | { room: Notice }
  /** Something in the match. */
  | { game: E };

/** A log entry for one reader, in words and as card moves. */
export interface LogText {
  /** The sentence; absent if the entry needs no line in a log. */
  text?: TextLine;
  /** Which cards moved from where to where, in order. For animations. */
  moves?: CardMove[];
}

/**
 * Milliseconds of virtual time: an instant since the clock's start, or a span between two instants.
 *
 * Sums and differences saturate, so that no stamp from outside can overflow a clock. There is no
 * arithmetic with plain integers: a number becomes a time only where the code says `Millis`.
 */
export type Millis = number;

/** A log entry about the room and its people, not about cards (MM-77). Everybody may read it. */
export type Notice =
  | 'options_changed'
  | 'resumed'
  | 'all_voted_rematch'
  | 'rematch_starting'
  | 'room_closed'
  | { player_joined: { seat: Seat; name: string; bot: boolean } }
  | { player_dropped: { seat: Seat; name: string } }
  | { player_ready: { seat: Seat; name: string } }
  | { player_unready: { seat: Seat; name: string } }
  | { host_changed: { seat: Seat } }
  | { locked: { locked: boolean } }
  | {
      game_starting: {
        game_no: number;
        seats: number;
        /** The options that the match is played with, including its variant. */
        options: unknown;
        /** The settings of the room. */
        settings: RoomSettings;
      };
    }
  | { action_undone: { seat: Seat } }
  | { paused: { seat: Seat } }
  | {
      game_over: {
        outcome: Outcome;
        /** What the game reports beyond the outcome: `Game::results`. */
        results?: unknown;
        counters: Counter[];
      };
    }
  | { match_failed: { why: string } }
  | { vote_cast: { seat: Seat; rematch: boolean } }
  | { player_left: { seat: Seat } }
  | { removal_voted: { seat: Seat; by: Seat } }
  | { countdown_started: { ms: Millis } }
  | { returned_to_lobby: { cause: Return } }
  | { connection_changed: { seat: Seat; status: Status } }
  | { seat_replaced: { seat: Seat; name: string } }
  | { seat_reclaimed: { seat: Seat; name: string } };

/** The numbers that an option takes. */
export interface NumberRange {
  /** The smallest number that the option takes. */
  min: number;
  /** The maximum; absent if there is none. */
  max?: number;
  /** The unit of the number. */
  unit?: Unit;
  /**
   * The field that holds the number, if the option is an object: `max_ms` in `{"max_ms": 8000}`.
   */
  field?: string;
  /** A value that can be set instead of a number, such as "off" or "no limit". */
  off?: OptionValue;
}

/** A command that the room would accept from a viewer now. */
export interface OpenCommand {
  /** The name of the command, as it is sent. */
  name: string;
  /** What has to be sent with it, and the values that are accepted now. */
  takes: Takes;
}

/**
 * Everything that the seed of a match was made from. It reveals every card, so it is published only
 * after the match.
 */
export interface OpenedDeal {
  /** A unique name of the room. */
  room: string;
  /** The number of the match in its room, counted from 1. */
  match: number;
  /** The SHA-256 of the secret, which was shown before the deal. */
  commitment: Seed;
  /** The server's secret. */
  secret: Seed;
  /** What the players added, by seat. */
  contributions: Contribution[];
}

/** One option of a game: its name, what it does, and which values it takes. */
export interface OptionDescription {
  /** Its key in the options. Dots separate nested keys: `delays.card_flip`. */
  key: string;
  /** A short label for a form. */
  label: string;
  /** What it does, in one sentence. */
  about: string;
  /** The values that it takes. */
  kind: OptionKind;
  /** Who is meant to set it. */
  audience: Audience;
}

/** The values that an option takes. */
export type OptionKind =
  /** On or off: `true` or `false`. */
  | 'switch'
  /** A whole number between two limits. */
  | { range: NumberRange }
  /** Two numbers, the first not greater than the second: `[-20, -10]`. */
  | { interval: NumberRange }
  /** One of these values. */
  | { one_of: OptionValue[] }
  /** A list of strings, such as names of cards. */
  | 'words'
  /** Data specific to the game, for which a form has no field. */
  | 'data';

/** A value that an option can be set to. */
export interface OptionValue {
  /** The value, as it is stored in the options. */
  value: unknown;
  /** A short label for a form. */
  label: string;
}

/** How a match ended. */
export interface Outcome {
  /** Why it ended: a code from the game's specification, such as `no_valid_moves`. */
  reason: string;
  /** The winners. Several seats may share a win; in a draw there are none. */
  winners: Seat[];
  /** The losers. Usually everybody who did not win, and nobody in a draw. */
  losers: Seat[];
  /**
   * The final score of every seat. Whether more is better depends on the game; use `winners` to
   * tell who won.
   */
  scores: number[];
}

/**
 * One physical card of several packs: like a card, with `#2`, `#3` … for a further copy, and `JK1`,
 * `JK2` … for the jokers.
 */
export type PackCard = string;

/** How many packs and jokers a game uses. */
export interface Packs {
  /** The number of packs of 52 cards, at most `Packs::MOST`. */
  packs: number;
  /** The number of jokers in all packs together, at most `Packs::MOST_JOKERS`. */
  jokers: number;
}

/** The phase of a room. */
export type Phase =
  /** Players join and get ready. */
  | 'lobby'
  /** A match is running. */
  | 'playing'
  /** The match is over and its result is shown. */
  | 'results'
  /** People vote on a rematch. */
  | 'voting'
  /** A rematch is about to start. */
  | 'countdown'
  /** The room is closed for good. */
  | 'closed';

/** A thing on the table that a client draws. */
export type Piece =
  /** A card whose face the viewer sees, by its code. */
  | { card: string }
  /** A whole pile. */
  | { pile: PileId }
  /** A card of which the viewer sees only the back, by its place in a pile. */
  | {
      slot: {
        /** The pile that it lies in. */
        pile: PileId;
        /** Its index in the pile, counted from 0 in the order of the view. */
        at: number;
      };
    }
  /** A player, wherever the board shows them: their name, their place at the table. */
  | { seat: Seat }
  /**
   * Another part of the board, such as a wheel or an achievement, by the name that the game gives
   * it.
   */
  | { part: string };

/**
 * A pile, by its name and owner: the shared `discard`, or the `hand` of the second seat. A game
 * uses the same names in its prompts and its card moves.
 */
export interface PileId {
  /** The name that the game gives it. */
  name: string;
  /** The seat that it belongs to; absent if it is shared. */
  owner?: Seat;
}

/** A person or bot in the room, as everybody sees them. */
export interface Player {
  /** The number that identifies them in commands. */
  id: PlayerId;
  /** How they are called at this table, different from everybody else there. */
  name: string;
  /** The player's place in turn order. */
  seat: Seat;
  /** Whether this is an invited bot. Stand-ins appear as the people they replace. */
  bot: boolean;
  /** The level of an invited bot; absent for everybody else. */
  level?: BotLevel;
  /** Whether they are ready to start. */
  ready: boolean;
  /** The vote on a rematch: `true` for it, `false` for the lobby, `null` if they have not voted. */
  vote: boolean | null;
  /** How many matches they have won in this room. */
  wins: number;
  /** How many matches they have lost in this room. */
  losses: number;
  /** Whether they are connected. */
  status: Status;
  /** When a lost connection loses its seat; `null` for players who are connected. */
  away_until: Millis | null;
  /** How many players have voted to remove them; absent if none. */
  against?: number;
}

/**
 * The number of a person or bot, unique in its room. The server assigns the numbers of people, and
 * knows which connections belong to them.
 */
export type PlayerId = number;

/** A question to a seat. The answer is one of the choices or a filled-in form. */
export interface Prompt<A = unknown> {
  /**
   * The id of the question. An answer repeats it, so that a late answer to an earlier question is
   * recognised.
   */
  id: number;
  /** A stable key of the question, for programs. */
  message: string;
  /** The question in words, for people. */
  sentence: TextLine;
  /** The actions to choose from. */
  choices: Choice<A>[];
  /** Whether the seat may decline. */
  may_decline: boolean;
  /** When the match answers for the seat; `null` if it does not. */
  deadline: Millis | null;
  /** Answers that the player can assemble. They are not repeated among the choices. */
  forms?: Form[];
}

/** The rank of a card. */
export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'J' | 'Q' | 'K';

/** Why a room has returned to its lobby. */
export type Return =
  /** A person voted for the lobby. */
  | 'vote'
  /** There are not enough players for a rematch. */
  | 'too_few'
  /** Everybody had left, and then a new person joined (MM-C14). */
  | 'stale';

/** The code by which people find a room. */
export type RoomCode = string;

/**
 * The settings of a room: timeouts, bots, votes and permissions. They are independent of the game
 * that is played.
 */
export interface RoomSettings {
  /** How long the seat of a lost connection is kept. */
  grace_ms: Millis;
  /** How long the results are shown before the vote on a rematch opens. */
  results_ms: Millis;
  /** How long the vote on a rematch stays open; `null` for no limit. */
  vote_ms: Millis | null;
  /** The length of the countdown to a rematch. */
  countdown_ms: Millis;
  /** How long bots pause before they act, so that people can follow the match. */
  bot_delay_ms: Millis;
  /** How long a room without people stays open; `null` to leave it to the server. */
  abandon_ms: Millis | null;
  /**
   * How long a room stays open after the last activity of a person; `null` to leave it to the
   * server (MM-69).
   */
  idle_ms: Millis | null;
  /**
   * How long a player may keep the table waiting before the others can vote to remove them (MM-67).
   */
  silent_ms: Millis;
  /** How many reactions a player may send within `reaction_window_ms`. */
  reaction_limit: number;
  /** The sliding window for `reaction_limit`. */
  reaction_window_ms: Millis;
  /** The reactions that players can send. */
  reactions: string[];
  /** Whether a person can take back a seat that a stand-in has taken over. */
  reclaim: boolean;
  /** Whether invited bots stay for the next match. Stand-ins never do. */
  keep_bots: boolean;
  /** How many people a rematch needs, in addition to the minimum number of seats of the game. */
  rematch_humans: number;
  /**
   * The levels of bots that can be added. The program that runs the room must be able to play them.
   */
  bot_levels: BotLevel[];
  /** The level of stand-ins. It must be one of `bot_levels`. */
  stand_in: BotLevel;
  /** Whether players may undo their last action. */
  undo: boolean;
  /** Whether people may ask for hints. */
  hints: boolean;
  /** Whether any person can start the next match at once, without a vote (MM-C11). */
  instant_rematch: boolean;
  /** Whether players are ready as soon as they join (MM-C12). */
  auto_ready: boolean;
  /** Whether the server may send strangers here while a seat is free (MM-C13). */
  quickplay: boolean;
  /**
   * Whether the room returns to an empty lobby when a person joins a match that everybody else has
   * left (MM-C14).
   */
  stale_reset: boolean;
  /**
   * Whether the host may change options that are meant for tests, such as those that determine
   * cards.
   */
  test_options: boolean;
}

/**
 * Everything that a client draws of a room, as one person or the public sees it. Options, view and
 * actions are those of a game, typed or as JSON.
 */
export interface RoomView<A = unknown, V = unknown, O = unknown> {
  /** The phase of the room. */
  phase: Phase;
  /**
   * The current time of the room's clock. All times in this view are on that clock, except those
   * inside `game`.
   */
  now: Millis;
  /** When the phase ends by itself; `null` if it does not. */
  deadline: Millis | null;
  /** The number of matches started so far. */
  game_no: number;
  /** Everybody at the table, in turn order. */
  players: Player[];
  /** The player who is the host; `null` if there is none. */
  host: PlayerId | null;
  /** Whether the room is locked: nobody else can join. */
  locked: boolean;
  /** The settings of the room. */
  settings: RoomSettings;
  /**
   * The options of the game, as they were chosen. The match may be played with others
   * (`Game::served`).
   */
  options: O;
  /** How the last match ended, until the next one starts. */
  result: Outcome | null;
  /** Everybody's place in that result, and what its scores count. */
  standing?: Standing;
  /** The viewer's own seat; `null` for the public. */
  seat: Seat | null;
  /** The match as the viewer sees it; `null` if there is none. */
  game: V | null;
  /**
   * The room's time that is time 0 of the match; a pause moves it. Times in the game's view and
   * events count from there.
   */
  began: Millis | null;
  /** Whether the match is paused. */
  paused: boolean;
  /** What the viewer is asked; `null` if nothing. */
  prompt: Prompt<A> | null;
  /** What the viewer may do in the match without being asked. */
  offers: Choice<A>[];
  /** The commands that the room would accept from the viewer now. */
  commands: OpenCommand[];
  /** Whom the table is waiting for. */
  waiting: Waiting[];
  /** The number of the viewer's next log entry. This view already reflects all earlier ones. */
  next_entry: number;
}

/** A place at the table, counted from 0 in turn order. */
export type Seat = number;

/** Who plays a seat. It makes no difference to a game that does not ask for it. */
export type SeatKind =
  /** A person. */
  | 'person'
  /** A bot. It acts in the same way as a person. */
  | 'bot'
  /** The house: the game plays the seat by its own rules. */
  | 'house';

/** The seed of all randomness: 32 bytes as hexadecimal digits. */
export type Seed = string;

/**
 * A piece of text. Plain text is a string. Anything else has `text` and `tone`, where they are not
 * the usual ones, and at most one piece that the text is about. A card of a standard deck is
 * `{"card": "7H"}` alone, because its code says how it is shown.
 */
export type Span =
  | string
  | {
      /** The text, for clients that draw characters. */
      text?: string;
      tone?: Tone;
      /** A card that the viewer sees, by its code. */
      card?: string;
      pile?: PileId;
      slot?: { pile: PileId; at: number };
      seat?: Seat;
      /** Another part of the board, by the game's name for it. */
      part?: string;
    };

/**
 * How an outcome is shown to people: everybody's place, and what the scores count. It is derived
 * from the outcome and never saved.
 */
export interface Standing {
  /**
   * The place of every seat; ties share one: 1, 1, 3. Empty if the game ranks nobody beyond winners
   * and losers.
   */
  places?: number[];
  /**
   * What the scores count, as the head of a column: `Points`. Absent if people have no use for
   * them.
   */
  score?: string;
}

/** Whether a person is connected. */
export type Status =
  /** Connected. */
  | 'connected'
  /** The connection was lost. The seat is kept for the grace period. */
  | 'reconnecting';

/** A complete answer to a form, for players who do not want to fill it in. */
export interface Suggestion {
  /** What to write on the button that takes it. */
  label: TextLine;
  /** For every group, the indexes of its pieces in the form's list, in order. */
  groups: number[][];
}

/** A suit by its letter: hearts, diamonds, clubs, spades. */
export type Suit = 'H' | 'D' | 'C' | 'S';

/** The state of a room, apart from its players and the match. */
export interface TableState {
  /** The phase of the room. */
  phase: Phase;
  /** When the phase ends by itself; `null` if it does not. */
  deadline: Millis | null;
  /** The number of matches started so far. */
  game_no: number;
  /** The player who is the host; `null` if there is none. */
  host: PlayerId | null;
  /** Whether the room is locked: nobody else can join. */
  locked: boolean;
  /** How the last match ended, until the next one starts. */
  result: Outcome | null;
  /** Everybody's place in that result, and what its scores count. */
  standing?: Standing;
  /** The viewer's own seat; `null` for the public. */
  seat: Seat | null;
  /**
   * The room's time that is time 0 of the match; a pause moves it. Times in the game's view and
   * events count from there.
   */
  began: Millis | null;
  /** Whether the match is paused. */
  paused: boolean;
}

/** The argument that a command takes, with the values that are accepted now. */
export type Takes =
  /** No argument: the command is its name alone. */
  | 'nothing'
  /** A `player`: one of these. */
  | { player: PlayerId[] }
  /** A `level`: one of these. */
  | { level: BotLevel[] }
  /** A `value`: one of these, together with the `type` `emoji`. */
  | { reaction: string[] }
  /** The value to send as `locked`: the opposite of the current one. */
  | { locked: boolean }
  /** A `name` of 1 to 20 characters. */
  | 'name'
  /** A `preset` and `changes` to the game's options. */
  | 'options';

/** A match as text: sections of lines, from top to bottom. */
export interface TextBoard {
  /** The sections, from top to bottom. */
  sections: BoardSection[];
}

/** A line of text: a label, a sentence, a row of a board. */
export type TextLine = Span[];

/**
 * The meaning of a piece of text, for its style. Terminals show tones as colours; plain text
 * ignores them.
 */
export type Tone =
  /** Ordinary text: most of a sentence. */
  | 'plain'
  /** What can be overlooked: labels, units, what is over. */
  | 'quiet'
  /** What the eye should find first. */
  | 'strong'
  /** Something of the viewer's own. */
  | 'mine'
  /** A card of hearts or diamonds. */
  | 'red_suit'
  /** A card of clubs or spades. */
  | 'black_suit'
  /** Something blue in the game. */
  | 'blue'
  /** Something green in the game. */
  | 'green'
  /** Something purple in the game. */
  | 'purple'
  /** Something red in the game. */
  | 'red'
  /** Something yellow in the game. */
  | 'yellow'
  /** Good news for the reader. */
  | 'good'
  /** Bad news for the reader. */
  | 'bad';

/** A trick on the table: who led, and the cards in the order in which they were played. */
export interface Trick {
  leader: Seat;
  cards: Card[];
}

/**
 * The options of a game whose only option is the time limit for a turn. `turn_time!` generates
 * everything that follows from it.
 */
export interface TurnTime {
  /** The time limit for a turn, at most a year; no limit is written as 0. */
  turn_ms: Millis;
}

/** The unit of a number. */
export type Unit =
  'milliseconds' | 'seconds' | 'cards' | 'players' | 'points' | 'turns' | 'degrees' | 'per_mille';

/** Who a view or an event is made for. */
export type Viewer =
  /** The player in this seat, who knows what is public and what only this seat may know. */
  | { seat: Seat }
  /** The public, who knows only what everybody may know. */
  | 'public';

/** A seat that the table is waiting for. */
export interface Waiting {
  /** The seat that is asked and has not answered. */
  seat: Seat;
  /** When the wait ends, on the room's clock; `null` for no limit. */
  until: Millis | null;
}

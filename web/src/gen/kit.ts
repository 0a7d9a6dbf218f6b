// Written by `cargo xtask types`. Changes are lost.
// What every game and every table has.

/** What an input does. */
export type Act<A = unknown> =
  /** An action of the game. */
  | { do: A }
  /** Takes the last action of a seat back. */
  | 'undo'
  /**
   * Lets time pass. A match adds it after a year without inputs, so that its replay does not wait
   * longer than it could.
   */
  | 'wait';

/** An answer that a player considers. */
export type Attempt<A = unknown> =
  /** An action. */
  | { action: A }
  /** A form of the prompt, filled in. */
  | { form: Filled };

/** Whom an option is for. */
export type Audience =
  /** People who set up a match. */
  | 'players'
  /** Tests, simulations and servers. */
  | 'tests';

/** Lines under one title. */
export interface BoardSection {
  /** What they are about, in a word or two. */
  title: Span;
  /** The lines. */
  lines: TextLine[];
}

/** How well a bot plays: the name of a level, such as `easy`. */
export type BotLevel = string;

/** Whose word an input is. */
export type By =
  /** A player of the match. */
  | { seat: Seat }
  /** The table itself: the room, a test, the terminal. */
  | 'host';

/** A card of a standard deck: rank, then suit, as in `7H`, `10S`, `AD`. */
export type Card = string;

/** Cards that went from one pile to another, as far as a viewer knows. */
export interface CardMove {
  /** How many went. */
  count: number;
  /** The codes of those that the viewer knows, in order. */
  cards?: string[];
  /** Where they were. */
  from: PileId;
  /** Where they are. */
  to: PileId;
}

/** One choice of a prompt. */
export interface Choice<A = unknown> {
  /** What to show, in a few words. */
  label: TextLine;
  /** A longer explanation of what it means. */
  detail?: TextLine;
  /** What it is about. A client may offer the choice there. */
  pieces?: Piece[];
  /** What to send. */
  action: A;
}

/** What a person may say. */
export type Command<A = unknown> =
  /** Sits down under this name. */
  | { join: { name: string } }
  /** Gets up, for good. */
  | 'leave'
  /** Is back after a lost connection, or wants back the seat that a bot has taken over. */
  | 'reconnect'
  /** Is ready to start. */
  | 'ready'
  /** Is not ready any more. */
  | 'unready'
  /** Starts the match. */
  | 'start_game'
  /** Seats a bot. */
  | {
      add_bot: {
        /** One of the room's levels, or `BotLevel::HOUSE` in a game that has a house. */
        level: BotLevel;
        /** What it is called. Without a name it gets one. */
        name?: string | null;
      };
    }
  /** Sends a bot away. */
  | { remove_bot: { player: PlayerId } }
  /** The host changes the options of the game: a preset, then single options. */
  | {
      set_options: {
        /** The preset to start from. Without one, the present options. */
        preset?: string | null;
        /** The options to change, with their new values. */
        changes?: Record<string, unknown>;
      };
    }
  /** Plays. */
  | {
      act: {
        action: A;
        /** The prompt that is answered, so that a late answer is recognised. */
        prompt?: number | null;
      };
    }
  /** Plays what a form of the prompt gives, filled in like this. */
  | {
      fill: {
        filled: Filled;
        /** The prompt whose form it is. */
        prompt: number;
      };
    }
  /** Takes the own last action back, where the room allows it. */
  | 'undo'
  /** Stops the match for a while (DW-40). */
  | 'pause'
  /** Goes on with a match that was paused. */
  | 'resume'
  /** Wants to play again. */
  | 'vote_rematch'
  /** Wants to go back to the lobby. */
  | 'vote_lobby'
  /** Plays again at once (MM-C11). */
  | 'play_again'
  /** Shows a feeling. */
  | {
      react: {
        /** `emoji`. */
        type: string;
        /** One of the room's reactions. */
        value: string;
      };
    }
  /** Wants a player removed who keeps the table waiting (MM-67). */
  | { vote_remove: { player: PlayerId } }
  /** The host removes a member, for good. */
  | { kick: { player: PlayerId } }
  /** The host closes the room to new persons, or opens it again. */
  | { lock: { locked: boolean } }
  /** The host gives the role away. */
  | { hand_over: { player: PlayerId } };

/** What a player added. */
export interface Contribution {
  /** Who. */
  seat: Seat;
  /** The player's own words. */
  chance: string;
}

/** How often a player has won and lost in this room (MM-45). */
export interface Counter {
  seat: Seat;
  wins: number;
  losses: number;
}

/** An entry of the log, as one reader sees it. */
export interface Entry<E = unknown> {
  /** Counted for this reader, without gaps. */
  number: number;
  /** The room's instant. */
  at: Millis;
  /** What happened, as data. */
  event: LogEvent<E>;
  /** The sentence. None if the entry needs no line in a log. */
  text?: TextLine;
  /** Which cards went from where to where, in order. */
  moves?: CardMove[];
}

/** A form that was filled in. */
export interface Filled {
  /** Which of the prompt's forms, counted from 0. */
  form: number;
  /** For every group the places of its pieces, in order. */
  groups: number[][];
}

/**
 * An answer that is put together, because there are too many to list: some of these cards, these
 * cards in an order, or cards laid out in groups.
 *
 * A client lets the person move pieces into groups and sends a `Filled`. The game makes an action
 * of it (`Game::compose`), and the rules judge that like any other. What a form can answer is not
 * listed among the choices of its prompt.
 */
export interface Form {
  /** What it is for, for a button. */
  label: string;
  /** What the person does with the pieces. */
  kind: FormKind;
  /** What can be used. An answer names a piece by its place in this list. */
  pieces: FormPiece[];
  /** What is to be filled, in the order of the answer. */
  groups: Group[];
  /** Complete answers to choose from. The rules accept each of them. */
  suggestions?: Suggestion[];
}

/** What a person does with the pieces of a form. */
export type FormKind =
  /** Chooses some of them, into one group. */
  | 'select'
  /** Puts all of them in an order. */
  | 'order'
  /** Lays them out in groups. */
  | 'arrange';

/** Something to put into a group. */
export interface FormPiece {
  /** What it is. */
  piece: Piece;
  /** What to show. */
  label: TextLine;
}

/**
 * A frame as one viewer sees it, to be sent. What made the step and the trace hide nothing, so it
 * is for matches that are over.
 */
export interface Frame<A = unknown, E = unknown, V = unknown> {
  /** Its place among all frames of the match, counted from 0. */
  number: number;
  /** The match's instant. */
  now: Millis;
  /** What made the step. */
  cause: FrameCause<A>;
  /** What the viewer is told of the step. */
  events: E[];
  /** The same in words addressed to the viewer, and as movement. */
  told: LogText[];
  /** What the viewer sees after the step. */
  view: V;
  /** The paths of the states that the charts are in after the step. */
  states: string[];
  /** The same of the room's own machines, as far as it follows from the match. */
  room: string[];
  /** What an observer of the charts saw. */
  trace: string[];
  /** How the match ended, if this step ended it. */
  outcome: Outcome | null;
}

/** What made a step. */
export type FrameCause<A = unknown> =
  /** The match was set up. */
  | 'deal'
  /** Something fell due. */
  | 'time'
  /** An input was taken. */
  | { input: Input<A> };

/** A part of a form. */
export interface Group {
  /** What it is called. */
  label: string;
  /** What may go in here, by place in the form's list. */
  pieces: number[];
  /** The fewest pieces. */
  min: number;
  /** The most. */
  max: number;
  /** Whether their order matters. */
  ordered: boolean;
}

/** The only way to change a match: who does what, and when. */
export interface Input<A = unknown> {
  /** The virtual instant. */
  at: Millis;
  /** Whose word it is. */
  by: By;
  /** What is done. */
  act: Act<A>;
}

/** What an entry of the log tells, whatever game is played. */
export type LogEvent<E = unknown> =
  /** Something about the people in the room. */
  | { room: Notice }
  /** Something in the match. */
  | { game: E };

/** An entry of a log in words and as movement, for one reader. */
export interface LogText {
  /** The sentence. None if the entry needs no line in a log. */
  text?: TextLine;
  /** Which cards went from where to where, in order. */
  moves?: CardMove[];
}

/**
 * Milliseconds of virtual time: an instant since the clock's start, or a span between two instants.
 *
 * Sums and differences saturate, so that no stamp from outside can overflow a clock. There is no
 * arithmetic with plain integers: a number becomes a time only where the code says `Millis`.
 */
export type Millis = number;

/** An entry of a room's log that is not about cards (MM-77). Everybody may read it. */
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
        /** What the match is played with, its variant included. */
        options: unknown;
        /** How the room treats its people. */
        settings: RoomSettings;
      };
    }
  | { action_undone: { seat: Seat } }
  | { paused: { seat: Seat } }
  | {
      game_over: {
        outcome: Outcome;
        /** What the game tells beyond the outcome: `Game::results`. */
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
  /** The lowest. */
  min: number;
  /** The highest. None if the rules set no limit. */
  max?: number;
  /** What the number counts. */
  unit?: Unit;
  /** The name under which the number is written, if it is not written alone: `{"max_ms": 8000}`. */
  field?: string;
  /** What can be set instead of a number: no limit, off. */
  off?: OptionValue;
}

/** A command that would be accepted from a viewer now. */
export interface OpenCommand {
  /** The name, as it goes over the wire. */
  name: string;
  /** What goes with it. */
  takes: Takes;
}

/**
 * What the seed of one match is made of. It gives every card away, so it is told after the match.
 */
export interface OpenedDeal {
  /** The room, by a name that no other room has. */
  room: string;
  /** Which match of the room it is, counted from 1. */
  match: number;
  /** The hash of the secret, as it was shown before the deal. */
  commitment: Seed;
  /** The server's secret. */
  secret: Seed;
  /** What players added, in the order of their seats. */
  contributions: Contribution[];
}

/** One option of a game: what it is called, what it does, and what it can be set to. */
export interface OptionDescription {
  /** Its name in the options. A dot leads inside: `delays.card_flip`. */
  key: string;
  /** A few words for a form. */
  label: string;
  /** What it does, in a sentence. */
  about: string;
  /** What it can be set to. */
  kind: OptionKind;
  /** Whom it is for. */
  audience: Audience;
}

/** What an option can be set to. */
export type OptionKind =
  /** On or off: `true` or `false`. */
  | 'switch'
  /** A number. */
  | { range: NumberRange }
  /** Two numbers, the first not greater than the second: `[-20, -10]`. */
  | { interval: NumberRange }
  /** One of a list. */
  | { one_of: OptionValue[] }
  /** A list of words, such as names of cards. */
  | 'words'
  /** Data of the game's own, which no form has a field for. */
  | 'data';

/** Something an option can be set to. */
export interface OptionValue {
  /** The value as the options have it. */
  value: unknown;
  /** A few words for a form. */
  label: string;
}

/** How a match ended. */
export interface Outcome {
  /** Why it ended, in the words of the game's specification: `no_valid_moves`. */
  reason: string;
  /** Who won. Several may share a win; nobody wins a draw. */
  winners: Seat[];
  /** Who lost. Default: everybody who did not win, and nobody in a draw. */
  losers: Seat[];
  /** What every seat ended with. Whether more is better is the game's affair; `winners` tells. */
  scores: number[];
}

/**
 * One physical card of several packs: like a card, with `#2`, `#3` … for a further copy, and `JK1`,
 * `JK2` … for the jokers.
 */
export type PackCard = string;

/** How many packs a game uses, and how many jokers in all. */
export interface Packs {
  /** Packs of 52, at most `Packs::MOST`. */
  packs: number;
  /** Jokers in all packs together, at most `Packs::MOST_JOKERS`. */
  jokers: number;
}

/** The phase of a room, for clients. */
export type Phase =
  /** People sit down. */
  | 'lobby'
  /** A match runs. */
  | 'playing'
  /** The result is shown. */
  | 'results'
  /** Persons vote. */
  | 'voting'
  /** A rematch is about to start. */
  | 'countdown'
  /** Nothing more happens here. */
  | 'closed';

/** Something that a client draws. */
export type Piece =
  /** A card that the viewer sees, by its code. */
  | { card: string }
  /** A whole pile. */
  | { pile: PileId }
  /** A card of which the viewer sees only the back, by its place. */
  | {
      slot: {
        /** Where it lies. */
        pile: PileId;
        /** Its place in the pile, counted from 0 as the view lists it. */
        at: number;
      };
    }
  /** A player. */
  | { seat: Seat }
  /** Another part of the board, by the game's name for it: the wheel, an achievement. */
  | { part: string };

/**
 * A pile by its name, and whose it is: `discard`, `hand` of the second seat. A game uses the same
 * names in its prompts and in its moves.
 */
export interface PileId {
  /** The game's name for it. */
  name: string;
  /** Whose it is. None if it is everybody's. */
  owner?: Seat;
}

/** A person or bot in the room, as everybody sees them. */
export interface Player {
  /** The number by which a command names them. */
  id: PlayerId;
  /** The name. */
  name: string;
  /** The place in turn order. */
  seat: Seat;
  /** Whether everybody knows that this is a bot. */
  bot: boolean;
  /** How well it plays, if everybody knows that this is a bot. */
  level?: BotLevel;
  /** Whether they are ready to start. */
  ready: boolean;
  /** Whether they want a rematch, once they have said so. */
  vote: boolean | null;
  /** Matches won in this room. */
  wins: number;
  /** Matches lost in this room. */
  losses: number;
  /** How they are connected. */
  status: Status;
  /** When the seat of a lost connection is given away. */
  away_until: Millis | null;
  /** How many have voted to remove them. */
  against?: number;
}

/**
 * A person or a bot in a room. The server gives each person a number that nobody else in the room
 * has, and knows which connection belongs to it.
 */
export type PlayerId = number;

/** A question to a seat: pick one of the choices, or fill in one of the forms. */
export interface Prompt<A = unknown> {
  /**
   * Which question this is, given by the match: an answer names it, so that a late one is
   * recognised.
   */
  id: number;
  /** The key of the question, for programs. */
  message: string;
  /** The question, for people. */
  sentence: TextLine;
  /** What can be picked. */
  choices: Choice<A>[];
  /** Whether the seat may say no. */
  may_decline: boolean;
  /** When the match answers for the seat, if it does. */
  deadline: Millis | null;
  /** What can be put together. What a form can answer is not among the choices. */
  forms?: Form[];
}

/** The rank of a card. */
export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'J' | 'Q' | 'K';

/** Why a room is back in its lobby. */
export type Return =
  /** A person voted for it. */
  | 'vote'
  /** There are too few for a rematch. */
  | 'too_few'
  /** Everybody had left and a new person came (MM-C14). */
  | 'stale';

/** The word by which people find a room. */
export type RoomCode = string;

/** How a room treats its people. Nothing here concerns cards. */
export interface RoomSettings {
  /** How long a lost connection keeps its seat. */
  grace_ms: Millis;
  /** How long the results are shown before the vote. */
  results_ms: Millis;
  /** How long the vote is open; none for as long as it takes. */
  vote_ms: Millis | null;
  /** How long the countdown to a rematch takes. */
  countdown_ms: Millis;
  /** How long a bot seems to think. */
  bot_delay_ms: Millis;
  /** How long a room without a person stays open; none for as long as the server lets it. */
  abandon_ms: Millis | null;
  /**
   * How long a room stays open in which no person says anything; none for as long as the server
   * lets it (MM-69).
   */
  idle_ms: Millis | null;
  /**
   * How long a player may keep the table waiting before the others can vote to remove them (MM-67).
   */
  silent_ms: Millis;
  /** How many reactions a player may send in `reaction_window_ms`. */
  reaction_limit: number;
  /** The sliding window of `reaction_limit`. */
  reaction_window_ms: Millis;
  /** The reactions there are. */
  reactions: string[];
  /** Whether a person whose seat was given to a bot may have it back. */
  reclaim: boolean;
  /** Whether bots that were asked for stay for the next match. Stand-ins never do. */
  keep_bots: boolean;
  /** How many persons a rematch needs, besides the game's own minimum of seats. */
  rematch_humans: number;
  /** The bots that can be seated. The program that runs the room must be able to play them. */
  bot_levels: BotLevel[];
  /** The level of stand-ins: one of `bot_levels`. */
  stand_in: BotLevel;
  /** Whether the last action may be taken back. */
  undo: boolean;
  /** Whether persons may ask for a hint. */
  hints: boolean;
  /** Any person can start the next match at once; there is no vote (MM-C11). */
  instant_rematch: boolean;
  /** Players are ready when they join (MM-C12). */
  auto_ready: boolean;
  /** The room is open to strangers: they may be sent here while there is room (MM-C13). */
  quickplay: boolean;
  /** A person who joins a match that everybody else has left gets an empty lobby (MM-C14). */
  stale_reset: boolean;
  /** The host may change options that are for tests only, such as those that decide cards. */
  test_options: boolean;
}

/**
 * A room as one person sees it, or as anybody does: everything that a client draws. The options,
 * the view and the actions are those of a game, or the same as data.
 */
export interface RoomView<A = unknown, V = unknown, O = unknown> {
  /** The phase of the room. */
  phase: Phase;
  /** The room's instant. */
  now: Millis;
  /** When the phase ends without a command, if it does. */
  deadline: Millis | null;
  /** How many matches were begun. */
  game_no: number;
  /** Everybody at the table, in turn order. */
  players: Player[];
  /** Who the host is. */
  host: PlayerId | null;
  /** Whether the door is locked. */
  locked: boolean;
  /** How the room treats its people. */
  settings: RoomSettings;
  /** What the match is played with. */
  options: O;
  /** How the last match ended, until the next one begins. */
  result: Outcome | null;
  /** The viewer's own seat. */
  seat: Seat | null;
  /** The match as the viewer sees it. */
  game: V | null;
  /**
   * The room's instant at which the match's time is 0: instants in the game's view and events count
   * from there. All others in this view are the room's.
   */
  began: Millis | null;
  /** Whether the match is paused. */
  paused: boolean;
  /** What the viewer is asked. */
  prompt: Prompt<A> | null;
  /** What the viewer may do in the match without being asked. */
  offers: Choice<A>[];
  /** What the viewer may say to the room. */
  commands: OpenCommand[];
  /** Whom the table waits for. */
  waiting: Waiting[];
  /** The number of the viewer's next log entry: what comes before it is in this view. */
  next_entry: number;
}

/** A place at the table, counted from 0 in turn order. */
export type Seat = number;

/** Who plays at a seat. What a game does not ask, it does not know. */
export type SeatKind =
  /** A person. */
  | 'person'
  /** A program that acts through the same calls as a person. */
  | 'bot'
  /** No player: the game plays the seat by its own rules. */
  | 'house';

/** Where chance comes from: 32 bytes as hexadecimal digits. */
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

/** Whether a person is connected. */
export type Status =
  /** There. */
  | 'connected'
  /** Away, and expected back. */
  | 'reconnecting';

/** A complete answer to a form, for players who do not want to fill it in. */
export interface Suggestion {
  /** What to show. */
  label: TextLine;
  /** For every group the places of its pieces, in order. */
  groups: number[][];
}

/** A suit by its letter: hearts, diamonds, clubs, spades. */
export type Suit = 'H' | 'D' | 'C' | 'S';

/** Where a room stands: the part of its view that is neither about people nor about cards. */
export interface TableState {
  /** The phase of the room. */
  phase: Phase;
  /** When the phase ends without a command, if it does. */
  deadline: Millis | null;
  /** How many matches were begun. */
  game_no: number;
  /** Who the host is. */
  host: PlayerId | null;
  /** Whether the door is locked. */
  locked: boolean;
  /** How the last match ended, until the next one begins. */
  result: Outcome | null;
  /** The viewer's own seat. */
  seat: Seat | null;
  /** The room's instant at which the match's time is 0. */
  began: Millis | null;
  /** Whether the match is paused. */
  paused: boolean;
}

/** What a command takes, with the values that are accepted now. */
export type Takes =
  /** Nothing: the name alone is the command. */
  | 'nothing'
  /** A `player`. */
  | { player: PlayerId[] }
  /** A `level`. */
  | { level: BotLevel[] }
  /** A `value`, with the `type` `emoji`. */
  | { reaction: string[] }
  /** Whether it is to be `locked`. */
  | { locked: boolean }
  /** A `name` of 1 to 20 characters. */
  | 'name'
  /** A `preset` and `changes` of the game's options. */
  | 'options';

/** A match as text: sections of lines, from top to bottom. */
export interface TextBoard {
  /** From top to bottom. */
  sections: BoardSection[];
}

/** A line of text: a label, a sentence, a row of a board. */
export type TextLine = Span[];

/** How a piece of text is meant. A terminal gives tones colours; a plain stream leaves them out. */
export type Tone =
  /** Like any other text. */
  | 'plain'
  /** In the background. */
  | 'quiet'
  /** In the foreground. */
  | 'strong'
  /** The viewer's own. */
  | 'mine'
  /** Hearts and diamonds. */
  | 'red_suit'
  /** Clubs and spades. */
  | 'black_suit'
  /** About something blue. */
  | 'blue'
  /** About something green. */
  | 'green'
  /** About something purple. */
  | 'purple'
  /** About something red. */
  | 'red'
  /** About something yellow. */
  | 'yellow'
  /** Good news. */
  | 'good'
  /** Bad news. */
  | 'bad';

/** A trick on the table: who led, and the cards in the order in which they were played. */
export interface Trick {
  leader: Seat;
  cards: Card[];
}

/**
 * The options of a game that has none but the time for a turn. `turn_time!` gives a game all that
 * follows from it.
 */
export interface TurnTime {
  /** How long a turn may take, at most a year; 0 for as long as one likes. */
  turn_ms: Millis;
}

/** What a number counts. */
export type Unit =
  'milliseconds' | 'seconds' | 'cards' | 'players' | 'points' | 'turns' | 'degrees' | 'per_mille';

/** Who looks at a game. */
export type Viewer =
  /** A player of the match: what the public may know, and what this seat alone may know. */
  | { seat: Seat }
  /** Anybody: the public part. */
  | 'public';

/** A seat that the table waits for. */
export interface Waiting {
  /** The seat. */
  seat: Seat;
  /** The room's instant at which it is waited for no longer, if there is one. */
  until: Millis | null;
}

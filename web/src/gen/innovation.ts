// Written by `cargo xtask types`. Changes are lost.
// Innovation: its options, views, actions and events.

import type { Millis, Seat, Seed } from './kit';

/** An achievement of either sort. */
export type Achievement =
  /** That of an age from 1 to 9. */
  | number
  /** A special one. */
  | Special;

/** What a seat may ask for. It can be refused. */
export type Action =
  /** Draws a card of the value of the highest top card (IN-14). */
  | 'draw'
  /** Melds a card from the hand (IN-15). */
  | { meld: { card: CardId } }
  /** Claims an age achievement (IN-16). */
  | {
      achieve: {
        /** Which. A special one is always refused. */
        achievement: Named;
      };
    }
  /** Activates a top card (IN-17). */
  | { dogma: { card: CardId } }
  /** Answers a choice (IN-108). */
  | {
      answer: {
        /** The id of the choice. */
        choice: number;
        answer: Answer;
      };
    };

/** What a seat answers to a choice (IN-101). */
export type Answer =
  /** To `SelectCards`. None declines. */
  | { cards: CardRef[] }
  /** To `YesNo`. */
  | { yes: boolean }
  /** To `SelectColours`. None declines. */
  | { colours: Colour[] }
  /** To `SelectPlayer`. None declines. */
  | { player: Seat | null }
  /** To `SelectValue`. */
  | { value: number }
  /** To `SelectOption`. None declines. */
  | { option: Opt | null }
  /** To `OrderCards`: the first is moved first, or is the bottom of the pile. */
  | { order: CardRef[] };

/** The kinds of questions (IN-101). */
export type Ask =
  /** Some of these cards, in an order. */
  | {
      SelectCards: {
        candidates: Card[];
        /** The fewest, if any. */
        min: number;
        max: number;
        /** Whether the chooser sees only backs (IN-103). */
        hidden: boolean;
      };
    }
  /** All or nothing. */
  | 'YesNo'
  /** One or two of these colours. */
  | {
      SelectColours: {
        candidates: Colour[];
        count: number;
        /** How they will be splayed, if they will. */
        direction: Splay | null;
      };
    }
  /** One of these players. */
  | {
      SelectPlayer: {
        /** The players. */
        candidates: Seat[];
      };
    }
  /** A value from 1 to 10. */
  | 'SelectValue'
  /** One of Evolution's two options. */
  | 'SelectOption'
  /** All of these cards, in an order. */
  | {
      OrderCards: {
        cards: Card[];
        /** Whether they are a pile of the chooser, which is then ordered bottom to top. */
        pile: Colour | null;
        /** Whether the chooser sees only backs (IN-103). */
        hidden: boolean;
      };
    };

/** A card by its title. */
export type Card = string;

/** How an effect can go wrong (IN-115). */
export type CardError =
  /** There is no effect of that number. */
  | 'NoHandler'
  /** An answer does not fit its question. */
  | 'BadEffectState'
  /** It takes too long. */
  | 'StepLimit'
  /** It is nested too deeply. */
  | 'NestingLimit'
  /** Something else. */
  | 'Internal';

/** A card by its title or by its number. */
export type CardId = string | number;

/** A card that is chosen: by name, or as a slot if the chooser may not see it (IN-103). */
export type CardRef =
  /** A card the chooser sees. */
  | CardId
  /** A card the chooser only sees the back of. */
  | Slot;

/** Why something happened (IN-119). */
export type Cause =
  /** The turn player's action. */
  | 'action'
  /** An effect. */
  | { effect: Source }
  /** A rule, by its number. */
  | { rule: number };

/** A question to a seat. */
export interface Choice {
  /** Unique in the game, increasing. */
  id: number;
  player: Seat;
  /** What asks. None during setup. */
  source: Source | null;
  /** Whether it may be declined. */
  optional: boolean;
  ask: Ask;
}

/**
 * A choice as a viewer sees it: chooser, kind and source; the rest only for the chooser (IN-84).
 */
export interface ChoiceSeen {
  id: number;
  player: Seat;
  kind: Question;
  /** What asks; `null` during setup. */
  source: Source | null;
  /** What exactly, for the chooser. */
  choice: Choice | null;
  /** The backs to choose from, where the chooser sees no more (IN-103). */
  slots: Slot[];
}

/** The five colours, in the order in which piles are gone through (IN-104). */
export type Colour = 'blue' | 'green' | 'purple' | 'red' | 'yellow';

/** The three ends (IN-80). */
export type Condition =
  /** IN-77. */
  | 'achievements'
  /** IN-78. */
  | 'score'
  /** IN-79. */
  | 'effect';

/** What becomes of a card that is drawn (IN-121). */
export type Destination =
  /** It stays in the hand. */
  | 'hand'
  /** It is melded at once. */
  | 'meld'
  /** It is tucked at once. */
  | 'tuck'
  /** It is scored at once. */
  | 'score';

/** Whom a dogma action would concern, if it were taken now. */
export interface DogmaPreview {
  /** One of the top cards of the viewer. */
  card: Card;
  /** The featured icon, which is counted. */
  icon: Icon;
  /** How many of it show, by seat. */
  counts: number[];
  /** Who shares; nobody if all its effects are demands. */
  sharers: Seat[];
  /** Whom its demands hit; nobody if it has none. */
  victims: Seat[];
}

/** A dogma action as everybody sees it. */
export interface DogmaSeen {
  card: Card;
  activator: Seat;
  /** The featured icon, which is counted. */
  icon: Icon;
  /**
   * How many featured icons each seat had when the action was taken. They stay the same during it.
   */
  counts: number[];
  sharers: Seat[];
  /** Whom its demands hit. Nobody joins or leaves while it is resolved. */
  victims: Seat[];
  /** The number of the effect, from 1. */
  effect: number;
  /** Whom it works on. */
  kind: Kind;
  executor: Seat | null;
  /** How many times a body was called. */
  calls: number;
  /** What it has done so far. */
  so_far: Tally;
  /** The same when this execution began. */
  before: Tally;
}

/** Something that happened. It cannot be refused. */
export interface Event {
  /** Its number, from 0 without gaps (IN-119). */
  seq: number;
  /** Why it happened. */
  cause: Cause;
  /** What happened. */
  what: What;
}

/** The six icons (IN-2). */
export type Icon =
  | 'crown'
  | 'leaf'
  | 'bulb'
  /** Ages 1 to 3 only. */
  | 'castle'
  /** From age 4 on. */
  | 'factory'
  /** From age 7 on. */
  | 'clock';

/** How many icons of a kind show. */
export interface IconSeen {
  /** Which icon is counted. */
  icon: Icon;
  /** How many of them show on the top cards and the splayed parts of the board. */
  count: number;
}

/** Whom an effect works on. */
export type Kind =
  /** Those with fewer icons than the activator (IN-56). */
  | 'demand'
  /** Those with as many, then the activator (IN-57). */
  | 'shared';

/** Where a card is, as far as everybody can see. */
export type Location =
  /** The deck of its age. */
  | 'deck'
  /** A player's hand. */
  | { hand: Seat }
  /** The pile of its colour on a player's board. */
  | { board: Seat }
  /** A player's score pile. */
  | { score: Seat }
  /** Under an age achievement. */
  | 'achievements'
  /** Out of the game. */
  | 'removed';

/** The name of an achievement as it was sent: an age, or the name of a special one. */
export type Named =
  /** That of an age from 1 to 9. */
  | number
  /** A special one. */
  | Special;

/** The options of Evolution, the only card that has any. */
export type Opt =
  /** Draw and score an 8, then return a card from the score pile. */
  | 'score'
  /** Draw a card one higher than the highest of the score pile. */
  | 'draw'
  /** Some other word. */
  | 'unknown';

/** What can be chosen before the deal. */
export interface Options {
  /** Whether hands are shown as proofs (IN-85). */
  proof_reveals: boolean;
  /** After how many turns the game ends by score, if it is to (IN-78). */
  turn_limit: number | null;
  /** How long a player may think over one decision, in milliseconds (IN-99). No rule reads it. */
  turn_ms: Millis | null;
}

/** Where chance came from: the seed, and how much of its stream the deal used. */
export interface Origin {
  /** The seed. An arranged position has none. */
  seed: Seed | null;
  /** The position of the generator after setup. */
  position: number;
}

/** The five phases (IN-90). */
export type Phase =
  /** The turn player owes an action. */
  | 'AwaitingAction'
  /** Effects are running. */
  | 'ResolvingDogma'
  /** A named player owes an answer. */
  | 'AwaitingChoice'
  /** Between an action and what follows. */
  | 'CheckingWinConditions'
  /** The end. */
  | 'GameOver';

/** A pile as everybody sees it. */
export interface PileSeen {
  /** The colour of every card in it. */
  colour: Colour;
  /** Its cards, bottom to top. */
  cards: Card[];
  /** How it is splayed. */
  splay: Splay | null;
}

/** A player as a viewer sees them. */
export interface PlayerSeen {
  /** Their place in turn order. */
  seat: Seat;
  /** Their hand in slot order. */
  hand: Seen[];
  /** Their score pile in slot order. */
  score: Seen[];
  /** The sum of the ages in their score pile. Everybody sees it. */
  points: number;
  /** Their piles, one per colour in the order of the colours; a pile may be empty. */
  board: PileSeen[];
  /** The icons they show. */
  icons: IconSeen[];
  /** The ages that they have achieved, in ascending order. */
  achievements: number[];
  /** The special achievements that they own, in their fixed order. */
  specials: Special[];
  /** Cards scored this turn. */
  scored: number;
  /** Cards tucked this turn. */
  tucked: number;
  /** Whether they have chosen a starting card, and which, for those who may know. */
  chosen: Seen | null;
}

/** A card that an undone effect had moved (IN-115). */
export interface PutBack {
  /** The card. */
  card: Seen;
  /** Where the effect had put it. */
  from: Location;
  /** Where it is again. */
  to: Location;
}

/** The kinds of questions, by the specification's names. */
export type Question =
  | 'SelectCards'
  | 'YesNo'
  | 'SelectPlayer'
  | 'SelectValue'
  | 'SelectOption'
  | 'OrderCards'
  /** One or two colours. */
  | 'SelectColours';

/** An answer that fits its question, as effects get it. */
export type Reply =
  /** Cards in an order: picked, or ordered. */
  | { cards: Card[] }
  | { yes: boolean }
  | { colours: Colour[] }
  /** A player, or nobody. */
  | { player: Seat | null }
  | { value: number }
  /** An option, or none. */
  | { option: Opt | null };

/** A card, as far as it is seen: its age always (IN-82). */
export interface Seen {
  /** Its age. */
  age: number;
  /** Which card it is, for those who may know. */
  card?: Card;
}

/** The back of a card (IN-86). */
export interface Slot {
  owner: Seat;
  zone: SlotZone;
  /** Its place in the list. */
  index: number;
  age: number;
}

/** Where cards lie face down. */
export type SlotZone =
  /** In a hand. */
  | 'hand'
  /** In a score pile. */
  | 'score';

/** Where a choice or a change comes from. */
export interface Source {
  /** The card whose effect runs. */
  card: Card;
  /** The number of the effect, from 1. */
  effect: number;
  /** Who executes it. */
  executor: Seat;
  /** How deeply it is nested, 0 for the card that was activated. */
  depth: number;
}

/** The achievements that are no cards (IN-71), in the order in which they are tested (IN-73). */
export type Special =
  /** Six cards tucked, or six scored, in one turn. */
  | 'Monument'
  /** Three icons of each kind. */
  | 'Empire'
  /** Twelve clocks. */
  | 'World'
  /** Five colours splayed right or up. */
  | 'Wonder'
  /** Five top cards of value 8 or more. */
  | 'Universe';

/** How a pile is fanned (IN-27). */
export type Splay =
  /** The right edge of covered cards shows. */
  | 'left'
  /** The left edge of covered cards shows. */
  | 'right'
  /** The lower edge of covered cards shows. */
  | 'up';

/** An action that was taken. */
export type Taken = 'draw' | { meld: Card } | { achieve: number } | { dogma: Card };

/** What everybody has seen come of a dogma action. */
export interface Tally {
  /** Whether the demand moved a card. */
  hit: boolean;
  /** Whether another player shared. */
  shared: boolean;
  /** Cards returned by Democracy, by seat. */
  returned: number[];
}

/** How an achievement was claimed. */
export type Via =
  /** With an action. */
  | 'action'
  /** Its condition was met. */
  | 'condition'
  /** An effect says so. */
  | 'effect';

/** What a viewer sees. */
export interface View {
  /** Where the match is: setup, a turn, a dogma action, or over. */
  phase: Phase;
  /** Whose turn it is. */
  turn: Seat;
  /** Which turn it is, 0 during setup. */
  turns: number;
  /** The actions left in it. */
  actions: number;
  /** One-action turns not yet finished. */
  one_action_turns: number;
  /** How many achievements win. */
  achievements_to_win: number;
  /** The players by seat. */
  players: PlayerSeen[];
  /** How many cards the decks have, by age. */
  decks: number[];
  /** Who owns the age achievements. */
  achievements: (Seat | null)[];
  /** Who owns the special achievements, in the order Monument, Empire, World, Wonder, Universe. */
  specials: (Seat | null)[];
  /** The cards out of the game. */
  removed: Seen[];
  /** The dogma action that is being resolved. */
  dogma: DogmaSeen | null;
  /** Who is being asked what. */
  choices: ChoiceSeen[];
  /** The id of the next choice. */
  next_choice: number;
  /** How many events there have been. */
  events: number;
  /** Who won, once it is over. */
  winners: Seat[];
  /** How it ended, once it has. */
  condition: Condition | null;
  /** What the dogma of each of the viewer's own top cards would do. */
  previews: DogmaPreview[];
}

/** The events of IN-120, by these names. */
export type What =
  /** The decks are shuffled and the age achievements laid out (IN-6). */
  | {
      game_started: {
        /** All decks one after another, each from its top. */
        decks: Card[] | null;
        /** Where chance came from. */
        origin: Origin | null;
      };
    }
  /** A seat got its two cards (IN-8). */
  | { starting_hand_dealt: { seat: Seat; cards: [Seen, Seen] } }
  /** All chosen cards are on the boards (IN-9). */
  | {
      starting_cards_placed: {
        /** By seat. */
        cards: Card[];
      };
    }
  /** Who begins (IN-10). */
  | { first_player: { seat: Seat } }
  | {
      turn_started: {
        seat: Seat;
        /** Which, from 1. */
        turn: number;
        /** How many actions it has. */
        actions: number;
      };
    }
  /** The phase is another one (IN-91). */
  | { phase_changed: { phase: Phase } }
  /** The turn player acts. */
  | { action_taken: { seat: Seat; action: Taken } }
  /** A card was drawn. */
  | {
      drew: {
        seat: Seat;
        card: Seen;
        /** What becomes of it. If it does not stay in the hand, it moves with the next event. */
        to: Destination;
      };
    }
  /** A card was melded. */
  | {
      melded: {
        seat: Seat;
        card: Card;
        from: Location;
        /** At which place of its pile, if it was on a board. */
        index: number;
      };
    }
  /** A card was tucked. */
  | {
      tucked: {
        seat: Seat;
        card: Card;
        from: Location;
        /** At which place of its pile, if it was on a board. */
        index: number;
      };
    }
  /** A card was scored. */
  | {
      scored: {
        seat: Seat;
        card: Seen;
        from: Location;
        /** At which place of its pile, if it was on a board. */
        index: number;
      };
    }
  /** A card went to the bottom of its deck. */
  | {
      returned: {
        seat: Seat;
        card: Seen;
        from: Location;
        /** At which place of its pile, if it was on a board. */
        index: number;
      };
    }
  /** A card was moved otherwise. */
  | {
      transferred: {
        card: Seen;
        from: Location;
        /** At which place of its pile, if it was on a board. */
        index: number;
        to: Location;
      };
    }
  /** Two sets of cards changed places (IN-41). */
  | {
      exchanged: {
        one: Location;
        other: Location;
        /** What left the one for the other. */
        given: Seen[];
        /** What left the other for the one. */
        taken: Seen[];
      };
    }
  /** A card was shown to everybody. */
  | { revealed: { seat: Seat; card: Card } }
  /** A hand was shown as a proof (IN-85). */
  | { hand_revealed: { seat: Seat; cards: Card[] } }
  /** A pile was splayed. */
  | {
      splayed: {
        seat: Seat;
        colour: Colour;
        splay: Splay;
        /** How it was before. */
        before: Splay | null;
      };
    }
  /** A pile fell below two cards (IN-32). */
  | {
      unsplayed: {
        seat: Seat;
        colour: Colour;
        /** How it was splayed before. */
        before: Splay;
      };
    }
  /** A pile was put into another order. */
  | {
      rearranged: {
        seat: Seat;
        colour: Colour;
        /** The new order, bottom to top. */
        order: Card[];
        /** The old one. */
        before: Card[];
      };
    }
  /** A card was activated (IN-53, IN-54). */
  | {
      dogma_activated: {
        seat: Seat;
        card: Card;
        /** Everybody's featured icons. */
        counts: [number, number, number, number];
        sharers: Seat[];
        /** Who suffers demands. */
        vulnerable: Seat[];
      };
    }
  /** A player begins to execute an effect. */
  | {
      effect_started: {
        card: Card;
        /** The number of the effect, from 1. */
        effect: number;
        executor: Seat;
        /** Whether it is a demand. */
        kind: Kind;
      };
    }
  /** An effect has no executor. */
  | {
      effect_skipped: {
        card: Card;
        /** The number of the effect, from 1. */
        effect: number;
      };
    }
  /** An effect went wrong and was undone (IN-115). */
  | {
      effect_failed: {
        code: CardError;
        /** The first event that was undone. */
        first_undone: number;
        /** The cards that are back where they were. */
        back?: PutBack[];
      };
    }
  /** A player is asked. */
  | {
      choice_requested: {
        id: number;
        player: Seat;
        kind: Question;
        /** What asks. */
        source: Source | null;
        /** What exactly, for the chooser. */
        choice: Choice | null;
        /** The backs to choose from, where the chooser sees no more (IN-103). */
        slots?: Slot[];
      };
    }
  | {
      choice_answered: {
        id: number;
        player: Seat;
        /** What, for the chooser, unless it was chosen by its back. */
        reply: Reply | null;
        /** Whether the chooser saw only backs. */
        hidden: boolean;
      };
    }
  /** Another card's effects are executed (IN-67). */
  | {
      nested_execution: {
        seat: Seat;
        card: Card;
        /** How deeply, from 1. */
        depth: number;
      };
    }
  /** The activator draws because another player shared (IN-66). */
  | { sharing_bonus: { seat: Seat } }
  /** A player has one more achievement. */
  | { achievement_claimed: { seat: Seat; achievement: Achievement; via: Via } }
  /** All cards of all players are out of the game (IN-43). */
  | {
      cards_removed: {
        /** Those that lay open. */
        open: Card[];
        /** The others, by owner. */
        hidden: [Seat, Seen][];
        /** Where they were: first the open ones, then the others, in the same order. */
        from?: Location[];
      };
    }
  /** The dogma action is over at once (IN-68). */
  | 'dogma_stopped'
  /** A turn is over. */
  | { turn_ended: { seat: Seat } }
  /** The match is over. */
  | { game_ended: { winners: Seat[]; condition: Condition } };

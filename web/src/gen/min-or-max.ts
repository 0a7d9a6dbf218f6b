// Written by `cargo xtask types`. Changes are lost.
// Min or Max: its options, views, actions and events.

import type { Card, Millis, Rank, Seat } from './kit';

/**
 * The commands of MM-79 that belong to the game, and the game's own events, which are refused
 * whoever sends them. Nobody is named in a command: the sender is who sent it (MM-78).
 */
export type Action =
  /** `SPIN_WHEEL {force}`: `{"spin_wheel": {"force": 0.8}}`. */
  | { spin_wheel: Force }
  /** `CHOOSE_CARD {cardId}` */
  | {
      choose_card: {
        /** The card. */
        card: Card;
      };
    }
  /** `CHOOSE_CARD_EFFECT`: `{"choose_card_effect": {"ace_value": 11}}`. */
  | { choose_card_effect: DeclaredEffect }
  /** `SKIP_SPIN` */
  | 'skip_spin'
  /** `END_TURN`: a command with `may_pass` (MM-C8), else the game's own event. */
  | 'end_turn'
  /** `SURRENDER` (MM-C9) */
  | 'surrender'
  /** `TIMEOUT {turnSeq}`: the turn clock's, which is to say the host's (MM-22). */
  | {
      timeout: {
        /** The turn whose time is over. */
        turn_seq: number;
      };
    }
  /** `WHEEL_SPIN_COMPLETE`: the game's own. */
  | 'wheel_spin_complete'
  /** `CARDS_DEALT`: the game's own. */
  | 'cards_dealt'
  /** `THRESHOLDS_SET`: the game's own. */
  | 'thresholds_set'
  /** `WHEEL_SPUN`: the game's own. */
  | 'wheel_spun'
  /** `FIRST_CARD_PLAYED`: the game's own. */
  | 'first_card_played'
  /** `TURN_STARTED`: the game's own. */
  | 'turn_started'
  /** `PLAY_CARD`: the game's own. */
  | 'play_card'
  /** `PLAYER_WON`: the game's own. */
  | 'player_won'
  /** `PLAYER_LOST`: the game's own. */
  | 'player_lost'
  /** `SETUP_COMPLETE`: the game's own. */
  | 'setup_complete';

/** MM-9: the angle of the wheel, in degrees from 0 to 359. The mode follows from it. */
export type Angle = number;

/** A card that can be played, and the scores it can lead to. */
export interface CardPreview {
  /** The card. */
  card: Card;
  /** One score, or one for everything that can be declared with the card and changes the score. */
  scores: ScorePreview[];
}

/** `chosenCardEffect`: a tagged value. The base game knows one tag, `ace_value`. */
export interface DeclaredEffect {
  ace_value?: number;
  find_rank?: Rank;
  slay?: Slay;
  bodyguard?: Card;
}

/**
 * The output of the machine `playing`: who won, who lost, and why. A player who did neither has
 * survived.
 */
export interface Ending {
  winner: Seat | null;
  losers: Seat[];
  /** Why it is over. */
  reason: Reason;
  /** Whether the last player's time had run out. */
  timed_out: boolean;
  /** How long the match took, in milliseconds. */
  duration: Millis;
}

/** What happened. `DeckShuffled` is hidden from everybody; all else is the log. */
export type Event =
  /** The deck was shuffled, and with that the match began. */
  | {
      deck_shuffled: {
        /** The deck from the top; nobody sees it. */
        deck: Card[] | null;
        at: Millis;
      };
    }
  /** Everybody was dealt their cards (MM-12). */
  | {
      cards_dealt: {
        /** How many, by seat. */
        counts: [number, number, number, number];
        /** The cards, by seat; each is its owner's only. */
        cards: [Card[] | null, Card[] | null, Card[] | null, Card[] | null];
      };
    }
  /** MM-13 */
  | {
      thresholds_set: {
        /** None with `one_way_tally`. */
        min: number | null;
        max: number;
      };
    }
  | {
      wheel_spin_started: {
        /** Who pushed it; nobody in the setup. */
        seat: Seat | null;
        /** How hard, per mille. */
        force_milli: number;
        /** The angle before. */
        from: Angle;
        /** How far it goes. */
        degrees: number;
        /** How long that takes. */
        spin_ms: Millis;
      };
    }
  /** The wheel has come to rest. */
  | {
      wheel_spun: {
        angle: Angle;
        /** What it says there. */
        mode: Mode;
      };
    }
  /** MM-15 */
  | {
      first_card_played: {
        card: Card;
        /** What it counted, with its sign. */
        played_value: number;
        /** The score after it. */
        score: number;
      };
    }
  /** The setup is over. */
  | 'setup_complete'
  | {
      turn_started: {
        seat: Seat;
        /** Counted from 1. */
        turn_seq: number;
        /** When the time is over, if it ever is. */
        deadline: Millis | null;
      };
    }
  /** MM-25 */
  | {
      pile_reshuffled: {
        /** How many cards. */
        count: number;
        /** The new draw pile from the top; nobody sees it. */
        order: Card[] | null;
      };
    }
  /** MM-24 */
  | {
      card_drawn: {
        seat: Seat;
        /** How many cards are left to draw. */
        left: number;
        /** The card; the owner's only. */
        card: Card | null;
      };
    }
  /** A card was chosen, for good (MM-27). */
  | {
      card_chosen: {
        seat: Seat;
        card: Card;
        /** Whether the time had run out. */
        auto: boolean;
      };
    }
  /** A hand was laid open: to a Queen's player (MM-C5), or to everybody at the end (MM-51). */
  | {
      hand_shown: {
        /** To whom; to everybody if nobody is named. */
        to: Seat | null;
        seat: Seat;
        cards: Card[];
      };
    }
  /** Something was declared with the card. */
  | {
      effect_chosen: {
        seat: Seat;
        effect: DeclaredEffect;
        /** Whether the time had run out. */
        auto: boolean;
      };
    }
  /** MM-C4 */
  | {
      card_found: {
        /** Who looked for it. */
        seat: Seat;
        rank: Rank;
        /** Whether there was one. */
        found: boolean;
        /** The card; the owner's only. */
        card: Card | null;
      };
    }
  /** MM-C5 */
  | { card_slain: { seat: Seat; victim: Seat; card: Card } }
  /** MM-C6 */
  | {
      bodyguard_played: {
        seat: Seat;
        card: Card;
        /** What it counted, with its sign. */
        played_value: number;
        /** The score after it, before the King. */
        score: number;
      };
    }
  /** A card was played. */
  | {
      card_played: {
        seat: Seat;
        card: Card;
        /** What it counted, with its sign. */
        played_value: number;
        /** The score after it. */
        score: number;
        /** Whether the time had run out. */
        auto: boolean;
      };
    }
  /** MM-48: a turn ends with a card and without a spin. */
  | {
      spin_skipped: {
        seat: Seat;
        /** Whether the time had run out. */
        auto: boolean;
      };
    }
  /** A turn's time ran out. What follows carries `auto`. */
  | { timed_out: { seat: Seat } }
  /** MM-47 */
  | { card_forfeited: { seat: Seat; card: Card } }
  /** MM-41 */
  | {
      player_won: {
        seat: Seat;
        /** The score it was done with. */
        score: number;
        reason: Reason;
        /** Whether the time had run out. */
        timed_out: boolean;
      };
    }
  /** MM-42, MM-43 */
  | {
      player_lost: {
        seat: Seat;
        /** The score it was done with. */
        score: number;
        reason: Reason;
        /** Whether the time had run out. */
        timed_out: boolean;
      };
    }
  /** A turn is over. */
  | {
      turn_ended: {
        seat: Seat;
        /** Whose turn is next. */
        next: Seat;
      };
    }
  /** The match is over. The hands were laid open just before. */
  | {
      game_over: {
        /** Who won, who lost, and why. */
        ending: Ending;
      };
    };

/** The step at which a match rests, by the specification's names. */
export type FlowState =
  /** `setup.dealingCards` */
  | 'dealingCards'
  /** `setup.generatingThresholds` */
  | 'generatingThresholds'
  /** `setup.spinningInitialWheel` */
  | 'spinningInitialWheel'
  /** `setup.playingFirstCard` */
  | 'playingFirstCard'
  /** `playing.awaitingAction` */
  | 'awaitingAction'
  /** `playing.spinningWheel` */
  | 'spinningWheel'
  /** `playing.choosingCardEffect` */
  | 'choosingCardEffect'
  /** `playing.postCardPlay` */
  | 'postCardPlay'
  /** The match is over. */
  | 'finished';

/**
 * How hard the wheel is pushed, per mille. What a client sends is a number from 0 to 1; it is
 * converted when it is read (MM-38), and what makes no sense is kept as just that, so that it can
 * be refused for the right reason (MM-39).
 */
export interface Force {
  force?: number;
  force_milli?: number;
}

/** What the wheel says: whether high or low cards go, and whether they are added or subtracted. */
export type Mode =
  /** Equal or lower cards go; their value is subtracted. */
  | 'min'
  /** Equal or higher cards go; their value is added. */
  | 'max';

/**
 * The parameters of MM-4 that belong to the game, the turn clock, and the variant flags of section
 * 9. The default is the preset `classic`.
 */
export interface Options {
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** How many cards everybody is dealt. */
  hand_size: number;
  /** The lowest and the highest Min threshold. */
  min_range: [number, number];
  /** The lowest and the highest Max threshold. */
  max_range: [number, number];
  /** The angle of the wheel before the first spin. */
  start_angle: number;
  /** The force of the first spin, per mille. */
  setup_force: number;
  /** How long each step of the setup takes, except the spin. */
  setup_step_ms: Millis;
  /** How long a spin takes. */
  spin_ms: Millis;
  /** The turn clock. */
  turn_ms: Millis | null;
  /** MM-C1: for beating, 10 < J < Q < K. */
  strict_order: boolean;
  /** MM-C2: every card adds its value, and there is no Min threshold. */
  one_way_tally: boolean;
  /** MM-C3: J, Q and K have effects. */
  court_effects: boolean;
  /** MM-C8: a turn may end without a card. */
  may_pass: boolean;
  /** MM-C9: the current player may give up. */
  surrender: boolean;
  /** MM-C10: when a player loses, the seat before wins. */
  previous_wins: boolean;
}

/**
 * A card on the discard pile, in two bytes.
 *
 * No card counts 0, so a played value of 0 marks a forfeit (MM-47).
 */
export interface Played {
  card: Card;
  played_value: number;
  played_by: Seat | null;
  forfeit: boolean;
}

/** A player, as a viewer sees one. */
export interface PlayerSeen {
  /** Their place in turn order. */
  seat: Seat;
  /** How many cards are in the hand. */
  cards: number;
  /**
   * The hand in order: for its owner, for the player who chooses a card to slay (MM-C5), and for
   * everybody once the match is over.
   */
  hand: Card[] | null;
}

/** What a score means for the player who reaches it. */
export type PreviewResult =
  /** The match continues. */
  | 'goes_on'
  /** MM-41: exactly on a threshold. */
  | 'wins'
  /** MM-42: past a threshold. */
  | 'loses';

/** Why a match ended. */
export type Reason =
  /** MM-41: a card made the score equal to a threshold. */
  | 'exact_threshold'
  /** MM-42: a card pushed the score past a threshold. */
  | 'exceeded_threshold'
  /** MM-43: no card beat the top card, or the time ran out without one. */
  | 'cannot_beat'
  /** MM-C9: a player gave up. */
  | 'surrendered'
  /** MM-C8: everybody passed, and there was nothing to draw. */
  | 'stalemate';

/** How a match ended, as everybody sees it (MM-51). */
export interface ResultSeen {
  winner: Seat | null;
  losers: Seat[];
  /** Who neither won nor lost. */
  survivors: Seat[];
  /** Why it is over. */
  reason: Reason;
  /** Whether the last player's time had run out. */
  timed_out: boolean;
  /** How many turns there were. */
  turns: number;
  /** How long it took, in milliseconds. */
  duration: Millis;
  /** The highest score reached. */
  highest: number;
  /** The lowest score reached. */
  lowest: number;
  /** What was counted of every seat, in turn order. */
  stats: SeatStats[];
}

/** A score that a card leads to. */
export interface ScorePreview {
  /** The score after the card. */
  score: number;
  /** What that means for the player. */
  result: PreviewResult;
  /** What must be declared for it: the value of an ace (MM-35), a bodyguard (MM-C6). */
  declared?: DeclaredEffect;
}

/** What is counted of a seat. A game of more than 65535 turns stops counting. */
export interface SeatStats {
  /** How many cards it played. */
  cards_played: number;
  /** How many times it spun. */
  spins: number;
  /** How many of its cards were aces. */
  aces_played: number;
  /** How many times its time ran out. */
  timeouts: number;
  /** What its cards counted together, without their signs. */
  total: number;
}

/** MM-C5: whose card it is, and which. */
export interface Slay {
  /** The opponent. */
  seat: Seat;
  /** The card. */
  card: Card;
}

/** `pendingSpin`: a spin that has not come to rest. */
export interface Spin {
  /** Where it began. */
  from: Angle;
  /** How far it goes. */
  degrees: number;
  /** How hard it was pushed, per mille. */
  force_milli: number;
}

/** A turn, as everybody sees it. */
export interface TurnSeen {
  /** Which turn of the match it is, counted from 1. */
  seq: number;
  /** Whether the wheel was spun. */
  has_spun: boolean;
  /** Whether a card was played. */
  card_played: boolean;
  /** Whether the time ran out. */
  timed_out: boolean;
  /** Whether a card was forfeited. */
  forfeited: boolean;
  /** When the time runs out; nothing while the wheel turns and the clock is stopped (MM-22). */
  deadline: Millis | null;
}

/** What a viewer sees of a match. */
export interface View {
  /** The step of the flow. */
  place: FlowState;
  /** The players, in turn order. */
  players: PlayerSeen[];
  /** How many cards are left to draw. */
  draw: number;
  /** The discard pile with signed values and who played; the top is the last one. */
  discard: Played[];
  /** What the Queens have taken out of play. */
  slain: Card[];
  /** The score that all players share. It can be negative. */
  score: number;
  /** The lower threshold, where there is one. */
  min_threshold: number | null;
  /** The upper threshold, once it is drawn. */
  max_threshold: number | null;
  /** The angle of the wheel. */
  angle: Angle;
  /** Which cards beat the top card, as the angle of the wheel says. */
  mode: Mode;
  /** Where it goes, while it turns. */
  pending_spin: Spin | null;
  /** Whose turn it is. */
  current: Seat;
  /** What is known of the turn, while there are turns. */
  turn: TurnSeen | null;
  /** The card that was chosen in this turn. */
  chosen_card: Card | null;
  /** What was declared with it. */
  chosen_effect: DeclaredEffect | null;
  /** When the match began. */
  began: Millis;
  /** How the match ended; `null` while it runs. */
  result: ResultSeen | null;
  /** Where each card that the viewer can play now leads the score. */
  previews: CardPreview[];
}

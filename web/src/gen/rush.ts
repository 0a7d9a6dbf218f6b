// Written by `cargo xtask types`. Changes are lost.
// Rush: its options, views, actions and events.

import type { Card, Millis, Seat } from './kit';

/**
 * The commands of RU-74, and the system's own events, which are refused from everybody.
 *
 * Where a command names a player it is the sender; a client may leave it out. The host names the
 * player in whose name it speaks.
 */
export type Action =
  /** `PLAY_CARDS`: puts cards down, in this order. */
  | {
      play_cards: {
        /** The cards; the last one is the new top (RU-26). */
        cards: Card[];
        player?: Seat;
      };
    }
  /** `CARD_SELECTED` */
  | { card_selected: { card: Card; player?: Seat } }
  /** `CARD_DESELECTED` */
  | { card_deselected: { card: Card; player?: Seat } }
  /** `END_GAME` */
  | 'end_game'
  /** `PLAYER_JOIN` */
  | {
      player_join: {
        /** Under which name. */
        name: string;
        player?: Seat;
      };
    }
  /** `START_GAME` */
  | 'start_game'
  /** `RESTART_GAME` */
  | 'restart_game'
  /** `LEAVE_GAME` */
  | { leave_game: { player?: Seat } }
  /** `SEATS_CHANGED`: the room tells who holds which seat (RU-53). */
  | { seats_changed: { seats: SeatChange[] } }
  /** `AUTO_PLAY`: the system's own. */
  | { auto_play: { card: Card } }
  /** `SKIP_TURN`: the system's own. */
  | 'skip_turn'
  /** `TIMER_TICK`: the system's own. */
  | {
      timer_tick: {
        /** Seconds left. */
        remaining_time: number;
      };
    };

/** Whether the system made a play. */
export type Auto =
  /** No: the player did. */
  | 'none'
  /** RU-29: it was the only one. */
  | 'single'
  /** RU-66: the player let the time run out. */
  | 'shot_clock';

/** Who may end a game by hand (RU-55). */
export type EndGamePolicy =
  /** Any person, at once. */
  | 'any_player'
  /** The lowest seat held by a person. */
  | 'host'
  /** All connected persons together. */
  | 'unanimous';

/** Why a game ended (RU-50). */
export type EndReason =
  /** The three minutes are over. */
  | 'timer_expired'
  /** Nobody can move. */
  | 'no_valid_moves'
  /** The players ended it. */
  | 'manual_end'
  /** A hand is empty. */
  | 'player_won';

/** The log of RU-73, and the small changes that are not logged. */
export type Event =
  /** A player sat down. */
  | {
      player_joined: {
        seat: Seat;
        /** Under which name, if the seat was given one. */
        name?: string;
      };
    }
  | { player_left: { seat: Seat } }
  /** A game is about to begin. */
  | {
      game_starting: {
        /** Which one at this table. */
        game: number;
        players: Seat[];
        params: Options;
        at: Millis;
      };
    }
  /** The deck was shuffled. Hidden from everybody. */
  | {
      deck_shuffled: {
        /** The deck, top first. */
        deck: Card[] | null;
      };
    }
  /** A seat got its cards. */
  | { hand_dealt: { seat: Seat; count: number; cards: Card[] | null } }
  /** The deal is done, and a card is turned up. */
  | {
      cards_dealt: {
        /** The first discard. */
        first: Card;
        /** How many cards are left over. */
        undealt: number;
      };
    }
  /** The countdown began. Not logged. */
  | { clock_started: { at: Millis } }
  | {
      turn_started: {
        seat: Seat;
        /** What is to be matched. */
        top: Card;
      };
    }
  /** A card was selected. Not logged. */
  | { card_selected: { card: Card } }
  /** A card was put back. Not logged. */
  | { card_deselected: { card: Card } }
  /** Cards were put down. */
  | {
      cards_played: {
        seat: Seat;
        cards: Card[];
        /** What made it legal. */
        kind: PlayKind;
        /** Whether the system did it, and why. */
        auto: Auto;
        /** How many cards are left in the hand. */
        left: number;
        at: Millis;
      };
    }
  /** A turn was lost. */
  | { turn_skipped: { seat: Seat; how: Skip; at: Millis } }
  /** The turn passed to another player. Not logged. */
  | { turn_passed: { to: Seat } }
  /** An undealt card was put on the pile. */
  | { card_flipped: { card: Card } }
  /** A player wants to end the game. */
  | { end_vote: { seat: Seat } }
  /** A second went by. Not logged. */
  | { ticked: { left: number } }
  /** It is settled why the game ends. Not logged; `GameEnding` says it. */
  | { end_reason_set: { reason: EndReason } }
  | {
      game_ending: {
        reason: EndReason;
        seconds_left: number;
        /** How everybody stands. From here on hands are public. */
        scores: FinalScore[];
        winners: Seat[];
      };
    }
  /** The match is over. */
  | 'game_over'
  /** The table is empty again. */
  | {
      game_restarted: {
        /** The number of the game to come. */
        game: number;
      };
    }
  /** Seats are held by others. The room logs it (RU-53). */
  | { seats_changed: { seats: SeatChange[] } };

/** What a player ended with. */
export interface FinalScore {
  /** Who. */
  seat: Seat;
  /** The points left in hand. */
  total: number;
  /** 1, 1, 3 for ties. */
  place: number;
  /** The cards left in hand. */
  cards: Card[];
}

/** A notification, as everybody sees it (RU-62). */
export interface NotificationSeen {
  /** Counted from 1 in every game. */
  id: number;
  /** For whom the system acted. */
  player: Seat;
  /** What the player was called then, if the seat had a name. */
  name?: string;
  /** `auto-play` if the system played a card, `auto-skip` if it passed the turn on. */
  type: string;
  /** The card of an `auto-play`. */
  card: Card | null;
  /** When, in virtual time. */
  timestamp: Millis;
}

/** The parameters of RU-4. The default is the preset `classic`. */
export interface Options {
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** How many cards everybody gets. */
  hand_size: number;
  /** How long `GAME_STARTING` lasts. */
  starting_ms: Millis;
  /** How long `WAITING_FOR_TURN` lasts. */
  waiting_ms: Millis;
  /** How long `GAME_ENDING` lasts. */
  ending_ms: Millis;
  /** The countdown. */
  game_seconds: number;
  /** How many notifications are kept. */
  notification_cap: number;
  /** Who may end a game by hand (RU-55). */
  end_game_policy: EndGamePolicy;
  /** The shot clock (RU-66). */
  turn_limit_ms: Millis | null;
  /** What happens when nobody can move. */
  stall_rule: StallRule;
  /**
   * RU-69: a room drives `LOBBY` and `GAME_OVER`, and players' own words about them are refused.
   */
  served: boolean;
}

/** The six states (RU-14). */
export type Phase =
  /** Players come and go. */
  | 'LOBBY'
  /** The deck is shuffled. */
  | 'GAME_STARTING'
  /** A player is to move. */
  | 'PLAYER_TURN'
  /** The turn passes. */
  | 'WAITING_FOR_TURN'
  /** The scores are shown. */
  | 'GAME_ENDING'
  /** The match is over. */
  | 'GAME_OVER';

/** What makes a play legal (RU-23). */
export type PlayKind =
  /** RU-18: one card that is valid. */
  | 'single'
  /** RU-20: several cards of one value that is valid. */
  | 'same_value'
  /** RU-21: several cards of more than one value, each valid alone. */
  | 'all_valid'
  /** RU-22: at least two cards whose values add up to the top card's. */
  | 'sum';

/** A player, as a viewer sees one. */
export interface PlayerSeen {
  /** Their chair at the table. */
  seat: Seat;
  /** The display name, if the seat was given one. */
  name?: string;
  /** How many cards are in the hand. */
  cards: number;
  /** The hand, for its owner; for everybody from `GAME_ENDING` on. */
  hand: Card[] | null;
  /** What the hand counts, for those who see it. */
  total: number | null;
  /** Whether a person holds the seat; known to the seat itself only. */
  person: boolean | null;
}

/** A final score, as everybody sees it (RU-58). */
export interface ScoreSeen {
  /** Who has this score. */
  player: Seat;
  /** What the player was called then, if the seat had a name. */
  name?: string;
  /** The points left in hand. */
  total: number;
  /** 1, 1, 3 for ties. */
  place: number;
  /** The cards left in hand. */
  cards: Card[];
}

/** One seat as the room knows it (RU-53). */
export interface SeatChange {
  /** The seat. */
  player: Seat;
  /** The display name, if it is another one. */
  name?: string;
  /** Whether a person holds it. */
  person: boolean;
  /** Whether the connection is alive. */
  connected: boolean;
  /** Whether whoever is no person stands in for one (MM-70). */
  stands_in?: boolean;
}

/** How a turn was lost. */
export type Skip =
  /** RU-29: the turn had come, and there was no move. */
  | 'no_move'
  /** RU-31: the turn went to a later player, because this one had no move. */
  | 'passed_over';

/** What happens when nobody can move. */
export type StallRule =
  /** RU-33: the game ends. */
  | 'end'
  /** RU-68: an undealt card is put on the pile. */
  | 'flip';

/** What a viewer sees of a match. */
export interface View {
  /** The state of the flow. */
  phase: Phase;
  /** Which game this is. */
  game_id: string;
  /** How many chairs there are. */
  chairs: number;
  /** The players in turn order. */
  players: PlayerSeen[];
  /** Who is to move. */
  current: Seat;
  /** What the viewer has selected, if it is the viewer's turn. */
  selected: Card[];
  /** The discard pile, top last. */
  discard: Card[];
  /** How many cards were not dealt. */
  undealt: number;
  /** How many seconds of the countdown are left. */
  game_timer: number;
  /** When the deck was shuffled. */
  round_start: Millis | null;
  /** When the countdown began. */
  clock_start: Millis | null;
  /** Who acted last; `null` before the first move. */
  last_actor: Seat | null;
  /** How many plays there were. */
  plays: number;
  /** The last notifications, oldest first. */
  notifications: NotificationSeen[];
  /** Who wants to end the game. */
  end_votes: Seat[];
  /** Why the game ended. */
  end_reason: EndReason | null;
  /** How it ended, by place. */
  final_scores: ScoreSeen[];
  /** Who won, in seat order. */
  winners: Seat[];
  /** The winner; `null` while the game runs, and if several share the first place. */
  winner: ScoreSeen | null;
}

// Written by `cargo xtask types`. Changes are lost.
// May I?: its options, views, actions and events.

import type { Millis, Seat } from './kit';

/** The commands of section 12.7 and appendix A. The seat that sends one is its player. */
export type Action =
  /** `DRAW_FROM_STOCK`; in the window the current player's pass (MI-95). */
  | 'draw_from_stock'
  /** `DRAW_FROM_DISCARD`; in the window it takes the offered card (MI-96). */
  | 'draw_from_discard'
  /** `CALL_MAY_I` */
  | 'call_may_i'
  /** `PASS_MAY_I`: declines, or, from the current player, closes the window. */
  | 'pass_may_i'
  /** `SKIP_LAY_DOWN` */
  | 'skip_lay_down'
  /** `LAY_DOWN` */
  | {
      lay_down: {
        /** All melds of the contract. */
        melds: Proposal[];
      };
    }
  /** `LAY_OFF` */
  | {
      lay_off: {
        /** A card of the hand. */
        card: Card;
        /** Where it goes. */
        meld: MeldId;
        /** At which end, if it is a wild on a run. */
        end?: End;
      };
    }
  /** `SWAP_JOKER` */
  | {
      swap_joker: {
        /** The run. */
        meld: MeldId;
        /** The joker in it. */
        joker: Card;
        /** The card of the hand that takes its place. */
        card: Card;
      };
    }
  /** `DISCARD` */
  | {
      discard: {
        /** A card of the hand. */
        card: Card;
      };
    }
  /** `REORDER_HAND` */
  | {
      reorder_hand: {
        /** All cards of the hand. */
        cards: Card[];
      };
    }
  /** `ALLOW_MAY_I` (MI-302) */
  | 'allow_may_i'
  /** `CLAIM_MAY_I` (MI-302) */
  | 'claim_may_i'
  /** `ADD_PLAYER` */
  | {
      add_player: {
        /** Under which name. */
        name: string;
      };
    }
  /** `START_GAME` */
  | 'start_game';

/** A card: rank, then suit, with `#2`, `#3` … for a further copy; `JK1`, `JK2` … are the jokers. */
export type Card = string;

/** How many sets and runs a round demands (MI-10). */
export interface Contract {
  /** So many sets. */
  sets: number;
  /** So many runs. */
  runs: number;
}

/** An end of a run. */
export type End =
  /** Below the lowest card. */
  | 'start'
  /** Above the highest card. */
  | 'end';

/** How a round ended (MI-132). */
export type EndedBy =
  /** A player's hand is empty. */
  | 'wentOut'
  /** There is no card left to draw (MI-114). */
  | 'exhausted'
  /** There were too many turns (MI-115). */
  | 'turnCap';

/** What happened. */
export type Event =
  /** A player joined. Not logged; `GameStarted` names all. */
  | { player_added: { seat: Seat; name: string } }
  /** The players drew for the deal; the highest card deals, ties draw again. */
  | { dealer_drawn: { cards: [Seat, Card][] } }
  /** The game began. Players go by their ids (MI-1): names are the room's. */
  | { game_started: { players: string[]; rules: Options; dealer: Seat } }
  /** A round began. */
  | {
      round_started: {
        round: number;
        contract: Contract;
        dealer: Seat;
        first: Seat;
        packs: number;
      };
    }
  /** The deck was shuffled, top first. Not logged. */
  | { shuffled: { deck: Card[] | null } }
  /** The cards of this round lie as a test arranged them. Not logged. */
  | { cards_arranged: { round: number } }
  /** Everybody got as many cards; each hand is known to its owner. */
  | { hands_dealt: { count: number; hands: (Card[] | null)[] } }
  /** The first discard was turned up. */
  | { discard_turned: { card: Card } }
  /** A turn began. */
  | { turn_started: { player: Seat; turn: number } }
  /** A card was drawn; the player knows which. */
  | { drew_from_stock: { player: Seat; card: Card | null } }
  /** The top discard was taken. */
  | { drew_from_discard: { player: Seat; card: Card; in_window: boolean } }
  /** The May I window opened. */
  | { may_i_opened: { card: Card; discarder: Seat | null; eligible: Seat[] } }
  /** A player asked for the discard. */
  | { may_i_called: { player: Seat } }
  /** A player did not want it. */
  | { may_i_declined: { player: Seat } }
  /** The current player passed and waits for answers. Not logged; views show it. */
  | { may_i_passed: { player: Seat } }
  /** MI-302: a player ahead of the caller is asked. */
  | { may_i_asked: { player: Seat } }
  /** MI-302: a player ahead of the caller lets it happen. */
  | { may_i_allowed: { player: Seat } }
  /** The window closed, or the call is settled. The penalty card is known to the winner. */
  | {
      may_i_closed: {
        outcome: WindowOutcome;
        winner: Seat | null;
        card: Card;
        penalty_drawn: boolean;
        penalty: Card | null;
      };
    }
  /** A joker was swapped out of a run. */
  | { joker_swapped: { player: Seat; meld: MeldId; joker: Card; card: Card } }
  /** A contract was laid down; the melds as they lie. */
  | { laid_down: { player: Seat; melds: Proposal[] } }
  /** A card was laid off. */
  | { laid_off: { player: Seat; card: Card; meld: MeldId; end: End } }
  /** A player skips to the discard. */
  | { skipped: { player: Seat } }
  /** A card was discarded. */
  | { discarded: { player: Seat; card: Card } }
  /** The discards became the stock; the order is hidden. */
  | { stock_replenished: { count: number; order: Card[] | null } }
  /** A hand was sorted. Not logged (MI-30). */
  | { hand_reordered: { player: Seat; cards: Card[] | null } }
  /** A player has no card left. */
  | { went_out: { player: Seat; by: WentOutBy } }
  /** A round ended; all hands are shown (MI-173). */
  | { round_ended: { record: RoundRecord; hands: Card[][]; table: LaidMeld[] } }
  /** The game ended. */
  | { game_ended: { totals: number[]; winners: Seat[] } };

/** Who deals the first round. */
export type FirstDealer =
  /** The last seat, so that the first seat acts first. */
  | 'last_seat'
  /** This seat. */
  | { seat: number }
  /** The player who draws the highest card. */
  | 'high_card';

/** How hands have grown in a round beyond the deal (MI-222). */
export interface Growth {
  /** May I wins with a penalty card: two cards each. */
  wins: number;
  /** May I wins without one: one card each. */
  waived: number;
  /** Offered cards that the current player took: one card each. */
  taken: number;
}

/** A meld as it lies on the table. */
export interface LaidMeld {
  /** Its id. */
  id: MeldId;
  /** Set or run. */
  type: MeldKind;
  /** Its cards, a run's ascending. */
  cards: Card[];
  /** Who laid it down. */
  owner: Seat;
}

/** How many cards a meld of a laydown has in rounds 1 to 5. */
export type LaydownSize =
  /** Three for a set, four for a run. */
  | 'exact'
  /** That many or more. */
  | 'at_least';

/** Whether the window waits for the players who have not answered. */
export type MayIHold =
  /** No: the current player's pass closes it. */
  | 'off'
  /** Yes, for so many milliseconds after the pass. */
  | { max_ms: Millis };

/** How a window or a call ended, as a viewer sees it. */
export interface MayISeen {
  outcome: WindowOutcome;
  /** Who got the card. */
  winner: Seat | null;
  offered: Card;
  /** Whether a penalty card was drawn. */
  penalty_drawn: boolean;
  /** Which; for the winner only. */
  penalty: Card | null;
}

/** When May I may be called. */
export type MayITiming =
  /** In the window after a stock draw (section 8). */
  | 'window'
  /** As long as the discard is exposed (appendix A). */
  | 'exposed';

/** A meld of the table, called after its owner and its number: `meld-player-2-13` (MI-65). */
export type MeldId = string;

/** Set or run. */
export type MeldKind =
  /** Cards of one rank (MI-40). */
  | 'set'
  /** Cards of one suit in a row (MI-41). */
  | 'run';

/** What can be chosen before the game. */
export interface Options {
  /** MI-13: the round the game starts with, 1 to 6. */
  starting_round: number;
  /** MI-96: what the current player may still do with the offered card. */
  window_take: WindowTake;
  /** MI-61: how many cards a meld of a laydown has. */
  laydown_size: LaydownSize;
  /** MI-63: whether runs of one suit must keep a distance. */
  same_suit_gap: Switch;
  /** MI-107: whether the window waits for answers. */
  may_i_hold: MayIHold;
  /** D-7: whether a discard may follow the draw at once. */
  implicit_skip: boolean;
  /** MI-11: who deals the first round. */
  first_dealer: FirstDealer;
  /** MI-115: after how many turns a round ends without a winner. */
  max_turns_per_round: number | null;
  /** When May I may be called: section 8, or appendix A. */
  may_i_timing: MayITiming;
  /**
   * How long a player may think over one decision, in milliseconds (section 13): a service for
   * rooms with people.
   */
  turn_limit_ms: Millis | null;
}

/** The state of the flow, as far as commands depend on it. */
export type Phase =
  /** Players join. */
  | 'setup'
  /** The current player is to draw. */
  | 'awaitingDraw'
  /** The May I window is open. */
  | 'mayIWindow'
  /** The current player may lay down, lay off, swap, or skip to the discard. */
  | 'drawn'
  /** The current player is to discard. */
  | 'awaitingDiscard'
  /** The game is over. */
  | 'gameEnd';

/** A player, as a viewer sees one. */
export interface PlayerSeen {
  /** The seat. */
  seat: Seat;
  /** How many cards are in the hand. */
  cards: number;
  /** The hand in order: for its owner, and for everybody when the game is over. */
  hand: Card[] | null;
  /** Whether the player is down. */
  is_down: boolean;
  /** The points so far. */
  total: number;
  /** The place so far, 1, 1, 3 for ties (MI-133). */
  place: number;
}

/** A meld as a player names it. The order of a run's cards may matter (MI-47). */
export interface Proposal {
  /** Set or run, as declared (MI-46). */
  type: MeldKind;
  /** The cards in the order named. */
  cards: Card[];
}

/** The record of a round (MI-132). */
export interface RoundRecord {
  /** Which round, 1 to 6. */
  round: number;
  /** What every player scored, in seat order. */
  scores: number[];
  /** Who went out. */
  winner: Seat | null;
  /** How it ended. */
  ended_by: EndedBy;
}

/** A call that is being settled (MI-302). */
export interface Settling {
  /** Who called. */
  caller: Seat;
  /** Who is being asked. */
  asked: Seat | null;
  /** Who has allowed it. */
  allowed: Seat[];
}

/** A pile that can be drawn from. */
export type Source =
  /** The stock. */
  | 'stock'
  /** The discard pile. */
  | 'discard';

/** A rule that is on by default. */
export type Switch =
  /** The rule holds. */
  | 'on'
  /** It does not. */
  | 'off';

/** What a viewer sees of a game. */
export interface View {
  /** The phase of the game. */
  phase: Phase;
  /** The round, 1 to 6. */
  round: number;
  /** What it demands. */
  contract: Contract;
  /** Who dealt it. */
  dealer: Seat;
  /** Whose turn it is. */
  current: Seat;
  /** The number of the turn in this round. */
  turn: number;
  /** The number of turns in the whole game. */
  turns: number;
  /** The players, in seat order. */
  players: PlayerSeen[];
  /** How many cards the stock has. */
  stock: number;
  /** How many cards the discard pile has. */
  discard: number;
  top: Card | null;
  discarder: Seat | null;
  table: LaidMeld[];
  /** From where the current player has drawn in this turn. */
  drew: Source | null;
  /** Whether the current player has laid down in this turn. */
  laid_down: boolean;
  /** The May I window. */
  window: WindowSeen | null;
  /** How the window or the call of this turn ended. */
  may_i: MayISeen | null;
  /** Whether the discard can be called for (MI-300). */
  exposed: boolean;
  /** The call that is being settled (MI-302). */
  settling: Settling | null;
  /** How hands have grown beyond the deal. */
  grown: Growth;
  /** Whether this round was dealt from a full deck. */
  dealt: boolean;
  /** The rounds so far. */
  history: RoundRecord[];
  winners: Seat[];
  /** A hint for the viewer: the best laydown of the viewer's hand, if there is one. */
  can_lay_down: Proposal[] | null;
}

/** How a player went out. */
export type WentOutBy =
  /** With the last discard. */
  | 'discard'
  /** With the last lay-off. */
  | 'layOff'
  /** With a laydown of the whole hand. */
  | 'layDown';

/** How a window ended. */
export type WindowOutcome =
  /** The current player took the card. */
  | 'CURRENT_PLAYER_CLAIMED'
  /** A caller got it. */
  | 'MAY_I_RESOLVED'
  /** Nobody called. */
  | 'NO_CLAIMS';

/** An open window, as everybody sees it. */
export interface WindowSeen {
  /** Who called, in calling order. */
  claimants: Seat[];
  /** Who declined. */
  declined: Seat[];
  /** Who may call or has, in order of priority. */
  eligible: Seat[];
  /** Whether the current player has passed. */
  passed: boolean;
  /** MI-108 */
  next_to_decide: Seat | null;
  /** When it closes without an answer. */
  hold_deadline: Millis | null;
}

/** What the current player may still do with the offered card after drawing from the stock. */
export type WindowTake =
  /** Take it as well, and keep both. */
  | 'keep_both'
  /** Nothing. */
  | 'forbidden';

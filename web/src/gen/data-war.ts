// Written by `cargo xtask types`. Changes are lost.
// Data War: its options, views, actions and events.

import type { Millis, Seat, SeatKind } from './kit';

/** An action of a seat or of the host. */
export type Action =
  /** Says "go on". */
  | 'tap'
  /** Has read what the effects do. */
  | 'dismiss'
  /** Opens one of the offered cards. */
  | {
      pick_open: {
        /** Which, counted from the top. */
        slot: number;
      };
    }
  /** Takes cards of the winner. */
  | {
      pick_tantrum: {
        /** Which, in row order. */
        slots: number[];
      };
    }
  /** Grabs a falling card. */
  | {
      grab: {
        /** Which, in pile order. */
        slot: number;
      };
    }
  /** Ends a scramble (the host's). */
  | 'close_grab'
  /** Gives up. */
  | 'concede'
  /** Gives up for a seat (the host's). */
  | { concede_for: { seat: Seat } }
  /** DW-42: tells who is at a seat (the host's). */
  | {
      seat_changed: {
        seat: Seat;
        /**
         * Whether the table waits for whoever plays it. Rooms always say so: a bot in a person's
         * place is treated like the person (MM-70). Records of before said no for such a bot, and
         * the seat then counted as away; they are played again as they were.
         */
        person: boolean;
        /** Whether the connection is alive. */
        connected: boolean;
      };
    }
  /** Chooses who is shown at the first seat; in a networked game, at the own one. */
  | { select_billionaire: { billionaire: Character } }
  /** Chooses where the game is played. */
  | { select_background: { background: Background } }
  /** Sends an event to the flow. */
  | { event: FlowEvent };

export type Background =
  /** Brock's. */
  | 'vault'
  /** Lotte's. */
  | 'studio'
  /** Misty's, and the default. */
  | 'asteroid'
  /** Alden's. */
  | 'gallery'
  /** Rafe's. */
  | 'campaign'
  /** Ida's. */
  | 'manor'
  /** Neutral. */
  | 'nebula'
  /** Neutral. */
  | 'night-sky'
  /** Neutral. */
  | 'felt';

/** Why an effect was stopped (DW-95). */
export type Blocked =
  /** The opponent's Tracker Smacker. */
  'smacked';

/** What a special card does. */
export type CardEffect =
  /** DW-64. */
  | 'tracker'
  /** DW-65. */
  | 'blocker'
  /** DW-96. */
  | 'forced_empathy'
  /** DW-124. */
  | 'open_what_you_want'
  /** DW-117. */
  | 'mandatory_recall'
  /** DW-99. */
  | 'tracker_smacker'
  /** DW-119. */
  | 'leveraged_buyout'
  /** DW-104. */
  | 'hostile_takeover'
  /** DW-120. */
  | 'temper_tantrum'
  /** DW-118. */
  | 'patent_theft'
  /** DW-112. */
  | 'launch_stack'
  /** DW-130. */
  | 'data_grab';

/** One card: its type and which copy of it (DW-5), as in `common-3-07`. */
export type CardId = string;

export type Character =
  /** Brock Vantage: inherited, camera-ready, orbit-bound. */
  | 'brock'
  /** Lotte von Klick: buys newsrooms, loses readers. */
  | 'lotte'
  /** Misty Orr: mines asteroids for applause. */
  | 'misty'
  /** Alden P. Crest: keeps his money where the sun is. */
  | 'alden'
  /** Rafe Holloway: counts votes until they fit. */
  | 'rafe'
  /** Dame Ida Penhallow: sells heritage by the token. */
  | 'ida';

/** Card types in order, top first, by their codes: `C5 C1 T2`. */
export type Codes = string;

/** Why a game ended. */
export type Condition =
  /** Enough Launch Stacks. */
  | 'launch_stacks'
  /** The other seat has no cards, or too few for a war. */
  | 'all_cards'
  /** Too many turns. */
  | 'turn_cap'
  /** Nobody won. */
  | 'draw'
  /** The other seat gave up. */
  | 'concede';

/** How a Data Grab shares the pile out. */
export type DataGrab =
  /** DW-131: by chance, at settlement. */
  | 'split'
  /** DW-134: cards fall and are grabbed. */
  | 'scramble';

/** What a game begins with. */
export interface Deal {
  /** Both decks, top first. */
  decks: [CardId[], CardId[]];
  /** Both collections. */
  stacks: [CardId[], CardId[]];
  /** Waiting opens. */
  opens: [number, number];
  /** Turns that count as played. */
  turns_completed: number;
}

/** DW-22. */
export interface Delays {
  card_flip: Millis;
  card_comparison: Millis;
  win_animation: Millis;
  owyw_animation: Millis;
  special_effect_display: Millis;
  data_war_reveal: Millis;
  effect_settle: Millis;
  cpu_turn_delay: Millis;
  data_grab_takeover: Millis;
  data_grab_limit: Millis;
  data_grab_hand_viewer: Millis;
  tap_auto: Millis;
  effect_auto_dismiss: Millis;
  choice_auto: Millis;
  grab_cooldown: Millis;
}

/** What the condition does not say. */
export type Detail =
  /** DW-77, DW-78: a war could not be paid for. */
  | 'war_shortage'
  /** DW-144. */
  | 'both_empty'
  /** DW-141. */
  | 'both_launched'
  /** DW-146. */
  | 'turn_cap';

/** DW-148: how a game ended. */
export interface Ending {
  /** Who won; nobody in a draw. */
  winner: Seat | null;
  /** Why. */
  condition: Condition;
  /** More about why. */
  detail: Detail | null;
  /** Turns that were settled. */
  turns_completed: number;
  /** Cards in the decks. */
  decks: [number, number];
  /** Collected stacks. */
  stacks: [number, number];
}

/** What happened. */
export type Event =
  /** A character was chosen for a seat. */
  | { character_chosen: { seat: Seat; character: Character } }
  /** Cards were dealt; every field is reset. */
  | { game_started: { settings: Settings; sizes: [number, number]; deal: Deal | null } }
  /** DW-33: everything was thrown away. */
  | 'game_dropped'
  /** A turn began. */
  | { turn_started: { turn: number } }
  /** A seat is shown the top of its deck. */
  | { open_offered: { seat: Seat; count: number; cards: CardId[] | null } }
  /** A seat has picked; it counts when everybody has. */
  | { open_answered: { seat: Seat; slot: number | null } }
  /** A seat's pick is on top, the others of its offer went to the bottom. */
  | { open_picked: { seat: Seat; count: number; slot: number | null; rest: CardId[] | null } }
  /** DW-129: an Open What You Want was spent inside a war. */
  | { open_spent: { seat: Seat; place: number } }
  /** A seat tapped to continue. */
  | { tapped: { seat: Seat } }
  /** A card was turned over. */
  | { card_revealed: { seat: Seat; card: CardId; in_war: boolean; index: number } }
  /** DW-96; the sizes are those before. */
  | { decks_swapped: { by: Seat; sizes: [number, number] } }
  /** DW-99. */
  | { smacker_on: { seat: Seat } }
  /** DW-105: the original play is void. */
  | { takeover_declared: { by: Seat; attacked: Seat; place: number } }
  /** DW-106: two takeovers in one reveal. */
  | { takeovers_met: { places: [number, number] } }
  /** An effect waits for the settlement. */
  | { effect_queued: { seat: Seat; card: CardId; effect: CardEffect; place: number } }
  /** A seat must play again. */
  | { another_play_owed: { seat: Seat } }
  /** A seat need not, although its card demands it. */
  | { another_play_lost: { seat: Seat; reason: Lost } }
  /** What both compare now. */
  | { values_changed: { tallies: [Tally, Tally] } }
  /** A war began. */
  | { war_began: { war: War; plays: Seat[]; depth: number } }
  /** Cards were laid face down. */
  | { face_down_laid: { seat: Seat; count: number; cards: CardId[] | null } }
  /** A war was due that these could not pay for. */
  | { war_shortage: { seats: Seat[]; decks: [number, number] } }
  /** The turn has a winner. */
  | { turn_won: { seat: Seat; values: [number, number] } }
  /** A queued effect worked, on so many cards. */
  | { effect_applied: { seat: Seat; effect: CardEffect; place: number; count: number } }
  /** A queued effect was smacked. */
  | { effect_blocked: { seat: Seat; effect: CardEffect; place: number; reason: Blocked } }
  /** A queued effect came to nothing. */
  | { effect_idle: { seat: Seat; effect: CardEffect; place: number; reason: Idle } }
  /** A loser may take cards. */
  | { tantrum_offered: { seat: Seat; place: number; slots: (CardId | null)[] } }
  /** A loser took cards: slots of the offer, places of the pile and what everybody sees of them. */
  | {
      tantrum_taken: {
        seat: Seat;
        place: number;
        slots: number[];
        places: number[];
        cards: (CardId | null)[];
      };
    }
  /** DW-131: the pile was shared out, dealt in this order, the first card to `by`. */
  | { pile_split: { by: Seat; place: number; cards: (CardId | null)[]; order: number[] | null } }
  /** DW-134: cards begin to fall. */
  | { grab_opened: { slots: (CardId | null)[]; falls: Fall[] } }
  /** A seat got a slot; `missed` if nobody had grabbed it. */
  | { card_grabbed: { seat: Seat; slot: number; card: CardId | null; missed: boolean } }
  /** What was grabbed goes to the decks. */
  | { grab_closed: { counts: [number, number] } }
  /** A Launch Stack was collected from a place of the pile. */
  | { stack_collected: { seat: Seat; card: CardId; place: number; total: number } }
  /** DW-118. */
  | {
      stack_stolen: { from: Seat; to: Seat; card: CardId; place: number; totals: [number, number] };
    }
  /** DW-117: stacks went back into their owner's deck, which was shuffled. */
  | {
      stacks_recalled: {
        seat: Seat;
        place: number;
        cards: CardId[];
        totals: [number, number];
        deck: CardId[] | null;
      };
    }
  /** The winner took the pile. */
  | { cards_collected: { seat: Seat; cards: (CardId | null)[] } }
  /** A turn was settled. */
  | { turn_ended: { turn: number; decks: [number, number]; stacks: [number, number] } }
  /** The game ended. */
  | { game_over: { ending: Ending } };

/** Both decks and what else a test may want to begin with. */
export interface Exact {
  /** The first seat's deck, top first. */
  p1: Codes;
  /** The second seat's deck. */
  p2: Codes;
  /** What the first seat has collected, oldest first. */
  p1_stacks: Codes;
  /** What the second seat has collected. */
  p2_stacks: Codes;
  /** Waiting opens of both seats. */
  opens: [number, number];
  /** How many turns count as played. */
  turns_completed: number;
}

/** When a card of a scramble falls, in milliseconds (DW-134). */
export interface Fall {
  /** How long it falls. */
  fall: number;
  /** How long after it the next one starts. */
  gap: number;
}

export type FlowEvent =
  /** From `welcome` to the set-up screens. */
  | 'START_GAME'
  /** From `welcome` straight into the game. */
  | 'SKIP_TO_GAME'
  /** From `intro`. */
  | 'SHOW_GUIDE'
  /** From `intro`. */
  | 'SKIP_INSTRUCTIONS'
  /** From `quick_start_guide`. */
  | 'SHOW_MISSION'
  /** From `quick_start_guide`. */
  | 'SKIP_GUIDE'
  /** From `your_mission`. */
  | 'START_PLAYING'
  /** From `vs_animation`. */
  | 'VS_ANIMATION_COMPLETE'
  /** Raised when the taps are in. */
  | 'REVEAL_CARDS'
  /** Ends the flip of the cards. */
  | 'CARDS_REVEALED'
  /** Leaves `comparing` for a war that is due. */
  | 'TIE'
  /** Leaves `comparing` for effects that are pending. */
  | 'SPECIAL_EFFECT'
  /** Leaves `comparing` for `resolving`. */
  | 'RESOLVE_TURN'
  /** Leaves `comparing` for the scramble. */
  | 'DATA_GRAB'
  /** Raised when the taps are in. */
  | 'TAP_DECK'
  /** Raised when the dismissals are in. */
  | 'DISMISS_EFFECT'
  /** Raised by `resolving`. */
  | 'CHECK_WIN_CONDITION'
  /** Shortens `pre_reveal.processing`. */
  | 'START_OWYW_ANIMATION'
  /** Raised when the picks are in. */
  | 'CARD_SELECTED'
  /** Raised by `pre_reveal.processing`. */
  | 'PRE_REVEAL_COMPLETE'
  /** Starts the scramble. */
  | 'DATA_GRAB_COUNTDOWN_COMPLETE'
  /** Raised when no slot is left. */
  | 'DATA_GRAB_GAME_COMPLETE'
  /** Leaves the scramble. */
  | 'DATA_GRAB_RESULTS_VIEWED'
  /** Back to `welcome`, everything thrown away. */
  | 'RESET_GAME'
  /** Back to `welcome`; among several clients, giving up. */
  | 'QUIT_GAME'
  /** Declared and ignored. */
  | 'NO_TIE'
  /** Declared and ignored. */
  | 'NO_SPECIAL_EFFECT'
  /** Declared and ignored. */
  | 'WIN'
  /** Declared and ignored. */
  | 'CONTINUE';

/** Why an effect came to nothing. */
export type Idle =
  /** It needs a win. */
  | 'turn_lost'
  /** It needs a loss. */
  | 'turn_won'
  /** There was nothing to take. */
  | 'nothing_there';

/** Why a card that demands another play got none (DW-67). */
export type Lost =
  /** The opponent's Tracker Smacker. */
  | 'smacked'
  /** The opponent's Hostile Takeover in the same reveal. */
  | 'takeover'
  /** The deck is empty. */
  | 'no_cards';

/** DW-15. The defaults are the game as the specification gives it. */
export interface Options {
  /** How the first seat's cards are ordered (DW-9). */
  p1_strategy: Strategy;
  /** How the second seat's cards are ordered. */
  p2_strategy: Strategy;
  /** The type ids on top of the first deck under the strategy `custom` (DW-10). */
  p1_custom: string[];
  /** The same for the second deck. */
  p2_custom: string[];
  /** DW-12: both play the same cards in the same order. */
  mirror_decks: boolean;
  /** DW-11: both decks card by card, for tests. */
  exact: Exact | null;
  /** How many Launch Stacks win, 1 to 5. */
  launch_stacks_to_win: number;
  /** What happens when a seat has too few cards for a war. */
  war_shortage: WarShortage;
  /** How a Data Grab works. */
  data_grab: DataGrab;
  /** DW-129: whether Open What You Want works inside a war. */
  owyw_in_war: boolean;
  /** DW-146: after how many turns a game ends; never is written as 0. */
  max_turns: number;
  /** Who moves the clock. */
  pacing: Pacing;
  /** How long things take. */
  delays: Delays;
}

/** Who moves the clock and who is waited for. */
export type Pacing =
  /** One screen, with its set-up screens. */
  | 'local'
  /** DW-39: a server, which goes on without those who are silent. */
  | 'network'
  /** DW-38: a virtual clock, nothing to look at. */
  | 'headless';

/** A card in play, as everybody sees it. */
export interface PileView {
  /** The seat that laid it. */
  owner: Seat;
  /** The card; none for a back. */
  card: CardId | null;
  /** Whether its effect is pending. */
  pending: CardEffect | null;
  /** Whether the settlement has taken it away already. */
  gone: boolean;
}

/**
 * DW-157: the settings that the log tells. Pacing and delays never change a game (DW-188), and
 * decks that are given card by card are deck orders, which are hidden.
 */
export interface Settings {
  p1_strategy: Strategy;
  p2_strategy: Strategy;
  mirror_decks: boolean;
  launch_stacks_to_win: number;
  war_shortage: WarShortage;
  data_grab: DataGrab;
  owyw_in_war: boolean;
  max_turns: number;
}

/** One seat, as a viewer sees it. */
export interface SideView {
  /** Whether a person, a bot or the game itself plays this seat. */
  kind: SeatKind;
  /** Who is shown here. */
  character: Character | null;
  /** How many cards the deck has. Nobody sees which (DW-150). */
  deck: number;
  /** Collected Launch Stacks, oldest first. */
  stacks: CardId[];
  /** What this seat compares, and where it comes from. */
  tally: Tally;
  /** The same as one number. */
  value: number;
  /** How often this seat still has to choose one of its next cards (DW-124). */
  opens: number;
  /** How many cards are on offer. */
  offered: number | null;
  /** The offered cards, to the chooser alone (DW-153). */
  offer: CardId[] | null;
  /** Whether the chooser has picked. */
  answered: boolean;
  /** What it picked, to the chooser alone. */
  picked: number | null;
  /** From which place of the pile on its face-up cards count. */
  sequence_from: number;
}

/**
 * How a seat's 33 cards are reordered after the deal. For tests, demos and teaching; a rated room
 * takes only `random`.
 */
export type Strategy =
  /** As they were dealt. */
  | 'random'
  /** Trackers on top. */
  | 'tracker-first'
  /** Blockers on top. */
  | 'blocker-first'
  /** Firewalls on top. */
  | 'firewall-first'
  /** Moves on top. */
  | 'move-first'
  /** Launch Stacks on top. */
  | 'launch-stack-first'
  /** Specials on top. */
  | 'special-first'
  /** Commons on top. */
  | 'common-first'
  /** From 6 to 0. */
  | 'high-value-first'
  /** From 0 to 6. */
  | 'low-value-first'
  /** Open What You Want, then a common, a tracker and a Launch Stack to open. */
  | 'owyw-first'
  /** DW-10: what the seat names. */
  | 'custom';

/** A slot that a seat got. */
export interface Taken {
  seat: Seat;
  slot: number;
}

/** What a seat compares, and where it comes from (DW-63). */
export interface Tally {
  /** The cards of its sequence. */
  base: number;
  /** The blockers against it. */
  penalty: number;
}

/** What a viewer sees of a game. */
export interface View {
  /** Whose view it is; none for spectators. */
  seat: Seat | null;
  /** The state of the flow. */
  phase: string;
  /** What the screen says. */
  tooltip: string;
  /** How many hands there have been (DW-35); a turn with a war has several. */
  current_turn: number;
  /** How many turns have been settled. */
  turns_completed: number;
  /** The two seats. */
  sides: [SideView, SideView];
  /** Everything in play, in the order it was laid. */
  pile: PileView[];
  /** Who owes another play. */
  owed: Seat[];
  /** Whose Tracker Smacker is active. */
  smackers: Seat[];
  /** The later of them. */
  tracker_smacker_active: Seat | null;
  /** Who has tapped. */
  tapped: Seat[];
  /** Who has dismissed the effects or tapped to see the offer. */
  waved: Seat[];
  /** Whose takeover is fresh. */
  takeover: Seat | null;
  /** The latest war of this turn. */
  war: War | null;
  /** How many wars this turn had. */
  depth: number;
  /** Who won the turn, while it is settled. */
  winner: Seat | null;
  /** Up to which place effects have been processed. */
  settled: number;
  /** Who chooses what a tantrum takes. */
  tantrum: Seat | null;
  /** When the slots of a scramble fall. */
  falls: Fall[];
  /** Which of them were taken, in order. */
  taken: Taken[];
  /** When the slots began to fall. */
  playing_since: Millis;
  /** When the game acts for seats that do not answer. */
  deadline: Millis | null;
  /** Where the game is played, if it was chosen on the set-up screen. */
  background: Background | null;
  /** How it ended; `null` while it runs. */
  ending: Ending | null;
}

/** Which war is being fought. */
export type War =
  /** Both fight. */
  | 'tie'
  /** DW-104: one fights alone against the other's 6. */
  | {
      takeover: {
        /** Who fights. */
        attacked: Seat;
      };
    };

/** What happens when a seat has too few cards for a war. */
export type WarShortage =
  /** DW-77: a seat with fewer than four cards has lost. */
  | 'forfeit'
  /** DW-79: one card is enough. */
  | 'mercy';

//! How an event changes the state. Nothing else does.

use croupier_kit::game::{Seat, SeatSet};

use crate::cards::deck;
use crate::contract::Proposal;
use crate::events::Event;
use crate::meld::End;
use crate::shelf::{Shelf, Zone};
use crate::state::{MayIResult, MeldTag, Settling, Source, State, Window, WindowOutcome};
use crate::{Card, HAND};

#[inline(always)]
#[allow(clippy::inline_always)] // Callers know the event's kind, so one arm remains.
pub(crate) fn fold(state: &mut State, event: &Event) {
    match event {
        Event::PlayerAdded { .. } => state.players += 1,
        Event::GameStarted { dealer, .. } => state.dealer = *dealer,
        Event::RoundStarted { round, dealer, first, .. } => {
            state.begin_round(*round, *dealer, *first);
        }
        Event::Shuffled { deck } => state.lay_out(deck.as_ref().inside()),
        Event::CardsArranged { round } => state.install(*round),
        Event::HandsDealt { .. } => state.deal(),
        Event::DiscardTurned { .. } => {
            state.shelf.carry(Zone::Stock, 0, Zone::Discard, 0);
            state.exposed = true;
        }
        Event::TurnStarted { player, turn } => state.begin_turn(*player, *turn),
        Event::DrewFromStock { player, .. } => {
            state.take(Zone::Stock, *player);
            state.drew = Some(Source::Stock);
        }
        Event::DrewFromDiscard { player, in_window, .. } => {
            state.take(Zone::Discard, *player);
            state.exposed = false;
            if *in_window {
                state.grown.taken = state.grown.taken.saturating_add(1);
            } else {
                state.drew = Some(Source::Discard);
            }
        }
        Event::MayIOpened { .. } => state.window = Some(Window::default()),
        Event::MayICalled { player } => state.call(*player),
        Event::MayIDeclined { player } => {
            if let Some(window) = there(&mut state.window) {
                window.declined.insert(*player);
            }
        }
        Event::MayIPassed { .. } => {
            if let Some(window) = there(&mut state.window) {
                window.passed = true;
            }
        }
        Event::MayIAsked { player } => {
            if let Some(settling) = there(&mut state.settling) {
                settling.asked = Some(*player);
            }
        }
        Event::MayIAllowed { player } => {
            if let Some(settling) = there(&mut state.settling) {
                settling.asked = None;
                settling.allowed.insert(*player);
            }
        }
        Event::MayIClosed { outcome, winner, card, penalty_drawn, .. } => {
            state.close(*outcome, *winner, *card, *penalty_drawn);
        }
        Event::JokerSwapped { player, meld, joker, card } => {
            state.swap(*player, usize::from(meld.index), *joker, *card);
        }
        Event::LaidDown { player, melds } => state.lay_down(*player, melds),
        Event::LaidOff { player, card, meld, end } => {
            state.lay_off(*player, *card, usize::from(meld.index), *end);
        }
        Event::Discarded { player, card } => {
            let hand = Zone::Hand(player.at());
            if let Some(at) = state.shelf.place_of(hand, *card) {
                state.shelf.carry(hand, at, Zone::Discard, 0);
            }
            state.discarder = Some(*player);
        }
        Event::StockReplenished { order, .. } => {
            debug_assert!(state.stock().is_empty(), "only an empty stock is replenished (MI-121)");
            state.shelf.replenish(order.as_ref().inside());
        }
        Event::HandReordered { player, cards } => {
            state.shelf.reorder(Zone::Hand(player.at()), cards.as_ref().inside());
        }
        Event::RoundEnded { record, .. } => state.history.push(*record),
        Event::GameEnded { winners, .. } => state.winners = *winners,
        Event::DealerDrawn { .. } | Event::Skipped { .. } | Event::WentOut { .. } => {}
    }
}

/// The part of the state an event refers to: the open window, or the call being settled.
fn there<T>(part: &mut Option<T>) -> Option<&mut T> {
    debug_assert!(part.is_some(), "what an event is about is there");
    part.as_mut()
}

impl State {
    /// MI-17: resets the state for a new round.
    fn begin_round(&mut self, round: u8, dealer: Seat, first: Seat) {
        let planned = std::mem::take(&mut self.planned);
        *self = Self {
            players: self.players,
            turns: self.turns,
            history: self.history,
            planned,
            round,
            dealer,
            current: first,
            turn: 1,
            ..Self::new()
        };
    }

    fn lay_out(&mut self, cards: &[Card]) {
        self.shelf = Shelf::of_stock(cards);
        self.dealt = true;
    }

    fn install(&mut self, round: u8) {
        let planned = self.planned.remove(&round);
        debug_assert!(planned.is_some(), "cards are arranged for a round that was planned");
        if let Some(planned) = planned {
            planned.install(self);
        }
    }

    /// MI-14: one card at a time, clockwise, beginning left of the dealer.
    fn deal(&mut self) {
        let players = usize::from(self.players);
        let mut zones = Shelf::new();
        let stock = self.stock();
        let (dealt, rest) = stock.split_at(stock.len().min(HAND * players));
        for seat in self.seats() {
            let first = (seat.at() + players - 1 - self.dealer.at()) % players;
            for card in dealt.iter().skip(first).step_by(players) {
                zones.push(Zone::Hand(seat.at()), *card);
            }
        }
        for card in rest {
            zones.push(Zone::Stock, *card);
        }
        self.shelf = zones;
    }

    fn begin_turn(&mut self, player: Seat, turn: u32) {
        self.current = player;
        self.turn = turn;
        self.turns = self.turns.saturating_add(1);
        self.drew = None;
        self.laid_down = false;
        self.may_i = None;
        self.exposed = !self.discard().is_empty();
    }

    /// Takes the top card of a pile into a hand.
    #[inline]
    fn take(&mut self, pile: Zone, player: Seat) {
        let hand = Zone::Hand(player.at());
        let is_there = !self.shelf.zone(pile).is_empty();
        debug_assert!(is_there, "only a card that is there is taken");
        if is_there {
            self.shelf.carry(pile, 0, hand, self.shelf.zone(hand).len());
        }
    }

    fn call(&mut self, player: Seat) {
        if let Some(window) = &mut self.window {
            window.claimants.push(player);
        } else {
            let settling = Settling { caller: player, asked: None, allowed: SeatSet::NOBODY };
            self.settling = Some(settling);
        }
    }

    /// MI-99, MI-104: the winner gets the cards at once. A claim of the current player is followed
    /// by a separate draw event.
    fn close(&mut self, outcome: WindowOutcome, winner: Option<Seat>, card: Card, penalty: bool) {
        self.window = None;
        self.settling = None;
        let mut result = MayIResult { outcome, winner, offered: card, penalty: None };
        if outcome == WindowOutcome::MayIResolved
            && let Some(winner) = winner
        {
            self.take(Zone::Discard, winner);
            self.exposed = false;
            if penalty {
                result.penalty = self.stock().first().copied();
                self.take(Zone::Stock, winner);
                self.grown.wins = self.grown.wins.saturating_add(1);
            } else {
                self.grown.waived = self.grown.waived.saturating_add(1);
            }
        }
        self.may_i = Some(result);
    }

    /// MI-82, MI-30: the natural replaces the joker, which goes to the end of the hand.
    fn swap(&mut self, player: Seat, meld: usize, joker: Card, card: Card) {
        let (hand, meld) = (Zone::Hand(player.at()), Zone::Meld(meld));
        let places = self.shelf.place_of(hand, card).zip(self.shelf.place_of(meld, joker));
        if let Some((held, laid)) = places {
            self.shelf.exchange((hand, held), (meld, laid));
            self.shelf.carry(hand, held, hand, self.shelf.zone(hand).len());
        }
    }

    /// MI-65: moves the melds to the table.
    fn lay_down(&mut self, player: Seat, melds: &[Proposal]) {
        let hand = Zone::Hand(player.at());
        for meld in melds {
            let index = self.melds.len();
            self.melds.push(MeldTag { kind: meld.kind, owner: player });
            for card in &meld.cards {
                self.shelf.carry_card(hand, *card, Zone::Meld(index));
            }
        }
        self.down.insert(player);
        self.laid_down = true;
    }

    fn lay_off(&mut self, player: Seat, card: Card, meld: usize, end: End) {
        let (hand, meld) = (Zone::Hand(player.at()), Zone::Meld(meld));
        if let Some(at) = self.shelf.place_of(hand, card) {
            let before = match end {
                End::Start => 0,
                End::End => self.shelf.zone(meld).len(),
            };
            self.shelf.carry(hand, at, meld, before);
        }
    }
}

/// MI-2: the number of packs and jokers for this many players.
pub(crate) fn packs(players: u8) -> (u8, u8) {
    if players <= 5 { (2, 4) } else { (3, 6) }
}

/// MI-2, MI-3: the full deck for this many players, in order.
pub(crate) fn full_deck(players: u8) -> Vec<Card> {
    let (packs, jokers) = packs(players);
    deck(packs, jokers).collect()
}

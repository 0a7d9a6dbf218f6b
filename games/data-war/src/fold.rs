//! How events change a state. Nothing else does.

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, SeatSet};

use crate::cards::{CardEffect, CardId};
use crate::deck::{Deal, Deck};
use crate::events::{Event, Tally};
use crate::state::{Entry, Scramble, State, Taken, War, other};

/// The content of a private field. Events inside the engine are never redacted.
#[inline]
fn known<T>(secret: &Private<T>) -> Option<&T> {
    debug_assert!(secret.open().is_some(), "events are whole inside the engine");
    secret.open()
}

/// Takes the top card of a deck. The rules never move a card that is not there.
#[inline]
fn top_of(deck: &mut Deck) -> Option<CardId> {
    let card = deck.pop_front();
    debug_assert!(card.is_some(), "the cards that move are there");
    card
}

impl State {
    /// Applies an event. Callers know the event's kind, so inlining leaves a single arm.
    #[inline(always)]
    // Measured: inlining saves a tenth of a simulated game. The function is long because every
    // event has one arm.
    #[allow(clippy::inline_always, clippy::too_many_lines)]
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::CharacterChosen { seat, character } => {
                self.side_mut(*seat).character = Some(*character);
            }
            Event::GameStarted { deal, .. } => {
                if let Some(deal) = known(deal) {
                    self.begin(deal);
                }
            }
            Event::GameDropped => self.empty(),
            Event::OpenOffered { seat, count, .. } => {
                let side = self.side_mut(*seat);
                (side.offered, side.picked) = (Some(*count), None);
            }
            Event::OpenAnswered { seat, slot } => {
                self.side_mut(*seat).picked = known(slot).copied();
            }
            Event::OpenPicked { seat, count, slot, rest } => {
                if let (Some(slot), Some(rest)) = (known(slot), known(rest)) {
                    self.open(*seat, *count, *slot, rest);
                }
            }
            Event::OpenSpent { place, .. } => {
                self.pile.as_mut_slice()[usize::from(*place)].unqueue();
            }
            Event::Tapped { seat } => self.tapped.insert(*seat),
            Event::CardRevealed { seat, .. } => self.reveal(*seat),
            Event::DecksSwapped { .. } => {
                let [first, second] = &mut self.sides;
                std::mem::swap(&mut first.deck, &mut second.deck);
            }
            Event::SmackerOn { seat } => self.smackers.insert(*seat),
            Event::TakeoverDeclared { by, attacked, place } => {
                self.side_mut(*by).sequence_from = *place;
                self.side_mut(*attacked).sequence_from = self.pile.count();
                self.takeover = Some(*by);
            }
            Event::TakeoversMet { places } => {
                for (side, place) in self.sides.iter_mut().zip(places) {
                    side.sequence_from = *place;
                }
            }
            Event::EffectQueued { place, .. } => {
                self.pile.as_mut_slice()[usize::from(*place)].queue();
            }
            Event::AnotherPlayOwed { seat } => self.owed.insert(*seat),
            Event::WarBegan { war, .. } => self.begin_war(*war),
            Event::FaceDownLaid { seat, count, .. } => self.lay_down(*seat, *count),
            Event::ValuesChanged { tallies } => self.tallies = *tallies,
            Event::TurnWon { seat, .. } => self.winner = Some(*seat),
            Event::EffectApplied { seat, effect, place, count } => {
                self.settled = place + 1;
                match effect {
                    CardEffect::OpenWhatYouWant => self.open_next(*seat),
                    CardEffect::LeveragedBuyout => self.buy_out(*seat, *count),
                    _ => {}
                }
            }
            Event::EffectBlocked { place, .. } | Event::EffectIdle { place, .. } => {
                self.settled = place + 1;
            }
            Event::TantrumOffered { seat, place, .. } => {
                (self.tantrum, self.settled) = (Some(*seat), *place);
            }
            Event::TantrumTaken { seat, place, places, .. } => {
                (self.tantrum, self.settled) = (None, place + 1);
                places.iter().for_each(|place| self.hand_over(*place, *seat));
            }
            Event::PileSplit { by, place, order, .. } => {
                self.settled = place + 1;
                let seats = [*by, other(*by)].into_iter().cycle();
                for (place, seat) in known(order).into_iter().flatten().zip(seats) {
                    self.hand_over(*place, seat);
                }
            }
            Event::GrabOpened { falls, .. } => {
                self.scramble = Scramble::default();
                self.scramble.falls.extend(falls.iter().copied());
            }
            Event::CardGrabbed { seat, slot, .. } => {
                self.scramble.taken.push(Taken { seat: *seat, slot: *slot });
            }
            Event::GrabClosed { .. } => {
                for taken in self.scramble.taken.as_slice().to_vec() {
                    if !self.pile.as_slice()[usize::from(taken.slot)].is_gone() {
                        self.hand_over(taken.slot, taken.seat);
                    }
                }
            }
            Event::StackCollected { seat, place, .. } => self.hand_over(*place, *seat),
            Event::StackStolen { from, to, card, place, .. } => {
                self.settled = place + 1;
                self.side_mut(*from).stacks.remove(*card);
                self.side_mut(*to).stacks.push(*card);
            }
            Event::StacksRecalled { seat, place, deck, .. } => {
                self.settled = place + 1;
                let side = self.side_mut(*seat);
                side.stacks.clear();
                side.deck = known(deck).into_iter().flatten().copied().collect();
            }
            Event::CardsCollected { seat, .. } => {
                let deck = &mut self.sides[usize::from(seat.0 & 1)].deck;
                let left = self.pile.as_mut_slice().iter_mut().filter(|entry| !entry.is_gone());
                deck.extend(left.map(|entry| {
                    entry.leave();
                    entry.card
                }));
            }
            Event::TurnEnded { .. } => self.end_turn(),
            Event::GameOver { ending } => {
                self.ending = Some(*ending);
                self.tapped = SeatSet::NOBODY;
            }
            Event::TurnStarted { .. }
            | Event::AnotherPlayLost { .. }
            | Event::WarShortage { .. } => {}
        }
    }

    /// DW-33, DW-170: resets everything except the seats and their characters. Piles are cleared in
    /// place: they make up most of a state, and a new state would have to be copied.
    fn empty(&mut self) {
        for side in &mut self.sides {
            side.deck.clear();
            side.stacks.clear();
            (side.opens, side.offered, side.picked) = (0, None, None);
        }
        self.end_turn();
        self.turns_completed = 0;
        self.all_cards = [0; 4];
        self.ending = None;
        debug_assert!(self.is_as_new(), "a field was forgotten");
    }

    /// Whether this equals a new game with the same seats and characters.
    fn is_as_new(&self) -> bool {
        let mut new = Self::new(&self.sides.map(|side| side.kind));
        for (side, old) in new.sides.iter_mut().zip(&self.sides) {
            side.character = old.character;
        }
        *self == new
    }

    /// DW-8: deals the cards and starts the game.
    fn begin(&mut self, deal: &Deal) {
        self.empty();
        for (at, side) in self.sides.iter_mut().enumerate() {
            side.deck.extend(&deal.decks[at]);
            side.stacks.extend(&deal.stacks[at]);
            side.opens = deal.opens[at];
            for card in side.deck.iter().chain(side.stacks.iter()) {
                self.all_cards[card.number() / 64] |= 1 << (card.number() % 64);
            }
        }
        self.turns_completed = deal.turns_completed;
    }

    /// DW-126: puts the picked card on top and the others at the bottom.
    fn open(&mut self, seat: Seat, count: u8, slot: u8, rest: &[CardId]) {
        let side = self.side_mut(seat);
        let picked = side.deck.as_slice()[usize::from(slot)];
        for _ in 0..count {
            side.deck.pop_front();
        }
        side.deck.insert_at(0, picked);
        side.deck.extend(rest.iter().copied());
        (side.offered, side.picked) = (None, None);
        // Inside a war the queued effect is spent instead (DW-129).
        if self.pile.is_empty() {
            let side = self.side_mut(seat);
            side.opens = side.opens.saturating_sub(1);
        }
    }

    /// DW-124: adds a waiting open.
    fn open_next(&mut self, seat: Seat) {
        let side = self.side_mut(seat);
        side.opens = side.opens.saturating_add(1);
    }

    /// DW-61: puts the top card face up at the end of the pile and uses up the taps.
    #[inline]
    fn reveal(&mut self, seat: Seat) {
        if let Some(card) = top_of(&mut self.side_mut(seat).deck) {
            self.pile.push(Entry::new(card, seat, false));
        }
        self.owed.remove(seat);
        self.tapped = SeatSet::NOBODY;
    }

    /// DW-72: a war after a tie starts new sequences; a takeover has already done so.
    fn begin_war(&mut self, war: War) {
        if war == War::Tie {
            let from = self.pile.count();
            self.sides.iter_mut().for_each(|side| side.sequence_from = from);
            self.tallies = [Tally::default(); 2];
        }
        self.war = Some(war);
        self.takeover = None;
        self.depth += 1;
        self.tapped = SeatSet::NOBODY;
    }

    fn lay_down(&mut self, seat: Seat, count: u8) {
        for _ in 0..count {
            if let Some(card) = top_of(&mut self.side_mut(seat).deck) {
                self.pile.push(Entry::new(card, seat, true));
            }
        }
        self.tapped = SeatSet::NOBODY;
    }

    /// DW-119: moves cards from the top of the opponent's deck to the bottom of the seat's own.
    fn buy_out(&mut self, seat: Seat, count: u8) {
        for _ in 0..count {
            if let Some(card) = top_of(&mut self.side_mut(other(seat)).deck) {
                self.side_mut(seat).deck.push(card);
            }
        }
    }

    /// Gives a card of the pile to a seat: a face-up Launch Stack to its collection, any other card
    /// to its deck.
    fn hand_over(&mut self, place: u8, seat: Seat) {
        let entry = &mut self.pile.as_mut_slice()[usize::from(place)];
        entry.leave();
        let entry = *entry;
        let side = self.side_mut(seat);
        if entry.is_open_stack() {
            side.stacks.push(entry.card);
        } else {
            side.deck.push(entry.card);
        }
    }

    /// DW-83: clears the table after a turn.
    fn end_turn(&mut self) {
        self.pile.clear();
        for side in &mut self.sides {
            side.sequence_from = 0;
        }
        self.owed = SeatSet::NOBODY;
        self.smackers = SeatSet::NOBODY;
        self.tallies = [Tally::default(); 2];
        self.tapped = SeatSet::NOBODY;
        (self.takeover, self.war, self.winner, self.tantrum) = (None, None, None, None);
        (self.depth, self.settled) = (0, 0);
        self.scramble.falls.clear();
        self.scramble.taken.clear();
        self.turns_completed += 1;
    }
}

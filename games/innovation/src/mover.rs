//! The vocabulary of section 6: what can happen to cards, piles and achievements.
//!
//! A move is an event, and after every one the special achievements are looked at (IN-72). Any of
//! them can end the game, so all of them return whether it continues.

use croupier_kit::game::{RuleContext, Seat, SeatSet};

use crate::Innovation;
use crate::cards::{Card, Colour};
use crate::effects::{Halt, Resolved};
use crate::events::{Cause, Destination, Event, Seen, Via, What};
use crate::fold;
use crate::set::CardSet;
use crate::state::Condition;
use crate::world::{Achievement, Special, Splay, World};
use crate::zones::Location;

/// Makes things happen, for one reason.
#[derive(Debug)]
pub(crate) struct Mover<'t> {
    pub(crate) rules: &'t mut RuleContext<Innovation>,
    pub(crate) cause: Cause,
    /// Whether this has all happened before, and is only run again.
    pub(crate) silent: bool,
}

impl<'t> Mover<'t> {
    pub(crate) fn new(rules: &'t mut RuleContext<Innovation>, cause: Cause) -> Self {
        Self { rules, cause, silent: false }
    }

    #[inline]
    pub(crate) fn world(&self) -> &World {
        &self.rules.state.world
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // So that folding an event costs no more than its change.
    pub(crate) fn emit(&mut self, what: What) {
        let event = Event { seq: self.rules.state.next_event, cause: self.cause, what };
        if self.silent {
            fold::apply(&mut self.rules.state, &event);
        } else {
            self.rules.emit(event);
        }
    }

    /// IN-20 to IN-23: the card to be drawn; there being none ends the game by score.
    #[inline]
    fn next_card(&mut self, value: u8) -> Resolved<Card> {
        match self.world().to_draw(value) {
            Some(card) => Ok(card),
            None => Err(self.end_by_score()),
        }
    }

    /// Draws into the hand.
    pub(crate) fn draw(&mut self, seat: Seat, value: u8) -> Resolved<Card> {
        let card = self.next_card(value)?;
        self.emit(What::Drew { seat, card: card.into(), to: Destination::Hand });
        self.settle()?;
        Ok(card)
    }

    /// IN-44: straight from the deck to the board.
    pub(crate) fn draw_and_meld(&mut self, seat: Seat, value: u8) -> Resolved<Card> {
        let card = self.next_card(value)?;
        self.emit(What::Drew { seat, card: card.into(), to: Destination::Meld });
        self.meld(seat, card)?;
        Ok(card)
    }

    pub(crate) fn draw_and_tuck(&mut self, seat: Seat, value: u8) -> Resolved<Card> {
        let card = self.next_card(value)?;
        self.emit(What::Drew { seat, card: card.into(), to: Destination::Tuck });
        self.tuck(seat, card)?;
        Ok(card)
    }

    pub(crate) fn draw_and_score(&mut self, seat: Seat, value: u8) -> Resolved<Card> {
        let card = self.next_card(value)?;
        self.emit(What::Drew { seat, card: card.into(), to: Destination::Score });
        self.score(seat, card)?;
        Ok(card)
    }

    /// IN-36.
    pub(crate) fn meld(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| mover.emit(What::Melded { seat, card, from, index }));
        self.settle()
    }

    /// IN-37.
    pub(crate) fn tuck(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| mover.emit(What::Tucked { seat, card, from, index }));
        self.settle()
    }

    /// IN-38.
    pub(crate) fn score(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Scored { seat, card: card.into(), from, index });
        });
        self.settle()
    }

    /// IN-39.
    pub(crate) fn give_back(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Returned { seat, card: card.into(), from, index });
        });
        self.settle()
    }

    /// IN-40.
    pub(crate) fn transfer(&mut self, card: Card, to: Location) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Transferred { card: card.into(), from, index, to });
        });
        self.settle()
    }

    /// Where a card is, and its index in its pile if it is on a board: elsewhere its place in the
    /// list is hidden.
    #[inline]
    fn whence(&self, card: Card) -> (Location, u8) {
        let place = self.world().place(card);
        if !matches!(place, Location::Board(_)) {
            return (place, 0);
        }
        let (mut index, mut below) = (0, self.world().zones().before(card));
        while let Some(card) = below {
            index += 1;
            below = self.world().zones().before(card);
        }
        (place, index)
    }

    /// Tells it if the move takes a pile's splay away (IN-32).
    #[inline]
    fn leaving(&mut self, card: Card, from: Location, step: impl FnOnce(&mut Self)) {
        let Location::Board(seat) = from else { return step(self) };
        let colour = card.colour();
        let splayed = self.world().splay(seat, colour);
        step(self);
        if let Some(before) = splayed
            && self.world().splay(seat, colour).is_none()
        {
            self.emit(What::Unsplayed { seat, colour, before });
        }
    }

    /// IN-41: two fixed sets change places in one step. Tells whether anything moved.
    pub(crate) fn exchange(
        &mut self,
        (one, given): (Location, CardSet),
        (other, taken): (Location, CardSet),
    ) -> Resolved<bool> {
        if given.is_empty() && taken.is_empty() {
            return Ok(false);
        }
        let (given, taken) = (
            given.iter().map(Seen::from).collect::<Vec<_>>(),
            taken.iter().map(Seen::from).collect::<Vec<_>>(),
        );
        self.emit(What::Exchanged { one, other, given, taken });
        self.settle()?;
        Ok(true)
    }

    /// IN-28: tells whether the pile is splayed otherwise now.
    pub(crate) fn splay(&mut self, seat: Seat, colour: Colour, splay: Splay) -> Resolved<bool> {
        if !self.can_splay(seat, colour, splay) {
            return Ok(false);
        }
        let before = self.world().splay(seat, colour);
        self.emit(What::Splayed { seat, colour, splay, before });
        self.settle()?;
        Ok(true)
    }

    pub(crate) fn can_splay(&self, seat: Seat, colour: Colour, splay: Splay) -> bool {
        let world = self.world();
        world.pile_len(seat, colour) >= 2 && world.splay(seat, colour) != Some(splay)
    }

    /// IN-52: takes an achievement that is still available.
    pub(crate) fn claim(&mut self, seat: Seat, achievement: Achievement, via: Via) -> Resolved {
        if self.world().owner(achievement).is_some() {
            return Ok(());
        }
        self.emit(What::AchievementClaimed { seat, achievement, via });
        if self.world().achievements(seat) >= self.rules.state.achievements_to_win() {
            return Err(self.end(SeatSet::of(seat), Condition::Achievements));
        }
        Ok(())
    }

    /// IN-72, IN-73: a player who meets the condition of an available special achievement gets it.
    #[inline]
    pub(crate) fn settle(&mut self) -> Resolved {
        let state = &self.rules.state;
        let open = |special: &Special| state.world.specials[*special as usize].is_none();
        let someone =
            |special: &Special| state.seats().any(|seat| state.world.meets(seat, *special));
        if Special::ALL.iter().filter(|special| open(special)).any(someone) {
            return self.claim_specials();
        }
        Ok(())
    }

    #[cold]
    fn claim_specials(&mut self) -> Resolved {
        let turn = self.rules.state.turn;
        // The turn player comes last clockwise from the left, and first here.
        let others = self.rules.state.clockwise(turn).filter(move |seat| *seat != turn);
        for seat in std::iter::once(turn).chain(others) {
            for special in Special::ALL {
                if self.world().meets(seat, special) {
                    self.claim(seat, Achievement::Special(special), Via::Condition)?;
                }
            }
        }
        Ok(())
    }

    /// IN-78: highest score, then most achievements, then together.
    pub(crate) fn end_by_score(&mut self) -> Halt {
        let state = &self.rules.state;
        let rank = |seat: Seat| (state.world.points(seat), state.world.achievements(seat));
        let best = state.seats().map(rank).max();
        let winners = state.seats().filter(|seat| Some(rank(*seat)) == best).collect();
        self.end(winners, Condition::Score)
    }

    /// IN-80: nothing further happens.
    pub(crate) fn end(&mut self, winners: SeatSet, condition: Condition) -> Halt {
        self.emit(What::GameEnded { winners, condition });
        Halt::Over
    }
}

//! The vocabulary of section 6: what can happen to cards, piles and achievements.
//!
//! Every move is an event, followed by a check of the special achievements (IN-72). Any move can
//! end the game, so all of them return a `Resolved`.

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

/// Makes moves on behalf of one cause.
#[derive(Debug)]
pub(crate) struct Mover<'t> {
    pub(crate) rules: &'t mut RuleContext<Innovation>,
    pub(crate) cause: Cause,
    /// Whether the moves only repeat what has already happened, so that no events are emitted.
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

    /// IN-20 to IN-23: the card to draw. If there is none, the game ends by score.
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

    /// IN-44: moves a card straight from the deck to the board.
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

    /// IN-36: melds a card.
    pub(crate) fn meld(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| mover.emit(What::Melded { seat, card, from, index }));
        self.settle()
    }

    /// IN-37: tucks a card.
    pub(crate) fn tuck(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| mover.emit(What::Tucked { seat, card, from, index }));
        self.settle()
    }

    /// IN-38: scores a card.
    pub(crate) fn score(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Scored { seat, card: card.into(), from, index });
        });
        self.settle()
    }

    /// IN-39: returns a card.
    pub(crate) fn give_back(&mut self, seat: Seat, card: Card) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Returned { seat, card: card.into(), from, index });
        });
        self.settle()
    }

    /// IN-40: transfers a card.
    pub(crate) fn transfer(&mut self, card: Card, to: Location) -> Resolved {
        let (from, index) = self.whence(card);
        self.leaving(card, from, |mover| {
            mover.emit(What::Transferred { card: card.into(), from, index, to });
        });
        self.settle()
    }

    /// Where a card is, and its index in its pile if it is on a board. Elsewhere the index is
    /// hidden.
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

    /// Makes a move, and reports it if that removes a pile's splay (IN-32).
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

    /// IN-41: exchanges two fixed sets in one step. Returns whether anything moved.
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

    /// IN-28: splays a pile. Returns whether that changed anything.
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

    /// IN-52: takes an achievement if it is still available.
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

    /// IN-72, IN-73: gives available special achievements to players who meet their conditions.
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
        // The turn player comes last in clockwise order, but first here.
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

    /// IN-78: the highest score wins, then the most achievements; further ties share the win.
    pub(crate) fn end_by_score(&mut self) -> Halt {
        let state = &self.rules.state;
        let rank = |seat: Seat| (state.world.points(seat), state.world.achievements(seat));
        let best = state.seats().map(rank).max();
        let winners = state.seats().filter(|seat| Some(rank(*seat)) == best).collect();
        self.end(winners, Condition::Score)
    }

    /// IN-80: ends the game.
    pub(crate) fn end(&mut self, winners: SeatSet, condition: Condition) -> Halt {
        self.emit(What::GameEnded { winners, condition });
        Halt::Over
    }
}

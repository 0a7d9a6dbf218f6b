//! RU-81: a bot that looks one play ahead, using only what its seat sees.

use croupier_kit::cards::Card;
use croupier_kit::game::Seat;

use crate::flow::FlowState;
use crate::plays::{LegalSets, PlaceSet, is_valid, total, with_last};
use crate::{Action, Cards, View};

/// RU-81: the play of the heuristic. None if this seat is not to move.
pub fn heuristic_action(view: &View, seat: Seat) -> Option<Action> {
    let seen = Seen::of(view, seat)?;
    let mut best: Option<(f64, Cards)> = None;
    for set in LegalSets::of(seen.hand, seen.top).iter() {
        let cards = set.cards(seen.hand);
        if cards.len() == seen.hand.len() {
            return Some(Action::play(cards));
        }
        for last in 0..cards.len() {
            let play = with_last(cards, last);
            let value = seen.value(set, play);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, play));
            }
        }
    }
    best.map(|(_, play)| Action::play(play))
}

/// The parts of a view that the heuristic needs.
struct Seen<'a> {
    hand: &'a [Card],
    top: Card,
    /// The cards whose location is unknown.
    unseen: Vec<Card>,
    /// How many of them the opponents hold.
    theirs: usize,
}

impl<'a> Seen<'a> {
    fn of(view: &'a View, seat: Seat) -> Option<Self> {
        if view.phase != FlowState::PlayerTurn || view.current != seat {
            return None;
        }
        let hand = view.players.iter().find(|player| player.seat == seat)?.hand.as_deref()?;
        let known = |card: &Card| hand.contains(card) || view.discard.contains(card);
        let others = view.players.iter().filter(|player| player.seat != seat);
        Some(Self {
            hand,
            top: *view.discard.last()?,
            unseen: Card::deck().filter(|card| !known(card)).collect(),
            theirs: others.map(|player| player.cards).sum(),
        })
    }

    /// `points shed - 8*f + 0.8*own*(1 - 0.5*f)`
    fn value(&self, set: PlaceSet, play: Cards) -> f64 {
        let Some(top) = play.last() else { return f64::MIN };
        let follow = self.somebody_follows(top);
        let shed = f64::from(total(play.as_slice()));
        shed - 8.0 * follow + 0.8 * self.best_next(set, top) * (1.0 - 0.5 * follow)
    }

    /// The chance that some opponent holds a single card that is valid on this top:
    /// `1 - C(U-k, h)/C(U, h)`.
    fn somebody_follows(&self, top: Card) -> f64 {
        let unseen = self.unseen.len();
        let valid = self.unseen.iter().filter(|card| is_valid(**card, top)).count();
        let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let none = (0..self.theirs.min(unseen)).fold(1.0, |chance, drawn| {
            chance * number((unseen - valid).saturating_sub(drawn)) / number(unseen - drawn)
        });
        1.0 - none
    }

    /// The highest sum of a legal set of the remaining hand, on this top.
    fn best_next(&self, played: PlaceSet, top: Card) -> f64 {
        let places = 0..self.hand.len();
        let rest: Cards =
            places.filter(|at| !played.contains(*at)).map(|at| self.hand[at]).collect();
        let sums = LegalSets::of(rest.as_slice(), top).iter();
        let sums = sums.map(|set| total(set.cards(rest.as_slice()).as_slice()));
        f64::from(sums.max().unwrap_or(0))
    }
}

//! The bot support of Hearts.

use std::cmp::Reverse;

use croupier_kit::game::{MAX_SEATS, Tuning, values_by_score};
use croupier_kit::prelude::*;

use crate::Hearts;
use crate::flow::FLOW;
use crate::rules::{Action, END, HEARTS, Open, QUEEN, SEATS, playable, points};

impl Heuristic for Hearts {
    /// Playing out a round is enough to tell good moves from bad ones.
    const TUNING: Tuning = Tuning { horizon: Some(60), ..Tuning::DEFAULT };

    /// Passed cards are hidden from the others.
    const HIDES_ACTIONS: bool = true;

    fn policy(observation: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        choose(observation.flow.is_in(FLOW.passing), &observation.view.open, observation.view.hand)
    }

    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        _: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        choose(at.flow.is_in(FLOW.passing), &at.state.open, at.state.hands[seat.at()])
    }

    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.open.trick.cards().is_empty()
    }

    /// A seat with fewer points than the others is ahead.
    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        let Open { scores, taken, .. } = at.state.open;
        let lost = std::array::from_fn(|seat| -f64::from(scores[seat] + points(taken[seat])));
        values_by_score::<SEATS>(lost, END.into())
    }

    fn looks_alike(_: Seat, one: &Action, other: &Action) -> bool {
        matches!((one, other), (Action::Pass { .. }, Action::Pass { .. })) || one == other
    }
}

/// The heuristic's action.
fn choose(is_passing: bool, open: &Open, hand: CardSet) -> Option<Action> {
    if is_passing {
        return Some(Action::Pass { cards: by_danger(hand).take(3).collect() });
    }
    best_play(open, hand).map(|card| Action::Play { card })
}

/// A hand, the most dangerous card first.
pub(crate) fn by_danger(hand: CardSet) -> impl Iterator<Item = Card> {
    hand.sorted_by_key(|card| Reverse(danger(card)))
}

/// How dangerous it is to keep a card.
fn danger(card: Card) -> (bool, bool, u8) {
    let height = card.rank().ace_high();
    let catches_queen = card.suit() == Suit::Spades && height > Rank::QUEEN.number();
    (card == QUEEN, catches_queen, height + u8::from(HEARTS.contains(card)))
}

/// Stays below the winning card if possible, and discards a dangerous card when unable to follow
/// suit.
fn best_play(open: &Open, hand: CardSet) -> Option<Card> {
    let cards = playable(open, hand).iter();
    let of_suit = |suit: Suit| hand & CardSet::of_suit(suit);
    let Some(led) = open.trick.suit() else {
        return cards.min_by_key(|card| (danger(*card), of_suit(card.suit()).len()));
    };
    if of_suit(led).is_empty() {
        return cards.max_by_key(|card| danger(*card));
    }
    let highest = |card: &Card| (*card != QUEEN, card.rank().ace_high());
    let is_last = open.trick.cards().len() == SEATS - 1;
    if is_last && points(open.trick.set()) == 0 {
        return cards.max_by_key(highest);
    }
    let below = cards.clone().filter(|card| !open.trick.would_win(*card));
    let below = below.max_by_key(|card| card.rank().ace_high());
    let lowest = |card: &Card| (*card == QUEEN, card.rank().ace_high());
    below.or_else(|| if is_last { cards.max_by_key(highest) } else { cards.min_by_key(lowest) })
}

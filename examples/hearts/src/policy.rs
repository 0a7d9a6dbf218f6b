//! What bots are told about Hearts.

use std::cmp::Reverse;

use croupier_kit::game::{MAX_SEATS, Tuning};
use croupier_kit::prelude::*;

use crate::Hearts;
use crate::flow::FLOW;
use crate::rules::{Action, END, HEARTS, Open, QUEEN, SEATS, playable, points};

impl Heuristic for Hearts {
    /// A round is enough to tell good from bad.
    const TUNING: Tuning = Tuning { horizon: Some(60), ..Tuning::DEFAULT };

    /// Nobody sees what others pass.
    const HIDES_ACTIONS: bool = true;

    fn policy(known: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        let is_asked = known.view.open.trick.next_seat(SEATS) == known.seat;
        if known.flow.is_in(FLOW.passing) && known.view.chosen.is_empty() {
            Some(Action::Pass { cards: worst_three(known.view.hand) })
        } else if known.flow.is_in(FLOW.playing) && is_asked {
            play(&known.view.open, known.view.hand)
        } else {
            None
        }
    }

    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        _: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        let hand = at.state.hands[seat.at()];
        if at.flow.is_in(FLOW.passing) {
            return Some(Action::Pass { cards: worst_three(hand) });
        }
        play(&at.state.open, hand)
    }

    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.open.trick.cards().is_empty()
    }

    /// Whoever has fewer points than the others is ahead.
    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        let Open { scores, taken, .. } = &at.state.open;
        let costs = |seat: usize| f64::from(scores[seat] + points(taken[seat]));
        let mean: f64 = (0..SEATS).map(costs).sum::<f64>() / 4.0;
        let mut values = [0.0; MAX_SEATS];
        for (seat, value) in values.iter_mut().enumerate().take(SEATS) {
            let lead = (mean - costs(seat)) / f64::from(END);
            *value = (0.25 + lead).clamp(0.01, 0.99);
        }
        values
    }

    fn looks_alike(_: Seat, one: &Action, other: &Action) -> bool {
        matches!((one, other), (Action::Pass { .. }, Action::Pass { .. })) || one == other
    }
}

/// The three cards that are most likely to take points.
pub(crate) fn worst_three(hand: CardSet) -> CardSet {
    by_danger(hand).into_iter().take(3).collect()
}

/// A hand, the card first that one most wants to be rid of.
pub(crate) fn by_danger(hand: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|card| Reverse(danger(*card)));
    cards
}

/// How much one wants to be rid of a card.
fn danger(card: Card) -> (bool, bool, u8) {
    let catches_queen =
        card.suit() == Suit::Spades && card.rank().ace_high() > Rank::QUEEN.number();
    (card == QUEEN, catches_queen, card.rank().ace_high() + u8::from(HEARTS.contains(card)))
}

/// Below the best card if possible; what is dangerous on other people's tricks.
fn play(open: &Open, hand: CardSet) -> Option<Action> {
    let cards = playable(open, hand);
    let height = |card: &Card| card.rank().ace_high();
    let Some(led) = open.trick.suit() else {
        let card = cards.min_by_key(|card| (danger(*card), hand_length(hand, card.suit())))?;
        return Some(Action::Play { card });
    };
    let of_suit = open.trick.cards().iter().filter(|card| card.suit() == led);
    let best = of_suit.map(height).max().unwrap_or(0);
    let is_last = open.trick.cards().len() == SEATS - 1;
    let takes_nothing = is_last && points(open.trick.set()) == 0;
    let mut following = cards.clone().filter(|card| card.suit() == led).peekable();
    let card = if following.peek().is_none() {
        cards.max_by_key(|card| danger(*card))
    } else if takes_nothing {
        following.max_by_key(|card| (*card != QUEEN, height(card)))
    } else {
        let below = following.clone().filter(|card| height(card) < best).max_by_key(height);
        below.or_else(|| {
            if is_last {
                following.max_by_key(|card| (*card != QUEEN, height(card)))
            } else {
                following.min_by_key(|card| (*card == QUEEN, height(card)))
            }
        })
    };
    card.map(|card| Action::Play { card })
}

fn hand_length(hand: CardSet, suit: Suit) -> usize {
    (hand & CardSet::of_suit(suit)).len()
}

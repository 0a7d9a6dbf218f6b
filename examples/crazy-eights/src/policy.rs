//! The bot support of Crazy Eights: the worked example of `docs/bots.md`.

use croupier_kit::game::MAX_SEATS;
use croupier_kit::prelude::*;

use crate::CrazyEights;
use crate::flow::FLOW;
use crate::rules::{Action, fits};

impl Heuristic for CrazyEights {
    /// Plays eights only when nothing else fits, and the longest suit first.
    fn policy(observation: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        let (open, hand) = (&observation.view.open, observation.view.hand(observation.seat));
        if observation.view.turn != observation.seat || observation.flow.is_done() {
            return None;
        }
        let length = |suit: Suit| hand.iter().filter(|card| card.suit() == suit).count();
        let playable = hand.iter().copied().filter(|card| fits(open, *card));
        let best = playable.max_by_key(|card| (card.rank() != Rank::EIGHT, length(card.suit())));
        let longest = Suit::ALL.into_iter().max_by_key(|suit| length(*suit));
        Some(match best {
            Some(card) if card.rank() == Rank::EIGHT => Action::Play { card, suit: longest },
            Some(card) => Action::Play { card, suit: None },
            None if observation.flow.is_in(FLOW.holding) || observation.view.stock.is_empty() => {
                Action::Pass
            }
            None => Action::Draw,
        })
    }

    /// A seat with fewer cards than the others is ahead.
    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        let held = |seat: Seat| f64::from(at.state.hands[seat].count());
        let all: f64 = Seat::first(at.seats.len()).map(held).sum();
        let others = f64::from(u8::try_from(at.seats.len() - 1).unwrap_or(1));
        let mut values = [0.5; MAX_SEATS];
        for seat in Seat::first(at.seats.len()) {
            let lead = (all - held(seat)) / others - held(seat);
            values[seat.at()] = (0.5 + lead / 20.0).clamp(0.01, 0.99);
        }
        values
    }
}

//! How events change the state.

use croupier_kit::cards::Card;
use croupier_kit::game::Seat;

use crate::cards::Cards;
use crate::played::Played;
use crate::wheel::Spin;
use crate::{Event, State};

impl State {
    /// Applies an event. Nothing else changes a state.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: callers know the event's kind, so one arm remains.
    pub(crate) fn fold(&mut self, event: &Event) {
        self.stats.note(event);
        match *event {
            Event::DeckShuffled { deck, at } => {
                self.draw = from_the_top(deck.inside());
                self.began = at;
            }
            Event::CardsDealt { cards, .. } => {
                for (hand, cards) in self.hands.iter_mut().zip(&cards) {
                    let cards = cards.inside();
                    self.draw.truncate(self.draw.len() - cards.len());
                    hand.extend(cards.iter());
                }
            }
            Event::ThresholdsSet { min, max } => {
                (self.min_threshold, self.max_threshold) = (min, Some(max));
            }
            Event::WheelSpinStarted { force_milli, from, degrees, .. } => {
                self.pending_spin = Some(Spin { from, degrees, force_milli });
            }
            Event::WheelSpun { angle, .. } => {
                self.angle = angle;
                self.pending_spin = None;
            }
            Event::FirstCardPlayed { card, played_value, score } => {
                self.draw.pop();
                self.discard.push(Played::new(card, played_value, None));
                self.score = score;
            }
            Event::TurnStarted { seat, .. } => {
                self.current = seat;
                self.chosen_card = None;
                self.chosen_effect = None;
            }
            Event::PileReshuffled { order, .. } => self.turn_over(order.inside()),
            Event::CardDrawn { seat, card, .. } => {
                self.draw.pop();
                self.hands[seat.at()].push(card.inside());
            }
            Event::CardChosen { card, .. } => self.chosen_card = Some(card),
            Event::EffectChosen { effect, .. } => self.chosen_effect = Some(effect),
            // MM-C4: if nothing was found, no card moves.
            Event::CardFound { seat, card, .. } => {
                if let Some(&card) = card.open() {
                    self.draw.remove(card);
                    self.hands[seat.at()].push(card);
                }
            }
            Event::CardSlain { victim, card, .. } => {
                let was_held = self.hands[victim.at()].remove(card);
                debug_assert!(was_held, "only cards of a hand are slain (MM-C5)");
                self.slain.insert(card);
            }
            Event::BodyguardPlayed { seat, card, played_value, score }
            | Event::CardPlayed { seat, card, played_value, score, .. } => {
                self.put_down(seat, card, played_value);
                self.score = score;
            }
            Event::CardForfeited { seat, card } => self.put_down(seat, card, 0),
            Event::TurnEnded { next, .. } => self.current = next,
            Event::GameOver { ending } => self.ending = Some(ending),
            Event::SetupComplete
            | Event::HandShown { .. }
            | Event::TimedOut { .. }
            | Event::SpinSkipped { .. }
            | Event::PlayerWon { .. }
            | Event::PlayerLost { .. } => {}
        }
    }

    #[inline]
    fn put_down(&mut self, seat: Seat, card: Card, value: i8) {
        let was_held = self.hands[seat.at()].remove(card);
        debug_assert!(was_held, "only cards of the hand are put down");
        self.discard.push(Played::new(card, value, Some(seat)));
    }

    /// MM-25: all discards except the top become the draw pile, in this order from the top.
    fn turn_over(&mut self, order: Cards) {
        let top = self.discard.pop();
        self.forgotten += self.discard.iter().map(|played| i32::from(played.value())).sum::<i32>();
        self.discard = top.into_iter().collect();
        self.draw = from_the_top(order);
    }
}

/// Converts a list that starts with the top into a pile whose top is the last card.
fn from_the_top(mut cards: Cards) -> Cards {
    cards.as_mut_slice().reverse();
    cards
}

//! What a seat remembers.
//!
//! Turns reveal something about hands (RU-71): a skip means the player had no legal play, an
//! automatic play that there was exactly one, and any other play that there was a choice.

use croupier_kit::cards::Card;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::Cards;
use crate::events::{Auto, Event};
use crate::plays::{Outlook, has_move, is_valid, outlook, substitute, total};

/// What a seat remembers beyond its view: every turn, and the top card it was taken on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The current top card. None before the deal.
    pub top: Option<Card>,
    /// Who plays.
    pub players: Vec<Seat>,
    /// The turns of this game, oldest first.
    pub turns: Vec<TurnSeen>,
}

/// A turn that everybody saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnSeen {
    /// Whose.
    pub seat: Seat,
    /// The card that was to be matched.
    pub top: Card,
    /// How the turn went.
    #[serde(rename = "deed")]
    pub result: TurnResult,
}

/// How a turn went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnResult {
    /// There was no legal play.
    Stuck,
    /// These cards were played.
    Played {
        /// The cards.
        cards: Cards,
        /// Whether the player or the system made the play.
        auto: Auto,
    },
}

impl Memory {
    pub(crate) fn remember(&mut self, event: &Event) {
        match event {
            Event::GameStarting { .. } | Event::GameRestarted { .. } => *self = Self::default(),
            Event::HandDealt { seat, .. } => self.players.push(*seat),
            Event::CardsDealt { first, .. } => self.top = Some(*first),
            Event::CardsPlayed { seat, cards, auto, .. } => {
                self.note(*seat, TurnResult::Played { cards: *cards, auto: *auto });
                self.top = cards.last();
            }
            Event::TurnSkipped { seat, .. } => self.note(*seat, TurnResult::Stuck),
            Event::CardFlipped { card } => {
                // RU-68: a card is flipped only when no player has a move.
                for seat in self.players.clone() {
                    self.note(seat, TurnResult::Stuck);
                }
                self.top = Some(*card);
            }
            _ => {}
        }
    }

    fn note(&mut self, seat: Seat, result: TurnResult) {
        if let Some(top) = self.top {
            self.turns.push(TurnSeen { seat, top, result });
        }
    }

    /// Whether a player who holds this hand now would have taken all the turns that were seen.
    /// Walks back through the turns and returns the played cards to the hand.
    pub(crate) fn fits(&self, seat: Seat, hand: Cards) -> bool {
        let mut held = hand;
        self.turns.iter().rev().filter(|turn| turn.seat == seat).all(|turn| match turn.result {
            TurnResult::Stuck => !has_move(held.as_slice(), turn.top),
            TurnResult::Played { cards, auto } => {
                if held.len() + cards.len() > crate::plays::HAND {
                    return false;
                }
                held.extend(cards.iter());
                would_play(held.as_slice(), turn.top, cards.as_slice(), auto)
            }
        })
    }

    /// Whether a card can be in a player's hand. If it was valid when the player was stuck, it was
    /// not there then, and hands never grow.
    pub(crate) fn allows(&self, seat: Seat, card: Card) -> bool {
        let stuck = |turn: &&TurnSeen| turn.seat == seat && turn.result == TurnResult::Stuck;
        !self.turns.iter().filter(stuck).any(|turn| is_valid(card, turn.top))
    }
}

/// Whether this hand leads to this play on this top, given who made the play.
fn would_play(hand: &[Card], top: Card, cards: &[Card], auto: Auto) -> bool {
    match (outlook(hand, top), auto) {
        (Outlook::Only(card), Auto::Single) => cards == [card],
        (Outlook::Choice, Auto::None) => true,
        (Outlook::Choice, Auto::ShotClock) => {
            let measure = |cards: &[Card]| (total(cards), cards.len());
            substitute(hand, top).is_some_and(|best| measure(best.as_slice()) == measure(cards))
        }
        _ => false,
    }
}

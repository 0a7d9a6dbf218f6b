//! The events: the log of MM-77 and MM-C15, and who is told what.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Private, Rank};
use croupier_kit::game::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::PLAYERS;
use crate::cards::{Cards, Dealt};
use crate::effect::DeclaredEffect;
use crate::ending::{Ending, Reason};
use crate::wheel::{Angle, Mode};

/// What happened. `DeckShuffled` is hidden from everybody; all else is the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// The deck was shuffled, and with that the match began.
    DeckShuffled {
        /// The deck from the top; nobody sees it.
        deck: Private<Cards>,
        at: Millis,
    },
    /// Everybody was dealt their cards (MM-12).
    CardsDealt {
        /// How many, by seat.
        counts: [u8; PLAYERS],
        /// The cards, by seat; each is its owner's only.
        cards: [Private<Dealt>; PLAYERS],
    },
    /// MM-13
    ThresholdsSet {
        /// None with `one_way_tally`.
        min: Option<i16>,
        max: i16,
    },
    WheelSpinStarted {
        /// Who pushed it; nobody in the setup.
        seat: Option<Seat>,
        /// How hard, per mille.
        force_milli: u16,
        /// The angle before.
        from: Angle,
        /// How far it goes.
        degrees: u16,
        /// How long that takes.
        spin_ms: Millis,
    },
    /// The wheel has come to rest.
    WheelSpun {
        angle: Angle,
        /// What it says there.
        mode: Mode,
    },
    /// MM-15
    FirstCardPlayed {
        card: Card,
        /// What it counted, with its sign.
        played_value: i8,
        /// The score after it.
        score: i32,
    },
    /// The setup is over.
    SetupComplete,
    TurnStarted {
        seat: Seat,
        /// Counted from 1.
        turn_seq: u32,
        /// When the time is over, if it ever is.
        deadline: Option<Millis>,
    },
    /// MM-25
    PileReshuffled {
        /// How many cards.
        count: u8,
        /// The new draw pile from the top; nobody sees it.
        order: Private<Cards>,
    },
    /// MM-24
    CardDrawn {
        seat: Seat,
        /// How many cards are left to draw.
        left: u8,
        /// The card; the owner's only.
        card: Private<Card>,
    },
    /// A card was chosen, for good (MM-27).
    CardChosen {
        seat: Seat,
        card: Card,
        /// Whether the time had run out.
        auto: bool,
    },
    /// A hand was laid open: to a Queen's player (MM-C5), or to everybody at the end (MM-51).
    HandShown {
        /// To whom; to everybody if nobody is named.
        to: Option<Seat>,
        seat: Seat,
        cards: Cards,
    },
    /// Something was declared with the card.
    EffectChosen {
        seat: Seat,
        effect: DeclaredEffect,
        /// Whether the time had run out.
        auto: bool,
    },
    /// MM-C4
    CardFound {
        /// Who looked for it.
        seat: Seat,
        rank: Rank,
        /// Whether there was one.
        found: bool,
        /// The card; the owner's only.
        card: Private<Card>,
    },
    /// MM-C5
    CardSlain { seat: Seat, victim: Seat, card: Card },
    /// MM-C6
    BodyguardPlayed {
        seat: Seat,
        card: Card,
        /// What it counted, with its sign.
        played_value: i8,
        /// The score after it, before the King.
        score: i32,
    },
    /// A card was played.
    CardPlayed {
        seat: Seat,
        card: Card,
        /// What it counted, with its sign.
        played_value: i8,
        /// The score after it.
        score: i32,
        /// Whether the time had run out.
        auto: bool,
    },
    /// MM-48: a turn ends with a card and without a spin.
    SpinSkipped {
        seat: Seat,
        /// Whether the time had run out.
        auto: bool,
    },
    /// A turn's time ran out. What follows carries `auto`.
    TimedOut { seat: Seat },
    /// MM-47
    CardForfeited { seat: Seat, card: Card },
    /// MM-41
    PlayerWon {
        seat: Seat,
        /// The score it was done with.
        score: i32,
        reason: Reason,
        /// Whether the time had run out.
        timed_out: bool,
    },
    /// MM-42, MM-43
    PlayerLost {
        seat: Seat,
        /// The score it was done with.
        score: i32,
        reason: Reason,
        /// Whether the time had run out.
        timed_out: bool,
    },
    /// A turn is over.
    TurnEnded {
        seat: Seat,
        /// Whose turn is next.
        next: Seat,
    },
    /// The match is over. The hands were laid open just before.
    GameOver {
        /// Who won, who lost, and why.
        ending: Ending,
    },
}

/// MM-77: whether an event has its own entry in a room's log. After a time-out the other entries
/// carry `auto`, and the room's entry `GameOver` reports the ending and the open hands.
pub(crate) fn is_logged(event: &Event) -> bool {
    !matches!(
        event,
        Event::TimedOut { .. } | Event::HandShown { to: None, .. } | Event::GameOver { .. }
    )
}

/// MM-75: an event as a viewer may see it. None if it is hidden from them.
pub(crate) fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
    Some(match *event {
        Event::DeckShuffled { .. } => return None,
        Event::HandShown { to: Some(seat), .. } if !viewer.is(seat) => return None,
        Event::PileReshuffled { count, .. } => {
            Event::PileReshuffled { count, order: Private::Hidden }
        }
        Event::CardsDealt { counts, mut cards } => {
            for (seat, hand) in Seat::first(PLAYERS).zip(&mut cards) {
                *hand = hand.shown(viewer.is(seat));
            }
            Event::CardsDealt { counts, cards }
        }
        Event::CardDrawn { seat, left, card } => {
            Event::CardDrawn { seat, left, card: card.shown(viewer.is(seat)) }
        }
        Event::CardFound { seat, rank, found, card } => {
            Event::CardFound { seat, rank, found, card: card.shown(viewer.is(seat)) }
        }
        public => public,
    })
}

//! The events: the log of section 12.8, and small changes that are not logged.

use std::borrow::Cow;

use croupier_kit::cards::{Pile, Private};
use croupier_kit::game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::contract::{Contract, MeldKind, Proposal};
use crate::meld::End;
use crate::record::RoundRecord;
use crate::state::{SeatList, WindowOutcome};
use crate::{Card, MeldId, Options, SEATS};

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Fields are what their names say; `player` is the one who acted.
pub enum Event {
    /// A player joined. Not logged; `GameStarted` names all.
    PlayerAdded { seat: Seat, name: Cow<'static, str> },
    /// The players drew for the deal; the highest card deals, ties draw again.
    DealerDrawn { cards: Vec<(Seat, Card)> },
    /// The game began. Players go by their ids (MI-1): names are the room's.
    GameStarted { players: Vec<String>, rules: Box<Options>, dealer: Seat },
    /// A round began.
    RoundStarted { round: u8, contract: Contract, dealer: Seat, first: Seat, packs: u8 },
    /// The deck was shuffled, top first. Not logged.
    Shuffled { deck: Private<Box<[Card]>> },
    /// The cards of this round lie as a test arranged them. Not logged.
    CardsArranged { round: u8 },
    /// Everybody got as many cards; each hand is known to its owner.
    HandsDealt { count: u8, hands: Vec<Private<Vec<Card>>> },
    /// The first discard was turned up.
    DiscardTurned { card: Card },
    /// A turn began.
    TurnStarted { player: Seat, turn: u32 },
    /// A card was drawn; the player knows which.
    DrewFromStock { player: Seat, card: Private<Card> },
    /// The top discard was taken.
    DrewFromDiscard { player: Seat, card: Card, in_window: bool },
    /// The May I window opened.
    MayIOpened { card: Card, discarder: Option<Seat>, eligible: SeatList },
    /// A player asked for the discard.
    MayICalled { player: Seat },
    /// A player did not want it.
    MayIDeclined { player: Seat },
    /// The current player passed and waits for answers. Not logged; views show it.
    MayIPassed { player: Seat },
    /// MI-302: a player ahead of the caller is asked.
    MayIAsked { player: Seat },
    /// MI-302: a player ahead of the caller lets it happen.
    MayIAllowed { player: Seat },
    /// The window closed, or the call is settled. The penalty card is known to the winner.
    MayIClosed {
        outcome: WindowOutcome,
        winner: Option<Seat>,
        card: Card,
        penalty_drawn: bool,
        penalty: Private<Card>,
    },
    /// A joker was swapped out of a run.
    JokerSwapped { player: Seat, meld: MeldId, joker: Card, card: Card },
    /// A contract was laid down; the melds as they lie.
    LaidDown { player: Seat, melds: Vec<Proposal> },
    /// A card was laid off.
    LaidOff { player: Seat, card: Card, meld: MeldId, end: End },
    /// A player skips to the discard.
    Skipped { player: Seat },
    /// A card was discarded.
    Discarded { player: Seat, card: Card },
    /// The discards became the stock; the order is hidden.
    StockReplenished { count: u8, order: Private<Box<[Card]>> },
    /// A hand was sorted. Not logged (MI-30).
    HandReordered { player: Seat, cards: Private<Box<[Card]>> },
    /// A player has no card left.
    WentOut { player: Seat, by: WentOutBy },
    /// A round ended; all hands are shown (MI-173).
    RoundEnded { record: RoundRecord, hands: Vec<Vec<Card>>, table: Vec<LaidMeld> },
    /// The game ended.
    GameEnded { totals: Pile<u16, SEATS>, winners: SeatSet },
}

/// How a player went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum WentOutBy {
    /// With the last discard.
    Discard,
    /// With the last lay-off.
    LayOff,
    /// With a laydown of the whole hand.
    LayDown,
}

/// A meld as it lies on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LaidMeld {
    /// Its id.
    pub id: MeldId,
    /// Set or run.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its cards, a run's ascending.
    pub cards: Vec<Card>,
    /// Who laid it down.
    pub owner: Seat,
}

/// MI-170, MI-171: an event as a viewer may see it. None if it is hidden from them.
pub(crate) fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
    Some(match event {
        Event::PlayerAdded { .. }
        | Event::Shuffled { .. }
        | Event::CardsArranged { .. }
        | Event::HandReordered { .. }
        | Event::MayIPassed { .. } => return None,
        Event::HandsDealt { count, hands } => {
            let hands = Seat::first(hands.len()).zip(hands);
            let hands = hands.map(|(seat, hand)| hand.clone().shown(viewer.is(seat)));
            Event::HandsDealt { count: *count, hands: hands.collect() }
        }
        Event::DrewFromStock { player, card } => {
            Event::DrewFromStock { player: *player, card: card.shown(viewer.is(*player)) }
        }
        Event::MayIClosed { outcome, winner, card, penalty_drawn, penalty } => {
            let own = winner.is_some_and(|winner| viewer.is(winner));
            Event::MayIClosed {
                outcome: *outcome,
                winner: *winner,
                card: *card,
                penalty_drawn: *penalty_drawn,
                penalty: penalty.shown(own),
            }
        }
        Event::StockReplenished { count, .. } => {
            Event::StockReplenished { count: *count, order: Private::Hidden }
        }
        public => public.clone(),
    })
}

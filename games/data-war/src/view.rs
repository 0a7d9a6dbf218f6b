//! What a viewer sees of a position (DW-150 to DW-155) and of events (DW-157).

use std::borrow::Cow;

use croupier_kit::Millis;
use croupier_kit::game::{Position, Seat, SeatKind, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::DataWar;
use crate::cards::{CardEffect, CardId};
use crate::events::Tally;
use crate::flow::flow_state;
use crate::flow::steps::AUTO;
use crate::rules::ending::Ending;
use crate::screen::{Background, Character};
use crate::state::{Entry, Fall, SEATS, Taken, War};

/// One seat, as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// Whether a person, a bot or the game itself plays this seat.
    pub kind: SeatKind,
    /// Who is shown here.
    pub character: Option<Character>,
    /// How many cards the deck has. Nobody sees which (DW-150).
    pub deck: u8,
    /// Collected Launch Stacks, oldest first.
    pub stacks: Vec<CardId>,
    /// What this seat compares, and where it comes from.
    pub tally: Tally,
    /// The same as one number.
    pub value: u16,
    /// How often this seat still has to choose one of its next cards (DW-124).
    pub opens: u8,
    /// How many cards are on offer.
    pub offered: Option<u8>,
    /// The offered cards, to the chooser alone (DW-153).
    pub offer: Option<Vec<CardId>>,
    /// Whether the chooser has picked.
    pub answered: bool,
    /// What it picked, to the chooser alone.
    pub picked: Option<u8>,
    /// From which place of the pile on its face-up cards count.
    pub sequence_from: u8,
}

/// A card in play, as everybody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileView {
    /// The seat that laid it.
    pub owner: Seat,
    /// The card; none for a back.
    pub card: Option<CardId>,
    /// Whether its effect is pending.
    pub pending: Option<CardEffect>,
    /// Whether the settlement has taken it away already.
    pub gone: bool,
}

/// What a viewer sees of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose view it is; none for spectators.
    pub seat: Option<Seat>,
    /// The state of the flow.
    pub phase: Cow<'static, str>,
    /// What the screen says.
    pub tooltip: Cow<'static, str>,
    /// How many hands there have been (DW-35); a turn with a war has several.
    pub current_turn: u32,
    /// How many turns have been settled.
    pub turns_completed: u32,
    /// The two seats.
    pub sides: [SideView; 2],
    /// Everything in play, in the order it was laid.
    pub pile: Vec<PileView>,
    /// Who owes another play.
    pub owed: SeatSet,
    /// Whose Tracker Smacker is active.
    pub smackers: SeatSet,
    /// The later of them.
    pub tracker_smacker_active: Option<Seat>,
    /// Who has tapped.
    pub tapped: SeatSet,
    /// Who has dismissed the effects or tapped to see the offer.
    pub waved: SeatSet,
    /// Whose takeover is fresh.
    pub takeover: Option<Seat>,
    /// The latest war of this turn.
    pub war: Option<War>,
    /// How many wars this turn had.
    pub depth: u8,
    /// Who won the turn, while it is settled.
    pub winner: Option<Seat>,
    /// Up to which place effects have been processed.
    pub settled: u8,
    /// Who chooses what a tantrum takes.
    pub tantrum: Option<Seat>,
    /// When the slots of a scramble fall.
    pub falls: Vec<Fall>,
    /// Which of them were taken, in order.
    pub taken: Vec<Taken>,
    /// When the slots began to fall.
    pub playing_since: Millis,
    /// When the game acts for seats that do not answer.
    pub deadline: Option<Millis>,
    /// Where the game is played, if it was chosen on the set-up screen.
    pub background: Option<Background>,
    /// How it ended; `null` while it runs.
    pub ending: Option<Ending>,
}

/// Builds the view field by field, so that anything not mentioned stays secret.
#[allow(clippy::cast_possible_truncation)] // At most 132 cards.
pub(crate) fn view(at: Position<'_, DataWar>, viewer: Viewer) -> View {
    let (state, context) = (at.state, at.flow.context());
    let tallies = state.tallies;
    let sides = SEATS.map(|seat| {
        let side = state.side(seat);
        let mine = viewer.is(seat);
        let top = |count: u8| side.deck.as_slice()[..usize::from(count)].to_vec();
        SideView {
            kind: side.kind,
            character: side.character,
            deck: side.deck.len() as u8,
            stacks: side.stacks.iter().collect(),
            tally: tallies[seat.at()],
            value: tallies[seat.at()].value(),
            opens: side.opens,
            offered: side.offered,
            offer: side.offered.filter(|_| mine).map(top),
            answered: side.picked.is_some(),
            picked: side.picked.filter(|_| mine),
            sequence_from: side.sequence_from,
        }
    });
    View {
        seat: SEATS.into_iter().find(|seat| viewer.is(*seat)),
        phase: flow_state(at.flow).path().into(),
        tooltip: context.tooltip.text().into(),
        current_turn: context.current_turn,
        turns_completed: state.turns_completed,
        sides,
        pile: state.pile.iter().map(show_entry).collect(),
        owed: state.owed,
        smackers: state.smackers,
        tracker_smacker_active: context.tracker_smacker_active,
        tapped: state.tapped,
        waved: context.waved,
        takeover: state.takeover,
        war: state.war,
        depth: state.depth,
        winner: state.winner,
        settled: state.settled,
        tantrum: state.tantrum,
        falls: state.scramble.falls.iter().collect(),
        taken: state.scramble.taken.iter().collect(),
        playing_since: context.playing_since,
        deadline: at.flow.timer_due(AUTO),
        background: context.background,
        ending: state.ending,
    }
}

fn show_entry(entry: Entry) -> PileView {
    PileView {
        owner: entry.owner(),
        card: entry.face(),
        pending: entry.face().filter(|_| entry.is_queued()).and_then(CardId::effect),
        gone: entry.is_gone(),
    }
}

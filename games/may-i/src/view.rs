//! Who sees what (MI-170, MI-171).

use croupier_kit::Millis;
use croupier_kit::game::{Position, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::contract::{Contract, Proposal};
use crate::events::LaidMeld;
use crate::flow::{FlowState, Machines, flow_state};
use crate::record::{RoundRecord, places};
use crate::state::{Growth, MayIResult, Settling, Source, State, WindowOutcome};
use crate::{Card, MayI, deal, finder, legal};

/// What a viewer sees of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct View {
    /// The phase of the game.
    pub phase: FlowState,
    /// The round, 1 to 6.
    pub round: u8,
    /// What it demands.
    pub contract: Contract,
    /// Who dealt it.
    pub dealer: Seat,
    /// Whose turn it is.
    pub current: Seat,
    /// The number of the turn in this round.
    pub turn: u32,
    /// The number of turns in the whole game.
    pub turns: u32,
    /// The players, in seat order.
    pub players: Vec<PlayerSeen>,
    /// How many cards the stock has.
    pub stock: usize,
    /// How many cards the discard pile has.
    pub discard: usize,
    pub top: Option<Card>,
    pub discarder: Option<Seat>,
    pub table: Vec<LaidMeld>,
    /// From where the current player has drawn in this turn.
    pub drew: Option<Source>,
    /// Whether the current player has laid down in this turn.
    pub laid_down: bool,
    /// The May I window.
    pub window: Option<WindowSeen>,
    /// How the window or the call of this turn ended.
    pub may_i: Option<MayISeen>,
    /// Whether the discard can be called for (MI-300).
    pub exposed: bool,
    /// The call that is being settled (MI-302).
    pub settling: Option<Settling>,
    /// How hands have grown beyond the deal.
    pub grown: Growth,
    /// Whether this round was dealt from a full deck.
    pub dealt: bool,
    /// The rounds so far.
    pub history: Vec<RoundRecord>,
    pub winners: SeatSet,
    /// A hint for the viewer: the best laydown of the viewer's hand, if there is one.
    pub can_lay_down: Option<Vec<Proposal>>,
}

/// A player, as a viewer sees one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// The seat.
    pub seat: Seat,
    /// How many cards are in the hand.
    pub cards: usize,
    /// The hand in order: for its owner, and for everybody when the game is over.
    pub hand: Option<Vec<Card>>,
    /// Whether the player is down.
    pub is_down: bool,
    /// The points so far.
    pub total: u16,
    /// The place so far, 1, 1, 3 for ties (MI-133).
    pub place: u8,
}

/// An open window, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowSeen {
    /// Who called, in calling order.
    pub claimants: Vec<Seat>,
    /// Who declined.
    pub declined: SeatSet,
    /// Who may call or has, in order of priority.
    pub eligible: Vec<Seat>,
    /// Whether the current player has passed.
    pub passed: bool,
    /// MI-108
    pub next_to_decide: Option<Seat>,
    /// When it closes without an answer.
    pub hold_deadline: Option<Millis>,
}

/// How a window or a call ended, as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct MayISeen {
    pub outcome: WindowOutcome,
    /// Who got the card.
    pub winner: Option<Seat>,
    pub offered: Card,
    /// Whether a penalty card was drawn.
    pub penalty_drawn: bool,
    /// Which; for the winner only.
    pub penalty: Option<Card>,
}

impl View {
    /// The view of this viewer. It lists what may be seen explicitly, so nothing else can leak.
    pub(crate) fn of(at: Position<'_, MayI>, viewer: Viewer) -> Self {
        let state = at.state;
        let here = flow_state(at);
        Self {
            phase: here,
            round: state.round,
            contract: state.contract(),
            dealer: state.dealer,
            current: state.current,
            turn: state.turn,
            turns: state.turns,
            players: players(state, viewer, here == FlowState::GameEnd),
            stock: state.stock().len(),
            discard: state.discard().len(),
            top: state.discard().first().copied(),
            discarder: state.discarder,
            table: deal::table_of(state),
            drew: state.drew,
            laid_down: state.laid_down,
            window: window(at),
            may_i: state.may_i.map(|result| may_i(result, viewer)),
            exposed: state.exposed,
            settling: state.settling,
            grown: state.grown,
            dealt: state.dealt,
            history: state.history.iter().collect(),
            winners: state.winners,
            can_lay_down: hint(at, viewer, here),
        }
    }
}

fn players(state: &State, viewer: Viewer, open: bool) -> Vec<PlayerSeen> {
    let totals = state.totals();
    let places = places(totals.as_slice());
    let seen = |seat: Seat| PlayerSeen {
        seat,
        cards: state.hand(seat).len(),
        hand: (open || viewer.is(seat)).then(|| state.hand(seat).to_vec()),
        is_down: state.is_down(seat),
        total: totals.as_slice()[seat.at()],
        place: places[seat.at()],
    };
    state.seats().map(seen).collect()
}

fn window(at: Position<'_, MayI>) -> Option<WindowSeen> {
    let window = at.state.window?;
    // Nothing else has a timer, so the next due time is the end of the hold.
    let due = Machines::of(at.options).game.next_due(at.flow);
    Some(WindowSeen {
        claimants: window.claimants.iter().collect(),
        declined: window.declined,
        eligible: at.state.eligible().collect(),
        passed: window.passed,
        next_to_decide: at.state.next_to_decide(),
        hold_deadline: due.filter(|_| window.passed),
    })
}

fn may_i(result: MayIResult, viewer: Viewer) -> MayISeen {
    let own = result.winner.is_some_and(|winner| viewer.is(winner));
    MayISeen {
        outcome: result.outcome,
        winner: result.winner,
        offered: result.offered,
        penalty_drawn: result.penalty.is_some(),
        penalty: result.penalty.filter(|_| own),
    }
}

/// "You can lay down": derived from the viewer's own hand, so it reveals nothing.
fn hint(at: Position<'_, MayI>, viewer: Viewer, here: FlowState) -> Option<Vec<Proposal>> {
    let state = at.state;
    let Viewer::Seat(seat) = viewer else { return None };
    let playing = !matches!(here, FlowState::Setup | FlowState::GameEnd);
    if !playing || seat.at() >= usize::from(state.players) || state.is_down(seat) {
        return None;
    }
    let preferences = legal::preferences(state, seat);
    finder::best(state.hand(seat), state.terms(at.options), &preferences, 1).into_iter().next()
}

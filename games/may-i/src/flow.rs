//! The four machines of section 12, each in its own file: when something may happen.

mod game;
mod round;
mod turn;
mod window;

use std::sync::{Arc, LazyLock};

use croupier_chart::compile::StateMap;
use croupier_chart::prelude::*;
use croupier_kit::game::{Position, RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::contract::Proposal;
use crate::meld::End;
use crate::options::MayITiming;
use crate::record::RoundRecord;
use crate::{Card, MayI, MeldId, Options, State};

pub use game::{GameContext, GameMachine, GameOutput};
pub use round::{RoundContext, RoundMachine, RoundOutput};
pub use turn::{TurnContext, TurnMachine, TurnOutput};
pub use window::{MayIWindowMachine, MayIWindowOutput, WindowContext};

triggers! {
    /// The triggers of the machines, under the specification's names. A trigger without a player
    /// means the current one (MI-142). `check` fills in the player, and the end of the meld for a
    /// lay-off.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Trigger: On {
        AddPlayer { name: std::borrow::Cow<'static, str> } => "ADD_PLAYER",
        StartGame => "START_GAME",
        RoundComplete { record: RoundRecord } => "ROUND_COMPLETE",
        DrawFromStock { player: Option<Seat> } => "DRAW_FROM_STOCK",
        DrawFromDiscard { player: Option<Seat> } => "DRAW_FROM_DISCARD",
        CallMayI { player: Option<Seat> } => "CALL_MAY_I",
        PassMayI { player: Option<Seat> } => "PASS_MAY_I",
        AllowMayI { player: Option<Seat> } => "ALLOW_MAY_I",
        ClaimMayI { player: Option<Seat> } => "CLAIM_MAY_I",
        SkipLayDown { player: Option<Seat> } => "SKIP_LAY_DOWN",
        LayDown { player: Option<Seat>, melds: Vec<Proposal> } => "LAY_DOWN",
        LayOff { player: Option<Seat>, card: Card, meld: MeldId, end: End } => "LAY_OFF",
        SwapJoker { player: Option<Seat>, meld: MeldId, joker: Card, card: Card } => "SWAP_JOKER",
        Discard { player: Option<Seat>, card: Card } => "DISCARD",
        ReorderHand { player: Option<Seat>, cards: Vec<Card> } => "REORDER_HAND",
    }
}

/// MI-142: the player a trigger names; none means the current one.
pub(crate) struct Player(pub(crate) Option<Seat>);

impl Carries<Player> for Trigger {
    fn kinds() -> &'static [On] {
        &[
            On::DrawFromStock,
            On::DrawFromDiscard,
            On::CallMayI,
            On::PassMayI,
            On::AllowMayI,
            On::ClaimMayI,
            On::SkipLayDown,
            On::LayDown,
            On::LayOff,
            On::SwapJoker,
            On::Discard,
            On::ReorderHand,
        ]
    }

    fn carried(&self) -> Option<Player> {
        match self {
            Self::DrawFromStock { player }
            | Self::DrawFromDiscard { player }
            | Self::CallMayI { player }
            | Self::PassMayI { player }
            | Self::AllowMayI { player }
            | Self::ClaimMayI { player }
            | Self::SkipLayDown { player }
            | Self::LayDown { player, .. }
            | Self::LayOff { player, .. }
            | Self::SwapJoker { player, .. }
            | Self::Discard { player, .. }
            | Self::ReorderHand { player, .. } => Some(Player(*player)),
            Self::AddPlayer { .. } | Self::StartGame | Self::RoundComplete { .. } => None,
        }
    }
}

/// The four machines for one timing of May I.
#[derive(Debug)]
pub struct Machines {
    /// `game`: the outermost.
    pub game: Arc<Chart<GameMachine>>,
    /// `round`
    pub round: Arc<Chart<RoundMachine>>,
    /// `turn`
    pub turn: Arc<Chart<TurnMachine>>,
    /// `mayIWindow`; invoked only with the timing `window`.
    pub window: Arc<Chart<MayIWindowMachine>>,
    states: StateMap<TurnMachine, FlowState>,
    /// MI-302: the state in which a call is settled. It does not exist with the timing `window`.
    settling: Option<StateId<RoundMachine>>,
}

impl Machines {
    /// The machines for these options.
    #[inline]
    pub fn of(options: &Options) -> &'static Self {
        match options.may_i_timing {
            MayITiming::Window => &WINDOWED,
            MayITiming::Exposed => &EXPOSED,
        }
    }

    fn new(timing: MayITiming) -> Self {
        let window = Arc::new(window::chart());
        let turn = Arc::new(turn::chart(timing, &window));
        let round = Arc::new(round::chart(timing, &turn));
        let game = Arc::new(game::chart(&round));
        let states = turn.map(|path| match path {
            "awaitingDraw" => FlowState::AwaitingDraw,
            "drawn" => FlowState::Drawn,
            "awaitingDiscard" => FlowState::AwaitingDiscard,
            _ => FlowState::MayIWindow,
        });
        let settling = round.state("active.resolvingMayI").ok();
        Self { game, round, turn, window, states, settling }
    }
}

static WINDOWED: LazyLock<Machines> = LazyLock::new(|| Machines::new(MayITiming::Window));
static EXPOSED: LazyLock<Machines> = LazyLock::new(|| Machines::new(MayITiming::Exposed));

/// The state of the flow, as far as commands depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Phase"))]
#[serde(rename_all = "camelCase")]
pub enum FlowState {
    /// Players join.
    Setup,
    /// The current player is to draw.
    AwaitingDraw,
    /// The May I window is open.
    MayIWindow,
    /// The current player may lay down, lay off, swap, or skip to the discard.
    Drawn,
    /// The current player is to discard.
    AwaitingDiscard,
    /// The game is over.
    GameEnd,
}

/// The active state of the flow.
#[inline]
pub fn flow_state(at: Position<'_, MayI>) -> FlowState {
    match turn_of(at) {
        Some(turn) => *Machines::of(at.options).states.at(turn),
        None if at.flow.is_done() => FlowState::GameEnd,
        None => FlowState::Setup,
    }
}

/// Whether a call is being settled (MI-302).
pub(crate) fn is_settling(at: Position<'_, MayI>) -> bool {
    let round = at.flow.children().round.as_ref();
    let settling = Machines::of(at.options).settling;
    round.zip(settling).is_some_and(|(round, settling)| round.is_in(settling))
}

/// The running turn.
#[inline]
pub(crate) fn turn_of(at: Position<'_, MayI>) -> Option<&Actor<TurnMachine>> {
    at.flow.children().round.as_ref()?.children().turn.as_ref()
}

/// The trait of all four machines: they share triggers and rules.
pub(crate) trait OnTable: Machine<Trigger = Trigger, Rules = RuleContext<MayI>> {}
impl<M: Machine<Trigger = Trigger, Rules = RuleContext<MayI>>> OnTable for M {}

/// The state, for a guard.
fn cards<'a, M: OnTable>(look: &Look<'a, M>) -> &'a State {
    &look.rules.state
}

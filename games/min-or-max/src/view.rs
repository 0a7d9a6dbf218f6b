//! Who sees what (MM-75).

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Rank};
use croupier_kit::game::{Position, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::effect::DeclaredEffect;
use crate::ending::{Ending, Reason};
use crate::flow::{FlowState, Turn, flow_state, turn};
use crate::played::Played;
use crate::preview::{CardPreview, previews};
use crate::stats::{SeatStats, Stats};
use crate::wheel::{Angle, Mode, Spin};
use crate::{MinOrMax, PLAYERS, State};

/// What a viewer sees of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The step of the flow.
    pub place: FlowState,
    /// The players, in turn order.
    pub players: Vec<PlayerSeen>,
    /// How many cards are left to draw.
    pub draw: usize,
    /// The discard pile with signed values and who played; the top is the last one.
    pub discard: Vec<Played>,
    /// What the Queens have taken out of play.
    pub slain: Vec<Card>,
    /// The score that all players share. It can be negative.
    pub score: i32,
    /// The lower threshold, where there is one.
    pub min_threshold: Option<i16>,
    /// The upper threshold, once it is drawn.
    pub max_threshold: Option<i16>,
    /// The angle of the wheel.
    pub angle: Angle,
    /// Which cards beat the top card, as the angle of the wheel says.
    pub mode: Mode,
    /// Where it goes, while it turns.
    pub pending_spin: Option<Spin>,
    /// Whose turn it is.
    pub current: Seat,
    /// What is known of the turn, while there are turns.
    pub turn: Option<TurnSeen>,
    /// The card that was chosen in this turn.
    pub chosen_card: Option<Card>,
    /// What was declared with it.
    pub chosen_effect: Option<DeclaredEffect>,
    /// When the match began.
    pub began: Millis,
    /// How the match ended; `null` while it runs.
    pub result: Option<ResultSeen>,
    /// Where each card that the viewer can play now leads the score.
    pub previews: Vec<CardPreview>,
}

/// A player, as a viewer sees one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Their place in turn order.
    pub seat: Seat,
    /// How many cards are in the hand.
    pub cards: usize,
    /// The hand in order: for its owner, for the player who chooses a card to slay (MM-C5), and for
    /// everybody once the match is over.
    pub hand: Option<Vec<Card>>,
}

/// A turn, as everybody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::struct_excessive_bools)] // The flags of the specification, each on its own.
pub struct TurnSeen {
    /// Which turn of the match it is, counted from 1.
    pub seq: u32,
    /// Whether the wheel was spun.
    pub has_spun: bool,
    /// Whether a card was played.
    pub card_played: bool,
    /// Whether the time ran out.
    pub timed_out: bool,
    /// Whether a card was forfeited.
    pub forfeited: bool,
    /// When the time runs out; nothing while the wheel turns and the clock is stopped (MM-22).
    pub deadline: Option<Millis>,
}

/// How a match ended, as everybody sees it (MM-51).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct ResultSeen {
    pub winner: Option<Seat>,
    pub losers: SeatSet,
    /// Who neither won nor lost.
    pub survivors: SeatSet,
    /// Why it is over.
    pub reason: Reason,
    /// Whether the last player's time had run out.
    pub timed_out: bool,
    /// How many turns there were.
    pub turns: u32,
    /// How long it took, in milliseconds.
    pub duration: Millis,
    /// The highest score reached.
    pub highest: i32,
    /// The lowest score reached.
    pub lowest: i32,
    /// What was counted of every seat, in turn order.
    pub stats: Vec<SeatStats>,
}

impl ResultSeen {
    /// The ending without the statistics.
    pub(crate) fn ending(&self) -> Ending {
        let Self { winner, losers, reason, timed_out, duration, .. } = *self;
        Ending { winner, losers, reason, timed_out, duration }
    }
}

impl View {
    /// The hands and the statistics, once the match is over (MM-51, MM-77).
    pub(crate) fn results(&self) -> Value {
        let hands: Vec<_> = self.players.iter().map(|player| &player.hand).collect();
        json!({"hands": hands, "stats": self.result})
    }

    /// The view of this viewer. It lists what may be seen explicitly, so nothing else can leak.
    pub(crate) fn of(at: Position<'_, MinOrMax>, viewer: Viewer) -> Self {
        let state = at.state;
        let here = flow_state(at.flow);
        let seats = at.seats.len();
        let looks = here == FlowState::ChoosingCardEffect && looks_around(state, viewer);
        let open = |seat| here == FlowState::Finished || viewer.is(seat) || looks;
        let player = |seat: Seat| PlayerSeen {
            seat,
            cards: state.hand(seat).len(),
            hand: open(seat).then(|| state.hand(seat).to_vec()),
        };
        Self {
            place: here,
            players: Seat::first(seats).map(player).collect(),
            draw: state.draw.len(),
            discard: state.discard.as_slice().to_vec(),
            slain: state.slain.iter().collect(),
            score: state.score,
            min_threshold: state.min_threshold,
            max_threshold: state.max_threshold,
            angle: state.angle,
            mode: state.mode(),
            pending_spin: state.pending_spin,
            current: state.current,
            turn: turn(at.flow).map(|turn| turn_seen(at, turn, here)),
            chosen_card: state.chosen_card,
            chosen_effect: state.chosen_effect,
            began: state.began,
            result: state.ending.map(|ending| result(ending, &state.stats, seats)),
            previews: match viewer {
                Viewer::Seat(seat) => previews(at, seat),
                Viewer::Public => vec![],
            },
        }
    }
}

/// MM-C5: a player who has chosen a Queen sees all hands until the choice is made.
fn looks_around(state: &State, viewer: Viewer) -> bool {
    let queen = state.chosen_card.is_some_and(|card| card.rank() == Rank::QUEEN);
    queen && viewer.is(state.current)
}

/// MM-22: the turn clock is stopped while the wheel turns, so a spin moves the deadline.
fn turn_seen(at: Position<'_, MinOrMax>, turn: &Turn, here: FlowState) -> TurnSeen {
    let Turn { seq, since, has_spun, card_played, timed_out, forfeited, .. } = *turn;
    let spin = if has_spun { at.options.spin_ms } else { Millis::ZERO };
    let limit = at.options.turn_ms.filter(|_| here != FlowState::SpinningWheel);
    let deadline = limit.map(|limit| since + limit + spin);
    TurnSeen { seq, has_spun, card_played, timed_out, forfeited, deadline }
}

fn result(ending: Ending, stats: &Stats, players: usize) -> ResultSeen {
    let Ending { winner, losers, reason, timed_out, duration } = ending;
    ResultSeen {
        winner,
        losers,
        survivors: ending.survivors(players),
        reason,
        timed_out,
        turns: stats.turns,
        duration,
        highest: stats.highest,
        lowest: stats.lowest,
        stats: stats.seats[..players.min(PLAYERS)].to_vec(),
    }
}

//! A room of any game, as somebody sees it.

use croupier_kit::Millis;
use croupier_kit::game::{Choice, Game, Outcome, Prompt, Seat};
use croupier_kit::room::{
    OpenCommand, Phase, PlayerId, PlayerView, RoomOptions, RoomView, Waiting,
};
use serde::Serialize;
use serde_json::Value;

/// A [`RoomView`] without the types of a game: everything that a client draws. Written as JSON the two
/// are the same. The parts can also be sent one by one, each only when it has changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnyView {
    /// Where the room stands.
    pub phase: Phase,
    /// The room's instant.
    pub now: Millis,
    /// When the phase ends by itself, if it does.
    pub deadline: Option<Millis>,
    /// How many matches were begun.
    pub game_no: u32,
    /// Everybody at the table, in turn order.
    pub players: Vec<PlayerView>,
    /// Who the host is.
    pub host: Option<PlayerId>,
    /// Whether the door is locked.
    pub locked: bool,
    /// How the room treats its people.
    pub settings: RoomOptions,
    /// What the match is played with.
    pub options: Value,
    /// How the last match ended, until the next one begins.
    pub result: Option<Outcome>,
    /// The viewer's own seat.
    pub seat: Option<Seat>,
    /// The match as the viewer sees it.
    pub game: Option<Value>,
    /// The room's instant at which the match's time is 0: instants in the game's view and events
    /// count from there. All others in this view are the room's.
    pub began: Option<Millis>,
    /// Whether the match stands still.
    pub paused: bool,
    /// What the viewer is asked.
    pub prompt: Option<Prompt<Value>>,
    /// What the viewer may do in the match without being asked.
    pub offers: Vec<Choice<Value>>,
    /// What the viewer may say to the room.
    pub commands: Vec<OpenCommand>,
    /// Whom the table waits for.
    pub waiting: Vec<Waiting>,
    /// The number of the viewer's next log entry: what comes before it is in this view.
    pub next_entry: u64,
}

impl AnyView {
    /// The view as it goes over the wire.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

pub(crate) fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

pub(crate) fn erased_choice<A: Serialize>(choice: Choice<A>) -> Choice<Value> {
    choice.map(|action| json(&action))
}

pub(crate) fn erased_prompt<A: Serialize>(prompt: Prompt<A>) -> Prompt<Value> {
    prompt.map(|action| json(&action))
}

impl<G: Game> From<RoomView<G>> for AnyView {
    fn from(view: RoomView<G>) -> Self {
        Self {
            phase: view.phase,
            now: view.now,
            deadline: view.deadline,
            game_no: view.game_no,
            players: view.players,
            host: view.host,
            locked: view.locked,
            settings: view.settings,
            options: json(&view.options),
            result: view.result,
            seat: view.seat,
            game: view.game.as_ref().map(json),
            began: view.began,
            paused: view.paused,
            prompt: view.prompt.map(erased_prompt),
            offers: view.offers.into_iter().map(erased_choice).collect(),
            commands: view.commands,
            waiting: view.waiting,
            next_entry: view.next_entry,
        }
    }
}

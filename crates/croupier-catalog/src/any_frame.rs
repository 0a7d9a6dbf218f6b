//! A match of any game, step by step.

use std::convert::Infallible;
use std::fmt::Debug;

use croupier_kit::Millis;
use croupier_kit::game::{Outcome, Viewer};
use croupier_kit::matches::{Frame, FrameCause, Frames, Input};
use croupier_kit::text::{Board, LogText, Show};
use serde::Serialize;
use serde_json::Value;

use crate::any_view::json;

/// A [`Frame`] of any game: a step of a match, and the position after it. Actions, events and views
/// are serialized as on the wire.
pub trait AnyFrame: Debug + Send {
    /// Its index among all frames of the match.
    fn number(&self) -> usize;

    /// The instant of this step, in the time of the inputs.
    fn now(&self) -> Millis;

    /// What caused the step.
    fn cause(&self) -> FrameCause<Value>;

    /// What happened, including secrets.
    fn events(&self) -> Vec<Value>;

    /// What a viewer is told about the step.
    fn events_for(&self, viewer: Viewer) -> Vec<Value>;

    /// The same as sentences for the viewer and as card moves, with the players' names by seat.
    fn told(&self, viewer: Viewer, names: &[String]) -> Vec<LogText>;

    /// The viewer's view after the step.
    fn view(&self, viewer: Viewer) -> Value;

    /// The same as text, with the players' names by seat.
    fn board(&self, viewer: Viewer, names: &[String]) -> Board;

    /// The paths of the charts' active states after the step.
    fn states(&self) -> Vec<String>;

    /// The paths of the active states of the room's own machines after the step, as far as they
    /// follow from the match.
    fn room_states(&self) -> Vec<String>;

    /// The trace events of the charts.
    fn trace(&self) -> &[String];

    /// How the match ended, if this step ended it.
    fn outcome(&self) -> Option<Outcome>;

    /// The hash of the state after the step.
    fn hash(&self) -> u64;
}

/// A frame as one viewer sees it, to be sent. What made the step and the trace hide nothing, so it is
/// for matches that are over.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Frame"))]
#[non_exhaustive]
pub struct FrameView {
    /// Its place among all frames of the match, counted from 0.
    pub number: usize,
    /// The instant of this step, in the time of the match.
    pub now: Millis,
    /// What made the step.
    #[cfg_attr(feature = "schema", schemars(with = "FrameCause<croupier_kit::schema::AnyAction>"))]
    pub cause: FrameCause<Value>,
    /// What the viewer is told of the step.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<croupier_kit::schema::AnyEvent>"))]
    pub events: Vec<Value>,
    /// The same in words addressed to the viewer, and as movement.
    pub told: Vec<LogText>,
    /// What the viewer sees after the step.
    #[cfg_attr(feature = "schema", schemars(with = "croupier_kit::schema::AnyView"))]
    pub view: Value,
    /// The same as text, for clients without a board of the game; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The paths of the states that the charts are in after the step.
    pub states: Vec<String>,
    /// The same of the room's own machines, as far as it follows from the match.
    pub room: Vec<String>,
    /// What an observer of the charts saw.
    pub trace: Vec<String>,
    /// How the match ended, if this step ended it.
    pub outcome: Option<Outcome>,
}

impl dyn AnyFrame {
    /// The frame as a viewer sees it, with the players' names by seat.
    pub fn shown_to(&self, viewer: Viewer, names: &[String]) -> FrameView {
        FrameView {
            number: self.number(),
            now: self.now(),
            cause: self.cause(),
            events: self.events_for(viewer),
            told: self.told(viewer, names),
            view: self.view(viewer),
            board: None,
            states: self.states(),
            room: self.room_states(),
            trace: self.trace().to_vec(),
            outcome: self.outcome(),
        }
    }
}

/// [`Frames`] of any game.
#[non_exhaustive]
pub struct AnyFrames {
    /// The requested frames; fewer if the match ends before.
    pub frames: Vec<Box<dyn AnyFrame>>,
    /// How many frames the whole match has.
    pub total: usize,
}

impl std::fmt::Debug for AnyFrames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers: Vec<_> = self.frames.iter().map(|frame| frame.number()).collect();
        f.debug_struct("AnyFrames").field("frames", &numbers).field("total", &self.total).finish()
    }
}

impl<G: Show> From<Frames<G>> for AnyFrames {
    fn from(frames: Frames<G>) -> Self {
        let erase = |frame| -> Box<dyn AnyFrame> { Box::new(frame) };
        Self { frames: frames.frames.into_iter().map(erase).collect(), total: frames.total }
    }
}

impl<G: Show> AnyFrame for Frame<G> {
    fn number(&self) -> usize {
        self.number
    }

    fn now(&self) -> Millis {
        self.now()
    }

    fn cause(&self) -> FrameCause<Value> {
        match &self.cause {
            FrameCause::Deal => FrameCause::Deal,
            FrameCause::Time => FrameCause::Time,
            FrameCause::Input(Input { at, by, act }) => {
                let Ok(act) = act.try_map(|action| Ok::<_, Infallible>(json(action)));
                FrameCause::Input(Input { at: *at, by: *by, act })
            }
        }
    }

    fn events(&self) -> Vec<Value> {
        self.events.iter().map(json).collect()
    }

    fn events_for(&self, viewer: Viewer) -> Vec<Value> {
        self.events_for(viewer).iter().map(json).collect()
    }

    fn told(&self, viewer: Viewer, names: &[String]) -> Vec<LogText> {
        let events = self.events_for(viewer);
        events.iter().map(|event| LogText::of_event::<G>(event, viewer, names)).collect()
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.view(viewer))
    }

    fn board(&self, viewer: Viewer, names: &[String]) -> Board {
        G::board(&self.view(viewer), viewer, names)
    }

    fn states(&self) -> Vec<String> {
        self.states()
    }

    fn room_states(&self) -> Vec<String> {
        self.room_states()
    }

    fn trace(&self) -> &[String] {
        &self.trace
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn hash(&self) -> u64 {
        self.game().hash()
    }
}

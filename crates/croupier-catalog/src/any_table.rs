//! A match of any game with a person at it, behind one door.

use croupier_kit::{
    Board, Choice, Error, Filled, Millis, Outcome, Prompt, Save, Seat, SeatSet, Viewer,
};
use serde_json::Value;

use crate::{OptionChoice, Thought};

/// The name of a seat at which a person sits.
pub const PERSON: &str = "you";

/// Who sits down to what.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TablePlan {
    /// The options.
    pub choice: OptionChoice,
    /// Who plays: [`PERSON`], the name of a bot, or `house`, for every seat.
    pub players: Vec<String>,
    /// Where chance comes from.
    pub seed: u64,
}

/// A match whose types nobody outside needs to know, with bots that act when they are told to.
///
/// Nobody is forced to be fair here: whoever holds a table can look at it from every seat. Its bots
/// cannot; each is shown what its own seat knows.
pub trait AnyTable: Send {
    /// What the players are called, by seat: a person is you, and bots of one kind are numbered.
    fn names(&self) -> &[String];

    /// The seats at which people sit.
    fn people(&self) -> SeatSet;

    /// The seats that are being asked for something.
    fn to_act(&self) -> SeatSet;

    /// What a seat is being asked.
    fn prompt(&self, seat: Seat) -> Option<Prompt<Value>>;

    /// An action of a seat in words. The rules have not judged it.
    fn describe(&self, seat: Seat, action: &Value) -> Result<Choice<Value>, Error>;

    /// The game in a few paragraphs.
    fn primer(&self) -> &'static [&'static str];

    /// The answers that a seat can give at once: the choices of its prompt, and what its forms
    /// suggest. What is not in the list may still be legal.
    fn choices(&self, seat: Seat) -> Vec<Choice<Value>>;

    /// The table in characters.
    fn board(&self, viewer: Viewer) -> Board;

    /// What a viewer sees, as it goes over the wire.
    fn view(&self, viewer: Viewer) -> Value;

    /// What a seat has heard since this was last asked, in lines.
    fn heard(&mut self, seat: Seat) -> Vec<String>;

    /// The action that a filled-in form of a seat's prompt means. The rules have not judged it yet.
    fn compose(&self, seat: Seat, filled: &Filled) -> Result<Choice<Value>, Error>;

    /// Does something in the name of a seat.
    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Error>;

    /// Takes back everything since the last action of a seat, and that action too.
    fn undo(&mut self, seat: Seat) -> Result<(), Error>;

    /// What the bot in a seat has to think about, if it is asked and does not think already.
    fn ponder(&mut self, seat: Seat) -> Option<Box<dyn Thought>>;

    /// The bot acts, if it wants to and still can: whoever took something from this table with
    /// [`ponder`](Self::ponder) brings it back here. False if nothing was done.
    fn conclude(&mut self, thought: Box<dyn Thought>) -> Result<bool, Error>;

    /// One bot that is asked acts, if one wants to, however long it thinks. It tells which.
    fn let_bot_act(&mut self) -> Result<Option<Seat>, Error> {
        for seat in self.to_act().iter() {
            let Some(mut thought) = self.ponder(seat) else { continue };
            thought.think();
            if self.conclude(thought)? {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// How soon and how late a bot that is asked acts at a table of people, in milliseconds.
    fn bot_pace(&self) -> (Millis, Millis);

    /// What a bot would have to think about in the place of a seat that is asked.
    fn advise(&mut self, seat: Seat) -> Option<Box<dyn Thought>>;

    /// The virtual time.
    fn now(&self) -> Millis;

    /// When something happens by itself next.
    fn next_due(&self) -> Option<Millis>;

    /// Lets time pass.
    fn advance_to(&mut self, instant: Millis) -> Result<(), Error>;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Writes the match down.
    fn save(&self, timestamp: u64) -> Result<Save, Error>;
}

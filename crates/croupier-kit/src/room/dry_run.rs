//! The result of an action, without performing it.

use serde::{Deserialize, Serialize};

use super::Room;
use super::party::PlayerId;
use super::vocabulary::RoomReject;
use crate::game::{By, Choice, Filled, Game};

/// An action or a filled-in form to try out in a dry run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// Exhaustive: who converts it between types has to convert all of it.
pub enum Attempt<A> {
    /// An action of the game, whether or not the prompt lists it.
    Action(A),
    /// A filled-in form of the current prompt.
    Form(Filled),
}

impl<G: Game> Room<G> {
    /// Describes what a person's answer would do, or exactly why it is refused. Nothing changes.
    pub fn dry_run(
        &self,
        id: PlayerId,
        attempt: &Attempt<G::Action>,
    ) -> Result<Choice<G::Action>, RoomReject<G>> {
        let (seat, action) = self.check_attempt(id, attempt)?;
        let game = &self.live()?.game;
        game.check(By::Seat(seat), &action)?;
        let mut choice = game.describe_action(seat, action);
        choice.name_seats(&self.names());
        Ok(choice)
    }

    /// The id of the person's last prompt; 0 if there is none.
    pub(super) fn prompt_id(&self, id: PlayerId) -> u64 {
        let question = self.playing.as_ref().zip(self.seated(id).ok());
        question.map_or(0, |(playing, member)| playing.questions[member.seat.at()].id)
    }
}

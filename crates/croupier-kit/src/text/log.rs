//! Log entries in words.

use serde::{Deserialize, Serialize};

use crate::game::{CardMove, Viewer};
use crate::room::{ABANDONED, Entry, LogEvent, Notice, Return, Status};
use crate::text::{Sentence, Show, TextLine, count};

/// A log entry for one reader, in words and as card moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LogText {
    /// The sentence; absent if the entry needs no line in a log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<TextLine>,
    /// Which cards moved from where to where, in order. For animations.
    #[serde(default = "Vec::<CardMove>::new", skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<CardMove>,
}

impl LogText {
    /// Describes an event of a match as a reader saw it.
    pub fn of_event<G: Show>(event: &G::Event, reader: Viewer, names: &[String]) -> Self {
        Self { text: G::describe_event(event, reader, names), moves: G::card_moves(event) }
    }
}

impl<G: Show> Entry<G> {
    /// Describes the entry to its reader, using the players' names by seat.
    pub fn describe(&self, reader: Viewer, names: &[String]) -> LogText {
        self.event.describe(reader, names)
    }
}

impl<G: Show> LogEvent<G> {
    /// Describes what happened to a reader, in words and as card moves.
    pub fn describe(&self, reader: Viewer, names: &[String]) -> LogText {
        let moves = match self {
            Self::Room(_) => vec![],
            Self::Game(event) => G::card_moves(event),
        };
        LogText { text: self.sentence(reader, names), moves }
    }

    /// Only the sentence.
    pub fn sentence(&self, reader: Viewer, names: &[String]) -> Option<TextLine> {
        match self {
            // Except for abandoned matches, the game describes how a match ended.
            Self::Room(Notice::GameOver { outcome, .. }) if outcome.reason != ABANDONED => {
                G::describe_outcome(outcome, reader, names)
            }
            Self::Room(notice) => {
                Some(describe_notice(notice, Sentence::new(reader, names)).done())
            }
            Self::Game(event) => G::describe_event(event, reader, names),
        }
    }
}

fn describe_notice<'a>(notice: &Notice, say: Sentence<'a>) -> Sentence<'a> {
    match notice {
        Notice::PlayerJoined { seat, .. } => say.does(*seat, "sit down"),
        Notice::PlayerDropped { name, .. } => say.text(&format!("{name} leaves the table")),
        Notice::PlayerReady { seat, .. } => say.does(*seat, "are ready"),
        Notice::PlayerUnready { seat, .. } => say.does(*seat, "are not ready"),
        Notice::OptionsChanged => say.text("The options have been changed"),
        Notice::HostChanged { seat } => say.does(*seat, "are the host now"),
        Notice::Locked { locked: true } => say.text("The table is locked"),
        Notice::Locked { locked: false } => say.text("The table is open again"),
        Notice::GameStarting { game_no, .. } => say.text(&format!("Match {game_no} begins")),
        Notice::ActionUndone { seat } => say.does(*seat, "take the last action back"),
        Notice::Paused { seat } => say.does(*seat, "pause the match"),
        Notice::Resumed => say.text("The match goes on"),
        Notice::GameOver { .. } => say.text("Everybody has left: the match ends without a winner"),
        Notice::MatchFailed { why } => say.text(&format!("The match cannot go on: {why}")),
        Notice::VoteCast { seat, rematch: true } => say.does(*seat, "want a rematch"),
        Notice::VoteCast { seat, rematch: false } => {
            say.does(*seat, "want to go back to the lobby")
        }
        Notice::PlayerLeft { seat } => say.does(*seat, "leave"),
        Notice::RemovalVoted { seat, by } => say.does(*by, "want to go on without").who(*seat),
        Notice::AllVotedRematch => say.text("Everybody wants a rematch"),
        Notice::CountdownStarted { ms } => {
            let seconds = count(ms.0.div_ceil(1000), "second", "seconds");
            say.text(&format!("The next match begins in {seconds}"))
        }
        Notice::RematchStarting => say.text("The rematch begins"),
        Notice::ReturnedToLobby { cause: Return::TooFew } => {
            say.text("Back to the lobby: there are too few for a rematch")
        }
        Notice::ReturnedToLobby { .. } => say.text("Back to the lobby"),
        Notice::ConnectionChanged { seat, status: Status::Connected } => {
            say.does(*seat, "are back")
        }
        Notice::ConnectionChanged { seat, .. } => say.does(*seat, "have lost the connection"),
        Notice::SeatReplaced { name, .. } => say.text(&format!("{name} takes over a seat")),
        Notice::SeatReclaimed { name, .. } => say.text(&format!("{name} takes the seat back")),
        Notice::RoomClosed => say.text("The room is closed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::Seat;

    #[test]
    fn notices_speak_to_their_reader() {
        let names = ["Ada".to_owned(), "Bo".to_owned()];
        let told = |notice: &Notice, reader| {
            describe_notice(notice, Sentence::new(reader, &names)).done().to_string()
        };
        let (ada, bo) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
        let ready = Notice::PlayerReady { seat: Seat(0), name: names[0].clone() };
        assert_eq!(told(&ready, ada), "You are ready");
        assert_eq!(told(&ready, bo), "Ada is ready");
        let one = Notice::VoteCast { seat: Seat(1), rematch: false };
        assert_eq!(told(&one, ada), "Bo wants to go back to the lobby");
    }
}

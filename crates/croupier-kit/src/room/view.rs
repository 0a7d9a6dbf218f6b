//! What a viewer sees of a room.

use serde::{Deserialize, Serialize};

use super::commands::OpenCommand;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::party::{Member, PlayerId, Status};
use super::settings::RoomOptions;
use super::waiting::Waiting;
use super::{Room, game_over, lobby};
use crate::Millis;
use crate::game::{Choice, Game, Outcome, Prompt, Seat, Viewer};
use crate::matches::ShownStates;

/// The phase of a room, for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Phase {
    /// People sit down.
    Lobby,
    /// A match runs.
    Playing,
    /// The result is shown.
    Results,
    /// Persons vote.
    Voting,
    /// A rematch is about to start.
    Countdown,
    /// Nothing more happens here.
    Closed,
}

impl Phase {
    /// Whether the match is over and the room not yet back in its lobby.
    pub fn is_after_match(self) -> bool {
        matches!(self, Self::Results | Self::Voting | Self::Countdown)
    }
}

/// A room of a game as one person sees it, or as anybody does.
pub type RoomViewOf<G> = RoomView<<G as Game>::Options, <G as Game>::View, <G as Game>::Action>;

/// A room as one person sees it, or as anybody does: everything that a client draws. The options, the
/// view and the actions are those of a game, or the same as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RoomView<O, V, A> {
    /// The phase of the room.
    pub phase: Phase,
    /// The room's instant.
    pub now: Millis,
    /// When the phase ends without a command, if it does.
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
    pub options: O,
    /// How the last match ended, until the next one begins.
    pub result: Option<Outcome>,
    /// The viewer's own seat.
    pub seat: Option<Seat>,
    /// The match as the viewer sees it.
    pub game: Option<V>,
    /// The room's instant at which the match's time is 0: instants in the game's view and events
    /// count from there. All others in this view are the room's.
    pub began: Option<Millis>,
    /// Whether the match is paused.
    pub paused: bool,
    /// What the viewer is asked.
    pub prompt: Option<Prompt<A>>,
    /// What the viewer may do in the match without being asked.
    pub offers: Vec<Choice<A>>,
    /// What the viewer may say to the room.
    pub commands: Vec<OpenCommand>,
    /// Whom the table waits for.
    pub waiting: Vec<Waiting>,
    /// The number of the viewer's next log entry: what comes before it is in this view.
    pub next_entry: u64,
}

impl<O, V, A> RoomView<O, V, A> {
    /// The same view with the parts of the game as something else.
    pub fn map<P, W, B>(
        self,
        options: impl FnOnce(O) -> P,
        game: impl FnOnce(V) -> W,
        action: impl Fn(A) -> B,
    ) -> RoomView<P, W, B> {
        RoomView {
            phase: self.phase,
            now: self.now,
            deadline: self.deadline,
            game_no: self.game_no,
            players: self.players,
            host: self.host,
            locked: self.locked,
            settings: self.settings,
            options: options(self.options),
            result: self.result,
            seat: self.seat,
            game: self.game.map(game),
            began: self.began,
            paused: self.paused,
            prompt: self.prompt.map(|prompt| prompt.map(&action)),
            offers: self.offers.into_iter().map(|offer| offer.map(&action)).collect(),
            commands: self.commands,
            waiting: self.waiting,
            next_entry: self.next_entry,
        }
    }
}

/// Where a room stands: the part of its view that is neither about people nor about cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableState"))]
#[non_exhaustive]
pub struct TableView {
    /// The phase of the room.
    pub phase: Phase,
    /// When the phase ends without a command, if it does.
    pub deadline: Option<Millis>,
    /// How many matches were begun.
    pub game_no: u32,
    /// Who the host is.
    pub host: Option<PlayerId>,
    /// Whether the door is locked.
    pub locked: bool,
    /// How the last match ended, until the next one begins.
    pub result: Option<Outcome>,
    /// The viewer's own seat.
    pub seat: Option<Seat>,
    /// The room's instant at which the match's time is 0.
    pub began: Option<Millis>,
    /// Whether the match is paused.
    pub paused: bool,
}

impl<O: Serialize, V: Serialize, A: Serialize> RoomView<O, V, A> {
    /// The view as it goes over the wire.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// A person or bot in the room, as everybody sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Player"))]
#[non_exhaustive]
pub struct PlayerView {
    /// The number by which a command names them.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The place in turn order.
    pub seat: Seat,
    /// Whether everybody knows that this is a bot.
    pub bot: bool,
    /// How well it plays, if everybody knows that this is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Whether they are ready to start.
    pub ready: bool,
    /// Whether they want a rematch, once they have said so.
    pub vote: Option<bool>,
    /// Matches won in this room.
    pub wins: u32,
    /// Matches lost in this room.
    pub losses: u32,
    /// How they are connected.
    pub status: Status,
    /// When the seat of a lost connection is given away.
    pub away_until: Option<Millis>,
    /// How many have voted to remove them.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub against: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // Serde's signature.
fn is_none_at_all(count: &usize) -> bool {
    *count == 0
}

impl PlayerView {
    fn of(member: &Member) -> Self {
        Self {
            id: member.id,
            name: member.name.clone(),
            seat: member.seat,
            bot: member.invited,
            level: member.level().filter(|_| member.invited),
            ready: member.ready,
            vote: member.vote,
            wins: member.wins,
            losses: member.losses,
            status: member.status,
            away_until: member.away_until.filter(|_| member.status == Status::Reconnecting),
            against: member.against.len(),
        }
    }
}

impl<G: Game> Room<G> {
    /// The phase of the room.
    pub fn phase(&self) -> Phase {
        if self.is_in_lobby() {
            return Phase::Lobby;
        }
        if self.is_closed() {
            return Phase::Closed;
        }
        let [voting, countdown] = *game_over::ASKING;
        match &self.flow.root().children().game_over {
            None => Phase::Playing,
            Some(over) if over.is_in(voting) => Phase::Voting,
            Some(over) if over.is_in(countdown) => Phase::Countdown,
            Some(_) => Phase::Results,
        }
    }

    /// How many matches were begun.
    pub fn match_no(&self) -> u32 {
        self.party.game_no
    }

    /// Who the host is.
    pub fn host(&self) -> Option<PlayerId> {
        self.party.host
    }

    /// The most players that the options of the next match allow (MM-4).
    pub fn most_players(&self) -> usize {
        self.party.limits.1
    }

    /// The paths of the states the room is in, inner machines included.
    pub fn leaves(&self) -> Vec<String> {
        self.chart.chart.leaves(&self.flow)
    }

    /// Where the room stands, as this person sees it.
    pub fn table(&self, id: Option<PlayerId>) -> TableView {
        let phase = self.phase();
        TableView {
            phase,
            deadline: self.party.ends.filter(|_| phase.is_after_match()),
            game_no: self.party.game_no,
            host: self.party.host,
            locked: self.party.locked,
            result: self.result().cloned(),
            seat: id.and_then(|id| self.seat_of(id)),
            began: self.playing.as_ref().map(|playing| playing.began),
            paused: self.is_paused(),
        }
    }

    /// How the room treats its people.
    pub fn settings(&self) -> &RoomOptions {
        &self.party.options
    }

    /// What the next match is played with.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// The room as this person sees it. Without a person, or for the number of a person who does not
    /// sit here or is a bot, the room as the public sees it.
    pub fn view(&self, id: Option<PlayerId>) -> RoomViewOf<G> {
        let TableView { phase, deadline, game_no, host, locked, result, seat, began, paused } =
            self.table(id);
        RoomView {
            phase,
            now: self.now(),
            deadline,
            game_no,
            players: self.players(),
            host,
            locked,
            settings: self.settings().clone(),
            options: self.options.clone(),
            result,
            seat,
            game: self.game_view(id),
            began,
            paused,
            prompt: id.and_then(|id| self.prompt(id)),
            offers: id.map(|id| self.offers(id)).unwrap_or_default(),
            commands: id.map(|id| self.open_commands(id)).unwrap_or_default(),
            waiting: self.waiting(),
            next_entry: self.next_entry(id),
        }
    }

    /// The seat of a person. None for whoever does not sit here, and for bots.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        self.seated(id).ok().map(|member| member.seat)
    }

    /// Whether a person was sent away for good.
    pub fn is_banned(&self, id: PlayerId) -> bool {
        self.party.banned.contains(&id)
    }

    /// The persons at the table, in turn order: those who are there or expected back.
    pub fn persons(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.party.humans().map(|member| member.id)
    }

    /// The match that runs, with the seat of a person in it.
    fn seat_in_match(&self, id: PlayerId) -> Option<(&LiveMatch<G>, Seat)> {
        let playing = self.playing.as_ref().filter(|_| self.is_playing())?;
        Some((playing, self.seat_of(id)?))
    }

    /// What a person is asked.
    pub fn prompt(&self, id: PlayerId) -> Option<Prompt<G::Action>> {
        let (playing, seat) = self.seat_in_match(id)?;
        Some(playing.prompt(seat)?.with_names(&self.names()))
    }

    /// Looks at what a person is asked. Mostly it is at hand, and need not be copied.
    pub fn look_at_prompt<R>(
        &self,
        id: PlayerId,
        look: impl FnOnce(Option<&Prompt<G::Action>>) -> R,
    ) -> R {
        let kept = self.seat_in_match(id).and_then(|(playing, seat)| playing.kept_prompt(seat));
        match kept {
            Some(prompt) => look(Some(prompt)),
            None => look(self.prompt(id).as_ref()),
        }
    }

    /// Lets go of the questions in words, which are at hand since the last step. Whoever looks at one
    /// later has it made anew: a room that waits for somebody is small.
    pub fn forget_prompts(&mut self) {
        if let Some(playing) = &mut self.playing {
            playing.asked = vec![];
        }
    }

    /// What a person may do in the match without being asked.
    pub fn offers(&self, id: PlayerId) -> Vec<Choice<G::Action>> {
        let Some((playing, seat)) = self.seat_in_match(id) else { return vec![] };
        let mut offers = playing.offers(seat);
        if !offers.is_empty() {
            let names = self.names();
            for offer in &mut offers {
                offer.name_seats(&names);
            }
        }
        offers
    }

    /// How the last match ended, until the next one begins.
    pub fn result(&self) -> Option<&Outcome> {
        self.party.result.as_ref()
    }

    /// The match as a person sees it, or as anybody does.
    pub fn game_view(&self, id: Option<PlayerId>) -> Option<G::View> {
        let seat = id.and_then(|id| self.seat_of(id));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        self.playing.as_ref().map(|playing| playing.game.view(viewer))
    }

    /// The active states of the game's machines that this viewer may know of.
    pub fn shown_states(&self, id: Option<PlayerId>) -> Vec<ShownStates<'_>> {
        let seat = id.and_then(|id| self.seat_of(id));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let playing = self.playing.as_ref();
        playing.map(|playing| playing.game.shown_states(viewer)).unwrap_or_default()
    }

    /// Everybody at the table, in turn order.
    pub fn players(&self) -> Vec<PlayerView> {
        self.party.members.iter().map(PlayerView::of).collect()
    }

    /// What the players are called, by seat. After a match there may be seats that nobody has any
    /// more; they go by their number.
    pub fn names(&self) -> Vec<String> {
        self.party.names()
    }

    /// Whether strangers may be sent here (MM-C13): the room is open to them, somebody is there, and a
    /// seat can be taken.
    pub fn is_listed(&self) -> bool {
        let somebody = self.party.humans().next().is_some();
        self.party.options.quickplay && somebody && self.is_joinable()
    }

    /// Whether whoever has the code can take a seat.
    pub fn is_joinable(&self) -> bool {
        let waiting = self.flow.root().children().lobby.as_ref();
        let in_lobby = waiting.is_some_and(|lobby| lobby.is_in(*lobby::WAITING));
        in_lobby && !self.party.locked && !self.party.is_full()
    }
}

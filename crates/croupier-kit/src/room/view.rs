//! What somebody sees of a room.

use serde::{Deserialize, Serialize};

use super::party::{Member, PlayerId, Status};
use super::settings::RoomOptions;
use super::{Room, game_over, lobby};
use crate::{Game, Millis, Outcome, Prompt, Seat, Viewer};

/// Where a room stands, for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// A room as one person sees it, or as anybody does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct RoomView<G: Game> {
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
    pub options: G::Options,
    /// How the last match ended, until the next one begins.
    pub result: Option<Outcome>,
    /// The viewer's own seat.
    pub seat: Option<Seat>,
    /// The match as the viewer sees it.
    pub game: Option<G::View>,
    /// What the viewer is asked.
    pub prompt: Option<Prompt<G::Action>>,
    /// The number of the next log entry: what comes before it is in this view.
    pub next_entry: u64,
}

/// Somebody at the table, as everybody sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The number by which a command names them.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The place in turn order.
    pub seat: Seat,
    /// Whether everybody knows that this is a bot.
    pub bot: bool,
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
}

impl PlayerView {
    fn of(member: &Member) -> Self {
        Self {
            id: member.id,
            name: member.name.clone(),
            seat: member.seat,
            bot: member.invited,
            ready: member.ready,
            vote: member.vote,
            wins: member.wins,
            losses: member.losses,
            status: member.status,
        }
    }
}

impl<G: Game> Room<G> {
    /// Where the room stands.
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

    /// The paths of the states the room is in, inner machines included.
    pub fn leaves(&self) -> Vec<String> {
        self.chart.chart.leaves(&self.flow)
    }

    /// The room as somebody sees it; as anybody does, if they do not sit here.
    pub fn view(&self, id: Option<PlayerId>) -> RoomView<G> {
        let seat = id.and_then(|id| self.party.member(id)).map(|member| member.seat);
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let playing = self.playing.as_ref();
        let phase = self.phase();
        RoomView {
            phase,
            now: self.now(),
            deadline: self.party.ends.filter(|_| phase.is_after_match()),
            game_no: self.party.game_no,
            players: self.party.members.iter().map(PlayerView::of).collect(),
            host: self.party.host,
            locked: self.party.locked,
            settings: self.party.options.clone(),
            options: self.options.clone(),
            result: self.party.result.clone(),
            seat,
            game: playing.map(|playing| playing.game.view(viewer)),
            prompt: match (playing, seat) {
                (Some(playing), Some(seat)) if phase == Phase::Playing => playing.prompt(seat),
                _ => None,
            },
            next_entry: self.next_entry,
        }
    }

    /// All that a bot in a seat may know: what it sees and what it remembers.
    pub fn knowledge(&self, seat: Seat) -> Option<(G::View, G::Memory)> {
        let playing = self.playing.as_ref()?;
        let memory = playing.memories.get(seat.at())?.clone();
        Some((playing.game.view(Viewer::Seat(seat)), memory))
    }

    /// Whether strangers may be sent here (MM-C13): there is somebody, and room for one more.
    pub fn is_listed(&self) -> bool {
        let waiting = self.flow.root().children().lobby.as_ref();
        let in_lobby = waiting.is_some_and(|lobby| lobby.is_in(*lobby::WAITING));
        let somebody = self.party.humans().next().is_some();
        let open = !self.party.locked && !self.party.is_full();
        self.party.options.quickplay && in_lobby && somebody && open
    }

    /// What holds after every call.
    pub fn invariants(&self) -> Result<(), String> {
        let members = &self.party.members;
        let broken = |what: &str| Err(what.to_owned());
        if members.len() > G::SEATS.1 {
            return broken("nobody sits where there is no seat");
        }
        if !members.windows(2).all(|pair| pair[0].seat < pair[1].seat) {
            return broken("everybody has a seat of their own, in turn order");
        }
        let ids = |at: usize| members[at + 1..].iter().any(|it| it.id == members[at].id);
        if (0..members.len()).any(ids) {
            return broken("nobody sits here twice");
        }
        if self.party.host.is_some_and(|host| self.party.humans().all(|it| it.id != host)) {
            return broken("the host is a person at the table");
        }
        if members.iter().any(|it| it.is_human() && it.slot.is_none()) {
            return broken("every person's connection is watched");
        }
        if let Some(why) = members.iter().find_map(|it| self.watched_wrongly(it)) {
            return Err(why);
        }
        match (&self.playing, self.phase()) {
            (None, Phase::Playing) => return broken("while playing there is a match"),
            (Some(_), Phase::Lobby) => return broken("in the lobby there is no match"),
            (Some(playing), Phase::Playing) => {
                if playing.game.outcome().is_some() {
                    return broken("a match that is over is not played on");
                }
                if members.len() != playing.game.seats().len() {
                    return broken("every seat of a match is somebody's");
                }
                G::invariants(playing.game.position())?;
            }
            _ => {}
        }
        if !self.party.outbox.is_empty() {
            return broken("all orders are carried out");
        }
        Ok(())
    }

    /// Whether the chart's region and the member disagree about a connection.
    fn watched_wrongly(&self, member: &Member) -> Option<String> {
        let slot = member.slot?;
        let Some(regions) = self.chart.connections.get(usize::from(slot)) else {
            return Some(format!("nobody watches the connection of {}", member.seat));
        };
        let right = match (member.is_human(), member.status) {
            (true, Status::Connected) => regions.connected,
            (true, Status::Reconnecting) => regions.reconnecting,
            (false, _) => regions.disconnected,
        };
        let wrong = !self.is_closed() && !self.flow.is_in(right);
        wrong.then(|| format!("the connection of {} is watched wrongly", member.seat))
    }
}

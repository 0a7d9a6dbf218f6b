//! Invariants of a room.

use super::Room;
use super::party::{Member, Status};
use super::view::Phase;
use crate::game::{Game, InvariantError, MAX_SEATS};
use crate::matches::MOST_UNDOS;

impl<G: Game> Room<G> {
    /// Checks what must hold after every call; the error names what is broken.
    pub fn invariants(&self) -> Result<(), InvariantError> {
        let members = &self.party.members;
        let broken = |what: &'static str| Err(what.into());
        if members.len() > G::SEATS.1 {
            return broken("there are more players than seats");
        }
        if members.iter().any(|it| it.seat.at() >= MAX_SEATS) {
            return broken("a player sits beyond the last seat");
        }
        if !members.windows(2).all(|pair| pair[0].seat < pair[1].seat) {
            return broken("players share a seat, or are not in turn order");
        }
        let ids = |at: usize| members[at + 1..].iter().any(|it| it.id == members[at].id);
        if (0..members.len()).any(ids) {
            return broken("a player sits at two seats");
        }
        let is_host = |it: &Member| self.party.host == Some(it.id) && it.may_be_host();
        if self.party.host.is_some() != members.iter().any(is_host) {
            return broken("the host is not seated, or is an invited bot");
        }
        if members.iter().any(|it| it.is_human() && it.slot.is_none()) {
            return broken("a person's connection is not tracked");
        }
        let slots = |at: usize| {
            members[at].slot.is_some()
                && members[at + 1..].iter().any(|it| it.slot == members[at].slot)
        };
        if (0..members.len()).any(slots) {
            return broken("two players share a connection");
        }
        if let Some(why) = members.iter().find_map(|it| self.watched_wrongly(it)) {
            return Err(why.into());
        }
        match (&self.playing, self.phase()) {
            (None, Phase::Playing) => return broken("the room is playing, but has no match"),
            (Some(_), Phase::Lobby) => return broken("the room is in the lobby, but has a match"),
            (Some(playing), Phase::Playing) => {
                if playing.game.outcome().is_some() {
                    return broken("the room is playing a match that is over");
                }
                let seats = playing.game.seats().len();
                let sits = |it: &Member| it.seat.at() < seats;
                if members.len() != seats || !members.iter().all(sits) {
                    return broken("a seat of the match is nobody's");
                }
                let stage = self.chart.stages.get(playing.stage);
                if stage.is_none_or(|stage| !self.flow.is_in(*stage)) {
                    return broken("the room is not in the stage of its match");
                }
                if playing.past.actions.len() > playing.game.undo_depth().min(MOST_UNDOS) {
                    return broken("more actions could be undone than the match has");
                }
                G::invariants(playing.game.position())?;
            }
            _ => {}
        }
        if !self.party.outbox.is_empty() {
            return broken("messages of the room to itself are left");
        }
        Ok(())
    }

    /// Describes a disagreement between the chart's region and the member about a connection.
    fn watched_wrongly(&self, member: &Member) -> Option<String> {
        let slot = member.slot?;
        let Some(regions) = self.chart.connections.get(usize::from(slot)) else {
            return Some(format!("the connection of {} is not tracked", member.seat));
        };
        let right = match (member.is_human(), member.status) {
            (true, Status::Connected) => regions.connected,
            (true, Status::Reconnecting) => regions.reconnecting,
            (false, _) => regions.disconnected,
        };
        let wrong = !self.is_closed() && !self.flow.is_in(right);
        wrong.then(|| format!("the connection of {} is tracked wrongly", member.seat))
    }
}

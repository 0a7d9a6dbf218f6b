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
            return broken("nobody sits where there is no seat");
        }
        if members.iter().any(|it| it.seat.at() >= MAX_SEATS) {
            return broken("nobody sits beyond the last seat");
        }
        if !members.windows(2).all(|pair| pair[0].seat < pair[1].seat) {
            return broken("everybody has a seat of their own, in turn order");
        }
        let ids = |at: usize| members[at + 1..].iter().any(|it| it.id == members[at].id);
        if (0..members.len()).any(ids) {
            return broken("nobody sits here twice");
        }
        let is_host = |it: &Member| self.party.host == Some(it.id) && it.may_be_host();
        if self.party.host.is_some() != members.iter().any(is_host) {
            return broken("the host sits at the table and is no bot that was asked for");
        }
        if members.iter().any(|it| it.is_human() && it.slot.is_none()) {
            return broken("every person's connection is watched");
        }
        if let Some(why) = members.iter().find_map(|it| self.watched_wrongly(it)) {
            return Err(why.into());
        }
        match (&self.playing, self.phase()) {
            (None, Phase::Playing) => return broken("while playing there is a match"),
            (Some(_), Phase::Lobby) => return broken("in the lobby there is no match"),
            (Some(playing), Phase::Playing) => {
                if playing.game.outcome().is_some() {
                    return broken("a match that is over is not played on");
                }
                let seats = playing.game.seats().len();
                let sits = |it: &Member| it.seat.at() < seats;
                if members.len() != seats || !members.iter().all(sits) {
                    return broken("every seat of a match is somebody's");
                }
                let stage = self.chart.stages.get(playing.stage);
                if stage.is_none_or(|stage| !self.flow.is_in(*stage)) {
                    return broken("the room is in the stage of its match");
                }
                if playing.past.actions.len() > playing.game.undo_depth().min(MOST_UNDOS) {
                    return broken("no more can be taken back than the match knows of");
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

    /// Describes a disagreement between the chart's region and the member about a connection.
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

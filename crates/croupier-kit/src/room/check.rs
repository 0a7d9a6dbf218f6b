//! Whether something may be said to a room, and exactly why not.

use serde_json::{Map, Value};

use super::command::{Command, RoomReject};
use super::party::{Member, PlayerId, Status};
use super::view::Phase;
use super::{Room, check_options};
use crate::scenario::{options_of, set_options};
use crate::{Game, MAX_SEATS};

/// The longest name, in characters.
const LONGEST_NAME: usize = 20;

type Checked<G, T = ()> = Result<T, RoomReject<G>>;

impl<G: Game> Room<G> {
    /// In the order of MM-79: who, then the phase, then the step, then the rest.
    pub(super) fn check(&self, id: PlayerId, command: &Command<G>) -> Checked<G> {
        match command {
            Command::Join { name } => return self.check_join(id, name),
            Command::Reconnect => return self.check_reconnect(id),
            _ => {}
        }
        // Nobody speaks in the name of a bot, whatever number they give.
        let member = self.party.member(id).filter(|it| it.is_human());
        let member = member.ok_or(RoomReject::NotSeated)?;
        self.check_phase(command)?;
        match command {
            Command::Ready if member.ready => Err(RoomReject::AlreadyReady),
            Command::Ready if member.status != Status::Connected => Err(RoomReject::WrongStep),
            Command::Unready if !member.ready => Err(RoomReject::NotReady),
            Command::StartGame => self.check_start(),
            Command::Act { prompt: Some(prompt), .. } => self.check_prompt(member, *prompt),
            Command::VoteRematch if member.vote == Some(true) => Err(RoomReject::AlreadyVoted),
            Command::PlayAgain if !self.party.has_minimum_players() => {
                Err(RoomReject::NotEnoughPlayers)
            }
            Command::AddBot { .. } if self.party.is_full() => Err(RoomReject::LobbyFull),
            Command::RemoveBot { player } => match self.party.member(*player) {
                Some(bot) if !bot.is_human() => Ok(()),
                _ => Err(RoomReject::NotABot),
            },
            Command::React { kind, value } => self.check_reaction(member, kind, value),
            Command::SetOptions { preset, changes } => {
                self.check_host(id)?;
                self.changed_options(preset.as_deref(), changes).map(|_| ())
            }
            Command::Lock { .. } => self.check_host(id),
            Command::HandOver { player } => {
                self.check_host(id)?;
                match self.party.member(*player) {
                    Some(heir) if heir.is_human() => Ok(()),
                    _ => Err(RoomReject::NoSuchPlayer),
                }
            }
            Command::Kick { player } => {
                self.check_host(id)?;
                self.check_kick(id, *player)
            }
            _ => Ok(()),
        }
    }

    fn check_phase(&self, command: &Command<G>) -> Checked<G> {
        let phase = self.phase();
        let (fits, near) = match command {
            Command::Ready
            | Command::Unready
            | Command::StartGame
            | Command::AddBot { .. }
            | Command::RemoveBot { .. }
            | Command::SetOptions { .. } => (phase == Phase::Lobby, false),
            Command::Act { .. } | Command::Undo => (phase == Phase::Playing, false),
            Command::VoteRematch => (phase == Phase::Voting, phase.is_after_match()),
            Command::VoteLobby => {
                (matches!(phase, Phase::Voting | Phase::Countdown), phase.is_after_match())
            }
            Command::PlayAgain => (
                phase == Phase::Results && self.party.options.instant_rematch,
                phase.is_after_match(),
            ),
            _ => (true, true),
        };
        match (fits, near) {
            (true, _) => Ok(()),
            (false, true) => Err(RoomReject::WrongStep),
            (false, false) => Err(RoomReject::WrongPhase),
        }
    }

    fn check_join(&self, id: PlayerId, name: &str) -> Checked<G> {
        let anew = self.is_stale();
        if !self.is_in_lobby() && !anew {
            let seated = self.party.member(id).is_some();
            return Err(if seated { RoomReject::AlreadySeated } else { RoomReject::WrongPhase });
        }
        if self.party.banned.contains(&id) {
            return Err(RoomReject::Banned);
        }
        if !anew && self.party.member(id).is_some() {
            return Err(RoomReject::AlreadySeated);
        }
        let characters = name.trim().chars().count();
        if characters == 0 || characters > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(RoomReject::BadName);
        }
        if self.party.locked && !anew {
            return Err(RoomReject::Locked);
        }
        if self.party.is_full() && !anew {
            return Err(RoomReject::LobbyFull);
        }
        Ok(())
    }

    /// MM-C14: a match runs, and nobody is connected to it.
    fn is_stale(&self) -> bool {
        let alive = self.party.humans().any(|it| it.status == Status::Connected);
        self.party.options.stale_reset && self.is_playing() && !alive
    }

    fn check_reconnect(&self, id: PlayerId) -> Checked<G> {
        if let Some(member) = self.party.humans().find(|it| it.id == id) {
            return match member.status {
                Status::Connected => Err(RoomReject::AlreadyConnected),
                Status::Reconnecting => Ok(()),
            };
        }
        let gone = |it: &Member| it.absent.as_ref().is_some_and(|absent| absent.id == id);
        match self.party.members.iter().any(gone) {
            false => Err(RoomReject::NotSeated),
            true if self.party.options.reclaim && self.is_playing() => Ok(()),
            true => Err(RoomReject::SeatReplaced),
        }
    }

    fn check_start(&self) -> Checked<G> {
        if !self.party.has_minimum_players() {
            return Err(RoomReject::NotEnoughPlayers);
        }
        if !self.party.all_players_ready() {
            return Err(RoomReject::NotAllReady);
        }
        G::check_options(&self.options, self.party.members.len())
            .map_err(RoomReject::InvalidOptions)
    }

    fn check_prompt(&self, member: &Member, prompt: u64) -> Checked<G> {
        let playing = self.playing.as_ref().ok_or(RoomReject::WrongPhase)?;
        match playing.questions.get(member.seat.at()) {
            Some(question) if question.id == prompt => Ok(()),
            _ => Err(RoomReject::StalePrompt),
        }
    }

    fn check_reaction(&self, member: &Member, kind: &str, value: &String) -> Checked<G> {
        let options = &self.party.options;
        if kind != "emoji" || !options.reactions.contains(value) {
            return Err(RoomReject::InvalidReaction);
        }
        let window = options.reaction_window_ms;
        let recent = member.reacted.iter().filter(|at| **at + window > self.now()).count();
        if recent >= options.reaction_limit { Err(RoomReject::RateLimited) } else { Ok(()) }
    }

    fn check_host(&self, id: PlayerId) -> Checked<G> {
        if self.party.host == Some(id) { Ok(()) } else { Err(RoomReject::NotHost) }
    }

    /// A host sends away persons at any time, and bots where bots come and go.
    fn check_kick(&self, host: PlayerId, player: PlayerId) -> Checked<G> {
        if player == host {
            return Err(RoomReject::NoSuchPlayer);
        }
        match self.party.member(player) {
            None => Err(RoomReject::NoSuchPlayer),
            Some(member) if member.is_human() || self.is_in_lobby() => Ok(()),
            Some(_) => Err(RoomReject::WrongPhase),
        }
    }

    /// The region that watches somebody's connection, if it is there to be lost.
    pub(super) fn lost(&self, id: PlayerId) -> Checked<G, u8> {
        let member = self.party.humans().find(|it| it.id == id).ok_or(RoomReject::NotSeated)?;
        match (member.status, member.slot) {
            (Status::Connected, Some(slot)) if usize::from(slot) < MAX_SEATS => Ok(slot),
            _ => Err(RoomReject::WrongStep),
        }
    }

    /// The options after a change. A locked table of any size must be able to play them.
    pub(super) fn changed_options(
        &self,
        preset: Option<&str>,
        changes: &Map<String, Value>,
    ) -> Checked<G, G::Options> {
        let merged = match preset {
            Some(preset) => options_of::<G>(Some(preset), changes),
            None => set_options::<G>(&self.options, changes),
        };
        let options = merged.map_err(RoomReject::InvalidOptions)?;
        check_options::<G>(&options).map_err(RoomReject::InvalidOptions)?;
        Ok(options)
    }
}

//! One rule per command: who may give it, in which phases, what else must hold, and what it does.
//!
//! The same rules decide whether a command is accepted and whether it is offered to clients
//! (`open_commands.rs`). What a check finds is what its effect works with (ADR 0009).

use serde_json::{Map, Value};

use super::Room;
use super::dry_run::Attempt;
use super::effect::RoomEffect;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::name::{CleanName, cleaned};
use super::open_commands::{CommandKind, Takes};
use super::party::{Member, PlayerId, Status};
use super::rule::{Checked, Effects, Rule, Who, free, require, rule};
use super::view::Phase;
use super::vocabulary::{Command, Notice, RoomReject, RoomTrigger};
use crate::game::{Filled, Game, InputError, MAX_SEATS, Seat};

const ANY_PHASE: &[Phase] =
    &[Phase::Lobby, Phase::Playing, Phase::Results, Phase::Voting, Phase::Countdown];
const LOBBY: &[Phase] = &[Phase::Lobby];
const PLAYING: &[Phase] = &[Phase::Playing];
const LOBBY_OR_PLAYING: &[Phase] = &[Phase::Lobby, Phase::Playing];
const RESULTS: &[Phase] = &[Phase::Results];
const VOTING: &[Phase] = &[Phase::Voting];
const AFTER_RESULTS: &[Phase] = &[Phase::Voting, Phase::Countdown];

/// Calls `look` with the rule of a command.
fn with_rule<G: Game, T>(command: &Command<G>, look: impl FnOnce(&Rule<'_, G>) -> T) -> T {
    let (mut look, mut found) = (Some(look), None);
    find_rule(command, &mut |rule| found = look.take().map(|look| look(rule)));
    found.expect("every command has one rule")
}

/// Finds the rule of a command. All commands are checked for every view, so a rule lives on the
/// stack while it is used and nothing is allocated for it.
#[rustfmt::skip] // A table: who, phases, check, effect.
#[allow(clippy::too_many_lines)] // One row per command.
fn find_rule<G: Game>(command: &Command<G>, look: &mut dyn FnMut(&Rule<'_, G>)) {
    use Command as C;
    use RoomTrigger as T;
    use Who::{Anybody, Host, Seated};
    match command {
        C::Join { name } => rule(look, Anybody, ANY_PHASE,
            |room, id| room.check_join(id, name),
            |room, id, guest, out| room.join(id, &guest, out)),
        C::Reconnect => rule(look, Anybody, ANY_PHASE,
            Room::return_of,
            |room, _, trigger, out| room.send(&trigger, out)),
        C::Leave => rule(look, Seated, ANY_PHASE,
            free,
            |room, id, (), out| room.send(&room.departure(id, true), out)),
        C::React { kind, value } => rule(look, Seated, ANY_PHASE,
            |room, id| room.check_reaction(id, kind, value),
            |room, id, (), out| {
                let (kind, value) = (kind.clone(), value.clone());
                room.send(&T::PlayerReacted { id, kind, value }, out)
            }),

        C::Ready => rule(look, Seated, LOBBY,
            Room::check_ready,
            |room, id, (), out| room.send(&T::PlayerReady { id }, out)),
        C::Unready => rule(look, Seated, LOBBY,
            |room, id| require(room.seated(id)?.ready, RoomReject::NotReady),
            |room, id, (), out| room.send(&T::PlayerUnready { id }, out)),
        C::StartGame => rule(look, Seated, LOBBY,
            |room, _| room.check_start(),
            |room, _, (), out| room.send(&T::StartGame, out)),
        C::AddBot { level, name } => rule(look, Seated, LOBBY,
            |room, _| room.check_add_bot(level, name.as_deref()),
            |room, _, name, out| room.add_bot(level, name.as_ref(), out)),
        C::RemoveBot { player } => rule(look, Seated, LOBBY,
            |room, _| room.check_remove_bot(*player),
            |room, _, (), out| room.send(&T::PlayerDropped { id: *player }, out)),
        C::SetOptions { preset, changes } => rule(look, Host, LOBBY,
            |room, _| room.changed_options(preset.as_deref(), changes),
            |room, _, (options, limits), out| {
                room.options = options;
                room.party.limits = limits;
                room.tell(Notice::OptionsChanged, out)
            }),

        C::Act { action, prompt } => rule(look, Seated, PLAYING,
            |room, id| room.check_act(id, action, *prompt),
            |room, _, seat, out| room.input(seat, action.clone(), out)),
        C::Fill { filled, prompt } => rule(look, Seated, PLAYING,
            |room, id| room.check_fill(id, filled, *prompt),
            |room, _, (seat, action), out| room.input(seat, action, out)),
        C::Undo => rule(look, Seated, PLAYING,
            Room::check_undo,
            |room, _, undo, out| room.undo(undo, out)),
        C::Pause => rule(look, Seated, PLAYING,
            Room::check_pause,
            |room, _, seat, out| room.pause(seat, out)),
        C::Resume => rule(look, Seated, PLAYING,
            |room, _| require(room.is_paused(), RoomReject::NotPaused),
            |room, _, (), out| room.resume(out)),

        C::VoteRematch => rule(look, Seated, VOTING,
            |room, id| require(room.seated(id)?.vote != Some(true), RoomReject::AlreadyVoted),
            |room, id, (), out| room.send(&T::VoteRematch { id }, out)),
        C::VoteLobby => rule(look, Seated, AFTER_RESULTS,
            free,
            |room, id, (), out| room.send(&T::VoteLobby { id }, out)),
        C::PlayAgain => rule(look, Seated, RESULTS,
            |room, _| room.check_play_again(),
            |room, id, (), out| room.send(&T::PlayAgain { id }, out)),

        C::VoteRemove { player } => rule(look, Seated, LOBBY_OR_PLAYING,
            |room, id| room.check_vote_remove(id, *player),
            |room, id, (), out| room.send(&T::VoteRemove { id, player: *player }, out)),
        C::Kick { player } => rule(look, Host, ANY_PHASE,
            |room, id| room.check_kick(id, *player),
            |room, _, (), out| {
                room.party.ban(*player);
                room.send(&room.departure(*player, true), out)
            }),
        C::Lock { locked } => rule(look, Host, ANY_PHASE,
            |room, _| require(room.party.locked != *locked, RoomReject::WrongStep),
            |room, _, (), out| {
                room.party.locked = *locked;
                room.tell(Notice::Locked { locked: *locked }, out)
            }),
        C::HandOver { player } => rule(look, Host, ANY_PHASE,
            |room, id| {
                let heir = room.party.member(*player).filter(|it| it.id != id && it.may_be_host());
                require(heir.is_some(), RoomReject::NoSuchPlayer)
            },
            |room, _, (), out| {
                room.party.set_host(*player);
                room.take_orders(out)
            }),
    }
}

/// Whether a command belongs to a phase.
pub(super) fn is_in_phase<G: Game>(command: &Command<G>, phase: Phase) -> bool {
    with_rule(command, |rule| rule.phases.contains(&phase))
}

impl<G: Game> Room<G> {
    /// All kinds of commands, except actions of the game: the name of each, and what it takes.
    #[rustfmt::skip] // A table.
    pub(super) fn command_kinds(&self) -> [(&'static str, CommandKind<G>); 20] {
        use Command as C;
        use CommandKind::{Level, One, Player, Reaction};
        let locked = !self.party.locked;
        [
            ("join", One(Takes::Name, C::Join { name: "Guest".to_owned() })),
            ("leave", One(Takes::Nothing, C::Leave)),
            ("reconnect", One(Takes::Nothing, C::Reconnect)),
            ("ready", One(Takes::Nothing, C::Ready)),
            ("unready", One(Takes::Nothing, C::Unready)),
            ("start_game", One(Takes::Nothing, C::StartGame)),
            ("set_options", One(Takes::Options, C::SetOptions { preset: None, changes: Map::new() })),
            ("undo", One(Takes::Nothing, C::Undo)),
            ("pause", One(Takes::Nothing, C::Pause)),
            ("resume", One(Takes::Nothing, C::Resume)),
            ("vote_rematch", One(Takes::Nothing, C::VoteRematch)),
            ("vote_lobby", One(Takes::Nothing, C::VoteLobby)),
            ("play_again", One(Takes::Nothing, C::PlayAgain)),
            ("lock", One(Takes::Locked(locked), C::Lock { locked })),
            ("add_bot", Level(|level| C::AddBot { level, name: None })),
            ("react", Reaction(|value| C::React { kind: "emoji".to_owned(), value })),
            ("remove_bot", Player(|player| C::RemoveBot { player })),
            ("vote_remove", Player(|player| C::VoteRemove { player })),
            ("kick", Player(|player| C::Kick { player })),
            ("hand_over", Player(|player| C::HandOver { player })),
        ]
    }

    /// Parses a client's message and performs the checks that MM-79 puts before the phase:
    /// `malformed`, `internal_event`, `not_seated`, `wrong_player`. A `player_id` in the message
    /// must be the sender's own (MM-78).
    pub fn read(&self, message: &Value, sender: PlayerId) -> Checked<G, Command<G>> {
        let (command, claimed) = Command::parse(message)?;
        self.check_sender(sender, command.action(), with_rule(&command, |rule| rule.who))?;
        require(claimed.is_none_or(|id| id == sender.0), RoomReject::WrongPlayer)?;
        Ok(command)
    }

    /// MM-79: internal actions are refused from everybody; most other commands need a seat.
    fn check_sender(&self, id: PlayerId, action: Option<&G::Action>, who: Who) -> Checked<G> {
        if let Some(action) = action {
            let options = self.playing.as_ref().map(|it| it.game.position().options);
            let internal = G::is_internal(options.unwrap_or(&self.options), action);
            let word = || G::internal_reject().map(|why| RoomReject::Match(InputError::Rules(why)));
            if internal {
                return Err(word().unwrap_or(RoomReject::InternalEvent));
            }
        }
        if who == Who::Anybody { Ok(()) } else { self.seated(id).map(|_| ()) }
    }

    /// Whether a command is allowed now, and if not, exactly why not, in the order of MM-79: who,
    /// then the phase, then the step, then the rest. For an action of the match this does not
    /// include the game's own rules: see [`dry_run`](Self::dry_run).
    pub fn check(&self, id: PlayerId, command: &Command<G>) -> Checked<G> {
        with_rule(command, |rule| {
            self.admit(id, command.action(), rule.who, rule.phases, self.phase())?;
            rule.rest.check(self, id)
        })
    }

    /// Whether a command is allowed in this phase of the room.
    pub(super) fn is_open(&self, id: PlayerId, command: &Command<G>, phase: Phase) -> bool {
        with_rule(command, |rule| {
            // Most are for another phase.
            rule.phases.contains(&phase)
                && self.admit(id, command.action(), rule.who, rule.phases, phase).is_ok()
                && rule.rest.check(self, id).is_ok()
        })
    }

    /// What all rules have in common: who, then the phase, then the step.
    fn admit(
        &self,
        id: PlayerId,
        action: Option<&G::Action>,
        who: Who,
        phases: &[Phase],
        phase: Phase,
    ) -> Checked<G> {
        require(phase != Phase::Closed, RoomReject::Closed)?;
        self.check_sender(id, action, who)?;
        if !phases.contains(&phase) {
            let near = phase.is_after_match() && phases.iter().any(|it| it.is_after_match());
            return Err(if near { RoomReject::WrongStep } else { RoomReject::WrongPhase });
        }
        if who == Who::Host {
            require(self.party.host == Some(id), RoomReject::NotHost)?;
        }
        Ok(())
    }

    /// Executes a person's command, if it is allowed.
    pub(super) fn obey(
        &mut self,
        id: PlayerId,
        command: &Command<G>,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        // MM-73: a reaction leaves no trace.
        if matches!(command, Command::React { .. }) {
            return self.carry_out(id, command, effects);
        }
        let now = self.now();
        let before = std::mem::replace(&mut self.party.last_activity, now);
        let told = effects.len();
        let answer = self.carry_out(id, command, effects);
        // An action counts as activity only if everybody is told of it. Otherwise an action that
        // only its player knows of would move the instant at which the room closes for inactivity,
        // and so be noticed.
        let in_match = matches!(command, Command::Act { .. } | Command::Fill { .. });
        let is_told = !in_match || effects[told..].iter().any(RoomEffect::is_public);
        if answer.is_err() || !is_told {
            self.party.last_activity = before;
        } else if !in_match && let Some(member) = self.party.member_mut(id) {
            member.has_spoken();
        }
        answer
    }

    fn carry_out(
        &mut self,
        id: PlayerId,
        command: &Command<G>,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        with_rule(command, |rule| {
            self.admit(id, command.action(), rule.who, rule.phases, self.phase())?;
            rule.rest.obey(self, id, effects)
        })
    }

    /// The member with this id, if it is a person: nobody can give commands as a bot.
    pub(super) fn seated(&self, id: PlayerId) -> Checked<G, &Member> {
        self.party.member(id).filter(|it| it.is_human()).ok_or(RoomReject::NotSeated)
    }

    fn tell(&mut self, notice: Notice, effects: &mut Effects<G>) -> Checked<G> {
        self.party.log(notice);
        self.take_orders(effects)
    }

    /// The trigger for a player's departure.
    fn departure(&self, id: PlayerId, for_good: bool) -> RoomTrigger {
        match self.party.member(id).and_then(|member| member.slot) {
            Some(slot) => RoomTrigger::Leave { slot, for_good },
            None if self.is_in_lobby() => RoomTrigger::PlayerDropped { id },
            None => RoomTrigger::PlayerLeft { id },
        }
    }

    pub(super) fn check_join(&self, id: PlayerId, name: &str) -> Checked<G, Guest> {
        let anew = self.is_stale();
        require(self.is_in_lobby() || anew, RoomReject::WrongPhase)?;
        require(!self.party.banned.contains(&id), RoomReject::Banned)?;
        require(anew || self.seated(id).is_err(), RoomReject::AlreadySeated)?;
        let name = cleaned(name).ok_or(RoomReject::BadName)?;
        require(anew || !self.party.locked, RoomReject::Locked)?;
        require(anew || !self.party.is_full(), RoomReject::LobbyFull)?;
        Ok(Guest { name, anew })
    }

    pub(super) fn join(
        &mut self,
        id: PlayerId,
        guest: &Guest,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        if guest.anew {
            self.send(&RoomTrigger::RoomStale, effects)?;
        }
        let name = self.table_name(&guest.name);
        self.party.renumber_bot(id);
        self.send(&RoomTrigger::PlayerJoined { id, name, bot: None }, effects)
    }

    /// The name to use at the table: different from all others there.
    fn table_name(&self, name: &CleanName) -> String {
        name.distinct(|it| self.party.is_taken(it))
    }

    /// MM-C14: a match is running and no person is left; all grace periods have expired.
    fn is_stale(&self) -> bool {
        let somebody = self.party.humans().next().is_some();
        self.party.options.stale_reset && self.is_playing() && !somebody
    }

    /// The trigger for a person's return, either to the connection or to a seat that a stand-in has
    /// taken.
    fn return_of(&self, id: PlayerId) -> Checked<G, RoomTrigger> {
        if let Ok(member) = self.seated(id) {
            let slot = member.slot.ok_or(RoomReject::WrongStep)?;
            return match member.status {
                Status::Connected => Err(RoomReject::AlreadyConnected),
                Status::Reconnecting => Ok(RoomTrigger::PlayerReconnected { slot }),
            };
        }
        let gone = |it: &&Member| it.absent.as_ref().is_some_and(|absent| absent.id == id);
        let Some(stand_in) = self.party.members.iter().find(gone) else {
            // MM-68: a seat that was given up is not returned.
            let had_seat = self.party.gave_up.contains(&id);
            return Err(if had_seat { RoomReject::SeatReplaced } else { RoomReject::NotSeated });
        };
        let open = self.party.options.reclaim && self.is_playing();
        let may = stand_in.absent.as_ref().is_some_and(|absent| !absent.for_good);
        match stand_in.slot {
            Some(slot) if open && may => Ok(RoomTrigger::SeatReclaimed { slot }),
            _ => Err(RoomReject::SeatReplaced),
        }
    }

    fn check_reaction(&self, id: PlayerId, kind: &str, value: &String) -> Checked<G> {
        let options = &self.party.options;
        let known = kind == "emoji" && options.reactions.contains(value);
        require(known, RoomReject::InvalidReaction)?;
        let (now, window) = (self.now(), options.reaction_window_ms);
        let recent = self.seated(id)?.reacted.iter().filter(|at| **at + window > now).count();
        require(recent < options.reaction_limit, RoomReject::RateLimited)
    }

    fn check_ready(&self, id: PlayerId) -> Checked<G> {
        let member = self.seated(id)?;
        require(!member.ready, RoomReject::AlreadyReady)?;
        require(member.status == Status::Connected, RoomReject::WrongStep)
    }

    pub(super) fn check_start(&self) -> Checked<G> {
        require(self.party.has_minimum_players(), RoomReject::NotEnoughPlayers)?;
        require(self.party.all_players_ready(), RoomReject::NotAllReady)?;
        G::check_options(&self.options, self.party.members.len())
            .map_err(|why| RoomReject::InvalidOptions(why.to_string()))
    }

    /// The bot levels available here.
    pub(super) fn levels(&self) -> Vec<BotLevel> {
        let mut levels = self.party.options.bot_levels.clone();
        if G::HAS_HOUSE {
            levels.push(BotLevel::HOUSE);
        }
        levels
    }

    fn check_add_bot(&self, level: &BotLevel, name: Option<&str>) -> Checked<G, Option<CleanName>> {
        let name = check_bot_name(name)?;
        let known = self.levels().contains(level);
        require(known, RoomReject::UnknownLevel(level.to_string()))?;
        require(!self.party.is_full(), RoomReject::LobbyFull)?;
        Ok(name)
    }

    pub(super) fn add_bot(
        &mut self,
        level: &BotLevel,
        name: Option<&CleanName>,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        let id = self.party.fresh_id();
        let name = match name {
            Some(name) => self.table_name(name),
            None => self.party.bot_name(level),
        };
        let bot = Some(level.clone());
        self.send(&RoomTrigger::PlayerJoined { id, name, bot }, effects)
    }

    fn check_remove_bot(&self, player: PlayerId) -> Checked<G> {
        let is_bot = self.party.member(player).is_some_and(|it| !it.is_human());
        require(is_bot, RoomReject::NotABot)
    }

    pub(super) fn live(&self) -> Checked<G, &LiveMatch<G>> {
        self.playing.as_ref().ok_or(RoomReject::WrongPhase)
    }

    /// The seat that an action is for.
    fn check_act(&self, id: PlayerId, action: &G::Action, prompt: Option<u64>) -> Checked<G, Seat> {
        let seat = self.seated(id)?.seat;
        if let Some(prompt) = prompt {
            self.check_prompt(seat, prompt)?;
        }
        self.check_unpaused(action)?;
        Ok(seat)
    }

    /// The seat and the action that a filled-in form of its prompt stands for.
    fn check_fill(
        &self,
        id: PlayerId,
        filled: &Filled,
        prompt: u64,
    ) -> Checked<G, (Seat, G::Action)> {
        let seat = self.seated(id)?.seat;
        self.check_prompt(seat, prompt)?;
        let action = self.live()?.game.compose(seat, filled).map_err(RoomReject::Form)?;
        self.check_unpaused(&action)?;
        Ok((seat, action))
    }

    fn check_prompt(&self, seat: Seat, prompt: u64) -> Checked<G> {
        let asked = self.live()?.questions.get(seat.at()).is_some_and(|it| it.id == prompt);
        require(asked, RoomReject::StalePrompt)
    }

    fn check_unpaused(&self, action: &G::Action) -> Checked<G> {
        require(!self.is_paused() || G::works_while_paused(action), RoomReject::Paused)
    }

    /// The seat and the action of an attempt that the room would pass on to the match now.
    pub(super) fn check_attempt(
        &self,
        id: PlayerId,
        attempt: &Attempt<G::Action>,
    ) -> Checked<G, (Seat, G::Action)> {
        let admit = |action| self.admit(id, action, Who::Seated, PLAYING, self.phase());
        match attempt {
            Attempt::Action(action) => {
                admit(Some(action))?;
                Ok((self.check_act(id, action, None)?, action.clone()))
            }
            Attempt::Form(filled) => {
                admit(None)?;
                self.check_fill(id, filled, self.prompt_id(id))
            }
        }
    }

    fn check_play_again(&self) -> Checked<G> {
        require(self.party.options.instant_rematch, RoomReject::WrongStep)?;
        require(self.party.has_minimum_players(), RoomReject::NotEnoughPlayers)
    }

    /// A host can kick people at any time, and invited bots in the lobby. A stand-in is treated
    /// like the person it appears to be (MM-70).
    fn check_kick(&self, host: PlayerId, player: PlayerId) -> Checked<G> {
        match self.party.member(player) {
            None => Err(RoomReject::NoSuchPlayer),
            Some(_) if player == host => Err(RoomReject::NoSuchPlayer),
            Some(member) if member.invited && !self.is_in_lobby() => Err(RoomReject::WrongPhase),
            Some(member) if !member.invited && self.party.has_banned_enough() => {
                Err(RoomReject::TooManyBanned)
            }
            Some(_) => Ok(()),
        }
    }

    /// The slot that tracks a person's connection, if the person is connected.
    pub(super) fn lost(&self, id: PlayerId) -> Checked<G, u8> {
        let member = self.seated(id)?;
        match (member.status, member.slot) {
            (Status::Connected, Some(slot)) if usize::from(slot) < MAX_SEATS => Ok(slot),
            _ => Err(RoomReject::WrongStep),
        }
    }
}

impl<G: Game> Command<G> {
    fn action(&self) -> Option<&G::Action> {
        match self {
            Self::Act { action, .. } => Some(action),
            _ => None,
        }
    }
}

/// The bot's name, if it is to have one.
pub(super) fn check_bot_name<G: Game>(name: Option<&str>) -> Checked<G, Option<CleanName>> {
    name.map(|name| cleaned(name).ok_or(RoomReject::BadName)).transpose()
}

/// A person who may join.
pub(super) struct Guest {
    name: CleanName,
    /// Whether the room starts over, because everybody has left it (MM-C14).
    anew: bool,
}

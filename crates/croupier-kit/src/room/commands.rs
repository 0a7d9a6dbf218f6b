//! One rule per command: who may give it, in which phases, what else must hold, and what it does.
//!
//! The same rules decide whether a command is accepted and whether it is offered to clients.

use serde_json::{Map, Value};

use super::effect::RoomEffect;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::name;
use super::party::{Member, PlayerId, Status};
use super::view::Phase;
use super::vocabulary::{Command, Notice, RoomReject, RoomTrigger};
use super::{Room, check_options, seat_limits};
use crate::game::{BENCH, Filled, Game, InputError, MAX_SEATS, OptionsError};
use crate::game::{changed_for_tests, left_out_delay, options_of, set_options};

pub(super) type Checked<G, T = ()> = Result<T, RoomReject<G>>;
type Effects<G> = Vec<RoomEffect<G>>;

/// Who may give a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Anybody,
    Seated,
    Host,
}

const ANY_PHASE: &[Phase] =
    &[Phase::Lobby, Phase::Playing, Phase::Results, Phase::Voting, Phase::Countdown];
const LOBBY: &[Phase] = &[Phase::Lobby];
const PLAYING: &[Phase] = &[Phase::Playing];
const LOBBY_OR_PLAYING: &[Phase] = &[Phase::Lobby, Phase::Playing];
const RESULTS: &[Phase] = &[Phase::Results];
const VOTING: &[Phase] = &[Phase::Voting];
const AFTER_RESULTS: &[Phase] = &[Phase::Voting, Phase::Countdown];

/// The rule of a command.
struct Rule<'c, G: Game> {
    who: Who,
    phases: &'static [Phase],
    check: &'c Check<'c, G>,
    run: &'c Run<'c, G>,
}

type Check<'c, G> = dyn Fn(&Room<G>, PlayerId) -> Checked<G> + 'c;
type Run<'c, G> = dyn Fn(&mut Room<G>, PlayerId, &mut Effects<G>) -> Checked<G> + 'c;

/// The check that always passes.
#[allow(clippy::unnecessary_wraps)] // Same signature as the other checks.
fn free<G: Game>(_: &Room<G>, _: PlayerId) -> Checked<G> {
    Ok(())
}

/// Calls `look` with the rule of a command.
fn with_rule<G: Game, R>(command: &Command<G>, look: impl FnOnce(&Rule<'_, G>) -> R) -> R {
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
    let mut rule = |who, phases, check: &Check<'_, G>, run: &Run<'_, G>| {
        look(&Rule { who, phases, check, run });
    };
    match command {
        C::Join { name } => rule(Anybody, ANY_PHASE,
            &|room, id| room.check_join(id, name),
            &|room, id, out| room.join(id, name, out)),
        C::Reconnect => rule(Anybody, ANY_PHASE,
            &|room, id| room.return_of(id).map(|_| ()),
            &|room, id, out| { let trigger = room.return_of(id)?; room.send(&trigger, out) }),
        C::Leave => rule(Seated, ANY_PHASE,
            &free,
            &|room, id, out| room.send(&room.departure(id, true), out)),
        C::React { kind, value } => rule(Seated, ANY_PHASE,
            &|room, id| room.check_reaction(id, kind, value),
            &|room, id, out| {
                let (kind, value) = (kind.clone(), value.clone());
                room.send(&T::PlayerReacted { id, kind, value }, out)
            }),

        C::Ready => rule(Seated, LOBBY,
            &Room::check_ready,
            &|room, id, out| room.send(&T::PlayerReady { id }, out)),
        C::Unready => rule(Seated, LOBBY,
            &|room, id| require(room.seated(id)?.ready, RoomReject::NotReady),
            &|room, id, out| room.send(&T::PlayerUnready { id }, out)),
        C::StartGame => rule(Seated, LOBBY,
            &|room, _| room.check_start(),
            &|room, _, out| room.send(&T::StartGame, out)),
        C::AddBot { level, name } => rule(Seated, LOBBY,
            &|room, _| room.check_add_bot(level, name.as_deref()),
            &|room, _, out| room.add_bot(level, name.as_deref(), out)),
        C::RemoveBot { player } => rule(Seated, LOBBY,
            &|room, _| room.check_remove_bot(*player),
            &|room, _, out| room.send(&T::PlayerDropped { id: *player }, out)),
        C::SetOptions { preset, changes } => rule(Host, LOBBY,
            &|room, _| room.changed_options(preset.as_deref(), changes).map(|_| ()),
            &|room, _, out| {
                room.options = room.changed_options(preset.as_deref(), changes)?;
                room.party.limits = seat_limits::<G>(&room.options);
                room.tell(Notice::OptionsChanged, out)
            }),

        C::Act { action, prompt } => rule(Seated, PLAYING,
            &|room, id| {
                prompt.map_or(Ok(()), |prompt| room.check_prompt(id, prompt))?;
                room.check_unpaused(action)
            },
            &|room, id, out| {
                let seat = room.seated(id)?.seat;
                room.input(seat, action.clone(), out)
            }),
        C::Fill { filled, prompt } => rule(Seated, PLAYING,
            &|room, id| {
                room.check_prompt(id, *prompt)?;
                room.check_unpaused(&room.composed(id, filled)?)
            },
            &|room, id, out| {
                let (seat, action) = (room.seated(id)?.seat, room.composed(id, filled)?);
                room.input(seat, action, out)
            }),
        C::Undo => rule(Seated, PLAYING,
            &|room, id| room.undoes(id).map(|_| ()),
            &Room::undo),
        C::Pause => rule(Seated, PLAYING,
            &|room, _| room.check_pause(),
            &Room::pause),
        C::Resume => rule(Seated, PLAYING,
            &|room, _| require(room.is_paused(), RoomReject::NotPaused),
            &|room, _, out| room.resume(out)),

        C::VoteRematch => rule(Seated, VOTING,
            &|room, id| require(room.seated(id)?.vote != Some(true), RoomReject::AlreadyVoted),
            &|room, id, out| room.send(&T::VoteRematch { id }, out)),
        C::VoteLobby => rule(Seated, AFTER_RESULTS,
            &free,
            &|room, id, out| room.send(&T::VoteLobby { id }, out)),
        C::PlayAgain => rule(Seated, RESULTS,
            &|room, _| room.check_play_again(),
            &|room, id, out| room.send(&T::PlayAgain { id }, out)),

        C::VoteRemove { player } => rule(Seated, LOBBY_OR_PLAYING,
            &|room, id| room.check_vote_remove(id, *player),
            &|room, id, out| room.send(&T::VoteRemove { id, player: *player }, out)),
        C::Kick { player } => rule(Host, ANY_PHASE,
            &|room, id| room.check_kick(id, *player),
            &|room, _, out| {
                room.party.ban(*player);
                room.send(&room.departure(*player, true), out)
            }),
        C::Lock { locked } => rule(Host, ANY_PHASE,
            &|room, _| require(room.party.locked != *locked, RoomReject::WrongStep),
            &|room, _, out| {
                room.party.locked = *locked;
                room.tell(Notice::Locked { locked: *locked }, out)
            }),
        C::HandOver { player } => rule(Host, ANY_PHASE,
            &|room, id| {
                let heir = room.party.member(*player).filter(|it| it.id != id && it.may_be_host());
                require(heir.is_some(), RoomReject::NoSuchPlayer)
            },
            &|room, _, out| {
                room.party.set_host(*player);
                room.take_orders(out)
            }),
    }
}

/// The argument that a command takes, with the values that are accepted now.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Takes {
    /// No argument: the command is its name alone.
    Nothing,
    /// A `player`: one of these.
    Player(Vec<PlayerId>),
    /// A `level`: one of these.
    Level(Vec<BotLevel>),
    /// A `value`: one of these, together with the `type` `emoji`.
    Reaction(Vec<String>),
    /// The value to send as `locked`: the opposite of the current one.
    Locked(bool),
    /// A `name` of 1 to 20 characters.
    Name,
    /// A `preset` and `changes` to the game's options.
    Options,
}

/// A command that the room would accept from a viewer now.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OpenCommand {
    /// The name of the command, as it is sent.
    pub name: std::borrow::Cow<'static, str>,
    /// What has to be sent with it, and the values that are accepted now.
    pub takes: Takes,
}

/// A kind of command, with the arguments it can have.
enum CommandKind<G: Game> {
    /// A single command without variants.
    One(Takes, Command<G>),
    /// One for each player.
    Player(fn(PlayerId) -> Command<G>),
    /// One for each level available here.
    Level(fn(BotLevel) -> Command<G>),
    /// One for each reaction. They are accepted all together or not at all.
    Reaction(fn(String) -> Command<G>),
}

impl<G: Game> Room<G> {
    /// All kinds of commands, except actions of the game.
    #[rustfmt::skip] // A table.
    fn command_kinds(&self) -> [(&'static str, CommandKind<G>); 20] {
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

    /// Every command that could be given, except actions of the game.
    #[cfg(any(test, doc, feature = "testing"))]
    pub(crate) fn possible_commands(&self) -> Vec<(&'static str, Takes, Command<G>)> {
        let mut all = vec![];
        for (name, kind) in self.command_kinds() {
            match kind {
                CommandKind::One(takes, command) => all.push((name, takes, command)),
                CommandKind::Player(command) => {
                    let players = self.party.members.iter().map(|it| it.id);
                    all.extend(players.map(|id| (name, Takes::Player(vec![id]), command(id))));
                }
                CommandKind::Level(command) => {
                    let one =
                        |level: BotLevel| (name, Takes::Level(vec![level.clone()]), command(level));
                    all.extend(self.levels().into_iter().map(one));
                }
                CommandKind::Reaction(command) => {
                    let one = |value: &String| {
                        (name, Takes::Reaction(vec![value.clone()]), command(value.clone()))
                    };
                    all.extend(self.party.options.reactions.iter().map(one));
                }
            }
        }
        all
    }

    /// The commands that would be accepted from this person now, found with the same check that
    /// decides about commands. Actions of the match are not included: the prompt and the offers
    /// list those.
    pub fn open_commands(&self, id: PlayerId) -> Vec<OpenCommand> {
        let phase = self.phase();
        let is_in_phase = |command: &_| with_rule(command, |rule| rule.phases.contains(&phase));
        let is_open = |command: &_| {
            with_rule(command, |rule| {
                rule.phases.contains(&phase) && self.judge(id, command, rule, phase).is_ok()
            })
        };
        let mut open = Vec::with_capacity(8);
        for (name, kind) in self.command_kinds() {
            let takes = match kind {
                CommandKind::One(takes, command) => is_open(&command).then_some(takes),
                // Most are for another phase, whichever player they name.
                CommandKind::Player(command) if is_in_phase(&command(id)) => {
                    let players = self.party.members.iter().map(|it| it.id);
                    let players: Vec<_> = players.filter(|it| is_open(&command(*it))).collect();
                    (!players.is_empty()).then_some(Takes::Player(players))
                }
                CommandKind::Level(command) if is_in_phase(&command(BotLevel::RANDOM)) => {
                    let mut levels = self.levels();
                    levels.retain(|it| is_open(&command(it.clone())));
                    (!levels.is_empty()).then_some(Takes::Level(levels))
                }
                CommandKind::Player(_) | CommandKind::Level(_) => None,
                CommandKind::Reaction(command) => {
                    let reactions = &self.party.options.reactions;
                    let first = reactions.first().filter(|it| is_open(&command((*it).clone())));
                    first.map(|_| Takes::Reaction(reactions.clone()))
                }
            };
            open.extend(takes.map(|takes| OpenCommand { name: name.into(), takes }));
        }
        open
    }

    /// Parses a client's message and performs the checks that MM-79 puts before the phase:
    /// `malformed`, `internal_event`, `not_seated`, `wrong_player`. A `player_id` in the message
    /// must be the sender's own (MM-78).
    pub fn read(&self, message: &Value, sender: PlayerId) -> Checked<G, Command<G>> {
        let (command, claimed) = Command::parse(message)?;
        self.check_sender(sender, &command, with_rule(&command, |rule| rule.who))?;
        require(claimed.is_none_or(|id| id == sender.0), RoomReject::WrongPlayer)?;
        Ok(command)
    }

    /// MM-79: internal actions are refused from everybody; most other commands need a seat.
    fn check_sender(&self, id: PlayerId, command: &Command<G>, who: Who) -> Checked<G> {
        if let Command::Act { action, .. } = command {
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
        with_rule(command, |rule| self.judge(id, command, rule, self.phase()))
    }

    fn judge(
        &self,
        id: PlayerId,
        command: &Command<G>,
        rule: &Rule<'_, G>,
        phase: Phase,
    ) -> Checked<G> {
        require(phase != Phase::Closed, RoomReject::Closed)?;
        self.check_sender(id, command, rule.who)?;
        if !rule.phases.contains(&phase) {
            let near = phase.is_after_match() && rule.phases.iter().any(|it| it.is_after_match());
            return Err(if near { RoomReject::WrongStep } else { RoomReject::WrongPhase });
        }
        if rule.who == Who::Host {
            require(self.party.host == Some(id), RoomReject::NotHost)?;
        }
        (rule.check)(self, id)
    }

    /// Executes a person's command, if it is allowed.
    pub(super) fn obey(
        &mut self,
        id: PlayerId,
        command: &Command<G>,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        self.check(id, command)?;
        // MM-73: a reaction leaves no trace.
        if matches!(command, Command::React { .. }) {
            return with_rule(command, |rule| (rule.run)(self, id, effects));
        }
        let now = self.now();
        let before = std::mem::replace(&mut self.party.heard, now);
        let told = effects.len();
        let answer = with_rule(command, |rule| (rule.run)(self, id, effects));
        // An action counts as activity only if everybody is told of it. Otherwise an action that
        // only its player knows of would move the instant at which the room closes for inactivity,
        // and so be noticed.
        let in_match = matches!(command, Command::Act { .. } | Command::Fill { .. });
        let is_heard = !in_match || effects[told..].iter().any(RoomEffect::is_public);
        if answer.is_err() || !is_heard {
            self.party.heard = before;
        } else if !in_match && let Some(member) = self.party.member_mut(id) {
            member.has_spoken();
        }
        answer
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

    pub(super) fn check_join(&self, id: PlayerId, name: &str) -> Checked<G> {
        let anew = self.is_stale();
        require(self.is_in_lobby() || anew, RoomReject::WrongPhase)?;
        require(!self.party.banned.contains(&id), RoomReject::Banned)?;
        require(anew || self.seated(id).is_err(), RoomReject::AlreadySeated)?;
        require(name::cleaned(name).is_some(), RoomReject::BadName)?;
        require(anew || !self.party.locked, RoomReject::Locked)?;
        require(anew || !self.party.is_full(), RoomReject::LobbyFull)
    }

    pub(super) fn join(
        &mut self,
        id: PlayerId,
        name: &str,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        if !self.is_in_lobby() {
            // Already checked: everybody has left, so the room starts over (MM-C14).
            self.send(&RoomTrigger::RoomStale, effects)?;
        }
        let name = self.table_name(name)?;
        self.party.renumber_bot(id);
        self.send(&RoomTrigger::PlayerJoined { id, name, bot: None }, effects)
    }

    /// The name to use at the table: cleaned, and different from all others there.
    fn table_name(&self, name: &str) -> Checked<G, String> {
        let name = name::cleaned(name).ok_or(RoomReject::BadName)?;
        Ok(name::distinct(&name, |it| self.party.is_taken(it)))
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
    fn levels(&self) -> Vec<BotLevel> {
        let mut levels = self.party.options.bot_levels.clone();
        if G::HAS_HOUSE {
            levels.push(BotLevel::HOUSE);
        }
        levels
    }

    fn check_add_bot(&self, level: &BotLevel, name: Option<&str>) -> Checked<G> {
        let is_good = name.is_none_or(|name| name::cleaned(name).is_some());
        require(is_good, RoomReject::BadName)?;
        let known = self.levels().contains(level);
        require(known, RoomReject::UnknownLevel(level.to_string()))?;
        require(!self.party.is_full(), RoomReject::LobbyFull)
    }

    pub(super) fn add_bot(
        &mut self,
        level: &BotLevel,
        name: Option<&str>,
        effects: &mut Effects<G>,
    ) -> Checked<G> {
        let id = self.party.fresh_id();
        let name = match name {
            Some(name) => self.table_name(name)?,
            None => self.party.bot_name(level),
        };
        let bot = Some(level.clone());
        self.send(&RoomTrigger::PlayerJoined { id, name, bot }, effects)
    }

    fn check_remove_bot(&self, player: PlayerId) -> Checked<G> {
        let is_bot = self.party.member(player).is_some_and(|it| !it.is_human());
        require(is_bot, RoomReject::NotABot)
    }

    /// The options after a change. They must work for a table of some size. Unless the room was
    /// made for tests, test-only options cannot be changed.
    fn changed_options(
        &self,
        preset: Option<&str>,
        changes: &Map<String, Value>,
    ) -> Checked<G, G::Options> {
        let invalid = |why: OptionsError| RoomReject::InvalidOptions(why.to_string());
        let before = match preset {
            Some(preset) => options_of::<G>(Some(preset), &Map::new()).map_err(invalid)?,
            None => self.options.clone(),
        };
        let options = set_options::<G>(&before, changes).map_err(invalid)?;
        if !self.party.options.test_options
            && let Some(what) = for_tests::<G>(preset, changes, &before, &options)
        {
            return Err(RoomReject::InvalidOptions(format!("{what} is for tests only")));
        }
        check_options::<G>(&options).map_err(invalid)?;
        // MM-4: everybody who is seated must have a seat in the next match.
        let seated = self.party.members.len();
        if seated > seat_limits::<G>(&options).1 {
            G::check_options(&options, seated).map_err(invalid)?;
        }
        Ok(options)
    }

    pub(super) fn live(&self) -> Checked<G, &LiveMatch<G>> {
        self.playing.as_ref().ok_or(RoomReject::WrongPhase)
    }

    fn check_prompt(&self, id: PlayerId, prompt: u64) -> Checked<G> {
        let seat = self.seated(id)?.seat;
        let asked = self.live()?.questions.get(seat.at()).is_some_and(|it| it.id == prompt);
        require(asked, RoomReject::StalePrompt)
    }

    fn check_unpaused(&self, action: &G::Action) -> Checked<G> {
        require(!self.is_paused() || G::works_while_paused(action), RoomReject::Paused)
    }

    /// The action that a filled-in form of the person's prompt stands for.
    pub(super) fn composed(&self, id: PlayerId, filled: &Filled) -> Checked<G, G::Action> {
        let seat = self.seated(id)?.seat;
        self.live()?.game.compose(seat, filled).map_err(RoomReject::Form)
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

pub(super) fn require<G: Game>(holds: bool, otherwise: RoomReject<G>) -> Checked<G> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// The first thing in a change that is for tests only: the preset [`BENCH`], a test-only option, or
/// a delay of 0 that only that preset has.
fn for_tests<G: Game>(
    preset: Option<&str>,
    changes: &Map<String, Value>,
    before: &G::Options,
    after: &G::Options,
) -> Option<String> {
    if preset == Some(BENCH) {
        return Some(format!("the preset {BENCH:?}"));
    }
    if changes.is_empty() {
        return None; // The usual case: every view asks whether options may be changed at all.
    }
    if let Some(name) = changed_for_tests::<G>(before, after) {
        return Some(format!("{name:?}"));
    }
    let written = |it: crate::game::Preset<G>| {
        (it.name, serde_json::to_value(&it.options).unwrap_or_default())
    };
    let presets: Vec<_> = G::presets().into_iter().map(written).collect();
    let presets = presets.iter().map(|(name, options)| (*name, options));
    let name = left_out_delay(presets, G::describe_options(), changes)?;
    Some(format!("{name:?} of 0"))
}

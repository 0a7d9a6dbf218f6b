//! Which commands are open to a person, and the values that each takes.

use super::Room;
use super::commands::is_in_phase;
use super::level::BotLevel;
use super::party::PlayerId;
use super::vocabulary::Command;
use crate::game::Game;

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
pub(super) enum CommandKind<G: Game> {
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
        let is_open = |command: &_| self.is_open(id, command, phase);
        let mut open = Vec::with_capacity(8);
        for (name, kind) in self.command_kinds() {
            let takes = match kind {
                CommandKind::One(takes, command) => is_open(&command).then_some(takes),
                // Most are for another phase, whichever player they name.
                CommandKind::Player(command) if is_in_phase(&command(id), phase) => {
                    let players = self.party.members.iter().map(|it| it.id);
                    let players: Vec<_> = players.filter(|it| is_open(&command(*it))).collect();
                    (!players.is_empty()).then_some(Takes::Player(players))
                }
                CommandKind::Level(command) if is_in_phase(&command(BotLevel::RANDOM), phase) => {
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
}

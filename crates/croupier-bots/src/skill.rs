//! Bots by name. A new level is one entry in [`LEVELS`].

use std::fmt;
use std::str::FromStr;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, Observation};

use crate::{Bot, Budget, Greedy, Random, Search};

/// How a bot decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skill {
    /// Any legal action, as the game's specification defines the random player.
    Random,
    /// The game's own heuristic.
    Greedy,
    /// A search of this many iterations.
    Search(u32),
    /// A search whose length the game defines.
    Tuned {
        /// The index into the game's [`Tuning::levels`](croupier_kit::game::Tuning::levels).
        level: usize,
        /// A factor on that length.
        times: u32,
    },
}

/// A named bot that people can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The name on a command line, in a room and in a save.
    pub name: &'static str,
    /// What the bot does, in a few words to follow its name.
    pub about: &'static str,
    /// The kind of bot, with its effort.
    pub skill: Skill,
}

/// All levels, from the weakest to the strongest in most games.
pub const LEVELS: &[Level] = &[
    Level { name: "random", about: "any legal action", skill: Skill::Random },
    Level { name: "greedy", about: "the game's own rules of thumb", skill: Skill::Greedy },
    Level { name: "easy", about: "a short search", skill: Skill::Tuned { level: 0, times: 1 } },
    Level { name: "medium", about: "a search", skill: Skill::Tuned { level: 1, times: 1 } },
    Level { name: "hard", about: "a long search", skill: Skill::Tuned { level: 2, times: 1 } },
];

/// The display name of [`Skill::Search`].
const SEARCH: &str = "search:N";

/// The prefix of a [`Skill::Search`]'s name, before the number of iterations.
const SEARCH_PREFIX: &str = "search:";

/// The names of all bots, for help texts and errors.
pub fn bot_names() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().map(|level| level.name).chain([SEARCH])
}

impl Skill {
    /// Creates a bot of this skill.
    pub fn bot<G: Heuristic>(self) -> Box<dyn Bot<G>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy),
            Self::Search(iterations) => Box::new(Search::new(Budget::Iterations(iterations))),
            Self::Tuned { .. } => {
                let iterations = self.iterations::<G>().unwrap_or(1);
                Box::new(Search::new(Budget::Iterations(iterations)))
            }
        }
    }

    /// The choice of a new bot of this skill, given what its seat knows and this seed. `None`
    /// waits.
    pub fn decide<G: Heuristic>(
        self,
        observation: Observation<'_, G>,
        seed: Seed,
    ) -> Option<G::Action> {
        self.bot().choose(observation, &mut Dice::new(seed))
    }

    /// How many iterations it searches, if it does.
    pub fn iterations<G: Heuristic>(self) -> Option<u32> {
        match self {
            Self::Random | Self::Greedy => None,
            Self::Search(iterations) => Some(iterations),
            Self::Tuned { level, times } => {
                let levels = G::TUNING.levels;
                let iterations = levels.get(level).or(levels.last()).copied().unwrap_or(1);
                Some(iterations.saturating_mul(times))
            }
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = LEVELS.iter().find(|level| level.skill == *self);
        match (level, self) {
            (Some(level), _) => f.write_str(level.name),
            (None, Self::Search(iterations)) => write!(f, "{SEARCH_PREFIX}{iterations}"),
            // Not in the list, so it has no name that could be chosen.
            (None, skill) => write!(f, "{skill:?}"),
        }
    }
}

/// An unknown bot name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot {name:?}; {hint}")]
pub struct UnknownBotError {
    name: String,
    hint: String,
}

impl UnknownBotError {
    /// The error for a name that is none of the known ones.
    pub fn new(name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let written = name.to_lowercase();
        let rated = known.iter().map(|it| (strsim::damerau_levenshtein(&written, it), *it));
        let near = rated.min().filter(|(distance, _)| *distance <= (written.len() / 3).max(1));
        let known = known.join(", ");
        let hint = match near {
            Some((_, near)) => format!("did you mean {near:?}? There are {known}"),
            None => format!("there are {known}"),
        };
        Self { name: name.to_owned(), hint }
    }
}

impl FromStr for Skill {
    type Err = UnknownBotError;

    fn from_str(name: &str) -> Result<Self, UnknownBotError> {
        if let Some(level) = LEVELS.iter().find(|level| level.name == name) {
            return Ok(level.skill);
        }
        let iterations = name.strip_prefix(SEARCH_PREFIX).and_then(|number| number.parse().ok());
        let iterations = iterations.filter(|count| *count > 0);
        iterations.map(Self::Search).ok_or_else(|| UnknownBotError::new(name, bot_names()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let levels = LEVELS.iter().map(|level| level.name);
        for name in levels.chain(["search:1", "search:250000"]) {
            assert_eq!(name.parse::<Skill>().unwrap().to_string(), name);
        }
    }

    /// Saves and scripts rely on these names.
    #[test]
    fn the_names_are_a_contract() {
        let names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
        assert_eq!(names[..5], ["random", "greedy", "easy", "medium", "hard"]);
    }

    #[test]
    fn a_name_that_is_none_is_answered_with_those_that_are() {
        let complaint = |name: &str| name.parse::<Skill>().unwrap_err().to_string();
        let all = "random, greedy, easy, medium, hard, search:N";
        assert_eq!(
            complaint("medum"),
            format!("there is no bot \"medum\"; did you mean \"medium\"? There are {all}")
        );
        assert_eq!(complaint("clever"), format!("there is no bot \"clever\"; there are {all}"));
        for name in ["search:0", "search:", "search", "search:-3", "search:99999999999", ""] {
            assert!(complaint(name).ends_with(all), "{name}");
        }
    }
}

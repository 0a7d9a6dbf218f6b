//! Bots by name.

use std::fmt;
use std::str::FromStr;

use croupier_kit::Heuristic;
use croupier_kit::room::BotLevel;

use crate::{Bot, Budget, Greedy, Random, Search};

/// How well a bot plays, and how it goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Any legal action, as the game's specification means it.
    Random,
    /// The game's own heuristic.
    Greedy,
    /// A short search. How short is the game's to say: [`Tuning::levels`](croupier_kit::Tuning).
    Easy,
    /// A search.
    Medium,
    /// A long search.
    Hard,
    /// A search of so many iterations.
    Search(u32),
}

/// The names of bots, as they are written on a command line.
pub const NAMES: [&str; 6] = ["random", "greedy", "easy", "medium", "hard", "search:N"];

impl Skill {
    /// A bot that plays like this.
    pub fn bot<G: Heuristic>(self) -> Box<dyn Bot<G>> {
        match (self, self.iterations::<G>()) {
            (Self::Random, _) => Box::new(Random),
            (_, Some(iterations)) => Box::new(Search::new(Budget::Iterations(iterations))),
            (_, None) => Box::new(Greedy),
        }
    }

    /// How many iterations it searches, if it does.
    pub fn iterations<G: Heuristic>(self) -> Option<u32> {
        let [easy, medium, hard] = G::TUNING.levels;
        match self {
            Self::Random | Self::Greedy => None,
            Self::Easy => Some(easy),
            Self::Medium => Some(medium),
            Self::Hard => Some(hard),
            Self::Search(iterations) => Some(iterations),
        }
    }
}

impl From<BotLevel> for Skill {
    fn from(level: BotLevel) -> Self {
        match level {
            BotLevel::Random => Self::Random,
            BotLevel::Greedy => Self::Greedy,
            BotLevel::Easy => Self::Easy,
            BotLevel::Medium => Self::Medium,
            BotLevel::Hard => Self::Hard,
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Easy => f.write_str("easy"),
            Self::Medium => f.write_str("medium"),
            Self::Hard => f.write_str("hard"),
            Self::Search(iterations) => write!(f, "search:{iterations}"),
        }
    }
}

/// There is no bot of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot {name:?}; {hint}")]
pub struct UnknownBot {
    name: String,
    hint: String,
}

impl UnknownBot {
    /// For a name that is none of these.
    pub fn new(name: &str, known: &[&str]) -> Self {
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
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        let unknown = || UnknownBot::new(name, &NAMES);
        Ok(match name {
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            "easy" => Self::Easy,
            "medium" => Self::Medium,
            "hard" => Self::Hard,
            _ => {
                let number = name.strip_prefix("search:").ok_or_else(unknown)?;
                let iterations = number.parse().ok().filter(|count| *count > 0);
                Self::Search(iterations.ok_or_else(unknown)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["random", "greedy", "easy", "medium", "hard", "search:1", "search:250000"] {
            assert_eq!(name.parse::<Skill>().unwrap().to_string(), name);
        }
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

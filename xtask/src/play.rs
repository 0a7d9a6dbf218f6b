//! `cargo xtask play`: starts a game in the browser or in the terminal.

use std::io::{self, IsTerminal as _};

use crate::{node, steps::Step};

/// The game played in the terminal if none is named.
const FIRST: &str = "min-or-max";

/// Runs the program with optimisations, but without the long build of a release.
const RUN: [&str; 7] = ["run", "-q", "--profile", "quick", "-p", "croupier", "--"];

/// Builds it, showing cargo's progress: the first time takes minutes.
fn build() -> Step {
    Step::cargo("build", ["build", "--profile", "quick", "-p", "croupier"])
}

/// Where the game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frontend {
    /// The web client, built with Node and served on this machine.
    Browser,
    /// This terminal.
    Terminal,
    /// Neither is available: the games play themselves.
    Nowhere,
}

impl Frontend {
    /// The browser if possible; the terminal if requested, if a game is named, or if there is no
    /// Node.
    pub(crate) fn choose(wants_terminal: bool, args: &[String]) -> Self {
        let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
        if !wants_terminal && args.is_empty() && node::is_here() {
            Self::Browser
        } else if is_watched {
            Self::Terminal
        } else {
            Self::Nowhere
        }
    }

    /// Announces what will happen.
    pub(crate) fn introduce(self, args: &[String]) {
        match self {
            Self::Browser => {
                eprintln!("The table is being set up; the first time takes some minutes.");
                eprintln!(
                    "Ctrl-C ends the server. `cargo xtask play --terminal` plays here instead."
                );
            }
            Self::Terminal if args.is_empty() => {
                if !node::is_here() {
                    eprintln!("With Node.js and npm this opens a table in the browser.");
                }
                eprintln!(
                    "A table of Min or Max is being set up; ? helps, q leaves. For another game:"
                );
                eprintln!("cargo xtask play rush|data-war|may-i|min-or-max|innovation");
            }
            Self::Terminal => {}
            Self::Nowhere => {
                eprintln!("There is no terminal to play in, so the five games play themselves.");
            }
        }
        eprintln!();
    }

    /// The steps that start it.
    pub(crate) fn steps(self, args: &[String]) -> Vec<Step> {
        match self {
            Self::Browser => vec![
                Step::npm(&node::WEB),
                Step::script("web", &node::WEB, "build"),
                build(),
                Step::cargo(
                    "serve",
                    RUN.into_iter().chain(["serve", "--open", "--data", "target/play"]),
                ),
            ],
            Self::Terminal => {
                let rest: Vec<&str> = match args {
                    [] => vec![FIRST],
                    args => args.iter().map(String::as_str).collect(),
                };
                vec![build(), Step::cargo("play", RUN.into_iter().chain(["play"]).chain(rest))]
            }
            Self::Nowhere => {
                let sim = |game| {
                    let args = ["sim", game, "--games", "1000", "--bots", "random"];
                    Step::cargo(game, RUN.into_iter().chain(args))
                };
                let games = ["data-war", "rush", "may-i", "min-or-max", "innovation"];
                [build()].into_iter().chain(games.map(sim)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_named_is_played_in_the_terminal() {
        let args = ["rush".to_owned()];
        assert_ne!(Frontend::choose(false, &args), Frontend::Browser);
        assert_ne!(Frontend::choose(true, &[]), Frontend::Browser);
        let steps = Frontend::Terminal.steps(&args);
        assert!(steps[1].command_line(&crate::root()).ends_with("play rush"));
    }

    #[test]
    fn a_table_in_the_browser_is_built_before_it_is_served() {
        let names: Vec<_> = Frontend::Browser.steps(&[]).iter().map(|step| step.name).collect();
        assert_eq!(names, ["web packages", "web", "build", "serve"]);
    }
}

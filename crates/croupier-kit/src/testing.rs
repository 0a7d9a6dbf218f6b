//! The conformance suite: one line gives a game all of it.
//!
//! ```text
//! croupier_kit::conformance!(Rush);
//! ```
//!
//! The line expands to a module of tests, each of which plays random matches over all presets and
//! seat counts:
//!
//! | test | what must hold |
//! |---|---|
//! | `games_end_and_keep_their_invariants` | at every rest somebody can act, a timer is due, or it is over; every match ends; saved, replayed and forked ends agree |
//! | `offered_actions_are_taken` | what is listed, prompted, suggested, drawn at random or done by default is accepted by `check` and taken by the chart; prompts are short and their choices differ |
//! | `other_actions_are_refused_and_change_nothing` | whatever else anybody says is answered: taken whole, or refused with every bit as it was |
//! | `saves_replays_forks_and_undo_agree` | at every step, and they go on alike |
//! | `slices_of_time_change_nothing` | one long wait is many short ones |
//! | `nobody_learns_what_is_hidden` | a world that differs only in what a viewer cannot see looks, asks and sounds the same to it; worlds fit all that their seat has heard and remembers |
//! | `resampled_worlds_are_played_to_the_end` | so does a world that was made for a seat, with all it offers and its invariants |
//! | `turn_clocks_run_and_silent_tables_end` | a clock runs for a seat that is asked, starts anew with each decision, and ends a match in which nobody acts |
//! | `what_is_sent_survives_json` | options, actions, events, views and prompts come back equal |
//! | `options_are_described` | every option has its words, and its bounds are those of `check_options` |
//! | `rooms_stand_whatever_is_said_to_them` | whatever is said to a room, by whomever, it stays sound, is not stuck, and saves go on alike |
//! | `rooms_tell_nobody_what_is_hidden` | what persons, bots, stand-ins and watchers of a room may not know changes no byte of their views and logs, and nobody's pace |
//! | `a_million_calls_leave_every_room_sound` | the same, for long, where asked for |
//! | `forged_saves_are_refused_or_go_on` | a save or a room that was changed and sealed again is refused in a sentence or goes on; none is verified that its inputs do not lead to |
//! | `a_hundred_thousand_forged_saves_do_no_harm` | the same, for long, where asked for |
//!
//! A failure prints the match as JSON, and [`Suite::retrace`] plays it again up to that point.
//!
//! What a game wants otherwise it says with a [`Suite`]:
//! `conformance!(Rush, Suite::new().complete().hidden_words(cards_not_seen));`

mod agreement;
mod case;
mod clocks;
#[cfg(test)]
mod faulty;
mod forged;
mod forgery;
mod hearing;
mod knowledge;
mod log_lines;
mod moves;
mod mutation;
mod names;
mod offer;
mod options;
mod perft;
mod refusal;
mod room_fuzz;
mod room_secrecy;
mod scenario_files;
mod secrecy;
mod slices;
mod standing;
mod suite;
mod trial;
mod variants;
mod wire;
mod worlds;

pub use log_lines::log_lines;
pub use moves::{MoveWatch, PileCounts};
pub use offer::check_forms;
pub use perft::{check_perft, perft};
pub use room_fuzz::{FuzzMix, room_fuzz};
pub use scenario_files::{check_scenarios, scenarios_in};
pub use suite::Suite;

/// Gives a game the conformance suite: `conformance!(Rush);`, or with a [`Suite`](crate::testing::Suite)
/// `conformance!(Rush, Suite::new().complete());`.
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance!($game, $crate::testing::Suite::new());
    };
    ($game:ty, $suite:expr) => {
        mod conformance {
            #[allow(unused_imports)]
            use super::*;

            fn suite() -> $crate::testing::Suite<$game> {
                $suite
            }

            #[test]
            fn games_end_and_keep_their_invariants() {
                suite().games_end_and_keep_their_invariants();
            }

            #[test]
            fn offered_actions_are_taken() {
                suite().offered_actions_are_taken();
            }

            #[test]
            fn other_actions_are_refused_and_change_nothing() {
                suite().other_actions_are_refused_and_change_nothing();
            }

            #[test]
            fn saves_replays_forks_and_undo_agree() {
                suite().saves_replays_forks_and_undo_agree();
            }

            #[test]
            fn slices_of_time_change_nothing() {
                suite().slices_of_time_change_nothing();
            }

            #[test]
            fn nobody_learns_what_is_hidden() {
                suite().nobody_learns_what_is_hidden();
            }

            #[test]
            fn resampled_worlds_are_played_to_the_end() {
                suite().resampled_worlds_are_played_to_the_end();
            }

            #[test]
            fn turn_clocks_run_and_silent_tables_end() {
                suite().turn_clocks_run_and_silent_tables_end();
            }

            #[test]
            fn what_is_sent_survives_json() {
                suite().what_is_sent_survives_json();
            }

            #[test]
            fn options_are_described() {
                suite().options_are_described();
            }

            #[test]
            fn rooms_stand_whatever_is_said_to_them() {
                suite().rooms_stand_whatever_is_said_to_them();
            }

            #[test]
            fn forged_saves_are_refused_or_go_on() {
                suite().forged_saves_are_refused_or_go_on();
            }

            #[test]
            #[ignore = "takes long; `cargo xtask soak` runs it"]
            fn a_hundred_thousand_forged_saves_do_no_harm() {
                suite().a_hundred_thousand_forged_saves_do_no_harm();
            }

            #[test]
            fn rooms_tell_nobody_what_is_hidden() {
                suite().rooms_tell_nobody_what_is_hidden();
            }

            #[test]
            #[ignore = "takes long; `cargo xtask soak` runs it"]
            fn a_million_calls_leave_every_room_sound() {
                suite().a_million_calls_leave_every_room_sound();
            }
        }
    };
}

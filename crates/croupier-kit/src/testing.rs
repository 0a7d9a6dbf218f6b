//! The conformance suite. One line runs all of it for a game:
//!
//! ```text
//! croupier_kit::conformance!(Rush);
//! ```
//!
//! The line expands to a module of tests. Each test plays random matches over all presets and seat
//! counts:
//!
//! | test | what must hold |
//! |---|---|
//! | `games_end_and_keep_their_invariants` | at every rest a seat can act, a timer is due, or the match is over; every match ends; saved, replayed and forked copies have the same end |
//! | `offered_actions_are_taken` | an action that is listed, prompted, suggested, drawn at random or done by default is accepted by `check` and by the chart; prompts are short, no two choices look alike, and no form composes what is a choice |
//! | `other_actions_are_refused_and_change_nothing` | every other input gets an answer: it is accepted, or it is refused and changes nothing |
//! | `saves_replays_forks_and_undo_agree` | copies made by a save, a replay or a fork equal the match at every step and one step later; an undo restores the state |
//! | `slices_of_time_change_nothing` | one long wait has the same result as many short ones |
//! | `nobody_learns_what_is_hidden` | in a world that differs only in what a viewer cannot see, its view, prompt and events are the same; resampled worlds fit all that their seat was told and remembers |
//! | `resampled_worlds_are_played_to_the_end` | a world that was resampled for a seat can be played to its end: listed actions are accepted, and the invariants hold |
//! | `turn_clocks_run_and_silent_tables_end` | a clock runs only for a seat that is asked, restarts with each decision, and ends a match in which nobody acts |
//! | `what_is_sent_survives_json` | options, actions, events, views and prompts are equal after they are written as JSON and read back |
//! | `options_are_described` | every option has a label and a description, and its bounds are those of `check_options` |
//! | `rooms_stand_whatever_is_said_to_them` | after random calls from anybody a room keeps its invariants and is not stuck, and a room loaded from a save goes on the same |
//! | `rooms_tell_nobody_what_is_hidden` | what persons, bots, stand-ins and watchers of a room may not know changes no byte of their views and logs, and does not change when bots act |
//! | `stand_ins_look_like_persons` | the same table with a person or with a stand-in gives everybody else the same views, log entries and waits, byte by byte |
//! | `a_million_calls_leave_every_room_sound` | `rooms_stand_whatever_is_said_to_them` with more calls; ignored by default |
//! | `forged_saves_are_refused_or_go_on` | a save or a room that was changed, with its hashes corrected, is refused with an error or goes on, after a bounded number of steps; a save is verified only if its inputs lead to it |
//! | `a_hundred_thousand_forged_saves_do_no_harm` | the same with more saves; ignored by default |
//!
//! A failure prints the match as JSON, and [`Suite::retrace`] plays it again up to that point.
//!
//! A game changes the settings with a [`Suite`]:
//! `conformance!(Rush, Suite::new().complete().hidden_words(cards_not_seen));`

mod agreement;
mod case;
mod clocks;
mod continuation;
#[cfg(test)]
mod faulty;
#[cfg(test)]
pub(crate) use faulty::trusts_viewers;
mod forged;
mod forgery;
mod knowledge;
mod leaks;
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
mod room_stand_ins;
mod scenario_files;
mod secrecy;
mod slices;
mod suite;
mod trial;
mod variants;
mod wire;
pub(crate) mod work;
mod worlds;

pub use leaks::{hidden_in_room, tells};
pub use log_lines::log_lines;
pub use moves::{MoveWatch, PileCounts};
pub use offer::check_forms;
pub use perft::{check_perft, perft};
pub use room_fuzz::{FuzzMix, room_fuzz};
pub use scenario_files::{check_scenarios, scenarios_in};
pub use suite::{HiddenWords, Suite};

/// Runs the conformance suite for a game: `conformance!(Rush);`, or with the settings of a
/// [`Suite`](crate::testing::Suite), `conformance!(Rush, Suite::new().complete());`.
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
            fn stand_ins_look_like_persons() {
                suite().stand_ins_look_like_persons();
            }

            #[test]
            #[ignore = "takes long; `cargo xtask soak` runs it"]
            fn a_million_calls_leave_every_room_sound() {
                suite().a_million_calls_leave_every_room_sound();
            }
        }
    };
}

//! The settings of the suite for a game, and the tests that it runs.

use std::fmt;

use crate::cards::Dice;
use crate::game::{Game, Position, Preset, Viewer};
use crate::matches::Match;
use crate::testing::knowledge::{Knowledge, MemoryUse};
use crate::testing::room_fuzz::{FuzzMix, room_fuzz};
use crate::testing::room_secrecy::Compared;
use crate::testing::room_stand_ins::Alike;
use crate::testing::trial::Trial;
use crate::testing::{
    agreement, case, clocks, forged, offer, options, refusal, room_secrecy, room_stand_ins,
    secrecy, slices, wire, worlds,
};

/// The words that a viewer must not be told at a position, given what it remembers.
pub type HiddenWords<G> = fn(Position<'_, G>, Viewer, &<G as Game>::Memory) -> Vec<String>;

/// The settings of the suite for one game. The defaults suit most games. A game that promises more
/// declares it here, and the suite tests it.
pub struct Suite<G: Game> {
    pub(super) presets: fn() -> Vec<Preset<G>>,
    pub(super) games: u64,
    pub(super) thorough: u64,
    pub(super) moves: usize,
    pub(super) complete: fn(&G::Action) -> bool,
    pub(super) houses: bool,
    pub(super) passing: bool,
    pub(super) also_says: fn(&mut Dice) -> Option<G::Action>,
    pub(super) long_turns: bool,
    pub(super) ignored: &'static [&'static str],
    pub(super) hidden_words: HiddenWords<G>,
    pub(super) reveals: fn(&G::Event) -> Vec<String>,
    pub(super) agreements: fn(&G::Action) -> bool,
}

impl<G: Game> Default for Suite<G> {
    fn default() -> Self {
        Self {
            presets: G::presets,
            games: 1000,
            thorough: 24,
            moves: 20_000,
            complete: |_| false,
            houses: false,
            passing: false,
            also_says: |_| None,
            long_turns: false,
            ignored: &[],
            hidden_words: |_, _, _| vec![],
            reveals: |_| vec![],
            agreements: |_| false,
        }
    }
}

/// Settings.
impl<G: Game> Suite<G> {
    /// The suite with its default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sets of options that are played. Default: the game's presets.
    #[must_use]
    pub fn presets(mut self, presets: fn() -> Vec<Preset<G>>) -> Self {
        self.presets = presets;
        self
    }

    /// How many matches are played for their ends and invariants. Default: 1000.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// How many matches get a check at every step, per check. Default: 24, and more if the game is
    /// short.
    #[must_use]
    pub fn thorough(mut self, games: u64) -> Self {
        self.thorough = games;
        self
    }

    /// The maximum number of inputs and waits in a match. Default: 20000.
    #[must_use]
    pub fn moves(mut self, moves: usize) -> Self {
        self.moves = moves;
        self
    }

    /// The game promises that its lists are complete: an action that is not listed is refused.
    #[must_use]
    pub fn complete(self) -> Self {
        self.complete_for(|_| true)
    }

    /// The game promises that its lists are complete for these actions: one of them that is not
    /// listed is refused. Of other actions, of which there may be millions, only some are listed.
    #[must_use]
    pub fn complete_for(mut self, these: fn(&G::Action) -> bool) -> Self {
        self.complete = these;
        self
    }

    /// The game has house seats. Every second match is then played with some.
    #[must_use]
    pub fn houses(mut self) -> Self {
        self.houses = true;
        self
    }

    /// Within one step the game may show a card and hide it again, so that a viewer is told what
    /// its view never showed. Events are then not compared between worlds.
    #[must_use]
    pub fn shows_in_passing(mut self) -> Self {
        self.passing = true;
        self
    }

    /// Additional well-formed but illegal actions to try. The suite also generates such actions
    /// itself, from those it has seen and from the names of all variants.
    #[must_use]
    pub fn also_says(mut self, action: fn(&mut Dice) -> Option<G::Action>) -> Self {
        self.also_says = action;
        self
    }

    /// A turn may take several actions, which share its clock. Without this setting, a seat that
    /// has acted and is asked again must have a new
    /// [`TurnClock::turn`](crate::game::TurnClock::turn).
    #[must_use]
    pub fn turns_of_many_actions(mut self) -> Self {
        self.long_turns = true;
        self
    }

    /// Parts of the memory, by the names of their fields, that `resample` may ignore: only bots or
    /// `remember` itself use them.
    #[must_use]
    pub fn resample_ignores(mut self, parts: &'static [&'static str]) -> Self {
        self.ignored = parts;
        self
    }

    /// The words, such as the names of cards, that must not occur in anything a viewer is sent now,
    /// given what it remembers.
    ///
    /// Views and prompts are searched at every rest. An event, as the viewer is told it, is
    /// searched for the words that are hidden before and after it and stay hidden to the end of the
    /// step, given what the viewer remembered before the step. For an event in the middle of a
    /// step, the position has the flow of the end of the step. The public has no memory: for it, a
    /// word is hidden if it is hidden from the public and from at least one seat.
    #[must_use]
    pub fn hidden_words(mut self, words: HiddenWords<G>) -> Self {
        self.hidden_words = words;
        self
    }

    /// Exceptions to the [hidden words](Self::hidden_words): words that the rules let an event tell
    /// everybody, such as the cards of a hand that is shown as proof and that no view shows.
    #[must_use]
    pub fn reveals(mut self, words: fn(&G::Event) -> Vec<String>) -> Self {
        self.reveals = words;
        self
    }

    /// Actions by which people agree on something among themselves. They do not wait for a
    /// stand-in, which has no say in it (MM-70i), so they are not tried where a stand-in is
    /// compared with a person.
    #[must_use]
    pub fn agreements(mut self, actions: fn(&G::Action) -> bool) -> Self {
        self.agreements = actions;
        self
    }
}

/// Failures.
impl<G: Game> Suite<G> {
    /// Plays a match that a failure has printed, up to the failure: for a debugger, or for a
    /// regression test. The input that was being tried is tried again, and may be refused. Panics
    /// if the text is not such a report.
    pub fn retrace(&self, report: &str) -> Match<G> {
        case::retrace(report, &(self.presets)())
    }
}

/// Short games are played more often, until this many rests have been checked.
const RESTS: usize = 2000;

/// The minimum number of positions that are resampled and compared with the real ones.
const WORLDS: usize = 10_000;

/// How many resampled worlds are played to the end. Short games play more of them, until this many
/// steps have been taken.
const FEWEST_PLAYED: u64 = 24;
const MOST_PLAYED: u64 = 400;
const STEPS_PLAYED: usize = 20_000;

/// How many rooms are compared, each for all its viewers.
const ROOMS: u64 = 24;

/// Tests.
impl<G: Game> Suite<G> {
    /// Every match ends, and the invariants hold after every input. `Trial` checks both; this test
    /// also compares the ends of copies.
    pub fn games_end_and_keep_their_invariants(&self) {
        let mut somebody_acted = false;
        for number in 0..self.games {
            let mut trial = Trial::new(self, number);
            while trial.step() {
                somebody_acted |= trial.actor.is_some();
            }
            agreement::compare_end(&trial);
        }
        assert!(somebody_acted, "in {} matches no seat ever did anything", self.games);
    }

    /// Every offered action is accepted. Prints the size of the longest prompt.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn offered_actions_are_taken(&self) {
        let (mut longest, mut rests) = (0, 0);
        self.at_every_rest(1, |trial| {
            longest = longest.max(offer::check(trial));
            rests += 1;
        });
        println!("{}: prompts of at most {longest} bytes at {rests} rests", G::NAME);
    }

    /// Every action that is not offered gets an answer, and changes nothing if it is refused.
    pub fn other_actions_are_refused_and_change_nothing(&self) {
        self.at_every_rest(2, |trial| refusal::check(trial, self));
    }

    /// Copies of a match go on as it does, whether they come from a save, a replay or a fork.
    pub fn saves_replays_forks_and_undo_agree(&self) {
        self.thoroughly(3, agreement::play_beside);
    }

    /// One long wait has the same result as many short ones.
    pub fn slices_of_time_change_nothing(&self) {
        self.thoroughly(4, |trial| {
            let mut steps = 0;
            while trial.step() {
                steps += 1;
            }
            slices::check(trial);
            steps
        });
    }

    /// What a viewer cannot see makes no difference to it. Prints how many worlds were compared.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn nobody_learns_what_is_hidden(&self) {
        let (mut worlds, mut game) = (0, 0);
        let mut memory_use = MemoryUse::default();
        // This ends, because every match has at least one rest and one seat.
        while game < self.thorough || worlds < WORLDS {
            let mut trial = Trial::new(self, 5_000_000 + game);
            let mut knowledge = Knowledge::of(&trial);
            loop {
                worlds += secrecy::check(&mut trial, self, &mut knowledge);
                for seat in trial.seats() {
                    memory_use.check(&mut trial, seat);
                }
                if !trial.step() {
                    break;
                }
            }
            game += 1;
        }
        memory_use.conclude(self.ignored);
        println!("{}: {worlds} positions re-dealt in {game} matches", G::NAME);
    }

    /// A world that fits what a seat knows can be played to its end.
    pub fn resampled_worlds_are_played_to_the_end(&self) {
        let (mut steps, mut played, mut game) = (0, 0, 0);
        while played < FEWEST_PLAYED || (steps < STEPS_PLAYED && played < MOST_PLAYED) {
            let mut trial = Trial::new(self, 7_000_000 + game);
            while trial.step() {
                if trial.dice.below(16) == 0 {
                    steps += worlds::play_to_the_end(&mut trial, self);
                    played += 1;
                }
            }
            game += 1;
            assert!(game < 100 * FEWEST_PLAYED, "matches are too short to resample a world");
        }
    }

    /// Turn clocks run for the seats that are asked, and a match in which nobody acts ends.
    pub fn turn_clocks_run_and_silent_tables_end(&self) {
        self.thoroughly(8, |trial| clocks::play(trial, self));
    }

    /// What is sent is equal after it is written as JSON and read back.
    pub fn what_is_sent_survives_json(&self) {
        self.at_every_rest(6, wire::check);
    }

    /// Every option is described. It accepts the values of its description, and none out of bounds.
    pub fn options_are_described(&self) {
        options::check::<G>();
    }

    /// A room stays sound under random calls: see [`room_fuzz`](crate::testing::room_fuzz()).
    pub fn rooms_stand_whatever_is_said_to_them(&self) {
        let mix = room_fuzz::<G>(20_000, 1);
        assert!(mix.taken > 2_000 && mix.rooms > 2, "nothing happened: {mix:?}");
    }

    /// What a viewer of a room may not know changes nothing for that viewer: no byte of its view
    /// and log, and not the time at which bots act. Prints how much was compared.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn rooms_tell_nobody_what_is_hidden(&self) {
        let mut compared = Compared::default();
        for number in 0..ROOMS {
            room_secrecy::check(self, number, &mut compared);
        }
        println!("{}: {compared:?}", G::NAME);
        assert!(compared.worlds > 100, "too little was compared: {compared:?}");
    }

    /// The same table with a person or with a stand-in looks the same to everybody else (MM-70).
    /// Prints how much was compared.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn stand_ins_look_like_persons(&self) {
        let mut alike = Alike::default();
        for number in 0..ROOMS {
            room_stand_ins::check(self, number, &mut alike);
        }
        println!("{}: {alike:?}", G::NAME);
        assert!(alike.looks > 100 && alike.moves > 10, "too little was compared: {alike:?}");
    }

    /// `rooms_stand_whatever_is_said_to_them` with more calls. Prints what happened in them.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn a_million_calls_leave_every_room_sound(&self) {
        let mix = room_fuzz::<G>(1_000_000, 2);
        println!("{}: {mix:?}", G::NAME);
        let FuzzMix { undone, pauses, losses, votes, removals, .. } = mix;
        let counts = [undone, pauses, losses, votes, removals];
        assert!(counts.iter().all(|count| *count > 0), "something never happened: {mix:?}");
    }

    /// A modified save or room, with corrected hashes, is refused or can be played on. A save is
    /// verified only if its inputs lead to it.
    pub fn forged_saves_are_refused_or_go_on(&self) {
        forged::check(self, 2_000);
    }

    /// The same with more saves. Prints what happened to them.
    #[allow(clippy::print_stdout)] // For runs with `--nocapture`.
    pub fn a_hundred_thousand_forged_saves_do_no_harm(&self) {
        println!("{}: {:?}", G::NAME, forged::check(self, 100_000));
    }

    fn at_every_rest(&self, series: u64, mut check: impl FnMut(&mut Trial<G>)) {
        self.thoroughly(series, |trial| {
            let mut steps = 0;
            check(trial);
            while trial.step() {
                check(trial);
                steps += 1;
            }
            steps
        });
    }

    /// Plays matches, each to its end, until enough steps have been taken. Every check plays
    /// different matches (`series`), so that the suite covers more positions.
    fn thoroughly(&self, series: u64, mut play: impl FnMut(&mut Trial<G>) -> usize) {
        let mut steps = 0;
        for game in 0..20 * self.thorough {
            if game >= self.thorough && steps >= RESTS {
                break;
            }
            steps += play(&mut Trial::new(self, series * 1_000_000 + game));
        }
    }
}

impl<G: Game> fmt::Debug for Suite<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Suite")
            .field("game", &G::ID)
            .field("games", &self.games)
            .field("thorough", &self.thorough)
            .field("moves", &self.moves)
            .field("houses", &self.houses)
            .field("passing", &self.passing)
            .finish_non_exhaustive()
    }
}

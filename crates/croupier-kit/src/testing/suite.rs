//! What the suite does for a game, and what the game says about itself.

use std::fmt;

use crate::cards::Dice;
use crate::game::{Game, Position, Preset, Viewer};
use crate::matches::Match;
use crate::testing::knowledge::{Knowledge, MemoryUse};
use crate::testing::room_fuzz::{FuzzMix, room_fuzz};
use crate::testing::room_secrecy::Compared;
use crate::testing::trial::Trial;
use crate::testing::{
    agreement, case, clocks, forged, offer, options, refusal, room_secrecy, secrecy, slices, wire,
    worlds,
};

type HiddenWords<G> = fn(Position<'_, G>, Viewer, &<G as Game>::Memory) -> Vec<String>;

/// The settings of the suite for one game. The defaults suit most games; what a game promises
/// beyond them is said here, and then tested.
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
        }
    }
}

/// Settings.
impl<G: Game> Suite<G> {
    /// The suite as one line gives it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sets of options that are played: the game's presets unless told otherwise.
    #[must_use]
    pub fn presets(mut self, presets: fn() -> Vec<Preset<G>>) -> Self {
        self.presets = presets;
        self
    }

    /// How many matches are played for their ends and invariants: 1000 unless told otherwise.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// How many matches get a check at every step, per check: 24 unless told otherwise, and more
    /// if the game is short.
    #[must_use]
    pub fn thorough(mut self, games: u64) -> Self {
        self.thorough = games;
        self
    }

    /// How many inputs and waits a match may take: 20000 unless told otherwise.
    #[must_use]
    pub fn moves(mut self, moves: usize) -> Self {
        self.moves = moves;
        self
    }

    /// The game promises that its lists are complete: what is not listed is refused.
    #[must_use]
    pub fn complete(self) -> Self {
        self.complete_for(|_| true)
    }

    /// The game promises that its lists are complete for these actions: such a one that is not
    /// listed is refused. Of others, of which there may be millions, the list holds some.
    #[must_use]
    pub fn complete_for(mut self, these: fn(&G::Action) -> bool) -> Self {
        self.complete = these;
        self
    }

    /// The game plays seats of the house; every other match then has some.
    #[must_use]
    pub fn houses(mut self) -> Self {
        self.houses = true;
        self
    }

    /// Within one step the game may show a card and take it out of sight again, so that a viewer
    /// hears of what its view never showed. Events are then not compared between worlds.
    #[must_use]
    pub fn shows_in_passing(mut self) -> Self {
        self.passing = true;
        self
    }

    /// Actions that somebody might send who knows the format but not the rules. Without it the suite
    /// makes them from those it has seen and from the names of all there are.
    #[must_use]
    pub fn also_says(mut self, action: fn(&mut Dice) -> Option<G::Action>) -> Self {
        self.also_says = action;
        self
    }

    /// A turn may take several actions, and they share its clock. Without it a seat that has acted
    /// and is asked again must have a new [`TurnClock::turn`](crate::game::TurnClock::turn).
    #[must_use]
    pub fn turns_of_many_actions(mut self) -> Self {
        self.long_turns = true;
        self
    }

    /// Parts of the memory, by the names of their fields, that `resample` may ignore: only bots use
    /// them, or remembering itself does.
    #[must_use]
    pub fn resample_ignores(mut self, parts: &'static [&'static str]) -> Self {
        self.ignored = parts;
        self
    }

    /// The words, such as the names of cards, that must not stand in anything a viewer is sent at
    /// this moment, given what it remembers.
    ///
    /// Views and prompts are searched at every rest. What is told of an event is searched for the
    /// words that are hidden before and after it and stay hidden to the end of the step, given what
    /// the viewer remembered before the step. In the middle of a step the flow is where it will be
    /// after it. The public is not told what is hidden from it and from any seat; for itself it has
    /// no memory.
    #[must_use]
    pub fn hidden_words(mut self, words: HiddenWords<G>) -> Self {
        self.hidden_words = words;
        self
    }

    /// The [hidden words](Self::hidden_words) that an event may tell everybody all the same, by the
    /// rules: the cards of a hand that is shown as a proof, which no view shows before or after.
    #[must_use]
    pub fn reveals(mut self, words: fn(&G::Event) -> Vec<String>) -> Self {
        self.reveals = words;
        self
    }
}

/// Failures.
impl<G: Game> Suite<G> {
    /// Plays a match that a failure has printed, up to the failure: for a debugger, or for a test
    /// that keeps the fault away. What was being tried when it failed is tried again, and its
    /// refusal, if it is refused, is no error. Panics on text that is no such report.
    pub fn retrace(&self, report: &str) -> Match<G> {
        case::retrace(report, &(self.presets)())
    }
}

/// Short games are played more often, until this many rests were looked at.
const RESTS: usize = 2000;

/// As many positions at least are re-dealt, to see that nobody can tell the difference.
const WORLDS: usize = 10_000;

/// So many resampled worlds are played to their ends, and more of short games.
const FEWEST_PLAYED: u64 = 24;
const MOST_PLAYED: u64 = 400;
const STEPS_PLAYED: usize = 20_000;

/// So many rooms are looked at with the eyes of everybody in them.
const ROOMS: u64 = 24;

/// Tests.
impl<G: Game> Suite<G> {
    /// Every match ends, and whatever must hold does after every input. The trial itself sees to
    /// both; the ends are compared here.
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

    /// What a seat is offered, it can do. It says how long the longest prompt was.
    #[allow(clippy::print_stdout)] // For whoever asks for the output.
    pub fn offered_actions_are_taken(&self) {
        let (mut longest, mut rests) = (0, 0);
        self.at_every_rest(1, |trial| {
            longest = longest.max(offer::check(trial));
            rests += 1;
        });
        println!("{}: prompts of at most {longest} bytes at {rests} rests", G::NAME);
    }

    /// What a seat is not offered is answered all the same.
    pub fn other_actions_are_refused_and_change_nothing(&self) {
        self.at_every_rest(2, |trial| refusal::check(trial, self));
    }

    /// Copies of a match, however they were made, go on as it does.
    pub fn saves_replays_forks_and_undo_agree(&self) {
        self.thoroughly(3, agreement::play_beside);
    }

    /// Waiting is waiting.
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

    /// What a viewer cannot see makes no difference to it. It says how many worlds it has compared.
    #[allow(clippy::print_stdout)] // For whoever asks for the output.
    pub fn nobody_learns_what_is_hidden(&self) {
        let (mut worlds, mut game) = (0, 0);
        let mut memory_use = MemoryUse::default();
        // Every match has a rest and a seat, so this ends.
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

    /// A world that fits what a seat knows goes on like a match: it can be played to its end.
    pub fn resampled_worlds_are_played_to_the_end(&self) {
        let (mut steps, mut played, mut game) = (0, 0, 0);
        while played < FEWEST_PLAYED || (steps < STEPS_PLAYED && played < MOST_PLAYED) {
            let mut trial = Trial::new(self, 7_000_000 + game);
            while trial.step() {
                if trial.dice.below(16) == 0 {
                    steps += worlds::play_on(&mut trial, self);
                    played += 1;
                }
            }
            game += 1;
            assert!(game < 100 * FEWEST_PLAYED, "matches are too short to look at one");
        }
    }

    /// Turn clocks run for those who are asked, and a table at which nobody acts comes to an end.
    pub fn turn_clocks_run_and_silent_tables_end(&self) {
        self.thoroughly(8, |trial| clocks::play(trial, self));
    }

    /// What goes over the wire arrives.
    pub fn what_is_sent_survives_json(&self) {
        self.at_every_rest(6, wire::check);
    }

    /// Every option is described, and takes what its description says and nothing beyond its bounds.
    pub fn options_are_described(&self) {
        options::check::<G>();
    }

    /// Whatever is said to a room, by whomever, it stands: [`storm`](crate::testing::room_fuzz()).
    pub fn rooms_stand_whatever_is_said_to_them(&self) {
        let weather = room_fuzz::<G>(20_000, 1);
        assert!(weather.taken > 2_000 && weather.rooms > 2, "nothing happened: {weather:?}");
    }

    /// What somebody around a room may not know changes nothing for them: not one byte of view and log,
    /// and nobody's pace. It says how much it has compared.
    #[allow(clippy::print_stdout)] // For whoever asks for the output.
    pub fn rooms_tell_nobody_what_is_hidden(&self) {
        let mut compared = Compared::default();
        for number in 0..ROOMS {
            room_secrecy::check(self, number, &mut compared);
        }
        println!("{}: {compared:?}", G::NAME);
        assert!(compared.worlds > 100, "hardly anything was compared: {compared:?}");
    }

    /// The same as `rooms_stand_whatever_is_said_to_them`, for long. It says what it has seen.
    #[allow(clippy::print_stdout)] // For whoever asked for it.
    pub fn a_million_calls_leave_every_room_sound(&self) {
        let weather = room_fuzz::<G>(1_000_000, 2);
        println!("{}: {weather:?}", G::NAME);
        let FuzzMix { undone, pauses, losses, votes, removals, .. } = weather;
        let mix = [undone, pauses, losses, votes, removals];
        assert!(mix.iter().all(|count| *count > 0), "something never happened: {weather:?}");
    }

    /// A save or a room that somebody has changed and sealed again is refused or goes on, and none is
    /// verified that its inputs do not lead to.
    pub fn forged_saves_are_refused_or_go_on(&self) {
        forged::check(self, 2_000);
    }

    /// The same, for long. It says what it has seen.
    #[allow(clippy::print_stdout)] // For whoever asked for it.
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

    /// Plays matches, each to its end, and counts the steps. Every check has matches of its own, so
    /// that more is seen in all.
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

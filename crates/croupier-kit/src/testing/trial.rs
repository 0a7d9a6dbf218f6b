//! A random match under test.

use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{By, Game, Seat, Viewer};
use crate::matches::{Input, Match, Memories};
use crate::testing::Suite;
use crate::testing::case::{Case, Report};

/// How many past actions are kept, to be tried again at the wrong time.
const SEEN: usize = 64;

/// A match that is played at random and checked after every step. If a test panics, dropping the
/// trial prints a report from which the match can be replayed up to the same point.
pub(super) struct Trial<G: Game> {
    pub(super) case: Case<G>,
    pub(super) game: Match<G>,
    /// The dice of the test, separate from those of the match.
    pub(super) dice: Dice,
    /// What each seat remembers.
    pub(super) memories: Memories<G>,
    /// The events of the last step.
    pub(super) events: Vec<G::Event>,
    /// The state and the memories before the last step.
    pub(super) before: (G::State, Memories<G>),
    /// Some of the actions that have been legal so far.
    pub(super) seen: Vec<G::Action>,
    /// The input that is being tried, for the report.
    pub(super) trying: Option<Input<G::Action>>,
    /// The seat that acted in the last step, if one did.
    pub(super) actor: Option<Seat>,
    left: usize,
}

impl<G: Game> Trial<G> {
    pub(super) fn new(suite: &Suite<G>, number: u64) -> Self {
        let case = Case::new(number, &(suite.presets)(), suite.houses);
        let game = Match::new(case.setup.clone()).unwrap_or_else(|error| {
            panic!("match {number} of {} ({}) cannot be dealt: {error}", G::ID, case.preset)
        });
        let memories = Memories::new(game.seats().len());
        let undealt = G::new(&case.setup.options, &case.setup.seats);
        let mut trial = Self {
            case,
            game,
            dice: Dice::new(Seed::from_number(!number)),
            before: (undealt, memories.clone()),
            memories,
            events: vec![],
            seen: vec![],
            trying: None,
            actor: None,
            left: suite.moves,
        };
        trial.settle();
        trial
    }

    /// All seats.
    pub(super) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<G> {
        Seat::first(self.game.seats().len())
    }

    /// All viewers: the seats and the public.
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        self.seats().map(Viewer::Seat).chain([Viewer::Public])
    }

    /// A seat acts, or time passes. Returns false if the match was already over.
    pub(super) fn step(&mut self) -> bool {
        if self.game.outcome().is_some() {
            return false;
        }
        self.begin_step();
        let waits = self.dice.below(12) == 0 && self.wait_a_little();
        if !waits && !self.somebody_acts() {
            let due = self.game.next_due();
            let due = due.expect("nobody can act, nothing is due, and the match is not over");
            self.advance_to(due);
        }
        self.settle();
        true
    }

    /// Nobody acts, and time passes until something is due. Returns false if the match was already
    /// over, or nothing is due.
    pub(super) fn step_in_silence(&mut self) -> bool {
        let Some(due) = self.game.next_due().filter(|_| self.game.outcome().is_none()) else {
            return false;
        };
        self.begin_step();
        self.advance_to(due);
        self.settle();
        true
    }

    fn begin_step(&mut self) {
        assert!(self.left > 0, "the match does not end");
        self.left -= 1;
        self.before = (self.game.state().clone(), self.memories.clone());
        self.actor = None;
    }

    fn somebody_acts(&mut self) -> bool {
        let mut asked: Vec<_> = self.game.to_act().iter().collect();
        self.dice.shuffle(&mut asked);
        for seat in asked {
            let Some(action) = self.choose(seat) else { continue };
            self.note(&action);
            self.input(&Input::of(self.game.now(), seat, action));
            self.actor = Some(seat);
            return true;
        }
        false
    }

    /// Mostly an action of the game's random player, sometimes any legal action.
    fn choose(&mut self, seat: Seat) -> Option<G::Action> {
        let at = self.game.position();
        let random = G::random_action(at, seat, &mut self.dice);
        if random.is_some() && self.dice.below(4) > 0 {
            return random;
        }
        let legal = self.game.legal_actions(seat);
        self.dice.pick(&legal).cloned().or(random)
    }

    /// Waits for a part of the time until the next due instant, or for a little longer.
    fn wait_a_little(&mut self) -> bool {
        let now = self.game.now();
        let Some(due) = self.game.next_due() else { return false };
        let wait = u32::try_from((due - now).get()).unwrap_or(u32::MAX / 4);
        let wait = self.dice.below(wait / 4 * 5 + 2);
        self.advance_to(now + Millis(u64::from(wait)));
        true
    }

    /// Sends an input that must be accepted.
    fn input(&mut self, input: &Input<G::Action>) {
        self.trying = Some(input.clone());
        if let Err(refused) = self.game.input(input.clone()) {
            panic!("{:?} was refused {:?}: {refused}", input.by, input.act);
        }
        self.trying = None;
    }

    fn advance_to(&mut self, instant: Millis) {
        if let Err(refused) = self.game.advance_to(instant) {
            panic!("time could not pass to {instant}: {refused}");
        }
    }

    /// Runs what is due now, tells all seats of the step, and checks the invariants.
    fn settle(&mut self) {
        self.advance_to(self.game.now());
        self.events = self.memories.follow(&mut self.game);
        if let Err(broken) = G::invariants(self.game.position()) {
            panic!("an invariant is broken: {broken}");
        }
        let stage = G::stage(self.game.position());
        assert!(stage < G::STAGES.len(), "there is no stage {stage}");
    }

    /// Keeps an action to try again later.
    pub(super) fn note(&mut self, action: &G::Action) {
        if self.seen.len() < SEEN {
            self.seen.push(action.clone());
        } else {
            #[allow(clippy::cast_possible_truncation)] // A small constant.
            let place = self.dice.below(SEEN as u32) as usize;
            self.seen[place] = action.clone();
        }
    }

    /// A random seat, or the host.
    #[allow(clippy::cast_possible_truncation)] // At most eight seats.
    pub(super) fn anybody(&mut self) -> By {
        let seats = self.game.seats().len() as u32;
        match self.dice.below(seats + 1) {
            host if host == seats => By::Host,
            seat => By::Seat(Seat(seat as u8)),
        }
    }
}

impl<G: Game> Drop for Trial<G> {
    #[allow(clippy::print_stderr)] // The test harness only shows it for failures.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let report = Report {
            game: G::ID.to_owned(),
            preset: self.case.preset.to_owned(),
            seats: self.case.setup.seats.clone(),
            seed: self.case.number,
            now: self.game.now(),
            inputs: self.game.inputs().to_vec(),
            trying: self.trying.take(),
        };
        match serde_json::to_string(&report) {
            Ok(json) => eprintln!(
                "\nPlay it again with Suite::retrace of the same suite:\n{json}\nStates: {:?}\n",
                self.game.chart().leaves(&self.game.flow)
            ),
            Err(error) => eprintln!("\nMatch {} cannot be written: {error}\n", self.case.number),
        }
    }
}

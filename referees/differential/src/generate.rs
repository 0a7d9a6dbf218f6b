//! Generates random charts.
//!
//! Left out, because the two sides legitimately differ and a difference would prove nothing:
//!
//! - Wildcards are only used in charts without timers and inner final states: XState's `*` also
//!   matches its internal events for those, ours matches triggers only.
//! - Only a transition of the root targets the root: from anywhere else XState enters the root
//!   again without having exited it.
//! - The default of a history state has no actions; XState does not support them.
//! - No initial state is a history state or deeper than a child: XState's `initial` names a child.

use std::collections::BTreeSet;

use crate::machine::PRESSES;
use crate::random::Random;
use crate::sketch::{Kind, Move, On, Sketch, State, Test};

const MAX_DEPTH: usize = 4;
const MAX_STATES: usize = 60;
/// How many different guards there are.
const GUARDS: usize = 6;

/// Generates the chart of this seed.
pub fn generate(seed: u64) -> Sketch {
    let mut random = Random::new(seed);
    let flavour = if random.percent(20) {
        Flavour::Wildcards
    } else if random.percent(70) {
        Flavour::Timers
    } else {
        Flavour::Plain
    };
    let mut maker = Maker {
        flavour,
        has_always: random.percent(50),
        has_regions: random.percent(70),
        talk: [95, 70, 20][random.below(3)],
        next_state: 0,
        next_move: 0,
        left: random.between(4, MAX_STATES) - 1,
        delays: BTreeSet::new(),
        random,
    };
    let is_wide = maker.has_regions && maker.random.percent(30);
    let kind = if is_wide { Kind::Parallel } else { Kind::Plain };
    let mut sketch = Sketch { root: maker.container(kind, 0) };
    maker.defaults(&mut sketch);
    maker.moves(&mut sketch);
    sketch
}

/// What a chart has besides triggers. Wildcards and timers exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flavour {
    Plain,
    Wildcards,
    Timers,
}

struct Maker {
    random: Random,
    flavour: Flavour,
    has_always: bool,
    /// Charts without regions take faster paths through the runtime.
    has_regions: bool,
    /// The percentage of states with entry and exit actions. States without actions take faster
    /// paths through the runtime.
    talk: usize,
    next_state: u16,
    next_move: u16,
    /// How many more states there may be.
    left: usize,
    delays: BTreeSet<u64>,
}

/// The tree.
impl Maker {
    fn has_wildcards(&self) -> bool {
        self.flavour == Flavour::Wildcards
    }

    fn bare(&mut self, kind: Kind) -> State {
        let mut state = State::bare(self.next_state, kind);
        self.next_state += 1;
        if !kind.is_history() {
            state.enters = self.random.percent(self.talk);
            state.exits = self.random.percent(self.talk);
        }
        state
    }

    fn child(&mut self, kind: Kind) -> State {
        self.left -= 1;
        self.bare(kind)
    }

    fn container(&mut self, kind: Kind, depth: usize) -> State {
        let mut state = self.bare(kind);
        let wanted = match kind {
            Kind::Parallel => self.random.between(2, 3),
            _ => self.random.between(2, 5),
        };
        for _ in 0..wanted {
            if self.left == 0 {
                break;
            }
            let child = self.inner(kind, depth + 1);
            state.children.push(child);
        }
        let may_finish = if depth == 0 { self.random.percent(8) } else { !self.has_wildcards() };
        if kind == Kind::Plain && may_finish && self.left > 0 && self.random.percent(40) {
            let last = self.child(Kind::Final);
            state.children.push(last);
        }
        if state.children.is_empty() {
            // No states were left to put inside.
            state.kind = Kind::Plain;
            return state;
        }
        if kind == Kind::Plain {
            let starts: Vec<u16> = state.children.iter().map(|child| child.id).collect();
            // Usually not the final state, in which it would be done at once.
            let at = self.random.below(starts.len()).min(self.random.below(starts.len()));
            state.initial = Some(starts[at]);
            state.starts = self.random.percent(12);
        }
        for kind in [Kind::Shallow, Kind::Deep] {
            if self.left > 0 && depth > 0 && self.random.percent(25) {
                let history = self.child(kind);
                let at = self.random.below(state.children.len() + 1);
                state.children.insert(at, history);
            }
        }
        state
    }

    fn inner(&mut self, outer: Kind, depth: usize) -> State {
        let roll = self.random.below(100);
        let (compound, parallel) = match outer {
            Kind::Parallel => (78, 86),
            _ if self.has_regions => (42, 58),
            _ => (58, 58),
        };
        if depth >= MAX_DEPTH || self.left < 3 || roll >= parallel {
            let is_last = outer == Kind::Parallel && !self.has_wildcards() && roll > 95;
            self.child(if is_last { Kind::Final } else { Kind::Plain })
        } else {
            self.left -= 1;
            self.container(if roll < compound { Kind::Plain } else { Kind::Parallel }, depth)
        }
    }

    /// Half of the history states have a default: a child, or something deeper.
    fn defaults(&mut self, sketch: &mut Sketch) {
        let histories: Vec<u16> =
            sketch.states().iter().filter(|state| state.kind.is_history()).map(|s| s.id).collect();
        for id in histories {
            let parent = sketch.parent(id).expect("only the root has no parent");
            let inside: Vec<u16> = parent.all()[1..]
                .iter()
                .filter(|state| !state.kind.is_history())
                .map(|state| state.id)
                .collect();
            if self.random.percent(50) {
                let target = *self.random.pick(&inside).expect("a parent has other children");
                sketch.root.find_mut(id).expect("it was just seen").initial = Some(target);
            }
        }
    }
}

/// The transitions.
impl Maker {
    fn moves(&mut self, sketch: &mut Sketch) {
        let sources: Vec<u16> = sketch
            .states()
            .iter()
            .filter(|state| matches!(state.kind, Kind::Plain | Kind::Parallel))
            .map(|state| state.id)
            .collect();
        let count = sources.len() + self.random.between(2, 8);
        for _ in 0..count {
            let source = *self.random.pick(&sources).expect("there is a root");
            let number = self.random.below(PRESSES.len());
            let on = if self.has_wildcards() && self.random.percent(15) {
                On::Any
            } else {
                On::Send(number)
            };
            self.add(sketch, source, on);
        }
        if self.has_always {
            for _ in 0..self.random.between(1, 2 + sources.len() / 5) {
                let source = *self.random.pick(&sources).expect("there is a root");
                self.add(sketch, source, On::Always);
            }
        }
        if self.flavour == Flavour::Timers {
            for _ in 0..self.random.between(1, 2 + sources.len() / 4) {
                let source = *self.random.pick(&sources).expect("there is a root");
                let ms = self.fresh_delay();
                let late = self.random.percent(20);
                // Sometimes several candidates share one timer.
                for _ in 0..=usize::from(self.random.percent(25)) {
                    self.add(sketch, source, if late { On::Late(ms) } else { On::After(ms) });
                }
            }
        }
        for source in sources {
            let state = sketch.root.find(source).expect("it was just seen");
            let can_be_done = match state.kind {
                Kind::Parallel => true,
                _ => state.children.iter().any(|child| child.kind == Kind::Final),
            };
            if can_be_done && source != 0 && self.random.percent(70) {
                for _ in 0..=usize::from(self.random.percent(20)) {
                    self.add(sketch, source, On::Done);
                }
            }
        }
    }

    fn fresh_delay(&mut self) -> u64 {
        loop {
            let ms = self.random.between(1, 900).try_into().expect("below a thousand");
            if self.delays.insert(ms) {
                return ms;
            }
        }
    }

    fn add(&mut self, sketch: &mut Sketch, source: u16, on: On) {
        let mut targets = self.targets(sketch, source);
        if on == On::Always && self.random.percent(90) {
            // Most eventless transitions lead forward, so that most charts come to rest.
            while targets.iter().any(|target| *target <= source) || targets.is_empty() {
                if self.random.percent(10) {
                    return;
                }
                targets = self.targets(sketch, source);
            }
        }
        let guard = match on {
            // An eventless transition without a guard is taken at once, which is trivial or
            // endless.
            On::Always => Some(self.test(sketch, 0)),
            _ => self.random.percent(45).then(|| self.test(sketch, 0)),
        };
        let acts = if targets.is_empty() && on != On::Always {
            // Without action and guard it swallows its trigger.
            self.random.percent(80)
        } else {
            self.random.percent(70)
        };
        let reenter = self.random.percent(20);
        let id = self.next_move;
        self.next_move += 1;
        let step = Move { id, on, targets, guard, acts, reenter };
        sketch.root.find_mut(source).expect("sources are states").moves.push(step);
    }

    fn targets(&mut self, sketch: &Sketch, source: u16) -> Vec<u16> {
        let roll = self.random.below(100);
        if roll < 15 {
            return vec![];
        }
        if roll < 25
            && let Some(targets) = self.several(sketch)
        {
            return targets;
        }
        let states = sketch.states();
        if roll < 37 {
            let histories: Vec<u16> =
                states.iter().filter(|state| state.kind.is_history()).map(|s| s.id).collect();
            if let Some(history) = self.random.pick(&histories) {
                return vec![*history];
            }
        }
        // Near targets are as likely as far ones, so that some transitions stay inside their
        // source.
        let near = sketch.root.find(source).expect("sources are states").all();
        let pool = if roll < 60 { near } else { states };
        let pool: Vec<u16> = pool
            .iter()
            .filter(|state| !state.kind.is_history() && (state.id != 0 || source == 0))
            .map(|state| state.id)
            .collect();
        self.random.pick(&pool).map(|target| vec![*target]).unwrap_or_default()
    }

    /// Targets in two or more regions of one parallel state.
    fn several(&mut self, sketch: &Sketch) -> Option<Vec<u16>> {
        let states = sketch.states();
        let wide: Vec<&State> = states
            .iter()
            .filter(|state| state.kind == Kind::Parallel && state.active_children().count() > 1)
            .copied()
            .collect();
        let mut regions: Vec<&State> = self.random.pick(&wide)?.active_children().collect();
        if regions.len() > 2 && self.random.percent(50) {
            regions.remove(self.random.below(3));
        }
        let mut targets = vec![];
        for region in regions {
            let inside: Vec<u16> = region
                .all()
                .iter()
                .filter(|state| !state.kind.is_history() || self.random.percent(30))
                .map(|state| state.id)
                .collect();
            targets.push(*self.random.pick(&inside)?);
        }
        if self.random.percent(30) {
            targets.reverse();
        }
        Some(targets)
    }

    fn test(&mut self, sketch: &Sketch, depth: usize) -> Test {
        let two =
            |maker: &mut Self| (0..2).map(|_| maker.test(sketch, depth + 1)).collect::<Vec<_>>();
        match self.random.below(if depth < 2 { 10 } else { 7 }) {
            7 => Test::All(two(self)),
            8 => Test::Any(two(self)),
            9 => Test::Not(Box::new(self.test(sketch, depth + 1))),
            6 => {
                let states = sketch.states();
                let active: Vec<u16> =
                    states.iter().filter(|state| !state.kind.is_history()).map(|s| s.id).collect();
                Test::In(*self.random.pick(&active).expect("there is a root"))
            }
            _ => Test::Bit(self.random.below(GUARDS).try_into().expect("few guards")),
        }
    }
}

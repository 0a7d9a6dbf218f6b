//! Transitions, actions and lookups as flat arrays.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::compile::names::Names;
use crate::compile::plan::plan;
use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::{
    Candidate, DelayRow, InvokeRow, Span, StateRow, Sure, Tables, Test, TestNode, TransitionRow,
};
use crate::compile::{Draft, ix, takers};
use crate::define::shape::Shape;
use crate::define::{
    Action, Definition, Delay, Fault, Guard, KindOf, Machine, Transition, TriggerKind, When,
    Wildcards,
};

/// Lays the chart out in tables. `None` if one of them overflows; faults are reported either way.
pub(crate) fn lay_out<M: Machine>(
    definition: &Definition<M>,
    drafts: &[Draft<'_, M>],
    names: &Names,
    shape: Shape,
    faults: &mut Vec<Fault>,
) -> Option<Tables<M>> {
    let mut layout = Layout { drafts, names, shape: &shape, faults, rows: Rows::default() };
    let states: Vec<_> = (0..drafts.len()).map(|at| layout.state(ix(at))).collect();
    let by_trigger = layout.by_trigger(definition);
    let Layout { rows, .. } = layout;
    let Rows { transitions, actions, tests, mut candidates, delays, invokes, overflow, .. } = rows;
    let (lookup, columns) = by_trigger.flatten(&mut candidates);
    if overflow || candidates.len() > usize::from(u16::MAX) {
        faults.push(Fault::TooLarge);
    }
    if !faults.is_empty() {
        return None;
    }
    let pick = |test: &dyn Fn(usize, &StateRow<M>) -> bool| -> StateSet {
        let chosen = states.iter().enumerate().filter(|(at, row)| test(*at, row));
        chosen.map(|(at, _)| ix(at)).collect()
    };
    let remembered: StateSet = shape.histories.iter().map(|history| history.parent).collect();
    let entry_work = pick(&|at, row| {
        !row.entry.is_empty()
            || !row.initial_actions.is_empty()
            || !row.delays.is_empty()
            || !row.invokes.is_empty()
            || shape.finals.contains(ix(at))
    }) | remembered;
    let exit_work = remembered
        | pick(&|_, row| !row.exit.is_empty() || !row.delays.is_empty() || !row.invokes.is_empty());
    let invoking = pick(&|_, row| !row.invokes.is_empty());
    let is_flat = invokes.is_empty() && (0..drafts.len()).all(|at| !shape.is_parallel(ix(at)));
    let always = pick(&|at, _| !lookup[at * columns + columns - 1].is_empty());
    let reacting = |column: usize| -> StateSet {
        let reacts = |leaf: &Ix| !lookup[leaf.at() * columns + column].is_empty();
        shape.atomic.iter().filter(reacts).collect()
    };
    let reacting = if is_flat { vec![] } else { (0..columns).map(reacting).collect() };
    let mut tables = Tables {
        beginning: shape.entry(&[Ix::ROOT], None, &[]),
        paths: drafts.iter().map(|draft| draft.path.clone()).collect(),
        shape,
        states,
        transitions,
        actions,
        tests,
        lookup,
        columns,
        reacting,
        sure: vec![],
        candidates,
        delays,
        invokes,
        entry_work,
        exit_work,
        always,
        invoking,
        is_flat,
        remembered,
        plans: Vec::with_capacity(drafts.len()),
    };
    add_plans(&mut tables);
    Some(tables)
}

/// Precomputes exits and entries wherever the leaf that a transition starts from is known.
fn add_plans<M: Machine>(tables: &mut Tables<M>) {
    for candidate in &mut tables.candidates {
        let row = &tables.transitions[usize::from(candidate.row)];
        (candidate.guard, candidate.branch) = (row.guard, row.branch);
    }
    let mut known = BTreeMap::new();
    let mut starts = vec![];
    for leaf in tables.shape.atomic.iter() {
        let row = &tables.states[leaf.at()];
        let cells = &tables.lookup[leaf.at() * tables.columns..][..tables.columns];
        let timed = tables.delays[row.delays.range()].iter().map(|delay| delay.candidates);
        starts.extend(cells.iter().copied().chain(timed).map(|span| (leaf, span)));
    }
    for (leaf, span) in starts {
        for at in span.range() {
            let row = tables.candidates[at].row;
            let number = *known.entry((leaf, row)).or_insert_with(|| {
                let number = u16::try_from(tables.plans.len()).ok()?;
                tables.plans.push(plan(tables, leaf, row)?);
                Some(number)
            });
            tables.candidates[at].plan = number;
        }
    }
    if tables.is_flat {
        let first = |span: &Span| tables.candidates[span.range()].first();
        let sure = |first: &Candidate| Sure {
            sent: first.plan.filter(|_| first.guard.is_none()),
            checked: first.plan.filter(|_| first.branch.is_none()),
        };
        tables.sure =
            tables.lookup.iter().map(|span| first(span).map(sure).unwrap_or_default()).collect();
    }
}

struct Layout<'l, 'd, M: Machine> {
    drafts: &'l [Draft<'d, M>],
    names: &'l Names,
    shape: &'l Shape,
    faults: &'l mut Vec<Fault>,
    rows: Rows<M>,
}

struct Rows<M: Machine> {
    transitions: Vec<TransitionRow>,
    actions: Vec<Action<M>>,
    tests: Vec<Test<M>>,
    candidates: Vec<Candidate>,
    delays: Vec<DelayRow<M>>,
    invokes: Vec<InvokeRow<M>>,
    /// For every state, the rows caused by triggers, in document order.
    on: Vec<Vec<(Matches<M>, u16)>>,
    always: Vec<Vec<u16>>,
    overflow: bool,
}

impl<M: Machine> Default for Rows<M> {
    fn default() -> Self {
        Self {
            transitions: vec![],
            actions: vec![],
            tests: vec![],
            candidates: vec![],
            delays: vec![],
            invokes: vec![],
            on: vec![],
            always: vec![],
            overflow: false,
        }
    }
}

enum Matches<M: Machine> {
    Kinds(Vec<KindOf<M>>),
    Any,
}

impl<M: Machine> Layout<'_, '_, M> {
    fn state(&mut self, state: Ix) -> StateRow<M> {
        let def = self.drafts[state.at()].def;
        let (mut on, mut always, mut done) = (vec![], vec![], vec![]);
        let mut timed: Vec<(&Delay<M>, Vec<u16>)> = vec![];
        for handler in &def.handlers {
            let row = self.transition(state, &handler.transition, &handler.when);
            match &handler.when {
                When::On(kinds) => on.push((Matches::Kinds(kinds.clone()), row)),
                When::OnAny => on.push((Matches::Any, row)),
                When::Always => always.push(row),
                When::Done => done.push(row),
                // Candidates with the same delay share one timer.
                When::After(delay) => {
                    match timed.iter_mut().find(|(known, _)| same(known, delay)) {
                        Some((_, rows)) => rows.push(row),
                        None => timed.push((delay, vec![row])),
                    }
                }
            }
        }
        self.rows.on.push(on);
        self.rows.always.push(always);
        let first_delay = self.rows.delays.len();
        for (delay, rows) in timed {
            let candidates = self.candidates(rows);
            self.rows.delays.push(DelayRow { state, delay: delay.clone(), candidates });
        }
        let delays = self.span(first_delay, self.rows.delays.len());
        let first_invoke = self.rows.invokes.len();
        for child in &def.invokes {
            let done = child.on_done.iter();
            let rows: Vec<_> =
                done.map(|transition| self.transition(state, transition, &When::Done)).collect();
            let candidates = self.candidates(rows);
            let child = Arc::clone(&child.invoke);
            self.rows.invokes.push(InvokeRow { state, child, candidates });
        }
        let invokes = self.span(first_invoke, self.rows.invokes.len());
        let initial_actions = def.initial.as_ref().map_or(&[][..], |initial| &initial.actions);
        for (what, actions) in
            [("entry", &def.entry[..]), ("exit", &def.exit), ("initial", initial_actions)]
        {
            let place = || format!("the {what} actions of {:?}", self.names.path(state));
            takers::check_actions(actions, None, place, self.faults);
        }
        StateRow {
            up_to_here: StateSet::up_to(state),
            has_timers_or_children: !(delays.is_empty() && invokes.is_empty()),
            is_final: self.shape.finals.contains(state),
            entry: self.actions(&def.entry),
            exit: self.actions(&def.exit),
            initial_actions: self.actions(initial_actions),
            delays,
            invokes,
            on_done: self.candidates(done),
            done_trigger: def.done_trigger.as_ref().map(|trigger| Arc::clone(&trigger.0)),
            output: def.output.as_ref().map(|output| Arc::clone(&output.0)),
            tags: def.tags.clone(),
            meta: def.meta.clone(),
        }
    }

    fn transition(&mut self, source: Ix, transition: &Transition<M>, when: &When<M>) -> u16 {
        let place = || format!("{} of {:?}", describe(when), self.names.path(source));
        let mut targets = vec![];
        for target in &transition.targets {
            match self.names.resolve(source, target) {
                Some(found) => targets.push(found),
                None => self.faults.push(self.names.unknown(place(), target)),
            }
        }
        for (at, first) in targets.iter().enumerate() {
            for second in &targets[at + 1..] {
                if !self.orthogonal(*first, *second) {
                    self.faults.push(Fault::ConflictingTargets {
                        place: place(),
                        first: self.names.path(*first).to_owned(),
                        second: self.names.path(*second).to_owned(),
                    });
                }
            }
        }
        takers::check(transition, when, place, self.faults);
        let test = |layout: &mut Self, guard: &Guard<M>| {
            let node = layout.test(source, guard, when);
            layout.rows.tests.push(Test { text: guard.describe(), node });
            let at = layout.rows.tests.len() - 1;
            layout.number(at)
        };
        let guard = transition.guard.as_ref().map(|guard| test(self, guard));
        let branch = transition.guard.as_ref().and_then(takers::without_preconditions);
        let branch = branch.map(|guard| test(self, &guard));
        let actions = self.actions(&transition.actions);
        let label = describe(when);
        let row = if targets.is_empty() || !self.faults.is_empty() {
            TransitionRow {
                source,
                label,
                guard,
                branch,
                actions,
                exit: StateSet::EMPTY,
                enter: StateSet::EMPTY,
                defaults: StateSet::EMPTY,
                dynamic: false,
                targets: targets.into(),
                domain: None,
            }
        } else {
            let domain = self.shape.domain(source, &targets, transition.reenter);
            let entry = self.shape.entry(&targets, domain, &[]);
            TransitionRow {
                source,
                label,
                guard,
                branch,
                actions,
                exit: self.shape.exit_set(domain),
                enter: entry.enter,
                defaults: entry.defaults,
                dynamic: entry.asked_history,
                targets: targets.into(),
                domain,
            }
        };
        self.rows.transitions.push(row);
        let at = self.rows.transitions.len() - 1;
        self.number(at)
    }

    /// Whether two targets can be active together: they lie in different regions of a parallel
    /// state.
    fn orthogonal(&self, first: Ix, second: Ix) -> bool {
        self.shape
            .common_ancestor(&[first, second])
            .is_some_and(|meeting| self.shape.is_parallel(meeting))
            && !self.shape.is_inside(first, second)
            && !self.shape.is_inside(second, first)
    }

    fn test(&mut self, source: Ix, guard: &Guard<M>, when: &When<M>) -> TestNode<M> {
        let mut each = |guards: &[Guard<M>]| {
            guards.iter().map(|guard| self.test(source, guard, when)).collect()
        };
        match guard {
            Guard::Call(call) => TestNode::Call(Arc::clone(&call.test)),
            Guard::All(guards) => TestNode::All(each(guards)),
            Guard::Any(guards) => TestNode::Any(each(guards)),
            Guard::Not(guard) => TestNode::Not(Box::new(self.test(source, guard, when))),
            Guard::Given(guard) => self.test(source, guard, when),
            Guard::InState(state) => {
                let found = self.names.resolve(source, state);
                TestNode::InState(found.unwrap_or_else(|| {
                    let place =
                        format!("a guard on {} of {:?}", describe(when), self.names.path(source));
                    self.faults.push(self.names.unknown(place, state));
                    Ix::ROOT
                }))
            }
        }
    }

    fn number(&mut self, at: usize) -> u16 {
        u16::try_from(at).unwrap_or_else(|_| {
            self.rows.overflow = true;
            0
        })
    }

    fn span(&mut self, start: usize, end: usize) -> Span {
        Span { start: self.number(start), len: self.number(end - start) }
    }

    fn actions(&mut self, actions: &[Action<M>]) -> Span {
        let start = self.rows.actions.len();
        self.rows.actions.extend_from_slice(actions);
        self.span(start, self.rows.actions.len())
    }

    fn candidates(&mut self, rows: Vec<u16>) -> Span {
        let start = self.rows.candidates.len();
        let reached = reachable(rows, &self.rows.transitions);
        self.rows.candidates.extend(reached.into_iter().map(unplanned));
        self.span(start, self.rows.candidates.len())
    }

    /// For every state and trigger, the transitions of the state and its ancestors.
    fn by_trigger(&self, definition: &Definition<M>) -> ByTrigger {
        let kinds = KindOf::<M>::all();
        let mut cells = Vec::with_capacity(self.drafts.len() * (kinds.len() + 1));
        for at in 0..self.drafts.len() {
            let line: Vec<usize> =
                std::iter::once(at).chain(self.shape.ancestors(ix(at)).map(Ix::at)).collect();
            let mut listening = line.clone();
            listening.retain(|state| !self.rows.on[*state].is_empty());
            for kind in kinds {
                let mut rows = vec![];
                for state in &listening {
                    self.matching(*state, *kind, definition.semantics.wildcards, &mut rows);
                }
                cells.push(reachable(rows, &self.rows.transitions));
            }
            let always: Vec<u16> =
                line.iter().flat_map(|state| self.rows.always[*state].iter().copied()).collect();
            cells.push(reachable(always, &self.rows.transitions));
        }
        ByTrigger { cells, columns: kinds.len() + 1 }
    }

    fn matching(&self, state: usize, kind: KindOf<M>, wildcards: Wildcards, rows: &mut Vec<u16>) {
        let exact = |matches: &Matches<M>| match matches {
            Matches::Kinds(kinds) => kinds.contains(&kind),
            Matches::Any => false,
        };
        let any = |matches: &Matches<M>| matches!(matches, Matches::Any);
        let on = &self.rows.on[state];
        let mut add = |test: &dyn Fn(&Matches<M>) -> bool| {
            rows.extend(on.iter().filter(|(matches, _)| test(matches)).map(|(_, row)| *row));
        };
        match wildcards {
            Wildcards::BySpecificity => {
                add(&exact);
                add(&any);
            }
            Wildcards::DocumentOrder => add(&|matches| exact(matches) || any(matches)),
        }
    }
}

struct ByTrigger {
    cells: Vec<Vec<u16>>,
    columns: usize,
}

impl ByTrigger {
    /// Appends the cells to the candidates. Equal cells of one state share their rows; those of
    /// different states cannot, because their plans differ.
    fn flatten(self, candidates: &mut Vec<Candidate>) -> (Vec<Span>, usize) {
        let mut spans = Vec::with_capacity(self.cells.len());
        for cells in self.cells.chunks(self.columns) {
            let mut known: BTreeMap<&[u16], Span> = BTreeMap::new();
            for cell in cells {
                // Most states do not react to most triggers.
                if cell.is_empty() {
                    spans.push(Span::default());
                    continue;
                }
                spans.push(*known.entry(cell).or_insert_with(|| {
                    let start = u16::try_from(candidates.len()).unwrap_or(u16::MAX);
                    candidates.extend(cell.iter().copied().map(unplanned));
                    Span { start, len: u16::try_from(cell.len()).unwrap_or(u16::MAX) }
                }));
            }
        }
        (spans, self.columns)
    }
}

fn unplanned(row: u16) -> Candidate {
    Candidate { row, guard: None, branch: None, plan: None }
}

/// The rows up to the first one without a guard; later ones are never reached.
fn reachable(mut rows: Vec<u16>, transitions: &[TransitionRow]) -> Vec<u16> {
    let is_sure =
        |row: &u16| transitions.get(usize::from(*row)).is_some_and(|it| it.guard.is_none());
    if let Some(last) = rows.iter().position(is_sure) {
        rows.truncate(last + 1);
    }
    rows
}

fn same<M: Machine>(one: &Delay<M>, other: &Delay<M>) -> bool {
    match (one, other) {
        (Delay::Fixed(one), Delay::Fixed(other)) => one == other,
        (Delay::Computed(one), Delay::Computed(other)) => Arc::ptr_eq(&one.delay, &other.delay),
        _ => false,
    }
}

fn describe<M: Machine>(when: &When<M>) -> String {
    match when {
        When::On(kinds) => {
            let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            format!("the transition on {}", names.join(" or "))
        }
        When::OnAny => "the transition on any trigger".to_owned(),
        When::Always => "the eventless transition".to_owned(),
        When::After(delay) => format!("the transition after {}", delay.describe()),
        When::Done => "the transition on done".to_owned(),
    }
}

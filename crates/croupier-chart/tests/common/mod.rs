//! A machine for tests: actions write to a log, guards read bits.
#![allow(dead_code)] // Every test file uses a part of this.

use croupier_chart::check::laws;
use croupier_chart::define::Action;
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) enum Ev: EvKind {
        A => "A",
        B => "B",
        C => "C",
        Set { level: u32 } => "SET",
    }
}

/// The rules data: what happened, and which guards hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Log {
    pub(crate) lines: Vec<String>,
    pub(crate) open: u32,
}

pub(crate) struct Test;

impl Machine for Test {
    type Trigger = Ev;
    type Context = u32;
    type Children = ();
    type Rules = Log;
    type Emit = String;
    type Output = u32;

    fn raises(_: TimerId, trigger: &Ev) -> bool {
        !matches!(trigger, Ev::Set { .. })
    }
}

pub(crate) fn log(text: impl Into<String>) -> Action<Test> {
    let text = text.into();
    action(text.clone(), move |scope: &mut Scope<'_, Test>| scope.rules.lines.push(text.clone()))
}

/// A guard that holds while bit `bit` of the rules is set.
pub(crate) fn open(bit: u32) -> Guard<Test> {
    guard(format!("open{bit}"), move |look: &Look<'_, Test>| look.rules.open >> bit & 1 == 1)
}

/// A state that logs when it is entered and exited.
pub(crate) fn noisy(key: &'static str) -> StateDef<Test> {
    state(key).entry(log(format!("+{key}"))).exit(log(format!("-{key}")))
}

pub(crate) fn count(scope: &mut Scope<'_, Test>) {
    *scope.context += 1;
}

pub(crate) fn compile(root: StateDef<Test>) -> Chart<Test> {
    match Definition::new("test", root).compile() {
        Ok(chart) => chart,
        Err(faults) => panic!("{faults}"),
    }
}

pub(crate) fn run(root: StateDef<Test>) -> Runner<Test> {
    Runner::start(compile(root), 0, Log::default()).expect("comes to rest")
}

/// Sends a trigger, and returns what was logged. Also checks the step against the laws.
pub(crate) fn send(runner: &mut Runner<Test>, trigger: &Ev) -> Vec<String> {
    runner.rules.lines.clear();
    let _ = laws::send(runner, trigger).expect("comes to rest");
    runner.rules.lines.clone()
}

/// Waits, and returns what was logged. Also checks the wait against the laws.
pub(crate) fn wait(runner: &mut Runner<Test>, by: u64) -> Vec<String> {
    runner.rules.lines.clear();
    laws::wait(runner, Millis(by)).expect("comes to rest");
    runner.rules.lines.clone()
}

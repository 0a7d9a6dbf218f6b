//! Runs the steps of a scenario, one after another.

use serde_json::Value;

use super::compare::{differences, log_differences, names};
use super::step::{Step, StepKind};
use super::{ScenarioError, fail};
use crate::Millis;
use crate::game::Error;

/// What a scenario is played on: a match alone, or a room. Errors say what is wrong with the
/// scenario or the game.
pub(super) trait Subject {
    /// Everything that a refusal must not change.
    type Contents: PartialEq;

    /// The instant that the match or the room has reached.
    fn now(&self) -> Millis;

    /// Lets time pass until an instant.
    fn pass_to(&mut self, instant: Millis) -> Result<(), String>;

    /// Performs a step. The inner result is the answer of the match or the room.
    fn perform(&mut self, kind: StepKind<'_>) -> Result<Result<(), Error>, String>;

    fn contents(&self) -> Result<Self::Contents, String>;

    /// Saves the match or the room, loads it, and continues with the loaded one.
    fn save_and_load(&mut self) -> Result<(), String>;

    /// Checks what must hold after every input, of the game and of the room.
    fn check(&self) -> Result<(), String>;

    /// The position of the match.
    fn position(&self) -> Result<Value, String>;

    /// What a viewer sees.
    fn seen_by(&self, viewer: &str) -> Result<Value, String>;

    /// The log entries of a reader since the log was last cleared.
    fn log_of(&self, reader: &str) -> Result<Vec<Value>, String>;

    /// Removes all log entries.
    fn clear_log(&mut self);
}

/// Runs the steps, with a save and a load after each of them if `saving` is set, and compares the
/// final position with `expect`.
pub(super) fn run<S: Subject>(
    subject: &mut S,
    steps: &[Step],
    expect: &Value,
    saving: bool,
) -> Result<(), ScenarioError> {
    subject.check().map_err(|why| fail("setup", why))?;
    for (at, step) in steps.iter().enumerate() {
        let failed = |why: String| fail(&format!("step {}", at + 1), why);
        take(subject, step).map_err(failed)?;
        if saving {
            subject.save_and_load().map_err(failed)?;
        }
    }
    if expect.is_null() {
        return Ok(());
    }
    let end = subject.position().and_then(|found| none(differences(expect, &found)));
    end.map_err(|why| fail("the end", why))
}

fn take<S: Subject>(subject: &mut S, step: &Step) -> Result<(), String> {
    subject.clear_log();
    let kind = step.kind()?;
    if let Some(at) = step.at {
        if at < subject.now() {
            return Err(format!("it is {} already", subject.now().get()));
        }
        subject.pass_to(at)?;
    }
    if let Some(wait) = step.wait_ms {
        subject.pass_to(subject.now() + wait)?;
    }
    let noticed =
        |subject: &S, viewer: &String| Ok((subject.seen_by(viewer)?, subject.log_of(viewer)?));
    let viewers = step.unnoticed_by.iter();
    let before: Result<Vec<_>, String> = viewers.map(|it| noticed(subject, it)).collect();
    let before = before?;
    match kind {
        StepKind::Nothing => {}
        StepKind::SaveAndLoad => subject.save_and_load()?,
        kind => judge(step, perform(subject, kind, step.reject.is_some())?)?,
    }
    subject.check()?;
    for (viewer, before) in step.unnoticed_by.iter().zip(before) {
        if noticed(subject, viewer)? != before {
            return Err(format!("{viewer} noticed it"));
        }
    }
    compare(subject, step)
}

/// Performs a step. If it may be refused and is refused, it must not change anything.
fn perform<S: Subject>(
    subject: &mut S,
    kind: StepKind<'_>,
    may_be_refused: bool,
) -> Result<Result<(), Error>, String> {
    let before = may_be_refused.then(|| subject.contents()).transpose()?;
    let answer = subject.perform(kind)?;
    if answer.is_err()
        && let Some(before) = before
        && subject.contents()? != before
    {
        return Err("it was refused, but changed something".to_owned());
    }
    Ok(answer)
}

/// Checks that a step was answered as expected.
fn judge(step: &Step, answer: Result<(), Error>) -> Result<(), String> {
    match (answer, &step.reject) {
        (Ok(()), None) => Ok(()),
        (Err(refused), Some(expected)) => none(expected.differences(&refused)),
        (Ok(()), Some(expected)) => {
            let what = step.action.as_ref().or(step.say.as_ref());
            let what = what.map_or("it".to_owned(), ToString::to_string);
            Err(format!("{what} was taken, not refused with {}", expected.code()))
        }
        (Err(refused), None) => {
            Err(format!("refused with {} ({refused}), not taken", refused.code))
        }
    }
}

fn compare<S: Subject>(subject: &S, step: &Step) -> Result<(), String> {
    let mut list = vec![];
    if !step.expect.is_null() {
        list.extend(differences(&step.expect, &subject.position()?));
    }
    for (viewer, expected) in &step.sees {
        let found = differences(expected, &subject.seen_by(viewer)?);
        list.extend(found.into_iter().map(|why| format!("seen by {viewer}: {why}")));
    }
    for (viewer, secrets) in &step.hides {
        let all = Value::Array([vec![subject.seen_by(viewer)?], subject.log_of(viewer)?].concat());
        let named = secrets.iter().filter(|secret| names(&all, secret));
        list.extend(named.map(|secret| format!("{viewer} can see {secret}")));
    }
    for (reader, expected) in &step.log {
        list.extend(log_differences(reader, expected, &subject.log_of(reader)?));
    }
    none(list)
}

fn none(differences: Vec<String>) -> Result<(), String> {
    if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
}

//! What viewers are told: views and prompts at rest, and every event at the moment it happens.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::testing::Suite;
use crate::testing::trial::Trial;
use crate::{Game, Memories, Position, Seat, Viewer};

pub(super) fn check<G: Game>(trial: &Trial<G>, suite: &Suite<G>) {
    check_events(trial, suite);
    for viewer in trial.viewers() {
        check_rest(trial, viewer, suite);
    }
}

/// Lets the last step happen again, event by event. A step is told as a whole, so an event must not
/// tell what is hidden right after it and stays hidden to the end of the step; what becomes visible
/// for a moment may be told.
fn check_events<G: Game>(trial: &Trial<G>, suite: &Suite<G>) {
    let (mut state, mut memories) = trial.before.clone();
    let viewers: Vec<Viewer> = trial.viewers().collect();
    let mut told = vec![];
    for event in &trial.events {
        G::fold(&mut state, event);
        memories.tell(event);
        let at = Position { state: &state, ..trial.table.position() };
        let mut moment = vec![];
        for viewer in viewers.iter().copied() {
            let heard = G::event_for(event, viewer);
            check_twice::<G>(heard.as_ref(), viewer);
            moment.push((heard, hidden_from(at, viewer, &memories, suite)));
        }
        told.push(moment);
    }
    assert_eq!(&state, trial.table.state(), "the state has changed without an event");
    let mut still_hidden: Vec<BTreeSet<String>> = vec![];
    for moment in told.into_iter().rev() {
        let (heard, hidden): (Vec<_>, Vec<_>) = moment.into_iter().unzip();
        still_hidden = match still_hidden.is_empty() {
            true => hidden,
            false => still_hidden.iter().zip(&hidden).map(|(later, now)| later & now).collect(),
        };
        for ((viewer, heard), hidden) in viewers.iter().zip(heard).zip(&still_hidden) {
            must_not_tell(hidden, *viewer, "an event", &heard);
        }
    }
}

/// What was heard has nothing more to hide.
fn check_twice<G: Game>(heard: Option<&G::Event>, viewer: Viewer) {
    let again = heard.and_then(|heard| G::event_for(heard, viewer));
    assert_eq!(again.as_ref(), heard, "{viewer:?} hears an event otherwise twice");
}

/// The words that must not reach a viewer. The public remembers what it was told as everybody does:
/// it may hear what is hidden from no seat.
fn hidden_from<G: Game>(
    at: Position<'_, G>,
    viewer: Viewer,
    memories: &Memories<G>,
    suite: &Suite<G>,
) -> BTreeSet<String> {
    let words = |viewer, memory: &G::Memory| -> BTreeSet<String> {
        (suite.hidden_words)(at, viewer, memory).into_iter().collect()
    };
    match viewer {
        Viewer::Seat(seat) => words(viewer, &memories[seat]),
        Viewer::Public => {
            let unseen = words(viewer, &G::Memory::default());
            let seats = Seat::first(memories.iter().len()).zip(memories.iter());
            let unknown = seats.flat_map(|(seat, memory)| words(Viewer::Seat(seat), memory));
            let unknown: BTreeSet<String> = unknown.collect();
            &unseen & &unknown
        }
    }
}

fn check_rest<G: Game>(trial: &Trial<G>, viewer: Viewer, suite: &Suite<G>) {
    let words = hidden_from(trial.table.position(), viewer, &trial.memories, suite);
    must_not_tell(&words, viewer, "its view", &trial.table.view(viewer));
    if let Viewer::Seat(seat) = viewer {
        must_not_tell(&words, viewer, "its prompt", &trial.table.prompt(seat));
        must_not_tell(&words, viewer, "its list", &trial.table.legal_actions(seat));
        must_not_tell(&words, viewer, "its offers", &trial.table.offers(seat));
    }
}

fn must_not_tell(words: &BTreeSet<String>, viewer: Viewer, what: &str, sent: &impl Serialize) {
    if words.is_empty() {
        return;
    }
    let json = serde_json::to_string(sent).expect("what is sent can be written");
    if let Some(word) = words.iter().find(|word| tells(&json, word)) {
        panic!("{viewer:?} is told {word} in {what}: {json}");
    }
}

/// Whether a word stands in a text as a whole.
fn tells(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        assert!(tells(r#"{"label":"play 7H"}"#, "7H"));
        assert!(tells(r#"["7H"]"#, "7H"));
        assert!(!tells(r#"["17H","7HX"]"#, "7H"));
    }
}

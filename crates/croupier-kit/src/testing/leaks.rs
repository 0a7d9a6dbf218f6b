//! Searches what viewers are told for hidden words: views and prompts at rest, and every event.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::game::{Game, Position, Seat, Viewer};
use crate::matches::Memories;
use crate::room::{PlayerId, Room};
use crate::testing::Suite;
use crate::testing::suite::HiddenWords;
use crate::testing::trial::Trial;

pub(super) fn check<G: Game>(trial: &Trial<G>, suite: &Suite<G>) {
    check_events(trial, suite);
    for viewer in trial.viewers() {
        check_rest(trial, viewer, suite);
    }
}

/// Folds the events of the last step again, one by one. Viewers are told of a step as a whole, so
/// an event must not tell what is hidden right before it, right after it, and from then on to the
/// end of the step. It may tell what becomes visible for a moment, and a card that the viewer gives
/// away.
///
/// The memories of the seats are those from before the step. Otherwise a seat that remembers what
/// it should not have been told would be allowed to know it.
fn check_events<G: Game>(trial: &Trial<G>, suite: &Suite<G>) {
    let (mut state, memories) = trial.before.clone();
    let viewers: Vec<Viewer> = trial.viewers().collect();
    let hidden = |state: &G::State| -> Vec<BTreeSet<String>> {
        let at = Position { state, ..trial.game.position() };
        let words = suite.hidden_words;
        viewers.iter().map(|viewer| hidden_from(at, *viewer, &memories, words)).collect()
    };
    let mut moments = vec![hidden(&state)];
    for event in &trial.events {
        G::fold(&mut state, event);
        moments.push(hidden(&state));
    }
    assert_eq!(&state, trial.game.state(), "the state has changed without an event");
    let mut still_hidden = moments.pop().unwrap_or_default();
    for (event, before) in trial.events.iter().zip(&moments).rev() {
        let revealed: BTreeSet<String> = (suite.reveals)(event).into_iter().collect();
        for ((viewer, after), before) in viewers.iter().zip(&mut still_hidden).zip(before) {
            let told = G::event_for(event, *viewer);
            check_twice::<G>(told.as_ref(), *viewer);
            *after = &*after & before;
            must_not_tell(&(&*after - &revealed), *viewer, "an event", &told);
        }
    }
}

/// An event as the viewer is told it does not change when it is filtered for that viewer again.
fn check_twice<G: Game>(told: Option<&G::Event>, viewer: Viewer) {
    let again = told.and_then(|told| G::event_for(told, viewer));
    assert_eq!(again.as_ref(), told, "filtering an event for {viewer:?} twice changes it");
}

/// The words that a viewer must not be told. The public has no memory of its own, but it may be
/// told what every seat knows.
fn hidden_from<G: Game>(
    at: Position<'_, G>,
    viewer: Viewer,
    memories: &Memories<G>,
    words: HiddenWords<G>,
) -> BTreeSet<String> {
    let words = |viewer, memory: &G::Memory| -> BTreeSet<String> {
        words(at, viewer, memory).into_iter().collect()
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
    let words = hidden_from(trial.game.position(), viewer, &trial.memories, suite.hidden_words);
    must_not_tell(&words, viewer, "its view", &trial.game.view(viewer));
    if let Viewer::Seat(seat) = viewer {
        must_not_tell(&words, viewer, "its prompt", &trial.game.prompt(seat));
        must_not_tell(&words, viewer, "its list", &trial.game.legal_actions(seat));
        must_not_tell(&words, viewer, "its offers", &trial.game.offers(seat));
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

/// The [hidden words](Suite::hidden_words) that a viewer of a room, a person or the public, must
/// not be told now. Empty without a match.
pub fn hidden_in_room<G: Game>(
    room: &Room<G>,
    viewer: Option<PlayerId>,
    words: HiddenWords<G>,
) -> BTreeSet<String> {
    let Some(playing) = &room.playing else { return BTreeSet::new() };
    let seat = viewer.and_then(|id| room.seat_of(id));
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    hidden_from(playing.game.position(), viewer, &playing.memories, words)
}

/// Whether a text contains this as a whole word.
pub fn tells(text: &str, word: &str) -> bool {
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

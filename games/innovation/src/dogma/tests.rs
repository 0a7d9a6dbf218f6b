//! Executions called directly, and how failing ones are handled.

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, SeatKind};
use croupier_kit::scenario::Arrange;
use serde_json::json;

use super::*;
use crate::Options;
use crate::choice::{CardList, Question, Reply};
use crate::events::Event;
use crate::zones::Location;

/// A table in the middle of a turn of seat 0, with recording on.
fn table(seats: &serde_json::Value) -> RuleContext<Innovation> {
    let kinds = vec![SeatKind::Person; seats.as_array().map_or(2, Vec::len)];
    let layout = json!({ "seats": seats });
    let arrangement = Innovation::arrange(&layout, &Options::default(), &kinds).unwrap();
    RuleContext::new(arrangement.state, Options::default(), &kinds, Dice::scripted()).recording()
}

/// Oars against two victims with two crown cards each, and nobody who shares.
fn oars() -> RuleContext<Innovation> {
    let mut rules = table(&json!([
        {"board": {"red": ["Oars"]}},
        {"board": {"blue": ["Pottery"]}, "hand": ["Sailing", "Writing"]},
        {"board": {"green": ["Clothing"]}, "hand": ["City States", "Code of Laws"]}
    ]));
    activate(&mut rules, Seat(0), Card::Oars);
    rules
}

fn failures(events: &[Event]) -> Vec<CardError> {
    let code = |event: &Event| match event.what {
        What::EffectFailed { code, .. } => Some(code),
        _ => None,
    };
    events.iter().filter_map(code).collect()
}

fn answer(rules: &mut RuleContext<Innovation>, reply: Reply) {
    let choice = rules.state.pending.unwrap();
    let (id, player, hidden) = (choice.id, choice.player, false);
    let reply = Private::Known(reply);
    Mover::new(rules, Cause::Action).emit(What::ChoiceAnswered { id, player, reply, hidden });
}

/// IN-177: the first call asks and the second completes; IN-93: what the execution carries in
/// between.
#[test]
fn in_177_an_effect_asks_first_and_completes_with_the_answer() {
    let mut rules = oars();
    rules.take_events();
    resolve(&mut rules);
    let choice = rules.state.pending.unwrap();
    assert_eq!((choice.player, choice.ask.kind()), (Seat(1), Question::SelectCards));
    answer(&mut rules, Reply::Cards(CardList::from_slice(&[Card::Sailing])));
    rules.take_events();
    resolve(&mut rules);
    let moved = rules.take_events();
    assert!(matches!(moved[0].what, What::Transferred { .. }), "{moved:?}");
    assert_eq!(rules.state.pending.unwrap().player, Seat(2), "the engine loops over victims");
}

/// IN-177: if its condition fails, an effect completes without events.
#[test]
fn in_177_a_condition_that_fails_does_nothing() {
    let mut rules = table(&json!([
        {"board": {"purple": ["City States"]}},
        {"board": {"purple": ["Mysticism"]}}
    ]));
    activate(&mut rules, Seat(0), Card::CityStates);
    rules.take_events();
    resolve(&mut rules);
    let events = rules.take_events();
    assert!(matches!(events[..], [Event { what: What::EffectStarted { .. }, .. }]), "{events:?}");
}

/// IN-115, IN-117: an answer of the wrong kind undoes the execution, and the next executor
/// continues.
#[test]
fn in_117_an_answer_that_does_not_fit_fails_and_is_undone() {
    let mut rules = oars();
    resolve(&mut rules);
    let before = rules.state.world;
    answer(&mut rules, Reply::Value(3));
    rules.take_events();
    resolve(&mut rules);
    let events = rules.take_events();
    assert_eq!(failures(&events), [CardError::BadEffectState]);
    assert_eq!(rules.state.world, before, "as before this executor began");
    assert_eq!(rules.state.pending.unwrap().player, Seat(2));
}

/// IN-115: the failure names the first undone event, from before the question.
#[test]
fn in_115_the_first_undone_event_is_named() {
    let mut rules = table(&json!([
        {"board": {"blue": ["Alchemy"], "purple": ["Mysticism"]}, "hand": ["Tools", "Writing"]},
        {"board": {"green": ["Sailing"]}}
    ]));
    activate(&mut rules, Seat(0), Card::Alchemy);
    resolve(&mut rules);
    let first = rules.state.execution.as_ref().unwrap().first_event;
    let held = rules.state.execution.as_ref().unwrap().start.hand(Seat(0));
    let drawn: Vec<Card> = Card::all()
        .filter(|it| rules.state.world.hand(Seat(0)).contains(*it) && !held.contains(*it))
        .collect();
    answer(&mut rules, Reply::Yes(true));
    rules.take_events();
    resolve(&mut rules);
    let events = rules.take_events();
    let failed =
        events.iter().find(|event| matches!(event.what, What::EffectFailed { .. })).unwrap();
    let What::EffectFailed { first_undone, ref back, .. } = failed.what else {
        panic!("{failed:?}")
    };
    assert_eq!(first_undone, first);
    // Drawn cards go back to their deck; only their owner is told which ones they were.
    let cards: Vec<_> = back.iter().filter_map(|put| put.card.card).collect();
    assert_eq!(cards, drawn);
    assert!(back.iter().all(|put| (put.from, put.to) == (Location::Hand(Seat(0)), Location::Deck)));
    let heard = crate::event_for::event_for(failed, croupier_kit::game::Viewer::Seat(Seat(1)));
    let What::EffectFailed { back: heard, .. } = heard.what else { panic!("{failed:?}") };
    assert!(heard.len() == back.len() && heard.iter().all(|put| put.card.card.is_none()));
    assert_eq!(crate::log::card_moves(failed).len(), back.len());
    assert!(rules.state.pending.is_none());
    assert_eq!(rules.state.world.hand(Seat(0)), held);
}

/// A superfluous answer is detected too.
#[test]
fn in_115_an_answer_that_nobody_asked_for_fails() {
    let mut rules = oars();
    resolve(&mut rules);
    answer(&mut rules, Reply::Cards(CardList::from_slice(&[Card::Sailing])));
    if let Some(execution) = &mut rules.state.execution {
        execution.answers.push(Reply::Yes(true));
    }
    rules.take_events();
    resolve(&mut rules);
    assert_eq!(failures(&rules.take_events()), [CardError::BadEffectState]);
}

#[test]
fn in_115_an_effect_that_is_not_there_has_no_handler() {
    let mut rules = oars();
    resolve(&mut rules);
    rules.state.dogma.as_mut().unwrap().effect = 9;
    rules.take_events();
    resolve(&mut rules);
    assert_eq!(failures(&rules.take_events()), [CardError::NoHandler]);
}

#[test]
fn in_96_too_many_calls_are_a_fault() {
    let mut rules = oars();
    resolve(&mut rules);
    rules.state.dogma.as_mut().unwrap().calls = CALLS + 1;
    answer(&mut rules, Reply::Cards(CardList::from_slice(&[Card::Sailing])));
    rules.take_events();
    resolve(&mut rules);
    // All further executions of this action fail as well, and then it is over.
    let codes = failures(&rules.take_events());
    assert!(!codes.is_empty() && codes.iter().all(|code| *code == CardError::StepLimit));
    assert!(rules.state.pending.is_none());
}

/// Steps within an execution, and nesting of cards, are limited too.
#[test]
fn in_96_steps_and_nesting_are_bounded() {
    let mut rules = oars();
    resolve(&mut rules);
    let mut effect = Effect::new(&mut rules).unwrap();
    let endless = std::iter::repeat_with(|| effect.reveal(Card::Oars)).take(20_000);
    assert_eq!(endless.last(), Some(Err(Halt::Failed(CardError::StepLimit))));
    let mut rules = oars();
    resolve(&mut rules);
    let mut effect = Effect::new(&mut rules).unwrap();
    effect.source.depth = 64;
    assert_eq!(effect.execute(Card::Sailing), Err(Halt::Failed(CardError::NestingLimit)));
}

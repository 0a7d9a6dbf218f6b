//! Invoked charts: started, offered triggers first, lent a part of the rules, stopped, done.

use croupier_chart::check::laws;
use croupier_chart::define::{Child, Fault};
use croupier_chart::prelude::*;
use croupier_chart::run::RestoreError;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Table: TableKind {
        Deal => "DEAL",
        Play { card: u8 } => "PLAY",
        Abort => "ABORT",
        Rang => "RANG",
    }
}
/// In a module, because the child has a data type named `Play` too.
mod hand {
    use super::*;

    triggers! {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub(crate) enum Hand: HandKind { Play { card: u8 } => "PLAY", Rang => "RANG" }
    }
}
use hand::{Hand, HandKind};

/// The parent's rules contain the child's: `lend` picks them out.
#[derive(Debug, Default, Clone, PartialEq)]
struct Room {
    log: Vec<String>,
    pile: Vec<u8>,
}

struct Round;
#[derive(Debug, Clone, Default)]
struct RoundChildren {
    turn: Option<Actor<Turn>>,
}
impl Machine for Round {
    type Trigger = Table;
    type Context = u8;
    type Children = RoundChildren;
    type Rules = Room;
    type Emit = String;
    type Output = ();
}

struct Turn;
impl Machine for Turn {
    type Trigger = Hand;
    type Context = u8;
    type Children = ();
    type Rules = Vec<u8>;
    type Emit = u8;
    type Output = u8;
}

fn put_down(scope: &mut Scope<'_, Turn>, hand::Play { card }: hand::Play) {
    scope.rules.push(card);
    scope.emit(card);
}

fn turn_chart() -> Chart<Turn> {
    let is_high = |_: &Look<'_, Turn>, play: hand::Play| play.card > 10;
    Definition::new(
        "turn",
        state("turn")
            .initial("thinking")
            .exit(action("sweep", |scope: &mut Scope<'_, Turn>| scope.rules.push(0)))
            .child(
                state("thinking")
                    .on(
                        HandKind::Play,
                        to("played").when(guard_with("is_high", is_high)).run(put_down),
                    )
                    .after(Millis(1000), "timeout"),
            )
            .child(
                final_state("played")
                    .output(|look: &Look<'_, Turn>| look.rules.iter().copied().max().unwrap_or(0)),
            )
            .child(final_state("timeout").output(|_| 0)),
    )
    .compile()
    .unwrap()
}

fn round_chart() -> Chart<Round> {
    let wiring = Wiring::<Round, Turn> {
        map: |trigger| match trigger {
            Table::Play { card } => Some(std::borrow::Cow::Owned(Hand::Play { card: *card })),
            _ => None,
        },
        lend: |room| &room.pile,
        lend_mut: |room| &mut room.pile,
        relay: |card| {
            if card == 13 { Relay::Raise(Table::Rang) } else { Relay::Emit(format!("card {card}")) }
        },
    };
    let turn = ChildDef::<Round, Turn>::new("turn", turn_chart(), slot!(turn), wiring, |look| {
        *look.context
    })
    .take(|scope, highest| {
        *scope.context += 1;
        scope.rules.log.push(format!("highest {highest}"));
    })
    .on_done([
        to("over").when(guard("three_turns", |look: &Look<'_, Round>| *look.context == 3)),
        to("playing").reenter(),
    ]);
    Definition::new(
        "round",
        state("round")
            .initial("waiting")
            .on(
                TableKind::Rang,
                internal().run(action("ring", |scope: &mut Scope<'_, Round>| {
                    scope.rules.log.push("rang".to_owned());
                })),
            )
            .child(state("waiting").on(TableKind::Deal, "playing"))
            .child(state("playing").invoke(turn).on(TableKind::Abort, "waiting"))
            .child(final_state("over")),
    )
    .compile()
    .unwrap()
}

fn playing() -> Runner<Round> {
    let mut round = Runner::start(round_chart(), 0, Room::default()).unwrap();
    assert!(round.send(&Table::Deal).unwrap().is_taken());
    round
}

#[test]
fn a_child_lives_as_long_as_its_state() {
    let mut round = playing();
    assert_eq!(round.leaves(), ["playing", "playing/turn/thinking"]);
    assert!(round.snapshot().children().turn.is_some());
    assert!(round.send(&Table::Abort).unwrap().is_taken());
    assert_eq!(round.leaves(), ["waiting"]);
    assert!(round.snapshot().children().turn.is_none());
    assert_eq!(round.rules.pile, [0], "a stopped child runs its exit actions");
    assert_eq!(round.next_due(), None, "and its timers are gone");
}

#[test]
fn a_trigger_reaches_the_child_mapped_and_only_with_its_part_of_the_rules() {
    let mut round = playing();
    let (answer, emitted) = round.send_collecting(&Table::Play { card: 12 }).unwrap();
    assert_eq!(answer, Answer::Taken);
    assert_eq!(emitted, ["card 12"]);
    assert_eq!(round.rules.pile, [12, 0]);
    assert_eq!(round.rules.log, ["highest 12"]);
}

#[test]
fn a_guard_of_the_child_refuses_for_the_whole_tree() {
    let mut round = playing();
    let before = round.save();
    assert!(!round.can(&Table::Play { card: 3 }));
    assert!(round.can(&Table::Play { card: 11 }));
    assert_eq!(round.send(&Table::Play { card: 3 }).unwrap(), Answer::Refused(Refusal::Guarded));
    assert_eq!(round.save(), before);
    assert_eq!(round.chart().expected(round.snapshot()), ["ABORT", "RANG", "PLAY"]);
}

#[test]
fn what_a_child_emits_can_become_a_trigger_of_the_parent() {
    let mut round = playing();
    let (_, emitted) = round.send_collecting(&Table::Play { card: 13 }).unwrap();
    assert!(emitted.is_empty());
    assert_eq!(round.rules.log, ["rang", "highest 13"]);
}

#[test]
fn a_child_timer_runs_on_the_one_clock_and_its_end_starts_the_next_turn() {
    let mut round = playing();
    assert_eq!(round.next_due(), Some(Millis(1000)));
    assert_eq!(round.advance(Millis(2500)).unwrap(), 2);
    assert_eq!(round.rules.log, ["highest 0", "highest 0"]);
    assert_eq!(round.next_due(), Some(Millis(3000)));
    round.advance(Millis(500)).unwrap();
    assert!(round.snapshot().is_done());
    assert_eq!(round.leaves(), ["over"]);
}

#[test]
fn a_tree_of_charts_keeps_the_laws() {
    let script = [
        Table::Deal,
        Table::Play { card: 3 },
        Table::Play { card: 12 },
        Table::Play { card: 13 },
        Table::Abort,
    ];
    let walk = laws::walk(&round_chart(), 0, Room::default(), |_, _| script.to_vec());
    assert!(
        walk.starts > 5 && walk.taken > 100 && walk.refused > 50 && walk.fired > 20,
        "{walk:?}"
    );
}

#[test]
fn a_save_with_a_child_that_should_not_be_there_is_refused() {
    let round = playing();
    let mut saved = round.save();
    saved.root.active = vec!["waiting".to_owned()];
    let error = round.chart().restore(&saved).map(|_| ()).unwrap_err();
    assert!(matches!(error, RestoreError::BadChild { .. }), "{error}");
}

/// However the turn ends, the state is left: the chart never rests there without a turn.
#[test]
fn a_save_without_a_child_whose_end_moves_its_parent_is_refused() {
    let round = playing();
    let mut saved = round.save();
    saved.root.children.clear();
    let error = round.chart().restore(&saved).map(|_| ()).unwrap_err();
    assert!(matches!(error, RestoreError::BadChild { .. }), "{error}");
}

/// A child whose end need not move its parent may have ended.
#[test]
fn a_save_without_a_child_that_may_have_ended_is_read() {
    let wiring = || Wiring::<Round, Turn> {
        map: |_| None,
        lend: |room| &room.pile,
        lend_mut: |room| &mut room.pile,
        relay: |_| Relay::Drop,
    };
    let turn = || ChildDef::<Round, Turn>::new("turn", turn_chart(), slot!(turn), wiring(), |_| 0);
    let at_three = guard("three_turns", |look: &Look<'_, Round>| *look.context == 3);
    let log = action("log", |scope: &mut Scope<'_, Round>| scope.rules.log.push("over".to_owned()));
    let children: [Child<Round>; 3] = [
        turn().into(),
        turn().on_done(to("over").when(at_three)).into(),
        turn().on_done(internal().run(log)).into(),
    ];
    for child in children {
        let root = state("round").initial("playing").child(state("playing").invoke(child));
        let root = root.child(final_state("over"));
        let chart = Definition::new("round", root).compile().unwrap();
        let mut round = Runner::start(chart, 0, Room::default()).unwrap();
        round.advance(Millis(1000)).unwrap();
        assert_eq!(round.leaves(), ["playing"], "the turn is over, the state is not left");
        let saved = round.save();
        assert!(saved.root.children.is_empty() && round.chart().restore(&saved).is_ok());
    }
}

#[test]
fn taking_an_output_that_is_not_given_is_a_fault() {
    let silent = Definition::<Turn>::new("silent", state("s").initial("e").child(final_state("e")));
    let wiring = Wiring::<Round, Turn> {
        map: |_| None,
        lend: |room: &Room| &room.pile,
        lend_mut: |room: &mut Room| &mut room.pile,
        relay: |_| Relay::Drop,
    };
    let child =
        ChildDef::<Round, Turn>::new("turn", silent.compile().unwrap(), slot!(turn), wiring, |_| 0)
            .take(|_, _| {});
    let faults = Definition::new("round", state("round").invoke(child)).compile().map(|_| ());
    let faults = faults.unwrap_err().faults;
    assert_eq!(faults, [Fault::ChildWithoutOutput { id: "turn".to_owned() }]);
}

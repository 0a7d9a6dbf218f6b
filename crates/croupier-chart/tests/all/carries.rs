//! The data of triggers: passed to actions and guards, and rejected where it cannot be available.

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, Serialize, Deserialize)]
    enum Say: Kind {
        Bid { seat: u8, tricks: u8 } => "BID",
        Pass { seat: u8 } => "PASS",
        Pair(u8, u8) => "PAIR",
        Tick => "TICK",
    }
}

struct Table;
impl Machine for Table {
    type Trigger = Say;
    type Context = ();
    type Children = ();
    type Rules = Vec<String>;
    type Emit = ();
    type Output = ();
}

type Cx<'a, 'b> = &'a mut Scope<'b, Table>;

/// What two kinds have in common.
struct Speaker(u8);

impl Carries<Speaker> for Say {
    fn kinds() -> &'static [Kind] {
        &[Kind::Bid, Kind::Pass]
    }

    fn carried(&self) -> Option<Speaker> {
        match *self {
            Self::Bid { seat, .. } | Self::Pass { seat } => Some(Speaker(seat)),
            Self::Pair(..) | Self::Tick => None,
        }
    }
}

/// Two pieces of data at once are two arguments.
impl Carries<(Speaker, Bid)> for Say {
    fn kinds() -> &'static [Kind] {
        &[Kind::Bid]
    }

    fn carried(&self) -> Option<(Speaker, Bid)> {
        Some((self.carried()?, self.carried()?))
    }
}

fn bid(cx: Cx<'_, '_>, Bid { seat, tricks }: Bid) {
    cx.rules.push(format!("{seat} bids {tricks}"));
}

fn pair(cx: Cx<'_, '_>, Pair(low, high): Pair) {
    cx.rules.push(format!("{low} and {high}"));
}

fn speak(cx: Cx<'_, '_>, Speaker(seat): Speaker) {
    cx.rules.push(format!("{seat} spoke"));
}

fn say_twice(cx: Cx<'_, '_>, Speaker(seat): Speaker, bid: Bid) {
    cx.rules.push(format!("{seat} and {} are the same", bid.seat));
}

fn is_high(_: &Look<'_, Table>, bid: Bid) -> bool {
    bid.tricks > 5
}

fn is_first(_: &Look<'_, Table>, Speaker(seat): Speaker) -> bool {
    seat == 0
}

fn faults(root: StateDef<Table>) -> Vec<String> {
    let Err(faults) = Definition::new("table", root).compile() else { return vec![] };
    faults.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn actions_and_guards_get_the_data_of_their_trigger() {
    let root = state("table")
        .on(Kind::Bid, [internal().when(is_high).run(bid).run(say_twice), internal()])
        .on_each([Kind::Pass], internal().when(not(is_first)).run(speak))
        .on(Kind::Pair, internal().run(pair).run(action_with("again", pair)));
    let chart = Definition::new("table", root).compile().unwrap();
    let mut table = Runner::start(chart, (), vec![]).unwrap();
    let mut send = |say| table.send(&say).unwrap();
    assert_eq!(send(Say::Bid { seat: 1, tricks: 5 }), Answer::Taken);
    assert_eq!(send(Say::Bid { seat: 1, tricks: 7 }), Answer::Taken);
    assert_eq!(send(Say::Pass { seat: 0 }), Answer::Refused(Refusal::Guarded));
    assert_eq!(send(Say::Pass { seat: 2 }), Answer::Taken);
    assert_eq!(send(Say::Pair(3, 9)), Answer::Taken);
    let said = ["1 bids 7", "1 and 1 are the same", "2 spoke", "3 and 9", "3 and 9"];
    assert_eq!(table.rules, said);
}

#[test]
fn an_action_on_another_trigger_is_a_fault() {
    let found = faults(state("table").on(Kind::Pass, internal().run(bid)));
    assert_eq!(found, [r#"the transition on PASS of "": "bid" takes the data of BID"#]);
    let each = [Kind::Bid, Kind::Pass, Kind::Tick];
    let found = faults(state("table").on_each(each, internal().when(is_first).run(speak)));
    let place = r#"the transition on BID or PASS or TICK of """#;
    let wrong = |name| format!("{place}: {name:?} takes the data of BID or PASS");
    assert_eq!(found, [wrong("speak"), wrong("is_first")]);
}

#[test]
fn where_there_may_be_no_trigger_its_data_is_a_fault() {
    // The bare function would not even compile as an entry action.
    let named = || action_with("bid", bid);
    let root = state("table")
        .initial(to("a").run(bid))
        .on_any(internal().run(bid))
        .child(state("a").entry(named()).exit(named()).always(to("b").when(not(is_high))))
        .child(
            state("b")
                .after(Millis(1), to("a").run(bid))
                .on_done(to("a").when(any([guard_with("is_higher", is_high)]))),
        );
    let places = [
        r#"the transition on any trigger of "": "bid""#,
        r#"the initial actions of "": "bid""#,
        r#"the eventless transition of "a": "is_high""#,
        r#"the entry actions of "a": "bid""#,
        r#"the exit actions of "a": "bid""#,
        r#"the transition after 1 ms of "b": "bid""#,
        r#"the transition on done of "b": "is_higher""#,
    ];
    assert_eq!(faults(root), places.map(|place| format!("{place} takes the data of BID")));
}

/// An implementation of `Carries` whose `kinds` promise more than `carried` gives.
impl Carries<u8> for Say {
    fn kinds() -> &'static [Kind] {
        &[Kind::Tick]
    }

    fn carried(&self) -> Option<u8> {
        None
    }
}

#[test]
#[should_panic(expected = "does not carry the u8")]
fn a_broken_promise_is_a_bug_and_says_so() {
    fn count(_: Cx<'_, '_>, _: u8) {}
    let root = state("table").on(Kind::Tick, internal().run(count));
    let chart = Definition::new("table", root).compile().unwrap();
    let _ = Runner::start(chart, (), vec![]).unwrap().send(&Say::Tick);
}

/// A guard that counts how often it is evaluated.
fn counted(
    name: &'static str,
    asked: &std::sync::Arc<std::sync::atomic::AtomicU32>,
) -> Guard<Table> {
    let asked = std::sync::Arc::clone(asked);
    guard(name, move |_: &Look<'_, Table>| {
        asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        true
    })
}

#[test]
fn preconditions_are_asked_of_what_nobody_has_checked() {
    let asked = std::sync::Arc::default();
    let root = state("table").on(
        Kind::Tick,
        internal()
            .given(counted("is_right", &asked))
            .when(|look: &Look<'_, Table>| look.rules.is_empty()),
    );
    let chart = Definition::new("table", root).compile().unwrap();
    let (mut rules, mut snapshot) = (vec![], chart.start((), &mut Env::new(&mut vec![])).unwrap());
    let count = || asked.load(std::sync::atomic::Ordering::Relaxed);
    let sent = chart.send(&mut snapshot, &mut Env::new(&mut rules), &Say::Tick);
    assert_eq!((sent.unwrap(), count()), (Answer::Taken, 1));
    // Debug builds evaluate it anyway, to catch callers that have not checked.
    let sent = chart.send_checked(&mut snapshot, &mut Env::new(&mut rules), &Say::Tick);
    assert_eq!((sent.unwrap(), count()), (Answer::Taken, 1 + u32::from(cfg!(debug_assertions))));
    rules.push("no".to_owned());
    let sent = chart.send_checked(&mut snapshot, &mut Env::new(&mut rules), &Say::Tick);
    assert_eq!(sent.unwrap(), Answer::Refused(Refusal::Guarded), "a branch is always asked");
    assert!(
        chart.definition().root.handlers[0]
            .transition
            .guard
            .as_ref()
            .unwrap()
            .describe()
            .starts_with("(is_right and ")
    );
}

#[test]
fn a_precondition_wants_a_trigger() {
    let root = state("table")
        .initial("a")
        .child(state("a").always(to("b").given(|_: &Look<'_, Table>| true)))
        .child(state("b"));
    let fault = r#"the eventless transition of "a" has a precondition, and no trigger to which it could apply"#;
    assert_eq!(faults(root), [fault]);
}

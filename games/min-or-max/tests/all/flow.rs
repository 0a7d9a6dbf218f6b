//! The charts: their names, each machine on its own, and every path through them (MM-19, MM-20,
//! 2.3, 2.4).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_chart::check::graph::Explorer;
use croupier_chart::check::laws;
use croupier_chart::define::TriggerKind;
use croupier_chart::prelude::*;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, RuleContext, SeatKind};
use croupier_kit::scenario::Arrange;
use croupier_kit::{Millis, UnixMillis};
use min_or_max::{
    Action, Angle, Band, DeclaredEffect, Event, FlowState, MinOrMax, On, Options, Playing, Reason,
    Setup, SetupOn, Slay, Spin, State, Trigger, Turn, playing_chart, setup_chart,
};
use serde_json::{Value, json};

use crate::common::{self, P1, P2, dealt, here};

fn paths<M: Machine>(chart: &Chart<M>) -> Vec<&str> {
    chart.states().map(|state| chart.path(state)).filter(|path| !path.is_empty()).collect()
}

fn rules_at(options: &Options, seats: usize, position: &Value) -> (RuleContext<MinOrMax>, Turn) {
    let kinds = vec![SeatKind::Person; seats];
    let arranged = MinOrMax::arrange(position, options, &kinds).unwrap();
    let rules = RuleContext::new(arranged.state, options.clone(), &kinds, arranged.dice);
    (rules.recording(), arranged.context)
}

#[test]
fn mm_19_the_charts_have_the_states_of_the_specification() {
    let whole = MinOrMax::flow(&Options::default());
    assert_eq!(paths(whole), ["setup", "playing", "finished"]);
    let setup = setup_chart();
    assert_eq!(setup.id(), "setup");
    let five = [
        "dealingCards",
        "generatingThresholds",
        "spinningInitialWheel",
        "playingFirstCard",
        "complete",
    ];
    assert_eq!(paths(&setup), five);
    let tree = [
        "round",
        "round.turnStart",
        "round.playerTurn",
        "round.playerTurn.awaitingAction",
        "round.playerTurn.spinningWheel",
        "round.playerTurn.choosingCard",
        "round.playerTurn.choosingCardEffect",
        "round.playerTurn.processingCard",
        "round.playerTurn.postCardPlay",
        "round.evaluatingOutcome",
        "finished",
    ];
    for options in [Options::default(), Options::court_cards()] {
        let playing = playing_chart(&options);
        assert_eq!(playing.id(), "playing");
        assert_eq!(paths(&playing), tree, "the states are the same in every variant");
        assert!(playing.lints().is_empty());
    }
    assert!(whole.lints().is_empty() && setup.lints().is_empty());
    let names = SetupOn::all().iter().map(|kind| kind.name());
    let expected = ["CARDS_DEALT", "THRESHOLDS_SET", "WHEEL_SPUN", "FIRST_CARD_PLAYED"];
    assert!(names.eq(expected));
    let names = On::all().iter().map(|kind| kind.name());
    let expected = [
        "SPIN_WHEEL",
        "WHEEL_SPIN_COMPLETE",
        "CHOOSE_CARD",
        "CHOOSE_CARD_EFFECT",
        "SKIP_SPIN",
        "TIMEOUT",
        "END_TURN",
        "SURRENDER",
    ];
    assert!(names.eq(expected));
}

#[test]
fn mm_19_guards_actions_and_delays_have_the_names_of_the_specification() {
    let outline = croupier_chart::export::outline(playing_chart(&Options::default()).definition());
    for name in [
        "isCurrentPlayer",
        "isThisTurn",
        "validForce",
        "isCardInHand",
        "canBeatTopCard",
        "hasValidCard",
        "isStuck",
        "hasCardEffect",
        "validEffect",
        "isExactThreshold",
        "isOverThreshold",
        "beginTurn",
        "reshuffleIfEmpty",
        "drawCard",
        "computeSpin",
        "applySpin",
        "markSpun",
        "setChosenCard",
        "autoChoose",
        "forfeitPlay",
        "setEffect",
        "autoEffect",
        "playCard",
        "setExactWinner",
        "setLoser(exceeded_threshold)",
        "setLoser(cannot_beat)",
        "advanceSeat",
        "spin_ms",
    ] {
        assert!(outline.contains(name), "{name} is not in\n{outline}");
    }
    for foreign in ["isStalemate", "surrendered", "computeSpin(500)"] {
        assert!(!outline.contains(foreign), "{foreign} belongs to variants");
    }
    let setup = croupier_chart::export::outline(setup_chart().definition());
    assert!(setup.contains("setup_step_ms") && setup.contains("spin_ms"));
}

/// MM-20: the six internal events are refused from everybody.
#[test]
fn mm_20_emitted_events_are_nobodys_to_send() {
    let mut game = dealt(&Options::bench(), 2, 1);
    let told = game.take_events();
    assert!(told.contains(&Event::SetupComplete));
    assert!(told.iter().any(|event| matches!(event, Event::TurnStarted { turn_seq: 1, .. })));
    for internal in [
        Action::TurnStarted,
        Action::PlayCard,
        Action::EndTurn,
        Action::PlayerWon,
        Action::PlayerLost,
        Action::SetupComplete,
        Action::CardsDealt,
        Action::ThresholdsSet,
        Action::WheelSpun,
        Action::FirstCardPlayed,
        Action::WheelSpinComplete,
    ] {
        for seat in [P1, P2] {
            assert_eq!(common::code(game.act(seat, internal)), "internal_event", "{internal:?}");
        }
        assert_eq!(common::host(&mut game, internal), "internal_event");
    }
    let late = Action::Timeout { turn_seq: 1 };
    assert_eq!(common::code(game.act(P1, late)), "internal_event");
}

/// MM-4: without delays everything happens in one macrostep.
#[test]
fn mm_04a_steps_without_a_delay_take_no_time() {
    let mut game = dealt(&Options::bench(), 2, 1);
    assert_eq!(
        (here(&game), game.now(), game.next_due()),
        (FlowState::AwaitingAction, Millis::ZERO, None)
    );
    game.act(P1, Action::spin(Band::Full)).unwrap();
    assert!(here(&game) != FlowState::SpinningWheel);
    let mixed = Options { setup_step_ms: Millis::ZERO, ..Options::default() };
    let game = dealt(&mixed, 2, 1);
    assert_eq!(
        (here(&game), game.next_due()),
        (FlowState::SpinningInitialWheel, Some(Millis(1500)))
    );
    let mixed = Options { spin_ms: Millis::ZERO, ..Options::default() };
    let mut game = dealt(&mixed, 2, 1);
    game.advance_to(Millis(1799)).unwrap();
    assert_eq!(here(&game), FlowState::PlayingFirstCard);
    game.advance_to(Millis(1800)).unwrap();
    assert_eq!(here(&game), FlowState::AwaitingAction);
}

/// Section 2.3 on its own.
#[test]
fn mm_11_the_setup_runs_by_itself() {
    let (rules, ()) = (rules_at(&Options::default(), 3, &json!({"rng": [-12, 33, 200]})).0, ());
    let mut setup = Runner::start(setup_chart(), (), rules).unwrap();
    let mut seen = vec![];
    while !setup.snapshot().is_done() {
        seen.push((setup.snapshot().now(), setup.leaves().join(" ")));
        setup.advance_to(setup.next_due().unwrap()).unwrap();
    }
    let expected = [
        (0, "dealingCards"),
        (600, "generatingThresholds"),
        (1200, "spinningInitialWheel"),
        (2700, "playingFirstCard"),
    ];
    assert!(seen.iter().map(|(now, state)| (now.get(), state.as_str())).eq(expected));
    assert_eq!(setup.snapshot().now(), Millis(3300));
    let state = &setup.rules.state;
    assert_eq!((state.min_threshold, state.max_threshold), (Some(-12), Some(33)));
    assert_eq!(state.angle, Angle::new(290));
    let told = setup.rules.take_events();
    assert_eq!(told.last(), Some(&Event::SetupComplete));
}

/// Section 2.4 on its own: its output is who won, who lost, and why.
#[test]
fn mm_44_the_machine_playing_gives_its_result() {
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "score": 31, "max": 40});
    let (mut rules, turn) = rules_at(&Options::bench(), 4, &position);
    let chart = playing_chart(&Options::bench());
    let mut env = Env::new(&mut rules);
    let mut flow = chart.start(turn, &mut env).unwrap();
    let wrong = Trigger::ChooseCard { by: P2, card: common::card("9D") };
    assert!(matches!(chart.send(&mut flow, &mut env, &wrong), Ok(Answer::Refused(_))));
    let right = Trigger::ChooseCard { by: P1, card: common::card("9D") };
    assert_eq!(chart.send(&mut flow, &mut env, &right), Ok(Answer::Taken));
    let ending = chart.output(&flow, &rules).unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(P1), Reason::ExactThreshold));
    assert_eq!(ending.losers.len(), 3);
    assert_eq!(flow.context().seq, 1);
}

/// Everything anybody could send at this point, and more.
fn offer(flow: &Snapshot<Playing>, rules: &RuleContext<MinOrMax>) -> Vec<Trigger> {
    let state = &rules.state;
    let by = state.current;
    let mut offered: Vec<Trigger> =
        state.current_hand().iter().map(|card| Trigger::ChooseCard { by, card: *card }).collect();
    let spins = Band::ALL.map(|band| {
        let force_milli = band.force().milli().unwrap();
        Trigger::SpinWheel { by, force_milli }
    });
    offered.extend(spins);
    let victims = state.hand(by.next(2)).iter();
    let slays = victims.map(|card| DeclaredEffect::Slay(Slay { seat: by.next(2), card: *card }));
    let guards = state.current_hand().iter().map(|card| DeclaredEffect::Bodyguard(*card));
    let other = [
        DeclaredEffect::AceValue(1),
        DeclaredEffect::AceValue(11),
        DeclaredEffect::FindRank(croupier_kit::cards::Rank::KING),
    ];
    let effects = other.into_iter().chain(slays).chain(guards);
    offered.extend(effects.map(|effect| Trigger::ChooseCardEffect { by, effect }));
    offered.extend([
        Trigger::SkipSpin { by },
        Trigger::EndTurn { by },
        Trigger::Surrender { by },
        Trigger::Timeout { turn_seq: flow.context().seq },
        Trigger::Timeout { turn_seq: 0 },
    ]);
    offered
}

/// The part of the state that guards depend on.
fn key(flow: &Snapshot<Playing>, rules: &RuleContext<MinOrMax>) -> String {
    let Turn { has_spun, card_played, timed_out, passes, .. } = *flow.context();
    let State { current, score, angle, pending_spin, .. } = rules.state;
    let rest = pending_spin.map_or(angle, Spin::to).mode();
    let top = rules.state.top();
    format!("{has_spun} {card_played} {timed_out} {passes} {current} {score} {rest:?} {top:?}")
}

fn cover(options: &Options, position: &Value) {
    let (rules, turn) = rules_at(options, 2, position);
    let chart = playing_chart(options);
    let cover = Explorer::new(&chart, offer).key(key).limit(3000).cover(turn, rules);
    let missing: Vec<_> = cover.coverage().missing().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Visits every state and every transition of the machine: with delays, and in all variants.
#[test]
fn mm_19_every_way_through_the_machine_playing() {
    // Without a valid card: a soft spin does not help, a hard one does; an 8 and a 2 are exactly Min,
    // an 8 and an ace can be too much.
    let close = json!({
        "hands": [["8D", "3H", "2H", "5H"], ["9S", "2S", "AC"]], "pile": ["9C"], "min": -10, "max": 12,
    });
    cover(&Options::default(), &close);
    let pass =
        Options { may_pass: true, surrender: true, court_effects: true, ..Options::default() };
    let few = json!({
        "hands": [["2D", "3H", "KH"], ["9S", "5S", "QC"]], "pile": ["10S"], "min": -10, "max": 12,
        "slain": true, "passes": 2, "rng": [90, 45],
    });
    cover(&pass, &few);
}

#[test]
fn mm_11_every_way_through_the_machine_setup() {
    let (rules, _) = rules_at(&Options::default(), 2, &Value::Null);
    let chart = setup_chart();
    let nobody = |_: &Snapshot<Setup>, _: &RuleContext<MinOrMax>| vec![];
    Explorer::new(&chart, nobody).cover((), rules).assert_complete();
}

/// A save continues identically, one long wait equals many short ones, and observing changes
/// nothing.
#[test]
fn mm_85_the_charts_keep_the_laws_of_time_and_saving() {
    let kinds = [SeatKind::Person; 3];
    let options = Options { may_pass: true, court_effects: true, ..Options::default() };
    let dice = || Dice::new(Seed::from_number(85));
    let fresh = || RuleContext::new(State::new(&options), options.clone(), &kinds, dice());
    let walk = laws::walk(&setup_chart(), (), fresh(), |_, _| vec![]);
    assert!(walk.fired > 100, "{walk:?}");
    let position = json!({"hands": [["9D", "3H", "QH", "5H"], ["2S", "AS"], ["KD"]], "max": 90});
    let (rules, turn) = rules_at(&options, 3, &position);
    let walk = laws::walk(&playing_chart(&options), turn, rules, offer);
    assert!(walk.fired > 10 && walk.taken > 50 && walk.refused > 50, "{walk:?}");
}

/// The whole tree of charts in one save: in the middle of a spin, in a child chart.
#[test]
fn mm_85_a_save_in_the_middle_of_a_spin() {
    let mut game = dealt(&Options::default(), 2, 7);
    game.advance_to(Millis(3300)).unwrap();
    game.act(P1, Action::spin(Band::Hard)).unwrap();
    game.advance_to(Millis(4000)).unwrap();
    assert_eq!(here(&game), FlowState::SpinningWheel);
    let save = game.save(UnixMillis::EPOCH, croupier_kit::save::Metadata::default()).unwrap();
    let mut loaded = croupier_kit::matches::Match::<MinOrMax>::load(&save).unwrap();
    assert_eq!(loaded.next_due(), Some(Millis(4800)));
    for copy in [&mut game, &mut loaded] {
        copy.advance_to(Millis(4800)).unwrap();
    }
    assert_eq!((game.hash(), here(&game)), (loaded.hash(), here(&loaded)));
}

//! The chart and its pacing (DW-20 to DW-42), traces and time travel (DW-158, DW-159).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_chart::define::TriggerKind;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, SeatKind};
use croupier_kit::matches::{Act, Input, Match, Setup};
use croupier_kit::save::Metadata;
use croupier_kit::{Millis, UnixMillis};
use data_war::action::FlowEvent;
use data_war::flow::{Kind, Tooltip, definition};
use data_war::options::Pacing;
use data_war::{Action, CardId, DataWar, Event, Options, Reject, State};
use serde_json::json;

use crate::common::{self, bots, exact, play, preset, setup};

const P1: Seat = Seat(0);
const P2: Seat = Seat(1);

fn path(game: &Match<DataWar>) -> String {
    let flow = game.position().flow;
    game.chart().leaves(flow).join(" ")
}

/// A match with these decks and seats, under a preset's options.
fn with(name: &str, seats: [SeatKind; 2], p1: &str, p2: &str) -> Match<DataWar> {
    let decks = data_war::exact::Exact {
        p1: data_war::exact::Codes::parse(p1).unwrap(),
        p2: data_war::exact::Codes::parse(p2).unwrap(),
        ..data_war::exact::Exact::default()
    };
    let options = Options { exact: Some(Box::new(decks)), ..preset(name) };
    Match::new(setup(options, seats.to_vec(), 1)).unwrap()
}

#[test]
fn dw_20_the_events_are_all_there_is_to_a_game() {
    let mut dice = Dice::new(Seed::from_number(20));
    let mut game = Match::<DataWar>::new(setup(preset("headless"), bots(), 20)).unwrap();
    let mut state = State::new(&bots());
    for event in play(&mut game, &mut dice, usize::MAX) {
        DataWar::fold(&mut state, &event);
    }
    assert_eq!(&state, game.state());
}

#[test]
fn dw_23_the_chart_has_the_states_of_the_specification() {
    let chart = definition().compile().unwrap();
    assert_eq!(chart.id(), "dataWarGame");
    let top = [
        "welcome",
        "select_billionaire",
        "select_background",
        "intro",
        "quick_start_guide",
        "your_mission",
        "vs_animation",
        "ready",
        "revealing",
        "comparing",
        "data_war",
        "special_effect",
        "resolving",
        "pre_reveal",
        "data_grab",
        "game_over",
    ];
    let nested = [
        "data_war.animating",
        "data_war.reveal_face_down",
        "data_war.reveal_face_up",
        "data_war.reveal_face_up.owyw_selecting",
        "special_effect.showing",
        "special_effect.processing",
        "pre_reveal.processing",
        "pre_reveal.animating",
        "pre_reveal.awaiting_interaction",
        "pre_reveal.selecting",
        "data_grab.takeover",
        "data_grab.playing",
        "data_grab.results",
    ];
    for path in top.iter().chain(&nested) {
        chart.state(path).unwrap();
    }
    // Besides these there are only the root and the taps inside `reveal_face_up`.
    assert_eq!(chart.states().count(), top.len() + nested.len() + 2);
    assert!(chart.lints().is_empty());
}

#[test]
fn dw_31_every_event_of_the_specification_is_a_trigger() {
    let names: Vec<_> = Kind::all().iter().map(|kind| kind.name()).collect();
    for event in FlowEvent::ALL {
        assert!(names.contains(&event.id()), "{}", event.id());
    }
    let listed =
        FlowEvent::ALL.len() + ["SELECT_BILLIONAIRE", "SELECT_BACKGROUND", "GRAB", "CONCEDE"].len();
    assert_eq!(listed, 33);
    let banana: Action = serde_json::from_str(r#"{"event": "BANANA"}"#).unwrap();
    let mut game = exact("C5 C1", "C3 C1", preset("headless"));
    assert_eq!(game.act(P1, banana).unwrap_err().code(), "unknown_event");
}

#[test]
fn dw_32_the_chart_names_its_guards_and_delays_as_the_specification_does() {
    let outline = croupier_chart::export::outline(&definition());
    let guards = [
        "hasWinCondition",
        "isDataGrab",
        "owesAnotherPlay",
        "isDataWar",
        "hasSpecialEffects",
        "hasPreRevealEffects",
        "tapsComplete",
        "opensComplete",
        "noOpenChoice",
        "dismissalsComplete",
        "noSlotLeft",
        "hasWaitingOpens",
        "knownCharacter",
        "knownBackground",
    ];
    let delays = [
        "CARD_FLIP",
        "CARD_COMPARISON",
        "WIN_ANIMATION",
        "OWYW_ANIMATION",
        "SPECIAL_EFFECT_DISPLAY",
        "EFFECT_SETTLE",
        "DATA_GRAB_TAKEOVER",
    ];
    for name in guards.iter().chain(&delays) {
        assert!(outline.contains(name), "{name} is not in\n{outline}");
    }
}

#[test]
fn dw_32_guards_and_rules_ask_the_same() {
    // Tries any action at any time: the chart takes whatever the rules accept.
    let mut dice = Dice::new(Seed::from_number(32));
    for number in 0..60 {
        let name = ["classic", "release", "network", "headless"][number % 4];
        let seats = [SeatKind::Person, [SeatKind::Person, SeatKind::House][number / 4 % 2]];
        let mut game =
            Match::<DataWar>::new(setup(preset(name), seats.to_vec(), number as u64)).unwrap();
        for _ in 0..400 {
            if game.outcome().is_some() {
                break;
            }
            let event = *dice.pick(FlowEvent::ALL).unwrap();
            let dull = matches!(event, FlowEvent::ResetGame | FlowEvent::QuitGame);
            let by = croupier_kit::game::By::Host;
            if !dull || dice.below(50) == 0 {
                let input = Input { at: game.now(), by, act: Act::Do(Action::Event(event)) };
                if let Err(refused) = game.input(input) {
                    assert!(["dropped", "machine_done"].contains(&refused.code()), "{refused:?}");
                }
            }
            if let Some(seat) = game.to_act().lowest() {
                let action = DataWar::random_action(game.position(), seat, &mut dice);
                if let Some(action) = action {
                    game.act(seat, action).unwrap();
                }
            }
            let wait = u64::from(dice.below(1500));
            game.advance_to(game.now() + Millis(wait)).unwrap();
            DataWar::invariants(game.position()).unwrap();
        }
    }
}

#[test]
fn dw_34_tooltips_are_flow_data_and_facts_of_the_states() {
    let chart = definition().compile().unwrap();
    let mut game = with("classic", [SeatKind::Person, SeatKind::House], "C5 C1", "C3 C1");
    let text = |game: &Match<DataWar>| game.position().flow.context().tooltip.text();
    assert_eq!(text(&game), "Welcome to Data War!");
    game.act(P1, Action::Event(FlowEvent::SkipToGame)).unwrap();
    assert_eq!(text(&game), "Tap stack to start!");
    assert_eq!(chart.meta(game.position().flow, "tooltip"), Some("Tap stack to start!"));
    game.act(P1, Action::Tap).unwrap();
    assert_eq!((path(&game).as_str(), text(&game)), ("revealing", ""));
    assert_eq!(Tooltip::ALL.iter().filter(|tooltip| !tooltip.text().is_empty()).count(), 18);
}

#[test]
fn dw_37_without_choices_a_game_is_order_and_luck() {
    // Two houses, and two bots that choose like the house, differ only in who taps.
    let mut houses =
        Match::<DataWar>::new(setup(preset("bench"), vec![SeatKind::House; 2], 3)).unwrap();
    houses.skip_waits().unwrap();
    assert!(houses.outcome().is_some(), "the engine plays house seats to the end");
    assert!(houses.inputs().len() <= 1, "nobody had to do anything");
}

#[test]
fn dw_38_headless_shows_no_screens_and_asks_for_taps_and_choices_only() {
    let mut dice = Dice::new(Seed::from_number(38));
    let mut game =
        Match::<DataWar>::new(setup(preset("headless"), vec![SeatKind::Person; 2], 38)).unwrap();
    assert_eq!(path(&game), "ready", "the host has skipped to the game");
    while game.outcome().is_none() {
        game.skip_waits().unwrap();
        for seat in game.to_act().iter() {
            let legal = game.legal_actions(seat);
            assert!(legal.iter().all(|action| matches!(
                action,
                Action::Tap | Action::PickOpen { .. } | Action::PickTantrum { .. }
            )));
            let action = dice.pick(&legal).unwrap().clone();
            game.act(seat, action).unwrap();
        }
    }
}

#[test]
fn dw_40_a_paused_match_keeps_what_is_left_of_every_delay() {
    let seats = [SeatKind::Person, SeatKind::House];
    let mut game = with("classic", seats, "C5 C1 C2", "C3 C4 C4");
    game.act(P1, Action::Event(FlowEvent::SkipToGame)).unwrap();
    game.act(P1, Action::Tap).unwrap();
    game.advance_to(Millis(400)).unwrap();
    // While paused, a room does not tell the match the time and answers for it.
    assert!(!Action::Tap.works_while_paused());
    assert_eq!(croupier_kit::game::Rejection::code(&Reject::Paused), "paused");
    assert!(Action::Event(FlowEvent::ResetGame).works_while_paused());
    assert!(Action::Event(FlowEvent::QuitGame).works_while_paused());
    assert_eq!(game.next_due(), Some(Millis(1000)), "600 ms are left, however long the pause was");
}

#[test]
fn dw_42a_to_c_bots_and_the_house_are_not_asked_to_dismiss() {
    let mut game =
        with("classic", [SeatKind::Bot, SeatKind::House], "OW C1 C4 T1 C2", "C5 C2 C3 C3");
    assert_eq!(path(&game), "ready");
    game.act(P1, Action::Tap).unwrap();
    game.advance_to(Millis(2500)).unwrap();
    assert_eq!(path(&game), "special_effect.showing");
    assert!(game.to_act().is_empty());
    assert_eq!(game.act(P1, Action::Dismiss).unwrap_err().code(), "not_your_action");
    game.advance_to(Millis(4499)).unwrap();
    assert_eq!(path(&game), "special_effect.showing");
    game.advance_to(Millis(4500)).unwrap();
    assert_eq!(path(&game), "special_effect.processing");
    // The tap to see the offer counts as given for a bot.
    game.advance_to(Millis(4500 + 500 + 1200 + 2000)).unwrap();
    assert_eq!(path(&game), "pre_reveal.selecting");
    assert_eq!(game.legal_actions(P1).len(), 3);
}

fn host(game: &mut Match<DataWar>, action: Action) -> &'static str {
    let by = croupier_kit::game::By::Host;
    let input = Input { at: game.now(), by, act: Act::Do(action) };
    game.input(input).map_or_else(|why| why.code(), |()| "taken")
}

/// Both seats are held by persons, effects are shown, and nobody has dismissed them.
fn on_show() -> Match<DataWar> {
    let mut game = with("network", [SeatKind::Person; 2], "OW C1 C4 T1 C2", "C5 C2 C3 C3");
    for seat in [P1, P2] {
        game.act(seat, Action::Tap).unwrap();
    }
    game.advance_to(Millis(2500)).unwrap();
    assert_eq!(path(&game), "special_effect.showing");
    game
}

fn seat_is(seat: Seat, person: bool, connected: bool) -> Action {
    Action::SeatChanged { seat, person, connected }
}

#[test]
fn dw_42c_and_d_whoever_is_away_is_not_waited_for() {
    // A stand-in can seem to be away too (MM-70).
    for away in [seat_is(P2, true, false), seat_is(P2, false, false)] {
        let mut game = on_show();
        game.act(P1, Action::Dismiss).unwrap();
        assert_eq!(path(&game), "special_effect.showing", "P2 is there");
        assert_eq!(host(&mut game, away.clone()), "taken");
        assert_eq!(path(&game), "special_effect.processing", "{away:?}");

        let mut game = on_show();
        host(&mut game, away.clone());
        assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [P1]);
        game.act(P1, Action::Dismiss).unwrap();
        assert_eq!(path(&game), "special_effect.processing", "{away:?}");
        // A seat that is away before effects are shown counts as having dismissed them and tapped
        // for an offer.
        let mut game = with("network", [SeatKind::Person; 2], "C5 C2 C3 C3", "OW C1 C4 T1 C2");
        host(&mut game, away);
        for seat in [P1, P2] {
            game.act(seat, Action::Tap).unwrap();
        }
        game.advance_to(Millis(2500)).unwrap();
        assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [P1]);
        game.act(P1, Action::Dismiss).unwrap();
        game.advance_to(Millis(2500 + 500 + 1200 + 2000)).unwrap();
        assert_eq!(path(&game), "pre_reveal.selecting");
    }
}

#[test]
fn dw_42e_a_stand_in_is_asked_like_the_person() {
    let mut game = on_show();
    let told = DataWar::seat_changed(game.position(), P2, SeatKind::Bot, true);
    host(&mut game, told.unwrap());
    assert_eq!(game.to_act().len(), 2);
    game.act(P1, Action::Dismiss).unwrap();
    assert_eq!(path(&game), "special_effect.showing", "the table waits for the stand-in");
    game.act(P2, Action::Dismiss).unwrap();
    assert_eq!(path(&game), "special_effect.processing");
}

/// Old rooms reported stand-ins to matches differently. Their records still replay identically.
#[test]
fn dw_42e_records_of_before_are_played_as_they_were() {
    let mut game = on_show();
    host(&mut game, seat_is(P2, false, true));
    assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [P1], "a stand-in counted as away");
    game.act(P1, Action::Dismiss).unwrap();
    assert_eq!(path(&game), "special_effect.processing");
}

#[test]
fn dw_42f_a_person_who_is_back_is_asked_again() {
    let mut game = with("network", [SeatKind::Person; 2], "OW C1 C4 T1 C2", "C5 C2 C3 C3");
    host(&mut game, seat_is(P2, true, false));
    host(&mut game, seat_is(P2, true, true));
    for seat in [P1, P2] {
        game.act(seat, Action::Tap).unwrap();
    }
    game.advance_to(Millis(2500)).unwrap();
    assert_eq!(game.to_act().len(), 2);
    assert_eq!(game.act(P1, seat_is(P2, false, false)).unwrap_err().code(), "not_your_action");
    assert_eq!(host(&mut game, seat_is(Seat(2), true, true)), "not_your_action");
}

#[test]
fn dw_39e_of_a_scramble_clients_send_their_grabs_only() {
    let decks = data_war::exact::Exact {
        p1: data_war::exact::Codes::parse("DG C5").unwrap(),
        p2: data_war::exact::Codes::parse("C4 C3").unwrap(),
        ..data_war::exact::Exact::default()
    };
    let exact = Some(Box::new(decks));
    let options = Options { exact, pacing: Pacing::Network, ..preset("release") };
    let mut game = Match::new(setup(options, vec![SeatKind::Person; 2], 1)).unwrap();
    for seat in [P1, P2] {
        game.act(seat, Action::Tap).unwrap();
    }
    while !path(&game).starts_with("data_grab.") {
        let due = game.next_due().unwrap();
        game.advance_to(due).unwrap();
    }
    let mut grabbed = false;
    while path(&game).starts_with("data_grab.") {
        let before = (path(&game), game.hash());
        for event in [
            FlowEvent::GrabCountdownComplete,
            FlowEvent::GrabGameComplete,
            FlowEvent::GrabResultsViewed,
        ] {
            assert!(game.act(P1, Action::Event(event)).is_err(), "{event:?} in {}", before.0);
        }
        assert!(game.act(P1, Action::CloseGrab).is_err());
        assert_eq!((path(&game), game.hash()), before);
        if let Some(grab) = game.legal_actions(P1).first().cloned() {
            game.act(P1, grab).unwrap();
            grabbed = true;
        }
        let Some(due) = game.next_due() else { break };
        game.advance_to(due).unwrap();
    }
    assert!(grabbed);
}

#[test]
fn dw_33f_and_187_the_outcome_of_a_scramble_stands_while_its_results_are_shown() {
    for pacing in [Pacing::Local, Pacing::Network] {
        let decks = data_war::exact::Exact {
            p1: data_war::exact::Codes::parse("DG C5").unwrap(),
            p2: data_war::exact::Codes::parse("C4 C3").unwrap(),
            ..data_war::exact::Exact::default()
        };
        let exact = Some(Box::new(decks));
        let options = Options { exact, pacing, max_turns: Some(1), ..preset("release") };
        let mut game = Match::new(setup(options, vec![SeatKind::Person; 2], 1)).unwrap();
        if pacing == Pacing::Local {
            game.act(P1, Action::Event(FlowEvent::SkipToGame)).unwrap();
        }
        for seat in [P1, P2] {
            game.act(seat, Action::Tap).unwrap();
        }
        game.advance_to(Millis(1000 + 1500 + 5000)).unwrap();
        assert_eq!(host(&mut game, Action::CloseGrab), "taken");
        assert_eq!(path(&game), "data_grab.results");
        let (ending, before) = (game.state().ending.unwrap(), game.hash());
        let (reset, quit) = (FlowEvent::ResetGame, FlowEvent::QuitGame);
        for seat in [P1, P2] {
            assert_eq!(game.act(seat, Action::Concede).unwrap_err().code(), "game_over");
            assert_eq!(host(&mut game, Action::ConcedeFor { seat }), "game_over");
            assert!(game.offers(seat).is_empty(), "nothing is left to concede");
            for event in [reset, quit] {
                let refused = game.act(seat, Action::Event(event)).unwrap_err();
                assert_eq!(refused.code(), "machine_done", "{event:?} {pacing:?}");
            }
        }
        for event in [reset, quit] {
            assert_eq!(host(&mut game, Action::Event(event)), "machine_done");
        }
        assert_eq!((game.hash(), path(&game).as_str()), (before, "data_grab.results"));
        assert_eq!(host(&mut game, Action::Event(FlowEvent::GrabResultsViewed)), "taken");
        assert_eq!(game.state().ending, Some(ending));
        assert_eq!(game.outcome(), Some(ending.outcome()));
    }
}

/// Misty plays on felt against the house and has tapped.
fn misty_on_felt() -> Match<DataWar> {
    use data_war::screen::{Background, Character};
    let seats = [SeatKind::Person, SeatKind::House];
    let mut game = with("classic", seats, "C5 C1 C2", "C3 C4 C4");
    let event = |event| Action::Event(event);
    for action in [
        event(FlowEvent::StartGame),
        Action::SelectBillionaire { billionaire: Character::Misty },
        Action::SelectBackground { background: Background::Felt },
        event(FlowEvent::SkipInstructions),
        event(FlowEvent::VsAnimationComplete),
        Action::Tap,
    ] {
        game.act(P1, action).unwrap();
    }
    let shown = shown(&game);
    assert_eq!((shown.0[0], shown.1), (Some(Character::Misty), Some(Background::Felt)));
    game
}

fn shown(
    game: &Match<DataWar>,
) -> ([Option<data_war::screen::Character>; 2], Option<data_war::screen::Background>) {
    let view = game.view(croupier_kit::game::Viewer::Public);
    (view.sides.map(|side| side.character), view.background)
}

#[test]
fn dw_170b_a_reset_keeps_character_and_background() {
    for leaves in [FlowEvent::ResetGame, FlowEvent::QuitGame] {
        let mut game = misty_on_felt();
        let before = shown(&game);
        game.act(P1, Action::Event(leaves)).unwrap();
        assert_eq!((path(&game).as_str(), shown(&game)), ("welcome", before), "{leaves:?}");
        assert_eq!(game.state().is_dealt(), leaves == FlowEvent::QuitGame, "all else is gone");
    }
}

#[test]
fn dw_170a_the_next_game_is_played_by_the_same_in_the_same_place() {
    for leaves in [FlowEvent::ResetGame, FlowEvent::QuitGame] {
        let mut game = misty_on_felt();
        let before = shown(&game);
        game.act(P1, Action::Event(leaves)).unwrap();
        game.act(P1, Action::Event(FlowEvent::SkipToGame)).unwrap();
        assert_eq!((path(&game).as_str(), shown(&game)), ("ready", before), "{leaves:?}");
    }
}

#[test]
fn dw_30_a_finished_chart_answers_machine_done() {
    let mut game = exact("LB C1", "C5 C2", preset("bench"));
    common::one_turn(&mut game);
    assert!(game.position().flow.is_done());
    let reset = Input {
        at: game.now(),
        by: croupier_kit::game::By::Host,
        act: Act::Do(Action::Event(FlowEvent::ResetGame)),
    };
    assert_eq!(game.input(reset).unwrap_err().code(), "machine_done");
}

#[test]
fn dw_33c_a_later_game_in_the_same_chart_is_another_one() {
    let options = Options { pacing: Pacing::Local, ..preset("classic") };
    let mut game =
        Match::<DataWar>::new(setup(options, vec![SeatKind::Person, SeatKind::House], 33)).unwrap();
    let skip = || Action::Event(FlowEvent::SkipToGame);
    game.act(P1, skip()).unwrap();
    let first: Vec<CardId> = game.state().side(P1).deck.iter().collect();
    game.act(P1, Action::Tap).unwrap();
    game.act(P1, Action::Event(FlowEvent::QuitGame)).unwrap();
    assert_eq!((path(&game).as_str(), game.next_due()), ("welcome", None), "timers are cancelled");
    assert!(game.state().is_mid_turn(), "the old game stays readable");
    game.act(P1, skip()).unwrap();
    let second: Vec<CardId> = game.state().side(P1).deck.iter().collect();
    assert!(first != second && second.len() == 33 && !game.state().is_mid_turn());
}

#[test]
fn dw_159_every_moment_can_be_rebuilt_from_the_inputs() {
    let mut dice = Dice::new(Seed::from_number(159));
    let setup = setup(preset("network"), vec![SeatKind::Person, SeatKind::House], 159);
    let mut game = Match::<DataWar>::new(setup.clone()).unwrap();
    let mut hashes = vec![];
    while game.outcome().is_none() {
        game.skip_waits().unwrap();
        if let Some(seat) = game.to_act().lowest() {
            let action = DataWar::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            hashes.push((game.inputs().len(), game.hash()));
        }
    }
    let inputs = game.inputs().to_vec();
    for (count, hash) in hashes {
        let mut again = Match::<DataWar>::new(setup.clone()).unwrap();
        let opened = again.inputs().len();
        for input in &inputs[opened..count] {
            again.input(input.clone()).unwrap();
        }
        assert_eq!(again.hash(), hash, "after {count} inputs");
    }
}

#[test]
fn dw_178_one_input_is_published_as_a_whole() {
    let mut game = exact("T2 C3 C1", "C4 C1 C1", preset("bench"));
    game.skip_waits().unwrap();
    game.take_events();
    for seat in [P1, P2] {
        game.act(seat, Action::Tap).unwrap();
    }
    let events = game.take_events();
    assert!(matches!(events.first(), Some(Event::Tapped { .. })));
    assert!(events.iter().any(|event| matches!(event, Event::ValuesChanged { .. })));
}

#[test]
fn dw_158_a_trace_shows_every_step_and_changes_nothing() {
    let mut lines: Vec<String> = vec![];
    let mut trace = |moment: croupier_chart::run::Moment<'_>| lines.push(moment.to_string());
    let mut traced = exact("T2 C3 C1", "C4 C1 C1", preset("headless"));
    let mut plain = exact("T2 C3 C1", "C4 C1 C1", preset("headless"));
    for (at, seat) in [(0, P1), (0, P2), (2500, P1)] {
        traced.input_observed(Input::of(Millis(at), seat, Action::Tap), &mut trace).unwrap();
        plain.input(Input::of(Millis(at), seat, Action::Tap)).unwrap();
    }
    traced.advance_observed(Millis(10_000), &mut trace).unwrap();
    plain.advance_to(Millis(10_000)).unwrap();
    assert_eq!((traced.hash(), path(&traced)), (plain.hash(), path(&plain)));
    assert_eq!(traced.take_events(), plain.take_events());
    let wanted = [
        "0 dataWarGame: trigger TAP",
        "0 dataWarGame: action tap_ready",
        "0 dataWarGame: guard tapsComplete holds",
        "0 dataWarGame: exit ready",
        "0 dataWarGame: enter revealing",
        "0 dataWarGame: action reveal",
        "0 dataWarGame: timer of revealing due at 1000",
        "1000 dataWarGame: timer of revealing",
        "2500 dataWarGame: guard owesAnotherPlay holds",
        "2500 dataWarGame: action resolve",
        "5000 dataWarGame: guard hasSpecialEffects holds",
        "5500 dataWarGame: timer of special_effect.processing",
    ];
    for line in wanted {
        assert!(lines.iter().any(|seen| seen == line), "{line} is not in\n{}", lines.join("\n"));
    }
}

/// DW-1, DW-21: a save whose flow refers to a third seat or to the future is refused.
#[test]
fn dw_21_the_flow_of_a_save_knows_the_two_seats_and_the_past() {
    let game = Match::<DataWar>::new(Setup::new(2, Seed::from_number(1))).unwrap();
    let saved = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    for (field, value) in [
        ("tracker_smacker_active", json!(2)),
        ("tracker_smacker_active", json!(161)),
        ("waved", json!([0, 5])),
        ("playing_since", json!(1_000_000)),
        ("grabbed", json!([null, 1_000_000])),
    ] {
        let mut save = saved.clone();
        assert!(save.snapshot.flow.root.context.get(field).is_some(), "{field}");
        save.snapshot.flow.root.context[field] = value;
        let error = Match::<DataWar>::load(&save).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), "save_broken_invariant", "{field}: {error}");
    }
}

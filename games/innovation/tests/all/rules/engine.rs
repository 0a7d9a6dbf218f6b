//! Section 10: phases, the effect contract, limits, and that inputs are atomic.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat};
use croupier_kit::matches::{Match, Setup};
use innovation::action::{Action, Answer};
use innovation::flow::FLOW;
use innovation::state::Phase;
use innovation::{Card, Innovation, Options};

use super::{answer, arranged, cards, check, dealt, dogma, play_until};

/// IN-89: the functions of the interface, as the kit names them.
#[test]
fn in_89_the_old_state_is_untouched() {
    let game =
        arranged(2, r#"{"seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Archery"]}}]}"#);
    let before = game.state().clone();
    let mut after = game.fork();
    after.act(Seat(0), dogma(Card::Sailing)).unwrap();
    assert_eq!(game.state(), &before);
    assert_ne!(after.state(), &before);
    assert!(
        game.legal_actions(Seat(1)).is_empty(),
        "legal_actions are empty unless it is your turn"
    );
    assert!(innovation::invariants::validate(game.state()).is_empty());
    assert!(innovation::invariants::validate_card_counts(game.state()).is_empty());
    assert!(innovation::invariants::validate_player(game.state(), Seat(1)).is_empty());
}

#[test]
fn in_90_a_returned_state_waits_or_is_over() {
    let mut game = dealt(2, 3);
    let mut dice = Dice::new(Seed::from_number(3));
    let mut phases = vec![];
    play_until(&mut game, &mut dice, |game| {
        let phase = game.state().phase();
        if !phases.contains(&phase) {
            phases.push(phase);
        }
        false
    });
    assert_eq!(phases, [Phase::AwaitingChoice, Phase::AwaitingAction, Phase::GameOver]);
}

/// IN-92: inputs are refused in the wrong phase; see `errors.rs` for the codes.
#[test]
fn in_92_only_the_named_player_is_asked() {
    let mut game = dealt(3, 5);
    let mut dice = Dice::new(Seed::from_number(5));
    play_until(&mut game, &mut dice, |game| {
        for seat in Seat::first(3) {
            assert_eq!(game.to_act().contains(seat), !game.legal_actions(seat).is_empty());
        }
        false
    });
}

/// IN-94, IN-95: victims one after another, then the next effect, with a frame to continue from.
#[test]
fn in_94_the_frame_tells_where_the_dogma_stands() {
    let mut game = arranged(
        3,
        r#"{"seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]},"hand":["Sailing","Writing"]},{"board":{"green":["Clothing"]},"hand":["City States","Code of Laws"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Oars)).unwrap();
    let dogma = *game.state().dogma().unwrap();
    assert_eq!((dogma.card, dogma.activator, dogma.effect), (Card::Oars, Seat(0), 0));
    assert_eq!((dogma.executor, dogma.victims.len(), dogma.sharers.len()), (Some(Seat(1)), 2, 0));
    assert_eq!(dogma.counts[..3], [2, 0, 0]);
    let one = answer(&game, Seat(1), cards(&[Card::Sailing]));
    game.act(Seat(1), one).unwrap();
    assert_eq!(game.state().dogma().unwrap().executor, Some(Seat(2)));
    let one = answer(&game, Seat(2), cards(&[Card::CodeOfLaws]));
    game.act(Seat(2), one).unwrap();
    assert!(game.state().dogma().is_none());
}

#[test]
fn in_95_after_all_effects_comes_the_bonus_and_then_the_next_action() {
    check(
        r#"{"players":2,"actions":1,
        "seats":[{"board":{"blue":["Writing"]}},{"board":{"blue":["Tools"]}}],
        "decks":{"1":["Oars"],"2":["Calendar","Currency"]},
        "steps":[{"act":"dogma","card":"Writing"}],
        "expect":{"bonus":true,"turn":1,"actions":2,"events":["effect_started","sharing_bonus","turn_ended","turn_started"]}}"#,
    );
}

/// IN-96: no game comes near the limits.
#[test]
fn in_96_legal_play_stays_below_the_limits() {
    let mut deepest = 0;
    for number in 0..60 {
        let mut game = dealt(2 + usize::try_from(number % 3).unwrap(), 500 + number);
        let mut dice = Dice::new(Seed::from_number(number));
        play_until(&mut game, &mut dice, |game| {
            for choice in game.state().choices() {
                deepest = deepest.max(choice.source.map_or(0, |source| source.depth));
            }
            assert!(game.state().dogma().is_none_or(|dogma| dogma.calls < 200));
            false
        });
    }
    assert!((1..20).contains(&deepest), "{deepest}");
}

/// IN-98: a refused input in the middle of an effect changes nothing.
#[test]
fn in_98_a_refused_answer_changes_nothing() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]},"hand":["Sailing","Writing"]}],
        "steps":[{"act":"dogma","card":"Oars"},{"by":1,"cards":["Oars"]}],
        "expect":{"error":"InvalidChoice/NotACandidate","pending":{"by":1,"candidates":["Sailing","Writing"]}}}"#,
    );
}

/// IN-99: every decision is timed, and on a time-out whatever can be declined is declined.
#[test]
fn in_99a_to_c_a_silent_table_plays_on() {
    let presets = Innovation::presets();
    let online = presets.iter().find(|preset| preset.name == "online").unwrap().options;
    assert_eq!(online, Options { turn_ms: Some(Millis(90_000)), ..Options::default() });
    for wrong in [Millis::ZERO, Millis(u64::MAX)] {
        let options = Options { turn_ms: Some(wrong), ..online };
        assert!(Innovation::check_options(&options, 2).is_err(), "{wrong:?}");
    }
    let setup = Setup { options: online, ..Setup::new(2, Seed::from_number(3)) };
    let mut game = Match::<Innovation>::new(setup).unwrap();
    // Seat 0 chooses a starting card; seat 1 does not, and keeps its remaining time.
    game.advance_to(Millis(30_000)).unwrap();
    let first = game.legal_actions(Seat(0))[0].clone();
    game.act(Seat(0), first).unwrap();
    assert_eq!(game.next_due(), Some(Millis(90_000)));
    game.advance_to(Millis(90_000)).unwrap();
    assert!(!game.state().is_setup(), "the first card was taken");
    // Nobody acts: cards are drawn one after the other until no deck is left.
    let mut drawn = 0;
    while game.outcome().is_none() {
        let (seat, due) = (game.state().turn(), game.next_due().unwrap());
        assert_eq!(due, game.now() + Millis(90_000));
        assert_eq!(Innovation::default_action(game.position(), seat), Some(Action::Draw));
        game.advance_to(due).unwrap();
        drawn += 1;
    }
    assert!(drawn > 50, "{drawn}");
    // Whatever can be declined is declined.
    let mut game = Match::<Innovation>::new(Setup::new(2, Seed::from_number(5))).unwrap();
    let (mut dice, mut declined) = (Dice::new(Seed::from_number(5)), 0);
    while game.outcome().is_none() {
        let Some(seat) = game.to_act().lowest() else { break };
        let default = Innovation::default_action(game.position(), seat);
        if let (Some(choice), Some(Action::Answer { answer, .. })) =
            (game.state().choice_of(seat).filter(|choice| choice.optional), default)
        {
            let no =
                matches!(&answer, Answer::Yes(false) | Answer::Player(None) | Answer::Option(None))
                    || matches!(&answer, Answer::Cards(cards) if cards.is_empty())
                    || matches!(&answer, Answer::Colours(colours) if colours.is_empty());
            assert!(no, "{choice:?} is answered with {answer:?}");
            declined += 1;
        }
        let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    assert!(declined > 5, "{declined}");
}

/// IN-99: the chart has the states of the specification under these names.
#[test]
fn in_99d_the_chart_has_the_states_of_the_specification() {
    for path in [
        "setup",
        "setup.seat0",
        "setup.seat3",
        "play",
        "play.awaitingAction",
        "play.resolvingDogma",
        "play.awaitingChoice",
        "play.checkingWin",
        "gameOver",
    ] {
        assert!(FLOW.chart.state(path).is_ok(), "{path}");
    }
}

/// IN-154: complete games for all player counts; IN-156: the order of setup answers does not matter.
#[test]
fn in_156_setup_answers_commute() {
    let choose = |order: &[u8]| {
        let mut game: Match<Innovation> = Match::new(Setup::new(3, Seed::from_number(21))).unwrap();
        for seat in order.iter().map(|seat| Seat(*seat)) {
            let card = game.state().world().hand(seat).first().unwrap();
            let action = answer(&game, seat, cards(&[card]));
            game.act(seat, action).unwrap();
        }
        (*game.state().world(), game.state().turn())
    };
    let first = choose(&[0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(choose(&order), first);
    }
}

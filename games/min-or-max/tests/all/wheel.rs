//! The wheel (MM-9, MM-38 to MM-40).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Viewer;
use min_or_max::{Action, Angle, Band, FlowState, Force, Mode, Options, Spin};
use serde_json::json;

use crate::common::{self, P1, action, arranged, choose, code, here};

#[test]
fn mm_09_the_mode_follows_from_the_angle() {
    for degrees in 0..360 {
        let angle = Angle::new(degrees);
        assert_eq!(angle.degrees(), degrees);
        assert_eq!(angle.mode(), if degrees <= 179 { Mode::Max } else { Mode::Min });
    }
    assert_eq!(Angle::new(361), Angle::new(1));
    assert_eq!(Angle::new(359).turned(2880), Angle::new(359));
    assert!(serde_json::from_str::<Angle>("360").is_err(), "an angle is stored normalised");
    // The mode is not stored in a state; a view derives it.
    let game = arranged(&Options::default(), 2, json!({"hands": [], "angle": 180}));
    assert!(!serde_json::to_string(game.state()).unwrap().contains("mode"));
    assert_eq!(game.view(Viewer::Public).mode, Mode::Min);
}

#[test]
fn mm_38_a_force_becomes_a_whole_number_at_the_door() {
    let force = |text: &str| match action(&format!(r#"{{"spin_wheel": {{{text}}}}}"#)) {
        Action::SpinWheel(force) => force.milli(),
        other => panic!("{other:?}"),
    };
    for (text, milli) in [
        (r#""force": 0"#, 0),
        (r#""force": -0.0"#, 0),
        (r#""force": 0.05"#, 50),
        (r#""force": 0.1004"#, 100),
        (r#""force": 0.1005"#, 101),
        (r#""force": 0.5"#, 500),
        (r#""force": 0.99949"#, 999),
        (r#""force": 0.9995"#, 1000),
        (r#""force": 1"#, 1000),
        (r#""force_milli": 800"#, 800),
    ] {
        assert_eq!(force(text), Some(milli), "{text}");
    }
    // Recorded actions contain no floating-point numbers.
    let written = serde_json::to_string(&action(r#"{"spin_wheel": {"force": 0.8}}"#)).unwrap();
    assert_eq!(written, r#"{"spin_wheel":{"force_milli":800}}"#);
}

#[test]
fn mm_38_bands_and_their_degrees() {
    for (milli, band) in [
        (0, Band::Soft),
        (100, Band::Soft),
        (101, Band::Medium),
        (500, Band::Medium),
        (501, Band::Hard),
        (999, Band::Hard),
        (1000, Band::Full),
    ] {
        assert_eq!(Band::of(milli), band);
    }
    let expected = [(15, 90), (45, 180), (90, 360), (360, 2880)];
    assert_eq!(Band::ALL.map(Band::degrees), expected);
    let canonical = Band::ALL.map(|band| Band::of(band.force().milli().unwrap()));
    assert_eq!(canonical, Band::ALL);
    let mut dice = Dice::new(Seed::from_number(38));
    for band in Band::ALL {
        let (low, high) = band.degrees();
        let milli = band.force().milli().unwrap();
        let spins = (0..30_000).map(|_| Spin::draw(Angle::new(90), milli, &mut dice).degrees);
        let spins: Vec<u16> = spins.collect();
        assert_eq!((spins.iter().min(), spins.iter().max()), (Some(&low), Some(&high)), "{band:?}");
    }
}

#[test]
fn mm_39_a_force_that_makes_no_sense_is_refused_and_draws_nothing() {
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "rng": [77]});
    let mut game = arranged(&Options::default(), 2, position);
    let before = game.hash();
    for text in [
        r#"{"force": 1.0001}"#,
        r#"{"force": -0.1}"#,
        r#"{"force": 1e300}"#,
        r#"{"force": null}"#, // The JSON form of a number that is not finite.
        "{}",
        r#"{"force_milli": 1001}"#,
        r#"{"force_milli": 4294967295}"#,
        r#"{"force": 0.5, "force_milli": 500}"#,
    ] {
        let spin = action(&format!(r#"{{"spin_wheel": {text}}}"#));
        assert_eq!(code(game.act(P1, spin)), "invalid_force", "{text}");
    }
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0 + f64::EPSILON] {
        let spin = Action::SpinWheel(Force::from_unit(number));
        assert_eq!(code(game.act(P1, spin)), "invalid_force", "{number}");
    }
    assert!(serde_json::from_str::<Action>(r#"{"spin_wheel": {"force": "hard"}}"#).is_err());
    assert_eq!(game.hash(), before);
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!(game.state().pending_spin.unwrap().degrees, 77, "nothing was drawn before");
}

#[test]
fn mm_40_a_spin_that_changes_nothing_is_spent() {
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "angle": 45, "rng": [720]});
    let mut game = arranged(&Options::default(), 2, position);
    game.act(P1, Action::spin(Band::Full)).unwrap();
    game.skip_waits().unwrap();
    assert_eq!(game.state().angle, Angle::new(45));
    assert_eq!(code(game.act(P1, Action::spin(Band::Soft))), "already_spun");
    game.act(P1, choose("9D")).unwrap();
    assert_eq!((here(&game), game.state().current), (FlowState::AwaitingAction, common::P2));
}

/// The table behind MM-40, in 76ths, 136ths, 271sts and 2521sts.
#[test]
fn mm_40_the_chance_of_a_flip() {
    let counts = [76.0, 136.0, 271.0, 2521.0];
    for (place, flips) in [
        (0, [0, 1, 180, 1260]),
        (45, [0, 46, 180, 1260]),
        (90, [1, 91, 180, 1260]),
        (120, [31, 121, 150, 1260]),
        (135, [46, 136, 135, 1260]),
        (165, [76, 136, 105, 1260]),
        (179, [76, 136, 91, 1260]),
    ] {
        for half in [0, 180] {
            for ((band, flips), all) in Band::ALL.into_iter().zip(flips).zip(counts) {
                let chance = band.flip_chance(Angle::new(place + half));
                assert!((chance - f64::from(flips) / all).abs() < 1e-12, "{place} {band:?}");
            }
        }
    }
}

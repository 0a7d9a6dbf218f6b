//! The kit's conformance suite, for the presets and for unusual subsets of the variant flags.

use croupier_kit::Millis;
use croupier_kit::cards::Dice;
use croupier_kit::game::{Game, Preset};
use croupier_kit::testing::Suite;
use min_or_max::{Action, DeclaredEffect, Force, MinOrMax, Options};

use crate::out_of_sight::out_of_sight;

/// Actions with known names and meaningless content.
fn nonsense(dice: &mut Dice) -> Option<Action> {
    let actions = [
        Action::EndTurn,
        Action::Surrender,
        Action::SkipSpin,
        Action::Timeout { turn_seq: dice.below(9) },
        Action::SpinWheel(Force::from_unit(f64::NAN)),
        Action::SpinWheel(Force::from_milli(u16::try_from(dice.below(1200)).ok()?)),
        Action::ChooseCardEffect(DeclaredEffect::AceValue(dice.int(-1, 12))),
        Action::ChooseCardEffect(DeclaredEffect::Unclear),
        Action::TurnStarted,
        Action::WheelSpinComplete,
    ];
    dice.pick(&actions).copied()
}

/// MM-80: the lists are complete with one exception: they contain one force per band.
#[allow(clippy::trivially_copy_pass_by_ref)] // The signature the suite requires.
fn must_be_listed(action: &Action) -> bool {
    !matches!(action, Action::SpinWheel(force) if !Force::CANONICAL.contains(force))
}

/// The memory keeps the discard pile and its top for the next reshuffle, which turns them into the
/// draw pile. Until then the view shows them.
fn suite() -> Suite<MinOrMax> {
    Suite::new()
        .resample_ignores(&["pile", "top"])
        .hidden_words(out_of_sight)
        .also_says(nonsense)
        .complete_for(must_be_listed)
        .turns_of_many_actions()
}

/// The presets that people play.
fn played() -> Vec<Preset<MinOrMax>> {
    MinOrMax::presets().into_iter().filter(|preset| preset.name != "bench").collect()
}

croupier_kit::conformance!(MinOrMax, super::suite().presets(super::played));

mod bench {
    use super::*;

    fn presets() -> Vec<Preset<MinOrMax>> {
        MinOrMax::presets().into_iter().filter(|preset| preset.name == "bench").collect()
    }

    // Without a delay a spin takes a single step: everybody is told how far the wheel turns, and
    // then sees only where it stops. Matches without court effects end before a reshuffle, so
    // nothing is known of hands except their sizes; the variants show that more knowledge is used.
    croupier_kit::conformance!(
        MinOrMax,
        super::super::suite()
            .games(300)
            .shows_in_passing()
            .resample_ignores(&["pile", "top", "hands"])
            .presets(super::presets)
    );
}

mod variants {
    use super::*;

    /// Every flag on its own, and some of them combined, with other parameters.
    fn presets() -> Vec<Preset<MinOrMax>> {
        let quick = || Options {
            setup_step_ms: Millis::ZERO,
            turn_ms: Some(Millis(700)),
            ..Options::default()
        };
        let long = || Options { min_range: (-90, -80), max_range: (120, 140), ..quick() };
        let options = [
            ("strict order", Options { strict_order: true, ..quick() }),
            ("one way", Options { one_way_tally: true, hand_size: 1, ..quick() }),
            ("effects", Options { court_effects: true, ..long() }),
            ("passing", Options { may_pass: true, ..quick() }),
            ("surrender", Options { surrender: true, hand_size: 7, ..quick() }),
            ("previous wins", Options { previous_wins: true, spin_ms: Millis(1), ..quick() }),
            ("effects, passing", Options { court_effects: true, may_pass: true, ..long() }),
            ("effects, one way", Options { court_effects: true, one_way_tally: true, ..quick() }),
            ("long", Options { strict_order: true, surrender: true, ..long() }),
            ("two cards", Options { court_effects: true, hand_size: 2, turn_ms: None, ..long() }),
        ];
        options.map(|(name, options)| Preset { name, about: "a variant", options }).into()
    }

    croupier_kit::conformance!(MinOrMax, super::super::suite().games(500).presets(super::presets));
}

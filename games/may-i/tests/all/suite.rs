//! The kit's conformance suite, over variants that together use every value of every option. The
//! lists are not complete: they contain one card per face, the best laydowns, and no sorting.

use croupier_kit::Millis;
use croupier_kit::game::{Game, Preset};
use croupier_kit::testing::Suite;
use may_i::{
    Action, FirstDealer, LaydownSize, MayI, MayIHold, MayITiming, Options, Switch, WindowTake,
};

use crate::out_of_sight::out_of_sight;

/// Every value of every option, in combinations.
fn variants() -> Vec<Preset<MayI>> {
    let mut variants = MayI::presets();
    let base = Options::bench();
    let odd = [
        (
            "late",
            Options {
                starting_round: 5,
                laydown_size: LaydownSize::AtLeast,
                same_suit_gap: Switch::Off,
                implicit_skip: true,
                first_dealer: FirstDealer::HighCard,
                ..base.clone()
            },
        ),
        (
            "patient",
            Options {
                starting_round: 2,
                window_take: WindowTake::Forbidden,
                may_i_hold: MayIHold::MaxMs(Millis(700)),
                first_dealer: FirstDealer::Seat(1),
                max_turns_per_round: Some(30),
                turn_limit_ms: Some(Millis(900)),
                ..base.clone()
            },
        ),
        (
            "open",
            Options {
                starting_round: 3,
                may_i_timing: MayITiming::Exposed,
                implicit_skip: true,
                turn_limit_ms: Some(Millis(5_000)),
                ..base.clone()
            },
        ),
        ("last", Options { starting_round: 6, same_suit_gap: Switch::Off, ..base }),
    ];
    let about = "for the suite";
    variants.extend(odd.map(|(name, options)| Preset { name, about, options }));
    variants
}

/// Actions without cards that have only one form.
fn is_listed_whole(action: &Action) -> bool {
    matches!(
        action,
        Action::DrawFromStock
            | Action::DrawFromDiscard
            | Action::CallMayI
            | Action::SkipLayDown
            | Action::AllowMayI
            | Action::ClaimMayI
    )
}

croupier_kit::conformance!(
    MayI,
    Suite::new()
        .presets(variants)
        .games(240)
        .thorough(4)
        .moves(60_000)
        .shows_in_passing()
        .complete_for(is_listed_whole)
        .turns_of_many_actions()
        .hidden_words(out_of_sight)
);

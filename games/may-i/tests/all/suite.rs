//! What every game must keep, from the kit, over variants that between them turn every option.
//! The lists are not complete: they name one card of a face, the best laydowns, no sorting.

use croupier_kit::Millis;
use croupier_kit::game::{Game, Position, Preset, Seat, Viewer};
use croupier_kit::testing::Suite;
use may_i::{
    Action, Card, FirstDealer, LaydownSize, MayI, MayIHold, MayITiming, Memory, Options, Phase,
    Switch, WindowTake, phase,
};

/// MI-171: other hands until the end, and the stock; but not the card that a player has just been
/// seen to win (MI-172), and not those that everybody saw go to a hand.
fn out_of_sight(at: Position<'_, MayI>, viewer: Viewer, memory: &Memory) -> Vec<String> {
    let state = at.state;
    let open = phase(at) == Phase::GameEnd;
    let others = state.seats().filter(|seat| !open && !viewer.is(*seat));
    let hands = others.flat_map(|seat: Seat| state.hand(seat).iter());
    let seen = state.may_i.map(|result| result.offered);
    let is_known = |card: &Card| memory.known.iter().any(|hand| hand.contains(card));
    let hidden = hands.chain(state.stock()).filter(|card| Some(**card) != seen && !is_known(card));
    hidden.map(|card| format!("\"{card}\"")).collect()
}

/// Every option with every value it has, in company.
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

/// What has no cards in it and only one name.
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

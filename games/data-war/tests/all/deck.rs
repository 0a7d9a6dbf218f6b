//! Cards, decks and settings (DW-1 to DW-16).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use std::collections::BTreeSet;

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Seat;
use croupier_kit::matches::Match;
use data_war::cards::{CardEffect, CardType, Family, TABLE};
use data_war::deck::MAX_CARDS;
use data_war::exact::{Codes, Exact};
use data_war::state::SEATS;
use data_war::strategy::Strategy;
use data_war::{CardId, DataWar, Options, State};

use crate::common::{self, bots, preset, setup};

fn dealt(options: Options, seed: u64) -> State {
    *Match::<DataWar>::unrecorded(&setup(options, bots(), seed)).unwrap().state()
}

fn deck(state: &State, seat: u8) -> Vec<CardId> {
    state.side(Seat(seat)).deck.iter().collect()
}

fn with(p1: Strategy, p2: Strategy) -> Options {
    Options { p1_strategy: p1, p2_strategy: p2, ..preset("bench") }
}

#[test]
fn dw_01_there_are_exactly_two_seats() {
    assert_eq!(SEATS.map(|seat| seat.to_string()), ["P1", "P2"]);
    let one = setup(preset("bench"), vec![croupier_kit::game::SeatKind::Bot], 1);
    assert_eq!(one.check().unwrap_err().code, "wrong_seat_count");
}

#[test]
fn dw_02_a_type_has_its_facts_and_a_card_its_type() {
    let card: CardId = "tracker-3-02".parse().unwrap();
    let row = card.row();
    assert_eq!((row.code, row.value, row.again, row.copies), ("T3", 3, true, 2));
    assert_eq!((row.family, row.effect), (Family::Tracker, Some(CardEffect::Tracker)));
    assert_eq!((card.kind(), card.copy()), (CardType::named("tracker-3").unwrap(), 2));
}

#[test]
fn dw_03_the_deck_has_66_cards_of_24_types() {
    let cards: Vec<CardId> = CardId::standard_deck().collect();
    assert_eq!((cards.len(), TABLE.len()), (66, 24));
    let family = |family| cards.iter().filter(|card| card.row().family == family).count();
    let families = [
        Family::Common,
        Family::Tracker,
        Family::Blocker,
        Family::Firewall,
        Family::Move,
        Family::Launch,
        Family::Grab,
    ];
    assert_eq!(families.map(family), [40, 6, 4, 4, 4, 5, 3]);
    let value = |value| cards.iter().filter(|card| card.row().value == value).count();
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(value), [12, 10, 10, 10, 8, 8, 8]);
    assert_eq!(cards.iter().filter(|card| card.again()).count(), 15);
}

#[test]
fn dw_04_a_third_of_the_cards_is_special() {
    assert_eq!(CardId::standard_deck().filter(|card| card.effect().is_some()).count(), 26);
}

#[test]
fn dw_05_ids_are_fixed_and_survive_being_written() {
    let ids: Vec<String> = CardId::standard_deck().map(|card| card.to_string()).collect();
    assert_eq!(
        (ids[0].as_str(), ids[22].as_str(), ids[65].as_str()),
        ("common-1-01", "common-3-07", "data-grab-03")
    );
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 66);
    for kind in CardType::all() {
        for copy in 1..=kind.row().most {
            let card = kind.copy(copy).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!((card.kind(), card.copy()), (kind, copy));
        }
        assert_eq!((kind.copy(0), kind.copy(kind.row().most + 1)), (None, None));
    }
    for text in ["", "common-1", "common-1-1", "common-1-001", "common-9-01", "common-1-+1", "é-01"]
    {
        assert!(text.parse::<CardId>().is_err(), "{text}");
    }
}

#[test]
fn dw_06_every_card_is_in_exactly_one_zone() {
    let state = dealt(preset("bench"), 4);
    let all: BTreeSet<_> = deck(&state, 0).into_iter().chain(deck(&state, 1)).collect();
    assert_eq!(all, CardId::standard_deck().collect());
    assert!(state.pile.is_empty() && state.sides.iter().all(|side| side.stacks.is_empty()));
}

#[test]
fn dw_07_a_deck_is_a_queue() {
    let mut game = common::exact("C5 C1 C2", "C3 C4 C4", preset("bench"));
    common::one_turn(&mut game);
    let codes: Vec<_> = deck(game.state(), 0).iter().map(|card| card.row().code).collect();
    assert_eq!(codes, ["C1", "C2", "C5", "C3"]);
}

#[test]
fn dw_08_every_seed_deals_33_and_33() {
    for seed in 0..50 {
        let state = dealt(preset("bench"), seed);
        assert_eq!((deck(&state, 0).len(), deck(&state, 1).len()), (33, 33));
        assert_eq!(deck(&state, 0), deck(&dealt(preset("bench"), seed), 0), "seed {seed}");
    }
    assert_ne!(deck(&dealt(preset("bench"), 1), 0), deck(&dealt(preset("bench"), 2), 0));
}

type Wanted = fn(&CardId) -> bool;

#[test]
fn dw_09_strategies_reorder_what_was_dealt() {
    let plain = dealt(preset("bench"), 9);
    let firsts: [(Strategy, Wanted); 7] = [
        (Strategy::TrackerFirst, |card| card.row().family == Family::Tracker),
        (Strategy::BlockerFirst, |card| card.row().family == Family::Blocker),
        (Strategy::FirewallFirst, |card| card.row().family == Family::Firewall),
        (Strategy::MoveFirst, |card| card.row().family == Family::Move),
        (Strategy::LaunchStackFirst, |card| card.row().family == Family::Launch),
        (Strategy::SpecialFirst, |card| card.effect().is_some()),
        (Strategy::CommonFirst, |card| card.effect().is_none()),
    ];
    for (strategy, is_first) in firsts {
        let sorted = dealt(with(strategy, strategy), 9);
        for seat in [0, 1] {
            let (mut front, back): (Vec<_>, Vec<_>) =
                deck(&plain, seat).into_iter().partition(is_first);
            front.extend(back);
            assert_eq!(deck(&sorted, seat), front, "{strategy:?}: stable");
        }
    }
    let high = dealt(with(Strategy::HighValueFirst, Strategy::LowValueFirst), 9);
    let values = |seat| deck(&high, seat).iter().map(|card| card.row().value).collect::<Vec<_>>();
    assert!(values(0).is_sorted_by(|one, two| one >= two));
    assert!(values(1).is_sorted());
    let open = dealt(with(Strategy::OwywFirst, Strategy::OwywFirst), 9);
    let opener = u8::from(!deck(&plain, 0).iter().any(|card| card.row().code == "OW"));
    let top: Vec<_> = deck(&open, opener)[..3].iter().map(|card| card.row().family).collect();
    assert_eq!(top, [Family::Firewall, Family::Common, Family::Tracker]);
}

#[test]
fn dw_10_custom_decks_have_the_named_cards_on_top() {
    let named = |p1: &[&str], p2: &[&str]| Options {
        p1_custom: p1.iter().map(ToString::to_string).collect(),
        p2_custom: p2.iter().map(ToString::to_string).collect(),
        ..with(Strategy::Custom, Strategy::Custom)
    };
    let state = dealt(named(&["tracker-2", "common-3"], &["common-5"]), 3);
    let top = |seat, at: usize| deck(&state, seat)[at].to_string();
    assert_eq!(
        (top(0, 0), top(0, 1), top(1, 0)),
        ("tracker-2-01".into(), "common-3-01".into(), "common-5-01".into())
    );
    assert_eq!((deck(&state, 0).len(), deck(&state, 1).len()), (33, 33));
    let code = |options: &Options| options.check().unwrap_err().code();
    assert_eq!(code(&named(&["tracker-2", "tracker-2"], &["tracker-2"])), "NotEnoughCopies");
    assert_eq!(code(&named(&["tracker-9"], &[])), "UnknownCardType");
    let many = vec!["common-1"; 34];
    assert_eq!(code(&named(&many, &[])), "TooManyNamed");
    let mixed =
        Options { p1_strategy: Strategy::CommonFirst, ..named(&["tracker-2"], &["data-grab"]) };
    assert_eq!(mixed.check(), Ok(()), "a list counts only under its strategy");
    assert!(deck(&dealt(mixed, 1), 0)[0].effect().is_none());
}

/// Two decks and what the first seat has collected, card by card.
fn exact(p1: &str, p2: &str, stacks: &str) -> Exact {
    let codes = |text: &str| Codes::parse(text).unwrap();
    Exact { p1: codes(p1), p2: codes(p2), p1_stacks: codes(stacks), ..Exact::default() }
}

fn of(exact: Exact) -> Options {
    Options { exact: Some(Box::new(exact)), ..preset("bench") }
}

#[track_caller]
fn is_refused(exact: Exact) {
    assert_eq!(of(exact).check().unwrap_err().code(), "InvalidConfig");
}

#[test]
fn dw_11a_exact_decks_have_a_card_and_what_is_won_or_played_has_limits() {
    assert_eq!(of(exact("C1", "C1", "")).check(), Ok(()));
    is_refused(exact("", "C1", ""));
    is_refused(exact("C1", "", ""));
    is_refused(exact("C1", "C1", "C2"));
    assert_eq!(of(exact("C1", "C1", "L1 L2")).check(), Ok(()));
    is_refused(exact("C1", "C1", "L1 L2 L3"));
    let opens = |opens| Exact { opens, ..exact("C1", "C1", "") };
    assert_eq!(of(opens([100, 100])).check(), Ok(()));
    is_refused(opens([101, 0]));
    is_refused(opens([0, 101]));
    let played = |turns_completed| Exact { turns_completed, ..exact("C1", "C1", "") };
    assert_eq!(of(played(100_000)).check(), Ok(()));
    is_refused(played(100_001));
}

#[test]
fn dw_11b_exact_decks_have_so_many_cards_and_so_many_of_each_type() {
    let most = |kind: CardType| match kind.row().family {
        Family::Common => 24,
        Family::Tracker | Family::Blocker => 8,
        Family::Grab => 12,
        _ => 5,
    };
    let copies = |kind: CardType, count| format!("{} ", kind.row().code).repeat(count);
    for kind in CardType::all() {
        let other = if kind.row().code == "C1" { "C2" } else { "C1" };
        assert_eq!(of(exact(&copies(kind, most(kind)), other, "")).check(), Ok(()));
        is_refused(exact(&copies(kind, most(kind) + 1), other, ""));
        // Both decks count.
        is_refused(exact(&copies(kind, most(kind)), &copies(kind, 1), ""));
    }
    let all: Vec<CardType> =
        CardType::all().flat_map(|kind| std::iter::repeat_n(kind, most(kind))).collect();
    let of_size = |size: usize| {
        let (p1, p2) = all[..size].split_at(size / 2);
        Exact { p1: Codes(p1.to_vec()), p2: Codes(p2.to_vec()), ..Exact::default() }
    };
    assert_eq!(MAX_CARDS, 132);
    assert_eq!(of(of_size(132)).check(), Ok(()));
    is_refused(of_size(133));
}

#[test]
fn dw_11c_and_d_exact_decks_stay_as_they_are_and_copies_count_through() {
    let options = Options {
        p1_strategy: Strategy::HighValueFirst,
        p2_strategy: Strategy::SpecialFirst,
        mirror_decks: true,
        ..of(exact("C1 L1 C5", "C1 C1", "L1 L2"))
    };
    let state = dealt(options, 1);
    let names = |cards: Vec<CardId>| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        names(deck(&state, 0)),
        ["common-1-01", "ls-shadow-cabinet-01", "common-5-01"],
        "no strategy, no shuffle"
    );
    assert_eq!(names(deck(&state, 1)), ["common-1-02", "common-1-03"], "no mirror");
    assert_eq!(
        names(state.side(Seat(0)).stacks.iter().collect()),
        ["ls-shadow-cabinet-02", "ls-rocket-company-01"]
    );
}

#[test]
fn dw_12_mirrored_decks_are_twins() {
    let state = dealt(Options { mirror_decks: true, ..preset("bench") }, 12);
    let kinds = |seat| deck(&state, seat).iter().map(|card| card.kind()).collect::<Vec<_>>();
    assert_eq!(kinds(0), kinds(1));
    let all: BTreeSet<_> = deck(&state, 0).into_iter().chain(deck(&state, 1)).collect();
    assert_eq!(all.len(), 66, "new instances");
}

#[test]
fn dw_13_shuffles_are_fisher_yates_from_the_last_place_down() {
    let (seed, mut cards) = (Seed::from_number(13), CardId::standard_deck().collect::<Vec<_>>());
    let mut dice = Dice::new(seed);
    for last in (1..cards.len()).rev() {
        let other = dice.below(u32::try_from(last).unwrap() + 1) as usize;
        cards.swap(last, other);
    }
    let state = dealt(preset("bench"), 13);
    assert_eq!([deck(&state, 0), deck(&state, 1)].concat(), cards);
}

#[test]
fn dw_13_looks_never_change_a_game() {
    // A paced game draws the other seat's character; a headless one draws none. The deal is the
    // same.
    let local = Options { pacing: data_war::options::Pacing::Network, ..preset("bench") };
    let (one, two) = (dealt(local, 5), dealt(preset("bench"), 5));
    assert!(one.sides[1].character.is_some() && two.sides[1].character.is_none());
    assert_eq!(deck(&one, 0), deck(&two, 0));
}

#[test]
fn dw_14_scripted_dice_leave_everything_as_it_is() {
    let mut dice = Dice::scripted();
    let mut cards: Vec<CardId> = CardId::standard_deck().collect();
    dice.shuffle(&mut cards);
    assert!(cards.iter().copied().eq(CardId::standard_deck()));
    assert_eq!((dice.pick(&[7, 8]), dice.between(150, 500)), (Some(&7), 150));
}

#[test]
fn dw_15a_and_c_settings_have_their_defaults_and_ranges() {
    let classic = Options::default();
    assert_eq!(
        (classic.launch_stacks_to_win, classic.max_turns, classic.owyw_in_war),
        (3, Some(500), false)
    );
    assert_eq!(preset("classic"), classic);
    assert_eq!(preset("release").data_grab, data_war::options::DataGrab::Scramble);
    assert!(preset("release").owyw_in_war);
    let bad = [
        Options { launch_stacks_to_win: 0, ..Options::default() },
        Options { launch_stacks_to_win: 6, ..Options::default() },
        Options { max_turns: Some(0), ..Options::default() },
        Options { max_turns: Some(100_001), ..Options::default() },
    ];
    let delays = data_war::options::Delays::default;
    let slow = [
        data_war::options::Delays { tap_auto: Millis(3_600_001), ..delays() },
        data_war::options::Delays { grab_cooldown: Millis(u64::MAX), ..delays() },
    ];
    let slow = slow.map(|delays| Options { delays, ..Options::default() });
    for options in bad.into_iter().chain(slow) {
        assert_eq!(options.check().unwrap_err().code(), "InvalidConfig");
        assert!(setup(options, bots(), 1).check().is_err());
    }
    let unknown = serde_json::from_str::<Options>(r#"{"p1_strategy": "luck"}"#);
    assert!(unknown.unwrap_err().to_string().contains("UnknownStrategy"));
    assert!(serde_json::from_str::<Options>(r#"{"speed": 3}"#).is_err());
}

/// Part of the wire and save format.
#[test]
fn dw_15_no_turn_cap_is_written_as_zero() {
    for (max_turns, written) in [(None, 0), (Some(20), 20)] {
        let options = Options { max_turns, ..Options::default() };
        let text = serde_json::to_value(&options).unwrap();
        assert_eq!(text["max_turns"], written);
        assert_eq!(serde_json::from_value::<Options>(text).unwrap(), options);
    }
}

#[test]
fn dw_16_a_game_before_the_deal_is_empty() {
    let state = State::new(&bots());
    assert!(!state.is_dealt() && !state.is_mid_turn());
    assert_eq!((state.turns_completed, state.ending, state.depth), (0, None, 0));
    assert!(size_of::<State>() < 1536, "about a kilobyte, copied as one piece");
}

#[test]
fn dw_15b_options_that_decide_cards_and_every_delay_are_for_tests() {
    use croupier_kit::game::{Audience, Game as _, OptionKind};
    let described = data_war::DataWar::describe_options();
    let option = |key: &str| described.iter().find(|option| option.key == key).unwrap();
    for key in ["exact", "p1_strategy", "p2_strategy", "p1_custom", "p2_custom"] {
        assert_eq!(option(key).audience, Audience::Tests, "{key}");
    }
    let delays = described.iter().filter(|option| option.key.starts_with("delays."));
    for delay in delays {
        let OptionKind::Range(range) = &delay.kind else { panic!("{}", delay.key) };
        assert_eq!((range.min, range.max), (0, Some(3_600_000)), "{}", delay.key);
    }
}

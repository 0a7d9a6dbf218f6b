//! Rules of the whole game through its root machine: options, the deal, randomness, saves,
//! refusals, clocks.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{By, Game, InputError, Position, Rejection, Seat, Viewer};
use croupier_kit::matches::{LONGEST_WAIT, Match, Setup};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::scenario::{Arrange, Arrangement};
use croupier_kit::text::Show as _;
use croupier_kit::{Millis, UnixMillis};
use may_i::flow::{GameContext, Machines};
use may_i::{
    Action, Contract, EndedBy, Event, FirstDealer, FlowState, LaydownSize, MayI, MayIHold,
    MayITiming, MeldId, MeldKind, NamedMeld, Options, PredefinedState, Proposal, Reject, State,
    Switch, WindowTake, deck, flow_state,
};
use serde_json::json;

use crate::common::{
    self, P0, P1, P2, P3, arranged, arrangement, card, cards, f0, list, step, written,
};

fn setup(seats: usize, seed: u64) -> Setup<MayI> {
    Setup::new(seats, Seed::from_number(seed))
}

fn with(options: Options, seats: usize, seed: u64) -> Match<MayI> {
    Match::new(Setup { options, ..setup(seats, seed) }).unwrap()
}

fn code(answer: Result<(), InputError<MayI>>) -> &'static str {
    answer.err().map_or("taken", |refused| refused.code())
}

fn set(text: &str) -> NamedMeld {
    Proposal { kind: MeldKind::Set, cards: cards(text) }.into()
}

#[test]
fn mi_30_sorting_is_offered_until_the_hand_is_sorted() {
    let mut game = with(Options::default(), 3, 30);
    let seat = Seat(2);
    let offers = game.offers(seat);
    let labels: Vec<String> = offers
        .iter()
        .map(|action| game.describe_action(seat, action.clone()).label.to_string())
        .collect();
    assert_eq!(labels, ["Sort the hand by suit", "Sort the hand by rank"]);
    game.take_events();
    let board = |game: &Match<MayI>| {
        let (viewer, names) = (Viewer::Seat(seat), ["Ann", "Ben", "Cat"].map(str::to_owned));
        let lines = MayI::board(&game.view(viewer), viewer, &names).lines();
        lines.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let before = board(&game);
    game.act(seat, offers[1].clone()).unwrap();
    assert_eq!(game.offers(seat), offers[..1], "it is sorted by rank");
    assert_ne!(board(&game), before, "the board shows the hand as it is sorted");
    let events = game.take_events();
    let heard = |viewer| events.iter().any(|event| MayI::event_for(event, viewer).is_some());
    let viewers = Seat::first(3).map(Viewer::Seat).chain([Viewer::Public]);
    assert!(!events.is_empty() && !viewers.into_iter().any(heard), "nobody hears of it");
}

#[test]
fn mi_10_six_rounds_and_their_contracts() {
    let expected = [(2, 0, 6), (1, 1, 7), (0, 2, 8), (3, 0, 9), (2, 1, 10), (1, 2, 11)];
    for (round, (sets, runs, fewest)) in (1..).zip(expected) {
        let contract = Contract::of(round);
        assert_eq!((contract.sets, contract.runs, contract.fewest_cards()), (sets, runs, fewest));
        let terms = Options::default().terms(round);
        assert_eq!((terms.longer, terms.all_cards), (round == 6, round == 6));
    }
}

#[test]
fn presets_and_refused_options() {
    let presets = MayI::presets();
    let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["classic", "online", "exposed", "bench"]);
    assert_eq!(presets[0].options, Options::default());
    for preset in &presets {
        assert!((3..=8).all(|seats| MayI::check_options(&preset.options, seats).is_ok()));
    }
    let classic = Options::default;
    for wrong in [
        Options { starting_round: 0, ..classic() },
        Options { starting_round: 7, ..classic() },
        Options { first_dealer: FirstDealer::Seat(4), ..classic() },
        Options { max_turns_per_round: Some(0), ..classic() },
        Options { turn_limit_ms: Some(Millis::ZERO), ..classic() },
        Options { turn_limit_ms: Some(LONGEST_WAIT + Millis(1)), ..classic() },
        Options { may_i_hold: MayIHold::MaxMs(Millis::ZERO), ..classic() },
        Options { may_i_hold: MayIHold::MaxMs(LONGEST_WAIT + Millis(1)), ..classic() },
    ] {
        assert!(MayI::check_options(&wrong, 4).is_err(), "{wrong:?}");
    }
    assert!(setup(2, 1).check().is_err() && setup(9, 1).check().is_err());
}

#[test]
fn options_are_written_as_in_section_13() {
    let options = Options {
        may_i_hold: MayIHold::MaxMs(Millis(8000)),
        first_dealer: FirstDealer::Seat(2),
        laydown_size: LaydownSize::AtLeast,
        same_suit_gap: Switch::Off,
        window_take: WindowTake::Forbidden,
        may_i_timing: MayITiming::Exposed,
        ..Options::default()
    };
    let json = serde_json::to_value(&options).unwrap();
    assert_eq!(json["may_i_hold"], json!({"max_ms": 8000}));
    assert_eq!(json["first_dealer"], json!({"seat": 2}));
    assert_eq!(json["laydown_size"], "at_least");
    assert_eq!(json["same_suit_gap"], "off");
    assert_eq!(json["window_take"], "forbidden");
    assert_eq!(json["may_i_timing"], "exposed");
    let usual = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(
        (&usual["may_i_hold"], &usual["first_dealer"]),
        (&json!("off"), &json!("last_seat"))
    );
    assert_eq!(
        (&usual["window_take"], &usual["same_suit_gap"]),
        (&json!("keep_both"), &json!("on"))
    );
}

#[test]
fn mi_13_a_game_may_start_at_a_later_round() {
    let game = with(Options { starting_round: 4, ..Options::default() }, 4, 1);
    assert_eq!(game.state().round, 4);
    assert_eq!(game.state().dealer, P3);
    let mut last = with(Options { starting_round: 6, ..Options::bench() }, 3, 1);
    play_out(&mut last, 5);
    assert_eq!(last.state().history.len(), 1);
}

/// Random players play to the end.
fn play_out(game: &mut Match<MayI>, seed: u64) {
    let mut dice = Dice::new(Seed::from_number(seed));
    while game.outcome().is_none() {
        step(game, &mut dice);
    }
}

/// The deal of MI-14 and MI-15, computed independently from the same dice.
#[test]
fn mi_14_card_k_goes_to_the_seat_dealer_plus_one_plus_k() {
    for seats in 3..=8_u8 {
        let options = Options { first_dealer: FirstDealer::Seat(1), ..Options::default() };
        let game = with(options, usize::from(seats), 14);
        let mut cards: Vec<_> =
            deck(if seats > 5 { 3 } else { 2 }, if seats > 5 { 6 } else { 4 }).collect();
        Dice::new(Seed::from_number(14)).shuffle(&mut cards);
        let n = usize::from(seats);
        for (k, card) in cards[..11 * n].iter().enumerate() {
            let seat = Seat(u8::try_from((1 + 1 + k) % n).unwrap());
            assert_eq!(game.state().hand(seat)[k / n], *card);
        }
        assert_eq!(game.state().discard(), &cards[11 * n..=11 * n]);
        assert_eq!(game.state().stock(), &cards[11 * n + 1..]);
        assert_eq!(game.state().current, Seat(2 % seats));
    }
}

#[test]
fn mi_16_stock_sizes_after_the_deal() {
    let sizes = (3..=8).map(|seats| with(Options::default(), seats, 1).state().stock().len());
    assert_eq!(sizes.collect::<Vec<_>>(), [74, 63, 52, 95, 84, 73]);
}

/// Only shuffles use the dice: no command of a turn does, refused or not.
#[test]
fn mi_125_only_shuffles_use_the_random_generator() {
    let mut game = with(Options::default(), 4, 125);
    let mut dice = Dice::new(Seed::from_number(1));
    let mut count = 0;
    game.take_events();
    while game.state().history.len() < 2 {
        let before = game.dice().position();
        assert_ne!(code(game.act(Seat(3), Action::AllowMayI)), "taken");
        assert_eq!(game.dice().position(), before, "a refused command draws nothing");
        step(&mut game, &mut dice);
        let shuffled = game
            .take_events()
            .iter()
            .any(|event| matches!(event, Event::Shuffled { .. } | Event::StockReplenished { .. }));
        assert_eq!(game.dice().position() != before, shuffled);
        count += u32::from(shuffled);
    }
    assert!(count >= 2, "a deal at least");
}

#[test]
fn mi_125_a_replenished_stock_is_shuffled_top_card_first() {
    let discard = "8C 4S JD 10D 3H 5H 9C";
    let cards_there = PredefinedState { stock: list("QH"), discard: list(discard), ..f0() };
    let mut expected = cards(&discard[3..]);
    Dice::new(Seed::from_number(5)).shuffle(&mut expected);
    let state = State::planned(3, [(1, cards_there)]).unwrap();
    let context = GameContext { round: 1, dealer: P2, ..GameContext::default() };
    let dice = Dice::new(Seed::from_number(5));
    let arrangement = Arrangement { state, flow: Some("playing"), context, dice };
    let mut game: Match<MayI> = arrangement.start(&setup(3, 0), false).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    assert_eq!(game.state().stock(), expected);
}

#[test]
fn mi_11_the_highest_card_deals_and_ties_draw_again() {
    let options = Options { first_dealer: FirstDealer::HighCard, ..Options::default() };
    let mut ties = 0;
    for seed in 0..60 {
        let mut game = with(options.clone(), 8, seed);
        let dealer = game.state().dealer;
        let draws: Vec<_> = game
            .take_events()
            .into_iter()
            .filter_map(|event| match event {
                Event::DealerDrawn { cards } => Some(cards),
                _ => None,
            })
            .collect();
        ties += draws.len() - 1;
        assert_eq!(draws[0].len(), 8);
        let value = |card: may_i::Card| card.natural().unwrap().value();
        for (at, draw) in draws.iter().enumerate() {
            let highest = draw.iter().map(|(_, card)| value(*card)).max();
            let best: Vec<_> = draw
                .iter()
                .filter(|(_, card)| Some(value(*card)) == highest)
                .map(|it| it.0)
                .collect();
            match draws.get(at + 1) {
                Some(next) => assert_eq!(next.iter().map(|it| it.0).collect::<Vec<_>>(), best),
                None => assert_eq!(best, [dealer]),
            }
        }
    }
    assert!(ties > 5, "ties happen");
}

#[test]
fn mi_142_whoever_names_no_player_means_the_current_one_but_commands_name_theirs() {
    let game = with(Options::default(), 3, 1);
    let said = |by| MayI::check(game.position(), by, &Action::DrawFromStock);
    let draw = may_i::flow::Trigger::DrawFromStock { player: Some(P0) };
    assert_eq!(said(By::Seat(P0)), Ok(draw));
    assert_eq!(said(By::Host), Err(Reject::UnknownPlayer));
    let chart = Machines::of(&Options::default());
    let state = State::planned(3, [(1, f0())]).unwrap();
    let rules = common::rules_with(state, Options::default());
    let input = may_i::flow::RoundContext::new(1, P2);
    let mut round = croupier_chart::run::Runner::start(chart.round.clone(), input, rules).unwrap();
    let draw = may_i::flow::Trigger::DrawFromStock { player: None };
    assert!(round.send(&draw).unwrap().is_taken());
    assert_eq!(round.rules.state.hand(P0).len(), 4);
}

/// Transient states are left within the same command.
#[test]
fn mi_144_nobody_ever_rests_in_a_transient_state() {
    let mut dice = Dice::new(Seed::from_number(144));
    for preset in MayI::presets() {
        let mut game = with(Options { may_i_hold: MayIHold::Off, ..preset.options }, 4, 144);
        while game.outcome().is_none() {
            for leaf in game.chart().leaves(game.position().flow) {
                for transient in ["roundEnd", "dealing", "resolvingClaims", "checkingNextPlayer"] {
                    assert!(!leaf.ends_with(transient), "{leaf}");
                }
            }
            step(&mut game, &mut dice);
        }
    }
}

/// The inputs of the machines have defaults.
#[test]
fn mi_147_rules_and_dice_have_defaults() {
    let options: Options = serde_json::from_value(json!({})).unwrap();
    assert_eq!(options, Options::default());
    let setup = Setup::<MayI>::new(3, Seed::from_number(0));
    assert_eq!(setup.options, Options::default());
}

/// S-42: saved with the window open, as nested snapshots, and continued from there.
#[test]
fn mi_150_s_42_a_save_in_the_window_goes_on_identically() {
    let state = State::planned(3, [(1, f0())]).unwrap();
    let context = GameContext { round: 1, dealer: P2, ..GameContext::default() };
    let chart = &Machines::of(&Options::default()).game;
    let mut rules = common::rules_with(state, Options::default()).recording();
    let place = chart.state("playing").unwrap();
    let mut env = croupier_chart::run::Env::new(&mut rules);
    let mut flow = chart.start_in(place, Millis::ZERO, context, &mut env).unwrap();
    let say = |player, what: fn(Option<Seat>) -> may_i::flow::Trigger| what(Some(player));
    let draw = say(P0, |player| may_i::flow::Trigger::DrawFromStock { player });
    let call = say(P1, |player| may_i::flow::Trigger::CallMayI { player });
    let _ = chart.send(&mut flow, &mut croupier_chart::run::Env::new(&mut rules), &draw).unwrap();
    let before = rules.take_events().len();

    let saved = chart.save(&flow);
    let round = &saved.root.children["round"];
    let turn = &round.children["turn"];
    assert_eq!(saved.root.active, ["playing"]);
    assert_eq!(round.active, ["active"]);
    assert_eq!(turn.active, ["mayIWindow"]);
    assert_eq!(turn.children["mayIWindow"].active, ["open"]);

    // Through text, as if into another process.
    let texts = (
        serde_json::to_string(&saved).unwrap(),
        serde_json::to_string(&rules.state).unwrap(),
        serde_json::to_string(&rules.dice).unwrap(),
    );
    let mut again = chart.restore(&serde_json::from_str(&texts.0).unwrap()).unwrap();
    let mut elsewhere =
        common::rules_with(serde_json::from_str(&texts.1).unwrap(), Options::default()).recording();
    elsewhere.dice = serde_json::from_str(&texts.2).unwrap();
    for trigger in [&call, &draw] {
        let _ =
            chart.send(&mut flow, &mut croupier_chart::run::Env::new(&mut rules), trigger).unwrap();
        let mut env = croupier_chart::run::Env::new(&mut elsewhere);
        let _ = chart.send(&mut again, &mut env, trigger).unwrap();
    }
    let (here, there) = (rules.take_events(), elsewhere.take_events());
    assert_eq!(here, there);
    assert!(before > 0 && !here.is_empty());
    assert_eq!(rules.state, elsewhere.state);
    assert_eq!(chart.save(&flow), chart.save(&again));
    assert_eq!(written(rules.state.hand(P1)), "6D 9S 8C 7D");
}

/// The same with the kit's saves during the hold: the timer is saved too.
#[test]
fn mi_231_a_save_while_the_window_is_held_keeps_its_timer() {
    let options = Options { may_i_hold: MayIHold::MaxMs(Millis(8_000)), ..Options::default() };
    let mut game = with(options, 4, 231);
    game.act(P0, Action::DrawFromStock).unwrap();
    game.advance_to(Millis(300)).unwrap();
    game.act(P2, Action::CallMayI).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    game.advance_to(Millis(1_000)).unwrap();
    assert_eq!(game.next_due(), Some(Millis(8_300)));
    let save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let mut loaded: Match<MayI> = Match::load(&Save::read(&save.to_zstd()).unwrap()).unwrap();
    assert_eq!(loaded.next_due(), Some(Millis(8_300)));
    game.take_events();
    for game in [&mut game, &mut loaded] {
        game.advance_to(Millis(8_299)).unwrap();
        assert_eq!(flow_state(game.position()), FlowState::MayIWindow);
        game.advance_to(Millis(8_300)).unwrap();
        assert_eq!(flow_state(game.position()), FlowState::Drawn);
    }
    assert_eq!(game.take_events(), loaded.take_events());
    assert_eq!(game.hash(), loaded.hash());
    assert_eq!(game.state().hand(P2).len(), 13);
}

#[test]
fn mi_151_the_flattened_state_has_every_field() {
    let mut game = arranged(f0(), 1, Options::default());
    game.act(P0, Action::DrawFromStock).unwrap();
    game.act(P1, Action::CallMayI).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    let flat = MayI::describe(game.position());
    for field in [
        "version",
        "rules",
        "machineState",
        "currentRound",
        "contract",
        "dealerIndex",
        "currentPlayerIndex",
        "turnNumber",
        "players",
        "stock",
        "discard",
        "table",
        "lastDiscardedByPlayerId",
        "turnPhase",
        "hasDrawn",
        "laidDownThisTurn",
        "mayIWindow",
        "roundHistory",
        "winners",
    ] {
        assert!(flat.get(field).is_some(), "{field}");
    }
    // Cards won by May I in this turn are already in the winner's hand.
    assert_eq!(flat["players"][1]["hand"], "6D 9S 8C 7D");
    assert_eq!((&flat["stock"], &flat["discard"]), (&json!("JC 10S"), &json!("4S")));
    assert_eq!(flat["contract"], json!({"sets": 2, "runs": 0}));
}

#[test]
fn mi_152_every_card_is_in_the_flattened_state_once() {
    let mut game = with(Options::bench(), 6, 152);
    let mut dice = Dice::new(Seed::from_number(152));
    for _ in 0..400 {
        step(&mut game, &mut dice);
        let flat = MayI::describe(game.position());
        let hands = flat["players"].as_array().unwrap().iter().map(|player| &player["hand"]);
        let melds = flat["table"].as_array().unwrap().iter().map(|meld| &meld["cards"]);
        let zones = hands.chain(melds).chain([&flat["stock"], &flat["discard"]]);
        let mut found: Vec<_> = zones.flat_map(|zone| cards(zone.as_str().unwrap())).collect();
        found.sort();
        assert_eq!(found, deck(3, 6).collect::<Vec<_>>());
    }
}

/// MI-22, MI-114, MI-305: the penalty card was the last of the stock, and a discard is left.
#[test]
fn mi_305c_and_d_the_turn_goes_on_where_the_discard_can_still_be_drawn() {
    let options = || Options { may_i_timing: MayITiming::Exposed, ..Options::default() };
    let left = |down: bool| PredefinedState {
        last_discarded_by: Some(P2),
        player_down_status: vec![down, false, false],
        ..arrangement(&["4H 5C KD", "6D 9S", "3C 8H"], "QH", "8C 4S")
    };
    // Only the current player is ahead of the caller, and allows the call.
    let mut game = arranged(left(false), 1, options());
    game.act(P1, Action::CallMayI).unwrap();
    game.act(P0, Action::AllowMayI).unwrap();
    assert_eq!(written(game.state().hand(P1)), "6D 9S 8C QH");
    assert_eq!((game.state().round, game.state().stock().len()), (1, 0), "the round goes on");
    assert_eq!(game.legal_actions(P0), [Action::DrawFromDiscard]);
    assert_eq!(code(game.act(P0, Action::DrawFromStock)), "stock_empty");
    assert_eq!(MayI::default_action(game.position(), P0), Some(Action::DrawFromDiscard));
    let mut dice = Dice::new(Seed::from_number(1));
    for _ in 0..8 {
        let action = MayI::random_action(game.position(), P0, &mut dice);
        assert_eq!(action, Some(Action::DrawFromDiscard));
    }
    game.act(P0, Action::DrawFromDiscard).unwrap();
    game.act(P0, Action::SkipLayDown).unwrap();
    game.act(P0, Action::Discard { card: card("KD").into() }).unwrap();
    // MI-114: the next turn could not draw.
    let record = game.state().history.iter().next().unwrap();
    assert_eq!((record.ended_by, record.winner), (EndedBy::Exhausted, None));
    // A player who is down cannot take a discard, so the round ends at once.
    let mut game = arranged(left(true), 1, options());
    game.act(P1, Action::CallMayI).unwrap();
    assert_eq!(game.state().history.iter().next().unwrap().ended_by, EndedBy::Exhausted);
}

/// MI-163 on the wire: which meld of the command was refused.
#[test]
fn mi_163_a_refused_meld_is_named_by_its_index() {
    let mut game = arranged(
        arrangement(&["9C 9D 9H KC KD 10H", "6D", "3C"], "QH 7D", "8C"),
        1,
        Options::default(),
    );
    game.act(P0, Action::DrawFromDiscard).unwrap();
    let melds = vec![set("9C 9D 9H"), set("KC KD 10H")];
    let refused = game.act(P0, Action::LayDown { melds }).unwrap_err();
    let InputError::Rules(reject) = refused else { panic!("a refusal of the rules") };
    assert_eq!((reject.code(), reject.details()), ("rank_mismatch", Some(json!({"meld": 1}))));
}

/// The matrix of 12.7, for the current player, and `not_your_turn` for everybody else.
#[test]
fn mi_233_what_the_phase_matrix_refuses_is_refused_and_never_listed() {
    let lay_off = || Action::LayOff {
        card: card("4H").into(),
        meld: MeldId { owner: P0, index: 0 }.into(),
        end: None,
    };
    let swap = || Action::SwapJoker {
        meld: MeldId { owner: P0, index: 0 }.into(),
        joker: card("JK1").into(),
        card: card("4H").into(),
    };
    let commands = [
        (Action::DrawFromStock, ["taken", "taken", "already_drawn", "already_drawn"]),
        (Action::DrawFromDiscard, ["taken", "taken", "already_drawn", "already_drawn"]),
        (Action::SkipLayDown, ["must_draw_first", "may_i_window_open", "taken", "wrong_phase"]),
        (
            Action::LayDown { melds: vec![] },
            ["must_draw_first", "may_i_window_open", "contract_mismatch", "wrong_phase"],
        ),
        (lay_off(), ["must_draw_first", "may_i_window_open", "not_down", "not_down"]),
        (swap(), ["must_draw_first", "may_i_window_open", "meld_not_found", "wrong_phase"]),
        (
            Action::Discard { card: card("4H").into() },
            ["must_draw_first", "may_i_window_open", "must_skip_first", "taken"],
        ),
        (
            Action::CallMayI,
            ["may_i_not_open", "current_player_cannot_call", "may_i_not_open", "may_i_not_open"],
        ),
        (Action::PassMayI, ["may_i_not_open", "taken", "may_i_not_open", "may_i_not_open"]),
        (Action::AllowMayI, ["not_prompted"; 4]),
        (Action::ClaimMayI, ["not_prompted"; 4]),
        (Action::StartGame, ["already_started"; 4]),
    ];
    let mut game = arranged(f0(), 1, Options::default());
    let ways = [Action::DrawFromStock, Action::DrawFromStock, Action::SkipLayDown];
    let states = [
        FlowState::AwaitingDraw,
        FlowState::MayIWindow,
        FlowState::Drawn,
        FlowState::AwaitingDiscard,
    ];
    for (column, expected) in states.into_iter().enumerate() {
        assert_eq!(flow_state(game.position()), expected);
        let listed = game.legal_actions(P0);
        for (command, answers) in &commands {
            let before = (game.hash(), game.state().clone());
            let answer = code(game.fork().act(P0, command.clone()));
            assert_eq!(answer, answers[column], "{command:?} in {expected:?}");
            if answer != "taken" {
                assert!(!listed.contains(command), "{command:?} is listed");
                assert_eq!(code(game.act(P0, command.clone())), answer);
                assert_eq!((game.hash(), game.state().clone()), before, "MI-160");
            }
            let turn_command = !matches!(
                command,
                Action::CallMayI
                    | Action::PassMayI
                    | Action::AllowMayI
                    | Action::ClaimMayI
                    | Action::StartGame
            );
            if turn_command {
                assert_eq!(code(game.fork().act(P2, command.clone())), "not_your_turn");
            }
        }
        assert!(!listed.iter().any(|action| matches!(action, Action::ReorderHand { .. })));
        if let Some(next) = ways.get(column) {
            game.act(P0, next.clone()).unwrap();
        }
    }
}

/// 14.6: one card per face, both ends for a wild, swaps, the best eight laydowns.
#[test]
fn the_list_of_the_action_phase() {
    let cards_there = PredefinedState {
        player_down_status: vec![true, false, false],
        table: vec![
            may_i::PredefinedMeld {
                kind: MeldKind::Run,
                cards: list("5S JK1 7S 8S"),
                owner_id: P1,
            },
            may_i::PredefinedMeld { kind: MeldKind::Set, cards: list("9C 9D 9H"), owner_id: P1 },
        ],
        ..arrangement(&["4S 4S#2 2C KD 9S", "6S 6D", "3C"], "QH 7D", "8C")
    };
    let mut game = arranged(cards_there, 2, Options::default());
    game.act(P0, Action::DrawFromStock).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    let labels = self::labels(&game, P0);
    assert_eq!(
        labels,
        [
            "On to the discard",
            "Lay off 4S on run 5S JK1 7S 8S",
            "Lay off 2C on run 5S JK1 7S 8S, at the start",
            "Lay off 2C on run 5S JK1 7S 8S, at the end",
            "Lay off 2C on set 9C 9D 9H",
            "Lay off 9S on run 5S JK1 7S 8S",
            "Lay off 9S on set 9C 9D 9H",
        ]
    );
    game.act(P0, Action::SkipLayDown).unwrap();
    assert_eq!(game.legal_actions(P0).len(), 5, "the two fours are one choice");
    game.act(P0, Action::Discard { card: card("KD").into() }).unwrap();
    game.act(P1, Action::DrawFromStock).unwrap();
    game.act(P1, Action::DrawFromStock).unwrap();
    let labels = self::labels(&game, P1);
    assert_eq!(labels, ["On to the discard", "Swap 6S for JK1 in run 5S JK1 7S 8S"]);
}

/// The labels of the choices in a prompt.
fn labels(game: &Match<MayI>, seat: Seat) -> Vec<String> {
    let prompt = game.prompt(seat).unwrap();
    prompt.choices.iter().map(|choice| choice.label.codes()).collect()
}

#[test]
fn at_most_eight_laydowns_are_listed_and_any_other_is_taken_too() {
    let hand = "3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H 7C";
    let mut game = arranged(arrangement(&[hand, "6S", "3S"], "QH 7D", "8C"), 1, Options::default());
    game.act(P0, Action::DrawFromDiscard).unwrap();
    let listed = game.legal_actions(P0);
    let laydowns: Vec<_> =
        listed.iter().filter(|action| matches!(action, Action::LayDown { .. })).collect();
    assert!((1..=8).contains(&laydowns.len()));
    let melds = vec![set("3H 3D 3C"), set("4H 4D 4C")];
    game.act(P0, Action::LayDown { melds }).unwrap();
}

#[test]
fn the_hint_of_the_view_is_a_laydown() {
    let hand = "9C 9D 9H KC KD KH 5S";
    let mut game = arranged(arrangement(&[hand, "6D", "3C"], "QH 7D", "8C"), 1, Options::default());
    let hint = game.view(Viewer::Seat(P0)).can_lay_down.unwrap();
    assert_eq!(game.view(Viewer::Seat(P1)).can_lay_down, None);
    assert_eq!(game.view(Viewer::Public).can_lay_down, None);
    game.act(P0, Action::DrawFromDiscard).unwrap();
    game.act(P0, Action::LayDown { melds: hint.into_iter().map(NamedMeld::from).collect() })
        .unwrap();
    assert_eq!(game.view(Viewer::Seat(P0)).can_lay_down, None, "once is enough");
}

/// A silent table: the clock plays the whole game, and the window waits for nobody.
#[test]
fn silent_players_are_played_for() {
    let options = Options {
        turn_limit_ms: Some(Millis(1_000)),
        may_i_hold: MayIHold::MaxMs(Millis(500)),
        starting_round: 6,
        max_turns_per_round: Some(7),
        ..Options::default()
    };
    let mut game = with(options, 3, 3);
    let hand = game.state().hand(P0).to_vec();
    game.advance_to(Millis(1_000)).unwrap();
    assert_eq!(flow_state(game.position()), FlowState::MayIWindow);
    game.advance_to(Millis(2_499)).unwrap();
    assert_eq!(flow_state(game.position()), FlowState::MayIWindow);
    game.advance_to(Millis(2_500)).unwrap();
    assert_eq!(flow_state(game.position()), FlowState::Drawn);
    game.advance_to(Millis(4_500)).unwrap();
    assert_eq!(game.state().current, P1);
    // The drawn card was discarded again, unless it was wild.
    let kept: Vec<_> = game.state().hand(P0).to_vec();
    assert!(kept == hand || kept.last().unwrap().is_wild());
    game.advance_to(Millis(60_000)).unwrap();
    assert!(game.outcome().is_some());
    assert_eq!(game.state().history[0].ended_by, EndedBy::TurnCap);
}

#[test]
fn mi_115_a_turn_too_many_does_not_start() {
    let options = Options { max_turns_per_round: Some(2), ..Options::default() };
    let mut game = with(options, 3, 9);
    let mut dice = Dice::new(Seed::from_number(9));
    while game.state().round == 1 {
        assert!(game.state().turn <= 2);
        step(&mut game, &mut dice);
    }
    let record = game.state().history[0];
    assert_eq!((record.winner, record.ended_by), (None, EndedBy::TurnCap));
    assert!(record.scores.iter().all(|score| score >= 3), "MI-131");
    assert_eq!(game.state().turns, 3, "two, and the first of the next round");
}

/// MI-234: the player whose turn it is can always act.
#[test]
fn mi_234_the_current_player_always_has_a_command() {
    let mut dice = Dice::new(Seed::from_number(234));
    for preset in MayI::presets() {
        let mut game = with(Options { may_i_hold: MayIHold::Off, ..preset.options }, 5, 234);
        while game.outcome().is_none() {
            let current = game.state().current;
            if game.state().settling.is_none() {
                let legal = game.legal_actions(current);
                let accepted = legal
                    .iter()
                    .all(|action| MayI::check(game.position(), By::Seat(current), action).is_ok());
                assert!(!legal.is_empty() && accepted);
            }
            step(&mut game, &mut dice);
        }
    }
}

#[test]
fn an_outcome_has_the_totals_and_the_winners() {
    let mut game = with(Options::bench(), 4, 77);
    play_out(&mut game, 78);
    let outcome = game.outcome().unwrap();
    let totals: Vec<i32> = game.state().totals().iter().map(i32::from).collect();
    assert_eq!(outcome.scores.as_slice(), totals);
    let least = totals.iter().min().unwrap();
    for seat in Seat::first(4) {
        assert_eq!(outcome.winners.contains(seat), totals[seat.at()] == *least);
    }
    let at: Position<'_, MayI> = game.position();
    assert_eq!(MayI::to_act(at).len(), 0);
}

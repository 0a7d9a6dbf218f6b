//! The four machines, each on its own (MI-140, MI-240), and their charts.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use std::collections::BTreeSet;

use croupier_chart::check::graph::Explorer;
use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{RuleContext, Seat, SeatKind};
use may_i::flow::{
    GameContext, GameMachine, Machines, MayIWindowMachine, RoundContext, RoundMachine, Trigger,
    TurnContext, TurnMachine, WindowContext,
};
use may_i::meld::End;
use may_i::{
    EndedBy, Event, MayI, MayIHold, MayITiming, MeldId, MeldKind, Options, PredefinedMeld,
    PredefinedState, Proposal, RoundRecord, State, WindowOutcome,
};

use crate::common::{P0, P1, P2, P3, arrangement, card, cards, f0, list, rules_with, written};

fn machines() -> &'static Machines {
    Machines::of(&Options::default())
}

fn exposed() -> Options {
    Options { may_i_timing: MayITiming::Exposed, ..Options::default() }
}

fn paths<M: Machine>(chart: &Chart<M>) -> Vec<&str> {
    chart.states().map(|state| chart.path(state)).skip(1).collect()
}

#[test]
fn the_states_are_those_of_the_specification() {
    let of = machines();
    assert_eq!(of.game.id(), "game");
    assert_eq!(paths(&of.game), ["setup", "playing", "roundEnd", "gameEnd"]);
    assert_eq!(of.round.id(), "round");
    assert_eq!(paths(&of.round), ["dealing", "active", "scoring"]);
    assert_eq!(of.turn.id(), "turn");
    let turn =
        ["awaitingDraw", "mayIWindow", "drawn", "awaitingDiscard", "turnComplete", "wentOut"];
    assert_eq!(paths(&of.turn), turn);
    assert_eq!(of.window.id(), "mayIWindow");
    let window = [
        "open",
        "holding",
        "resolvingClaims",
        "closedByCurrentPlayer",
        "resolved",
        "closedNoClaim",
    ];
    assert_eq!(paths(&of.window), window);
}

#[test]
fn mi_305a_the_states_of_the_exposed_timing() {
    let of = Machines::of(&exposed());
    let round = [
        "dealing",
        "active",
        "active.playing",
        "active.resolvingMayI",
        "active.resolvingMayI.checkingNextPlayer",
        "active.resolvingMayI.waitingForResponse",
        "active.resolvingMayI.resolved",
        "scoring",
    ];
    assert_eq!(paths(&of.round), round);
    let turn = ["awaitingDraw", "drawn", "awaitingDiscard", "turnComplete", "wentOut"];
    assert_eq!(paths(&of.turn), turn);
}

/// S-45's input.
fn turn_alone(players: u8) -> Runner<TurnMachine> {
    let arranged = arrangement(&["4H 5C KD", "", ""], "QH 7D JC", "8C");
    let mut state = State::arranged(&arranged, 1, P0).unwrap();
    state.players = players;
    let rules = rules_with(state, Options::default());
    Runner::start(machines().turn.clone(), TurnContext::new(P0, 1), rules).unwrap()
}

fn taken<M: Machine<Trigger = Trigger>>(runner: &mut Runner<M>, trigger: &Trigger) {
    assert!(runner.send(trigger).unwrap().is_taken(), "{trigger:?}");
}

fn ignored<M: Machine<Trigger = Trigger>>(runner: &mut Runner<M>, trigger: &Trigger) {
    assert!(!runner.send(trigger).unwrap().is_taken(), "{trigger:?}");
}

#[test]
fn mi_140_mi_142_mi_143_mi_147_s_45_the_turn_alone() {
    let mut turn = turn_alone(3);
    taken(&mut turn, &Trigger::DrawFromStock { player: None });
    assert_eq!(turn.leaves(), ["mayIWindow", "mayIWindow/mayIWindow/open"]);
    assert_eq!(written(turn.rules.state.hand(P0)), "4H 5C KD QH");
    assert!(turn.rules.state.drew.is_some());
    taken(&mut turn, &Trigger::CallMayI { player: Some(P2) });
    taken(&mut turn, &Trigger::DrawFromStock { player: None });
    assert_eq!(turn.leaves(), ["drawn"]);
    taken(&mut turn, &Trigger::SkipLayDown { player: None });
    taken(&mut turn, &Trigger::Discard { player: None, card: card("KD") });
    assert_eq!(turn.leaves(), ["turnComplete"]);
    assert!(!turn.chart().output(turn.snapshot(), &turn.rules).unwrap().went_out);
    let state = &turn.rules.state;
    assert_eq!(written(state.hand(P2)), "8C 7D");
    assert_eq!(written(state.hand(P0)), "4H 5C QH");
    assert_eq!((written(state.stock()), written(state.discard())), ("JC".into(), "KD".into()));
}

#[test]
fn s_45_without_other_players_no_window_opens() {
    let mut turn = turn_alone(0);
    taken(&mut turn, &Trigger::DrawFromStock { player: None });
    assert_eq!(turn.leaves(), ["drawn"]);
}

#[test]
fn mi_141_what_no_transition_accepts_leaves_the_machine_unchanged() {
    let mut turn = turn_alone(3);
    let before = (turn.save(), turn.rules.state.clone());
    ignored(&mut turn, &Trigger::DrawFromStock { player: Some(P1) });
    ignored(&mut turn, &Trigger::CallMayI { player: Some(P1) });
    ignored(&mut turn, &Trigger::Discard { player: None, card: card("KD") });
    ignored(&mut turn, &Trigger::SkipLayDown { player: None });
    assert_eq!((turn.save(), turn.rules.state.clone()), before);
}

/// `stock_empty` occurs only here: MI-114 prevents it in a game.
#[test]
fn a_turn_alone_cannot_draw_from_an_empty_stock() {
    let state = State::arranged(&arrangement(&["4H", "", ""], "", "8C"), 1, P0).unwrap();
    let rules = rules_with(state, Options::default());
    let mut turn = Runner::start(machines().turn.clone(), TurnContext::new(P0, 1), rules).unwrap();
    ignored(&mut turn, &Trigger::DrawFromStock { player: None });
    taken(&mut turn, &Trigger::DrawFromDiscard { player: None });
}

/// S-46's input.
fn window_state(stock: &str) -> State {
    let cards = PredefinedState {
        last_discarded_by: Some(P0),
        ..arrangement(&["", "", "", ""], stock, "8C")
    };
    State::arranged(&cards, 1, P1).unwrap()
}

fn window_alone(stock: &str) -> Runner<MayIWindowMachine> {
    let rules = rules_with(window_state(stock), Options::default());
    let input = WindowContext { current: P1 };
    Runner::start(machines().window.clone(), input, rules).unwrap()
}

#[test]
fn mi_92_mi_98_mi_99_mi_101_s_46_the_window_alone() {
    let mut window = window_alone("7D JC");
    ignored(&mut window, &Trigger::CallMayI { player: Some(P0) });
    ignored(&mut window, &Trigger::CallMayI { player: Some(P1) });
    taken(&mut window, &Trigger::CallMayI { player: Some(P3) });
    taken(&mut window, &Trigger::CallMayI { player: Some(P2) });
    let claimants: Vec<Seat> = window.rules.state.window.unwrap().claimants.iter().collect();
    assert_eq!(claimants, [P3, P2]);
    taken(&mut window, &Trigger::DrawFromStock { player: Some(P1) });
    assert_eq!(window.leaves(), ["resolved"]);
    let output = window.chart().output(window.snapshot(), &window.rules).unwrap();
    assert_eq!(output.outcome, WindowOutcome::MayIResolved);
    let result = window.rules.state.may_i.unwrap();
    assert_eq!((result.winner, result.offered), (Some(P2), card("8C")));
    assert_eq!(result.penalty, Some(card("7D")));
    assert_eq!(written(window.rules.state.hand(P2)), "8C 7D");
    assert_eq!(written(window.rules.state.stock()), "JC");
}

#[test]
fn mi_100_s_46_without_a_stock_there_is_no_penalty() {
    let mut window = window_alone("");
    taken(&mut window, &Trigger::CallMayI { player: Some(P2) });
    taken(&mut window, &Trigger::DrawFromStock { player: Some(P1) });
    assert_eq!(window.rules.state.may_i.unwrap().penalty, None);
    assert_eq!(written(window.rules.state.hand(P2)), "8C");
}

#[test]
fn mi_96_s_46_the_current_player_takes_the_card() {
    let mut window = window_alone("7D JC");
    taken(&mut window, &Trigger::CallMayI { player: Some(P3) });
    taken(&mut window, &Trigger::DrawFromDiscard { player: Some(P1) });
    assert_eq!(window.leaves(), ["closedByCurrentPlayer"]);
    let output = window.chart().output(window.snapshot(), &window.rules).unwrap();
    assert_eq!(output.outcome, WindowOutcome::CurrentPlayerClaimed);
    let result = window.rules.state.may_i.unwrap();
    assert_eq!((result.winner, result.offered, result.penalty), (Some(P1), card("8C"), None));
    assert_eq!(written(window.rules.state.stock()), "7D JC");
}

#[test]
fn mi_102_s_46_nobody_calls() {
    let mut window = window_alone("7D JC");
    taken(&mut window, &Trigger::DrawFromStock { player: Some(P1) });
    assert_eq!(window.leaves(), ["closedNoClaim"]);
    let output = window.chart().output(window.snapshot(), &window.rules).unwrap();
    assert_eq!(output.outcome, WindowOutcome::NoClaims);
    assert_eq!(window.rules.state.may_i.and_then(|result| result.winner), None);
}

fn record(round: u8, scores: [u16; 3], winner: Seat) -> RoundRecord {
    let scores = scores.into_iter().collect();
    RoundRecord { round, scores, winner: Some(winner), ended_by: EndedBy::WentOut }
}

/// A game in the lobby, with real dice and this many seats.
fn game_alone(state: State, chairs: usize) -> Runner<GameMachine> {
    let dice = Dice::new(Seed::from_number(47));
    let rules = RuleContext::new(state, Options::default(), &vec![SeatKind::Person; chairs], dice);
    Runner::start(machines().game.clone(), GameContext::default(), rules).unwrap()
}

fn join(game: &mut Runner<GameMachine>, names: &[&'static str]) {
    for name in names {
        taken(game, &Trigger::AddPlayer { name: (*name).into() });
    }
}

#[test]
fn mi_11_mi_12_mi_18_mi_133_mi_144_s_47_the_game_alone() {
    let mut game = game_alone(State::planned(0, []).unwrap(), 3);
    join(&mut game, &["Ann", "Ben"]);
    ignored(&mut game, &Trigger::StartGame);
    join(&mut game, &["Cat"]);
    ignored(&mut game, &Trigger::AddPlayer { name: "Dan".into() });
    taken(&mut game, &Trigger::StartGame);
    assert_eq!(game.snapshot().context().names.as_slice(), ["Ann", "Ben", "Cat"]);
    assert_eq!((game.rules.state.round, game.rules.state.dealer), (1, P2));
    for round in 1..=6 {
        assert!(game.is_in("playing"), "transient states are never seen at rest");
        assert_eq!(game.rules.state.round, round);
        assert_eq!(game.rules.state.dealer, Seat((round + 1) % 3));
        taken(&mut game, &Trigger::RoundComplete { record: record(round, [0, 10, 20], P0) });
    }
    assert_eq!(game.leaves(), ["gameEnd"]);
    let output = game.chart().output(game.snapshot(), &game.rules).unwrap();
    assert_eq!(output.final_scores.as_slice(), [0, 60, 120]);
    assert_eq!(output.round_history.len(), 6);
    assert_eq!(output.winners.iter().collect::<Vec<_>>(), [P0]);
}

/// MI-145 through the game's own input: two rounds are predefined, the others dealt.
#[test]
fn mi_145_rounds_can_be_arranged_beforehand() {
    let second = arrangement(&["3C", "4C", "5C"], "6C 7C", "8C");
    let mut state = State::planned(3, [(1, f0()), (2, second)]).unwrap();
    state.players = 0;
    let mut game = game_alone(state, 3);
    join(&mut game, &["Ann", "Ben", "Cat"]);
    taken(&mut game, &Trigger::StartGame);
    assert_eq!(written(game.rules.state.hand(P0)), "4H 5C KD");
    taken(&mut game, &Trigger::RoundComplete { record: record(1, [0, 10, 20], P0) });
    assert_eq!(written(game.rules.state.hand(P0)), "3C");
    assert_eq!(written(game.rules.state.stock()), "6C 7C");
    taken(&mut game, &Trigger::RoundComplete { record: record(2, [0, 10, 20], P0) });
    assert_eq!(game.rules.state.hand(P0).len(), 11);
    assert_eq!(game.rules.state.stock().len(), 74);
}

#[test]
fn mi_145_what_makes_no_sense_is_refused() {
    let meld = |kind, text: &str| PredefinedMeld { kind, cards: list(text), owner_id: P0 };
    let with = |melds: Vec<PredefinedMeld>| PredefinedState { table: melds, ..f0() };
    let wrong = [
        arrangement(&["3C", "4C"], "5C", "6C"),
        arrangement(&["3C", "4C", "3C"], "5C", "6C"),
        arrangement(&["3C", "4C", "5C"], "5C", "6C"),
        with(vec![meld(MeldKind::Set, "2C 2D JK1")]),
        with(vec![meld(MeldKind::Set, "9C 9D 10H")]),
        with(vec![meld(MeldKind::Run, "5S 7S 6S 8H")]),
        with(vec![meld(MeldKind::Run, "5S 7S 6S 8S")]),
        with(vec![meld(MeldKind::Run, "2C 3S 4S 5S")]),
        with(vec![meld(MeldKind::Set, "4H 9D 9H")]),
        PredefinedState { last_discarded_by: Some(P3), ..f0() },
        PredefinedState { player_down_status: vec![true], ..f0() },
    ];
    for arranged in wrong {
        let refused = arranged.check(3).unwrap_err().to_string();
        assert!(refused.starts_with("invalid_predefined_state"), "{refused}");
    }
    // Ratio, size and contract of predefined melds are not checked.
    let odd = vec![meld(MeldKind::Set, "9C 2D 2H JK1"), meld(MeldKind::Run, "JK2 JK3 AS")];
    assert_eq!(with(odd).check(3), Ok(()));
}

/// MI-145, MI-121: the stock of a predefined round is replenished like any other.
#[test]
fn mi_121_an_arranged_round_is_replenished() {
    let arranged = arrangement(&["3C", "4C", "5C"], "", "8C 9C 10C");
    let rules = rules_with(State::planned(3, [(1, arranged)]).unwrap(), Options::default());
    let input = RoundContext::new(1, P2);
    let round = Runner::start(machines().round.clone(), input, rules).unwrap();
    assert_eq!(written(round.rules.state.stock()), "9C 10C");
    assert_eq!(written(round.rules.state.discard()), "8C");
}

/// MI-114 at the very start of a round.
#[test]
fn mi_114_a_round_without_a_stock_is_over_before_it_begins() {
    let arranged = arrangement(&["3C", "4C", "5C"], "", "8C");
    let rules = rules_with(State::planned(3, [(4, arranged)]).unwrap(), Options::default());
    let input = RoundContext::new(4, P2);
    let round = Runner::start(machines().round.clone(), input, rules).unwrap();
    assert_eq!(round.leaves(), ["scoring"]);
    let output = round.chart().output(round.snapshot(), &round.rules).unwrap();
    assert_eq!(output.round_record.ended_by, EndedBy::Exhausted);
    assert_eq!(output.round_record.scores.as_slice(), [3, 4, 5]);
}

#[test]
fn mi_111_mi_130_mi_132_the_round_alone_leaves_a_record() {
    let arranged = arrangement(&["9C 9D 9H KC KD KH", "6D JK1", "AC 2H"], "3H 7D", "8C");
    let rules = rules_with(State::planned(3, [(1, arranged)]).unwrap(), Options::default());
    let input = RoundContext::new(1, P2);
    let mut round = Runner::start(machines().round.clone(), input, rules).unwrap();
    taken(&mut round, &Trigger::DrawFromDiscard { player: None });
    let set = |text: &str| Proposal { kind: MeldKind::Set, cards: cards(text) };
    let melds = vec![set("9C 9D 9H"), set("KC KD KH")];
    taken(&mut round, &Trigger::LayDown { player: None, melds });
    assert!(round.chart().output(round.snapshot(), &round.rules).is_none());
    taken(&mut round, &Trigger::Discard { player: None, card: card("8C") });
    assert_eq!(round.leaves(), ["scoring"]);
    let record = round.chart().output(round.snapshot(), &round.rules).unwrap().round_record;
    assert_eq!((record.round, record.winner, record.ended_by), (1, Some(P0), EndedBy::WentOut));
    assert_eq!(record.scores.as_slice(), [0, 56, 35]);
}

/// S-33: the order of events.
#[test]
fn mi_123_mi_124_s_33_the_stock_is_replenished_before_the_window_opens() {
    let arranged = PredefinedState { stock: list("QH"), discard: list("8C 4S JD 10D"), ..f0() };
    let rules = rules_with(State::planned(3, [(1, arranged)]).unwrap(), Options::default());
    let input = RoundContext::new(1, P2);
    let mut round = Runner::start(machines().round.clone(), input, rules.recording()).unwrap();
    round.rules.take_events();
    taken(&mut round, &Trigger::DrawFromStock { player: None });
    let events = round.rules.take_events();
    let [
        Event::DrewFromStock { .. },
        Event::StockReplenished { count: 3, .. },
        Event::MayIOpened { card: offered, .. },
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(*offered, card("8C"));
}

/// An explorer and its starting point.
type Start<'c, M, K> = (Explorer<'c, M, K>, <M as Machine>::Context, RuleContext<MayI>);

/// What remains unvisited in a chart from these starting points, apart from its children.
fn missing<M, K>(explorers: Vec<Start<'_, M, K>>) -> BTreeSet<String>
where
    M: Machine<Rules = RuleContext<MayI>, Trigger = Trigger>,
    K: Ord,
{
    let lists = explorers.into_iter().map(|(explorer, context, rules)| {
        let cover = explorer.limit(6_000).cover(context, rules);
        let coverage = cover.coverage();
        let own = coverage.items().next().unwrap().chart.clone();
        let missing = coverage.missing().filter(|item| item.chart == own);
        missing.map(ToString::to_string).collect::<BTreeSet<_>>()
    });
    lists.reduce(|one, other| &one & &other).unwrap()
}

fn everybody() -> impl Iterator<Item = Option<Seat>> + Clone {
    (0..4).map(|seat| Some(Seat(seat))).chain([None])
}

/// All possible answers of all players in a window.
fn answers() -> Vec<Trigger> {
    let says = |player| {
        [
            Trigger::CallMayI { player },
            Trigger::PassMayI { player },
            Trigger::DrawFromStock { player },
            Trigger::DrawFromDiscard { player },
            Trigger::AllowMayI { player },
            Trigger::ClaimMayI { player },
        ]
    };
    everybody().flat_map(says).collect()
}

#[test]
fn mi_240_the_window_is_covered() {
    let key = |_: &Snapshot<_>, rules: &RuleContext<MayI>| {
        let window = rules.state.window.unwrap_or_default();
        let answers: Vec<_> = (0..4).map(|seat| window.has_answered(Seat(seat))).collect();
        (answers, window.claimants.len(), rules.state.may_i.map(|it| it.winner))
    };
    let held = Options { may_i_hold: MayIHold::MaxMs(Millis(8_000)), ..Options::default() };
    let explorers = vec![{
        let rules = rules_with(window_state("7D JC"), held);
        let explorer = Explorer::new(&machines().window, |_, _| answers()).key(key);
        (explorer, WindowContext { current: P1 }, rules)
    }];
    assert_eq!(missing(explorers), BTreeSet::new());
}

/// Everything the players of a small table could do, legal or not.
fn actions(state: &State) -> Vec<Trigger> {
    let mut actions = answers();
    for player in [None, Some(P1)] {
        let hand = state.hand(player.unwrap_or(state.current));
        actions.push(Trigger::SkipLayDown { player });
        actions.push(Trigger::ReorderHand { player, cards: hand.iter().rev().copied().collect() });
        for held in hand {
            actions.push(Trigger::Discard { player, card: *held });
            for (meld, _, laid) in state.table() {
                for end in [End::Start, End::End] {
                    actions.push(Trigger::LayOff { player, card: *held, meld, end });
                }
                for joker in laid.iter().filter(|it| it.is_joker()) {
                    let (card, joker) = (*held, *joker);
                    actions.push(Trigger::SwapJoker { player, meld, joker, card });
                }
            }
        }
        let set = |text: &str| Proposal { kind: MeldKind::Set, cards: cards(text) };
        let melds = vec![set("9C 9D 9H"), set("KC KD KH")];
        actions.push(Trigger::LayDown { player, melds });
    }
    actions
}

/// As coarse as possible: the number of cards in each place, and who has answered.
fn turn_key<M: Machine>(_: &Snapshot<M>, rules: &RuleContext<MayI>) -> String {
    let state = &rules.state;
    let hands: Vec<_> = state.seats().map(|seat| state.hand(seat).len()).collect();
    let window = state.window.map(|it| (it.claimants.len(), it.declined.len(), it.passed));
    let asked = state.settling.map(|it| it.asked);
    format!("{hands:?} {window:?} {:?} {asked:?} {}", state.drew, state.turn)
}

/// Positions that together allow every transition of a turn.
fn turns() -> Vec<PredefinedState> {
    let meld = |kind, text: &str| PredefinedMeld { kind, cards: list(text), owner_id: P1 };
    let run = || vec![meld(MeldKind::Run, "5S JK1 7S 8S")];
    vec![
        f0(),
        // The only player who is not down.
        PredefinedState { player_down_status: vec![false, true, true], ..f0() },
        // A laydown of the whole hand, and one that leaves a card.
        arrangement(&["9C 9D 9H KC KD", "6D", "3C"], "KH 7D", "8C"),
        arrangement(&["9C 9D 9H KC KD KH", "6D", "3C"], "4D 7D", "8C"),
        // A joker to be swapped.
        PredefinedState { table: run(), ..arrangement(&["6S 4D", "6D", "3C"], "KH 7D", "8C") },
        // Cards to be laid off, up to the last.
        PredefinedState {
            table: run(),
            player_down_status: vec![true, false, false],
            ..arrangement(&["9S", "6D", "3C"], "4S 7D", "8C")
        },
    ]
}

#[test]
fn mi_240_the_turn_is_covered() {
    for options in [Options::default(), exposed()] {
        let options = Options { implicit_skip: true, ..options };
        let chart = &Machines::of(&options).turn;
        let explorers = turns().into_iter().map(|arranged| {
            let state = State::arranged(&arranged, 1, P0).unwrap();
            let offer =
                |_: &Snapshot<TurnMachine>, rules: &RuleContext<MayI>| actions(&rules.state);
            let explorer = Explorer::new(chart, offer).key(turn_key);
            (explorer, TurnContext::new(P0, 1), rules_with(state, options.clone()))
        });
        let mut missing = missing(explorers.collect());
        // A claim answers a question of the round; see below.
        missing.retain(|item| !item.contains("CLAIM_MAY_I"));
        assert_eq!(missing, BTreeSet::new(), "{:?}", options.may_i_timing);
    }
}

#[test]
fn mi_240_the_round_is_covered() {
    for options in [Options::default(), exposed()] {
        let of = Machines::of(&options);
        let short = Options { max_turns_per_round: Some(1), ..options.clone() };
        let mut tables: Vec<_> = turns().into_iter().map(|it| (it, options.clone())).collect();
        tables.push((f0(), short));
        tables.push((arrangement(&["3C", "4C", "5C"], "", "8C"), options.clone()));
        tables.push((arrangement(&["3C", "4C", "5C"], "6C", "8C"), options.clone()));
        let explorers = tables.into_iter().map(|(arranged, options)| {
            // One turn is enough; from the second on nobody acts.
            let offer = |_: &Snapshot<RoundMachine>, rules: &RuleContext<MayI>| {
                if rules.state.turn == 1 { actions(&rules.state) } else { vec![] }
            };
            let rules = rules_with(State::planned(3, [(1, arranged)]).unwrap(), options);
            let explorer = Explorer::new(&of.round, offer).key(turn_key);
            (explorer, RoundContext::new(1, P2), rules)
        });
        assert_eq!(missing(explorers.collect()), BTreeSet::new(), "{:?}", options.may_i_timing);
    }
}

#[test]
fn mi_303_the_claim_of_the_current_player_is_the_turns_affair() {
    let rules = rules_with(State::planned(3, [(1, f0())]).unwrap(), exposed());
    let of = Machines::of(&exposed());
    let mut round = Runner::start(of.round.clone(), RoundContext::new(1, P2), rules).unwrap();
    taken(&mut round, &Trigger::CallMayI { player: Some(P1) });
    ignored(&mut round, &Trigger::DrawFromStock { player: Some(P0) });
    taken(&mut round, &Trigger::ClaimMayI { player: Some(P0) });
    assert_eq!(round.leaves(), ["active.playing", "active/turn/drawn"]);
}

#[test]
fn mi_240_the_game_is_covered() {
    let explorer =
        Explorer::new(&machines().game, |_: &Snapshot<GameMachine>, rules: &RuleContext<MayI>| {
            let round = rules.state.round;
            vec![
                Trigger::AddPlayer { name: "Ann".into() },
                Trigger::StartGame,
                Trigger::RoundComplete { record: record(round, [0, 10, 20], P0) },
                Trigger::DrawFromDiscard { player: None },
                Trigger::SkipLayDown { player: None },
                Trigger::Discard { player: None, card: card("9S") },
            ]
        });
    let explorer = explorer.key(|_, rules| (rules.state.players, rules.state.history.len()));
    // Rounds of one turn: the 9 turned up is taken and discarded again.
    let options = Options { max_turns_per_round: Some(1), ..Options::default() };
    let seats = [SeatKind::Person; 4];
    let rules = RuleContext::new(State::planned(0, []).unwrap(), options, &seats, Dice::scripted());
    let missing = missing(vec![(explorer, GameContext::default(), rules)]);
    assert_eq!(missing, BTreeSet::new());
}

/// Timers contain triggers, and timers are saved.
#[test]
fn triggers_survive_json() {
    let meld = MeldId { owner: P2, index: 3 };
    let trigger = Trigger::LayOff { player: None, card: card("7S#2"), meld, end: End::Start };
    let text = serde_json::to_string(&trigger).unwrap();
    assert_eq!(serde_json::from_str::<Trigger>(&text).unwrap(), trigger);
}

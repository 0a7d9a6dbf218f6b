//! Rules of the table: options, the opening, the clock, the log, refusals, the shot clock.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{By, Game, InputError, Rejection, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Input, Match, Setup};
use croupier_kit::scenario::Scenario;
use rush::{
    Action, Auto, EndGamePolicy, Event, FlowState, Options, Reject, Rush, SeatChange, Skip,
    StallRule, flow_state,
};
use serde_json::json;

fn setup(seats: usize, seed: u64) -> Setup<Rush> {
    Setup::new(seats, Seed::from_number(seed))
}

fn table(setup: &Setup<Rush>) -> Match<Rush> {
    Match::new(setup.clone()).unwrap()
}

fn here(game: &Match<Rush>) -> FlowState {
    flow_state(game.position().flow)
}

fn code(answer: Result<(), InputError<Rush>>) -> &'static str {
    answer.err().map_or("taken", |refused| refused.code())
}

/// The first table with these options at which the first player has a decision to make.
fn asked_table(options: &Options, seats: usize) -> Match<Rush> {
    (0..100)
        .map(|seed| {
            let mut game = table(&Setup { options: options.clone(), ..setup(seats, seed) });
            game.advance_to(options.starting_ms).unwrap();
            game
        })
        .find(|game| here(game) == FlowState::PlayerTurn)
        .unwrap()
}

#[test]
fn ru_04a_to_c_presets_and_refused_options() {
    let presets = Rush::presets();
    let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["classic", "online", "bench", "flip", "party"]);
    assert_eq!(presets[0].options, Options::default());
    let online = &presets[1].options;
    assert_eq!(online.turn_limit_ms, Some(Millis(15_000)));
    assert_eq!(online.end_game_policy, EndGamePolicy::Unanimous);
    let bench = &presets[2].options;
    assert_eq!(
        (bench.starting_ms, bench.waiting_ms, bench.ending_ms),
        (Millis::ZERO, Millis::ZERO, Millis::ZERO)
    );
    assert_eq!(bench.game_seconds, 180);
    assert_eq!(presets[3].options.stall_rule, StallRule::Flip);
    let party = Options { stall_rule: StallRule::Flip, ..online.clone() };
    assert_eq!(presets[4].options, party);
    assert_eq!(Rush::TABLE_PRESET, Some("party"), "what tables play");
    for preset in &presets {
        assert!((2..=4).all(|seats| Rush::check_options(&preset.options, seats).is_ok()));
        assert!(Rush::check_options(&preset.options, 1).is_err());
        assert!(Rush::check_options(&preset.options, 5).is_err());
    }
    let classic = Options::default;
    for wrong in [
        Options { hand_size: 0, ..classic() },
        Options { hand_size: 8, ..classic() },
        Options { game_seconds: 0, ..classic() },
        Options { turn_limit_ms: Some(Millis::ZERO), ..classic() },
        Options { game_seconds: 3601, ..classic() },
        Options { game_seconds: u32::MAX, ..classic() },
        Options { turn_limit_ms: Some(Millis(3_600_001)), ..classic() },
        Options { starting_ms: Millis(u64::MAX), ..classic() },
        Options { waiting_ms: Millis(3_600_001), ..classic() },
        Options { ending_ms: Millis(u64::MAX), ..classic() },
        Options { min_players: 1, ..classic() },
        Options { max_players: 5, ..classic() },
        Options { min_players: 4, max_players: 3, ..classic() },
        Options { notification_cap: 11, ..classic() },
    ] {
        assert!(Rush::check_options(&wrong, 2).is_err(), "{wrong:?}");
    }
}

#[test]
fn ru_08_hands_keep_the_order_of_receipt_and_the_pile_shows_its_last_card() {
    let mut game = asked_table(&Options::default(), 2);
    let before = game.state().clone();
    let seat = before.current;
    let play = game.legal_actions(seat).pop().unwrap();
    let Action::PlayCards { cards, .. } = play else { panic!("a play") };
    game.act(seat, Action::play(cards)).unwrap();
    let expected: Vec<_> =
        before.hand(seat).iter().copied().filter(|card| !cards.contains(*card)).collect();
    assert_eq!(game.state().hand(seat), expected);
    assert_eq!(game.state().top(), cards.last());
}

#[test]
fn ru_09_nobody_draws() {
    for (seats, undealt) in [(2, 37), (3, 30), (4, 23)] {
        let game = asked_table(&Options::default(), seats);
        assert_eq!(game.state().deck.len(), undealt);
        assert_eq!(game.view(Viewer::Seat(Seat(0))).undealt, undealt);
        assert!(serde_json::from_value::<Action>(json!("draw_card")).is_err());
    }
}

#[test]
fn ru_14_six_states_by_their_names() {
    let chart = Rush::flow(&Options::default());
    let names: Vec<_> = chart.states().map(|state| chart.path(state)).skip(1).collect();
    let expected: Vec<_> = FlowState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(names, expected);
    assert!(chart.lints().is_empty());
}

#[test]
fn ru_27_there_is_no_pass() {
    let mut game = asked_table(&Options::default(), 2);
    let seat = game.state().current;
    assert_eq!(code(game.act(seat, Action::SkipTurn)), "system_only");
    // Without a shot clock a player may think until the three minutes are over.
    game.advance_to(Millis(180_999)).unwrap();
    assert_eq!(here(&game), FlowState::PlayerTurn);
}

#[test]
fn ru_36_the_timer_shows_the_last_tick() {
    let mut game = asked_table(&Options::default(), 2);
    assert_eq!(game.state().game_timer, 180);
    for (now, shown) in [(1999, 180), (2000, 179), (61_000, 120), (180_999, 1)] {
        game.advance_to(Millis(now)).unwrap();
        assert_eq!(game.state().game_timer, shown, "at {now}");
    }
}

#[test]
fn ru_51_a_lost_connection_does_not_end_a_game() {
    let mut game = asked_table(&Options::default(), 2);
    for seat in [Seat(0), Seat(1)] {
        let gone = SeatChange {
            player: seat,
            name: None,
            person: true,
            connected: false,
            stands_in: false,
        };
        let action = Action::SeatsChanged { seats: [gone].into() };
        let input =
            Input { at: game.now(), by: By::Host, act: croupier_kit::matches::Act::Do(action) };
        game.input(input).unwrap();
    }
    assert_eq!(here(&game), FlowState::PlayerTurn);
    assert_eq!(code(game.act(Seat(0), Action::LeaveGame { player: None })), "wrong_state");
}

#[test]
fn ru_66_every_turn_has_its_own_limit() {
    let options = Options { turn_limit_ms: Some(Millis(3000)), ..Options::default() };
    let mut shots = 0;
    for seed in 0..40 {
        let mut game = table(&Setup { options: options.clone(), ..setup(3, seed) });
        let mut since = None;
        while game.outcome().is_none() {
            let due = game.next_due().unwrap();
            game.advance_to(due).unwrap();
            for event in game.take_events() {
                match event {
                    Event::TurnStarted { .. } => since = Some(game.now()),
                    Event::CardsPlayed { auto, cards, .. } => {
                        let begun = since.expect("a turn began");
                        let wait = if auto == Auto::ShotClock { 3000 } else { 0 };
                        assert_eq!(game.now() - begun, Millis(wait));
                        shots += usize::from(auto == Auto::ShotClock);
                        let newest = game.state().notifications.iter().rev();
                        let told: Vec<Card> = newest.filter_map(|made| made.card).collect();
                        assert_eq!(told.first(), cards.last().as_ref());
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(shots > 20, "{shots}");
}

#[test]
fn ru_66_a_prompt_says_when_the_time_is_over() {
    let options = Options { turn_limit_ms: Some(Millis(3000)), ..Options::default() };
    let game = asked_table(&options, 2);
    let seat = game.state().current;
    let prompt = game.prompt(seat).unwrap();
    assert_eq!(prompt.deadline, Some(game.now() + Millis(3000)));
    assert_eq!(game.prompt(seat.next(2)), None);
}

#[test]
fn ru_69_a_match_opens_with_the_joins_and_the_start() {
    let mut kinds = setup(3, 1);
    kinds.seats[1] = SeatKind::Bot;
    let game = table(&kinds);
    assert_eq!(here(&game), FlowState::GameStarting);
    assert_eq!(game.state().players.len(), 3);
    assert!(!game.state().persons.contains(Seat(1)));
    assert_eq!(game.inputs().len(), 5, "three joins, who is no person, the start");
}

#[test]
fn ru_69_at_a_served_table_the_room_has_the_word() {
    let options = Options { game_seconds: 1, ..Options::online() };
    let mut game = table(&Setup { options, ..setup(2, 3) });
    while game.outcome().is_none() {
        game.advance_to(game.next_due().unwrap()).unwrap();
    }
    let seat = Seat(0);
    for own in [
        Action::RestartGame,
        Action::StartGame,
        Action::LeaveGame { player: None },
        Action::PlayerJoin { name: "Ann".into(), player: None },
    ] {
        assert_eq!(code(game.act(seat, own)), "system_only");
    }
    let host = |act| Input {
        at: Millis(1_000_000),
        by: By::Host,
        act: croupier_kit::matches::Act::Do(act),
    };
    assert_eq!(code(game.input(host(Action::LeaveGame { player: None }))), "malformed");
    assert_eq!(code(game.input(host(Action::EndGame))), "not_seated");
    game.input(host(Action::RestartGame)).unwrap();
    assert_eq!(here(&game), FlowState::Lobby);
    assert_eq!(game.outcome(), None);
}

#[test]
fn ru_03_a_restart_goes_on_with_the_same_stream() {
    let options = Options { game_seconds: 1, ..Options::bench() };
    let mut game = table(&Setup { options, ..setup(2, 3) });
    let mut dealt = vec![];
    for _ in 0..2 {
        while game.outcome().is_none() {
            game.advance_to(game.next_due().unwrap()).unwrap();
        }
        let events = game.take_events();
        dealt
            .extend(events.into_iter().filter(|event| matches!(event, Event::DeckShuffled { .. })));
        let now = game.now();
        let host = |act| Input { at: now, by: By::Host, act: croupier_kit::matches::Act::Do(act) };
        game.input(host(Action::RestartGame)).unwrap();
        for action in Rush::opening(&Options::default(), &[SeatKind::Person; 2]) {
            game.input(host(action)).unwrap();
        }
    }
    // The second deck is what the same dice produce after one shuffle.
    let mut dice = Dice::new(Seed::from_number(3));
    for event in dealt {
        let mut deck: Vec<Card> = Card::deck().collect();
        dice.shuffle(&mut deck);
        let Event::DeckShuffled { deck: shuffled } = event else { panic!("a deck") };
        assert_eq!(shuffled.open().unwrap().as_slice(), deck);
    }
}

#[test]
fn ru_73_the_log() {
    let mut setup = setup(2, 0);
    setup.options = Options::bench();
    let mut dice = Dice::new(Seed::from_number(73));
    let mut game = table(&setup);
    loop {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { break };
        let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    let events = game.take_events();
    let heard = |viewer| -> Vec<Event> {
        events.iter().filter_map(|event| Rush::event_for(event, viewer)).collect()
    };
    let public = heard(Viewer::Public);
    assert!(matches!(public[0], Event::PlayerJoined { seat: Seat(0), .. }));
    assert!(matches!(public[2], Event::GameStarting { game: 1, .. }));
    assert!(matches!(public.last(), Some(Event::GameOver)));
    let hidden = |event: &Event| {
        matches!(
            event,
            Event::DeckShuffled { .. }
                | Event::Ticked { .. }
                | Event::CardSelected { .. }
                | Event::CardDeselected { .. }
        )
    };
    assert!(!public.iter().any(hidden), "ticks, selections and the deck are not logged");
    // Everybody sees the same, except for their own seven cards.
    for viewer in [Seat(0), Seat(1)] {
        let own = heard(Viewer::Seat(viewer));
        assert_eq!(own.len(), public.len());
        for (mine, theirs) in own.iter().zip(&public) {
            match mine {
                Event::HandDealt { seat, cards, count } => {
                    assert_eq!(cards.open().is_some(), *seat == viewer);
                    assert_eq!(*count, 7);
                }
                _ => assert_eq!(mine, theirs),
            }
        }
    }
}

#[test]
fn ru_74_the_order_of_the_reasons() {
    let mut game = asked_table(&Options::default(), 2);
    let (mine, yours) = (game.state().current, game.state().current.next(2));
    let (card, theirs) = (game.state().hand(mine)[0], game.state().hand(yours)[0]);
    let select = |card, player| Action::CardSelected { card, player };
    let before = game.hash();
    // Speaking for another player is checked before the turn, and the turn before the card.
    assert_eq!(code(game.act(yours, select(theirs, Some(mine)))), "wrong_player");
    assert_eq!(code(game.act(yours, select(card, Some(yours)))), "not_your_turn");
    assert_eq!(code(game.act(mine, select(theirs, Some(mine)))), "card_not_in_hand");
    assert_eq!(
        code(game.act(yours, Action::play([theirs].into_iter().collect()))),
        "not_your_turn"
    );
    let twice = Action::play([theirs, theirs].into_iter().collect());
    assert_eq!(code(game.act(mine, twice)), "duplicate_card");
    assert_eq!(code(game.act(Seat(7), Action::EndGame)), "no_such_seat");
    assert_eq!(code(game.act(mine, Action::StartGame)), "wrong_state");
    assert_eq!(game.hash(), before);
    assert!(serde_json::from_value::<Action>(json!({"play_cards": {"cards": ["1X"]}})).is_err());
    assert!(serde_json::from_value::<Action>(json!({"end_game": 3})).is_err());
}

#[test]
fn ru_74_codes_are_part_of_the_wire_format() {
    let card = Card::default();
    let codes = [
        Reject::Malformed,
        Reject::SystemOnly,
        Reject::NotSeated,
        Reject::WrongPlayer,
        Reject::WrongState,
        Reject::NotYourTurn,
        Reject::AlreadyJoined,
        Reject::BadName,
        Reject::LobbyFull,
        Reject::NotEnoughPlayers,
        Reject::CardNotInHand(card),
        Reject::AlreadySelected(card),
        Reject::NotSelected(card),
        Reject::EmptyPlay,
        Reject::DuplicateCard(card),
        Reject::IllegalPlay(card),
        Reject::NotPermitted,
        Reject::AlreadyVoted,
    ]
    .map(|reject| reject.code());
    let expected = "malformed system_only not_seated wrong_player wrong_state not_your_turn \
        already_joined bad_name lobby_full not_enough_players card_not_in_hand already_selected \
        not_selected empty_play duplicate_card illegal_play not_permitted already_voted";
    assert_eq!(codes.join(" "), expected.split_whitespace().collect::<Vec<_>>().join(" "));
}

#[test]
fn ru_75_the_legal_list() {
    let game = asked_table(&Options::default(), 2);
    let (mine, yours) = (game.state().current, game.state().current.next(2));
    assert!(game.legal_actions(yours).is_empty());
    let list = game.legal_actions(mine);
    let hand = game.state().hand(mine);
    let mut pairs = vec![];
    for action in &list {
        let Action::PlayCards { cards, player: None } = action else { panic!("only plays") };
        let others = &cards.as_slice()[..cards.len() - 1];
        let places: Vec<_> =
            others.iter().map(|card| hand.iter().position(|held| held == card)).collect();
        assert!(places.is_sorted(), "the other cards in hand order");
        let mut set = cards.as_slice().to_vec();
        set.sort();
        pairs.push((set, cards.last()));
        let mut fork = game.fork();
        fork.act(mine, action.clone()).unwrap();
    }
    let count = pairs.len();
    pairs.sort();
    pairs.dedup();
    assert_eq!(pairs.len(), count, "every pair of set and last card once");
}

#[test]
fn ru_55c_the_host_alone() {
    let scenario = json!({
        "options": {"end_game_policy": "host"}, "seats": 3,
        "setup": {"state": "PLAYER_TURN", "bots": [0], "pile": ["7C"],
                  "hands": [["7D", "8S", "KH"], ["2D"], ["3D"]]},
        "steps": [
            {"by": "P1", "do": "end_game", "reject": "not_permitted"},
            {"by": "P3", "do": "end_game", "reject": "not_permitted"},
            {"by": "P2", "do": "end_game"},
        ],
        "expect": {"state": "GAME_ENDING", "reason": "manual_end"},
    });
    let scenario: Scenario = serde_json::from_value(scenario).unwrap();
    scenario.run::<Rush>().unwrap();
}

#[test]
fn ru_55f_a_vote_to_end_is_offered_as_long_as_it_counts() {
    let mut game = asked_table(&Options::online(), 2);
    for seat in Seat::first(2) {
        assert_eq!(game.offers(seat), [Action::EndGame], "{seat}, whose turn it is or not");
    }
    game.act(Seat(1), Action::EndGame).unwrap();
    assert_eq!(game.offers(Seat(1)), [], "one vote each");
    assert_eq!(game.offers(Seat(0)), [Action::EndGame]);
    game.act(Seat(0), Action::EndGame).unwrap();
    assert_eq!(game.offers(Seat(0)), [], "the game is ending");
}

#[test]
fn ru_68_without_undealt_cards_the_game_ends() {
    let options = Options { stall_rule: StallRule::Flip, ..Options::bench() };
    let mut dice = Dice::new(Seed::from_number(68));
    let (mut won, mut flips) = (0, 0);
    for seed in 0..300 {
        let mut game = table(&Setup { options: options.clone(), ..setup(2, seed) });
        loop {
            game.skip_waits().unwrap();
            let Some(seat) = game.to_act().lowest() else { break };
            let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
        }
        let state = game.state().clone();
        let outcome = game.outcome().unwrap();
        won += u32::from(outcome.reason == "player_won");
        assert!(outcome.reason == "player_won" || state.deck.is_empty());
        let events = game.take_events();
        let flipped = events.iter().filter(|event| matches!(event, Event::CardFlipped { .. }));
        let flipped = flipped.count();
        assert_eq!(state.deck.len(), 37 - flipped);
        flips += flipped;
        let no_move = Event::TurnSkipped { seat: Seat(0), how: Skip::NoMove, at: Millis::ZERO };
        assert!(events.iter().filter(|event| **event == no_move).count() <= 1);
    }
    // "Practically every game ends with an empty hand."
    assert!(won > 270 && flips > 600, "{won} {flips}");
}

//! What each viewer learns: MI-170 to MI-173, and worlds that a seat cannot distinguish from the
//! real one.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Private, Seed};
use croupier_kit::game::{Game, Position, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};
use croupier_kit::scenario::Arrangement;
use may_i::flow::GameContext;
use may_i::{Action, Card, Event, FlowState, MayI, Memory, Options, State, flow_state};

use crate::common::{P0, P1, P2, card, f0, written};

/// The match after S-7, with its events.
fn after_s_7() -> Match<MayI> {
    let state = State::planned(3, [(1, f0())]).unwrap();
    let context = GameContext { round: 1, dealer: P2, ..GameContext::default() };
    let arrangement = Arrangement { state, flow: Some("playing"), context, dice: Dice::scripted() };
    let mut game = arrangement.start(&Setup::new(3, Seed::from_number(0)), true).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    game.act(P1, Action::CallMayI).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    game
}

fn sent(game: &Match<MayI>, viewer: Viewer) -> String {
    serde_json::to_string(&game.view(viewer)).unwrap()
}

fn names(text: &str, card: Card) -> bool {
    text.contains(&format!("\"{card}\""))
}

#[test]
fn mi_170_s_44_everybody_sees_their_own_hand_and_what_is_public() {
    let game = after_s_7();
    let view = game.view(Viewer::Seat(P1));
    let own = view.players[1].hand.as_ref().unwrap();
    assert_eq!(written(own), "6D 9S 8C 7D");
    assert_eq!((view.players[0].hand.as_ref(), view.players[0].cards), (None, 4));
    assert_eq!((view.stock, view.discard, view.top), (2, 1, Some(card("4S"))));
    assert_eq!((view.round, view.turn, view.dealer, view.current), (1, 1, P2, P0));
    assert_eq!(view.phase, FlowState::Drawn);
    assert_eq!(view.players.iter().map(|player| player.total).sum::<u16>(), 0);
    let public = game.view(Viewer::Public);
    assert!(public.players.iter().all(|player| player.hand.is_none()));
}

#[test]
fn mi_171_s_44_nobody_sees_a_penalty_card_or_a_stock_card_of_another() {
    let mut game = after_s_7();
    let (penalty, drawn) = (card("7D"), card("QH"));
    assert!(!names(&sent(&game, Viewer::Seat(P0)), penalty));
    assert!(names(&sent(&game, Viewer::Seat(P0)), drawn));
    for viewer in [Viewer::Seat(P2), Viewer::Public] {
        let sent = sent(&game, viewer);
        assert!(!names(&sent, penalty) && !names(&sent, drawn));
    }
    let events = game.take_events();
    let heard = |viewer: Viewer| -> Vec<Event> {
        events.iter().filter_map(|event| MayI::event_for(event, viewer)).collect()
    };
    for (viewer, knows) in [(P0, false), (P1, true), (P2, false)] {
        let heard = heard(Viewer::Seat(viewer));
        let closed = heard.iter().find_map(|event| match event {
            Event::MayIClosed { penalty, penalty_drawn, .. } => Some((*penalty, *penalty_drawn)),
            _ => None,
        });
        let expected = if knows { Private::Known(penalty) } else { Private::Hidden };
        assert_eq!(closed, Some((expected, true)));
        let drew = heard.iter().find_map(|event| match event {
            Event::DrewFromStock { card, .. } => Some(*card),
            _ => None,
        });
        let own = if viewer == P0 { Private::Known(drawn) } else { Private::Hidden };
        assert_eq!(drew, Some(own));
    }
    // Sorting and shuffling are hidden from everybody.
    assert!(!serde_json::to_string(&heard(Viewer::Public)).unwrap().contains("shuffled"));
}

/// Plays a random match and calls a function at every decision, with the memories of all seats.
fn watch(
    setup: Setup<MayI>,
    dice: &mut Dice,
    mut look: impl FnMut(&Match<MayI>, &Memories<MayI>, &[Event], &mut Dice),
) {
    let mut memories = Memories::new(setup.seats.len());
    let mut game = Match::new(setup).unwrap();
    loop {
        let events = memories.follow(&mut game);
        look(&game, &memories, &events, dice);
        if game.outcome().is_some() {
            return;
        }
        let at = game.position();
        let chosen = game
            .to_act()
            .iter()
            .find_map(|seat| MayI::random_action(at, seat, dice).map(|action| (seat, action)));
        match chosen {
            Some((seat, action)) => game.act(seat, action).unwrap(),
            None => game.advance_to(game.next_due().unwrap()).unwrap(),
        }
    }
}

fn setups() -> impl Iterator<Item = Setup<MayI>> {
    let presets = MayI::presets();
    (0_u64..).map(move |number| {
        let preset = &presets[usize::try_from(number).unwrap() % presets.len()];
        let starting_round = 1 + u8::try_from(number % 6).unwrap();
        let options =
            Options { starting_round, max_turns_per_round: Some(200), ..preset.options.clone() };
        let seats = 3 + usize::try_from(number / 3 % 6).unwrap();
        Setup { options, ..Setup::new(seats, Seed::from_number(1000 + number)) }
    })
}

/// MI-172: everything remembered about other hands is true, card by card and shuffle by shuffle.
#[test]
fn mi_172_everybody_remembers_what_everybody_has_seen() {
    let mut dice = Dice::new(Seed::from_number(172));
    let (mut known_cards, mut shuffles) = (0, 0);
    for setup in setups().take(24) {
        watch(setup, &mut dice, |game, memories, _, _| {
            let state = game.state();
            for (me, memory) in state.seats().zip(memories.iter()) {
                assert_eq!(memory.discard, state.discard(), "the pile that everybody saw grow");
                for seat in state.seats().filter(|seat| *seat != me) {
                    let known = &memory.known[seat.at()];
                    let hand = state.hand(seat);
                    assert!(known.iter().all(|card| hand.contains(card)), "{known:?} in {hand:?}");
                    known_cards += known.len();
                    let mut counts = vec![0_u8; memory.hidden.len()];
                    for card in hand.iter().filter(|card| !known.contains(card)) {
                        let latest = memory.shuffles.iter().rposition(|it| it.contains(card));
                        counts[latest.map_or(0, |shuffle| shuffle + 1)] += 1;
                    }
                    let remembered = memory.hidden.iter().map(|seats| seats[seat.at()]);
                    assert_eq!(remembered.collect::<Vec<_>>(), counts, "{seat} as {me} knows it");
                }
                shuffles += memory.shuffles.len();
            }
        });
    }
    assert!(known_cards > 1000 && shuffles > 1000);
}

/// MI-173: all hands are shown when a round ends, and stay open when the game ends.
#[test]
fn mi_173_hands_are_shown_when_a_round_ends() {
    let mut dice = Dice::new(Seed::from_number(173));
    let mut ends = 0;
    for setup in setups().take(6) {
        let mut before: Option<State> = None;
        watch(setup, &mut dice, |game, _, events, _| {
            for event in events {
                let Event::RoundEnded { record, hands, .. } = event else { continue };
                ends += 1;
                let heard = MayI::event_for(event, Viewer::Public);
                assert_eq!(heard.as_ref(), Some(event));
                let points = |hand: &Vec<Card>| hand.iter().map(|card| card.points()).sum::<u16>();
                let expected: Vec<u16> = hands.iter().map(points).collect();
                assert_eq!(record.scores.as_slice(), expected);
                let last = before.as_ref().unwrap();
                let others = last.seats().filter(|seat| *seat != last.current);
                if record.winner.is_some() {
                    assert!({ others }.all(|seat| last.hand(seat) == hands[seat.at()]));
                }
            }
            before = Some(game.state().clone());
            if flow_state(game.position()) == FlowState::GameEnd {
                let view = game.view(Viewer::Public);
                assert!(view.players.iter().all(|player| player.hand.is_some()));
            }
        });
    }
    assert!(ends > 6);
}

/// MI-232: no id of a hidden card appears in a view, a list or a prompt, except for a card that was
/// just seen to be won.
#[test]
fn mi_232_views_name_no_hidden_card() {
    let mut dice = Dice::new(Seed::from_number(232));
    for setup in setups().take(8) {
        watch(setup, &mut dice, |game, _, _, dice| {
            if dice.below(4) > 0 {
                return;
            }
            let state = game.state();
            let open = flow_state(game.position()) == FlowState::GameEnd;
            let won = state.may_i.map(|result| result.offered);
            for viewer in state.seats().map(Viewer::Seat).chain([Viewer::Public]) {
                let mut text = sent(game, viewer);
                if let Viewer::Seat(seat) = viewer {
                    text += &serde_json::to_string(&game.prompt(seat)).unwrap();
                }
                let others = state.seats().filter(|seat| !open && !viewer.is(*seat));
                let hidden = others.flat_map(|seat| state.hand(seat)).chain(state.stock());
                for card in hidden.filter(|card| Some(**card) != won) {
                    assert!(!names(&text, *card), "{viewer:?} is told {card} in {text}");
                }
            }
        });
    }
}

/// A world that differs only in what a seat cannot know has the same view, prompt and offers,
/// satisfies all invariants, and produces the same visible events for the same actions.
#[test]
fn mi_171_ten_thousand_other_worlds_look_the_same() {
    let mut dice = Dice::new(Seed::from_number(171));
    let (mut worlds, mut different, mut compared) = (0_u32, 0_u32, 0_u32);
    for setup in setups() {
        if worlds >= 10_000 {
            break;
        }
        watch(setup, &mut dice, |game, memories, _, dice| {
            if dice.below(3) > 0 {
                return;
            }
            for (seat, memory) in game.state().seats().zip(memories.iter()) {
                let view = game.view(Viewer::Seat(seat));
                let observation = game.position().observed_by(seat, &view, memory);
                let world = MayI::resample(observation, dice);
                worlds += 1;
                different += u32::from(world != *game.state());
                let at = Position { state: &world, ..game.position() };
                assert_eq!(MayI::view(at, Viewer::Seat(seat)), view);
                assert_eq!(MayI::view(at, Viewer::Public), game.view(Viewer::Public));
                assert_eq!(MayI::to_act(at), game.to_act());
                let mut legal = vec![];
                MayI::legal_actions(at, seat, &mut legal);
                assert_eq!(legal, game.legal_actions(seat));
                MayI::invariants(at).unwrap();
                compared += u32::from(agrees(game, &world, seat, dice));
            }
        });
    }
    assert!(worlds >= 10_000, "only {worlds} worlds");
    assert!(different > worlds / 2, "only {different} of {worlds} were others");
    assert!(compared > 1_000, "only {compared} steps were compared");
}

/// The seat's own next action in both worlds: it sees the same events, except for cards that were
/// hidden before. Returns whether it had an action.
fn agrees(game: &Match<MayI>, world: &State, seat: Seat, dice: &mut Dice) -> bool {
    if !game.to_act().contains(seat) {
        return false;
    }
    let legal = game.legal_actions(seat);
    let Some(action) = dice.pick(&legal).cloned() else { return false };
    let chart = game.chart();
    let trigger =
        MayI::check(game.position(), croupier_kit::game::By::Seat(seat), &action).unwrap();
    let mut logs = vec![];
    for state in [game.state(), world] {
        let options = game.position().options.clone();
        let mut rules = croupier_kit::game::RuleContext::new(
            state.clone(),
            options,
            game.seats(),
            Dice::scripted(),
        )
        .recording();
        let mut flow = game.position().flow.clone();
        let mut env = croupier_chart::run::Env::new(&mut rules);
        assert!(chart.send(&mut flow, &mut env, &trigger).unwrap().is_taken());
        let heard = rules.take_events();
        let heard = heard.iter().filter_map(|event| MayI::event_for(event, Viewer::Seat(seat)));
        let told: Vec<Event> = heard
            // Everything up to the end of the round; after that comes a new deal.
            .take_while(|event| !matches!(event, Event::RoundEnded { .. }))
            .map(|event| match event {
                Event::DrewFromStock { player, .. } => {
                    Event::DrewFromStock { player, card: Private::Hidden }
                }
                Event::MayIClosed { outcome, winner, card, penalty_drawn, .. } => {
                    let penalty = Private::Hidden;
                    Event::MayIClosed { outcome, winner, card, penalty_drawn, penalty }
                }
                other => other,
            })
            .collect();
        logs.push(told);
    }
    assert_eq!(logs[0], logs[1]);
    true
}

/// A seat without memory knows only its view; a world can be dealt from that too.
#[test]
fn a_world_can_be_dealt_without_a_memory() {
    let mut dice = Dice::new(Seed::from_number(7));
    for setup in setups().take(4) {
        watch(setup, &mut dice, |game, _, _, dice| {
            let seat = game.state().current;
            let view = game.view(Viewer::Seat(seat));
            let memory = Memory::default();
            let observation = game.position().observed_by(seat, &view, &memory);
            let world = MayI::resample(observation, dice);
            let at = Position { state: &world, ..game.position() };
            assert_eq!(MayI::view(at, Viewer::Seat(seat)), view);
        });
    }
}

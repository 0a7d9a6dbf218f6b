//! What each viewer sees, and what can be known (MM-75, MM-76).
#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test may fail, and this one prints counts.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, CardSet, Dice, Rank, Seed};
use croupier_kit::game::{Game, Position, Seat, Viewer};
use croupier_kit::matches::{Match, Memories};
use min_or_max::{
    Action, DeclaredEffect, Event, FlowState, Memory, MinOrMax, Options, Slay, State, flow_state,
    turn,
};
use serde_json::json;

use crate::common::{self, P1, P2, arranged, choose, dealt, heard};

fn everybody(game: &Match<MinOrMax>) -> Vec<Seat> {
    Seat::first(game.seats().len()).collect()
}

/// A match with the memories of its players.
struct Remembered {
    game: Match<MinOrMax>,
    memories: Memories<MinOrMax>,
}

impl Remembered {
    fn new(game: Match<MinOrMax>) -> Self {
        let memories = Memories::new(game.seats().len());
        let mut new = Self { game, memories };
        new.listen();
        new
    }

    fn listen(&mut self) {
        self.memories.follow(&mut self.game);
    }

    /// A seat acts, or time passes. Returns false once the match is over.
    fn step(&mut self, dice: &mut Dice) -> bool {
        if self.game.outcome().is_some() {
            return false;
        }
        match self.game.to_act().lowest() {
            Some(seat) if dice.below(8) > 0 || self.game.next_due().is_none() => {
                let action = MinOrMax::random_action(self.game.position(), seat, dice).unwrap();
                self.game.act(seat, action).unwrap();
            }
            _ => self.game.advance_to(self.game.next_due().unwrap()).unwrap(),
        }
        self.listen();
        true
    }

    /// A world that fits everything a seat knows.
    fn another_world(&self, seat: Seat, dice: &mut Dice) -> State {
        let view = self.game.view(Viewer::Seat(seat));
        let observation = self.game.position().observed_by(seat, &view, &self.memories[seat]);
        MinOrMax::resample(observation, dice)
    }
}

/// MM-75, cell by cell.
#[test]
fn mm_75a_who_sees_what() {
    let position = json!({"hands": [["9D", "3H", "4H", "AH"], ["2S", "KS", "3C"]]});
    let mut game = arranged(&Options::default(), 2, position);
    game.act(P1, choose("AH")).unwrap();
    let views = [Viewer::Seat(P1), Viewer::Seat(P2), Viewer::Public].map(|who| game.view(who));
    let [own, other, public] = &views;
    assert_eq!(own.players[0].hand.as_deref(), Some(game.state().hand(P1)), "own hand, in order");
    assert!(own.players[1].hand.is_none() && other.players[0].hand.is_none());
    assert!(public.players.iter().all(|player| player.hand.is_none()));
    for view in &views {
        assert_eq!(view.players.iter().map(|player| player.cards).collect::<Vec<_>>(), [4, 3]);
        assert_eq!(view.draw, 44, "only the number of cards");
        assert_eq!(view.discard, game.state().discard.as_slice());
        assert_eq!(view.chosen_card, Some(common::card("AH")), "it is committed");
        assert_eq!((view.current, view.turn.unwrap().seq), (P1, 1));
        assert_eq!(view.turn.unwrap().deadline, Some(Millis(30_000)));
        // The stream of the dice does not appear in it.
        let sent = serde_json::to_value(view).unwrap();
        for word in ["dice", "seed", "rng", "key", "position"] {
            assert!(sent.get(word).is_none(), "{word}");
        }
    }
    // The public part is the same for everybody.
    let mut shorn = own.clone();
    shorn.players[0].hand = None;
    assert_eq!(shorn, *public);
}

#[test]
fn mm_75a_no_hidden_card_is_sent() {
    let mut dice = Dice::new(Seed::from_number(75));
    for number in 0..120 {
        let options = if number % 2 == 0 { Options::default() } else { Options::court_cards() };
        let mut remembered = Remembered::new(dealt(&options, 2 + number % 3, number as u64));
        loop {
            let game = &remembered.game;
            let state = game.state();
            for viewer in everybody(game).into_iter().map(Viewer::Seat).chain([Viewer::Public]) {
                let view = game.view(viewer);
                let sent = serde_json::to_string(&view).unwrap();
                let seen: CardSet = view
                    .players
                    .iter()
                    .filter_map(|player| player.hand.clone())
                    .flatten()
                    .chain(view.discard.iter().map(|played| played.card))
                    .chain(view.slain.iter().copied())
                    .chain(view.chosen_card)
                    .collect();
                for card in Card::deck().filter(|card| !seen.contains(*card)) {
                    assert!(!sent.contains(&format!("\"{card}\"")), "{card} in {sent}");
                }
                assert!(state.draw.iter().all(|card| !seen.contains(card)));
            }
            if !remembered.step(&mut dice) {
                break;
            }
        }
    }
}

/// Checks that nothing a seat remembers is wrong.
fn must_be_true(memory: &Memory, own: Seat, state: &State, seats: usize) {
    for seat in Seat::first(seats).filter(|seat| *seat != own) {
        let known = memory.hands[seat.at()];
        let hand: CardSet = state.hand(seat).iter().copied().collect();
        assert!(known.set().is_subset_of(hand), "{own} thinks it knows the hand of {seat}");
        let unknown = hand - known.set();
        let (fresh, older) = (unknown & memory.stock, unknown - memory.stock);
        assert_eq!(fresh.len(), usize::from(known.fresh), "{own} about {seat}");
        for (at, rank) in [Rank::JACK, Rank::QUEEN, Rank::KING].into_iter().enumerate() {
            let of = |set: CardSet| (set & CardSet::of_rank(rank)).len();
            assert!(usize::from(known.fresh_court[at]) <= of(fresh));
            assert!(usize::from(known.older_court[at]) <= of(older));
        }
    }
    let draw: CardSet = state.draw.iter().collect();
    assert!(draw.is_subset_of(memory.stock - memory.absent), "what is left to draw");
    assert_eq!(memory.stats, state.stats, "all that is counted is public");
}

/// MM-76: a world that differs only in what a viewer cannot see looks the same and is possible.
#[test]
fn mm_76_ten_thousand_other_worlds_look_the_same() {
    let mut dice = Dice::new(Seed::from_number(76));
    let long = Options { min_range: (-200, -190), max_range: (190, 200), ..Options::default() };
    let variants = [
        Options::default(),
        Options::court_cards(),
        Options { court_effects: true, ..long.clone() },
        Options { court_effects: true, may_pass: true, turn_ms: Some(Millis(400)), ..long.clone() },
        Options { hand_size: 7, ..long },
    ];
    let (mut worlds, mut reshuffled, mut differing) = (0_u32, 0_u32, 0_u32);
    for number in 0.. {
        if worlds > 12_000 && reshuffled > 100 {
            break;
        }
        let options = &variants[number % variants.len()];
        let mut remembered = Remembered::new(dealt(options, 2 + number / 5 % 3, number as u64));
        loop {
            for seat in everybody(&remembered.game) {
                must_be_true(
                    &remembered.memories[seat],
                    seat,
                    remembered.game.state(),
                    remembered.game.seats().len(),
                );
                let world = remembered.another_world(seat, &mut dice);
                let at = Position { state: &world, ..remembered.game.position() };
                MinOrMax::invariants(at).unwrap();
                for viewer in [Viewer::Seat(seat), Viewer::Public] {
                    assert_eq!(MinOrMax::view(at, viewer), remembered.game.view(viewer));
                }
                assert_eq!(MinOrMax::to_act(at), remembered.game.to_act());
                assert_eq!(
                    MinOrMax::prompt(at, seat).map(|prompt| prompt.choices),
                    remembered.game.prompt(seat).map(|prompt| prompt.choices)
                );
                must_be_true(
                    &remembered.memories[seat],
                    seat,
                    &world,
                    remembered.game.seats().len(),
                );
                worlds += 1;
                reshuffled += u32::from(remembered.memories[seat].stock != CardSet::DECK);
                differing += u32::from(world != *remembered.game.state());
            }
            if !remembered.step(&mut dice) {
                break;
            }
        }
    }
    println!(
        "{worlds} worlds dealt anew, {differing} of them unlike the real one, {reshuffled} after a reshuffle"
    );
    assert!(differing > 8000, "{differing}");
}

/// MM-C5: a hand that a Queen has shown is not forgotten.
#[test]
fn mm_76_a_hand_that_was_seen_stays_known() {
    let options = Options { court_effects: true, ..Options::default() };
    let position = json!({
        "hands": [["2D", "3H", "4H", "QH"], ["5H", "AS", "10D", "6C"]], "max": 90, "draw": ["9H"],
    });
    let mut remembered = Remembered::new(arranged(&options, 2, position));
    let mut dice = Dice::new(Seed::from_number(5));
    remembered.game.act(P1, choose("QH")).unwrap();
    remembered.listen();
    let slay = DeclaredEffect::Slay(Slay { seat: P2, card: common::card("AS") });
    remembered.game.act(P1, Action::ChooseCardEffect(slay)).unwrap();
    remembered.game.act(P1, Action::SkipSpin).unwrap();
    remembered.listen();
    assert_eq!(remembered.game.state().hand(P2).len(), 4, "three that were seen, and one drawn");
    let known: CardSet = common::cards("5H 10D 6C").into_iter().collect();
    assert_eq!(remembered.memories[Seat(0)].hands[1].set(), known);
    let mut drawn = CardSet::EMPTY;
    for _ in 0..100 {
        let world = remembered.another_world(P1, &mut dice);
        let hand: CardSet = world.hand(P2).iter().copied().collect();
        assert!(known.is_subset_of(hand));
        // MM-46 depends on the order of the hand, which was seen too.
        assert_eq!(world.hand(P2)[..3], common::cards("5H 10D 6C"));
        drawn |= hand - known;
    }
    assert!(drawn.len() > 20, "the fourth card is anybody's guess");
    // Ben knows nothing of Ann's.
    assert!(remembered.memories[Seat(1)].hands[0].cards.is_empty());
}

/// MM-25: after a reshuffle everybody can tell which cards are in the hands.
#[test]
fn mm_76_a_reshuffle_tells_what_is_in_the_hands() {
    let options = Options { court_effects: true, ..Options::default() };
    let position = json!({
        "angle": 200, "pile": ["7C", "3D", "9S", "KH"], "slain": true,
        "hands": [["4H", "5H", "6H", "2D"], ["8H", "9H", "10H"]],
    });
    let mut remembered = Remembered::new(arranged(&options, 2, position));
    // Nobody saw these cards dealt, so the discard pile is added to the memory here.
    let pile = common::cards("7C 3D 9S KH");
    let with_pile = |memory: &Memory| Memory {
        pile: pile.iter().copied().collect(),
        top: pile.last().copied(),
        ..*memory
    };
    remembered.memories = remembered.memories.iter().map(with_pile).collect();
    remembered.game.act(P1, choose("2D")).unwrap();
    remembered.game.act(P1, Action::SkipSpin).unwrap();
    remembered.listen();
    let mut dice = Dice::new(Seed::from_number(25));
    let mut drawn = CardSet::EMPTY;
    for _ in 0..50 {
        let world = remembered.another_world(P1, &mut dice);
        let hand: CardSet = world.hand(P2).iter().copied().collect();
        let old: CardSet = common::cards("8H 9H 10H").into_iter().collect();
        assert!(old.is_subset_of(hand), "only these were left for Ben's hand");
        drawn |= hand - old;
    }
    assert_eq!(drawn, pile.into_iter().collect(), "and one of the four that were reshuffled");
}

/// MM-43: a player who is still in the game after a spin has a valid card, in every world.
#[test]
fn mm_76_worlds_fit_the_present_moment() {
    let position = json!({
        "hands": [["9D", "3H", "4H", "5H"], ["2S", "KS", "3C"]], "pile": ["10C"], "rng": [90],
        "angle": 90,
    });
    let mut remembered = Remembered::new(arranged(&Options::bench(), 2, position));
    let mut dice = Dice::new(Seed::from_number(43));
    remembered.game.act(P1, Action::spin(min_or_max::Band::Hard)).unwrap();
    assert!(turn(remembered.game.position().flow).unwrap().has_spun);
    assert_eq!(flow_state(remembered.game.position().flow), FlowState::AwaitingAction);
    for _ in 0..500 {
        assert!(remembered.another_world(P2, &mut dice).has_valid_card(&Options::bench()));
    }
}

/// A bot that joins late knows less, and still finds a world.
#[test]
fn mm_76_without_a_memory_everything_is_possible() {
    let mut dice = Dice::new(Seed::from_number(77));
    for number in 0..60 {
        let mut remembered = Remembered::new(dealt(&Options::court_cards(), 3, number));
        while remembered.step(&mut dice) {
            for seat in everybody(&remembered.game) {
                let (view, nothing) = (remembered.game.view(Viewer::Seat(seat)), Memory::default());
                let observation = remembered.game.position().observed_by(seat, &view, &nothing);
                let world = MinOrMax::resample(observation, &mut dice);
                let at = Position { state: &world, ..remembered.game.position() };
                assert_eq!(MinOrMax::view(at, Viewer::Seat(seat)).players, view.players);
            }
        }
    }
}

/// Nobody is told what only the engine may know.
#[test]
fn mm_75a_what_is_heard_has_nothing_more_to_hide() {
    let mut dice = Dice::new(Seed::from_number(78));
    for number in 0..40 {
        let mut game = dealt(&Options::court_cards(), 3, number);
        common::play_to_end(&mut game, &mut dice);
        let events = game.take_events();
        for viewer in everybody(&game).into_iter().map(Viewer::Seat).chain([Viewer::Public]) {
            for event in heard(&events, viewer) {
                assert_eq!(MinOrMax::event_for(&event, viewer), Some(event));
                assert!(!matches!(event, Event::DeckShuffled { .. }));
            }
        }
    }
}

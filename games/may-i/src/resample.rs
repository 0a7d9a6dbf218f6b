//! Random worlds that fit what a seat knows.

use croupier_kit::cards::Dice;
use croupier_kit::game::Seat;

use crate::fold::full_deck;
use crate::memory::Memory;
use crate::shelf::{Shelf, Zone};
use crate::state::{MayIResult, MeldTag, State, Window};
use crate::{Card, View};

/// A random state that fits a view and a memory.
pub(crate) fn resample(view: &View, memory: &Memory, me: Seat, dice: &mut Dice) -> State {
    let mut state = seen(view);
    let world = World::remembered(view, memory, me, dice)
        .unwrap_or_else(|| World::guessed(view, memory, me, dice));
    let hands = world.hands.iter().enumerate().map(|(seat, hand)| (Zone::Hand(seat), hand));
    let piles = [(Zone::Stock, &world.stock), (Zone::Discard, &world.discard)];
    let melds = view.table.iter().enumerate();
    let melds = melds.map(|(index, meld)| (Zone::Meld(index), &meld.cards));
    let mut shelf = Shelf::new();
    for (zone, cards) in hands.chain(piles).chain(melds) {
        for card in cards {
            shelf.push(zone, *card);
        }
    }
    state.shelf = shelf;
    state.may_i = view.may_i.as_ref().map(|seen| MayIResult {
        outcome: seen.outcome,
        winner: seen.winner,
        offered: seen.offered,
        penalty: seen.penalty.or_else(|| {
            let winner = seen.winner.filter(|_| seen.penalty_drawn)?;
            penalty(&world, memory, winner, dice)
        }),
    });
    state
}

/// A hidden card of the winner's hand that could have been the penalty card.
fn penalty(world: &World, memory: &Memory, winner: Seat, dice: &mut Dice) -> Option<Card> {
    let hand = world.hands.get(winner.at())?;
    let known = memory.known.get(winner.at());
    let hidden = hand.iter().filter(|card| known.is_none_or(|known| !known.contains(card)));
    let hidden: Vec<Card> = hidden.copied().collect();
    dice.pick(&hidden).or(hand.last()).copied()
}

/// The part of the state that the view shows.
fn seen(view: &View) -> State {
    State {
        players: u8::try_from(view.players.len()).unwrap_or(0),
        round: view.round,
        dealer: view.dealer,
        current: view.current,
        turn: view.turn,
        turns: view.turns,
        melds: view.table.iter().map(|it| MeldTag { kind: it.kind, owner: it.owner }).collect(),
        down: view.players.iter().filter(|it| it.is_down).map(|it| it.seat).collect(),
        discarder: view.discarder,
        drew: view.drew,
        laid_down: view.laid_down,
        window: view.window.as_ref().map(|it| Window {
            claimants: it.claimants.iter().copied().collect(),
            declined: it.declined,
            passed: it.passed,
        }),
        exposed: view.exposed,
        settling: view.settling,
        dealt: view.dealt,
        grown: view.grown,
        history: view.history.iter().copied().collect(),
        winners: view.winners,
        ..State::new()
    }
}

/// Cards for every hidden place.
struct World {
    hands: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discard: Vec<Card>,
}

impl World {
    /// All cards whose location a seat does not know.
    fn unseen(view: &View, memory: &Memory, me: Seat) -> Vec<Card> {
        let mut seen = [false; Card::COUNT];
        let hands = view.players.iter().filter_map(|player| player.hand.as_ref()).flatten();
        let table = view.table.iter().flat_map(|meld| &meld.cards);
        let others = memory.known.iter().enumerate().filter(|(seat, _)| *seat != me.at());
        let known = others.flat_map(|(_, known)| known);
        for card in hands.chain(table).chain(known).chain(&memory.discard).chain(&view.top) {
            seen[card.index()] = true;
        }
        let players = u8::try_from(view.players.len()).unwrap_or(0);
        full_deck(players).into_iter().filter(|card| !seen[card.index()]).collect()
    }

    /// A world that fits everything seen since the deal. None if the memory is incomplete.
    fn remembered(view: &View, memory: &Memory, me: Seat, dice: &mut Dice) -> Option<Self> {
        let complete = view.dealt
            && memory.discard.len() == view.discard
            && memory.discard.first() == view.top.as_ref();
        if !complete {
            return None;
        }
        let mut unseen: Vec<Vec<Card>> = vec![vec![]; memory.hidden.len()];
        for card in Self::unseen(view, memory, me) {
            unseen.get_mut(memory.shuffle_of(card))?.push(card);
        }
        for cards in &mut unseen {
            dice.shuffle(cards);
        }
        let mut hands = vec![];
        for player in &view.players {
            let seat = player.seat.at();
            if let Some(hand) = &player.hand {
                hands.push(hand.clone());
                continue;
            }
            let mut hand = memory.known.get(seat)?.clone();
            for (counts, cards) in memory.hidden.iter().zip(&mut unseen) {
                let left = cards.len().checked_sub(usize::from(*counts.get(seat)?))?;
                hand.extend(cards.drain(left..));
            }
            if hand.len() != player.cards {
                return None;
            }
            dice.shuffle(&mut hand);
            hands.push(hand);
        }
        let stock = unseen.pop()?;
        let left_over = unseen.iter().any(|cards| !cards.is_empty());
        let discard = memory.discard.clone();
        (stock.len() == view.stock && !left_over).then_some(Self { hands, stock, discard })
    }

    /// A world for a seat that has not followed the match, for predefined cards, or when all hands
    /// are shown: unseen cards can be anywhere.
    fn guessed(view: &View, memory: &Memory, me: Seat, dice: &mut Dice) -> Self {
        let memory_fits = |seat: usize, count: usize| {
            memory.known.get(seat).filter(|known| known.len() <= count).cloned().unwrap_or_default()
        };
        let mut unseen = Self::unseen(view, memory, me);
        dice.shuffle(&mut unseen);
        let mut draw = |list: &mut Vec<Card>, count: usize| {
            let missing = count.saturating_sub(list.len()).min(unseen.len());
            list.extend(unseen.drain(..missing));
        };
        let mut hands = vec![];
        for player in &view.players {
            let mut hand = match &player.hand {
                Some(hand) => hand.clone(),
                None => memory_fits(player.seat.at(), player.cards),
            };
            draw(&mut hand, player.cards);
            hands.push(hand);
        }
        let remembers =
            memory.discard.len() == view.discard && memory.discard.first() == view.top.as_ref();
        let mut discard =
            if remembers { memory.discard.clone() } else { view.top.into_iter().collect() };
        draw(&mut discard, view.discard);
        let mut stock = vec![];
        draw(&mut stock, view.stock);
        Self { hands, stock, discard }
    }
}

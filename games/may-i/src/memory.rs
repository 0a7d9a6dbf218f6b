//! What a seat remembers beyond what it sees (MI-172), and worlds that fit it.
//!
//! Everybody sees what is discarded and who takes it up again. And everybody can count: whoever
//! draws from a stock that was shuffled from known discards holds one of those. So for every other
//! hand it is known how many of its hidden cards came out of which shuffle.

use croupier_kit::cards::Dice;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::fold::full_deck;
use crate::shelf::{Shelf, Zone};
use crate::state::{MayIResult, MeldTag, State, Window, WindowOutcome};
use crate::{Card, View};

/// What a seat remembers of a round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The discard pile, top first.
    pub discard: Vec<Card>,
    /// By seat: cards of the hand that everybody has seen go there.
    pub known: Vec<Vec<Card>>,
    /// What was shuffled when the stock was replenished, shuffle after shuffle.
    pub shuffles: Vec<Vec<Card>>,
    /// By shuffle, the deal first, and by seat: how many hidden cards of the hand it gave.
    pub hidden: Vec<Vec<u8>>,
}

impl Memory {
    pub(crate) fn hear(&mut self, me: Seat, event: &Event) {
        match event {
            Event::RoundStarted { .. } => *self = Self::default(),
            Event::HandsDealt { count, hands } => {
                self.known = vec![vec![]; hands.len()];
                self.hidden = vec![vec![*count; hands.len()]];
            }
            Event::DiscardTurned { card } => self.discard.insert(0, *card),
            Event::DrewFromStock { player, .. } => self.hide(*player),
            Event::DrewFromDiscard { player, card, .. } => self.take_up(*player, *card),
            Event::MayIClosed { outcome, winner, card, penalty_drawn, .. } => {
                if let Some(winner) = winner
                    && *outcome == WindowOutcome::MayIResolved
                {
                    self.take_up(*winner, *card);
                    if *penalty_drawn {
                        self.hide(*winner);
                    }
                }
            }
            Event::Discarded { player, card } => {
                self.reveal(me, *player, *card);
                self.discard.insert(0, *card);
            }
            Event::LaidOff { player, card, .. } => self.reveal(me, *player, *card),
            Event::LaidDown { player, melds } => {
                let cards = melds.iter().flat_map(|meld| &meld.cards);
                cards.for_each(|card| self.reveal(me, *player, *card));
            }
            Event::JokerSwapped { player, joker, card, .. } => {
                self.reveal(me, *player, *card);
                self.know(*player, *joker);
            }
            Event::StockReplenished { .. } => {
                let shuffled = self.discard.split_off(self.discard.len().min(1));
                self.shuffles.push(shuffled);
                let seats = self.known.len();
                self.hidden.push(vec![0; seats]);
            }
            _ => {}
        }
    }

    /// A hidden card came into a hand from the stock.
    fn hide(&mut self, player: Seat) {
        let latest = self.hidden.last_mut().and_then(|counts| counts.get_mut(player.at()));
        if let Some(count) = latest {
            *count = count.saturating_add(1);
        }
    }

    /// The top discard went into a hand.
    fn take_up(&mut self, player: Seat, card: Card) {
        if self.discard.first() == Some(&card) {
            self.discard.remove(0);
        }
        self.know(player, card);
    }

    fn know(&mut self, player: Seat, card: Card) {
        if let Some(known) = self.known.get_mut(player.at()) {
            known.push(card);
        }
    }

    /// A card of a hand was seen.
    fn reveal(&mut self, me: Seat, player: Seat, card: Card) {
        let known = self.known.get_mut(player.at());
        let place = known.as_ref().and_then(|known| known.iter().position(|it| *it == card));
        if let (Some(known), Some(place)) = (known, place) {
            known.remove(place);
            return;
        }
        if player == me {
            return; // My own cards are in my view, and nothing is counted.
        }
        let shuffle = self.shuffle_of(card);
        let count = self.hidden.get_mut(shuffle).and_then(|counts| counts.get_mut(player.at()));
        if let Some(count) = count {
            *count = count.saturating_sub(1);
        }
    }

    /// Which shuffle a card was in last; 0 is the deal.
    fn shuffle_of(&self, card: Card) -> usize {
        let latest = self.shuffles.iter().rposition(|shuffle| shuffle.contains(&card));
        latest.map_or(0, |shuffle| shuffle + 1)
    }
}

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

/// A card that can have been the penalty of another player: a hidden one.
fn penalty(world: &World, memory: &Memory, winner: Seat, dice: &mut Dice) -> Option<Card> {
    let hand = world.hands.get(winner.at())?;
    let known = memory.known.get(winner.at());
    let hidden = hand.iter().filter(|card| known.is_none_or(|known| !known.contains(card)));
    let hidden: Vec<Card> = hidden.copied().collect();
    dice.pick(&hidden).or(hand.last()).copied()
}

/// Everything of a state that a view shows.
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

/// Cards for everything that is not seen.
struct World {
    hands: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discard: Vec<Card>,
}

impl World {
    /// All cards whose place a seat does not know.
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

    /// A world that agrees with all that was heard since the deal. None if not all was heard.
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

    /// A world for a seat that has not followed the match, for arranged cards, or when all hands are
    /// shown: the cards that are not seen lie anywhere.
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

//! A random world that fits everything a seat knows (MM-76).

use croupier_kit::cards::{Card, CardSet, Dice, Pile, Rank};
use croupier_kit::game::{Observation, Seat};

use crate::cards::{Cards, is_number};
use crate::flow::{FlowState, turn};
use crate::memory::{KnownHand, Memory};
use crate::rules::choice::COURT;
use crate::stats::Stats;
use crate::{MinOrMax, Options, PLAYERS, State, View};

/// How many deals are tried to find one that fits the present moment.
const DEALS: usize = 2000;

/// A random state that fits a view and a memory.
pub(crate) fn resample(observation: Observation<'_, MinOrMax>, dice: &mut Dice) -> State {
    let Observation { view, memory, options, flow, .. } = observation;
    let has_spun = turn(flow).is_some_and(|turn| turn.has_spun);
    let mut state = seen(view, memory);
    let deal = Deal::new(view, memory).unwrap_or_else(|| Deal::forgetful(view));
    for _ in 0..DEALS {
        deal.deal(&mut state, dice);
        if fits_now(&state, view, options, has_spun) {
            return state;
        }
    }
    mend(&mut state, view, options, has_spun);
    state
}

/// Whether the hand of the seat to act fits the present moment. After a spin it has a valid card,
/// or the match would be over (MM-43); a King asks for a bodyguard only if there is one.
fn fits_now(state: &State, view: &View, options: &Options, has_spun: bool) -> bool {
    match view.place {
        FlowState::AwaitingAction if has_spun && !options.may_pass => state.has_valid_card(options),
        FlowState::ChoosingCardEffect => {
            let king = view.chosen_card.is_some_and(|card| card.rank() == Rank::KING);
            !king || state.current_hand().iter().any(|card| is_number(*card))
        }
        _ => true,
    }
}

/// Swaps one fitting card into the hand of the seat to act, if the random deals gave it none.
fn mend(state: &mut State, view: &View, options: &Options, has_spun: bool) {
    let current = state.current.at();
    let chosen = view.chosen_card.filter(|_| view.place == FlowState::ChoosingCardEffect);
    for mine in 0..state.hands[current].len() {
        if Some(state.hands[current][mine]) == chosen {
            continue;
        }
        for theirs in 0..state.draw.len() {
            let mut other = state.clone();
            other.hands[current][mine] = state.draw[theirs];
            other.draw[theirs] = state.hands[current][mine];
            if fits_now(&other, view, options, has_spun) {
                *state = other;
                return;
            }
        }
    }
}

/// A hidden hand.
#[derive(Debug, Clone, Copy, Default)]
struct Unseen {
    seat: Seat,
    /// The number of its cards.
    count: usize,
    known: KnownHand,
    /// The card everybody has just seen in it, if its place in the hand is unknown.
    chosen: CardSet,
}

/// Which hidden cards can be where. Stored inline, because a search samples thousands of worlds.
struct Deal {
    hands: Pile<Unseen, PLAYERS>,
    /// Cards that came from the current draw pile or are still in it.
    fresh: CardSet,
    /// Cards that can only be in hands.
    older: CardSet,
    /// Fresh cards that cannot be in the draw pile.
    absent: CardSet,
    /// The size of the draw pile.
    draw: usize,
}

impl Deal {
    /// None if the memory contradicts the view, because it belongs to another match.
    fn new(view: &View, memory: &Memory) -> Option<Self> {
        let mut hidden = CardSet::DECK - visible(view);
        let mut hands = Pile::new();
        let (mut taken, mut wanted) = (0, 0);
        for player in view.players.iter().filter(|player| player.hand.is_none()) {
            let mut known = memory.hands[player.seat.at()];
            let chosen = committed(view, player.seat).filter(|card| !known.cards.contains(*card));
            let chosen: CardSet = chosen.into_iter().collect();
            for card in chosen {
                known.lose(card, memory.stock.contains(card));
            }
            let certain = known.set() | chosen;
            if !certain.is_subset_of(hidden) {
                return None;
            }
            hidden -= certain;
            taken += usize::from(known.fresh);
            let others = player.cards.checked_sub(certain.len())?;
            wanted += others.checked_sub(known.fresh.into())?;
            hands.push(Unseen { seat: player.seat, count: player.cards, known, chosen });
        }
        let (fresh, older) = (hidden & memory.stock, hidden - memory.stock);
        let fits = wanted == older.len() && taken + view.draw == fresh.len();
        fits.then_some(Self { hands, fresh, older, absent: memory.absent, draw: view.draw })
    }

    /// Without any memory: every hidden card can be anywhere.
    fn forgetful(view: &View) -> Self {
        let mut hidden = CardSet::DECK - visible(view);
        let mut hands = Pile::new();
        for player in view.players.iter().filter(|player| player.hand.is_none()) {
            let chosen: CardSet = committed(view, player.seat).into_iter().collect();
            hidden -= chosen;
            let others = player.cards.saturating_sub(chosen.len());
            let fresh = u8::try_from(others).unwrap_or(u8::MAX);
            let known = KnownHand { fresh, ..KnownHand::default() };
            hands.push(Unseen { seat: player.seat, count: player.cards, known, chosen });
        }
        let (older, absent) = (CardSet::EMPTY, CardSet::EMPTY);
        Self { hands, fresh: hidden, older, absent, draw: view.draw }
    }

    fn deal(&self, state: &mut State, dice: &mut Dice) {
        let mut fresh: Cards = self.fresh.iter().collect();
        let mut older: Cards = self.older.iter().collect();
        dice.shuffle(fresh.as_mut_slice());
        dice.shuffle(older.as_mut_slice());
        // The seats of the open places, which take fresh cards of unknown rank.
        let mut open: Pile<Seat, 52> = Pile::new();
        for Unseen { seat, known, chosen, .. } in self.hands.iter() {
            let hand = &mut state.hands[seat.at()];
            *hand = known.cards;
            hand.extend(chosen.iter());
            take_court(hand, known.fresh_court, &mut fresh);
            let by_rank: u8 = known.fresh_court.iter().sum();
            open.extend((by_rank..known.fresh).map(|_| seat));
        }
        dice.shuffle(open.as_mut_slice());
        let in_hands = fresh.iter().filter(|card| self.absent.contains(*card));
        let anywhere = fresh.iter().filter(|card| !self.absent.contains(*card));
        let mut cards = in_hands.chain(anywhere);
        for (seat, card) in open.iter().zip(&mut cards) {
            state.hands[seat.at()].push(card);
        }
        state.draw = cards.take(self.draw).collect();
        self.deal_older(state, &mut older);
        for Unseen { seat, known, .. } in self.hands.iter() {
            let unknown = &mut state.hands[seat.at()].as_mut_slice()[known.cards.len()..];
            dice.shuffle(unknown);
        }
    }

    /// Deals cards of known rank first, while they are still available.
    fn deal_older(&self, state: &mut State, older: &mut Cards) {
        for Unseen { seat, known, .. } in self.hands.iter() {
            take_court(&mut state.hands[seat.at()], known.older_court, older);
        }
        for Unseen { seat, count, .. } in self.hands.iter() {
            let hand = &mut state.hands[seat.at()];
            while hand.len() < count
                && let Some(card) = older.pop()
            {
                hand.push(card);
            }
        }
    }
}

/// Moves this many Jacks, Queens and Kings into a hand.
fn take_court(hand: &mut Cards, counts: [u8; 3], cards: &mut Cards) {
    for (rank, count) in COURT.into_iter().zip(counts) {
        for _ in 0..count {
            if let Some(place) = cards.as_slice().iter().position(|card| card.rank() == rank) {
                hand.push(cards.remove_at(place));
            }
        }
    }
}

/// The card a player has chosen but not yet played, which everybody knows to be in that hand.
fn committed(view: &View, seat: Seat) -> Option<Card> {
    let waits = view.place == FlowState::ChoosingCardEffect && view.current == seat;
    view.chosen_card.filter(|_| waits)
}

/// The cards whose location the viewer sees.
fn visible(view: &View) -> CardSet {
    let hands = view.players.iter().filter_map(|player| player.hand.as_ref()).flatten();
    let piled = view.discard.iter().map(|played| played.card);
    hands.chain(&view.slain).copied().chain(piled).collect()
}

/// The part of the state that the view shows, and the statistics.
fn seen(view: &View, memory: &Memory) -> State {
    let mut state = State::new(&Options::default());
    for player in &view.players {
        let hand = player.hand.iter().flatten().copied();
        state.hands[player.seat.at()] = hand.collect();
    }
    state.discard = view.discard.iter().copied().collect();
    state.slain = view.slain.iter().copied().collect();
    state.score = view.score;
    // The part of the score that the discard pile does not account for was reshuffled.
    let piled = view.discard.iter().map(|played| i32::from(played.value()));
    state.forgotten = view.score - piled.sum::<i32>();
    state.min_threshold = view.min_threshold;
    state.max_threshold = view.max_threshold;
    state.angle = view.angle;
    state.pending_spin = view.pending_spin;
    state.current = view.current;
    state.chosen_card = view.chosen_card;
    state.chosen_effect = view.chosen_effect;
    state.began = view.began;
    state.stats = memory.stats;
    if let Some(result) = &view.result {
        state.ending = Some(result.ending());
        state.stats = Stats {
            turns: result.turns,
            highest: result.highest,
            lowest: result.lowest,
            ..state.stats
        };
        for (counted, shown) in state.stats.seats.iter_mut().zip(&result.stats) {
            *counted = *shown;
        }
    }
    state
}

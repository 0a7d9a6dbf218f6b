//! What seats do in rollouts: a simplified version of the heuristic of 14.4 that works directly on
//! the state.

use croupier_kit::game::{Position, Seat};

use super::last_round::Plans;
use crate::contract::{MeldKind, Terms};
use crate::flow::{FlowState, flow_state};
use crate::legal::{self, distinct};
use crate::meld::{Bounds, fit};
use crate::named::{Named, named};
use crate::options::WindowTake;
use crate::{Action, Card, MayI, MeldId, Options, State, check, finder};

/// More cards than any hand has; further cards are ignored.
const MOST: usize = 64;

/// A hand that can be changed without allocating memory.
#[derive(Clone, Copy)]
pub(crate) struct Hand {
    cards: [Card; MOST],
    len: usize,
}

impl Hand {
    fn of(cards: &[Card]) -> Self {
        // Leaves room for one more card.
        let mut hand = Self { cards: [Card::default(); MOST], len: cards.len().min(MOST - 1) };
        hand.cards[..hand.len].copy_from_slice(&cards[..hand.len]);
        hand
    }

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    /// The hand with one more card. Can be used once per hand.
    pub(crate) fn with(mut self, card: Card) -> Self {
        self.cards[self.len] = card;
        self.len += 1;
        self
    }

    /// The hand without one of its cards.
    pub(crate) fn without(mut self, card: Card) -> Self {
        if let Some(place) = self.cards().iter().position(|other| *other == card) {
            self.len -= 1;
            self.cards[place] = self.cards[self.len];
        }
        self
    }
}

/// A seat of a determinized match that is to act.
pub(crate) struct Player<'a> {
    pub(crate) state: &'a State,
    pub(crate) options: &'a Options,
    pub(crate) seat: Seat,
    pub(crate) hand: Hand,
    pub(crate) terms: Terms,
    pub(crate) here: FlowState,
}

impl<'a> Player<'a> {
    /// The seat, if it has a decision to make.
    pub(crate) fn deciding(at: Position<'a, MayI>, seat: Seat) -> Option<Self> {
        let state = at.state;
        let here = flow_state(at);
        let decides = match (state.settling, here) {
            (Some(settling), _) => settling.asked == Some(seat),
            (None, FlowState::Setup | FlowState::GameEnd) => false,
            (None, FlowState::MayIWindow) => state.next_to_decide() == Some(seat),
            (None, _) => {
                seat == state.current
                    || at.options.is_exposed() && state.exposed && state.is_eligible(seat)
            }
        };
        decides.then(|| Self {
            state,
            options: at.options,
            seat,
            hand: Hand::of(state.hand(seat)),
            terms: state.terms(at.options),
            here,
        })
    }

    /// Its action. None means waiting.
    pub(crate) fn act(&self) -> Option<Action> {
        let own = self.seat == self.state.current;
        if self.state.settling.is_some() {
            let wants = if own { self.wants_top() } else { self.calls() };
            return Some(if wants { Action::ClaimMayI } else { Action::AllowMayI });
        }
        match self.here {
            FlowState::Setup | FlowState::GameEnd => None,
            FlowState::MayIWindow => Some(match own {
                true if self.takes_too() => Action::DrawFromDiscard,
                true => Action::DrawFromStock,
                false if self.calls() => Action::CallMayI,
                false => Action::PassMayI,
            }),
            _ if !own => self.calls().then_some(Action::CallMayI),
            FlowState::AwaitingDraw => Some(self.draw()),
            FlowState::Drawn => Some(self.lay()),
            FlowState::AwaitingDiscard => {
                self.discard().map(|card| Action::Discard { card: card.into() })
            }
        }
    }

    pub(crate) fn is_down(&self) -> bool {
        self.state.is_down(self.seat)
    }

    /// 14.3: the distance from a laydown.
    pub(crate) fn deficit(&self, hand: &Hand) -> u8 {
        finder::distance(hand.cards(), self.terms)
    }

    /// In the last round: the number of cards to gain plus the number to get rid of.
    fn cost(&self, hand: &Hand) -> i16 {
        Plans::of(hand.cards(), self.terms).cost
    }

    pub(crate) fn top(&self) -> Option<Card> {
        self.state.discard().first().copied()
    }

    fn draw(&self) -> Action {
        let may_take = check::may_take_discard(self.state, self.seat).is_ok();
        if self.state.stock().is_empty() || may_take && self.wants_top() {
            Action::DrawFromDiscard
        } else {
            Action::DrawFromStock
        }
    }

    fn wants_top(&self) -> bool {
        !self.is_down() && self.top().is_some_and(|top| self.wants(top))
    }

    /// Whether a card brings the hand closer to the contract. Before the last round there is always
    /// a card that can be discarded without loss.
    fn wants(&self, card: Card) -> bool {
        if card.is_wild() {
            return true;
        }
        let more = self.hand.with(card);
        if self.terms.all_cards {
            // A useless card would have to be discarded again.
            return self.cost(&more) <= self.cost(&self.hand);
        }
        self.deficit(&more) < self.deficit(&self.hand)
    }

    fn takes_too(&self) -> bool {
        let allowed = self.options.window_take == WindowTake::KeepBoth && !self.is_down();
        let Some(top) = self.top().filter(|_| allowed) else { return false };
        if self.terms.all_cards {
            let more = self.hand.with(top);
            return self.cost(&more) == 0 && finder::exists(more.cards(), self.terms);
        }
        let then = self.deficit(&self.hand.with(top));
        let near = then == 0 || then == 1 && self.state.down.is_empty() && !self.terms.all_cards;
        near && then < self.deficit(&self.hand)
    }

    fn calls(&self) -> bool {
        let Some(top) = self.top().filter(|_| !self.is_down()) else { return false };
        if self.terms.all_cards {
            return false;
        }
        let then = self.deficit(&self.hand.with(top));
        if then >= self.deficit(&self.hand) {
            return false;
        }
        let state = self.state;
        let down = || state.after(self.seat).filter(|other| state.is_down(*other));
        let cards = |other: Seat| state.hand(other).len();
        if let Some(threat) = down().find(|other| cards(*other) <= 2) {
            return then == 0 && self.comes_before(threat);
        }
        then == 0 || down().all(|other| cards(other) >= 5) && self.hand.len < 16
    }

    fn comes_before(&self, other: Seat) -> bool {
        let order = self.state.after(self.state.current);
        order.chain([self.state.current]).find(|seat| *seat == self.seat || *seat == other)
            == Some(self.seat)
    }

    /// The action phase.
    fn lay(&self) -> Action {
        if self.is_down() {
            return self.lay_off().unwrap_or(Action::SkipLayDown);
        }
        // Evaluating plans is faster than the finder and misses hardly any laydown.
        let hopeless = self.terms.all_cards && self.cost(&self.hand) > 1;
        let melds = if hopeless { None } else { self.lay_down() };
        melds.or_else(|| self.swap()).unwrap_or(Action::SkipLayDown)
    }

    /// The best laydown, if there is one.
    pub(crate) fn lay_down(&self) -> Option<Action> {
        let hand = self.hand.cards();
        if !finder::exists(hand, self.terms) {
            return None;
        }
        let preferences = legal::preferences(self.state, self.seat);
        let best = finder::best(hand, self.terms, &preferences, 1);
        best.into_iter().next().map(|melds| Action::LayDown { melds: named(melds) })
    }

    fn swap(&self) -> Option<Action> {
        let (mut least, mut best) = (None, None);
        legal::swaps(self.state, self.seat, |action| {
            if let Action::SwapJoker {
                joker: Named::Known(joker), card: Named::Known(card), ..
            } = action
            {
                let then = self.deficit(&self.hand.without(card).with(joker));
                if then < *least.get_or_insert_with(|| self.deficit(&self.hand)) {
                    (least, best) = (Some(then), Some(action));
                }
            }
        });
        best
    }

    /// The next lay-off: naturals on runs, naturals on sets, then wilds.
    fn lay_off(&self) -> Option<Action> {
        let state = self.state;
        if state.laid_down || state.is_last_round() {
            return None;
        }
        for kind in [MeldKind::Run, MeldKind::Set] {
            for (meld, _, cards) in state.table().filter(|(_, tag, _)| tag.kind == kind) {
                let naturals = self.hand.cards().iter().filter(|card| !card.is_wild());
                for card in naturals {
                    if fit(kind, cards, *card, None).is_ok() {
                        return Some(Action::LayOff {
                            card: (*card).into(),
                            meld: meld.into(),
                            end: None,
                        });
                    }
                }
            }
        }
        let wilds = self.hand.cards().iter().filter(|card| card.is_wild());
        let card = *wilds.max_by_key(|card| card.points())?;
        let (mut opens, mut set, mut run) = (None, None, None);
        let on = |meld: MeldId, end| Action::LayOff { card: card.into(), meld: meld.into(), end };
        for (meld, tag, cards) in state.table() {
            if tag.kind == MeldKind::Set {
                set = set.or(Some(on(meld, None)));
                continue;
            }
            let opening = Bounds::of(cards).and_then(|run| run.opening_for(self.hand.cards()));
            if let Some(end) = opening {
                opens = opens.or(Some(on(meld, Some(end))));
            } else if fit(tag.kind, cards, card, None).is_ok() {
                run = run.or(Some(on(meld, None)));
            }
        }
        opens.or(set).or(run)
    }

    fn discard(&self) -> Option<Card> {
        let cards = self.hand.cards();
        if self.is_down() {
            return cards.iter().copied().max_by_key(|card| (!card.is_wild(), card.points()));
        }
        if !self.terms.all_cards && self.has_lost() && self.deficit(&self.hand) >= 2 {
            return cards.iter().copied().max_by_key(|card| card.points());
        }
        if self.terms.all_cards {
            return self.discard_of_last_round();
        }
        distinct(cards).min_by_key(|card| {
            let left = self.hand.without(*card);
            (self.deficit(&left), card.is_wild(), self.ties(*card), u16::MAX - card.points())
        })
    }

    /// The card that the fewest plans need.
    fn discard_of_last_round(&self) -> Option<Card> {
        let cards = self.hand.cards();
        let plans = Plans::of(cards, self.terms);
        let spare = |card: Card| {
            let natural = card.natural()?;
            let held = cards.iter().filter(|other| other.face() == card.face()).count();
            Some(plans.spare(natural, held))
        };
        distinct(cards).max_by_key(|card| (spare(*card), card.points()))
    }

    /// Whether another player is about to go out.
    pub(crate) fn has_lost(&self) -> bool {
        let state = self.state;
        state.after(self.seat).any(|other| state.is_down(other) && state.hand(other).len() <= 2)
    }

    /// How strongly a card is related to the rest of the hand.
    fn ties(&self, card: Card) -> u8 {
        let Some(natural) = card.natural() else { return u8::MAX };
        let contract = self.terms.contract;
        let mut ties = 0;
        for other in self.hand.cards().iter().filter(|other| **other != card) {
            let Some(other) = other.natural() else { continue };
            if other.value() == natural.value() {
                ties += 2 * u8::from(contract.sets > 0);
            } else if other.suit() == natural.suit() && contract.runs > 0 {
                ties += match other.value().abs_diff(natural.value()) {
                    1 => 3,
                    2 => 2,
                    3 => 1,
                    _ => 0,
                };
            }
        }
        ties
    }
}

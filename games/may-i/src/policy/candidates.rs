//! The actions worth considering, the most promising first. They depend only on what the seat
//! knows: its hand, the table and the discards.

use std::cmp::Reverse;

use croupier_kit::game::{Position, Seat};

use crate::flow::FlowState;
use crate::fold::full_deck;
use crate::legal::{self, distinct};
use crate::policy::greedy::is_related;
use crate::policy::rollout::{Hand, Player};
use crate::{Action, Card, Face, MayI, Natural, check};

/// How many discards are considered before the seat has laid down, and after.
const DISCARDS: usize = 5;
const DISCARDS_DOWN: usize = 3;

/// The actions of a seat that is being asked.
pub(crate) fn search_actions(
    at: Position<'_, MayI>,
    seat: Seat,
    limit: usize,
    actions: &mut Vec<Action>,
) {
    let before = actions.len();
    if let Some(player) = Player::deciding(at, seat) {
        player.candidates(actions);
    }
    if actions.len() == before {
        // A player who would rather wait for others can still act.
        legal::search_actions(at, seat, limit, actions);
    }
    actions.truncate(before.saturating_add(limit));
}

impl Player<'_> {
    fn candidates(&self, actions: &mut Vec<Action>) {
        if self.here == FlowState::AwaitingDiscard && self.is_current() {
            let discard = |card: Card| Action::Discard { card: card.into() };
            if self.is_down() {
                actions.extend(self.discards_down().into_iter().map(discard));
            } else {
                actions.extend(self.discards().into_iter().map(discard));
            }
            return;
        }
        // A rollout may overlook a laydown, but a real decision must not.
        let melds = if self.here == FlowState::Drawn && !self.is_down() && self.is_current() {
            self.lay_down()
        } else {
            None
        };
        let Some(first) = melds.or_else(|| self.act()) else { return };
        let other = self.other_than(&first);
        actions.push(first);
        actions.extend(other);
    }

    fn is_current(&self) -> bool {
        self.seat == self.state.current && self.state.settling.is_none()
    }

    /// The alternative to a draw, a call or an answer.
    fn other_than(&self, first: &Action) -> Option<Action> {
        let (state, seat) = (self.state, self.seat);
        let draws = self.here == FlowState::AwaitingDraw;
        match first {
            Action::DrawFromStock if draws => {
                check::may_take_discard(state, seat).is_ok().then_some(Action::DrawFromDiscard)
            }
            Action::DrawFromDiscard if draws => {
                (!state.stock().is_empty()).then_some(Action::DrawFromStock)
            }
            Action::DrawFromStock => {
                let may = check::may_take_offered(state, self.options, seat).is_ok();
                (may && self.helps()).then_some(Action::DrawFromDiscard)
            }
            Action::DrawFromDiscard => Some(Action::DrawFromStock),
            Action::CallMayI if self.here == FlowState::MayIWindow => Some(Action::PassMayI),
            Action::PassMayI => self.helps().then_some(Action::CallMayI),
            Action::ClaimMayI => Some(Action::AllowMayI),
            Action::AllowMayI => self.helps().then_some(Action::ClaimMayI),
            _ => None,
        }
    }

    /// Whether the top discard could be worth taking a penalty card. In the last round it never is.
    fn helps(&self) -> bool {
        let nearer = |top| self.deficit(&self.hand.with(top)) < self.deficit(&self.hand);
        !self.terms.all_cards && self.top().is_some_and(nearer)
    }

    fn discards_down(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = distinct(self.hand.cards()).collect();
        cards.sort_by_key(|card| (card.is_wild(), Reverse(card.points())));
        cards.truncate(DISCARDS_DOWN);
        cards
    }

    /// Sorted by the keys of 14.4 except danger, because the search plays out what others do with
    /// the card.
    fn discards(&self) -> Vec<Card> {
        let unseen = self.unseen();
        let left = |card| {
            let hand = self.hand.without(card);
            (card, self.deficit(&hand), hand)
        };
        let left: Vec<(Card, u8, Hand)> = distinct(self.hand.cards()).map(left).collect();
        let least = left.iter().map(|(_, deficit, _)| *deficit).min().unwrap_or(0);
        let gives_up = !self.terms.all_cards && self.has_lost() && self.deficit(&self.hand) >= 2;
        let rate = |(card, deficit, hand): (Card, u8, Hand)| {
            let points = Reverse(card.points());
            if gives_up {
                return ((0, false, Reverse(0), points), card);
            }
            // Outs are counted only where they can make a difference.
            let outs = if deficit == least { self.outs(&hand, deficit, &unseen) } else { 0 };
            ((deficit, card.is_wild(), Reverse(outs), points), card)
        };
        let mut rated: Vec<_> = left.into_iter().map(rate).collect();
        rated.sort_by_key(|(key, _)| *key);
        rated.into_iter().take(DISCARDS).map(|(_, card)| card).collect()
    }

    /// 14.3: the number of unseen cards that would bring a hand closer to a laydown.
    fn outs(&self, hand: &Hand, deficit: u8, unseen: &[u8; Face::COUNT]) -> u16 {
        if deficit == 0 {
            return 0;
        }
        let related = |natural: &Natural| hand.cards().iter().any(|it| is_related(*it, *natural));
        let helps = |natural: &Natural| {
            let card = Card::natural_copy(*natural, 0).unwrap_or_default();
            self.deficit(&hand.with(card)) < deficit
        };
        let naturals = Natural::all().filter(related).filter(helps);
        naturals.map(|natural| u16::from(unseen[natural.index()])).sum()
    }

    /// For each face, the number of cards that are neither in this hand, nor on the table, nor
    /// discarded.
    fn unseen(&self) -> [u8; Face::COUNT] {
        let mut unseen = [0_u8; Face::COUNT];
        for card in full_deck(self.state.players) {
            unseen[card.face().index()] += 1;
        }
        let table = self.state.table().flat_map(|(_, _, cards)| cards);
        for card in self.hand.cards().iter().chain(table).chain(self.state.discard()) {
            let count = &mut unseen[card.face().index()];
            *count = count.saturating_sub(1);
        }
        unseen
    }
}

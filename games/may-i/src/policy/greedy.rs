//! 14.4: a bot that measures how far its hand is from the contract, using only what its seat sees
//! and remembers.

use croupier_kit::game::{Observation, Seat};

use crate::contract::{MeldKind, Terms};
use crate::flow::FlowState;
use crate::fold::full_deck;
use crate::legal::distinct;
use crate::meld::{Bounds, fit};
use crate::named::named;
use crate::options::WindowTake;
use crate::view::PlayerSeen;
use crate::{Action, Card, Face, LaidMeld, MayI, Memory, Natural, Options, View, finder};

/// The action of the heuristic for a seat that is being asked. None means waiting, for others to
/// answer first (MI-108) or because the exposed discard is not wanted.
pub fn heuristic_action(observation: Observation<'_, MayI>) -> Option<Action> {
    let Observation { seat, view, memory, options, .. } = observation;
    Seen::of(view, memory, options, seat)?.decide()
}

/// The parts of a view that the heuristic needs.
struct Seen<'a> {
    view: &'a View,
    memory: &'a Memory,
    options: &'a Options,
    seat: Seat,
    hand: &'a [Card],
    terms: Terms,
}

impl<'a> Seen<'a> {
    fn of(view: &'a View, memory: &'a Memory, options: &'a Options, seat: Seat) -> Option<Self> {
        let hand = view.players.get(seat.at())?.hand.as_deref()?;
        let terms = options.terms(view.round);
        Some(Self { view, memory, options, seat, hand, terms })
    }

    fn decide(&self) -> Option<Action> {
        let own = self.view.current == self.seat;
        if let Some(settling) = self.view.settling {
            return (settling.asked == Some(self.seat)).then(|| self.answer(own));
        }
        match self.view.phase {
            FlowState::Setup | FlowState::GameEnd => None,
            FlowState::MayIWindow => self.in_window(own),
            _ if !own => self.calls().then_some(Action::CallMayI),
            FlowState::AwaitingDraw => Some(self.draw()),
            FlowState::Drawn => Some(self.act()),
            FlowState::AwaitingDiscard => {
                self.discard().map(|card| Action::Discard { card: card.into() })
            }
        }
    }

    fn me(&self) -> &PlayerSeen {
        &self.view.players[self.seat.at()]
    }

    fn others(&self) -> impl Iterator<Item = &PlayerSeen> {
        self.view.players.iter().filter(|player| player.seat != self.seat)
    }

    /// 14.3: the distance from a laydown.
    fn deficit(&self, hand: &[Card]) -> u8 {
        finder::distance(hand, self.terms)
    }

    fn with(&self, card: Card) -> Vec<Card> {
        let mut hand = self.hand.to_vec();
        hand.push(card);
        hand
    }

    /// The deficit of a hand after its best discard.
    fn deficit_after_discard(&self, hand: &[Card]) -> u8 {
        let left = distinct(hand).map(|card| self.deficit(&without(hand, card)));
        left.min().unwrap_or(u8::MAX)
    }

    /// Whether the discard would bring the hand closer to the contract.
    fn wants(&self, card: Card) -> bool {
        card.is_wild() || self.deficit_after_discard(&self.with(card)) < self.deficit(self.hand)
    }

    fn draw(&self) -> Action {
        let takes = !self.me().is_down && self.view.top.is_some_and(|top| self.wants(top));
        if takes || self.view.stock == 0 { Action::DrawFromDiscard } else { Action::DrawFromStock }
    }

    /// In the window: the player who is to decide calls, declines, takes or passes.
    fn in_window(&self, own: bool) -> Option<Action> {
        let window = self.view.window.as_ref()?;
        if window.next_to_decide != Some(self.seat) {
            return None;
        }
        Some(match (own, self.calls()) {
            (true, _) if self.takes_too() => Action::DrawFromDiscard,
            (true, _) => Action::DrawFromStock,
            (false, true) => Action::CallMayI,
            (false, false) => Action::PassMayI,
        })
    }

    /// MI-96: taking a second card is worth it if only one card is missing, or two while nobody is
    /// down.
    fn takes_too(&self) -> bool {
        let allowed = self.options.window_take == WindowTake::KeepBoth && !self.me().is_down;
        let Some(top) = self.view.top.filter(|_| allowed) else { return false };
        let (now, then) = (self.deficit(self.hand), self.deficit(&self.with(top)));
        let nobody_down = self.view.players.iter().all(|player| !player.is_down);
        then < now && (then == 0 || then == 1 && nobody_down && !self.terms.all_cards)
    }

    /// Whether the discard is worth a penalty card.
    fn calls(&self) -> bool {
        let Some(top) = self.view.top.filter(|_| !self.me().is_down) else { return false };
        if self.terms.all_cards {
            return false; // The penalty card would have to be placed as well.
        }
        let (now, then) = (self.deficit(self.hand), self.deficit(&self.with(top)));
        if then >= now {
            return false;
        }
        let down = || self.others().filter(|player| player.is_down);
        if let Some(threat) = down().find(|player| player.cards <= 2) {
            return then == 0 && self.comes_before(threat.seat);
        }
        then == 0 || down().all(|player| player.cards >= 5) && self.hand.len() < 16
    }

    /// Whether the next turn of this seat comes before that of another.
    fn comes_before(&self, other: Seat) -> bool {
        let seats = self.view.players.len();
        let way = |seat: Seat| (seat.at() + seats - self.view.current.at() - 1) % seats;
        way(self.seat) < way(other)
    }

    /// MI-302: the current player claims a card it would draw, the others one they would call for.
    fn answer(&self, own: bool) -> Action {
        let wants =
            if own { self.view.top.is_some_and(|top| self.wants(top)) } else { self.calls() };
        if wants { Action::ClaimMayI } else { Action::AllowMayI }
    }

    /// The action phase.
    fn act(&self) -> Action {
        if self.me().is_down {
            return self.lay_off().unwrap_or(Action::SkipLayDown);
        }
        if let Some(melds) = &self.view.can_lay_down {
            return Action::LayDown { melds: named(melds.clone()) };
        }
        self.swap().unwrap_or(Action::SkipLayDown)
    }

    /// Swaps if the joker brings the hand closer to the contract than the card given for it.
    fn swap(&self) -> Option<Action> {
        if self.terms.all_cards {
            return None;
        }
        let now = self.deficit(self.hand);
        let runs = self.view.table.iter().filter(|meld| meld.kind == MeldKind::Run);
        let mut best = None;
        for (meld, joker, natural) in runs.flat_map(jokers) {
            let held = self.hand.iter().find(|card| card.natural() == Some(natural));
            let Some(card) = held.copied() else { continue };
            let mut hand = without(self.hand, card);
            hand.push(joker);
            let then = self.deficit(&hand);
            if then < now && best.as_ref().is_none_or(|(least, _)| then < *least) {
                let (meld, joker, card) = (meld.id.into(), joker.into(), card.into());
                best = Some((then, Action::SwapJoker { meld, joker, card }));
            }
        }
        best.map(|(_, action)| action)
    }

    /// The next lay-off: naturals first, because they may open places for others; then wilds where
    /// they open a place for a natural of the hand; then wilds on sets, and finally anywhere.
    fn lay_off(&self) -> Option<Action> {
        if self.view.laid_down || self.terms.all_cards {
            return None;
        }
        let naturals = || self.hand.iter().filter(|card| !card.is_wild());
        for kind in [MeldKind::Run, MeldKind::Set] {
            let melds = || self.view.table.iter().filter(|meld| meld.kind == kind);
            let fitting = naturals().find_map(|card| {
                let meld = melds().find(|meld| fit(kind, &meld.cards, *card, None).is_ok())?;
                Some(Action::LayOff { card: (*card).into(), meld: meld.id.into(), end: None })
            });
            if fitting.is_some() {
                return fitting;
            }
        }
        // Jokers before twos: if the round ends now, the card left in the hand costs fewer points.
        let wild = *self.hand.iter().filter(|card| card.is_wild()).max_by_key(|it| it.points())?;
        let runs = || self.view.table.iter().filter(|meld| meld.kind == MeldKind::Run);
        let opens = runs().find_map(|meld| {
            let end = Bounds::of(&meld.cards)?.opening_for(self.hand)?;
            Some(Action::LayOff { card: wild.into(), meld: meld.id.into(), end: Some(end) })
        });
        let set = || self.view.table.iter().find(|meld| meld.kind == MeldKind::Set);
        let anywhere = || runs().find(|run| fit(run.kind, &run.cards, wild, None).is_ok());
        let plain = |meld: &LaidMeld| {
            let (card, meld) = (wild.into(), meld.id.into());
            Action::LayOff { card, meld, end: None }
        };
        opens.or_else(|| set().or_else(anywhere).map(plain))
    }

    fn discard(&self) -> Option<Card> {
        if self.me().is_down {
            let key = |card: &Card| (!card.is_wild(), card.points());
            return self.hand.iter().copied().max_by_key(key);
        }
        let lost = self.others().any(|player| player.is_down && player.cards <= 2);
        if lost && self.deficit(self.hand) >= 2 {
            return self.hand.iter().copied().max_by_key(|card| card.points());
        }
        let left = |card: Card| (self.deficit(&without(self.hand, card)), card.is_wild());
        let candidates: Vec<_> = distinct(self.hand).map(|card| (left(card), card)).collect();
        let least = candidates.iter().map(|(key, _)| *key).min()?;
        let best = candidates.into_iter().filter(|(key, _)| *key == least).map(|(_, card)| card);
        let unseen = self.unseen();
        best.min_by_key(|card| {
            let outs = self.outs(&without(self.hand, *card), least.0, &unseen);
            (u16::MAX - outs, self.danger(*card), u16::MAX - card.points())
        })
    }

    /// 14.3: the number of unseen cards that would bring this hand closer to a laydown.
    fn outs(&self, hand: &[Card], deficit: u8, unseen: &[u8; Face::COUNT]) -> u16 {
        if deficit == 0 {
            return 0;
        }
        let mut longer = hand.to_vec();
        let helps = |natural: &Natural| {
            longer.push(Card::natural_copy(*natural, 0).unwrap_or_default());
            let helps = self.deficit(&longer) < deficit;
            longer.pop();
            helps
        };
        // Wilds help every hand equally, and a card unrelated to the hand hardly helps any.
        let related = |natural: &Natural| hand.iter().any(|card| is_related(*card, *natural));
        let naturals = Natural::all().filter(related).filter(helps);
        naturals.map(|natural| u16::from(unseen[natural.index()])).sum()
    }

    /// For each face, the number of cards nobody has seen in this round.
    fn unseen(&self) -> [u8; Face::COUNT] {
        let mut unseen = [0_u8; Face::COUNT];
        let players = u8::try_from(self.view.players.len()).unwrap_or(0);
        for card in full_deck(players) {
            unseen[card.face().index()] += 1;
        }
        let table = self.view.table.iter().flat_map(|meld| &meld.cards);
        let known = self.memory.known.iter().enumerate();
        let known = known.filter(|(seat, _)| *seat != self.seat.at()).flat_map(|(_, cards)| cards);
        for card in self.hand.iter().chain(table).chain(known).chain(&self.memory.discard) {
            let count = &mut unseen[card.face().index()];
            *count = count.saturating_sub(1);
        }
        unseen
    }

    /// How much a discard helps the players who are not down, judging by the cards they have taken.
    fn danger(&self, card: Card) -> u8 {
        let Some(natural) = card.natural() else { return u8::MAX };
        let next = Seat::next(self.seat, self.view.players.len());
        let (sets, runs) = (self.terms.contract.sets > 0, self.terms.contract.runs > 0);
        let weigh = |player: &PlayerSeen| {
            let taken = self.memory.known.get(player.seat.at()).map_or(&[][..], Vec::as_slice);
            let taken = || taken.iter().filter_map(|card| card.natural());
            let same_rank = sets && taken().any(|it| it.value() == natural.value());
            let near = |it: Natural| {
                it.suit() == natural.suit() && it.value().abs_diff(natural.value()) <= 2
            };
            let danger = 3 * u8::from(same_rank) + 2 * u8::from(runs && taken().any(near));
            if player.seat == next { 2 * danger } else { danger }
        };
        self.others().filter(|player| !player.is_down).map(weigh).sum()
    }
}

/// A hand without one card.
fn without(hand: &[Card], card: Card) -> Vec<Card> {
    let place = hand.iter().position(|other| *other == card);
    let mut left = hand.to_vec();
    if let Some(place) = place {
        left.remove(place);
    }
    left
}

/// Whether two cards have the same rank, or are close in the same suit.
pub(crate) fn is_related(card: Card, natural: Natural) -> bool {
    card.natural().is_some_and(|it| {
        let near = it.value().abs_diff(natural.value()) <= 3;
        it.value() == natural.value() || it.suit() == natural.suit() && near
    })
}

/// The jokers of a run, with the cards they replace.
fn jokers(run: &LaidMeld) -> impl Iterator<Item = (&LaidMeld, Card, Natural)> {
    let bounds = Bounds::of(&run.cards);
    let jokers = run.cards.iter().enumerate().filter(|(_, card)| card.is_joker());
    jokers.filter_map(move |(place, joker)| Some((run, *joker, bounds?.natural_at(place)?)))
}

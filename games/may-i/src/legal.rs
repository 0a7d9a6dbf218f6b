//! The legal actions of a seat (section 14.6), and what the random and the silent player do (14.5).
//!
//! The list is sound: everything in it is accepted. It is complete with three exceptions: of
//! several cards with the same face only one is listed; only the best eight laydowns are listed
//! (MI-203; in round 6 only one, since every laydown ends the round); and `REORDER_HAND` is not
//! listed, nor is the current player's `PASS_MAY_I`, which means the same as passing with
//! `DRAW_FROM_STOCK`.

use croupier_kit::cards::{Dice, Suit};
use croupier_kit::game::{By, Position, Seat, SeatSet};

use crate::check;
use crate::contract::MeldKind;
use crate::finder::{self, Preferences};
use crate::flow::{FlowState, flow_state};
use crate::meld::{Bounds, End, fit};
use crate::named::{Named, named};
use crate::prompt::{sorted, sorted_by_rank};
use crate::{Action, Card, MayI, MeldId, Natural, State};

/// The maximum number of listed laydowns.
const LAYDOWNS: usize = 8;

/// A random player calls for an exposed discard with a chance of one in this many. An exposed
/// discard cannot be declined, so without this limit nobody would ever get to draw it.
const PATIENCE: u32 = 8;

/// The seats that are being asked: everybody who may act.
#[inline]
pub(crate) fn to_act(at: Position<'_, MayI>) -> SeatSet {
    let state = at.state;
    match flow_state(at) {
        FlowState::Setup | FlowState::GameEnd => SeatSet::NOBODY,
        FlowState::MayIWindow => {
            let window = state.window.unwrap_or_default();
            let mut asked: SeatSet =
                state.eligible().filter(|seat| !window.has_answered(*seat)).collect();
            if !window.passed {
                asked.insert(state.current);
            }
            asked
        }
        _ => {
            if let Some(settling) = state.settling {
                return settling.asked.into_iter().collect();
            }
            let callers = state.eligible().filter(|_| at.options.is_exposed() && state.exposed);
            callers.chain([state.current]).collect()
        }
    }
}

pub(crate) fn legal_actions(at: Position<'_, MayI>, seat: Seat, actions: &mut Vec<Action>) {
    if !to_act(at).contains(seat) {
        return;
    }
    let (state, here) = (at.state, flow_state(at));
    if state.settling.is_some() {
        actions.extend([Action::AllowMayI, Action::ClaimMayI]);
    } else if seat != state.current {
        actions.push(Action::CallMayI);
        if here == FlowState::MayIWindow {
            actions.push(Action::PassMayI);
        }
    } else {
        match here {
            FlowState::AwaitingDraw => draws(state, seat, actions),
            FlowState::MayIWindow => {
                actions.push(Action::DrawFromStock);
                if check::may_take_offered(state, at.options, seat).is_ok() {
                    actions.push(Action::DrawFromDiscard);
                }
            }
            FlowState::Drawn => moves(at, seat, actions),
            _ => discards(state, seat, actions),
        }
    }
}

/// The actions a search should consider, the most promising first: laydowns, lay-offs and swaps
/// before skipping them.
pub(crate) fn search_actions(
    at: Position<'_, MayI>,
    seat: Seat,
    limit: usize,
    actions: &mut Vec<Action>,
) {
    let first = actions.len();
    legal_actions(at, seat, actions);
    let rank = |action: &Action| match action {
        Action::LayDown { .. } => 0,
        Action::LayOff { .. } => 1,
        Action::SwapJoker { .. } => 2,
        _ => 3,
    };
    actions[first..].sort_by_key(rank);
    actions.truncate(first.saturating_add(limit));
}

/// MI-30: a player may sort their own hand at any time.
pub(crate) fn offers(at: Position<'_, MayI>, seat: Seat, actions: &mut Vec<Action>) {
    let hand = at.state.hand(seat);
    let [by_suit, by_rank] = [sorted(hand), sorted_by_rank(hand)];
    let is_new = |cards: &Vec<Card>| *cards != *hand;
    let orders = std::iter::once(by_suit.clone()).chain(Some(by_rank).filter(|it| *it != by_suit));
    let reorder = orders
        .filter(is_new)
        .map(|cards| Action::ReorderHand { cards: cards.into_iter().map(Named::Known).collect() });
    actions.extend(reorder.filter(|action| check::check(at, By::Seat(seat), action).is_ok()));
}

fn draws(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if !state.stock().is_empty() {
        actions.push(Action::DrawFromStock);
    }
    if check::may_take_discard(state, seat).is_ok() {
        actions.push(Action::DrawFromDiscard);
    }
}

/// The action phase.
fn moves(at: Position<'_, MayI>, seat: Seat, actions: &mut Vec<Action>) {
    let state = at.state;
    actions.push(Action::SkipLayDown);
    if state.is_down(seat) {
        lay_offs(state, seat, |action| actions.push(action));
    } else {
        swaps(state, seat, |action| actions.push(action));
        let terms = state.terms(at.options);
        let limit = if terms.all_cards { 1 } else { LAYDOWNS };
        let found = finder::best(state.hand(seat), terms, &preferences(state, seat), limit);
        actions.extend(found.into_iter().map(|melds| Action::LayDown { melds: named(melds) }));
    }
    if at.options.implicit_skip {
        discards(state, seat, actions);
    }
}

/// The first card of every face in a hand.
pub(crate) fn distinct(hand: &[Card]) -> impl Iterator<Item = Card> {
    let mut seen = 0_u64;
    hand.iter().copied().filter(move |card| {
        let bit = 1 << card.face().index();
        let new = seen & bit == 0;
        seen |= bit;
        new
    })
}

fn discards(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    actions.extend(distinct(state.hand(seat)).map(|card| Action::Discard { card: card.into() }));
}

/// All distinct lay-offs of a player who went down in an earlier turn; wilds at both ends.
pub(crate) fn lay_offs(state: &State, seat: Seat, mut found: impl FnMut(Action)) {
    if state.laid_down || state.is_last_round() {
        return;
    }
    for card in distinct(state.hand(seat)) {
        for (meld, tag, cards) in state.table() {
            let ends: &[Option<End>] = if card.is_wild() && tag.kind == MeldKind::Run {
                &[Some(End::Start), Some(End::End)]
            } else {
                &[None]
            };
            for end in ends {
                if fit(tag.kind, cards, card, *end).is_ok() {
                    found(Action::LayOff { card: card.into(), meld: meld.into(), end: *end });
                }
            }
        }
    }
}

/// All swaps of a player who is not down.
pub(crate) fn swaps(state: &State, seat: Seat, mut found: impl FnMut(Action)) {
    if check::may_swap_now(state, seat).is_err() {
        return;
    }
    for (meld, joker, natural) in swappable(state) {
        let held = state.hand(seat).iter().find(|card| card.natural() == Some(natural));
        if let Some(card) = held {
            found(Action::SwapJoker {
                meld: meld.into(),
                joker: joker.into(),
                card: (*card).into(),
            });
        }
    }
}

/// The jokers in runs, with the card that each replaces.
pub(crate) fn swappable(state: &State) -> impl Iterator<Item = (MeldId, Card, Natural)> {
    let runs = state.table().filter(|(_, tag, _)| tag.kind == MeldKind::Run);
    runs.flat_map(|(meld, _, cards)| {
        let bounds = Bounds::of(cards);
        let jokers = cards.iter().enumerate().filter(|(_, card)| card.is_joker());
        jokers.filter_map(move |(place, joker)| Some((meld, *joker, bounds?.natural_at(place)?)))
    })
}

/// MI-203: what this seat prefers in a laydown.
pub(crate) fn preferences(state: &State, seat: Seat) -> Preferences {
    let about_to_go_out = |other| state.is_down(other) && state.hand(other).len() <= 2;
    Preferences { most_wilds: state.after(seat).any(about_to_go_out), fits: fits(state) }
}

/// The naturals that can be laid off on some meld, as bits.
pub(crate) fn fits(state: &State) -> u64 {
    let mut fits = 0;
    for (_, tag, cards) in state.table() {
        let first = cards.iter().find_map(|card| card.natural());
        let places: [Option<Natural>; 4] = match (tag.kind, Bounds::of(cards)) {
            (MeldKind::Run, Some(Bounds { suit, low, high })) => {
                [Natural::new(suit, low - 1), Natural::new(suit, high + 1), None, None]
            }
            (MeldKind::Run, None) => [None; 4],
            (MeldKind::Set, _) => {
                Suit::ALL.map(|suit| first.and_then(|first| Natural::new(suit, first.value())))
            }
        };
        fits |= places.iter().flatten().fold(0, |bits, it| bits | 1 << it.index());
    }
    fits
}

/// 14.5: a player who lays down and lays off whenever possible and otherwise acts at random.
///
/// While the window is open, only the player whose decision is due by MI-108 acts; the others wait.
/// So does a player who considers an exposed discard and leaves it.
pub(crate) fn random_action(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = at.state;
    if !to_act(at).contains(seat) {
        return None;
    }
    if state.settling.is_some() {
        return Some(either(dice, Action::AllowMayI, Action::ClaimMayI));
    }
    let here = flow_state(at);
    if here == FlowState::MayIWindow {
        return in_window(at, seat, dice);
    }
    if seat != state.current {
        return (dice.below(PATIENCE) == 0).then_some(Action::CallMayI);
    }
    match here {
        FlowState::AwaitingDraw if check::may_take_discard(state, seat).is_err() => {
            Some(Action::DrawFromStock)
        }
        FlowState::AwaitingDraw if state.stock().is_empty() => Some(Action::DrawFromDiscard),
        FlowState::AwaitingDraw => {
            Some(either(dice, Action::DrawFromStock, Action::DrawFromDiscard))
        }
        FlowState::Drawn => Some(in_action_phase(at, seat, dice)),
        _ => dice.pick(state.hand(seat)).map(|card| Action::Discard { card: (*card).into() }),
    }
}

fn either(dice: &mut Dice, one: Action, other: Action) -> Action {
    if dice.below(2) == 0 { one } else { other }
}

fn in_window(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = at.state;
    if state.next_to_decide() != Some(seat) {
        return None;
    }
    Some(if seat != state.current {
        either(dice, Action::CallMayI, Action::PassMayI)
    } else if check::may_take_offered(state, at.options, seat).is_ok() {
        either(dice, Action::DrawFromStock, Action::DrawFromDiscard)
    } else {
        Action::DrawFromStock
    })
}

fn in_action_phase(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Action {
    let state = at.state;
    let mut chosen = Action::SkipLayDown;
    let mut count = 0;
    // Reservoir sampling: the n-th action found replaces the chosen one with probability 1/n.
    let mut consider = |action| {
        count += 1;
        if count == 1 || dice.below(count) == 0 {
            chosen = action;
        }
    };
    if state.is_down(seat) {
        lay_offs(state, seat, consider);
        return chosen;
    }
    let (hand, terms) = (state.hand(seat), state.terms(at.options));
    if hand.len() >= terms.contract.fewest_cards() && finder::exists(hand, terms) {
        let best = finder::best(hand, terms, &preferences(state, seat), 1);
        if let Some(melds) = best.into_iter().next() {
            return Action::LayDown { melds: named(melds) };
        }
    }
    consider(Action::SkipLayDown);
    swaps(state, seat, consider);
    chosen
}

/// The action of a silent player: draws from the stock, passes, allows, lays nothing down, and
/// discards the most recent card that is not wild.
pub(crate) fn default_action(at: Position<'_, MayI>, seat: Seat) -> Option<Action> {
    let state = at.state;
    if !to_act(at).contains(seat) {
        return None;
    }
    if state.settling.is_some() {
        return Some(Action::AllowMayI);
    }
    let here = flow_state(at);
    if seat != state.current {
        return (here == FlowState::MayIWindow).then_some(Action::PassMayI);
    }
    match here {
        // MI-305: nothing else is left to draw.
        FlowState::AwaitingDraw if state.stock().is_empty() => Some(Action::DrawFromDiscard),
        FlowState::AwaitingDraw | FlowState::MayIWindow => Some(Action::DrawFromStock),
        FlowState::Drawn => Some(Action::SkipLayDown),
        _ => least_loss(state, seat).map(|card| Action::Discard { card: card.into() }),
    }
}

fn least_loss(state: &State, seat: Seat) -> Option<Card> {
    let hand = state.hand(seat);
    let natural = hand.iter().rev().find(|card| !card.is_wild());
    natural.or(hand.last()).copied()
}

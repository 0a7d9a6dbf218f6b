//! What a seat may do (section 14.6).
//!
//! The list is sound: everything in it is accepted. It is complete but for three things: cards of
//! one face stand for each other, a laydown is listed among the best eight (MI-203; in round 6 one,
//! for every laydown ends the round), and `REORDER_HAND` and the current player's `PASS_MAY_I`,
//! which means the same as a pass by `DRAW_FROM_STOCK`, are not listed.

use croupier_kit::{Ask, Choice, Filled, Form, Group, Position, Prompt, Seat, SeatSet, Suit};

use crate::check;
use crate::contract::{MeldKind, Proposal, Terms};
use crate::finder::{self, Wish};
use crate::flow::{Phase, phase};
use crate::meld::{Bounds, End, fit};
use crate::{Action, Card, MayI, MeldId, Natural, State};

/// How many laydowns are listed.
const LAYDOWNS: usize = 8;

/// The seats that are being asked for something: everybody who may act.
#[inline]
pub(crate) fn to_act(at: Position<'_, MayI>) -> SeatSet {
    let state = at.state;
    match phase(at) {
        Phase::Setup | Phase::GameEnd => SeatSet::NOBODY,
        Phase::MayIWindow => {
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
    let (state, phase) = (at.state, phase(at));
    if state.settling.is_some() {
        actions.extend([Action::AllowMayI, Action::ClaimMayI]);
    } else if seat != state.current {
        actions.push(Action::CallMayI);
        if phase == Phase::MayIWindow {
            actions.push(Action::PassMayI);
        }
    } else {
        match phase {
            Phase::AwaitingDraw => draws(state, seat, actions),
            Phase::MayIWindow => {
                actions.push(Action::DrawFromStock);
                if check::may_take_offered(state, at.options, seat).is_ok() {
                    actions.push(Action::DrawFromDiscard);
                }
            }
            Phase::Drawn => moves(at, seat, actions),
            _ => discards(state, seat, actions),
        }
    }
}

/// The moves a search should think about, the most promising first: laydowns, lay-offs and swaps
/// before going on without.
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

/// What a client that knows nothing of the game is told. Nobody is obliged to answer in somebody
/// else's turn (MI-93).
pub(crate) fn prompt(at: Position<'_, MayI>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let (own, settles) = (seat == at.state.current, at.state.settling.is_some());
    let message = match phase(at) {
        _ if settles => "may-i.answer",
        _ if !own => "may-i.call",
        Phase::AwaitingDraw => "may-i.draw",
        Phase::MayIWindow => "may-i.window",
        Phase::Drawn => "may-i.act",
        _ => "may-i.discard",
    };
    let in_window = own && !settles && phase(at) == Phase::MayIWindow;
    let label = |action: &Action| match action {
        // MI-95, MI-96: in the window these mean something else.
        Action::DrawFromStock if in_window => "Let it go".to_owned(),
        Action::DrawFromDiscard if in_window => "Take it too".to_owned(),
        // People know melds by their cards.
        Action::LayOff { card, meld, end } => {
            let end = match end {
                None => "",
                Some(End::Start) => ", at the start",
                Some(End::End) => ", at the end",
            };
            format!("Lay off {card} on {}{end}", described(at.state, *meld))
        }
        Action::SwapJoker { meld, joker, card } => {
            format!("Swap {card} for {joker} of {}", described(at.state, *meld))
        }
        other => other.label(),
    };
    let choice = |action: Action| Choice { label: label(&action), action };
    let ask = Ask::Pick { choices: actions.into_iter().map(choice).collect() };
    let may_decline = !own && !settles;
    let message = message.to_owned();
    let forms = form(at, seat).into_iter().collect();
    Some(Prompt { id: 0, message, ask, may_decline, deadline: None, forms })
}

/// A meld by its cards.
fn described(state: &State, meld: MeldId) -> String {
    let Some((tag, cards)) = state.find_meld(meld) else { return meld.to_string() };
    let kind = match tag.kind {
        MeldKind::Set => "set",
        MeldKind::Run => "run",
    };
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    format!("{kind} {}", cards.join(" "))
}

/// A laydown that the player puts together: the list holds only the best ones.
fn form(at: Position<'_, MayI>, seat: Seat) -> Option<Form> {
    let state = at.state;
    let is_own = seat == state.current && state.settling.is_none();
    if !is_own || phase(at) != Phase::Drawn || state.is_down(seat) {
        return None;
    }
    let terms = state.terms(at.options);
    let hand = sorted(state.hand(seat));
    let group = |(number, kind): (usize, MeldKind)| {
        let (word, min) = match kind {
            MeldKind::Set => ("set", 3),
            MeldKind::Run => ("run", 4),
        };
        let max = if terms.longer { hand.len() } else { min };
        // MI-47: a run that is listed ascending lies as it is listed, its wild cards included.
        Group { name: format!("{word} {number}"), min, max, ordered: kind == MeldKind::Run }
    };
    let groups = melds(terms).map(group).collect();
    let pieces = hand.iter().map(Card::to_string).collect();
    Some(Form { label: "Lay down melds of your own".to_owned(), pieces, groups })
}

/// The melds that are demanded, sets first, each kind with its own numbers.
fn melds(terms: Terms) -> impl Iterator<Item = (usize, MeldKind)> {
    let sets = (1..=usize::from(terms.contract.sets)).map(|number| (number, MeldKind::Set));
    sets.chain((1..=usize::from(terms.contract.runs)).map(|number| (number, MeldKind::Run)))
}

/// A hand by suit and rank, wild cards last.
pub(crate) fn sorted(hand: &[Card]) -> Vec<Card> {
    let mut sorted = hand.to_vec();
    sorted.sort_by_key(|card| match card.natural() {
        Some(natural) => (false, natural.suit(), natural.value(), card.index()),
        None => (true, Suit::Hearts, 0, card.index()),
    });
    sorted
}

/// The laydown that a filled-in form means.
pub(crate) fn compose(at: Position<'_, MayI>, seat: Seat, filled: &Filled) -> Option<Action> {
    let hand = sorted(at.state.hand(seat));
    let proposal = |((_, kind), places): ((usize, MeldKind), &Vec<usize>)| {
        let cards = places.iter().map(|place| hand.get(*place).copied()).collect::<Option<_>>()?;
        Some(Proposal { kind, cards })
    };
    let terms = at.state.terms(at.options);
    let melds = melds(terms).zip(&filled.groups).map(proposal).collect::<Option<Vec<_>>>()?;
    Some(Action::LayDown { melds })
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
        let found = finder::best(state.hand(seat), terms, &wish(state, seat), limit);
        actions.extend(found.into_iter().map(|melds| Action::LayDown { melds }));
    }
    if at.options.implicit_skip {
        discards(state, seat, actions);
    }
}

/// The cards of a hand, of every face the first.
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
    actions.extend(distinct(state.hand(seat)).map(|card| Action::Discard { card }));
}

/// Every distinct lay-off of a player who is down since an earlier turn: both ends for wilds.
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
                    found(Action::LayOff { card, meld, end: *end });
                }
            }
        }
    }
}

/// Every swap of a player who is not down.
pub(crate) fn swaps(state: &State, seat: Seat, mut found: impl FnMut(Action)) {
    if check::may_swap_now(state, seat).is_err() {
        return;
    }
    for (meld, joker, natural) in swappable(state) {
        let held = state.hand(seat).iter().find(|card| card.natural() == Some(natural));
        if let Some(card) = held {
            found(Action::SwapJoker { meld, joker, card: *card });
        }
    }
}

/// The jokers in runs, and what each stands for.
pub(crate) fn swappable(state: &State) -> impl Iterator<Item = (MeldId, Card, Natural)> {
    let runs = state.table().filter(|(_, tag, _)| tag.kind == MeldKind::Run);
    runs.flat_map(|(meld, _, cards)| {
        let bounds = Bounds::of(cards);
        let jokers = cards.iter().enumerate().filter(|(_, card)| card.is_joker());
        jokers.filter_map(move |(place, joker)| Some((meld, *joker, bounds?.natural_at(place)?)))
    })
}

/// MI-203: what a laydown of this seat should spare, and what it should get rid of.
pub(crate) fn wish(state: &State, seat: Seat) -> Wish {
    let about_to_go_out = |other| state.is_down(other) && state.hand(other).len() <= 2;
    Wish { most_wilds: state.after(seat).any(about_to_go_out), fits: fits(state) }
}

/// The naturals that can be laid off somewhere, as bits.
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

//! What happens when a machine takes a transition. Rules read the state and emit events; only
//! events change it.

use croupier_chart::run::Scope;
use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat};

use crate::contract::{MeldKind, Proposal};
use crate::flow::{CallMayI, OnTable, ReorderHand};
use crate::meld::{LONGEST_RUN, arrange_run};
use crate::state::WindowOutcome;
use crate::{Event, MayI, State, legal};

/// MI-121: if the stock is empty, all discards except the top one become the stock.
#[inline]
pub(crate) fn replenish(rules: &mut RuleContext<MayI>) {
    if rules.state.stock().is_empty() && rules.state.discard().len() >= 2 {
        turn_over(rules);
    }
}

#[inline(never)]
fn turn_over(rules: &mut RuleContext<MayI>) {
    let mut order: Box<[_]> = rules.state.discard()[1..].into();
    rules.dice.shuffle(&mut order);
    #[allow(clippy::cast_possible_truncation)] // At most 162.
    let count = order.len() as u8;
    rules.emit(Event::StockReplenished { count, order: Private::Known(order) });
}

/// MI-24, MI-96: takes the top discard into a hand.
pub(crate) fn take_discard(rules: &mut RuleContext<MayI>, player: Seat, in_window: bool) {
    let Some(card) = rules.state.discard().first().copied() else {
        return debug_assert!(false, "a discard that may be taken is there");
    };
    rules.emit(Event::DrewFromDiscard { player, card, in_window });
}

/// Closes the window or settles the call. A caller who wins gets the card and, if there is one
/// left, a penalty card (MI-99, MI-100).
pub(crate) fn close(rules: &mut RuleContext<MayI>, outcome: WindowOutcome, winner: Option<Seat>) {
    let Some(card) = rules.state.discard().first().copied() else {
        return debug_assert!(false, "what was called for is there");
    };
    let pays = outcome == WindowOutcome::MayIResolved && winner.is_some();
    let penalty = rules.state.stock().first().copied().filter(|_| pays);
    rules.emit(Event::MayIClosed {
        outcome,
        winner,
        card,
        penalty_drawn: penalty.is_some(),
        penalty: penalty.into(),
    });
}

/// Whether nobody can go out any more, whatever is drawn: everybody is down, and no card outside
/// the table fits any meld. Such a round would never end, so it ends like one without cards
/// (MI-114).
pub(crate) fn is_dead(state: &State) -> bool {
    let all_down = state.seats().all(|seat| state.is_down(seat));
    all_down && !state.is_last_round() && {
        let fits = legal::fits(state);
        let takes_wilds = state
            .table()
            .any(|(_, tag, cards)| tag.kind == MeldKind::Set || cards.len() < LONGEST_RUN);
        let hands = state.seats().flat_map(|seat| state.hand(seat));
        let mut loose = hands.chain(state.stock()).chain(state.discard());
        !loose.any(|card| match card.natural() {
            Some(natural) => fits >> natural.index() & 1 == 1,
            None => takes_wilds,
        })
    }
}

/// MI-93, MI-301: a player calls for the discard.
pub(crate) fn call<M: OnTable>(scope: &mut Scope<'_, M>, CallMayI { player }: CallMayI) {
    let player = player.unwrap_or(scope.rules.state.current);
    scope.rules.emit(Event::MayICalled { player });
}

/// MI-302: the next player to ask before the caller gets the card.
pub(crate) fn next_ahead(state: &State) -> Option<Seat> {
    let settling = state.settling?;
    state.ahead_of(settling.caller).find(|seat| !settling.allowed.contains(*seat))
}

/// MI-30: a player reorders their hand.
pub(crate) fn reorder_hand<M: OnTable>(scope: &mut Scope<'_, M>, order: ReorderHand) {
    let player = order.player.unwrap_or(scope.rules.state.current);
    let cards = Private::Known(order.cards.into_boxed_slice());
    scope.rules.emit(Event::HandReordered { player, cards });
}

/// MI-47 to MI-51: the melds with their runs arranged, as they are stored.
pub(crate) fn as_they_lie(mut melds: Vec<Proposal>) -> Vec<Proposal> {
    for run in melds.iter_mut().filter(|meld| meld.kind == MeldKind::Run) {
        run.cards = arrange_run(&run.cards).iter().collect();
    }
    melds
}

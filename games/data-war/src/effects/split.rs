//! Data Grab decided by chance (DW-131 to DW-133).

use croupier_kit::cards::Private;
use croupier_kit::game::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::{Event, Faces, Idle, Places};

/// The pile is shuffled and dealt alternately, starting with the seat that played the card.
pub(super) fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    let pile = &rules.state.pile;
    let there = (0..).zip(pile.iter()).filter(|(_, entry)| !entry.is_gone());
    let mut order: Places = there.map(|(place, _)| place).collect();
    if order.is_empty() {
        return due.idle(rules, Idle::NothingThere);
    }
    rules.dice.shuffle(&mut order);
    // The fold deals by the order alone; faces are only for recorded events.
    let seen = if rules.is_recording() { &order[..] } else { &[] };
    let entries = rules.state.pile.as_slice();
    let cards: Faces = seen.iter().map(|place| entries[usize::from(*place)].face()).collect();
    let (by, place, order) = (due.seat, due.place, Private::Known(order));
    rules.emit(Event::PileSplit { by, place, cards, order });
    Progress::Done
}

//! Open What You Want (DW-124 to DW-129).

use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat, SeatSet};

use crate::DataWar;
use crate::cards::CardEffect;
use crate::events::{Cards, Event};
use crate::options::Options;
use crate::state::{SEATS, State};

/// How many cards of its deck a seat is offered.
#[allow(clippy::cast_possible_truncation)] // At most three.
fn offer_size(state: &State, seat: Seat) -> u8 {
    state.side(seat).deck.len().min(3) as u8
}

/// DW-32: the interactive seats that open before this turn.
#[inline]
pub(crate) fn openers(state: &State) -> SeatSet {
    if state.is_mid_turn() {
        return SeatSet::NOBODY;
    }
    state.seats_where(|state, seat| state.side(seat).opens > 0 && state.is_interactive(seat))
}

/// DW-127: house seats open at once. Returns whether any did.
#[inline]
pub(crate) fn open_house(rules: &mut RuleContext<DataWar>) -> bool {
    if rules.state.is_mid_turn() {
        return false;
    }
    let mut opened = false;
    for seat in SEATS {
        if rules.state.side(seat).opens > 0 && !rules.state.is_interactive(seat) {
            open_by_chance(rules, seat);
            opened = true;
        }
    }
    opened
}

fn open_by_chance(rules: &mut RuleContext<DataWar>, seat: Seat) {
    let count = offer(rules, seat);
    #[allow(clippy::cast_possible_truncation)] // Below three.
    let slot = if count > 1 { rules.dice.below(count.into()) as u8 } else { 0 };
    complete(rules, seat, count, slot);
}

/// DW-125: shows the owner its top cards. Returns how many.
fn offer(rules: &mut RuleContext<DataWar>, seat: Seat) -> u8 {
    let count = offer_size(&rules.state, seat);
    let deck = rules.state.side(seat).deck.as_slice();
    let cards = Private::Known(deck[..usize::from(count)].iter().copied().collect());
    rules.emit(Event::OpenOffered { seat, count, cards });
    count
}

/// Makes an offer to each of these seats.
pub(crate) fn offer_to(rules: &mut RuleContext<DataWar>, seats: SeatSet) {
    for seat in SEATS {
        if seats.contains(seat) {
            offer(rules, seat);
        }
    }
}

/// Records a seat's pick.
pub(crate) fn answer(rules: &mut RuleContext<DataWar>, seat: Seat, slot: u8) {
    rules.emit(Event::OpenAnswered { seat, slot: Private::Known(slot) });
}

/// Whether every offer has been answered.
pub(crate) fn is_answered(state: &State) -> bool {
    state.sides.iter().all(|side| side.offered.is_none() || side.picked.is_some())
}

/// DW-127: once everybody has answered, the picks take effect in seat order. Seats without an offer
/// have no pick.
pub(crate) fn complete_all(rules: &mut RuleContext<DataWar>) {
    for seat in SEATS {
        let side = rules.state.side(seat);
        if let (Some(count), Some(slot)) = (side.offered, side.picked) {
            complete(rules, seat, count, slot);
        }
    }
}

/// DW-126: the unpicked cards are shuffled among themselves and go to the bottom.
fn complete(rules: &mut RuleContext<DataWar>, seat: Seat, count: u8, slot: u8) {
    let side = rules.state.side(seat);
    let offered = side.deck.as_slice()[..usize::from(count)].iter().copied();
    let unpicked = (0..).zip(offered).filter(|(at, _)| *at != slot);
    let mut rest: Cards = unpicked.map(|(_, card)| card).collect();
    rules.dice.shuffle(&mut rest);
    let (slot, rest) = (Private::Known(slot), Private::Known(rest));
    rules.emit(Event::OpenPicked { seat, count, slot, rest });
}

/// DW-129: the fighters whose latest face-up card is an unspent Open What You Want, with its place.
pub(crate) fn war_opens(state: &State, options: &Options) -> [Option<u8>; 2] {
    SEATS.map(|seat| {
        if !options.owyw_in_war || !state.fighters().contains(seat) {
            return None;
        }
        let entries = (0_u8..).zip(state.pile.iter());
        let mine = entries.filter(|(_, entry)| entry.owner() == seat && !entry.is_down());
        let (place, entry) = mine.last()?;
        let is_open = entry.card.effect() == Some(CardEffect::OpenWhatYouWant);
        (is_open && entry.is_queued()).then_some(place)
    })
}

/// Whether an interactive seat may pick its war card.
pub(crate) fn opens_in_war(state: &State, options: &Options) -> bool {
    let opens = war_opens(state, options);
    SEATS.into_iter().any(|seat| opens[seat.at()].is_some() && state.is_interactive(seat))
}

/// DW-129: spends the card. A house seat picks at the moment of the tap; the others are asked.
pub(crate) fn open_in_war(rules: &mut RuleContext<DataWar>) {
    let opens = war_opens(&rules.state, &rules.options);
    let by_house = |rules: &RuleContext<DataWar>, seat| !rules.state.is_interactive(seat);
    for house in [true, false] {
        for seat in SEATS {
            let Some(place) = opens[seat.at()].filter(|_| by_house(rules, seat) == house) else {
                continue;
            };
            rules.emit(Event::OpenSpent { seat, place });
            if house {
                open_by_chance(rules, seat);
            } else {
                offer(rules, seat);
            }
        }
    }
}

//! Turn values and the judge (DW-62 to DW-71).

use croupier_kit::game::{Seat, SeatSet};

use crate::cards::{CardEffect, Weight};
use crate::events::Tally;
use crate::options::{DataGrab, Options, WarShortage};
use crate::rules::ending::{Ending, shortage};
use crate::state::{SEATS, State, War, both};

/// The result of a complete reveal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// DW-134: a scramble.
    Grab,
    /// These seats have to play again.
    AnotherPlay(SeatSet),
    /// A war is due, but these seats have too few cards.
    Forfeit(SeatSet, Ending),
    /// A war.
    War(War),
    /// This seat won the turn.
    Settle(Seat),
}

/// DW-63: computed from the cards on the table, so the order of trackers, blockers and smackers
/// does not matter.
#[inline]
pub fn tallies(state: &State) -> [Tally; 2] {
    let mut weights = [Weight::default(); 2];
    let from = state.sides.each_ref().map(|side| usize::from(side.sequence_from));
    let start = from[0].min(from[1]).min(state.pile.len());
    for (place, entry) in (start..).zip(&state.pile.as_slice()[start..]) {
        // Computes both sums for every card without branching on its owner, which would be
        // mispredicted half the time.
        for (seat, weight) in SEATS.into_iter().zip(&mut weights) {
            let counts = entry.owner() == seat && place >= from[seat.at()] && !entry.is_down();
            *weight = *weight + if counts { entry.card.weight() } else { Weight::default() };
        }
    }
    let smacked = SEATS.map(|seat| state.is_smacked(seat));
    [0, 1].map(|seat| {
        let foe = 1 - seat;
        let base = weights[seat].plain() + if smacked[seat] { 0 } else { weights[seat].tracker() };
        let penalty = if smacked[foe] { 0 } else { weights[foe].blocker() };
        Tally { base, penalty }
    })
}

/// The turn values of both seats.
#[inline]
pub fn values(state: &State) -> [u16; 2] {
    state.tallies.map(Tally::value)
}

/// DW-134: whether a Data Grab starts a scramble.
#[inline]
pub(crate) fn is_scramble(state: &State, options: &Options) -> bool {
    options.data_grab == DataGrab::Scramble
        && state.pile.iter().any(|e| !e.is_down() && e.card.effect() == Some(CardEffect::DataGrab))
}

/// DW-70: the judge, called when a reveal is complete. It changes nothing and can be called
/// repeatedly.
#[inline]
pub fn judge(state: &State, options: &Options) -> Verdict {
    if is_scramble(state, options) {
        return Verdict::Grab;
    }
    if !state.owed.is_empty() {
        return Verdict::AnotherPlay(state.owed);
    }
    let [first, second] = values(state);
    let war = match state.takeover {
        Some(by) => War::Takeover { attacked: crate::state::other(by) },
        None if first == second => War::Tie,
        None => return Verdict::Settle(if first > second { Seat(0) } else { Seat(1) }),
    };
    let short = short_of_cards(state, options, war);
    if short.is_empty() {
        Verdict::War(war)
    } else {
        Verdict::Forfeit(short, shortage(state, short))
    }
}

/// DW-77, DW-79: the seats with too few cards for a war.
pub(crate) fn short_of_cards(state: &State, options: &Options, war: War) -> SeatSet {
    let needed = match options.war_shortage {
        WarShortage::Forfeit => 4,
        WarShortage::Mercy => 1,
    };
    let fighters = match war {
        War::Tie => both(),
        War::Takeover { attacked } => SeatSet::of(attacked),
    };
    state.seats_where(|state, seat| fighters.contains(seat) && state.side(seat).deck.len() < needed)
}

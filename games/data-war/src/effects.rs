//! Effects that take place at the settlement (DW-90 to DW-95), in the order in which they were
//! queued.

mod buyout;
mod recall;
mod split;
pub(crate) mod tantrum;
mod theft;

use croupier_kit::game::{RuleContext, Seat};

use crate::DataWar;
use crate::cards::CardEffect;
use crate::events::{Blocked, Event, Idle};

/// Whether the settlement can continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Nothing is pending.
    Done,
    /// A seat is asked for a choice.
    Asking,
}

/// A queued effect whose turn has come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Due {
    /// Who played the card.
    pub(crate) seat: Seat,
    /// Its effect.
    pub(crate) effect: CardEffect,
    /// The card's place in the pile, even if the card has left it.
    pub(crate) place: u8,
    /// Whether its owner won the turn.
    pub(crate) won: bool,
}

impl Due {
    /// The effect does nothing, for this reason.
    fn idle(self, rules: &mut RuleContext<DataWar>, reason: Idle) -> Progress {
        let Self { seat, effect, place, .. } = self;
        rules.emit(Event::EffectIdle { seat, effect, place, reason });
        Progress::Done
    }

    /// The effect was applied.
    fn applied(self, rules: &mut RuleContext<DataWar>, count: u8) -> Progress {
        let Self { seat, effect, place, .. } = self;
        rules.emit(Event::EffectApplied { seat, effect, place, count });
        Progress::Done
    }
}

/// DW-92: resolves queued effects in order; each one sees the state that the previous one left.
pub(crate) fn work_off(rules: &mut RuleContext<DataWar>, winner: Seat) -> Progress {
    for place in usize::from(rules.state.settled)..rules.state.pile.len() {
        let entry = rules.state.pile.as_slice()[place];
        if !entry.is_queued() {
            continue;
        }
        let (seat, Some(effect)) = (entry.owner(), entry.card.effect()) else {
            debug_assert!(false, "only cards with an effect are queued (DW-90)");
            continue;
        };
        #[allow(clippy::cast_possible_truncation)] // At most 132.
        let due = Due { seat, effect, place: place as u8, won: seat == winner };
        if work(rules, due) == Progress::Asking {
            return Progress::Asking;
        }
    }
    Progress::Done
}

fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    let Due { seat, effect, place, .. } = due;
    // DW-95: an active Tracker Smacker blocks the effect.
    if effect.can_be_smacked() && rules.state.is_smacked(seat) {
        rules.emit(Event::EffectBlocked { seat, effect, place, reason: Blocked::Smacked });
        return Progress::Done;
    }
    match effect {
        CardEffect::OpenWhatYouWant => due.applied(rules, 1),
        CardEffect::MandatoryRecall => recall::work(rules, due),
        CardEffect::PatentTheft => theft::work(rules, due),
        CardEffect::LeveragedBuyout => buyout::work(rules, due),
        CardEffect::TemperTantrum => tantrum::work(rules, due),
        CardEffect::DataGrab => split::work(rules, due),
        // Their values were counted at the reveal, and DW-81 collects the stacks.
        CardEffect::Tracker | CardEffect::Blocker | CardEffect::LaunchStack => Progress::Done,
        CardEffect::ForcedEmpathy | CardEffect::TrackerSmacker | CardEffect::HostileTakeover => {
            debug_assert!(false, "{effect:?} works at once (DW-90)");
            Progress::Done
        }
    }
}

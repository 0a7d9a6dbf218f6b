//! Wars (DW-72 to DW-79).

use croupier_kit::cards::Private;
use croupier_kit::game::RuleContext;

use crate::DataWar;
use crate::events::Event;
use crate::options::WarShortage;
use crate::rules::reveal::reveal;
use crate::rules::verdict::{Verdict, judge};
use crate::state::{SEATS, War, both};

/// DW-72, DW-107: begins the war that the judge has declared.
pub(crate) fn begin_war(rules: &mut RuleContext<DataWar>) {
    let Verdict::War(war) = judge(&rules.state, &rules.options) else {
        return debug_assert!(false, "the chart enters a war on this verdict only");
    };
    let plays = match war {
        War::Tie => both(),
        War::Takeover { attacked } => croupier_kit::game::SeatSet::of(attacked),
    };
    let depth = rules.state.depth + 1;
    rules.emit(Event::WarBegan { war, plays, depth });
}

/// DW-73: each fighter lays three cards face down, or fewer under the mercy rule (DW-79).
#[allow(clippy::cast_possible_truncation)] // At most three.
pub(crate) fn lay_down(rules: &mut RuleContext<DataWar>) {
    let fighters = rules.state.fighters();
    for seat in SEATS {
        if !fighters.contains(seat) {
            continue;
        }
        let deck = &rules.state.side(seat).deck;
        let count = match rules.options.war_shortage {
            WarShortage::Forfeit => 3,
            WarShortage::Mercy => deck.len().saturating_sub(1).min(3),
        };
        // The fold takes the cards from the deck itself; these are only for recorded events.
        let shown = if rules.is_recording() { count } else { 0 };
        let cards = deck.as_slice()[..shown].iter().copied().collect();
        rules.emit(Event::FaceDownLaid { seat, count: count as u8, cards: Private::Known(cards) });
    }
}

/// DW-74: each fighter then reveals one card.
pub(crate) fn show_up(rules: &mut RuleContext<DataWar>) {
    let fighters = rules.state.fighters();
    reveal(rules, fighters);
}

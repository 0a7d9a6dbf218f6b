//! The end of the game (DW-140 to DW-148).

use croupier_kit::game::{Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::options::Options;
use crate::state::{SEATS, State, other};

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Enough Launch Stacks.
    LaunchStacks,
    /// The other seat has no cards, or too few for a war.
    AllCards,
    /// Too many turns.
    TurnCap,
    /// Nobody won.
    Draw,
    /// The other seat gave up.
    Concede,
}

impl Condition {
    /// The word of the specification.
    pub fn word(self) -> &'static str {
        match self {
            Self::LaunchStacks => "launch_stacks",
            Self::AllCards => "all_cards",
            Self::TurnCap => "turn_cap",
            Self::Draw => "draw",
            Self::Concede => "concede",
        }
    }
}

/// What the condition does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// DW-77, DW-78: a war could not be paid for.
    WarShortage,
    /// DW-144.
    BothEmpty,
    /// DW-141.
    BothLaunched,
    /// DW-146.
    TurnCap,
}

/// DW-148: how a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub condition: Condition,
    /// More about why.
    pub detail: Option<Detail>,
    /// Turns that were settled.
    pub turns_completed: u32,
    /// Cards in the decks.
    pub decks: [u8; 2],
    /// Collected stacks.
    pub stacks: [u8; 2],
}

/// The sizes of both decks.
pub(crate) fn deck_sizes(state: &State) -> [u8; 2] {
    SEATS.map(|seat| state.side(seat).deck.count())
}

/// How many stacks each seat has collected.
pub(crate) fn stack_counts(state: &State) -> [u8; 2] {
    SEATS.map(|seat| state.side(seat).stacks.count())
}

/// The seat with the higher count. None if they are equal.
fn ahead(counts: [u8; 2]) -> Option<Seat> {
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(Seat(0)),
        std::cmp::Ordering::Less => Some(Seat(1)),
        std::cmp::Ordering::Equal => None,
    }
}

impl Ending {
    /// An ending with the current cards and stacks.
    pub(crate) fn new(
        state: &State,
        winner: Option<Seat>,
        condition: Condition,
        detail: Option<Detail>,
    ) -> Self {
        let turns_completed = state.turns_completed;
        let (decks, stacks) = (deck_sizes(state), stack_counts(state));
        Self { winner, condition, detail, turns_completed, decks, stacks }
    }

    /// A win by this condition, or a draw without a winner.
    fn won_or_drawn(
        state: &State,
        winner: Option<Seat>,
        condition: Condition,
        detail: Detail,
    ) -> Self {
        let condition = if winner.is_some() { condition } else { Condition::Draw };
        Self::new(state, winner, condition, Some(detail))
    }

    /// The outcome for the kit. The scores are the stacks.
    pub fn outcome(&self) -> Outcome {
        let winners = self.winner.map(SeatSet::of).unwrap_or_default();
        Outcome::new(self.condition.word(), winners, self.stacks.map(i32::from))
    }
}

/// DW-77, DW-78: the ending when a war is due but these seats have too few cards.
pub(crate) fn shortage(state: &State, short: SeatSet) -> Ending {
    let detail = Detail::WarShortage;
    let winner = match short.len() {
        1 => short.lowest().map(other),
        _ => ahead(deck_sizes(state)).or_else(|| ahead(stack_counts(state))),
    };
    Ending::won_or_drawn(state, winner, Condition::AllCards, detail)
}

/// DW-147: a seat gives up.
pub(crate) fn concession(state: &State, seat: Seat) -> Ending {
    Ending::new(state, Some(other(seat)), Condition::Concede, None)
}

/// DW-140: the ending after a settled turn, if there is one. `turn_winner` is none after a
/// scramble.
#[inline]
pub(crate) fn after_turn(
    state: &State,
    options: &Options,
    turn_winner: Option<Seat>,
) -> Option<Ending> {
    let stacks = stack_counts(state);
    let launched = stacks.map(|count| count >= options.launch_stacks_to_win);
    // DW-141: enough Launch Stacks.
    match launched {
        [false, false] => {}
        [true, true] => {
            let winner = ahead(stacks).or(turn_winner);
            let detail = Some(Detail::BothLaunched).filter(|_| winner.is_none());
            let condition = winner.map_or(Condition::Draw, |_| Condition::LaunchStacks);
            return Some(Ending::new(state, winner, condition, detail));
        }
        [first, _] => {
            let winner = if first { Seat(0) } else { Seat(1) };
            return Some(Ending::new(state, Some(winner), Condition::LaunchStacks, None));
        }
    }
    // DW-142, DW-144: empty decks.
    match deck_sizes(state) {
        [0, 0] => {
            let winner = ahead(stacks);
            return Some(Ending::won_or_drawn(
                state,
                winner,
                Condition::AllCards,
                Detail::BothEmpty,
            ));
        }
        [0, _] => return Some(Ending::new(state, Some(Seat(1)), Condition::AllCards, None)),
        [_, 0] => return Some(Ending::new(state, Some(Seat(0)), Condition::AllCards, None)),
        _ => {}
    }
    // DW-146: the limit on turns.
    options.max_turns.is_some_and(|limit| state.turns_completed >= limit).then(|| {
        let winner = ahead(stacks).or_else(|| ahead(deck_sizes(state)));
        let detail = Some(Detail::TurnCap).filter(|_| winner.is_none());
        let condition = if winner.is_some() { Condition::TurnCap } else { Condition::Draw };
        Ending::new(state, winner, condition, detail)
    })
}

#[cfg(test)]
mod tests {
    use croupier_kit::game::SeatKind;

    use super::*;
    use crate::exact::Codes;

    /// A table between turns with these stacks and deck sizes.
    fn between_turns(stacks: [&str; 2], decks: [usize; 2]) -> State {
        let mut state = State::new(&[SeatKind::Bot; 2]);
        for (at, codes) in stacks.into_iter().enumerate() {
            let kinds = Codes::parse(codes).unwrap().0;
            state.sides[at].stacks = kinds.iter().filter_map(|kind| kind.copy(1)).collect();
            let cards = crate::cards::CardId::standard_deck().skip(at * 20);
            state.sides[at].deck = cards.take(decks[at]).collect();
        }
        state
    }

    fn end(
        state: &State,
        winner: Option<Seat>,
    ) -> Option<(Option<Seat>, Condition, Option<Detail>)> {
        let ending = after_turn(state, &Options::default(), winner)?;
        Some((ending.winner, ending.condition, ending.detail))
    }

    #[test]
    fn dw_141_both_launched() {
        let level = between_turns(["L1 L2 L3", "L1 L2 L3"], [5, 5]);
        let by_stacks = |seat| Some((Some(seat), Condition::LaunchStacks, None));
        assert_eq!(end(&level, Some(Seat(1))), by_stacks(Seat(1)), "the turn's winner");
        let draw = Some((None, Condition::Draw, Some(Detail::BothLaunched)));
        assert_eq!(end(&level, None), draw, "nobody after a scramble");
        let more = between_turns(["L1 L2 L3 L4", "L1 L2 L3"], [5, 5]);
        assert_eq!(end(&more, Some(Seat(1))), by_stacks(Seat(0)));
    }

    #[test]
    fn dw_142_stacks_do_not_save_an_empty_deck() {
        let state = between_turns(["L1 L2", ""], [0, 5]);
        assert_eq!(end(&state, Some(Seat(1))), Some((Some(Seat(1)), Condition::AllCards, None)));
    }

    #[test]
    fn dw_144_both_decks_empty() {
        let ahead = between_turns(["L1", ""], [0, 0]);
        let both = Some(Detail::BothEmpty);
        assert_eq!(end(&ahead, None), Some((Some(Seat(0)), Condition::AllCards, both)));
        let level = between_turns(["L1", "L2"], [0, 0]);
        assert_eq!(end(&level, None), Some((None, Condition::Draw, both)));
    }

    #[test]
    fn dw_146_the_cap_asks_for_stacks_then_cards() {
        let capped = |mut state: State| {
            state.turns_completed = 500;
            end(&state, None)
        };
        let (cap, draw) = (Condition::TurnCap, Condition::Draw);
        assert_eq!(capped(between_turns(["", "L1"], [9, 5])), Some((Some(Seat(1)), cap, None)));
        assert_eq!(capped(between_turns(["", ""], [9, 5])), Some((Some(Seat(0)), cap, None)));
        assert_eq!(
            capped(between_turns(["", ""], [5, 5])),
            Some((None, draw, Some(Detail::TurnCap)))
        );
        assert_eq!(end(&between_turns(["", ""], [5, 5]), None), None);
    }
}

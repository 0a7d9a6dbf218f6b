//! The heuristic and the search settings of Innovation.

mod greedy;
mod value;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, MAX_SEATS, Observation, Position, Seat, Tuning};

use crate::action::{Action, Answer, CardRef};
use crate::check::achievable;
use crate::state::Phase;
use crate::{Innovation, chances, legal};

impl Heuristic for Innovation {
    /// IN-171: roll-outs rarely come to an end, so they are cut short and evaluated. Moves differ by
    /// a few hundredths in what they are worth, hence the little exploration.
    const TUNING: Tuning = Tuning {
        horizon: Some(6),
        exploration: 0.2,
        levels: [100, 1_000, 6_000],
        ..Tuning::DEFAULT
    };

    const HIDES_ACTIONS: bool = true;

    fn policy(known: Observation<'_, Self>, dice: &mut Dice) -> Option<Action> {
        greedy::policy(known, dice)
    }

    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        chances::of(at.state)
    }

    /// An effect that waits for an answer is half done, and before the starting cards there is no play.
    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.phase() == Phase::AwaitingAction
    }

    /// At random, but an achievement that can be claimed is claimed.
    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        dice: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        if legal::acts(at.state, seat)
            && let Some(age) = achievable(at.state, seat).last()
        {
            return Some(legal::achieve(age));
        }
        legal::random_action(at, seat, dice)
    }

    /// Answers are secret: others learn at most how many cards there were, and their ages.
    fn looks_alike(_: Seat, one: &Action, other: &Action) -> bool {
        match (one, other) {
            (
                Action::Answer { choice: one, answer: mine },
                Action::Answer { choice: other, answer: theirs },
            ) => one == other && (mine == theirs || same_backs(mine, theirs)),
            _ => one == other,
        }
    }
}

/// Whether two answers are about cards with the same backs, one by one.
fn same_backs(one: &Answer, other: &Answer) -> bool {
    match (one, other) {
        (Answer::Cards(one), Answer::Cards(other)) | (Answer::Order(one), Answer::Order(other)) => {
            one.len() == other.len()
                && one.iter().copied().map(age).eq(other.iter().copied().map(age))
        }
        _ => false,
    }
}

fn age(card: CardRef) -> u8 {
    match card {
        CardRef::Card(id) => id.card().map_or(0, crate::Card::age),
        CardRef::Slot(slot) => slot.age,
    }
}

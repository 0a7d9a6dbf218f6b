//! The heuristic and the search settings of Innovation.

mod chances;
mod greedy;
mod value;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, MAX_SEATS, Observation, Position, Seat, Tuning};

use crate::action::{Action, Answer, CardRef};
use crate::check::achievable;
use crate::state::Phase;
use crate::{Innovation, legal};

impl Heuristic for Innovation {
    /// IN-171: rollouts rarely reach the end, so they are cut off and evaluated. The values of
    /// moves differ by a few hundredths, hence the low exploration.
    const TUNING: Tuning = Tuning {
        horizon: Some(6),
        exploration: 0.2,
        levels: [100, 1_000, 6_000],
        ..Tuning::DEFAULT
    };

    const HIDES_ACTIONS: bool = true;

    fn policy(observation: Observation<'_, Self>, dice: &mut Dice) -> Option<Action> {
        greedy::policy(observation, dice)
    }

    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        chances::of(at.state)
    }

    /// Not quiet while an effect waits for an answer, because it is half done, or before the
    /// starting cards are placed.
    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.phase() == Phase::AwaitingAction
    }

    /// Random, except that an achievement is claimed whenever possible.
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

    /// Answers are secret: others learn at most the number of cards and their ages.
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

/// Whether two answers name cards with the same backs, one by one.
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

//! Tiny shed implemented for the crate `ismcts`.

use std::cell::RefCell;

use ismcts::action_list::ActionList;
use ismcts::inference::NoInference;
use ismcts::state;

use super::{Luck, Move, Seen, State};

thread_local! {
    /// The crate's lists draw at random without being passed a generator, so there is a shared one.
    static LUCK: RefCell<Luck> = RefCell::new(Luck::new(1));
}

fn below(n: usize) -> usize {
    LUCK.with_borrow_mut(|luck| luck.below(n))
}

/// A possible world.
#[derive(Clone)]
pub(super) struct Guess {
    state: State,
}

impl Guess {
    pub(super) fn new(state: State, luck: Luck) -> Self {
        LUCK.replace(luck);
        Self { state }
    }
}

/// The possible moves.
#[derive(Clone)]
pub(super) struct Moves(Vec<Move>);

impl ActionList<Move> for Moves {
    fn uninit() -> Self {
        Self(vec![])
    }

    fn pop_random(&mut self) -> Option<Move> {
        match self.0.len() {
            0 => None,
            count => Some(self.0.swap_remove(below(count))),
        }
    }

    fn push(&mut self, action: Move) {
        self.0.push(action);
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn has(&self, item: &Move) -> bool {
        self.0.contains(item)
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().copied().filter(|it| !other.0.contains(it)).collect())
    }
}

impl state::State for Guess {
    type Action = Move;
    type ActionList = Moves;
    type Inference = NoInference;

    fn turn(&self) -> usize {
        self.state.turn().into()
    }

    fn randomize(&self, observer: usize, _: &NoInference) -> Self {
        let seen = Seen::of(&self.state, u8::try_from(observer).ok());
        let shuffle = |cards: &mut [u8]| {
            for last in (1..cards.len()).rev() {
                cards.swap(last, below(last + 1));
            }
        };
        Self { state: seen.dealt(shuffle) }
    }

    fn possible_actions(&self) -> Moves {
        let mut moves = vec![];
        self.state.list(&mut moves, |it| it);
        Moves(moves)
    }

    fn apply_action(&mut self, action: Move) {
        self.state.apply(action);
    }

    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    fn reward(&self, perspective: usize) -> f32 {
        match self.state.winner() {
            None => 0.0,
            Some(seat) if usize::from(seat) == perspective => 1.0,
            Some(_) => -1.0,
        }
    }
}

//! Tiny shed on the crate `turnbase`, with its generator and its unchecked `apply`.

use turnbase::{ActivePlayers, Game, PlayerId, Prng};

use super::{Luck, Move, Shed, State};

/// The rules, implemented for `turnbase`.
pub(super) struct Rules;

/// A game in progress and the rules it is played by.
pub struct Turnbase {
    rules: Rules,
    state: State,
}

impl Game for Rules {
    type State = State;
    type Action = Move;
    type View = ();

    fn new_initial_state(&self, seed: u64) -> State {
        let mut deck = std::array::from_fn(|card| u8::try_from(card).unwrap_or(0));
        Prng::new(seed).shuffle(&mut deck);
        State::dealt(deck)
    }

    fn num_players(&self) -> usize {
        2
    }

    fn active_players(&self, state: &State) -> ActivePlayers {
        if state.is_over() {
            ActivePlayers::none()
        } else {
            ActivePlayers::one(PlayerId::new(u32::from(state.turn())))
        }
    }

    fn legal_actions(&self, state: &State, player: PlayerId) -> Vec<Move> {
        let mut moves = vec![];
        if player.index() == u32::from(state.turn()) {
            state.list(&mut moves, |it| it);
        }
        moves
    }

    fn apply(&self, state: &mut State, _: PlayerId, action: Move) {
        state.apply(action);
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.is_over()
    }

    fn reward(&self, state: &State, player: PlayerId) -> f64 {
        match state.winner() {
            None => 0.0,
            Some(seat) if u32::from(seat) == player.index() => 1.0,
            Some(_) => -1.0,
        }
    }

    fn view(&self, _: &State, _: Option<PlayerId>) {}
}

impl Shed for Turnbase {
    const NAME: &'static str = "turnbase";

    fn new() -> Self {
        Self { rules: Rules, state: State::default() }
    }

    fn deal(&mut self, seed: u64) {
        self.state = self.rules.new_initial_state(seed);
    }

    fn take_over(&mut self, state: &State) {
        self.state = state.clone();
    }

    #[inline]
    fn step(&mut self, luck: &mut Luck) -> usize {
        let active = self.rules.active_players(&self.state);
        let Some(player) = active.iter().next() else { return 0 };
        let actions = self.rules.legal_actions(&self.state, player);
        self.rules.apply(&mut self.state, player, actions[luck.below(actions.len())]);
        actions.len()
    }

    fn state(&self) -> &State {
        &self.state
    }
}

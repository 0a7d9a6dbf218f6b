//! What a game can tell bots about playing well.

use crate::cards::Dice;
use crate::game::{Game, InputError, MAX_SEATS, Observation, Position, Seat};
use crate::matches::Match;

/// What a game tells bots about playing it well. All of it is optional: `impl Heuristic for
/// YourGame {}` gives the game a bot that looks one move ahead and one that searches, and every
/// function you implement improves them.
///
/// `docs/bots.md` explains how the parts work together.
pub trait Heuristic: Game {
    /// The parameters of a search.
    const TUNING: Tuning = Tuning::DEFAULT;

    /// Whether actions can be partly or fully hidden from other seats. If so, a search calls
    /// [`looks_alike`](Self::looks_alike).
    const HIDES_ACTIONS: bool = false;

    /// What the game's own bot does for a seat that is being asked. `None` waits for another seat
    /// that is asked, or for the clock.
    ///
    /// Default: the action with the best [`evaluate`](Self::evaluate) one move later, averaged over
    /// a few worlds that fit what the seat knows.
    fn policy(observation: Observation<'_, Self>, dice: &mut Dice) -> Option<Self::Action> {
        look_ahead(observation, dice)
    }

    /// How good a position is for every seat, from 0 (lost) to 1 (won). It is only called on
    /// determinized matches, so it may look at all cards. Default: ½ for everybody.
    fn evaluate(_at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        [0.5; MAX_SEATS]
    }

    /// Whether a position can be evaluated. If not, for example in the middle of an effect, the
    /// match is first played on until it can be. Default: always.
    fn is_quiet(_at: Position<'_, Self>) -> bool {
        true
    }

    /// What a seat does when a search plays out a determinized match. `None` waits. Speed matters
    /// more than strength. The action must be legal, because it is not checked again. Default: the
    /// random player's choice.
    ///
    /// `_list` is a scratch buffer: it may be overwritten.
    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        dice: &mut Dice,
        _list: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        Self::random_action(at, seat, dice)
    }

    /// Whether a seat that is being asked has to act. Default: yes.
    fn patience(_at: Position<'_, Self>, _seat: Seat) -> Patience {
        Patience::Acts
    }

    /// Whether two actions of another seat look the same to a viewer, because they differ only in
    /// what their author knows. A search treats such actions as one, so that its plans never depend
    /// on information that its seat will not have.
    fn looks_alike(_viewer: Seat, one: &Self::Action, other: &Self::Action) -> bool {
        one == other
    }
}

/// Values for [`evaluate`](Heuristic::evaluate) in games of points. Every seat starts from an equal
/// share of the win and gets more the further it is ahead of the mean; a lead of `most` points over
/// all others counts as a win. Negate the scores where the fewest points win.
///
/// ```
/// use croupier_kit::game::values_by_score;
///
/// let values = values_by_score([30.0, 10.0], 100.0);
/// assert_eq!(values[..2], [0.6, 0.4]);
/// ```
pub fn values_by_score<const SEATS: usize>(scores: [f64; SEATS], most: f64) -> [f64; MAX_SEATS] {
    let mut values = [0.0; MAX_SEATS];
    let seats = u32::try_from(SEATS).map_or(1.0, f64::from);
    let mean = scores.iter().sum::<f64>() / seats;
    for (value, score) in values.iter_mut().zip(scores) {
        *value = (1.0 / seats + (score - mean) / most).clamp(0.01, 0.99);
    }
    values
}

/// Whether a seat that is being asked has to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Patience {
    /// It acts now.
    Acts,
    /// It may wait for others or for the clock.
    MayWait,
    /// It should wait for others, who have to act first.
    Waits,
}

/// The parameters of a search. Find good values by experiment, with `croupier arena`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// After this many actions a rollout stops and the position is
    /// [evaluated](Heuristic::evaluate). `None` plays to the end.
    pub horizon: Option<u32>,
    /// How much the search explores moves that look worse. Values above 1 are rarely good.
    pub exploration: f64,
    /// How many moves are considered at first, in the order of
    /// [`search_actions`](Game::search_actions).
    pub width: u32,
    /// How many moves are added for every doubling of the visits.
    pub widening: u32,
    /// Whether `search_actions` lists the best moves first, so that they are also tried first.
    pub is_ordered: bool,
    /// How often a move must have been tried before the search expands it. Until then the match is
    /// only [played out](Heuristic::rollout_action) from there. The better the rollouts, the longer
    /// they can be trusted and the higher this can be.
    pub expand_after_visits: u32,
    /// How many times each resampled world is played. Use more than one where worlds are expensive.
    pub plays_per_world: u32,
    /// Whether all moves of a decision are compared in the same worlds, without a tree. Good for
    /// games of chance and hidden cards, where the difference between two worlds outweighs the
    /// difference between two moves. The [policy](Heuristic::policy)'s move is then taken unless
    /// another move of `search_actions` is clearly better.
    pub flat: bool,
    /// The number of iterations for the levels easy, medium and hard.
    pub levels: [u32; 3],
}

impl Tuning {
    /// Values that suit most games.
    pub const DEFAULT: Self = Self {
        horizon: None,
        exploration: 0.7,
        width: 24,
        widening: 8,
        is_ordered: false,
        expand_after_visits: 1,
        plays_per_world: 1,
        flat: false,
        levels: [100, 1_000, 10_000],
    };
}

/// A rollout stops after this many actions, in case the match never ends.
const LONGEST: u32 = 100_000;

impl<G: Heuristic> Match<G> {
    /// Plays a determinized match on with [`rollout_action`](Heuristic::rollout_action): for
    /// `horizon` actions and then until the position can be [evaluated](Heuristic::evaluate), or to
    /// the end. `list` is a scratch buffer that callers reuse.
    pub fn rollout(
        &mut self,
        horizon: Option<u32>,
        dice: &mut Dice,
        list: &mut Vec<G::Action>,
    ) -> Result<(), InputError<G>> {
        for count in 0..LONGEST {
            let asked = self.skip_waits()?;
            if asked.is_empty()
                || horizon.is_some_and(|most| count >= most) && G::is_quiet(self.position())
            {
                return Ok(());
            }
            let choose = |seat| Some((seat, G::rollout_action(self.position(), seat, dice, list)?));
            if let Some((seat, action)) = asked.iter().find_map(choose) {
                self.act_listed(seat, &action)?;
            } else if let Some(due) = self.next_due() {
                self.advance_to(due)?;
            } else {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// How many worlds `look_ahead` resamples.
const WORLDS: usize = 4;

/// How many moves `look_ahead` considers.
const MOVES: usize = 64;

/// The move with the best value one move later; ties are broken at random.
fn look_ahead<G: Heuristic>(observation: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
    let seat = observation.seat;
    let mut world = Match::determinize(observation, dice);
    if G::patience(world.position(), seat) == Patience::Waits {
        return None;
    }
    let moves = world.search_actions(seat, MOVES);
    if moves.len() < 2 {
        return moves.into_iter().next();
    }
    let (mut values, mut list) = (vec![0.0; moves.len()], vec![]);
    for round in 0..WORLDS {
        if round > 0 {
            world.determinize_again(observation, dice);
        }
        for (action, value) in moves.iter().zip(&mut values) {
            let mut next = world.fork();
            // The action is listed here too: legal actions are the same in all worlds that fit what
            // the seat knows.
            let acted = next.act_listed(seat, action);
            // A world in which the match cannot continue adds nothing.
            if acted.and_then(|()| next.rollout(Some(0), dice, &mut list)).is_ok() {
                *value += match next.outcome() {
                    Some(outcome) => outcome.value_for(seat),
                    None => G::evaluate(next.position())[seat.at()],
                };
            }
        }
    }
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let equals: Vec<_> = moves.iter().zip(&values).filter(|(_, value)| **value >= best).collect();
    dice.pick(&equals).map(|(action, _)| (*action).clone())
}

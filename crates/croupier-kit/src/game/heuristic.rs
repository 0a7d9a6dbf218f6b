//! What a game knows about playing it well.

use crate::cards::Dice;
use crate::game::{Game, InputError, MAX_SEATS, Observation, Position, Seat};
use crate::matches::Match;

/// What a game tells bots about playing it well. All of it is optional: `impl Heuristic for
/// YourGame {}` gives the game a bot that looks one move ahead and one that searches, and every
/// function written makes them better.
///
/// `docs/bots.md` explains how the parts work together.
pub trait Heuristic: Game {
    /// How a search goes about the game.
    const TUNING: Tuning = Tuning::DEFAULT;

    /// Whether seats can do something that others do not see, or not all of it. Then
    /// [`looks_alike`](Self::looks_alike) is asked.
    const HIDES_ACTIONS: bool = false;

    /// What the game's own bot does for a seat that is being asked. None waits: for another seat
    /// who is asked, or for the clock.
    ///
    /// Default: the action that looks best one move later, by [`evaluate`](Self::evaluate), in a few
    /// worlds that fit all that the seat knows.
    fn policy(known: Observation<'_, Self>, dice: &mut Dice) -> Option<Self::Action> {
        look_ahead(known, dice)
    }

    /// What a moment is worth to every seat, from 0 (lost) to 1 (won). It is asked in imagined
    /// worlds only, so it may look at all cards. Default: ½ to everybody.
    fn evaluate(_at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        [0.5; MAX_SEATS]
    }

    /// Whether a moment can be evaluated. If it cannot, because an effect is half done, it is first
    /// played on. Default: every moment can.
    fn is_quiet(_at: Position<'_, Self>) -> bool {
        true
    }

    /// What a seat does while a search plays an imagined world on. None waits. It should be quick
    /// before it is clever, and possible: it is not judged again. Default: what the random player
    /// does.
    ///
    /// The list is a buffer: its contents may be overwritten.
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

    /// Whether two actions of another seat look the same to a viewer: they may differ in what only
    /// their author knows. A search treats them as one, so that it never builds on what its seat
    /// will not know.
    fn looks_alike(_viewer: Seat, one: &Self::Action, other: &Self::Action) -> bool {
        one == other
    }
}

/// Values for [`evaluate`](Heuristic::evaluate) in games of points: every seat has its share of the win,
/// and more the further it is ahead of the mean. A lead of `most` points is as good as a win. Where few
/// points win, the scores are negative.
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
pub enum Patience {
    /// It does, and does it now.
    Acts,
    /// It may as well do nothing for the time being: let others go first, or the clock.
    MayWait,
    /// It had better wait for others, who are to act first.
    Waits,
}

/// How a search goes about a game. The numbers are found by trying: `croupier arena` tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// After so many actions an imagined match is no longer played on but
    /// [evaluated](Heuristic::evaluate). None plays to the end.
    pub horizon: Option<u32>,
    /// How much the search tries what looks worse. More than 1 is rarely good.
    pub exploration: f64,
    /// How many moves are considered at first, in the order of [`search_actions`](Game::search_actions).
    pub width: u32,
    /// How many more, for every doubling of the visits, come in later.
    pub widening: u32,
    /// Whether `search_actions` gives the best moves first, so that they are also tried first.
    pub is_ordered: bool,
    /// How often a move must have been tried before the search thinks about what follows it. Until
    /// then the match is [played on](Heuristic::rollout_action) from there: the better that is, the longer
    /// it can be trusted.
    pub expand_after_visits: u32,
    /// How many times each imagined world is played. More than once where worlds are expensive.
    pub plays_per_world: u32,
    /// Whether the moves of a decision are compared side by side in the same worlds, without a
    /// tree: where chance and hidden cards decide most, so that two moves differ by less than two
    /// worlds do. What the [policy](Heuristic::policy) says is then done unless another move of
    /// `search_actions` is better beyond doubt.
    pub flat: bool,
    /// The iterations of the levels easy, medium and hard.
    pub levels: [u32; 3],
}

impl Tuning {
    /// What does for most games.
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

/// After so many actions an imagined match counts as one that does not end.
const LONGEST: u32 = 100_000;

impl<G: Heuristic> Match<G> {
    /// Plays an imagined match on, as [`rollout_action`](Heuristic::rollout_action) says: so many actions, and then
    /// to a moment that can be [evaluated](Heuristic::evaluate), or to the end. The list is there to
    /// be used again.
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

/// How many worlds a look ahead imagines.
const WORLDS: usize = 4;

/// How many moves it looks at.
const MOVES: usize = 64;

/// The move that looks best one move later; of equals, any.
fn look_ahead<G: Heuristic>(known: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
    let seat = known.seat;
    let mut world = Match::determinize(known, dice);
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
            world.determinize_again(known, dice);
        }
        for (action, value) in moves.iter().zip(&mut values) {
            let mut next = world.fork();
            // All worlds that fit what the seat knows list the same.
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

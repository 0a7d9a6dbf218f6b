//! Every seat's chance of winning, estimated from the table alone.
//!
//! Chances are proportional to e^strength, where strength is a weighted sum of features. The
//! weights come from a logistic regression over 210,000 positions of some 4,600 two-player games in
//! which the player of IN-163 played against itself with occasional random moves. They are rounded,
//! and features without much predictive value are left out: individual cards, who can make demands,
//! and all special achievements except Empire.

use croupier_kit::game::{MAX_SEATS, Seat};

use crate::State;
use crate::cards::{Colour, Icon};
use crate::check::achievable;
use crate::world::{Achievement, Special, Splay, World, points_required};

/// By the number of missing achievements: one, two and so on.
const MISSING: [f64; 6] = [2.3, 1.2, 0.6, -0.1, -0.6, -0.8];
/// For every achievement that could be claimed.
const CLAIM: f64 = 0.18;
/// If at least one could be claimed at once.
const CLAIM_NOW: f64 = 0.23;
/// For every point.
const POINT: f64 = 0.02;
/// For the points needed for the second and the third of the remaining achievements, in proportion.
const NEXT: [f64; 2] = [0.6, 0.9];
/// For the square of the highest top card.
const HIGHEST: f64 = 0.034;
/// For every age by which the best card in hand is higher than the highest top card.
const HIGHER_IN_HAND: f64 = 0.15;
/// For the total value of the cards in hand.
const HAND: f64 = 0.01;
/// For every card on the board.
const BOARD: f64 = 0.037;
/// For every icon.
const ICON: f64 = 0.035;
/// For a pile splayed left, and for one splayed right or up.
const SPLAY: [f64; 2] = [0.1, 0.16];
/// For a whole turn still to come.
const TURN: f64 = 0.24;
/// For Empire, while it is available: times the cube of the progress towards it.
const EMPIRE: f64 = 0.6;

/// The chances of all seats, which add up to 1.
pub(crate) fn of(state: &State) -> [f64; MAX_SEATS] {
    let mut chances = [0.0; MAX_SEATS];
    for seat in state.seats() {
        chances[seat.at()] = exp(strength(state, seat));
    }
    let sum: f64 = chances.iter().sum();
    chances.map(|chance| chance / sum)
}

fn strength(state: &State, seat: Seat) -> f64 {
    let world = &state.world;
    let highest = f64::from(state.draw_value(seat));
    let hand = world.hand(seat);
    let higher = (f64::from(hand.highest_value()) - highest).max(0.0);
    let icons = Icon::ALL.map(|icon| world.icons(seat, icon));
    let all_icons: u8 = icons.iter().sum();
    let turn = if state.turn == seat && state.actions > 1 { TURN } else { 0.0 };
    race(state, seat)
        + HIGHEST * highest * highest
        + HIGHER_IN_HAND * higher
        + HAND * f64::from(hand.sum())
        + ICON * f64::from(all_icons)
        + Colour::ALL.into_iter().map(|colour| pile(world, seat, colour)).sum::<f64>()
        + empire(world, icons)
        + turn
}

/// Achievements: those a seat owns, those it could claim, and its points towards more.
fn race(state: &State, seat: Seat) -> f64 {
    let world = &state.world;
    let missing = state.achievements_to_win().saturating_sub(world.achievements(seat));
    let claims = u8::try_from(achievable(state, seat).take(3).count()).unwrap_or(3);
    let now = if claims > 0 && state.turn == seat { CLAIM_NOW } else { 0.0 };
    let points = f64::from(world.points(seat));
    let left = (1_u8..).zip(&world.ages).filter(|(_, owner)| owner.is_none());
    let next = left.skip(1).zip(NEXT);
    let part = |((age, _), value): ((u8, _), f64)| {
        value * (points / f64::from(points_required(age))).min(1.0)
    };
    MISSING[missing.clamp(1, MISSING.len()) - 1]
        + CLAIM * f64::from(claims)
        + now
        + POINT * points
        + next.map(part).sum::<f64>()
}

fn pile(world: &World, seat: Seat, colour: Colour) -> f64 {
    let size = u8::try_from(world.pile_len(seat, colour)).unwrap_or(u8::MAX);
    let splay = match world.splay(seat, colour) {
        None => 0.0,
        Some(Splay::Left) => SPLAY[0],
        Some(Splay::Right | Splay::Up) => SPLAY[1],
    };
    BOARD * f64::from(size) + splay
}

fn empire(world: &World, icons: [u8; 6]) -> f64 {
    if world.owner(Achievement::Special(Special::Empire)).is_some() {
        return 0.0;
    }
    let part = f64::from(icons.map(|count| count.min(3)).iter().sum::<u8>()) / 18.0;
    EMPIRE * part * part * part
}

/// Approximates e^x with basic arithmetic only, so that the result is the same on every machine,
/// which library functions do not guarantee.
fn exp(x: f64) -> f64 {
    (0..10).fold(1.0 + x.clamp(-100.0, 100.0) / 1024.0, |power, _| power * power)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use croupier_kit::cards::{Dice, Seed};
    use croupier_kit::game::Game;
    use croupier_kit::matches::{Match, Setup};

    use super::*;
    use crate::Innovation;

    #[test]
    fn in_171_chances_are_chances_at_every_moment() {
        let mut dice = Dice::new(Seed::from_number(1));
        for game in 0..30 {
            let seats = 2 + usize::try_from(game).unwrap() % 3;
            let setup = Setup::new(seats, Seed::from_number(game));
            let mut game = Match::<Innovation>::unrecorded(&setup).unwrap();
            while let Some(seat) = game.to_act().lowest() {
                let chances = of(game.state());
                let (playing, others) = chances.split_at(seats);
                assert!(playing.iter().all(|chance| (0.0..=1.0).contains(chance)));
                assert!(others.iter().all(|chance| *chance == 0.0));
                assert!((playing.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let action = Innovation::random_action(game.position(), seat, &mut dice);
                game.act(seat, action.unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn in_171_an_achievement_more_is_a_better_chance() {
        let setup = Setup::new(2, Seed::from_number(1));
        let mut state = Match::<Innovation>::unrecorded(&setup).unwrap().state().clone();
        let mut before = of(&state);
        // A sixth achievement wins.
        for age in 0..5 {
            state.world.ages[age] = Some(Seat(1));
            let now = of(&state);
            assert!(now[1] > before[1] && now[0] < before[0], "{age}: {now:?}");
            before = now;
        }
    }

    #[test]
    fn in_171_the_power_is_close() {
        for x in [-9.0, -2.5, 0.0, 0.3, 1.0, 8.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 0.05, "{x}");
        }
    }
}

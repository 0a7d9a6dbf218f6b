//! The value of a position for a player: the table of IN-163.

use croupier_kit::game::Seat;

use crate::State;
use crate::cards::{Colour, Icon};
use crate::world::{Splay, World};

/// IN-163: the value of a position for a seat, 2·(n−1)·value(p) − Σ value(others).
pub(crate) fn position(state: &State, seat: Seat) -> i32 {
    let mine = 2 * value(state, seat);
    let others = state.seats().filter(|other| *other != seat);
    others.map(|other| mine - value(state, other)).sum()
}

/// `3·S^1.5`, rounded down, for the scores that count fully.
static SCORE: [i32; 46] = {
    let (mut table, mut score) = ([0; 46], 0);
    while score < 46 {
        let square = 9 * score * score * score;
        let mut root = 0;
        while (root + 1) * (root + 1) <= square {
            root += 1;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // At most 905.
        let value = root as i32;
        table[score] = value;
        score += 1;
    }
    table
};

/// The value of what a player has.
fn value(state: &State, seat: Seat) -> i32 {
    let world = &state.world;
    if let Some(ending) = state.ending {
        return if ending.winners.contains(seat) { 1_000_000 } else { -1_000_000 };
    }
    let highest = i32::from(state.draw_value(seat));
    let achievements = i32::try_from(world.achievements(seat)).unwrap_or(0);
    let piles: i32 = Colour::ALL.into_iter().map(|colour| pile(world, seat, colour)).sum();
    let icons: i32 = Icon::ALL.into_iter().map(|icon| icons(state, seat, icon)).sum();
    let hand = 2 * i32::from(world.hand(seat).sum());
    let score = i32::from(world.points(seat));
    let cap = 5 * (highest.min(8) + 1);
    let counted = SCORE[usize::try_from(score.min(cap)).unwrap_or(0).min(45)];
    let points = counted + (score - cap).max(0) / 2;
    10_000 * achievements + 5 * highest * highest + piles + icons + hand + points
}

fn pile(world: &World, seat: Seat, colour: Colour) -> i32 {
    let Some(top) = world.top(seat, colour) else { return 0 };
    let size = i32::try_from(world.pile_len(seat, colour)).unwrap_or(0);
    let splay = match world.splay(seat, colour) {
        None => 0,
        Some(Splay::Left) => 10,
        Some(Splay::Right) => 25,
        Some(Splay::Up) => 40,
    };
    20 + size + i32::from(top.age()) + splay
}

/// Every icon counts, and so does having the most of a kind.
fn icons(state: &State, seat: Seat, icon: Icon) -> i32 {
    let mine = state.world.icons(seat, icon);
    let others = state.seats().filter(|other| *other != seat);
    let most = others.map(|other| state.world.icons(other, icon)).max().unwrap_or(0);
    let lead = match mine.cmp(&most) {
        std::cmp::Ordering::Greater => 75,
        std::cmp::Ordering::Equal => 50,
        std::cmp::Ordering::Less => 0,
    };
    2 * i32::from(mine) + lead
}

//! How well a player stands: the table of IN-163.

use croupier_kit::{Dice, Heuristic, Known, MAX_SEATS, Position, Seat, Tuning};

use crate::action::{Action, Answer, CardRef};
use crate::card::{Colour, Icon};
use crate::world::{Splay, World};
use crate::zones::Zone;
use crate::{Innovation, State, greedy};

impl Heuristic for Innovation {
    /// IN-171: random roll-outs rarely come to achievements, so they are cut short and evaluated.
    const TUNING: Tuning =
        Tuning { horizon: 20, levels: [60, 400, 2_500], width: 24, ..Tuning::DEFAULT };

    const HIDES_ACTIONS: bool = true;

    fn advise(known: Known<'_, Self>, dice: &mut Dice) -> Option<Action> {
        greedy::advise(known, dice)
    }

    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        let state = at.state;
        let mut worth = [0.5; MAX_SEATS];
        let values: Vec<i32> = state.seats().map(|seat| value(state, seat)).collect();
        let others = i32::try_from(values.len()).unwrap_or(2) - 1;
        let sum: i32 = values.iter().sum();
        for (worth, value) in worth.iter_mut().zip(values) {
            // 2·(n−1)·value(p) − Σ value(others), laid between 0 and 1.
            let lead = f64::from(2 * others * value - (sum - value) - others * value);
            *worth = 0.5 + 0.5 * lead / (lead.abs() + 4_000.0);
        }
        worth
    }

    /// An effect that waits for an answer is half done.
    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.pending.is_none()
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

/// `3·S^1.5` for the scores that count fully, rounded down.
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

/// IN-163: what a player's position is worth.
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
    let size = i32::try_from(world.zones().len(Zone::pile(seat, colour))).unwrap_or(0);
    let splay = match world.splay(seat, colour) {
        None => 0,
        Some(Splay::Left) => 10,
        Some(Splay::Right) => 25,
        Some(Splay::Up) => 40,
    };
    20 + size + i32::from(top.age()) + splay
}

/// Every icon counts, and having most of a kind.
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

//! Which laydown is better (MI-203), and the best ones found so far.

use super::Preferences;
use super::holding::{Holding, RANKS, SUITS, count, ranks};
use super::shape::{Run, Shape};

/// The points of the wilds a laydown uses. As far as possible 2s go to runs and jokers to sets,
/// since a joker in a run can be swapped out (MI-203).
pub(super) fn wild_points(holding: &Holding, in_runs: u8, in_sets: u8) -> u16 {
    let in_runs_jokers = in_runs.saturating_sub(holding.twos);
    let jokers = in_runs_jokers + in_sets.min(holding.jokers - in_runs_jokers);
    50 * u16::from(jokers) + 20 * u16::from(in_runs + in_sets - jokers)
}

/// How many of the remaining cards can be laid off in the next turn: on the current table
/// ([`Preferences::fits`]) or on the melds of this laydown.
///
/// Runs are extended by consecutive naturals, one of each. If a rank gives cards to a set and keeps
/// some, the copies that a run could use count as kept: [`deal`](super::deal) keeps them.
pub(super) fn fitting(shape: &Shape, holding: &Holding, preferences: &Preferences) -> u8 {
    let free = shape.without_runs(holding);
    // Remaining cards of a set's rank fit that set.
    let set_ranks = shape.sets().fold(0, |mask, set| mask | 1 << set.rank);
    let (mut used_up, mut fitting) = (0, 0);
    for rank in ranks(set_ranks) {
        let sets = shape.sets().filter(|set| set.rank == rank);
        let kept = free.rank(rank) - sets.map(|set| set.naturals).sum::<u8>();
        used_up |= u16::from(kept == 0) << rank;
        fitting += kept;
    }
    for suit in 0..SUITS {
        let table = preferences.of_suit(suit) & !set_ranks;
        let held = free.suit(suit) & !used_up;
        let runs = shape.runs().filter(|run| run.suit == suit);
        let reach = runs.fold(0, |reach, run| reach | continued(run, held));
        fitting += free.cards(suit, table) + count(reach & !table & !set_ranks);
    }
    fitting
}

/// The ranks that extend a run without a hole at either end.
pub(super) fn continued(run: Run, held: u16) -> u16 {
    let holds = |rank: &u8| held >> rank & 1 == 1;
    let up = (run.end()..RANKS).take_while(holds);
    let down = (0..run.low).rev().take_while(holds);
    up.chain(down).fold(0, |mask, rank| mask | 1 << rank)
}

/// The best laydowns found so far, best first.
pub(super) struct Top {
    limit: usize,
    found: Vec<(u32, Shape)>,
}

impl Top {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, found: Vec::with_capacity(limit.min(64)) }
    }

    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= self.limit
    }

    /// Whether a laydown of this value can still enter the list, assuming the best possible number
    /// of fitting cards.
    #[inline]
    pub(super) fn may_take(&self, value: u32) -> bool {
        match self.found.last() {
            Some((last, _)) if self.is_full() => value | 0xFF >= *last,
            _ => self.limit > 0,
        }
    }

    pub(super) fn insert(&mut self, value: u32, shape: Shape) {
        // Ties are broken by the shape, so that the order is well defined.
        let order = |entry: &(u32, Shape)| (value, shape).cmp(entry);
        if let Err(place) = self.found.binary_search_by(order)
            && place < self.limit
        {
            self.found.truncate(self.limit - 1);
            self.found.insert(place, (value, shape));
        }
    }

    pub(super) fn into_shapes(self) -> Vec<Shape> {
        self.found.into_iter().map(|(_, shape)| shape).collect()
    }
}

/// Higher is better: first the preferred number of wilds, then the points shed, then the fitting
/// cards.
pub(super) fn value(preferences: &Preferences, wilds: u8, points: u16, fitting: u8) -> u32 {
    let wilds = if preferences.most_wilds { wilds } else { u8::MAX - wilds };
    u32::from(wilds) << 24 | u32::from(points) << 8 | u32::from(fitting)
}

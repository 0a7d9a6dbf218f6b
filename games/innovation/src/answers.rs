//! The answers to a choice, in a fixed order (IN-107).

use croupier_kit::game::Seat;
use smallvec::SmallVec;

use crate::action::{Answer, Opt, Refs};
use crate::cards::CARDS;
use crate::choice::{Ask, CardList, Choice};
use crate::world::World;

/// The maximum number of card combinations to list.
const LISTED: u64 = 512;

/// The answers to a choice, counted up front and built one by one, because a random player needs
/// only one of them.
#[derive(Debug)]
pub struct Expansion<'w> {
    world: &'w World,
    choice: Choice,
    /// The offered cards in their fixed order, if the choice is about cards.
    cards: CardList,
    len: u64,
}

impl<'w> Expansion<'w> {
    /// The answers to a choice.
    pub fn of(choice: Choice, world: &'w World) -> Self {
        let cards = choice.offered(world);
        let len = u64::from(choice.optional) + count(&choice.ask, cards.len());
        Self { world, choice, cards, len }
    }

    /// The number of answers.
    #[allow(clippy::cast_possible_truncation)] // At most 513.
    pub fn len(&self) -> u32 {
        self.len as u32
    }

    /// Whether there are no answers. There is always at least one.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Answer> + '_ {
        (0..self.len()).map(|rank| self.nth(rank))
    }

    /// The answer with an index below [`len`](Self::len). Declining comes first.
    pub fn nth(&self, rank: u32) -> Answer {
        let declined = self.choice.optional && rank == 0;
        let rank = u64::from(rank) - u64::from(self.choice.optional && !declined);
        let at = usize::try_from(rank).unwrap_or(usize::MAX);
        match self.choice.ask {
            Ask::SelectCards { .. } if declined => Answer::Cards(Refs::new()),
            Ask::SelectCards { min, max, .. } => {
                let sizes = Sizes { of: self.cards.len(), min: min.into(), max: max.into() };
                Answer::Cards(self.refs(sizes.nth(rank).into_iter()))
            }
            Ask::YesNo => Answer::Yes(rank == 1),
            Ask::SelectColours { .. } if declined => Answer::Colours(SmallVec::new()),
            Ask::SelectColours { candidates, count, .. } => {
                let colours: SmallVec<[_; 6]> = candidates.iter().collect();
                let chosen = combination(colours.len(), usize::from(count), rank);
                Answer::Colours(chosen.into_iter().map(|at| colours[at]).collect())
            }
            Ask::SelectPlayer { .. } if declined => Answer::Player(None),
            Ask::SelectPlayer { candidates } => Answer::Player(candidates.iter().nth(at)),
            Ask::SelectValue => Answer::Value(u8::try_from(rank + 1).unwrap_or(1)),
            Ask::SelectOption if declined => Answer::Option(None),
            Ask::SelectOption => Answer::Option([Opt::Score, Opt::Draw].get(at).copied()),
            Ask::OrderCards { .. } => {
                Answer::Order(self.refs(order(self.cards.len(), at).into_iter()))
            }
        }
    }

    fn refs(&self, places: impl Iterator<Item = usize>) -> Refs {
        places.map(|at| self.choice.refer(self.world, self.cards[at])).collect()
    }
}

/// The number of answers besides declining.
fn count(ask: &Ask, cards: usize) -> u64 {
    match *ask {
        Ask::SelectCards { min, max, .. } => {
            Sizes { of: cards, min: min.into(), max: max.into() }.listed()
        }
        Ask::YesNo | Ask::SelectOption => 2,
        Ask::SelectColours { candidates, count, .. } => choose(candidates.len(), count.into()),
        Ask::SelectPlayer { candidates } => candidates.iter().map(|_: Seat| 1).sum(),
        Ask::SelectValue => 10,
        Ask::OrderCards { .. } => match cards {
            0..=4 => (1..=cards as u64).product(),
            _ => cards as u64 + 1,
        },
    }
}

/// All sets of `min` to `max` out of `of` cards.
#[derive(Clone, Copy)]
struct Sizes {
    of: usize,
    min: usize,
    max: usize,
}

impl Sizes {
    fn all(self) -> u64 {
        let sizes = self.min.max(1)..=self.max;
        sizes.map(|size| choose(self.of, size)).fold(0, u64::saturating_add)
    }

    fn listed(self) -> u64 {
        self.all().min(LISTED)
    }

    /// Small sets first, each size in order. If there are too many, single cards and the full set
    /// are listed, and an evenly spaced sample of the rest.
    fn nth(self, rank: u64) -> CardPlaces {
        let all = self.all();
        if all <= LISTED {
            return self.exactly(rank);
        }
        let singles = if self.min <= 1 { self.of as u64 } else { 0 };
        let whole = u64::from(self.max >= self.of);
        if rank < singles {
            return self.exactly(rank);
        }
        if whole == 1 && rank == LISTED - 1 {
            return (0..self.of).collect();
        }
        let (rest, places) = (all - singles - whole, LISTED - singles - whole);
        let spread = u128::from(rank - singles) * u128::from(rest) / u128::from(places);
        self.exactly(singles + u64::try_from(spread).unwrap_or(0))
    }

    fn exactly(self, mut rank: u64) -> CardPlaces {
        for size in self.min.max(1)..=self.max {
            let sets = choose(self.of, size);
            if rank < sets {
                return combination(self.of, size, rank);
            }
            rank -= sets;
        }
        CardPlaces::new()
    }
}

type CardPlaces = SmallVec<[usize; 8]>;

/// The set with this rank, in lexicographic order.
fn combination(of: usize, size: usize, mut rank: u64) -> CardPlaces {
    let mut chosen = CardPlaces::new();
    let mut at = 0;
    while chosen.len() < size && at < of {
        let with = choose(of - at - 1, size - chosen.len() - 1);
        if rank < with {
            chosen.push(at);
        } else {
            rank -= with;
        }
        at += 1;
    }
    chosen
}

/// IN-107: every order of up to four cards; for more, the given order, its reverse, and each card
/// moved to the front.
fn order(of: usize, rank: usize) -> CardPlaces {
    let mut given: CardPlaces = (0..of).collect();
    if of <= 4 {
        let (mut rank, mut order) = (rank, CardPlaces::new());
        for left in (1..=of).rev() {
            let orders: usize = (1..left).product();
            order.push(given.remove(rank / orders));
            rank %= orders;
        }
        return order;
    }
    match rank {
        0 => {}
        1 => given.reverse(),
        _ => {
            let moved = given.remove(rank - 1);
            given.insert(0, moved);
        }
    }
    given
}

/// Half of Pascal's triangle, with saturating arithmetic.
static PASCAL: [[u64; CARDS / 2 + 1]; CARDS + 1] = {
    let mut rows = [[0_u64; CARDS / 2 + 1]; CARDS + 1];
    let mut of = 0;
    while of <= CARDS {
        rows[of][0] = 1;
        let mut size = 1;
        while size <= of / 2 {
            // The entry above may be in the other half.
            let above = if size <= (of - 1) / 2 { size } else { of - 1 - size };
            rows[of][size] = rows[of - 1][size - 1].saturating_add(rows[of - 1][above]);
            size += 1;
        }
        of += 1;
    }
    rows
};

fn choose(of: usize, size: usize) -> u64 {
    if size > of { 0 } else { PASCAL[of.min(CARDS)][size.min(of - size)] }
}

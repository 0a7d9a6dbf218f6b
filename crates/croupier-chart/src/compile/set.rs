//! Sets of states as bits. States are numbered in document order, so iterating a set yields that
//! order.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// The maximum number of states in one chart. Invoked charts are counted separately.
pub const MAX_STATES: usize = 128;

/// A state's number in document order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ix(pub(crate) u8);

impl Ix {
    pub(crate) const ROOT: Self = Self(0);

    pub(crate) fn new(number: usize) -> Self {
        Self(u8::try_from(number).expect("compile refuses charts of more than 128 states"))
    }

    pub(crate) fn at(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Ix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A state of a chart of machine `M`: what code outside a definition uses instead of a string.
///
/// Made by [`Chart::state`](crate::run::Chart::state): once, and where a typo can be reported.
pub struct StateId<M> {
    pub(crate) ix: Ix,
    machine: PhantomData<fn() -> M>,
}

impl<M> StateId<M> {
    pub(crate) fn new(ix: Ix) -> Self {
        Self { ix, machine: PhantomData }
    }

    /// The state's number in document order; the root is 0.
    pub fn index(self) -> usize {
        self.ix.at()
    }
}

impl<M> Clone for StateId<M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M> Copy for StateId<M> {}
impl<M> PartialEq for StateId<M> {
    fn eq(&self, other: &Self) -> bool {
        self.ix == other.ix
    }
}
impl<M> Eq for StateId<M> {}
impl<M> fmt::Debug for StateId<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ix.fmt(f)
    }
}

/// A set of states, in document order.
///
/// Two words rather than a `u128`: the compiler would read a `u128` with one wide load right after
/// writing it as two halves, which stalls the processor in the middle of every step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct StateSet {
    low: u64,
    high: u64,
}

impl StateSet {
    pub(crate) const EMPTY: Self = Self { low: 0, high: 0 };

    #[inline]
    pub(crate) fn of(ix: Ix) -> Self {
        // Branch-free, because this runs for every invoked chart in every step.
        let (bit, is_high) = (ix.0 & 63, ix.0 >= 64);
        Self { low: u64::from(!is_high) << bit, high: u64::from(is_high) << bit }
    }

    /// All states up to and including `ix` in document order.
    pub(crate) fn up_to(ix: Ix) -> Self {
        if ix.0 < 64 {
            Self { low: u64::MAX >> (63 - ix.0), high: 0 }
        } else {
            Self { low: u64::MAX, high: u64::MAX >> (127 - ix.0) }
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, ix: Ix) {
        *self |= Self::of(ix);
    }

    pub(crate) fn remove(&mut self, ix: Ix) {
        *self -= Self::of(ix);
    }

    #[inline]
    pub(crate) fn contains(self, ix: Ix) -> bool {
        self.intersects(Self::of(ix))
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    #[inline]
    pub(crate) fn intersects(self, other: Self) -> bool {
        (self.low & other.low) | (self.high & other.high) != 0
    }

    pub(crate) fn is_subset_of(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The only member, if there is exactly one. Cheap, because it is the usual case for active
    /// leaves.
    #[inline]
    pub(crate) fn single(self) -> Option<Ix> {
        let one = |word: u64| word & word.wrapping_sub(1) == 0;
        match (self.low, self.high) {
            (0, 0) => None,
            (low, 0) if one(low) => Some(lowest(low, 0)),
            (0, high) if one(high) => Some(lowest(high, 64)),
            _ => None,
        }
    }

    /// The last member in document order; the root if the set is empty.
    #[inline]
    pub(crate) fn last(self) -> Ix {
        if self.high == 0 { highest(self.low | 1, 0) } else { highest(self.high, 64) }
    }

    pub(crate) fn len(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    #[inline]
    pub(crate) fn iter(self) -> Ascending {
        Ascending(self)
    }

    #[inline]
    pub(crate) fn descending(self) -> Descending {
        Descending(self)
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // A position in a word.
fn lowest(word: u64, offset: u8) -> Ix {
    Ix(word.trailing_zeros() as u8 + offset)
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // A position in a word.
fn highest(word: u64, offset: u8) -> Ix {
    Ix(63 - word.leading_zeros() as u8 + offset)
}

impl BitOr for StateSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}
impl BitOrAssign for StateSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
impl BitAnd for StateSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
}
impl Sub for StateSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }
}
impl SubAssign for StateSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for StateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Ix> for StateSet {
    fn from_iter<I: IntoIterator<Item = Ix>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        for ix in items {
            set.insert(ix);
        }
        set
    }
}

/// Iterates parents before children.
#[derive(Clone)]
pub(crate) struct Ascending(StateSet);

impl Iterator for Ascending {
    type Item = Ix;

    #[inline]
    fn next(&mut self) -> Option<Ix> {
        let StateSet { low, high } = &mut self.0;
        let (word, offset) = if *low != 0 { (low, 0) } else { (high, 64) };
        if *word == 0 {
            return None;
        }
        let ix = lowest(*word, offset);
        *word &= *word - 1;
        Some(ix)
    }
}

/// Iterates children before parents: the order of exits.
pub(crate) struct Descending(StateSet);

impl Iterator for Descending {
    type Item = Ix;

    #[inline]
    fn next(&mut self) -> Option<Ix> {
        let StateSet { low, high } = &mut self.0;
        let (word, offset) = if *high != 0 { (high, 64) } else { (low, 0) };
        if *word == 0 {
            return None;
        }
        let ix = highest(*word, offset);
        *word &= !(1 << (ix.0 - offset));
        Some(ix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_both_ways_over_both_halves() {
        let set: StateSet = [Ix(0), Ix(63), Ix(64), Ix(127)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Ix(0), Ix(63), Ix(64), Ix(127)]);
        assert_eq!(set.descending().collect::<Vec<_>>(), [Ix(127), Ix(64), Ix(63), Ix(0)]);
        assert_eq!(set.len(), 4);
        assert_eq!((set.last(), (set - StateSet::of(Ix(127))).last()), (Ix(127), Ix(64)));
        assert_eq!((StateSet::up_to(Ix(63)).last(), StateSet::EMPTY.last()), (Ix(63), Ix::ROOT));
    }

    #[test]
    fn up_to_keeps_the_bound_itself() {
        let set: StateSet = [Ix(1), Ix(5), Ix(127)].into_iter().collect();
        assert_eq!((set & StateSet::up_to(Ix(5))).iter().collect::<Vec<_>>(), [Ix(1), Ix(5)]);
        assert_eq!((set & StateSet::up_to(Ix(64))).len(), 2);
        assert_eq!(set & StateSet::up_to(Ix(127)), set);
    }

    #[test]
    fn single_is_none_for_none_and_for_two() {
        assert_eq!(StateSet::EMPTY.single(), None);
        assert_eq!(StateSet::of(Ix(70)).single(), Some(Ix(70)));
        assert_eq!(StateSet::of(Ix(0)).single(), Some(Ix(0)));
        assert_eq!((StateSet::of(Ix(70)) | StateSet::of(Ix(3))).single(), None);
        assert_eq!((StateSet::of(Ix(4)) | StateSet::of(Ix(3))).single(), None);
    }
}

//! Sets of states as bits. States are numbered in document order, so a set is also an order.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// The most states one chart can have. Invoked charts count for themselves.
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
/// Made by [`Chart::state`](crate::Chart::state), once, where a typo can be reported.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct StateSet(u128);

impl StateSet {
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) fn of(ix: Ix) -> Self {
        Self(1 << ix.0)
    }

    pub(crate) fn insert(&mut self, ix: Ix) {
        self.0 |= 1 << ix.0;
    }

    pub(crate) fn remove(&mut self, ix: Ix) {
        self.0 &= !(1 << ix.0);
    }

    #[inline]
    pub(crate) fn contains(self, ix: Ix) -> bool {
        self.0 >> ix.0 & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The members that come no later than `ix` in document order.
    #[inline]
    pub(crate) fn up_to(self, ix: Ix) -> Self {
        Self(self.0 & (u128::MAX >> (127 - ix.0)))
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // A position below 128.
    fn lowest(self) -> Ix {
        Ix(self.0.trailing_zeros() as u8)
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

impl BitOr for StateSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl BitOrAssign for StateSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
impl BitAnd for StateSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
impl Sub for StateSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
impl SubAssign for StateSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
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

/// Parents before children.
#[derive(Clone)]
pub(crate) struct Ascending(StateSet);

impl Iterator for Ascending {
    type Item = Ix;

    #[inline]
    fn next(&mut self) -> Option<Ix> {
        if self.0.is_empty() {
            return None;
        }
        let ix = self.0.lowest();
        self.0.0 &= self.0.0 - 1;
        Some(ix)
    }
}

/// Children before parents: the order of exits.
pub(crate) struct Descending(StateSet);

impl Iterator for Descending {
    type Item = Ix;

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // A position below 128.
    fn next(&mut self) -> Option<Ix> {
        if self.0.is_empty() {
            return None;
        }
        let ix = Ix(127 - self.0.0.leading_zeros() as u8);
        self.0.remove(ix);
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
    }

    #[test]
    fn up_to_keeps_the_bound_itself() {
        let set: StateSet = [Ix(1), Ix(5), Ix(127)].into_iter().collect();
        assert_eq!(set.up_to(Ix(5)).iter().collect::<Vec<_>>(), [Ix(1), Ix(5)]);
        assert_eq!(set.up_to(Ix(127)), set);
    }
}

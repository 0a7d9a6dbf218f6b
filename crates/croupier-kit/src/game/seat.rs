//! Seats, who plays them, and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The maximum number of seats.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0 in turn order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index.
    pub fn at(self) -> usize {
        usize::from(self.0)
    }

    /// The next seat of `seats` in turn order.
    pub fn next(self, seats: usize) -> Self {
        let next = self.at() + 1;
        Self(if next >= seats { 0 } else { self.0 + 1 })
    }

    /// The previous seat of `seats` in turn order.
    pub fn previous(self, seats: usize) -> Self {
        self.offset(seats.saturating_sub(1), seats)
    }

    /// The seat this many steps further in turn order.
    #[allow(clippy::cast_possible_truncation)] // At most eight.
    pub fn offset(self, steps: usize, seats: usize) -> Self {
        Self(((self.at() + steps) % seats.max(1)) as u8)
    }

    /// The seat directly opposite, if the number of seats is even: the partner in games of two
    /// against two.
    pub fn partner(self, seats: usize) -> Option<Self> {
        seats.is_multiple_of(2).then(|| self.offset(seats / 2, seats))
    }

    /// How many steps away another seat is in turn order; 0 for itself.
    ///
    /// ```
    /// use croupier_kit::game::Seat;
    ///
    /// assert_eq!(Seat(3).distance_to(Seat(1), 4), 2);
    /// assert_eq!(Seat(3).offset(2, 4), Seat(1));
    /// ```
    pub fn distance_to(self, other: Self, seats: usize) -> usize {
        let seats = seats.max(1);
        (other.at() % seats + seats - self.at() % seats) % seats
    }

    /// This seat and all others of `seats`, in turn order from here.
    ///
    /// ```
    /// use croupier_kit::game::Seat;
    ///
    /// assert!(Seat(2).and_following(4).eq([Seat(2), Seat(3), Seat(0), Seat(1)]));
    /// ```
    pub fn and_following(self, seats: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats.min(MAX_SEATS)).map(move |steps| self.offset(steps, seats))
    }

    /// The first `seats` seats, in turn order.
    #[allow(clippy::cast_possible_truncation)] // At most eight.
    pub fn first(seats: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats.min(MAX_SEATS) as u8).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", u16::from(self.0) + 1)
    }
}

/// Who plays a seat. It makes no difference to a game that does not ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SeatKind {
    /// A person.
    #[default]
    Person,
    /// A bot. It acts in the same way as a person.
    Bot,
    /// The house: the game plays the seat by its own rules.
    House,
}

/// Who makes an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player in this seat.
    Seat(Seat),
    /// The program that runs the match: a room, a test, a terminal.
    Host,
}

/// Who a view or an event is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// The player in this seat, who knows what is public and what only this seat may know.
    Seat(Seat),
    /// The public, who knows only what everybody may know.
    Public,
}

impl Viewer {
    /// Whether this viewer is the player in that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The viewer's own entry of a list by seat; the default for the public.
    ///
    /// ```
    /// use croupier_kit::game::{Seat, Viewer};
    ///
    /// assert_eq!(Viewer::Seat(Seat(1)).own(&["Ada's", "Bo's"]), "Bo's");
    /// assert_eq!(Viewer::Public.own(&["Ada's", "Bo's"]), "");
    /// ```
    pub fn own<T: Copy + Default>(self, by_seat: &[T]) -> T {
        match self {
            Self::Seat(seat) => by_seat.get(seat.at()).copied().unwrap_or_default(),
            Self::Public => T::default(),
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const NOBODY: Self = Self(0);

    /// The set of this one seat.
    #[inline]
    pub fn of(seat: Seat) -> Self {
        Self(1 << (seat.0 % 8))
    }

    /// The first `seats` seats.
    #[inline]
    pub fn first(seats: usize) -> Self {
        Seat::first(seats).collect()
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= Self::of(seat).0;
    }

    /// Removes a seat.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::of(seat).0;
    }

    /// Whether a seat belongs to it.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        usize::from(seat.0) < MAX_SEATS && self.0 & Self::of(seat).0 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many members it has.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first member in turn order.
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The members in turn order.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // There are eight bits.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        // Bit by bit for speed: every step of a simulation iterates over such sets.
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            lowest
        })
    }

    /// Whether every member belongs to the other set too.
    #[inline]
    pub fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

/// The difference of two sets.
impl std::ops::Sub for SeatSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NOBODY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        match seats.iter().find(|seat| seat.at() >= MAX_SEATS) {
            Some(seat) => Err(serde::de::Error::custom(format!("there is no seat {}", seat.0))),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round() {
        assert_eq!(Seat(0).next(3), Seat(1));
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!((Seat(0).previous(3), Seat(2).previous(3)), (Seat(2), Seat(1)));
        assert_eq!((Seat(3).partner(4), Seat(0).partner(6)), (Some(Seat(1)), Some(Seat(3))));
        assert_eq!(Seat(0).partner(5), None);
    }

    #[test]
    fn an_offset_is_as_far_as_the_distance() {
        for seats in 1..=MAX_SEATS {
            for (from, to) in Seat::first(seats)
                .flat_map(|one| one.and_following(seats).map(move |other| (one, other)))
            {
                assert_eq!(from.offset(from.distance_to(to, seats), seats), to);
            }
        }
        assert_eq!(Seat(5).distance_to(Seat(5), 8), 0);
    }

    #[test]
    fn a_set_keeps_turn_order_and_refuses_seats_that_are_not_there() {
        let set: SeatSet = [Seat(3), Seat(1)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,3]");
        assert_eq!(serde_json::from_str::<SeatSet>("[3,1]").unwrap(), set);
        assert!(serde_json::from_str::<SeatSet>("[8]").is_err());
        assert!(!set.contains(Seat(9)));
    }
}

//! Sets and runs: what is valid, how the cards are arranged, and what can be added.

use croupier_kit::cards::{Pile, Suit};
use serde::{Deserialize, Serialize};

use crate::contract::MeldKind;
use crate::{Card, Natural};

/// The maximum length of a run (MI-45).
pub const LONGEST_RUN: usize = 12;

/// The cards of a run, in ascending order.
pub type RunCards = Pile<Card, LONGEST_RUN>;

/// An end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Below the lowest card.
    Start,
    /// Above the highest card.
    End,
}

/// Why a proposed meld is invalid (MI-52), in the order in which reasons are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MeldError {
    /// Fewer than three cards in a set, or four in a run.
    #[error("a set has at least three cards, a run at least four")]
    TooShort,
    /// More than three cards in a set, or four in a run, where the size is exact.
    #[error("in this round a set has exactly three cards and a run exactly four")]
    TooLong,
    /// Only wild cards.
    #[error("there is no natural card in it")]
    NoNatural,
    /// More wild cards than natural ones.
    #[error("there are more wild cards than natural ones in it")]
    TooManyWilds,
    /// A set of different ranks.
    #[error("the cards of a set have one rank")]
    RankMismatch,
    /// A run of different suits.
    #[error("the cards of a run have one suit")]
    MixedSuits,
    /// A run with a rank twice.
    #[error("a run has no rank twice")]
    DuplicateRank,
    /// A run with a hole that no wild card fills.
    #[error("there are not enough wild cards to fill the gaps of this run")]
    GapUnfilled,
    /// A run of more than twelve cards.
    #[error("a run has at most twelve cards")]
    OutOfRange,
}

impl MeldError {
    /// The code in the wire format.
    pub fn code(self) -> &'static str {
        match self {
            Self::TooShort => "meld_too_short",
            Self::TooLong => "meld_too_long",
            Self::NoNatural => "no_natural",
            Self::TooManyWilds => "too_many_wilds",
            Self::RankMismatch => "rank_mismatch",
            Self::MixedSuits => "mixed_suits",
            Self::DuplicateRank => "duplicate_rank",
            Self::GapUnfilled => "gap_unfilled",
            Self::OutOfRange => "out_of_range",
        }
    }
}

/// MI-52: whether these cards are a valid meld of this kind, or the first reason why not.
pub fn judge(kind: MeldKind, cards: &[Card], longer: bool) -> Result<(), MeldError> {
    let size = match kind {
        MeldKind::Set => 3,
        MeldKind::Run => 4,
    };
    if cards.len() < size {
        return Err(MeldError::TooShort);
    }
    if cards.len() > size && !longer {
        return Err(MeldError::TooLong);
    }
    let mut naturals = cards.iter().filter_map(|card| card.natural());
    let Some(first) = naturals.next() else { return Err(MeldError::NoNatural) };
    let count = 1 + naturals.clone().count();
    let wilds = cards.len() - count;
    if wilds > count {
        return Err(MeldError::TooManyWilds);
    }
    if kind == MeldKind::Set {
        let same = naturals.all(|natural| natural.value() == first.value());
        return if same { Ok(()) } else { Err(MeldError::RankMismatch) };
    }
    judge_run(first, naturals, cards.len())
}

fn judge_run(
    first: Natural,
    mut others: impl Iterator<Item = Natural> + Clone,
    len: usize,
) -> Result<(), MeldError> {
    if others.clone().any(|natural| natural.suit() != first.suit()) {
        return Err(MeldError::MixedSuits);
    }
    let mut ranks = 1_u16 << first.value();
    let twice = others.any(|natural| {
        let bit = 1 << natural.value();
        let seen = ranks & bit != 0;
        ranks |= bit;
        seen
    });
    if twice {
        return Err(MeldError::DuplicateRank);
    }
    let span = 16 - ranks.leading_zeros() - ranks.trailing_zeros();
    if span as usize > len {
        return Err(MeldError::GapUnfilled);
    }
    if len > LONGEST_RUN {
        return Err(MeldError::OutOfRange);
    }
    Ok(())
}

/// MI-47, MI-48: arranges the cards of a valid run.
pub fn arrange_run(cards: &[Card]) -> RunCards {
    match read_as_given(cards) {
        Some(_) => cards.iter().copied().collect(),
        None => normalise(cards),
    }
}

/// MI-47: the bounds of a run listed in ascending order; none if it is not.
fn read_as_given(cards: &[Card]) -> Option<Bounds> {
    let bounds = Bounds::of(cards)?;
    let in_place =
        |(value, card): (u8, &Card)| card.natural().is_none_or(|natural| natural.value() == value);
    (bounds.low..).zip(cards).all(in_place).then_some(bounds)
}

/// MI-48: naturals in ascending order, wilds in the gaps, and spare wilds at the top or, if there
/// is no room left, at the bottom.
fn normalise(cards: &[Card]) -> RunCards {
    let mut places = [None; 16];
    let mut ranks = 0_u16;
    let mut wilds = Pile::<Card, LONGEST_RUN>::new();
    for card in cards {
        match card.natural() {
            Some(natural) => {
                places[usize::from(natural.value())] = Some(*card);
                ranks |= 1 << natural.value();
            }
            None => wilds.push(*card),
        }
    }
    let (lowest, highest) = (ranks.trailing_zeros() as usize, 15 - ranks.leading_zeros() as usize);
    let spare = cards.len() - (highest + 1 - lowest);
    let above = spare.min(usize::from(Natural::HIGH) - highest);
    let low = lowest - (spare - above);
    let mut next = wilds.iter();
    places[low..=highest + above].iter().filter_map(|card| card.or_else(|| next.next())).collect()
}

/// MI-50: where an ascending run begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The suit of its naturals.
    pub suit: Suit,
    /// The lowest value.
    pub low: u8,
    /// The highest value.
    pub high: u8,
}

impl Bounds {
    /// The bounds of cards in ascending order; none if they do not fit or have no natural.
    pub fn of(cards: &[Card]) -> Option<Self> {
        let mut placed = cards.iter().enumerate();
        let (at, natural) = placed.find_map(|(at, card)| Some((at, card.natural()?)))?;
        let low = natural.value().checked_sub(u8::try_from(at).ok()?)?;
        let high = low.checked_add(u8::try_from(cards.len()).ok()?)?.checked_sub(1)?;
        let inside = low >= Natural::LOW && high <= Natural::HIGH;
        inside.then_some(Self { suit: natural.suit(), low, high })
    }

    /// MI-63: whether two runs of a laydown are far enough apart.
    pub fn is_apart_from(self, other: Self) -> bool {
        self.suit != other.suit || self.high + 2 < other.low || other.high + 2 < self.low
    }

    /// The end at which adding a wild makes room for a natural of this hand.
    pub(crate) fn opening_for(self, hand: &[Card]) -> Option<End> {
        let held = |value: Option<u8>| {
            let natural = value.and_then(|value| Natural::new(self.suit, value));
            natural.is_some_and(|it| hand.iter().any(|card| card.natural() == Some(it)))
        };
        if held(self.high.checked_add(2)) {
            Some(End::End)
        } else {
            held(self.low.checked_sub(2)).then_some(End::Start)
        }
    }

    /// The natural card at an index, or the one a wild replaces there.
    pub fn natural_at(self, index: usize) -> Option<Natural> {
        Natural::new(self.suit, self.low.checked_add(u8::try_from(index).ok()?)?)
    }
}

/// MI-145, MI-224: whether stored cards are a valid meld of any size.
pub fn is_sound(kind: MeldKind, cards: &[Card]) -> bool {
    let mut naturals = cards.iter().filter_map(|card| card.natural());
    let Some(first) = naturals.next() else { return false };
    match kind {
        MeldKind::Set => naturals.all(|natural| natural.value() == first.value()),
        MeldKind::Run => {
            naturals.all(|natural| natural.suit() == first.suit()) && read_as_given(cards).is_some()
        }
    }
}

/// Why a card cannot be laid off on a meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// It fits at no end.
    DoesNotFit,
    /// There is no room at the given end, but there is at the other.
    EndNotAvailable,
}

/// MI-72, MI-73, MI-75: the end of a meld to which a card can be laid off.
pub fn fit(kind: MeldKind, meld: &[Card], card: Card, end: Option<End>) -> Result<End, Misfit> {
    let natural = card.natural();
    if kind == MeldKind::Set {
        let rank = meld.iter().find_map(|card| card.natural());
        let fits = natural.is_none_or(|it| rank.is_some_and(|rank| it.value() == rank.value()));
        return if fits { Ok(End::End) } else { Err(Misfit::DoesNotFit) };
    }
    let Some(Bounds { suit, low, high }) = Bounds::of(meld) else { return Err(Misfit::DoesNotFit) };
    match natural {
        Some(natural) if natural.suit() != suit => Err(Misfit::DoesNotFit),
        Some(natural) if natural.value() + 1 == low => Ok(End::Start),
        Some(natural) if natural.value() == high + 1 => Ok(End::End),
        Some(_) => Err(Misfit::DoesNotFit),
        None => match (low > Natural::LOW, high < Natural::HIGH, end) {
            (false, false, _) => Err(Misfit::DoesNotFit),
            (true, _, Some(End::Start)) | (true, false, None) => Ok(End::Start),
            (_, true, Some(End::End) | None) => Ok(End::End),
            _ => Err(Misfit::EndNotAvailable),
        },
    }
}

//! Card values, and which card beats which (MM-5, MM-8, MM-31 to MM-33).

use croupier_kit::cards::{Card, Pile, Rank, Suit};

use crate::wheel::Mode;

/// Any number of cards, in order.
pub type Cards = Pile<Card, 52>;

/// The cards one seat is dealt.
pub type Dealt = Pile<Card, { crate::Options::MOST_DEALT }>;

/// MM-5: suits H, D, C, S; within a suit 2, 3, … 10, J, Q, K, A; top first.
pub fn fresh_deck() -> impl Iterator<Item = Card> {
    let ranks = || (2..=13).chain([1]).filter_map(Rank::new);
    Suit::ALL.into_iter().flat_map(move |suit| ranks().map(move |rank| Card::new(suit, rank)))
}

/// The possible values of an ace.
pub const ACE_VALUES: [i32; 2] = [1, 11];

/// MM-8: 2 to 10 as printed; J, Q and K count 10. The player decides what an ace counts; here it is
/// 1.
#[inline]
pub fn value(card: Card) -> u8 {
    card.rank().number().min(10)
}

/// Whether a card is an ace.
#[inline]
pub fn is_ace(card: Card) -> bool {
    card.rank() == Rank::ACE
}

/// Whether a card is a number card, 2 to 10 (MM-C6).
#[inline]
pub fn is_number(card: Card) -> bool {
    (2..=10).contains(&card.rank().number())
}

/// Whether a rank is J, Q or K (MM-C4).
#[inline]
pub(crate) fn is_court(rank: Rank) -> bool {
    rank.number() > 10
}

/// The rank for comparisons: the value (MM-31), or with `strict_order` 10 < J < Q < K (MM-C1).
#[inline]
fn order(card: Card, strict_order: bool) -> u8 {
    if strict_order { card.rank().number() } else { value(card) }
}

/// `canBeatTopCard`: an ace beats any card, and any card beats an ace (MM-33). Otherwise the card
/// must be at least as high on Max, and at most as high on Min (MM-31).
#[inline]
pub fn beats(card: Card, top: Card, mode: Mode, strict_order: bool) -> bool {
    let (ours, theirs) = (order(card, strict_order), order(top, strict_order));
    let follows = match mode {
        Mode::Max => ours >= theirs,
        Mode::Min => ours <= theirs,
    };
    follows | is_ace(card) | is_ace(top)
}

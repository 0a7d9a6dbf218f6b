//! Piles as a viewer sees them.

use serde::{Deserialize, Serialize};

use crate::cards::Pile;

/// A pile in a view: its cards, or only how many there are. Created by [`Pile::shown`].
///
/// It is serialized as a list of cards or as a number.
///
/// ```
/// use croupier_kit::cards::{Card, Pile};
///
/// let hand: Pile<Card, 52> = Card::deck().take(2).collect();
/// assert_eq!(serde_json::to_string(&hand.shown(true))?, r#"["AH","2H"]"#);
/// assert_eq!(serde_json::to_string(&hand.shown(false))?, "2");
///
/// // To a viewer who does not see it, it could be any two cards.
/// let mut others: Vec<Card> = Card::deck().skip(10).collect();
/// let guess = hand.shown(false).filled(&mut others);
/// assert_eq!((guess.len(), others.len()), (2, 40));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[serde(bound(
    serialize = "C: Copy + Default + Serialize",
    deserialize = "C: Copy + Default + Deserialize<'de>"
))]
pub enum PileView<C: Copy + Default, const N: usize> {
    /// What lies in it, for a viewer who may see that.
    Open(Pile<C, N>),
    /// How many there are.
    Closed(u8),
}

impl<C: Copy + Default, const N: usize> Pile<C, N> {
    /// The pile as a viewer sees it: its cards if `open`, otherwise only how many there are.
    pub fn shown(&self, open: bool) -> PileView<C, N> {
        if open { PileView::Open(*self) } else { PileView::Closed(self.count()) }
    }
}

impl<C: Copy + Default, const N: usize> PileView<C, N> {
    /// How many cards there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Open(pile) => pile.len(),
            Self::Closed(count) => usize::from(*count),
        }
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards as far as the viewer sees them: none of a closed pile, however many it has.
    pub fn cards(&self) -> &[C] {
        match self {
            Self::Open(pile) => pile.as_slice(),
            Self::Closed(_) => &[],
        }
    }

    /// A possible pile for this view: the visible cards, or as many cards from the end of `unseen`.
    pub fn filled(&self, unseen: &mut Vec<C>) -> Pile<C, N> {
        match self {
            Self::Open(pile) => *pile,
            Self::Closed(count) => {
                let left = unseen.len().saturating_sub(usize::from(*count));
                unseen.split_off(left).into_iter().collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_survives_json() {
        let pile: Pile<u8, 5> = [3, 1, 2].into_iter().collect();
        for shown in [pile.shown(true), pile.shown(false)] {
            let json = serde_json::to_string(&shown).unwrap();
            assert_eq!(serde_json::from_str::<PileView<u8, 5>>(&json).unwrap(), shown);
            assert_eq!(shown.len(), 3);
        }
        assert_eq!(pile.shown(true).cards(), [3, 1, 2]);
        assert!(pile.shown(false).cards().is_empty());
    }

    #[test]
    fn what_is_not_seen_is_filled_up() {
        let pile: Pile<u8, 5> = [3, 1, 2].into_iter().collect();
        let mut unseen = vec![7, 8, 9, 10];
        assert_eq!(pile.shown(true).filled(&mut unseen), pile);
        assert_eq!(pile.shown(false).filled(&mut unseen).as_slice(), [8, 9, 10]);
        assert_eq!(unseen, [7]);
    }
}

//! Cards, piles, hidden information, and randomness.

mod card;
mod card_count;
mod card_set;
mod combinations;
mod dice;
mod fingerprint;
mod fitting_deal;
mod hands_and_stock;
mod packs;
mod pile;
mod pile_view;
mod private;
mod stream;
mod trick;
mod voids;

pub use self::card::{Card, ParseCardError, Rank, Suit};
pub use self::card_count::{every_card_once, unseen};
pub use self::card_set::{CardSet, CardSetIter};
pub use self::combinations::{Combinations, combinations};
pub use self::dice::{Dice, Seed};
pub use self::fingerprint::{Fingerprint, fingerprint};
pub use self::fitting_deal::{fitting_deal, fitting_hands};
pub use self::hands_and_stock::{Cards, HandsAndStock, HandsAndStockView};
pub use self::packs::{PackCard, Packs};
pub use self::pile::Pile;
pub use self::pile_view::PileView;
pub use self::private::Private;
pub use self::trick::Trick;
pub use self::voids::Voids;

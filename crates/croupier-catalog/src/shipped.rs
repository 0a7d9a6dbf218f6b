//! The games that come with Croupier: the only place that names them all.

use data_war::DataWar;
use rush::Rush;

use crate::Catalog;

/// The games that come with Croupier. A crate of your own adds its game with
/// [`with`](Catalog::with).
pub fn shipped() -> Catalog {
    Catalog::new().with::<DataWar>().with::<Rush>()
}

//! The games that ship with Croupier: the only place that names them all.

use data_war::DataWar;
use innovation::Innovation;
use may_i::MayI;
use min_or_max::MinOrMax;
use rush::Rush;

use crate::Catalog;

/// The games that ship with Croupier. Add your own with [`with`](Catalog::with).
pub fn shipped() -> Catalog {
    Catalog::new()
        .with::<DataWar>()
        .with::<Rush>()
        .with::<MayI>()
        .with::<MinOrMax>()
        .with::<Innovation>()
}

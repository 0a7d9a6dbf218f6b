//! The kit's conformance suite. The lists of legal actions are not complete: conceding, and flow
//! events that shorten a wait, are possible at any time.

use croupier_kit::testing::Suite;
use data_war::DataWar;

use crate::out_of_sight::out_of_sight;

// Grabbed cards stay in the memory until the scramble closes and they go to the decks. Until then
// the view shows them.
croupier_kit::conformance!(
    DataWar,
    Suite::new()
        .houses()
        .shows_in_passing()
        .hidden_words(out_of_sight)
        .resample_ignores(&["taken"])
);

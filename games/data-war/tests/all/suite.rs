//! What every game must keep, from the kit. The lists are not complete: conceding and flow events
//! that shorten a wait are possible at any time.

use croupier_kit::testing::Suite;
use data_war::DataWar;

use crate::out_of_sight::out_of_sight;

// What was grabbed is remembered until the scramble closes: only then do the cards go to the decks.
// Until then the view shows it.
croupier_kit::conformance!(
    DataWar,
    Suite::new()
        .houses()
        .shows_in_passing()
        .hidden_words(out_of_sight)
        .resample_ignores(&["taken"])
);

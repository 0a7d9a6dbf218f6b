//! The kit's conformance suite. The lists of legal actions are not complete: other orders of the
//! same cards are answers too (IN-107).

use croupier_kit::testing::Suite;
use innovation::Innovation;

use crate::out_of_sight::{out_of_sight, revealed};

// The memory counts the cards of each age in everybody's hand to infer where an unseen card came
// from; a resampled world takes these counts from the view.
croupier_kit::conformance!(
    Innovation,
    Suite::new()
        .games(1000)
        .thorough(12)
        .shows_in_passing()
        .hidden_words(out_of_sight)
        .reveals(revealed)
        .resample_ignores(&["held"])
);

//! What every game must keep, from the kit. The lists are not complete: other orders of the same
//! cards are answers too (IN-107).

use croupier_kit::testing::Suite;
use innovation::Innovation;

use crate::out_of_sight::{out_of_sight, revealed};

// How many cards of each age everybody holds is remembered to tell where an unseen card came from;
// a world takes the numbers from the view.
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

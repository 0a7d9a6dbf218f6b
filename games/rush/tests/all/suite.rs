//! What every game must keep, from the kit. The lists are not complete: selecting, ending by hand
//! and other orders of a listed set are commands too (RU-75).

use croupier_kit::testing::Suite;
use rush::Rush;

use crate::out_of_sight::out_of_sight;

// The top and who plays are remembered so that turns are noted with them; a world is made from the
// turns, and the top is in the view.
croupier_kit::conformance!(
    Rush,
    Suite::new()
        .hidden_words(out_of_sight)
        .resample_ignores(&["players", "top"])
        .agreements(|action| *action == rush::Action::EndGame)
);

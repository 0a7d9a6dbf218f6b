//! The kit's conformance suite. The lists of legal actions are not complete: selecting, ending by
//! hand and other orders of a listed set are commands too (RU-75).

use croupier_kit::testing::Suite;
use rush::Rush;

use crate::out_of_sight::out_of_sight;

// The memory keeps the top card and the players to record them with each turn. A resampled world
// uses only the turns, and the view shows the top.
croupier_kit::conformance!(
    Rush,
    Suite::new()
        .hidden_words(out_of_sight)
        .resample_ignores(&["players", "top"])
        .agreements(|action| *action == rush::Action::EndGame)
);

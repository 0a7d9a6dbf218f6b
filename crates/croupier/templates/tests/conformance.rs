//! The suite that every game must pass, and a promise: what a player is not offered is refused.

use croupier_kit::testing::Suite;

use your_game::YourGame;

croupier_kit::conformance!(YourGame, Suite::new().complete());

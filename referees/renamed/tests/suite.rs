//! The macro of the conformance suite, in a crate that has renamed the kit.

use croupier_renamed::DrawAll;

kit::conformance!(DrawAll);

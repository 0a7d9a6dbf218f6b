//! The macro of the conformance suite, where the kit is called something else.

use croupier_renamed::DrawAll;

kit::conformance!(DrawAll);

//! What a catalog wants to know beside the rules: how scenarios are written, and how it looks.

use croupier_kit::scenario::Arrange;
use croupier_kit::{Board, Show, Viewer};

use crate::CrazyEights;
use crate::rules::State;

impl Arrange for CrazyEights {
    fn complete(state: &mut State) {
        state.complete(&state.open.pile.clone());
    }
}

impl Show for CrazyEights {
    fn board(view: &Self::View, viewer: Viewer, names: &[String]) -> Board {
        view.board(viewer, names)
    }
}

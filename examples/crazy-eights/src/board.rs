//! The game as text, and what a catalog needs besides the rules: the notation of scenarios.

use croupier_kit::game::CardMove;
use croupier_kit::prelude::*;
use croupier_kit::scenario::Arrange;

use crate::CrazyEights;
use crate::rules::{Event, State};

impl Arrange for CrazyEights {
    fn complete(state: &mut State) {
        state.complete(&state.open.pile.clone());
    }
}

impl Show for CrazyEights {
    fn board(view: &Self::View, viewer: Viewer, names: &[String]) -> Board {
        view.board(viewer, names)
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        let say = Sentence::new(viewer, names);
        let told = match event {
            Event::Dealt { .. } => say.text("Five cards each, and one is turned up"),
            Event::Drew { seat, card: Private::Known(card) } => say.does(*seat, "draw").card(card),
            Event::Drew { seat, .. } => say.does(*seat, "draw a card"),
            Event::Played { seat, card, suit } if *suit != card.suit() => {
                let follows = format!("; {suit:?} follow").to_lowercase();
                say.does(*seat, "play").card(card).text(&follows)
            }
            Event::Played { seat, card, .. } => say.does(*seat, "play").card(card),
            Event::Passed { seat } => say.does(*seat, "pass"),
        };
        Some(told.done())
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        let hand = |seat| PileId::of(seat, "hand");
        match event {
            Event::Drew { seat, card } => {
                vec![CardMove::seen([card.open()], PileId::shared("stock"), hand(*seat))]
            }
            Event::Played { seat, card, .. } => {
                vec![CardMove::open([card], hand(*seat), PileId::shared("pile"))]
            }
            Event::Dealt { .. } | Event::Passed { .. } => vec![],
        }
    }
}

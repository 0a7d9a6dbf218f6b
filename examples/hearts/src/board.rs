//! The game as text, and what a catalog needs besides the rules: the notation of scenarios.

use croupier_kit::game::CardMove;
use croupier_kit::prelude::*;
use croupier_kit::scenario::Arrange;
use croupier_kit::text::name_of;

use crate::rules::{Event, FIRST, SEATS, State, played, points};
use crate::{Hearts, View};

impl Arrange for Hearts {
    /// Cards that a scenario does not mention count as taken by the last seat, where they have no
    /// influence.
    fn complete(state: &mut State) {
        let there = state.hands.iter().fold(played(&state.open), |all, hand| all | *hand);
        state.open.taken[SEATS - 1] |= CardSet::DECK - there;
    }
}

impl Show for Hearts {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        board.row("round", TextLine::of(&(view.open.round + 1).to_string()));
        board.row("trick", TextLine::new().cards(view.open.trick.cards()));
        for seat in Seat::first(SEATS) {
            let (score, taken) = (view.open.scores[seat.at()], points(view.open.taken[seat.at()]));
            let line = format!("score {score}, taken {taken}, cards {}", view.held[seat.at()]);
            board.add(name_of(names, seat, viewer), [TextLine::of(&line)]);
        }
        board.row("hand", TextLine::new().cards(view.hand));
        board
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        let say = Sentence::new(viewer, names);
        let told = match *event {
            Event::Dealt { seat: Seat(0), .. } => say.text("Thirteen cards each"),
            Event::Dealt { .. } => return None,
            Event::Chose { seat, cards } => {
                say.does(seat, "choose").cards_or(&cards, "three cards")
            }
            Event::Received { seat, from, cards } => {
                say.does(seat, "get").cards_or(&cards, "three cards").text("from").who(from)
            }
            Event::Began { leader } => say.does(leader, "begin with").card(FIRST),
            Event::Played { seat, card, .. } => say.does(seat, "play").card(card),
            Event::Took { seat, .. } => say.does(seat, "take the trick"),
            Event::Scored { points } => {
                let costs = Seat::first(SEATS).zip(points).filter(|(_, points)| *points > 0);
                say.text("The round costs").shares(costs)
            }
        };
        Some(told.done())
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        match *event {
            Event::Dealt { seat, hand } => vec![CardMove::dealt(seat, &hand, Card::COUNT / SEATS)],
            Event::Received { seat, from, cards } => vec![CardMove::passed(from, seat, &cards, 3)],
            Event::Played { seat, card, .. } => vec![CardMove::played(seat, card)],
            Event::Took { seat, cards } => vec![CardMove::taken(seat, cards)],
            Event::Chose { .. } | Event::Began { .. } | Event::Scored { .. } => vec![],
        }
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Take as few points as you can: every heart costs one, the queen of spades thirteen.",
            "Before a round you pass three cards. The two of clubs is led; follow suit if you can. \
             The highest card of the suit that was led takes the trick and leads to the next.",
            "No heart is led before one was played. Whoever takes all twenty-six points gives \
             twenty-six to everybody else. At a hundred points the fewest win.",
        ]
    }
}

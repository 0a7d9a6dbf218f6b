//! The game in words, and what else a catalog wants to know beside the rules: how scenarios are written.

use croupier_kit::game::CardMove;
use croupier_kit::prelude::*;
use croupier_kit::scenario::Arrange;
use croupier_kit::text::name_of;

use crate::rules::{Event, FIRST, SEATS, State, points};
use crate::{Hearts, View};

impl Arrange for Hearts {
    /// Cards that a scenario does not name were taken by the last seat, where they can do no harm.
    fn complete(state: &mut State) {
        let piles = state.hands.iter().chain(&state.open.taken);
        let there = piles.fold(state.open.trick.set(), |all, pile| all | *pile);
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
        let hand: Vec<_> = view.hand.iter().collect();
        board.row("hand", TextLine::new().cards(&hand));
        board
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        let say = Sentence::new(viewer, names);
        let called = |seat| name_of(names, seat, viewer).text;
        let told = match event {
            Event::Dealt { seat: Seat(0), .. } => say.text("Thirteen cards each"),
            Event::Dealt { .. } => return None,
            Event::Chose { seat, cards: Private::Known(cards) } => {
                say.does(*seat, "choose").cards(*cards)
            }
            Event::Chose { seat, .. } => say.does(*seat, "choose three cards"),
            Event::Received { seat, from, cards } => {
                let cards = cards.open().copied().unwrap_or_default();
                let got = if cards.is_empty() { "three cards" } else { "" };
                say.does(*seat, "get").cards(cards).text(got).text("from").who(*from)
            }
            Event::Began { leader } => say.does(*leader, "begin with").card(FIRST),
            Event::Played { seat, card, .. } => say.does(*seat, "play").card(card),
            Event::Took { seat, .. } => say.does(*seat, "take the trick"),
            Event::Scored { points } => {
                let each = Seat::first(SEATS).zip(points).filter(|(_, points)| **points > 0);
                let costs = each.map(|(seat, points)| format!("{points} for {}", called(seat)));
                say.text(&format!("The round costs {}", costs.collect::<Vec<_>>().join(", ")))
            }
        };
        Some(told.done())
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        let hand = |seat| PileId::of(seat, "hand");
        let trick = PileId::shared("trick");
        let moved = match event {
            Event::Dealt { seat, hand: cards } => {
                let deck = PileId::shared("deck");
                as_seen(cards, Card::COUNT / SEATS, deck, hand(*seat))
            }
            Event::Received { seat, from, cards } => as_seen(cards, 3, hand(*from), hand(*seat)),
            Event::Played { seat, card, .. } => CardMove::open([card], hand(*seat), trick),
            Event::Took { seat, cards } => {
                CardMove::open(*cards, trick, PileId::of(*seat, "taken"))
            }
            Event::Chose { .. } | Event::Began { .. } | Event::Scored { .. } => return vec![],
        };
        vec![moved]
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

/// Cards that a viewer knows, or only how many they are.
fn as_seen(cards: &Private<CardSet>, count: usize, from: PileId, to: PileId) -> CardMove {
    match cards.open() {
        Some(cards) => CardMove::open(*cards, from, to),
        None => CardMove::closed(count, from, to),
    }
}

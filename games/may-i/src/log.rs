//! Events in words, and the cards they moved.

use croupier_kit::{CardMove, PileId, Private, Seat, Sentence, TextLine, Viewer};

use crate::board::demands;
use crate::contract::MeldKind;
use crate::events::Event;
use crate::prompt::piles;
use crate::state::WindowOutcome;

/// What a log tells of an event.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match event {
        Event::RoundStarted { round, contract, dealer, .. } => {
            let say = say.text(&format!("Round {round}: {};", demands(*contract)));
            say.does(*dealer, "deal")
        }
        Event::DiscardTurned { card } => say.card(card).text("is turned up"),
        Event::DrewFromStock { player, card: Private::Known(card) } => {
            say.does(*player, "draw").card(card)
        }
        Event::DrewFromStock { player, .. } => say.does(*player, "draw from the stock"),
        Event::DrewFromDiscard { player, card, .. } => {
            say.does(*player, "take").card(card).text("from the discard")
        }
        Event::MayICalled { player } => say.does(*player, "ask").text(": May I?"),
        Event::MayIAllowed { player } => say.does(*player, "allow it"),
        Event::MayIClosed {
            outcome: WindowOutcome::MayIResolved,
            winner: Some(winner),
            card,
            penalty_drawn,
            penalty,
        } => {
            let say = say.does(*winner, "get").card(card);
            match penalty {
                Private::Known(penalty) => say.text("and").card(penalty),
                Private::Hidden if *penalty_drawn => say.text("and a card from the stock"),
                Private::Hidden => say,
            }
        }
        Event::JokerSwapped { player, joker, card, .. } => {
            say.does(*player, "swap").card(card).text("for").card(joker)
        }
        Event::LaidDown { player, melds } => {
            let say = say.does(*player, "lay down");
            melds.iter().enumerate().fold(say, |say, (at, meld)| {
                let say = if at > 0 { say.text(",") } else { say };
                let kind = if meld.kind == MeldKind::Set { "the set" } else { "the run" };
                say.text(kind).cards(&meld.cards)
            })
        }
        Event::LaidOff { player, card, .. } => say.does(*player, "lay off").card(card),
        Event::Discarded { player, card } => say.does(*player, "discard").card(card),
        Event::WentOut { player, .. } => say.does(*player, "go out"),
        Event::StockReplenished { .. } => say.text("The discards become the stock"),
        Event::RoundEnded { record, .. } => say.text(&format!("Round {} is over", record.round)),
        Event::GameEnded { winners, .. } => {
            let say = say.text("The game is over:");
            match winners.lowest() {
                Some(seat) if winners.len() == 1 => say.does(seat, "win"),
                _ => say.text("several share the lowest total"),
            }
        }
        _ => return None,
    };
    Some(told.done())
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let (stock, discard) = (piles::stock, piles::discard);
    let from_stock = |seat: Seat, card: &Private<crate::Card>| {
        CardMove::seen([card.open().copied()], stock(), piles::hand(seat))
    };
    match event {
        Event::HandsDealt { count, hands } => {
            let dealt = Seat::first(hands.len()).zip(hands);
            let dealt = dealt.map(|(seat, hand)| match hand {
                Private::Known(hand) => CardMove::open(hand, stock(), piles::hand(seat)),
                Private::Hidden => {
                    CardMove::closed(usize::from(*count), stock(), piles::hand(seat))
                }
            });
            dealt.collect()
        }
        Event::DiscardTurned { card } => vec![CardMove::open([card], stock(), discard())],
        Event::DrewFromStock { player, card } => vec![from_stock(*player, card)],
        Event::DrewFromDiscard { player, card, .. } => {
            vec![CardMove::open([card], discard(), piles::hand(*player))]
        }
        Event::MayIClosed {
            outcome: WindowOutcome::MayIResolved,
            winner: Some(winner),
            card,
            penalty_drawn,
            penalty,
        } => {
            let won = CardMove::open([card], discard(), piles::hand(*winner));
            let drawn = penalty_drawn.then(|| from_stock(*winner, penalty));
            [won].into_iter().chain(drawn).collect()
        }
        Event::JokerSwapped { player, meld, joker, card } => {
            let (hand, meld) = (piles::hand(*player), piles::meld(*meld));
            let given = CardMove::open([card], hand.clone(), meld.clone());
            vec![given, CardMove::open([joker], meld, hand)]
        }
        // Which ids the new melds get is known from the view that follows.
        Event::LaidDown { player, melds } => {
            let laid = melds.iter().map(|meld| {
                CardMove::open(&meld.cards, piles::hand(*player), PileId::of(*player, "melds"))
            });
            laid.collect()
        }
        Event::LaidOff { player, card, meld, .. } => {
            vec![CardMove::open([card], piles::hand(*player), piles::meld(*meld))]
        }
        Event::Discarded { player, card } => {
            vec![CardMove::open([card], piles::hand(*player), discard())]
        }
        Event::StockReplenished { count, .. } => {
            vec![CardMove::closed(usize::from(*count), discard(), stock())]
        }
        _ => vec![],
    }
}

//! Events as text, and the cards they moved.

use croupier_kit::cards::Private;
use croupier_kit::game::{CardMove, Piece, PileId, Seat, Viewer};
use croupier_kit::text::{Sentence, TextLine, TextSpan, Tone, count};

use crate::Card;
use crate::board::demands;
use crate::contract::MeldKind;
use crate::events::Event;
use crate::prompt::piles;
use crate::record::EndedBy;
use crate::state::WindowOutcome;

/// An event as a line of the log.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match event {
        Event::RoundStarted { round, contract, dealer, .. } => {
            let say = say.text(&format!("Round {round}: {};", demands(*contract)));
            say.does(*dealer, "deal")
        }
        Event::DiscardTurned { card } => say.text("The first discard is").span(named(*card)),
        Event::DrewFromStock { player, card: Private::Known(card) } => {
            say.does(*player, "draw").span(named(*card))
        }
        Event::DrewFromStock { player, .. } => say.does(*player, "draw from the stock"),
        Event::DrewFromDiscard { player, card, .. } => {
            say.does(*player, "take").span(named(*card)).text("from the discard")
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
            let say = say.does(*winner, "get").span(named(*card));
            match penalty {
                Private::Known(penalty) => say.text("and, as a penalty,").span(named(*penalty)),
                Private::Hidden if *penalty_drawn => say.text("and a penalty card from the stock"),
                Private::Hidden => say,
            }
        }
        Event::JokerSwapped { player, joker, card, .. } => {
            say.does(*player, "swap").span(named(*card)).text("for").span(named(*joker))
        }
        Event::LaidDown { player, melds } => {
            let say = say.does(*player, "lay down");
            melds.iter().enumerate().fold(say, |say, (at, meld)| {
                let say = if at > 0 { say.text(",") } else { say };
                let kind = if meld.kind == MeldKind::Set { "the set" } else { "the run" };
                meld.cards.iter().fold(say.text(kind), |say, card| say.span(named(*card)))
            })
        }
        Event::LaidOff { player, card, meld, .. } => {
            let say = say.does(*player, "lay off").span(named(*card)).text("on");
            if meld.owner == *player {
                say.own(*player, "meld")
            } else {
                say.whose(meld.owner, "meld")
            }
        }
        Event::Discarded { player, card } => say.does(*player, "discard").span(named(*card)),
        Event::WentOut { player, .. } => say.does(*player, "go out"),
        Event::StockReplenished { .. } => say.text("The discards are shuffled into a new stock"),
        Event::RoundEnded { record, .. } => {
            let why = match record.ended_by {
                EndedBy::WentOut => "",
                EndedBy::Exhausted => ", no cards are left",
                EndedBy::TurnCap => ", the turns are used up",
            };
            let say = say.text(&format!("Round {} is over{why}. Points:", record.round));
            let scores = Seat::first(record.scores.len()).zip(record.scores.iter());
            scores.enumerate().fold(say, |say, (at, (seat, score))| {
                let say = if at > 0 { say.text(",") } else { say };
                say.who(seat).text(&score.to_string())
            })
        }
        Event::GameEnded { winners, totals } => {
            let say = say.text("The game is over:");
            let lowest = totals.iter().min().unwrap_or_default();
            let say = match winners.lowest() {
                Some(seat) if winners.len() == 1 => say.does(seat, "win"),
                _ => say.players(*winners).text("win together"),
            };
            say.text(&format!("with {}", count(lowest, "point", "points")))
        }
        _ => return None,
    };
    Some(told.done())
}

/// A card by its code, but a joker as a word, because its code means nothing to players.
fn named(card: Card) -> TextSpan {
    if card.is_joker() {
        return TextSpan::new("a joker", Tone::Plain).naming(Piece::card(card));
    }
    TextSpan::card(card)
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let (stock, discard) = (piles::stock, piles::discard);
    let from_stock = |seat: Seat, card: &Private<Card>| {
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
        // The event does not contain the ids of the new melds; the next view does.
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

//! Events as text, and the cards they moved.

use croupier_kit::game::{CardMove, PileId, Seat, Viewer};
use croupier_kit::text::{Sentence, TextLine, TextSpan, Tone, count};

use crate::cards::Card;
use crate::events::{Cause, Destination, Event, Seen, What};
use crate::prompt::{named, piles, tone};
use crate::state::Condition;
use crate::world::{Achievement, Splay};
use crate::zones::Location;

/// An event as a line of the log. Phases, questions and other internal steps are left out.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match &event.what {
        What::StartingCardsPlaced { cards } => {
            let placed = Seat::first(cards.len()).zip(cards).enumerate();
            placed.fold(say, |say, (at, (seat, card))| {
                let say = if at > 0 { say.text(",") } else { say };
                say.does(seat, "begin with").span(named(*card))
            })
        }
        What::FirstPlayer { seat } => say.does(*seat, "go first"),
        What::TurnStarted { seat, turn, actions } => {
            let actions = count(*actions, "action", "actions");
            say.text(&format!("Turn {turn}:")).does(*seat, "have").text(&actions)
        }
        What::DogmaActivated { seat, card, .. } => say.does(*seat, "activate").span(named(*card)),
        What::NestedExecution { seat, card, .. } => say.does(*seat, "execute").span(named(*card)),
        // The next event tells where the card goes.
        What::Drew { to: Destination::Meld | Destination::Tuck | Destination::Score, .. } => {
            return None;
        }
        What::Drew { seat, card, .. } => say.does(*seat, "draw").span(seen(*card)),
        What::Melded { seat, card, from, .. } => {
            source(say.does(*seat, "meld").span(named(*card)), *seat, *from)
        }
        What::Tucked { seat, card, from, .. } => {
            source(say.does(*seat, "tuck").span(named(*card)), *seat, *from)
        }
        What::Scored { seat, card, from, .. } => {
            source(say.does(*seat, "score").span(seen(*card)), *seat, *from)
        }
        What::Returned { seat, card, from, .. } => {
            source(say.does(*seat, "return").span(seen(*card)), *seat, *from)
        }
        What::Transferred { card, from, to, .. } => {
            let say = say.span(seen(*card)).text("goes from");
            place(place(say, *from).text("to"), *to)
        }
        What::Exchanged { one, other, given, taken } => {
            let say = place(say.text(&format!("Exchanged: {} from", cards(given.len()))), *one);
            place(say.text(&format!("for {} from", cards(taken.len()))), *other)
        }
        What::Revealed { seat, card } => say.does(*seat, "reveal").span(named(*card)),
        What::HandRevealed { seat, cards } => {
            let say = say.does(*seat, "show").own(*seat, "hand").text(":");
            let say = if cards.is_empty() { say.text("no cards") } else { say };
            cards.iter().enumerate().fold(say, |say, (at, card)| {
                let say = if at > 0 { say.text(",") } else { say };
                say.span(named(*card))
            })
        }
        What::Splayed { seat, colour, splay, .. } => {
            let way = match splay {
                Splay::Left => "left",
                Splay::Right => "right",
                Splay::Up => "up",
            };
            let colour = TextSpan::new(colour.name(), tone(*colour));
            say.does(*seat, "splay").span(colour).text(way)
        }
        What::Rearranged { seat, colour, .. } => {
            let colour = TextSpan::new(colour.name(), tone(*colour));
            say.does(*seat, "rearrange").span(colour)
        }
        What::SharingBonus { seat } => {
            say.text("Others shared the dogma, so").does(*seat, "draw a bonus card")
        }
        What::AchievementClaimed { seat, achievement, .. } => {
            let name = match achievement {
                Achievement::Age(age) => format!("the achievement of age {age}"),
                Achievement::Special(special) => special.name().to_owned(),
            };
            say.does(*seat, "claim").text(&name)
        }
        What::CardsRemoved { .. } => {
            say.text("All hands, boards and score piles are removed from the game")
        }
        What::EffectFailed { .. } => say.text("The effect failed and was undone"),
        What::DogmaStopped => say.text("The dogma ends at once"),
        // The safety net of IN-91 only repeats a win that was already reported.
        What::GameEnded { .. } if event.cause == Cause::Rule(77) => return None,
        What::GameEnded { winners, condition } => {
            let how = match condition {
                Condition::Achievements => "by achievements",
                Condition::Score => "by points",
                Condition::Effect => "by an effect",
            };
            match winners.lowest() {
                Some(seat) if winners.len() == 1 => say.does(seat, "win").text(how),
                _ => say.players(*winners).text("win together").text(how),
            }
        }
        _ => return None,
    };
    Some(told.done())
}

/// A card by its title if it is known, otherwise by its age.
fn seen(seen: Seen) -> TextSpan {
    let article = if seen.age == 8 { "an" } else { "a" };
    seen.card.map_or_else(|| TextSpan::new(format!("{article} {}", seen.age), Tone::Plain), named)
}

fn cards(number: usize) -> String {
    count(number, "card", "cards")
}

/// Where a card came from, unless that is the mover's own hand.
fn source(say: Sentence<'_>, seat: Seat, from: Location) -> Sentence<'_> {
    match from {
        Location::Hand(owner) if owner == seat => say,
        Location::Board(owner) if owner == seat => say.text("from").own(seat, "board"),
        Location::Score(owner) if owner == seat => say.text("from").own(seat, "score pile"),
        _ => place(say.text("from"), from),
    }
}

fn place(say: Sentence<'_>, at: Location) -> Sentence<'_> {
    match at {
        Location::Deck => say.text("the deck"),
        Location::Hand(seat) => say.whose(seat, "hand"),
        Location::Board(seat) => say.whose(seat, "board"),
        Location::Score(seat) => say.whose(seat, "score pile"),
        Location::Achievements => say.text("the achievements"),
        Location::Removed => say.text("outside the game"),
    }
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let moved = |card: Seen, from: Location, to: Location| {
        CardMove::seen([card.card], pile(from, card), pile(to, card))
    };
    match &event.what {
        What::StartingHandDealt { seat, cards } => {
            let known = cards.iter().map(|card| card.card);
            vec![CardMove::seen(known, piles::deck(1), piles::hand(*seat))]
        }
        What::StartingCardsPlaced { cards } => {
            let placed = Seat::first(cards.len()).zip(cards);
            let placed = placed.map(|(seat, card)| {
                moved(Seen::from(*card), Location::Hand(seat), Location::Board(seat))
            });
            placed.collect()
        }
        // For other destinations the next event moves the card.
        What::Drew { seat, card, to: Destination::Hand } => {
            vec![moved(*card, Location::Deck, Location::Hand(*seat))]
        }
        What::Melded { seat, card, from, .. } | What::Tucked { seat, card, from, .. } => {
            vec![moved(Seen::from(*card), *from, Location::Board(*seat))]
        }
        What::Scored { seat, card, from, .. } => vec![moved(*card, *from, Location::Score(*seat))],
        What::Returned { card, from, .. } => vec![moved(*card, *from, Location::Deck)],
        What::Transferred { card, from, to, .. } => vec![moved(*card, *from, *to)],
        What::Exchanged { one, other, given, taken } => {
            let given = given.iter().map(|card| moved(*card, *one, *other));
            given.chain(taken.iter().map(|card| moved(*card, *other, *one))).collect()
        }
        What::CardsRemoved { open, hidden, from } => {
            let open = open.iter().copied().map(Seen::from);
            let cards = open.chain(hidden.iter().map(|(_, card)| *card)).zip(from);
            cards.map(|(card, from)| moved(card, *from, Location::Removed)).collect()
        }
        What::AchievementClaimed { seat, .. } => {
            vec![CardMove::closed(1, piles::achievements(), piles::claimed(*seat))]
        }
        What::EffectFailed { back, .. } => {
            back.iter().map(|put| moved(put.card, put.from, put.to)).collect()
        }
        _ => vec![],
    }
}

/// The pile of a place. Cards on boards are public, so their colour is known.
fn pile(at: Location, card: Seen) -> PileId {
    let colour = card.card.map(Card::colour);
    match (at, colour) {
        (Location::Deck, _) => piles::deck(card.age),
        (Location::Hand(seat), _) => piles::hand(seat),
        (Location::Board(seat), Some(colour)) => piles::board(seat, colour),
        (Location::Board(seat), None) => PileId::of(seat, "board"),
        (Location::Score(seat), _) => piles::score(seat),
        (Location::Achievements, _) => piles::achievements(),
        (Location::Removed, _) => PileId::shared("removed"),
    }
}

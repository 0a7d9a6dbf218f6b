//! How a game is presented to people.

use compact_str::CompactString;
use serde_json::Value;

use super::board::{outline, plain};
use super::sentence::{Sentence, capitalised};
use crate::game::{CardMove, Game, Outcome, Seat, Viewer};
use crate::text::{Board, TextLine};

/// How a game is presented to people. All of it is optional: `impl Show for YourGame {}` shows the
/// view in its wire format.
pub trait Show: Game {
    /// The match as a viewer sees it, using the players' names by seat.
    fn board(view: &Self::View, _viewer: Viewer, _names: &[String]) -> Board {
        outline(&serde_json::to_value(view).unwrap_or_default())
    }

    /// A short introduction to the game, for a person who has never played it.
    fn primer() -> &'static [&'static str] {
        &[]
    }

    /// What a log tells a viewer about an event that the viewer was shown
    /// ([`event_for`](Game::event_for)), using the players' names by seat. `None` omits it. A
    /// [`Sentence`] addresses the viewer as "you". Default: the event's name and its data.
    fn describe_event(event: &Self::Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        Some(told(&serde_json::to_value(event).ok()?, Sentence::new(viewer, names)))
    }

    /// What a room's log tells a viewer when the match is over, for the entry `GameOver`. Return
    /// `None` if the game's events already say how it ended. Default: who wins, and the reason of
    /// the outcome.
    fn describe_outcome(outcome: &Outcome, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        Some(ended(outcome, Sentence::new(viewer, names)))
    }

    /// The cards that an event moved, as far as the viewer knows, in order. Default: none.
    fn card_moves(_event: &Self::Event) -> Vec<CardMove> {
        vec![]
    }
}

/// Who wins, and why.
fn ended(outcome: &Outcome, say: Sentence<'_>) -> TextLine {
    let why = outcome.reason.replace('_', " ");
    let say = match (outcome.winners.lowest(), outcome.winners.len()) {
        (None, _) => say.text("Nobody wins"),
        (Some(seat), 1) => say.does(seat, "win"),
        (Some(_), _) => say.players(outcome.winners).text("win together"),
    };
    say.text(":").text(&why).done()
}

/// Names of fields that contain a seat.
const SEATS: [&str; 7] = ["seat", "player", "by", "to", "from", "winner", "dealer"];

/// An event in words: who, its name, and its data.
fn told(event: &Value, say: Sentence<'_>) -> TextLine {
    let (name, carried) = match event {
        Value::String(name) => return say.text(&readable(name)).done(),
        Value::Object(fields) if fields.len() == 1 => match fields.iter().next() {
            Some((name, carried)) => (name.as_str(), carried),
            None => return TextLine::new(),
        },
        other => return TextLine::of(&plain(other)),
    };
    let Value::Object(fields) = carried else {
        return say.text(&readable(name)).line(TextLine::of(&plain(carried))).done();
    };
    let seat = |key: &str, value: &Value| {
        let number = value.as_u64().filter(|_| SEATS.contains(&key))?;
        u8::try_from(number).ok().map(Seat)
    };
    let who = fields.iter().take(1).find_map(|(key, value)| seat(key, value));
    let mut say = match who {
        Some(who) => say.who(who).text(":").text(&name.replace('_', " ")),
        None => say.text(&readable(name)),
    };
    let rest = fields.iter().skip(usize::from(who.is_some())).filter(|(_, value)| !value.is_null());
    let mut is_first = true;
    for (key, value) in rest {
        let words = key.replace('_', " ");
        say = if is_first { say.text(&format!("({words}")) } else { say.text(",").text(&words) };
        is_first = false;
        say = match seat(key, value) {
            Some(seat) => say.who(seat),
            None => say.line(TextLine::of(&plain(value))),
        };
    }
    if is_first { say.done() } else { say.text(")").done() }
}

/// The name of an event as words.
fn readable(name: &str) -> CompactString {
    capitalised(&name.replace('_', " "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::SeatSet;

    #[test]
    fn events_are_told_with_names_and_without_what_is_hidden() {
        let names = ["Ada".to_owned(), "Bo".to_owned()];
        let said = |event| told(&event, Sentence::new(Viewer::Seat(Seat(0)), &names)).to_string();
        assert_eq!(said(json!("game_over")), "Game over");
        let drew = json!({"drew": {"seat": 1, "card": null, "left": 3}});
        assert_eq!(said(drew), "Bo: drew (left 3)");
        assert_eq!(said(json!({"turned": {"card": "7H"}})), "Turned (card 7♥)");
        let gave = json!({"gave": {"seat": 0, "card": "7H", "to": 1}});
        assert_eq!(said(gave), "You: gave (card 7♥, to Bo)");
        assert_eq!(said(json!({"passed": {"seat": 1}})), "Bo: passed");
    }

    #[test]
    fn an_end_is_told_to_its_reader() {
        let names = ["Ada".to_owned(), "Bo".to_owned()];
        let bo = Viewer::Seat(Seat(1));
        let said = |outcome: Outcome| ended(&outcome, Sentence::new(bo, &names)).to_string();
        let both = Outcome::new("all_rounds", SeatSet::first(2), [3, 3]);
        assert_eq!(said(both), "Ada and you win together: all rounds");
        let one = Outcome::new("out", SeatSet::of(Seat(1)), [3, 0]);
        assert_eq!(said(one), "You win: out");
        let none = Outcome::new("stalemate", SeatSet::NOBODY, [0, 0]);
        assert_eq!(said(none), "Nobody wins: stalemate");
    }
}

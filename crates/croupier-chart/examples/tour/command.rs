//! The commands that can be typed.

use croupier_chart::Millis;
use std::str::FromStr;

/// A line from the terminal or the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    /// Sends a trigger to the chart.
    Say(Asked),
    /// Lets time pass; without a number, until the next timer.
    Wait(Option<Millis>),
    Save,
    Restore,
    Undo,
    Trace,
    Chart,
    Help,
    Quit,
}

/// A trigger as typed by a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Deal,
    Draw,
    Take,
    MayI,
    Meld,
    /// The card's position in the hand, counted from 1.
    Discard(Option<usize>),
    Leave,
    Return,
}

pub(crate) const HELP: &[(&str, &str)] = &[
    ("deal", "start a round"),
    ("draw", "from the stock, which opens the window; once more to close it"),
    ("take", "the top of the pile instead"),
    ("may_i", "call for the pile's top card while another's window is open"),
    ("meld", "put a pair down"),
    ("discard 2", "your second card; the first without a number"),
    ("leave, return", "your chair; after 5 s a bot sits in"),
    ("wait 500", "let 500 ms pass; without a number, until something happens"),
    ("save, restore", "write everything down as JSON; read it back"),
    ("undo", "one step back"),
    ("trace", "show every microstep, or no longer"),
    ("chart", "print the four charts as outlines"),
    ("quit", ""),
];

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or("wait").to_lowercase();
        let number = match words.next() {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| format!("{text:?} is no number"))?),
        };
        let asked = match word.as_str() {
            "deal" => Asked::Deal,
            "draw" => Asked::Draw,
            "take" => Asked::Take,
            "may_i" | "mayi" | "may" => Asked::MayI,
            "meld" => Asked::Meld,
            "discard" => Asked::Discard(number.and_then(|number| usize::try_from(number).ok())),
            "leave" => Asked::Leave,
            "return" => Asked::Return,
            "wait" => return Ok(Self::Wait(number.map(Millis))),
            "save" => return Ok(Self::Save),
            "restore" => return Ok(Self::Restore),
            "undo" => return Ok(Self::Undo),
            "trace" => return Ok(Self::Trace),
            "chart" => return Ok(Self::Chart),
            "help" | "?" => return Ok(Self::Help),
            "quit" | "exit" | "q" => return Ok(Self::Quit),
            other => return Err(format!("{other:?} means nothing here; try `help`")),
        };
        Ok(Self::Say(asked))
    }
}

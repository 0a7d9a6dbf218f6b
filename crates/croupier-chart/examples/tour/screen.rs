//! Writes to the terminal: text with a little colour.

use std::io::{self, Write};

/// What a line is, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    /// What was typed.
    Bold,
    /// The state of the charts.
    Flow,
    /// What happened in the room.
    Event,
    /// Every microstep.
    Faint,
    /// A refusal.
    Alarm,
}

pub(crate) struct Screen {
    out: io::Stdout,
    has_colours: bool,
}

impl Screen {
    pub(crate) fn new(has_colours: bool) -> Self {
        Self { out: io::stdout(), has_colours }
    }

    pub(crate) fn line(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let code = match tone {
            Tone::Plain => "",
            Tone::Bold => "1",
            Tone::Flow => "36",
            Tone::Event => "33",
            Tone::Faint => "2",
            Tone::Alarm => "31",
        };
        if self.has_colours && !code.is_empty() {
            writeln!(self.out, "\x1b[{code}m{text}\x1b[0m")
        } else {
            writeln!(self.out, "{text}")
        }
    }

    pub(crate) fn title(&mut self, text: &str) -> io::Result<()> {
        self.line(Tone::Plain, "")?;
        self.line(Tone::Bold, text)
    }

    pub(crate) fn complain(&mut self, text: &str) -> io::Result<()> {
        self.line(Tone::Alarm, &format!("  {text}"))
    }

    /// Shows the possible commands, and the prompt.
    pub(crate) fn prompt(&mut self, offers: &str) -> io::Result<()> {
        self.line(Tone::Faint, &format!("  {offers}"))?;
        write!(self.out, "> ")?;
        self.out.flush()
    }
}

//! Where the command writes to.

use std::fmt;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Write};

use anstream::{AutoStream, StripStream};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::fault::CliError;

/// Emphasised text.
pub(crate) const BOLD: Style = Style::new().bold();
/// What stays in the background.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is not.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// An output and an error stream, and what is read from. Colours reach a terminal only.
pub struct Console {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    input: Box<dyn BufRead>,
    is_watched: bool,
    /// Whether these are the process's own streams.
    is_process: bool,
}

impl Console {
    /// The process's own streams. `NO_COLOR` is heeded.
    pub fn terminal() -> Self {
        Self {
            out: Box::new(AutoStream::auto(io::stdout())),
            err: Box::new(AutoStream::auto(io::stderr())),
            input: Box::new(BufReader::new(io::stdin())),
            is_watched: io::stderr().is_terminal(),
            is_process: true,
        }
    }

    /// Other streams, without colours, without anybody watching, and with nothing to read.
    pub fn plain(out: impl Write + 'static, err: impl Write + 'static) -> Self {
        Self {
            out: Box::new(StripStream::new(Box::new(out) as Box<dyn Write>)),
            err: Box::new(StripStream::new(Box::new(err) as Box<dyn Write>)),
            input: Box::new(io::empty()),
            is_watched: false,
            is_process: false,
        }
    }

    /// The same, reading from somewhere else.
    #[must_use]
    pub fn reading(self, input: impl BufRead + 'static) -> Self {
        Self { input: Box::new(input), ..self }
    }

    /// Whether input and output are a terminal, so that a person can type and see what is drawn.
    pub(crate) fn has_screen(&self) -> bool {
        self.is_process && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Whether signals to this process are meant for this console.
    pub(crate) fn is_process(&self) -> bool {
        self.is_process
    }

    /// The next line without its end. None when there is no more. What is no text is made readable,
    /// and then refused like any other answer that makes no sense.
    pub(crate) fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = vec![];
        match self.input.read_until(b'\n', &mut bytes)? {
            0 => Ok(None),
            _ => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
        }
    }

    /// Whether a person watches, so that progress is worth showing.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Writes text to the output. A reader that has had enough, as `head` has, is no fault.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), CliError> {
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Writes one JSON object and nothing else.
    pub(crate) fn print_json(&mut self, object: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(object)
            .map_err(|why| CliError::check("output", why.to_string()))?;
        self.print(&format!("{text}\n"))
    }

    /// Writes a fault to the error stream. A failure of that write is ignored.
    pub(crate) fn complain(&mut self, fault: &CliError) {
        let CliError { code, sentence, .. } = fault;
        let _ = writeln!(self.err, "{BAD}error[{code}]{BAD:#}: {sentence}");
        let _ = self.err.flush();
    }
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console")
            .field("is_watched", &self.is_watched)
            .field("is_process", &self.is_process)
            .finish_non_exhaustive()
    }
}

//! The input and output of the command.

use std::fmt::{self, Write as _};
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read as _, Write};

use anstream::{AutoStream, StripStream};
use anstyle::{AnsiColor, Reset, Style};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::error::CliError;
use crate::words::is_printable;

/// The style of a part of a text: `{BOLD}word{BOLD:#}`.
///
/// In the text it is a private-use character, which becomes an escape sequence when the text is
/// printed. Escape sequences within names or messages are never passed on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ink(char);

/// Emphasised text.
pub(crate) const BOLD: Ink = Ink('\u{f8f0}');
/// Less important text.
pub(crate) const FAINT: Ink = Ink('\u{f8f1}');
/// Something that is as it should be.
pub(crate) const GOOD: Ink = Ink('\u{f8f2}');
/// Something that is wrong.
pub(crate) const BAD: Ink = Ink('\u{f8f3}');
/// Normal text.
const PLAIN: char = '\u{f8f4}';

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if f.alternate() { PLAIN } else { self.0 })
    }
}

/// The text for a terminal. Of control characters, only line feeds are passed on.
fn inked(text: &str) -> String {
    let mut inked = String::with_capacity(text.len());
    for letter in text.chars() {
        let style = match letter {
            _ if letter == BOLD.0 => Style::new().bold(),
            _ if letter == FAINT.0 => Style::new().dimmed(),
            _ if letter == GOOD.0 => AnsiColor::Green.on_default(),
            _ if letter == BAD.0 => AnsiColor::Red.on_default().bold(),
            PLAIN => {
                inked.push_str(&Reset.render().to_string());
                continue;
            }
            _ if letter == '\n' || is_printable(letter) => {
                inked.push(letter);
                continue;
            }
            _ => {
                inked.extend(letter.escape_default());
                continue;
            }
        };
        inked.push_str(&style.render().to_string());
    }
    inked
}

/// Output, error stream and input. Colours are used only on a terminal.
pub struct Console {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    input: Box<dyn BufRead>,
    is_watched: bool,
    /// Whether these are the process's own streams.
    is_process: bool,
    /// The JSON object to print at the end.
    report: Option<Map<String, Value>>,
}

/// The maximum length of an input line, so that a stream without line ends is limited as well.
const LONGEST_LINE: u64 = 1 << 20;

impl Console {
    /// The process's own streams. Respects `NO_COLOR`.
    pub fn terminal() -> Self {
        Self {
            out: Box::new(AutoStream::auto(io::stdout())),
            err: Box::new(AutoStream::auto(io::stderr())),
            input: Box::new(BufReader::new(io::stdin())),
            is_watched: io::stderr().is_terminal(),
            is_process: true,
            report: None,
        }
    }

    /// Other streams: without colours, without progress, and without input.
    pub fn plain(out: impl Write + 'static, err: impl Write + 'static) -> Self {
        Self {
            out: Box::new(StripStream::new(Box::new(out) as Box<dyn Write>)),
            err: Box::new(StripStream::new(Box::new(err) as Box<dyn Write>)),
            input: Box::new(io::empty()),
            is_watched: false,
            is_process: false,
            report: None,
        }
    }

    /// The same with another input.
    #[must_use]
    pub fn reading(self, input: impl BufRead + 'static) -> Self {
        Self { input: Box::new(input), ..self }
    }

    /// Whether input and output are a terminal, so that a full-screen interface is possible.
    pub(crate) fn has_screen(&self) -> bool {
        self.is_process && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Whether signals to this process concern this console.
    pub(crate) fn is_process(&self) -> bool {
        self.is_process
    }

    /// The next line without its line feed. `None` at the end of the input. Invalid UTF-8 is
    /// replaced, and then refused like any other invalid answer.
    pub(crate) fn read_line(&mut self) -> Result<Option<String>, CliError> {
        let mut bytes = vec![];
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let read = read
            .map_err(|why| CliError::check("input", format!("the input cannot be read: {why}")))?;
        if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            let sentence = format!("a line of the input is longer than {LONGEST_LINE} bytes");
            return Err(CliError::misuse("input_too_long", sentence));
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Whether a person is watching, so that progress is worth showing.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Writes text to the output.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), CliError> {
        self.write(&inked(text))
    }

    /// Writes text that already contains escape sequences.
    pub(crate) fn print_ansi(&mut self, text: &str) -> Result<(), CliError> {
        self.write(text)
    }

    /// A reader that closes the pipe early, such as `head`, is no error.
    fn write(&mut self, text: &str) -> Result<(), CliError> {
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Stores the object that [`finish`](Self::finish) writes.
    pub(crate) fn print_json(&mut self, object: &impl Serialize) -> Result<(), CliError> {
        let object = serde_json::to_value(object).and_then(serde_json::from_value);
        self.report = Some(object.map_err(|why| CliError::check("output", why.to_string()))?);
        Ok(())
    }

    /// Ends a command: writes the JSON object, including the error if there is one, and writes the
    /// error to the error stream. Returns the exit code.
    pub(crate) fn finish(&mut self, outcome: Result<(), CliError>, is_json: bool) -> u8 {
        let mut fault = outcome.err();
        let mut report = self.report.take().or_else(|| (is_json && fault.is_some()).then(Map::new));
        if let (Some(report), Some(CliError { code, sentence, .. })) = (&mut report, &fault) {
            report.insert("error".to_owned(), json!({"code": code, "message": sentence}));
        }
        if let Some(report) = report
            && let Err(why) = self.write(&format!("{}\n", as_json(&Value::Object(report))))
        {
            fault = fault.or(Some(why));
        }
        let Some(CliError { code, sentence, exit }) = fault else { return 0 };
        // If this write fails there is no way to report it.
        let _ = writeln!(self.err, "{}", inked(&format!("{BAD}error[{code}]{BAD:#}: {sentence}")));
        let _ = self.err.flush();
        exit
    }
}

/// JSON with all control characters escaped, even those that JSON permits.
fn as_json(value: &Value) -> String {
    let mut text = String::new();
    for letter in format!("{value:#}").chars() {
        match letter {
            '\n' => text.push('\n'),
            _ if is_printable(letter) => text.push(letter),
            _ => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console")
            .field("is_watched", &self.is_watched)
            .field("is_process", &self.is_process)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_styles_become_escape_sequences() {
        let name = "\u{1b}[2J\u{9b}31m\u{7f}\u{202e}\r\tAnn\u{1b}]0;x\u{7}";
        let text = inked(&format!("{BOLD}{name}{BOLD:#}\n"));
        let inside = text.strip_prefix("\u{1b}[1m").and_then(|it| it.strip_suffix("\u{1b}[0m\n"));
        assert_eq!(inside.unwrap(), r"\u{1b}[2J\u{9b}31m\u{7f}\u{202e}\r\tAnn\u{1b}]0;x\u{7}");
    }

    #[test]
    fn json_escapes_what_terminals_obey() {
        let name = "\u{1b}[2J\u{9b}\u{7f}\u{202e}é\n";
        let text = as_json(&json!({ "name": name }));
        assert!(text.chars().all(|letter| letter == '\n' || is_printable(letter)), "{text}");
        let back: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back["name"], name);
    }
}

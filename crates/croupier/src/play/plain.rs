//! A match as lines of text, for scripts and for use without a terminal.

use std::fmt::Write as _;
use std::sync::Mutex;

use croupier_kit::game::{Choice, Filled, Form, Group};
use croupier_kit::text::TextLine;
use serde_json::Value;

use super::paint::fitted;
use super::session::{OpenPrompt, Session};
use super::settling::{go_on, held, settle};
use crate::console::{BOLD, Console, FAINT};
use crate::error::CliError;
use crate::words::on_one_line;

const HELP: &str = "Answer with the number of a choice. Or: b for the board, d N for what choice N \
                    means, o for what else you may do, h for a hint, u to undo, w to wait, s to \
                    save, q to leave, ? for this help.\n";

/// The width of a board.
const WIDTH: usize = 100;

/// After this many lines in a row after which the log is no longer than ever, the match fails: the
/// input is not a person's, and may never end. Sorting cards and taking actions back is not told.
const MOST_LINES: usize = 2_000;

/// Plays until the match or the input ends. The session is not locked while this waits for input,
/// for a bot or for output, so that it can be saved when a signal ends the process.
pub(super) fn play(session: &Mutex<Session>, console: &mut Console) -> Result<(), CliError> {
    let game = held(session).game;
    let played = console
        .print(&format!("{BOLD}{game}{BOLD:#}\n{HELP}"))
        .and_then(|()| go_round(session, console));
    // The match is saved even if playing has failed.
    let kept = held(session).keep();
    played?;
    match kept? {
        Some(said) => console.print(&format!("{said}\n")),
        None => Ok(()),
    }
}

fn go_round(session: &Mutex<Session>, console: &mut Console) -> Result<(), CliError> {
    let (mut longest, mut lines) = (0, 0);
    loop {
        settle(session).map_err(CliError::found)?;
        let (mut text, prompt, verdict, log) = {
            let mut session = held(session);
            let text = told(&mut session) + &board(&session);
            (text, session.open_prompt(), session.verdict(), session.log().len())
        };
        if log > longest {
            (longest, lines) = (log, 0);
        }
        if let Some(verdict) = verdict {
            return console.print(&format!("{text}{BOLD}{}{BOLD:#}\n", verdict.join("\n")));
        }
        text.push_str(&prompt.as_ref().map_or(String::new(), asked));
        console.print(&text)?;
        let Some(prompt) = prompt else {
            return Err(CliError::check("stuck", "nobody is asked and nothing more can happen"));
        };
        loop {
            let Some(line) = console.read_line()? else {
                return console.print("The input has ended, and so does the match.\n");
            };
            lines += 1;
            if lines > MOST_LINES {
                let sentence =
                    format!("{MOST_LINES} lines of the input have brought the match no further");
                return Err(CliError::check("no_answer", sentence));
            }
            match answer(session, &prompt, &line)? {
                Next::Say(text) => console.print(&text)?,
                Next::GoOn => break,
                Next::Leave => return console.print("You left the table.\n"),
            }
        }
    }
}

enum Next {
    /// Print this, and ask again.
    Say(String),
    GoOn,
    Leave,
}

fn answer(session: &Mutex<Session>, prompt: &OpenPrompt, line: &str) -> Result<Next, CliError> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let done = match word {
        "" => return Ok(Next::Say(String::new())),
        "?" => return Ok(Next::Say(HELP.to_owned())),
        "q" => return Ok(Next::Leave),
        "b" => return Ok(Next::Say(board(&held(session)))),
        "d" => return Ok(explain(&held(session), prompt, rest)),
        "h" => return Ok(hint(session, prompt)),
        "o" if rest.is_empty() => return Ok(offers(&held(session))),
        "o" => {
            let mut session = held(session);
            match offered(&session, rest) {
                Ok(action) => session.act(&action),
                Err(why) => return Ok(refuse(&why)),
            }
        }
        "s" => {
            return Ok(Next::Say(match held(session).save() {
                Ok(path) => format!("Saved as {}.\n", path.display()),
                Err(why) => format!("Not saved: {}\n", why.sentence),
            }));
        }
        "u" => held(session).undo(),
        "w" => match go_on(session) {
            Ok(true) => Ok(()),
            Ok(false) => return Ok(refuse("nothing happens until you choose")),
            Err(why) => return Err(CliError::found(why)),
        },
        "c" => match filled(&prompt.forms, rest) {
            Ok(filled) => held(session).compose(&filled),
            Err(why) => return Ok(refuse(&why)),
        },
        _ => match chosen(prompt, line) {
            Ok(action) => held(session).act(&action),
            Err(why) => return Ok(refuse(&why)),
        },
    };
    Ok(match done {
        Ok(()) => Next::GoOn,
        Err(why) => refuse(&format!("[{}] {}", why.code, why.message)),
    })
}

/// The action that an answer stands for.
fn chosen(prompt: &OpenPrompt, line: &str) -> Result<Value, String> {
    let most = prompt.choices.len();
    match line.parse::<usize>() {
        Ok(number) => match number.checked_sub(1).and_then(|at| prompt.choices.get(at)) {
            Some(choice) => Ok(choice.action.clone()),
            None => Err(format!("the choices are 1 to {most}")),
        },
        Err(_) if line.starts_with(['{', '"', '[']) => {
            serde_json::from_str(line).map_err(|why| format!("that is not valid JSON: {why}"))
        }
        Err(_) => {
            Err(format!("{line:?} is not an answer; the choices are 1 to {most}, ? shows help"))
        }
    }
}

/// The first form, filled in with the numbers of pieces: `1 4 7 / 2 3 5 6`.
fn filled(forms: &[Form], text: &str) -> Result<Filled, String> {
    if forms.is_empty() {
        return Err("there is nothing to compose now".to_owned());
    }
    let number = |word: &str| {
        let number = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        number.ok_or_else(|| format!("{word:?} is not the number of a card"))
    };
    let group = |part: &str| part.split_whitespace().map(number).collect::<Result<Vec<_>, _>>();
    let groups = text.split('/').map(group).collect::<Result<Vec<_>, _>>()?;
    Ok(Filled { form: 0, groups })
}

fn refuse(why: &str) -> Next {
    Next::Say(format!("Refused: {}\n", TextLine::of(&on_one_line(why))))
}

/// The list of what the person may do without being asked.
fn offers(session: &Session) -> Next {
    let mut text = String::new();
    for (number, offer) in (1..).zip(session.offers()) {
        let _ = writeln!(text, "  o {number}. {}", offer.label);
    }
    if text.is_empty() {
        text.push_str("There is nothing else you may do now.\n");
    }
    Next::Say(text)
}

/// The action of an offer, by its number.
fn offered(session: &Session, number: &str) -> Result<Value, String> {
    let offers = session.offers();
    let at = number.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match at.and_then(|at| offers.get(at)) {
        Some(offer) => Ok(offer.action.clone()),
        None if offers.is_empty() => Err("there is nothing else you may do now".to_owned()),
        None => Err(format!("the offers are 1 to {}", offers.len())),
    }
}

fn explain(session: &Session, prompt: &OpenPrompt, number: &str) -> Next {
    let action = match chosen(prompt, number) {
        Ok(action) => action,
        Err(why) => return refuse(&why),
    };
    let listed = prompt.choices.iter().find(|choice| choice.action == action);
    let choice = match listed {
        Some(choice) => Ok(choice.clone()),
        None => session.describe(&action),
    };
    let said = match choice {
        Ok(Choice { detail: Some(detail), .. }) => detail.to_string(),
        Ok(_) => "this choice has no further details".to_owned(),
        Err(why) => return refuse(&format!("[{}] {}", why.code, why.message)),
    };
    Next::Say(format!("{}\n", on_one_line(&said)))
}

fn hint(session: &Mutex<Session>, prompt: &OpenPrompt) -> Next {
    let task = held(session).hint();
    let decision = match task {
        Ok(task) => task.decide(),
        Err(why) => return refuse(&format!("[{}] {}", why.code, why.message)),
    };
    let said = match decision {
        None => "Hint: wait".to_owned(),
        Some(action) => {
            let place = prompt.choices.iter().position(|choice| choice.action == action);
            let label = match place {
                Some(place) => Some(prompt.choices[place].label.clone()),
                None => held(session).describe(&action).ok().map(|choice| choice.label),
            };
            let number = place.map_or(String::new(), |place| format!("{}. ", place + 1));
            format!("Hint: {number}{}", label.unwrap_or_default())
        }
    };
    Next::Say(format!("{}\n", on_one_line(&said)))
}

fn told(session: &mut Session) -> String {
    let mut text = String::new();
    for line in session.take_log() {
        let _ = writeln!(text, "{FAINT}· {}{FAINT:#}", TextLine::of(&line));
    }
    text
}

fn board(session: &Session) -> String {
    let mut text = String::from("\n");
    for line in fitted(session.board().lines(), WIDTH) {
        let _ = writeln!(text, "{}", line.to_string().trim_end());
    }
    text
}

fn asked(prompt: &OpenPrompt) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n", prompt.text);
    for (number, choice) in (1..).zip(&prompt.choices) {
        let _ = writeln!(text, "{number:>3}. {}", choice.label);
    }
    if let Some(form) = prompt.forms.first() {
        let groups: Vec<String> = form.groups.iter().map(wanted).collect();
        let _ = writeln!(text, "  c {}: {}, of", form.label, groups.join(" / "));
        let pieces = (1..).zip(&form.pieces);
        let pieces = pieces.map(|(number, piece)| format!("{number} {}", piece.label));
        let _ = writeln!(text, "    {}", pieces.collect::<Vec<_>>().join(", "));
    }
    text
}

/// How many pieces a group takes, in words.
pub(super) fn wanted(group: &Group) -> String {
    let Group { label, min, max, ordered, .. } = group;
    let order = if *ordered { ", in order" } else { "" };
    if min == max {
        format!("{label} ({min}{order})")
    } else {
        format!("{label} ({min} to {max}{order})")
    }
}

//! The script that is played when the input is not a terminal.

use croupier_chart::Millis;
use std::error::Error;

use crate::screen::{Screen, Tone};
use crate::session::Session;

/// A remark, and the lines typed after it.
const SCRIPT: &[(&str, &[&str])] = &[
    ("A room waits. Its chart has two regions: the game, and Ann's chair.", &["deal"]),
    (
        "Time is typed. After a second of it a turn begins: a chart in a chart in a chart.",
        &["wait 1000"],
    ),
    ("Every trigger is answered, also the wrong ones.", &["discard", "deal"]),
    ("Drawing opens a window, the fourth chart. The turn's clock is held meanwhile.", &["draw"]),
    ("Waiting: every timer fires at its own instant.", &["wait 1500"]),
    ("Here, in the middle of a countdown, everything is written down.", &["save"]),
    (
        "Ann draws again: the innermost chart is asked first. Every microstep:",
        &["trace", "draw", "trace"],
    ),
    ("She goes on.", &["meld", "discard 1"]),
    (
        "Back to the save, and another future: Ann lets the countdown end.",
        &["restore", "wait", "wait"],
    ),
    ("Ann gets up. After five seconds the other region seats a bot.", &["leave", "wait 5000"]),
    ("It raised a trigger, which the turn took. The bots play on.", &["wait 10000"]),
    ("Undo is keeping an old value: the bot has just sat down.", &["undo"]),
];

pub(crate) fn run(session: &mut Session, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
    screen
        .title("A tour of croupier-chart, as a script. On a terminal you can play it yourself.")?;
    for (remark, lines) in SCRIPT {
        screen.title(&format!("# {remark}"))?;
        for line in *lines {
            if *line != "trace" {
                screen.line(Tone::Bold, &format!("> {line}"))?;
            }
            session.obey(line.parse()?, screen)?;
        }
        screen.line(Tone::Faint, &format!("  {}", session.offers()))?;
    }
    screen.title(
        "# The same ten seconds once more, in one wait and in 10 000 waits of a millisecond:",
    )?;
    let same = session.slicing_changes_nothing(Millis(10_000))?;
    let verdict = if same { "the same save, byte for byte." } else { "DIFFERENT. That is a bug." };
    Ok(screen.line(Tone::Plain, &format!("  {verdict}"))?)
}

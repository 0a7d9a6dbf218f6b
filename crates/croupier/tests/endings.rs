//! Terminates the built program during a match: it must save and exit within a second. Also kills
//! the built server while people play.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

mod common;
mod kills;

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::Folder;
use croupier_catalog::shipped;
use croupier_kit::save::Save;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const SIGNALS: [(Signal, i32); 3] = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)];

/// A bot whose search practically never ends. Both players choose their first card at the same
/// time, so it thinks from the start.
const THINKER: &str = "innovation --seed 7 --bots search:4000000000";

fn croupier(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(line.split_whitespace());
    command
}

/// Waits until the condition holds; fails after a minute.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// A match in progress, in a process of its own.
struct Playing {
    child: Child,
    save: PathBuf,
    _folder: Folder,
}

impl Playing {
    fn new(test: &str, line: &str, streams: impl FnOnce(&mut Command)) -> Self {
        let folder = Folder::new(test);
        let save = folder.path().join("match.json");
        let mut command = croupier(&format!("play {line} --save {}", save.display()));
        streams(&mut command);
        Self { child: command.spawn().unwrap(), save, _folder: folder }
    }

    fn tell(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the process has used so much CPU time that a bot must be thinking.
    fn wait_for_thoughts(&self) {
        if cfg!(target_os = "linux") {
            wait_until("a bot thinks", || {
                let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
                // The 14th field is the CPU time in user mode, in hundredths of a second.
                stat.split(' ')
                    .nth(13)
                    .and_then(|it| it.parse().ok())
                    .is_some_and(|it: u32| it > 20)
            });
        }
    }

    /// Checks that it exits within a second and has saved a match that replays correctly. Returns
    /// the exit status.
    fn ends(mut self) -> Option<i32> {
        let begun = Instant::now();
        let mut status = None;
        wait_until("it ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        assert!(begun.elapsed() < Duration::from_secs(1), "it took {:?}", begun.elapsed());
        let save = Save::read(&fs::read(&self.save).unwrap()).unwrap();
        let catalog = shipped();
        assert!(catalog.find(&save.game).unwrap().replay(&save, None).unwrap().verified);
        status.and_then(|status| status.code())
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn piped(command: &mut Command) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
}

/// Reads until the text appears, and returns everything read.
fn read_until(stream: &mut impl std::io::Read, text: &str) -> String {
    let (mut all, mut buffer) = (vec![], [0; 4096]);
    loop {
        let said = String::from_utf8_lossy(&all).into_owned();
        if said.contains(text) {
            return said;
        }
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "{said:?} and no {text:?}");
        all.extend_from_slice(&buffer[..read]);
    }
}

/// A pseudo-terminal of 80 by 24 characters: the controlling end and the program's end.
fn terminal() -> (File, File) {
    let behind: OwnedFd =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&behind).unwrap();
    unlockpt(&behind).unwrap();
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&behind, size).unwrap();
    let name = ptsname(&behind, vec![]).unwrap().into_string().unwrap();
    let mut options = OpenOptions::new();
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options.read(true).write(true),
        OpenptFlags::NOCTTY.bits().cast_signed(),
    );
    (File::from(behind), options.open(name).unwrap())
}

/// A match on a terminal, and the controlling end of that terminal.
fn on_terminal(test: &str, line: &str) -> (Playing, File) {
    let (behind, before) = terminal();
    let playing = Playing::new(test, line, |command| {
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        command.stdin(before.try_clone().unwrap()).stdout(before.try_clone().unwrap());
        command.stderr(before);
    });
    (playing, behind)
}

#[test]
fn lines_are_saved_while_a_bot_thinks() {
    for (signal, code) in SIGNALS {
        let mut playing = Playing::new(&format!("think-{code}"), THINKER, piped);
        read_until(playing.child.stdout.as_mut().unwrap(), "Answer with");
        playing.wait_for_thoughts();
        playing.tell(signal);
        assert_eq!(playing.ends(), Some(code));
    }
}

#[test]
fn lines_are_saved_while_a_person_thinks() {
    for (signal, code) in SIGNALS {
        let mut playing = Playing::new(&format!("ask-{code}"), "min-or-max --seed 7", piped);
        read_until(playing.child.stdout.as_mut().unwrap(), "  2. ");
        playing.tell(signal);
        assert_eq!(playing.ends(), Some(code));
    }
}

/// The reader of the output may have stopped reading, so that the process blocks on a full pipe.
#[test]
fn lines_are_saved_while_nobody_reads_them() {
    let mut playing = Playing::new("unread", "min-or-max --seed 7", piped);
    let mut input = playing.child.stdin.take().unwrap();
    let out = playing.child.stdout.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            for _ in 0..9_000 {
                if input.write_all(b"b\n").is_err() {
                    break;
                }
            }
        });
        let mut before = 0;
        wait_until("the pipe is full", || {
            let unread = rustix::io::ioctl_fionread(&out).unwrap();
            let is_full = unread > 0 && unread == std::mem::replace(&mut before, unread);
            is_full && unread > 60_000
        });
        playing.tell(Signal::TERM);
        assert_eq!(playing.ends(), Some(143));
    });
}

#[test]
fn a_screen_is_saved_and_restored_while_a_bot_thinks() {
    for (signal, code) in SIGNALS {
        let (playing, mut behind) = on_terminal(&format!("screen-think-{code}"), THINKER);
        read_until(&mut behind, "Which card");
        playing.wait_for_thoughts();
        playing.tell(signal);
        // The file is named after the alternate screen is left, so that the message stays visible.
        let said = read_until(&mut behind, "--load");
        assert!(said.contains("\u{1b}[?1049l"), "{said:?}");
        assert_eq!(playing.ends(), Some(code));
    }
}

#[test]
fn a_screen_is_saved_while_a_person_thinks() {
    for (signal, code) in SIGNALS {
        let (playing, mut behind) =
            on_terminal(&format!("screen-ask-{code}"), "innovation --seed 7 --fast");
        read_until(&mut behind, "Which card");
        playing.tell(signal);
        assert_eq!(playing.ends(), Some(code));
    }
}

/// No SIGHUP is sent, because this is not the controlling terminal of the process.
#[test]
fn a_closed_terminal_ends_and_saves() {
    for plain in ["", "--plain"] {
        for line in [THINKER, "innovation --seed 7"] {
            let test = format!("closed{plain}-{}", line.len());
            let (playing, mut behind) = on_terminal(&test, &format!("{line} {plain}"));
            let is_busy = line == THINKER && !plain.is_empty();
            read_until(&mut behind, if is_busy { "Answer with" } else { "Which card" });
            if line == THINKER {
                playing.wait_for_thoughts();
            }
            drop(behind);
            assert!(playing.ends().is_some(), "{test}");
        }
    }
}

#[test]
fn the_end_of_the_input_ends_and_saves() {
    let mut playing = Playing::new("eof", "min-or-max --seed 7", piped);
    read_until(playing.child.stdout.as_mut().unwrap(), "  2. ");
    drop(playing.child.stdin.take());
    let mut rest = String::new();
    playing.child.stdout.as_mut().unwrap().read_to_string(&mut rest).unwrap();
    assert!(rest.contains("The input has ended"), "{rest}");
    assert_eq!(playing.ends(), Some(0));
}

#[test]
fn a_terminal_gets_colours_unless_told_otherwise() {
    for (no_color, coloured) in [("", true), ("1", false)] {
        let (mut behind, before) = terminal();
        let mut command = croupier("games");
        command.env("TERM", "xterm-256color").env("NO_COLOR", no_color).env_remove("CI");
        let mut child =
            command.stdin(Stdio::null()).stdout(before).stderr(Stdio::null()).spawn().unwrap();
        drop(command);
        let mut text = vec![];
        // Reading from a closed terminal ends with an error instead of the end of file.
        let _ = behind.read_to_end(&mut text);
        assert!(child.wait().unwrap().success());
        assert!(String::from_utf8_lossy(&text).contains("min-or-max"));
        assert_eq!(text.contains(&0x1b), coloured, "NO_COLOR={no_color:?}");
    }
}

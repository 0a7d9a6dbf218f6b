//! A match on a terminal: keys, mouse and the wall clock.

use std::env;
use std::io::{self, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};

use croupier_kit::Millis;
use croupier_kit::game::Error;
use croupier_kit::text::{Board, TextLine};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Terminal};

use super::bot_desk::BotDesk;
use super::paint::Paint;
use super::screen::{self, Scene};
use super::session::{OpenPrompt, Session};
use super::settling::held;
use super::signals::save_when_told_to_end;
use super::state::{Command, Overlay, State};
use super::thinking::Thinking;
use crate::error::CliError;
use crate::words::capitalised;
use crate::workers::beside;

/// How often the spinner turns.
const TURN: Duration = Duration::from_millis(250);

/// How often a bot is polled if bots act without a delay.
const BLINK: Duration = Duration::from_millis(10);

/// How long to wait if nothing is due. Not for ever, because the size of the window may change.
const REST: Duration = Duration::from_secs(1);

/// Shown while a bot thinks.
const SPINNER: [char; 8] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠇'];

/// Restores the terminal when it is dropped, also after an error.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}

/// Opens the alternate screen. A panic restores the terminal before its message is printed.
///
/// When the terminal is gone, nothing here may write to standard error: that would panic, and a
/// panic during unwinding aborts the process. For the same reason the `Terminal` is never dropped:
/// its drop prints an error if it cannot show the cursor. `restore` shows the cursor instead.
fn open_screen() -> io::Result<ManuallyDrop<DefaultTerminal>> {
    let earlier = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        earlier(info);
    }));
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Terminal::new(CrosstermBackend::new(stdout())).map(ManuallyDrop::new)
}

/// Keys, clicks and new sizes, read on a separate thread: reading from a closed terminal may never
/// return, and the thread that saves the match must not be blocked by that.
fn events() -> Result<Receiver<Event>, CliError> {
    let (tell, events) = mpsc::channel();
    beside(move || {
        while let Ok(event) = event::read() {
            if tell.send(event).is_err() {
                break;
            }
        }
    })?;
    Ok(events)
}

/// Plays until the person leaves. Gives the text to print afterwards.
pub(super) fn play(session: &Arc<Mutex<Session>>, fast: bool) -> Result<String, CliError> {
    save_when_told_to_end(session, restore)?;
    let restored = Restored;
    let mut terminal = open_screen()?;
    let colours = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let app = TerminalApp::new(&held(session), fast, Paint { colours });
    let played = app.run(&mut terminal, session);
    // The match is also saved if the terminal is gone or a bot has failed.
    let wanted = match &played {
        Ok(End::Left) | Err(_) => held(session).keep(),
        Ok(End::Dropped) => Ok(None),
    };
    drop(restored);
    played?;
    let said = [held(session).verdict().map(|lines| lines.join("\n")), wanted?];
    let said: Vec<String> = said.into_iter().flatten().collect();
    Ok(if said.is_empty() { String::new() } else { format!("{}\n", said.join("\n")) })
}

/// How the person left.
enum End {
    /// The match is saved if it has a file.
    Left,
    /// The match is not saved.
    Dropped,
}

/// Virtual time that runs with the wall clock from a given instant.
struct Clock {
    since: Instant,
    from: Millis,
}

impl Clock {
    fn at(now: Millis) -> Self {
        Self { since: Instant::now(), from: now }
    }

    fn now(&self) -> Millis {
        let passed = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.from + Millis(passed)
    }
}

/// What the screen shows of the session, besides the board and the prompt.
struct Caption {
    game: &'static str,
    primer: &'static [&'static str],
    names: Vec<String>,
    status: String,
    place: Option<String>,
    verdict: Option<Vec<String>>,
}

struct TerminalApp {
    state: State,
    clock: Clock,
    bots: BotDesk,
    adviser: Option<Thinking>,
    /// The board and the prompt, cached until something happens.
    picture: Option<(Board, Option<OpenPrompt>)>,
    is_told_over: bool,
    fast: bool,
    paint: Paint,
    begun: Instant,
    /// The status line on the screen. None if the screen must be drawn again.
    shown: Option<String>,
}

impl TerminalApp {
    fn new(session: &Session, fast: bool, paint: Paint) -> Self {
        Self {
            state: State::default(),
            clock: Clock::at(session.now()),
            bots: BotDesk::default(),
            adviser: None,
            picture: None,
            is_told_over: false,
            fast,
            paint,
            begun: Instant::now(),
            shown: None,
        }
    }

    /// The session is not locked while the terminal is drawn or read: either may block for ever,
    /// and the match must still be saved when a signal ends the process.
    fn run(
        mut self,
        terminal: &mut DefaultTerminal,
        session: &Mutex<Session>,
    ) -> Result<End, CliError> {
        let events = events()?;
        loop {
            let area = terminal.size()?.into();
            let (caption, mut wait) = {
                let mut session = held(session);
                self.go_on(&mut session, area)?;
                (self.caption(&session), self.rest(&session, area))
            };
            if let Some(caption) = caption {
                self.draw(terminal, &caption)?;
            }
            loop {
                let event = match events.recv_timeout(wait) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(CliError::check("terminal_gone", "the terminal is gone"));
                    }
                };
                (wait, self.shown) = (Duration::ZERO, None);
                let mut session = held(session);
                let command = self.command_of(&session, &event);
                if let Some(end) = self.run_command(&mut session, command) {
                    return Ok(end);
                }
            }
        }
    }

    /// How long to wait for input before something else happens.
    fn rest(&self, session: &Session, area: Rect) -> Duration {
        let is_still = self.state.overlay != Overlay::None || screen::is_too_small(area);
        if is_still || session.is_over() {
            return if self.adviser.is_some() { TURN } else { REST };
        }
        if self.fast && self.bots.is_thinking() {
            return BLINK;
        }
        let now = self.clock.now();
        let due = self.bots.next_due().into_iter().chain(session.next_due()).min();
        let due = match due {
            Some(_) if self.fast && !session.is_asked() => Duration::ZERO,
            Some(due) => (due - now).into(),
            None => REST,
        };
        let is_turning = self.adviser.is_some() || self.bots.somebody().is_some();
        due.min(if is_turning { TURN } else { REST })
    }

    fn look(&mut self, session: &Session) {
        if self.picture.is_none() {
            let prompt = session.open_prompt();
            self.state.set_log(session.log());
            self.state.look_at(prompt.as_ref());
            self.state.offers = session.offers();
            self.state.is_over = session.is_over();
            self.picture = Some((session.board(), prompt));
        }
    }

    /// What the screen shows. None if that has not changed.
    fn caption(&mut self, session: &Session) -> Option<Caption> {
        if self.picture.is_some() && self.shown.as_ref() == Some(&self.status(session)) {
            return None;
        }
        self.look(session);
        let status = self.status(session);
        self.shown = Some(status.clone());
        Some(Caption {
            game: session.game,
            primer: session.primer(),
            names: session.names().to_vec(),
            status,
            place: session.path().map(|path| path.display().to_string()),
            verdict: session.verdict(),
        })
    }

    fn draw(&mut self, terminal: &mut DefaultTerminal, caption: &Caption) -> io::Result<()> {
        let Self { state, picture, paint, .. } = self;
        let Some((board, prompt)) = picture else { return Ok(()) };
        let prompt = prompt.as_ref();
        let chosen = prompt.and_then(|it| it.choices.get(state.choice(it)?));
        let scene = Scene {
            game: caption.game,
            names: &caption.names,
            board,
            prompt,
            detail: chosen.and_then(|choice| choice.detail.as_ref()).map(TextLine::to_string),
            status: caption.status.clone(),
            primer: caption.primer,
            place: caption.place.clone(),
            verdict: caption.verdict.clone(),
            paint: *paint,
        };
        terminal.draw(|frame| screen::draw(frame, &scene, state))?;
        Ok(())
    }

    /// The status line: who is to act, in a few words.
    fn status(&self, session: &Session) -> String {
        let turns = self.begun.elapsed().as_millis() / TURN.as_millis();
        let turns = usize::try_from(turns).unwrap_or(0);
        let spinner = SPINNER[turns % SPINNER.len()];
        let prompt = self.picture.as_ref().and_then(|(_, prompt)| prompt.as_ref());
        if session.is_over() {
            return "it is over".to_owned();
        }
        if self.adviser.is_some() {
            return format!("a bot thinks for you {spinner}");
        }
        if let Some(deadline) = prompt.and_then(|prompt| prompt.deadline) {
            let left = (deadline - session.now()).get().div_ceil(1000);
            return format!("your turn, {left} s left");
        }
        if prompt.is_some() {
            return "your turn".to_owned();
        }
        match self.bots.somebody().or_else(|| session.asked().first().copied()) {
            Some(seat) => format!("{} thinks {spinner}", session.name_of(seat)),
            None => "a moment".to_owned(),
        }
    }

    /// Something has happened: the screen is drawn again, a hint that is under way is dropped, and what
    /// was said about the moment before goes.
    fn refresh(&mut self) {
        (self.picture, self.adviser, self.state.notice) = (None, None, None);
    }

    /// Restarts the clock at the time of the session, so that the wall time since then does not
    /// count: time stands still while an overlay is open, and an undo may go back in time.
    fn set_clock(&mut self, session: &Session) {
        self.clock = Clock::at(session.now());
    }

    /// Runs what happens without the person: time passes, bots act.
    fn go_on(&mut self, session: &mut Session, area: Rect) -> Result<(), CliError> {
        self.take_advice(session)?;
        if self.state.overlay != Overlay::None || screen::is_too_small(area) {
            self.set_clock(session);
            return Ok(());
        }
        if session.is_over() {
            if !self.is_told_over {
                (self.is_told_over, self.shown) = (true, None);
                self.state.open(Overlay::Over);
            }
            return Ok(());
        }
        self.is_told_over = false;
        self.bots.update(session)?;
        self.pass_time(session).map_err(CliError::found)
    }

    /// Lets time pass and bots act. Time stops for bots that are still thinking, so that the room
    /// does not act for them.
    fn pass_time(&mut self, session: &mut Session) -> Result<(), Error> {
        let clock = self.clock.now().max(session.now());
        let mut now = clock;
        if self.fast && !session.is_asked() {
            now = now.max(session.next_due().unwrap_or(now));
        }
        if self.fast {
            now = now.max(self.bots.next_due().unwrap_or(now));
        }
        if let Some(latest) = self.bots.latest() {
            now = now.min(latest.max(session.now()));
        }
        while let Some((request, decision)) = self.bots.take(now) {
            if decision.is_some() {
                self.refresh();
            }
            session.decided(&request, decision)?;
        }
        if session.next_due().is_some_and(|due| due <= now) {
            self.refresh();
        }
        session.advance_to(now)?;
        if now != clock {
            self.set_clock(session);
        }
        Ok(())
    }

    fn take_advice(&mut self, session: &Session) -> Result<(), CliError> {
        let Some(adviser) = &self.adviser else { return Ok(()) };
        let Poll::Ready(decision) = adviser.poll()? else { return Ok(()) };
        (self.adviser, self.shown) = (None, None);
        let prompt = self.picture.as_ref().and_then(|(_, prompt)| prompt.as_ref());
        self.state.notice = Some(match decision {
            Some(action) => {
                if let Some(prompt) = prompt {
                    self.state.point_at(&action, prompt);
                }
                let label = session.describe(&action).map(|choice| choice.label);
                format!("Hint: {}", label.unwrap_or_default())
            }
            None => "Hint: wait".to_owned(),
        });
        Ok(())
    }

    fn command_of(&mut self, session: &Session, event: &Event) -> Command {
        self.look(session);
        let prompt = self.picture.as_ref().and_then(|(_, prompt)| prompt.as_ref());
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.state.press(*key, prompt),
            Event::Mouse(mouse) => {
                let at = Position::new(mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.state.click(at, prompt),
                    MouseEventKind::ScrollDown => {
                        self.state.wheel(true, at, prompt);
                        Command::Nothing
                    }
                    MouseEventKind::ScrollUp => {
                        self.state.wheel(false, at, prompt);
                        Command::Nothing
                    }
                    _ => Command::Nothing,
                }
            }
            _ => Command::Nothing,
        }
    }

    /// Runs a command. Gives an `End` if the person leaves.
    fn run_command(&mut self, session: &mut Session, command: Command) -> Option<End> {
        let notice = match command {
            Command::Nothing => return None,
            Command::Act(action) => match session.act(&action) {
                Ok(()) => {
                    self.refresh();
                    None
                }
                Err(why) => Some(format!("Refused: {}", why.message)),
            },
            Command::Compose(filled) => {
                match session.compose(&filled) {
                    Ok(()) => {
                        self.refresh();
                        self.state.composer = None;
                    }
                    Err(why) => {
                        if let Some(composer) = &mut self.state.composer {
                            composer.refused = Some(why.message);
                        }
                    }
                }
                None
            }
            Command::Undo => Some(match session.undo() {
                Ok(()) => {
                    self.refresh();
                    self.bots.clear();
                    self.state.overlay = Overlay::None;
                    self.set_clock(session);
                    "Taken back".to_owned()
                }
                Err(why) => capitalised(&why.message),
            }),
            Command::Save => Some(match session.save() {
                Ok(path) => format!("Saved as {}", path.display()),
                Err(why) => format!("Not saved: {}", why.sentence),
            }),
            Command::Hint => match session.hint() {
                Ok(task) => match Thinking::begin(task) {
                    Ok(adviser) => {
                        self.adviser = Some(adviser);
                        None
                    }
                    Err(why) => Some(capitalised(&why.sentence)),
                },
                Err(_) => Some("There is no hint now".to_owned()),
            },
            Command::Pause(true) => match session.pause(true) {
                Ok(()) => {
                    // The screen keeps the board and the prompt; nothing can be chosen now.
                    self.state.open(Overlay::Paused);
                    self.state.set_log(session.log());
                    self.adviser = None;
                    return None;
                }
                Err(why) => Some(capitalised(&why.message)),
            },
            Command::Pause(false) => match session.pause(false) {
                Ok(()) => {
                    self.state.open(Overlay::None);
                    self.refresh();
                    None
                }
                Err(why) => Some(capitalised(&why.message)),
            },
            Command::PlayAgain => match session.play_again() {
                Ok(()) => {
                    self.refresh();
                    self.state.overlay = Overlay::None;
                    self.set_clock(session);
                    None
                }
                Err(why) => Some(capitalised(&why.message)),
            },
            Command::Leave => {
                let has_place = session.path().is_some();
                return Some(if has_place { End::Left } else { End::Dropped });
            }
            Command::SaveAndLeave => match session.save() {
                Ok(_) => return Some(End::Left),
                Err(why) => Some(format!("Not saved: {}", why.sentence)),
            },
            Command::Interrupt => {
                if session.path().is_some() || session.is_over() {
                    return Some(End::Left);
                }
                if self.state.overlay == Overlay::Quit {
                    return Some(End::Dropped);
                }
                self.state.open(Overlay::Quit);
                None
            }
        };
        self.picture = None;
        self.state.notice = notice;
        None
    }
}

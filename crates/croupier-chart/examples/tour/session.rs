//! One run of the tour: a snapshot, the rules data, and the undo history.

use std::cell::RefCell;
use std::error::Error;
use std::io;

use croupier_chart::define::{Trigger, TriggerKind};
use croupier_chart::export;
use croupier_chart::prelude::*;
use croupier_chart::run::{Moment, RunawayError, Saved, TraceEvent};
use serde::{Deserialize, Serialize};

use crate::command::{Asked, Command, HELP};
use crate::felt::{ANN, Felt, NAMES};
use crate::room::{self, Room, Tally};
use crate::screen::{Screen, Tone};
use crate::words::Say;
use crate::{round, turn, window};

/// Everything needed to continue elsewhere. The chart saves the flow; the rules data is only lent
/// to it, so it is saved separately.
#[derive(Serialize, Deserialize)]
struct Save {
    flow: Saved,
    felt: Felt,
}

/// The position of a match. Both parts are plain values, so undo just keeps old ones.
#[derive(Clone)]
struct Position {
    snapshot: Snapshot<Room>,
    felt: Felt,
}

pub(crate) struct Session {
    at: Position,
    past: Vec<Position>,
    saved: Option<String>,
    shows_trace: bool,
}

impl Session {
    pub(crate) fn start() -> Result<Self, RunawayError> {
        let mut felt = Felt::default();
        let snapshot = room::CHART.start(Tally::default(), &mut Env::new(&mut felt))?;
        let at = Position { snapshot, felt };
        Ok(Self { at, past: vec![], saved: None, shows_trace: false })
    }

    pub(crate) fn obey(
        &mut self,
        command: Command,
        screen: &mut Screen,
    ) -> Result<(), Box<dyn Error>> {
        match command {
            Command::Say(asked) => self.say(asked, screen)?,
            Command::Wait(span) => self.wait(span, screen)?,
            Command::Save => self.save(screen)?,
            Command::Restore => self.restore(screen)?,
            Command::Undo => match self.past.pop() {
                Some(before) => {
                    self.at = before;
                    self.show(screen)?;
                }
                None => screen.complain("there is nothing to undo")?,
            },
            Command::Trace => {
                self.shows_trace = !self.shows_trace;
                let text = if self.shows_trace { "  tracing" } else { "  no longer tracing" };
                screen.line(Tone::Plain, text)?;
            }
            Command::Chart => print_charts(screen)?,
            Command::Help => {
                for (word, what) in HELP {
                    screen.line(Tone::Plain, &format!("  {word:<15}{what}"))?;
                }
            }
            Command::Quit => {}
        }
        Ok(())
    }

    fn say(&mut self, asked: Asked, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
        let trigger = trigger(asked);
        let before = self.at.clone();
        let answer = self.watch(screen, |at, env| room::CHART.send(at, env, &trigger))?;
        match answer {
            Answer::Taken => self.past.push(before),
            Answer::Refused(why) => return Ok(screen.complain(&format!("refused: {why}"))?),
        }
        Ok(self.show(screen)?)
    }

    fn wait(&mut self, span: Option<Millis>, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
        let now = self.at.snapshot.now();
        let due = room::CHART.next_due(&self.at.snapshot);
        let Some(until) = span.map(|span| now + span).or(due) else {
            return Ok(screen.complain("no timer is running; nothing will happen by itself")?);
        };
        self.past.push(self.at.clone());
        self.watch(screen, |at, env| room::CHART.advance_to(at, env, until))?;
        Ok(self.show(screen)?)
    }

    /// Runs a step, and prints what is emitted and, if requested, every microstep.
    fn watch<R>(
        &mut self,
        screen: &mut Screen,
        step: impl FnOnce(&mut Snapshot<Room>, &mut Env<'_, Room>) -> Result<R, RunawayError>,
    ) -> Result<R, Box<dyn Error>> {
        let now = RefCell::new(self.at.snapshot.now());
        let lines = RefCell::new(vec![]);
        let shows_trace = self.shows_trace;
        let mut observer = |moment: Moment<'_>| {
            *now.borrow_mut() = moment.now;
            if shows_trace && moment.what != TraceEvent::Rested {
                lines.borrow_mut().push((Tone::Faint, format!("         · {moment}")));
            }
        };
        let mut tell = |line: String| {
            let line = format!("{:>8} {line}", seconds(*now.borrow()));
            lines.borrow_mut().push((Tone::Event, line));
        };
        let mut env = Env::new(&mut self.at.felt).observed_by(&mut observer).on_emit(&mut tell);
        let result = step(&mut self.at.snapshot, &mut env)?;
        for (tone, line) in lines.take() {
            screen.line(tone, &line)?;
        }
        Ok(result)
    }

    fn save(&mut self, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
        let flow = room::CHART.save(&self.at.snapshot);
        let text = serde_json::to_string(&Save { flow, felt: self.at.felt.clone() })?;
        let shown: String = text.chars().take(360).collect();
        screen.line(Tone::Plain, &format!("  {shown} … ({} bytes)", text.len()))?;
        self.saved = Some(text);
        Ok(())
    }

    fn restore(&mut self, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
        let Some(text) = &self.saved else {
            return Ok(screen.complain("nothing has been saved yet")?);
        };
        let Save { flow, felt } = serde_json::from_str(text)?;
        let restored = Position { snapshot: room::CHART.restore(&flow)?, felt };
        self.past.push(std::mem::replace(&mut self.at, restored));
        Ok(self.show(screen)?)
    }

    /// Whether waiting in one go and in slices of a millisecond leads to the same save.
    pub(crate) fn slicing_changes_nothing(&self, span: Millis) -> Result<bool, Box<dyn Error>> {
        let (mut whole, mut sliced) = (self.at.clone(), self.at.clone());
        let end = self.at.snapshot.now() + span;
        room::CHART.advance_to(&mut whole.snapshot, &mut Env::new(&mut whole.felt), end)?;
        for instant in self.at.snapshot.now().get()..=end.get() {
            let mut env = Env::new(&mut sliced.felt);
            room::CHART.advance_to(&mut sliced.snapshot, &mut env, Millis(instant))?;
        }
        let text = |at: &Position| serde_json::to_string(&room::CHART.save(&at.snapshot));
        Ok(text(&whole)? == text(&sliced)? && whole.felt == sliced.felt)
    }

    /// The triggers that can be sent now; those held back by a guard are in parentheses.
    pub(crate) fn offers(&self) -> String {
        let asked = [
            (Asked::Deal, "deal"),
            (Asked::Draw, "draw"),
            (Asked::Take, "take"),
            (Asked::MayI, "may_i"),
            (Asked::Meld, "meld"),
            (Asked::Discard(None), "discard"),
            (Asked::Leave, "leave"),
            (Asked::Return, "return"),
        ];
        let Position { snapshot, felt } = &self.at;
        let expected = room::CHART.expected(snapshot);
        let offer = |(asked, word): (Asked, &str)| {
            let trigger = trigger(asked);
            let is_open = room::CHART.can(snapshot, felt, &trigger);
            let offer = if is_open { word.to_owned() } else { format!("({word})") };
            expected.contains(&trigger.kind().name()).then_some(offer)
        };
        let offers: Vec<_> = asked.into_iter().filter_map(offer).collect();
        let due = room::CHART.next_due(snapshot).map(|due| due - snapshot.now());
        let wait = due.map_or("wait".to_owned(), |span| format!("wait {}", span.get()));
        format!("now: {} | {wait}", offers.join(" "))
    }

    /// Prints the state of the charts and the table.
    pub(crate) fn show(&self, screen: &mut Screen) -> io::Result<()> {
        let Position { snapshot, felt } = &self.at;
        for line in outline(snapshot) {
            screen.line(Tone::Flow, &format!("{:9}{line}", ""))?;
        }
        if felt.hands.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let hand = |seat: usize| {
            let cards = felt.hands[seat].iter();
            let cards: Vec<_> = if seat == ANN {
                cards.map(ToString::to_string).collect()
            } else {
                cards.map(|_| "▮".to_owned()).collect()
            };
            let cards = cards.join(if seat == ANN { " " } else { "" });
            format!("{} {}", NAMES[seat], if cards.is_empty() { "–" } else { &cards })
        };
        let hands: Vec<_> = (0..NAMES.len()).map(hand).collect();
        let top = felt.pile.last().map_or("–".to_owned(), ToString::to_string);
        let (clock, stock) = (seconds(snapshot.now()), felt.stock.len());
        let table = format!("{clock:>8} {} | pile {top} | stock {stock}", hands.join("   "));
        screen.line(Tone::Bold, &table)
    }
}

/// Translates what a person asks for into a trigger.
fn trigger(asked: Asked) -> Say {
    match asked {
        Asked::Deal => Say::Deal,
        Asked::Draw => Say::Draw,
        Asked::Take => Say::Take,
        Asked::MayI => Say::MayI { seat: ANN },
        Asked::Meld => Say::Meld,
        Asked::Discard(place) => Say::Discard { place: place.unwrap_or(1).wrapping_sub(1) },
        Asked::Leave => Say::Leave,
        Asked::Return => Say::Return,
    }
}

fn seconds(span: Millis) -> String {
    format!("{}.{:03}", span.get() / 1000, span.get() % 1000)
}

/// One line per running chart, children below their parents. Everything is statically typed down to
/// the innermost chart.
fn outline(snapshot: &Snapshot<Room>) -> Vec<String> {
    let mut lines = vec![row(&room::CHART, snapshot.root(), 0, "")];
    let round = snapshot.children().round.as_ref();
    lines.extend(round.map(|round| row(&round::CHART, round, 1, "")));
    let turn = round.and_then(|round| round.children().turn.as_ref());
    lines.extend(turn.map(|turn| {
        let clock = match turn.timer_due(turn::CLOCK) {
            Some(due) => format!("clock {}", seconds(due - snapshot.now())),
            None => "clock held".to_owned(),
        };
        row(&turn::CHART, turn, 2, &format!("{}, {clock}", NAMES[turn.context().seat]))
    }));
    let window = turn.and_then(|turn| turn.children().window.as_ref());
    lines.extend(window.map(|window| {
        let caller = window.context().caller.map_or("nobody", |seat| NAMES[seat]);
        row(&window::CHART, window, 3, &format!("called by {caller}"))
    }));
    lines
}

fn row<M: Machine>(chart: &Chart<M>, actor: &Actor<M>, depth: usize, remark: &str) -> String {
    let active: Vec<_> = actor.active().map(|state| chart.path(state)).collect();
    let is_outer = |path: &str| active.iter().any(|other| other.starts_with(&format!("{path}.")));
    let leaves = active.iter().filter(|path| !path.is_empty() && !is_outer(path));
    let leaves: Vec<_> = leaves.map(|path| path.replace('.', " › ")).collect();
    let name = format!("{}{}", "   ".repeat(depth), chart.id());
    format!("{name:<18}{:<28}{remark}", leaves.join(" ∥ ")).trim_end().to_owned()
}

fn print_charts(screen: &mut Screen) -> io::Result<()> {
    let outlines = [
        export::outline(room::CHART.definition()),
        export::outline(round::CHART.definition()),
        export::outline(turn::CHART.definition()),
        export::outline(window::CHART.definition()),
    ];
    let lines = outlines.iter().flat_map(|text| text.lines());
    lines.into_iter().try_for_each(|line| screen.line(Tone::Plain, &format!("  {line}")))
}

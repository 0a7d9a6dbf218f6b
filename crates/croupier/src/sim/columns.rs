//! The report of a simulation. A new figure is one entry in [`COLUMNS`].

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::iter;
use std::time::Duration;

use croupier_bots::{SimPlan, Tally};
use croupier_catalog::{AnyGame, OptionChoice};
use croupier_kit::game::Seat;
use serde_json::{Map, Value, json};

use crate::console::BOLD;
use crate::numbers::{count, counted, per, rate, share};

/// The result of a simulation.
pub(super) struct Report<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) choice: &'a OptionChoice,
    pub(super) plan: &'a SimPlan,
    pub(super) tally: &'a Tally,
    pub(super) threads: usize,
    pub(super) took: Duration,
}

/// A figure: a key with its value for programs, a title with its text for people, or both.
struct Column {
    for_programs: Option<(&'static str, ToValue)>,
    for_people: Option<(&'static str, ToText)>,
}

type ToValue = fn(&Report) -> Value;

/// `None` if the figure does not exist.
type ToText = fn(&Report) -> Option<String>;

impl Column {
    const fn json(key: &'static str, value: ToValue) -> Self {
        Self { for_programs: Some((key, value)), for_people: None }
    }

    const fn text(title: &'static str, text: ToText) -> Self {
        Self { for_programs: None, for_people: Some((title, text)) }
    }

    const fn shown(self, title: &'static str, text: ToText) -> Self {
        Self { for_people: Some((title, text)), ..self }
    }
}

/// All figures, in the order of both reports.
const COLUMNS: [Column; 22] = [
    Column::json("game", |it| json!(it.game.id())),
    Column::json("version", |it| json!(it.game.version())),
    Column::json("games", |it| json!(it.plan.games)),
    Column::json("seats", |it| json!(it.plan.players.len())),
    Column::json("bots", |it| json!(it.plan.players))
        .shown("players", |it| Some(it.plan.players.join(", "))),
    Column::json("preset", |it| json!(it.choice.preset)),
    Column::json("set", |it| json!(it.choice.set)),
    Column::json("seed", |it| json!(it.plan.seed)),
    Column::json("threads", |it| json!(it.threads)),
    Column::json("finished", |it| json!(it.tally.finished))
        .shown("finished", |it| Some(counted(it.tally.finished, "game", "games"))),
    Column::json("actions", |it| json!(it.tally.actions)),
    Column::json("seconds", |it| json!(it.seconds())),
    Column::json("actions_per_second", |it| json!(rate(it.tally.actions, it.seconds()))),
    Column::json("games_per_second", |it| json!(rate(it.tally.games, it.seconds()))),
    Column::json("outcomes", |it| json!(it.outcomes())).shown("ended by", |it| Some(it.ended_by())),
    Column::json("wins", |it| json!(it.wins().map(|(_, wins)| wins).collect::<Vec<_>>())),
    Column::json("draws", |it| json!(it.tally.draws)).shown("won by", |it| Some(it.won_by())),
    Column::json("length", |it| json!(it.length()))
        .shown("length", |it| Some(it.length_in_words())),
    Column::text("actions", |it| {
        let Tally { actions, games, .. } = *it.tally;
        let each = if games == 0 { 0.0 } else { per(actions, games) };
        Some(format!("{}, {each:.1} a game", count(actions)))
    }),
    Column::text("speed", |it| Some(it.speed_in_words())),
    Column::json("features", |it| json!(it.features().map(|features| features.as_json())))
        .shown("used", |it| Some(it.features()?.as_text())),
    Column::json("hash", |it| json!(it.hash())).shown("hash", |it| Some(it.hash())),
];

impl Report<'_> {
    pub(super) fn as_json(&self) -> Value {
        let columns = COLUMNS.iter().filter_map(|column| column.for_programs.as_ref());
        columns.map(|(key, value)| ((*key).to_owned(), value(self))).collect::<Map<_, _>>().into()
    }

    pub(super) fn as_text(&self) -> String {
        let Self { game, plan, .. } = self;
        let (name, games) = (game.name(), counted(plan.games, "game", "games"));
        let mut report = format!("{BOLD}{name}{BOLD:#}: {games}, seed {}\n", plan.seed);
        for (title, text) in COLUMNS.iter().filter_map(|column| column.for_people.as_ref()) {
            if let Some(text) = text(self) {
                let _ = writeln!(report, "  {title:<9} {text}");
            }
        }
        report
    }

    fn seconds(&self) -> f64 {
        self.took.as_secs_f64()
    }

    fn hash(&self) -> String {
        format!("{:016x}", self.tally.hash())
    }

    fn wins(&self) -> impl Iterator<Item = (Seat, u64)> {
        Seat::first(self.plan.players.len()).map(|seat| (seat, self.tally.wins_of(seat)))
    }

    fn won_by(&self) -> String {
        let share = |number| share(number, self.tally.finished);
        let wins = self.wins().map(|(seat, wins)| format!("{seat} {}", share(wins)));
        let draws = format!("draws {}", share(self.tally.draws));
        wins.chain([draws]).collect::<Vec<_>>().join(", ")
    }

    fn outcomes(&self) -> Map<String, Value> {
        let outcomes = self.tally.outcomes.iter();
        let outcomes = outcomes.map(|(reason, count)| (reason.to_string(), json!(count)));
        outcomes.collect()
    }

    fn ended_by(&self) -> String {
        let Tally { outcomes, finished, .. } = self.tally;
        let mut reasons: Vec<_> = outcomes.iter().collect();
        reasons.sort_by_key(|(_, count)| Reverse(**count));
        let reasons = reasons.into_iter().map(|(why, n)| format!("{why} {}", share(*n, *finished)));
        reasons.collect::<Vec<_>>().join(", ")
    }

    fn length(&self) -> Value {
        let length = self.tally.length();
        json!({
            "unit": self.game.length_unit(),
            "mean": (length.mean * 1000.0).round() / 1000.0,
            "median": length.median,
            "p99": length.p99,
            "max": length.max,
        })
    }

    fn length_in_words(&self) -> String {
        let (length, unit) = (self.tally.length(), self.game.length_unit());
        format!(
            "{:.1} {unit} on average, median {}, 99 % up to {}, longest {}",
            length.mean, length.median, length.p99, length.max
        )
    }

    fn speed_in_words(&self) -> String {
        let (tally, seconds) = (self.tally, self.seconds());
        format!(
            "{} games/s, {} actions/s in {seconds:.2} s on {}",
            count(rate(tally.games, seconds)),
            count(rate(tally.actions, seconds)),
            counted(self.threads as u64, "thread", "threads"),
        )
    }

    /// How often each of the game's features was used, if it has any.
    fn features(&self) -> Option<FeatureReport> {
        let features = self.game.features();
        let used = self.tally.used.iter().copied().chain(iter::repeat(0));
        let counts: Vec<_> = features.names.into_iter().zip(used).collect();
        (!counts.is_empty()).then_some(FeatureReport { title: features.title, counts })
    }
}

struct FeatureReport {
    title: &'static str,
    counts: Vec<(&'static str, u64)>,
}

impl FeatureReport {
    fn used(&self) -> usize {
        self.counts.iter().filter(|(_, count)| *count > 0).count()
    }

    fn as_json(&self) -> Value {
        let counts: Map<_, _> =
            self.counts.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
        json!({
            "title": self.title,
            "of": self.counts.len(),
            "used": self.used(),
            "counts": counts,
        })
    }

    fn as_text(&self) -> String {
        let mut text = format!("{} of {} {}", self.used(), self.counts.len(), self.title);
        let fewest = self.counts.iter().min_by_key(|(_, count)| *count);
        if let Some((name, times)) = fewest {
            let _ = write!(text, "; least {name}, {}", counted(*times, "time", "times"));
        }
        text
    }
}

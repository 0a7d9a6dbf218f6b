//! The report of an arena. A new figure about a bot is one entry in [`COLUMNS`].

use std::fmt::Write as _;
use std::time::Duration;

use croupier_bots::{ArenaPlan, BotRecord};
use croupier_catalog::{AnyGame, OptionChoice};
use serde_json::{Map, Value, json};

use crate::console::BOLD;
use crate::numbers::{count, counted};

/// The result of an arena.
pub(super) struct Report<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) choice: &'a OptionChoice,
    pub(super) plan: &'a ArenaPlan,
    pub(super) seats: usize,
    pub(super) records: Vec<BotRecord>,
    pub(super) took: Duration,
}

/// A figure about a bot.
struct Column {
    /// Its key for programs.
    key: &'static str,
    /// Its title for people.
    title: &'static str,
    cell: fn(&BotRecord) -> Cell,
}

/// A figure, by how it is formatted.
enum Cell {
    Name(String),
    Count(u64),
    /// A count that can be fractional.
    Points(f64),
    /// From 0 to 1.
    Rate(f64),
    /// Two rates.
    Interval(f64, f64),
    Rating(f64),
}

const COLUMNS: [Column; 6] = [
    Column { key: "name", title: "bot", cell: |it| Cell::Name(it.name.clone()) },
    Column { key: "games", title: "games", cell: |it| Cell::Count(it.games) },
    Column { key: "wins", title: "wins", cell: |it| Cell::Points(it.wins) },
    Column { key: "win_rate", title: "win rate", cell: |it| Cell::Rate(it.win_rate) },
    Column { key: "ci95", title: "95 % interval", cell: |it| Cell::Interval(it.ci95.0, it.ci95.1) },
    Column { key: "elo", title: "Elo", cell: |it| Cell::Rating(it.elo) },
];

impl Cell {
    fn as_json(&self) -> Value {
        match self {
            Self::Name(name) => json!(name),
            Self::Count(number) => json!(number),
            Self::Points(points) => json!(rounded(*points, 3)),
            Self::Rate(rate) => json!(rounded(*rate, 5)),
            Self::Interval(low, high) => json!([rounded(*low, 5), rounded(*high, 5)]),
            Self::Rating(rating) => json!(rounded(*rating, 1)),
        }
    }

    fn as_csv(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Count(number) => number.to_string(),
            Self::Points(points) => rounded(*points, 3).to_string(),
            Self::Rate(rate) => format!("{rate:.5}"),
            Self::Interval(low, high) => format!("{low:.5},{high:.5}"),
            Self::Rating(rating) => format!("{rating:.1}"),
        }
    }

    /// The names of the fields that [`as_csv`](Self::as_csv) writes.
    fn csv_header(&self, key: &str) -> String {
        match self {
            Self::Interval(..) => format!("{key}_low,{key}_high"),
            _ => key.to_owned(),
        }
    }

    fn as_text(&self) -> String {
        let percent = |rate: &f64| format!("{:.1} %", rate * 100.0);
        match self {
            Self::Name(name) => name.clone(),
            Self::Count(number) => count(*number),
            Self::Points(points) => format!("{points:.1}"),
            Self::Rate(rate) => percent(rate),
            Self::Interval(low, high) => format!("{} to {}", percent(low), percent(high)),
            Self::Rating(rating) => format!("{rating:+.0}"),
        }
    }

    /// The minimum width of a column of such figures.
    fn width(&self) -> usize {
        match self {
            Self::Name(_) => 4,
            Self::Count(_) => 9,
            Self::Points(_) => 11,
            Self::Rate(_) => 8,
            Self::Interval(..) => 17,
            Self::Rating(_) => 7,
        }
    }
}

impl Report<'_> {
    /// An equal share of the wins.
    #[allow(clippy::cast_precision_loss)] // At most eight seats.
    fn share(&self) -> f64 {
        1.0 / self.seats as f64
    }

    pub(super) fn as_json(&self) -> Value {
        let Self { game, choice, plan, seats, records, took } = self;
        let bot = |record| -> Map<_, _> {
            COLUMNS.iter().map(|it| (it.key.to_owned(), (it.cell)(record).as_json())).collect()
        };
        json!({
            "game": game.id(),
            "version": game.version(),
            "games": plan.games,
            "seats": seats,
            "share": rounded(self.share(), 5),
            "preset": choice.preset,
            "set": choice.set,
            "seed": plan.seed,
            "bots": records.iter().map(bot).collect::<Vec<_>>(),
            "seconds": rounded(took.as_secs_f64(), 3),
        })
    }

    pub(super) fn as_csv(&self) -> String {
        let row = |record| {
            COLUMNS.iter().map(|it| (it.cell)(record).as_csv()).collect::<Vec<_>>().join(",")
        };
        let header = self.records.first().map(|record| {
            let headers = COLUMNS.iter().map(|it| (it.cell)(record).csv_header(it.key));
            headers.collect::<Vec<_>>().join(",")
        });
        let rows = header.into_iter().chain(self.records.iter().map(row));
        rows.fold(String::new(), |text, row| text + &row + "\n")
    }

    pub(super) fn as_text(&self) -> String {
        let Self { game, plan, seats, records, took, .. } = self;
        let games = counted(plan.games, "game", "games");
        let mut text = format!(
            "{BOLD}{}{BOLD:#}: {games} of {seats}, seed {}, every deal in all seats\n",
            game.name(),
            plan.seed
        );
        let mut rows = vec![String::new(); records.len() + 1];
        for Column { title, cell, .. } in &COLUMNS {
            let cells: Vec<Cell> = records.iter().map(cell).collect();
            let words: Vec<String> =
                [(*title).to_owned()].into_iter().chain(cells.iter().map(Cell::as_text)).collect();
            let widest = words.iter().map(|it| it.chars().count()).max().unwrap_or(0);
            let width = cells.first().map_or(0, Cell::width).max(widest);
            let is_name = matches!(cells.first(), Some(Cell::Name(_)));
            for (row, word) in rows.iter_mut().zip(words) {
                let padding = " ".repeat(width - word.chars().count());
                let _ = if is_name {
                    write!(row, "  {word}{padding}")
                } else {
                    write!(row, "  {padding}{word}")
                };
            }
        }
        for row in rows {
            let _ = writeln!(text, "{row}");
        }
        let _ = writeln!(
            text,
            "  An even share is {:.1} %. It took {:.1} s.",
            self.share() * 100.0,
            took.as_secs_f64()
        );
        text
    }
}

/// A number rounded to this many decimals.
fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}

//! Older saves, and saves with fields missing (IN-128, IN-129, IN-133).

use std::collections::BTreeMap;

use croupier_kit::game::{Seat, SeatSet};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Code, EDITION, Fields, Logged, SavedGameError};
use crate::cards::Card;
use crate::events::What;
use crate::set::CardSet;
use crate::state::Condition;
use crate::world::{Achievement, Special};

type State = Map<String, Value>;

/// Whether a version is an older one that can be read. Known versions are the current one and 0.9,
/// which is a bare list of fields.
pub(super) fn is_old(version: &str) -> Result<bool, SavedGameError> {
    let mut parts = version.split('.').map(str::parse::<u32>);
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Ok(1)), Some(Ok(0)), Some(Ok(_)), None) => Ok(false),
        (Some(Ok(0)), Some(Ok(9)), Some(Ok(_)), None) => Ok(true),
        _ => Err(SavedGameError::new(
            Code::UnknownVersion,
            format!("version {version:?} is not known"),
        )),
    }
}

/// The event log. Entries that an older version wrote in a different form are left out.
pub(super) fn log(
    state: &State,
    old: bool,
    warnings: &mut Vec<String>,
) -> Result<Vec<Logged>, SavedGameError> {
    let fields = Fields { of: state, within: "gameState" };
    let entries: Vec<Value> = fields.get("eventLog")?;
    let mut log = vec![];
    for entry in &entries {
        match Logged::deserialize(entry) {
            Ok(logged) => log.push(logged),
            Err(_) if old => {}
            Err(why) => return Err(super::bad("eventLog", &why.to_string())),
        }
    }
    if log.len() < entries.len() {
        warnings.push(format!("{} events of the log are not known", entries.len() - log.len()));
    }
    Ok(log)
}

/// Fills in a state and records what was missing.
struct Filler<'a> {
    state: &'a mut State,
    warnings: &'a mut Vec<String>,
    log: &'a [Logged],
}

impl Filler<'_> {
    fn is_missing(&self, name: &str) -> bool {
        !self.state.contains_key(name)
    }

    fn fill(
        &mut self,
        name: &str,
        value: impl FnOnce(&Self) -> Result<Value, SavedGameError>,
    ) -> Result<(), SavedGameError> {
        if self.is_missing(name) {
            let value = value(self)?;
            self.state.insert(name.to_owned(), value);
            self.warnings.push(format!("{name} is missing and got its default"));
        }
        Ok(())
    }

    /// A field that every version has.
    fn get<T: for<'de> Deserialize<'de>>(&self, name: &str) -> Result<T, SavedGameError> {
        Fields { of: self.state, within: "gameState" }.get(name)
    }

    fn seats(&self) -> Result<usize, SavedGameError> {
        self.get::<Vec<Value>>("hands").map(|hands| hands.len())
    }
}

/// Gives missing fields their defaults.
pub(super) fn complete(
    state: &mut State,
    log: &[Logged],
    turns: u32,
    old: bool,
    warnings: &mut Vec<String>,
) -> Result<(), SavedGameError> {
    let asking = state.get("pendingChoice").is_some_and(|choice| !choice.is_null());
    if asking {
        // Without its stack an effect cannot be continued.
        for name in ["activeEffects", "nextChoiceId"] {
            if old || !state.contains_key(name) {
                let message = format!("a choice is pending, and there is no {name}");
                return Err(SavedGameError::new(Code::MissingField, message));
            }
        }
    }
    let mut filler = Filler { state, warnings, log };
    filler.fill("edition", |_| Ok(json!(EDITION)))?;
    filler.fill("options", |_| Ok(json!({"proofReveals": true, "turnLimit": null})))?;
    filler.fill("specialAchievements", owned_specials)?;
    filler.fill("achievementCards", cards_under_achievements)?;
    filler.fill("removed", |filler| Ok(json!(ids(unplaced(filler)?))))?;
    filler.fill("turnCounters", |filler| {
        let zero = vec![0; filler.seats()?];
        Ok(json!({"scored": zero, "tucked": zero}))
    })?;
    filler.fill("oneActionTurnsLeft", |filler| {
        let first = if filler.seats()? == 4 { 2 } else { 1 };
        Ok(json!(if turns == 0 { 0 } else { (first + 1_u32).saturating_sub(turns) }))
    })?;
    filler.fill("activeEffects", |_| Ok(json!([])))?;
    filler.fill("nextChoiceId", |filler| Ok(json!(next_choice(filler)?)))?;
    if filler.get::<String>("phase")? == "GameOver" && filler.is_missing("winners") {
        let (winners, condition) = ending(&filler)?;
        filler.fill("winners", |_| Ok(json!(winners)))?;
        filler.state.insert("condition".to_owned(), json!(condition));
    }
    if turns == 0 {
        filler.fill("pendingChoices", |filler| {
            let seats = Seat::first(filler.seats()?);
            let open = seats.map(|seat| json!({"player": seat, "choice": null, "answer": null}));
            Ok(Value::Array(open.collect()))
        })?;
    }
    // Additional fields, which can be derived from other fields or from the log.
    let count = filler.log.len();
    let open: Vec<u8> = removed_openly(filler.log).iter().map(Card::id).collect();
    for (name, value) in
        [("turnCount", json!(turns)), ("nextEvent", json!(count)), ("removedOpen", json!(open))]
    {
        filler.state.entry(name).or_insert(value);
    }
    Ok(())
}

fn ids(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::id).collect()
}

/// The cards that are in none of the zones listed in the state.
fn unplaced(filler: &Filler<'_>) -> Result<CardSet, SavedGameError> {
    #[derive(Deserialize)]
    struct Pile {
        cards: Vec<u8>,
    }
    let mut placed: Vec<u8> = vec![];
    for name in ["hands", "scores", "decks"] {
        placed.extend(filler.get::<Vec<Vec<u8>>>(name)?.into_iter().flatten());
    }
    let boards: Vec<BTreeMap<String, Pile>> = filler.get("boards")?;
    placed.extend(boards.into_iter().flatten().flat_map(|(_, pile)| pile.cards));
    for name in ["achievementCards", "removed"] {
        match filler.state.get(name) {
            Some(Value::Object(_)) => {
                placed.extend(filler.get::<BTreeMap<String, u8>>(name)?.into_values());
            }
            Some(_) => placed.extend(filler.get::<Vec<u8>>(name)?),
            None => {}
        }
    }
    let placed: CardSet = placed.into_iter().filter_map(Card::from_id).collect();
    Ok(CardSet::all() - placed)
}

/// For each age, the lowest remaining id.
fn cards_under_achievements(filler: &Filler<'_>) -> Result<Value, SavedGameError> {
    let left = unplaced(filler)?;
    let lowest =
        |age: u8| left.of_value(age).first().map(|card| (age.to_string(), json!(card.id())));
    Ok(Value::Object((1..=9).filter_map(lowest).collect()))
}

fn owned_specials(filler: &Filler<'_>) -> Result<Value, SavedGameError> {
    let mut owned: Vec<Vec<Special>> = vec![vec![]; filler.seats()?];
    for logged in filler.log {
        if let What::AchievementClaimed { seat, achievement: Achievement::Special(special), .. } =
            logged.event.what
            && let Some(mine) = owned.get_mut(seat.at())
        {
            mine.push(special);
        }
    }
    Ok(json!(owned))
}

/// One more than the highest id in the log, or the number of choices in a setup.
fn next_choice(filler: &Filler<'_>) -> Result<u32, SavedGameError> {
    let asked = |logged: &Logged| match logged.event.what {
        What::ChoiceRequested { id, .. } | What::ChoiceAnswered { id, .. } => Some(id + 1),
        _ => None,
    };
    let _ = filler.seats()?;
    Ok(filler.log.iter().filter_map(asked).max().unwrap_or(0))
}

fn removed_openly(log: &[Logged]) -> CardSet {
    let open = |logged: &Logged| match &logged.event.what {
        What::CardsRemoved { open, .. } => open.iter().copied().collect(),
        _ => CardSet::EMPTY,
    };
    log.iter().map(open).fold(CardSet::EMPTY, |all, some| all | some)
}

/// From the log if it is there, otherwise by achievements, otherwise by score.
fn ending(filler: &Filler<'_>) -> Result<(SeatSet, Condition), SavedGameError> {
    for logged in filler.log.iter().rev() {
        if let What::GameEnded { winners, condition } = logged.event.what {
            return Ok((winners, condition));
        }
    }
    let seats = filler.seats()?;
    let ages: Vec<Vec<u8>> = filler.get("achievements")?;
    let specials: Vec<Vec<Special>> = filler.get("specialAchievements")?;
    let scores: Vec<Vec<u8>> = filler.get("scores")?;
    let count = |seat: Seat| {
        ages.get(seat.at()).map_or(0, Vec::len) + specials.get(seat.at()).map_or(0, Vec::len)
    };
    if let Some(winner) =
        Seat::first(seats).find(|seat| count(*seat) >= 8_usize.saturating_sub(seats))
    {
        return Ok((SeatSet::of(winner), Condition::Achievements));
    }
    let points = |seat: Seat| -> CardSet {
        let ids = scores.get(seat.at()).into_iter().flatten();
        ids.filter_map(|id| Card::from_id(*id)).collect()
    };
    let rank = |seat: Seat| (points(seat).sum(), count(seat));
    let best = Seat::first(seats).map(rank).max();
    let winners = Seat::first(seats).filter(|seat| Some(rank(*seat)) == best).collect();
    Ok((winners, Condition::Score))
}

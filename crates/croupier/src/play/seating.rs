//! Seats the person and the bots in a room, for a new match or a loaded one.

use std::path::Path;

use croupier_bots::{LEVELS, PlayerSpec};
use croupier_catalog::{
    AnyCall, AnyEntry, AnyGame, AnyRoom, Catalog, LoadPlan, OptionChoice, RoomPlan,
};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{By, Error, ErrorKind, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Act, FrameCause, Input};
use croupier_kit::room::{BotLevel, Occupant, PlayerId, RoomOptions, SavedRoom};
use croupier_kit::save::{Save, SaveError};
use serde_json::{Value, json};

use super::session::sentence;
use crate::error::CliError;
use crate::file;
use crate::words::on_one_line;

/// The name in a save for the seat of the person at the terminal.
pub(super) const PERSON: &str = "you";

/// The bot for a seat if the save does not say who played it.
const SUBSTITUTE: &str = "greedy";

/// The person at the terminal.
const ME: PlayerId = PlayerId(1);

/// How long a bot waits before it acts, if the game does not say.
const BOT_DELAY: Millis = Millis(800);

/// How many log lines from before the save are shown again.
const RECALLED: usize = 12;

/// From how many of the last steps these lines are taken, at most.
const RECALLED_STEPS: usize = 60;

/// A room with the person at the terminal in it.
#[derive(Debug)]
pub(super) struct OwnRoom {
    pub(super) room: Box<dyn AnyRoom>,
    pub(super) me: PlayerId,
    /// Who sits where, as a save names them.
    pub(super) players: Vec<String>,
    /// The log so far.
    pub(super) log: Vec<String>,
    /// The length of the log before each action of the person.
    pub(super) marks: Vec<usize>,
    /// The seed for the decisions of bots.
    pub(super) seed: u64,
    /// The bytes of the saved match that was loaded. None for a saved room: saving a match must not
    /// overwrite the file of a room.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Deals a new match to these players. With `at_once`, bots act without a delay.
pub(super) fn deal(
    game: &dyn AnyGame,
    choice: OptionChoice,
    players: Vec<String>,
    seed: u64,
    at_once: bool,
) -> Result<OwnRoom, CliError> {
    for name in players.iter().filter(|name| *name != PERSON) {
        let known = name.parse::<PlayerSpec>().map_err(Error::from);
        known.map_err(CliError::asked)?;
    }
    let settings = settings(&players, at_once)?;
    // A different seed, so that names and delays of bots do not use the random stream of the cards.
    let plan = RoomPlan { choice, settings, seed: Seed::from_number(!seed), start: Millis::ZERO };
    let mut room = game.room(&plan).map_err(CliError::asked)?;
    let mut calls = vec![AnyCall::Seed(Seed::from_number(seed))];
    let say = |command: Value| AnyCall::Person { id: ME, command };
    for (name, title) in players.iter().zip(titles(&players)) {
        calls.push(say(match name.as_str() {
            PERSON => json!({"join": {"name": title}}),
            level => json!({"add_bot": {"level": level, "name": title}}),
        }));
    }
    calls.extend([say(json!("ready")), say(json!("start_game"))]);
    let mut log = vec![];
    for call in &calls {
        let handled = room.handle(call, Millis::ZERO);
        // The person knows who joins; only the entries of the match are shown.
        let entries = handled.entries_for(Some(ME)).filter(AnyEntry::is_of_match);
        log.extend(entries.filter_map(sentence));
        handled.answer.map_err(CliError::asked)?;
    }
    Ok(OwnRoom { room, me: ME, players, log, marks: vec![], seed, bytes: None })
}

/// Goes on with a saved match or a saved room of the game that was asked for, or of any game.
pub(super) fn resume<'a>(
    catalog: &'a Catalog,
    asked: Option<&'a dyn AnyGame>,
    path: &Path,
    seed: u64,
    at_once: bool,
) -> Result<(&'a dyn AnyGame, OwnRoom), CliError> {
    let bytes = file::read(path)?;
    let found = |why: Error| CliError::found(why).at(path.display());
    let game_of = |id: &str| match asked {
        Some(game) => is_of(game, id, path).map(|()| game),
        None => catalog.find(id).map_err(found),
    };
    let (game, own) = match SavedRoom::read(&bytes) {
        Ok(saved) => {
            let game = game_of(&saved.game)?;
            (game, resume_room(game, &bytes, seed).map_err(found)?)
        }
        Err(SaveError::NotASave) => {
            let save = file::FoundSave::read(path)?.save;
            let game = game_of(&save.game)?;
            (game, resume_match(game, &save, &bytes, at_once).map_err(found)?)
        }
        Err(why) => return Err(found(why.into())),
    };
    let nobody = || CliError::misuse("nobody_sits", "no person plays in this match");
    Ok((game, own.ok_or_else(nobody)?))
}

fn is_of(game: &dyn AnyGame, id: &str, path: &Path) -> Result<(), CliError> {
    if id == game.id() {
        return Ok(());
    }
    let sentence = format!("it is a match of {id}, not of {}", game.id());
    Err(CliError::misuse("other_game", sentence).at(path.display()))
}

/// None if there is no person in the room.
fn resume_room(game: &dyn AnyGame, bytes: &[u8], seed: u64) -> Result<Option<OwnRoom>, Error> {
    // A saved room contains its settings and people.
    let mut room = game.load_room(bytes, &LoadPlan::default())?;
    let persons = room.persons();
    let Some((me, others)) = persons.split_first() else { return Ok(None) };
    for id in others {
        // The other persons are not here; stand-ins play for them after a while. The call is
        // refused for a person who is away already.
        let now = room.now();
        let _ = room.handle(&AnyCall::Lost { id: *id }, now);
    }
    for command in ["reconnect", "resume"] {
        let call = AnyCall::Person { id: *me, command: json!(command) };
        let now = room.now();
        // Refused, and that is fine, if the connection was not lost or the match is not paused.
        let _ = room.handle(&call, now);
    }
    let named = |player: croupier_kit::room::PlayerView| match player.level {
        Some(level) => level.to_string(),
        None if player.id == *me => PERSON.to_owned(),
        None => SUBSTITUTE.to_owned(),
    };
    let players = room.players().into_iter().map(named).collect();
    let (log, marks) = match room.match_save() {
        Some(save) => {
            let save = save?;
            is_retraced(game, &save)?;
            recalled(game, &save, room.as_ref(), *me)
        }
        None => (vec![], vec![]),
    };
    Ok(Some(OwnRoom { me: *me, room, players, log, marks, seed, bytes: None }))
}

/// None if no person played in the match.
fn resume_match(
    game: &dyn AnyGame,
    save: &Save,
    bytes: &[u8],
    at_once: bool,
) -> Result<Option<OwnRoom>, Error> {
    is_retraced(game, save)?;
    let players = players_of(save);
    if players.iter().all(|name| name != PERSON) {
        return Ok(None);
    }
    let occupant = |(name, title): (&String, String)| match name.as_str() {
        PERSON => Occupant::Person { id: ME, name: title },
        level => Occupant::Bot { level: level_of(level), name: Some(title) },
    };
    let occupants = players.iter().zip(titles(&players)).map(occupant).collect();
    let settings = settings(&players, at_once)
        .map_err(|why| Error::new(ErrorKind::CorruptState, why.code, why.sentence))?;
    let number = u64::from_le_bytes(std::array::from_fn(|at| !save.seed.0[at]));
    let plan = LoadPlan {
        settings,
        occupants: Some(occupants),
        seed: Seed::from_number(number),
        start: Millis::ZERO,
    };
    let room = game.load_room(bytes, &plan)?;
    let (log, marks) = recalled(game, save, room.as_ref(), ME);
    let bytes = Some(bytes.to_vec());
    Ok(Some(OwnRoom { room, me: ME, players, log, marks, seed: number, bytes }))
}

/// If a match was dealt under the current rules, its inputs must lead to the saved position. If
/// not, the error names the first input that is refused, if one is.
fn is_retraced(game: &dyn AnyGame, save: &Save) -> Result<(), Error> {
    if save.dealt_under != game.version() || game.replay(save, None)?.verified {
        return Ok(());
    }
    let message = "its inputs lead to another position than the one that was saved";
    Err(Error::new(ErrorKind::CorruptState, "replay_differs", message))
}

/// Who played, as far as the save says. Only the first person keeps the seat: a terminal has one.
fn players_of(save: &Save) -> Vec<String> {
    let written = &save.metadata.players;
    let mut has_person = false;
    let mut name = |(at, kind): (usize, &SeatKind)| {
        let is_person = *kind == SeatKind::Person && !std::mem::replace(&mut has_person, true);
        match (written.get(at), kind) {
            _ if is_person => PERSON.to_owned(),
            (Some(name), _) if name.parse::<PlayerSpec>().is_ok() => name.clone(),
            (_, SeatKind::House) => PlayerSpec::HOUSE.to_owned(),
            _ => SUBSTITUTE.to_owned(),
        }
    };
    save.seats.iter().enumerate().map(&mut name).collect()
}

/// The last log lines of the person, and how many of them came before each of the person's actions.
fn recalled(
    game: &dyn AnyGame,
    save: &Save,
    room: &dyn AnyRoom,
    me: PlayerId,
) -> (Vec<String>, Vec<usize>) {
    let players = room.players();
    let seat = players.iter().find(|player| player.id == me).map_or(Seat(0), |it| it.seat);
    let names: Vec<String> = players.into_iter().map(|player| player.name).collect();
    let save = without_what_was_taken_back(save);
    let told = || -> Result<_, Error> {
        let total = game.frames(&save, 0, 0)?.total;
        let frames = game.frames(&save, total.saturating_sub(RECALLED_STEPS), RECALLED_STEPS)?;
        let (mut lines, mut marks) = (vec![], vec![]);
        for frame in &frames.frames {
            if let FrameCause::Input(input) = frame.cause()
                && is_undoable(&input)
                && input.by == By::Seat(seat)
            {
                marks.push(lines.len());
            }
            let texts = frame.told(Viewer::Seat(seat), &names);
            lines.extend(texts.into_iter().filter_map(|it| Some(on_one_line(&it.text?.codes()))));
        }
        Ok((lines, marks))
    };
    // A match under older rules cannot be replayed. It goes on without the earlier log.
    let (mut lines, mut marks) = told().unwrap_or_default();
    let older = lines.len().saturating_sub(RECALLED);
    lines.drain(..older);
    marks.retain_mut(|mark| mark.checked_sub(older).map(|less| *mark = less).is_some());
    (lines, marks)
}

/// The same save without undone inputs and their undos.
fn without_what_was_taken_back(save: &Save) -> Save {
    let mut save = save.clone();
    for input in std::mem::take(&mut save.inputs) {
        if input.act == Act::Undo {
            let last = save.inputs.iter().rposition(is_undoable);
            save.inputs.truncate(last.unwrap_or(0));
        } else {
            save.inputs.push(input);
        }
    }
    save
}

/// An undo takes back the last action of a seat and everything after it.
fn is_undoable(input: &Input<Value>) -> bool {
    matches!((&input.act, input.by), (Act::Do(_), By::Seat(_)))
}

/// The options of a room for one person.
fn settings(players: &[String], at_once: bool) -> Result<RoomOptions, CliError> {
    let mut bot_levels: Vec<BotLevel> = LEVELS.iter().map(|it| level_of(it.name)).collect();
    for name in players.iter().filter(|name| *name != PERSON && *name != PlayerSpec::HOUSE) {
        let level = name.parse().map_err(|why: croupier_kit::room::ParseBotLevelError| {
            CliError::misuse("unknown_bot", format!("{name:?} is not a bot: {why}"))
        })?;
        if !bot_levels.contains(&level) {
            bot_levels.push(level);
        }
    }
    Ok(RoomOptions {
        bot_levels,
        stand_in: level_of(SUBSTITUTE),
        bot_delay_ms: if at_once { Millis::ZERO } else { BOT_DELAY },
        abandon_ms: None,
        idle_ms: None,
        instant_rematch: true,
        undo: true,
        hints: true,
        ..RoomOptions::default()
    })
}

fn level_of(name: &str) -> BotLevel {
    name.parse().unwrap_or(BotLevel::RANDOM)
}

/// The names of players: "You", "Greedy", and if there are several "Greedy 1", "Greedy 2", …
fn titles(players: &[String]) -> Vec<String> {
    let title = |(at, name): (usize, &String)| {
        let word = crate::words::capitalised(name);
        let same = |others: &[String]| others.iter().filter(|other| *other == name).count();
        match same(players) {
            1 => word,
            _ => format!("{word} {}", same(&players[..at]) + 1),
        }
    };
    players.iter().enumerate().map(title).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_bots_of_a_kind_are_numbered() {
        let players = ["you", "greedy", "easy", "greedy"].map(str::to_owned);
        assert_eq!(titles(&players), ["You", "Greedy 1", "Easy", "Greedy 2"]);
    }
}

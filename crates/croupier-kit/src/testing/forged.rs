//! Saves are never trusted: a forged save is either refused with an error or can be played on. It
//! is verified only if its inputs lead to it.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_chart::run::{SavedTimer, TimerId};
use serde::Deserialize;
use serde_json::Value;

use crate::cards::{Dice, Seed, fingerprint};
use crate::game::{By, Game, Seat, SeatKind, Viewer};
use crate::matches::{Act, Input, Match, Memories, Setup, replay};
use crate::room::{Call, Command, PlayerId, Room, SavedRoom};
use crate::save::{Metadata, Save, SavedMoment, read_input, setup_of};
use crate::testing::Suite;
use crate::testing::agreement::replayed;
use crate::testing::forgery::forge;
use crate::testing::room_fuzz::some_room;
use crate::testing::trial::Trial;
use crate::testing::work::within;
use crate::{Millis, UnixMillis};

/// How many forgeries are made from one document.
const FORGERIES: u64 = 50;
/// The maximum number of steps before a match is saved. Low, because each forgery may be replayed.
const STEPS: u32 = 40;
/// The same if undo is on, where each action adds a position to the save.
const UNDO_STEPS: u32 = 8;
/// For how many steps a loaded match or room is played on.
const PLAYED_ON: usize = 10;
/// How many steps a save may take: a replay fires up to a million timers, and a verified save is
/// played twice more.
const SAVE_STEPS: u64 = 3_100_000;
/// The same for a room: a single call takes a few thousand steps at most.
const ROOM_STEPS: u64 = 200_000;
/// How many failures are collected before the test fails.
const TOLD: usize = 20;

/// What became of the forged documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Fate {
    /// How many there were.
    forged: u64,
    /// How many could be read.
    read: u64,
    /// How many could be loaded.
    loaded: u64,
    /// How many have inputs that lead to the saved position.
    verified: u64,
    /// The most steps that one of them took, to load it, replay it and play it on.
    most_steps: u64,
    /// The number of that document.
    slowest: u64,
}

/// Forges `count` saves, and a tenth as many rooms.
pub(super) fn check<G: Game>(suite: &Suite<G>, count: u64) -> [Fate; 2] {
    let some_save = |number: u64| saved_match(suite, number);
    let saves = forge_all("a save", (count, SAVE_STEPS), some_save, forged_save::<G>);
    let room = |number: u64| some_room::<G>(200 + number % 7 * 300, number);
    let rooms = forge_all("a room", (count / 10, ROOM_STEPS), room, forged_room::<G>);
    let met = saves.loaded * 50 > saves.forged && saves.verified > 0 && rooms.loaded > 0;
    assert!(met, "too few forgeries were loaded or verified: {saves:?}, {rooms:?}");
    [saves, rooms]
}

/// Forges documents one after the other. Panics are collected, so that one run reports all.
fn forge_all<D: serde::Serialize>(
    what: &str,
    (count, most_steps): (u64, u64),
    document: impl Fn(u64) -> D,
    look: impl Fn(Value, &mut Dice) -> Fate,
) -> Fate {
    let mut all = Fate::default();
    let mut faults = BTreeSet::new();
    for number in 0..count.div_ceil(FORGERIES) {
        let original = serde_json::to_value(document(number)).expect("it can be written");
        for again in 0..FORGERIES.min(count - number * FORGERIES) {
            let mut dice = Dice::new(Seed::from_number(number * FORGERIES + again));
            let mut forged = original.clone();
            let changes = forge(&mut forged, &mut dice);
            let looked = AssertUnwindSafe(|| within(most_steps, || look(forged, &mut dice)));
            match catch_unwind(looked) {
                Ok((fate, steps)) => {
                    if steps > all.most_steps {
                        (all.most_steps, all.slowest) = (steps, number * FORGERIES + again);
                    }
                    all.forged += 1;
                    all.read += fate.read;
                    all.loaded += fate.loaded;
                    all.verified += fate.verified;
                }
                Err(panic) => {
                    let text = panic.downcast_ref::<String>().map(String::as_str);
                    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                    let text = text.unwrap_or("it panicked").to_owned();
                    faults.insert((text, format!("{number}.{again}: {}", changes.join("; "))));
                }
            }
        }
        assert!(faults.len() < TOLD, "forging {what}: {faults:#?}");
    }
    assert!(faults.is_empty(), "forging {what}: {faults:#?}");
    all
}

/// A match after some steps; every second one has undo on. Only one in eight may be over, so that
/// most can be played on.
fn saved_match<G: Game>(suite: &Suite<G>, number: u64) -> Save {
    let undo = number % 2 == 1;
    let mut trial = Trial::new(suite, 9_000_000 + number);
    let steps = trial.dice.below(if undo { UNDO_STEPS } else { STEPS });
    let taken = (0..steps).take_while(|_| trial.step()).count();
    if trial.game.outcome().is_some() && !number.is_multiple_of(8) {
        let fewer = trial.dice.below(u32::try_from(taken).unwrap_or(steps).max(1));
        trial = Trial::new(suite, 9_000_000 + number);
        let _ = (0..fewer).take_while(|_| trial.step()).count();
    }
    let saved = if undo {
        let setup = Setup { undo, ..trial.case.setup.clone() };
        replayed(&setup, trial.game.inputs(), trial.game.now())
            .save(UnixMillis::EPOCH, Metadata::default())
    } else {
        trial.game.save(UnixMillis::EPOCH, Metadata::default())
    };
    saved.unwrap_or_else(|why| panic!("the match cannot be saved: {why}"))
}

/// Corrects the hashes of a forged save.
fn reseal<G: Game>(save: &mut Save) {
    let Save { snapshot, earlier, .. } = save;
    for moment in std::iter::once(snapshot).chain(earlier) {
        if let Ok(state) = G::State::deserialize(&moment.state) {
            moment.hash = fingerprint(&state);
        }
    }
}

fn forged_save<G: Game>(forged: Value, dice: &mut Dice) -> Fate {
    let mut fate = Fate::default();
    let Ok(mut save) = serde_json::from_value::<Save>(forged) else { return fate };
    if dice.below(8) > 0 {
        reseal::<G>(&mut save);
    }
    if dice.below(8) == 0 {
        let _ = add_timer::<G>(&mut save, dice);
    }
    if dice.below(4) == 0 {
        let bytes = if dice.below(2) == 0 { save.to_json() } else { save.to_zstd() };
        save = Save::read(&bytes).expect("it is sealed");
    }
    fate.read = 1;
    let loaded = Match::<G>::load(&save);
    fate.verified = u64::from(verified::<G>(&save));
    match loaded {
        Ok(game) => {
            fate.loaded = 1;
            play_some(game, dice);
        }
        Err(error) => {
            assert!(fate.verified == 0, "the save is verified, but cannot be loaded: {error}");
            assert!(!error.to_string().is_empty() && !error.code().is_empty());
        }
    }
    fate
}

/// Adds a timer that later raises an action of a seat, when it may be illegal. Triggers raised by
/// timers are not checked, so a flow has to say which it allows (`Machine::raises`).
fn add_timer<G: Game>(save: &mut Save, dice: &mut Dice) -> Option<()> {
    let game = Match::<G>::load(save).ok()?;
    let asked: Vec<Seat> = game.to_act().iter().collect();
    let seat = *dice.pick(&asked)?;
    let action = G::random_action(game.position(), seat, dice)?;
    let trigger = G::check(game.position(), By::Seat(seat), &action).ok()?;
    let trigger = serde_json::to_value(trigger).ok()?;
    let (id, wait) = (TimerId([1, 2, 3][dice.below(3) as usize]), u64::from(dice.below(3)) * 500);
    let flow = &mut save.snapshot.flow;
    flow.seq = flow.seq.saturating_add(1);
    let (due, seq) = (flow.now + Millis(wait), flow.seq);
    let timer = SavedTimer::Own { id, trigger, due, seq, every: None, suspended: false };
    flow.root.timers.push(timer);
    Some(())
}

/// Whether the save is verified. If it is, playing its inputs one by one must lead to it as well.
fn verified<G: Game>(save: &Save) -> bool {
    let Ok(report) = replay::<G>(save) else { return false };
    if !report.verified {
        return false;
    }
    let setup = setup_of::<G>(save).expect("it was replayed");
    let read = |(at, input)| read_input::<G>(at, input).expect("it was replayed");
    let inputs: Vec<_> = save.inputs.iter().enumerate().map(read).collect();
    let moment = |game: &Match<G>| -> (SavedMoment, Vec<SavedMoment>) {
        let again = game.save(UnixMillis::EPOCH, Metadata::default()).expect("it was saved before");
        (again.snapshot, again.earlier)
    };
    let saved = (save.snapshot.clone(), save.earlier.clone());
    // Timers due at the last instant may or may not have fired before the save.
    let at_once = replayed(&setup, &inputs, Millis::ZERO);
    let later = replayed(&setup, &inputs, save.snapshot.flow.now);
    let found = [moment(&at_once), moment(&later)];
    assert!(found.contains(&saved), "the save is verified, but its inputs do not lead to it");
    true
}

/// Plays on for some steps and queries everything that viewers see. Errors are fine, panics are
/// not.
fn play_some<G: Game>(mut game: Match<G>, dice: &mut Dice) {
    for _ in 0..PLAYED_ON {
        look_around(&game);
        if G::invariants(game.position()).is_err() || game.outcome().is_some() {
            break;
        }
        let asked: Vec<Seat> = game.to_act().iter().collect();
        let seat = dice.pick(&asked).copied();
        let action = seat.and_then(|seat| G::random_action(game.position(), seat, dice));
        let goes_on = match (seat, action, game.next_due()) {
            (Some(seat), Some(action), _) => game.act(seat, action).is_ok(),
            (_, _, Some(due)) => game.advance_to(due.max(game.now())).is_ok(),
            _ => false,
        };
        if !goes_on {
            break;
        }
    }
    let undo = Input { at: game.now(), by: By::Seat(Seat(0)), act: Act::Undo };
    if game.input(undo).is_ok() {
        look_around(&game);
    }
    let _ = game.save(UnixMillis::EPOCH, Metadata::default());
    let memories = game.memories().unwrap_or_else(|| Memories::new(game.seats().len()));
    if dice.below(8) == 0 && G::invariants(game.position()).is_ok() {
        resample_for_all(&game, &memories, dice);
    }
}

/// Resamples a world for every seat, as a search does.
fn resample_for_all<G: Game>(game: &Match<G>, memories: &Memories<G>, dice: &mut Dice) {
    for (seat, memory) in Seat::first(game.seats().len()).zip(memories.iter()) {
        let view = game.view(Viewer::Seat(seat));
        let _ = G::resample(game.position().observed_by(seat, &view, memory), dice);
    }
}

fn look_around<G: Game>(game: &Match<G>) {
    let _ = (game.next_due(), game.outcome(), game.hash());
    let _ = (G::stage(game.position()), G::length(game.position()));
    let _ = game.view(Viewer::Public);
    for seat in Seat::first(game.seats().len()) {
        let _ = game.view(Viewer::Seat(seat));
        let _ = game.offers(seat);
        for action in game.legal_actions(seat).into_iter().take(4) {
            let _ = game.describe_action(seat, action);
        }
        let _ = game.prompt(seat);
        let _ = G::default_action(game.position(), seat);
    }
}

fn forged_room<G: Game>(forged: Value, dice: &mut Dice) -> Fate {
    let mut fate = Fate::default();
    let Ok(mut saved) = serde_json::from_value::<SavedRoom>(forged) else { return fate };
    if let Some(save) = saved.match_mut() {
        reseal::<G>(save);
    }
    if dice.below(4) == 0 {
        saved = SavedRoom::read(&saved.to_json()).expect("it is sealed");
    }
    fate.read = 1;
    let Ok(room) = Room::<G>::load(&saved) else { return fate };
    fate.loaded = 1;
    use_room(room, dice);
    fate
}

/// Makes some calls to a room. Errors are fine, panics are not.
fn use_room<G: Game>(mut room: Room<G>, dice: &mut Dice) {
    for _ in 0..PLAYED_ON {
        let ids: Vec<PlayerId> = room.party.members.iter().map(|member| member.id).collect();
        let _ = room.view(None);
        for id in &ids {
            let _ = (room.view(Some(*id)), room.open_commands(*id));
        }
        let _ = (room.bots_owed(), room.next_due());
        let now = room.now();
        let id = dice.pick(&ids).copied().unwrap_or(PlayerId(1));
        let call = match dice.below(8) {
            0 => Call::Lost { id },
            1 => Call::Wake,
            2..=5 => some_move(&room, dice).unwrap_or(Call::Wake),
            _ => {
                let commands = room.possible_commands();
                let command = dice.pick(&commands).map(|(_, _, command)| command.clone());
                Call::Person { id, command: command.unwrap_or(Command::Leave) }
            }
        };
        let wait = Millis(u64::from(dice.below(3)) * 500);
        room.handle(call, now + wait);
        if room.invariants().is_err() {
            break;
        }
    }
    let _ = room.save();
}

fn some_move<G: Game>(room: &Room<G>, dice: &mut Dice) -> Option<Call<G>> {
    let playing = room.playing.as_ref()?;
    let asked: Vec<Seat> = playing.to_act().iter().collect();
    let seat = *dice.pick(&asked)?;
    let action = G::random_action(playing.game.position(), seat, dice)?;
    let prompt = playing.questions.get(seat.at())?.id;
    let member = room.party.at_seat(seat)?;
    if member.bot().is_some() || playing.game.seats().get(seat.at()) == Some(&SeatKind::House) {
        return Some(Call::Bot { seat, prompt, action: Some(action) });
    }
    let command = Command::Act { action, prompt: Some(prompt) };
    Some(Call::Person { id: member.id, command })
}

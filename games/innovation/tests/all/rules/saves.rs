//! Section 14: the specification's own file format, its errors, and the migration of older files.

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Seat;
use croupier_kit::matches::Match;
use croupier_kit::save::{Metadata, Save};
use innovation::Innovation;
use innovation::save::{
    Code, Logged, SavedGame, compress, decompress, deserialize, serialize, validate_save,
};
use innovation::state::Phase;
use serde_json::{Value, json};

use super::{dealt, play_until};

/// A match with its log.
struct Kept {
    game: Match<Innovation>,
    log: Vec<Logged>,
}

impl Kept {
    fn new(players: usize, seed: u64) -> Self {
        let mut kept = Self { game: dealt(players, seed), log: vec![] };
        kept.keep();
        kept
    }

    fn keep(&mut self) {
        let events = self.game.take_events();
        self.log.extend(events.into_iter().map(|event| Logged { timestamp: UnixMillis(7), event }));
    }

    fn play_until(
        &mut self,
        dice: &mut Dice,
        reached: impl Fn(&Match<Innovation>) -> bool,
    ) -> bool {
        let log = &mut self.log;
        play_until(&mut self.game, dice, |game| {
            let events = game.take_events();
            log.extend(events.into_iter().map(|event| Logged { timestamp: UnixMillis(7), event }));
            reached(game)
        })
    }

    fn saved(&self) -> SavedGame {
        SavedGame {
            timestamp: UnixMillis(1_700_000_000),
            players: ["Ann", "Ben", "Cat", "Dan"][..self.game.seats().len()]
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            game_id: "game-1".to_owned(),
            state: self.game.state().clone(),
            log: self.log.clone(),
        }
    }

    fn text(&self) -> String {
        serialize(&self.saved()).unwrap()
    }
}

fn middle() -> Kept {
    let mut kept = Kept::new(2, 40);
    let mut dice = Dice::new(Seed::from_number(40));
    assert!(kept.play_until(&mut dice, |game| game.state().turns() > 12
        && game.state().phase() == Phase::AwaitingAction));
    kept
}

fn asking() -> Kept {
    let mut kept = Kept::new(3, 41);
    let mut dice = Dice::new(Seed::from_number(41));
    assert!(kept.play_until(&mut dice, |game| game.state().dogma().is_some()));
    kept
}

/// The code with which an edited save is refused.
fn refused(kept: &Kept, change: impl FnOnce(&mut Value)) -> Code {
    let mut save: Value = serde_json::from_str(&kept.text()).unwrap();
    change(&mut save);
    deserialize(&save.to_string()).unwrap_err().code
}

/// An edit with the checksum removed.
fn unsigned(kept: &Kept, change: impl FnOnce(&mut Value)) -> Code {
    refused(kept, |save| {
        save.as_object_mut().unwrap().remove("checksum");
        change(save);
    })
}

/// The fields of the format, without insignificant whitespace.
#[test]
fn in_126_the_fields_are_those_of_the_format() {
    let kept = middle();
    let text = kept.text();
    assert!(!text.contains(": ") && !text.contains('\n'));
    let save: Value = serde_json::from_str(&text).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&save), ["checksum", "gameState", "metadata", "timestamp", "version"]);
    assert_eq!(keys(&save["metadata"]), ["gameId", "players", "turnCount"]);
    let fields = keys(&save["gameState"]);
    for name in [
        "edition",
        "options",
        "currentPlayer",
        "phase",
        "rngSeed",
        "rngState",
        "hands",
        "boards",
        "scores",
        "achievements",
        "specialAchievements",
        "achievementCards",
        "decks",
        "removed",
        "availableAchievements",
        "availableSpecialAchievements",
        "actionsRemaining",
        "oneActionTurnsLeft",
        "turnCounters",
        "activeEffects",
        "pendingChoice",
        "nextChoiceId",
        "eventLog",
    ] {
        assert!(fields.iter().any(|field| field == name), "{name}");
    }
    let state = &save["gameState"];
    assert_eq!(state["edition"], "base-1");
    assert_eq!(state["options"], json!({"proofReveals": true, "turnLimit": null}));
    assert_eq!(state["rngSeed"], json!(Seed::from_number(40)));
    assert!(state["rngState"].as_u64().unwrap() > 0);
    assert_eq!(state["decks"].as_array().unwrap().len(), 10);
    let pile = &state["boards"][0]["blue"];
    assert!(pile["cards"].is_array() && pile.get("splay").is_some());
}

/// IN-127: saves are exact in every phase, even within a dogma, and continue identically.
#[test]
fn in_127_what_is_read_is_what_was_written() {
    for game in 0..3 {
        let mut kept = Kept::new(2 + usize::try_from(game).unwrap(), game);
        let mut dice = Dice::new(Seed::from_number(game));
        let mut copies: Vec<(usize, Match<Innovation>)> = vec![];
        for wait in (0..).map(|stop| 3 + stop * 2) {
            let moved = std::cell::Cell::new(0);
            let on = kept.play_until(&mut dice, |_| {
                moved.set(moved.get() + 1);
                moved.get() > wait
            });
            let saved = kept.saved();
            let text = serialize(&saved).unwrap();
            let loaded = deserialize(&text).unwrap();
            assert_eq!(loaded.game, saved);
            assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
            assert_eq!(serialize(&loaded.game).unwrap(), text, "the same bytes");
            let resumed = loaded.game.resume().unwrap();
            assert_eq!(resumed.state(), kept.game.state());
            copies.push((kept.game.inputs().len(), resumed));
            if !on {
                break;
            }
        }
        // Every copy, continued with the same inputs, reaches the same end.
        for (done, mut copy) in copies {
            for input in &kept.game.inputs()[done..] {
                copy.input(input.clone()).unwrap();
            }
            assert_eq!(copy.state(), kept.game.state());
        }
    }
}

#[test]
fn in_128_versions() {
    let kept = middle();
    for version in ["1.1.0", "2.0.0", "0.8.0", "1.0", "one", ""] {
        assert_eq!(refused(&kept, |save| save["version"] = json!(version)), Code::UnknownVersion);
    }
    let mut save: Value = serde_json::from_str(&kept.text()).unwrap();
    save["version"] = json!("1.0.7");
    assert!(deserialize(&save.to_string()).is_ok(), "a later patch is readable");
}

const STARRED: [&str; 10] = [
    "edition",
    "options",
    "specialAchievements",
    "achievementCards",
    "removed",
    "oneActionTurnsLeft",
    "turnCounters",
    "activeEffects",
    "nextChoiceId",
    "pendingChoices",
];

/// A save in format 0.9: a bare list of fields.
fn bare(kept: &Kept) -> Value {
    let mut save: Value = serde_json::from_str(&kept.text()).unwrap();
    save["version"] = json!("0.9.0");
    save.as_object_mut().unwrap().remove("checksum");
    let state = save["gameState"].as_object_mut().unwrap();
    for name in STARRED {
        state.remove(name);
    }
    for own in ["turnCount", "nextEvent", "removedOpen", "winners", "condition"] {
        state.remove(own);
    }
    save
}

/// IN-129: whatever the bare list lacks is derived or gets its default.
#[test]
fn in_129_a_save_of_0_9_0_is_brought_forward() {
    let kept = middle();
    let loaded = deserialize(&bare(&kept).to_string()).unwrap();
    assert!(!loaded.warnings.is_empty());
    let (old, new) = (kept.game.state(), &loaded.game.state);
    assert_eq!(new.turn(), old.turn());
    assert_eq!((new.turns(), new.actions()), (old.turns(), old.actions()));
    for seat in Seat::first(2) {
        assert_eq!(new.world().hand(seat), old.world().hand(seat));
        assert_eq!(new.world().score(seat), old.world().score(seat));
        assert_eq!(new.world().achievements(seat), old.world().achievements(seat));
    }
    assert!(loaded.game.resume().is_ok());
}

#[test]
fn in_129_the_first_turns_of_0_9_0_are_short() {
    for (players, expected) in [(2, 1), (3, 1), (4, 2)] {
        let mut kept = Kept::new(players, 50);
        let mut dice = Dice::new(Seed::from_number(50));
        assert!(kept.play_until(&mut dice, |game| game.state().turns() == 1));
        let loaded = deserialize(&bare(&kept).to_string()).unwrap();
        let text = serde_json::to_value(&loaded.game.state).unwrap();
        assert_eq!(text["oneActionTurnsLeft"], expected, "{players} players");
        assert_eq!(&loaded.game.state, kept.game.state());
    }
}

/// IN-129: the winners of a finished game come from the log, else from achievements, else from the
/// score.
#[test]
fn in_129_the_end_of_0_9_0() {
    let mut reasons = vec![];
    for game in 0..8 {
        let mut kept = Kept::new(2, 60 + game);
        let mut dice = Dice::new(Seed::from_number(game));
        kept.play_until(&mut dice, |_| false);
        kept.keep();
        let ending = kept.game.state().ending().unwrap();
        let save = bare(&kept);
        let loaded = deserialize(&save.to_string()).unwrap();
        assert_eq!(loaded.game.state.ending(), Some(ending));
        reasons.push(ending.condition);
        // Without a readable log the rules decide; an end by effect cannot be detected then.
        let mut silent = save;
        silent["gameState"]["eventLog"] = json!([{"type": "something else"}]);
        let removed = loaded
            .game
            .state
            .world()
            .zones()
            .cards(innovation::zones::Zone::REMOVED)
            .next()
            .is_some();
        if ending.condition.as_str() != "effect" && !removed {
            let specials = (0..2).any(|seat| {
                let text = serde_json::to_value(kept.game.state()).unwrap();
                !text["specialAchievements"][seat].as_array().unwrap().is_empty()
            });
            if !specials {
                let loaded = deserialize(&silent.to_string()).unwrap();
                assert_eq!(loaded.game.state.ending(), Some(ending));
            }
        }
    }
    assert!(reasons.len() > 2);
}

#[test]
fn in_129_a_pending_choice_of_0_9_0_is_refused() {
    let kept = asking();
    assert_eq!(deserialize(&bare(&kept).to_string()).unwrap_err().code, Code::MissingField);
}

/// IN-130: loading validates; see `invariants.rs` for each rule.
#[test]
fn in_130_loading_validates() {
    let code = unsigned(&middle(), |save| save["gameState"]["actionsRemaining"] = json!(0));
    assert_eq!(code, Code::Broken(143));
}

#[test]
fn in_131_the_compressed_form_survives_and_damage_is_noticed() {
    let text = middle().text();
    let packed = compress(&text).unwrap();
    assert!(packed.len() * 3 < text.len());
    assert_eq!(decompress(&packed).unwrap(), text);
    for at in (0..packed.len()).step_by(97) {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x55;
        match decompress(&damaged) {
            Err(fault) => assert_eq!(fault.code, Code::BadJson),
            Ok(other) => assert!(other == text || deserialize(&other).is_err()),
        }
    }
    for end in [0, 1, packed.len() / 2, packed.len() - 1] {
        assert_eq!(decompress(&packed[..end]).map_err(|fault| fault.code), Err(Code::BadJson));
    }
}

#[test]
fn in_132_a_save_can_be_validated_without_a_game() {
    let kept = middle();
    assert_eq!(validate_save(&kept.text()), Ok(vec![]));
    assert_eq!(validate_save("{").unwrap_err().code, Code::BadJson);
}

#[test]
fn in_114_every_fault_has_its_code() {
    let kept = middle();
    let state = |save: &mut Value, name: &str, value: Value| save["gameState"][name] = value;
    assert_eq!(deserialize("nonsense").unwrap_err().code, Code::BadJson);
    assert_eq!(deserialize("[]").unwrap_err().code, Code::BadField);
    assert_eq!(unsigned(&kept, |save| state(save, "hands", json!("none"))), Code::BadField);
    assert_eq!(unsigned(&kept, |save| state(save, "currentPlayer", json!(7))), Code::BadField);
    assert_eq!(
        unsigned(&kept, |save| state(save, "phase", json!("AwaitingChoice"))),
        Code::BadField
    );
    assert_eq!(unsigned(&kept, |save| state(save, "edition", json!("base-2"))), Code::BadField);
    let gone = |save: &mut Value, name: &str| {
        save["gameState"].as_object_mut().unwrap().remove(name);
    };
    for name in
        ["hands", "boards", "scores", "decks", "phase", "rngState", "pendingChoice", "eventLog"]
    {
        assert_eq!(unsigned(&kept, |save| gone(save, name)), Code::MissingField, "{name}");
    }
    for name in ["version", "timestamp", "metadata", "gameState"] {
        let code = refused(&kept, |save| {
            save.as_object_mut().unwrap().remove(name);
        });
        assert_eq!(code, Code::MissingField, "{name}");
    }
    let changed = refused(&kept, |save| state(save, "rngState", json!(1)));
    assert_eq!(changed, Code::ChecksumMismatch);
    let unknown =
        |save: &mut Value| save["gameState"]["decks"][9].as_array_mut().unwrap().push(json!(106));
    assert_eq!(unsigned(&kept, unknown), Code::UnknownCard);
    let twice =
        |save: &mut Value| save["gameState"]["decks"][9].as_array_mut().unwrap().push(json!(1));
    assert_eq!(unsigned(&kept, twice), Code::CardCount);
    let fault = deserialize("nonsense").unwrap_err();
    let error = croupier_kit::game::Error::from(fault);
    assert_eq!(
        (error.kind, &*error.code),
        (croupier_kit::game::ErrorKind::SerializationError, "BadJson")
    );
}

/// IN-113: a violated invariant is reported by its id.
#[test]
fn in_113_a_corrupt_state_is_named_by_the_rule_it_breaks() {
    let mut save: Value = serde_json::from_str(&middle().text()).unwrap();
    save.as_object_mut().unwrap().remove("checksum");
    save["gameState"]["actionsRemaining"] = json!(9);
    let error = croupier_kit::game::Error::from(deserialize(&save.to_string()).unwrap_err());
    assert_eq!((error.kind, &*error.code), (croupier_kit::game::ErrorKind::CorruptState, "IN-143"));
    assert!(!error.is_recoverable());
}

/// IN-133: missing starred fields get defaults, with a warning, unless a choice is pending.
#[test]
fn in_133_missing_starred_fields_get_defaults_and_unknown_ones_are_ignored() {
    let kept = middle();
    for name in STARRED {
        let mut save: Value = serde_json::from_str(&kept.text()).unwrap();
        save.as_object_mut().unwrap().remove("checksum");
        save["gameState"]["comment"] = json!("nobody reads this");
        let was_there = save["gameState"].as_object_mut().unwrap().remove(name).is_some();
        let loaded =
            deserialize(&save.to_string()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let told = loaded.warnings.iter().any(|warning| warning.contains(name));
        assert_eq!(told, was_there, "{name}: {:?}", loaded.warnings);
    }
    let kept = asking();
    for name in ["activeEffects", "nextChoiceId"] {
        let code = unsigned(&kept, |save| {
            save["gameState"].as_object_mut().unwrap().remove(name);
        });
        assert_eq!(code, Code::MissingField, "{name}");
    }
}

/// IN-135: the snapshot in the kit's file is the same `gameState`.
#[test]
fn in_135_the_kits_file_holds_the_same_game_state() {
    let kept = asking();
    let save = kept.game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let ours = serde_json::to_value(kept.game.state()).unwrap();
    assert_eq!(save.snapshot.state, ours);
    let loaded = Match::<Innovation>::load(&Save::read(&save.to_zstd()).unwrap()).unwrap();
    assert_eq!(loaded.state(), kept.game.state());
}

//! A room is determined by its plan and its records: from the start, or from a save made in
//! between.

use croupier_catalog::{AnyCall, AnyGame, AnyRecord, AnyRoom, LoadPlan, RoomPlan, shipped};
use croupier_kit::Millis;
use croupier_kit::room::Phase;
use serde_json::{Value, json};

use super::{ANN, Table, plan};

/// How often a snapshot is taken, in records.
const EVERY: usize = 3;

/// A room to which everything possible happens, with snapshots and the number of records before
/// each.
struct Life {
    table: Table,
    snapshots: Vec<(Vec<u8>, usize)>,
}

impl Life {
    /// With the first deal whose match lasts long enough for all of it.
    fn of(game: &dyn AnyGame) -> Self {
        (3..40).find_map(|seed| Self::dealt(game, seed)).expect("some match is long enough")
    }

    fn dealt(game: &dyn AnyGame, seed: u64) -> Option<Self> {
        let table = Table::dealt(game, "greedy", game.seats().1, seed);
        let mut life = Self { table, snapshots: vec![] };
        life.play(4)?;
        life.table.say(json!({"react": {"type": "emoji", "value": "😂"}})).unwrap();
        let _ = life.table.say(json!("undo"));
        life.play(2)?;
        life.table.say(json!("pause")).unwrap();
        life.wait(5_000);
        assert_eq!(life.table.say(json!({"act": {"action": null}})), Err("malformed".to_owned()));
        life.table.say(json!("resume")).unwrap();
        life.table.tell(AnyCall::Lost { id: ANN });
        life.wait(1_000);
        life.table.say(json!("reconnect")).unwrap();
        life.play(3)?;
        life.table.tell(AnyCall::Restarted);
        life.table.say(json!("reconnect")).unwrap();
        let _ = life.play(40);
        Some(life)
    }

    /// None if the match is over.
    fn play(&mut self, steps: usize) -> Option<()> {
        for _ in 0..steps {
            self.table.play(1);
            let known = self.table.records.len();
            if self.snapshots.last().is_none_or(|(_, last)| known >= last + EVERY) {
                self.snapshots.push((self.table.room.save().unwrap().to_zstd(), known));
            }
        }
        (self.table.room.phase() == Phase::Playing).then_some(())
    }

    fn wait(&mut self, ms: u64) {
        let until = self.table.room.now() + Millis(ms);
        self.table.tell_at(AnyCall::Wake, until).unwrap();
    }
}

/// The room after these records, each of which is parsed from its bytes.
fn replayed(mut room: Box<dyn AnyRoom>, records: &[Vec<u8>]) -> Box<dyn AnyRoom> {
    for record in records {
        let AnyRecord { at, call } = serde_json::from_slice(record).unwrap();
        assert!(room.handle(&call, at).changed, "{call:?}");
    }
    room
}

fn assert_same(one: &dyn AnyRoom, other: &mut dyn AnyRoom, what: &str) {
    // Time that changed nothing is not recorded.
    let _ = other.handle(&AnyCall::Wake, one.now());
    assert_eq!(one.save().unwrap().to_json(), other.save().unwrap().to_json(), "{what}");
    for viewer in [Some(ANN), None] {
        assert_eq!(one.view(viewer), other.view(viewer), "{what}");
    }
    assert_eq!(one.bots_owed(), other.bots_owed(), "{what}");
}

#[test]
fn a_plan_and_records_as_bytes_make_the_same_room() {
    for game in shipped().iter() {
        let Life { table, snapshots } = Life::of(game);
        let records: Vec<Vec<u8>> =
            table.records.iter().map(|it| serde_json::to_vec(it).unwrap()).collect();
        let written = serde_json::to_vec(&plan()).unwrap();
        let plan: RoomPlan = serde_json::from_slice(&written).unwrap();
        let mut again = replayed(game.room(&plan).unwrap(), &records);
        assert_same(table.room.as_ref(), again.as_mut(), game.id());
        assert!(snapshots.len() > 3, "{}: {} records", game.id(), records.len());
        for (bytes, known) in snapshots {
            // The snapshot names its game.
            let loaded = shipped().load_room(&bytes, &LoadPlan::default()).unwrap();
            assert_eq!(loaded.game_id(), game.id());
            let mut again = replayed(loaded, &records[known..]);
            let what = format!("{} from record {known}", game.id());
            assert_same(table.room.as_ref(), again.as_mut(), &what);
        }
    }
}

/// What a room tells must be the same as well: readers continue with the numbers they know.
#[test]
fn a_room_that_is_made_again_tells_the_same() {
    fn told(room: &mut dyn AnyRoom, records: &[AnyRecord]) -> Vec<Value> {
        let mut told = vec![];
        for AnyRecord { at, call } in records {
            let handled = room.handle(call, *at);
            for reader in [Some(ANN), None] {
                let entries = handled.entries_for(reader);
                told.extend(entries.map(|entry| serde_json::to_value(entry).unwrap()));
            }
        }
        told
    }
    for game in shipped().iter() {
        let records = Life::of(game).table.records;
        let (half, rest) = records.split_at(records.len() / 2);
        let mut first = game.room(&plan()).unwrap();
        told(first.as_mut(), half);
        let saved = first.save().unwrap();
        let mut second = game.load_room(&saved.to_json(), &LoadPlan::default()).unwrap();
        let (one, other) = (told(first.as_mut(), rest), told(second.as_mut(), rest));
        assert!(!one.is_empty(), "{}", game.id());
        assert_eq!(one, other, "{}", game.id());
    }
}

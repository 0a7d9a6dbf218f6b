//! Moving a house to another store.

use croupier_store::journal::{Filter, Journal as _, RoomId, UnixMillis};
use croupier_store::transfer::{self, Clocks};

use super::{block_on, create, folder, open, text};

const CLOCKS: Clocks = Clocks { from: UnixMillis(0), to: UnixMillis(0) };

#[test]
fn damaged_rooms_are_left_out_and_named() {
    let folder = folder("moved damage");
    let before = open(&folder.join("from"));
    block_on(async {
        for room in 1..=3 {
            create(&before, room).await;
        }
        before.shutdown().await;
    });
    drop(before);
    let database = rusqlite::Connection::open(folder.join("from/croupier.db")).unwrap();
    let sql = "UPDATE directory SET people = 9 WHERE number = 1";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    let sql = "UPDATE snapshots SET versions = '2' WHERE number = 3";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    drop(database);
    let (from, to) = (open(&folder.join("from")), open(&folder.join("to")));
    block_on(async {
        let page = from.list(Filter::default(), None).await.unwrap();
        let listed: Vec<_> = page.items.iter().map(|it| it.entry.room.get()).collect();
        assert_eq!((listed, page.damaged), (vec![2, 3], vec![RoomId::new(1)]));
        let moved = transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap();
        let mut damaged = moved.damaged;
        damaged.sort_unstable();
        assert_eq!((moved.rooms, damaged), (1, [1, 3].map(RoomId::new).to_vec()));
    });
}

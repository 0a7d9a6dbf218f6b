//! Answers of NATS that prove nothing: refusals of a lone writer, lost acknowledgements, and
//! replicas that lag behind. Real servers give them too rarely to wait for them.

use bytes::Bytes;
use croupier_store::journal::{AppendError, Journal, Opened, Snapshot};
use croupier_store::nats::{NatsStore, Settings};
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::Nats;
use croupier_store::testing::nats_between::{Meddling, MeddlingNats};

use super::{block_on, connect, make};

/// Refusals after which only the log tells what has become of a message: another one is last,
/// the servers do not agree on which one is last, and something that is not known yet.
const REFUSALS: [u64; 3] = [10071, 10164, 19999];

/// A store with somebody between it and NATS, and another one without.
struct Doubtful {
    between: MeddlingNats,
    ann: NatsStore,
    bob: NatsStore,
    _nats: Nats,
}

impl Doubtful {
    fn test(behaviour: impl AsyncFnOnce(&Self)) {
        let nats = Nats::start(1);
        block_on(async {
            make(&nats, 1).await;
            let server = nats.url().trim_start_matches("nats://").parse().unwrap();
            let between = MeddlingNats::start(server);
            let url = format!("nats://{}", between.addr());
            let ann = NatsStore::connect(&Settings::new(&url, "ann")).await.unwrap();
            let bob = connect(&nats, "bob").await;
            behaviour(&Self { between, ann, bob, _nats: nats }).await;
        });
    }

    async fn room(&self) -> Opened {
        let plan = Snapshot { versions: "1".to_owned(), bytes: text("plan") };
        let mut opened = self.ann.create(new_entry(), plan).await.unwrap();
        self.ann.append(&mut opened.held, vec![text("a")]).await.unwrap();
        opened
    }

    /// The records of a room, as a node sees them to which NATS is honest.
    async fn records(&self, opened: &Opened) -> Vec<Bytes> {
        self.bob.peek(opened.held.room()).await.unwrap().records
    }
}

fn text(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

#[test]
#[ignore = "needs nats-server"]
fn a_lone_writer_that_is_refused_sends_its_message_again() {
    Doubtful::test(async |it| {
        for code in REFUSALS {
            let mut opened = it.room().await;
            let before = it.ann.stats();
            it.between.meddle([Meddling::Refused(code); 3]);
            it.ann.append(&mut opened.held, vec![text("b")]).await.unwrap();
            it.ann.append(&mut opened.held, vec![text("c")]).await.unwrap();
            assert_eq!(it.records(&opened).await, [text("a"), text("b"), text("c")], "{code}");
            let after = it.ann.stats();
            assert_eq!(after.resent - before.resent, 3, "{code}");
            let conflicts = if code == 19999 { 0 } else { 3 };
            assert_eq!(after.conflicts - before.conflicts, conflicts, "{code}");
            assert_eq!((after.fenced, after.failures), (0, 0), "{code}");
        }
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_message_that_is_stored_and_refused_is_found_and_not_stored_twice() {
    let refusals = REFUSALS.map(Meddling::StoredAndRefused);
    Doubtful::test(async |it| {
        for meddling in refusals.into_iter().chain([Meddling::StoredAndSilent]) {
            let mut opened = it.room().await;
            let before = it.ann.stats();
            it.between.meddle([meddling]);
            it.ann.append(&mut opened.held, vec![text("b")]).await.unwrap();
            it.ann.append(&mut opened.held, vec![text("c")]).await.unwrap();
            let expected = [text("a"), text("b"), text("c")];
            assert_eq!(it.records(&opened).await, expected, "{meddling:?}");
            assert_eq!(it.ann.stats().resent, before.resent, "{meddling:?}");
        }
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_writer_that_is_refused_because_another_has_the_room_is_fenced() {
    Doubtful::test(async |it| {
        for code in REFUSALS {
            let mut opened = it.room().await;
            let fenced = it.ann.stats().fenced;
            let mut taken = it.bob.open(opened.held.room()).await.unwrap();
            it.between.meddle([Meddling::Refused(code)]);
            let told = it.ann.append(&mut opened.held, vec![text("b")]).await;
            assert!(matches!(told, Err(AppendError::Fenced)), "{code}: {told:?}");
            assert_eq!(it.ann.stats().fenced, fenced + 1, "{code}");
            it.bob.append(&mut taken.held, vec![text("c")]).await.unwrap();
            assert_eq!(it.records(&opened).await, [text("a"), text("c")], "{code}");
        }
    });
}

#[test]
#[ignore = "needs nats-server"]
fn what_is_refused_for_ten_seconds_is_unknown_and_its_writer_opens_the_room_again() {
    Doubtful::test(async |it| {
        let mut opened = it.room().await;
        it.between.meddle_always(Some(Meddling::Refused(10164)));
        let told = it.ann.append(&mut opened.held, vec![text("b")]).await.unwrap_err();
        assert!(told.is_unknown(), "{told:?}");
        it.between.meddle_always(None);
        let mut again = it.ann.open(opened.held.room()).await.unwrap();
        assert_eq!(again.records, [text("a")]);
        it.ann.append(&mut again.held, vec![text("c")]).await.unwrap();
        assert_eq!(it.records(&opened).await, [text("a"), text("c")]);
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_replica_that_lags_behind_is_asked_again_until_it_has_everything() {
    Doubtful::test(async |it| {
        let mut opened = it.room().await;
        let room = opened.held.room();
        it.ann.append(&mut opened.held, vec![text("b")]).await.unwrap();
        // The log: a snapshot, two records, and a message of everyone who has opened the room.
        for lacking in 1..=4 {
            let before = it.ann.stats().stale_reads;
            it.between.lag(2, lacking);
            let taken = it.ann.open(room).await.unwrap();
            assert_eq!(it.between.lagging(), 0, "it was read twice in vain");
            assert_eq!(taken.records, [text("a"), text("b")], "{lacking}");
            assert_eq!(it.ann.stats().stale_reads - before, 2, "{lacking}");
            it.between.lag(1, lacking);
            let seen = it.ann.peek(room).await.unwrap();
            assert_eq!(seen.records, [text("a"), text("b")], "{lacking}");
            assert_eq!(it.ann.stats().stale_reads - before, 3, "{lacking}");
        }
    });
}

//! Keeps the data that every node has in memory up to date.

use std::collections::BTreeSet;
use std::sync::Weak;
use std::time::Duration;

use async_nats::jetstream::kv::Operation;
use futures_util::{StreamExt as _, TryStreamExt as _};

use super::error::RequestError;
use super::layout::{ROOMS_BUCKET, room_at_end};
use super::watched::Topic;
use super::{Inner, NatsStore};

/// How long to wait before everything is read again.
const PAUSE: Duration = Duration::from_millis(500);

/// Reads a whole topic, and returns the sequence up to which that is complete.
pub(super) async fn read(store: &NatsStore, topic: Topic) -> Result<u64, RequestError> {
    let mut found = std::pin::pin!(store.rooms().scan(topic.pattern()));
    let (mut rooms, mut up_to) = (BTreeSet::new(), 0);
    while let Some((key, value)) = found.try_next().await? {
        let Some(room) = room_at_end(&key) else { continue };
        rooms.insert(room);
        up_to = up_to.max(value.sequence);
        store.watched().learn(topic, room, value.sequence, Some(&value.bytes), true);
    }
    store.watched().keep_only(topic, &rooms, up_to);
    Ok(up_to)
}

/// Watches a topic as long as the store exists. After any error everything is read again.
pub(super) async fn watch(inner: Weak<Inner>, topic: Topic, mut up_to: u64) {
    loop {
        if let Err(why) = follow(&inner, topic, up_to).await {
            tracing::warn!(?topic, %why, "the watch in NATS is restarted");
        }
        tokio::time::sleep(PAUSE).await;
        let Some(inner) = inner.upgrade() else { return };
        if let Ok(read_up_to) = read(&NatsStore(inner), topic).await {
            up_to = read_up_to;
        }
    }
}

async fn follow(inner: &Weak<Inner>, topic: Topic, up_to: u64) -> Result<(), async_nats::Error> {
    let Some(strong) = inner.upgrade() else { return Ok(()) };
    let bucket = strong.jetstream.get_key_value(ROOMS_BUCKET).await?;
    drop(strong);
    let mut changes = bucket.watch_from_revision(topic.pattern(), up_to + 1).await?;
    while let Some(change) = changes.next().await {
        let change = change?;
        let Some(inner) = inner.upgrade() else { return Ok(()) };
        if let Some(room) = room_at_end(&change.key) {
            let value = (change.operation == Operation::Put).then_some(&change.value[..]);
            inner.watched.learn(topic, room, change.revision, value, true);
        }
    }
    Ok(())
}

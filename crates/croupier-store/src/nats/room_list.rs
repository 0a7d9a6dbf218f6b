//! Which rooms exist, and how many, derived from the subjects of the streams.

use std::sync::PoisonError;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use tokio::time::Instant;

use super::NatsStore;
use super::layout::{journal_stream, room_at_end};
use crate::journal::{EngineError, ReadError, RoomId};

/// How long a count is valid: rooms are counted whenever one is created.
const COUNT_LIFE: Duration = Duration::from_secs(1);

/// How long a list is reused for callers who read it page by page.
const LIST_LIFE: Duration = Duration::from_secs(30);

/// The last results, and when they were obtained.
#[derive(Debug, Default)]
pub(super) struct RoomList {
    count: Option<(Instant, u64)>,
    rooms: Option<(Instant, Vec<RoomId>)>,
}

fn failed(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ReadError {
    ReadError::Failed(EngineError::new(why))
}

impl NatsStore {
    fn room_list(&self) -> std::sync::MutexGuard<'_, RoomList> {
        self.0.room_list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms there are, or were a second ago.
    pub(super) async fn count_rooms(&self) -> Result<u64, ReadError> {
        let kept = self.room_list().count;
        if let Some((_, count)) = kept.filter(|(at, _)| at.elapsed() < COUNT_LIFE) {
            return Ok(count);
        }
        let mut count = 0;
        for number in 0..self.house().streams {
            let stream = self.jetstream().get_stream_no_info(journal_stream(number)).await;
            let info = stream.map_err(failed)?.get_info().await.map_err(failed)?;
            count += info.state.subjects_count;
        }
        self.room_list().count = Some((Instant::now(), count));
        Ok(count)
    }

    /// All rooms ordered by id. A caller who continues a list may get the earlier result.
    pub(super) async fn all_rooms(&self, goes_on: bool) -> Result<Vec<RoomId>, ReadError> {
        if goes_on
            && let Some((at, rooms)) = &self.room_list().rooms
            && at.elapsed() < LIST_LIFE
        {
            return Ok(rooms.clone());
        }
        let mut rooms = vec![];
        for number in 0..self.house().streams {
            let stream = self.jetstream().get_stream_no_info(journal_stream(number)).await;
            let stream = stream.map_err(failed)?;
            let subjects = stream.info_with_subjects(format!("cr.j.{number}.>")).await;
            let mut subjects = subjects.map_err(failed)?;
            while let Some((subject, _)) = subjects.try_next().await.map_err(failed)? {
                rooms.extend(room_at_end(&subject));
            }
        }
        rooms.sort_unstable();
        self.room_list().rooms = Some((Instant::now(), rooms.clone()));
        Ok(rooms)
    }
}

//! Manages the bots of a room that are deciding, each on its own thread.

use std::task::Poll;

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::BotRequest;
use serde_json::Value;

use super::session::Session;
use super::thinking::Thinking;
use crate::error::CliError;

/// The open requests of a room to its bots, and their progress.
#[derive(Default)]
pub(super) struct BotDesk {
    open: Vec<(BotRequest, Progress)>,
}

enum Progress {
    Thinking(Thinking),
    Decided(Option<Value>),
}

impl BotDesk {
    /// Starts bots for new requests, drops requests that are no longer open, and collects
    /// decisions.
    pub(super) fn update(&mut self, session: &Session) -> Result<(), CliError> {
        let owed = session.bots_owed();
        self.open.retain(|(request, _)| owed.contains(request));
        for request in owed {
            if self.open.iter().all(|(known, _)| *known != request)
                && let Some(task) = session.task(&request)
            {
                self.open.push((request, Progress::Thinking(Thinking::begin(task)?)));
            }
        }
        for (_, progress) in &mut self.open {
            if let Progress::Thinking(thinking) = progress
                && let Poll::Ready(decision) = thinking.poll()?
            {
                *progress = Progress::Decided(decision);
            }
        }
        Ok(())
    }

    /// Until when time may pass, so that no bot that is still thinking misses its turn.
    pub(super) fn latest(&self) -> Option<Millis> {
        let thinks = |(request, progress): &(BotRequest, Progress)| match progress {
            Progress::Thinking(_) => Some(request.due),
            Progress::Decided(_) => None,
        };
        self.open.iter().filter_map(thinks).min()
    }

    /// When the next bot that has decided may act.
    pub(super) fn next_due(&self) -> Option<Millis> {
        let decided = |(request, progress): &(BotRequest, Progress)| match progress {
            Progress::Thinking(_) => None,
            Progress::Decided(_) => Some(request.due),
        };
        self.open.iter().filter_map(decided).min()
    }

    /// The next decision that is due at this instant.
    pub(super) fn take(&mut self, now: Millis) -> Option<(BotRequest, Option<Value>)> {
        let due = self.next_due().filter(|due| *due <= now)?;
        let is_next = |(request, progress): &(BotRequest, Progress)| {
            request.due == due && matches!(progress, Progress::Decided(_))
        };
        let at = self.open.iter().position(is_next)?;
        match self.open.remove(at) {
            (request, Progress::Decided(decision)) => Some((request, decision)),
            (_, Progress::Thinking(_)) => None,
        }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.open.iter().any(|(_, progress)| matches!(progress, Progress::Thinking(_)))
    }

    /// A bot that the match waits for.
    pub(super) fn somebody(&self) -> Option<Seat> {
        self.open.first().map(|(request, _)| request.seat)
    }

    /// Drops all requests.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}

//! What is counted.

use std::time::Duration;

use serde::Serialize;

/// What one table, or all of them, came to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Answers to a prompt that were accepted.
    pub(super) acknowledged: u64,
    /// Commands that were refused.
    pub(super) rejected: u64,
    /// What should not happen: numbers with gaps, messages that make no sense, connections that the
    /// server ended without saying when to come back.
    pub(super) errors: u64,
    pub(super) bytes: u64,
    /// Pushes, and answers that say yes.
    pub(super) told: u64,
    pub(super) matches: u64,
    /// Finished matches that were compared with their replay.
    pub(super) compared: u64,
    pub(super) lost: u64,
    pub(super) twice: u64,
    /// Tables at which nothing was acknowledged in the last part of the time.
    pub(super) stuck: u64,
    /// From an action to its answer.
    pub(super) latencies: Vec<Duration>,
    /// The longest time of each table in which nothing was acknowledged.
    pub(super) standstills: Vec<Duration>,
    /// From a lost connection to the next welcome.
    pub(super) absences: Vec<Duration>,
    /// Why the server ended connections or did not answer, each once for every time.
    pub(super) complaints: Vec<String>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.rejected += other.rejected;
        self.errors += other.errors;
        self.bytes += other.bytes;
        self.told += other.told;
        self.matches += other.matches;
        self.compared += other.compared;
        self.lost += other.lost;
        self.twice += other.twice;
        self.stuck += other.stuck;
        self.latencies.extend(other.latencies);
        self.standstills.extend(other.standstills);
        self.absences.extend(other.absences);
        self.complaints.extend(other.complaints);
    }

    /// Something that should not have happened.
    pub(super) fn error(&mut self, what: impl Into<String>) {
        self.errors += 1;
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(what.into());
        }
    }
}

/// How many complaints of a table are kept word by word.
const MOST_COMPLAINTS: usize = 8;

/// What was counted until a moment.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Beat {
    /// Since the load began.
    pub(super) ms: u64,
    /// For how long the table that waits longest has waited.
    pub(super) standing_ms: u64,
    acknowledged: u64,
    told: u64,
    compared: u64,
    lost: u64,
    twice: u64,
    errors: u64,
}

impl From<&Tally> for Beat {
    fn from(tally: &Tally) -> Self {
        let Tally { acknowledged, told, compared, lost, twice, errors, .. } = *tally;
        Self { acknowledged, told, compared, lost, twice, errors, ..Self::default() }
    }
}

impl std::ops::AddAssign for Beat {
    fn add_assign(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.told += other.told;
        self.compared += other.compared;
        self.lost += other.lost;
        self.twice += other.twice;
        self.errors += other.errors;
    }
}

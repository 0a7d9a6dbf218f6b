//! The counts of a load test.

use std::time::Duration;

use serde::Serialize;

/// The counts of one table, or of all of them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Answers to a prompt that were accepted.
    pub(super) acknowledged: u64,
    /// Commands that were refused.
    pub(super) rejected: u64,
    /// What should not happen: gaps in numbers, invalid messages, connections that the server ended
    /// without saying when to come back.
    pub(super) errors: u64,
    pub(super) bytes: u64,
    /// Pushes, and positive answers.
    pub(super) told: u64,
    pub(super) matches: u64,
    /// Finished matches that were compared with their replay.
    pub(super) compared: u64,
    pub(super) lost: u64,
    pub(super) twice: u64,
    /// Tables without acknowledgements in the last part of the time.
    pub(super) stuck: u64,
    /// The time from an action to its answer.
    pub(super) latencies: Vec<Duration>,
    /// For each table, the longest time without an acknowledgement.
    pub(super) standstills: Vec<Duration>,
    /// The time from a lost connection to the next welcome.
    pub(super) absences: Vec<Duration>,
    /// Why the server ended connections or did not answer, once per occurrence.
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

    /// Counts something that should not have happened.
    pub(super) fn error(&mut self, what: impl Into<String>) {
        self.errors += 1;
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(what.into());
        }
    }
}

/// How many error messages of a table are kept.
const MOST_COMPLAINTS: usize = 8;

/// The counts up to a moment.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Beat {
    /// Since the start of the load test.
    pub(super) ms: u64,
    /// How long the slowest table has been waiting.
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

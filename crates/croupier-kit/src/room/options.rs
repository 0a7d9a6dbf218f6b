//! The options of the next match: whether they work, and how they are changed.

use serde_json::{Map, Value};

use super::Room;
use super::rule::Checked;
use super::vocabulary::RoomReject;
use crate::game::{BENCH, Game, OptionsError};
use crate::game::{changed_for_tests, left_out_delay, options_of, set_options};

impl<G: Game> Room<G> {
    /// The options after a change, and their seat limits. They must work for a table of some size. Unless the room was
    /// made for tests, test-only options cannot be changed.
    pub(super) fn changed_options(
        &self,
        preset: Option<&str>,
        changes: &Map<String, Value>,
    ) -> Checked<G, (G::Options, SeatLimits)> {
        let invalid = |why: OptionsError| RoomReject::InvalidOptions(why.to_string());
        let before = match preset {
            Some(preset) => options_of::<G>(Some(preset), &Map::new()).map_err(invalid)?,
            None => self.options.clone(),
        };
        let options = set_options::<G>(&before, changes).map_err(invalid)?;
        if !self.party.options.test_options
            && let Some(what) = for_tests::<G>(preset, changes, &before, &options)
        {
            return Err(RoomReject::InvalidOptions(format!("{what} is for tests only")));
        }
        check_options::<G>(&options).map_err(invalid)?;
        // MM-4: everybody who is seated must have a seat in the next match.
        let (seated, limits) = (self.party.members.len(), seat_limits::<G>(&options));
        if seated > limits.1 {
            G::check_options(&options, seated).map_err(invalid)?;
        }
        Ok((options, limits))
    }
}

/// Checks that the options work for some number of seats.
pub(super) fn check_options<G: Game>(options: &G::Options) -> Result<(), OptionsError> {
    let (min, max) = G::SEATS;
    let mut why = Ok(());
    for seats in min..=max {
        why = G::check_options(options, seats);
        if why.is_ok() {
            break;
        }
    }
    why
}

/// The fewest and the most seats for which options work (MM-4).
type SeatLimits = (usize, usize);

pub(super) fn seat_limits<G: Game>(options: &G::Options) -> SeatLimits {
    let (min, max) = G::SEATS;
    let mut fitting = (min..=max).filter(|seats| G::check_options(options, *seats).is_ok());
    let fewest = fitting.next().unwrap_or(min);
    (fewest, fitting.last().unwrap_or(fewest))
}

/// The first thing in a change that is for tests only: the preset [`BENCH`], a test-only option, or
/// a delay of 0 that only that preset has.
fn for_tests<G: Game>(
    preset: Option<&str>,
    changes: &Map<String, Value>,
    before: &G::Options,
    after: &G::Options,
) -> Option<String> {
    if preset == Some(BENCH) {
        return Some(format!("the preset {BENCH:?}"));
    }
    if changes.is_empty() {
        return None; // The usual case: every view asks whether options may be changed at all.
    }
    if let Some(name) = changed_for_tests::<G>(before, after) {
        return Some(format!("{name:?}"));
    }
    let written = |it: crate::game::Preset<G>| {
        (it.name, serde_json::to_value(&it.options).unwrap_or_default())
    };
    let presets: Vec<_> = G::presets().into_iter().map(written).collect();
    let presets = presets.iter().map(|(name, options)| (*name, options));
    let name = left_out_delay(presets, G::describe_options(), changes)?;
    Some(format!("{name:?} of 0"))
}

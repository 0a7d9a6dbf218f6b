//! The time limit for a turn, the one option that every turn-based game has.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::{
    Game, OptionDescription, OptionsError, Position, Preset, Seat, TurnClock, TurnClocks, Unit,
};
use crate::matches::LONGEST_WAIT;

/// The options of a game whose only option is the time limit for a turn.
/// [`turn_time!`](crate::turn_time) generates everything that follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TurnTime {
    /// The time limit for a turn, at most a [year](LONGEST_WAIT); no limit is written as 0.
    #[serde(with = "zero_for_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub turn_ms: Option<Millis>,
}

/// Writes `None` as 0, for `#[serde(with = "zero_for_none")]`: a limit is optional in Rust, while forms,
/// saves and replays have a number there. `Some` of 0 would be read as `None`, so
/// [`check_options`](Game::check_options) has to refuse it.
pub mod zero_for_none {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the limit, or 0 if there is none.
    #[allow(clippy::ref_option)] // The signature that serde asks for.
    pub fn serialize<T: Copy + Default + Serialize, S: Serializer>(
        limit: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        limit.unwrap_or_default().serialize(serializer)
    }

    /// Reads a limit; 0 is none.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: Default + Deserialize<'de> + PartialEq,
        D: Deserializer<'de>,
    {
        let limit = T::deserialize(deserializer)?;
        Ok((limit != T::default()).then_some(limit))
    }
}

impl TurnTime {
    /// The presets: no limit, and twenty seconds.
    pub fn presets<G: Game<Options = Self>>() -> Vec<Preset<G>> {
        let classic = Preset::new("classic", "no time limit for a turn", Self::default());
        let limit = Self { turn_ms: Some(Millis(20_000)) };
        let online = Preset::new("online", "twenty seconds a turn", limit);
        vec![classic, online]
    }

    /// The description of the option.
    pub fn describe() -> Vec<OptionDescription> {
        let about = "How long a turn may take; 0 for no limit.";
        let longest = i64::try_from(LONGEST_WAIT.0).unwrap_or(i64::MAX);
        let time = OptionDescription::range("turn_ms", 0..=longest, "Time for a turn", about);
        vec![time.counted_in(Unit::Milliseconds)]
    }

    /// Checks that the limit is allowed.
    pub fn check(self) -> Result<(), OptionsError> {
        match self.turn_ms {
            Some(Millis::ZERO) => Err("a turn needs some time".into()),
            Some(limit) if limit > LONGEST_WAIT => {
                Err("a turn cannot last longer than a year".into())
            }
            _ => Ok(()),
        }
    }

    /// The clock of the seat whose turn it is, until the match is over. `decision` must change with
    /// every new decision of the seat.
    pub fn clock<G: Game<Options = Self>>(
        at: Position<'_, G>,
        turn: Seat,
        decision: u32,
    ) -> Option<TurnClock> {
        let limit = at.options.turn_ms?;
        let clock = TurnClock { turn: decision, ..TurnClock::new(turn, limit) };
        (!at.flow.is_done()).then_some(clock)
    }
}

impl TurnTime {
    /// The clocks of all seats that are [to act](Game::to_act). `decision` must change with every
    /// new decision of a seat.
    #[allow(clippy::cast_possible_truncation)] // Only has to differ from the previous number.
    pub fn clocks<G: Game<Options = Self>>(at: Position<'_, G>, decision: usize) -> TurnClocks {
        let clock = |seat| Self::clock(at, seat, decision as u32);
        G::to_act(at).iter().filter_map(clock).collect()
    }
}

/// For a game whose only option is the time for a turn. Inside its `impl Game` this declares the
/// options type, the presets `classic` and `online`, and the turn clock. It takes an expression for
/// whose turn it is:
///
/// ```text
/// turn_time! { |state| state.turn }
/// ```
///
/// Where a seat may have two turns in a row, such as the winner of a trick who leads the next one,
/// also give a number that changes with every decision. Otherwise the clock is not restarted, and
/// the second turn only gets the time left over from the first:
///
/// ```text
/// turn_time! { |state| state.turn, state.cards_played }
/// ```
///
/// This is short for the two parts below. A game with more options declares options, presets and
/// clock itself; a game in which it is sometimes nobody's turn uses `options` and writes only the
/// clock itself:
///
/// ```text
/// turn_time! { options }                      // type Options, fn presets, describe_options, check_options
/// turn_time! { clock: |state| state.turn }    // fn turn_clock
/// ```
///
/// Where several seats decide at the same time, each of them has a clock:
///
/// ```text
/// turn_time! { clocks: |at| at.state.cards_played }    // fn turn_clocks
/// ```
///
/// The clock, written by hand:
///
/// ```text
/// fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
///     let limit = at.options.turn_ms?;
///     (!at.flow.is_done()).then(|| TurnClock::new(at.state.turn, limit))
/// }
/// ```
#[macro_export]
macro_rules! turn_time {
    (options) => {
        type Options = $crate::game::TurnTime;

        fn presets() -> ::std::vec::Vec<$crate::game::Preset<Self>> {
            $crate::game::TurnTime::presets()
        }

        fn describe_options() -> ::std::vec::Vec<$crate::game::OptionDescription> {
            $crate::game::TurnTime::describe()
        }

        fn check_options(
            options: &$crate::game::TurnTime,
            _: usize,
        ) -> ::std::result::Result<(), $crate::game::OptionsError> {
            options.check()
        }
    };
    (clocks: |$at:ident| $decision:expr) => {
        fn turn_clocks($at: $crate::game::Position<'_, Self>) -> $crate::game::TurnClocks {
            $crate::game::TurnTime::clocks($at, $decision)
        }
    };
    (clock: |$state:ident| $turn:expr) => {
        $crate::turn_time! { clock: |$state| $turn, 0 }
    };
    (clock: |$state:ident| $turn:expr, $decision:expr) => {
        fn turn_clock(at: $crate::game::Position<'_, Self>) -> ::std::option::Option<$crate::game::TurnClock> {
            let $state = at.state;
            $crate::game::TurnTime::clock(at, $turn, $decision)
        }
    };
    (|$state:ident| $turn:expr $(, $decision:expr)?) => {
        $crate::turn_time! { options }
        $crate::turn_time! { clock: |$state| $turn $(, $decision)? }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_lasts_at_most_a_year() {
        let check = |turn_ms| TurnTime { turn_ms }.check();
        assert!(check(None).is_ok() && check(Some(LONGEST_WAIT)).is_ok());
        assert!(check(Some(LONGEST_WAIT + Millis(1))).is_err());
        assert!(check(Some(Millis(u64::MAX))).is_err());
        assert!(check(Some(Millis::ZERO)).is_err());
    }

    /// Part of the wire and save format.
    #[test]
    fn no_limit_is_written_as_zero() {
        for (turn_ms, text) in
            [(None, r#"{"turn_ms":0}"#), (Some(Millis(20_000)), r#"{"turn_ms":20000}"#)]
        {
            let options = TurnTime { turn_ms };
            assert_eq!(serde_json::to_string(&options).unwrap(), text);
            assert_eq!(serde_json::from_str::<TurnTime>(text).unwrap(), options);
        }
        for text in ["{}", r#"{"turn_ms":null}"#, r#"{"turn_ms":-1}"#] {
            assert!(serde_json::from_str::<TurnTime>(text).is_err(), "{text}");
        }
    }
}

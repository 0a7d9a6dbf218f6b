//! The rule options of section 13.

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, OptionsError, Preset, Unit};
use croupier_kit::matches::LONGEST_WAIT;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::contract::{Contract, Terms};
use crate::{LAST_ROUND, MayI};

/// What can be chosen before the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// MI-13: the round the game starts with, 1 to 6.
    pub starting_round: u8,
    /// MI-96: what the current player may still do with the offered card.
    pub window_take: WindowTake,
    /// MI-61: how many cards a meld of a laydown has.
    pub laydown_size: LaydownSize,
    /// MI-63: whether runs of one suit must keep a distance.
    pub same_suit_gap: Switch,
    /// MI-107: whether the window waits for answers.
    pub may_i_hold: MayIHold,
    /// D-7: whether a discard may follow the draw at once.
    pub implicit_skip: bool,
    /// MI-11: who deals the first round.
    pub first_dealer: FirstDealer,
    /// MI-115: after how many turns a round ends without a winner.
    pub max_turns_per_round: Option<u32>,
    /// When May I may be called: section 8, or appendix A.
    pub may_i_timing: MayITiming,
    /// How long a player may think over one decision, in milliseconds (section 13): a service for
    /// rooms with people.
    pub turn_limit_ms: Option<Millis>,
}

/// What the current player may still do with the offered card after drawing from the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WindowTake {
    /// Take it as well, and keep both.
    #[default]
    KeepBoth,
    /// Nothing.
    Forbidden,
}

/// How many cards a meld of a laydown has in rounds 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LaydownSize {
    /// Three for a set, four for a run.
    #[default]
    Exact,
    /// That many or more.
    AtLeast,
}

/// A rule that is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// The rule holds.
    #[default]
    On,
    /// It does not.
    Off,
}

/// Whether the window waits for the players who have not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MayIHold {
    /// No: the current player's pass closes it.
    #[default]
    Off,
    /// Yes, for so many milliseconds after the pass.
    MaxMs(Millis),
}

/// Who deals the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FirstDealer {
    /// The last seat, so that the first seat acts first.
    #[default]
    LastSeat,
    /// This seat.
    Seat(u8),
    /// The player who draws the highest card.
    HighCard,
}

/// When May I may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MayITiming {
    /// In the window after a stock draw (section 8).
    #[default]
    Window,
    /// As long as the discard is exposed (appendix A).
    Exposed,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            starting_round: 1,
            window_take: WindowTake::default(),
            laydown_size: LaydownSize::default(),
            same_suit_gap: Switch::default(),
            may_i_hold: MayIHold::default(),
            implicit_skip: false,
            first_dealer: FirstDealer::default(),
            max_turns_per_round: None,
            may_i_timing: MayITiming::default(),
            turn_limit_ms: None,
        }
    }
}

/// The choices for the first dealer: the last seat, the highest card, or any seat.
fn first_dealers() -> Vec<(Value, &'static str)> {
    const SEATS: [&str; crate::SEATS] =
        ["Seat 1", "Seat 2", "Seat 3", "Seat 4", "Seat 5", "Seat 6", "Seat 7", "Seat 8"];
    let seats = SEATS.into_iter().enumerate().map(|(seat, label)| (json!({"seat": seat}), label));
    let others = [
        (json!("last_seat"), "The last seat, so that the first begins"),
        (json!("high_card"), "The player who draws the highest card"),
    ];
    others.into_iter().chain(seats).collect()
}

impl Options {
    /// For rooms with people: the window waits for answers, and turns have a time limit.
    pub fn online() -> Self {
        Self {
            may_i_hold: MayIHold::MaxMs(Millis(8_000)),
            turn_limit_ms: Some(Millis(60_000)),
            ..Self::default()
        }
    }

    /// The later behaviour of the original game: appendix A, longer melds, and no right to the
    /// offered card after drawing from the stock (D-1, D-2, D-3).
    pub fn exposed() -> Self {
        Self {
            may_i_timing: MayITiming::Exposed,
            laydown_size: LaydownSize::AtLeast,
            window_take: WindowTake::Forbidden,
            ..Self::default()
        }
    }

    /// For simulations: a limit ensures that rounds of weak players end.
    pub fn bench() -> Self {
        Self { max_turns_per_round: Some(400), ..Self::default() }
    }

    pub(crate) fn presets() -> Vec<Preset<MayI>> {
        let preset = |name, about, options| Preset { name, about, options };
        vec![
            preset("classic", "The rules as they were written down.", Self::default()),
            preset("online", "The window waits for answers; for a served table.", Self::online()),
            preset("exposed", "May I at any time of a turn; longer melds.", Self::exposed()),
            preset("bench", "At most 400 turns in a round, for simulations.", Self::bench()),
        ]
    }

    /// Describes the options for menus and forms.
    pub(crate) fn describe() -> Vec<OptionDescription> {
        let longest = i64::try_from(LONGEST_WAIT.0).unwrap_or(i64::MAX);
        vec![
            OptionDescription::range(
                "starting_round",
                1..=6,
                "First round",
                "The round the game starts with.",
            ),
            OptionDescription::one_of(
                "may_i_timing",
                [
                    (json!("window"), "After a draw from the stock"),
                    (json!("exposed"), "As long as the discard is exposed"),
                ],
                "When May I? can be called",
                "When others may ask for the discard.",
            ),
            OptionDescription::range(
                "may_i_hold",
                1..=longest,
                "Waiting for May I?",
                "How long the window stays open after the current player has passed.",
            )
            .inside("max_ms")
            .or("off", "The pass closes it")
            .counted_in(Unit::Milliseconds),
            OptionDescription::one_of(
                "window_take",
                [(json!("keep_both"), "Take it too"), (json!("forbidden"), "Nothing")],
                "The discard after a draw",
                "What the current player may do with the discard after drawing from the stock.",
            ),
            OptionDescription::one_of(
                "laydown_size",
                [
                    (json!("exact"), "Exactly three or four"),
                    (json!("at_least"), "Three or four, or more"),
                ],
                "Cards of a meld",
                "How many cards the sets and runs of a laydown have in rounds 1 to 5.",
            ),
            OptionDescription::one_of(
                "same_suit_gap",
                [(json!("on"), "They must keep a distance"), (json!("off"), "They may touch")],
                "Runs of one suit",
                "Whether two runs of one suit in a laydown must not continue each other.",
            ),
            OptionDescription::switch(
                "implicit_skip",
                "Discard at once",
                "A player may discard right after the draw.",
            ),
            OptionDescription::one_of(
                "first_dealer",
                first_dealers(),
                "First dealer",
                "Who deals the first round.",
            ),
            OptionDescription::range(
                "turn_limit_ms",
                1..=longest,
                "Time for a decision",
                "After this time the game acts for the player.",
            )
            .or(Value::Null, "No limit")
            .counted_in(Unit::Milliseconds),
            OptionDescription::at_least(
                "max_turns_per_round",
                1,
                "Turns in a round",
                "After so many turns a round ends without a winner.",
            )
            .or(Value::Null, "No limit")
            .counted_in(Unit::Turns)
            .for_tests(),
        ]
    }

    /// Rejects invalid options.
    pub(crate) fn check(&self, seats: usize) -> Result<(), OptionsError> {
        let wrong = if !(1..=LAST_ROUND).contains(&self.starting_round) {
            format!("there are rounds 1 to 6, not {}", self.starting_round)
        } else if let FirstDealer::Seat(seat) = self.first_dealer
            && usize::from(seat) >= seats
        {
            format!("seat {seat} cannot deal at a table of {seats}")
        } else if self.max_turns_per_round == Some(0) {
            "a round has at least one turn".to_owned()
        } else if self.turn_limit_ms == Some(Millis::ZERO) {
            "a turn must last at least a millisecond".to_owned()
        } else if self.turn_limit_ms.is_some_and(|limit| limit > LONGEST_WAIT) {
            "a turn cannot last longer than a year".to_owned()
        } else if let MayIHold::MaxMs(limit) = self.may_i_hold
            && !(Millis(1)..=LONGEST_WAIT).contains(&limit)
        {
            "the window waits for at least a millisecond and at most a year".to_owned()
        } else {
            return Ok(());
        };
        Err(wrong.into())
    }

    /// What a laydown of a round must satisfy (MI-60 to MI-63).
    pub fn terms(&self, round: u8) -> Terms {
        let last = round >= LAST_ROUND;
        Terms {
            contract: Contract::of(round),
            longer: last || self.laydown_size == LaydownSize::AtLeast,
            all_cards: last,
            gap: self.same_suit_gap == Switch::On,
        }
    }

    /// Whether the rules of appendix A apply.
    pub(crate) fn is_exposed(&self) -> bool {
        self.may_i_timing == MayITiming::Exposed
    }
}

//! What can be chosen before the deal (MM-4, section 9).

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, OptionsError, Preset, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::MinOrMax;

/// The parameters of MM-4 that belong to the game, the turn clock, and the variant flags of
/// section 9. The default is the preset `classic`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // Independent flags; any subset is legal.
pub struct Options {
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// How many cards everybody is dealt.
    pub hand_size: usize,
    /// The lowest and the highest Min threshold.
    pub min_range: (i16, i16),
    /// The lowest and the highest Max threshold.
    pub max_range: (i16, i16),
    /// The angle of the wheel before the first spin.
    pub start_angle: u16,
    /// The force of the first spin, per mille.
    pub setup_force: u16,
    /// How long each step of the setup takes, except the spin.
    pub setup_step_ms: Millis,
    /// How long a spin takes.
    pub spin_ms: Millis,
    /// The turn clock.
    pub turn_ms: Option<Millis>,
    /// MM-C1: for beating, 10 < J < Q < K.
    pub strict_order: bool,
    /// MM-C2: every card adds its value, and there is no Min threshold.
    pub one_way_tally: bool,
    /// MM-C3: J, Q and K have effects.
    pub court_effects: bool,
    /// MM-C8: a turn may end without a card.
    pub may_pass: bool,
    /// MM-C9: the current player may give up.
    pub surrender: bool,
    /// MM-C10: when a player loses, the seat before wins.
    pub previous_wins: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            min_players: 2,
            max_players: 4,
            hand_size: 3,
            min_range: (-20, -10),
            max_range: (30, 50),
            start_angle: 90,
            setup_force: 800,
            setup_step_ms: Millis(600),
            spin_ms: Millis(1500),
            turn_ms: Some(Millis(30_000)),
            strict_order: false,
            one_way_tally: false,
            court_effects: false,
            may_pass: false,
            surrender: false,
            previous_wins: false,
        }
    }
}

impl Options {
    /// One hour: the upper limit for delays and for the time of a turn.
    pub const LONGEST_DELAY: Millis = Millis::from_secs(3600);

    /// The largest hand that can be dealt.
    pub const MOST_DEALT: usize = 7;

    /// MM-C2: the range of the only threshold of a one-way tally.
    pub const TALLY_RANGE: (i16, i16) = (40, 60);

    /// All flags of section 9.
    pub fn court_cards() -> Self {
        Self {
            strict_order: true,
            one_way_tally: true,
            court_effects: true,
            may_pass: true,
            surrender: true,
            previous_wins: true,
            ..Self::default()
        }
    }

    /// No delays and no clock, for simulations.
    pub fn bench() -> Self {
        Self {
            setup_step_ms: Millis::ZERO,
            spin_ms: Millis::ZERO,
            turn_ms: None,
            ..Self::default()
        }
    }

    pub(crate) fn presets() -> Vec<Preset<MinOrMax>> {
        let preset = |name, about, options| Preset { name, about, options };
        vec![
            preset("classic", "The rules as they were written down.", Self::default()),
            preset(
                "court-cards",
                "With the effects and rules of the court cards.",
                Self::court_cards(),
            ),
            preset("bench", "Without waiting, for simulations.", Self::bench()),
        ]
    }

    /// Describes the options for menus and forms.
    pub(crate) fn describe() -> Vec<OptionDescription> {
        let (low, high) = (i64::from(i16::MIN), i64::from(i16::MAX));
        let most = i64::try_from(Self::MOST_DEALT).unwrap_or(i64::MAX);
        let longest = Self::longest_delay();
        let mut described = vec![
            OptionDescription::range(
                "hand_size",
                1..=most,
                "Cards in a hand",
                "How many cards everybody is dealt.",
            )
            .counted_in(Unit::Cards),
            OptionDescription::interval(
                "min_range",
                low..=-10,
                "Lower threshold",
                "The lower threshold is drawn from these.",
            )
            .counted_in(Unit::Points),
            OptionDescription::interval(
                "max_range",
                12..=high,
                "Upper threshold",
                "The upper threshold is drawn from these.",
            )
            .counted_in(Unit::Points),
            OptionDescription::range(
                "turn_ms",
                1..=longest,
                "Time for a turn",
                "After this time the game plays for the player, who may lose.",
            )
            .or(Value::Null, "No limit")
            .counted_in(Unit::Milliseconds),
            OptionDescription::switch(
                "strict_order",
                "Strict order",
                "A jack beats a ten, a queen a jack, a king a queen.",
            ),
            OptionDescription::switch(
                "one_way_tally",
                "One-way tally",
                "Every card is added, and there is no lower threshold.",
            ),
            OptionDescription::switch(
                "court_effects",
                "Court effects",
                "Jacks search, queens slay, kings bring a bodyguard.",
            ),
            OptionDescription::switch("may_pass", "Passing", "A turn may end without a card."),
            OptionDescription::switch("surrender", "Surrender", "The current player may give up."),
            OptionDescription::switch(
                "previous_wins",
                "The seat before wins",
                "When a player loses, the seat before wins.",
            ),
            OptionDescription::range(
                "min_players",
                2..=4,
                "Fewest players",
                "How many a match needs to start.",
            )
            .counted_in(Unit::Players),
            OptionDescription::range(
                "max_players",
                2..=4,
                "Most players",
                "How many a match has room for.",
            )
            .counted_in(Unit::Players),
        ];
        described.extend(Self::describe_for_tests());
        described
    }

    /// Describes the options that only tests set.
    fn describe_for_tests() -> [OptionDescription; 4] {
        let longest = Self::longest_delay();
        let described = [
            OptionDescription::range(
                "start_angle",
                0..=359,
                "First angle",
                "The angle of the wheel before the first spin.",
            )
            .counted_in(Unit::Degrees),
            OptionDescription::range(
                "setup_force",
                0..=1000,
                "First force",
                "How hard the wheel is pushed first.",
            )
            .counted_in(Unit::PerMille),
            OptionDescription::range(
                "setup_step_ms",
                0..=longest,
                "Setup pause",
                "How long each step of the setup takes.",
            )
            .counted_in(Unit::Milliseconds),
            OptionDescription::range(
                "spin_ms",
                0..=longest,
                "Spin time",
                "How long the wheel turns.",
            )
            .counted_in(Unit::Milliseconds),
        ];
        described.map(OptionDescription::for_tests)
    }

    fn longest_delay() -> i64 {
        i64::try_from(Self::LONGEST_DELAY.0).unwrap_or(i64::MAX)
    }

    /// The range of the Max threshold.
    pub(crate) fn max_threshold_range(&self) -> (i16, i16) {
        if self.one_way_tally { Self::TALLY_RANGE } else { self.max_range }
    }

    /// Whether hands keep their size from turn to turn (MM-85.2, section 9).
    pub(crate) fn keeps_hand_sizes(&self) -> bool {
        !self.court_effects && !self.may_pass
    }

    /// MM-4: rejects invalid options.
    pub(crate) fn check(&self, seats: usize) -> Result<(), OptionsError> {
        let (fewest, most) = (self.min_players, self.max_players);
        let (min, max) = (self.min_range, self.max_range);
        let in_range = |number, low, high| (low..=high).contains(&number);
        let longest = [self.setup_step_ms, self.spin_ms].into_iter().chain(self.turn_ms).max();
        let wrong = if fewest < 2 || most > 4 || fewest > most {
            format!("Min or Max is played by 2 to 4, not by {fewest} to {most}")
        } else if !in_range(seats, fewest, most) {
            format!("this table is for {fewest} to {most} players, not for {seats}")
        } else if !in_range(self.hand_size, 1, Self::MOST_DEALT) {
            format!("a hand has 1 to {} cards, not {}", Self::MOST_DEALT, self.hand_size)
        } else if min.0 > min.1 || max.0 > max.1 {
            "a range of thresholds must not be empty".to_owned()
        } else if min.1 > -10 {
            format!("the Min threshold is at most -10, not {}", min.1)
        } else if max.0 < 12 {
            format!("the Max threshold is at least 12, not {}", max.0)
        } else if self.start_angle > 359 {
            format!("the wheel stands between 0 and 359 degrees, not at {}", self.start_angle)
        } else if self.setup_force > 1000 {
            format!("the wheel is pushed with 0 to 1000 per mille, not {}", self.setup_force)
        } else if self.turn_ms == Some(Millis::ZERO) {
            "a turn must last at least a millisecond".to_owned()
        } else if longest > Some(Self::LONGEST_DELAY) {
            "a delay and the time for a turn are at most an hour each".to_owned()
        } else {
            return Ok(());
        };
        Err(wrong.into())
    }
}

//! What can be chosen before the deal (RU-4).

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, OptionsError, Preset, Unit};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Rush;
use crate::plays::HAND;

/// The parameters of RU-4. The default is the preset `classic`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// How many cards everybody gets.
    pub hand_size: usize,
    /// How long `GAME_STARTING` lasts.
    pub starting_ms: Millis,
    /// How long `WAITING_FOR_TURN` lasts.
    pub waiting_ms: Millis,
    /// How long `GAME_ENDING` lasts.
    pub ending_ms: Millis,
    /// The countdown.
    pub game_seconds: u32,
    /// How many notifications are kept.
    pub notification_cap: usize,
    /// Who may end a game by hand (RU-55).
    pub end_game_policy: EndGamePolicy,
    /// The shot clock (RU-66).
    pub turn_limit_ms: Option<Millis>,
    /// What happens when nobody can move.
    pub stall_rule: StallRule,
    /// RU-69: a room drives `LOBBY` and `GAME_OVER`, and players' own words about them are refused.
    pub served: bool,
}

/// Who may end a game by hand (RU-55).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndGamePolicy {
    /// Any person, at once.
    AnyPlayer,
    /// The lowest seat held by a person.
    Host,
    /// All connected persons together.
    Unanimous,
}

/// What happens when nobody can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StallRule {
    /// RU-33: the game ends.
    End,
    /// RU-68: an undealt card is put on the pile.
    Flip,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            min_players: 2,
            max_players: 4,
            hand_size: 7,
            starting_ms: Millis(1000),
            waiting_ms: Millis(500),
            ending_ms: Millis(2000),
            game_seconds: 180,
            notification_cap: 10,
            end_game_policy: EndGamePolicy::AnyPlayer,
            turn_limit_ms: None,
            stall_rule: StallRule::End,
            served: false,
        }
    }
}

impl Options {
    /// The maximum number of notifications that can be kept.
    pub const MOST_NOTIFICATIONS: usize = 10;

    /// One hour: the upper limit for delays and for the time of a turn.
    pub const LONGEST_DELAY: Millis = Millis::from_secs(3600);

    /// One hour: the upper limit for a game.
    pub const MOST_SECONDS: u32 = 3600;

    /// Options for served tables: a shot clock, and a manual end only by unanimous vote.
    pub fn online() -> Self {
        Self {
            end_game_policy: EndGamePolicy::Unanimous,
            turn_limit_ms: Some(Millis(15_000)),
            served: true,
            ..Self::default()
        }
    }

    /// RU-4: the default of a table that chooses nothing. Under the classic rules nearly all games
    /// stall after a few plays; with `flip` they end with an empty hand.
    pub fn party() -> Self {
        Self { stall_rule: StallRule::Flip, ..Self::online() }
    }

    /// No delays, for simulations. The countdown stays.
    pub fn bench() -> Self {
        Self {
            starting_ms: Millis::ZERO,
            waiting_ms: Millis::ZERO,
            ending_ms: Millis::ZERO,
            ..Self::default()
        }
    }

    /// The variant in which a stall turns up an undealt card (RU-68).
    pub fn flip() -> Self {
        Self { stall_rule: StallRule::Flip, ..Self::default() }
    }

    pub(crate) fn presets() -> Vec<Preset<Rush>> {
        let preset = |name, about, options| Preset { name, about, options };
        vec![
            preset("classic", "The rules as they were written down.", Self::default()),
            preset("online", "With a shot clock, for a served table.", Self::online()),
            preset("bench", "Without waiting, for simulations.", Self::bench()),
            preset("flip", "A stall turns up an undealt card.", Self::flip()),
            preset("party", "With a shot clock, and a stall turns up a card.", Self::party()),
        ]
    }

    /// Describes the options for menus and forms.
    pub(crate) fn describe() -> Vec<OptionDescription> {
        let ms = Unit::Milliseconds;
        let longest = i64::try_from(Self::LONGEST_DELAY.0).unwrap_or(i64::MAX);
        vec![
            OptionDescription::range(
                "hand_size",
                1..=i64::try_from(HAND).unwrap_or(i64::MAX),
                "Cards in a hand",
                "How many cards everybody gets.",
            )
            .counted_in(Unit::Cards),
            OptionDescription::range(
                "game_seconds",
                1..=i64::from(Self::MOST_SECONDS),
                "Time for a game",
                "When the countdown is over, the fewest points win.",
            )
            .counted_in(Unit::Seconds),
            OptionDescription::range(
                "turn_limit_ms",
                1..=longest,
                "Time for a turn",
                "After this time the game plays for the player.",
            )
            .or(Value::Null, "No limit")
            .counted_in(ms),
            OptionDescription::one_of(
                "stall_rule",
                [(json!("end"), "The game ends"), (json!("flip"), "An undealt card is turned up")],
                "When nobody can play",
                "What happens when no hand has a legal play.",
            ),
            OptionDescription::one_of(
                "end_game_policy",
                [
                    (json!("any_player"), "Any player"),
                    (json!("host"), "The first player"),
                    (json!("unanimous"), "All players together"),
                ],
                "Who may end the game",
                "Who can end a game before its time.",
            ),
            OptionDescription::range(
                "min_players",
                2..=4,
                "Fewest players",
                "How many a game needs to start.",
            )
            .counted_in(Unit::Players)
            .for_tests(),
            OptionDescription::range(
                "max_players",
                2..=4,
                "Most players",
                "How many a game has room for.",
            )
            .counted_in(Unit::Players)
            .for_tests(),
            OptionDescription::range(
                "starting_ms",
                0..=longest,
                "Pause before the deal",
                "How long the game waits before the deal.",
            )
            .counted_in(ms)
            .for_tests(),
            OptionDescription::range(
                "waiting_ms",
                0..=longest,
                "Pause between turns",
                "How long the game waits between turns.",
            )
            .counted_in(ms)
            .for_tests(),
            OptionDescription::range(
                "ending_ms",
                0..=longest,
                "Pause at the end",
                "How long the last hands are shown.",
            )
            .counted_in(ms)
            .for_tests(),
            OptionDescription::range(
                "notification_cap",
                0..=i64::try_from(Self::MOST_NOTIFICATIONS).unwrap_or(i64::MAX),
                "Notifications",
                "How many of the latest automatic plays and skips are kept.",
            )
            .for_tests(),
            OptionDescription::switch(
                "served",
                "Served",
                "A room seats the players and starts the game.",
            )
            .for_tests(),
        ]
    }

    /// RU-4: rejects invalid options.
    pub(crate) fn check(&self, seats: usize) -> Result<(), OptionsError> {
        let (min, max) = (self.min_players, self.max_players);
        let in_range = |number, low, high| (low..=high).contains(&number);
        let delays = [self.starting_ms, self.waiting_ms, self.ending_ms];
        let longest = delays.into_iter().chain(self.turn_limit_ms).max();
        let wrong = if !in_range(min, 2, 4) || !in_range(max, min, 4) {
            format!("Rush is played by 2 to 4, not by {min} to {max}")
        } else if !in_range(seats, min, max) {
            format!("this table is for {min} to {max} players, not for {seats}")
        } else if !in_range(self.hand_size, 1, HAND) {
            format!("a hand has 1 to {HAND} cards, not {}", self.hand_size)
        } else if self.game_seconds == 0 {
            "a game must last at least a second".to_owned()
        } else if self.game_seconds > Self::MOST_SECONDS {
            "a game lasts at most an hour".to_owned()
        } else if longest > Some(Self::LONGEST_DELAY) {
            "a delay and the time for a turn are at most an hour each".to_owned()
        } else if self.turn_limit_ms == Some(Millis::ZERO) {
            "a turn must last at least a millisecond".to_owned()
        } else if self.notification_cap > Self::MOST_NOTIFICATIONS {
            format!("at most {} notifications are kept", Self::MOST_NOTIFICATIONS)
        } else {
            return Ok(());
        };
        Err(wrong.into())
    }
}

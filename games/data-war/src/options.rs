//! What can be chosen before the deal (DW-15), and the delays of the flow (DW-22).

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, OptionKind, Unit, zero_for_none};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::CardType;
use crate::exact::Exact;
use crate::strategy::Strategy;

/// What happens when a seat has too few cards for a war.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WarShortage {
    /// DW-77: a seat with fewer than four cards has lost.
    #[default]
    Forfeit,
    /// DW-79: one card is enough.
    Mercy,
}

/// How a Data Grab shares the pile out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DataGrab {
    /// DW-131: by chance, at settlement.
    #[default]
    Split,
    /// DW-134: cards fall and are grabbed.
    Scramble,
}

/// Who moves the clock and who is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pacing {
    /// One screen, with its set-up screens.
    #[default]
    Local,
    /// DW-39: a server, which goes on without those who are silent.
    Network,
    /// DW-38: a virtual clock, nothing to look at.
    Headless,
}

/// DW-22.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)] // The names are the specification's.
pub struct Delays {
    pub card_flip: Millis,
    pub card_comparison: Millis,
    pub win_animation: Millis,
    pub owyw_animation: Millis,
    pub special_effect_display: Millis,
    pub data_war_reveal: Millis,
    pub effect_settle: Millis,
    pub cpu_turn_delay: Millis,
    pub data_grab_takeover: Millis,
    pub data_grab_limit: Millis,
    pub data_grab_hand_viewer: Millis,
    pub tap_auto: Millis,
    pub effect_auto_dismiss: Millis,
    pub choice_auto: Millis,
    pub grab_cooldown: Millis,
}

impl Default for Delays {
    fn default() -> Self {
        Self {
            card_flip: Millis(1000),
            card_comparison: Millis(1500),
            win_animation: Millis(1200),
            owyw_animation: Millis(2000),
            special_effect_display: Millis(2000),
            data_war_reveal: Millis(1000),
            effect_settle: Millis(500),
            cpu_turn_delay: Millis(1500),
            data_grab_takeover: Millis(5000),
            data_grab_limit: Millis(10_000),
            data_grab_hand_viewer: Millis(1000),
            tap_auto: Millis(15_000),
            effect_auto_dismiss: Millis(6000),
            choice_auto: Millis(30_000),
            grab_cooldown: Millis(120),
        }
    }
}

/// One hour: the upper limit for delays.
const LONGEST_DELAY: Millis = Millis::from_secs(3600);

impl Delays {
    fn longest(&self) -> Millis {
        let all = [
            self.card_flip,
            self.card_comparison,
            self.win_animation,
            self.owyw_animation,
            self.special_effect_display,
            self.data_war_reveal,
            self.effect_settle,
            self.cpu_turn_delay,
            self.data_grab_takeover,
            self.data_grab_limit,
            self.data_grab_hand_viewer,
            self.tap_auto,
            self.effect_auto_dismiss,
            self.choice_auto,
            self.grab_cooldown,
        ];
        all.into_iter().max().unwrap_or(Millis::ZERO)
    }

    /// No delays at all.
    pub const NONE: Self = Self {
        card_flip: Millis::ZERO,
        card_comparison: Millis::ZERO,
        win_animation: Millis::ZERO,
        owyw_animation: Millis::ZERO,
        special_effect_display: Millis::ZERO,
        data_war_reveal: Millis::ZERO,
        effect_settle: Millis::ZERO,
        cpu_turn_delay: Millis::ZERO,
        data_grab_takeover: Millis::ZERO,
        data_grab_limit: Millis::ZERO,
        data_grab_hand_viewer: Millis::ZERO,
        tap_auto: Millis::ZERO,
        effect_auto_dismiss: Millis::ZERO,
        choice_auto: Millis::ZERO,
        grab_cooldown: Millis::ZERO,
    };
}

/// DW-15. The defaults are the game as the specification gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How the first seat's cards are ordered (DW-9).
    pub p1_strategy: Strategy,
    /// How the second seat's cards are ordered.
    pub p2_strategy: Strategy,
    /// The type ids on top of the first deck under the strategy `custom` (DW-10).
    pub p1_custom: Vec<String>,
    /// The same for the second deck.
    pub p2_custom: Vec<String>,
    /// DW-12: both play the same cards in the same order.
    pub mirror_decks: bool,
    /// DW-11: both decks card by card, for tests.
    pub exact: Option<Box<Exact>>,
    /// How many Launch Stacks win, 1 to 5.
    pub launch_stacks_to_win: u8,
    /// What happens when a seat has too few cards for a war.
    pub war_shortage: WarShortage,
    /// How a Data Grab works.
    pub data_grab: DataGrab,
    /// DW-129: whether Open What You Want works inside a war.
    pub owyw_in_war: bool,
    /// DW-146: after how many turns a game ends; never is written as 0.
    #[serde(with = "zero_for_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub max_turns: Option<u32>,
    /// Who moves the clock.
    pub pacing: Pacing,
    /// How long things take.
    pub delays: Delays,
}

/// DW-157: the settings that the log tells. Pacing and delays never change a game (DW-188), and
/// decks that are given card by card are deck orders, which are hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // As in `Options`.
pub struct Settings {
    pub p1_strategy: Strategy,
    pub p2_strategy: Strategy,
    pub mirror_decks: bool,
    pub launch_stacks_to_win: u8,
    pub war_shortage: WarShortage,
    pub data_grab: DataGrab,
    pub owyw_in_war: bool,
    #[serde(with = "zero_for_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub max_turns: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            p1_strategy: Strategy::Random,
            p2_strategy: Strategy::Random,
            p1_custom: vec![],
            p2_custom: vec![],
            mirror_decks: false,
            exact: None,
            launch_stacks_to_win: 3,
            war_shortage: WarShortage::Forfeit,
            data_grab: DataGrab::Split,
            owyw_in_war: false,
            max_turns: Some(500),
            pacing: Pacing::Local,
            delays: Delays::default(),
        }
    }
}

/// Why options are invalid (DW-190).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOptionsError {
    /// A setting is out of range.
    #[error("InvalidConfig: {field} {why}")]
    Invalid {
        /// The name of the setting.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A `custom` list names a type that does not exist.
    #[error("UnknownCardType: there is no card type {0:?}")]
    UnknownCardType(String),
    /// The `custom` lists name more copies than the deck has.
    #[error("NotEnoughCopies: the deck has {copies} of {type_id}, and {named} are named")]
    NotEnoughCopies {
        /// The type.
        type_id: &'static str,
        /// How many copies there are.
        copies: u8,
        /// How many are named.
        named: usize,
    },
    /// A `custom` list is longer than a deck.
    #[error("TooManyNamed: {named} cards are named for a deck of 33")]
    TooManyNamed {
        /// How many cards are named.
        named: usize,
    },
}

impl InvalidOptionsError {
    /// The error code of the specification.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "InvalidConfig",
            Self::UnknownCardType(_) => "UnknownCardType",
            Self::NotEnoughCopies { .. } => "NotEnoughCopies",
            Self::TooManyNamed { .. } => "TooManyNamed",
        }
    }

    pub(crate) fn invalid(field: &'static str, why: impl Into<String>) -> Self {
        Self::Invalid { field, why: why.into() }
    }
}

/// DW-9: the strategies and what they put on top.
const STRATEGIES: [(&str, &str); 12] = [
    ("random", "As they were dealt"),
    ("tracker-first", "Trackers on top"),
    ("blocker-first", "Blockers on top"),
    ("firewall-first", "Firewalls on top"),
    ("move-first", "Moves on top"),
    ("launch-stack-first", "Launch stacks on top"),
    ("special-first", "Specials on top"),
    ("common-first", "Commons on top"),
    ("high-value-first", "From 6 to 0"),
    ("low-value-first", "From 0 to 6"),
    ("owyw-first", "Open What You Want on top"),
    ("custom", "As the list names them"),
];

/// DW-22: the delays, with labels and descriptions.
const DELAYS: [(&str, &str, &str); 15] = [
    ("delays.card_flip", "Card flip", "How long turning a card over takes."),
    ("delays.card_comparison", "Comparison", "How long the values are compared."),
    ("delays.win_animation", "Winning a turn", "How long the cards take to go to the winner."),
    ("delays.owyw_animation", "Open What You Want", "How long its scene takes."),
    ("delays.special_effect_display", "Effects", "How long an effect is shown."),
    ("delays.data_war_reveal", "Data war", "How long the announcement of a war takes."),
    ("delays.effect_settle", "Settling", "How long an effect takes to settle."),
    ("delays.cpu_turn_delay", "The house's turn", "How long the house waits before it plays."),
    ("delays.data_grab_takeover", "Data Grab announced", "How long its announcement takes."),
    ("delays.data_grab_limit", "Data Grab", "How long cards can be grabbed."),
    ("delays.data_grab_hand_viewer", "Data Grab results", "How long its results are shown."),
    ("delays.tap_auto", "Silent tap", "After how long the game taps for a player who does not."),
    (
        "delays.effect_auto_dismiss",
        "Silent dismissal",
        "After how long effects are dismissed automatically.",
    ),
    (
        "delays.choice_auto",
        "Silent choice",
        "After how long the game chooses for a player who does not.",
    ),
    ("delays.grab_cooldown", "Between grabs", "How long a player waits between two grabs."),
];

impl Options {
    /// Describes the options for menus and forms.
    pub(crate) fn describe() -> Vec<OptionDescription> {
        let strategies = || STRATEGIES.map(|(name, label)| (json!(name), label));
        let longest = i64::try_from(LONGEST_DELAY.0).unwrap_or(i64::MAX);
        let mut described = vec![
            OptionDescription::range(
                "launch_stacks_to_win",
                1..=5,
                "Launch stacks to win",
                "How many win the game.",
            ),
            OptionDescription::one_of(
                "war_shortage",
                [(json!("forfeit"), "The game is lost"), (json!("mercy"), "One card is enough")],
                "Too few cards for a war",
                "What happens when a player has too few cards for a war.",
            ),
            OptionDescription::one_of(
                "data_grab",
                [
                    (json!("split"), "The pile is dealt out at random"),
                    (json!("scramble"), "Cards fall and are grabbed"),
                ],
                "Data Grab",
                "How a Data Grab divides the pile.",
            ),
            OptionDescription::switch(
                "owyw_in_war",
                "Open in wars",
                "Open What You Want works inside a war too.",
            ),
            OptionDescription::switch(
                "mirror_decks",
                "Same decks",
                "Both play the same cards in the same order.",
            ),
            OptionDescription::range(
                "max_turns",
                0..=100_000,
                "Turn limit",
                "After so many turns the game ends; 0 for never.",
            )
            .counted_in(Unit::Turns),
            OptionDescription::one_of(
                "p1_strategy",
                strategies(),
                "First deck",
                "How the first seat's cards are ordered.",
            )
            .for_tests(),
            OptionDescription::one_of(
                "p2_strategy",
                strategies(),
                "Second deck",
                "How the second seat's cards are ordered.",
            )
            .for_tests(),
            OptionDescription::new(
                "p1_custom",
                OptionKind::Words,
                "First deck's top",
                "Card types on top of the first deck.",
            )
            .for_tests(),
            OptionDescription::new(
                "p2_custom",
                OptionKind::Words,
                "Second deck's top",
                "Card types on top of the second deck.",
            )
            .for_tests(),
            OptionDescription::new(
                "exact",
                OptionKind::Data,
                "Exact decks",
                "Both decks card by card.",
            )
            .for_tests(),
            OptionDescription::one_of(
                "pacing",
                [
                    (json!("local"), "One screen, with its set-up screens"),
                    (json!("network"), "A server, which does not wait for silent players"),
                    (json!("headless"), "No screen and no waits"),
                ],
                "Pacing",
                "Who moves the clock and who is waited for.",
            )
            .for_tests(),
        ];
        described.extend(DELAYS.map(|(key, label, about)| {
            OptionDescription::range(key, 0..=longest, label, about)
                .counted_in(Unit::Milliseconds)
                .for_tests()
        }));
        described
    }

    /// The settings as the log reports them.
    pub fn settings(&self) -> Settings {
        Settings {
            p1_strategy: self.p1_strategy,
            p2_strategy: self.p2_strategy,
            mirror_decks: self.mirror_decks,
            launch_stacks_to_win: self.launch_stacks_to_win,
            war_shortage: self.war_shortage,
            data_grab: self.data_grab,
            owyw_in_war: self.owyw_in_war,
            max_turns: self.max_turns,
        }
    }

    /// The strategies, P1's first.
    pub fn strategies(&self) -> [Strategy; 2] {
        [self.p1_strategy, self.p2_strategy]
    }

    /// The card types a seat names. Only the strategy `custom` names any.
    pub(crate) fn named(&self, seat: usize) -> Result<Vec<CardType>, InvalidOptionsError> {
        let (strategy, names) = match seat {
            0 => (self.p1_strategy, &self.p1_custom),
            _ => (self.p2_strategy, &self.p2_custom),
        };
        if strategy != Strategy::Custom {
            return Ok(vec![]);
        }
        let find = |name: &String| {
            let known = CardType::all().find(|kind| kind.row().type_id == name);
            known.ok_or_else(|| InvalidOptionsError::UnknownCardType(name.clone()))
        };
        names.iter().map(find).collect()
    }

    /// Whether these options can be played, and if not, why.
    pub fn check(&self) -> Result<(), InvalidOptionsError> {
        if !(1..=5).contains(&self.launch_stacks_to_win) {
            return Err(InvalidOptionsError::invalid("launch_stacks_to_win", "must be 1 to 5"));
        }
        if self.max_turns.is_some_and(|turns| !(1..=100_000).contains(&turns)) {
            return Err(InvalidOptionsError::invalid("max_turns", "must be 0 to 100000"));
        }
        if self.delays.longest() > LONGEST_DELAY {
            return Err(InvalidOptionsError::invalid("delays", "must be at most an hour each"));
        }
        if let Some(exact) = &self.exact {
            return exact.check(self.launch_stacks_to_win);
        }
        let named = [self.named(0)?, self.named(1)?];
        if let Some(list) = named.iter().find(|list| list.len() > 33) {
            return Err(InvalidOptionsError::TooManyNamed { named: list.len() });
        }
        // Simulations check this before every deal, and hardly ever is a card named.
        if named.iter().all(Vec::is_empty) {
            return Ok(());
        }
        for kind in CardType::all() {
            let count = named.iter().flatten().filter(|other| **other == kind).count();
            let row = kind.row();
            if count > usize::from(row.copies) {
                let (type_id, copies) = (row.type_id, row.copies);
                return Err(InvalidOptionsError::NotEnoughCopies { type_id, copies, named: count });
            }
        }
        Ok(())
    }
}

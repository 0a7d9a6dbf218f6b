//! What can be chosen before the deal (DW-15), and the delays of the flow (DW-22).

use croupier_kit::Millis;
use serde::{Deserialize, Serialize};

use crate::cards::CardType;
use crate::exact::Exact;
use crate::strategy::Strategy;

/// What becomes of a war that somebody cannot pay for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WarShortage {
    /// DW-77: whoever has fewer than four cards has lost.
    #[default]
    Forfeit,
    /// DW-79: one card is enough.
    Mercy,
}

/// How a Data Grab shares the pile out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
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

/// An hour: nobody waits longer for a card.
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

    /// No waiting at all.
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
    /// What becomes of a war that somebody cannot pay for.
    pub war_shortage: WarShortage,
    /// How a Data Grab works.
    pub data_grab: DataGrab,
    /// DW-129: whether Open What You Want works inside a war.
    pub owyw_in_war: bool,
    /// DW-146: after how many turns a game ends; 0 for never.
    pub max_turns: u32,
    /// Who moves the clock.
    pub pacing: Pacing,
    /// How long things take.
    pub delays: Delays,
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
            max_turns: 500,
            pacing: Pacing::Local,
            delays: Delays::default(),
        }
    }
}

/// What is wrong with options (DW-190).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadOptions {
    /// A setting outside its range.
    #[error("InvalidConfig: {field} {why}")]
    Invalid {
        /// Which.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A `custom` list names a type that is not there.
    #[error("UnknownCardType: there is no card type {0:?}")]
    UnknownCardType(String),
    /// The `custom` lists name more copies than the deck has.
    #[error("NotEnoughCopies: the deck has {copies} of {type_id}, and {named} are named")]
    NotEnoughCopies {
        /// The type.
        type_id: &'static str,
        /// How many there are.
        copies: u8,
        /// How many are named.
        named: usize,
    },
    /// A `custom` list is longer than a deck.
    #[error("TooManyNamed: {named} cards are named for a deck of 33")]
    TooManyNamed {
        /// How many.
        named: usize,
    },
}

impl BadOptions {
    /// The specification's name of the error.
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

impl Options {
    /// The strategies, P1's first.
    pub fn strategies(&self) -> [Strategy; 2] {
        [self.p1_strategy, self.p2_strategy]
    }

    /// The types a seat names. Only the strategy `custom` names any.
    pub(crate) fn named(&self, seat: usize) -> Result<Vec<CardType>, BadOptions> {
        let (strategy, names) = match seat {
            0 => (self.p1_strategy, &self.p1_custom),
            _ => (self.p2_strategy, &self.p2_custom),
        };
        if strategy != Strategy::Custom {
            return Ok(vec![]);
        }
        let find = |name: &String| {
            let known = CardType::all().find(|kind| kind.row().type_id == name);
            known.ok_or_else(|| BadOptions::UnknownCardType(name.clone()))
        };
        names.iter().map(find).collect()
    }

    /// Whether these can be played, and if not, why not.
    pub fn check(&self) -> Result<(), BadOptions> {
        if !(1..=5).contains(&self.launch_stacks_to_win) {
            return Err(BadOptions::invalid("launch_stacks_to_win", "must be 1 to 5"));
        }
        if self.max_turns > 100_000 {
            return Err(BadOptions::invalid("max_turns", "must be 0 to 100000"));
        }
        if self.delays.longest() > LONGEST_DELAY {
            return Err(BadOptions::invalid("delays", "must be at most an hour each"));
        }
        if let Some(exact) = &self.exact {
            return exact.check(self.launch_stacks_to_win);
        }
        let named = [self.named(0)?, self.named(1)?];
        if let Some(list) = named.iter().find(|list| list.len() > 33) {
            return Err(BadOptions::TooManyNamed { named: list.len() });
        }
        for kind in CardType::all() {
            let count = named.iter().flatten().filter(|other| **other == kind).count();
            let row = kind.row();
            if count > usize::from(row.copies) {
                let (type_id, copies) = (row.type_id, row.copies);
                return Err(BadOptions::NotEnoughCopies { type_id, copies, named: count });
            }
        }
        Ok(())
    }
}

//! What a seat is being asked, as data.
//!
//! A client that knows only prompts can play every game: it shows the question, lets the person
//! choose, and sends the answer back.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A question to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt<A> {
    /// Which question this is, given by the match: an answer names it, so that a late one is
    /// recognised.
    pub id: u64,
    /// The key of the sentence to show.
    pub message: String,
    /// What is being asked.
    pub ask: Ask<A>,
    /// Whether the seat may say no.
    pub may_decline: bool,
    /// When the match answers for the seat, if it does.
    pub deadline: Option<u64>,
}

/// What is being asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask<A> {
    /// One of these actions.
    Pick {
        /// The choices, each with what it does.
        choices: Vec<Choice<A>>,
    },
    /// Some of these cards.
    Select {
        /// The cards, as the game writes them.
        candidates: Vec<String>,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
        /// Whether the order of the answer matters.
        ordered: bool,
    },
    /// Yes or no.
    Confirm,
    /// A number.
    Value {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
    },
    /// One of these colours.
    Colour {
        /// The colours, as the game writes them.
        colours: Vec<String>,
    },
    /// One of these players.
    Player {
        /// Where they sit.
        seats: Vec<Seat>,
    },
    /// One of these words.
    Option {
        /// The words.
        options: Vec<String>,
    },
    /// All of these, in an order.
    Order {
        /// What is to be ordered.
        items: Vec<String>,
    },
    /// Cards laid out in groups.
    Arrange {
        /// The cards, as the game writes them.
        cards: Vec<String>,
    },
}

/// One choice of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice<A> {
    /// What to show.
    pub label: String,
    /// What to send.
    pub action: A,
}

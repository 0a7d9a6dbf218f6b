//! Statecharts and virtual time.
//!
//! A chart decides *when* something may happen; the rules data lent to it decides *what* happens
//! then. Charts have SCXML's semantics (run to completion, inner first, document order), XState's
//! shape (nested and parallel states, history, timed and eventless transitions, invoked children)
//! and the cost of a table lookup: a definition is plain data that is checked as a whole and
//! compiled once, and a transition in a warmed-up chart allocates nothing.
//!
//! Four things make up a program:
//!
//! | | made by | is |
//! |---|---|---|
//! | [`Machine`] | you | the types: triggers, context, children, lent rules, emissions, output |
//! | [`Definition`] | [`state`], [`parallel`], [`to`] … | the flow as data; may be wrong |
//! | [`Chart`] | [`Definition::compile`] | the flow as tables; cannot be wrong |
//! | [`Snapshot`] | [`Chart::start`] | the state of one run: a value, to clone, save, restore |
//!
//! [`Runner`] bundles a chart, a snapshot and the rules data. `docs/statecharts.md` teaches all of
//! it in fifteen minutes. `use croupier_chart::prelude::*;` imports what most charts need; the rest
//! is grouped by task: [`define`], [`compile`], [`run`], [`check`], [`export`].
//!
//! # A toggle
//!
//! ```
//! use croupier_chart::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! triggers! {
//!     #[derive(Debug, Clone, Serialize, Deserialize)]
//!     enum Press: PressKind { Toggle => "TOGGLE", Unplug => "UNPLUG" }
//! }
//!
//! struct Lamp;
//! impl Machine for Lamp {
//!     type Trigger = Press;
//!     type Context = ();
//!     type Children = ();
//!     type Rules = ();
//!     type Emit = ();
//!     type Output = ();
//! }
//!
//! let lamp = Definition::<Lamp>::new(
//!     "lamp",
//!     state("lamp")
//!         .initial("off")
//!         .child(state("off").on(PressKind::Toggle, "on").on(PressKind::Unplug, "unplugged"))
//!         .child(state("on").on(PressKind::Toggle, "off"))
//!         .child(final_state("unplugged")),
//! );
//!
//! let mut lamp = Runner::start(lamp.compile()?, (), ())?;
//! assert_eq!(lamp.send(&Press::Toggle)?, Answer::Taken);
//! assert!(lamp.is_in("on"));
//! assert_eq!(lamp.send(&Press::Unplug)?, Answer::Refused(Refusal::NotHere));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Parallel regions and timers
//!
//! Both regions run at once and share a clock that moves only when the caller advances it.
//!
//! ```
//! use croupier_chart::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! triggers! {
//!     #[derive(Debug, Clone, Serialize, Deserialize)]
//!     enum SeatTrigger: Kind { Play => "PLAY", Lost => "LOST", Back => "BACK" }
//! }
//!
//! struct Seat;
//! impl Machine for Seat {
//!     type Trigger = SeatTrigger;
//!     type Context = u32; // cards played
//!     type Children = ();
//!     type Rules = ();
//!     type Emit = ();
//!     type Output = ();
//! }
//!
//! fn count(scope: &mut Scope<'_, Seat>) {
//!     *scope.context += 1;
//! }
//!
//! let seat = Definition::new(
//!     "seat",
//!     parallel("seat")
//!         .child(
//!             state("turn")
//!                 .initial("thinking")
//!                 .child(
//!                     state("thinking")
//!                         .on(Kind::Play, to("thinking").reenter().run(count))
//!                         .after(Millis(30_000), "expired"),
//!                 )
//!                 .child(final_state("expired")),
//!         )
//!         .child(
//!             state("line")
//!                 .initial("up")
//!                 .child(state("up").on(Kind::Lost, "down"))
//!                 .child(state("down").on(Kind::Back, "up").after(Millis(10_000), "stand_in"))
//!                 .child(state("stand_in").on(Kind::Back, "up")),
//!         ),
//! );
//!
//! let mut seat = Runner::start(seat.compile()?, 0, ())?;
//! seat.advance(Millis(25_000))?;
//! assert!(seat.send(&SeatTrigger::Play)?.is_taken()); // The turn's clock starts again.
//! assert!(seat.send(&SeatTrigger::Lost)?.is_taken());
//! assert_eq!(seat.next_due(), Some(Millis(35_000)));
//! assert_eq!(seat.advance(Millis(10_000))?, 1);
//! assert_eq!(seat.leaves(), ["turn.thinking", "line.stand_in"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An invoked child
//!
//! The round gives the turn a seat, lends it the pile and nothing else, and gets a card back. Each
//! has types of its own; [`Wiring`] is the only place where they meet.
//!
//! ```
//! use croupier_chart::prelude::*;
//! use serde::{Deserialize, Serialize};
//! use std::borrow::Cow;
//!
//! triggers! {
//!     #[derive(Debug, Clone, Serialize, Deserialize)]
//!     enum Play: PlayKind { Card(u8) => "CARD" }
//! }
//!
//! struct Turn;
//! impl Machine for Turn {
//!     type Trigger = Play;
//!     type Context = usize; // whose turn: what it is given
//!     type Children = ();
//!     type Rules = Vec<u8>; // the pile: what it is lent
//!     type Emit = ();
//!     type Output = (usize, u8); // who played what: what it leaves behind
//! }
//!
//! fn put_down(turn: &mut Scope<'_, Turn>, Card(card): Card) {
//!     turn.rules.push(card);
//! }
//!
//! fn what_was_played(turn: &Look<'_, Turn>) -> (usize, u8) {
//!     (*turn.context, turn.rules.last().copied().unwrap_or(0))
//! }
//!
//! let turn = Definition::<Turn>::new(
//!     "turn",
//!     state("turn")
//!         .initial("thinking")
//!         .child(state("thinking").on(PlayKind::Card, to("played").run(put_down)))
//!         .child(final_state("played").output(what_was_played)),
//! );
//!
//! #[derive(Default)]
//! struct Cards {
//!     pile: Vec<u8>,
//!     log: Vec<String>,
//! }
//! #[derive(Debug, Clone, Default)]
//! struct Charts {
//!     turn: Option<Actor<Turn>>,
//! }
//!
//! struct Round;
//! impl Machine for Round {
//!     type Trigger = Play;
//!     type Context = usize;
//!     type Children = Charts;
//!     type Rules = Cards;
//!     type Emit = ();
//!     type Output = ();
//! }
//!
//! fn all_have_played(round: &Look<'_, Round>) -> bool {
//!     round.rules.pile.len() == 2
//! }
//!
//! let wiring = Wiring {
//!     map: |trigger: &Play| Some(Cow::Borrowed(trigger)),
//!     lend: |cards: &Cards| &cards.pile,
//!     lend_mut: |cards: &mut Cards| &mut cards.pile,
//!     relay: |()| Relay::Drop,
//! };
//! let turn = ChildDef::<Round, Turn>::new("turn", turn.compile()?, slot!(turn), wiring, |round| {
//!     *round.context
//! })
//! .take(|round, (seat, card)| {
//!     *round.context = seat + 1;
//!     round.rules.log.push(format!("seat {seat} played {card}"));
//! })
//! .on_done([to("over").when(all_have_played), to("playing").reenter()]);
//!
//! let round = Definition::new(
//!     "round",
//!     state("round")
//!         .initial("playing")
//!         .child(state("playing").invoke(turn))
//!         .child(final_state("over")),
//! );
//!
//! let mut round = Runner::start(round.compile()?, 0, Cards::default())?;
//! assert_eq!(round.leaves(), ["playing", "playing/turn/thinking"]);
//! assert!(round.send(&Play::Card(7))?.is_taken()); // Offered to the turn first, which takes it.
//! assert!(round.send(&Play::Card(9))?.is_taken()); // A fresh turn: re-entering starts another.
//! assert_eq!(round.rules.log, ["seat 0 played 7", "seat 1 played 9"]);
//! assert!(round.snapshot().is_done());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it deliberately lacks
//!
//! - **A clock, threads, async, randomness.** Time is an argument of [`Chart::advance_to`]; the
//!   caller decides how it relates to real time. The same inputs give the same run, everywhere.
//! - **Cards, seats and players.** It knows only states, triggers and time.
//! - **A macro language.** A definition is plain Rust: loops and functions build it. The price is
//!   that a misspelt target is found by [`Definition::compile`], not by the compiler.
//! - **Data inside states.** What the flow remembers is the context; entry actions reset it.
//! - **A variable number of children.** A chart has exactly the slots that its
//!   [`Children`](Machine::Children) name. Actors that come and go in any number belong to the
//!   host.
//! - **Errors as triggers.** Guards and actions are plain functions that cannot fail; a chart that
//!   never comes to rest is reported to the caller as a [`RunawayError`].
//! - **More than [`MAX_STATES`] states in one chart.** Larger flows are trees of charts.

pub mod check;
pub mod compile;
pub mod define;
pub mod export;
mod millis;
pub mod prelude;
pub mod run;

pub use millis::Millis;

// For the links in the crate documentation above.
#[cfg(doc)]
use {compile::*, define::*, run::*};

/// The guide's programs, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/statecharts.md")]
struct Guide;

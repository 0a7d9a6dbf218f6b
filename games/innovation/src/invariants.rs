//! The invariants (section 15).

use croupier_kit::game::{InvariantError, Position, Seat, SeatSet};

use crate::cards::Card;
use crate::dogma;
use crate::flow::FLOW;
use crate::set::CardSet;
use crate::state::{Phase, State};
use crate::world::{AGE_ACHIEVEMENTS, Special};
use crate::zones::{PLAYERS, Zone};
use crate::{Colour, Innovation};

/// A broken invariant: its number and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule's number: 136 for IN-136.
    pub rule: u16,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "IN-{}: {}", self.rule, self.why)
    }
}

/// Collects violations.
#[derive(Default)]
struct Findings(Vec<Violation>);

impl Findings {
    fn require(&mut self, holds: bool, rule: u16, why: &str) {
        if !holds {
            self.0.push(Violation { rule, why: why.to_owned() });
        }
    }
}

/// An upper limit for turns, choices and events that no match reaches. It leaves room to count on
/// without overflow.
const MOST_COUNTED: u32 = 1 << 30;

/// All invariants that a state violates.
pub fn validate(state: &State) -> Vec<Violation> {
    let mut findings = Findings::default();
    counters(&mut findings, state);
    if !findings.0.is_empty() {
        return findings.0; // The other checks rerun effects, which count on.
    }
    zones(&mut findings, state);
    state.seats().for_each(|seat| player(&mut findings, state, seat));
    game(&mut findings, state);
    turn(&mut findings, state);
    effects(&mut findings, state);
    findings.0
}

/// Violations that concern cards and their counts only.
pub fn validate_card_counts(state: &State) -> Vec<Violation> {
    let mut findings = Findings::default();
    zones(&mut findings, state);
    findings.0
}

/// Violations that concern one player's zones only.
pub fn validate_player(state: &State, seat: Seat) -> Vec<Violation> {
    let mut findings = Findings::default();
    player(&mut findings, state, seat);
    findings.0
}

/// IN-96, IN-141, IN-143: counters are within their limits.
fn counters(findings: &mut Findings, state: &State) {
    let far = |count: u32| count > MOST_COUNTED;
    findings.require(!far(state.turns), 143, "no match has so many turns");
    findings.require(!far(state.next_event), 143, "no match has so many events");
    findings.require(!far(state.next_choice), 141, "no match has so many choices");
    let asked = state.pending.is_none_or(|choice| choice.id < state.next_choice);
    findings.require(asked, 141, "a choice has a number that was given away");
    let calls = state.dogma.is_none_or(|dogma| dogma.calls <= dogma::CALLS);
    findings.require(calls, 96, "an effect that is called too often has failed");
}

/// IN-136, IN-137: every card is in a place where it can be.
fn zones(findings: &mut Findings, state: &State) {
    let zones = state.world.zones();
    let mut seen = CardSet::EMPTY;
    let mut count = 0;
    let mut note = |zone: Zone| {
        for card in zones.cards(zone) {
            seen.insert(card);
            count += usize::from(zones.at(card) == zone);
        }
    };
    (1..=10).for_each(|age| note(Zone::deck(age)));
    for seat in state.seats() {
        note(Zone::hand(seat));
        note(Zone::score(seat));
        for colour in Colour::ALL {
            note(Zone::pile(seat, colour));
        }
    }
    note(Zone::ACHIEVEMENTS);
    note(Zone::REMOVED);
    let once = seen == CardSet::all() && count == crate::cards::CARDS;
    findings.require(once, 136, "each card is in exactly one zone");
    let right = |age: u8| zones.cards(Zone::deck(age)).all(|card| card.age() == age);
    findings.require((1..=10).all(right), 137, "a card in a deck has its age");
    let under = zones.cards(Zone::ACHIEVEMENTS).map(Card::age);
    let dealt = zones.len(Zone::ACHIEVEMENTS) > 0 || !state.world.hand(Seat(0)).is_empty();
    let nine = under.eq(1..=9);
    findings.require(nine || !dealt, 137, "each age achievement has a card of its age");
}

/// IN-137, IN-138, IN-144, IN-145: one player's zones.
fn player(findings: &mut Findings, state: &State, seat: Seat) {
    let world = &state.world;
    let of = |colour: Colour| world.pile(seat, colour).all(|card| card.colour() == colour);
    let piles = || Colour::ALL.into_iter();
    findings.require(piles().all(of), 137, "a card in a pile has its colour");
    let small = |colour: &Colour| world.pile_len(seat, *colour) < 2;
    let flat = |colour: Colour| world.splay(seat, colour).is_none();
    findings.require(piles().filter(small).all(flat), 138, "a pile of one card is not splayed");
    let at_rest = matches!(state.phase(), Phase::AwaitingAction | Phase::AwaitingChoice);
    if at_rest && !state.arranged {
        let open = |special: &Special| world.specials[*special as usize].is_none();
        let met = |special: &Special| open(special) && world.meets(seat, *special);
        let nobody = !Special::ALL.iter().any(met);
        findings.require(nobody, 144, "a special achievement that can be claimed is claimed");
        let counters = [world.scored[seat.at()], world.tucked[seat.at()]];
        let low = counters.iter().all(|count| *count < 6);
        let taken = !open(&Special::Monument);
        findings.require(low || taken, 145, "six cards scored or tucked claim Monument");
    }
}

/// IN-139, IN-140, IN-146, IN-148: achievements, removed cards and cached icons.
fn game(findings: &mut Findings, state: &State) {
    let world = &state.world;
    let seats = SeatSet::first(usize::from(state.seats));
    let owners = world.ages.iter().chain(&world.specials).flatten();
    let sit = owners.clone().all(|owner| seats.contains(*owner));
    findings.require(sit, 139, "an achievement is available or owned by a seat");
    debug_assert_eq!(world.ages.len(), AGE_ACHIEVEMENTS);
    let over = state.phase() == Phase::GameOver;
    let reached = |seat: Seat| world.achievements(seat) >= state.achievements_to_win();
    let won = state.seats().any(reached);
    findings.require(over || !won, 140, "whoever has enough achievements has won");
    let removed = world.zones().len(Zone::REMOVED);
    let open = world.open_removed;
    let lie_there = open.iter().all(|card| world.zones().at(card) == Zone::REMOVED);
    findings.require(lie_there, 146, "what was removed openly is removed");
    // Fission removes itself with everything else, and it was face up.
    let fission = open.contains(Card::Fission);
    let fine = removed == 0 || fission || state.arranged;
    findings.require(fine, 146, "only Fission removes cards");
    findings.require(world.is_counted_right(), 148, "cached icons are those that show");
}

/// IN-141 to IN-143: turn, actions and choices.
fn turn(findings: &mut Findings, state: &State) {
    let phase = state.phase();
    let choices = state.choices().count();
    let waits = phase == Phase::AwaitingChoice;
    findings.require(
        (choices > 0) == waits,
        141,
        "somebody is asked in AwaitingChoice, and then only",
    );
    let legal = state.choices().all(|choice| choice.player.0 < state.seats);
    findings.require(legal, 141, "a choice names a seat");
    let quiet = state.dogma.is_none() && state.execution.is_none();
    let resolving = state.pending.is_some();
    findings.require(quiet != resolving, 142, "effects are active while one asks, and then only");
    if phase == Phase::AwaitingAction {
        let owed = (1..=2).contains(&state.actions);
        findings.require(owed, 143, "a turn has one or two actions left");
    }
    let early = if state.turns < 3 { 2 } else { 0 };
    findings.require(state.one_action_turns <= early, 143, "only the first turns have one action");
    let sits = state.turn.0 < state.seats;
    findings.require(sits, 143, "it is somebody's turn");
    if state.is_setup() {
        let clean = state.actions == 0 && state.pending.is_none();
        findings.require(clean, 143, "nobody acts before the first turn");
    }
}

/// IN-141, IN-147: the frame is consistent, and rerunning it leads to the same point.
fn effects(findings: &mut Findings, state: &State) {
    let Some(dogma) = &state.dogma else {
        findings.require(state.pending.is_none(), 142, "a choice is asked by a card's effect");
        return;
    };
    findings.require(dogma.activator == state.turn, 147, "the activator is the turn player");
    let mine = dogma.counts[dogma.activator.at() % PLAYERS];
    let others = || state.seats().filter(|seat| *seat != dogma.activator);
    let sharers: SeatSet = others().filter(|seat| dogma.counts[seat.at()] >= mine).collect();
    let victims: SeatSet = others().filter(|seat| dogma.counts[seat.at()] < mine).collect();
    let locked = (dogma.sharers, dogma.victims) == (sharers, victims);
    findings.require(locked, 147, "sharers and victims follow from the locked counts");
    if state.pending.is_some() {
        let again = dogma::run_again(state);
        let same = again.is_some_and(|again| again.agrees_with(state));
        findings.require(same, 141, "the choice is that of the effect that runs");
    }
}

/// The check after every input: the first violation, or a flow that does not match the state.
pub(crate) fn check(at: Position<'_, Innovation>) -> Result<(), InvariantError> {
    if let Some(broken) = validate(at.state).first() {
        return Err(broken.to_string().into());
    }
    let places = &*FLOW;
    let here = match at.state.phase() {
        Phase::GameOver => places.game_over,
        Phase::AwaitingAction => places.awaiting_action,
        _ if at.state.is_setup() => places.setup,
        _ => places.awaiting_choice,
    };
    let seats = usize::from(at.state.seats);
    if !at.flow.is_in(here) || seats != at.seats.len() || at.state.options != at.options.of_rules()
    {
        return Err("IN-91: the flow, the seats and the options are those of the state".into());
    }
    let is_choosing = |seat: Seat| {
        let state = places.chart.state(&format!("setup.seat{}.choosing", seat.0));
        state.is_ok_and(|state| at.flow.is_in(state))
    };
    let has_chosen = |seat: Seat| at.state.chosen[seat.at()].is_some();
    if at.state.is_setup() && at.state.seats().any(|seat| is_choosing(seat) == has_chosen(seat)) {
        return Err("IN-9: the flow waits for those who have not chosen".into());
    }
    Ok(())
}

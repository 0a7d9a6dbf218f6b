//! The invariants of MM-85, as amended by section 9, that can be checked on a single position.
//! Items 6, 7, 10 and 11 compare several moments and are covered by the crate's tests.

use croupier_kit::cards::{Card, Pile};
use croupier_kit::game::{InvariantError, Position, Seat, SeatSet};

use crate::flow::{FlowState, Turn, flow_state, turn};
use crate::rules::court::has_card_effect;
use crate::{MinOrMax, Options, PLAYERS, Reason, State};

type Verdict = Result<(), InvariantError>;

fn require(holds: bool, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(sentence.into()) }
}

fn hold(holds: bool, item: u32, sentence: &str) -> Verdict {
    if holds { Ok(()) } else { Err(format!("MM-85 item {item}: {sentence}").into()) }
}

/// The items of MM-85, one by one.
pub(crate) fn check(at: Position<'_, MinOrMax>) -> Verdict {
    let Position { state, options, flow, .. } = at;
    let (here, seats) = (flow_state(flow), at.seats.len());
    cards(state, options, seats)?;
    thresholds(state, options, here)?;
    let counted = state.discard.iter().map(|played| i32::from(played.value())).sum::<i32>();
    let score = counted.checked_add(state.forgotten);
    hold(score == Some(state.score), 5, "the score is what the cards counted")?;
    require(state.current.at() < seats, "the turn is somebody's")?;
    require(state.began <= flow.now(), "nothing began in the future")?;
    let spins = matches!(here, FlowState::SpinningInitialWheel | FlowState::SpinningWheel);
    require(state.pending_spin.is_some() == spins, "a spin is pending while the wheel turns")?;
    let possible = state.pending_spin.is_none_or(|spin| spin.is_possible(state.angle));
    require(possible, "a spin goes as far as its force can push it (MM-38)")?;
    require(
        state.ending.is_some() == (here == FlowState::Finished),
        "a match that is over has ended",
    )?;
    match turn(flow) {
        Some(turn) => playing(state, options, seats, turn, here),
        None if state.ending.is_some() => ending(state, options, seats),
        None => setup(state, options, seats, here),
    }
}

/// MM-12, MM-15: the hands are as dealt, and no card but the first has been played.
fn setup(state: &State, options: &Options, seats: usize, here: FlowState) -> Verdict {
    hold(state.forgotten == 0, 5, "nothing is reshuffled before the first turn")?;
    let dealt = Seat::first(seats).all(|seat| state.hand(seat).len() == options.hand_size);
    let played = usize::from(here == FlowState::PlayingFirstCard);
    let untouched = state.discard.len() == played && state.slain.is_empty();
    hold(dealt && untouched, 2, "the setup deals hands and plays one card")?;
    require(state.chosen_card.is_none(), "nobody chooses a card before the first turn")
}

/// Item 1: every card is in one place. Also checks which seats have hands.
fn cards(state: &State, options: &Options, seats: usize) -> Verdict {
    let hands = state.hands.iter().flat_map(Pile::iter);
    let piled = state.discard.iter().map(|played| played.card);
    let (mut seen, mut count) = (0_u64, 0);
    for card in hands.chain(&state.draw).chain(piled).chain(state.slain) {
        seen |= 1 << card.index();
        count += 1;
    }
    let all = count == Card::COUNT && seen == (1 << Card::COUNT) - 1;
    hold(all, 1, "every card is in exactly one place")?;
    hold(options.court_effects || state.slain.is_empty(), 1, "only Queens slay")?;
    let empty = Seat::first(PLAYERS).skip(seats).all(|seat| state.hand(seat).is_empty());
    require(empty, "a chair that nobody sits on has no cards")
}

fn thresholds(state: &State, options: &Options, here: FlowState) -> Verdict {
    let drawn = here != FlowState::DealingCards;
    let min = drawn && !options.one_way_tally;
    require(state.min_threshold.is_some() == min, "the Min threshold is drawn in the setup")?;
    require(state.max_threshold.is_some() == drawn, "the Max threshold is drawn in the setup")
}

fn playing(
    state: &State,
    options: &Options,
    seats: usize,
    turn: &Turn,
    here: FlowState,
) -> Verdict {
    hand_sizes(state, options, seats, turn)?;
    hold(score_is_open(state, options), 4, "while playing, the score is between the thresholds")?;
    let before = usize::try_from(turn.seq).unwrap_or(0).checked_sub(1);
    let seat = before.map(|before| before % seats);
    hold(seat == Some(state.current.at()), 12, "the turns go round")?;
    require(state.stats.turns == turn.seq, "all turns are counted")?;
    require(!turn.forfeited && turn.ended.is_none(), "a forfeit ends the match")?;
    let chosen = here == FlowState::ChoosingCardEffect || turn.card_played;
    require(state.chosen_card.is_some() == chosen, "a card is chosen before it is played")?;
    let declared = state.chosen_effect.is_some();
    require(!declared || turn.card_played, "what is declared happens with the card")?;
    match here {
        FlowState::AwaitingAction => {
            require(!turn.card_played && !turn.timed_out, "a card is awaited once")?;
            let may_go_on = !turn.has_spun || options.may_pass || state.has_valid_card(options);
            require(may_go_on, "whoever is stuck has lost")
        }
        FlowState::ChoosingCardEffect => {
            let is_asked = |card| {
                state.current_hand().contains(&card) && has_card_effect(state, options, card)
            };
            let waits = state.chosen_effect.is_none() && state.chosen_card.is_some_and(is_asked);
            require(waits, "the chosen card waits for its effect")
        }
        FlowState::PostCardPlay => {
            let free = turn.card_played && !turn.has_spun && !turn.timed_out;
            require(free, "after the card the wheel may still be spun")
        }
        _ => require(!turn.has_spun, "the wheel is spun once in a turn"),
    }
}

/// Item 2: the sizes of the hands.
fn hand_sizes(state: &State, options: &Options, seats: usize, turn: &Turn) -> Verdict {
    if !options.keeps_hand_sizes() {
        let stuck = turn.card_played || turn.timed_out || !turn.drew;
        return hold(stuck || !state.current_hand().is_empty(), 2, "whoever drew has a card");
    }
    let size = |seat: Seat| {
        let drawn = seat == state.current && !turn.card_played;
        options.hand_size + usize::from(drawn)
    };
    let right = Seat::first(seats).all(|seat| state.hand(seat).len() == size(seat));
    hold(right, 2, "hands keep their size")
}

/// Item 4, MM-17, MM-C2: the score has not ended the match.
fn score_is_open(state: &State, options: &Options) -> bool {
    if options.one_way_tally {
        return state.score > 0 && !state.is_over(state.score) && !state.is_exact(state.score);
    }
    let exact = state.is_exact(state.score);
    !state.is_over(state.score) && (!exact || stands_on_min(state))
}

/// MM-17: the setup may put the score exactly on Min, where it stays until a player's first card.
fn stands_on_min(state: &State) -> bool {
    let unmoved = state.stats.seats.iter().all(|seat| seat.cards_played == 0);
    unmoved && state.min_threshold.map(i32::from) == Some(state.score)
}

/// Item 8: winner and losers fit together.
fn ending(state: &State, options: &Options, seats: usize) -> Verdict {
    let Some(ending) = state.ending else { return Ok(()) };
    let winner = ending.winner.map_or(SeatSet::NOBODY, SeatSet::of);
    let there = SeatSet::first(seats);
    let apart = (ending.losers - winner) == ending.losers;
    hold(apart, 8, "nobody wins and loses")?;
    hold(winner.is_subset_of(there) && ending.losers.is_subset_of(there), 8, "they all sit here")?;
    let exact = ending.reason == Reason::ExactThreshold;
    hold(!exact || ending.winner.is_some(), 8, "whoever lands exactly wins")?;
    let draw = ending.reason == Reason::Stalemate;
    hold(ending.losers.is_empty() == draw, 8, "somebody loses unless nobody can go on")?;
    let possible = match ending.reason {
        Reason::Surrendered => options.surrender,
        Reason::Stalemate => options.may_pass,
        Reason::CannotBeat => !options.may_pass,
        _ => true,
    };
    require(possible, "this end belongs to a variant that is not played")?;
    let right = exact == state.is_exact(state.score) || !exact && stands_on_min(state);
    hold(right, 4, "an exact score wins")?;
    let over = ending.reason == Reason::ExceededThreshold;
    hold(over == state.is_over(state.score), 4, "a score past a threshold loses")
}

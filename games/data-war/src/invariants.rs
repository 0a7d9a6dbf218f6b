//! The invariants that hold after every input (DW-180 to DW-187).

use croupier_kit::game::{InvariantError, Position, Seat, SeatSet};

use crate::DataWar;
use crate::cards::{CardEffect, CardId};
use crate::flow::guards::has_effects;
use crate::flow::{FlowState, flow_state};
use crate::rules::open::{openers, war_opens};
use crate::rules::verdict::{short_of_cards, tallies, values};
use crate::state::{Entry, SEATS, State, Taken, War, other};

/// Checks all invariants and names the first broken rule.
pub(crate) fn check(at: Position<'_, DataWar>) -> Result<(), InvariantError> {
    let state = at.state;
    flow_knows_its_seats(at)?;
    fields_fit_together(state)?;
    cards_are_conserved(state)?;
    let settling = state.winner.is_some() || !state.scramble.falls.is_empty();
    let limit = usize::from(at.options.launch_stacks_to_win);
    for seat in SEATS {
        let side = state.side(seat);
        if side.stacks.iter().any(|card| !card.is_launch_stack()) {
            return broken("DW-181", "a collection holds something else than launch stacks");
        }
        if side.stacks.len() >= limit && state.ending.is_none() && !settling {
            return broken("DW-181", "a collection that wins, and the game goes on");
        }
        if usize::from(side.sequence_from) > state.pile.len() {
            return broken("DW-182", "a sequence begins behind the pile");
        }
    }
    if state.pile.iter().any(|entry| entry.is_queued() && !may_wait(entry)) {
        return broken("DW-186", "the pending list has a card that is face down or does not wait");
    }
    if state.pile.is_empty() && state.is_dealt() {
        between_turns(state)?;
    }
    if state.tallies != tallies(state) {
        return broken("DW-63", "the values do not follow from the cards");
    }
    if state.winner.is_some() && {
        let [first, second] = values(state);
        first == second
    } {
        return broken("DW-184", "a settled turn has equal values");
    }
    let is_over = flow_state(at.flow) == FlowState::GameOver;
    if is_over != state.ending.is_some() && !flow_state(at.flow).is_set_up() && !waits_for_end(at) {
        return broken("DW-187", "the outcome and the flow disagree");
    }
    flow_fits_the_cards(at)
}

/// DW-90: whether the effect of a card can be queued for the settlement.
fn may_wait(entry: Entry) -> bool {
    !entry.is_down() && entry.card.effect().is_some_and(CardEffect::is_queued)
}

/// What every state of the flow assumes about the cards (DW-24 to DW-29). A match cannot break
/// this, but a loaded save can.
fn flow_fits_the_cards(at: Position<'_, DataWar>) -> Result<(), InvariantError> {
    let (state, options, here) = (at.state, at.options, flow_state(at.flow));
    let before_the_deal = here.is_set_up() && here != FlowState::VsAnimation;
    // Conceding or quitting leaves the cards as they are, in any arrangement.
    if before_the_deal || [FlowState::GameOver, FlowState::Outer].contains(&here) {
        return Ok(());
    }
    if !state.is_dealt() {
        return broken("DW-8", "no cards are dealt");
    }
    let has_card = |seats: SeatSet| !seats.iter().any(|seat| state.side(seat).deck.is_empty());
    if !has_card(state.owed) {
        return broken("DW-67", "another play is owed by a seat without cards");
    }
    let offers = state.sides.map(|side| side.offered.is_some());
    let selecting = [FlowState::OpenSelecting, FlowState::WarSelecting].contains(&here);
    if offers.contains(&true) != selecting {
        return broken("DW-125", "cards are offered while a seat picks, and only then");
    }
    if (state.winner.is_some(), state.tantrum.is_some())
        != (here == FlowState::Resolving, here == FlowState::Resolving)
    {
        return broken("DW-80", "a turn is settled while a tantrum is waited for, and only then");
    }
    if state.winner.is_none() && state.pile.iter().any(Entry::is_gone) {
        return broken("DW-80", "a card has left the pile before the settlement");
    }
    let scrambled = [FlowState::GrabTakeover, FlowState::GrabPlaying].contains(&here);
    if state.scramble.falls.is_empty() == scrambled {
        return broken("DW-134", "cards fall in a scramble, and only there");
    }
    let fits = match here {
        FlowState::Ready => has_card(state.plays()),
        FlowState::Revealing
        | FlowState::Comparing
        | FlowState::GrabTakeover
        | FlowState::GrabPlaying => state.is_mid_turn(),
        FlowState::WarAnimating | FlowState::WarFaceDown => {
            state.war.is_some_and(|war| short_of_cards(state, options, war).is_empty())
        }
        FlowState::WarFaceUp => state.war.is_some() && has_card(state.fighters()),
        FlowState::WarSelecting => {
            let asked = war_opens(state, options).iter().any(Option::is_some);
            state.war.is_some() && has_card(state.fighters()) && !asked
        }
        FlowState::EffectShowing | FlowState::EffectProcessing => has_effects(state, options),
        FlowState::Resolving => waits_for_tantrum(state),
        FlowState::OpenProcessing
        | FlowState::OpenAnimating
        | FlowState::OpenAwaiting
        | FlowState::GrabResults
        | FlowState::VsAnimation => !state.is_mid_turn(),
        FlowState::OpenSelecting => {
            let openers = openers(state);
            !state.is_mid_turn() && SEATS.map(|seat| openers.contains(seat)) == offers
        }
        _ => true,
    };
    if fits { Ok(()) } else { broken("DW-24", &format!("the cards do not fit {}", here.path())) }
}

/// DW-120: the pending tantrum is the next effect, and there is something to take.
fn waits_for_tantrum(state: &State) -> bool {
    let next = state.pending().next();
    state.tantrum.is_some_and(|seat| {
        let is_it = |(place, entry, effect): (u8, Entry, CardEffect)| {
            (place, entry.owner(), effect) == (state.settled, seat, CardEffect::TemperTantrum)
        };
        next.is_some_and(is_it) && state.tantrum_offer(seat).next().is_some()
    })
}

/// Whether the results of a scramble are still shown, with the outcome already decided.
fn waits_for_end(at: Position<'_, DataWar>) -> bool {
    flow_state(at.flow) == FlowState::GrabResults
}

fn broken(rule: &str, what: &str) -> Result<(), InvariantError> {
    Err(format!("{rule}: {what}").into())
}

/// DW-21: the flow's data names only the two seats and only past times.
fn flow_knows_its_seats(at: Position<'_, DataWar>) -> Result<(), InvariantError> {
    let (context, now) = (at.flow.context(), at.flow.now());
    let strange = context.tracker_smacker_active.is_some_and(|seat| !SEATS.contains(&seat))
        || ![context.waved, context.away]
            .into_iter()
            .all(|set| set.is_subset_of(SeatSet::first(2)));
    if strange {
        return broken("DW-1", "there are two seats");
    }
    let past = context.grabbed.into_iter().flatten().chain([context.playing_since]);
    if past.max().is_some_and(|latest| latest > now) {
        return broken("DW-135", "a grab in the future");
    }
    Ok(())
}

/// DW-16: rejects combinations of fields that a save may contain but no match produces.
fn fields_fit_together(state: &State) -> Result<(), InvariantError> {
    let nobody_else = [state.owed, state.smackers, state.tapped];
    let seats = [state.takeover, state.winner, state.tantrum, state.ending.and_then(|e| e.winner)];
    let is_seat = |seat: &Seat| SEATS.contains(seat);
    if !nobody_else.into_iter().all(|set| set.is_subset_of(SeatSet::first(2)))
        || !seats.iter().flatten().all(is_seat)
        || !state.scramble.taken.iter().all(|taken| is_seat(&taken.seat))
        || matches!(state.war, Some(War::Takeover { attacked }) if !is_seat(&attacked))
    {
        return broken("DW-1", "there are two seats");
    }
    let offers = state.sides.iter().all(|side| {
        let offered = side.offered.unwrap_or(0);
        let is_right = usize::from(offered) == side.deck.len().min(3);
        (side.offered.is_none() || is_right) && side.picked.is_none_or(|slot| slot < offered)
    });
    if !offers {
        return broken("DW-125", "an offer that is not the top of its deck");
    }
    let (cards, falls) = (state.pile.len(), state.scramble.falls.len());
    if usize::from(state.settled) > cards || usize::from(state.depth) > cards {
        return broken("DW-83", "more was settled or fought than lies in play");
    }
    if state.tantrum.is_some_and(|seat| state.winner != Some(other(seat))) {
        return broken("DW-120", "a tantrum of somebody who has not lost");
    }
    let slots = (0_u8..).zip(state.scramble.taken.iter());
    let twice = |(at, taken): (u8, Taken)| {
        let before = state.scramble.taken.iter().take(usize::from(at));
        usize::from(taken.slot) >= falls || before.into_iter().any(|b| b.slot == taken.slot)
    };
    if falls != 0 && falls != cards || slots.into_iter().any(twice) {
        return broken("DW-134", "the slots are not the pile");
    }
    if state.turns_completed > u32::MAX / 2 {
        return broken("DW-187", "more turns than a game can have");
    }
    Ok(())
}

/// DW-180: every card of the game is in exactly one zone.
fn cards_are_conserved(state: &State) -> Result<(), InvariantError> {
    let mut found = [0_u64; 4];
    let sides = state.sides.iter().flat_map(|side| side.deck.iter().chain(side.stacks.iter()));
    let pile = state.pile.iter().filter(|entry| !entry.is_gone()).map(|entry| entry.card);
    for card in sides.chain(pile) {
        let card: CardId = card;
        let (word, bit) = (card.number() / 64, 1 << (card.number() % 64));
        if found[word] & bit != 0 {
            return broken("DW-180", &format!("{card} is in two zones"));
        }
        found[word] |= bit;
    }
    if found == state.all_cards {
        Ok(())
    } else {
        broken("DW-180", "cards are missing or too many")
    }
}

/// DW-183: nothing is left over between turns.
fn between_turns(state: &State) -> Result<(), InvariantError> {
    let clear = state.owed.is_empty()
        && state.smackers.is_empty()
        && state.takeover.is_none()
        && state.war.is_none()
        && state.winner.is_none()
        && state.tantrum.is_none()
        && state.depth == 0
        && values(state) == [0, 0];
    if !clear {
        return broken("DW-183", "something of the last turn is left");
    }
    let empty = state.sides.iter().any(|side| side.deck.is_empty());
    if empty && state.ending.is_none() {
        return broken("DW-183", "a deck is empty, and the game goes on");
    }
    Ok(())
}

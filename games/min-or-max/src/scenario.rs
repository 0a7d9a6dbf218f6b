//! The specification's notation for positions, used in scenario files.

use croupier_kit::cards::{Card, CardSet, Dice};
use croupier_kit::game::{Position, Seat, SeatKind, SeatSet};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cards::{Cards, fresh_deck, is_ace, value};
use crate::flow::{Turn, flow_state, turn};
use crate::played::Played;
use crate::prompt::label;
use crate::wheel::Angle;
use crate::{Game, MinOrMax, Options, State, View};

/// The `setup` of a scenario. All fields are optional. If it is empty, the match begins with the
/// deal; with `deck` alone, that deck is dealt.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setup {
    /// The deck to deal, top first. Missing cards are added at the end.
    deck: Option<Vec<Card>>,
    /// The hands in seat order; the current player's hand ends with the drawn card. They are filled
    /// up with cards not listed anywhere, which in the current hand go to the front.
    hands: Option<Vec<Vec<Card>>>,
    /// The discard pile, bottom to top; by default 7C.
    pile: Option<Vec<Card>>,
    /// The draw pile, top first. Cards not listed anywhere follow.
    draw: Vec<Card>,
    /// Cards out of play. With `true`, all cards not listed anywhere (MM-C5).
    slain: Slain,
    /// The score; by default 0.
    score: i32,
    /// The Min threshold; by default -15.
    min: Option<i16>,
    /// The Max threshold; by default 40.
    max: Option<i16>,
    /// The angle of the wheel; by default 90.
    angle: Option<u16>,
    /// Whose turn it is; by default the first seat's.
    current: u8,
    /// The number of the turn, which must belong to the current seat.
    turn_seq: Option<u32>,
    /// MM-C8: passes in a row before this turn.
    passes: u8,
    /// The next results of `int`.
    rng: Vec<i32>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Slain {
    Rest(bool),
    Cards(Vec<Card>),
}

impl Default for Slain {
    fn default() -> Self {
        Self::Rest(false)
    }
}

impl Arrange for MinOrMax {
    fn arrange(
        setup: &Value,
        options: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let setup = if setup.is_null() { &json!({}) } else { setup };
        let setup = Setup::deserialize(setup).map_err(|why| why.to_string())?;
        let mut state = Self::new(options, seats);
        let dice = Dice::script(setup.rng.iter().copied());
        if setup.hands.is_none() {
            state.draw = complete(setup.deck.as_deref().unwrap_or_default(), Card::COUNT)?;
            state.draw.as_mut_slice().reverse();
            return Ok(Arrangement { state, flow: None, context: Turn::default(), dice });
        }
        if setup.deck.is_some() {
            return Err("the cards are either dealt or lie there".into());
        }
        let context = lay_out(&mut state, &setup, options, seats.len())?;
        Ok(Arrangement { state, flow: Some("playing"), context, dice })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        describe(at)
    }
}

/// The listed cards, then the others in the order of a new deck, up to `count`.
fn complete(listed: &[Card], count: usize) -> Result<Cards, String> {
    let mut seen = CardSet::EMPTY;
    if let Some(twice) = listed.iter().find(|card| !seen.insert(**card)) {
        return Err(format!("{twice} is listed twice"));
    }
    let rest = fresh_deck().filter(|card| !seen.contains(*card));
    Ok(listed.iter().copied().chain(rest).take(count).collect())
}

/// Places every card as before the current player draws: the last card of that hand is on top of
/// the draw pile. Returns the flow's data about earlier turns.
fn lay_out(
    state: &mut State,
    setup: &Setup,
    options: &Options,
    seats: usize,
) -> Result<Turn, String> {
    let current = Seat(setup.current);
    if current.at() >= seats {
        return Err(format!("nobody sits at {}", setup.current));
    }
    let mut hands = setup.hands.clone().unwrap_or_default();
    if hands.len() > seats {
        return Err(format!("{} hands for {seats} players", hands.len()));
    }
    hands.resize(seats, vec![]);
    let pile = setup.pile.clone().unwrap_or_else(|| vec!["7C".parse().unwrap_or_default()]);
    let slain = match &setup.slain {
        Slain::Cards(cards) => cards.as_slice(),
        Slain::Rest(_) => &[],
    };
    let listed = [hands.concat(), pile.clone(), setup.draw.clone(), slain.to_vec()].concat();
    let all = complete(&listed, Card::COUNT)?;
    let mut rest = all.as_slice()[listed.len()..].to_vec();
    if options.keeps_hand_sizes() {
        fill_up(&mut hands, &mut rest, options, current)?;
    }
    let drawn = hands[current.at()].pop().ok_or("the current player has drawn a card")?;
    for (hand, cards) in state.hands.iter_mut().zip(hands) {
        *hand = cards.into_iter().collect();
    }
    state.slain = slain.iter().copied().collect();
    if matches!(setup.slain, Slain::Rest(true)) {
        state.slain.extend(rest.drain(..));
    }
    let draw = std::iter::once(drawn).chain(setup.draw.iter().copied()).chain(rest);
    state.draw = draw.collect();
    state.draw.as_mut_slice().reverse();
    set_score(state, setup, options, &pile)?;
    state.angle = Angle::try_from(setup.angle.unwrap_or(90)).map_err(|why| why.to_string())?;
    state.current = current;
    let seq = setup.turn_seq.unwrap_or(u32::from(setup.current) + 1);
    let before = seq.checked_sub(1).ok_or("turns are counted from 1")?;
    Ok(Turn { seq: before, passes: setup.passes, ..Turn::default() })
}

fn fill_up(
    hands: &mut [Vec<Card>],
    rest: &mut Vec<Card>,
    options: &Options,
    current: Seat,
) -> Result<(), String> {
    for (seat, hand) in hands.iter_mut().enumerate() {
        let size = options.hand_size + usize::from(seat == current.at());
        let missing = size.checked_sub(hand.len());
        let missing = missing.ok_or_else(|| format!("a hand of {} cards", hand.len()))?;
        let more: Vec<Card> = rest.drain(..missing.min(rest.len())).collect();
        if seat == current.at() {
            hand.splice(0..0, more);
        } else {
            hand.extend(more);
        }
    }
    Ok(())
}

/// Cards of the discard pile count as on Max; the rest of the score is attributed to reshuffled
/// cards (MM-85.5).
fn set_score(
    state: &mut State,
    setup: &Setup,
    options: &Options,
    pile: &[Card],
) -> Result<(), String> {
    if pile.is_empty() {
        return Err("there must be a card to beat".to_owned());
    }
    let counted = |card: &Card| if is_ace(*card) { 11 } else { value(*card).cast_signed() };
    state.discard = pile.iter().map(|card| Played::new(*card, counted(card), None)).collect();
    state.score = setup.score;
    (state.stats.highest, state.stats.lowest) = (setup.score, setup.score);
    state.forgotten = setup.score - pile.iter().map(|card| i32::from(counted(card))).sum::<i32>();
    state.min_threshold = (!options.one_way_tally).then(|| setup.min.unwrap_or(-15));
    state.max_threshold = Some(setup.max.unwrap_or(40));
    Ok(())
}

fn describe(at: Position<'_, MinOrMax>) -> Value {
    let state = at.state;
    let by_seat = |value: &dyn Fn(Seat) -> Value| {
        let fields = Seat::first(at.seats.len()).map(|seat| (seat.to_string(), value(seat)));
        Value::Object(fields.collect())
    };
    let names = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>();
    let mut legal = vec![];
    MinOrMax::legal_actions(at, state.current, &mut legal);
    let View { turn: seen, result, .. } = View::of(at, croupier_kit::game::Viewer::Public);
    let turn = turn(at.flow);
    let seq = turn.map_or(state.stats.turns, |turn| turn.seq);
    let survivors = state.ending.map(|ending| names(ending.survivors(at.seats.len())));
    json!({
        "state": flow_state(at.flow),
        "now": at.flow.now(),
        "hands": by_seat(&|seat| json!(state.hand(seat))),
        "held": by_seat(&|seat| json!(state.hand(seat).len())),
        "top": state.top(),
        "pile": state.discard.iter().map(|played| played.card).collect::<Vec<_>>(),
        "played": state.discard.iter().map(|played| {
            let by = played.by().map_or("nobody".to_owned(), |seat| seat.to_string());
            let forfeit = if played.is_forfeit() { ", forfeit" } else { "" };
            format!("{} {:+} by {by}{forfeit}", played.card, played.value())
        }).collect::<Vec<_>>(),
        "draw": state.draw.iter().rev().collect::<Vec<_>>(),
        "left": state.draw.len(),
        "slain": state.slain,
        "score": state.score,
        "min": state.min_threshold,
        "max": state.max_threshold,
        "angle": state.angle,
        "mode": state.mode(),
        "pending_spin": state.pending_spin,
        "current": state.current.to_string(),
        "turn_seq": seq,
        "has_spun": turn.map(|turn| turn.has_spun),
        "card_played": turn.map(|turn| turn.card_played),
        "passes": turn.map(|turn| turn.passes),
        "deadline": seen.and_then(|turn| turn.deadline),
        "chosen_card": state.chosen_card,
        "chosen_effect": state.chosen_effect,
        "legal": legal.into_iter().map(|action| label(action).codes()).collect::<Vec<_>>(),
        "winner": state.ending.and_then(|ending| ending.winner).map(|seat| seat.to_string()),
        "losers": state.ending.map(|ending| names(ending.losers)),
        "survivors": survivors,
        "reason": state.ending.map(|ending| ending.reason),
        "timed_out": state.ending.map(|ending| ending.timed_out),
        "stats": result,
    })
}

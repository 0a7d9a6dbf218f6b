//! The specification's notation for positions, used in scenario files.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Pile};
use croupier_kit::game::{Position, Seat, SeatKind, SeatSet};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::flow::{FlowState, flow_state};
use crate::plays::LegalSets;
use crate::view::{notifications, scores};
use crate::{Cards, Game, Name, Options, Rush, State, Turn};

/// The `setup` of a scenario. All fields are optional.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Setup {
    /// The state in which the flow starts. If absent, the match opens as usual.
    state: Option<FlowState>,
    /// Player names; by default Ann, Ben, Cat and Dan.
    names: Vec<String>,
    /// The hands, in seat order.
    hands: Vec<Vec<Card>>,
    /// The discard pile, top last. Cards not listed anywhere end up at its bottom.
    pile: Vec<Card>,
    /// The undealt cards, top first. Missing ones are added.
    undealt: Vec<Card>,
    /// For `GAME_STARTING`: the deck, top first. Missing cards are added.
    deck: Vec<Card>,
    /// Seats not held by a person.
    bots: Vec<Seat>,
    /// Who is to move; by default the first seat.
    current: Option<Seat>,
}

impl Arrange for Rush {
    fn arrange(
        setup: &Value,
        options: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let setup = if setup.is_null() { &json!({}) } else { setup };
        let setup = Setup::deserialize(setup).map_err(|why| why.to_string())?;
        let mut state = Self::new(options, seats);
        if setup.state.is_some_and(|here| here != FlowState::Lobby) {
            sit_down(&mut state, &setup, seats)?;
        }
        match setup.state {
            None | Some(FlowState::Lobby) => {}
            Some(FlowState::GameStarting) => state.deck = complete(&setup.deck, 52)?,
            Some(FlowState::PlayerTurn | FlowState::WaitingForTurn) => {
                lay_out(&mut state, &setup, options)?;
            }
            Some(other) => {
                return Err(format!("a scenario cannot begin in {}", other.as_str()).into());
            }
        }
        Ok(Arrangement {
            state,
            flow: setup.state.map(FlowState::as_str),
            context: Turn::default(),
            dice: Dice::scripted(),
        })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        describe(at)
    }
}

fn sit_down(state: &mut State, setup: &Setup, seats: &[SeatKind]) -> Result<(), String> {
    const NAMES: [&str; crate::PLAYERS] = ["Ann", "Ben", "Cat", "Dan"];
    for (seat, usual) in Seat::first(seats.len()).zip(NAMES) {
        let name = setup.names.get(seat.at()).map_or(usual, String::as_str);
        Name::new(name).ok_or_else(|| format!("{name:?} is not a name"))?;
        state.seat_player(seat, name);
    }
    state.persons = Seat::first(crate::PLAYERS)
        .filter(|seat| !setup.bots.contains(seat))
        .filter(|seat| seats.get(seat.at()).is_none_or(|kind| *kind == SeatKind::Person))
        .collect();
    Ok(())
}

/// The listed cards, then the others in the order of a new deck, up to `count`.
fn complete(listed: &[Card], count: usize) -> Result<Pile<Card, 52>, String> {
    if let Some((at, twice)) =
        listed.iter().enumerate().find(|(at, card)| listed[..*at].contains(card))
    {
        return Err(format!("{twice} is listed again at place {}", at + 1));
    }
    let rest = Card::deck().filter(|card| !listed.contains(card));
    Ok(listed.iter().copied().chain(rest).take(count).collect())
}

/// Places every card: first as listed, then among the undealt cards until they are as many as a
/// deal would have left, and the rest at the bottom of the discard pile.
fn lay_out(state: &mut State, setup: &Setup, options: &Options) -> Result<(), String> {
    let players = state.players.len();
    if setup.hands.len() != players {
        return Err(format!("{} hands for {players} players", setup.hands.len()));
    }
    if let Some(long) = setup.hands.iter().find(|hand| hand.len() > options.hand_size) {
        return Err(format!("a hand of {} cards", long.len()));
    }
    if setup.pile.is_empty() {
        return Err("there must be a card to match".to_owned());
    }
    let hands: Vec<Card> = setup.hands.iter().flatten().copied().collect();
    let listed = [hands.as_slice(), &setup.pile, &setup.undealt].concat();
    let all = complete(&listed, 52)?;
    let rest = &all.as_slice()[listed.len()..];
    let undealt = 51 - options.hand_size * players;
    let missing = undealt.checked_sub(setup.undealt.len());
    let missing = missing.ok_or("there are more undealt cards than the deal leaves")?;
    let (more, under) = rest.split_at(missing.min(rest.len()));
    state.deck = setup.undealt.iter().chain(more).copied().collect();
    state.discard = under.iter().chain(&setup.pile).copied().collect();
    for (hand, cards) in state.hands.iter_mut().zip(&setup.hands) {
        *hand = cards.iter().copied().collect();
    }
    state.current = setup.current.unwrap_or(Seat(0));
    state.round_start = Some(Millis::ZERO);
    Ok(())
}

fn describe(at: Position<'_, Rush>) -> Value {
    let state = at.state;
    let by_seat = |value: &dyn Fn(Seat) -> Value| {
        let fields = state.players.seats().map(|seat| (seat.to_string(), value(seat)));
        Value::Object(fields.collect())
    };
    let list = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>();
    let made = notifications(state);
    let named = |seat: &Seat| state.names[seat.at()].as_str();
    let here = flow_state(at.flow);
    json!({
        "state": here,
        "now": at.flow.now(),
        "game_id": state.game_id(),
        "players": state.players.seats().map(|seat| named(&seat)).collect::<Vec<_>>(),
        "current": state.current.to_string(),
        "hands": by_seat(&|seat| json!(state.hand(seat))),
        "top": state.top(),
        "pile": state.discard,
        "undealt": state.deck.len(),
        "timer": state.game_timer,
        "clock_start": state.clock_start,
        "selected": state.selected,
        "legal_sets": legal_sets(state, here),
        "last_actor": state.last_actor.map(|seat| seat.to_string()),
        "notifications": made.iter().map(|n| json!(n)).collect::<Vec<_>>(),
        "notices": made.iter().map(|n| {
            let card = n.card.map_or(String::new(), |card| format!(" {card}"));
            format!("{} {} {}{card}", n.id, n.kind, n.name.as_deref().unwrap_or_default())
        }).collect::<Vec<_>>(),
        "end_votes": list(state.end_votes),
        "reason": state.end_reason,
        "scores": by_seat(&|seat| {
            let mine = state.final_scores.iter().find(|score| score.seat == seat);
            json!(mine.map(|score| score.total))
        }),
        "final_scores": scores(state).iter().map(|score| json!({
            "name": score.name, "total": score.total, "place": score.place, "cards": score.cards,
        })).collect::<Vec<_>>(),
        "winners": list(state.winners),
        "winner": (state.winners.len() == 1).then(|| list(state.winners).pop()),
    })
}

/// The legal sets of the player to move.
fn legal_sets(state: &State, here: FlowState) -> Vec<Cards> {
    let hand = state.hand(state.current);
    match state.top().filter(|_| here == FlowState::PlayerTurn) {
        Some(top) => LegalSets::of(hand, top).iter().map(|set| set.cards(hand)).collect(),
        None => vec![],
    }
}

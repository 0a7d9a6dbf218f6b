//! The specification's notation for positions, used in scenario files.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Position, Seat, SeatKind};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::flow::{FlowState, GameContext, flow_state};
use crate::player::{Names, is_name, player_id};
use crate::predefined::{CardList, PredefinedState};
use crate::record::{RoundRecord, places};
use crate::{LAST_ROUND, MayI, NAMES, Options, State, legal};

/// The `setup` of a scenario. All fields are optional; if it is empty, the game opens as usual.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Setup {
    /// `setup` starts in an empty lobby.
    state: Option<Lobby>,
    /// The round that begins, 1 to 6.
    round: Option<u8>,
    /// The dealer; by default the last seat.
    dealer: Option<Seat>,
    /// The names of the players.
    names: Vec<String>,
    /// The earlier rounds, as scores in seat order; the player with 0 went out.
    history: Vec<Vec<u16>>,
    /// The cards of the round (MI-145). If absent, they are dealt.
    cards: Option<PredefinedState>,
    /// The seed of the dice. If absent, shuffles change nothing.
    seed: Option<u64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Lobby {
    Setup,
}

impl Arrange for MayI {
    fn arrange(
        setup: &Value,
        options: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let setup = if setup.is_null() { &json!({}) } else { setup };
        let setup = Setup::deserialize(setup).map_err(|why| why.to_string())?;
        let dice = setup.seed.map_or_else(Dice::scripted, |seed| {
            Dice::new(croupier_kit::cards::Seed::from_number(seed))
        });
        let mut state = State::new();
        let mut context = GameContext::default();
        let usual = setup.round.is_none() && setup.cards.is_none() && setup.history.is_empty();
        let flow = match setup.state {
            Some(Lobby::Setup) => Some("setup"),
            None if usual => None,
            None => {
                (state, context) = arranged(setup, options, seats.len())?;
                Some("playing")
            }
        };
        Ok(Arrangement { state, flow, context, dice })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        describe(at)
    }
}

/// A game in progress, just before a round begins.
fn arranged(
    setup: Setup,
    options: &Options,
    players: usize,
) -> Result<(State, GameContext), String> {
    let count = u8::try_from(players).map_err(|why| why.to_string())?;
    let round = setup.round.unwrap_or(options.starting_round);
    if !(1..=LAST_ROUND).contains(&round) {
        return Err(format!("there is no round {round}"));
    }
    let dealer = setup.dealer.unwrap_or(Seat(count - 1));
    if dealer.at() >= players {
        return Err(format!("there is no seat {} to deal", dealer.0));
    }
    let planned = setup.cards.map(|cards| (round, cards));
    let mut state = State::planned(count, planned).map_err(|why| why.to_string())?;
    let mut names = Names::default();
    for (seat, usual) in NAMES.iter().enumerate().take(players) {
        let name = setup.names.get(seat).map_or(*usual, String::as_str);
        if !is_name(name) {
            return Err(format!("{name:?} is not a name"));
        }
        names.push(name);
    }
    for (scores, number) in setup.history.iter().zip(options.starting_round..) {
        if scores.len() != players || state.history.len() >= usize::from(LAST_ROUND) - 1 {
            return Err(format!("round {number} is not scored for {players} players"));
        }
        let winner = Seat::first(players).find(|seat| scores[seat.at()] == 0);
        let scores = scores.iter().copied().collect();
        let record = RoundRecord { round: number, scores, winner, ..RoundRecord::default() };
        state.history.push(record);
    }
    Ok((state, GameContext { names, round, dealer }))
}

/// MI-151: the flattened state, with cards in the specification's notation; stock and discard pile
/// top first.
fn describe(at: Position<'_, MayI>) -> Value {
    let state = at.state;
    let here = flow_state(at);
    let ids =
        |seats: &mut dyn Iterator<Item = Seat>| -> Vec<String> { seats.map(player_id).collect() };
    let totals = state.totals();
    let names = at.flow.context().names.as_slice();
    let players = state.seats().map(|seat| {
        json!({
            "id": player_id(seat),
            "name": names.get(seat.at()),
            "hand": CardList::written(state.hand(seat)),
            "isDown": state.is_down(seat),
            "totalScore": totals.as_slice()[seat.at()],
        })
    });
    let by_seat = |value: &dyn Fn(Seat) -> Value| {
        let fields = state.seats().map(|seat| (player_id(seat), value(seat)));
        Value::Object(fields.collect())
    };
    let table = state.table().map(|(id, tag, cards)| {
        json!({
            "id": id, "type": tag.kind,
            "cards": CardList::written(cards), "ownerId": player_id(tag.owner),
        })
    });
    let machine = match here {
        FlowState::Setup => "setup",
        FlowState::GameEnd => "gameEnd",
        _ => "playing",
    };
    let in_turn = machine == "playing";
    json!({
        "version": 1,
        "rules": at.options,
        "machineState": machine,
        "currentRound": state.round,
        "contract": state.contract(),
        "dealerIndex": state.dealer,
        "currentPlayerIndex": state.current,
        "turnNumber": state.turn,
        "players": players.collect::<Vec<_>>(),
        "hands": by_seat(&|seat| json!(CardList::written(state.hand(seat)))),
        "handSizes": by_seat(&|seat| json!(state.hand(seat).len())),
        "stock": CardList::written(state.stock()),
        "stockSize": state.stock().len(),
        "discard": CardList::written(state.discard()),
        "discardSize": state.discard().len(),
        "table": table.collect::<Vec<_>>(),
        "melds": state.table().map(|(id, _, cards)| (id.to_string(), CardList::written(cards).into())).collect::<serde_json::Map<_, _>>(),
        "lastDiscardedByPlayerId": state.discarder.map(player_id),
        "turnPhase": in_turn.then_some(here),
        "deepValue": deep_value(at),
        "hasDrawn": in_turn && here != FlowState::AwaitingDraw,
        "laidDownThisTurn": state.laid_down,
        "mayIWindow": window(at),
        "settling": state.settling.map(|it| json!({
            "caller": player_id(it.caller), "asked": it.asked.map(player_id),
        })),
        "roundHistory": state.history.iter().map(|record| json!({
            "round": record.round,
            "scores": record.scores,
            "winner": record.winner.map(player_id),
            "endedBy": record.ended_by,
        })).collect::<Vec<_>>(),
        "totals": totals,
        "winners": ids(&mut state.winners.iter()),
        "places": places(totals.as_slice()),
        "asked": ids(&mut legal::to_act(at).iter()),
    })
}

fn window(at: Position<'_, MayI>) -> Value {
    let state = at.state;
    let ids =
        |seats: &mut dyn Iterator<Item = Seat>| -> Vec<String> { seats.map(player_id).collect() };
    let Some(window) = state.window else { return Value::Null };
    json!({
        "discardedCard": state.discard().first(),
        "discardedByPlayerId": state.discarder.map(player_id),
        "claimants": ids(&mut window.claimants.iter()),
        "declined": ids(&mut window.declined.iter()),
        "eligible": ids(&mut state.eligible()),
        "currentPlayerPassed": window.passed,
        "awaitingPlayerId": player_id(state.current),
        "nextToDecide": state.next_to_decide().map(player_id),
        "holdDeadline": crate::flow::Machines::of(at.options).game.next_due(at.flow),
    })
}

/// MI-143: the value of the root, with those of invoked machines nested below the invoking states.
fn deep_value(at: Position<'_, MayI>) -> Value {
    let machines = crate::flow::Machines::of(at.options);
    let leaves = machines.game.leaves(at.flow);
    // `playing/round/active/turn/mayIWindow/mayIWindow/open`: every second word is the name of a
    // child.
    let deepest = leaves.iter().max_by_key(|leaf| leaf.matches('/').count());
    let Some(deepest) = deepest else { return Value::Null };
    let states: Vec<&str> = deepest.split('/').step_by(2).collect();
    let (last, outer) = match states.split_last() {
        Some((last, outer)) => (*last, outer),
        None => return Value::Null,
    };
    outer.iter().rev().fold(json!(last), |inner, state| json!({ *state: inner }))
}

//! The specification's notation for positions, used in scenarios.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Position, Seat, SeatKind};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use serde_json::{Value, json};

use crate::DataWar;
use crate::cards::CardId;
use crate::events::Event;
use crate::exact::Exact;
use crate::flow::{Context, flow_state};
use crate::options::Options;
use crate::rules::verdict::values;
use crate::state::{Entry, SEATS, State};

/// `setup` is what DW-11 gives: `{"p1": "C5 C1", "p2": "C3 C4", "p1_stacks": "L1", "opens": [1, 0],
/// "turns_completed": 3}`. The match is then in `ready`, or in `pre_reveal` if a seat opens.
/// Without decks it is in `welcome`. Dice are scripted (DW-14) unless `seed` is given.
impl Arrange for DataWar {
    fn arrange(
        setup: &Value,
        options: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let mut fields = match setup {
            Value::Null => serde_json::Map::new(),
            Value::Object(fields) => fields.clone(),
            _ => return Err("setup must be an object".into()),
        };
        let dice = match fields.remove("seed") {
            None => Dice::scripted(),
            Some(seed) => {
                let number = seed.as_u64().ok_or("seed must be a number")?;
                Dice::new(Seed::from_number(number))
            }
        };
        let mut state = State::new(seats);
        let context = Context::new();
        if fields.is_empty() {
            return Ok(Arrangement { state, flow: None, context, dice });
        }
        let exact: Exact =
            serde_json::from_value(Value::Object(fields)).map_err(|why| why.to_string())?;
        exact.check(options.launch_stacks_to_win).map_err(|why| why.to_string())?;
        let deal = exact.deal();
        let sizes = deal.decks.each_ref().map(|deck| u8::try_from(deck.len()).unwrap_or(u8::MAX));
        let deal = croupier_kit::cards::Private::Known(Box::new(deal));
        let settings = options.settings();
        Self::fold(&mut state, &Event::GameStarted { settings, sizes, deal });
        let flow = if exact.opens == [0; 2] { "ready" } else { "pre_reveal" };
        Ok(Arrangement { state, flow: Some(flow), context, dice })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        let (state, context) = (at.state, at.flow.context());
        let values = values(state);
        let [p1, p2] = SEATS.map(|seat| {
            let side = state.side(seat);
            let offer = side.offered.map(|count| codes(side.deck.iter().take(usize::from(count))));
            let row = state.row(seat).map(|(_, entry)| entry);
            json!({
                "deck": codes(side.deck.iter()),
                "ids": side.deck.iter().map(|card| card.to_string()).collect::<Vec<_>>(),
                "size": side.deck.len(),
                "collected": side.stacks.len(),
                "stacks": codes(side.stacks.iter()),
                "value": values[seat.at()],
                "opens": side.opens,
                "offer": offer,
                "row": entries(row),
                "character": side.character,
            })
        });
        let tantrum = state.tantrum.map(|seat| {
            json!({
                "seat": seat.to_string(),
                "offer": entries(state.tantrum_offer(seat).map(|(_, entry)| entry)),
            })
        });
        let asked: Vec<String> = Self::to_act(at).iter().map(|seat| seat.to_string()).collect();
        json!({
            "state": flow_state(at.flow).path(),
            "now": at.flow.now(),
            "tooltip": context.tooltip.text(),
            "current_turn": context.current_turn,
            "smacker": context.tracker_smacker_active.map(|seat| seat.to_string()),
            "background": context.background,
            "turns_completed": state.turns_completed,
            "p1": p1,
            "p2": p2,
            "values": format!("{}-{}", values[0], values[1]),
            "pile": entries(state.pile.iter().filter(|entry| !entry.is_gone())),
            "depth": state.depth,
            "pending": state.pending().map(|(_, entry, _)| entry.card.row().code).collect::<Vec<_>>(),
            "owed": state.owed.iter().map(|seat| seat.to_string()).collect::<Vec<_>>(),
            "tantrum": tantrum,
            "slots_left": state.scramble.left(),
            "asked": asked,
            "over": state.ending.map(|ending| json!({
                "winner": ending.winner.map(|seat: Seat| seat.to_string()),
                "condition": ending.condition,
                "detail": ending.detail,
            })),
        })
    }
}

fn codes(cards: impl Iterator<Item = CardId>) -> String {
    cards.map(|card| card.row().code).collect::<Vec<_>>().join(" ")
}

/// Face-down cards are written in parentheses.
fn entries(entries: impl Iterator<Item = Entry>) -> String {
    let write = |entry: Entry| {
        let code = entry.card.row().code;
        if entry.is_down() { format!("({code})") } else { code.to_owned() }
    };
    entries.map(write).collect::<Vec<_>>().join(" ")
}

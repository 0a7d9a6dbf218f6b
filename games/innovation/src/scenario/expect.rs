//! The expectations of a scenario. Only what is mentioned is compared.

use croupier_kit::game::{Position, Seat};
use croupier_kit::matches::Match;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::has_bonus;
use super::step::names;
use crate::Innovation;
use crate::action::Opt;
use crate::cards::{Card, Colour, Icon};
use crate::choice::{Ask, Choice};
use crate::events::Event;
use crate::set::CardSet;
use crate::state::{Phase, State};
use crate::world::{Special, Splay};
use crate::zones::Zone;

type Fields = Map<String, Value>;
type Verdict = Result<(), String>;

const WORDS: [&str; 13] = [
    "seats",
    "decks",
    "deck_bottom",
    "icons",
    "bonus",
    "events",
    "turn",
    "actions",
    "phase",
    "pending",
    "error",
    "winners",
    "win_by",
];
const SEAT: [&str; 9] =
    ["hand", "score", "ach", "board", "splay", "points", "scored", "tucked", "icons"];

/// Rejects expectations with unknown words.
pub(super) fn check_words(expect: &Fields) -> Verdict {
    let known = |fields: &Fields, words: &[&str]| match fields
        .keys()
        .find(|word| !words.contains(&word.as_str()))
    {
        Some(word) => Err(format!("expect: {word:?} means nothing here")),
        None => Ok(()),
    };
    known(expect, &WORDS)?;
    for seat in list(expect, "seats")? {
        let seat = seat.as_object().ok_or("expect: a seat is an object")?;
        known(seat, &SEAT)?;
        for (_, pile) in object(seat, "board")? {
            if let Value::Object(pile) = pile {
                known(pile, &["cards", "splay"])?;
            }
        }
    }
    let events = list(expect, "events")?;
    if !events.iter().all(Value::is_string) {
        return Err("expect: an event is a name".to_owned());
    }
    if !expect.get("error").is_none_or(Value::is_string) {
        return Err("expect: an error is a code".to_owned());
    }
    Ok(())
}

/// An optional list; anything else under that name is an error.
fn list<'v>(fields: &'v Fields, word: &str) -> Result<&'v [Value], String> {
    match fields.get(word) {
        None => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(format!("expect: {word} is a list")),
    }
}

/// Whether this is the expected error.
pub(super) fn same_error(expect: &Fields, found: &str) -> Verdict {
    match expect.get("error").and_then(Value::as_str) {
        Some(wanted) if wanted == found => Ok(()),
        Some(wanted) => Err(format!("refused with {found}, not {wanted}")),
        None => Err(format!("refused with {found}")),
    }
}

/// Collects differences.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn compare(&mut self, what: &str, found: &Value, wanted: &Value) {
        if found != wanted {
            self.0.push(format!("{what} is {found}, not {wanted}"));
        }
    }
}

pub(super) fn compare(expect: &Fields, game: &Match<Innovation>, events: &[Event]) -> Verdict {
    let mut differences = Differences::default();
    let state = game.state();
    let seats = list(expect, "seats")?;
    let there: Vec<Seat> = state.seats().collect();
    if seats.len() > there.len() {
        return Err(format!("seats: there are {}", there.len()));
    }
    for (seat, wanted) in there.iter().zip(seats) {
        compare_seat(&mut differences, state, *seat, wanted)?;
    }
    compare_decks(&mut differences, state, expect)?;
    for (seat, icons) in object(expect, "icons")? {
        let seat = seat.parse().ok().map(Seat).filter(|seat| there.contains(seat));
        let seat = seat.ok_or_else(|| "icons: there is no such seat".to_owned())?;
        for (name, count) in icons.as_object().ok_or("icons of a seat are an object")? {
            let found = json!(state.world().icons(seat, icon(name)?));
            differences.compare(&format!("{name} of seat {}", seat.0), &found, count);
        }
    }
    for (word, found) in [
        ("bonus", json!(has_bonus(events))),
        ("turn", json!(state.turn())),
        ("actions", json!(state.actions())),
        ("winners", json!(state.ending().map(|end| end.winners))),
        ("win_by", json!(state.ending().map(|end| end.condition))),
    ] {
        if let Some(wanted) = expect.get(word) {
            differences.compare(word, &sorted(&found), &sorted(wanted));
        }
    }
    compare_events(&mut differences, expect, events)?;
    compare_phase(&mut differences, state, expect);
    if let Some(wanted) = expect.get("pending") {
        compare_pending(&mut differences, state, wanted)?;
    }
    if differences.0.is_empty() { Ok(()) } else { Err(differences.0.join("; ")) }
}

fn object<'v>(fields: &'v Fields, word: &str) -> Result<Vec<(&'v String, &'v Value)>, String> {
    match fields.get(word) {
        None => Ok(vec![]),
        Some(Value::Object(inner)) => Ok(inner.iter().collect()),
        Some(_) => Err(format!("{word} is an object")),
    }
}

fn colour(word: &str) -> Result<Colour, String> {
    Colour::deserialize(&Value::from(word)).map_err(|_| format!("{word:?} is no colour"))
}

fn icon(word: &str) -> Result<Icon, String> {
    Icon::deserialize(&Value::from(word)).map_err(|_| format!("{word:?} is no icon"))
}

/// Sets are compared as sorted lists, so duplicates and unknown cards count as differences.
fn sorted(list: &Value) -> Value {
    let Value::Array(items) = list else { return list.clone() };
    let id = |item: &Value| item.as_str().and_then(Card::named).map_or(0, Card::id);
    let mut items = items.clone();
    items.sort_by_key(|item| (id(item), item.to_string()));
    Value::Array(items)
}

fn compare_seat(
    differences: &mut Differences,
    state: &State,
    seat: Seat,
    wanted: &Value,
) -> Verdict {
    let wanted = wanted.as_object().ok_or("a seat is an object")?;
    let found = describe_seat(state, seat);
    let place = |word: &str| format!("{word} of seat {}", seat.0);
    for (word, value) in wanted {
        match word.as_str() {
            "board" => {
                for (name, pile) in object(wanted, "board")? {
                    let (cards, splay) = match pile {
                        Value::Object(inner) => (inner.get("cards"), inner.get("splay")),
                        cards => (Some(cards), None),
                    };
                    let pile = json!(names_in_order(state.world().pile(seat, colour(name)?)));
                    if let Some(cards) = cards {
                        differences.compare(&place(name), &pile, cards);
                    }
                    if let Some(splay) = splay {
                        let found = json!(state.world().splay(seat, colour(name)?));
                        differences.compare(&place(&format!("{name} splay")), &found, splay);
                    }
                }
            }
            "splay" => {
                for (name, splay) in object(wanted, "splay")? {
                    let found: Option<Splay> = state.world().splay(seat, colour(name)?);
                    differences.compare(&place(&format!("{name} splay")), &json!(found), splay);
                }
            }
            "icons" => {
                for (name, count) in object(wanted, "icons")? {
                    let found = json!(state.world().icons(seat, icon(name)?));
                    differences.compare(&place(name), &found, count);
                }
            }
            "hand" | "score" | "ach" => {
                differences.compare(&place(word), &sorted(&found[word]), &sorted(value));
            }
            _ => differences.compare(&place(word), &found[word], value),
        }
    }
    Ok(())
}

fn compare_decks(differences: &mut Differences, state: &State, expect: &Fields) -> Verdict {
    for (word, whole) in [("decks", true), ("deck_bottom", false)] {
        for (age, wanted) in object(expect, word)? {
            let number = age.parse().ok().filter(|age: &u8| (1..=10).contains(age));
            let number = number.ok_or_else(|| format!("{word}: {age:?} is no age"))?;
            let cards = names_in_order(state.world().zones().cards(Zone::deck(number)));
            let count = wanted.as_array().ok_or_else(|| format!("{word}: a list of cards"))?.len();
            let from = if whole { 0 } else { cards.len().saturating_sub(count) };
            differences.compare(&format!("deck {age}"), &json!(cards[from..]), wanted);
        }
    }
    Ok(())
}

fn compare_events(differences: &mut Differences, expect: &Fields, events: &[Event]) -> Verdict {
    let found: Vec<String> = events.iter().map(name_of).collect();
    for name in list(expect, "events")? {
        if !found.iter().any(|found| name == found) {
            differences.0.push(format!("{name} is not among the events"));
        }
    }
    Ok(())
}

/// The name of an event (IN-120).
fn name_of(event: &Event) -> String {
    match serde_json::to_value(&event.what) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Unless `pending`, `error` or `winners` is given, the phase is `AwaitingAction`.
fn compare_phase(differences: &mut Differences, state: &State, expect: &Fields) {
    let named = |word: &str| expect.contains_key(word);
    let usual = if named("winners") || named("win_by") {
        Some(Phase::GameOver)
    } else if named("pending") {
        Some(Phase::AwaitingChoice)
    } else if named("error") {
        None
    } else {
        Some(Phase::AwaitingAction)
    };
    let wanted = expect.get("phase").cloned().or(usual.map(|phase| json!(phase)));
    if let Some(wanted) = wanted {
        differences.compare("phase", &json!(state.phase()), &wanted);
    }
}

/// During setup there are several choices, and `by` selects one of them.
fn compare_pending(differences: &mut Differences, state: &State, wanted: &Value) -> Verdict {
    let Value::Object(fields) = wanted else {
        let found = state.choices().next().map(|choice| describe_choice(state, &choice));
        differences.compare("pending", &json!(found), wanted);
        return Ok(());
    };
    let by = fields.get("by").and_then(Value::as_u64);
    let of = |choice: &Choice| by.is_none_or(|by| u64::from(choice.player.0) == by);
    let choice = state.choices().find(of).or(state.choices().next());
    let choice = choice.ok_or("nothing is pending")?;
    let found = describe_choice(state, &choice);
    for (word, value) in fields {
        let found = found.get(word).ok_or_else(|| format!("pending: {word:?} means nothing"))?;
        differences.compare(&format!("pending {word}"), &sorted(found), &sorted(value));
    }
    Ok(())
}

fn names_in_order(cards: impl Iterator<Item = Card>) -> Vec<&'static str> {
    cards.map(Card::name).collect()
}

fn describe_choice(state: &State, choice: &Choice) -> Value {
    let world = state.world();
    let list = |set: CardSet| names(set);
    let mut found = json!({
        "by": choice.player,
        "kind": choice.ask.kind(),
        "optional": choice.optional,
        "card": choice.source.map(|source| source.card),
        "effect": choice.source.map(|source| source.effect),
        "executor": choice.source.map(|source| source.executor),
        "depth": choice.source.map(|source| source.depth),
    });
    let more = match choice.ask {
        Ask::SelectCards { candidates, min, max, .. } => {
            json!({"candidates": list(candidates), "min": min, "max": max})
        }
        Ask::YesNo => json!({}),
        Ask::SelectColours { candidates, count, direction } => {
            json!({"candidates": candidates, "count": count, "direction": direction})
        }
        Ask::SelectPlayer { candidates } => json!({"candidates": candidates}),
        Ask::SelectValue => json!({"candidates": (1..=10).collect::<Vec<u8>>()}),
        Ask::SelectOption => {
            let options = json!([Opt::Score, Opt::Draw]);
            json!({"options": options, "candidates": options})
        }
        Ask::OrderCards { .. } => {
            let cards = names_in_order(choice.offered(world).into_iter());
            json!({"cards": cards, "candidates": cards})
        }
    };
    if let (Value::Object(found), Value::Object(more)) = (&mut found, more) {
        found.extend(more);
    }
    found
}

fn describe_seat(state: &State, seat: Seat) -> Value {
    let world = state.world();
    let colours = || world.colours(seat).iter();
    let board: Map<String, Value> = colours()
        .map(|colour| {
            let pile = names_in_order(world.pile(seat, colour));
            (colour.name().to_owned(), json!(pile))
        })
        .collect();
    let splay: Map<String, Value> = Colour::ALL
        .into_iter()
        .map(|colour| (colour.name().to_owned(), json!(world.splay(seat, colour))))
        .collect();
    let icons: Map<String, Value> = Icon::ALL
        .into_iter()
        .map(|icon| (icon.name().to_owned(), json!(world.icons(seat, icon))))
        .collect();
    let ages = (1_u8..).zip(world.ages).filter(|(_, owner)| *owner == Some(seat));
    let specials = Special::ALL.into_iter().filter(|it| world.specials[*it as usize] == Some(seat));
    let ach: Vec<Value> =
        ages.map(|(age, _)| json!(age)).chain(specials.map(|special| json!(special))).collect();
    json!({
        "hand": names_in_order(world.zones().cards(Zone::hand(seat))),
        "score": names_in_order(world.zones().cards(Zone::score(seat))),
        "ach": ach,
        "board": board,
        "splay": splay,
        "icons": icons,
        "points": world.points(seat),
        "scored": world.scored[seat.at()],
        "tucked": world.tucked[seat.at()],
    })
}

/// A position in the notation of section 19, with nothing hidden.
pub(super) fn describe(at: Position<'_, Innovation>) -> Value {
    let state = at.state;
    let decks: Map<String, Value> = (1..=10)
        .map(|age: u8| {
            let cards = names_in_order(state.world().zones().cards(Zone::deck(age)));
            (age.to_string(), json!(cards))
        })
        .collect();
    json!({
        "seats": state.seats().map(|seat| describe_seat(state, seat)).collect::<Vec<_>>(),
        "decks": decks,
        "turn": state.turn(),
        "actions": state.actions(),
        "phase": state.phase(),
        "pending": state.choices().next().map(|choice| describe_choice(state, &choice)),
        "winners": state.ending().map(|end| end.winners),
        "win_by": state.ending().map(|end| end.condition),
    })
}

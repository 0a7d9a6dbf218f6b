//! Reading a state (IN-126, IN-133). Missing or invalid fields are reported by name.

use std::collections::BTreeMap;

use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::error::{Code, SavedGameError};
use super::{Fields, bad};
use crate::Options;
use crate::action::Opt;
use crate::cards::{Card, Colour};
use crate::choice::{Ask, CardList, Choice, Question, Reply, Source};
use crate::effects::Kind;
use crate::set::{CardSet, Colours};
use crate::state::{Condition, Dogma, Ending, Execution, Origin, State};
use crate::world::{Special, Splay, World};
use crate::zones::{End, PLAYERS, Zone};

type Read<T> = Result<T, SavedGameError>;

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Value::deserialize(deserializer)?;
        state(&text).map_err(serde::de::Error::custom)
    }
}

fn card(id: u8) -> Read<Card> {
    Card::from_id(id)
        .ok_or_else(|| SavedGameError::new(Code::UnknownCard, format!("there is no card {id}")))
}

fn cards(ids: &[u8]) -> Read<CardList> {
    ids.iter().map(|id| card(*id)).collect()
}

/// A whole `gameState`.
pub(crate) fn state(text: &Value) -> Read<State> {
    let fields = Fields::of(text, "gameState")?;
    let edition: String = fields.get("edition")?;
    if edition != super::EDITION {
        return Err(bad("edition", &format!("{edition:?} is not known here")));
    }
    let options = options(&fields)?;
    let seats = fields.get::<Vec<Vec<u8>>>("hands")?.len();
    if !(2..=PLAYERS).contains(&seats) {
        return Err(bad("hands", &format!("{seats} players")));
    }
    let mut state = State::new(&options, seats);
    state.world = world(&fields, seats)?;
    state.turn = seat(&fields, "currentPlayer", seats)?;
    state.origin =
        Origin { seed: fields.maybe::<Seed>("rngSeed")?, position: fields.get("rngState")? };
    state.actions = fields.get("actionsRemaining")?;
    state.one_action_turns = fields.get("oneActionTurnsLeft")?;
    state.turns = fields.get("turnCount")?;
    state.next_choice = fields.get("nextChoiceId")?;
    state.next_event = fields.get("nextEvent")?;
    state.arranged = fields.maybe("arranged")?.unwrap_or(false);
    state.pending = match fields.value("pendingChoice")? {
        Value::Null => None,
        choice => Some(read_choice(choice, seats)?),
    };
    if state.is_setup() {
        starting_choices(&fields, &mut state)?;
    }
    active_effects(&fields, &mut state)?;
    let winners = fields.maybe::<SeatSet>("winners")?;
    if let Some((winners, condition)) = winners.zip(fields.maybe::<Condition>("condition")?) {
        state.ending = Some(Ending { winners, condition });
    }
    // The phase follows from the other fields, so a save that says otherwise is invalid.
    let phase = fields.get("phase")?;
    if state.phase() != phase {
        return Err(bad("phase", &format!("it is {:?}, not {phase:?}", state.phase())));
    }
    Ok(state)
}

fn options(fields: &Fields<'_>) -> Read<Options> {
    let fields = Fields::of(fields.value("options")?, "options")?;
    Ok(Options {
        proof_reveals: fields.get("proofReveals")?,
        turn_limit: fields.get("turnLimit")?,
        ..Options::default()
    })
}

fn seat(fields: &Fields<'_>, name: &str, seats: usize) -> Read<Seat> {
    let seat: Seat = fields.get(name)?;
    if seat.at() < seats { Ok(seat) } else { Err(bad(name, "there is no such seat")) }
}

fn seat_set(fields: &Fields<'_>, name: &str, seats: usize) -> Read<SeatSet> {
    let set: SeatSet = fields.get(name)?;
    let sits = set.is_subset_of(SeatSet::first(seats));
    if sits { Ok(set) } else { Err(bad(name, "there is no such seat")) }
}

/// A list with one entry per seat.
fn lists<T: for<'de> Deserialize<'de>>(
    fields: &Fields<'_>,
    name: &str,
    count: usize,
) -> Read<Vec<T>> {
    let lists: Vec<T> = fields.get(name)?;
    if lists.len() == count { Ok(lists) } else { Err(bad(name, &format!("{count} are expected"))) }
}

fn counters(fields: &Fields<'_>, name: &str, seats: usize) -> Read<[u8; PLAYERS]> {
    let given: Vec<u8> = lists(fields, name, seats)?;
    let mut counters = [0; PLAYERS];
    counters.iter_mut().zip(given).for_each(|(counter, given)| *counter = given);
    Ok(counters)
}

#[derive(Deserialize)]
struct PileText {
    cards: Vec<u8>,
    splay: Option<Splay>,
}

/// Places cards and rejects duplicates.
struct Layer {
    world: World,
    placed: CardSet,
}

impl Layer {
    fn put(&mut self, ids: &[u8], zone: Zone) -> Read<()> {
        for card in cards(ids)? {
            if self.placed.contains(card) {
                return Err(SavedGameError::new(
                    Code::CardCount,
                    format!("{card} lies in two places"),
                ));
            }
            self.placed.insert(card);
            self.world.put(card, zone, End::Last);
        }
        Ok(())
    }
}

fn world(fields: &Fields<'_>, seats: usize) -> Read<World> {
    let mut layer = Layer { world: World::new(), placed: CardSet::EMPTY };
    let players = || Seat::first(seats);
    for (age, ids) in (1_u8..).zip(lists::<Vec<u8>>(fields, "decks", 10)?) {
        layer.put(&ids, Zone::deck(age))?;
    }
    for (seat, ids) in players().zip(lists::<Vec<u8>>(fields, "hands", seats)?) {
        layer.put(&ids, Zone::hand(seat))?;
    }
    for (seat, ids) in players().zip(lists::<Vec<u8>>(fields, "scores", seats)?) {
        layer.put(&ids, Zone::score(seat))?;
    }
    let boards = lists::<BTreeMap<Colour, PileText>>(fields, "boards", seats)?;
    for (seat, board) in players().zip(boards) {
        for (colour, pile) in board {
            layer.put(&pile.cards, Zone::pile(seat, colour))?;
            layer.world.set_splay(seat, colour, pile.splay);
        }
    }
    let under: BTreeMap<u8, u8> = fields.get("achievementCards")?;
    layer.put(&under.into_values().collect::<Vec<_>>(), Zone::ACHIEVEMENTS)?;
    layer.put(&fields.get::<Vec<u8>>("removed")?, Zone::REMOVED)?;
    if layer.placed != CardSet::all() {
        let missing = CardSet::all() - layer.placed;
        return Err(SavedGameError::new(Code::CardCount, format!("{missing:?} lie nowhere")));
    }
    let Layer { mut world, .. } = layer;
    let open = fields.maybe::<Vec<u8>>("removedOpen")?.unwrap_or_default();
    world.open_removed = cards(&open)?.into_iter().collect();
    achievements(fields, seats, &mut world)?;
    let turn = Fields::of(fields.value("turnCounters")?, "turnCounters")?;
    world.scored = counters(&turn, "scored", seats)?;
    world.tucked = counters(&turn, "tucked", seats)?;
    Ok(world)
}

/// Each achievement is available or owned by a single seat (IN-139).
fn achievements(fields: &Fields<'_>, seats: usize, world: &mut World) -> Read<()> {
    let twice = || SavedGameError::broken(139, "an achievement is in two places");
    let (mut ages, mut specials) = ([false; 9], [false; 5]);
    let mut note = |age: u8, owner: Option<Seat>| {
        let at = usize::from(age).wrapping_sub(1);
        let seen = ages.get_mut(at).ok_or_else(|| bad("achievements", "there is no such age"))?;
        if std::mem::replace(seen, true) {
            return Err(twice());
        }
        world.ages[at] = owner;
        Ok(())
    };
    for age in fields.get::<Vec<u8>>("availableAchievements")? {
        note(age, None)?;
    }
    for (seat, owned) in Seat::first(seats).zip(lists::<Vec<u8>>(fields, "achievements", seats)?) {
        owned.into_iter().try_for_each(|age| note(age, Some(seat)))?;
    }
    let mut note = |special: Special, owner: Option<Seat>| {
        if std::mem::replace(&mut specials[special as usize], true) {
            return Err(twice());
        }
        world.specials[special as usize] = owner;
        Ok(())
    };
    for special in fields.get::<Vec<Special>>("availableSpecialAchievements")? {
        note(special, None)?;
    }
    let owned = lists::<Vec<Special>>(fields, "specialAchievements", seats)?;
    for (seat, owned) in Seat::first(seats).zip(owned) {
        owned.into_iter().try_for_each(|special| note(special, Some(seat)))?;
    }
    if ages.contains(&false) || specials.contains(&false) {
        return Err(SavedGameError::broken(139, "an achievement is nowhere"));
    }
    Ok(())
}

fn starting_choices(fields: &Fields<'_>, state: &mut State) -> Read<()> {
    let seats = usize::from(state.seats);
    for text in lists::<Value>(fields, "pendingChoices", seats)? {
        let text = Fields::of(&text, "pendingChoices")?;
        let player = seat(&text, "player", seats)?;
        let answer = text.maybe::<u8>("answer")?.map(card).transpose()?;
        if answer.is_some_and(|card| !state.world.hand(player).contains(card)) {
            return Err(bad("pendingChoices", "an answer is not in the hand"));
        }
        state.chosen[player.at()] = answer;
    }
    Ok(())
}

fn source(text: &Value, seats: usize) -> Read<Source> {
    let fields = Fields::of(text, "source")?;
    Ok(Source {
        card: card(fields.get("card")?)?,
        effect: fields.get("effect")?,
        executor: seat(&fields, "executor", seats)?,
        depth: fields.get("depth")?,
    })
}

fn read_choice(text: &Value, seats: usize) -> Read<Choice> {
    let fields = Fields::of(text, "pendingChoice")?;
    let card_set = |name: &str| -> Read<CardSet> {
        Ok(cards(&fields.get::<Vec<u8>>(name)?)?.into_iter().collect())
    };
    let ask = match fields.get::<Question>("kind")? {
        Question::SelectCards => Ask::SelectCards {
            candidates: card_set("candidates")?,
            min: fields.get("min")?,
            max: fields.get("max")?,
            hidden: fields.get("hidden")?,
        },
        Question::YesNo => Ask::YesNo,
        Question::SelectColours => Ask::SelectColours {
            candidates: fields.get::<Colours>("candidates")?,
            count: fields.get("count")?,
            direction: fields.get("direction")?,
        },
        Question::SelectPlayer => {
            Ask::SelectPlayer { candidates: seat_set(&fields, "candidates", seats)? }
        }
        Question::SelectValue => Ask::SelectValue,
        Question::SelectOption => Ask::SelectOption,
        Question::OrderCards => Ask::OrderCards {
            cards: card_set("cards")?,
            pile: fields.get("pile")?,
            hidden: fields.get("hidden")?,
        },
    };
    Ok(Choice {
        id: fields.get("id")?,
        player: seat(&fields, "player", seats)?,
        source: match fields.value("source")? {
            Value::Null => None,
            text => Some(source(text, seats)?),
        },
        optional: fields.get("optional")?,
        ask,
    })
}

/// The outer frame is the last; the others can be derived from it.
fn active_effects(fields: &Fields<'_>, state: &mut State) -> Read<()> {
    let stack: Vec<Value> = fields.get("activeEffects")?;
    let Some(outer) = stack.last() else { return Ok(()) };
    let fields = Fields::of(outer, "activeEffects")?;
    let seats = usize::from(state.seats);
    let effect: u8 = fields.get("effect")?;
    let executor = match fields.value("executor")? {
        Value::Null => None,
        _ => Some(seat(&fields, "executor", seats)?),
    };
    state.dogma = Some(Dogma {
        card: card(fields.get("card")?)?,
        activator: seat(&fields, "activator", seats)?,
        counts: counters(&fields, "counts", seats)?,
        sharers: seat_set(&fields, "sharers", seats)?,
        victims: seat_set(&fields, "victims", seats)?,
        effect: effect.checked_sub(1).ok_or_else(|| bad("effect", "effects are counted from 1"))?,
        kind: fields.get::<Kind>("kind")?,
        executor,
        calls: fields.get("calls")?,
    });
    flags(&fields, seats, &mut state.world)?;
    if let Value::Object(_) = fields.value("effectState")? {
        let effect = Fields::of(fields.value("effectState")?, "effectState")?;
        let within = Fields::of(effect.value("start")?, "start")?;
        let mut start = world(&within, seats)?;
        flags(&within, seats, &mut start)?;
        let answers: Vec<Value> = effect.get("answers")?;
        state.execution = Some(Box::new(Execution {
            start,
            first_event: effect.get("firstEvent")?,
            answers: answers.iter().map(|text| reply(text, seats)).collect::<Read<_>>()?,
        }));
    }
    Ok(())
}

fn flags(fields: &Fields<'_>, seats: usize, world: &mut World) -> Read<()> {
    world.hit = fields.get("hit")?;
    world.shared = fields.get("sharedChange")?;
    world.returned = counters(fields, "democracyTotals", seats)?;
    Ok(())
}

fn reply(text: &Value, seats: usize) -> Read<Reply> {
    let fields = Fields::of(text, "answers")?;
    let Some((word, value)) = fields.of.iter().next() else {
        return Err(bad("answers", "an answer says nothing"));
    };
    Ok(match word.as_str() {
        "cards" => Reply::Cards(cards(&fields.get::<Vec<u8>>(word)?)?),
        "yes" => Reply::Yes(fields.get(word)?),
        "colours" => Reply::Colours(fields.get(word)?),
        "player" if value.is_null() => Reply::Player(None),
        "player" => Reply::Player(Some(seat(&fields, word, seats)?)),
        "value" => Reply::Value(fields.get(word)?),
        "option" => Reply::Option(fields.maybe::<Opt>(word)?),
        _ => return Err(bad("answers", &format!("{word:?} is no answer"))),
    })
}

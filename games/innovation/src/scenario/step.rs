//! The steps of a scenario: actions and answers.

use croupier_kit::game::{By, InputError, Rejection, Seat};
use croupier_kit::matches::{Act, Input, Match};
use croupier_kit::scenario::contents;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Innovation;
use crate::action::{Action, Answer, CardId, CardRef, Named, Refs, Unknown};
use crate::cards::{Card, Colour};
use crate::choice::{Choice, slot_of};
use crate::world::{Achievement, World};

/// A step: what is done, and by whom, if not by the player whose turn it is.
pub(super) struct ScriptStep {
    by: Option<u8>,
    kind: ScriptStepKind,
}

enum ScriptStepKind {
    Act(Action),
    Cards(Vec<CardId>),
    Order(Vec<CardId>),
    Answer(Answer),
}

const WORDS: [&str; 8] =
    ["cards", "yes", "colour", "colours", "player", "value", "option", "order"];

impl ScriptStep {
    pub(super) fn read(step: &Value) -> Result<Self, String> {
        let mut fields = step.as_object().ok_or("a step is an object")?.clone();
        let by = fields.remove("by").map(|by| read::<u8>("by", by)).transpose()?;
        let kind = match fields.remove("act") {
            Some(act) => ScriptStepKind::Act(action(&act, &mut fields)?),
            None => answer(&mut fields)?,
        };
        match fields.keys().next() {
            Some(word) => Err(format!("{word:?} means nothing here")),
            None => Ok(Self { by, kind }),
        }
    }

    /// Takes the step. Returns the error if it is refused and that is allowed.
    pub(super) fn take(
        self,
        game: &mut Match<Innovation>,
        may_fail: bool,
    ) -> Result<Option<String>, String> {
        let state = game.state();
        let choice = state.choices().next();
        let usual = match self.kind {
            ScriptStepKind::Act(_) => state.turn(),
            _ => choice.map_or(state.turn(), |choice| choice.player),
        };
        let seat = self.by.map_or(usual, Seat);
        let action = match self.kind {
            ScriptStepKind::Act(action) => action,
            kind => answered(kind, state.choice_of(seat).or(choice), seat, state.world()),
        };
        let contents = |game: &Match<Innovation>| contents(game).map_err(|why| why.to_string());
        let before = if may_fail { Some(contents(game)?) } else { None };
        let input = Input { at: game.now(), by: By::Seat(seat), act: Act::Do(action) };
        match game.input(input) {
            Ok(()) => Ok(None),
            Err(InputError::Rules(reject)) if may_fail => {
                if before != Some(contents(game)?) || !game.take_events().is_empty() {
                    return Err("it was refused, but changed something".to_owned());
                }
                Ok(Some(format!("{:?}/{}", reject.kind(), reject.code())))
            }
            Err(refused) => Err(format!("refused with {}: {refused}", refused.code())),
        }
    }
}

/// Answers carry the id of the open choice, or of the seat's own choice during setup.
fn answered(kind: ScriptStepKind, choice: Option<Choice>, seat: Seat, world: &World) -> Action {
    // IN-103: scenarios name hidden cards by title, whereas players point at backs.
    let refer = |id: CardId| match (choice, id.card()) {
        (Some(choice), Some(card)) if choice.is_hidden() => {
            slot_of(world, card).map_or(CardRef::Card(id), CardRef::Slot)
        }
        _ => CardRef::Card(id),
    };
    let refs = |ids: Vec<CardId>| ids.into_iter().map(refer).collect::<Refs>();
    let answer = match kind {
        ScriptStepKind::Cards(ids) => Answer::Cards(refs(ids)),
        ScriptStepKind::Order(ids) => Answer::Order(refs(ids)),
        ScriptStepKind::Answer(answer) => answer,
        ScriptStepKind::Act(action) => return action,
    };
    let own = choice.filter(|choice| choice.source.is_some() || choice.player == seat);
    Action::Answer { choice: own.map_or(seat.0.into(), |choice| choice.id), answer }
}

fn read<T: for<'de> Deserialize<'de>>(word: &str, value: Value) -> Result<T, String> {
    T::deserialize(value).map_err(|why| format!("{word}: {why}"))
}

fn action(act: &Value, fields: &mut Map<String, Value>) -> Result<Action, String> {
    let mut card =
        || -> Result<CardId, String> { read("card", fields.remove("card").ok_or("which card?")?) };
    match act.as_str() {
        Some("draw") => Ok(Action::Draw),
        Some("meld") => Ok(Action::Meld { card: card()? }),
        Some("dogma") => Ok(Action::Dogma { card: card()? }),
        Some("achieve") => {
            let achievement = match (fields.remove("age"), fields.remove("special")) {
                (Some(age), None) => {
                    // An age that does not fit into a byte does not exist either.
                    let age = age.as_i64().ok_or("age is a number")?;
                    Named::Known(Achievement::Age(u8::try_from(age).unwrap_or(0)))
                }
                (None, Some(name)) => {
                    Achievement::deserialize(name).map_or(Named::Unknown(Unknown), Named::Known)
                }
                _ => return Err("either age or special".to_owned()),
            };
            Ok(Action::Achieve { achievement })
        }
        _ => Err(format!("{act} is no action")),
    }
}

fn answer(fields: &mut Map<String, Value>) -> Result<ScriptStepKind, String> {
    let word = WORDS.into_iter().find(|word| fields.contains_key(*word));
    let word = word.ok_or_else(|| format!("an answer has one of {}", WORDS.join(", ")))?;
    let value = fields.remove(word).unwrap_or_default();
    Ok(match word {
        "cards" => ScriptStepKind::Cards(read::<Option<_>>(word, value)?.unwrap_or_default()),
        "order" => ScriptStepKind::Order(read(word, value)?),
        "yes" => ScriptStepKind::Answer(Answer::Yes(read(word, value)?)),
        "colour" => {
            let colour: Option<Colour> = read(word, value)?;
            ScriptStepKind::Answer(Answer::Colours(colour.into_iter().collect()))
        }
        "colours" => {
            let colours: Option<Vec<Colour>> = read(word, value)?;
            ScriptStepKind::Answer(Answer::Colours(
                colours.unwrap_or_default().into_iter().collect(),
            ))
        }
        "player" => {
            ScriptStepKind::Answer(Answer::Player(read::<Option<u8>>(word, value)?.map(Seat)))
        }
        "value" => {
            let value = value.as_i64().ok_or("value is a number")?;
            ScriptStepKind::Answer(Answer::Value(u8::try_from(value).unwrap_or(0)))
        }
        _ => ScriptStepKind::Answer(Answer::Option(read(word, value)?)),
    })
}

/// The names of cards, sorted by id, to compare sets.
pub(super) fn names(cards: impl IntoIterator<Item = Card>) -> Vec<&'static str> {
    let mut cards: Vec<Card> = cards.into_iter().collect();
    cards.sort_unstable();
    cards.into_iter().map(Card::name).collect()
}

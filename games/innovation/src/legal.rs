//! What a seat may do, and what the random player does (IN-107, IN-162).

use croupier_kit::{Ask, Choice, Dice, Filled, Form, Group, Position, Prompt, Seat};

use crate::action::{Action, Answer, CardId, CardRef, Named, Refs};
use crate::card::Card;
use crate::check::achievable;
use crate::choice::{self as ask, Choice as Question};
use crate::expand::Expansion;
use crate::world::{Achievement, World};
use crate::{Innovation, State};

/// Actions in the order draw, meld, achieve, dogma, each by card or age; answers as they are
/// expanded. Other orders of the same cards are answers too, so the list is not complete.
pub(crate) fn legal_actions(at: Position<'_, Innovation>, seat: Seat, actions: &mut Vec<Action>) {
    let state = at.state;
    if let Some(choice) = state.choice_of(seat) {
        let answers = Expansion::of(choice, &state.world);
        actions.extend(answers.iter().map(|answer| Action::Answer { choice: choice.id, answer }));
    } else if acts(state, seat) {
        let world = &state.world;
        actions.push(Action::Draw);
        actions.extend(world.hand(seat).iter().map(|card| Action::Meld { card: card.into() }));
        actions.extend(achievable(state, seat).map(achieve));
        actions.extend(world.tops(seat).iter().map(|card| Action::Dogma { card: card.into() }));
    }
}

/// One of the legal actions; the key names the card and the effect that ask.
pub(crate) fn prompt(at: Position<'_, Innovation>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    let choice = at.state.choice_of(seat);
    if actions.is_empty() {
        return None;
    }
    let pick = |action: Action| Choice { label: label(&action), action };
    let ask = Ask::Pick { choices: actions.into_iter().map(pick).collect() };
    let message =
        choice.map_or_else(|| "innovation.action".to_owned(), |choice| choice.prompt_key());
    let may_decline = choice.is_some_and(|choice| choice.optional);
    let forms = choice.and_then(|choice| form(choice, &at.state.world)).into_iter().collect();
    Some(Prompt { id: 0, message, ask, may_decline, deadline: None, forms })
}

/// Several cards in whatever order: more answers than a list can hold.
fn form(choice: Question, world: &World) -> Option<Form> {
    let cards = choice.offered(world);
    let (label, name, min, max) = match choice.ask {
        ask::Ask::SelectCards { min, max, .. } if max > 1 && cards.len() > 1 => {
            let most = usize::from(max).min(cards.len());
            ("Choose several cards", "chosen", usize::from(min.max(1)), most)
        }
        ask::Ask::OrderCards { .. } if cards.len() > 1 => {
            ("Put them in another order", "order", cards.len(), cards.len())
        }
        _ => return None,
    };
    let pieces = cards.iter().map(|card| refer(choice.refer(world, *card))).collect();
    let group = Group { name: name.to_owned(), min, max, ordered: true };
    Some(Form { label: label.to_owned(), pieces, groups: vec![group] })
}

/// The answer that a filled-in form means: its cards in the order in which they were named.
pub(crate) fn compose(at: Position<'_, Innovation>, seat: Seat, filled: &Filled) -> Option<Action> {
    let (choice, world) = (at.state.choice_of(seat)?, &at.state.world);
    let cards = choice.offered(world);
    let place = |place: &usize| cards.get(*place).map(|card| choice.refer(world, *card));
    let refs = filled.groups.first()?.iter().map(place).collect::<Option<Refs>>()?;
    let answer = match choice.ask {
        ask::Ask::SelectCards { .. } => Answer::Cards(refs),
        ask::Ask::OrderCards { .. } => Answer::Order(refs),
        _ => return None,
    };
    Some(Action::Answer { choice: choice.id, answer })
}

/// An action in a few words.
pub(crate) fn label(action: &Action) -> String {
    match action {
        Action::Draw => "Draw".to_owned(),
        Action::Meld { card } => format!("Meld {}", name(*card)),
        Action::Achieve { achievement } => match achievement {
            Named::Known(Achievement::Age(age)) => format!("Achieve {age}"),
            Named::Known(Achievement::Special(special)) => format!("Achieve {}", special.name()),
            Named::Unknown(_) => "Achieve".to_owned(),
        },
        Action::Dogma { card } => format!("Dogma {}", name(*card)),
        Action::Answer { answer, .. } => words(answer),
    }
}

fn name(card: CardId) -> &'static str {
    card.card().map_or("an unknown card", Card::name)
}

/// A card as the chooser may call it.
fn refer(one: CardRef) -> String {
    match one {
        CardRef::Card(id) => name(id).to_owned(),
        CardRef::Slot(slot) => format!("card {} of {}, a {}", slot.index + 1, slot.owner, slot.age),
    }
}

fn words(answer: &Answer) -> String {
    const DECLINE: &str = "Decline";
    let cards = |refs: &Refs| refs.iter().copied().map(refer).collect::<Vec<_>>().join(", ");
    match answer {
        Answer::Cards(refs) if refs.is_empty() => DECLINE.to_owned(),
        Answer::Cards(refs) => cards(refs),
        Answer::Order(refs) => format!("In this order: {}", cards(refs)),
        Answer::Yes(true) => "Yes".to_owned(),
        Answer::Yes(false) => "No".to_owned(),
        Answer::Colours(colours) if colours.is_empty() => DECLINE.to_owned(),
        Answer::Colours(colours) => {
            colours.iter().map(|colour| colour.name()).collect::<Vec<_>>().join(" and ")
        }
        Answer::Player(None) | Answer::Option(None) => DECLINE.to_owned(),
        Answer::Player(Some(seat)) => seat.to_string(),
        Answer::Value(value) => value.to_string(),
        Answer::Option(Some(option)) => format!("{option:?}"),
    }
}

/// The claim of an age achievement.
pub(crate) fn achieve(age: u8) -> Action {
    Action::Achieve { achievement: Named::Known(Achievement::Age(age)) }
}

/// Whether a seat owes an action.
#[inline]
pub(crate) fn acts(state: &State, seat: Seat) -> bool {
    let waiting = state.ending.is_none() && state.pending.is_none() && !state.is_setup();
    waiting && state.turn == seat
}

/// IN-162: any of them, all alike. The list is counted, not made.
pub(crate) fn random_action(
    at: Position<'_, Innovation>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Action> {
    let state = at.state;
    if let Some(choice) = state.choice_of(seat) {
        let answers = Expansion::of(choice, &state.world);
        let answer = answers.nth(dice.below(answers.len().max(1)));
        return Some(Action::Answer { choice: choice.id, answer });
    }
    if !acts(state, seat) {
        return None;
    }
    let (hand, tops) = (state.world.hand(seat), state.world.tops(seat));
    let ages = achievable(state, seat).count();
    let count = 1 + hand.len() + ages + tops.len();
    let pick = dice.below(u32::try_from(count).unwrap_or(1)) as usize;
    let Some(at) = pick.checked_sub(1) else { return Some(Action::Draw) };
    if let Some(card) = hand.nth(at) {
        return Some(Action::Meld { card: card.into() });
    }
    let at = at - hand.len();
    if let Some(age) = achievable(state, seat).nth(at) {
        return Some(achieve(age));
    }
    let card = tops.nth(at - ages)?;
    Some(Action::Dogma { card: card.into() })
}

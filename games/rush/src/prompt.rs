//! The prompt of a player, and actions as text.

use croupier_kit::game::{Choice, Filled, Form, FormPiece, Position, Prompt, Seat};
use croupier_kit::text::TextLine;

use crate::legal::{legal_actions, on_turn};
use crate::plays::{LegalSets, PlaceSet, PlayKind, play_kind, total, value};
use crate::{Action, Cards, Rush, State};

/// How many combinations the form suggests.
const SUGGESTED: usize = 8;

/// Single cards are choices; several cards at once, in an order, are a form.
pub(crate) fn prompt(at: Position<'_, Rush>, seat: Seat) -> Option<Prompt<Action>> {
    let state = on_turn(at, seat)?;
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    let is_single =
        |action: &Action| matches!(action, Action::PlayCards { cards, .. } if cards.len() == 1);
    let choices = actions.into_iter().filter(is_single);
    let choices = choices.map(|action| describe_action(at, action));
    let sentence = match state.top() {
        Some(top) => TextLine::new()
            .text("Play the same value as ")
            .card(top)
            .text(" or the next one up, or cards that add up to it. The last one ends on top."),
        None => TextLine::of("Your turn."),
    };
    let mut prompt = Prompt::new("rush.pick", sentence, choices);
    prompt.forms.extend(form(state, seat));
    Some(prompt)
}

/// RU-20 to RU-22: the form for playing several cards. None if no combination is legal.
fn form(state: &State, seat: Seat) -> Option<Form> {
    let (hand, top) = (state.hand(seat), state.top()?);
    let mut sets: Vec<PlaceSet> =
        LegalSets::of(hand, top).iter().filter(|set| set.len() > 1).collect();
    if sets.is_empty() {
        return None;
    }
    // Suggest combinations with the most points first.
    sets.sort_by_key(|set| std::cmp::Reverse(total(set.cards(hand).as_slice())));
    let pieces = hand.iter().map(FormPiece::card).collect();
    let form = Form::select_in_order("Play several, the last on top", pieces, 2..=hand.len());
    let suggestions = sets.into_iter().take(SUGGESTED);
    Some(suggestions.fold(form, |form, set| {
        form.suggest(play_label(set.cards(hand)), vec![set.places().collect()])
    }))
}

/// The play described by a filled-in form.
pub(crate) fn compose(at: Position<'_, Rush>, seat: Seat, filled: &Filled) -> Option<Action> {
    let hand = on_turn(at, seat)?.hand(seat);
    let cards = filled.groups.first()?.iter().map(|place| hand.get(*place).copied());
    Some(Action::play(cards.collect::<Option<Cards>>()?))
}

/// An action as text, with the cards it is about.
pub(crate) fn describe_action(at: Position<'_, Rush>, action: Action) -> Choice<Action> {
    let text = |words: &str| TextLine::new().text(words);
    let label = match &action {
        Action::PlayCards { cards, .. } => play_label(*cards),
        Action::CardSelected { card, .. } => text("Select ").card(card),
        Action::CardDeselected { card, .. } => text("Put ").card(card).text(" back"),
        Action::EndGame => text("End Game"),
        Action::PlayerJoin { .. } => text("Add Player"),
        Action::StartGame => text("Start Game"),
        Action::RestartGame => text("Restart"),
        Action::LeaveGame { .. } => text("Leave"),
        other => text(&format!("{other:?}")),
    };
    let detail = match &action {
        Action::PlayCards { cards, .. } => why(at.state, *cards),
        _ => None,
    };
    let choice = Choice::new(label, action);
    match detail {
        Some(detail) => choice.explained(detail),
        None => choice,
    }
}

fn play_label(cards: Cards) -> TextLine {
    TextLine::new().text("Play ").cards(&cards)
}

/// RU-23: why a play is legal, as text.
fn why(state: &State, cards: Cards) -> Option<TextLine> {
    let (top, first) = (state.top()?, cards.first()?);
    let (words, rest) = match play_kind(cards.as_slice(), top)? {
        PlayKind::Single | PlayKind::SameValue if value(first) == value(top) => {
            ("The same value as ", ".")
        }
        PlayKind::Single | PlayKind::SameValue => ("The next value after ", "."),
        PlayKind::AllValid => ("Each has the same value as ", " or the next one up."),
        PlayKind::Sum => ("They add up to the value of ", "."),
    };
    Some(TextLine::new().text(words).card(top).text(rest))
}

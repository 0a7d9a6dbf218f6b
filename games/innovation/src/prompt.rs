//! The prompt of a player, and actions as text.

use croupier_kit::game::{Choice, Filled, Form, FormPiece, Piece, PileId, Position, Prompt, Seat};
use croupier_kit::text::{TextLine, TextSpan, Tone};

use crate::action::{Action, Answer, CardId, CardRef, Named, Opt, Refs, Slot, SlotZone};
use crate::cards::{Card, Colour};
use crate::choice::{self, Ask, Question};
use crate::legal::legal_actions;
use crate::view::DogmaPreview;
use crate::world::{Achievement, World};
use crate::zones::Zone;
use crate::{Innovation, State};

/// The ids of the piles, as used in prompts and card moves.
pub(crate) mod piles {
    use croupier_kit::game::{PileId, Seat};

    use crate::cards::Colour;

    pub(crate) fn deck(age: u8) -> PileId {
        PileId::shared(format!("deck-{age}"))
    }

    pub(crate) fn hand(seat: Seat) -> PileId {
        PileId::of(seat, "hand")
    }

    pub(crate) fn score(seat: Seat) -> PileId {
        PileId::of(seat, "score")
    }

    /// The achievements nobody has claimed.
    pub(crate) fn achievements() -> PileId {
        PileId::shared("achievements")
    }

    pub(crate) fn claimed(seat: Seat) -> PileId {
        PileId::of(seat, "achievements")
    }

    /// A pile of a board is named after its colour.
    pub(crate) fn board(seat: Seat, colour: Colour) -> PileId {
        PileId::of(seat, colour.name())
    }
}

/// A choice among actions or answers. Several cards, or an order of cards, are a form.
pub(crate) fn prompt(at: Position<'_, Innovation>, seat: Seat) -> Option<Prompt<Action>> {
    let request = at.state.choice_of(seat);
    let form = request.and_then(|request| form(request, &at.state.world));
    let mut actions = vec![];
    match (request, &form) {
        (Some(request), Some(_)) if request.optional => {
            actions.push(Action::Answer { choice: request.id, answer: declined(request.ask) });
        }
        (_, Some(_)) => {}
        (_, None) => legal_actions(at, seat, &mut actions),
    }
    if actions.is_empty() && form.is_none() {
        return None;
    }
    let choices = actions.into_iter().map(|action| describe_action(at, seat, action));
    let mut prompt = match request {
        Some(request) => Prompt::new(request.prompt_key(), sentence(request), choices),
        None => Prompt::new("innovation.action", turn_sentence(at.state), choices),
    };
    prompt.may_decline = request.is_some_and(|request| request.optional);
    prompt.forms.extend(form);
    Some(prompt)
}

fn turn_sentence(state: &State) -> TextLine {
    match state.actions {
        1 => TextLine::of("Your turn: you have one action left."),
        more => TextLine::of(&format!("Your turn: you have {more} actions left.")),
    }
}

/// The text of the question: the card that asks, what it says, and the kind of answer.
fn sentence(request: choice::Choice) -> TextLine {
    let Some(source) = request.source else {
        return TextLine::of("Which card do you begin with? All are turned over together.");
    };
    let wanted = match request.ask.kind() {
        Question::SelectCards => "Which?",
        Question::YesNo => "Do you?",
        Question::SelectColours => "Which colour?",
        Question::SelectPlayer => "Who?",
        Question::SelectValue => "Which value?",
        Question::SelectOption => "Which of the two?",
        Question::OrderCards => "In which order? The first is moved first, or lies lowest.",
    };
    let effect = usize::from(source.effect);
    let text = effect.checked_sub(1).and_then(|at| source.card.text().get(at)).unwrap_or(&"");
    TextLine::new().span(named(source.card)).text(&format!(": {text} {wanted}"))
}

/// The answer that declines a question.
fn declined(ask: Ask) -> Answer {
    match ask {
        Ask::OrderCards { .. } => Answer::Order(Refs::new()),
        _ => Answer::Cards(Refs::new()),
    }
}

/// The form for several cards, or for an order of all of them, because there are more answers than
/// fit in a list.
fn form(request: choice::Choice, world: &World) -> Option<Form> {
    let cards = request.offered(world);
    let pieces = || -> Vec<FormPiece> {
        cards.iter().map(|card| piece(request.refer(world, *card))).collect()
    };
    let all: Vec<usize> = (0..cards.len()).collect();
    match request.ask {
        Ask::SelectCards { min, max, .. } if max > 1 && cards.len() > 1 => {
            let most = usize::from(max).min(cards.len());
            let fewest = usize::from(min.max(1));
            let form = Form::select_in_order("Choose several cards", pieces(), fewest..=most);
            let form = if most == cards.len() {
                form.suggest(TextLine::of("All, in this order"), vec![all.clone()])
            } else {
                form
            };
            // A player who may not decline gets a suggested answer.
            let is_bare = !request.optional && form.suggestions.is_empty();
            let first = all.into_iter().take(fewest).collect();
            let label = match fewest {
                1 => "The first one".to_owned(),
                more => format!("The first {more}, in this order"),
            };
            Some(if is_bare { form.suggest(TextLine::of(&label), vec![first]) } else { form })
        }
        Ask::OrderCards { .. } if cards.len() > 1 => {
            let form = Form::order("Put them in order", pieces());
            Some(form.suggest(TextLine::of("In this order"), vec![all]))
        }
        _ => None,
    }
}

/// The answer described by a filled-in form: its cards in the given order.
pub(crate) fn compose(at: Position<'_, Innovation>, seat: Seat, filled: &Filled) -> Option<Action> {
    let (request, world) = (at.state.choice_of(seat)?, &at.state.world);
    let cards = request.offered(world);
    let place = |place: &usize| cards.get(*place).map(|card| request.refer(world, *card));
    let refs = filled.groups.first()?.iter().map(place).collect::<Option<Refs>>()?;
    let answer = match request.ask {
        Ask::SelectCards { .. } => Answer::Cards(refs),
        Ask::OrderCards { .. } => Answer::Order(refs),
        _ => return None,
    };
    Some(Action::Answer { choice: request.id, answer })
}

/// An action as text, with the cards, piles and players it is about.
pub(crate) fn describe_action(
    at: Position<'_, Innovation>,
    seat: Seat,
    action: Action,
) -> Choice<Action> {
    let text = |words: &str| TextLine::new().text(words);
    match &action {
        Action::Draw => {
            let value = at.state.draw_value(seat);
            let deck =
                (value.max(1)..=10).find(|age| at.state.world.zones().len(Zone::deck(*age)) > 0);
            Choice::new(text("Draw"), action)
                .about(deck.map(|age| Piece::Pile(piles::deck(age))))
                .explained(text("A card of the value of your highest top card."))
        }
        Action::Meld { card } => {
            let card = *card;
            let pile = card.card().map(|card| Piece::Pile(piles::board(seat, card.colour())));
            with_text(Choice::new(called(text("Meld "), card), action).about(pile), card)
        }
        Action::Dogma { card } => {
            let card = *card;
            let choice = with_text(Choice::new(called(text("Activate "), card), action), card);
            with_preview(choice, at.state, seat, card)
        }
        Action::Achieve { achievement } => {
            let (words, piece) = match achievement {
                Named::Known(Achievement::Age(age)) => {
                    (age.to_string(), format!("achievement-{age}"))
                }
                Named::Known(Achievement::Special(special)) => {
                    (special.name().to_owned(), special.name().to_lowercase())
                }
                Named::Unknown(_) => return Choice::new(text("Achieve"), action),
            };
            Choice::new(text("Achieve ").text(&words), action).about([Piece::part(piece)])
        }
        Action::Answer { answer, .. } => {
            let answer = answer.clone();
            describe_answer(at.state, seat, &answer, action)
        }
    }
}

fn describe_answer(state: &State, seat: Seat, answer: &Answer, action: Action) -> Choice<Action> {
    let text = |words: &str| TextLine::new().text(words);
    let decline = || text("Decline");
    let label = match answer {
        Answer::Cards(refs) if refs.is_empty() => decline(),
        Answer::Cards(refs) => {
            let choice = Choice::new(listed(TextLine::new(), refs), action);
            return match refs.as_slice() {
                [CardRef::Card(card)] => with_text(choice, *card),
                _ => choice,
            };
        }
        Answer::Order(refs) => listed(text("In this order: "), refs),
        Answer::Yes(true) => text("Yes"),
        Answer::Yes(false) => text("No"),
        Answer::Colours(colours) if colours.is_empty() => decline(),
        Answer::Colours(colours) => {
            let request = state.choice_of(seat);
            let piece = |colour: &Colour| match request.map(|request| request.ask) {
                Some(Ask::SelectColours { direction: Some(_), .. }) => {
                    Piece::Pile(piles::board(seat, *colour))
                }
                _ => Piece::part(colour.name()),
            };
            colours.iter().enumerate().fold(TextLine::new(), |line, (at, colour)| {
                let line = if at > 0 { line.text(" and ") } else { line };
                line.span(TextSpan::new(colour.name(), tone(*colour)).naming(piece(colour)))
            })
        }
        Answer::Player(None) | Answer::Option(None) => decline(),
        Answer::Player(Some(seat)) => TextLine::new().seat(*seat),
        Answer::Value(value) => text(&value.to_string()),
        Answer::Option(Some(option)) => {
            let (word, detail) = match option {
                Opt::Score => {
                    ("Score", "Draw and score an 8, then return a card from your score pile.")
                }
                Opt::Draw => ("Draw", "Draw one value higher than the highest card there."),
                Opt::Unknown => ("Unknown", "There is no such option."),
            };
            return Choice::new(text(word), action).explained(text(detail));
        }
    };
    Choice::new(label, action)
}

/// Adds the text of the card.
fn with_text(choice: Choice<Action>, card: CardId) -> Choice<Action> {
    let Some(card) = card.card() else { return choice };
    let icons: Vec<&str> = card.face().slots.iter().flatten().map(|icon| icon.name()).collect();
    let face = format!("{} {}, {}", card.colour().name(), card.age(), icons.join(" "));
    let detail = format!("{} ({face}): {}", card.name(), card.text().join(" "));
    choice.explained(TextLine::new().text(&detail))
}

/// Adds who shares the dogma and who suffers its demands.
fn with_preview(
    mut choice: Choice<Action>,
    state: &State,
    seat: Seat,
    card: CardId,
) -> Choice<Action> {
    let Some(card) = card.card() else { return choice };
    let DogmaPreview { sharers, victims, .. } = DogmaPreview::of(state, seat, card);
    let mut line = choice.detail.take().unwrap_or_default();
    for (words, seats) in [(" Shared by ", sharers), (" Hits ", victims)] {
        for (at, seat) in seats.iter().enumerate() {
            line = line.text(if at > 0 { ", " } else { words }).seat(seat);
        }
        line = if seats.is_empty() { line } else { line.text(".") };
    }
    choice.explained(line)
}

/// A card by its title, in the tone of its colour.
pub(crate) fn named(card: Card) -> TextSpan {
    TextSpan::new(card.name(), tone(card.colour())).naming(Piece::card(card))
}

pub(crate) fn tone(colour: Colour) -> Tone {
    match colour {
        Colour::Blue => Tone::Blue,
        Colour::Green => Tone::Green,
        Colour::Purple => Tone::Purple,
        Colour::Red => Tone::Red,
        Colour::Yellow => Tone::Yellow,
    }
}

fn called(line: TextLine, card: CardId) -> TextLine {
    match card.card() {
        Some(card) => line.span(named(card)),
        None => line.text("an unknown card"),
    }
}

fn listed(line: TextLine, refs: &Refs) -> TextLine {
    refs.iter().enumerate().fold(line, |line, (at, one)| {
        let line = if at > 0 { line.text(", ") } else { line };
        line.line(piece(*one).label)
    })
}

/// A card as the chooser may refer to it: by its title, or by its place if only the back is
/// visible.
fn piece(one: CardRef) -> FormPiece {
    match one {
        CardRef::Card(id) => {
            let piece = id.card().map_or_else(|| Piece::part("unknown"), Piece::card);
            FormPiece::new(piece, called(TextLine::new(), id))
        }
        CardRef::Slot(slot) => {
            let Slot { owner, zone, index, age } = slot;
            let pile: PileId = match zone {
                SlotZone::Hand => piles::hand(owner),
                SlotZone::Score => piles::score(owner),
            };
            let piece = Piece::Slot { pile, at: usize::from(index) };
            let words = format!("card {} of ", u16::from(index) + 1);
            let span = TextSpan::new(words, Tone::Plain).naming(piece.clone());
            let label = TextLine::new().span(span).seat(owner).text(&format!(", age {age}"));
            FormPiece::new(piece, label)
        }
    }
}

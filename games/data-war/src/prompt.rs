//! The prompts of a seat (DW-41), and its actions as text.

use croupier_kit::game::{Choice, Filled, Form, FormPiece, Piece, Position, Prompt, Seat};
use croupier_kit::text::{TextLine, TextSpan, Tone};

use crate::DataWar;
use crate::action::{Action, FlowEvent};
use crate::cards::CardId;
use crate::effects::tantrum::{default_picks, wanted};
use crate::events::Places;
use crate::flow::steps::AUTO;
use crate::flow::{FlowState, flow_state};
use crate::legal::legal_actions;
use crate::state::{Entry, State};

type At<'a> = Position<'a, DataWar>;

/// The ids of the piles, as used in prompts and card moves.
pub(crate) mod piles {
    use croupier_kit::game::{PileId, Seat};

    /// The cards in play, of both seats.
    pub(crate) fn pile() -> PileId {
        PileId::shared("pile")
    }

    pub(crate) fn deck(seat: Seat) -> PileId {
        PileId::of(seat, "deck")
    }

    /// Collected Launch Stacks.
    pub(crate) fn stacks(seat: Seat) -> PileId {
        PileId::of(seat, "stacks")
    }
}

/// A choice among the legal actions; a tantrum over two cards is a form.
pub(crate) fn prompt(at: At<'_>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let form = tantrum_form(at, seat);
    if form.is_some() {
        actions.clear();
    }
    let here = flow_state(at.flow);
    let choices = actions.into_iter().map(|action| describe_action(at, seat, action));
    let message = format!("data-war.{}", key(here));
    let mut prompt = Prompt::new(message, sentence(at, here), choices);
    prompt.deadline = at.flow.timer_due(AUTO);
    prompt.forms.extend(form);
    Some(prompt)
}

/// The key of the prompt: that of the tooltip, where there is one (DW-34).
fn key(here: FlowState) -> &'static str {
    match here {
        FlowState::Ready => "ready",
        FlowState::WarFaceDown => "war_face_down",
        FlowState::WarFaceUp => "war_face_up",
        FlowState::EffectShowing => "special_effect",
        FlowState::OpenAwaiting => "owyw_tap",
        FlowState::OpenSelecting | FlowState::WarSelecting => "open",
        FlowState::Resolving => "tantrum_pick",
        FlowState::GrabPlaying => "grab_playing",
        FlowState::GrabResults => "grab_results",
        here => here.path(),
    }
}

/// DW-34: the tooltip's text, where there is one.
fn sentence(at: At<'_>, here: FlowState) -> TextLine {
    let words = match here {
        FlowState::OpenSelecting | FlowState::WarSelecting => {
            "Which of your top cards do you play?"
        }
        FlowState::Resolving => "Which cards do you take from the winner?",
        FlowState::GrabPlaying => "Grab what you can before it is gone!",
        _ => match at.flow.context().tooltip.text() {
            "" => "Continue?",
            tooltip => tooltip,
        },
    };
    TextLine::new().text(words)
}

/// DW-121: the form to choose two of the winner's cards.
fn tantrum_form(at: At<'_>, seat: Seat) -> Option<Form> {
    let state = at.state;
    if flow_state(at.flow) != FlowState::Resolving || state.tantrum != Some(seat) {
        return None;
    }
    let pieces: Vec<FormPiece> = state
        .tantrum_offer(seat)
        .map(|(place, entry)| FormPiece::new(slot(place, entry), face(entry)))
        .collect();
    let count = wanted(pieces.len());
    let first: Vec<usize> = default_picks(state, seat).into_iter().map(usize::from).collect();
    let words = first.iter().filter_map(|at| pieces.get(*at)).map(|piece| piece.label.clone());
    let label = joined(words, " and ");
    let form = Form::select("Take two cards", pieces, count..=count);
    (count == 2).then(|| form.suggest(label, vec![first]))
}

/// The tantrum described by a filled-in form.
pub(crate) fn compose(at: At<'_>, seat: Seat, filled: &Filled) -> Option<Action> {
    tantrum_form(at, seat)?;
    let slots = filled.groups.first()?.iter().map(|slot| u8::try_from(*slot).ok());
    let mut slots = slots.collect::<Option<Places>>()?;
    slots.sort_unstable();
    Some(Action::PickTantrum { slots })
}

/// An action as text, with the cards it is about.
pub(crate) fn describe_action(at: At<'_>, seat: Seat, action: Action) -> Choice<Action> {
    let (state, here) = (at.state, flow_state(at.flow));
    let text = |words: &str| TextLine::new().text(words);
    let (label, pieces) = match &action {
        Action::Tap => (text(tap_words(here)), vec![Piece::Pile(piles::deck(seat))]),
        Action::Dismiss => (text("Continue"), vec![]),
        // Only the chooser gets this prompt, and the chooser sees the offer.
        Action::PickOpen { slot } => match offered(state, seat, *slot) {
            Some(card) => (described(card), vec![]),
            None => (text(&format!("Card {}", u16::from(*slot) + 1)), vec![]),
        },
        Action::PickTantrum { slots } => {
            let offer: Vec<(u8, Entry)> = state.tantrum_offer(seat).collect();
            let picked = || slots.iter().filter_map(|slot| offer.get(usize::from(*slot)).copied());
            let label = joined(picked().map(|(_, entry)| face(entry)), " and ");
            (label, picked().map(|(place, entry)| slot(place, entry)).collect())
        }
        Action::Grab { slot } => match state.pile.as_slice().get(usize::from(*slot)) {
            Some(entry) => (face(*entry), vec![in_pile(*slot)]),
            None => (text(&format!("Grab {}", u16::from(*slot) + 1)), vec![]),
        },
        Action::CloseGrab => (text("Close the results"), vec![]),
        Action::Concede => (text("Concede"), vec![]),
        Action::ConcedeFor { seat } => (text("Concede for ").seat(*seat), vec![]),
        Action::SeatChanged { seat, .. } => (text("Seat of ").seat(*seat), vec![]),
        Action::SelectBillionaire { billionaire } => {
            // As an offer, outside the selection screen, the name alone would not explain itself
            // (DW-39).
            let words = if here == FlowState::SelectBillionaire { "" } else { "Play as " };
            (text(words).text(billionaire.name()), vec![Piece::part(billionaire.id())])
        }
        Action::SelectBackground { background } => {
            (text(background.name()), vec![Piece::part(background.id())])
        }
        Action::Event(event) => (event_words(*event), vec![]),
    };
    Choice::new(label, action).about(pieces)
}

/// What a tap does, as text.
fn tap_words(here: FlowState) -> &'static str {
    match here {
        FlowState::WarFaceDown => "Lay three cards face down",
        FlowState::WarFaceUp => "Turn the last card over",
        FlowState::OpenAwaiting => "See your top cards",
        _ => "Turn a card over",
    }
}

/// The actions that leave a screen, as text. Other events are not meant for players and are shown
/// by name.
fn event_words(event: FlowEvent) -> TextLine {
    let words = match event {
        FlowEvent::StartGame => "Choose who flies",
        FlowEvent::SkipToGame => "Deal the cards",
        FlowEvent::ShowGuide => "Show me how to play",
        FlowEvent::SkipInstructions => "Skip the instructions and deal",
        FlowEvent::ShowMission => "On to the mission",
        FlowEvent::SkipGuide => "Skip the guide",
        FlowEvent::StartPlaying => "Accept the mission and deal",
        FlowEvent::VsAnimationComplete
        | FlowEvent::GrabResultsViewed
        | FlowEvent::GrabCountdownComplete => "Continue",
        FlowEvent::ResetGame => "Start over",
        FlowEvent::QuitGame => "Quit the game",
        other => return TextLine::of(&other.id().to_lowercase().replace('_', " ")),
    };
    TextLine::of(words)
}

fn offered(state: &State, seat: Seat, slot: u8) -> Option<CardId> {
    let side = state.side(seat);
    let count = side.offered.map_or(0, usize::from);
    side.deck.as_slice().get(usize::from(slot)).copied().filter(|_| usize::from(slot) < count)
}

/// DW-179: a card by name and value.
pub(crate) fn named(card: CardId) -> TextSpan {
    let row = card.row();
    TextSpan::new(format!("{} ({})", row.name, row.value), Tone::Plain).naming(Piece::card(card))
}

fn described(card: CardId) -> TextLine {
    TextLine::new().span(named(card)).text(": ").text(card.row().short)
}

/// DW-179: a face-down card reveals nothing else.
fn face(entry: Entry) -> TextLine {
    entry.face().map_or_else(|| TextLine::new().text("a face-down card"), described)
}

/// A card in play: by its face if it is face up, otherwise by its place.
fn slot(place: u8, entry: Entry) -> Piece {
    entry.face().map_or_else(|| in_pile(place), Piece::card)
}

fn in_pile(place: u8) -> Piece {
    Piece::Slot { pile: piles::pile(), at: usize::from(place) }
}

fn joined(lines: impl IntoIterator<Item = TextLine>, between: &str) -> TextLine {
    lines.into_iter().enumerate().fold(TextLine::new(), |all, (at, line)| {
        if at > 0 { all.text(between).line(line) } else { all.line(line) }
    })
}

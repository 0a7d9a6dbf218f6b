//! What a seat is asked, for clients that know nothing of the game.

use croupier_kit::{Ask, Choice, Position, Prompt, Seat};

use crate::DataWar;
use crate::action::Action;
use crate::cards::CardId;
use crate::flow::steps::AUTO;
use crate::flow::{FlowState, flow_state};
use crate::legal::legal_actions;
use crate::state::Entry;

type At<'a> = Position<'a, DataWar>;

/// One of the legal actions, with the cards they are about in words.
pub(crate) fn prompt(at: At<'_>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let choice = |action: Action| Choice { label: label(at, seat, &action), action };
    let choices = actions.into_iter().map(choice).collect();
    let message = format!("data-war.{}", question(flow_state(at.flow)));
    let deadline = at.flow.timer_due(AUTO);
    let ask = Ask::Pick { choices };
    Some(Prompt { id: 0, message, ask, may_decline: false, deadline, forms: vec![] })
}

/// The key of the sentence: that of the tooltip, where there is one (DW-34).
fn question(place: FlowState) -> &'static str {
    match place {
        FlowState::Ready => "ready",
        FlowState::WarFaceDown => "war_face_down",
        FlowState::WarFaceUp => "war_face_up",
        FlowState::EffectShowing => "special_effect",
        FlowState::OpenAwaiting => "owyw_tap",
        FlowState::OpenSelecting | FlowState::WarSelecting => "open",
        FlowState::Resolving => "tantrum_pick",
        FlowState::GrabPlaying => "grab_playing",
        FlowState::GrabResults => "grab_results",
        place => place.path(),
    }
}

/// DW-179: name and value; a back says no more than that it is one.
fn describe(card: Option<CardId>) -> String {
    match card.map(CardId::row) {
        Some(row) => format!("{} ({}): {}", row.name, row.value, row.short),
        None => "a face-down card".to_owned(),
    }
}

fn label(at: At<'_>, seat: Seat, action: &Action) -> String {
    let state = at.state;
    match action {
        // Only the chooser is asked, and the chooser sees the offer.
        Action::PickOpen { slot } => {
            describe(state.side(seat).deck.as_slice().get(usize::from(*slot)).copied())
        }
        Action::PickTantrum { slots } => {
            let offer: Vec<Entry> = state.tantrum_offer(seat).map(|(_, entry)| entry).collect();
            let face = |slot: &u8| offer.get(usize::from(*slot)).copied().and_then(Entry::face);
            let cards: Vec<String> = slots.iter().map(|slot| describe(face(slot))).collect();
            cards.join(" and ")
        }
        Action::Grab { slot } => {
            let entry = state.pile.as_slice().get(usize::from(*slot)).copied();
            describe(entry.and_then(Entry::face))
        }
        other => other.label(),
    }
}

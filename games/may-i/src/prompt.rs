//! The prompt of a player, and actions as text.

use croupier_kit::cards::Suit;
use croupier_kit::game::{
    Choice, Filled, Form, FormPiece, Group, Piece, PileId, Position, Prompt, Seat,
};
use croupier_kit::text::TextLine;

use crate::contract::{MeldKind, Proposal, Terms};
use crate::flow::{FlowState, flow_state};
use crate::legal::legal_actions;
use crate::meld::End;
use crate::named::{Named, NamedMeld};
use crate::{Action, Card, MayI, MeldId, State};

/// The ids of the piles, as used in prompts and card moves.
pub(crate) mod piles {
    use croupier_kit::game::{PileId, Seat};

    use crate::MeldId;

    pub(crate) fn stock() -> PileId {
        PileId::shared("stock")
    }

    pub(crate) fn discard() -> PileId {
        PileId::shared("discard")
    }

    pub(crate) fn hand(seat: Seat) -> PileId {
        PileId::of(seat, "hand")
    }

    /// A meld's pile is named after its id.
    pub(crate) fn meld(meld: MeldId) -> PileId {
        PileId::of(meld.owner, meld.to_string())
    }
}

/// A choice among the legal actions; a laydown is a form. Answering in another player's turn is
/// optional (MI-93).
pub(crate) fn prompt(at: Position<'_, MayI>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let (own, settles) = (seat == at.state.current, at.state.settling.is_some());
    let message = match flow_state(at) {
        _ if settles => "may-i.answer",
        _ if !own => "may-i.call",
        FlowState::AwaitingDraw => "may-i.draw",
        FlowState::MayIWindow => "may-i.window",
        FlowState::Drawn => "may-i.act",
        _ => "may-i.discard",
    };
    let form = form(at, seat, &actions);
    actions.retain(|action| !matches!(action, Action::LayDown { .. }));
    let choices = actions.into_iter().map(|action| describe_action(at, seat, action));
    let mut prompt = Prompt::new(message, sentence(at.state, message), choices);
    prompt.may_decline = !own && !settles;
    prompt.forms.extend(form);
    Some(prompt)
}

fn sentence(state: &State, message: &str) -> TextLine {
    let text = |words: &str| TextLine::new().text(words);
    let with_top = |line: TextLine| match state.discard().first() {
        Some(top) => line.card(top),
        None => line.text("the discard"),
    };
    match message {
        "may-i.draw" => text("Your turn: draw from the stock, or take the discard?"),
        "may-i.window" => with_top(text("Others may ask for ")).text(" now. Do you let it go?"),
        "may-i.call" => with_top(text("May I? ")).text(" costs one more card from the stock."),
        "may-i.answer" => text("Will you let them have it, or take it yourself?"),
        "may-i.act" if state.is_down(state.current) => {
            text("Lay off cards, or go on to the discard.")
        }
        "may-i.act" => text("Lay down the contract, or go on to the discard."),
        _ => text("Which card do you discard?"),
    }
}

/// The form for a laydown, with the best ones as suggestions (MI-203).
fn form(at: Position<'_, MayI>, seat: Seat, actions: &[Action]) -> Option<Form> {
    let state = at.state;
    let is_own = seat == state.current && state.settling.is_none();
    if !is_own || flow_state(at) != FlowState::Drawn || state.is_down(seat) {
        return None;
    }
    let terms = state.terms(at.options);
    let hand = sorted(state.hand(seat));
    let group = |(number, kind): (usize, MeldKind)| {
        let min = match kind {
            MeldKind::Set => 3,
            MeldKind::Run => 4,
        };
        let max = if terms.longer { hand.len() } else { min };
        // MI-47: a run listed in ascending order is arranged as listed, including its wild cards.
        let label = format!("{} {number}", kind_name(kind));
        Group::new(label, min..=max.max(min)).ordered(kind == MeldKind::Run)
    };
    let groups = melds(terms).map(group).collect();
    let pieces = hand.iter().map(FormPiece::card).collect();
    let mut form = Form::arrange("Lay down melds of your own", pieces, groups);
    let place = |card: &Named<Card>| hand.iter().position(|held| Named::Known(*held) == *card);
    for action in actions {
        let Action::LayDown { melds } = action else { continue };
        let groups = melds.iter().map(|meld| meld.cards.iter().map(place).collect());
        if let Some(groups) = groups.collect::<Option<Vec<Vec<usize>>>>() {
            form = form.suggest(laydown_label(melds), groups);
        }
    }
    Some(form)
}

/// The melds of the contract, sets first, numbered by kind.
fn melds(terms: Terms) -> impl Iterator<Item = (usize, MeldKind)> {
    let sets = (1..=usize::from(terms.contract.sets)).map(|number| (number, MeldKind::Set));
    sets.chain((1..=usize::from(terms.contract.runs)).map(|number| (number, MeldKind::Run)))
}

/// A hand sorted by suit and rank, wild cards last.
pub(crate) fn sorted(hand: &[Card]) -> Vec<Card> {
    let mut sorted = hand.to_vec();
    sorted.sort_by_key(|card| match card.natural() {
        Some(natural) => (false, natural.suit(), natural.value(), card.index()),
        None => (true, Suit::Hearts, 0, card.index()),
    });
    sorted
}

/// A hand sorted by rank and suit, wild cards last.
pub(crate) fn sorted_by_rank(hand: &[Card]) -> Vec<Card> {
    let mut sorted = sorted(hand);
    sorted.sort_by_key(|card| card.natural().map_or((true, 0), |it| (false, it.value())));
    sorted
}

/// The laydown described by a filled-in form.
pub(crate) fn compose(at: Position<'_, MayI>, seat: Seat, filled: &Filled) -> Option<Action> {
    let hand = sorted(at.state.hand(seat));
    let proposal = |((_, kind), places): ((usize, MeldKind), &Vec<usize>)| {
        let cards = places.iter().map(|place| hand.get(*place).copied()).collect::<Option<_>>()?;
        Some(Proposal { kind, cards }.into())
    };
    let terms = at.state.terms(at.options);
    let melds = melds(terms).zip(&filled.groups).map(proposal).collect::<Option<Vec<_>>>()?;
    Some(Action::LayDown { melds })
}

/// An action as text, with the cards and piles it is about.
pub(crate) fn describe_action(
    at: Position<'_, MayI>,
    seat: Seat,
    action: Action,
) -> Choice<Action> {
    let state = at.state;
    let text = |words: &str| TextLine::new().text(words);
    let in_window = seat == state.current
        && state.settling.is_none()
        && flow_state(at) == FlowState::MayIWindow;
    let top = || {
        let card = state.discard().first().map(Piece::card);
        card.into_iter().chain([Piece::Pile(piles::discard())]).collect()
    };
    let pile = |pile: PileId| vec![Piece::Pile(pile)];
    let on_table = |meld: Named<MeldId>| {
        meld.known().map(|meld| Piece::Pile(piles::meld(meld))).into_iter().collect()
    };
    let (label, pieces) = match &action {
        // MI-95, MI-96: in the window these have a different meaning.
        Action::DrawFromStock if in_window => (text("Let it go"), vec![]),
        Action::DrawFromDiscard if in_window => (text("Take it too"), top()),
        Action::DrawFromStock => (text("Draw from the stock"), pile(piles::stock())),
        Action::DrawFromDiscard => (text("Take the discard"), top()),
        Action::CallMayI => (text("May I?"), top()),
        Action::PassMayI => (text("No, thank you"), vec![]),
        Action::SkipLayDown => (text("On to the discard"), vec![]),
        Action::LayDown { melds } => (laydown_label(melds), vec![]),
        Action::LayOff { card, meld, end } => {
            let end = match end {
                None => "",
                Some(End::Start) => ", at the start",
                Some(End::End) => ", at the end",
            };
            let label = meld_words(text("Lay off ").card(card).text(" on "), state, *meld);
            (label.text(end), on_table(*meld))
        }
        Action::SwapJoker { meld, joker, card } => {
            let label = text("Swap ").card(card).text(" for ").card(joker).text(" in ");
            (meld_words(label, state, *meld), on_table(*meld))
        }
        Action::Discard { card } => (text("Discard ").card(card), vec![]),
        Action::ReorderHand { cards } => {
            let cards: Vec<Card> = cards.iter().filter_map(|card| card.known()).collect();
            let order = match &cards {
                cards if *cards == sorted(cards) => "Sort the hand by suit",
                cards if *cards == sorted_by_rank(cards) => "Sort the hand by rank",
                _ => "Sort the hand",
            };
            (text(order), pile(piles::hand(seat)))
        }
        Action::AllowMayI => (text("You may"), vec![]),
        Action::ClaimMayI => (text("No, I'll take it"), top()),
        Action::AddPlayer { name } => (text(&format!("Add {name}")), vec![]),
        Action::StartGame => (text("Start"), vec![]),
    };
    // The text shows the cards of the meld, but the choice is about the meld itself.
    let own = match &action {
        Action::LayOff { card, .. } => vec![Piece::card(card)],
        Action::SwapJoker { card, joker, .. } => vec![Piece::card(card), Piece::card(joker)],
        _ => return Choice::new(label, action).about(pieces),
    };
    let mut choice = Choice::new(label, action);
    choice.pieces = own.into_iter().chain(pieces).collect();
    choice
}

fn kind_name(kind: MeldKind) -> &'static str {
    match kind {
        MeldKind::Set => "set",
        MeldKind::Run => "run",
    }
}

/// A meld as text. People recognize melds by their cards.
fn meld_words(line: TextLine, state: &State, meld: Named<MeldId>) -> TextLine {
    match meld.known().and_then(|meld| state.find_meld(meld)) {
        Some((tag, cards)) => line.text(kind_name(tag.kind)).text(" ").cards(cards),
        None => line.text(&meld.to_string()),
    }
}

fn laydown_label(melds: &[NamedMeld]) -> TextLine {
    melds.iter().enumerate().fold(TextLine::new().text("Lay down "), |line, (at, meld)| {
        let line = if at > 0 { line.text(", ") } else { line };
        line.text(kind_name(meld.kind)).text(" ").cards(&meld.cards)
    })
}

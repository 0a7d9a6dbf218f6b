//! Whether a command is accepted, and if not, exactly why (section 12.7).
//!
//! An accepted command becomes a trigger of the machines. The predicates here are also the guards
//! of the machines (MI-141), which evaluate them again only where a machine runs without the kit.

use croupier_kit::game::{By, Position, Seat};

use crate::contract::{MeldKind, Proposal, Terms};
use crate::flow::{FlowState, Trigger, flow_state};
use crate::meld::{Bounds, End, Misfit, arrange_run, fit, judge};
use crate::named::{Named, NamedMeld};
use crate::options::WindowTake;
use crate::player::is_name;
use crate::{Action, Card, MayI, MeldId, Options, Reject, State};

/// The minimum number of players (MI-1).
pub(crate) const FEWEST: usize = 3;

/// MI-161: lifecycle, player, turn, phase, and then the command's own checks.
pub(crate) fn check(at: Position<'_, MayI>, by: By, action: &Action) -> Result<Trigger, Reject> {
    let Position { state, options, .. } = at;
    let here = flow_state(at);
    lifecycle(here, action)?;
    match action {
        Action::AddPlayer { name } => {
            may_add_player(state, at.seats.len(), name)?;
            return Ok(Trigger::AddPlayer { name: name.clone() });
        }
        Action::StartGame => {
            may_start(state)?;
            return Ok(Trigger::StartGame);
        }
        _ => {}
    }
    let player = match by {
        By::Seat(seat) if seat.at() < usize::from(state.players) => seat,
        _ => return Err(Reject::UnknownPlayer),
    };
    if let Action::ReorderHand { cards } = action {
        require(cards.len() == state.hand(player).len(), Reject::CountMismatch)?;
        let cards = known_cards(cards)?;
        may_reorder(state, player, &cards)?;
        return Ok(Trigger::ReorderHand { player: Some(player), cards });
    }
    if matches!(action, Action::AllowMayI | Action::ClaimMayI) {
        is_asked(state, player)?;
        return passed(state, player, action);
    }
    require(state.settling.is_none(), Reject::MayIResolving)?;
    if action.is_turn_command() {
        require(player == state.current, Reject::NotYourTurn)?;
        in_phase(options, here, action)?;
    }
    match action {
        Action::DrawFromStock if here == FlowState::AwaitingDraw => {
            require(!state.stock().is_empty(), Reject::StockEmpty)?;
        }
        Action::DrawFromStock => may_pass(state)?,
        Action::DrawFromDiscard if here == FlowState::AwaitingDraw => {
            may_take_discard(state, player)?;
        }
        Action::DrawFromDiscard => may_take_offered(state, options, player)?,
        Action::PassMayI if player == state.current && here == FlowState::MayIWindow => {
            may_pass(state)?;
        }
        Action::CallMayI | Action::PassMayI => {
            may_answer(state, options, here, player, *action == Action::CallMayI)?;
        }
        Action::LayDown { melds } => {
            require(!state.is_down(player), Reject::AlreadyDown)?;
            require(here == FlowState::Drawn, Reject::WrongPhase)?;
            let melds = known_melds(melds)?;
            may_lay_down(state, state.terms(options), player, &melds)?;
            return Ok(Trigger::LayDown { player: Some(player), melds });
        }
        Action::LayOff { card, .. } => {
            may_lay_off_now(state, player)?;
            require(here == FlowState::Drawn, Reject::WrongPhase)?;
            is_held(state, player, *card)?;
        }
        Action::SwapJoker { meld, joker, card } => {
            may_swap_now(state, player)?;
            require(here == FlowState::Drawn, Reject::WrongPhase)?;
            may_swap(state, player, *meld, *joker, *card)?;
        }
        Action::Discard { card } => is_held(state, player, *card)?,
        _ => {}
    }
    passed(state, player, action)
}

/// The trigger of a player's action that was accepted, or that `legal_actions` has listed. Only a
/// lay-off needs another look, to find the end of the meld the card goes to.
#[inline]
pub(crate) fn passed(state: &State, player: Seat, action: &Action) -> Result<Trigger, Reject> {
    let by = Some(player);
    Ok(match *action {
        Action::DrawFromStock => Trigger::DrawFromStock { player: by },
        Action::DrawFromDiscard => Trigger::DrawFromDiscard { player: by },
        Action::CallMayI => Trigger::CallMayI { player: by },
        Action::PassMayI => Trigger::PassMayI { player: by },
        Action::SkipLayDown => Trigger::SkipLayDown { player: by },
        Action::LayDown { ref melds } => {
            Trigger::LayDown { player: by, melds: known_melds(melds)? }
        }
        Action::LayOff { card, meld, end } => {
            let (card, meld) = (known_card(card)?, known_meld(meld)?);
            let end = end_for(state, card, meld, end)?;
            Trigger::LayOff { player: by, card, meld, end }
        }
        Action::SwapJoker { meld, joker, card } => {
            let (meld, card) = (known_meld(meld)?, known_card(card)?);
            let joker = joker.known().ok_or(Reject::JokerNotInMeld(joker))?;
            Trigger::SwapJoker { player: by, meld, joker, card }
        }
        Action::Discard { card } => Trigger::Discard { player: by, card: known_card(card)? },
        Action::ReorderHand { ref cards } => {
            Trigger::ReorderHand { player: by, cards: known_cards(cards)? }
        }
        Action::AllowMayI => Trigger::AllowMayI { player: by },
        Action::ClaimMayI => Trigger::ClaimMayI { player: by },
        Action::AddPlayer { .. } | Action::StartGame => return Err(Reject::AlreadyStarted),
    })
}

#[inline]
fn require(holds: bool, otherwise: Reject) -> Result<(), Reject> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// MI-162: a card that does not exist is treated as not in the hand.
#[inline]
fn known_card(card: Named<Card>) -> Result<Card, Reject> {
    card.known().ok_or(Reject::CardNotInHand(card))
}

fn known_cards(cards: &[Named<Card>]) -> Result<Vec<Card>, Reject> {
    cards.iter().map(|card| known_card(*card)).collect()
}

/// MI-162: a meld that does not exist is treated as not on the table.
#[inline]
fn known_meld(meld: Named<MeldId>) -> Result<MeldId, Reject> {
    meld.known().ok_or(Reject::MeldNotFound(meld))
}

fn known_melds(melds: &[NamedMeld]) -> Result<Vec<Proposal>, Reject> {
    let known = |meld: &NamedMeld| meld.known().ok_or(Reject::CardNotInHand(Named::Unknown));
    melds.iter().map(known).collect()
}

/// MI-161, MI-164: whether the action fits the game's lifecycle.
fn lifecycle(here: FlowState, action: &Action) -> Result<(), Reject> {
    let lobby = matches!(action, Action::AddPlayer { .. } | Action::StartGame);
    match here {
        FlowState::GameEnd => Err(Reject::GameOver),
        FlowState::Setup if !lobby => Err(Reject::NotStarted),
        FlowState::Setup => Ok(()),
        _ if lobby => Err(Reject::AlreadyStarted),
        _ => Ok(()),
    }
}

/// The phases in which the current player may give a command.
fn in_phase(options: &Options, here: FlowState, action: &Action) -> Result<(), Reject> {
    let draws = matches!(action, Action::DrawFromStock | Action::DrawFromDiscard);
    match here {
        FlowState::AwaitingDraw => require(draws, Reject::MustDrawFirst),
        FlowState::MayIWindow => require(draws, Reject::MayIWindowOpen),
        _ if draws => Err(Reject::AlreadyDrawn),
        FlowState::Drawn => {
            let discards = matches!(action, Action::Discard { .. });
            require(!discards || options.implicit_skip, Reject::MustSkipFirst)
        }
        _ => require(*action != Action::SkipLayDown, Reject::WrongPhase),
    }
}

pub(crate) fn may_add_player(state: &State, chairs: usize, name: &str) -> Result<(), Reject> {
    require(usize::from(state.players) < chairs, Reject::TableFull)?;
    require(is_name(name), Reject::BadName)
}

pub(crate) fn may_start(state: &State) -> Result<(), Reject> {
    require(usize::from(state.players) >= FEWEST, Reject::TooFewPlayers)
}

/// MI-90: whether a draw from the stock opens the window.
pub(crate) fn opens_window(state: &State, player: Seat) -> bool {
    !state.stock().is_empty()
        && !state.discard().is_empty()
        && state.after(player).any(|other| !state.is_down(other))
}

/// MI-22, MI-23: whether a player may draw the top discard.
pub(crate) fn may_take_discard(state: &State, player: Seat) -> Result<(), Reject> {
    require(!state.is_down(player), Reject::DownCannotTakeDiscard)?;
    require(!state.discard().is_empty(), Reject::DiscardEmpty)
}

/// MI-95: whether the current player may pass.
pub(crate) fn may_pass(state: &State) -> Result<(), Reject> {
    require(state.window.is_some_and(|window| !window.passed), Reject::AlreadyPassed)
}

/// MI-96, MI-97: whether the current player may take the offered card.
pub(crate) fn may_take_offered(
    state: &State,
    options: &Options,
    player: Seat,
) -> Result<(), Reject> {
    may_pass(state)?;
    require(!state.is_down(player), Reject::DownCannotTakeDiscard)?;
    require(options.window_take == WindowTake::KeepBoth, Reject::WindowTakeForbidden)
}

/// Checks `CALL_MAY_I`, and `PASS_MAY_I` from a player who is not current.
fn may_answer(
    state: &State,
    options: &Options,
    here: FlowState,
    player: Seat,
    calls: bool,
) -> Result<(), Reject> {
    if options.is_exposed() {
        require(calls, Reject::MayINotOpen)?;
        return may_call_exposed(state, player);
    }
    require(here == FlowState::MayIWindow, Reject::MayINotOpen)?;
    may_call(state, player)
}

/// MI-92, MI-93: whether a player may call in the window.
pub(crate) fn may_call(state: &State, player: Seat) -> Result<(), Reject> {
    let window = state.window.ok_or(Reject::MayINotOpen)?;
    is_eligible(state, player)?;
    require(!window.claimants.contains(player), Reject::AlreadyCalled)?;
    require(!window.declined.contains(player), Reject::AlreadyDeclined)
}

/// MI-301: whether a player may call for an exposed discard.
pub(crate) fn may_call_exposed(state: &State, player: Seat) -> Result<(), Reject> {
    require(state.settling.is_none(), Reject::MayIResolving)?;
    require(state.exposed, Reject::DiscardNotExposed)?;
    is_eligible(state, player)
}

fn is_eligible(state: &State, player: Seat) -> Result<(), Reject> {
    require(player != state.current, Reject::CurrentPlayerCannotCall)?;
    require(state.discarder != Some(player), Reject::OwnDiscard)?;
    require(!state.is_down(player), Reject::DownCannotCall)
}

/// MI-302: whether a player is being asked.
pub(crate) fn is_asked(state: &State, player: Seat) -> Result<(), Reject> {
    let asked = state.settling.and_then(|settling| settling.asked);
    require(asked == Some(player), Reject::NotPrompted)
}

pub(crate) fn is_held(
    state: &State,
    player: Seat,
    card: impl Into<Named<Card>>,
) -> Result<(), Reject> {
    let named = card.into();
    let is_held = named.known().is_some_and(|card| state.hand(player).contains(&card));
    require(is_held, Reject::CardNotInHand(named))
}

/// MI-60 to MI-64: whether a laydown is legal.
pub(crate) fn may_lay_down(
    state: &State,
    terms: Terms,
    player: Seat,
    melds: &[Proposal],
) -> Result<(), Reject> {
    let cards = || melds.iter().flat_map(|meld| meld.cards.iter().copied());
    cards().try_for_each(|card| is_held(state, player, card))?;
    all_different(cards())?;
    let count = |kind| melds.iter().filter(|meld| meld.kind == kind).count();
    let contract = terms.contract;
    let met = count(MeldKind::Set) == usize::from(contract.sets)
        && count(MeldKind::Run) == usize::from(contract.runs);
    require(met, Reject::ContractMismatch(contract))?;
    let all = cards().count() == state.hand(player).len();
    require(all || !terms.all_cards, Reject::Round6MustUseAll)?;
    for (index, meld) in melds.iter().enumerate() {
        judge(meld.kind, &meld.cards, terms.longer)
            .map_err(|why| Reject::BadMeld { index, why })?;
    }
    require(!terms.gap || are_apart(melds), Reject::SameSuitGap)
}

fn all_different(cards: impl Iterator<Item = Card>) -> Result<(), Reject> {
    let mut seen = [0_u64; 3];
    for card in cards {
        let (word, bit) = (card.index() / 64, 1 << (card.index() % 64));
        require(seen[word] & bit == 0, Reject::DuplicateCard(card))?;
        seen[word] |= bit;
    }
    Ok(())
}

/// MI-63: whether all runs of a suit are far enough apart.
fn are_apart(melds: &[Proposal]) -> bool {
    let runs = melds.iter().filter(|meld| meld.kind == MeldKind::Run);
    let bounds = runs.filter_map(|run| Bounds::of(arrange_run(&run.cards).as_slice()));
    let mut before: [Option<Bounds>; 3] = [None; 3];
    bounds.zip(0..).all(|(run, at)| {
        let apart = before.iter().flatten().all(|other| run.is_apart_from(*other));
        if let Some(place) = before.get_mut(at) {
            *place = Some(run);
        }
        apart
    })
}

/// MI-70: whether a player may lay off at all in this turn.
fn may_lay_off_now(state: &State, player: Seat) -> Result<(), Reject> {
    require(!state.is_last_round(), Reject::Round6NoLayOff)?;
    require(state.is_down(player), Reject::NotDown)?;
    require(!state.laid_down, Reject::LaidDownThisTurn)
}

/// MI-72, MI-73, MI-75: the end of the meld to which a card goes.
fn end_for(state: &State, card: Card, meld: MeldId, end: Option<End>) -> Result<End, Reject> {
    let (tag, cards) = state.find_meld(meld).ok_or(Reject::MeldNotFound(meld.into()))?;
    fit(tag.kind, cards, card, end).map_err(|misfit| match misfit {
        Misfit::DoesNotFit => Reject::CardDoesNotFit(card),
        Misfit::EndNotAvailable => Reject::EndNotAvailable,
    })
}

/// Section 6, for a player in the action phase: whether the card can go to this end.
pub(crate) fn may_lay_off(
    state: &State,
    player: Seat,
    card: Card,
    meld: MeldId,
    end: End,
) -> Result<bool, Reject> {
    may_lay_off_now(state, player)?;
    is_held(state, player, card)?;
    end_for(state, card, meld, Some(end)).map(|found| found == end)
}

/// MI-80, MI-84: whether a player may swap at all.
pub(crate) fn may_swap_now(state: &State, player: Seat) -> Result<(), Reject> {
    require(!state.is_last_round(), Reject::Round6NoSwap)?;
    require(!state.is_down(player), Reject::AlreadyDown)
}

/// MI-80, MI-81: whether this swap is legal.
pub(crate) fn may_swap(
    state: &State,
    player: Seat,
    meld: Named<MeldId>,
    joker: Named<Card>,
    card: Named<Card>,
) -> Result<(), Reject> {
    let found = meld.known().and_then(|meld| state.find_meld(meld));
    let (tag, cards) = found.ok_or(Reject::MeldNotFound(meld))?;
    require(tag.kind == MeldKind::Run, Reject::NotARun)?;
    let place = cards.iter().position(|other| Named::Known(*other) == joker);
    let place = place.ok_or(Reject::JokerNotInMeld(joker))?;
    let joker = cards[place];
    require(joker.is_joker(), Reject::NotAJoker(joker))?;
    is_held(state, player, card)?;
    let card = known_card(card)?;
    let natural = card.natural().ok_or(Reject::CardIsWild(card))?;
    let meant = Bounds::of(cards).and_then(|bounds| bounds.natural_at(place));
    require(meant == Some(natural), Reject::CardDoesNotMatch(card))
}

/// MI-30: whether these are the cards of the hand.
pub(crate) fn may_reorder(state: &State, player: Seat, cards: &[Card]) -> Result<(), Reject> {
    require(cards.len() == state.hand(player).len(), Reject::CountMismatch)?;
    cards.iter().try_for_each(|card| is_held(state, player, *card))?;
    all_different(cards.iter().copied())
}

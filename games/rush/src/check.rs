//! Whether a command is refused, and why (RU-74). An accepted command becomes a trigger of the
//! chart.

use croupier_kit::game::{By, Position, Seat, SeatSet};

use crate::action::{Action, SeatChange};
use crate::flow::{FlowState, Trigger, flow_state};
use crate::name::Name;
use crate::options::{EndGamePolicy, Options};
use crate::plays::{PlayKind, play_kind};
use crate::{Cards, Reject, Rush, State};

/// RU-74: the first reason to refuse a command, in the order of the specification.
#[inline]
pub(crate) fn check(at: Position<'_, Rush>, by: By, action: &Action) -> Result<Trigger, Reject> {
    if let (By::Seat(player), Action::PlayCards { cards, player: None }) = (by, action) {
        // Fast path for the common case; same order of checks as below.
        seated(at.state, player)?;
        in_state(at, FlowState::PlayerTurn)?;
        let kind = may_play(at.state, player, *cards)?;
        return Ok(Trigger::PlayCards { player, cards: *cards, kind });
    }
    check_any(at, by, action)
}

/// The trigger of an action that `legal_actions` has listed for a seat. Legality is already known;
/// only the kind of play has to be determined.
#[inline]
pub(crate) fn listed_trigger(
    at: Position<'_, Rush>,
    player: Seat,
    action: &Action,
) -> Result<Trigger, Reject> {
    let top = at.state.top();
    if let (Action::PlayCards { cards, player: None }, Some(top)) = (action, top)
        && let Some(kind) = play_kind(cards.as_slice(), top)
    {
        return Ok(Trigger::PlayCards { player, cards: *cards, kind });
    }
    check(at, By::Seat(player), action)
}

fn check_any(at: Position<'_, Rush>, by: By, action: &Action) -> Result<Trigger, Reject> {
    let Position { state, options, .. } = at;
    let player = speaker(at, by, action)?;
    match action {
        Action::PlayerJoin { name, .. } => {
            in_state(at, FlowState::Lobby)?;
            may_join(state, options, player, name)?;
            Ok(Trigger::PlayerJoin { player, name: name.clone() })
        }
        Action::StartGame => {
            in_state(at, FlowState::Lobby)?;
            require(has_minimum_players(state, options), Reject::NotEnoughPlayers)?;
            Ok(Trigger::StartGame)
        }
        Action::LeaveGame { .. } => {
            let now = flow_state(at.flow);
            require(matches!(now, FlowState::Lobby | FlowState::GameOver), Reject::WrongState)?;
            Ok(Trigger::LeaveGame { player })
        }
        Action::RestartGame => {
            in_state(at, FlowState::GameOver)?;
            Ok(Trigger::RestartGame)
        }
        Action::CardSelected { card, .. } => {
            in_state(at, FlowState::PlayerTurn)?;
            require(is_current_player(state, player), Reject::NotYourTurn)?;
            require(state.hand(player).contains(card), Reject::CardNotInHand(*card))?;
            require(!state.selected.contains(*card), Reject::AlreadySelected(*card))?;
            Ok(Trigger::CardSelected { player, card: *card })
        }
        Action::CardDeselected { card, .. } => {
            in_state(at, FlowState::PlayerTurn)?;
            require(is_current_player(state, player), Reject::NotYourTurn)?;
            require(state.selected.contains(*card), Reject::NotSelected(*card))?;
            Ok(Trigger::CardDeselected { player, card: *card })
        }
        Action::PlayCards { cards, .. } => {
            in_state(at, FlowState::PlayerTurn)?;
            let kind = may_play(state, player, *cards)?;
            Ok(Trigger::PlayCards { player, cards: *cards, kind })
        }
        Action::EndGame => {
            in_state(at, FlowState::PlayerTurn)?;
            may_vote(state, options, player)?;
            Ok(Trigger::EndGame { player })
        }
        Action::SeatsChanged { seats } => {
            seats.iter().try_for_each(|seat| may_change(state, seat))?;
            Ok(Trigger::SeatsChanged { seats: seats.clone() })
        }
        Action::AutoPlay { .. } | Action::SkipTurn | Action::TimerTick { .. } => {
            Err(Reject::SystemOnly)
        }
    }
}

/// RU-74: commands no client may send. At a served table these include joining, leaving and
/// starting (RU-69).
pub(crate) fn is_system_only(options: &Options, action: &Action) -> bool {
    match action {
        Action::AutoPlay { .. }
        | Action::SkipTurn
        | Action::TimerTick { .. }
        | Action::SeatsChanged { .. } => true,
        Action::PlayerJoin { .. }
        | Action::LeaveGame { .. }
        | Action::StartGame
        | Action::RestartGame => options.served,
        Action::PlayCards { .. }
        | Action::CardSelected { .. }
        | Action::CardDeselected { .. }
        | Action::EndGame => false,
    }
}

/// The seat a command speaks for, or `malformed`, `system_only`, `not_seated` or `wrong_player`.
fn speaker(at: Position<'_, Rush>, by: By, action: &Action) -> Result<Seat, Reject> {
    let joins = matches!(action, Action::PlayerJoin { .. });
    let leaves = matches!(action, Action::LeaveGame { .. });
    let begins = matches!(action, Action::StartGame | Action::RestartGame);
    match (by, action) {
        (_, Action::AutoPlay { .. } | Action::SkipTurn | Action::TimerTick { .. }) => {
            Err(Reject::SystemOnly)
        }
        (By::Seat(_), _) if is_system_only(at.options, action) => Err(Reject::SystemOnly),
        (By::Host, Action::SeatsChanged { .. }) => Ok(Seat(0)),
        (By::Host, _) if begins => Ok(Seat(0)),
        // RU-69: the room sends joins and leaves on behalf of the seat concerned.
        (By::Host, _) if joins || leaves => {
            let player = action.player().ok_or(Reject::Malformed)?;
            if leaves {
                seated(at.state, player)?;
            }
            Ok(player)
        }
        (By::Host, _) => Err(Reject::NotSeated),
        (By::Seat(seat), _) => {
            if !joins {
                seated(at.state, seat)?;
            }
            require(action.player().is_none_or(|player| player == seat), Reject::WrongPlayer)?;
            Ok(seat)
        }
    }
}

#[inline]
fn require(holds: bool, otherwise: Reject) -> Result<(), Reject> {
    if holds { Ok(()) } else { Err(otherwise) }
}

#[inline]
fn seated(state: &State, seat: Seat) -> Result<(), Reject> {
    require(state.players.contains(seat), Reject::NotSeated)
}

#[inline]
fn in_state(at: Position<'_, Rush>, wanted: FlowState) -> Result<(), Reject> {
    require(flow_state(at.flow) == wanted, Reject::WrongState)
}

/// `isCurrentPlayer`
#[inline]
pub(crate) fn is_current_player(state: &State, seat: Seat) -> bool {
    state.current == seat
}

/// `hasMinimumPlayers`
pub(crate) fn has_minimum_players(state: &State, options: &Options) -> bool {
    state.players.len() >= options.min_players
}

/// The guard "room left, new id, name ok".
pub(crate) fn may_join(
    state: &State,
    options: &Options,
    player: Seat,
    name: &str,
) -> Result<(), Reject> {
    require(!state.players.contains(player), Reject::AlreadyJoined)?;
    require(Name::is_name(name), Reject::BadName)?;
    let chairs = state.table.chairs;
    let room = state.players.len() < options.max_players.min(chairs) && player.at() < chairs;
    require(room, Reject::LobbyFull)
}

/// `isCurrentPlayer`, all cards in hand, `canPlayCards`: the kind of legal play, or why it is
/// refused.
#[inline]
pub(crate) fn may_play(state: &State, player: Seat, cards: Cards) -> Result<PlayKind, Reject> {
    require(is_current_player(state, player), Reject::NotYourTurn)?;
    require(!cards.is_empty(), Reject::EmptyPlay)?;
    let mut seen = 0_u64;
    for card in cards.iter() {
        require(seen >> card.index() & 1 == 0, Reject::DuplicateCard(card))?;
        seen |= 1 << card.index();
    }
    let hand = state.hand(player).iter().fold(0_u64, |held, card| held | 1 << card.index());
    if seen & !hand != 0 {
        let missing = cards.iter().find(|card| hand >> card.index() & 1 == 0);
        return Err(Reject::CardNotInHand(missing.unwrap_or_default()));
    }
    let top = state.top().unwrap_or_default();
    play_kind(cards.as_slice(), top).ok_or(Reject::IllegalPlay(top))
}

/// RU-55: whether a player may vote with `END_GAME`.
pub(crate) fn may_vote(state: &State, options: &Options, player: Seat) -> Result<(), Reject> {
    // A stand-in counts as a person here. Otherwise the right to end the game would move to another
    // player and reveal that a bot has taken over (MM-70).
    let seems_person =
        |seat: &Seat| state.persons.contains(*seat) || state.stand_ins.contains(*seat);
    let host = || state.players.seats().find(seems_person);
    let permitted = state.persons.contains(player)
        && (options.end_game_policy != EndGamePolicy::Host || host() == Some(player));
    require(permitted, Reject::NotPermitted)?;
    let unanimous = options.end_game_policy == EndGamePolicy::Unanimous;
    require(!(unanimous && state.end_votes.contains(player)), Reject::AlreadyVoted)
}

/// RU-55: whether all connected persons have voted. At least one person must be connected.
pub(crate) fn all_agree(state: &State, votes: SeatSet) -> bool {
    let counts = |seat: &Seat| state.persons.contains(*seat) && state.connected.contains(*seat);
    let electorate: SeatSet = state.players.seats().filter(counts).collect();
    !electorate.is_empty() && electorate.is_subset_of(votes)
}

/// Rejects mistakes of the room: a seat that does not play, or an invalid name.
fn may_change(state: &State, change: &SeatChange) -> Result<(), Reject> {
    seated(state, change.player)?;
    let named = change.name.as_ref().is_none_or(|name| Name::is_name(name));
    require(named, Reject::BadName)
}

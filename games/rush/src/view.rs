//! Who sees what (RU-71).

use croupier_kit::Millis;
use croupier_kit::cards::Card;
use croupier_kit::game::{Position, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::events::EndReason;
use crate::flow::{FlowState, flow_state};
use crate::name::label;
use crate::plays::total;
use crate::{Rush, State};

/// What a viewer sees of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The state of the flow.
    pub phase: FlowState,
    /// Which game this is.
    pub game_id: String,
    /// How many chairs there are.
    pub chairs: usize,
    /// The players in turn order.
    pub players: Vec<PlayerSeen>,
    /// Who is to move.
    pub current: Seat,
    /// What the viewer has selected, if it is the viewer's turn.
    pub selected: Vec<Card>,
    /// The discard pile, top last.
    pub discard: Vec<Card>,
    /// How many cards were not dealt.
    pub undealt: usize,
    /// How many seconds of the countdown are left.
    pub game_timer: u32,
    /// When the deck was shuffled.
    pub round_start: Option<Millis>,
    /// When the countdown began.
    pub clock_start: Option<Millis>,
    /// Who acted last; `null` before the first move.
    pub last_actor: Option<Seat>,
    /// How many plays there were.
    pub plays: u32,
    /// The last notifications, oldest first.
    pub notifications: Vec<NotificationSeen>,
    /// Who wants to end the game.
    pub end_votes: Vec<Seat>,
    /// Why the game ended.
    pub end_reason: Option<EndReason>,
    /// How it ended, by place.
    pub final_scores: Vec<ScoreSeen>,
    /// Who won, in seat order.
    pub winners: Vec<Seat>,
    /// The winner; `null` while the game runs, and if several share the first place.
    pub winner: Option<ScoreSeen>,
}

/// A player, as a viewer sees one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Their chair at the table.
    pub seat: Seat,
    /// The display name, if the seat was given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many cards are in the hand.
    pub cards: usize,
    /// The hand, for its owner; for everybody from `GAME_ENDING` on.
    pub hand: Option<Vec<Card>>,
    /// What the hand counts, for those who see it.
    pub total: Option<u32>,
    /// Whether a person holds the seat; known to the seat itself only.
    pub person: Option<bool>,
}

/// A notification, as everybody sees it (RU-62).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotificationSeen {
    /// Counted from 1 in every game.
    pub id: u32,
    /// For whom the system acted.
    pub player: Seat,
    /// What the player was called then, if the seat had a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `auto-play` if the system played a card, `auto-skip` if it passed the turn on.
    #[serde(rename = "type")]
    pub kind: String,
    /// The card of an `auto-play`.
    pub card: Option<Card>,
    /// When, in virtual time.
    pub timestamp: Millis,
}

/// A final score, as everybody sees it (RU-58).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreSeen {
    /// Who has this score.
    pub player: Seat,
    /// What the player was called then, if the seat had a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The points left in hand.
    pub total: u8,
    /// 1, 1, 3 for ties.
    pub place: u8,
    /// The cards left in hand.
    pub cards: Vec<Card>,
}

impl View {
    /// The view of this viewer. It lists what may be seen explicitly, so nothing else can leak.
    pub(crate) fn of(at: Position<'_, Rush>, viewer: Viewer) -> Self {
        let state = at.state;
        let here = flow_state(at.flow);
        let open = matches!(here, FlowState::GameEnding | FlowState::GameOver);
        let own_turn = viewer.is(state.current) && state.players.contains(state.current);
        let selected = if own_turn { state.selected.as_slice() } else { &[] };
        let mut final_scores = scores(state);
        for score in &mut final_scores {
            score.name.take_if(|name| *name == label(score.player));
        }
        let mut notifications = notifications(state);
        for made in &mut notifications {
            made.name.take_if(|name| *name == label(made.player));
        }
        let alone = state.winners.len() == 1;
        let winner = final_scores.first().filter(|_| alone).cloned();
        Self {
            phase: here,
            game_id: state.game_id(),
            chairs: state.table.chairs,
            players: state.players.seats().map(|seat| player(state, seat, viewer, open)).collect(),
            current: state.current,
            selected: selected.to_vec(),
            discard: state.discard.as_slice().to_vec(),
            undealt: state.deck.len(),
            game_timer: state.game_timer,
            round_start: state.round_start,
            clock_start: state.clock_start,
            last_actor: state.last_actor,
            plays: state.plays,
            notifications,
            end_votes: state.end_votes.iter().collect(),
            end_reason: state.end_reason,
            final_scores,
            winners: state.winners.iter().collect(),
            winner,
        }
    }
}

fn player(state: &State, seat: Seat, viewer: Viewer, open: bool) -> PlayerSeen {
    let own = viewer.is(seat);
    let hand = state.hand(seat);
    let seen = (own || open).then_some(hand);
    PlayerSeen {
        seat,
        name: Some(state.names[seat.at()].as_str().to_owned()).filter(|name| name != label(seat)),
        cards: hand.len(),
        hand: seen.map(<[Card]>::to_vec),
        total: seen.map(total),
        person: own.then(|| state.persons.contains(seat)),
    }
}

/// The notifications of RU-62, as everybody sees them.
pub(crate) fn notifications(state: &State) -> Vec<NotificationSeen> {
    let numbered = (state.first_notification()..).zip(state.notifications.iter());
    numbered
        .map(|(id, made)| NotificationSeen {
            id,
            player: made.seat,
            name: Some(state.name_in(id, made.seat).to_owned()),
            kind: if made.card.is_some() { "auto-play" } else { "auto-skip" }.to_owned(),
            card: made.card,
            timestamp: made.at,
        })
        .collect()
}

/// The final scores of RU-58, as everybody sees them.
pub(crate) fn scores(state: &State) -> Vec<ScoreSeen> {
    let seen = state.final_scores.iter().map(|score| ScoreSeen {
        player: score.seat,
        name: Some(state.name_in_scores(score.seat).to_owned()),
        total: score.total,
        place: score.place,
        cards: score.cards.as_slice().to_vec(),
    });
    seen.collect()
}

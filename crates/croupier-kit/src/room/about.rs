//! Data that several of the room's triggers carry, for the actions and guards that use it.

use croupier_chart::define::Carries;

use super::party::PlayerId;
use super::vocabulary::{On, RoomTrigger};

/// The player a trigger is about.
pub(super) struct Subject(pub(super) PlayerId);

impl Carries<Subject> for RoomTrigger {
    fn kinds() -> &'static [On] {
        &[
            On::PlayerJoined,
            On::PlayerDropped,
            On::PlayerReady,
            On::PlayerUnready,
            On::VoteRematch,
            On::VoteLobby,
            On::PlayAgain,
            On::PlayerLeft,
            On::PlayerReacted,
        ]
    }

    fn carried(&self) -> Option<Subject> {
        match self {
            Self::PlayerJoined { id, .. }
            | Self::PlayerDropped { id }
            | Self::PlayerReady { id }
            | Self::PlayerUnready { id }
            | Self::VoteRematch { id }
            | Self::VoteLobby { id }
            | Self::PlayAgain { id }
            | Self::PlayerLeft { id }
            | Self::PlayerReacted { id, .. } => Some(Subject(*id)),
            _ => None,
        }
    }
}

/// The connection slot that a trigger is about.
pub(super) struct Slot(pub(super) u8);

impl Carries<Slot> for RoomTrigger {
    fn kinds() -> &'static [On] {
        &[
            On::PlayerSeated,
            On::PlayerDisconnected,
            On::PlayerReconnected,
            On::GracePeriodExpired,
            On::Leave,
            On::SeatReclaimed,
            On::SeatVacated,
        ]
    }

    fn carried(&self) -> Option<Slot> {
        match self {
            Self::PlayerSeated { slot }
            | Self::PlayerDisconnected { slot }
            | Self::PlayerReconnected { slot }
            | Self::GracePeriodExpired { slot, .. }
            | Self::Leave { slot, .. }
            | Self::SeatReclaimed { slot }
            | Self::SeatVacated { slot } => Some(Slot(*slot)),
            _ => None,
        }
    }
}

/// How a person gives up a seat. Someone who only lost the connection may come back.
pub(super) struct Departure {
    pub(super) for_good: bool,
}

impl Carries<Departure> for RoomTrigger {
    fn kinds() -> &'static [On] {
        &[On::GracePeriodExpired, On::Leave]
    }

    fn carried(&self) -> Option<Departure> {
        match self {
            Self::GracePeriodExpired { .. } => Some(Departure { for_good: false }),
            Self::Leave { for_good, .. } => Some(Departure { for_good: *for_good }),
            _ => None,
        }
    }
}

//! Why a command is refused (RU-74).

use croupier_kit::{Card, Rejection};

/// Why a command is refused. The order is that in which the reasons are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// What arrived is no command.
    #[error("this command says too little or too much")]
    Malformed,
    /// A word that only the system may say.
    #[error("only the table itself can do this")]
    SystemOnly,
    /// The sender has no seat.
    #[error("you are not seated at this table")]
    NotSeated,
    /// The command names somebody else.
    #[error("you cannot speak for another player")]
    WrongPlayer,
    /// Not in this state of the game.
    #[error("this cannot be done now")]
    WrongState,
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The same player joins again.
    #[error("this player has joined already")]
    AlreadyJoined,
    /// A name that is none.
    #[error("a name has 1 to 20 letters")]
    BadName,
    /// All chairs are taken.
    #[error("the table is full")]
    LobbyFull,
    /// Too few to begin.
    #[error("there are not enough players yet")]
    NotEnoughPlayers,
    /// A play of no cards.
    #[error("a play has at least one card")]
    EmptyPlay,
    /// A play that names a card twice.
    #[error("{0} is named twice")]
    DuplicateCard(Card),
    /// A card of somebody else.
    #[error("{0} is not in your hand")]
    CardNotInHand(Card),
    /// A card selected twice.
    #[error("{0} is selected already")]
    AlreadySelected(Card),
    /// A card put back that was not selected.
    #[error("{0} is not selected")]
    NotSelected(Card),
    /// A play that does not fit.
    #[error("these cards do not fit on {0}")]
    IllegalPlay(Card),
    /// An end by hand that this player may not ask for.
    #[error("you may not end this game")]
    NotPermitted,
    /// A second vote.
    #[error("you have voted already")]
    AlreadyVoted,
}

impl Rejection for Reject {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::SystemOnly => "system_only",
            Self::NotSeated => "not_seated",
            Self::WrongPlayer => "wrong_player",
            Self::WrongState => "wrong_state",
            Self::NotYourTurn => "not_your_turn",
            Self::AlreadyJoined => "already_joined",
            Self::BadName => "bad_name",
            Self::LobbyFull => "lobby_full",
            Self::NotEnoughPlayers => "not_enough_players",
            Self::EmptyPlay => "empty_play",
            Self::DuplicateCard(_) => "duplicate_card",
            Self::CardNotInHand(_) => "card_not_in_hand",
            Self::AlreadySelected(_) => "already_selected",
            Self::NotSelected(_) => "not_selected",
            Self::IllegalPlay(_) => "illegal_play",
            Self::NotPermitted => "not_permitted",
            Self::AlreadyVoted => "already_voted",
        }
    }
}

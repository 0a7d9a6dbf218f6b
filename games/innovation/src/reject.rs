//! Why an input is refused (section 12). The codes are part of the wire format.

use croupier_kit::game::{ErrorKind, Rejection};

/// Why an input is refused. Reasons are checked in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum Reject {
    /// The game is over.
    #[error("the game is over")]
    GameIsOver,
    /// An action while an answer is due.
    #[error("this cannot be done now: a choice is open")]
    WrongPhase,
    /// An action in another player's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A card that does not exist.
    #[error("there is no such card")]
    UnknownCard,
    /// Melding a card that is not in the hand.
    #[error("this card is not in your hand")]
    CardNotInHand,
    /// Activating a card that is not on top.
    #[error("this card is not a top card of yours")]
    NotATopCard,
    /// An achievement that does not exist.
    #[error("there is no such achievement")]
    UnknownAchievement,
    /// A special achievement cannot be claimed with an action.
    #[error("special achievements are never claimed with an action")]
    SpecialNotClaimable,
    /// An achievement that somebody already owns.
    #[error("this achievement is taken")]
    AchievementTaken,
    /// Too few points.
    #[error("your score is too low for this achievement")]
    ScoreTooLow,
    /// No top card of that age.
    #[error("none of your top cards is high enough for this achievement")]
    TopCardTooLow,

    /// An answer, although nothing is asked.
    #[error("there is nothing to answer")]
    NoPendingChoice,
    /// An answer to another player's question.
    #[error("somebody else is being asked")]
    WrongPlayer,
    /// An answer to an earlier question.
    #[error("this choice is no longer open")]
    StaleChoice,
    /// An answer of the wrong kind.
    #[error("this is no answer to that question")]
    WrongAnswerKind,
    /// Declining a mandatory choice.
    #[error("this cannot be declined")]
    MayNotDecline,
    /// The same item twice.
    #[error("something is named twice")]
    Duplicate,
    /// An item that cannot be chosen.
    #[error("this cannot be chosen")]
    NotACandidate,
    /// Too many or too few items.
    #[error("this is the wrong number of things")]
    WrongCount,
    /// Not all of the cards, or not only these.
    #[error("all of the cards must be put in order")]
    BadPermutation,
}

impl Rejection for Reject {
    /// `IllegalAction` or `InvalidChoice` (IN-110).
    fn kind(&self) -> ErrorKind {
        let actions = *self < Self::NoPendingChoice;
        if actions { ErrorKind::IllegalAction } else { ErrorKind::InvalidChoice }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::GameIsOver => "GameIsOver",
            Self::WrongPhase => "WrongPhase",
            Self::NotYourTurn => "NotYourTurn",
            Self::UnknownCard => "UnknownCard",
            Self::CardNotInHand => "CardNotInHand",
            Self::NotATopCard => "NotATopCard",
            Self::UnknownAchievement => "UnknownAchievement",
            Self::SpecialNotClaimable => "SpecialNotClaimable",
            Self::AchievementTaken => "AchievementTaken",
            Self::ScoreTooLow => "ScoreTooLow",
            Self::TopCardTooLow => "TopCardTooLow",
            Self::NoPendingChoice => "NoPendingChoice",
            Self::WrongPlayer => "WrongPlayer",
            Self::StaleChoice => "StaleChoice",
            Self::WrongAnswerKind => "WrongAnswerKind",
            Self::MayNotDecline => "MayNotDecline",
            Self::Duplicate => "Duplicate",
            Self::NotACandidate => "NotACandidate",
            Self::WrongCount => "WrongCount",
            Self::BadPermutation => "BadPermutation",
        }
    }
}

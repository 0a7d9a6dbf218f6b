//! Why something is refused (section 12). Codes are part of the format.

use croupier_kit::game::{ErrorKind, Rejection};

/// Why something is refused. The order is that in which the reasons are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reject {
    /// Nothing can be done any more.
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
    /// A meld of a card that is elsewhere.
    #[error("this card is not in your hand")]
    CardNotInHand,
    /// A dogma of a card that is not on top.
    #[error("this card is not a top card of yours")]
    NotATopCard,
    /// An achievement that does not exist.
    #[error("there is no such achievement")]
    UnknownAchievement,
    /// A special achievement cannot be claimed with an action.
    #[error("special achievements are never claimed with an action")]
    SpecialNotClaimable,
    /// An achievement that a player owns already.
    #[error("this achievement is taken")]
    AchievementTaken,
    /// Too few points.
    #[error("your score is too low for this achievement")]
    ScoreTooLow,
    /// No top card of that age.
    #[error("none of your top cards is high enough for this achievement")]
    TopCardTooLow,

    /// An answer to nothing.
    #[error("there is nothing to answer")]
    NoPendingChoice,
    /// An answer to another player's question.
    #[error("somebody else is being asked")]
    WrongPlayer,
    /// An answer to an earlier question.
    #[error("this choice is no longer open")]
    StaleChoice,
    /// An answer of another kind.
    #[error("this is no answer to that question")]
    WrongAnswerKind,
    /// A no where a yes is owed.
    #[error("this cannot be declined")]
    MayNotDecline,
    /// The same thing twice.
    #[error("something is named twice")]
    Duplicate,
    /// Something that cannot be chosen.
    #[error("this cannot be chosen")]
    NotACandidate,
    /// Too many or too few.
    #[error("this is the wrong number of things")]
    WrongCount,
    /// Not all of the cards.
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

//! Why a command is refused (section 12.7).

use croupier_kit::game::Rejection;
use serde_json::{Value, json};

use crate::board::demands;
use crate::contract::Contract;
use crate::meld::MeldError;
use crate::named::Named;
use crate::{Card, MeldId};

/// Why a command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentences document the variants.
#[non_exhaustive]
pub enum Reject {
    #[error("the game has not started")]
    NotStarted,
    #[error("the game has already started")]
    AlreadyStarted,
    #[error("the game is over")]
    GameOver,
    #[error("only a player at this table can do this")]
    UnknownPlayer,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("draw a card first")]
    MustDrawFirst,
    #[error("the May I window is open: take the card or pass")]
    MayIWindowOpen,
    #[error("you have already drawn")]
    AlreadyDrawn,
    #[error("this cannot be done at this point of the turn")]
    WrongPhase,
    #[error("first say that you do not lay down")]
    MustSkipFirst,
    #[error("no May I window is open")]
    MayINotOpen,
    #[error("you can take the card or pass, but not call May I in your own turn")]
    CurrentPlayerCannotCall,
    #[error("the table is full")]
    TableFull,
    #[error("a name has 1 to 24 letters")]
    BadName,
    #[error("there are fewer than three players")]
    TooFewPlayers,
    #[error("the stock is empty")]
    StockEmpty,
    #[error("you have already passed")]
    AlreadyPassed,
    #[error("a player who is down cannot take a discard")]
    DownCannotTakeDiscard,
    #[error("the discard pile is empty")]
    DiscardEmpty,
    #[error("after drawing from the stock you cannot take the discard")]
    WindowTakeForbidden,
    #[error("you discarded this card yourself")]
    OwnDiscard,
    #[error("a player who is down cannot call May I")]
    DownCannotCall,
    #[error("you have already called")]
    AlreadyCalled,
    #[error("you have already declined")]
    AlreadyDeclined,
    #[error("you are already down")]
    AlreadyDown,
    #[error("this card is not in your hand")]
    CardNotInHand(Named<Card>),
    #[error("the same card is named twice")]
    DuplicateCard(Card),
    #[error("this round asks for {}", demands(*.0))]
    ContractMismatch(Contract),
    #[error("in round 6 the laydown must use every card of the hand")]
    Round6MustUseAll,
    #[error("meld {}: {why}", index + 1)]
    BadMeld {
        /// The index of the meld in the command, from 0 (MI-163).
        index: usize,
        /// What is wrong with it.
        why: MeldError,
    },
    #[error("at least two ranks must lie between two runs of one suit")]
    SameSuitGap,
    #[error("cards cannot be laid off in round 6")]
    Round6NoLayOff,
    #[error("you are not down")]
    NotDown,
    #[error("you can lay off from your next turn on")]
    LaidDownThisTurn,
    #[error("this meld is not on the table")]
    MeldNotFound(Named<MeldId>),
    #[error("this card does not fit there")]
    CardDoesNotFit(Card),
    #[error("there is no room at this end of the run")]
    EndNotAvailable,
    #[error("jokers cannot be swapped in round 6")]
    Round6NoSwap,
    #[error("a joker can be swapped only out of a run")]
    NotARun,
    #[error("this joker is not in that meld")]
    JokerNotInMeld(Named<Card>),
    #[error("this card is not a joker")]
    NotAJoker(Card),
    #[error("a wild card cannot replace a joker")]
    CardIsWild(Card),
    #[error("the joker does not stand for this card")]
    CardDoesNotMatch(Card),
    #[error("an order must name every card of the hand once")]
    CountMismatch,
    #[error("a May I is being settled")]
    MayIResolving,
    #[error("you are not being asked")]
    NotPrompted,
    #[error("no discard is exposed")]
    DiscardNotExposed,
}

impl Rejection for Reject {
    fn code(&self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::AlreadyStarted => "already_started",
            Self::GameOver => "game_over",
            Self::UnknownPlayer => "unknown_player",
            Self::NotYourTurn => "not_your_turn",
            Self::MustDrawFirst => "must_draw_first",
            Self::MayIWindowOpen => "may_i_window_open",
            Self::AlreadyDrawn => "already_drawn",
            Self::WrongPhase => "wrong_phase",
            Self::MustSkipFirst => "must_skip_first",
            Self::MayINotOpen => "may_i_not_open",
            Self::CurrentPlayerCannotCall => "current_player_cannot_call",
            Self::TableFull => "table_full",
            Self::BadName => "bad_name",
            Self::TooFewPlayers => "too_few_players",
            Self::StockEmpty => "stock_empty",
            Self::AlreadyPassed => "already_passed",
            Self::DownCannotTakeDiscard => "down_cannot_take_discard",
            Self::DiscardEmpty => "discard_empty",
            Self::WindowTakeForbidden => "window_take_forbidden",
            Self::OwnDiscard => "own_discard",
            Self::DownCannotCall => "down_cannot_call",
            Self::AlreadyCalled => "already_called",
            Self::AlreadyDeclined => "already_declined",
            Self::AlreadyDown => "already_down",
            Self::CardNotInHand(_) => "card_not_in_hand",
            Self::DuplicateCard(_) => "duplicate_card",
            Self::ContractMismatch(_) => "contract_mismatch",
            Self::Round6MustUseAll => "round6_must_use_all",
            Self::BadMeld { why, .. } => why.code(),
            Self::SameSuitGap => "same_suit_gap",
            Self::Round6NoLayOff => "round6_no_lay_off",
            Self::NotDown => "not_down",
            Self::LaidDownThisTurn => "laid_down_this_turn",
            Self::MeldNotFound(_) => "meld_not_found",
            Self::CardDoesNotFit(_) => "card_does_not_fit",
            Self::EndNotAvailable => "end_not_available",
            Self::Round6NoSwap => "round6_no_swap",
            Self::NotARun => "not_a_run",
            Self::JokerNotInMeld(_) => "joker_not_in_meld",
            Self::NotAJoker(_) => "not_a_joker",
            Self::CardIsWild(_) => "card_is_wild",
            Self::CardDoesNotMatch(_) => "card_does_not_match",
            Self::CountMismatch => "count_mismatch",
            Self::MayIResolving => "may_i_resolving",
            Self::NotPrompted => "not_prompted",
            Self::DiscardNotExposed => "discard_not_exposed",
        }
    }
    /// MI-163: which meld of the command is wrong.
    fn details(&self) -> Option<Value> {
        match self {
            Self::BadMeld { index, .. } => Some(json!({ "meld": index })),
            _ => None,
        }
    }
}

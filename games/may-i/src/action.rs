//! The actions. They can be refused.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use crate::contract::Proposal;
use crate::meld::End;
use crate::{Card, MeldId};

/// The commands of section 12.7 and appendix A. The seat that sends one is its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// `DRAW_FROM_STOCK`; in the window the current player's pass (MI-95).
    DrawFromStock,
    /// `DRAW_FROM_DISCARD`; in the window it takes the offered card (MI-96).
    DrawFromDiscard,
    /// `CALL_MAY_I`
    CallMayI,
    /// `PASS_MAY_I`: declines, or, from the current player, closes the window.
    PassMayI,
    /// `SKIP_LAY_DOWN`
    SkipLayDown,
    /// `LAY_DOWN`
    LayDown {
        /// All melds of the contract.
        melds: Vec<Proposal>,
    },
    /// `LAY_OFF`
    LayOff {
        /// A card of the hand.
        #[serde(deserialize_with = "any_card")]
        card: Card,
        /// Where it goes.
        #[serde(deserialize_with = "any_meld")]
        meld: MeldId,
        /// At which end, if it is a wild on a run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<End>,
    },
    /// `SWAP_JOKER`
    SwapJoker {
        /// The run.
        #[serde(deserialize_with = "any_meld")]
        meld: MeldId,
        /// The joker in it.
        #[serde(deserialize_with = "any_card")]
        joker: Card,
        /// The card of the hand that takes its place.
        #[serde(deserialize_with = "any_card")]
        card: Card,
    },
    /// `DISCARD`
    Discard {
        /// A card of the hand.
        #[serde(deserialize_with = "any_card")]
        card: Card,
    },
    /// `REORDER_HAND`
    ReorderHand {
        /// All cards of the hand.
        #[serde(deserialize_with = "any_cards")]
        cards: Vec<Card>,
    },
    /// `ALLOW_MAY_I` (MI-302)
    AllowMayI,
    /// `CLAIM_MAY_I` (MI-302)
    ClaimMayI,
    /// `ADD_PLAYER`
    AddPlayer {
        /// Under which name.
        name: Cow<'static, str>,
    },
    /// `START_GAME`
    StartGame,
}

/// MI-162: a word that is no card's id names a card that nobody holds.
fn any_card<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
    <Cow<'de, str>>::deserialize(deserializer).map(|id| Card::of_id(&id))
}

/// The same for a list.
pub(crate) fn any_cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
    let ids = <Vec<Cow<'de, str>>>::deserialize(deserializer)?;
    Ok(ids.iter().map(|id| Card::of_id(id)).collect())
}

/// MI-162: a word that is no meld's id names a meld that is not there.
fn any_meld<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MeldId, D::Error> {
    <Cow<'de, str>>::deserialize(deserializer).map(|id| MeldId::of_id(&id))
}

impl Action {
    /// MI-161: whether only the current player may say it.
    pub(crate) fn is_turn_command(&self) -> bool {
        matches!(
            self,
            Self::DrawFromStock
                | Self::DrawFromDiscard
                | Self::SkipLayDown
                | Self::LayDown { .. }
                | Self::LayOff { .. }
                | Self::SwapJoker { .. }
                | Self::Discard { .. }
        )
    }
}

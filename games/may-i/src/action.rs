//! The actions. Any of them can be refused.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::meld::End;
use crate::named::{Named, NamedMeld};
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
        #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::Proposal>"))]
        melds: Vec<NamedMeld>,
    },
    /// `LAY_OFF`
    LayOff {
        /// A card of the hand.
        #[cfg_attr(feature = "schema", schemars(with = "Card"))]
        card: Named<Card>,
        /// Where it goes.
        #[cfg_attr(feature = "schema", schemars(with = "MeldId"))]
        meld: Named<MeldId>,
        /// At which end, if it is a wild on a run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<End>,
    },
    /// `SWAP_JOKER`
    SwapJoker {
        /// The run.
        #[cfg_attr(feature = "schema", schemars(with = "MeldId"))]
        meld: Named<MeldId>,
        /// The joker in it.
        #[cfg_attr(feature = "schema", schemars(with = "Card"))]
        joker: Named<Card>,
        /// The card of the hand that takes its place.
        #[cfg_attr(feature = "schema", schemars(with = "Card"))]
        card: Named<Card>,
    },
    /// `DISCARD`
    Discard {
        /// A card of the hand.
        #[cfg_attr(feature = "schema", schemars(with = "Card"))]
        card: Named<Card>,
    },
    /// `REORDER_HAND`
    ReorderHand {
        /// All cards of the hand.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Card>"))]
        cards: Vec<Named<Card>>,
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

impl Action {
    /// MI-161: whether only the current player may give it.
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

//! Why a command is refused (MM-79).

use croupier_kit::cards::Card;
use croupier_kit::rejects;

rejects! {
    /// Why a command is refused. Reasons are checked in this order.
    #[derive(Copy)]
    pub enum Reject {
        Malformed => "malformed": "there is no such command at this table",
        InternalEvent => "internal_event": "only the game itself does this",
        NotSeated => "not_seated": "only players can do this",
        WrongPhase => "wrong_phase": "nobody is playing at the moment",
        NotYourTurn => "not_your_turn": "it is not your turn",
        WrongStep => "wrong_step": "this cannot be done at this step of the turn",
        StaleTimeout => "stale_timeout": "that turn is over, or its clock is stopped",
        AlreadySpun => "already_spun": "the wheel is spun only once in a turn",
        InvalidForce => "invalid_force": "a force is a number from 0 to 1",
        CardNotInHand(card: Card) => "card_not_in_hand": "this card is not in your hand",
        CardDoesNotBeat { card: Card, top: Card }
            => "card_does_not_beat": "this card does not beat the top card",
        InvalidEffect(card: Card) => "invalid_effect": "this cannot be declared with this card",
        InvalidTarget(card: Card) => "invalid_target": "this is no target for this card",
    }
}

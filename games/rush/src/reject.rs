//! Why a command is refused (RU-74).

use croupier_kit::cards::Card;
use croupier_kit::rejects;

rejects! {
    /// Why a command is refused. Reasons are checked in this order.
    #[derive(Copy)]
    pub enum Reject {
        Malformed => "malformed": "this command says too little or too much",
        SystemOnly => "system_only": "only the table itself can do this",
        NotSeated => "not_seated": "you are not seated at this table",
        WrongPlayer => "wrong_player": "you cannot act for another player",
        WrongState => "wrong_state": "this cannot be done now",
        NotYourTurn => "not_your_turn": "it is not your turn",
        AlreadyJoined => "already_joined": "this player has already joined",
        BadName => "bad_name": "a name has 1 to 20 letters",
        LobbyFull => "lobby_full": "the table is full",
        NotEnoughPlayers => "not_enough_players": "there are not enough players yet",
        EmptyPlay => "empty_play": "a play has at least one card",
        DuplicateCard(card: Card) => "duplicate_card": "the same card is named twice",
        CardNotInHand(card: Card) => "card_not_in_hand": "one of these cards is not in your hand",
        AlreadySelected(card: Card) => "already_selected": "this card is already selected",
        NotSelected(card: Card) => "not_selected": "this card is not selected",
        IllegalPlay(top: Card) => "illegal_play": "these cards do not fit on the top card",
        NotPermitted => "not_permitted": "you may not end this game",
        AlreadyVoted => "already_voted": "you have already voted",
    }
}

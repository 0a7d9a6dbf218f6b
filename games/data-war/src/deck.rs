//! Dealing (DW-8 to DW-12).

use croupier_kit::cards::{Dice, Pile};
use serde::{Deserialize, Serialize};

use crate::cards::{CardId, CardType, TYPES};
use crate::options::Options;
use crate::strategy::Strategy;

/// The maximum number of cards in a game: two standard decks. Only test decks come close.
pub const MAX_CARDS: usize = 132;

/// A queue (DW-7): drawn from the front, added to at the back.
pub type Deck = Pile<CardId, MAX_CARDS>;

/// Collected Launch Stacks, oldest first (DW-116). The capacity suffices for test games.
pub type Stacks = Pile<CardId, 25>;

/// What a game begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deal {
    /// Both decks, top first.
    pub decks: [Deck; 2],
    /// Both collections.
    pub stacks: [Stacks; 2],
    /// Waiting opens.
    pub opens: [u8; 2],
    /// Turns that count as played.
    pub turns_completed: u32,
}

/// Deals according to the options, which have already been validated.
pub(crate) fn deal(options: &Options, dice: &mut Dice) -> Deal {
    if let Some(exact) = &options.exact {
        return exact.deal();
    }
    let mut decks = if options.strategies().contains(&Strategy::Custom) {
        custom(options, dice)
    } else {
        let mut cards: Pile<CardId, 66> = CardId::standard_deck().collect();
        dice.shuffle(cards.as_mut_slice());
        let (first, second) = cards.as_slice().split_at(33);
        [first.iter().copied().collect(), second.iter().copied().collect()]
    };
    for (deck, strategy) in decks.iter_mut().zip(options.strategies()) {
        let deck: &mut Deck = deck;
        strategy.apply(deck.as_mut_slice());
    }
    if options.mirror_decks {
        decks[1] = mirror(&decks[0]);
    }
    Deal { decks, stacks: [Stacks::new(); 2], opens: [0; 2], turns_completed: 0 }
}

/// DW-10: the named cards on top; the rest is shuffled once and fills up the decks, P1 first.
fn custom(options: &Options, dice: &mut Dice) -> [Deck; 2] {
    let mut rest: Vec<CardId> = CardId::standard_deck().collect();
    let mut take = |kind: CardType| {
        // The lowest unused copy is taken first.
        let at = rest.iter().position(|card| card.kind() == kind)?;
        Some(rest.remove(at))
    };
    let mut named = [0, 1].map(|seat| -> Deck {
        let kinds = options.named(seat).unwrap_or_default();
        kinds.into_iter().filter_map(&mut take).collect()
    });
    dice.shuffle(&mut rest);
    let missing = 33 - named[0].len();
    named[0].extend(rest.drain(..missing));
    named[1].extend(rest);
    named
}

/// DW-12: new copies of the same types in the same order.
fn mirror(deck: &Deck) -> Deck {
    let mut used: [u8; TYPES] = std::array::from_fn(|at| crate::cards::TABLE[at].copies);
    let twin = |card: CardId| {
        let kind = card.kind();
        used[kind.at()] += 1;
        kind.copy(used[kind.at()])
    };
    deck.iter().filter_map(twin).collect()
}

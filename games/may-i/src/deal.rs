//! How a round begins, and its record at the end.

use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat};

use crate::contract::Contract;
use crate::events::{Event, LaidMeld};
use crate::fold::{full_deck, packs};
use crate::options::FirstDealer;
use crate::record::{EndedBy, RoundRecord};
use crate::{Card, HAND, MayI, State, rules};

/// MI-11: the dealer of the first round.
pub(crate) fn first_dealer(rules: &mut RuleContext<MayI>) -> Seat {
    match rules.options.first_dealer {
        FirstDealer::LastSeat => Seat(rules.state.players.saturating_sub(1)),
        FirstDealer::Seat(seat) => Seat(seat.min(rules.state.players.saturating_sub(1))),
        FirstDealer::HighCard => high_card(rules),
    }
}

/// Each player gets one card of a shuffled deck without wilds. The highest rank deals; ties draw
/// again.
fn high_card(rules: &mut RuleContext<MayI>) -> Seat {
    let mut drawing: Vec<Seat> = rules.state.seats().collect();
    loop {
        let mut deck = full_deck(rules.state.players);
        deck.retain(|card| !card.is_wild());
        rules.dice.shuffle(&mut deck);
        let cards: Vec<(Seat, Card)> = drawing.iter().copied().zip(deck).collect();
        rules.emit(Event::DealerDrawn { cards: cards.clone() });
        let value = |card: Card| card.natural().map_or(0, crate::Natural::value);
        let highest = cards.iter().map(|(_, card)| value(*card)).max();
        let best = cards.iter().filter(|(_, card)| Some(value(*card)) == highest);
        drawing = best.map(|(seat, _)| *seat).collect();
        if let [dealer] = drawing[..] {
            return dealer;
        }
    }
}

/// MI-14, MI-15: deals a round; or MI-145: sets it up as arranged.
pub(crate) fn deal(rules: &mut RuleContext<MayI>, round: u8, dealer: Seat, first: Seat) {
    let players = rules.state.players;
    let (packs, _) = packs(players);
    let contract = Contract::of(round);
    rules.emit(Event::RoundStarted { round, contract, dealer, first, packs });
    if rules.state.planned.contains_key(&round) {
        rules.emit(Event::CardsArranged { round });
        rules::replenish(rules);
        return;
    }
    let mut deck = full_deck(players).into_boxed_slice();
    rules.dice.shuffle(&mut deck);
    rules.emit(Event::Shuffled { deck: Private::Known(deck) });
    let hands = hands(&rules.state, dealer);
    #[allow(clippy::cast_possible_truncation)] // Eleven.
    rules.emit(Event::HandsDealt { count: HAND as u8, hands });
    let Some(card) = rules.state.stock().first().copied() else {
        return debug_assert!(false, "the deal leaves a stock (MI-2, MI-15)");
    };
    rules.emit(Event::DiscardTurned { card });
}

/// The hands dealt from the shuffled deck: card k goes to seat dealer + 1 + k.
fn hands(state: &State, dealer: Seat) -> Vec<Private<Vec<Card>>> {
    let players = usize::from(state.players);
    let hand = |seat: Seat| {
        let first = (seat.at() + players - 1 - dealer.at()) % players;
        let cards = state.stock().iter().skip(first).step_by(players).take(HAND);
        Private::Known(cards.copied().collect())
    };
    state.seats().map(hand).collect()
}

/// MI-130, MI-131, MI-132: the record of a round.
pub(crate) fn record(
    state: &State,
    round: u8,
    winner: Option<Seat>,
    ended_by: EndedBy,
) -> RoundRecord {
    let points = |seat: Seat| state.hand(seat).iter().map(|card| card.points()).sum();
    RoundRecord { round, scores: state.seats().map(points).collect(), winner, ended_by }
}

/// The melds on the table.
pub(crate) fn table_of(state: &State) -> Vec<LaidMeld> {
    let meld = |(id, tag, cards): (_, crate::MeldTag, &[Card])| LaidMeld {
        id,
        kind: tag.kind,
        cards: cards.to_vec(),
        owner: tag.owner,
    };
    state.table().map(meld).collect()
}

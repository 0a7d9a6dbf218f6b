//! How a round begins and what it comes to.

use croupier_kit::{Private, RuleContext, Seat};

use crate::contract::Contract;
use crate::events::{Event, LaidMeld};
use crate::fold::{full_deck, packs};
use crate::options::FirstDealer;
use crate::record::{EndedBy, RoundRecord};
use crate::{Card, HAND, MayI, State, rules};

/// MI-11
pub(crate) fn first_dealer(table: &mut RuleContext<MayI>) -> Seat {
    match table.options.first_dealer {
        FirstDealer::LastSeat => Seat(table.state.players.saturating_sub(1)),
        FirstDealer::Seat(seat) => Seat(seat.min(table.state.players.saturating_sub(1))),
        FirstDealer::HighCard => high_card(table),
    }
}

/// One card each from a shuffled deck without wilds; the highest rank deals, ties draw again.
fn high_card(table: &mut RuleContext<MayI>) -> Seat {
    let mut drawing: Vec<Seat> = table.state.seats().collect();
    loop {
        let mut deck = full_deck(table.state.players);
        deck.retain(|card| !card.is_wild());
        table.dice.shuffle(&mut deck);
        let cards: Vec<(Seat, Card)> = drawing.iter().copied().zip(deck).collect();
        table.emit(Event::DealerDrawn { cards: cards.clone() });
        let value = |card: Card| card.natural().map_or(0, crate::Natural::value);
        let highest = cards.iter().map(|(_, card)| value(*card)).max();
        let best = cards.iter().filter(|(_, card)| Some(value(*card)) == highest);
        drawing = best.map(|(seat, _)| *seat).collect();
        if let [dealer] = drawing[..] {
            return dealer;
        }
    }
}

/// MI-14, MI-15, or MI-145.
pub(crate) fn deal(table: &mut RuleContext<MayI>, round: u8, dealer: Seat, first: Seat) {
    let players = table.state.players;
    let (packs, _) = packs(players);
    let contract = Contract::of(round);
    table.emit(Event::RoundStarted { round, contract, dealer, first, packs });
    if table.state.planned.contains_key(&round) {
        table.emit(Event::CardsArranged { round });
        rules::replenish(table);
        return;
    }
    let mut deck = full_deck(players).into_boxed_slice();
    table.dice.shuffle(&mut deck);
    table.emit(Event::Shuffled { deck: Private::Known(deck) });
    let hands = hands(&table.state, dealer);
    let count = u8::try_from(HAND).unwrap_or(u8::MAX);
    table.emit(Event::HandsDealt { count, hands });
    if let Some(card) = table.state.stock().first().copied() {
        table.emit(Event::DiscardTurned { card });
    }
}

/// The hands that the shuffled deck gives: card k to the seat dealer + 1 + k.
fn hands(state: &State, dealer: Seat) -> Vec<Private<Vec<Card>>> {
    let players = usize::from(state.players);
    let hand = |seat: Seat| {
        let first = (seat.at() + players - 1 - dealer.at()) % players;
        let cards = state.stock().iter().skip(first).step_by(players).take(HAND);
        Private::Known(cards.copied().collect())
    };
    state.seats().map(hand).collect()
}

/// MI-130, MI-131, MI-132
pub(crate) fn record(
    state: &State,
    round: u8,
    winner: Option<Seat>,
    ended_by: EndedBy,
) -> RoundRecord {
    let points = |seat: Seat| state.hand(seat).iter().map(|card| card.points()).sum();
    RoundRecord { round, scores: state.seats().map(points).collect(), winner, ended_by }
}

/// The table as it lies.
pub(crate) fn table_of(state: &State) -> Vec<LaidMeld> {
    let meld = |(id, tag, cards): (_, crate::MeldTag, &[Card])| LaidMeld {
        id,
        kind: tag.kind,
        cards: cards.to_vec(),
        owner: tag.owner,
    };
    state.table().map(meld).collect()
}

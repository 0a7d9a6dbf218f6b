//! The cards, the actions and the events: what may be done, and what happens then.

use croupier_chart::run::{Look, Scope};
use croupier_kit::prelude::*;
use serde::{Deserialize, Serialize};

use crate::flow::Flow;

/// Rule 1: the number of players.
pub const SEATS: usize = 4;

/// Rule 9: the score that ends the match.
pub(crate) const END: i32 = 100;

pub(crate) const FIRST: Card = Card::of(Rank::TWO, Suit::Clubs);
pub(crate) const QUEEN: Card = Card::of(Rank::QUEEN, Suit::Spades);
pub(crate) const HEARTS: CardSet = CardSet::of_suit(Suit::Hearts);
pub(crate) const PENALTIES: CardSet = HEARTS.with(QUEEN);

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    pub hands: [CardSet; SEATS],
    /// The cards each seat is going to pass. They stay in the hand until all have chosen.
    pub chosen: [CardSet; SEATS],
    pub open: Open,
}

/// What everybody sees.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Open {
    pub round: u32,
    pub trick: Trick,
    /// The cards that everybody has taken in this round.
    pub taken: [CardSet; SEATS],
    pub scores: [i32; SEATS],
}

actions! {
    /// What a player may ask for.
    pub enum Action: Kind {
        Pass { cards: CardSet } => "PASS",
        Play { card: Card } => "PLAY",
    }
}

events! {
    /// What happened, and who may know it. Only this changes the state.
    pub enum Event {
        Dealt { seat: Seat, hand: CardSet => seat },
        Chose { seat: Seat, cards: CardSet => seat },
        Received { seat: Seat, from: Seat, cards: CardSet => seat },
        Began { leader: Seat },
        Played { seat: Seat, card: Card, led: Suit },
        Took { seat: Seat, cards: CardSet },
        Scored { points: [i32; SEATS] },
    }
}

rejects! {
    /// Why an action is refused.
    pub enum Reject in "hearts" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotNow => "not_now": "cards are passed before they are played",
        ThreeCards => "three_cards": "three cards are passed, no more and no fewer",
        NotHeld => "not_held": "you do not hold that",
        FirstCard => "first_card": "the two of clubs is led first",
        MustFollow(card: Card) => "must_follow": "this card does not follow suit, and you can",
        FirstTrick(card: Card) => "first_trick": "this card may not be played to the first trick",
        NotBroken => "not_broken": "no heart was played yet, so none may be led",
    }
}

/// All cards played in this round: those in the trick and those already taken.
pub(crate) fn played(open: &Open) -> CardSet {
    open.taken.iter().fold(open.trick.set(), |all, taken| all | *taken)
}

/// A number that is different for every decision of a seat.
pub(crate) fn decision(state: &State, is_playing: bool) -> usize {
    64 * state.open.round as usize + usize::from(is_playing) + played(&state.open).len()
}

/// The seats that have chosen the cards to pass.
pub(crate) fn have_chosen(state: &State) -> SeatSet {
    Seat::first(SEATS).filter(|seat| !state.chosen[seat.at()].is_empty()).collect()
}

/// Rule 2: who gets a seat's three cards in this round. None if nothing is passed.
pub(crate) fn receiver(round: u32, seat: Seat) -> Option<Seat> {
    let steps = [1, 3, 2, 0][round as usize % SEATS];
    (steps > 0).then(|| seat.offset(steps, SEATS))
}

/// Rules 3 to 6: whether a card of this hand may be played.
pub(crate) fn may_play(open: &Open, hand: CardSet, card: Card) -> Result<(), Reject> {
    let is_first = open.taken.iter().all(|taken| taken.is_empty());
    let leads = open.trick.cards().is_empty();
    let fitting = open.trick.playable(hand);
    let has_other = |unwanted: CardSet| !fitting.is_subset_of(unwanted);
    Reject::NotHeld.unless(hand.contains(card))?;
    Reject::FirstCard.unless(card == FIRST || !hand.contains(FIRST))?;
    Reject::MustFollow(card).unless(fitting.contains(card))?;
    let is_kept = is_first && PENALTIES.contains(card) && has_other(PENALTIES);
    Reject::FirstTrick(card).unless(!is_kept)?;
    let is_broken = open.taken.iter().any(|taken| !(*taken & HEARTS).is_empty());
    let is_early = leads && HEARTS.contains(card) && has_other(HEARTS);
    Reject::NotBroken.unless(is_broken || !is_early)
}

pub(crate) fn playable(open: &Open, hand: CardSet) -> CardSet {
    hand.iter().filter(|card| may_play(open, hand, *card).is_ok()).collect()
}

/// Rule 8: the points of these cards.
pub(crate) fn points(cards: CardSet) -> i32 {
    (cards & PENALTIES).iter().map(|card| if card == QUEEN { 13 } else { 1 }).sum()
}

/// Rule 8: the points of everybody in a round.
pub(crate) fn round_points(taken: &[CardSet; SEATS]) -> [i32; SEATS] {
    let points = taken.map(points);
    if points.contains(&26) { points.map(|points| 26 - points) } else { points }
}

pub(crate) fn deal(scope: &mut Scope<'_, Flow>) {
    for (seat, hand) in Seat::first(SEATS).zip(scope.rules.dice.deal::<SEATS>()) {
        scope.rules.emit(Event::Dealt { seat, hand: Private::Known(hand) });
    }
}

pub(crate) fn is_held(look: &Look<'_, Flow>) -> bool {
    receiver(look.rules.state.open.round, Seat(0)).is_none()
}

pub(crate) fn choose(scope: &mut Scope<'_, Flow>, seat: Seat, Pass { cards }: Pass) {
    scope.rules.emit(Event::Chose { seat, cards: Private::Known(cards) });
}

pub(crate) fn everybody_has_chosen(look: &Look<'_, Flow>) -> bool {
    have_chosen(&look.rules.state) == SeatSet::first(SEATS)
}

pub(crate) fn exchange(scope: &mut Scope<'_, Flow>) {
    let State { chosen, open: Open { round, .. }, .. } = scope.rules.state;
    for (from, cards) in Seat::first(SEATS).zip(chosen) {
        // Nobody chooses cards in a round without passing.
        let Some(seat) = receiver(round, from) else { return debug_assert!(false, "a hold round") };
        scope.rules.emit(Event::Received { seat, from, cards: Private::Known(cards) });
    }
}

/// Rule 3: starts the play of a round.
pub(crate) fn begin(scope: &mut Scope<'_, Flow>) {
    let has_first = |seat: &Seat| scope.rules.state.hands[seat.at()].contains(FIRST);
    // Somebody was dealt the two of clubs.
    let Some(leader) = Seat::first(SEATS).find(has_first) else { return debug_assert!(false) };
    scope.rules.emit(Event::Began { leader });
}

/// Rules 7 and 8: plays a card, and settles the trick and the round when they are complete.
pub(crate) fn play(scope: &mut Scope<'_, Flow>, seat: Seat, Play { card }: Play) {
    let led = scope.rules.state.open.trick.led_with(card);
    scope.rules.emit(Event::Played { seat, card, led });
    let trick = scope.rules.state.open.trick;
    if let Some(seat) = trick.taker(SEATS) {
        scope.rules.emit(Event::Took { seat, cards: trick.set() });
    }
    if scope.rules.state.hands == [CardSet::EMPTY; SEATS] {
        let points = round_points(&scope.rules.state.open.taken);
        scope.rules.emit(Event::Scored { points });
    }
}

pub(crate) fn is_played(look: &Look<'_, Flow>) -> bool {
    look.rules.state.hands == [CardSet::EMPTY; SEATS]
}

/// Rule 9: whether the match is over.
pub(crate) fn is_decided(look: &Look<'_, Flow>) -> bool {
    look.rules.state.open.scores.iter().any(|score| *score >= END)
}

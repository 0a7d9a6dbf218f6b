//! The effects of the ten cards of age 8.

use super::prelude::*;
use crate::choice::CardList;
use crate::zones::Zone;

/// Antibiotics: you may return up to three cards; draw two 8s for each different value.
pub(super) fn antibiotics_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_some(1..=3, fx.hand())?;
    let values = cards.set().values();
    fx.give_back_all(cards)?;
    for _ in 0..2 * values {
        fx.draw(8)?;
    }
    fx.done()
}

/// Corporations, effect 1 (demand): a top card with a factory that is not green goes to my score
/// pile; if it does, draw and meld an 8.
pub(super) fn corporations_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Green).with(Factory))? {
        fx.transfer(card, Score(fx.activator()))?;
        fx.draw_and_meld(8)?;
    }
    fx.done()
}

/// Corporations, effect 2: draw and meld an 8.
pub(super) fn corporations_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_meld(8)?;
    fx.done()
}

/// Empiricism, effect 1: choose two colours, then draw and reveal a 9; if it has one of them, meld
/// it, and you may splay its colour up.
pub(super) fn empiricism_1(fx: &mut Effect<'_>) -> Resolved {
    let colours = fx.must_pick_colours(2, None)?;
    let card = fx.draw_and_reveal(9)?;
    if colours.contains(card.colour()) {
        fx.meld(card)?;
        fx.may_splay(card.colour(), Up)?;
    }
    fx.done()
}

/// Empiricism, effect 2: twenty bulbs win.
pub(super) fn empiricism_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.icons(Bulb) >= 20 {
        fx.win(fx.me())?;
    }
    fx.done()
}

/// Flight, effect 1: if your red cards are splayed up, you may splay any colour up.
pub(super) fn flight_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.splayed(Red) == Some(Up) {
        fx.may_splay(Colours::ALL, Up)?;
    }
    fx.done()
}

/// Flight, effect 2: you may splay red up.
pub(super) fn flight_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Red, Up)?;
    fx.done()
}

/// Mass Media, effect 1: you may return a card from your hand; if you do, choose a value, and all
/// cards of that value leave all score piles: yours first, then clockwise, each as it lies.
pub(super) fn mass_media_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        let value = fx.must_pick_value()?;
        for seat in std::iter::once(fx.me()).chain(fx.others()) {
            let pile: CardList = fx.world().zones().cards(Zone::score(seat)).collect();
            for card in pile.into_iter().filter(|card| card.age() == value) {
                fx.give_back(card)?;
            }
        }
    }
    fx.done()
}

/// Mass Media, effect 2: you may splay purple up.
pub(super) fn mass_media_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Purple, Up)?;
    fx.done()
}

/// Mobility (demand): your two highest top cards that are not red and have no factory go to my score
/// pile; if any does, draw an 8.
pub(super) fn mobility_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_highest(2, fx.tops().not_of_colour(Red).without(Factory))?;
    if !cards.is_empty() {
        fx.transfer_all(cards, Score(fx.activator()))?;
        fx.draw(8)?;
    }
    fx.done()
}

/// Quantum Theory: you may return up to two cards; if you return two, draw a 10, then draw and score
/// a 10.
pub(super) fn quantum_theory_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_some(1..=2, fx.hand())?;
    let returned = cards.len();
    fx.give_back_all(cards)?;
    if returned == 2 {
        fx.draw(10)?;
        fx.draw_and_score(10)?;
    }
    fx.done()
}

/// Rocketry: for every two clocks, return a card from anybody else's score pile.
pub(super) fn rocketry_1(fx: &mut Effect<'_>) -> Resolved {
    let piles = fx.others().fold(CardSet::EMPTY, |all, other| all | fx.score_pile_of(other));
    let cards = fx.must_pick_backs(fx.icons(Clock) / 2, piles)?;
    fx.give_back_all(cards)?;
    fx.done()
}

/// Skyscrapers (demand): a top card with a clock that is not yellow goes to my board; if it does,
/// score the card beneath it and return the rest of that pile.
pub(super) fn skyscrapers_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Yellow).with(Clock))? {
        fx.transfer(card, Board(fx.activator()))?;
        if let Some(beneath) = fx.top(card.colour()) {
            fx.score(beneath)?;
        }
        let rest: CardSet = fx.pile(card.colour()).into_iter().collect();
        fx.give_back_all(rest)?;
    }
    fx.done()
}

/// Socialism: you may tuck your whole hand; if a purple card is among it, take the lowest cards of
/// everybody else's hand.
pub(super) fn socialism_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.hand();
    if !cards.is_empty() && fx.may()? {
        fx.tuck_all(cards)?;
        if !cards.of_colour(Purple).is_empty() {
            for other in fx.others() {
                fx.transfer_all(fx.hand_of(other).lowest(), Hand(fx.me()))?;
            }
        }
    }
    fx.done()
}

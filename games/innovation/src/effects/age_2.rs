//! The effects of the ten cards of age 2.

use super::prelude::*;

/// Calendar: with more cards in your score pile than in your hand, draw two 3s.
pub(super) fn calendar_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.score_pile().len() > fx.hand().len() {
        fx.draw(3)?;
        fx.draw(3)?;
    }
    fx.done()
}

/// Canal Building: you may exchange all the highest cards of your hand and of your score pile.
pub(super) fn canal_building_1(fx: &mut Effect<'_>) -> Resolved {
    let (hand, score) = (fx.hand().highest(), fx.score_pile().highest());
    if !(hand | score).is_empty() && fx.may()? {
        fx.exchange((Hand(fx.me()), hand), (Score(fx.me()), score))?;
    }
    fx.done()
}

/// Construction, effect 1 (demand): two cards from your hand to mine, then draw a 2.
pub(super) fn construction_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_n(2, fx.hand())?;
    fx.transfer_all(cards, Hand(fx.activator()))?;
    fx.draw(2)?;
    fx.done()
}

/// Construction, effect 2: if you alone have five top cards, claim Empire.
pub(super) fn construction_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.tops().len() == 5 && fx.others().all(|other| fx.tops_of(other).len() < 5) {
        fx.claim(Empire)?;
    }
    fx.done()
}

/// Currency: you may return any number of cards; draw and score a 2 for each different value.
pub(super) fn currency_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_any(fx.hand())?;
    let values = cards.set().values();
    fx.give_back_all(cards)?;
    for _ in 0..values {
        fx.draw_and_score(2)?;
    }
    fx.done()
}

/// Fermenting: draw a 2 for every two leaves on your board.
pub(super) fn fermenting_1(fx: &mut Effect<'_>) -> Resolved {
    for _ in 0..fx.icons(Leaf) / 2 {
        fx.draw(2)?;
    }
    fx.done()
}

/// Mapmaking, effect 1 (demand): a 1 from your score pile to mine.
pub(super) fn mapmaking_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.score_pile().of_value(1))? {
        fx.transfer(card, Score(fx.activator()))?;
    }
    fx.done()
}

/// Mapmaking, effect 2: if the demand moved a card, draw and score a 1.
pub(super) fn mapmaking_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.hit() {
        fx.draw_and_score(1)?;
    }
    fx.done()
}

/// Mathematics: you may return a card from your hand; if you do, draw and meld one value higher.
pub(super) fn mathematics_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        fx.draw_and_meld(card.age() + 1)?;
    }
    fx.done()
}

/// Monotheism, effect 1 (demand): a top card of a colour I do not have goes to my score pile; if it
/// does, draw and tuck a 1.
pub(super) fn monotheism_1(fx: &mut Effect<'_>) -> Resolved {
    let mine = fx.colours_of(fx.activator());
    if let Some(card) = fx.must_pick(fx.tops().of_colours(Colours::ALL - mine))? {
        fx.transfer(card, Score(fx.activator()))?;
        fx.draw_and_tuck(1)?;
    }
    fx.done()
}

/// Monotheism, effect 2: draw and tuck a 1.
pub(super) fn monotheism_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_tuck(1)?;
    fx.done()
}

/// Philosophy, effect 1: you may splay any colour left.
pub(super) fn philosophy_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Colours::ALL, Left)?;
    fx.done()
}

/// Philosophy, effect 2: you may score a card from your hand.
pub(super) fn philosophy_2(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.score(card)?;
    }
    fx.done()
}

/// Road Building: meld one or two cards; after two, you may give your top red card to another
/// player's board for that player's top green card.
pub(super) fn road_building_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_some(1..=2, fx.hand())?;
    let melded = cards.len();
    fx.meld_all(cards)?;
    if melded == 2
        && let Some(red) = fx.top(Red)
        && let Some(other) = fx.may_pick_player(fx.others().collect())?
    {
        fx.transfer(red, Board(other))?;
        if let Some(green) = fx.top_of(other, Green) {
            fx.transfer(green, Board(fx.me()))?;
        }
    }
    fx.done()
}

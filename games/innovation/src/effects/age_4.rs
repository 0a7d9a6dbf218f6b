//! The effects of the ten cards of age 4.

use super::prelude::*;

/// Anatomy (demand): return a card of your score pile; if you do, return a top card of its value.
pub(super) fn anatomy_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.score_pile())? {
        fx.give_back(card)?;
        if let Some(top) = fx.must_pick(fx.tops().of_value(card.age()))? {
            fx.give_back(top)?;
        }
    }
    fx.done()
}

/// Colonialism: draw and tuck a 3; repeat while it has a crown.
pub(super) fn colonialism_1(fx: &mut Effect<'_>) -> Resolved {
    while fx.draw_and_tuck(3)?.has(Crown) {}
    fx.done()
}

/// Enterprise, effect 1 (demand): a top card with a crown, not purple, to my board; if you do, draw
/// and meld a 4.
pub(super) fn enterprise_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Purple).with(Crown))? {
        fx.transfer(card, Board(fx.activator()))?;
        fx.draw_and_meld(4)?;
    }
    fx.done()
}

/// Enterprise, effect 2: you may splay green right.
pub(super) fn enterprise_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Green, Right)?;
    fx.done()
}

/// Experimentation: draw and meld a 5.
pub(super) fn experimentation_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_meld(5)?;
    fx.done()
}

/// Gunpowder, effect 1 (demand): a top card with a castle to my score pile.
pub(super) fn gunpowder_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().with(Castle))? {
        fx.transfer(card, Score(fx.activator()))?;
    }
    fx.done()
}

/// Gunpowder, effect 2: if the demand moved a card, draw and score a 2.
pub(super) fn gunpowder_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.hit() {
        fx.draw_and_score(2)?;
    }
    fx.done()
}

/// Invention, effect 1: you may turn a colour from left to right; if you do, draw and score a 4.
pub(super) fn invention_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.may_splay(fx.splayed_in(Left), Right)?.is_some() {
        fx.draw_and_score(4)?;
    }
    fx.done()
}

/// Invention, effect 2: with five colours splayed in any direction, claim Wonder.
pub(super) fn invention_2(fx: &mut Effect<'_>) -> Resolved {
    if Colour::ALL.into_iter().all(|colour| fx.splayed(colour).is_some()) {
        fx.claim(Wonder)?;
    }
    fx.done()
}

/// Navigation (demand): a 2 or a 3 from your score pile to mine.
pub(super) fn navigation_1(fx: &mut Effect<'_>) -> Resolved {
    let score = fx.score_pile();
    if let Some(card) = fx.must_pick(score.of_value(2) | score.of_value(3))? {
        fx.transfer(card, Score(fx.activator()))?;
    }
    fx.done()
}

/// Perspective: you may return a card from your hand; if you do, score a card from it for every two
/// bulbs.
pub(super) fn perspective_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        let cards = fx.must_pick_n(fx.icons(Bulb) / 2, fx.hand())?;
        fx.score_all(cards)?;
    }
    fx.done()
}

/// Printing Press, effect 1: you may return a card of your score pile; if you do, draw two values
/// higher than your top purple card.
pub(super) fn printing_press_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.score_pile())? {
        fx.give_back(card)?;
        fx.draw(fx.top(Purple).map_or(0, Card::age) + 2)?;
    }
    fx.done()
}

/// Printing Press, effect 2: you may splay blue right.
pub(super) fn printing_press_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Blue, Right)?;
    fx.done()
}

/// Reformation, effect 1: you may tuck a card from your hand for every two leaves, as many as you
/// have, all or none.
pub(super) fn reformation_1(fx: &mut Effect<'_>) -> Resolved {
    let count = fx.hand().count().min(fx.icons(Leaf) / 2);
    if count > 0 {
        let cards = fx.may_pick_some(count..=count, fx.hand())?;
        fx.tuck_all(cards)?;
    }
    fx.done()
}

/// Reformation, effect 2: you may splay yellow or purple right.
pub(super) fn reformation_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Yellow, Purple], Right)?;
    fx.done()
}

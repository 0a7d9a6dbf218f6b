//! The effects of the ten cards of age 3.

use super::prelude::*;

/// Alchemy, effect 1: draw and reveal a 4 for every three castles; if one is red, return your hand.
pub(super) fn alchemy_1(fx: &mut Effect<'_>) -> Resolved {
    let mut red = false;
    for _ in 0..fx.icons(Castle) / 3 {
        red |= fx.draw_and_reveal(4)?.colour() == Red;
    }
    if red {
        fx.give_back_all(fx.hand())?;
    }
    fx.done()
}

/// Alchemy, effect 2: meld a card from your hand, then score one.
pub(super) fn alchemy_2(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.meld(card)?;
    }
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.score(card)?;
    }
    fx.done()
}

/// Compass (demand): a top card with a leaf, not green, to my board; then take a top card without a
/// leaf from mine.
pub(super) fn compass_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Green).with(Leaf))? {
        fx.transfer(card, Board(fx.activator()))?;
    }
    if let Some(card) = fx.must_pick(fx.tops_of(fx.activator()).without(Leaf))? {
        fx.transfer(card, Board(fx.me()))?;
    }
    fx.done()
}

/// Education: you may return the highest card of your score pile; if you do, draw two values higher
/// than the highest one left.
pub(super) fn education_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.score_pile().highest())? {
        fx.give_back(card)?;
        fx.draw(fx.score_pile().highest_value() + 2)?;
    }
    fx.done()
}

/// Engineering, effect 1 (demand): all your top cards with a castle to my score pile.
pub(super) fn engineering_1(fx: &mut Effect<'_>) -> Resolved {
    fx.transfer_all(fx.tops().with(Castle), Score(fx.activator()))?;
    fx.done()
}

/// Engineering, effect 2: you may splay red left.
pub(super) fn engineering_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Red, Left)?;
    fx.done()
}

/// Feudalism, effect 1 (demand): a castle card from your hand to mine.
pub(super) fn feudalism_1(fx: &mut Effect<'_>) -> Resolved {
    match fx.must_pick(fx.hand().with(Castle))? {
        Some(card) => fx.transfer(card, Hand(fx.activator()))?,
        None => fx.prove(fx.me()),
    }
    fx.done()
}

/// Feudalism, effect 2: you may splay yellow or purple left.
pub(super) fn feudalism_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Yellow, Purple], Left)?;
    fx.done()
}

/// Machinery, effect 1 (demand): exchange your whole hand with all the highest cards of mine.
pub(super) fn machinery_1(fx: &mut Effect<'_>) -> Resolved {
    let (yours, mine) = (fx.hand(), fx.hand_of(fx.activator()).highest());
    fx.exchange((Hand(fx.me()), yours), (Hand(fx.activator()), mine))?;
    fx.done()
}

/// Machinery, effect 2: score a castle card from your hand; you may splay red left.
pub(super) fn machinery_2(fx: &mut Effect<'_>) -> Resolved {
    match fx.must_pick(fx.hand().with(Castle))? {
        Some(card) => fx.score(card)?,
        None => fx.prove(fx.me()),
    }
    fx.may_splay(Red, Left)?;
    fx.done()
}

/// Medicine (demand): exchange the highest card of your score pile with the lowest of mine. Each
/// owner picks among equals.
pub(super) fn medicine_1(fx: &mut Effect<'_>) -> Resolved {
    let (me, activator) = (fx.me(), fx.activator());
    let yours = fx.must_pick(fx.score_pile().highest())?;
    let mine = fx.must_pick_by(activator, fx.score_pile_of(activator).lowest())?;
    let (yours, mine) = (yours.into_iter().collect(), mine.into_iter().collect());
    fx.exchange((Score(me), yours), (Score(activator), mine))?;
    fx.done()
}

/// Optics: draw and meld a 3; with a crown on it, draw and score a 4; without, give a card of your
/// score pile to an opponent with fewer points.
pub(super) fn optics_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.draw_and_meld(3)?.has(Crown) {
        fx.draw_and_score(4)?;
        return fx.done();
    }
    let points = fx.points_of(fx.me());
    let poorer = fx.others().filter(|other| fx.points_of(*other) < points).collect();
    if let Some(other) = fx.must_pick_player(poorer)?
        && let Some(card) = fx.must_pick(fx.score_pile())?
    {
        fx.transfer(card, Score(other))?;
    }
    fx.done()
}

/// Paper, effect 1: you may splay green or blue left.
pub(super) fn paper_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Green, Blue], Left)?;
    fx.done()
}

/// Paper, effect 2: draw a 4 for every colour you have splayed left.
pub(super) fn paper_2(fx: &mut Effect<'_>) -> Resolved {
    for _ in 0..fx.splayed_in(Left).len() {
        fx.draw(4)?;
    }
    fx.done()
}

/// Translation, effect 1: you may meld your whole score pile.
pub(super) fn translation_1(fx: &mut Effect<'_>) -> Resolved {
    if !fx.score_pile().is_empty() && fx.may()? {
        fx.meld_all(fx.score_pile())?;
    }
    fx.done()
}

/// Translation, effect 2: if all your top cards have crowns, claim World.
pub(super) fn translation_2(fx: &mut Effect<'_>) -> Resolved {
    if !fx.tops().is_empty() && fx.tops().without(Crown).is_empty() {
        fx.claim(Special::World)?;
    }
    fx.done()
}

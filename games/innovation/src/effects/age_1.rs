//! The effects of the fifteen cards of age 1.

use super::prelude::*;

/// Agriculture: you may return a card from your hand; if you do, draw and score one value higher.
pub(super) fn agriculture_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        fx.draw_and_score(card.age() + 1)?;
    }
    fx.done()
}

/// Archery (demand): draw a 1, then give me the highest card of your hand.
pub(super) fn archery_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw(1)?;
    if let Some(card) = fx.must_pick(fx.hand().highest())? {
        fx.transfer(card, Hand(fx.activator()))?;
    }
    fx.done()
}

/// City States (demand): with four castles, a top card with a castle goes to my board; if it does,
/// draw a 1.
pub(super) fn city_states_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.icons(Castle) >= 4
        && let Some(card) = fx.must_pick(fx.tops().with(Castle))?
    {
        fx.transfer(card, Board(fx.activator()))?;
        fx.draw(1)?;
    }
    fx.done()
}

/// Clothing, effect 1: meld a card of a colour you do not have.
pub(super) fn clothing_1(fx: &mut Effect<'_>) -> Resolved {
    let new = fx.hand().of_colours(Colours::ALL - fx.colours());
    if let Some(card) = fx.must_pick(new)? {
        fx.meld(card)?;
    }
    fx.done()
}

/// Clothing, effect 2: draw and score a 1 for each colour that you alone have.
pub(super) fn clothing_2(fx: &mut Effect<'_>) -> Resolved {
    let alone = fx.others().fold(fx.colours(), |left, other| left - fx.colours_of(other));
    for _ in 0..alone.len() {
        fx.draw_and_score(1)?;
    }
    fx.done()
}

/// Code of Laws: you may tuck a card of a colour you have; if you do, you may splay it left.
pub(super) fn code_of_laws_1(fx: &mut Effect<'_>) -> Resolved {
    let known = fx.hand().of_colours(fx.colours());
    if let Some(card) = fx.may_pick_unseen(1..=1, known)?.first() {
        fx.tuck(card)?;
        fx.may_splay(card.colour(), Left)?;
    }
    fx.done()
}

/// Domestication: meld the lowest card of your hand, then draw a 1.
pub(super) fn domestication_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand().lowest())? {
        fx.meld(card)?;
    }
    fx.draw(1)?;
    fx.done()
}

/// Masonry: you may meld any number of castle cards; four at once claim Monument.
pub(super) fn masonry_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_unseen(1..=u8::MAX, fx.hand().with(Castle))?;
    let melded = cards.len();
    fx.meld_all(cards)?;
    if melded >= 4 {
        fx.claim(Monument)?;
    }
    fx.done()
}

/// Metalworking: draw and reveal a 1; while it has a castle, score it and repeat.
pub(super) fn metalworking_1(fx: &mut Effect<'_>) -> Resolved {
    loop {
        let card = fx.draw_and_reveal(1)?;
        if !card.has(Castle) {
            return fx.done();
        }
        fx.score(card)?;
    }
}

/// Mysticism: draw and reveal a 1; if you have its colour, meld it and draw a 1.
pub(super) fn mysticism_1(fx: &mut Effect<'_>) -> Resolved {
    let card = fx.draw_and_reveal(1)?;
    if fx.colours().contains(card.colour()) {
        fx.meld(card)?;
        fx.draw(1)?;
    }
    fx.done()
}

/// Oars, effect 1 (demand): a crown card from your hand to my score pile; if you do, draw a 1.
pub(super) fn oars_1(fx: &mut Effect<'_>) -> Resolved {
    match fx.must_pick(fx.hand().with(Crown))? {
        Some(card) => {
            fx.transfer(card, Score(fx.activator()))?;
            fx.draw(1)?;
        }
        None => fx.prove(fx.me()),
    }
    fx.done()
}

/// Oars, effect 2: draw a 1 if the demand moved no card.
pub(super) fn oars_2(fx: &mut Effect<'_>) -> Resolved {
    if !fx.hit() {
        fx.draw(1)?;
    }
    fx.done()
}

/// Pottery, effect 1: you may return up to three cards; draw and score that value.
pub(super) fn pottery_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_some(1..=3, fx.hand())?;
    let count = cards.len();
    fx.give_back_all(cards)?;
    if count > 0 {
        fx.draw_and_score(count)?;
    }
    fx.done()
}

/// Pottery, effect 2: draw a 1.
pub(super) fn pottery_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw(1)?;
    fx.done()
}

/// Sailing: draw and meld a 1.
pub(super) fn sailing_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_meld(1)?;
    fx.done()
}

/// The Wheel: draw two 1s.
pub(super) fn the_wheel_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw(1)?;
    fx.draw(1)?;
    fx.done()
}

/// Tools, effect 1: you may return three cards; if you do, draw and meld a 3.
pub(super) fn tools_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_some(3..=3, fx.hand())?;
    if !cards.is_empty() {
        fx.give_back_all(cards)?;
        fx.draw_and_meld(3)?;
    }
    fx.done()
}

/// Tools, effect 2: you may return a 3; if you do, draw three 1s.
pub(super) fn tools_2(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand().of_value(3))? {
        fx.give_back(card)?;
        for _ in 0..3 {
            fx.draw(1)?;
        }
    }
    fx.done()
}

/// Writing: draw a 2.
pub(super) fn writing_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw(2)?;
    fx.done()
}

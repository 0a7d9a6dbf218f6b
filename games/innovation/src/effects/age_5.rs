//! The effects of the ten cards of age 5.

use super::prelude::*;

/// Astronomy, effect 1: draw and reveal a 6; while it is green or blue, meld it and repeat.
pub(super) fn astronomy_1(fx: &mut Effect<'_>) -> Resolved {
    loop {
        let card = fx.draw_and_reveal(6)?;
        if !matches!(card.colour(), Green | Blue) {
            return fx.done();
        }
        fx.meld(card)?;
    }
}

/// Astronomy, effect 2: if all your top cards that are not purple are 6 or higher, claim Universe.
pub(super) fn astronomy_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.tops().not_of_colour(Purple).up_to(5).is_empty() {
        fx.claim(Universe)?;
    }
    fx.done()
}

/// Banking, effect 1 (demand): a top card with a factory, not green, to my board; if you do, draw
/// and score a 5.
pub(super) fn banking_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Green).with(Factory))? {
        fx.transfer(card, Board(fx.activator()))?;
        fx.draw_and_score(5)?;
    }
    fx.done()
}

/// Banking, effect 2: you may splay green right.
pub(super) fn banking_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Green, Right)?;
    fx.done()
}

/// Chemistry, effect 1: you may splay blue right.
pub(super) fn chemistry_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Blue, Right)?;
    fx.done()
}

/// Chemistry, effect 2: draw and score one value higher than your highest top card, then return a
/// card of your score pile.
pub(super) fn chemistry_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(fx.tops().highest_value() + 1)?;
    if let Some(card) = fx.must_pick(fx.score_pile())? {
        fx.give_back(card)?;
    }
    fx.done()
}

/// Coal, effect 1: draw and tuck a 5.
pub(super) fn coal_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_tuck(5)?;
    fx.done()
}

/// Coal, effect 2: you may splay red right.
pub(super) fn coal_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Red, Right)?;
    fx.done()
}

/// Coal, effect 3: you may score a top card; if you do, score the card beneath it too.
pub(super) fn coal_3(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.tops())? {
        let beneath = fx.beneath(card);
        fx.score(card)?;
        if let Some(card) = beneath {
            fx.score(card)?;
        }
    }
    fx.done()
}

/// Measurement: you may return a card from your hand; if you do, splay a colour of your choice right
/// and draw as high as that pile has cards.
pub(super) fn measurement_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        if let Some(colour) = fx.must_pick_colours(1, Some(Right))?.iter().next() {
            fx.splay(colour, Right)?;
            fx.draw(u8::try_from(fx.pile_len(colour)).unwrap_or(u8::MAX))?;
        }
    }
    fx.done()
}

/// Physics: draw and reveal three 6s; if two of them share a colour, return your hand.
pub(super) fn physics_1(fx: &mut Effect<'_>) -> Resolved {
    let mut drawn = CardSet::EMPTY;
    for _ in 0..3 {
        drawn.insert(fx.draw_and_reveal(6)?);
    }
    if drawn.colours().len() < 3 {
        fx.give_back_all(fx.hand())?;
    }
    fx.done()
}

/// Societies (demand): a top card with a bulb, not purple, to my board; if you do, draw a 5.
pub(super) fn societies_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().not_of_colour(Purple).with(Bulb))? {
        fx.transfer(card, Board(fx.activator()))?;
        fx.draw(5)?;
    }
    fx.done()
}

/// Statistics, effect 1 (demand): the highest card of your score pile to your hand; repeat if it is
/// the only card there.
pub(super) fn statistics_1(fx: &mut Effect<'_>) -> Resolved {
    while let Some(card) = fx.must_pick(fx.score_pile().highest())? {
        fx.transfer(card, Hand(fx.me()))?;
        if fx.hand().len() != 1 {
            break;
        }
    }
    fx.done()
}

/// Statistics, effect 2: you may splay yellow right.
pub(super) fn statistics_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Yellow, Right)?;
    fx.done()
}

/// Steam Engine: draw and tuck two 4s, then score your bottom yellow card.
pub(super) fn steam_engine_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_tuck(4)?;
    fx.draw_and_tuck(4)?;
    if let Some(card) = fx.bottom(Yellow) {
        fx.score(card)?;
    }
    fx.done()
}

/// The Pirate Code, effect 1 (demand): two cards of value 4 or less from your score pile to mine.
pub(super) fn the_pirate_code_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_n(2, fx.score_pile().up_to(4))?;
    fx.transfer_all(cards, Score(fx.activator()))?;
    fx.done()
}

/// The Pirate Code, effect 2: if the demand moved a card, score your lowest top card with a crown.
pub(super) fn the_pirate_code_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.hit()
        && let Some(card) = fx.must_pick(fx.tops().with(Crown).lowest())?
    {
        fx.score(card)?;
    }
    fx.done()
}

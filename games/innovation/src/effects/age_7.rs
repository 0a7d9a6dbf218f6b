//! The effects of the ten cards of age 7.

use super::prelude::*;
use crate::action::Opt;

/// Bicycle: you may exchange your whole hand and your whole score pile.
pub(super) fn bicycle_1(fx: &mut Effect<'_>) -> Resolved {
    let (hand, score) = (fx.hand(), fx.score_pile());
    if !(hand | score).is_empty() && fx.may()? {
        fx.exchange((Hand(fx.me()), hand), (Score(fx.me()), score))?;
    }
    fx.done()
}

/// Combustion (demand): two cards from your score pile to mine.
pub(super) fn combustion_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_n(2, fx.score_pile())?;
    fx.transfer_all(cards, Score(fx.activator()))?;
    fx.done()
}

/// Electricity: return your top cards without a factory, then draw an 8 for each.
pub(super) fn electricity_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.tops().without(Factory);
    fx.give_back_all(cards)?;
    for _ in 0..cards.len() {
        fx.draw(8)?;
    }
    fx.done()
}

/// Evolution: you may either draw and score an 8 and then return a card from your score pile, or
/// draw one value higher than the highest card there.
pub(super) fn evolution_1(fx: &mut Effect<'_>) -> Resolved {
    match fx.may_pick_option()? {
        Some(Opt::Score) => {
            fx.draw_and_score(8)?;
            if let Some(card) = fx.must_pick(fx.score_pile())? {
                fx.give_back(card)?;
            }
        }
        Some(Opt::Draw) => {
            fx.draw(fx.score_pile().highest_value() + 1)?;
        }
        _ => {}
    }
    fx.done()
}

/// Explosives (demand): your three highest cards go to my hand; if that empties yours, draw a 7.
pub(super) fn explosives_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.must_pick_highest(3, fx.hand())?;
    let moved = !cards.is_empty();
    fx.transfer_all(cards, Hand(fx.activator()))?;
    if moved && fx.hand().is_empty() {
        fx.draw(7)?;
    }
    fx.done()
}

/// Lighting: you may tuck up to three cards; draw and score a 7 for each different value.
pub(super) fn lighting_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_some(1..=3, fx.hand())?;
    let values = cards.set().values();
    fx.tuck_all(cards)?;
    for _ in 0..values {
        fx.draw_and_score(7)?;
    }
    fx.done()
}

/// Publications, effect 1: you may put one of your piles into another order.
pub(super) fn publications_1(fx: &mut Effect<'_>) -> Resolved {
    let piles = fx.colours().iter().filter(|colour| fx.pile_len(*colour) >= 2).collect();
    if let Some(colour) = fx.may_pick_colour(piles, None)? {
        let order = fx.must_order_pile(colour)?;
        fx.rearrange(colour, order)?;
    }
    fx.done()
}

/// Publications, effect 2: you may splay yellow or blue up.
pub(super) fn publications_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Yellow, Blue], Up)?;
    fx.done()
}

/// Railroad, effect 1: return your whole hand, then draw three 6s.
pub(super) fn railroad_1(fx: &mut Effect<'_>) -> Resolved {
    fx.give_back_all(fx.hand())?;
    for _ in 0..3 {
        fx.draw(6)?;
    }
    fx.done()
}

/// Railroad, effect 2: you may splay up a colour that is splayed right.
pub(super) fn railroad_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(fx.splayed_in(Right), Up)?;
    fx.done()
}

/// Refrigeration, effect 1 (demand): return half of your hand, rounded down.
pub(super) fn refrigeration_1(fx: &mut Effect<'_>) -> Resolved {
    let hand = fx.hand();
    let cards = fx.must_pick_n(hand.count() / 2, hand)?;
    fx.give_back_all(cards)?;
    fx.done()
}

/// Refrigeration, effect 2: you may score a card from your hand.
pub(super) fn refrigeration_2(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.score(card)?;
    }
    fx.done()
}

/// Sanitation (demand): the two highest cards of your hand for the lowest card of mine.
pub(super) fn sanitation_1(fx: &mut Effect<'_>) -> Resolved {
    let (you, me) = (fx.me(), fx.activator());
    let yours = fx.must_pick_highest(2, fx.hand())?.set();
    let mine = fx.must_pick_by(me, fx.hand_of(me).lowest())?;
    fx.exchange((Hand(you), yours), (Hand(me), mine.into_iter().collect()))?;
    fx.done()
}

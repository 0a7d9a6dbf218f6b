//! The effects of the ten cards of age 6.

use super::prelude::*;

/// Atomic Theory, effect 1: you may splay blue right.
pub(super) fn atomic_theory_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Blue, Right)?;
    fx.done()
}

/// Atomic Theory, effect 2: draw and meld a 7.
pub(super) fn atomic_theory_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_meld(7)?;
    fx.done()
}

/// Canning, effect 1: you may draw and tuck a 6; if you do, score all your top cards without a
/// factory.
pub(super) fn canning_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.may()? {
        fx.draw_and_tuck(6)?;
        fx.score_all(fx.tops().without(Factory))?;
    }
    fx.done()
}

/// Canning, effect 2: you may splay yellow right.
pub(super) fn canning_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Yellow, Right)?;
    fx.done()
}

/// Classification: reveal a card from your hand, take all cards of its colour from all other hands
/// and meld all you then have of it.
pub(super) fn classification_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.reveal(card)?;
        for other in fx.others() {
            fx.prove(other);
            fx.transfer_all(fx.hand_of(other).of_colour(card.colour()), Hand(fx.me()))?;
        }
        fx.meld_all(fx.hand().of_colour(card.colour()))?;
    }
    fx.done()
}

/// Democracy: you may return any number of cards from your hand; having returned more than anybody
/// else in this action, draw and score an 8.
pub(super) fn democracy_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_any(fx.hand())?;
    fx.give_back_all(cards)?;
    let returned = fx.returned_by(fx.me());
    if fx.others().all(|other| fx.returned_by(other) < returned) {
        fx.draw_and_score(8)?;
    }
    fx.done()
}

/// Emancipation, effect 1 (demand): a card from your hand to my score pile; if you do, draw a 6.
pub(super) fn emancipation_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.transfer(card, Score(fx.activator()))?;
        fx.draw(6)?;
    }
    fx.done()
}

/// Emancipation, effect 2: you may splay red or purple right.
pub(super) fn emancipation_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Red, Purple], Right)?;
    fx.done()
}

/// Encyclopedia: you may meld all the highest cards of your score pile.
pub(super) fn encyclopedia_1(fx: &mut Effect<'_>) -> Resolved {
    if !fx.score_pile().is_empty() && fx.may()? {
        fx.meld_all(fx.score_pile().highest())?;
    }
    fx.done()
}

/// Industrialization, effect 1: draw and tuck a 6 for every two factories on your board.
pub(super) fn industrialization_1(fx: &mut Effect<'_>) -> Resolved {
    for _ in 0..fx.icons(Factory) / 2 {
        fx.draw_and_tuck(6)?;
    }
    fx.done()
}

/// Industrialization, effect 2: you may splay red or purple right.
pub(super) fn industrialization_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Red, Purple], Right)?;
    fx.done()
}

/// Machine Tools: draw and score the value of the highest card of your score pile.
pub(super) fn machine_tools_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(fx.score_pile().highest_value())?;
    fx.done()
}

/// Metric System, effect 1: with green splayed right, you may splay any colour right.
pub(super) fn metric_system_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.splayed(Green) == Some(Right) {
        fx.may_splay(Colours::ALL, Right)?;
    }
    fx.done()
}

/// Metric System, effect 2: you may splay green right.
pub(super) fn metric_system_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Green, Right)?;
    fx.done()
}

/// Vaccination, effect 1 (demand): return all the lowest cards of your score pile; if you do, draw
/// and meld a 6.
pub(super) fn vaccination_1(fx: &mut Effect<'_>) -> Resolved {
    let lowest = fx.score_pile().lowest();
    if !lowest.is_empty() {
        fx.give_back_all(lowest)?;
        fx.draw_and_meld(6)?;
    }
    fx.done()
}

/// Vaccination, effect 2: if the demand returned a card, draw and meld a 7.
pub(super) fn vaccination_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.hit() {
        fx.draw_and_meld(7)?;
    }
    fx.done()
}

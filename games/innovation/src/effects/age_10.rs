//! The effects of the ten cards of age 10.

use std::cmp::Reverse;

use super::prelude::*;

/// A.I., effect 1: draw and score a 10.
pub(super) fn ai_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(10)?;
    fx.done()
}

/// A.I., effect 2: if Robotics and Software are top cards on any boards, the single player with the
/// lowest score wins.
pub(super) fn ai_2(fx: &mut Effect<'_>) -> Resolved {
    let on_top = |card| fx.everyone().any(|seat| fx.tops_of(seat).contains(card));
    if on_top(Card::Robotics) && on_top(Card::Software) {
        fx.most_wins(|fx, seat| Reverse(fx.points_of(seat)))?;
    }
    fx.done()
}

/// Bioengineering, effect 1: another player's top card with a leaf goes to your score pile.
pub(super) fn bioengineering_1(fx: &mut Effect<'_>) -> Resolved {
    let tops = fx.others().fold(CardSet::EMPTY, |all, other| all | fx.tops_of(other));
    if let Some(card) = fx.must_pick(tops.with(Leaf))? {
        fx.transfer(card, Score(fx.me()))?;
    }
    fx.done()
}

/// Bioengineering, effect 2: if anybody has fewer than three leaves, the single player with the most
/// wins.
pub(super) fn bioengineering_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.everyone().any(|seat| fx.icons_of(seat, Leaf) < 3) {
        fx.most_wins(|fx, seat| fx.icons_of(seat, Leaf))?;
    }
    fx.done()
}

/// Databases (demand): return half of your score pile, rounded up.
pub(super) fn databases_1(fx: &mut Effect<'_>) -> Resolved {
    let pile = fx.score_pile();
    let cards = fx.must_pick_n(pile.count().div_ceil(2), pile)?;
    fx.give_back_all(cards)?;
    fx.done()
}

/// Globalization, effect 1 (demand): return a top card with a leaf.
pub(super) fn globalization_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().with(Leaf))? {
        fx.give_back(card)?;
    }
    fx.done()
}

/// Globalization, effect 2: draw and score a 6; if nobody has more leaves than factories, the single
/// player with the most points wins.
pub(super) fn globalization_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(6)?;
    if fx.everyone().all(|seat| fx.icons_of(seat, Leaf) <= fx.icons_of(seat, Factory)) {
        fx.most_wins(Effect::points_of)?;
    }
    fx.done()
}

/// Miniaturization: you may return a card from your hand; if it was a 10, draw a 10 for each
/// different value in your score pile.
pub(super) fn miniaturization_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        if card.age() == 10 {
            for _ in 0..fx.score_pile().values() {
                fx.draw(10)?;
            }
        }
    }
    fx.done()
}

/// Robotics: score your top green card, then draw and meld a 10 and execute it for yourself.
pub(super) fn robotics_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(green) = fx.top(Green) {
        fx.score(green)?;
    }
    let card = fx.draw_and_meld(10)?;
    fx.execute(card)
}

/// Self Service, effect 1: execute another of your top cards for yourself.
pub(super) fn self_service_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.tops().but(Card::SelfService))? {
        fx.execute(card)?;
    }
    fx.done()
}

/// Self Service, effect 2: more achievements than everybody else win.
pub(super) fn self_service_2(fx: &mut Effect<'_>) -> Resolved {
    let mine = fx.achievements_of(fx.me());
    if fx.others().all(|other| fx.achievements_of(other) < mine) {
        fx.win(fx.me())?;
    }
    fx.done()
}

/// Software, effect 1: draw and score a 10.
pub(super) fn software_1(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(10)?;
    fx.done()
}

/// Software, effect 2: draw and meld two 10s, and execute the second for yourself.
pub(super) fn software_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_meld(10)?;
    let second = fx.draw_and_meld(10)?;
    fx.execute(second)
}

/// Stem Cells: you may score your whole hand.
pub(super) fn stem_cells_1(fx: &mut Effect<'_>) -> Resolved {
    let hand = fx.hand();
    if !hand.is_empty() && fx.may()? {
        fx.score_all(hand)?;
    }
    fx.done()
}

/// The Internet, effect 1: you may splay green up.
pub(super) fn the_internet_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Green, Up)?;
    fx.done()
}

/// The Internet, effect 2: draw and score a 10.
pub(super) fn the_internet_2(fx: &mut Effect<'_>) -> Resolved {
    fx.draw_and_score(10)?;
    fx.done()
}

/// The Internet, effect 3: draw and meld a 10 for every two clocks on your board.
pub(super) fn the_internet_3(fx: &mut Effect<'_>) -> Resolved {
    for _ in 0..fx.icons(Clock) / 2 {
        fx.draw_and_meld(10)?;
    }
    fx.done()
}

//! The effects of the ten cards of age 9.

use super::prelude::*;

/// Collaboration, effect 1 (demand): draw and reveal two 9s; the one I choose goes to my board, and
/// you meld the other.
pub(super) fn collaboration_1(fx: &mut Effect<'_>) -> Resolved {
    let one = fx.draw_and_reveal(9)?;
    let other = fx.draw_and_reveal(9)?;
    let both = CardSet::of(one) | CardSet::of(other);
    if let Some(mine) = fx.must_pick_by(fx.activator(), both)? {
        fx.transfer(mine, Board(fx.activator()))?;
        fx.meld_all(both.but(mine))?;
    }
    fx.done()
}

/// Collaboration, effect 2: ten green cards on your board win.
pub(super) fn collaboration_2(fx: &mut Effect<'_>) -> Resolved {
    if fx.pile_len(Green) >= 10 {
        fx.win(fx.me())?;
    }
    fx.done()
}

/// Composites (demand): all cards but one of your hand go to mine, then the highest card of your
/// score pile to mine.
pub(super) fn composites_1(fx: &mut Effect<'_>) -> Resolved {
    let hand = fx.hand();
    let cards = fx.must_pick_n(hand.count().saturating_sub(1), hand)?;
    fx.transfer_all(cards, Hand(fx.activator()))?;
    if let Some(card) = fx.must_pick(fx.score_pile().highest())? {
        fx.transfer(card, Score(fx.activator()))?;
    }
    fx.done()
}

/// Computers, effect 1: you may splay red or green up.
pub(super) fn computers_1(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Red, Green], Up)?;
    fx.done()
}

/// Computers, effect 2: draw and meld a 10, and execute it for yourself.
pub(super) fn computers_2(fx: &mut Effect<'_>) -> Resolved {
    let card = fx.draw_and_meld(10)?;
    fx.execute(card)
}

/// Ecology: you may return a card from your hand; if you do, score a card from it and draw two 10s.
pub(super) fn ecology_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.may_pick(fx.hand())? {
        fx.give_back(card)?;
        if let Some(card) = fx.must_pick(fx.hand())? {
            fx.score(card)?;
        }
        fx.draw(10)?;
        fx.draw(10)?;
    }
    fx.done()
}

/// Fission, effect 1 (demand): draw and reveal a 10; a red one removes all cards of all players and
/// ends the dogma action.
pub(super) fn fission_1(fx: &mut Effect<'_>) -> Resolved {
    if fx.draw_and_reveal(10)?.colour() == Red {
        fx.remove_all_cards()?;
    }
    fx.done()
}

/// Fission, effect 2: return anybody's top card except Fission.
pub(super) fn fission_2(fx: &mut Effect<'_>) -> Resolved {
    let tops = fx.everyone().fold(CardSet::EMPTY, |all, seat| all | fx.tops_of(seat));
    if let Some(card) = fx.must_pick(tops.but(Card::Fission))? {
        fx.give_back(card)?;
    }
    fx.done()
}

/// Genetics: draw and meld a 10, then score all cards beneath it, from the top downward.
pub(super) fn genetics_1(fx: &mut Effect<'_>) -> Resolved {
    let card = fx.draw_and_meld(10)?;
    while let Some(beneath) = fx.beneath(card) {
        fx.score(beneath)?;
    }
    fx.done()
}

/// Satellites, effect 1: return your whole hand, then draw three 8s.
pub(super) fn satellites_1(fx: &mut Effect<'_>) -> Resolved {
    fx.give_back_all(fx.hand())?;
    for _ in 0..3 {
        fx.draw(8)?;
    }
    fx.done()
}

/// Satellites, effect 2: you may splay purple up.
pub(super) fn satellites_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay(Purple, Up)?;
    fx.done()
}

/// Satellites, effect 3: meld a card from your hand, and execute it for yourself.
pub(super) fn satellites_3(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.meld(card)?;
        fx.execute(card)?;
    }
    fx.done()
}

/// Services (demand): all the highest cards of your score pile go to my hand; if any does, one of my
/// top cards without a leaf goes to your hand.
pub(super) fn services_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.score_pile().highest();
    fx.transfer_all(cards, Hand(fx.activator()))?;
    if !cards.is_empty()
        && let Some(card) = fx.must_pick(fx.tops_of(fx.activator()).without(Leaf))?
    {
        fx.transfer(card, Hand(fx.me()))?;
    }
    fx.done()
}

/// Specialization, effect 1: reveal a card from your hand, and take everybody else's top card of its
/// colour into your hand.
pub(super) fn specialization_1(fx: &mut Effect<'_>) -> Resolved {
    if let Some(card) = fx.must_pick(fx.hand())? {
        fx.reveal(card)?;
        for other in fx.others() {
            if let Some(top) = fx.top_of(other, card.colour()) {
                fx.transfer(top, Hand(fx.me()))?;
            }
        }
    }
    fx.done()
}

/// Specialization, effect 2: you may splay yellow or blue up.
pub(super) fn specialization_2(fx: &mut Effect<'_>) -> Resolved {
    fx.may_splay([Yellow, Blue], Up)?;
    fx.done()
}

/// Suburbia: you may tuck any number of cards; draw and score a 1 for each.
pub(super) fn suburbia_1(fx: &mut Effect<'_>) -> Resolved {
    let cards = fx.may_pick_any(fx.hand())?;
    let tucked = cards.len();
    fx.tuck_all(cards)?;
    for _ in 0..tucked {
        fx.draw_and_score(1)?;
    }
    fx.done()
}

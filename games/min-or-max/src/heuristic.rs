//! MM-83: a bot that looks at the position it leaves to the next player. It knows what its seat
//! sees, and nothing else.

use croupier_kit::{Card, CardSet, Dice, Heuristic, Known, Position, Rank, Seat};

use crate::cards::{ACE_VALUES, beats, is_ace, is_number, value};
use crate::effect::{Effect, Slay};
use crate::flow::Place;
use crate::playout::playout;
use crate::wheel::{Band, Mode};
use crate::{Action, MinOrMax, Options, View};

impl Heuristic for MinOrMax {
    fn advise(known: Known<'_, Self>, _: &mut Dice) -> Option<Action> {
        heuristic_action(known.view, known.options, known.seat)
    }

    fn playout(
        at: Position<'_, Self>,
        seat: Seat,
        dice: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        playout(at, seat, dice)
    }
}

/// MM-83: what the heuristic does for a seat that is to act. None if it is not.
pub fn heuristic_action(view: &View, options: &Options, seat: Seat) -> Option<Action> {
    if view.current != seat {
        return None;
    }
    let seen = Seen::of(view, options, seat)?;
    let has_spun = view.turn.is_some_and(|turn| turn.has_spun);
    match view.place {
        Place::AwaitingAction => seen.play_or_spin(has_spun),
        Place::ChoosingCardEffect => seen.declare(view.chosen_card?),
        Place::PostCardPlay => Some(seen.spin_or_skip()),
        _ => None,
    }
}

/// A position as the next player finds it.
#[derive(Clone, Copy)]
struct Left {
    score: i32,
    top: Card,
    mode: Mode,
}

/// What counts of a view.
struct Seen<'a> {
    view: &'a View,
    options: &'a Options,
    hand: &'a [Card],
    here: Left,
    /// The cards whose place is not known.
    unseen: CardSet,
    /// How many cards the next player will hold.
    next_hand: usize,
}

impl<'a> Seen<'a> {
    fn of(view: &'a View, options: &'a Options, seat: Seat) -> Option<Self> {
        let hand = view.players.get(seat.at())?.hand.as_deref()?;
        let top = view.discard.last()?.card;
        let piled = view.discard.iter().map(|played| played.card);
        let known: CardSet = hand.iter().chain(&view.slain).copied().chain(piled).collect();
        let next = view.players.get(seat.next(view.players.len()).at())?;
        let here = Left { score: view.score, top, mode: view.mode };
        let unseen = CardSet::DECK - known;
        Some(Self { view, options, hand, here, unseen, next_hand: next.cards + 1 })
    }

    /// Item 2: the best card, or a spin first.
    fn play_or_spin(&self, has_spun: bool) -> Option<Action> {
        let now = self.best_card(self.here.mode);
        let flip = self.best_card(self.here.mode.other()).map_or(-1.0, |(worth, _)| worth);
        if !has_spun {
            let stay = now.map_or(-1.0, |(worth, _)| worth);
            let (chance, band) = self.best_band(|q| q * flip + (1.0 - q) * stay);
            if now.is_none() || chance > stay + 0.02 {
                return Some(Action::spin(band));
            }
        }
        match now {
            Some((_, card)) => Some(Action::ChooseCard { card }),
            None => self.options.may_pass.then_some(Action::EndTurn),
        }
    }

    /// Item 3: whether the next player should find the wheel on the other side.
    fn spin_or_skip(&self) -> Action {
        let stay = self.leave(self.here);
        let flip = self.leave(Left { mode: self.here.mode.other(), ..self.here });
        let (chance, band) = self.best_band(|q| q * flip + (1.0 - q) * stay);
        if chance > stay { Action::spin(band) } else { Action::SkipSpin }
    }

    /// The band with the best prospects, given what a chance to flip is worth.
    fn best_band(&self, worth: impl Fn(f64) -> f64) -> (f64, Band) {
        let bands = Band::ALL.map(|band| (worth(band.flip_chance(self.view.angle)), band));
        let best = |best: (f64, Band), next: (f64, Band)| if next.0 > best.0 { next } else { best };
        bands.into_iter().reduce(best).unwrap_or((f64::MIN, Band::Soft))
    }

    /// The best valid card in a mode, the first of equals.
    fn best_card(&self, mode: Mode) -> Option<(f64, Card)> {
        let mut best: Option<(f64, Card)> = None;
        for &card in self.hand {
            if beats(card, self.here.top, mode, self.options.strict_order) {
                let worth = self.worth(card, mode);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, card));
                }
            }
        }
        best
    }

    /// Item 1: what a card is worth in a mode, at its best.
    fn worth(&self, card: Card, mode: Mode) -> f64 {
        let keep = if is_ace(card) { 0.08 } else { 0.0 };
        let scores = self.scores_with(card);
        let worth = scores.iter().map(|points| self.worth_of(card, *points, mode, keep));
        worth.fold(f64::MIN, f64::max)
    }

    /// What a card can count, with all that can be declared with it.
    fn scores_with(&self, card: Card) -> Vec<i32> {
        let numbers = self.hand.iter().filter(|card| is_number(**card));
        let guards: Vec<i32> = numbers.map(|guard| 10 + i32::from(value(*guard))).collect();
        if is_ace(card) {
            ACE_VALUES.to_vec()
        } else if self.options.court_effects && card.rank() == Rank::KING && !guards.is_empty() {
            guards
        } else {
            vec![value(card).into()]
        }
    }

    fn worth_of(&self, card: Card, points: i32, mode: Mode, keep: f64) -> f64 {
        let score = self.score_after(self.here.score, points, mode);
        if self.is_exact(score) {
            1.0
        } else if self.is_over(score) {
            -1.0
        } else {
            self.leave(Left { score, top: card, mode }) - keep
        }
    }

    /// What to declare with the chosen card.
    fn declare(&self, card: Card) -> Option<Action> {
        let mode = self.here.mode;
        let best = |effects: Vec<(Effect, i32)>| {
            let mut best: Option<(f64, Effect)> = None;
            for (effect, points) in effects {
                let worth = self.worth_of(card, points, mode, 0.0);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, effect));
                }
            }
            best.map(|(_, effect)| Action::ChooseCardEffect(effect))
        };
        match card.rank() {
            Rank::ACE => best(ACE_VALUES.map(|value| (Effect::AceValue(value), value)).to_vec()),
            Rank::JACK => Some(Action::ChooseCardEffect(Effect::FindRank(Rank::QUEEN))),
            Rank::QUEEN => self.slay(card),
            _ => {
                let numbers = self.hand.iter().copied().filter(|card| is_number(*card));
                let guards =
                    numbers.map(|guard| (Effect::Bodyguard(guard), 10 + i32::from(value(guard))));
                best(guards.collect())
            }
        }
    }

    /// The card that the next player with cards could use best on this Queen: one that wins, else
    /// an ace, else one that is safe, else any.
    fn slay(&self, queen: Card) -> Option<Action> {
        let score = self.score_after(self.here.score, value(queen).into(), self.here.mode);
        let left = Left { score, top: queen, mode: self.here.mode };
        let (count, current) = (self.view.players.len(), self.view.current);
        let behind = (1..count).map(|step| &self.view.players[(current.at() + step) % count]);
        let victim = behind.into_iter().find(|player| player.cards > 0)?;
        let danger = |card: &Card| {
            let fits = self.fits(*card, left);
            (fits && self.wins(*card, left), is_ace(*card), fits && self.is_safe(*card, left))
        };
        let card = *victim.hand.as_ref()?.iter().max_by_key(|card| danger(card))?;
        let slay = Slay { seat: victim.seat, card };
        Some(Action::ChooseCardEffect(Effect::Slay(slay)))
    }

    /// `-1.0*pAny(win) + 0.5*(1 - pAny(safe)) + 0.15*(1 - pAny(ok))`
    fn leave(&self, left: Left) -> f64 {
        let (mut ok, mut win, mut safe) = (0, 0, 0);
        for card in self.unseen.iter().filter(|card| self.fits(*card, left)) {
            ok += 1;
            win += usize::from(self.wins(card, left));
            safe += usize::from(self.is_safe(card, left));
        }
        -self.any_of(win) + 0.5 * (1.0 - self.any_of(safe)) + 0.15 * (1.0 - self.any_of(ok))
    }

    /// `pAny(c) = 1 - C(N-c, k)/C(N, k)`: that the next player holds one of so many unseen cards.
    fn any_of(&self, count: usize) -> f64 {
        let unseen = self.unseen.len();
        let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let none = (0..self.next_hand.min(unseen)).fold(1.0, |chance, drawn| {
            chance * number((unseen - count).saturating_sub(drawn)) / number(unseen - drawn)
        });
        1.0 - none
    }

    fn fits(&self, card: Card, left: Left) -> bool {
        beats(card, left.top, left.mode, self.options.strict_order)
    }

    fn wins(&self, card: Card, left: Left) -> bool {
        self.results(card, left).any(|score| self.is_exact(score))
    }

    fn is_safe(&self, card: Card, left: Left) -> bool {
        self.results(card, left).any(|score| !self.is_over(score))
    }

    /// The scores a card can make there: an ace two, any other one.
    fn results(&self, card: Card, left: Left) -> impl Iterator<Item = i32> {
        let points = [value(card).into(), 11];
        let ways = if is_ace(card) { 2 } else { 1 };
        points
            .into_iter()
            .take(ways)
            .map(move |points| self.score_after(left.score, points, left.mode))
    }

    fn score_after(&self, score: i32, points: i32, mode: Mode) -> i32 {
        let up = mode == Mode::Max || self.options.one_way_tally;
        if up { score + points } else { score - points }
    }

    fn is_exact(&self, score: i32) -> bool {
        let thresholds = [self.view.min_threshold, self.view.max_threshold];
        thresholds.into_iter().flatten().any(|threshold| score == i32::from(threshold))
    }

    fn is_over(&self, score: i32) -> bool {
        self.view.min_threshold.is_some_and(|min| score < i32::from(min))
            || self.view.max_threshold.is_some_and(|max| score > i32::from(max))
    }
}

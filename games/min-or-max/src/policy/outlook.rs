//! MM-83: the value of a position left to the next player, estimated from the unseen cards.

use croupier_kit::cards::Card;

use crate::Options;
use crate::cards::{is_ace, value};
use crate::wheel::Mode;

/// A position as the next player finds it.
#[derive(Clone, Copy)]
pub(crate) struct Left {
    pub(crate) score: i32,
    pub(crate) top: Card,
    pub(crate) mode: Mode,
}

/// What a player can infer about hidden cards. Searches evaluate this thousands of times, so the
/// counts are precomputed.
pub(crate) struct Outlook {
    /// How many unseen cards have at most this rank.
    up_to: [u8; 14],
    /// How many of them the next player will hold.
    held: u8,
    /// One divided by the number of possible hands of the next player.
    hand: f64,
    min: i32,
    max: i32,
    strict_order: bool,
    one_way_tally: bool,
}

impl Outlook {
    /// Precomputes the counts from the visible cards, each given once, and the size of the next
    /// player's hand.
    pub(crate) fn new(
        seen: impl Iterator<Item = Card>,
        held: usize,
        (min, max): (Option<i16>, Option<i16>),
        options: &Options,
    ) -> Self {
        let mut up_to = [4_u8; 14];
        up_to[0] = 0;
        for card in seen {
            let count = &mut up_to[usize::from(card.rank().number())];
            *count = count.saturating_sub(1);
        }
        for rank in 1..up_to.len() {
            up_to[rank] += up_to[rank - 1];
        }
        let unseen = up_to[13];
        let held = u8::try_from(held).unwrap_or(u8::MAX).min(unseen);
        Self {
            up_to,
            held,
            hand: 1.0 / hands(unseen, held),
            min: min.map_or(i32::MIN / 2, i32::from),
            max: max.map_or(i32::MAX / 2, i32::from),
            strict_order: options.strict_order,
            one_way_tally: options.one_way_tally,
        }
    }

    /// `-1.0*pAny(win) + 0.5*(1 - pAny(safe)) + 0.15*(1 - pAny(ok))`
    pub(crate) fn leave(&self, left: Left) -> f64 {
        let (low, high) = self.ranks_that_beat(left);
        let room = self.room(left);
        let aces = self.up_to[1];
        let ok = aces + self.between(low, high);
        let (win, safe) = match room {
            0..10 => {
                (self.between(low.max(room), high.min(room)), self.between(low, high.min(room)))
            }
            10 => (self.between(low.max(10), high), self.between(low, high)),
            _ => (0, self.between(low, high)),
        };
        let win = win + if room == 1 || room == 11 { aces } else { 0 };
        let safe = safe + if room > 0 { aces } else { 0 };
        -self.any_of(win) + 0.5 * (1.0 - self.any_of(safe)) + 0.15 * (1.0 - self.any_of(ok))
    }

    /// The ranks, aces aside, that beat the top card (MM-31, MM-33, MM-C1).
    fn ranks_that_beat(&self, left: Left) -> (u8, u8) {
        let top = left.top.rank().number();
        let equals = if self.strict_order || top < 10 { (top, top) } else { (10, 13) };
        match left.mode {
            _ if is_ace(left.top) => (2, 13),
            Mode::Max => (equals.0, 13),
            Mode::Min => (2, equals.1),
        }
    }

    /// How far the score can still move in this direction. Capped at 12, because no single card
    /// counts more than 11.
    fn room(&self, left: Left) -> u8 {
        let up = self.counts_up(left.mode);
        let room = if up { self.max - left.score } else { left.score - self.min };
        u8::try_from(room.clamp(0, 12)).unwrap_or(0)
    }

    fn counts_up(&self, mode: Mode) -> bool {
        mode == Mode::Max || self.one_way_tally
    }

    /// How many unseen cards have a rank in this range.
    fn between(&self, low: u8, high: u8) -> u8 {
        if low > high {
            return 0;
        }
        self.up_to[usize::from(high)] - self.up_to[usize::from(low) - 1]
    }

    /// `pAny(c) = 1 - C(N-c, k)/C(N, k)`: the probability that the next player holds at least one
    /// of `count` unseen cards.
    fn any_of(&self, count: u8) -> f64 {
        1.0 - hands(self.up_to[13] - count, self.held) * self.hand
    }

    /// The score after this many points.
    pub(crate) fn score_after(&self, score: i32, points: i32, mode: Mode) -> i32 {
        if self.counts_up(mode) { score + points } else { score - points }
    }

    /// Whether a score wins.
    pub(crate) fn is_exact(&self, score: i32) -> bool {
        score == self.min || score == self.max
    }

    /// Whether a score loses.
    pub(crate) fn is_over(&self, score: i32) -> bool {
        score < self.min || score > self.max
    }

    /// The scores a card can lead to: two for an ace, one for any other.
    pub(crate) fn results(&self, card: Card, left: Left) -> impl Iterator<Item = i32> {
        let points = [value(card).into(), 11];
        let ways = if is_ace(card) { 2 } else { 1 };
        let result = move |points| self.score_after(left.score, points, left.mode);
        points.into_iter().take(ways).map(result)
    }
}

/// The number of ways to draw `held` cards in order.
fn hands(cards: u8, held: u8) -> f64 {
    (0..held).fold(1.0, |ways, drawn| ways * f64::from(cards.saturating_sub(drawn)))
}

#[cfg(test)]
mod tests {
    use croupier_kit::cards::{CardSet, Dice, Seed};

    use super::*;
    use crate::cards::beats;

    /// MM-83 computed literally, card by card.
    fn leave(unseen: CardSet, held: usize, at: &Outlook, left: Left) -> f64 {
        let fits = |card: &Card| beats(*card, left.top, left.mode, at.strict_order);
        let (mut ok, mut win, mut safe) = (0, 0, 0);
        for card in unseen.iter().filter(fits) {
            ok += 1;
            win += usize::from(at.results(card, left).any(|score| at.is_exact(score)));
            safe += usize::from(at.results(card, left).any(|score| !at.is_over(score)));
        }
        let number = |count: usize| f64::from(u32::try_from(count).unwrap());
        let any_of = |count: usize| {
            let all = unseen.len();
            let miss = |none: f64, drawn| {
                none * number((all - count).saturating_sub(drawn)) / number(all - drawn)
            };
            1.0 - (0..held.min(all)).fold(1.0, miss)
        };
        -any_of(win) + 0.5 * (1.0 - any_of(safe)) + 0.15 * (1.0 - any_of(ok))
    }

    #[test]
    fn mm_83_counting_by_ranks_comes_to_the_same() {
        let mut dice = Dice::new(Seed::from_number(83));
        for _ in 0..20_000 {
            let mut deck: Vec<Card> = CardSet::DECK.iter().collect();
            dice.shuffle(&mut deck);
            let (seen, _) = deck.split_at(1 + dice.below(52) as usize);
            let options = Options {
                strict_order: dice.below(2) == 0,
                one_way_tally: dice.below(3) == 0,
                ..Options::default()
            };
            let min = (!options.one_way_tally).then_some(-15);
            let held = 1 + dice.below(8) as usize;
            let at = Outlook::new(seen.iter().copied(), held, (min, Some(40)), &options);
            let mode = if dice.below(2) == 0 { Mode::Min } else { Mode::Max };
            let left = Left { score: dice.int(-15, 39), top: seen[0], mode };
            let unseen = CardSet::DECK - seen.iter().copied().collect();
            let (ours, theirs) = (at.leave(left), leave(unseen, held, &at, left));
            assert!((ours - theirs).abs() < 1e-9, "{ours} is not {theirs}");
        }
    }
}

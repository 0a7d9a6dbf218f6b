//! Chance: one seeded stream per match.
//!
//! The stream is `ChaCha12`, written out beside this together with the draws made from it, so that a
//! seed means the same game for ever, even if other crates change.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::stream::{ChaCha, Xoshiro};
use crate::cards::{Card, CardSet};

/// The seed of a match's dice: 32 bytes that cannot be guessed, or a number hashed to 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed of a number, as given with `--seed`.
    pub fn from_number(number: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"croupier seed ");
        hash.update(number.to_le_bytes());
        Self(hash.finalize().into())
    }

    fn words(self) -> [u32; 8] {
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(self.0.chunks_exact(4)) {
            *word = u32::from_le_bytes(bytes.try_into().expect("chunks of four bytes"));
        }
        words
    }

    fn from_words(words: [u32; 8]) -> Self {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(4).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)") // A seed gives every card away; it has no place in a log.
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let bad = || serde::de::Error::custom("a seed is 64 hexadecimal digits");
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(bad());
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).map_err(|_| bad())?;
        }
        Ok(Self(bytes))
    }
}

/// The dice of one match.
///
/// What they will show is decided by the key and the position, and only these are saved.
#[derive(Clone)]
pub struct Dice {
    source: Source,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // A box would cost every draw.
enum Source {
    Stream(ChaCha),
    /// Can be worked out by those who have seen some of it.
    Fast(Xoshiro),
    /// Every shuffle leaves the order as it is, and draws give what is listed.
    Script(Box<Script>),
}

/// Draws that a test has chosen.
#[derive(Clone, PartialEq)]
struct Script {
    /// What comes next, the last one first. Then every draw gives the lowest value.
    draws: Vec<i32>,
    /// The first draw that was not possible.
    complaint: Option<String>,
}

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: Seed) -> Self {
        Self::at(seed, 0)
    }

    /// The dice of a seed after so many words.
    fn at(seed: Seed, position: u64) -> Self {
        Self { source: Source::Stream(ChaCha::at(seed.words(), position)) }
    }

    /// Dice for worlds that are only imagined: fast, and even, but whoever has seen a few draws can
    /// work out all others. No match between players is dealt with them.
    pub fn fast(seed: Seed) -> Self {
        Self { source: Source::Fast(Xoshiro::new(seed.words())) }
    }

    /// Dice for tests: every draw gives the lowest value, and a shuffle changes nothing.
    pub fn scripted() -> Self {
        Self::script([])
    }

    /// Dice for tests and scenarios: the draws give these numbers, as far as they go, and then the
    /// lowest ones; a shuffle draws nothing and changes nothing. A number that a draw cannot give
    /// becomes the nearest one that it can, and [`complaint`](Self::complaint) tells of it.
    ///
    /// ```
    /// use croupier_kit::cards::Dice;
    ///
    /// let mut dice = Dice::script([60, 2]);
    /// assert_eq!((dice.int(15, 90), dice.pick(&['a', 'b', 'c']), dice.int(-5, 5)), (60, Some(&'c'), -5));
    /// ```
    pub fn script(draws: impl IntoIterator<Item = i32>) -> Self {
        let mut draws: Vec<i32> = draws.into_iter().collect();
        draws.reverse();
        Self { source: Source::Script(Box::new(Script { draws, complaint: None })) }
    }

    /// What is wrong with a script, once a draw has shown it, in a sentence.
    pub fn complaint(&self) -> Option<&str> {
        match &self.source {
            Source::Script(script) => script.complaint.as_deref(),
            _ => None,
        }
    }

    /// The seed that these dice come from. Scripted ones have none.
    pub fn seed(&self) -> Option<Seed> {
        let Source::Stream(stream) = &self.source else { return None };
        Some(Seed::from_words(stream.key))
    }

    /// How much of the seed's stream is used.
    pub fn position(&self) -> u64 {
        match &self.source {
            Source::Stream(stream) => stream.position,
            _ => 0,
        }
    }

    /// A number below `n`, every one as likely. Panics if `n` is 0, for then there is none.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        match &mut self.source {
            Source::Stream(stream) => below(n, || stream.next()),
            Source::Fast(stream) => below(n, || stream.next()),
            Source::Script(script) => script.next(0, n - 1),
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        match &mut self.source {
            Source::Script(script) => script.next(low, high),
            _ => low + self.below(high - low + 1),
        }
    }

    /// The same with numbers below zero.
    pub fn int(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "there is no number from {low} to {high}");
        match &mut self.source {
            Source::Script(script) => script.next(low, high),
            _ => low.wrapping_add_unsigned(self.below(high.abs_diff(low) + 1)),
        }
    }

    /// One of these. None if there are none.
    #[allow(clippy::cast_possible_truncation)] // No list here is that long.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        match things {
            [] => None,
            [only] => Some(only),
            _ => Some(&things[self.below(things.len() as u32) as usize]),
        }
    }

    /// Fisher–Yates, from the last place down.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        match &mut self.source {
            Source::Stream(stream) => shuffle(things, || stream.next()),
            Source::Fast(stream) => shuffle(things, || stream.next()),
            Source::Script(_) => {}
        }
    }

    /// These things in any order.
    ///
    /// ```
    /// use croupier_kit::cards::{Card, Dice, Pile, Seed};
    ///
    /// let stock: Pile<Card, 52> = Dice::new(Seed::from_number(7)).shuffled(Card::deck());
    /// assert_eq!(stock.last().unwrap().to_string(), "8S");
    /// ```
    pub fn shuffled<T, C: FromIterator<T>>(&mut self, things: impl IntoIterator<Item = T>) -> C {
        let mut things: Vec<T> = things.into_iter().collect();
        self.shuffle(&mut things);
        things.into_iter().collect()
    }

    /// The whole deck, shuffled and dealt to so many hands. What does not go round is left out.
    ///
    /// ```
    /// use croupier_kit::cards::{CardSet, Dice, Seed};
    ///
    /// let hands: [CardSet; 4] = Dice::new(Seed::from_number(7)).deal();
    /// assert!(hands.iter().all(|hand| hand.len() == 13));
    /// ```
    pub fn deal<const HANDS: usize>(&mut self) -> [CardSet; HANDS] {
        let deck: Vec<Card> = self.shuffled(Card::deck());
        let size = Card::COUNT / HANDS.max(1);
        std::array::from_fn(|hand| deck[hand * size..][..size].iter().copied().collect())
    }

    /// Some of these cards: so many, or all if there are fewer.
    pub fn sample(&mut self, cards: CardSet, count: usize) -> CardSet {
        let shuffled: Vec<Card> = self.shuffled(cards);
        shuffled.into_iter().take(count).collect()
    }

    /// A new seed, for draws that must not disturb this stream.
    pub fn split(&mut self) -> Seed {
        let mut words = [0; 8];
        match &mut self.source {
            Source::Stream(stream) => words.fill_with(|| stream.next()),
            Source::Fast(stream) => words.fill_with(|| stream.next()),
            Source::Script(_) => {}
        }
        Seed::from_words(words)
    }

    /// The seed that [`split`](Self::split) would give now, for draws of which this stream must know
    /// nothing. What it shows next stays the same.
    pub fn peek_split(&mut self) -> Seed {
        let Source::Stream(stream) = &mut self.source else { return self.clone().split() };
        // Not with a copy: that would have to make the same words again.
        let position = stream.position;
        let mut words = [0; 8];
        words.fill_with(|| stream.next());
        stream.position = position;
        Seed::from_words(words)
    }

    /// New dice of the same kind, whose draws do not disturb these.
    pub fn split_dice(&mut self) -> Self {
        let seed = self.split();
        if matches!(self.source, Source::Fast(_)) { Self::fast(seed) } else { Self::new(seed) }
    }

    /// The same in the place of other dice. A search does this for every world, and the fast ones are a
    /// small part of what is moved with dice of any kind.
    #[inline]
    pub(crate) fn split_dice_into(&mut self, place: &mut Self) {
        match (&mut self.source, &mut place.source) {
            (Source::Fast(stream), Source::Fast(old)) => *old = stream.split(),
            _ => *place = self.split_dice(),
        }
    }
}

/// A number below `n`, by Lemire's method: the high half of a product, drawn again where it would be
/// uneven.
#[inline]
fn below(n: u32, mut next: impl FnMut() -> u32) -> u32 {
    loop {
        let product = u64::from(next()) * u64::from(n);
        #[allow(clippy::cast_possible_truncation)] // The two halves of the product.
        let (high, low) = ((product >> 32) as u32, product as u32);
        if low >= n || low >= n.wrapping_neg() % n {
            return high;
        }
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // No deck is that large.
fn shuffle<T>(things: &mut [T], mut next: impl FnMut() -> u32) {
    for last in (1..things.len()).rev() {
        things.swap(last, below(last as u32 + 1, &mut next) as usize);
    }
}

impl Script {
    #[cold]
    fn next<T: Copy + Ord + fmt::Display + TryFrom<i32>>(&mut self, low: T, high: T) -> T {
        let Some(listed) = self.draws.pop() else { return low };
        let number = T::try_from(listed).ok();
        // What does not fit the type is below zero where there is nothing below zero.
        let given = number.map_or(low, |number| number.clamp(low, high));
        if number != Some(given) {
            let sentence = || format!("a draw from {low} to {high} cannot give {listed}");
            self.complaint.get_or_insert_with(sentence);
        }
        given
    }
}

/// What is saved of the dice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedDice {
    key: Option<Seed>,
    position: u64,
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Neither scripts nor fast dice are saved: no match that can be is played with them.
        SavedDice { key: self.seed(), position: self.position() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedDice::deserialize(deserializer)?;
        Ok(match saved.key {
            Some(seed) => Self::at(seed, saved.position),
            None => Self::scripted(),
        })
    }
}

/// Whether they will give the same draws.
impl PartialEq for Dice {
    fn eq(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (Source::Stream(one), Source::Stream(two)) => {
                (one.key, one.position) == (two.key, two.position)
            }
            (Source::Fast(one), Source::Fast(two)) => one == two,
            (Source::Script(one), Source::Script(two)) => one == two,
            _ => false,
        }
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(…)")
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_stream_is_chacha12() {
        let seed = Seed::from_number(7);
        let mut theirs = ChaCha12Rng::from_seed(seed.0);
        let Source::Stream(mut ours) = Dice::new(seed).source else { panic!("seeded") };
        for at in 0..1000 {
            assert_eq!(ours.next(), theirs.next_u32(), "word {at}");
        }
    }

    #[test]
    fn saving_in_the_middle_changes_nothing() {
        let mut whole = Dice::new(Seed::from_number(1));
        let mut saved = whole.clone();
        for _ in 0..300 {
            assert_eq!(whole.below(1000), saved.below(1000));
            let text = serde_json::to_string(&saved).unwrap();
            saved = serde_json::from_str(&text).unwrap();
        }
    }

    #[test]
    fn a_look_at_the_next_seed_changes_nothing() {
        for used in [0, 3, 60, 64, 127] {
            let mut dice = Dice::new(Seed::from_number(2));
            (0..used).for_each(|_| _ = dice.below(10));
            let mut same = dice.clone();
            assert_eq!(dice.peek_split(), dice.peek_split(), "after {used} draws");
            assert_eq!(dice.peek_split(), same.clone().split(), "after {used} draws");
            (0..100).for_each(|_| assert_eq!(dice.below(1000), same.below(1000)));
        }
        let mut fast = Dice::fast(Seed::from_number(2));
        assert_eq!(fast.peek_split(), fast.split());
    }

    #[test]
    fn below_is_even() {
        let mut dice = Dice::new(Seed::from_number(3));
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[dice.below(6) as usize] += 1;
        }
        // Five standard deviations of a fair die.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 460), "{counts:?}");
    }

    #[test]
    fn scripted_dice_change_nothing() {
        let mut dice = Dice::scripted();
        let mut cards = [3, 1, 2];
        dice.shuffle(&mut cards);
        assert_eq!(cards, [3, 1, 2]);
        assert_eq!(dice.between(30, 50), 30);
        assert_eq!(dice.pick(&cards), Some(&3));
    }

    #[test]
    fn scripted_draws_come_as_listed_and_bad_ones_are_told() {
        let mut dice = Dice::script([5, -7, 1, 9, -1]);
        let mut cards = [3, 1, 2];
        dice.shuffle(&mut cards);
        assert_eq!((cards, dice.below(6), dice.int(-10, 0)), ([3, 1, 2], 5, -7));
        assert_eq!((dice.pick(&cards), dice.complaint()), (Some(&1), None));
        assert_eq!((dice.between(2, 4), dice.below(4)), (4, 0));
        assert_eq!(dice.complaint(), Some("a draw from 2 to 4 cannot give 9"));
        assert_eq!((dice.int(-3, 3), dice.seed(), dice.position()), (-3, None, 0));
    }

    #[test]
    fn int_reaches_both_ends_and_nothing_else() {
        let mut dice = Dice::new(Seed::from_number(4));
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[usize::try_from(dice.int(-2, 2) + 2).unwrap()] += 1;
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
        assert_eq!(
            (dice.int(i32::MAX, i32::MAX), dice.int(i32::MIN, i32::MIN)),
            (i32::MAX, i32::MIN)
        );
        assert_eq!((dice.seed(), dice.position() > 1000), (Some(Seed::from_number(4)), true));
    }

    #[test]
    fn a_seed_is_not_shown_in_debug_output_and_survives_its_text() {
        let seed = Seed::from_number(5);
        assert_eq!(format!("{seed:?}"), "Seed(…)");
        let json = serde_json::to_string(&seed).unwrap();
        assert_eq!(serde_json::from_str::<Seed>(&json).unwrap(), seed);
        assert!(serde_json::from_str::<Seed>("\"abc\"").is_err());
        let odd = "é".repeat(32);
        assert!(serde_json::from_str::<Seed>(&format!("{odd:?}")).is_err());
    }
}

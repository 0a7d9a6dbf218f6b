//! Randomness: one seeded stream per match.
//!
//! The stream is `ChaCha12`. It and the draws from it are implemented in this crate, so that a seed
//! always gives the same game, even if other crates change.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::stream::{ChaCha, Xoshiro};
use crate::cards::{Card, CardSet};

/// The seed of a match's dice: 32 unpredictable bytes, or a number hashed to 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed for a number, as given with `--seed`.
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
        f.write_str("Seed(…)") // A seed reveals every card, so it must not appear in logs.
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
/// Their draws depend only on the key and the position, so only these are saved.
#[derive(Clone)]
pub struct Dice {
    source: Source,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // Boxing would slow down every draw.
enum Source {
    Stream(ChaCha),
    /// Predictable for anyone who has seen a few draws.
    Fast(Xoshiro),
    /// Shuffles change nothing, and draws return the listed numbers.
    Script(Box<Script>),
}

/// Draws chosen by a test.
#[derive(Clone, PartialEq)]
struct Script {
    /// The draws to come, the next one last. After them every draw returns the lowest value.
    draws: Vec<i32>,
    /// Describes the first draw that was out of range.
    complaint: Option<String>,
}

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: Seed) -> Self {
        Self::at(seed, 0)
    }

    /// The dice of a seed after `position` words.
    fn at(seed: Seed, position: u64) -> Self {
        Self { source: Source::Stream(ChaCha::at(seed.words(), position)) }
    }

    /// Dice for determinized matches: fast and uniform, but anyone who has seen a few draws can
    /// compute all others. Never use them for a match between players.
    pub fn fast(seed: Seed) -> Self {
        Self { source: Source::Fast(Xoshiro::new(seed.words())) }
    }

    /// Dice for tests: every draw returns the lowest value, and a shuffle changes nothing.
    pub fn scripted() -> Self {
        Self::script([])
    }

    /// Dice for tests and scenarios: draws return these numbers in order and after that the lowest
    /// value; a shuffle draws nothing and changes nothing. A number that is out of a draw's range
    /// is replaced by the nearest possible one, and [`complaint`](Self::complaint) reports it.
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

    /// Describes the first scripted number that was out of range, once it has been drawn.
    pub fn complaint(&self) -> Option<&str> {
        match &self.source {
            Source::Script(script) => script.complaint.as_deref(),
            _ => None,
        }
    }

    /// The seed of these dice. `None` for scripted and fast dice.
    pub fn seed(&self) -> Option<Seed> {
        let Source::Stream(stream) = &self.source else { return None };
        Some(Seed::from_words(stream.key))
    }

    /// How many words of the seed's stream have been used.
    pub fn position(&self) -> u64 {
        match &self.source {
            Source::Stream(stream) => stream.position,
            _ => 0,
        }
    }

    /// A uniform random number below `n`. Panics if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        match &mut self.source {
            Source::Stream(stream) => below(n, || stream.next()),
            Source::Fast(stream) => below(n, || stream.next()),
            Source::Script(script) => script.next(0, n - 1),
        }
    }

    /// A uniform random number from 0 to `most`, both included.
    fn up_to(&mut self, most: u32) -> u32 {
        match (most.checked_add(1), &mut self.source) {
            (None, Source::Stream(stream)) => stream.next(),
            (None, Source::Fast(stream)) => stream.next(),
            (None, Source::Script(script)) => script.next(0, most),
            (Some(n), _) => self.below(n),
        }
    }

    /// A number from `low` to `high`, both included. Panics if there is none.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        assert!(low <= high, "there is no number from {low} to {high}");
        match &mut self.source {
            Source::Script(script) => script.next(low, high),
            _ => low + self.up_to(high - low),
        }
    }

    /// The same with negative numbers.
    pub fn int(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "there is no number from {low} to {high}");
        match &mut self.source {
            Source::Script(script) => script.next(low, high),
            _ => low.wrapping_add_unsigned(self.up_to(high.abs_diff(low))),
        }
    }

    /// One of these items at random. `None` if there are none.
    #[allow(clippy::cast_possible_truncation)] // No list here is that long.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        match things {
            [] => None,
            [only] => Some(only),
            _ => Some(&things[self.below(things.len() as u32) as usize]),
        }
    }

    /// Shuffles with Fisher–Yates, from the last element down.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        match &mut self.source {
            Source::Stream(stream) => shuffle(things, || stream.next()),
            Source::Fast(stream) => shuffle(things, || stream.next()),
            Source::Script(_) => {}
        }
    }

    /// The items in random order.
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

    /// Shuffles the whole deck and deals it evenly. Cards that are left over are dropped.
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

    /// A random sample of `count` cards, or all if there are fewer.
    pub fn sample(&mut self, cards: CardSet, count: usize) -> CardSet {
        let shuffled: Vec<Card> = self.shuffled(cards);
        shuffled.into_iter().take(count).collect()
    }

    /// A new seed, drawn from this stream, for other dice whose draws do not affect this stream.
    pub fn split(&mut self) -> Seed {
        let mut words = [0; 8];
        match &mut self.source {
            Source::Stream(stream) => words.fill_with(|| stream.next()),
            Source::Fast(stream) => words.fill_with(|| stream.next()),
            Source::Script(_) => {}
        }
        Seed::from_words(words)
    }

    /// The seed that [`split`](Self::split) would return, without advancing this stream.
    pub fn peek_split(&mut self) -> Seed {
        let Source::Stream(stream) = &mut self.source else { return self.clone().split() };
        // Not on a clone, which would have to generate the same words again.
        let position = stream.position;
        let mut words = [0; 8];
        words.fill_with(|| stream.next());
        stream.position = position;
        Seed::from_words(words)
    }

    /// New dice of the same kind, whose draws do not affect these.
    pub fn split_dice(&mut self) -> Self {
        let seed = self.split();
        if matches!(self.source, Source::Fast(_)) { Self::fast(seed) } else { Self::new(seed) }
    }

    /// The same, overwriting other dice. A search does this for every world, and fast dice are much
    /// smaller than the enum, so only they are written.
    #[inline]
    pub(crate) fn split_dice_into(&mut self, place: &mut Self) {
        match (&mut self.source, &mut place.source) {
            (Source::Fast(stream), Source::Fast(old)) => *old = stream.split(),
            _ => *place = self.split_dice(),
        }
    }
}

/// A uniform number below `n`, by Lemire's method: the high half of a product, drawn again where it
/// would be biased.
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
        // A number that does not fit the type is a negative one where only unsigned ones are
        // possible.
        let given = number.map_or(low, |number| number.clamp(low, high));
        if number != Some(given) {
            let sentence = || format!("a draw from {low} to {high} cannot give {listed}");
            self.complaint.get_or_insert_with(sentence);
        }
        given
    }
}

/// The saved form of dice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedDice {
    key: Option<Seed>,
    position: u64,
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Scripted and fast dice are not saved: matches that can be saved do not use them.
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

/// Whether both will give the same draws.
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
    fn every_number_of_a_type_is_a_range_too() {
        let mut dice = Dice::new(Seed::from_number(3));
        let halves = (0..1000).map(|_| dice.between(0, u32::MAX) > u32::MAX / 2);
        let high = halves.filter(|is_high| *is_high).count();
        assert!((400..600).contains(&high), "{high}");
        let below = (0..1000).filter(|_| dice.int(i32::MIN, i32::MAX) < 0).count();
        assert!((400..600).contains(&below), "{below}");
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

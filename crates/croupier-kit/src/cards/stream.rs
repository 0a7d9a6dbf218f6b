//! The random number generators behind the dice: an unpredictable one and a fast one.

use wide::u32x4;

/// The number of words in a block of the cipher.
const BLOCK: usize = 16;

/// How many words are generated at a time: four blocks in parallel vector lanes, which takes little
/// longer than a single block.
const WORDS: usize = 4 * BLOCK;

/// `ChaCha12` with a 64-bit counter and nonce 0.
#[derive(Clone)]
pub(super) struct ChaCha {
    pub(super) key: [u32; 8],
    /// How many 32-bit words have been used.
    pub(super) position: u64,
    /// The number of the batch that `words` holds; a batch has `WORDS` words.
    made: u64,
    words: [u32; WORDS],
}

/// No batch has been generated. Positions never get that far.
const NONE_MADE: u64 = u64::MAX;

impl ChaCha {
    /// The stream of a key after `position` words.
    pub(super) fn at(key: [u32; 8], position: u64) -> Self {
        Self { key, position, made: NONE_MADE, words: [0; WORDS] }
    }

    #[inline]
    pub(super) fn next(&mut self) -> u32 {
        #[allow(clippy::cast_possible_truncation)] // Less than `WORDS`.
        let at = (self.position % WORDS as u64) as usize;
        if self.made != self.position / WORDS as u64 {
            self.refill();
        }
        self.position = self.position.wrapping_add(1);
        self.words[at]
    }

    /// Generates the batch that contains the position.
    #[inline(never)]
    fn refill(&mut self) {
        self.made = self.position / WORDS as u64;
        let first = self.made * 4;
        let numbers: [u64; 4] = std::array::from_fn(|lane| first.wrapping_add(lane as u64));
        let mut start = [u32x4::ZERO; BLOCK];
        for (lanes, word) in start.iter_mut().zip(CONSTANTS.iter().chain(&self.key)) {
            *lanes = u32x4::splat(*word);
        }
        #[allow(clippy::cast_possible_truncation)] // The counter is two words.
        {
            start[12] = u32x4::new(numbers.map(|number| number as u32));
            start[13] = u32x4::new(numbers.map(|number| (number >> 32) as u32));
        }
        let mut block = start;
        for _ in 0..6 {
            quarter::<0, 4, 8, 12>(&mut block);
            quarter::<1, 5, 9, 13>(&mut block);
            quarter::<2, 6, 10, 14>(&mut block);
            quarter::<3, 7, 11, 15>(&mut block);
            quarter::<0, 5, 10, 15>(&mut block);
            quarter::<1, 6, 11, 12>(&mut block);
            quarter::<2, 7, 8, 13>(&mut block);
            quarter::<3, 4, 9, 14>(&mut block);
        }
        for (at, (end, start)) in block.into_iter().zip(start).enumerate() {
            for (lane, word) in (end + start).to_array().into_iter().enumerate() {
                self.words[lane * BLOCK + at] = word;
            }
        }
    }
}

const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// A quarter round of the cipher on four words of each block.
#[inline]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(
    block: &mut [u32x4; BLOCK],
) {
    half::<A, B, C, D>(block, 16, 12);
    half::<A, B, C, D>(block, 8, 7);
}

#[inline]
fn half<const A: usize, const B: usize, const C: usize, const D: usize>(
    block: &mut [u32x4; BLOCK],
    turn_d: i32,
    turn_b: i32,
) {
    let rotated = |lanes: u32x4, by: i32| lanes << by | lanes >> (32 - by);
    block[A] += block[B];
    block[D] = rotated(block[D] ^ block[A], turn_d);
    block[C] += block[D];
    block[B] = rotated(block[B] ^ block[C], turn_b);
}

/// `xoshiro128++`: a few instructions per word. Anyone who has seen four words can compute the
/// rest.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Xoshiro([u32; 4]);

impl Xoshiro {
    pub(super) fn new(key: [u32; 8]) -> Self {
        let mut state = [key[0], key[1], key[2], key[3]];
        if state == [0; 4] {
            state[0] = 1; // A state of all zeros would never change.
        }
        Self(state)
    }

    /// A new stream with a key drawn from this one.
    #[inline]
    pub(super) fn split(&mut self) -> Self {
        let mut key = [0; 8];
        key.fill_with(|| self.next());
        Self::new(key)
    }

    #[inline]
    pub(super) fn next(&mut self) -> u32 {
        let [a, b, c, d] = &mut self.0;
        let word = a.wrapping_add(*d).rotate_left(7).wrapping_add(*a);
        let shifted = *b << 9;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(11);
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_stream_is_xoshiro128_plus_plus() {
        let mut stream = Xoshiro::new([1, 2, 3, 4, 0, 0, 0, 0]);
        let words: [u32; 5] = std::array::from_fn(|_| stream.next());
        assert_eq!(words, [641, 1_573_767, 3_222_811_527, 3_517_856_514, 836_907_274]);
        assert!(Xoshiro::new([0; 8]) != Xoshiro([0; 4]), "zero would never move");
    }

    #[test]
    fn the_counter_goes_on_past_32_bits_and_wraps_at_its_end() {
        let key = [7; 8];
        for position in [(1_u64 << 36) - 3, u64::MAX - 2] {
            let mut stream = ChaCha::at(key, position);
            for step in 0..70_u64 {
                let mut other = ChaCha::at(key, position.wrapping_add(step));
                assert_eq!(stream.next(), other.next(), "{step} words after {position}");
            }
        }
    }
}

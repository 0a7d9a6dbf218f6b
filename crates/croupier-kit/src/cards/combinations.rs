//! All combinations of `K` items.

/// All ways to choose `K` of these items, without allocating. Each keeps the order of the list, and
/// they come in lexicographic order of the indices.
///
/// ```
/// use croupier_kit::cards::combinations;
///
/// let pairs: Vec<[char; 2]> = combinations(&['a', 'b', 'c']).collect();
/// assert_eq!(pairs, [['a', 'b'], ['a', 'c'], ['b', 'c']]);
/// assert_eq!(combinations::<_, 3>(&[0; 13]).count(), 286);
/// ```
pub fn combinations<T: Copy, const K: usize>(things: &[T]) -> Combinations<'_, T, K> {
    let places = std::array::from_fn(|place| place);
    Combinations { things, places, is_done: K > things.len() }
}

/// The iterator returned by [`combinations`].
#[derive(Debug, Clone)]
pub struct Combinations<'a, T, const K: usize> {
    things: &'a [T],
    /// The indices of the next combination, ascending.
    places: [usize; K],
    is_done: bool,
}

impl<T: Copy, const K: usize> Iterator for Combinations<'_, T, K> {
    type Item = [T; K];

    fn next(&mut self) -> Option<[T; K]> {
        if self.is_done {
            return None;
        }
        let taken = self.places.map(|place| self.things[place]);
        // Advances the last index that can move, and puts the ones after it right behind it.
        let spare = self.things.len() - K;
        match (0..K).rev().find(|at| self.places[*at] < at + spare) {
            Some(moves) => {
                let first = self.places[moves] + 1;
                for (place, next) in self.places[moves..].iter_mut().zip(first..) {
                    *place = next;
                }
            }
            None => self.is_done = true,
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_comes_once_and_in_order() {
        let found: Vec<[u8; 3]> = combinations(&[1, 2, 3, 4, 5]).collect();
        assert_eq!(found.len(), 10);
        assert!(found.is_sorted() && found.windows(2).all(|two| two[0] != two[1]));
        assert!(found.iter().all(|taken| taken.is_sorted()));
    }

    #[test]
    fn nothing_all_and_too_many() {
        assert_eq!(combinations::<u8, 0>(&[1, 2]).count(), 1);
        assert_eq!(combinations(&[1, 2]).collect::<Vec<_>>(), [[1, 2]]);
        assert_eq!(combinations::<u8, 3>(&[1, 2]).count(), 0);
        assert_eq!(combinations::<u8, 1>(&[]).count(), 0);
    }
}

//! Measures work as the number of steps that matches take on the current thread. Unlike time, it is
//! the same on every machine, so that a test can limit it.

use std::cell::Cell;

thread_local! {
    /// How many more steps are allowed, while they are counted.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Counts a step of a match.
pub(crate) fn step() {
    if let Some(left) = LEFT.get() {
        assert!(left > 0, "it takes more steps than any honest document");
        LEFT.set(Some(left - 1));
    }
}

/// Runs something that may take at most `most` steps, and returns how many it took. Panics at the
/// first step beyond that.
pub(super) fn within<T>(most: u64, act: impl FnOnce() -> T) -> (T, u64) {
    /// Stops counting, even after a panic.
    struct Counting;
    impl Drop for Counting {
        fn drop(&mut self) {
            LEFT.set(None);
        }
    }
    LEFT.set(Some(most));
    let counting = Counting;
    let done = act();
    let left = LEFT.get().unwrap_or(0);
    drop(counting);
    (done, most - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_many_steps_is_stopped() {
        let steps = |count: u32| move || (0..count).for_each(|_| step());
        assert_eq!(within(10, steps(10)), ((), 10));
        assert_eq!(within(10, || 7), (7, 0));
        let endless = std::panic::catch_unwind(|| within(10, loop_for_ever));
        assert!(endless.is_err());
        step(); // Not counted.
    }

    fn loop_for_ever() {
        loop {
            step();
        }
    }
}

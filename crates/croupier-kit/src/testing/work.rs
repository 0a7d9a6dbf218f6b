//! How much work something is: the steps that matches take, on the present thread. Unlike time it is the
//! same on every machine, so a test can bound it.

use std::cell::Cell;

thread_local! {
    /// How many steps may still be taken, while they are counted.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// A match takes a step.
pub(crate) fn step() {
    if let Some(left) = LEFT.get() {
        assert!(left > 0, "it takes more steps than any honest document");
        LEFT.set(Some(left - 1));
    }
}

/// Does something that may take so many steps at most, and gives how many it took. Panics at the first
/// step beyond.
pub(super) fn within<T>(most: u64, act: impl FnOnce() -> T) -> (T, u64) {
    /// Counting ends however this ends.
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
        step(); // Nothing is counted any more.
    }

    fn loop_for_ever() {
        loop {
            step();
        }
    }
}

//! Selects the move to try next: the best so far, or one about which little is known.

/// The natural logarithm of a count, to within a hundredth. It uses only basic arithmetic, so the
/// result is the same on every machine, which a library function does not guarantee.
#[inline]
pub(super) fn ln(count: u32) -> f64 {
    let count = count.max(1);
    let power = count.ilog2();
    // From 1 up to 2, where the logarithm is close to a parabola. Shifted rather than divided: the
    // bits after the highest one are the fraction.
    let x = f64::from((count << (31 - power)) & 0x7fff_ffff) * (1.0 / 2_147_483_648.0);
    let log2 = f64::from(power) + x * (1.3465 - 0.3465 * x);
    log2 * std::f64::consts::LN_2
}

/// The upper confidence bound of a move: its mean value, plus more the less it was tried.
#[inline]
pub(super) fn upper(total: f64, visits: u32, exploration: f64, ln_available: f64) -> f64 {
    // One division for both terms: it takes as long as everything else.
    let one = 1.0 / f64::from(visits);
    total * one + exploration * (ln_available * one).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_close_and_grows() {
        let mut before = -1.0;
        for count in (1..5000).chain([70_000, 1_000_000, u32::MAX]) {
            let ours = ln(count);
            assert!((ours - f64::from(count).ln()).abs() < 0.01, "{count}: {ours}");
            assert!(ours > before, "{count}");
            before = ours;
        }
        assert!(ln(0) < f64::EPSILON);
    }
}

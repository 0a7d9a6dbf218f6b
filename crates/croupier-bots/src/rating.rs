//! Confidence intervals, and ratings of bots relative to each other.

/// The 95 % Wilson interval of a rate, which stays accurate for few games and for rates near 0 and
/// 1.
pub(crate) fn wilson(rate: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let square = Z * Z / games;
    let centre = (rate + square / 2.0) / (1.0 + square);
    let spread = Z / (1.0 + square) * (rate * (1.0 - rate) / games + square / (4.0 * games)).sqrt();
    ((centre - spread).max(0.0), (centre + spread).min(1.0))
}

/// Elo ratings with mean 0, from the results of all pairs: `won[a][b]` is the score of `a` against
/// `b`, with half a game for a draw.
///
/// A bot that always wins would be infinitely strong, so each pair that met is credited with one
/// additional drawn game.
pub(crate) fn elo(won: &[Vec<f64>]) -> Vec<f64> {
    let count = won.len();
    let games = |a: usize, b: usize| won[a][b] + won[b][a];
    let counted = |a: usize, b: usize| if games(a, b) > 0.0 { won[a][b] + 0.5 } else { 0.0 };
    let mut strength = vec![1.0; count];
    // The Bradley-Terry model, fitted by Zermelo's iteration.
    for _ in 0..ROUNDS {
        for a in 0..count {
            let others = || (0..count).filter(|b| *b != a);
            let wins: f64 = others().map(|b| counted(a, b)).sum();
            let met = |b: usize| (counted(a, b) + counted(b, a)) / (strength[a] + strength[b]);
            let expected: f64 = others().map(met).sum();
            if expected > 0.0 {
                strength[a] = wins / expected;
            }
        }
    }
    let points: Vec<f64> = strength.iter().map(|it: &f64| 400.0 * it.log10()).collect();
    #[allow(clippy::cast_precision_loss)] // A handful of bots.
    let mean = points.iter().sum::<f64>() / count.max(1) as f64;
    points.into_iter().map(|it| it - mean).collect()
}

const ROUNDS: usize = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds to thousandths, for comparison.
    fn thousandths(number: f64) -> f64 {
        (number * 1000.0).round()
    }

    #[test]
    fn wilson_gives_the_textbook_values() {
        let interval = |rate, games| {
            let (low, high) = wilson(rate, games);
            (thousandths(low), thousandths(high))
        };
        assert_eq!(interval(0.5, 100.0), (404.0, 596.0));
        assert_eq!(interval(0.9, 10.0), (596.0, 982.0));
        assert_eq!(interval(0.0, 20.0), (0.0, 161.0));
        assert_eq!(interval(0.7, 0.0), (0.0, 1000.0));
    }

    #[test]
    fn three_quarters_are_191_points() {
        let rated = elo(&[vec![0.0, 7500.0], vec![2500.0, 0.0]]);
        assert!((rated[0] - rated[1] - 190.85).abs() < 0.1, "{rated:?}");
        assert!((rated[0] + rated[1]).abs() < 1e-6);
    }

    #[test]
    fn strength_goes_through_others() {
        // The first and the last never met.
        let rated =
            elo(&[vec![0.0, 7500.0, 0.0], vec![2500.0, 0.0, 7500.0], vec![0.0, 2500.0, 0.0]]);
        assert!((rated[0] - rated[2] - 381.7).abs() < 0.5, "{rated:?}");
    }

    #[test]
    fn who_always_wins_is_strong_but_not_infinitely() {
        let rated = elo(&[vec![0.0, 100.0], vec![0.0, 0.0]]);
        assert!(rated[0] > 300.0 && rated[0] < 600.0, "{rated:?}");
    }
}

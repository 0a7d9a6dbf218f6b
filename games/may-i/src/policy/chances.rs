//! Every seat's chance of winning, estimated from the totals between two rounds.

use croupier_kit::game::{MAX_SEATS, Position, Seat};

use crate::MayI;

/// The spread of the heuristic's scores, by round.
const SPREAD: [f64; 6] = [14.0, 20.0, 28.0, 32.0, 38.0, 60.0];

/// Everybody's chance of winning, given the totals and the rounds still to come.
pub(crate) fn of(at: Position<'_, MayI>) -> [f64; MAX_SEATS] {
    let state = at.state;
    let totals = state.totals();
    let played = usize::from(state.round.max(1)) - 1;
    let variance: f64 = SPREAD.iter().skip(played).map(|spread| spread * spread).sum();
    let scale = 0.78 * variance.sqrt().max(10.0);
    let least = totals.iter().min().unwrap_or(0);
    let mut values = [0.0; MAX_SEATS];
    for (seat, total) in Seat::first(usize::from(state.players)).zip(totals.iter()) {
        values[seat.at()] = decay(f64::from(total - least) / scale);
    }
    let sum: f64 = values.iter().sum();
    values.map(|it| it / sum)
}

/// Approximates e^−x with basic arithmetic only, so that the result is the same on every machine,
/// which library functions do not guarantee.
fn decay(x: f64) -> f64 {
    let root = 1.0 / (1.0 + x / 16.0);
    let fourth = root * root * root * root;
    fourth * fourth * fourth * fourth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_decays() {
        for x in [0.0_f64, 0.5, 1.0, 2.0, 4.0] {
            assert!((decay(x) - (-x).exp()).abs() < 0.02, "{x}: {}", decay(x));
        }
    }
}

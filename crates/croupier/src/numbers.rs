//! Numbers formatted for people.

/// A count with separated thousands: 12 345.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A percentage: 12.5 %.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "0.0 %".to_owned() } else { format!("{:.1} %", per(part, whole) * 100.0) }
}

/// The ratio of two counts.
#[allow(clippy::cast_precision_loss)] // For display only.
pub(crate) fn per(one: u64, other: u64) -> f64 {
    one as f64 / other as f64
}

/// A rate per second, rounded.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
pub(crate) fn rate(number: u64, seconds: f64) -> u64 {
    // A clock that did not advance would make everything infinitely fast.
    (number as f64 / seconds.max(1e-9)).round() as u64
}

/// A count with its noun in the singular or plural.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(7), "7");
        assert_eq!(count(123), "123");
        assert_eq!(count(1_234_567), "1 234 567");
        assert_eq!(share(1, 8), "12.5 %");
        assert_eq!(share(0, 0), "0.0 %");
        assert_eq!(rate(100, 0.5), 200);
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(counted(1000, "game", "games"), "1 000 games");
    }
}

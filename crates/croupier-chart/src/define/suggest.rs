//! "Did you mean …?"

/// The candidate most similar to what was written, if it is similar enough to be a typo.
pub(crate) fn nearest<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a String>,
) -> Option<String> {
    let limit = (written.len() / 3).max(2);
    let rated = candidates.into_iter().map(|candidate| (distance(written, candidate), candidate));
    let (best, candidate) = rated.min_by_key(|(distance, _)| *distance)?;
    (best <= limit && !candidate.is_empty()).then(|| candidate.clone())
}

/// The edit distance: how many letters must be added, dropped or changed. Case is ignored.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_guess_is_not() {
        let names = ["awaitingDraw".to_owned(), "drawn".to_owned()];
        assert_eq!(nearest("awaitingdrw", &names).as_deref(), Some("awaitingDraw"));
        assert_eq!(nearest("drawm", &names).as_deref(), Some("drawn"));
        assert_eq!(nearest("lobby", &names), None);
    }
}

//! The log of a viewer, line by line.

use crate::game::{Piece, Viewer};
use crate::text::Show;

/// The sentences that a viewer is told about these events, in order.
///
/// Panics if a sentence is not fit for people: it is empty, begins with a lower-case letter, has
/// stray spaces or identifiers from the code (`face_down`), calls the viewer by name, or says "you"
/// to the public.
pub fn log_lines<G: Show>(events: &[G::Event], viewer: Viewer, names: &[String]) -> Vec<String> {
    let mut lines = vec![];
    for told in events.iter().filter_map(|event| G::event_for(event, viewer)) {
        let Some(line) = G::describe_event(&told, viewer, names) else { continue };
        let text = line.to_string();
        assert!(!text.starts_with(char::is_lowercase), "{text:?} begins with a small letter");
        assert!(text.trim() == text && !text.contains("  "), "{text:?} has stray spaces");
        assert!(!text.is_empty() && !text.contains('_'), "{text:?} is not for people: {told:?}");
        for piece in line.pieces() {
            let Piece::Seat(seat) = piece else { continue };
            let name = &names[seat.at()];
            assert!(
                !viewer.is(*seat) || !text.contains(name.as_str()),
                "{text:?} calls its reader {name}"
            );
        }
        let mut words = text.split(|letter: char| !letter.is_alphabetic());
        let says_you = words.any(|word| matches!(word, "You" | "you" | "Your" | "your"));
        assert!(viewer != Viewer::Public || !says_you, "{text:?} is told to the public");
        lines.push(text);
    }
    lines
}

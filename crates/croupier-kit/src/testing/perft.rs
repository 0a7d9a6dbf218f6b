//! Perft, as in chess: the number of action sequences of a given length.
//!
//! For a fixed seed these counts never change, so a table of them detects any change of the rules,
//! of the deal or of the list of legal actions.

use crate::cards::Seed;
use crate::game::options_of;
use crate::game::{Game, SeatKind};
use crate::matches::{Match, Setup};

/// The number of different sequences of `depth` decisions, each made by the first seat that is
/// asked. Waits are skipped. A match that ends earlier counts as one sequence.
pub fn perft<G: Game>(game: &Match<G>, depth: u32) -> u64 {
    let mut game = game.fork();
    game.skip_waits().expect("a match goes on by itself");
    let Some(seat) = game.to_act().lowest().filter(|_| depth > 0 && game.outcome().is_none())
    else {
        return 1;
    };
    let actions = game.legal_actions(seat);
    if depth == 1 {
        return actions.len().max(1) as u64;
    }
    let after = |action: G::Action| {
        let mut next = game.fork();
        next.act(seat, action).expect("what is listed is accepted");
        perft(&next, depth - 1)
    };
    actions.into_iter().map(after).sum::<u64>().max(1)
}

/// Checks a table of counts. A line reads `preset seats seed: count count …`, for depth 1, 2, …;
/// empty lines and comments after `#` are ignored. The panic shows the correct version of all wrong
/// lines.
pub fn check_perft<G: Game>(lines: &str) {
    let mut wrong = vec![];
    let mut checked = 0;
    for line in lines.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        checked += 1;
        let (head, counts) = line.split_once(':').expect("a line reads `preset seats seed: …`");
        let depth = u32::try_from(counts.split_whitespace().count()).expect("few counts");
        let game = deal::<G>(head);
        let found: Vec<_> = (1..=depth).map(|depth| perft(&game, depth).to_string()).collect();
        if found.iter().map(String::as_str).ne(counts.split_whitespace()) {
            wrong.push(format!("{head}: {}", found.join(" ")));
        }
    }
    assert!(checked > 0, "the table is empty");
    assert!(wrong.is_empty(), "these lines should read\n{}", wrong.join("\n"));
}

fn deal<G: Game>(head: &str) -> Match<G> {
    let [preset, seats, seed] = head.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{head:?} is not `preset seats seed`")
    };
    let options = options_of::<G>(Some(preset), &serde_json::Map::new()).expect("a known preset");
    let seats = vec![SeatKind::Bot; seats.parse().expect("a number of seats")];
    let seed = Seed::from_number(seed.parse().expect("a seed"));
    Match::unrecorded(&Setup { options, seats, seed, undo: false }).expect("a match can be set up")
}

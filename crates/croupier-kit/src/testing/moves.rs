//! Checks that the card moves of events match what views show.

use std::collections::BTreeMap;

use crate::game::{Game, PileId, Seat, Viewer};
use crate::matches::Match;
use crate::text::Show;

/// The piles of a view, each with its number of cards.
pub type PileCounts = Vec<(PileId, usize)>;

/// Compares the events of a match with its views: between two calls of [`look`](Self::look), every
/// pile that the game counts must have changed by the cards that [`Show::card_moves`] moved to it
/// and from it.
///
/// ```text
/// let mut watch = MoveWatch::new(&game, counts);
/// while … {
///     game.act(seat, action)?;
///     watch.look(&mut game);
/// }
/// ```
#[derive(Debug)]
pub struct MoveWatch<G: Game> {
    counts: fn(&G::View) -> PileCounts,
    lays_anew: fn(&G::Event) -> bool,
    before: BTreeMap<Seat, PileCounts>,
    /// How many moves were checked.
    pub moves: usize,
}

impl<G: Show> MoveWatch<G> {
    /// Starts with the match as it is now. `counts` lists the piles of a view.
    pub fn new(game: &mut Match<G>, counts: fn(&G::View) -> PileCounts) -> Self {
        game.take_events();
        let mut watch = Self { counts, lays_anew: |_| false, before: BTreeMap::new(), moves: 0 };
        for seat in Seat::first(game.seats().len()) {
            watch.before.insert(seat, counts(&game.view(Viewer::Seat(seat))));
        }
        watch
    }

    /// Events with which the game lays out its cards again without card moves. A step with such an
    /// event is not compared.
    #[must_use]
    pub fn except(mut self, lays_anew: fn(&G::Event) -> bool) -> Self {
        self.lays_anew = lays_anew;
        self
    }

    /// Compares the events since the last call with what every seat sees now. Panics if the size of
    /// a pile does not fit the moves.
    pub fn look(&mut self, game: &mut Match<G>) {
        let events = game.take_events();
        for (seat, before) in &mut self.before {
            let viewer = Viewer::Seat(*seat);
            let told: Vec<G::Event> =
                events.iter().filter_map(|event| G::event_for(event, viewer)).collect();
            let moves: Vec<_> = told.iter().flat_map(G::card_moves).collect();
            let after = (self.counts)(&game.view(viewer));
            let compared = if events.iter().any(self.lays_anew) { &[][..] } else { &after };
            for (pile, count) in compared {
                let old = before.iter().find(|(other, _)| other == pile).map_or(0, |(_, old)| *old);
                let came = moves.iter().filter(|it| it.to == *pile).map(|it| it.count);
                let went = moves.iter().filter(|it| it.from == *pile).map(|it| it.count);
                assert_eq!(
                    old + came.sum::<usize>(),
                    count + went.sum::<usize>(),
                    "{pile:?} had {old} cards and has {count} for {seat}, but: {moves:?} in {told:?}"
                );
            }
            self.moves += moves.len();
            *before = after;
        }
    }
}

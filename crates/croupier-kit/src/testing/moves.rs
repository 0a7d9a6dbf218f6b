//! What events say about cards that moved is what views show.

use std::collections::BTreeMap;

use crate::game::{Game, PileId, Seat, Viewer};
use crate::matches::Match;
use crate::text::Show;

/// How many cards the piles of a view have.
pub type PileCounts = Vec<(PileId, usize)>;

/// Follows the events of a match with its views, and checks that cards go where
/// [`Show::card_moves`] says: between two looks every pile that the game counts has changed by the
/// cards that came and went.
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
    /// Begins to watch a match as it stands. `counts` names the piles of a view.
    pub fn new(game: &mut Match<G>, counts: fn(&G::View) -> PileCounts) -> Self {
        game.take_events();
        let mut watch = Self { counts, lays_anew: |_| false, before: BTreeMap::new(), moves: 0 };
        for seat in Seat::first(game.seats().len()) {
            watch.before.insert(seat, counts(&game.view(Viewer::Seat(seat))));
        }
        watch
    }

    /// With these events the game lays its cards anew, without moves; then nothing is compared.
    #[must_use]
    pub fn except(mut self, lays_anew: fn(&G::Event) -> bool) -> Self {
        self.lays_anew = lays_anew;
        self
    }

    /// Compares what happened since the last look with what everybody sees now. Panics if a pile has
    /// other cards than the moves say.
    pub fn look(&mut self, game: &mut Match<G>) {
        let events = game.take_events();
        for (seat, before) in &mut self.before {
            let viewer = Viewer::Seat(*seat);
            let heard: Vec<G::Event> =
                events.iter().filter_map(|event| G::event_for(event, viewer)).collect();
            let moves: Vec<_> = heard.iter().flat_map(G::card_moves).collect();
            let after = (self.counts)(&game.view(viewer));
            let compared = if events.iter().any(self.lays_anew) { &[][..] } else { &after };
            for (pile, count) in compared {
                let old = before.iter().find(|(other, _)| other == pile).map_or(0, |(_, old)| *old);
                let came = moves.iter().filter(|it| it.to == *pile).map(|it| it.count);
                let went = moves.iter().filter(|it| it.from == *pile).map(|it| it.count);
                assert_eq!(
                    old + came.sum::<usize>(),
                    count + went.sum::<usize>(),
                    "{pile:?} had {old} cards and has {count} for {seat}, but: {moves:?} in {heard:?}"
                );
            }
            self.moves += moves.len();
            *before = after;
        }
    }
}

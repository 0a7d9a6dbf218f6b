//! The search: deterministic for a seed, and better than chance.

use crazy_eights::CrazyEights;
use croupier_bots::{Bot as _, Budget, Players, Random, Search, SearchReport, Skill};
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, Tuning, Viewer};
use croupier_kit::matches::Match;
use min_or_max::MinOrMax;
use rush::Rush;

use crate::common::{deal, duel, follow};

/// The reports of a search with this many workers and threads for the first decisions of a match.
fn reports<G: Heuristic>(workers: usize, threads: usize, seed: u64) -> Vec<String> {
    tuned_reports::<G>(G::TUNING, workers, threads, seed)
}

fn tuned_reports<G: Heuristic>(
    tuning: Tuning,
    workers: usize,
    threads: usize,
    seed: u64,
) -> Vec<String> {
    let search = Search::<G>::new(Budget::Iterations(101)).tuned(tuning);
    let mut search = search.shared(workers, threads);
    let mut found = vec![];
    follow(deal::<G>(2, "bench", 5), 8, 1, |_, observation| {
        let mut dice = Dice::new(Seed::from_number(seed));
        found.push(format!("{:?}", search.think(observation, &mut dice)));
    });
    found
}

#[test]
fn the_same_seed_gives_the_same_reports_on_any_number_of_threads() {
    let once = reports::<CrazyEights>(4, 1, 7);
    for threads in [2, 3, 9] {
        assert_eq!(once, reports::<CrazyEights>(4, threads, 7), "{threads} threads");
    }
    assert_ne!(once, reports::<CrazyEights>(3, 1, 7), "workers are part of the result");
    assert_ne!(once, reports::<CrazyEights>(4, 1, 8), "so is the seed");
    assert_eq!(reports::<Rush>(2, 1, 7), reports::<Rush>(2, 2, 7));
}

/// Without a tree the worlds are divided among the workers as well, and none is lost.
#[test]
fn workers_compare_moves_in_worlds_of_their_own() {
    let tuning = Tuning { flat: true, ..CrazyEights::TUNING };
    let reports = |workers, threads| tuned_reports::<CrazyEights>(tuning, workers, threads, 7);
    assert_eq!(reports(4, 1), reports(4, 3));
    assert_ne!(reports(4, 1), reports(1, 1), "workers are part of the result");
    let mut decisions = 0;
    follow(deal::<CrazyEights>(2, "bench", 5), 16, 1, |_, observation| {
        let think = |workers: u32| {
            let budget = Budget::Iterations(60 * workers);
            let search = Search::<CrazyEights>::new(budget).tuned(tuning);
            let mut search = search.shared(workers as usize, 2);
            search.think(observation, &mut Dice::new(Seed::from_number(1)))
        };
        let (one, three) = (think(1), think(3));
        let tried = |report: &SearchReport<_>| report.moves.first().map_or(0, |it| it.visits);
        if one.moves.len() > 1 {
            assert!(tried(&three) > tried(&one), "{} and {}", tried(&three), tried(&one));
            assert!(three.iterations <= 180);
            decisions += 1;
        }
    });
    assert!(decisions > 2, "{decisions}");
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let play = |seed: u64| {
        let mut game: Match<MinOrMax> = deal(2, "bench", 3);
        let bots = [Skill::Search(60), Skill::Search(60)].map(|skill| Some(skill.bot()));
        let finished = Players::new(bots, Seed::from_number(seed)).finish(&mut game).unwrap();
        (finished, game.hash())
    };
    assert_eq!(play(1), play(1));
    let results: Vec<_> = (1..6).map(play).collect();
    assert!(results.iter().any(|other| *other != results[0]), "chance plays no part");
}

/// The visits of a search add up, and every iteration counts.
#[test]
fn every_iteration_counts() {
    let mut decisions = 0;
    follow(deal::<Rush>(3, "bench", 2), 60, 2, |_, observation| {
        let mut search = Search::<Rush>::new(Budget::Iterations(100)).shared(3, 1);
        let report = search.think(observation, &mut Dice::new(Seed::from_number(1)));
        if report.moves.len() > 1 {
            assert_eq!(report.iterations, 100);
            assert_eq!(report.moves.iter().map(|it| it.visits).sum::<u32>(), 100);
            decisions += 1;
        }
    });
    assert!(decisions > 2, "{decisions}");
}

/// A search that hears of every action keeps its tree; one that does not starts a new one. Both
/// answer, and the tree makes a difference.
#[test]
fn a_tree_is_used_again() {
    let mut differs = 0;
    for number in 0..5 {
        let mut game = deal::<CrazyEights>(2, "classic", number);
        let mut search = Search::<CrazyEights>::new(Budget::Iterations(200));
        let mut dice = Dice::new(Seed::from_number(number));
        for _ in 0..10 {
            let Some(seat) = game.to_act().lowest() else { break };
            let view = game.view(Viewer::Seat(seat));
            let observation = game.position().observed_by(seat, &view, &());
            let action = if seat.0 == 0 {
                let mut fresh = Search::<CrazyEights>::new(Budget::Iterations(200));
                let [mut one, mut other] = [9, 9].map(|seed| Dice::new(Seed::from_number(seed)));
                let kept = search.think(observation, &mut one);
                let anew = fresh.think(observation, &mut other);
                differs += u32::from(kept != anew);
                kept.best().and_then(|stats| stats.action.clone())
            } else {
                Random.choose(observation, &mut dice)
            };
            let action = action.unwrap();
            game.act(seat, action.clone()).unwrap();
            search.observe(croupier_bots::ObservedAction::new(
                croupier_kit::game::Seat(0),
                seat,
                &action,
            ));
        }
    }
    assert!(differs > 5, "only {differs} decisions went on with a tree");
}

/// A search that starts with few moves and widens later tries every move.
#[test]
fn a_narrow_search_widens() {
    let narrow = Tuning { width: 1, widening: 1, ..Tuning::DEFAULT };
    let tried = |number: u64, iterations: u32| {
        let mut found = (0, 0);
        follow(deal::<Rush>(4, "bench", number), 1, 1, |_, observation| {
            let mut search = Search::<Rush>::new(Budget::Iterations(iterations)).tuned(narrow);
            let report = search.think(observation, &mut Dice::new(Seed::from_number(1)));
            let tried = report.moves.iter().filter(|it| it.visits > 0).count();
            found = (report.moves.len(), tried);
        });
        found
    };
    let many = (0..200).find(|number| tried(*number, 1).0 > 8).expect("some deal has many moves");
    let [one, some, more] = [1, 9, 300].map(|iterations| tried(many, iterations).1);
    assert!(one == 1 && (2..=5).contains(&some) && more > some, "{one}, {some}, {more}");
}

/// A move's children are added to the tree once the move was visited often enough.
#[test]
fn a_move_is_expanded_after_its_visits() {
    let reports_with = |expand_after_visits: u32| {
        let tuning = Tuning { expand_after_visits, ..Tuning::DEFAULT };
        let mut reports = vec![];
        follow(deal::<CrazyEights>(2, "classic", 4), 6, 1, |_, observation| {
            let mut search = Search::<CrazyEights>::new(Budget::Iterations(100)).tuned(tuning);
            let found = search.think(observation, &mut Dice::new(Seed::from_number(1)));
            assert_eq!(found.moves.iter().map(|it| it.visits).sum::<u32>(), found.iterations);
            reports.push(found);
        });
        reports
    };
    let [usual, at_once, later, never] = [1, 0, 30, u32::MAX].map(reports_with);
    assert_eq!(usual, at_once, "a move is in the tree because it was tried");
    assert_ne!(usual, later);
    assert_ne!(later, never);
}

/// The share of games a search wins against the random player, alternating seats.
fn against_random<G: Heuristic>(iterations: u32, deals: u64) -> f64 {
    let games = (0..deals).flat_map(|number| [(number, false), (number, true)]);
    let won: f64 = games
        .map(|(number, turned)| {
            duel::<G>([Skill::Search(iterations).bot(), Skill::Random.bot()], turned, number)
        })
        .sum();
    #[allow(clippy::cast_precision_loss)] // Some hundreds.
    let games = (2 * deals) as f64;
    won / games
}

#[test]
fn search_beats_random_in_crazy_eights() {
    let rate = against_random::<CrazyEights>(20, 12);
    assert!(rate > 0.6, "{rate}");
}

#[test]
fn search_beats_random_in_min_or_max() {
    let rate = against_random::<MinOrMax>(200, 60);
    assert!(rate > 0.7, "{rate}");
}

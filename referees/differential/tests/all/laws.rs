//! What must hold for every chart, tested on random ones, with both selection rules.

use croupier_chart::define::Selection;
use croupier_chart::prelude::*;
use croupier_chart::run::Saved;
use croupier_differential::case::Case;
use croupier_differential::machine::{Desk, Sketched, compile};
use croupier_differential::random::Random;
use croupier_differential::script::{Player, play};

const CHARTS: u64 = 300;

fn for_each_chart(mut law: impl FnMut(&Case, &Chart<Sketched>)) {
    for selection in [Selection::Nested, Selection::PerLeaf] {
        for seed in 0..CHARTS {
            let case = Case::new(seed, selection);
            let chart = compile(&case.sketch, selection).expect("the generator makes sound charts");
            law(&case, &chart);
        }
    }
}

/// Saves to text and restores.
fn reread(chart: &Chart<Sketched>, snapshot: &Snapshot<Sketched>) -> Snapshot<Sketched> {
    let text = serde_json::to_string(&chart.save(snapshot)).expect("a save becomes JSON");
    let saved: Saved = serde_json::from_str(&text).expect("and is read back");
    chart.restore(&saved).expect("by the chart that wrote it")
}

#[test]
fn saving_and_restoring_after_every_step_changes_nothing() {
    let mut restored = 0;
    for_each_chart(|case, chart| {
        let straight = play(chart, &case.script);
        let (mut player, first) = Player::start(chart, case.script.start);
        let mut beats = vec![first];
        for step in &case.script.steps {
            let Some(snapshot) = player.snapshot() else { break };
            let again = reread(chart, snapshot);
            assert_eq!(chart.save(&again), chart.save(snapshot), "chart {}", case.seed);
            player.replace(again);
            beats.push(player.step(*step));
            restored += 1;
        }
        assert_eq!(beats, straight, "chart {}", case.seed);
    });
    assert!(restored > 5_000, "only {restored} times");
}

/// Lets time pass in equal parts. `None` if the chart does not come to rest.
fn wait(
    chart: &Chart<Sketched>,
    snapshot: &Snapshot<Sketched>,
    bits: u32,
    parts: u64,
    part: u64,
) -> Option<(Saved, Vec<String>, u32)> {
    let mut snapshot = snapshot.clone();
    let mut desk = Desk { bits, log: vec![] };
    let mut fired = 0;
    for _ in 0..parts {
        let instant = snapshot.now() + Millis(part);
        fired += chart.advance_to(&mut snapshot, &mut Env::new(&mut desk), instant).ok()?;
    }
    Some((chart.save(&snapshot), desk.log, fired))
}

#[test]
fn one_long_wait_equals_many_short_ones() {
    let (mut fired, mut chained) = (0, 0);
    for_each_chart(|case, chart| {
        let mut random = Random::new(case.seed);
        let (mut player, _) = Player::start(chart, case.script.start);
        for step in &case.script.steps {
            let Some(snapshot) = player.snapshot() else { break };
            let ms = random.between(1, 1_500) as u64;
            let once = wait(chart, snapshot, step.bits, 1, ms);
            let often = wait(chart, snapshot, step.bits, ms, 1);
            assert_eq!(once, often, "chart {}, {ms} ms", case.seed);
            let timers = once.map_or(0, |(_, _, timers)| timers);
            fired += u32::from(timers > 0);
            chained += u32::from(timers > 1);
            player.step(*step);
        }
    });
    assert!(fired > 500 && chained > 200, "timers fired in {fired} waits, several in {chained}");
}

/// Charts take another code path when they are observed.
#[test]
fn looking_on_changes_nothing() {
    for_each_chart(|case, chart| {
        let straight = play(chart, &case.script);
        let (mut player, seen) = Player::start_watched(chart, case.script.start);
        let mut logs = vec![seen];
        for step in &case.script.steps {
            logs.push(player.step_watched(*step));
        }
        for (beat, seen) in straight.iter().zip(&logs).filter(|(beat, _)| !beat.endless) {
            let watched: Vec<_> = seen.iter().flat_map(|micro| &micro.log).collect();
            assert_eq!(beat.log.iter().collect::<Vec<_>>(), watched, "chart {}", case.seed);
        }
        if let (Some(last), Some(snapshot)) = (straight.last(), player.snapshot()) {
            assert_eq!(last.leaves, chart.leaves(snapshot), "chart {}", case.seed);
        }
    });
}

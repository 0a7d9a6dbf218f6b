//! Three NATS servers and three of ours, all of them real processes, and failures while people
//! play: rooms continue, everything acknowledged is there, and nothing is done twice.
//!
//! These tests need a NATS server, so plain `cargo test` skips them: `cargo xtask test` runs a
//! sample in the step `cluster`, and `cargo xtask soak` all of them.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // Test helpers fail like tests.
#![allow(clippy::print_stdout, reason = "how long recovery took, for whoever asks")]

#[path = "../../../croupier-server/tests/server/client.rs"]
#[allow(dead_code)] // The tests of the server use the rest.
mod client;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod figures;
mod house;
mod load;
mod trouble;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use house::House;
use load::{Load, Plan};
use trouble::Trouble;

/// The factor by which limits are extended in CI, where a browser runs beside these tests on two
/// cores: there, only what is stuck fails. `cargo xtask soak` checks the real limits.
const SLACK_OF_CI: u32 = 10;

/// One house at a time: measurements here must not be disturbed by another test.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn troubles(events: usize, plan: &Plan, slack: u32, test: &str) {
    let _alone = alone();
    let mut house = House::start(test);
    let mut load = Load::start(&house, plan);
    let mut trouble = Trouble::new(slack);
    for kind in trouble.kinds(events) {
        trouble.make(kind, &mut house, &load);
    }
    let report = load.end();
    println!("{report}");
    report.assert_exactly_once();
    house.kill_all_servers();
    house.restart_all_servers();
    load.assert_shown_again(&house.addrs());
    house.assert_every_journal_replays(&load);
    house.end();
}

#[test]
#[ignore = "needs nats-server"]
fn whatever_dies_rooms_go_on_and_nothing_is_lost_or_done_twice() {
    troubles(10, &Plan { rooms: 24, rate: 60, drop: 5 }, SLACK_OF_CI, "sample");
}

#[test]
#[ignore = "soak: needs nats-server, and takes half an hour"]
fn soak_whatever_dies_rooms_go_on_a_hundred_times() {
    troubles(100, &Plan { rooms: 300, rate: 600, drop: 5 }, 1, "soak");
}

/// Every server is drained and restarted, one after another.
fn restarted_in_turn(plan: &Plan, slack: u32, test: &str) {
    let _alone = alone();
    let mut house = House::start(test);
    let mut load = Load::start(&house, plan);
    for index in 0..house::SERVERS {
        house.drain(index);
        std::thread::sleep(Duration::from_secs(2));
        house.restart_server(index);
        std::thread::sleep(Duration::from_secs(2));
    }
    let report = load.end();
    println!("{report}");
    report.assert_exactly_once();
    let p99 = report.standstill_p99();
    let limit = Duration::from_secs(2) * slack;
    assert!(p99 < limit, "99 of 100 tables stood still for {p99:?} at most, not {limit:?}");
    load.assert_shown_again(&house.addrs());
    house.assert_every_journal_replays(&load);
    house.end();
}

#[test]
#[ignore = "needs nats-server"]
fn servers_that_are_restarted_in_turn_hold_nobody_up() {
    restarted_in_turn(&Plan { rooms: 24, rate: 60, drop: 5 }, SLACK_OF_CI, "in-turn");
}

#[test]
#[ignore = "soak: needs nats-server"]
fn soak_servers_that_are_restarted_in_turn_hold_nobody_up() {
    restarted_in_turn(&Plan { rooms: 300, rate: 600, drop: 5 }, 1, "in-turn-soak");
}

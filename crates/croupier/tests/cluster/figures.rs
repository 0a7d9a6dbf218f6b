//! Measures the cost of the hop between servers: the same load on a house whose clients connect to
//! the owner of their room, and on one whose clients connect to any server. The environment
//! variables `ROOMS`, `RATE`, `SECONDS` and `ROUNDS` change the load.

use std::time::Duration;

use crate::alone;
use crate::house::{House, SERVERS};
use crate::load::{Load, Plan};

/// A number from the environment.
fn chosen(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// The CPU time per action in microseconds: in our servers, and in those of NATS.
fn measure(advertises: bool) -> [f64; 2] {
    let plan = Plan { rooms: chosen("ROOMS", 300), rate: chosen("RATE", 1200), drop: 0 };
    let house = House::start_with("hop", advertises);
    let mut load = Load::start(&house, &plan);
    let (before, cpu) = (load.beat().acknowledged, house.cpu());
    std::thread::sleep(Duration::from_secs(chosen("SECONDS", 20).into()));
    let (after, cpu_after) = (load.beat().acknowledged, house.cpu());
    load.end().assert_nothing_wrong();
    house.end();
    let actions = u32::try_from(after - before).unwrap();
    assert!(actions > 0);
    [0, 1].map(|at| cpu_after[at].saturating_sub(cpu[at]).as_secs_f64() * 1e6 / f64::from(actions))
}

#[test]
#[ignore = "soak: needs nats-server, and is for whoever reads the figures"]
fn soak_figures_of_a_hop() {
    let _alone = alone();
    let rounds = chosen("ROUNDS", 2).max(1);
    let mut sums = [0.0; 2];
    for round in 1..=rounds {
        for advertises in [true, false] {
            let [ours, nats] = measure(advertises);
            sums[usize::from(!advertises)] += ours + nats;
            let where_to = if advertises { "the owner" } else { "any server" };
            println!(
                "round {round}, clients of {where_to:<10}  CPU per action: {ours:7.1} us in {SERVERS} servers, \
                 {nats:7.1} us in {SERVERS} NATS servers"
            );
        }
    }
    let [direct, any] = sums.map(|sum| sum / f64::from(rounds));
    // One of three servers is the owner, so two of three clients have the hop.
    let hops = 2.0 / 3.0;
    println!("all six, clients of the owner   {direct:7.1} us per action");
    println!("all six, clients of any server  {any:7.1} us per action");
    println!("a hop                           {:7.1} us", (any - direct) / hops);
}

//! Failures that can happen to a house.

use std::time::{Duration, Instant};

use croupier_kit::cards::{Dice, Seed};

use crate::house::{House, SERVERS};
use crate::load::Load;

/// The kind of failure.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// A server of ours is killed.
    Killed,
    /// One of our servers is suspended for ten seconds, and then resumes as if nothing had
    /// happened.
    Stopped,
    /// One of three NATS servers is killed.
    NatsKilled,
    /// Two of three are killed.
    QuorumLost,
    /// All three are killed and started again.
    AllKilled,
}

impl Kind {
    const ALL: [Self; 5] =
        [Self::Killed, Self::Stopped, Self::NatsKilled, Self::QuorumLost, Self::AllKilled];

    /// How soon all rooms have to continue.
    fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Killed | Self::Stopped => 5,
            // NATS needs up to nine seconds to elect a new leader.
            Self::NatsKilled => 12,
            Self::QuorumLost | Self::AllKilled => 15,
        })
    }
}

/// Random failures.
pub(crate) struct Trouble {
    dice: Dice,
    slack: u32,
}

impl Trouble {
    pub(crate) fn new(slack: u32) -> Self {
        // Random, and printed, so that it can be repeated.
        let chosen = std::env::var("TROUBLE").ok().and_then(|it| it.parse().ok());
        let number = chosen.unwrap_or_else(std::process::id);
        println!("TROUBLE={number}");
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        Self { dice: Dice::new(Seed(seed)), slack }
    }

    /// This many events, about equally many of every kind, in random order.
    pub(crate) fn kinds(&mut self, count: usize) -> Vec<Kind> {
        let mut kinds: Vec<_> = Kind::ALL.into_iter().cycle().take(count).collect();
        self.dice.shuffle(&mut kinds);
        kinds
    }

    fn some_server(&mut self) -> usize {
        self.dice.below(u32::try_from(SERVERS).unwrap()) as usize
    }

    fn go_on(&self, kind: Kind, since: Instant, house: &House, load: &Load) {
        let limit = kind.limit() * self.slack;
        let Some(took) = load.all_go_on(since, limit) else {
            let beat = load.beat();
            panic!("{kind:?}: not all rooms went on within {limit:?}: {beat:?}\n{}", house.logs());
        };
        println!("{kind:?}: all rooms went on after {:.1} s", took.as_secs_f64());
    }

    /// Causes a failure, checks that all rooms continue, and repairs everything. Then all results so
    /// far must be right, and while nobody plays, what is stored must be what everyone was shown.
    pub(crate) fn make(&mut self, kind: Kind, house: &mut House, load: &Load) {
        std::thread::sleep(Duration::from_millis(self.dice.below(1_000).into()));
        let which = self.some_server();
        match kind {
            Kind::Killed => {
                house.kill_server(which);
                self.go_on(kind, Instant::now(), house, load);
                house.restart_server(which);
            }
            Kind::Stopped => {
                let refused = house.fenced(which);
                house.pause_server(which);
                let stopped = Instant::now();
                self.go_on(kind, stopped, house, load);
                std::thread::sleep(Duration::from_secs(10).saturating_sub(stopped.elapsed()));
                house.resume_server(which);
                self.go_on(kind, Instant::now(), house, load);
                // Its pending writes came after those of other nodes. With the few rooms of a
                // sample it may have had nothing to write.
                if self.slack == 1 {
                    house.wait_until_fenced(which, refused);
                }
            }
            Kind::NatsKilled => {
                house.nats.kill(which);
                self.go_on(kind, Instant::now(), house, load);
                house.nats.restart(which);
                house.nats.wait_until_ready();
            }
            Kind::QuorumLost => {
                let other = (which + 1) % SERVERS;
                house.nats.kill(which);
                house.nats.kill(other);
                assert_nothing_happens(house, load);
                house.nats.restart(which);
                house.nats.restart(other);
                self.go_on(kind, Instant::now(), house, load);
                house.nats.wait_until_ready();
            }
            Kind::AllKilled => {
                (0..SERVERS).for_each(|index| house.nats.kill(index));
                (0..SERVERS).for_each(|index| house.nats.restart(index));
                self.go_on(kind, Instant::now(), house, load);
                house.nats.wait_until_ready();
            }
        }
        house.wait_until_ready();
        load.assert_right_so_far(house);
        load.paused(|| house.assert_every_journal_replays(load));
    }
}

/// Without a NATS majority nothing is acknowledged. Nothing is sent either, once the servers know
/// that their lease expired: until then, a reconnecting client may be shown what was stored before.
fn assert_nothing_happens(house: &House, load: &Load) {
    std::thread::sleep(Duration::from_secs(1));
    let first = load.beat();
    std::thread::sleep(Duration::from_secs(4));
    let second = load.beat();
    house.assert_unready();
    std::thread::sleep(Duration::from_secs(2));
    let third = load.beat();
    assert_eq!(first.acknowledged, third.acknowledged, "nothing was stored: {first:?} {third:?}");
    assert_eq!(second.told, third.told, "nothing was told: {second:?} {third:?}");
}

//! The guarantee of NATS that everything else relies on: of two messages after the same one, only
//! one is stored. Servers before 2.9.21 store both, which is why they are refused.

use async_nats::jetstream::stream::{Config, StorageType};
use async_nats::{Client, HeaderMap, header, jetstream};
use bytes::Bytes;
use croupier_store::testing::nats::{Nats, Servers, find_old_server};
use serde_json::Value;

use super::block_on;

/// The number of races.
const ROUNDS: u32 = 1_000;

/// Publishes a message that expects to follow another one of its subject, and may replace all
/// before it. Returns the sequence with which it is stored.
async fn publish(client: &Client, subject: &str, after: u64, replaces: bool) -> Option<u64> {
    let mut headers = HeaderMap::new();
    headers.insert(header::NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, after.to_string());
    if replaces {
        headers.insert(header::NATS_ROLLUP, "sub");
    }
    let payload = Bytes::from_static(b"record");
    let answer = client.request_with_headers(subject.to_owned(), headers, payload).await.ok()?;
    let answer: Value = serde_json::from_slice(&answer.payload).unwrap();
    answer["seq"].as_u64().filter(|sequence| *sequence > 0 && answer.get("error").is_none())
}

/// Runs the races, and returns how often both messages were acknowledged.
fn both(nats: &Nats) -> u32 {
    block_on(async {
        let servers: Vec<_> = nats.url().split(',').map(ToOwned::to_owned).collect();
        let ann = async_nats::connect(servers.clone()).await.unwrap();
        let bob = async_nats::connect(servers).await.unwrap();
        let config = Config {
            name: "RACES".to_owned(),
            subjects: vec!["race.>".to_owned()],
            storage: StorageType::File,
            num_replicas: 3,
            allow_rollup: true,
            ..Config::default()
        };
        jetstream::new(ann.clone()).create_stream(config).await.unwrap();
        let (mut both, mut one) = (0, 0);
        for round in 0..ROUNDS {
            let subject = format!("race.{round}");
            let first = publish(&ann, &subject, 0, false).await.unwrap();
            let (by_ann, by_bob) = tokio::join!(
                publish(&ann, &subject, first, round % 2 == 0),
                publish(&bob, &subject, first, round % 3 == 0),
            );
            match (by_ann, by_bob) {
                (Some(_), Some(_)) => both += 1,
                (None, None) => {}
                _ => one += 1,
            }
        }
        println!("{both} times both, {one} times one of two, in {ROUNDS}");
        assert!(both + one > ROUNDS / 2, "they race");
        both
    })
}

#[test]
#[ignore = "needs nats-server"]
fn of_two_messages_after_the_same_one_one_is_stored() {
    assert_eq!(both(&Nats::start(3)), 0);
}

#[test]
#[ignore = "soak: `cargo xtask soak` fetches the old nats-server that it needs, on Debian 12"]
fn soak_an_old_server_stores_both_of_two_messages_after_the_same_one() {
    let mut servers = Servers::new(3);
    servers.program = Some(find_old_server());
    servers.sync_interval = None;
    assert!(both(&servers.start()) > 0, "the test above would not notice");
}

//! NATS that encrypts, and lets in only whom it knows.

use std::path::PathBuf;

use bytes::Bytes;
use croupier_store::journal::{Journal, Snapshot};
use croupier_store::nats::{self, NatsError, NatsStore, Plan, Settings};
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::{Nats, Servers};

use super::block_on;

/// A file of the keys that are for tests.
fn key(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/nats/keys", name].iter().collect()
}

/// A server with a certificate, and with more configuration.
fn start(tls: &str, more: &str) -> Nats {
    let mut servers = Servers::new(1);
    let [certificate, secret, ca] =
        ["server.pem", "server.key", "ca.pem"].map(|name| key(name).display().to_string());
    servers.more = format!(
        "tls {{ cert_file: \"{certificate}\", key_file: \"{secret}\", ca_file: \"{ca}\", {tls} }}\n{more}"
    );
    servers.start()
}

/// Makes a house and a room in it, checks both, and reads the room with another connection.
async fn use_house(settings: &Settings, nats: &Nats) {
    let mut plan = Plan::default();
    (plan.streams, plan.replicas) = (1, 1);
    nats::init(settings, &plan).await.unwrap();
    let report = nats::check(settings, &nats.monitors()).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    let store = NatsStore::connect(settings).await.unwrap();
    let plan = Snapshot { versions: "1".to_owned(), bytes: Bytes::from_static(b"plan") };
    let mut opened = store.create(new_entry(), plan).await.unwrap();
    let record = Bytes::from_static(b"record");
    store.append(&mut opened.held, vec![record.clone()]).await.unwrap();
    let other = NatsStore::connect(settings).await.unwrap();
    assert_eq!(other.peek(opened.held.room()).await.unwrap().records, [record]);
}

/// Checks that nobody is let in with these settings.
async fn assert_refused(settings: &Settings, why: &str) {
    let refused = NatsStore::connect(settings).await.expect_err(why);
    assert!(matches!(refused, NatsError::Connect { .. }), "{why}: {refused}");
}

#[test]
#[ignore = "needs nats-server"]
fn a_house_can_require_tls_a_client_certificate_and_credentials() {
    let accounts = std::fs::read_to_string(key("operator.conf")).unwrap();
    let nats = start("verify: true", &accounts);
    let mut good = Settings::new(&nats.url(), "n");
    good.ca = Some(key("ca.pem"));
    good.certificate = Some((key("client.pem"), key("client.key")));
    good.credentials = Some(key("user.creds"));
    block_on(async {
        use_house(&good, &nats).await;
        let but = |change: fn(&mut Settings)| {
            let mut settings = good.clone();
            change(&mut settings);
            settings
        };
        assert_refused(&but(|it| it.credentials = None), "nobody in particular").await;
        assert_refused(&but(|it| it.certificate = None), "without a certificate").await;
        // It must not be talked to, because it is not whom it claims to be.
        assert_refused(&but(|it| it.ca = None), "nobody vouches for the server").await;
        assert_refused(&but(|it| it.ca = Some(key("client.pem"))), "somebody else does").await;
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_house_can_require_tls_and_a_password() {
    let nats = start("verify: false", "authorization { user: \"me\", password: \"s@cret\" }");
    let settings = |user: &str| {
        let url = nats.url().replace("nats://", &format!("nats://{user}"));
        let mut settings = Settings::new(&url, "n");
        settings.ca = Some(key("ca.pem"));
        settings
    };
    block_on(async {
        use_house(&settings("me:s%40cret@"), &nats).await;
        assert_refused(&settings("me:secret@"), "another password").await;
        assert_refused(&settings(""), "no password").await;
    });
}

//! Connecting to NATS, and what is sent first. None of this needs a NATS server.

use std::path::PathBuf;

use croupier_store::nats::{NatsError, NatsStore, Settings};
use croupier_store::testing::nats_fake::FakeNats;

use super::block_on;

/// A certificate of nobody in particular.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUTuRXb1EPNE7QbSgUb52ateR5+xIwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNY3JvdXBpZXIgdGVzdDAgFw0yNjExMTcxOTUxMjFaGA8yMTI2
MTAyNDE5NTEyMVowGDEWMBQGA1UEAwwNY3JvdXBpZXIgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABOGHiSBywAty5Msc1dKyV3NigSP/IsArADAY6fZOK9t0
p+qkRkNscRK8UenLXM4D5VLJG9cl2zXo9F1Iv6nBzPajUzBRMB0GA1UdDgQWBBQh
WkBnC9olILcKkBuypcFBe4+4+zAfBgNVHSMEGDAWgBQhWkBnC9olILcKkBuypcFB
e4+4+zAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIByf8RV+pZ8Q
W8RuU+4A5YrqOu8TmN2jFm1gV7kNFaN9AiEA/i3EGECzp28aeadoKNEQyaYJhxzQ
XV4QG6NP5m9IdG0=
-----END CERTIFICATE-----
";

const CREDENTIALS: &str = "-----BEGIN NATS USER JWT-----
a.json.token
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
SUAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H776Y
------END USER NKEY SEED------
";

/// A file that is removed when the test ends.
struct Scrap(PathBuf);

impl Scrap {
    fn new(name: &str, text: &str) -> Self {
        let name = format!("croupier-reach-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn refusal(settings: &Settings) -> NatsError {
    block_on(NatsStore::connect(settings)).expect_err("nobody is there whom it can use")
}

#[test]
fn a_server_that_is_too_old_is_refused() {
    let old = FakeNats::start("2.14.3");
    let why = refusal(&Settings::new(&format!("nats://{}", old.addr()), "n"));
    assert!(matches!(&why, NatsError::TooOld { version, .. } if version == "2.14.3"), "{why}");
}

#[test]
fn a_name_and_a_password_are_told_to_nats_and_to_nobody_else() {
    let old = FakeNats::start("2.14.3");
    refusal(&Settings::new(&format!("nats://me:secret@{}", old.addr()), "n"));
    let heard = old.heard();
    assert!(heard.contains(r#""user":"me""#) && heard.contains(r#""pass":"secret""#), "{heard}");
    // Nobody listens on this port.
    let settings = Settings::new("nats://me:secret@127.0.0.1:1,you:hidden@127.0.0.1:1", "n");
    let why = refusal(&settings);
    assert!(matches!(why, NatsError::Connect { .. }), "{why}");
    for text in [why.to_string(), format!("{why:?}"), format!("{settings:?}")] {
        assert!(!text.contains("secret") && !text.contains("hidden"), "{text}");
        assert!(text.contains("127.0.0.1:1"), "{text}");
    }
}

#[test]
fn credentials_sign_what_the_server_asks() {
    let (old, file) = (FakeNats::start("2.14.3"), Scrap::new("creds", CREDENTIALS));
    let mut settings = Settings::new(&format!("nats://{}", old.addr()), "n");
    settings.credentials = Some(file.0.clone());
    refusal(&settings);
    let heard = old.heard();
    assert!(heard.contains(r#""jwt":"a.json.token""#), "{heard}");
    let signature = heard.split(r#""sig":""#).nth(1).and_then(|it| it.split('"').next());
    assert!(signature.is_some_and(|it| it.len() > 80), "{heard}");
    assert!(!heard.contains("SUAAAA"), "the seed stays here");
    settings.credentials = Some(file.0.with_extension("gone"));
    let why = refusal(&settings);
    assert!(
        matches!(&why, NatsError::File { path, .. } if path.extension().is_some_and(|it| it == "gone")),
        "{why}"
    );
}

#[test]
fn with_a_certificate_to_trust_nothing_is_said_in_the_clear() {
    let (plain, file) = (FakeNats::start("2.15.1"), Scrap::new("ca", CERTIFICATE));
    let mut settings = Settings::new(&format!("nats://me:secret@{}", plain.addr()), "n");
    settings.ca = Some(file.0.clone());
    let why = refusal(&settings);
    assert!(matches!(why, NatsError::Connect { .. }), "{why}");
    let heard = plain.heard();
    assert!(!heard.is_empty() && heard.as_bytes()[0] == 0x16, "it begins to talk TLS: {heard:?}");
    assert!(!heard.contains("CONNECT") && !heard.contains("secret"), "{heard:?}");
}

//! `croupier serve --check-config`: the settings of a server, and where they come from.

use crate::common::{Answer, Folder};
use serde_json::{Value, json};

const GOOD: &str = r#"
data = "DIR/data"
max-rooms = 500
time-scale = 2.5
trust-proxy = ["127.0.0.1", "::1"]
public-url = "https://Cards.example/"
allow-bench = true
log = "json"
"#;

/// Checks a settings file together with further arguments.
fn check(test: &str, file: &str, more: &str) -> Answer {
    let folder = Folder::new(&format!("serve-{test}"));
    folder.write("croupier.toml", file.replace("DIR", folder.path().to_str().unwrap()));
    folder.run(&format!("serve --config DIR/croupier.toml --check-config {more}"))
}

fn report(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn an_argument_counts_more_than_the_file_and_the_file_more_than_a_default() {
    let answer = check("order", GOOD, "--max-rooms 7 --json");
    assert_eq!(answer.exit, 0, "{}", answer.text());
    let report = report(&answer);
    let setting = |key: &str| report["settings"][key].clone();
    assert_eq!(setting("max-rooms"), json!({"value": 7, "from": "argument"}));
    assert_eq!(setting("time-scale"), json!({"value": 2.5, "from": "file"}));
    assert_eq!(setting("trust-proxy"), json!({"value": ["127.0.0.1", "::1"], "from": "file"}));
    assert_eq!(setting("public-url"), json!({"value": "https://cards.example", "from": "file"}));
    assert_eq!(setting("allow-bench"), json!({"value": true, "from": "file"}));
    assert_eq!(setting("log"), json!({"value": "json", "from": "file"}));
    assert_eq!(setting("keep-matches"), json!({"value": 30, "from": "default"}));
    assert_eq!(report["data"], "new");
    let off = check("off", GOOD, "--allow-bench=false --admin-addr none --json");
    let off: Value = serde_json::from_str(&off.out).unwrap();
    assert_eq!(off["settings"]["allow-bench"], json!({"value": false, "from": "argument"}));
    assert_eq!(off["settings"]["admin-addr"], json!({"value": "none", "from": "argument"}));
}

#[test]
fn people_are_told_every_setting_and_where_it_comes_from() {
    let answer = check("text", GOOD, "--addr 127.0.0.1:0");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    let said: Vec<_> =
        answer.out.lines().map(|it| it.split_whitespace().collect::<Vec<_>>()).collect();
    assert!(said.contains(&vec!["addr", "127.0.0.1:0", "argument"]), "{}", answer.out);
    assert!(said.contains(&vec!["trust-proxy", "127.0.0.1,", "::1", "file"]), "{}", answer.out);
    assert!(said.contains(&vec!["bot-threads", "–", "default"]), "{}", answer.out);
    assert!(answer.out.ends_with("good The folder DIR/data is new.\n"), "{}", answer.out);
}

#[test]
fn what_is_wrong_in_a_file_is_named_with_what_would_be_right() {
    let lines = [
        ("max-room = 7", r#"there is no setting "max-room"; did you mean "max-rooms"?"#),
        ("max_rooms = 7", r#"there is no setting "max_rooms"; did you mean "max-rooms"?"#),
        ("config = \"x\"", r#"there is no setting "config"; there are addr, data, cluster, "#),
        ("[server]\naddr = \"127.0.0.1:1\"", r#"there is no setting "server"; there are addr, "#),
        (
            "max-rooms = 0",
            r#"max-rooms cannot be "0": it takes a whole number from 1 to 100000000"#,
        ),
        ("max-rooms = \"many\"", r#"max-rooms cannot be "many": it takes a whole number"#),
        ("max-rooms = [1]", "max-rooms takes one value, not a array"),
        ("addr = 8080", r#"addr cannot be "8080": it takes an IP address and a port"#),
        (
            "admin-addr = \"off\"",
            r#"admin-addr cannot be "off": it takes an IP address and a port, such as 127.0.0.1:8080, or none"#,
        ),
        ("trust-proxy = [\"proxy\"]", r#"trust-proxy cannot be "proxy": it takes an IP address"#),
        ("log = \"xml\"", r#"log cannot be "xml": it takes text or json"#),
        ("allow-bench = \"yes\"", r#"allow-bench cannot be "yes": it takes true or false"#),
        ("time-scale = 0", r#"time-scale cannot be "0": it takes a number from 0.001 to 100000"#),
        (
            "public-url = \"cards.example\"",
            r#"public-url cannot be "cards.example": it begins with neither http:// nor https://"#,
        ),
        ("public-url = \"https://cards.example/a\"", "nothing can follow the host"),
        ("addr = \"127.0.0.1:1\"\naddr = \"127.0.0.1:2\"", "line 2: duplicate key"),
        ("\n\nmax-rooms 7", "line 3: "),
    ];
    for (file, why) in lines {
        let answer = check("wrong", file, "");
        assert_eq!((answer.exit, answer.out.as_str()), (1, ""), "{file}: {}", answer.text());
        let expected = "error[bad_config]: DIR/croupier.toml: ";
        assert!(answer.err.starts_with(expected), "{file}: {}", answer.err);
        assert!(answer.err.contains(why), "{file}: {}", answer.err);
    }
    // All faults are reported at once.
    let answer = check("wrong", "max-rooms = 0\nlgo = \"text\"", "");
    assert!(answer.err.contains("max-rooms") && answer.err.contains("\"log\""), "{}", answer.err);
}

#[test]
fn arguments_and_folders_are_checked_too() {
    let folder = Folder::new("serve-arguments");
    folder.write("file", "no folder");
    let lines = [
        ("--max-rooms 0", 2, "usage", "it takes a whole number from 1 to 100000000"),
        ("--public-url https://", 2, "usage", "its host is no name and no IP address"),
        ("--config DIR/gone.toml", 2, "file_missing", "there is no file DIR/gone.toml"),
        ("--data DIR/file", 1, "data_io", "data: the folder DIR/file cannot be used"),
    ];
    for (line, exit, code, why) in lines {
        let answer = folder.run(&format!("serve --check-config {line}"));
        assert_eq!(answer.exit, exit, "{line}: {}", answer.text());
        assert!(answer.err.starts_with(&format!("error[{code}]: ")), "{line}: {}", answer.err);
        assert!(answer.err.contains(why), "{line}: {}", answer.err);
    }
    assert_eq!(folder.names(), ["file"], "nothing is made by looking");
}

#[test]
fn a_nats_server_that_is_too_old_is_refused_with_the_reason() {
    let old = croupier_store::testing::nats_fake::FakeNats::start("2.14.0");
    let folder = Folder::new("serve-old-nats");
    let line = format!("serve --addr 127.0.0.1:0 --data DIR/data --cluster nats://{}", old.addr());
    let answer = folder.run(&line);
    assert_eq!(answer.exit, 1, "{}", answer.text());
    for why in ["version 2.14.0", "2.15.1", "two writers were both accepted", "ten times the CPU"] {
        assert!(answer.err.contains(why), "{why}: {}", answer.err);
    }
}

#[test]
fn a_password_of_nats_is_shown_to_nobody() {
    let cluster = "--cluster nats://me:secret@127.0.0.1:1,127.0.0.1:1";
    for line in
        ["serve --addr 127.0.0.1:0 --data DIR/data", "cluster nodes", "cluster check --json"]
    {
        let answer = Folder::new("serve-secret").run(&format!("{line} {cluster}"));
        assert_eq!(answer.exit, 1, "{line}: {}", answer.text());
        assert!(!answer.text().contains("secret"), "{line}: {}", answer.text());
    }
    let answer = check("secret", GOOD, &format!("{cluster} --json"));
    assert_eq!(report(&answer)["settings"]["cluster"]["value"], "nats://…@127.0.0.1:1,127.0.0.1:1");
}

//! Builds, tests and plays a crate made by `croupier new`. `cargo xtask test` runs this slow test.

#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

#[path = "../../croupier-server/tests/server/client.rs"]
#[allow(dead_code)] // The tests of the server use more of it.
mod client;
mod common;
#[path = "../../croupier-server/tests/server/player.rs"]
#[allow(dead_code)] // The tests of the server use more of it.
mod player;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::Folder;
use player::Player;
use serde_json::{Value, json};

/// A crate that the benches compare with enables one more feature of `syn`. Without that feature
/// here too, all derive macros and everything that uses them would be built again.
const AS_IN_THE_WORKSPACE: &str = r#"
[build-dependencies]
syn = { version = "2", features = ["visit"] }
"#;

/// A server that is killed when the test ends.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The crate in its own folder. It is built offline and in the target folder of the workspace, so
/// that shared dependencies are not built twice.
struct Made {
    folder: Folder,
    target: PathBuf,
}

impl Made {
    fn new(test: &str, line: &str) -> Self {
        let folder = Folder::new(test);
        let answer = folder.run(&format!("new {line} --folder DIR/made"));
        assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
        let manifest = folder.path().join("made/Cargo.toml");
        let written = fs::read_to_string(&manifest).unwrap();
        fs::write(manifest, written + AS_IN_THE_WORKSPACE).unwrap();
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned();
        Self { folder, target }
    }

    /// Runs Cargo in the crate, and returns stdout and stderr.
    fn cargo(&self, line: &str) -> (String, String) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(line.split_whitespace())
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_NET_OFFLINE", "true")
            .current_dir(self.folder.path().join("made"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "cargo {line}\n{out}\n{err}");
        (out, err)
    }

    /// The crates that Cargo has compiled, according to its stderr.
    fn compiled(err: &str) -> Vec<&str> {
        err.lines().filter_map(|line| line.trim().strip_prefix("Compiling ")).collect()
    }

    fn passes_its_tests(&self) {
        self.cargo("fmt --check");
        let (out, err) = self.cargo("test");
        assert!(!err.contains("warning"), "{err}");
        assert!(out.contains("nobody_learns_what_is_hidden ... ok"), "{out}");
        assert!(out.contains("every_scenario_holds ... ok"), "{out}");
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.cargo(&format!("run -q -- {line} --json")).0).unwrap()
    }

    /// Serves the game with the crate's own program, and plays it.
    fn is_played_in_a_browser(&self, game: &str, bots: usize) {
        let mut child = Command::new(self.target.join("debug").join(game))
            .args("serve --addr 127.0.0.1:0 --time-scale 100 --bot-threads 1".split(' '))
            .arg("--data")
            .arg(self.folder.path().join("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = child.stdout.take().unwrap();
        let _served = Served(child);
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line).unwrap();
        let addr = line.trim().rsplit_once("http://").expect("it says where it serves").1;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(play_as_a_browser(addr.parse().unwrap(), game, bots));
    }
}

/// Plays like the generic screen of the web client, which relies on the server for the board, the
/// prompts and the labels of choices.
async fn play_as_a_browser(addr: SocketAddr, game: &str, bots: usize) {
    let (status, page) = client::ask(addr, "GET", "/", None, None).await;
    assert_eq!(status, 200, "{page}");
    // The program contains the web client only if the client was built before.
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/index.html");
    let has_client = page.as_str().is_some_and(|it| it.contains("id=\"app\""));
    assert_eq!(has_client, web.exists(), "{page}");

    let (_, games) = client::ask(addr, "GET", "/api/games", None, None).await;
    assert_eq!(games["games"][0]["id"], game);
    let token = client::guest(addr, "Ada").await;
    let wanted = json!({"game": game, "bots": vec!["greedy"; bots], "start": true});
    let code = client::room(addr, &token, wanted).await;
    let mut ada = Player::new(addr, &token, &code, "browser");
    ada.board = true;
    while ada.prompt().is_none() {
        ada.hear().await;
    }
    let board = ada.parts["board"]["sections"].as_array().unwrap();
    assert!(board.iter().any(|it| it["lines"] != json!([])), "{board:?}");
    let prompt = &ada.parts["prompt"];
    assert_ne!(prompt["sentence"], json!([]), "{prompt}");
    let choices = prompt["choices"].as_array().unwrap();
    assert!(choices.iter().all(|it| it["label"] != json!([])), "{prompt}");
    ada.play(7).await;
    assert!(ada.parts["table"]["result"].is_object(), "{:?}", ada.parts["table"]);
}

#[test]
#[ignore = "builds a crate; `cargo xtask test` runs it"]
fn a_new_crate_passes_its_tests_and_is_played_at_once() {
    let made = Made::new("new-crate", "lucky-sevens");
    made.passes_its_tests();
    // Dependencies built for the tests are not built again: people change and run a game often.
    let (_, err) = made.cargo("run -- games");
    let compiled = Made::compiled(&err);
    assert!(compiled.iter().all(|line| line.starts_with("lucky-sevens ")), "{err}");

    let games = made.json("games");
    assert_eq!(games["games"][0]["id"], "lucky-sevens");
    let report = made.json("sim lucky-sevens --games 200 --seats 3");
    assert_eq!(report["finished"], 200);
    let report = made.json("arena lucky-sevens --bots search:20,random --games 20");
    assert_eq!(report["games"], 20);
    assert_eq!(made.json("scenario scenarios")["passed"], 2);
    assert!(made.cargo("run -q -- chart lucky-sevens").0.starts_with("lucky_sevens\n"));
    // Without input the match is dealt and shown, and ends at once.
    let (out, _) = made.cargo("run -q -- play lucky-sevens --seed 7");
    assert!(out.contains("pile") && out.contains("stock"), "{out}");
    made.is_played_in_a_browser("lucky-sevens", 2);
}

#[test]
#[ignore = "builds a crate; `cargo xtask test` runs it"]
fn a_new_game_of_tricks_passes_its_tests_and_is_played_at_once() {
    let made = Made::new("new-tricks-crate", "high-clubs --template tricks");
    made.passes_its_tests();
    assert_eq!(made.json("sim high-clubs --games 200 --seats 3")["finished"], 200);
    assert_eq!(made.json("scenario scenarios")["passed"], 2);
    let (out, _) = made.cargo("run -q -- play high-clubs --seed 7");
    assert!(out.contains("trick") && out.contains("taken"), "{out}");
    made.is_played_in_a_browser("high-clubs", 2);
}

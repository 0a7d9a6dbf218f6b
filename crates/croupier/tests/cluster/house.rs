//! Servers of one house over NATS, as processes.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use croupier_store::testing::nats::{Nats, free_port};
use croupier_store::testing::process::{Process, cpu_of};
use serde_json::{Value, json};

use crate::client;
use crate::common::Folder;
use crate::load::Load;

/// How many servers there are, of NATS and of ours each.
pub(crate) const SERVERS: usize = 3;

/// How long a server may take to be ready.
const PATIENCE: Duration = Duration::from_mins(1);

/// The command line of our program.
pub(crate) fn croupier(line: &str) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_croupier").to_owned();
    std::iter::once(program).chain(line.split_whitespace().map(ToOwned::to_owned)).collect()
}

/// Runs one of our commands to its end.
fn run(line: &str) -> Output {
    let line = croupier(line);
    let output = Command::new(&line[0]).args(&line[1..]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", line.join(" "));
    output
}

/// A server of ours.
struct Server {
    process: Process,
    addr: SocketAddr,
    admin: SocketAddr,
    log: PathBuf,
}

/// Whether a server reports that it is ready. `None` if it does not answer.
fn is_ready(addr: SocketAddr) -> Option<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let asked = client::try_raw(addr, "GET", "/readyz", "", None);
    Some(runtime.block_on(asked)?.0 == 200)
}

/// Three NATS servers, three of ours, and a folder. All of it is removed with the test.
pub(crate) struct House {
    servers: Vec<Server>,
    pub(crate) nats: Nats,
    folder: Folder,
}

impl House {
    pub(crate) fn start(test: &str) -> Self {
        Self::start_with(test, false)
    }

    /// Starts a house whose servers send clients to the owner of their room, or do not.
    pub(crate) fn start_with(test: &str, advertises: bool) -> Self {
        let nats = Nats::start(SERVERS);
        let folder = Folder::new(&format!("cluster-{test}"));
        let url = nats.url();
        run(&format!("cluster init --cluster {url} --streams 2"));
        run(&format!("cluster check --cluster {url} --monitor {}", nats.monitors().join(",")));
        let servers = (0..SERVERS).map(|index| {
            let addr = SocketAddr::from(([127, 0, 0, 1], free_port()));
            let admin = SocketAddr::from(([127, 0, 0, 1], free_port()));
            let own = folder.path().join(format!("s{index}"));
            std::fs::create_dir_all(&own).unwrap();
            let mut line = format!(
                "serve --cluster {url} --node s{index} --addr {addr} --admin-addr {admin} --data {} --allow-bench \
                 --bot-threads 1",
                own.display()
            );
            if advertises {
                let _ = write!(line, " --advertise http://{addr}");
            }
            let log = own.join("log");
            Server { process: Process::start(&log, &own, croupier(&line)), addr, admin, log }
        });
        let house = Self { servers: servers.collect(), nats, folder };
        house.wait_until_ready();
        house
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The addresses in the format of `croupier load`.
    pub(crate) fn urls(&self) -> String {
        let urls: Vec<_> = self.servers.iter().map(|it| format!("http://{}", it.addr)).collect();
        urls.join(",")
    }

    pub(crate) fn addrs(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|it| it.addr).collect()
    }

    /// A metric of a server. `None` if it does not answer.
    fn figure(&self, index: usize, name: &str) -> Option<u64> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let asked = client::try_raw(self.servers[index].admin, "GET", "/metrics", "", None);
        let (_, text) = runtime.block_on(asked)?;
        let line =
            text.as_str()?.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(' '))?;
        line.trim().parse().ok()
    }

    /// How often a server was fenced, because another one owns the room by now.
    pub(crate) fn fenced(&self, index: usize) -> u64 {
        self.figure(index, "croupier_store_fenced_total").unwrap()
    }

    /// Waits until a server was fenced more often than before.
    pub(crate) fn wait_until_fenced(&self, index: usize, before: u64) {
        let until = Instant::now() + PATIENCE;
        while self.fenced(index) <= before {
            assert!(Instant::now() < until, "s{index} was refused nothing:\n{}", self.logs());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until all running servers are ready.
    pub(crate) fn wait_until_ready(&self) {
        let until = Instant::now() + PATIENCE;
        let up = |index: &usize| self.servers[*index].process.is_up();
        for index in (0..SERVERS).filter(up) {
            while is_ready(self.servers[index].addr) != Some(true) {
                assert!(Instant::now() < until, "s{index} is not ready:\n{}", self.logs());
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Checks that all servers report that they are not ready.
    pub(crate) fn assert_unready(&self) {
        for index in 0..SERVERS {
            assert_eq!(is_ready(self.servers[index].addr), Some(false), "s{index}");
        }
    }

    /// The CPU time of our servers and of those of NATS so far.
    pub(crate) fn cpu(&self) -> [Duration; 2] {
        let ours = self.servers.iter().map(|it| cpu_of(it.process.pid())).sum();
        [ours, (0..SERVERS).map(|index| cpu_of(self.nats.pid(index))).sum()]
    }

    pub(crate) fn kill_server(&mut self, index: usize) {
        self.servers[index].process.kill();
    }

    pub(crate) fn pause_server(&mut self, index: usize) {
        self.servers[index].process.pause();
    }

    pub(crate) fn resume_server(&mut self, index: usize) {
        self.servers[index].process.resume();
    }

    pub(crate) fn restart_server(&mut self, index: usize) {
        self.servers[index].process.restart();
        self.wait_until_ready();
    }

    pub(crate) fn kill_all_servers(&mut self) {
        self.servers.iter_mut().for_each(|it| it.process.kill());
    }

    pub(crate) fn restart_all_servers(&mut self) {
        self.servers.iter_mut().for_each(|it| it.process.restart());
        self.wait_until_ready();
    }

    /// Lets a server hand its rooms to the others and stop.
    pub(crate) fn drain(&mut self, index: usize) {
        run(&format!("cluster drain s{index} --cluster {}", self.nats.url()));
        assert_eq!(self.servers[index].process.wait(), Some(0), "{}", self.logs());
    }

    /// Checks that everything stored can be exported, that all rooms can be rebuilt from it, and
    /// that a server that has only this shows everyone what they were shown last. Nobody may be
    /// playing.
    pub(crate) fn assert_every_journal_replays(&self, load: &Load) {
        let (file, back) = (self.path().join("house.db"), self.path().join("back"));
        let _ = std::fs::remove_file(&file);
        let _ = std::fs::remove_dir_all(&back);
        let url = self.nats.url();
        run(&format!("cluster export {} --cluster {url}", file.display()));
        run(&format!("restore {} --data {}", file.display(), back.display()));
        let checked = run(&format!("store check --json --data {}", back.display()));
        let report: Value = serde_json::from_slice(&checked.stdout).unwrap();
        assert_eq!(report["damaged"], json!([]), "{report}");
        assert_eq!(report["replayed"], report["records"], "{report}");
        assert!(report["rooms"].as_u64().is_some_and(|rooms| rooms > 0), "{report}");
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let line =
            format!("serve --addr {addr} --data {} --allow-bench --bot-threads 1", back.display());
        let mut alone = Process::start(&self.path().join("back.log"), &back, croupier(&line));
        let until = Instant::now() + PATIENCE;
        while is_ready(addr) != Some(true) {
            assert!(Instant::now() < until, "what was exported cannot be served");
            std::thread::sleep(Duration::from_millis(20));
        }
        load.assert_shown_again(&[addr]);
        assert_eq!(alone.end(), Some(0));
    }

    /// The last log lines of every server.
    pub(crate) fn logs(&self) -> String {
        let mut text = String::new();
        for (index, server) in self.servers.iter().enumerate() {
            let log = std::fs::read_to_string(&server.log).unwrap_or_default();
            let lines: Vec<_> = log.lines().collect();
            let last = lines[lines.len().saturating_sub(30)..].join("\n");
            let _ = writeln!(text, "--- s{index}\n{last}");
        }
        text
    }

    /// Stops all servers gracefully.
    pub(crate) fn end(mut self) {
        for index in 0..SERVERS {
            let ended = self.servers[index].process.end();
            assert_eq!(ended, Some(0), "s{index}:\n{}", self.logs());
            let log = std::fs::read_to_string(&self.servers[index].log).unwrap();
            assert!(!log.contains("panicked"), "{log}");
        }
    }
}

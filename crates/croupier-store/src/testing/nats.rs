//! NATS servers for tests: real processes on loopback, which end with the test.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests start servers, look for them and wait for them"
)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::nats_server;
use super::process::Process;

/// How long servers may take to be ready.
const PATIENCE: Duration = Duration::from_mins(1);

/// The path of a recent NATS server. Without one the test fails and says what to do.
pub fn find_server() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let found = nats_server::find(program.ancestors()).unwrap_or_else(|why| panic!("{why}"));
    found.unwrap_or_else(|| {
        panic!(
            "these tests need a nats-server, {} or newer: `cargo xtask nats` fetches one, or name it in \
             NATS_SERVER",
            nats_server::PINNED
        )
    })
}

/// The path of an old NATS server, which one test needs. Without it the test fails and says what to
/// do.
pub fn find_old_server() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    nats_server::find_old(program.ancestors()).unwrap_or_else(|| {
        panic!(
            "this test needs nats-server {}: `cargo xtask nats --old` fetches it on Debian 12, or name it in \
             NATS_SERVER_OLD",
            nats_server::OLD
        )
    })
}

/// A free port on loopback, outside the ephemeral range: a server that is down for a moment must
/// find its port free when it comes back.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let start = std::process::id().wrapping_mul(7919);
    loop {
        let next = start.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + u16::try_from(next % 20_000).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// The configuration of servers.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Servers {
    /// How many there are.
    pub count: usize,
    /// When they sync to disk. `None` uses their default.
    pub sync_interval: Option<String>,
    /// The folder of each server, for disks of their own. If empty, folders of the test are used.
    pub disks: Vec<PathBuf>,
    /// The server program. `None` searches for one.
    pub program: Option<PathBuf>,
    /// Additional configuration.
    pub more: String,
}

impl Servers {
    /// This many servers that sync before they acknowledge.
    pub fn new(count: usize) -> Self {
        let sync_interval = Some("always".to_owned());
        Self { count, sync_interval, disks: vec![], program: None, more: String::new() }
    }

    /// Starts them and waits until they are ready.
    pub fn start(&self) -> Nats {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-nats-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let program = self.program.clone().unwrap_or_else(find_server);
        let ports: Vec<_> =
            (0..self.count).map(|_| [free_port(), free_port(), free_port()]).collect();
        let routes: Vec<_> =
            ports.iter().map(|[_, _, route]| format!("nats://127.0.0.1:{route}")).collect();
        let nodes = ports.iter().enumerate().map(|(index, [port, monitor, route])| {
            let data = folder.join(format!("n{index}"));
            fs::create_dir_all(&data).unwrap();
            // Servers before 2.10 do not know the setting.
            let sync = self.sync_interval.as_ref().map(|it| format!(", sync_interval: {it}"));
            let config = format!(
                "server_name: n{index}\nlisten: \"127.0.0.1:{port}\"\nhttp: \"127.0.0.1:{monitor}\"\n\
                 jetstream {{ store_dir: \"{}\"{} }}\n{}\n",
                self.disks.get(index).unwrap_or(&data).display(),
                sync.unwrap_or_default(),
                self.more,
            );
            let cluster = if self.count > 1 {
                let routes = routes.join(", ");
                format!("cluster {{ name: test, listen: \"127.0.0.1:{route}\", routes: [{routes}] }}\n")
            } else {
                String::new()
            };
            let file = data.join("nats.conf");
            fs::write(&file, config + &cluster).unwrap();
            Node::start(&program, &data, &file, *port, *monitor)
        });
        let nats = Nats { nodes: nodes.collect(), folder: folder.clone() };
        nats.wait_until_ready();
        nats
    }
}

/// Running servers. They end when this is dropped, or when the test ends.
#[derive(Debug)]
pub struct Nats {
    nodes: Vec<Node>,
    folder: PathBuf,
}

#[derive(Debug)]
struct Node {
    process: Process,
    port: u16,
    monitor: u16,
    log: PathBuf,
}

impl Node {
    fn start(program: &Path, data: &Path, config: &Path, port: u16, monitor: u16) -> Self {
        let log = data.join("log");
        let process = Process::start(&log, data, [program, Path::new("-c"), config]);
        Self { process, port, monitor, log }
    }

    /// Whether it reports that it is ready: it knows the leader, and its streams are up to date.
    fn is_ready(&self) -> bool {
        get(self.monitor, "/healthz").is_some_and(|answer| answer.contains("\"status\":\"ok\""))
    }
}

/// The response of a monitoring endpoint, if there is one.
fn get(port: u16, path: &str) -> Option<String> {
    let address = ([127, 0, 0, 1], port).into();
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

impl Nats {
    /// Starts servers with the default configuration.
    pub fn start(count: usize) -> Self {
        Servers::new(count).start()
    }

    /// The addresses in the format of `--cluster`.
    pub fn url(&self) -> String {
        let addresses: Vec<_> =
            self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("nats://{}", addresses.join(","))
    }

    /// The monitoring addresses.
    pub fn monitors(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("http://127.0.0.1:{}", node.monitor)).collect()
    }

    /// The process id of a server.
    pub fn pid(&self, index: usize) -> u32 {
        self.nodes[index].process.pid()
    }

    /// The body of a monitoring endpoint's response.
    pub fn ask(&self, index: usize, path: &str) -> Option<String> {
        let answer = get(self.nodes[index].monitor, path)?;
        answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned())
    }

    /// What a server has logged.
    pub fn log(&self, index: usize) -> String {
        fs::read_to_string(&self.nodes[index].log).unwrap_or_default()
    }

    /// Kills a server, like a crash.
    pub fn kill(&mut self, index: usize) {
        self.nodes[index].process.kill();
    }

    /// Restarts a killed server. It may take a while until it is ready.
    pub fn restart(&mut self, index: usize) {
        self.nodes[index].process.restart();
    }

    /// Suspends a server (SIGSTOP).
    pub fn pause(&mut self, index: usize) {
        self.nodes[index].process.pause();
    }

    /// Resumes a suspended server.
    pub fn resume(&mut self, index: usize) {
        self.nodes[index].process.resume();
    }

    /// Waits until all running servers are ready.
    pub fn wait_until_ready(&self) {
        if let Some(index) = self.first_unready() {
            panic!("n{index} is not ready:\n{}", self.log(index));
        }
    }

    /// Waits until all running servers are ready. Returns the first that is not in time.
    pub fn first_unready(&self) -> Option<usize> {
        let until = Instant::now() + PATIENCE;
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.process.is_up())
        {
            while !node.is_ready() {
                if Instant::now() > until {
                    return Some(index);
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        None
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.nodes.clear();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

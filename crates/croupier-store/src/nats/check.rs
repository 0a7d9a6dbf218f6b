//! Checks whether a house is reliable: its streams, and the configuration of every NATS server.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::jetstream;
use async_nats::jetstream::stream::{Config, Info};
use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::bucket::Bucket;
use super::differences::differences;
use super::house;
use super::layout::{House, META_BUCKET};
use super::settings::{Settings, is_new_enough};
use super::wire::Wire;
use super::{NatsError, OLDEST_NATS};

/// How long a monitoring endpoint may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The default port of a monitoring endpoint.
const MONITOR_PORT: u16 = 8222;

/// The maximum size of an answer of a monitoring endpoint.
const LONGEST: u64 = 4 << 20;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The layout of the house; `None` if there is no house.
    pub house: Option<House>,
    /// The servers that answered.
    pub servers: Vec<ServerReport>,
    /// The streams that exist.
    pub streams: Vec<StreamReport>,
    /// What is wrong, in sentences. If empty, the house is reliable.
    pub problems: Vec<String>,
}

/// A NATS server, as its monitoring endpoint describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerReport {
    /// Its name.
    pub name: String,
    /// The address of the monitoring endpoint.
    pub address: String,
    /// Its version.
    pub version: String,
    /// Whether acknowledged data is on its disk.
    pub is_synced: bool,
    /// How many bytes it stores.
    pub bytes: u64,
}

/// A stream of the house.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamReport {
    /// Its name.
    pub name: String,
    /// How many copies it has.
    pub replicas: usize,
    /// The server that leads it.
    pub leader: Option<String>,
    /// How many messages are in it.
    pub messages: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

#[derive(Deserialize)]
struct Varz {
    #[serde(default)]
    server_name: String,
    #[serde(default)]
    version: String,
    jetstream: Option<VarzJetStream>,
}

#[derive(Deserialize)]
struct VarzJetStream {
    config: Option<VarzConfig>,
}

#[derive(Deserialize, Default)]
struct VarzConfig {
    #[serde(default)]
    sync_always: bool,
}

#[derive(Deserialize)]
struct Jsz {
    #[serde(default)]
    storage: u64,
    #[serde(default)]
    disabled: bool,
}

/// Checks a house and the monitoring endpoints of all its servers. If no monitors are given, uses
/// the default port on the servers' own addresses.
pub async fn check(settings: &Settings, monitors: &[String]) -> Result<Report, NatsError> {
    let client = settings.connect().await?;
    let mut report = Report::default();
    let meta = Bucket::new(&Wire(client.clone()), META_BUCKET);
    match house::read(&meta).await {
        Ok(house) => report.house = Some(house),
        Err(why) => report.problems.push(why.to_string()),
    }
    let mut needed = BTreeSet::from([client.server_info().server_name]);
    if let Some(house) = report.house.clone() {
        let context = jetstream::new(client);
        for wanted in house.wanted(Duration::ZERO, None) {
            match context.get_stream(&wanted.name).await {
                Ok(stream) => {
                    look_at_stream(stream.cached_info(), &wanted, &mut report, &mut needed);
                }
                Err(why) => report.problems.push(format!("{} cannot be read: {why}", wanted.name)),
            }
        }
    }
    let monitors = if monitors.is_empty() { default_monitors(settings) } else { monitors.to_vec() };
    for address in &monitors {
        match ask_server(address).await {
            Ok(server) => look_at_server(server, &mut report),
            Err(why) => report.problems.push(format!("{address} does not answer: {why}")),
        }
    }
    for name in needed {
        if !report.servers.iter().any(|server| server.name == name) {
            let hint = "name its monitoring address with --monitor";
            report.problems.push(format!("the server {name} was not checked: {hint}"));
        }
    }
    Ok(report)
}

fn look_at_stream(
    info: &Info,
    wanted: &Config,
    report: &mut Report,
    needed: &mut BTreeSet<String>,
) {
    let config = &info.config;
    let mut problem = |what: String| report.problems.push(format!("{}: {what}", config.name));
    differences(wanted, config).into_iter().for_each(&mut problem);
    let cluster = info.cluster.as_ref();
    let leader = cluster.and_then(|it| it.leader.clone());
    if wanted.num_replicas > 1 && leader.is_none() {
        problem("it has no leader at the moment".to_owned());
    }
    needed.extend(leader.clone());
    for peer in cluster.map_or(&[][..], |it| &it.replicas) {
        needed.insert(peer.name.clone());
        if !peer.current {
            problem(format!("the replica on {} is behind", peer.name));
        }
    }
    report.streams.push(StreamReport {
        name: config.name.clone(),
        replicas: config.num_replicas,
        leader,
        messages: info.state.messages,
        bytes: info.state.bytes,
    });
}

fn look_at_server(server: ServerReport, report: &mut Report) {
    let (major, minor, patch) = OLDEST_NATS;
    if !is_new_enough(&server.version) {
        let what = format!(
            "its version is {}, but {major}.{minor}.{patch} or later is needed",
            server.version
        );
        report.problems.push(format!("{}: {what}", server.name));
    }
    if !server.is_synced {
        let what = "`sync_interval: always` is not set, so a power cut loses what was acknowledged";
        report.problems.push(format!("{}: {what}", server.name));
    }
    report.servers.push(server);
}

/// The default monitoring addresses of the servers.
fn default_monitors(settings: &Settings) -> Vec<String> {
    let host = |address: &String| {
        let rest = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
        let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
        format!("http://{}:{MONITOR_PORT}", without_port(rest))
    };
    settings.servers.iter().map(host).collect()
}

/// An address without its port. IPv6 addresses are in brackets.
fn without_port(address: &str) -> &str {
    let end = address.rfind(']').map_or(0, |at| at + 1);
    address[end..].rfind(':').map_or(address, |at| &address[..end + at])
}

async fn ask_server(address: &str) -> Result<ServerReport, String> {
    let varz: Varz = get(address, "/varz").await?;
    let jsz: Jsz = get(address, "/jsz").await?;
    if jsz.disabled {
        return Err("JetStream is not enabled there".to_owned());
    }
    let config = varz.jetstream.and_then(|it| it.config).unwrap_or_default();
    Ok(ServerReport {
        name: varz.server_name,
        address: address.to_owned(),
        version: varz.version,
        is_synced: config.sync_always,
        bytes: jsz.storage,
    })
}

/// Requests something from a monitoring endpoint. One request per connection, so HTTP/1.0 suffices.
async fn get<T: for<'a> Deserialize<'a>>(address: &str, path: &str) -> Result<T, String> {
    let rest = match address.split_once("://") {
        Some(("http", rest)) => rest,
        Some(_) => return Err("only http:// addresses are supported".to_owned()),
        None => address,
    };
    let host = rest.trim_end_matches('/');
    let has_port = without_port(host) != host;
    let target = if has_port { host.to_owned() } else { format!("{host}:{MONITOR_PORT}") };
    let asked = async {
        let mut stream = TcpStream::connect(&target).await?;
        let request = format!("GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = vec![];
        stream.take(LONGEST).read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = tokio::time::timeout(PATIENCE, asked).await;
    let answer = answer.map_err(|_| "it does not answer in time".to_owned())?;
    let answer = answer.map_err(|why| why.to_string())?;
    let head =
        answer.windows(4).position(|it| it == b"\r\n\r\n").ok_or("the answer is not HTTP")?;
    if !answer.starts_with(b"HTTP/1.0 200") && !answer.starts_with(b"HTTP/1.1 200") {
        let line = answer.split(|byte| *byte == b'\r').next().unwrap_or_default();
        return Err(String::from_utf8_lossy(line).into_owned());
    }
    serde_json::from_slice(&answer[head + 4..]).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monitors_are_beside_the_servers() {
        let settings = Settings::new("nats://me:secret@a:4222,b", "n");
        assert_eq!(default_monitors(&settings), ["http://a:8222", "http://b:8222"]);
        let settings = Settings::new("nats://[::1],nats://me@[fe80::2]:4223", "n");
        assert_eq!(default_monitors(&settings), ["http://[::1]:8222", "http://[fe80::2]:8222"]);
    }
}

//! How to connect to NATS.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectOptions};

use super::NatsError;

/// The oldest NATS server that is supported.
pub const OLDEST_NATS: (u64, u64, u64) = (2, 15, 1);

/// The maximum message size, which is the default of NATS and required in every house.
const MESSAGE: usize = 1 << 20;

/// How to connect to NATS, and with which credentials.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Addresses such as `nats://10.0.0.1:4222`. They may contain a name and a password.
    pub servers: Vec<String>,
    /// The name of this node. It is stored whenever a room is opened.
    pub node: String,
    /// A file with credentials (a JWT and a seed).
    pub credentials: Option<PathBuf>,
    /// A file with certificates to trust in addition to those of the system.
    pub ca: Option<PathBuf>,
    /// Files with a client certificate and its key, for servers that require one.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// An address, or several separated by commas, in a form that people may see: without names and
/// passwords.
pub fn without_secrets(addresses: &str) -> String {
    let hidden = |address: &str| {
        let (scheme, rest) =
            address.split_once("://").map_or(("", address), |(it, rest)| (it, rest));
        let Some((_, host)) = rest.rsplit_once('@') else { return address.to_owned() };
        if scheme.is_empty() { format!("…@{host}") } else { format!("{scheme}://…@{host}") }
    };
    addresses.split(',').map(hidden).collect::<Vec<_>>().join(",")
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { servers, node, credentials, ca, certificate } = self;
        f.debug_struct("Settings")
            .field("servers", &without_secrets(&servers.join(",")))
            .field("node", node)
            .field("credentials", credentials)
            .field("ca", ca)
            .field("certificate", certificate)
            .finish()
    }
}

impl Settings {
    /// Parses `nats://a,b,c`: the scheme applies to all addresses.
    pub fn new(addresses: &str, node: impl Into<String>) -> Self {
        let (scheme, rest) = addresses.split_once("://").unwrap_or(("nats", addresses));
        let servers = rest.split(',').map(str::trim).filter(|it| !it.is_empty());
        let servers = servers
            .map(|it| if it.contains("://") { it.to_owned() } else { format!("{scheme}://{it}") });
        Self { servers: servers.collect(), node: node.into(), ..Self::default() }
    }

    /// Connects. Refuses a server that is too old.
    pub(super) async fn connect(&self) -> Result<Client, NatsError> {
        let mut options = ConnectOptions::new()
            .name(format!("croupier {}", self.node))
            // All subjects are built here from validated parts.
            .skip_subject_validation(true)
            .connection_timeout(Duration::from_secs(3))
            .request_timeout(Some(Duration::from_secs(5)))
            .ping_interval(Duration::from_secs(5))
            .reconnect_delay_callback(|attempts| {
                // If a node was killed there are others to connect to, so the first attempts follow
                // at once.
                Duration::from_millis(match attempts {
                    0..=3 => 0,
                    4..=20 => 100,
                    _ => 500,
                })
            });
        // The client ignores credentials in addresses, so pass them explicitly.
        options = match self.servers.iter().find_map(|it| user_info(it)) {
            Some((name, Some(password))) => options.user_and_password(name, password),
            Some((token, None)) => options.token(token),
            None => options,
        };
        if let Some(file) = &self.credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(|source| NatsError::File { path: file.clone(), source })?;
        }
        if let Some(file) = &self.ca {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let client = options.connect(self.servers.as_slice()).await;
        let client = client.map_err(|why| NatsError::Connect {
            servers: without_secrets(&self.servers.join(",")),
            why: self.servers.iter().fold(why.to_string(), |text, server| {
                text.replace(server.as_str(), &without_secrets(server))
            }),
        })?;
        check_server(&client)?;
        Ok(client)
    }
}

/// Checks whether the server that a client is connected to can be used. After a reconnect it may be
/// another one.
pub fn check_server(client: &Client) -> Result<(), NatsError> {
    let info = client.server_info();
    if !is_new_enough(&info.version) {
        return Err(NatsError::TooOld { server: info.server_name, version: info.version });
    }
    if info.max_payload < MESSAGE {
        return Err(NatsError::SmallMessages { bytes: info.max_payload, needed: MESSAGE });
    }
    Ok(())
}

/// Name and password of an address, or a token alone.
fn user_info(address: &str) -> Option<(String, Option<String>)> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let (user, _) = rest.rsplit_once('@')?;
    Some(match user.split_once(':') {
        Some((name, password)) => (plain(name), Some(plain(password))),
        None => (plain(user), None),
    })
}

/// Decodes percent escapes.
fn plain(text: &str) -> String {
    let mut bytes = vec![];
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        let code = more.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        let byte = code.and_then(|it| u8::from_str_radix(it, 16).ok()).filter(|_| *first == b'%');
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a version such as `2.15.1` or `v2.16.0-RC.1` is supported.
pub fn is_new_enough(version: &str) -> bool {
    let version = version.trim().trim_start_matches('v');
    let number = version.split(['-', '+']).next().unwrap_or_default();
    let mut parts = number.split('.').map(str::parse::<u64>);
    let (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch))) =
        (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    (major, minor, patch) >= OLDEST_NATS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_share_their_scheme() {
        let servers = |text: &str| Settings::new(text, "n").servers;
        assert_eq!(servers("nats://a,b:4223, c"), ["nats://a", "nats://b:4223", "nats://c"]);
        assert_eq!(servers("tls://a,nats://b"), ["tls://a", "nats://b"]);
        assert_eq!(servers("a"), ["nats://a"]);
    }

    #[test]
    fn names_and_passwords_are_for_nobody_to_see() {
        let shown = without_secrets;
        assert_eq!(shown("nats://me:secret@a:4222,you:p@ss@b, c"), "nats://…@a:4222,…@b, c");
        assert_eq!(shown("tls://token@a"), "tls://…@a");
        assert_eq!(shown("nats://a,b"), "nats://a,b");
    }

    #[test]
    fn names_and_passwords_stand_before_the_host() {
        let both = |name: &str, password: &str| Some((name.to_owned(), Some(password.to_owned())));
        assert_eq!(user_info("nats://me:s%40cret@a:4222"), both("me", "s@cret"));
        assert_eq!(user_info("me:100%@a"), both("me", "100%"));
        assert_eq!(user_info("nats://token@a"), Some(("token".to_owned(), None)));
        assert_eq!(user_info("nats://a:4222"), None);
    }

    #[test]
    fn old_servers_are_told_from_new_ones() {
        for version in ["2.15.1", "v2.15.1", "2.15.10", "2.16.0-RC.1", "3.0.0"] {
            assert!(is_new_enough(version), "{version}");
        }
        for version in ["2.15.0", "2.9.21", "2.14.99", "1.99.99", "", "2.15", "x.y.z"] {
            assert!(!is_new_enough(version), "{version}");
        }
    }
}

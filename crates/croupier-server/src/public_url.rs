//! The address that people type to come to a server.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

/// The address that people type, such as `https://cards.example`: a scheme, a host, perhaps a port,
/// and no path, because a server does not share its host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: &'static str,
    /// As browsers send it in `Host`: lower case, without the default port.
    authority: String,
}

impl PublicUrl {
    /// Host and port, as they appear in the `Host` header of a request.
    pub fn authority(&self) -> &str {
        &self.authority
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

/// Why a text is not such an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}; it is an address such as https://cards.example or http://192.168.1.7:8080")]
pub struct PublicUrlError(&'static str);

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        let (scheme, rest, usual) = if let Some(rest) = lower.strip_prefix("https://") {
            ("https", rest, ":443")
        } else if let Some(rest) = lower.strip_prefix("http://") {
            ("http", rest, ":80")
        } else {
            return Err(PublicUrlError("it begins with neither http:// nor https://"));
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#']) {
            return Err(PublicUrlError("nothing can follow the host"));
        }
        let (host, port) = split(rest);
        if port.is_some_and(|port| !port.parse::<u16>().is_ok_and(|port| port > 0)) {
            return Err(PublicUrlError("its port is no number from 1 to 65535"));
        }
        if !is_host(host) {
            return Err(PublicUrlError("its host is no name and no IP address"));
        }
        let authority = rest.strip_suffix(usual).unwrap_or(rest).to_owned();
        Ok(Self { scheme, authority })
    }
}

/// The host, and the port if there is one.
fn split(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        // A colon within brackets belongs to the host.
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    }
}

/// Whether this is a valid host. International names must be in the ASCII form that browsers send.
fn is_host(host: &str) -> bool {
    if let Some(literal) = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        return literal.parse::<Ipv6Addr>().is_ok();
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_')
    };
    host.len() <= 253 && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_written_as_browsers_name_its_host() {
        let host = |text: &str| text.parse::<PublicUrl>().map(|it| it.authority().to_owned());
        assert_eq!(host("https://cards.example").as_deref(), Ok("cards.example"));
        assert_eq!(host("https://cards.example/").as_deref(), Ok("cards.example"));
        assert_eq!(host("HTTPS://Cards.Example:443").as_deref(), Ok("cards.example"));
        assert_eq!(host("http://cards.example:443").as_deref(), Ok("cards.example:443"));
        assert_eq!(host("http://192.168.1.7:8080").as_deref(), Ok("192.168.1.7:8080"));
        assert_eq!(host("http://[::1]:80").as_deref(), Ok("[::1]"));
        assert_eq!(host("http://[::1]").as_deref(), Ok("[::1]"));
    }

    #[test]
    fn what_is_no_address_of_a_server_is_refused() {
        let texts = [
            "",
            "cards.example",
            "ftp://cards.example",
            "https://",
            "https:///",
            "https://cards.example/table",
            "https://cards.example?x=1",
            "https://cards.example/#top",
            "https://cards.example:0",
            "https://cards.example:99999",
            "https://cards.example:",
            "https://ada@cards.example",
            "https://cards example",
            "https://-cards.example",
            "https://cards..example",
            "https://[cards]",
            "https://ü.example",
        ];
        for text in texts {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}

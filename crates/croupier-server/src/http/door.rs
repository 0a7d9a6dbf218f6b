//! The door: who gets in at all, and the headers that every response carries.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{ApiError, ClientAddr};
use crate::cluster::Cluster;
use crate::config::Config;
use crate::house::House;
use crate::limits::Limited;
use crate::public_url::PublicUrl;
use crate::store::Store;

/// The content security policy of our pages.
const POLICY: &str =
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// The same for a house whose servers have addresses of their own, to which sockets may connect.
fn policy(urls: &BTreeSet<String>) -> Option<HeaderValue> {
    if urls.is_empty() {
        return None;
    }
    // `http` becomes `ws`, and `https` becomes `wss`.
    let sockets =
        urls.iter().filter_map(|url| url.strip_prefix("http")).map(|it| format!(" ws{it}"));
    let policy = format!("{POLICY}; connect-src 'self'{}", sockets.collect::<String>());
    HeaderValue::try_from(policy).ok()
}

/// Checks every request before any handler sees it.
pub(super) async fn keep<S: Store>(
    State(house): State<Arc<House<S>>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let addr = client_addr(peer.ip(), request.headers(), house.config());
    let is_probe = matches!(request.uri().path(), "/healthz" | "/readyz");
    let urls = house.cluster().map(Cluster::urls).unwrap_or_default();
    let checked = match check_host(request.headers(), house.config().public_url.as_ref(), &urls) {
        _ if is_probe => Ok(()),
        Ok(()) => house.limited(Limited::Request, addr),
        Err(why) => Err(why),
    };
    let is_api = request.uri().path().starts_with("/api/");
    let mut is_refused = checked.is_err();
    let mut response = match checked {
        Ok(()) if house.is_banned(addr) => {
            is_refused = true;
            ApiError::new(StatusCode::FORBIDDEN, "banned", "you are banned from this server")
                .into_response()
        }
        Ok(()) => {
            request.extensions_mut().insert(ClientAddr(addr));
            next.run(request).await
        }
        Err(why) => why.into_response(),
    };
    // Most limits are checked further inside.
    if is_refused || response.status() == StatusCode::TOO_MANY_REQUESTS {
        house.counters.refused.fetch_add(1, Ordering::Relaxed);
    }
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if let Some(policy) = policy(&urls) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// The address of the client: the peer's, or what a trusted proxy reports.
fn client_addr(peer: IpAddr, headers: &HeaderMap, config: &Config) -> IpAddr {
    let lists = headers.get_all("x-forwarded-for").iter().rev();
    let mut named = lists.flat_map(|it| it.as_bytes().rsplit(|byte| *byte == b','));
    let mut addr = peer;
    // Each proxy appends the address that it was asked from. Clients can forge everything before
    // that, so reading ends where it is not a trusted proxy that was asked, or cannot be told.
    while config.trusts(addr)
        && let Some(next) = named.next().and_then(forwarded_addr)
    {
        addr = next;
    }
    addr
}

/// An address as proxies write it: alone, or with a port.
fn forwarded_addr(item: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(item).ok()?.trim();
    let alone = || text.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    alone().or_else(with_port).or_else(in_brackets)
}

/// Guards against cross-site requests in the name of a guest, and against DNS rebinding. In a
/// cluster, the addresses of its servers are accepted too.
fn check_host(
    headers: &HeaderMap,
    public_url: Option<&PublicUrl>,
    urls: &BTreeSet<String>,
) -> Result<(), ApiError> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|it| it.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let is_of_house = |name: &str| {
        public_url.is_some_and(|url| url.authority() == name)
            || urls.iter().any(|url| authority(url) == Some(name))
    };
    let is_ours = is_of_house(host) || (public_url.is_none() && is_local(host));
    if !is_ours {
        let why = "this server does not go by that name; --public-url tells it its name";
        return Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", why));
    }
    match text(header::ORIGIN) {
        Some(origin) if !authority(origin).is_some_and(|it| it == host || is_of_house(it)) => {
            let why = "a page of another site may not speak to this server";
            Err(ApiError::new(StatusCode::FORBIDDEN, "wrong_origin", why))
        }
        _ => Ok(()),
    }
}

/// Host and port of a URL.
fn authority(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    Some(rest.split('/').next().unwrap_or(rest))
}

/// Whether a host is this machine or a plain IP address, so that a phone in the same network can
/// join.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (header::HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_names_of_ours_are_answered() {
        let check = |pairs: &[(&'static str, &'static str)], url| {
            check_host(&headers(pairs), url, &BTreeSet::new()).is_ok()
        };
        for host in ["localhost:8080", "127.0.0.1", "192.168.1.7:8080", "[::1]:8080"] {
            assert!(check(&[("host", host)], None), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:8080", ""] {
            assert!(!check(&[("host", host)], None), "{host}");
        }
        let url: PublicUrl = "https://cards.example/".parse().unwrap();
        let url = Some(&url);
        assert!(check(&[("host", "cards.example")], url));
        assert!(!check(&[("host", "localhost")], url));
        assert!(check(&[("host", "cards.example"), ("origin", "https://cards.example")], url));
        assert!(!check(&[("host", "cards.example"), ("origin", "https://evil.example")], url));
        assert!(!check(&[("host", "localhost:8080"), ("origin", "null")], None));
    }

    #[test]
    fn servers_with_addresses_of_their_own_are_one_house() {
        let urls = ["https://a.cards.example", "http://b.cards.example:8080"];
        let urls: BTreeSet<_> = urls.into_iter().map(ToOwned::to_owned).collect();
        let url: PublicUrl = "https://cards.example".parse().unwrap();
        let check = |host, origin| {
            check_host(&headers(&[("host", host), ("origin", origin)]), Some(&url), &urls).is_ok()
        };
        assert!(check("a.cards.example", "https://cards.example"));
        assert!(check("cards.example", "https://a.cards.example"));
        assert!(check("b.cards.example:8080", "https://a.cards.example"));
        assert!(!check("b.cards.example", "https://cards.example"), "another port");
        assert!(!check("a.cards.example", "https://evil.example"));
        assert!(!check("evil.example", "https://cards.example"));
        let policy = policy(&urls).unwrap();
        let sockets = "connect-src 'self' ws://b.cards.example:8080 wss://a.cards.example";
        assert!(policy.to_str().unwrap().ends_with(sockets), "{policy:?}");
        assert_eq!(super::policy(&BTreeSet::new()), None);
    }

    #[test]
    fn only_a_proxy_that_is_trusted_is_believed() {
        let (proxy, other): (IpAddr, IpAddr) =
            ("10.0.0.1".parse().unwrap(), "192.0.2.9".parse().unwrap());
        let said = headers(&[("x-forwarded-for", "203.0.113.5, 198.51.100.7, 10.0.0.1")]);
        let config = Config { trust_proxy: vec![proxy], ..Config::default() };
        assert_eq!(client_addr(other, &said, &config), other);
        assert_eq!(client_addr(proxy, &said, &config), "198.51.100.7".parse::<IpAddr>().unwrap());
        assert_eq!(client_addr(proxy, &headers(&[]), &config), proxy);
    }

    #[test]
    fn what_proxies_report_is_read_from_the_end_as_far_as_it_makes_sense() {
        let proxies: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "fd00::1".parse().unwrap()];
        let config = Config { trust_proxy: proxies.into(), ..Config::default() };
        for (said, expected) in [
            ("203.0.113.5", "203.0.113.5"),
            (" 203.0.113.5:4711 ", "203.0.113.5"),
            ("2001:db8::5", "2001:db8::5"),
            ("[2001:db8::5]", "2001:db8::5"),
            ("[2001:db8::5]:4711", "2001:db8::5"),
            ("198.51.100.7, 203.0.113.5:4711, [fd00::1]:80", "203.0.113.5"),
            // All of them are proxies: the first one asked for itself.
            ("fd00::1, 10.0.0.1", "fd00::1"),
            // Whoever wrote what cannot be read, it hides who is behind it.
            ("198.51.100.7, unknown", "10.0.0.1"),
            ("198.51.100.7, unknown, [fd00::1]:80", "fd00::1"),
            ("198.51.100.7, , fd00::1", "fd00::1"),
            ("198.51.100.7:port", "10.0.0.1"),
            ("[198.51.100.7]", "10.0.0.1"),
            ("[2001:db8::5", "10.0.0.1"),
            ("", "10.0.0.1"),
            // What a client has forged does not matter.
            ("unknown, 203.0.113.5", "203.0.113.5"),
            ("10.0.0.1, 203.0.113.5", "203.0.113.5"),
        ] {
            let addr = client_addr(proxies[0], &headers(&[("x-forwarded-for", said)]), &config);
            assert_eq!(addr, expected.parse::<IpAddr>().unwrap(), "{said}");
        }
        // Several headers are one list, and bytes that are no text end only their own item.
        let mut said = headers(&[("x-forwarded-for", "198.51.100.7")]);
        let forged = HeaderValue::from_bytes(b"\xff, 203.0.113.5").unwrap();
        said.append("x-forwarded-for", forged);
        said.append("x-forwarded-for", HeaderValue::from_static("fd00::1"));
        let addr = client_addr(proxies[0], &said, &config);
        assert_eq!(addr, "203.0.113.5".parse::<IpAddr>().unwrap());
    }
}

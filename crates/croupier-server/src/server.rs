//! A server: a house behind a listener.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use bytes::Bytes;
use croupier_catalog::Catalog;
use croupier_kit::Millis;
use croupier_store::journal::UnixMillis;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;

use crate::clock::HEARTBEAT;
use crate::config::Config;
use crate::house::{House, wall_clock};
use crate::http;
use crate::store::Store;

/// Under which name the time of the house is kept.
const HOUSE_TIME: &str = "house_time";

/// How often the time of the house is written down.
const TIME_KEPT: Duration = Duration::from_secs(5);

/// How long a server may take to stop.
const STOPPING: Duration = Duration::from_secs(9);

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// A server that runs.
#[derive(Debug)]
pub struct Server<S> {
    house: Arc<House<S>>,
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl<S: Store> Server<S> {
    /// Starts a server on a runtime of the caller. It listens when this returns.
    pub async fn start(catalog: Catalog, store: S, config: Config) -> io::Result<Self> {
        let listener = TcpListener::bind(config.addr).await?;
        let addr = listener.local_addr()?;
        let kept = store.setting(HOUSE_TIME).await.ok().flatten();
        let now = kept.and_then(|it| serde_json::from_slice::<u64>(&it).ok());
        // The clock may have gone on after it was last written down; no room may be ahead of it.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let margin = (2.0 * TIME_KEPT.as_secs_f64() * 1000.0 * config.time_scale) as u64;
        let now = now.map_or(Millis::ZERO, |now| Millis(now.saturating_add(margin)));
        let admin_addr = config.admin_addr;
        let house = House::new(catalog, store, config, now);
        house.load_bans().await;
        let (stop, stopped) = watch::channel(false);
        let mut tasks = vec![
            tokio::spawn(accept(Arc::clone(&house), listener, stopped.clone())),
            tokio::spawn(Arc::clone(&house).wake_due()),
            tokio::spawn(keep_time(Arc::clone(&house), stopped.clone())),
            tokio::spawn(tidy(Arc::clone(&house), stopped.clone())),
        ];
        if let Some(addr) = admin_addr {
            let listener = TcpListener::bind(addr).await?;
            tasks.push(tokio::spawn(crate::metrics::serve(Arc::clone(&house), listener, stopped)));
        }
        Ok(Self { house, addr, stop, tasks })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The house.
    pub fn house(&self) -> &Arc<House<S>> {
        &self.house
    }

    /// Tells clients, saves every room, and ends.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if tokio::time::timeout(STOPPING, self.house.stop()).await.is_err() {
            tracing::warn!("some rooms could not be saved in time; their records are kept");
        }
        put_time(&self.house).await;
        for task in &self.tasks {
            task.abort();
        }
    }
}

async fn put_time<S: Store>(house: &House<S>) {
    let now = house.clock().now().0.to_string();
    if let Err(why) = house.store().put_setting(HOUSE_TIME, Bytes::from(now)).await {
        tracing::warn!(code = why.code(), "the time of the house could not be stored");
    }
}

/// Looks at the clock, so that it knows when it was stopped, and writes it down.
async fn keep_time<S: Store>(house: Arc<House<S>>, stopped: watch::Receiver<bool>) {
    let mut beats = 0_u32;
    while !*stopped.borrow() {
        house.clock().now();
        if beats.is_multiple_of(
            u32::try_from(TIME_KEPT.as_millis() / HEARTBEAT.as_millis()).unwrap_or(1),
        ) {
            put_time(&house).await;
        }
        beats = beats.wrapping_add(1);
        tokio::time::sleep(HEARTBEAT).await;
    }
}

/// Forgets old matches and guests, once an hour.
async fn tidy<S: Store>(house: Arc<House<S>>, stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let kept = house.config().keep_matches;
        let ago = |it: Duration| {
            UnixMillis(
                wall_clock().0.saturating_sub(u64::try_from(it.as_millis()).unwrap_or(u64::MAX)),
            )
        };
        let matches = house.store().forget_matches(ago(kept)).await;
        let guests = house.store().forget_guests(ago(kept * 12)).await;
        if let (Ok(matches), Ok(guests)) = (matches, guests)
            && matches + guests > 0
        {
            tracing::info!(matches, guests, "forgotten");
        }
        tokio::time::sleep(Duration::from_secs(3600)).await;
    }
}

async fn accept<S: Store>(
    house: Arc<House<S>>,
    listener: TcpListener,
    mut stopped: watch::Receiver<bool>,
) {
    let router = http::router(Arc::clone(&house));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(why) => {
                // Too many open files, or a client that was gone at once: others may still come in.
                tracing::warn!(%why, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let open = house.counters.connections.fetch_add(1, Ordering::Relaxed);
        if open >= house.config().max_connections {
            house.counters.connections.fetch_sub(1, Ordering::Relaxed);
            house.counters.refused.fetch_add(1, Ordering::Relaxed);
            continue; // Dropping it is the cheapest answer.
        }
        tokio::spawn(connection(Arc::clone(&house), stream, peer, router.clone()));
    }
}

async fn connection<S: Store>(
    house: Arc<House<S>>,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(16 * 1024);
    let served = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    if let Err(why) = served.await {
        tracing::debug!(%why, "a connection ended early");
    }
    house.counters.connections.fetch_sub(1, Ordering::Relaxed);
}

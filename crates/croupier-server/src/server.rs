//! A server: a house behind a listener.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use bytes::Bytes;
use croupier_catalog::Catalog;
use croupier_kit::Millis;
use croupier_store::journal::UnixMillis;
use croupier_store::registry::HOUSE_TIME;
use croupier_store::transfer;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tower::ServiceExt as _;

use crate::clock::HEARTBEAT;
use crate::cluster;
use crate::config::Config;
use crate::connections::OpenConnection;
use crate::house::{House, wall_clock};
use crate::http;
use crate::store::Store;

/// How often the clock of the house is saved.
const TIME_KEPT: Duration = Duration::from_secs(5);

/// How long a client may take to send the headers of a request.
const HEAD: Duration = Duration::from_secs(10);

/// A running server.
#[derive(Debug)]
pub struct Server<S> {
    house: Arc<House<S>>,
    addr: SocketAddr,
    admin_addr: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl<S: Store> Server<S> {
    /// Starts a server on the caller's runtime. It is listening when this returns.
    pub async fn start(catalog: Catalog, store: S, mut config: Config) -> io::Result<Self> {
        let listener =
            TcpListener::bind(config.addr).await.map_err(|why| named(config.addr, &why))?;
        let addr = listener.local_addr()?;
        config.addr = addr;
        let now = match config.cluster {
            Some(_) => cluster::house_time(config.time_scale),
            None => kept_time(&store).await,
        };
        let admin = match config.admin_addr {
            None => None,
            Some(addr) => match TcpListener::bind(addr).await {
                Ok(listener) => Some(listener),
                Err(why) if config.admin_is_optional => {
                    tracing::warn!(%addr, %why, "metrics are served nowhere");
                    None
                }
                Err(why) => return Err(named(addr, &why)),
            },
        };
        let admin_addr = admin.as_ref().map(TcpListener::local_addr).transpose()?;
        let house = House::new(catalog, store, config, now);
        house.load_bans().await.map_err(io::Error::other)?;
        let (stop, stopped) = watch::channel(false);
        let mut tasks = vec![];
        if let Some(cluster) = house.cluster() {
            house.join(cluster).await.map_err(io::Error::other)?;
            tasks.extend([
                tokio::spawn(Arc::clone(&house).keep_lease()),
                tokio::spawn(Arc::clone(&house).watch_members()),
                tokio::spawn(Arc::clone(&house).watch_bans()),
            ]);
        }
        tasks.extend([
            tokio::spawn(Arc::clone(&house).keep_waking()),
            tokio::spawn(accept(Arc::clone(&house), listener, stopped.clone())),
            tokio::spawn(keep_time(Arc::clone(&house), stopped.clone())),
            tokio::spawn(tidy(Arc::clone(&house), stopped.clone())),
        ]);
        if let Some(listener) = admin {
            tasks.push(tokio::spawn(crate::metrics::serve(Arc::clone(&house), listener, stopped)));
        }
        Ok(Self { house, addr, admin_addr, stop, tasks })
    }

    /// The address it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The address of the admin endpoint (health, readiness, metrics), if there is one.
    pub fn admin_addr(&self) -> Option<SocketAddr> {
        self.admin_addr
    }

    /// The house it serves.
    pub fn house(&self) -> &Arc<House<S>> {
        &self.house
    }

    /// Waits until an operator asks this server to leave its cluster. Outside a cluster, waits
    /// forever.
    pub async fn drained(&self) {
        match self.house.cluster() {
            Some(cluster) => cluster.drained().await,
            None => std::future::pending().await,
        }
    }

    /// Says goodbye to clients, saves every room, and stops. In a cluster, hands its rooms over to
    /// the other nodes first.
    pub async fn stop(self) {
        let until = Instant::now() + self.house.config().stop_limit;
        self.stop_until(until).await;
    }

    /// Like [`stop`](Self::stop), but done by `until` whatever the store and the clients do. Keeps
    /// some of the time in reserve for closing the store.
    pub async fn stop_until(self, until: Instant) {
        let _ = self.stop.send(true);
        let limit = until.saturating_duration_since(Instant::now());
        let rooms = async {
            match self.house.cluster() {
                None => self.house.stop().await,
                Some(cluster) => self.house.leave(cluster).await,
            }
        };
        if timeout_at(until - limit / 5, rooms).await.is_err() {
            tracing::warn!("some rooms could not be saved in time; their records are kept");
        }
        let time = async {
            if self.house.cluster().is_none() {
                put_time(&self.house).await;
            }
        };
        let told =
            timeout_at(until - limit / 15, async { tokio::join!(self.house.say_farewell(), time) });
        if told.await.is_err() {
            tracing::warn!("some clients could not be told, or the time not be kept");
        }
        self.house.bots().close();
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Adds the address to an error of the operating system.
fn named(addr: SocketAddr, why: &io::Error) -> io::Error {
    io::Error::new(why.kind(), format!("cannot listen on {addr}: {why}"))
}

/// The time of the house, as the last server saved it.
async fn kept_time<S: Store>(store: &S) -> Millis {
    // The clock may have run on after it was last saved. A room that is ahead of it stays ahead.
    transfer::kept_time(store).await.map_or(Millis::ZERO, |it| Millis(it.0))
}

async fn put_time<S: Store>(house: &House<S>) {
    let now = house.clock().now().0.to_string();
    match house.store().put_setting(HOUSE_TIME, Bytes::from(now)).await {
        Ok(()) => house.stored(),
        Err(why) => {
            if !house.is_failing() {
                tracing::warn!(code = why.code(), "the time of the house could not be stored");
            }
            house.not_stored();
        }
    }
}

/// Reads the clock at every heartbeat, so that it notices when the process was suspended, and saves
/// it: now and then, and at every heartbeat while the store fails, to find out when it works again.
async fn keep_time<S: Store>(house: Arc<House<S>>, stopped: watch::Receiver<bool>) {
    let mut beats = 0_u32;
    while !*stopped.borrow() {
        house.clock().now();
        let is_due = beats.is_multiple_of(
            u32::try_from(TIME_KEPT.as_millis() / HEARTBEAT.as_millis()).unwrap_or(1),
        );
        let is_alone = house.cluster().is_none();
        if (is_alone && is_due) || house.is_failing() {
            put_time(&house).await;
        }
        beats = beats.wrapping_add(1);
        tokio::time::sleep(HEARTBEAT).await;
    }
}

/// Deletes old matches and guests, once an hour. In a cluster one of the servers does it.
async fn tidy<S: Store>(house: Arc<House<S>>, stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        if house.cluster().is_some_and(|it| !it.tidies()) {
            tokio::time::sleep(Duration::from_hours(1)).await;
            continue;
        }
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
        tokio::time::sleep(Duration::from_hours(1)).await;
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
                // Too many open files, or a client that disconnected at once: others may still get
                // in.
                tracing::warn!(%why, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // If it is refused, dropping it is the cheapest answer.
        if let Some(connection) = house.connected(peer.ip()) {
            tokio::spawn(serve(Arc::new(connection), stream, peer, router.clone()));
        }
    }
}

async fn serve<S: Store>(
    connection: Arc<OpenConnection<S>>,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&connection));
        router.clone().oneshot(request.map(Body::new))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(16 * 1024);
    let served = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    if let Err(why) = served.await {
        tracing::debug!(%why, "a connection ended early");
    }
}

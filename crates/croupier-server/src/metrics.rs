//! Metrics for Prometheus.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::house::House;
use crate::store::{Figure, Store};

/// Serves metrics, health and readiness until the server stops.
pub(crate) async fn serve<S: Store>(
    house: Arc<House<S>>,
    listener: TcpListener,
    mut stopped: watch::Receiver<bool>,
) {
    let router = Router::new()
        .route("/metrics", get(metrics::<S>))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready::<S>))
        .with_state(house);
    let done = async move {
        let _ = stopped.changed().await;
    };
    if let Err(why) = axum::serve(listener, router).with_graceful_shutdown(done).await {
        tracing::error!(%why, "metrics are not served any more");
    }
}

async fn ready<S: Store>(State(house): State<Arc<House<S>>>) -> (StatusCode, &'static str) {
    if house.is_ready() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}

async fn metrics<S: Store>(State(house): State<Arc<House<S>>>) -> String {
    text(&house)
}

/// All figures in the Prometheus text format.
pub(crate) fn text<S: Store>(house: &House<S>) -> String {
    let counters = &house.counters;
    let number = |it: u64| it.to_string();
    let size = |it: usize| it.to_string();
    let figures = [
        ("rooms_awake", "gauge", "rooms that are awake", size(house.awake_rooms())),
        (
            "connections",
            "gauge",
            "open connections",
            size(counters.connections.load(Ordering::Relaxed)),
        ),
        ("sockets", "gauge", "open sockets", size(counters.sockets.load(Ordering::Relaxed))),
        ("bots_waiting", "gauge", "decisions of bots that wait", size(house.bots().waiting())),
        ("ready", "gauge", "whether people are let in", size(usize::from(house.is_ready()))),
        (
            "messages_total",
            "counter",
            "messages of clients",
            number(counters.messages.load(Ordering::Relaxed)),
        ),
        ("pushes_total", "counter", "pushes sent", number(counters.pushes.load(Ordering::Relaxed))),
        (
            "sent_bytes_total",
            "counter",
            "bytes sent to sockets",
            number(counters.bytes_sent.load(Ordering::Relaxed)),
        ),
        (
            "refused_total",
            "counter",
            "requests and connections refused at the door",
            number(counters.refused.load(Ordering::Relaxed)),
        ),
        (
            "not_stored_total",
            "counter",
            "batches that could not be stored",
            number(counters.not_stored.load(Ordering::Relaxed)),
        ),
        (
            "matches_total",
            "counter",
            "matches that ended",
            number(counters.matches.load(Ordering::Relaxed)),
        ),
    ];
    let mut text = String::new();
    let mut write = |name: &str, kind: &str, about: &str, value: &str| {
        let _ = writeln!(
            text,
            "# HELP croupier_{name} {about}\n# TYPE croupier_{name} {kind}\ncroupier_{name} {value}"
        );
    };
    for (name, kind, about, value) in &figures {
        write(name, kind, about, value);
    }
    if let Some(cluster) = house.cluster() {
        let (nodes, shards, gateways) = cluster.figures();
        let counted = |it: &std::sync::atomic::AtomicU64| number(it.load(Ordering::Relaxed));
        let counters = &cluster.counters;
        write("nodes", "gauge", "servers of the house that are alive", &size(nodes));
        write("shards", "gauge", "of 1,024 parts of the house, this server has", &size(shards));
        write("gateways", "gauge", "rooms that somebody here is in", &size(gateways));
        write("links_lost_total", "counter", "rooms asked anew", &counted(&counters.links));
        write("leases_lost_total", "counter", "leases that ran out", &counted(&counters.lapses));
        write("let_go_total", "counter", "rooms given to others", &counted(&counters.let_go));
    }
    for Figure { name, is_counter, about, value } in house.store().figures() {
        write(name, if is_counter { "counter" } else { "gauge" }, about, &value.to_string());
    }
    text
}

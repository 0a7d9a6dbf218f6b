//! Open connections, in total and per address.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::house::House;
use crate::limits::Place;
use crate::store::Store;

/// A connection that is counted until this is dropped: by HTTP, and then by its WebSocket.
#[derive(Debug)]
pub(crate) struct OpenConnection<S: Store> {
    house: Arc<House<S>>,
    /// Its place among those of its address. `None` for a proxy, which has many clients; their
    /// sockets are counted by the address that it reports.
    place: Option<Place>,
}

impl<S: Store> Drop for OpenConnection<S> {
    fn drop(&mut self) {
        self.house.counters.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<S: Store> House<S> {
    /// Admits a new connection. `None` if there are too many, in total or of this address.
    pub(crate) fn connected(self: &Arc<Self>, peer: IpAddr) -> Option<OpenConnection<S>> {
        let open = self.counters.connections.fetch_add(1, Ordering::Relaxed);
        let mut connection = OpenConnection { house: Arc::clone(self), place: None };
        if open < self.config().max_connections {
            if self.config().trusts(peer) {
                return Some(connection);
            }
            connection.place = self.limits.place(peer);
        }
        if connection.place.is_none() {
            self.counters.refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(connection)
    }
}

impl<S: Store> OpenConnection<S> {
    /// The place of a client whose socket opens on this connection. It has one already, unless a
    /// proxy is in between. An error if the client has too many.
    pub(crate) fn place_of(&self, client: IpAddr) -> Result<Option<Place>, TooManyError> {
        match &self.place {
            Some(_) => Ok(None),
            None => self.house.limits.place(client).map(Some).ok_or(TooManyError),
        }
    }
}

/// An address has too many open connections.
#[derive(Debug)]
pub(crate) struct TooManyError;

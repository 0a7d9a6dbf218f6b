//! A real NATS server that can pretend to be older than it is, for tests of what happens after a
//! reconnect to another server.
#![allow(clippy::disallowed_types, reason = "tests listen on loopback")]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The beginning of the version, and what it is replaced by. All lengths stay.
const YOUNG: &[u8] = b"\"version\":\"2.";
const OLD: &[u8] = b"\"version\":\"1.";

/// Passes everything on to a server. It runs until the test program ends.
#[derive(Debug)]
pub struct AgedNats {
    addr: SocketAddr,
    is_old: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl AgedNats {
    /// Stands before the server at this address, with its real version.
    pub fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let addr = listener.local_addr().unwrap();
        let (is_old, streams) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Vec<_>>>::default());
        let aged = Self { addr, is_old: Arc::clone(&is_old), streams: Arc::clone(&streams) };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(server) else { continue };
                let copies = [&client, &server].map(|it| it.try_clone().unwrap());
                streams.lock().unwrap_or_else(PoisonError::into_inner).extend(copies);
                let (up, down) = (server.try_clone().unwrap(), client.try_clone().unwrap());
                thread::spawn(move || pass_on(client, up, None));
                let is_old = Arc::clone(&is_old);
                thread::spawn(move || pass_on(server, down, Some(&is_old)));
            }
        });
        aged
    }

    /// Its address.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Ends all connections. From the next one on it has its own version, or an old one.
    pub fn pretend(&self, is_old: bool) {
        self.is_old.store(is_old, Ordering::SeqCst);
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        for stream in streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, is_old: Option<&AtomicBool>) {
    let mut bytes = [0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let bytes = &mut bytes[..count];
        if is_old.is_some_and(|it| it.load(Ordering::SeqCst))
            && let Some(at) = bytes.windows(YOUNG.len()).position(|it| it == YOUNG)
        {
            bytes[at..at + OLD.len()].copy_from_slice(OLD);
        }
        if to.write_all(bytes).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

//! A fake NATS server that greets like a real one and records what it receives, for tests of
//! connecting.
#![allow(clippy::disallowed_types, reason = "tests listen on loopback")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// It runs until the test program ends.
#[derive(Debug)]
pub struct FakeNats {
    addr: SocketAddr,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl FakeNats {
    /// Greets every client with this version.
    pub fn start(version: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let addr = listener.local_addr().unwrap();
        let info = format!(
            "INFO {{\"server_id\":\"fake\",\"server_name\":\"fake\",\"version\":\"{version}\",\"proto\":1,\
             \"host\":\"127.0.0.1\",\"port\":{},\"headers\":true,\"max_payload\":1048576,\"jetstream\":true,\
             \"client_id\":1,\"nonce\":\"once\"}}\r\n",
            addr.port()
        );
        let heard = Arc::<Mutex<Vec<u8>>>::default();
        let ears = Arc::clone(&heard);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (info, ears) = (info.clone(), Arc::clone(&ears));
                thread::spawn(move || talk(stream, &info, &ears));
            }
        });
        Self { addr, heard }
    }

    /// Its address.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Everything that it received.
    pub fn heard(&self) -> String {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&heard).into_owned()
    }
}

/// Greets, and answers every ping, until the client is gone.
fn talk(mut stream: TcpStream, info: &str, ears: &Mutex<Vec<u8>>) {
    let (mut line, mut bytes) = (vec![], [0; 4096]);
    let mut is_open = stream.write_all(info.as_bytes()).is_ok();
    while is_open && let Ok(count @ 1..) = stream.read(&mut bytes) {
        ears.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&bytes[..count]);
        for byte in &bytes[..count] {
            line.push(*byte);
            if *byte == b'\n' {
                if line.starts_with(b"PING") {
                    is_open &= stream.write_all(b"PONG\r\n").is_ok();
                }
                line.clear();
            }
        }
    }
}

//! What a gateway does if an owner does not take its commands, or misses its outputs.

use croupier_proto::Answer;
use croupier_store::journal::GuestId;
use croupier_store::sqlite::SqliteStore;
use serde_json::json;
use tokio::sync::oneshot;

use super::super::alone::Alone;
use super::*;
use crate::room::{Outgoing, outbox};

const ROOM: RoomId = RoomId::new(3);
const SOCKET: SocketId = SocketId(5);

/// A gateway with one socket that is welcome, and what this socket is told.
fn gateway(alone: &Alone) -> (Gateway<SqliteStore>, Outgoing) {
    let mut gateway = Gateway::new(Arc::clone(&alone.house), alone.cluster(), ROOM, 1);
    let (to_out, out) = outbox();
    let local = Local {
        guest: GuestId(7),
        client: "client-a".parse().unwrap(),
        last: None,
        board: false,
        out: to_out,
        since: Instant::now(),
        reply: None,
        is_behind: false,
        asked_fresh: false,
        pending: VecDeque::new(),
    };
    gateway.sockets.insert(SOCKET, local);
    (gateway, out)
}

fn say(gateway: &mut Gateway<SqliteStore>, n: u64) {
    let said = Said { socket: SOCKET, n, command: json!("ready"), chance: None };
    gateway.take(RoomMessage::Say(Box::new(said)));
}

/// Makes everything as old as it has to be to be given up.
fn wait(gateway: &mut Gateway<SqliteStore>) {
    for pending in gateway.sockets.values_mut().flat_map(|it| &mut it.pending) {
        pending.since = pending.since.checked_sub(PATIENCE).unwrap();
    }
    gateway.look_after();
}

/// The number and the code of the next refusal that was told.
fn refusal(out: &mut Outgoing) -> Option<(u64, String)> {
    let Out::Answer(n, text) = out.more()? else { panic!("only answers were expected") };
    let Ok(ServerMessage::Answer(Answer { error: Some(why), .. })) = serde_json::from_str(&text)
    else {
        panic!("{text}");
    };
    Some((n, why.code))
}

#[tokio::test]
async fn commands_for_which_a_room_is_too_busy_are_sent_again_and_given_up_in_the_end() {
    let alone = Alone::new();
    let (mut gateway, mut out) = gateway(&alone);
    say(&mut gateway, 1);
    let sent = gateway.next_commands().unwrap();
    for _ in 0..3 {
        gateway.landed(Ok(Ack::Busy));
        gateway.look_after();
        assert_eq!(refusal(&mut out), None, "it waits");
        assert_eq!(gateway.next_commands().as_ref(), Some(&sent), "under the same number");
    }
    say(&mut gateway, 2);
    gateway.landed(Ok(Ack::Busy));
    wait(&mut gateway);
    for n in [1, 2] {
        assert_eq!(refusal(&mut out), Some((n, "busy".to_owned())));
    }
    assert_eq!(refusal(&mut out), None);
    // Nobody may be told that it failed, and it happens afterwards.
    let next = gateway.next_commands().unwrap();
    assert_eq!((next.number, next.items), (sent.number, vec![]));
    assert_eq!(gateway.queue, []);
}

#[tokio::test]
async fn only_commands_that_no_owner_may_have_taken_are_given_up() {
    let alone = Alone::new();
    let busy = || Ok(Ack::Busy);
    let cases = [
        (vec![busy()], Some("busy")),
        (vec![Err(BusError::Nobody)], Some("not_stored")),
        (vec![busy(), Err(BusError::Nobody)], Some("not_stored")),
        (vec![Err(BusError::Silent)], None),
        (vec![Err(BusError::Failed("x".to_owned()))], None),
        (vec![Err(BusError::Silent), busy()], None),
        (vec![Ok(Ack::Taken)], None),
    ];
    for (acks, code) in cases {
        let (mut gateway, mut out) = gateway(&alone);
        say(&mut gateway, 1);
        for ack in &acks {
            gateway.next_commands();
            gateway.landed(ack.clone());
        }
        wait(&mut gateway);
        let told = refusal(&mut out);
        assert_eq!(told, code.map(|code| (1, code.to_owned())), "{acks:?}");
        let is_kept = gateway.sockets[&SOCKET].pending.len() == 1;
        assert_eq!(is_kept, code.is_none(), "{acks:?}");
    }
}

#[tokio::test]
async fn requests_that_an_owner_may_have_taken_are_not_said_to_have_failed() {
    let alone = Alone::new();
    let cases = [
        (vec![Err(BusError::Nobody)], "not_stored"),
        (vec![Ok(Ack::Busy)], "busy"),
        (vec![Err(BusError::Silent)], "unknown"),
        (vec![Ok(Ack::Taken)], "unknown"),
    ];
    for (acks, code) in cases {
        let (mut gateway, _out) = gateway(&alone);
        let (reply, mut told) = oneshot::channel();
        let (guest, command) = (GuestId(7), json!({"join": {"name": "Ada"}}));
        let speech = Speech { guest, command, chance: None, reply };
        gateway.take(RoomMessage::Speak(Box::new(speech)));
        for ack in &acks {
            gateway.next_commands();
            gateway.landed(ack.clone());
        }
        for asked in gateway.asks.values_mut() {
            asked.since = asked.since.checked_sub(PATIENCE).unwrap();
        }
        gateway.look_after();
        let why = told.try_recv().unwrap().unwrap_err();
        assert_eq!(why.code, code, "{acks:?}");
        let left = gateway.next_commands().map_or(vec![], |it| it.items);
        assert_eq!(left, [], "it does not happen afterwards");
    }
}

#[tokio::test]
async fn while_an_owner_takes_nothing_a_gateway_does_not_grow() {
    let alone = Alone::new();
    alone.owned_by(NodeId::new(2)); // Nobody is there.
    let mailbox = alone.house.gateway(alone.cluster(), ROOM);
    let mut taken = 0;
    while taken < 16 * MAILBOX {
        if mailbox.try_send(RoomMessage::Nothing).is_ok() {
            taken += 1;
            continue;
        }
        // The gateway is a task of this thread, so it runs now, if it can do anything.
        for _ in 0..16 {
            tokio::task::yield_now().await;
        }
        if mailbox.capacity() == 0 {
            break;
        }
    }
    assert!((2 * MAILBOX..4 * MAILBOX).contains(&taken), "{taken}");
}

#[tokio::test]
async fn outputs_that_are_missing_are_made_up_for_by_a_new_link() {
    let alone = Alone::new();
    let (mut gateway, mut out) = gateway(&alone);
    say(&mut gateway, 1);
    let first = gateway.next_commands().unwrap();
    gateway.landed(Ok(Ack::Taken));
    let link = gateway.link;
    let outputs = |link, number, text: &str| {
        let (sockets, text) = (vec![SOCKET.0], text.to_owned().into());
        Outputs {
            room: ROOM,
            link,
            number,
            items: vec![Item::Text { sockets, fresh: false, text }],
        }
    };
    gateway.hear(outputs(link, 1, "one"));
    gateway.hear(outputs(link, 1, "one"));
    assert!(matches!(out.more(), Some(Out::Text(text)) if &*text == "one"));
    assert!(out.more().is_none(), "what arrives twice is told once");
    gateway.hear(outputs(link, 3, "three"));
    assert!(out.more().is_none(), "it builds on what is missing");
    assert!(gateway.link > link);
    let again = gateway.next_commands().unwrap();
    assert_eq!((again.link, again.number), (gateway.link, 1));
    assert!(matches!(again.items[0], Command::Attach { socket: 5, .. }), "{again:?}");
    assert_eq!(again.items[1..], first.items, "everything that was not answered is repeated");
    gateway.hear(outputs(link, 2, "two"));
    assert!(out.more().is_none(), "the old link is over");
}

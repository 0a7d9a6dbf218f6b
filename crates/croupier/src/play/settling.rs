//! Plays a match on until the person is asked. The session is not locked while a bot thinks, so
//! that it can be saved in the meantime.

use std::sync::{Mutex, MutexGuard};

use croupier_kit::Millis;
use croupier_kit::game::Error;
use croupier_kit::room::BotRequest;

use super::session::Session;

/// After this many steps without the person being asked, the match is taken to be stuck.
const MOST_WAITS: usize = 100_000;

/// How much virtual time passes before the person is asked, so that bots without a delay can act.
const MOMENT: Millis = Millis(10);

pub(super) fn held(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().expect("no thread panics while it holds this")
}

/// Plays on until the person is asked or the match is over. Bots that are asked at the same time as
/// the person decide once before.
pub(super) fn settle(session: &Mutex<Session>) -> Result<(), Error> {
    let beside = held(session).bots_beside();
    if let Some(requests) = beside {
        for request in &requests {
            let_decide(session, request)?;
        }
        let mut session = held(session);
        if session.is_asked() {
            let then = session.now() + MOMENT;
            session.advance_to(then)?;
        }
    }
    for _ in 0..MOST_WAITS {
        let is_settled = {
            let session = held(session);
            session.is_over() || session.is_asked()
        };
        if is_settled || !go_on(session)? {
            break;
        }
    }
    Ok(())
}

/// Takes one step without the person: a bot acts, or time passes. False if neither is possible.
pub(super) fn go_on(session: &Mutex<Session>) -> Result<bool, Error> {
    let owed = held(session).bots_owed();
    if let Some(request) = owed.into_iter().min_by_key(|request| request.due) {
        let_decide(session, &request)?;
        return Ok(true);
    }
    let mut session = held(session);
    match session.next_due() {
        Some(due) => {
            let due = due.max(session.now());
            session.advance_to(due).map(|()| true)
        }
        None => Ok(false),
    }
}

fn let_decide(session: &Mutex<Session>, request: &BotRequest) -> Result<(), Error> {
    let task = held(session).task(request);
    let action = task.and_then(|task| task.decide());
    held(session).decided(request, action)
}

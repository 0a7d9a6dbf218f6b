//! Rooms that were saved under older rules of rooms, brought forward.
//!
//! What was waited for then is waited for still, in the way that it is today. What a room did under the
//! older rules stays done.

use croupier_chart::run::SavedTimer;
use serde::Deserialize;
use serde_json::{Value, json};

use super::flow;
use super::game_over;
use super::lobby;
use super::saved::{ROOM_RULES, SavedRoom};
use super::silence::pending_votes;
use crate::game::Game;
use crate::save::UpdateError;

/// Brings a room forward to today's rules of rooms. The rules of its game are not looked at.
pub(super) fn bring_forward<G: Game>(saved: &mut SavedRoom) -> Result<(), UpdateError> {
    if saved.room_rules == 0 {
        return Err("rooms began with rules 1".into());
    }
    if saved.room_rules == 1 {
        name_charts::<G>(saved);
        ask_stand_ins_one_by_one(saved);
    }
    if saved.room_rules <= 2 {
        keep_moves_only::<G>(saved);
    }
    saved.room_rules = ROOM_RULES;
    Ok(())
}

/// The charts of rules 1 had today's states: only the trigger of the stand-ins' votes was another one.
/// Whether the save fits the charts is checked when they are restored.
fn name_charts<G: Game>(saved: &mut SavedRoom) {
    let root = &mut saved.flow.root;
    root.hash = flow::chart::<G>().chart.fingerprint();
    for (name, child) in &mut root.children {
        match name.as_str() {
            flow::LOBBY => child.hash = lobby::CHART.fingerprint(),
            flow::GAME_OVER => child.hash = game_over::CHART.fingerprint(),
            _ => {}
        }
    }
}

/// MM-70: one timer made all stand-ins vote about everybody at once. Today each of them has a timer of
/// its own for each vote.
fn ask_stand_ins_one_by_one(saved: &mut SavedRoom) {
    let all_at_once = json!("StandInsVote");
    let is_old = |timer: &SavedTimer| match timer {
        SavedTimer::Own { trigger, .. } => *trigger == all_at_once,
        SavedTimer::After { .. } => false,
    };
    let timers = &mut saved.flow.root.timers;
    let before = timers.len();
    timers.retain(|timer| !is_old(timer));
    if timers.len() == before {
        return;
    }
    for (id, wait, trigger) in pending_votes(&mut saved.party) {
        saved.flow.seq = saved.flow.seq.saturating_add(1);
        let (due, seq) = (saved.flow.now + wait, saved.flow.seq);
        let trigger = serde_json::to_value(trigger).unwrap_or(Value::Null);
        timers.push(SavedTimer::Own { id, trigger, due, seq, every: None, suspended: false });
    }
}

/// MM-89: what was done in private could be taken back, like a move. Today it is kept beside the move before
/// it, and the match has no checkpoint for it.
fn keep_moves_only<G: Game>(saved: &mut SavedRoom) {
    let Some(playing) = &mut saved.playing else { return };
    let past = std::mem::take(&mut playing.past);
    // The checkpoints of these actions are the last ones of the match.
    let checkpoints = &mut playing.save.earlier;
    let first = checkpoints.len().saturating_sub(past.len());
    let (before_host, before_secret) = (playing.before_host, playing.before_secret);
    for (at, mut action) in past.into_iter().enumerate() {
        let private = action.secret.take().filter(|action| {
            G::Action::deserialize(action).is_ok_and(|action| G::is_private(&action))
        });
        let Some(private) = private else {
            playing.past.push(action);
            continue;
        };
        let checkpoint = first + playing.past.len();
        if checkpoint < checkpoints.len() {
            checkpoints.remove(checkpoint);
        }
        playing.before_host -= usize::from(at < before_host);
        playing.before_secret -= usize::from(at < before_secret);
        if let Some(before) = playing.past.last_mut() {
            before.since.push((action.seat, private));
        }
    }
}

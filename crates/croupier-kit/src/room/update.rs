//! Migrates rooms that were saved under older rules for rooms.
//!
//! Whatever a room was waiting for, it still waits for, in the current way. What it did under the
//! older rules stays as it is.

use croupier_chart::run::SavedTimer;
use serde::Deserialize;
use serde_json::{Value, json};

use super::flow;
use super::game_over;
use super::lobby;
use super::party::PlayerId;
use super::saved::{ROOM_RULES, SavedRoom};
use super::silence::{PendingVote, pending_votes};
use crate::game::Game;
use crate::save::UpdateError;

/// Migrates a room to the current rules for rooms. The rules of its game are not considered.
pub(super) fn bring_forward<G: Game>(saved: &mut SavedRoom) -> Result<(), UpdateError> {
    if saved.room_rules == 0 {
        return Err("there were no rules for rooms before version 1".into());
    }
    if saved.room_rules == 1 {
        name_charts::<G>(saved);
        ask_stand_ins_one_by_one(saved);
    }
    if saved.room_rules <= 2 {
        keep_moves_only::<G>(saved);
    }
    if saved.room_rules <= 3 {
        settle_votes(saved);
    }
    saved.room_rules = ROOM_RULES;
    Ok(())
}

/// In version 1 the charts had the same states as the current ones; only the trigger of the
/// stand-ins' votes was different. Restoring the charts checks that the save fits them.
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

/// MM-70: in version 1 a single timer made all stand-ins vote at once. Replaces it by one timer per
/// stand-in and vote.
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
    for vote in pending_votes(&mut saved.party) {
        start_timer(saved, vote);
    }
}

fn start_timer(saved: &mut SavedRoom, (id, wait, trigger): PendingVote) {
    saved.flow.seq = saved.flow.seq.saturating_add(1);
    let (due, seq) = (saved.flow.now + wait, saved.flow.seq);
    let trigger = serde_json::to_value(trigger).unwrap_or(Value::Null);
    let timer = SavedTimer::Own { id, trigger, due, seq, every: None, suspended: false };
    saved.flow.root.timers.push(timer);
}

/// MM-67: up to version 3 votes stayed when their voters went, a majority that came about without a
/// vote was not counted, and stand-ins that came during a vote were not asked. Voids the former,
/// lets the others vote again, and asks the stand-ins.
fn settle_votes(saved: &mut SavedRoom) {
    let ids: Vec<PlayerId> = saved.party.members.iter().map(|it| it.id).collect();
    for member in &mut saved.party.members {
        member.against.retain(|by| ids.contains(by));
    }
    for id in saved.party.voted_out() {
        if let Some(member) = saved.party.member_mut(id) {
            member.against.clear();
        }
    }
    for vote in pending_votes(&mut saved.party) {
        let is_asked =
            |timer: &SavedTimer| matches!(timer, SavedTimer::Own { id, .. } if *id == vote.0);
        if !saved.flow.root.timers.iter().any(is_asked) {
            start_timer(saved, vote);
        }
    }
}

/// MM-89: up to version 2 private actions could be undone like moves. Moves each of them into the
/// list of the preceding move, and removes its checkpoint from the match.
fn keep_moves_only<G: Game>(saved: &mut SavedRoom) {
    let Some(playing) = &mut saved.playing else { return };
    let past = std::mem::take(&mut playing.past);
    // These actions belong to the last checkpoints of the match.
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

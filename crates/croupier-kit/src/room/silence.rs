//! Players who keep the table waiting, and the vote to remove them (MM-67).

use croupier_chart::run::{Scope, TimerId};

use super::Room;
use super::bots::varied;
use super::flow::RoomFlow;
use super::party::{Member, Party, PlayerId};
use super::rule::{Checked, require};
use super::view::Phase;
use super::vocabulary::{Notice, RoomReject, RoomTrigger, StandInVotes, VoteRemove};
use crate::Millis;
use crate::game::{Game, SeatSet};

/// The timer for a stand-in's vote about a player. The high bit keeps it apart from other timers.
pub(super) fn vote_timer(slot: u8, about: u8) -> TimerId {
    TimerId(u16::from_be_bytes([slot | 0x80, about]))
}

impl<G: Game> Room<G> {
    /// Notes for whom the table starts to wait, and for whom it stops waiting.
    pub(super) fn note_silence(&mut self) {
        let (now, phase) = (self.now(), self.phase());
        let waited_for: SeatSet = match phase {
            Phase::Lobby | Phase::Playing => self.waiting().iter().map(|it| it.seat).collect(),
            _ => SeatSet::NOBODY,
        };
        for member in &mut self.party.members {
            if !waited_for.contains(member.seat) {
                member.has_spoken();
            } else if member.asked.is_none() {
                member.asked = Some(now);
            }
        }
    }

    /// A player who has kept the table waiting too long can be voted out by the others. Stand-ins
    /// are treated like the people they appear to be (MM-70).
    pub(super) fn check_vote_remove(&self, id: PlayerId, player: PlayerId) -> Checked<G> {
        let silent = self.party.member(player).filter(|it| it.id != id && !it.invited);
        let silent = silent.ok_or(RoomReject::NoSuchPlayer)?;
        let is_late = self.late_from(silent).is_some_and(|from| from <= self.now());
        require(is_late, RoomReject::NotSilent)?;
        require(!silent.against.contains(&id), RoomReject::AlreadyVoted)
    }

    /// From when on a player has kept the table waiting too long.
    fn late_from(&self, player: &Member) -> Option<Millis> {
        player.asked.map(|since| since + self.party.options.silent_ms)
    }

    /// When the next player will have kept the table waiting too long. Nothing happens then, but
    /// what the others see changes: they can vote. Whoever shows them the room has to look again.
    pub fn next_late(&self) -> Option<Millis> {
        let others = self.party.members.iter().filter(|it| !it.invited);
        let late = others.clone().filter_map(|it| self.late_from(it));
        late.filter(|from| *from > self.now()).min().filter(|_| others.count() > 1)
    }
}

impl Member {
    /// This player has acted, or is not expected to.
    pub(super) fn has_spoken(&mut self) {
        self.asked = None;
        self.against.clear();
    }
}

impl Party {
    /// The players whom more than half of the others have voted to remove.
    pub(super) fn voted_out(&self) -> Vec<PlayerId> {
        self.members.iter().filter(|it| self.is_voted_out(it)).map(|it| it.id).collect()
    }

    /// Whether more than half of the others have voted to remove a player.
    fn is_voted_out(&self, player: &Member) -> bool {
        let others = self.members.iter().filter(|it| !it.invited && it.id != player.id);
        let (mut all, mut against) = (0, 0);
        for other in others {
            all += 1;
            against += usize::from(player.against.contains(&other.id));
        }
        against * 2 > all
    }
}

pub(super) fn vote_remove(scope: &mut Scope<'_, RoomFlow>, vote: VoteRemove) {
    let VoteRemove { id, player } = vote;
    cast(scope, id, player);
    // Everybody but invited bots has a slot.
    if let Some(about) = scope.rules.member(player).and_then(|it| it.slot) {
        for slot in stand_ins(scope.rules) {
            ask(scope, slot, about);
        }
    }
    count_votes(scope);
}

/// MM-67: a stand-in that comes while votes are under way is asked about each of them, as the
/// person it appears to be could vote.
pub(super) fn ask_new_stand_in(scope: &mut Scope<'_, RoomFlow>, slot: u8) {
    for about in blamed(scope.rules) {
        ask(scope, slot, about);
    }
}

fn ask(scope: &mut Scope<'_, RoomFlow>, slot: u8, about: u8) {
    if let Some((timer, wait, vote)) = pending_vote(scope.rules, slot, about) {
        scope.raise_after(timer, wait, vote);
    }
}

/// The slots of all stand-ins.
fn stand_ins(party: &Party) -> Vec<u8> {
    let stand_ins = party.members.iter().filter(|it| it.is_stand_in());
    stand_ins.filter_map(|it| it.slot).collect()
}

/// The slots of all players who have votes against them.
fn blamed(party: &Party) -> Vec<u8> {
    let blamed = party.members.iter().filter(|it| !it.against.is_empty());
    blamed.filter_map(|it| it.slot).collect()
}

/// A stand-in's coming vote: its timer, its delay, and what it raises.
pub(super) type PendingVote = (TimerId, Millis, RoomTrigger);

/// The coming vote of a stand-in about another player.
fn pending_vote(party: &mut Party, slot: u8, about: u8) -> Option<PendingVote> {
    let wait = (slot != about).then(|| varied(party.options.bot_delay_ms, &mut party.dice))?;
    Some((vote_timer(slot, about), wait, RoomTrigger::StandInVotes { slot, about }))
}

/// The coming votes of all stand-ins about every player who has votes against them.
pub(super) fn pending_votes(party: &mut Party) -> Vec<PendingVote> {
    let stand_ins = stand_ins(party);
    let each = |about| stand_ins.iter().map(move |slot| (*slot, about));
    let pairs: Vec<_> = blamed(party).into_iter().flat_map(each).collect();
    pairs.into_iter().filter_map(|(slot, about)| pending_vote(party, slot, about)).collect()
}

/// Stand-ins follow the vote of the people, each after its own delay, so that neither the number of
/// votes needed nor their timing reveals how many stand-ins there are (MM-70).
pub(super) fn let_stand_in_vote(scope: &mut Scope<'_, RoomFlow>, vote: StandInVotes) {
    let in_slot = |slot| scope.rules.members.iter().find(|it| it.slot == Some(slot));
    let stand_in = in_slot(vote.slot).filter(|it| it.is_stand_in()).map(|it| it.id);
    let blamed = in_slot(vote.about).filter(|it| !it.against.is_empty()).map(|it| it.id);
    if let (Some(id), Some(player)) = (stand_in, blamed) {
        cast(scope, id, player);
        count_votes(scope);
    }
}

fn cast(scope: &mut Scope<'_, RoomFlow>, id: PlayerId, player: PlayerId) {
    let Some(by) = scope.rules.member(id).map(|it| it.seat) else {
        return debug_assert!(false, "who votes is seated");
    };
    let Some(member) = scope.rules.member_mut(player) else {
        return debug_assert!(false, "who is voted out is seated");
    };
    // Stand-ins follow every vote, so this one may have voted already.
    if member.against.contains(&id) {
        return;
    }
    member.against.push(id);
    let seat = member.seat;
    scope.rules.log(Notice::RemovalVoted { seat, by });
}

/// Removes whoever is voted out. The seat is given up as after a lost connection, so that its
/// person may be able to reclaim it.
pub(super) fn count_votes(scope: &mut Scope<'_, RoomFlow>) {
    for id in scope.rules.voted_out() {
        let Some(member) = scope.rules.member_mut(id) else { continue };
        // The vote is over: a second count in the same step finds nothing to do.
        member.against.clear();
        if let Some(slot) = member.slot {
            scope.raise(RoomTrigger::Leave { slot, for_good: false });
        }
    }
}

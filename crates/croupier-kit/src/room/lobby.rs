//! The lobby machine: people join and leave until they start (min-or-max.md, 2.2).

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;

use super::about::Subject;
use super::party::{Controller, Member, Party, Status};
use super::vocabulary::{Notice, On, PlayerJoined, RoomTrigger};
use crate::game::{MAX_SEATS, Seat};

/// The lobby machine.
#[derive(Debug)]
pub(crate) struct Lobby;

impl Machine for Lobby {
    type Trigger = RoomTrigger;
    type Context = ();
    type Children = ();
    type Rules = Party;
    /// Triggers to raise in the room.
    type Emit = RoomTrigger;
    type Output = ();

    /// The lobby has no timers.
    fn raises(_: TimerId, _: &RoomTrigger) -> bool {
        false
    }
}

pub(super) static WAITING: LazyLock<StateId<Lobby>> =
    LazyLock::new(|| CHART.state("waiting").expect("the lobby waits"));

pub(super) static CHART: LazyLock<Arc<Chart<Lobby>>> = LazyLock::new(|| {
    let waiting = state("waiting")
        .describe("Players sit down and say that they are ready.")
        .on(On::PlayerJoined, internal().given(can_add_player).run(add_player))
        .on(On::PlayerDropped, internal().given(is_seated).run(remove_player))
        .on(On::PlayerReady, internal().given(is_waiting_for).run(mark_ready))
        .on(On::PlayerUnready, internal().given(is_ready).run(mark_unready))
        .on(On::StartGame, to("ready").given(has_minimum_players).given(all_players_ready));
    let root =
        state("lobby").initial("waiting").child(waiting).child(final_state("ready").output(|_| ()));
    Arc::new(assert_sound(Definition::new("lobby", root).shares_triggers().compile()))
});

fn about<'a>(look: &'a Look<'_, Lobby>, Subject(id): Subject) -> Option<&'a Member> {
    look.rules.member(id)
}

fn can_add_player(look: &Look<'_, Lobby>, who: Subject) -> bool {
    about(look, who).is_none() && !look.rules.is_full()
}

fn is_seated(look: &Look<'_, Lobby>, who: Subject) -> bool {
    about(look, who).is_some()
}

fn is_waiting_for(look: &Look<'_, Lobby>, who: Subject) -> bool {
    about(look, who).is_some_and(|it| !it.ready && it.status == Status::Connected)
}

fn is_ready(look: &Look<'_, Lobby>, who: Subject) -> bool {
    about(look, who).is_some_and(|it| it.ready)
}

fn has_minimum_players(look: &Look<'_, Lobby>) -> bool {
    look.rules.has_minimum_players()
}

fn all_players_ready(look: &Look<'_, Lobby>) -> bool {
    look.rules.all_players_ready()
}

fn add_player(scope: &mut Scope<'_, Lobby>, joined: PlayerJoined) {
    let PlayerJoined { id, name, bot } = joined;
    let party = &mut *scope.rules;
    let Some(seat) = Seat::first(MAX_SEATS).nth(party.members.len()) else {
        return debug_assert!(false, "a room that is not full has a seat");
    };
    party.gave_up.retain(|gone| *gone != id);
    let is_bot = bot.is_some();
    let slot = if is_bot { None } else { party.free_slot() };
    party.members.push(Member {
        id,
        name: name.clone(),
        seat,
        invited: is_bot,
        ready: is_bot || party.options.auto_ready,
        controller: bot.map_or(Controller::Person, Controller::of),
        vote: None,
        wins: 0,
        losses: 0,
        slot,
        status: Status::Connected,
        epoch: 0,
        away_until: None,
        next_entry: party.next_entry,
        absent: None,
        asked: None,
        against: vec![],
        reacted: vec![],
    });
    party.log(Notice::PlayerJoined { seat, name, bot: is_bot });
    party.hand_over_if_needed();
    if let Some(slot) = slot {
        scope.emit(RoomTrigger::PlayerSeated { slot });
        scope.emit(RoomTrigger::HumansChanged);
    }
}

fn remove_player(scope: &mut Scope<'_, Lobby>, Subject(id): Subject) {
    let Some(gone) = scope.rules.remove(id) else {
        return debug_assert!(false, "who is seated can be removed");
    };
    scope.rules.log(Notice::PlayerDropped { seat: gone.seat, name: gone.name });
    scope.rules.compact_seats();
    if let Some(slot) = gone.slot {
        scope.emit(RoomTrigger::SeatVacated { slot });
    }
    scope.emit(RoomTrigger::HumansChanged);
}

fn mark_ready(scope: &mut Scope<'_, Lobby>, who: Subject) {
    set_ready(scope, who, true);
}

fn mark_unready(scope: &mut Scope<'_, Lobby>, who: Subject) {
    set_ready(scope, who, false);
}

fn set_ready(scope: &mut Scope<'_, Lobby>, Subject(id): Subject, ready: bool) {
    let Some(member) = scope.rules.member_mut(id) else {
        return debug_assert!(false, "who is ready or not is seated");
    };
    member.ready = ready;
    let (seat, name) = (member.seat, member.name.clone());
    scope.rules.log(if ready {
        Notice::PlayerReady { seat, name }
    } else {
        Notice::PlayerUnready { seat, name }
    });
}

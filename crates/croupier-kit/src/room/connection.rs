//! One region per person: connected, reconnecting, disconnected (min-or-max.md, 2.7).

use croupier_chart::define::{Action, Delay};
use croupier_chart::prelude::*;

use super::about::{Departure, Slot};
use super::flow::{Kind, RoomFlow};
use super::party::{Absent, Controller, Member, Order, Party, Status};
use super::silence::ask_new_stand_in;
use super::vocabulary::{GracePeriodExpired, Notice, On, RoomTrigger};
use crate::Millis;
use crate::game::Seat;

/// The regions: one for each possible person.
pub(super) fn connection(kind: Kind) -> StateDef<RoomFlow> {
    let slots = Seat::first(kind.seats);
    parallel("connection").children(slots.map(|slot| region(slot.0, kind.stages)))
}

fn region(slot: u8, stages: &[&'static str]) -> StateDef<RoomFlow> {
    let here = || {
        guard_with(format!("of slot {slot}"), move |_: &Look<'_, RoomFlow>, it: Slot| it.0 == slot)
    };
    let leaving = || give_up(slot, stages, here).into_iter();
    let connected = state("connected")
        .on(
            On::PlayerDisconnected,
            [
                to("reconnecting")
                    .when(here())
                    .when(in_state("#flow.lobby"))
                    .run(lose(slot))
                    .run(unready(slot)),
                to("reconnecting").when(here()).run(lose(slot)),
            ],
        )
        .on(On::Leave, leaving().collect::<Vec<_>>());
    let expired = || {
        guard_with("epoch matches", move |look: &Look<'_, RoomFlow>, it: GracePeriodExpired| {
            let member = look.rules.members.iter().find(|member| member.slot == Some(slot));
            member.is_some_and(|member| member.epoch == it.epoch)
        })
    };
    let reconnecting = state("reconnecting")
        .after(grace_ms, internal().run(expire(slot)))
        .on(On::PlayerDisconnected, to("reconnecting").reenter().when(here()).run(lose(slot)))
        .on(On::PlayerReconnected, to("connected").when(here()).run(restore(slot)))
        .on(On::GracePeriodExpired, leaving().map(|it| it.when(expired())).collect::<Vec<_>>())
        .on(On::Leave, leaving().collect::<Vec<_>>());
    state(format!("slot{slot}"))
        .initial("vacant")
        .on(On::SeatVacated, to(".vacant").when(here()))
        .child(state("vacant").on(On::PlayerSeated, to("connected").when(here())))
        .child(connected)
        .child(reconnecting)
        .child(
            state("disconnected")
                .describe("A stand-in has the seat, or nobody.")
                .initial("present")
                .child(
                    state("present")
                        .on(On::PlayerDisconnected, to("away").when(here()).run(lose(slot))),
                )
                .child(
                    state("away")
                        .describe("The stand-in seems to have lost its connection.")
                        .after(return_ms(slot), to("present").run(restore(slot)))
                        .on(
                            On::PlayerDisconnected,
                            to("away").reenter().when(here()).run(lose(slot)),
                        ),
                )
                .on(On::SeatReclaimed, to("connected").when(here()).run(reclaim(slot)))
                .on(On::Leave, leaving().map(Transition::reenter).collect::<Vec<_>>()),
        )
}

/// MM-66, MM-67: what giving up a seat means depends on the phase.
fn give_up(
    slot: u8,
    stages: &[&'static str],
    here: impl Fn() -> Guard<RoomFlow>,
) -> [Transition<RoomFlow>; 3] {
    let playing = any(stages.iter().map(|stage| in_state(format!("#flow.{stage}"))));
    let given_up = || to("disconnected").when(here());
    [
        given_up().when(in_state("#flow.lobby")).run(drop_player(slot)),
        given_up().when(playing).run(replace_by_bot(slot)),
        given_up().when(in_state("#flow.gameOver")).run(leave_game_over(slot)),
    ]
}

fn grace_ms(look: &Look<'_, RoomFlow>) -> Millis {
    look.rules.options.grace_ms
}

/// How long a stand-in appears to be away after a restart: a few seconds, and less than a grace
/// period.
fn return_ms(slot: u8) -> Delay<RoomFlow> {
    delay("return_ms", move |look: &Look<'_, RoomFlow>| {
        let stand_in = look.rules.members.iter().find(|member| member.slot == Some(slot));
        let pause = stand_in.map_or(0, |member| u64::from(member.id.0 ^ member.epoch) % 4_000);
        Millis(800 + pause).min(Millis(look.rules.options.grace_ms.get() / 2))
    })
}

/// An action on the person of a slot.
fn on_slot(
    name: &'static str,
    slot: u8,
    act: impl Fn(&mut Scope<'_, RoomFlow>, u8) + Send + Sync + 'static,
) -> Action<RoomFlow> {
    action(name, move |scope: &mut Scope<'_, RoomFlow>| act(scope, slot))
}

/// The member whose connection the slot tracks. There is one unless the slot is vacant.
fn watched(party: &mut Party, slot: u8) -> Option<&mut Member> {
    let member = party.in_slot(slot);
    debug_assert!(member.is_some(), "slot {slot} is not vacant, but nobody's");
    member
}

fn set_status(scope: &mut Scope<'_, RoomFlow>, slot: u8, status: Status) {
    let Some(member) = watched(scope.rules, slot) else { return };
    member.status = status;
    let seat = member.seat;
    scope.rules.log(Notice::ConnectionChanged { seat, status });
    scope.rules.outbox.push(Order::SeatChanged { seat });
}

fn lose(slot: u8) -> Action<RoomFlow> {
    on_slot("lose", slot, |scope, slot| {
        let until = scope.now() + scope.rules.options.grace_ms;
        if let Some(member) = watched(scope.rules, slot) {
            member.epoch = member.epoch.wrapping_add(1);
            member.away_until = Some(until);
        }
        set_status(scope, slot, Status::Reconnecting);
    })
}

/// MM-64: a person who is away is not ready.
fn unready(slot: u8) -> Action<RoomFlow> {
    on_slot("unready", slot, |scope, slot| {
        let ready = watched(scope.rules, slot).filter(|it| it.ready).map(|it| it.id);
        if let Some(id) = ready {
            scope.raise(RoomTrigger::PlayerUnready { id });
        }
    })
}

fn restore(slot: u8) -> Action<RoomFlow> {
    on_slot("restore", slot, |scope, slot| set_status(scope, slot, Status::Connected))
}

fn expire(slot: u8) -> Action<RoomFlow> {
    on_slot("raise GRACE_PERIOD_EXPIRED", slot, |scope, slot| {
        if let Some(epoch) = watched(scope.rules, slot).map(|it| it.epoch) {
            scope.raise(RoomTrigger::GracePeriodExpired { slot, epoch });
        }
    })
}

fn drop_player(slot: u8) -> Action<RoomFlow> {
    on_slot("raise PLAYER_DROPPED", slot, |scope, slot| {
        if let Some(id) = watched(scope.rules, slot).map(|it| it.id) {
            scope.raise(RoomTrigger::PlayerDropped { id });
        }
    })
}

fn leave_game_over(slot: u8) -> Action<RoomFlow> {
    on_slot("raise PLAYER_LEFT", slot, |scope, slot| {
        if let Some(id) = watched(scope.rules, slot).map(|it| it.id) {
            scope.raise(RoomTrigger::PlayerLeft { id });
        }
    })
}

/// MM-66: the seat stays as it is; only who acts for it changes. The others are not told that it is
/// a bot. A stand-in that the host kicks is replaced by another one.
fn replace_by_bot(slot: u8) -> Action<RoomFlow> {
    action_with("replace_by_bot", move |scope: &mut Scope<'_, RoomFlow>, how: Departure| {
        let party = &mut *scope.rules;
        let (id, name) = (party.fresh_id(), party.fresh_name());
        let level = party.options.stand_in.clone();
        let Some(member) = watched(party, slot) else { return };
        let before = member.clone();
        let gone = Absent {
            for_good: how.for_good,
            id: std::mem::replace(&mut member.id, id),
            name: std::mem::replace(&mut member.name, name.clone()),
            wins: std::mem::take(&mut member.wins),
            losses: std::mem::take(&mut member.losses),
        };
        let was = gone.id;
        member.absent = match member.absent.take() {
            _ if member.is_human() => Some(gone),
            // A stand-in replaces a stand-in: the absent person may still return unless the host
            // forbids it.
            absent => absent.filter(|_| !how.for_good),
        };
        member.controller = Controller::Bot(level);
        member.status = Status::Connected;
        member.has_spoken(); // The table waits for somebody else now.
        let seat = member.seat;
        party.void_votes_of(was);
        if how.for_good || !before.is_human() {
            party.remember_gone(&before);
        }
        party.log(Notice::SeatReplaced { seat, name });
        party.outbox.push(Order::SeatChanged { seat });
        party.host_replaced(was, id);
        scope.raise(RoomTrigger::HumansChanged);
        ask_new_stand_in(scope, slot);
    })
}

/// The person is back and gets the seat, its counters and its name again.
fn reclaim(slot: u8) -> Action<RoomFlow> {
    on_slot("reclaim", slot, |scope, slot| {
        let party = &mut *scope.rules;
        let Some(member) = watched(party, slot) else { return };
        let Some(Absent { id, name, wins, losses, .. }) = member.absent.take() else {
            return debug_assert!(false, "only who was away comes back");
        };
        let stand_in = std::mem::replace(&mut member.id, id);
        member.name.clone_from(&name);
        (member.wins, member.losses) = (wins, losses);
        member.controller = Controller::Person;
        member.status = Status::Connected;
        member.has_spoken();
        let seat = member.seat;
        party.void_votes_of(stand_in);
        if party.host == Some(stand_in) {
            party.host = Some(id);
        }
        party.log(Notice::SeatReclaimed { seat, name });
        party.outbox.push(Order::SeatChanged { seat });
        party.hand_over_if_needed();
        scope.raise(RoomTrigger::HumansChanged);
    })
}

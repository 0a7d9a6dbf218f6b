//! The room's root machine: lobby, match, game over, closed; in parallel with reactions and
//! connections (min-or-max.md, 2.1).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_chart::check::LintKind;
use croupier_chart::prelude::*;

use serde_json::Value;

use super::connection::connection;
use super::game_over::{self, GameOver, Next};
use super::lobby::{self, Lobby};
use super::party::{Member, Order, Party};
use super::silence::{count_votes, let_stand_in_vote, vote_remove, vote_timer};
use super::vocabulary::{
    Counter, MatchFailed, MatchOver, Notice, On, PlayerReacted, Return, RoomTrigger, StageEntered,
};
use crate::Millis;
use crate::game::{Game, MAX_SEATS, Outcome, SeatSet};

/// The room's root machine.
#[derive(Debug)]
pub(crate) struct RoomFlow;

impl Machine for RoomFlow {
    type Trigger = RoomTrigger;
    /// Where to go next, as decided by the game-over machine.
    type Context = Option<Next>;
    type Children = Inside;
    type Rules = Party;
    type Emit = ();
    type Output = ();

    fn raises(timer: TimerId, trigger: &RoomTrigger) -> bool {
        match *trigger {
            RoomTrigger::RoomAbandoned => timer == ABANDON,
            RoomTrigger::RoomIdle => timer == IDLE,
            RoomTrigger::StandInVotes { slot, about } => timer == vote_timer(slot, about),
            _ => false,
        }
    }
}

/// The invoked child machines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inside {
    pub(crate) lobby: Option<Actor<Lobby>>,
    pub(crate) game_over: Option<Actor<GameOver>>,
}

/// The compiled chart with handles to the states that the code asks about.
pub(crate) struct RoomChart {
    pub(crate) chart: Chart<RoomFlow>,
    pub(crate) lobby: StateId<RoomFlow>,
    pub(crate) stages: Vec<StateId<RoomFlow>>,
    pub(crate) closed: StateId<RoomFlow>,
    /// By slot.
    pub(crate) connections: Vec<Connection>,
}

/// The states of one person's connection.
pub(crate) struct Connection {
    pub(crate) connected: StateId<RoomFlow>,
    pub(crate) reconnecting: StateId<RoomFlow>,
    pub(crate) disconnected: StateId<RoomFlow>,
}

/// What distinguishes the charts of rooms: the stages of a match and the number of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub(super) stages: &'static [&'static str],
    pub(super) seats: usize,
}

/// The chart for rooms of a game. There are few kinds; each is compiled once and shared by all its
/// rooms for the lifetime of the process.
pub(crate) fn chart<G: Game>() -> &'static RoomChart {
    static COMPILED: Mutex<BTreeMap<Kind, &RoomChart>> = Mutex::new(BTreeMap::new());
    let kind = Kind { stages: G::STAGES, seats: G::SEATS.1.min(MAX_SEATS) };
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    compiled.entry(kind).or_insert_with(|| Box::leak(Box::new(compile(kind))))
}

fn compile(kind: Kind) -> RoomChart {
    let chart = assert_sound(definition(kind).compile());
    let handle = |path: &str| chart.state(path).expect("the chart was built with it");
    RoomChart {
        lobby: handle("flow.lobby"),
        stages: kind.stages.iter().map(|stage| handle(&format!("flow.{stage}"))).collect(),
        closed: handle("flow.closed"),
        connections: (0..kind.seats)
            .map(|slot| Connection {
                connected: handle(&format!("connection.slot{slot}.connected")),
                reconnecting: handle(&format!("connection.slot{slot}.reconnecting")),
                disconnected: handle(&format!("connection.slot{slot}.disconnected")),
            })
            .collect(),
        chart,
    }
}

fn definition(kind: Kind) -> Definition<RoomFlow> {
    let stages = kind.stages;
    let reactions = state("reactions").initial("listening").child(
        state("listening")
            .on(On::PlayerReacted, internal().given(valid_reaction).run(emit_reaction)),
    );
    let root = parallel("game")
        .on(
            On::HumansChanged,
            [internal().when(nobody_is_left).run(wait_for_somebody), internal().run(go_on)],
        )
        .on(
            On::RoomIdle,
            [internal().when(nobody_speaks).run(give_up_waiting), internal().run(listen)],
        )
        .on(On::VoteRemove, internal().run(vote_remove))
        .on(On::StandInVotes, internal().run(let_stand_in_vote))
        .child(flow(stages))
        .child(reactions)
        .child(connection(kind));
    let root = if stages.len() > 1 {
        root
    } else {
        root.allow(LintKind::UnhandledTrigger, "a match of one stage has no next one")
    };
    Definition::new("game", root)
}

/// The reason of a match that ended because everybody left: the only outcome decided by the room.
pub const ABANDONED: &str = "abandoned";

/// The id of the invoked lobby chart.
pub(super) const LOBBY: &str = "lobbyMachine";
/// The id of the invoked game-over chart.
pub(super) const GAME_OVER: &str = "gameOverMachine";

const ABANDON: TimerId = TimerId(1);
const IDLE: TimerId = TimerId(3);

fn flow(stages: &'static [&'static str]) -> StateDef<RoomFlow> {
    let first = stages[0];
    let lobby = ChildDef::<RoomFlow, Lobby>::new(
        LOBBY,
        Arc::clone(&lobby::CHART),
        slot!(lobby),
        inside(),
        |_| (),
    )
    .on_done(to(first).run(seat_players));
    let game_over = ChildDef::<RoomFlow, GameOver>::new(
        GAME_OVER,
        Arc::clone(&game_over::CHART),
        slot!(game_over),
        inside(),
        |_| (),
    )
    .take(|scope, next| *scope.context = Some(next))
    .on_done([to(first).when(is_rematch).run(seat_players), to("lobby").run(return_to_lobby)]);
    state("flow")
        .initial("lobby")
        .on(On::RoomAbandoned, to(".closed").run(close))
        .child(state("lobby").describe("People sit down.").invoke(lobby))
        .children((0..stages.len()).map(|at| stage(stages, at)))
        .child(state("gameOver").describe("The match is over.").invoke(game_over))
        .child(final_state("closed"))
}

/// A stage of the match. The game decides when the next one begins; the room follows.
fn stage(stages: &'static [&'static str], at: usize) -> StateDef<RoomFlow> {
    let others = (0..stages.len()).filter(|other| *other != at);
    let moves: Vec<_> = others.map(|other| to(stages[other]).when(enters(other))).collect();
    let stage = state(stages[at])
        .describe("The game's own chart runs.")
        .on(On::MatchOver, to("gameOver").run(take_result).run(bump_counters).run(announce_result))
        .on(On::RoomStale, to("lobby").run(reset))
        .on(On::MatchFailed, to("lobby").run(report_failure).run(return_to_lobby))
        .on(On::RoomAbandoned, to("closed").run(abandon_match).run(close));
    if moves.is_empty() { stage } else { stage.on(On::StageEntered, moves) }
}

/// How the lobby and game-over charts are connected: they get all triggers and the whole party, and
/// what they emit is raised in the room.
fn inside<C: Machine<Trigger = RoomTrigger, Rules = Party, Emit = RoomTrigger>>()
-> Wiring<RoomFlow, C> {
    Wiring {
        map: |trigger| Some(Cow::Borrowed(trigger)),
        lend: |party| party,
        lend_mut: |party| party,
        relay: Relay::Raise,
    }
}

fn enters(stage: usize) -> Guard<RoomFlow> {
    guard_with(format!("enters stage {stage}"), move |_: &Look<'_, RoomFlow>, it: StageEntered| {
        it.stage == stage
    })
}

fn is_rematch(look: &Look<'_, RoomFlow>) -> bool {
    *look.context == Some(Next::Rematch)
}

fn nobody_is_left(look: &Look<'_, RoomFlow>) -> bool {
    look.rules.humans().next().is_none()
}

fn valid_reaction(look: &Look<'_, RoomFlow>, PlayerReacted { value, .. }: PlayerReacted) -> bool {
    look.rules.options.reactions.contains(&value)
}

/// MM-59: the same people in the same order, without gaps. Then the match is dealt.
fn seat_players(scope: &mut Scope<'_, RoomFlow>) {
    *scope.context = None;
    let party = &mut *scope.rules;
    party.compact_seats();
    party.game_no = party.game_no.wrapping_add(1);
    party.result = None;
    for member in &mut party.members {
        member.vote = None;
    }
    party.outbox.push(Order::Deal);
}

fn take_result(scope: &mut Scope<'_, RoomFlow>, MatchOver { outcome, .. }: MatchOver) {
    scope.rules.result = Some(outcome);
}

/// MM-45: wins and losses stay with a player while the player stays in the room.
fn bump_counters(scope: &mut Scope<'_, RoomFlow>, MatchOver { outcome, .. }: MatchOver) {
    for member in &mut scope.rules.members {
        let (won, lost) = (&outcome.winners, &outcome.losers);
        member.wins = member.wins.saturating_add(u32::from(won.contains(member.seat)));
        member.losses = member.losses.saturating_add(u32::from(lost.contains(member.seat)));
    }
}

/// MM-77: one entry says how the match ended and what everybody's wins and losses are now.
fn announce_result(scope: &mut Scope<'_, RoomFlow>, MatchOver { outcome, results }: MatchOver) {
    tell_game_over(scope.rules, outcome, results);
}

fn tell_game_over(party: &mut Party, outcome: Outcome, results: Value) {
    let counter = |it: &Member| Counter { seat: it.seat, wins: it.wins, losses: it.losses };
    let counters = party.members.iter().map(counter).collect();
    party.log(Notice::GameOver { outcome, results, counters });
}

/// MM-60: players stay in order and keep their counters, but are not ready.
fn return_to_lobby(scope: &mut Scope<'_, RoomFlow>) {
    *scope.context = None;
    dismiss_stand_ins(scope);
    let party = &mut *scope.rules;
    party.compact_seats();
    party.result = None;
    let auto = party.options.auto_ready;
    for member in &mut party.members {
        member.vote = None;
        member.ready = !member.is_human() || auto;
    }
    party.outbox.push(Order::ClearBoard);
}

/// MM-53: stand-ins usually leave after the results, but a failed match has none. In the lobby they
/// could be told from people, because bots are always ready.
fn dismiss_stand_ins(scope: &mut Scope<'_, RoomFlow>) {
    let is_stand_in = |it: &&Member| !it.is_human() && !it.invited;
    let stand_ins: Vec<_> =
        scope.rules.members.iter().filter(is_stand_in).map(|it| it.id).collect();
    for id in stand_ins {
        let Some(gone) = scope.rules.remove(id) else {
            return debug_assert!(false, "who is seated can be removed");
        };
        scope.rules.log_departure(Notice::PlayerLeft { seat: gone.seat }, &gone);
        if let Some(slot) = gone.slot {
            scope.raise(RoomTrigger::SeatVacated { slot });
        }
    }
}

/// A match that cannot continue is a bug in its game, and no reason to close the room.
fn report_failure(scope: &mut Scope<'_, RoomFlow>, MatchFailed { why }: MatchFailed) {
    scope.rules.log(Notice::MatchFailed { why });
}

/// MM-C14: everybody is gone; the room starts over.
fn reset(scope: &mut Scope<'_, RoomFlow>) {
    for member in std::mem::take(&mut scope.rules.members) {
        scope.rules.remember_gone(&member);
        if let Some(slot) = member.slot {
            scope.raise(RoomTrigger::SeatVacated { slot });
        }
    }
    scope.rules.host = None;
    scope.rules.log(Notice::ReturnedToLobby { cause: Return::Stale });
    scope.rules.outbox.push(Order::ClearBoard);
}

fn emit_reaction(scope: &mut Scope<'_, RoomFlow>, reacted: PlayerReacted) {
    let PlayerReacted { id, kind, value } = reacted;
    let (now, window) = (scope.now(), scope.rules.options.reaction_window_ms);
    let Some(member) = scope.rules.member_mut(id) else {
        return debug_assert!(false, "who reacts is seated");
    };
    member.reacted.retain(|at| *at + window > now);
    member.reacted.push(now);
    let seat = member.seat;
    scope.rules.outbox.push(Order::React { seat, kind, value });
}

/// MM-69, delayed by `abandon_ms`, because a person may come back.
fn wait_for_somebody(scope: &mut Scope<'_, RoomFlow>) {
    scope.cancel(IDLE);
    match scope.rules.options.abandon_ms {
        None => {}
        Some(Millis::ZERO) => scope.raise(RoomTrigger::RoomAbandoned),
        Some(wait) => scope.raise_after(ABANDON, wait, RoomTrigger::RoomAbandoned),
    }
}

fn go_on(scope: &mut Scope<'_, RoomFlow>) {
    scope.cancel(ABANDON);
    listen(scope);
    count_votes(scope);
}

/// Arms the idle timer for `idle_ms` after the last activity. Activity in the meantime does not
/// rearm it: when it fires, the time of the last activity is checked again.
fn listen(scope: &mut Scope<'_, RoomFlow>) {
    if let Some(limit) = scope.rules.options.idle_ms {
        let wait = scope.rules.last_activity + limit - scope.now();
        scope.raise_after(IDLE, wait, RoomTrigger::RoomIdle);
    }
}

fn nobody_speaks(look: &Look<'_, RoomFlow>) -> bool {
    look.rules.options.idle_ms.is_some_and(|limit| look.rules.last_activity + limit <= look.now())
}

/// MM-69: there has been no activity for so long that none is expected any more.
fn give_up_waiting(scope: &mut Scope<'_, RoomFlow>) {
    scope.raise(RoomTrigger::RoomAbandoned);
}

/// MM-69: a running match ends without winners or losers.
fn abandon_match(scope: &mut Scope<'_, RoomFlow>) {
    let outcome = Outcome::new(ABANDONED, SeatSet::NOBODY, []);
    scope.rules.result = Some(outcome.clone());
    tell_game_over(scope.rules, outcome, Value::Null);
}

fn close(scope: &mut Scope<'_, RoomFlow>) {
    scope.rules.log(Notice::RoomClosed);
    scope.rules.outbox.push(Order::Close);
}

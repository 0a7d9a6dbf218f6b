//! The game-over machine: results, vote, countdown (min-or-max.md, 2.5).

use crate::Millis;
use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use super::about::Subject;
use super::party::{Member, Party, PlayerId};
use super::vocabulary::{Notice, On, Return, RoomTrigger};

/// The game-over machine.
#[derive(Debug)]
pub(crate) struct GameOver;

impl Machine for GameOver {
    type Trigger = RoomTrigger;
    type Context = ();
    type Children = ();
    type Rules = Party;
    /// Triggers to raise in the room.
    type Emit = RoomTrigger;
    type Output = Next;

    fn raises(timer: TimerId, trigger: &RoomTrigger) -> bool {
        timer == VOTE_WINDOW && *trigger == RoomTrigger::VoteWindowClosed
    }
}

/// Where the room goes after a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Next {
    /// The same people play again.
    Rematch,
    /// Everybody returns to the lobby, not ready.
    Lobby,
}

/// The vote may be unlimited, so this is a timer of its own rather than a delay of the state.
const VOTE_WINDOW: TimerId = TimerId(1);

pub(super) static CHART: LazyLock<Arc<Chart<GameOver>>> = LazyLock::new(|| {
    let root = state("gameOver")
        .initial("showingResults")
        .child(showing_results())
        .child(awaiting_rematch())
        .child(final_state("toSetup").output(|_| Next::Rematch))
        .child(final_state("toLobby").output(|_| Next::Lobby));
    Arc::new(assert_sound(Definition::new("gameOver", root).shares_triggers().compile()))
});

/// The states of the vote and the countdown.
pub(super) static ASKING: LazyLock<[StateId<GameOver>; 2]> = LazyLock::new(|| {
    ["awaitingRematch.voting", "awaitingRematch.countdown"]
        .map(|path| CHART.state(path).expect("the chart was built with it"))
});

fn showing_results() -> StateDef<GameOver> {
    state("showingResults")
        .describe("The result, all hands and the statistics are shown.")
        .entry(show_results)
        .after(results_ms, internal().when(not(is_instant)).run(show_stats))
        .on(On::ShowStats, "awaitingRematch")
        .on(On::PlayAgain, to("toSetup").given(is_instant).given(enough_for_instant_rematch))
        .on(On::PlayerLeft, internal().given(is_seated).run(remove_player))
}

fn awaiting_rematch() -> StateDef<GameOver> {
    let voting = state("voting")
        .entry(open_vote)
        .exit(close_vote)
        .always(
            to("countdown")
                .when(all_humans_voted_rematch)
                .when(has_minimum_players)
                .run(all_voted_rematch),
        )
        .on(On::VoteRematch, internal().given(may_vote_rematch).run(vote_rematch))
        .on(On::VoteLobby, vote_for_lobby())
        .on(On::PlayerLeft, internal().given(is_seated).run(remove_player))
        .on(On::VoteWindowClosed, internal().run(remove_silent_voters));
    let countdown = state("countdown")
        .entry(announce_countdown)
        .after(countdown_ms, to("toSetup").run(rematch_starting))
        .on(On::VoteLobby, vote_for_lobby())
        .on(On::PlayerLeft, internal().given(is_seated).run(remove_player));
    state("awaitingRematch")
        .describe("Every person is asked for a rematch.")
        .entry(dismiss_bots)
        .always(to("toLobby").when(not(has_minimum_players)).run(too_few))
        .initial("voting")
        .child(voting)
        .child(countdown)
}

/// MM-55: a single vote for the lobby takes everybody there.
fn vote_for_lobby() -> Transition<GameOver> {
    to("toLobby").given(is_human).run(vote_lobby)
}

fn results_ms(look: &Look<'_, GameOver>) -> Millis {
    look.rules.options.results_ms
}

fn countdown_ms(look: &Look<'_, GameOver>) -> Millis {
    look.rules.options.countdown_ms
}

fn about<'a>(look: &'a Look<'_, GameOver>, Subject(id): Subject) -> Option<&'a Member> {
    look.rules.member(id)
}

fn is_instant(look: &Look<'_, GameOver>) -> bool {
    look.rules.options.instant_rematch
}

/// MM-C11: everybody who is left plays, including bots.
fn enough_for_instant_rematch(look: &Look<'_, GameOver>, who: Subject) -> bool {
    about(look, who).is_some_and(Member::is_human) && look.rules.has_minimum_players()
}

fn is_seated(look: &Look<'_, GameOver>, who: Subject) -> bool {
    about(look, who).is_some()
}

fn is_human(look: &Look<'_, GameOver>, who: Subject) -> bool {
    about(look, who).is_some_and(Member::is_human)
}

fn may_vote_rematch(look: &Look<'_, GameOver>, who: Subject) -> bool {
    about(look, who).is_some_and(|it| it.is_human() && it.vote != Some(true))
}

fn has_minimum_players(look: &Look<'_, GameOver>) -> bool {
    look.rules.has_minimum_for_rematch()
}

fn all_humans_voted_rematch(look: &Look<'_, GameOver>) -> bool {
    look.rules.all_humans_voted_rematch()
}

fn show_results(scope: &mut Scope<'_, GameOver>) {
    let options = &scope.rules.options;
    let wait = Some(options.results_ms).filter(|_| !options.instant_rematch);
    ends_in(scope, wait);
}

/// Sets when the phase ends, which clients show.
fn ends_in(scope: &mut Scope<'_, GameOver>, wait: Option<Millis>) {
    let now = scope.now();
    scope.rules.ends = wait.map(|wait| now + wait);
}

fn show_stats(scope: &mut Scope<'_, GameOver>) {
    scope.raise(RoomTrigger::ShowStats);
}

/// MM-53: stand-ins leave; unless `keep_bots` is set, all bots do.
fn dismiss_bots(scope: &mut Scope<'_, GameOver>) {
    let keep = scope.rules.options.keep_bots;
    let leaves = |it: &&Member| !(it.is_human() || it.invited && keep);
    let bots: Vec<PlayerId> = scope.rules.members.iter().filter(leaves).map(|it| it.id).collect();
    for id in bots {
        let_go(scope, id);
    }
}

fn open_vote(scope: &mut Scope<'_, GameOver>) {
    let limit = scope.rules.options.vote_ms;
    ends_in(scope, limit);
    if let Some(limit) = limit {
        scope.raise_after(VOTE_WINDOW, limit, RoomTrigger::VoteWindowClosed);
    }
}

fn close_vote(scope: &mut Scope<'_, GameOver>) {
    scope.cancel(VOTE_WINDOW);
}

fn vote_rematch(scope: &mut Scope<'_, GameOver>, who: Subject) {
    vote(scope, who, true);
}

fn vote_lobby(scope: &mut Scope<'_, GameOver>, who: Subject) {
    vote(scope, who, false);
    scope.rules.log(Notice::ReturnedToLobby { cause: Return::Vote });
}

fn vote(scope: &mut Scope<'_, GameOver>, Subject(id): Subject, rematch: bool) {
    let Some(member) = scope.rules.member_mut(id) else {
        return debug_assert!(false, "who votes is seated");
    };
    member.vote = Some(rematch);
    let seat = member.seat;
    scope.rules.log(Notice::VoteCast { seat, rematch });
}

fn remove_player(scope: &mut Scope<'_, GameOver>, Subject(id): Subject) {
    let_go(scope, id);
}

/// MM-57: a person who has not voted counts as gone.
fn remove_silent_voters(scope: &mut Scope<'_, GameOver>) {
    let silent: Vec<PlayerId> =
        scope.rules.humans().filter(|it| it.vote.is_none()).map(|it| it.id).collect();
    for id in silent {
        let_go(scope, id);
    }
}

fn let_go(scope: &mut Scope<'_, GameOver>, id: PlayerId) {
    let Some(gone) = scope.rules.remove(id) else {
        return debug_assert!(false, "who is seated can be removed");
    };
    scope.rules.log_departure(Notice::PlayerLeft { seat: gone.seat }, &gone);
    if let Some(slot) = gone.slot {
        scope.emit(RoomTrigger::SeatVacated { slot });
    }
    scope.emit(RoomTrigger::HumansChanged);
}

fn too_few(scope: &mut Scope<'_, GameOver>) {
    scope.rules.log(Notice::ReturnedToLobby { cause: Return::TooFew });
}

fn all_voted_rematch(scope: &mut Scope<'_, GameOver>) {
    scope.rules.log(Notice::AllVotedRematch);
}

fn announce_countdown(scope: &mut Scope<'_, GameOver>) {
    let ms = scope.rules.options.countdown_ms;
    ends_in(scope, Some(ms));
    scope.rules.log(Notice::CountdownStarted { ms });
}

fn rematch_starting(scope: &mut Scope<'_, GameOver>) {
    scope.rules.log(Notice::RematchStarting);
}

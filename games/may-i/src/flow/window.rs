//! `MayIWindowMachine` (12.4): who gets the discard.

use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::flow::{On, PassMayI, Player, Trigger, cards};
use crate::options::MayIHold;
use crate::state::WindowOutcome;
use crate::{Event, MayI, check, rules};

/// One May I window.
#[derive(Debug)]
pub struct MayIWindowMachine;

impl Machine for MayIWindowMachine {
    type Trigger = Trigger;
    type Context = WindowContext;
    type Children = ();
    type Rules = RuleContext<MayI>;
    type Emit = ();
    type Output = MayIWindowOutput;

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The input of a window. Calls and answers are part of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowContext {
    /// Whose turn it is.
    pub current: Seat,
}

/// The output of a window. Who got which card is in the shared state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MayIWindowOutput {
    /// How it ended.
    pub outcome: WindowOutcome,
}

pub(crate) fn chart() -> Chart<MayIWindowMachine> {
    let root = state("mayIWindow")
        .initial("open")
        .entry(open_window)
        .child(
            answers(state("open"))
                .describe("Others call or decline; the current player takes or passes.")
                .on(
                    On::DrawFromDiscard,
                    to("closedByCurrentPlayer").given(may_take_offered).run(claim),
                )
                .on_each(
                    [On::DrawFromStock, On::PassMayI],
                    [
                        to("resolvingClaims").when(passes_for_good).run(pass),
                        to("holding").given(may_pass).run(pass),
                    ],
                ),
        )
        .child(
            answers(state("holding"))
                .describe("The current player has passed; others may still answer.")
                .always(to("resolvingClaims").when(has_everybody_answered))
                .after(hold_time, "resolvingClaims"),
        )
        .child(state("resolvingClaims").always([
            to("closedNoClaim").when(is_unclaimed).run(close_unclaimed),
            to("resolved").run(resolve),
        ]))
        .child(final_state("closedByCurrentPlayer").output(output))
        .child(final_state("resolved").output(output))
        .child(final_state("closedNoClaim").output(output));
    assert_sound(Definition::new("mayIWindow", root).shares_triggers().compile())
}

/// MI-93: handles calls and declines, in both states that allow them.
fn answers(state: StateDef<MayIWindowMachine>) -> StateDef<MayIWindowMachine> {
    state
        .on(On::CallMayI, internal().given(may_answer).run(rules::call))
        .on(On::PassMayI, internal().when(guard_with("may_answer", may_decline)).run(decline))
}

type See<'a, 'b> = &'a Look<'b, MayIWindowMachine>;
type Cx<'a, 'b> = &'a mut Scope<'b, MayIWindowMachine>;

fn is_current(look: See<'_, '_>, Player(player): &Player) -> bool {
    player.is_none_or(|player| player == look.context.current)
}

fn may_answer(look: See<'_, '_>, Player(player): Player) -> bool {
    let player = player.unwrap_or(look.context.current);
    check::may_call(cards(look), player).is_ok()
}

/// A pass by the current player closes the window; by anyone else it declines.
fn may_decline(look: See<'_, '_>, player: Player) -> bool {
    !is_current(look, &player) && (look.is_checked() || may_answer(look, player))
}

fn may_take_offered(look: See<'_, '_>, player: Player) -> bool {
    let current = look.context.current;
    is_current(look, &player)
        && check::may_take_offered(cards(look), &look.rules.options, current).is_ok()
}

fn may_pass(look: See<'_, '_>, player: Player) -> bool {
    is_current(look, &player) && check::may_pass(cards(look)).is_ok()
}

fn passes_for_good(look: See<'_, '_>, player: Player) -> bool {
    let held = look.rules.options.may_i_hold != MayIHold::Off;
    (!held || has_everybody_answered(look)) && (look.is_checked() || may_pass(look, player))
}

fn has_everybody_answered(look: See<'_, '_>) -> bool {
    cards(look).all_answered()
}

fn is_unclaimed(look: See<'_, '_>) -> bool {
    cards(look).claim_winner().is_none()
}

fn hold_time(look: See<'_, '_>) -> Millis {
    match look.rules.options.may_i_hold {
        MayIHold::MaxMs(limit) => limit,
        MayIHold::Off => Millis::ZERO,
    }
}

fn open_window(scope: Cx<'_, '_>) {
    let state = &scope.rules.state;
    let Some(card) = state.discard().first().copied() else {
        return debug_assert!(false, "a window opens for a discard");
    };
    let (discarder, eligible) = (state.discarder, state.eligible().collect());
    scope.rules.emit(Event::MayIOpened { card, discarder, eligible });
}

fn decline(scope: Cx<'_, '_>, PassMayI { player }: PassMayI) {
    let player = player.unwrap_or(scope.context.current);
    scope.rules.emit(Event::MayIDeclined { player });
}

fn pass(scope: Cx<'_, '_>) {
    let player = scope.context.current;
    scope.rules.emit(Event::MayIPassed { player });
}

fn claim(scope: Cx<'_, '_>) {
    let current = scope.context.current;
    rules::close(scope.rules, WindowOutcome::CurrentPlayerClaimed, Some(current));
}

fn close_unclaimed(scope: Cx<'_, '_>) {
    rules::close(scope.rules, WindowOutcome::NoClaims, None);
}

/// MI-98 to MI-100: resolves the calls.
fn resolve(scope: Cx<'_, '_>) {
    let winner = scope.rules.state.claim_winner();
    rules::close(scope.rules, WindowOutcome::MayIResolved, winner);
}

fn output(look: See<'_, '_>) -> MayIWindowOutput {
    let result = cards(look).may_i;
    debug_assert!(result.is_some(), "a window that is over was closed");
    MayIWindowOutput { outcome: result.map_or(WindowOutcome::NoClaims, |it| it.outcome) }
}

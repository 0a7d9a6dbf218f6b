//! `RoundMachine` (12.2): the deal, the turns, the score. With `may_i_timing = exposed` it also
//! settles the calls of appendix A.

use std::sync::Arc;

use croupier_chart::prelude::*;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::flow::{
    AllowMayI, ClaimMayI, On, Player, ReorderHand, Trigger, TurnContext, TurnMachine, cards,
};
use crate::options::MayITiming;
use crate::record::{EndedBy, RoundRecord};
use crate::{Event, MayI, WindowOutcome, check, deal, rules};

/// One round.
#[derive(Debug)]
pub struct RoundMachine;

impl Machine for RoundMachine {
    type Trigger = Trigger;
    type Context = RoundContext;
    type Children = RoundChildren;
    type Rules = RuleContext<MayI>;
    type Emit = ();
    type Output = RoundOutput;

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The running turn.
#[derive(Debug, Clone, Default)]
pub struct RoundChildren {
    /// `turn`
    pub turn: Option<Actor<TurnMachine>>,
}

/// The input and context of a round's flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundContext {
    /// The round, 1 to 6.
    pub round: u8,
    /// Who deals it.
    pub dealer: Seat,
    /// Whose turn it is.
    pub current: Seat,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// Whether the last turn ended with an empty hand.
    pub went_out: bool,
    /// How the round ended.
    pub ended_by: EndedBy,
}

impl RoundContext {
    /// The input of a round.
    pub fn new(round: u8, dealer: Seat) -> Self {
        Self { round, dealer, ..Self::default() }
    }
}

/// The output of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundOutput {
    /// Its record.
    pub round_record: RoundRecord,
}

pub(crate) fn chart(timing: MayITiming, turn: &Arc<Chart<TurnMachine>>) -> Chart<RoundMachine> {
    let input =
        |look: &Look<'_, RoundMachine>| TurnContext::new(look.context.current, look.context.turn);
    let turn = ChildDef::<RoundMachine, TurnMachine>::new(
        "turn",
        Arc::clone(turn),
        slot!(turn),
        Wiring::shared(),
        input,
    )
    .take(|scope, output| scope.context.went_out = output.went_out)
    .on_done([
        to("scoring").when(went_out).run(end_by_going_out),
        to("scoring").when(is_exhausted).run(advance).run(end_by_exhaustion),
        to("scoring").when(is_turn_cap_reached).run(advance).run(end_by_turn_cap),
        to("active").reenter().run(advance),
    ]);
    let active = state("active")
        .describe("Players take turns.")
        .invoke(turn)
        .on(On::ReorderHand, internal().when(may_reorder_out_of_turn).run(rules::reorder_hand));
    let active = match timing {
        MayITiming::Window => active,
        MayITiming::Exposed => active.initial("playing").child(playing()).child(resolving_may_i()),
    };
    let root = state("round")
        .initial("dealing")
        .child(
            state("dealing")
                .describe("The cards are dealt.")
                .entry(deal_round)
                .always([to("scoring").when(is_stock_empty).run(end_by_exhaustion), to("active")]),
        )
        .child(active)
        .child(final_state("scoring").describe("The round is over.").output(score));
    assert_sound(Definition::new("round", root).shares_triggers().compile())
}

/// MI-305: no call is being settled.
fn playing() -> StateDef<RoundMachine> {
    state("playing")
        .describe("Nobody has called.")
        .on(On::CallMayI, to("resolvingMayI").given(may_call_exposed).run(rules::call))
}

/// MI-302: the players ahead of the caller are asked one by one.
fn resolving_may_i() -> StateDef<RoundMachine> {
    state("resolvingMayI")
        .describe("A call is being settled.")
        .initial("checkingNextPlayer")
        .on_done([to("scoring").when(cannot_draw).run(end_by_exhaustion), to("playing")])
        .child(state("checkingNextPlayer").always([
            to("resolved").when(is_nobody_ahead).run(award_caller),
            to("waitingForResponse").run(ask_next),
        ]))
        .child(
            state("waitingForResponse")
                .on(On::AllowMayI, to("checkingNextPlayer").given(is_asked).run(allow))
                .on(On::ClaimMayI, to("resolved").given(is_asked).run(award_claimer))
                .always(to("resolved").when(is_settled)),
        )
        .child(final_state("resolved"))
}

fn went_out(look: &Look<'_, RoundMachine>) -> bool {
    look.context.went_out
}

fn is_stock_empty(look: &Look<'_, RoundMachine>) -> bool {
    cards(look).stock().is_empty()
}

/// MI-114: the next turn could not draw, or no turn could ever end the round.
fn is_exhausted(look: &Look<'_, RoundMachine>) -> bool {
    is_stock_empty(look) || rules::is_dead(cards(look))
}

/// MI-115: the next turn would exceed the limit.
fn is_turn_cap_reached(look: &Look<'_, RoundMachine>) -> bool {
    look.rules.options.max_turns_per_round.is_some_and(|cap| look.context.turn >= cap)
}

/// MI-30: players reorder their hands here, except for the current one, whose turn handles it.
fn may_reorder_out_of_turn(look: &Look<'_, RoundMachine>, order: ReorderHand) -> bool {
    order.player.is_some_and(|player| {
        let is_other = player != look.context.current;
        is_other
            && (look.is_checked() || check::may_reorder(cards(look), player, &order.cards).is_ok())
    })
}

fn may_call_exposed(look: &Look<'_, RoundMachine>, Player(player): Player) -> bool {
    let player = player.unwrap_or(look.context.current);
    check::may_call_exposed(cards(look), player).is_ok()
}

fn is_asked(look: &Look<'_, RoundMachine>, Player(player): Player) -> bool {
    let player = player.unwrap_or(look.context.current);
    check::is_asked(cards(look), player).is_ok()
}

fn is_nobody_ahead(look: &Look<'_, RoundMachine>) -> bool {
    rules::next_ahead(cards(look)).is_none()
}

/// MI-303: nothing is left to settle, because the current player has claimed the card as a draw,
/// which the turn handles.
fn is_settled(look: &Look<'_, RoundMachine>) -> bool {
    cards(look).settling.is_none()
}

/// MI-305: the penalty card was the last of the stock, and the current player, who has not drawn,
/// cannot draw the discard either (MI-22). MI-114 would end such a round at the start of a turn, so
/// it must also end in the middle of one.
fn cannot_draw(look: &Look<'_, RoundMachine>) -> bool {
    let state = cards(look);
    is_stock_empty(look)
        && state.drew.is_none()
        && check::may_take_discard(state, look.context.current).is_err()
}

fn deal_round(scope: &mut Scope<'_, RoundMachine>) {
    let RoundContext { round, dealer, .. } = *scope.context;
    scope.context.current = dealer.next(usize::from(scope.rules.state.players));
    scope.context.turn = 1;
    deal::deal(scope.rules, round, dealer, scope.context.current);
}

/// MI-29: passes the turn to the next player.
fn advance(scope: &mut Scope<'_, RoundMachine>) {
    let players = usize::from(scope.rules.state.players);
    scope.context.current = scope.context.current.next(players);
    scope.context.turn = scope.context.turn.saturating_add(1);
}

fn end_by_going_out(scope: &mut Scope<'_, RoundMachine>) {
    scope.context.ended_by = EndedBy::WentOut;
}

fn end_by_exhaustion(scope: &mut Scope<'_, RoundMachine>) {
    scope.context.ended_by = EndedBy::Exhausted;
}

fn end_by_turn_cap(scope: &mut Scope<'_, RoundMachine>) {
    scope.context.ended_by = EndedBy::TurnCap;
}

fn ask_next(scope: &mut Scope<'_, RoundMachine>) {
    let Some(player) = rules::next_ahead(&scope.rules.state) else {
        return debug_assert!(false, "is_nobody_ahead found somebody");
    };
    scope.rules.emit(Event::MayIAsked { player });
}

fn allow(scope: &mut Scope<'_, RoundMachine>, AllowMayI { player }: AllowMayI) {
    let player = player.unwrap_or(scope.context.current);
    scope.rules.emit(Event::MayIAllowed { player });
}

fn award_caller(scope: &mut Scope<'_, RoundMachine>) {
    let Some(settling) = scope.rules.state.settling else {
        return debug_assert!(false, "somebody has called");
    };
    award(scope, settling.caller);
}

fn award_claimer(scope: &mut Scope<'_, RoundMachine>, ClaimMayI { player }: ClaimMayI) {
    let player = player.unwrap_or(scope.context.current);
    award(scope, player);
}

/// MI-303: gives the discard to the winner of the call.
fn award(scope: &mut Scope<'_, RoundMachine>, winner: Seat) {
    rules::close(scope.rules, WindowOutcome::MayIResolved, Some(winner));
    rules::replenish(scope.rules);
}

/// MI-130, MI-131: scores the round.
fn score(look: &Look<'_, RoundMachine>) -> RoundOutput {
    let RoundContext { round, ended_by, current, .. } = *look.context;
    let winner = Some(current).filter(|_| ended_by == EndedBy::WentOut);
    RoundOutput { round_record: deal::record(cards(look), round, winner, ended_by) }
}

//! `TurnMachine` (12.3): draw, act, discard.

use std::sync::Arc;

use croupier_chart::prelude::*;
use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::events::WentOutBy;
use crate::flow::{
    ClaimMayI, Discard, LayDown, LayOff, MayIWindowMachine, On, Player, ReorderHand, SwapJoker,
    Trigger, WindowContext, cards,
};
use crate::options::MayITiming;
use crate::state::WindowOutcome;
use crate::{Event, MayI, check, rules};

/// One turn.
#[derive(Debug)]
pub struct TurnMachine;

impl Machine for TurnMachine {
    type Trigger = Trigger;
    type Context = TurnContext;
    type Children = TurnChildren;
    type Rules = RuleContext<MayI>;
    type Emit = ();
    type Output = TurnOutput;

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The open window.
#[derive(Debug, Clone, Default)]
pub struct TurnChildren {
    /// `mayIWindow`
    pub window: Option<Actor<MayIWindowMachine>>,
}

/// The input and context of a turn's flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnContext {
    /// Whose turn it is.
    pub player: Seat,
    /// The number of the turn in the round, from 1.
    pub turn: u32,
    /// How the window ended, once it has.
    pub window: Option<WindowOutcome>,
}

impl TurnContext {
    /// The input of a turn.
    pub fn new(player: Seat, turn: u32) -> Self {
        Self { player, turn, window: None }
    }
}

/// The output of a turn. Cards and flags are in the shared state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnOutput {
    /// Whether the player has no card left.
    pub went_out: bool,
}

pub(crate) fn chart(
    timing: MayITiming,
    window: &Arc<Chart<MayIWindowMachine>>,
) -> Chart<TurnMachine> {
    let root = state("turn")
        .initial("awaitingDraw")
        .entry(begin_turn)
        .on(On::ReorderHand, internal().when(may_reorder).run(rules::reorder_hand));
    let root = match timing {
        MayITiming::Window => root.child(awaiting_draw()).child(may_i_window(window)),
        MayITiming::Exposed => root.child(awaiting_draw_exposed()),
    };
    let root = root
        .child(drawn())
        .child(awaiting_discard())
        .child(final_state("turnComplete").describe("The turn passes.").output(output))
        .child(final_state("wentOut").describe("The hand is empty.").output(output));
    assert_sound(Definition::new("turn", root).shares_triggers().compile())
}

fn awaiting_draw() -> StateDef<TurnMachine> {
    state("awaitingDraw")
        .describe("Nothing but a draw is possible (MI-21).")
        .on(
            On::DrawFromStock,
            [
                to("mayIWindow").when(should_open_may_i_window).run(draw_from_stock),
                to("drawn").given(may_draw_from_stock).run(draw_from_stock),
            ],
        )
        .on(On::DrawFromDiscard, to("drawn").given(may_draw_from_discard).run(draw_from_discard))
}

/// MI-305: there is no window; a claim of the current player is a draw (MI-303).
fn awaiting_draw_exposed() -> StateDef<TurnMachine> {
    state("awaitingDraw")
        .describe("Nothing but a draw is possible (MI-21).")
        .on(On::DrawFromStock, to("drawn").given(may_draw_from_stock).run(draw_from_stock))
        .on(On::DrawFromDiscard, to("drawn").given(may_draw_from_discard).run(draw_from_discard))
        .on(On::ClaimMayI, to("drawn").when(is_asked).run(claim_discard))
}

fn may_i_window(window: &Arc<Chart<MayIWindowMachine>>) -> StateDef<TurnMachine> {
    let input = |look: &Look<'_, TurnMachine>| WindowContext { current: look.context.player };
    let window = ChildDef::<TurnMachine, MayIWindowMachine>::new(
        "mayIWindow",
        Arc::clone(window),
        slot!(window),
        Wiring::shared(),
        input,
    )
    .take(|scope, output| scope.context.window = Some(output.outcome))
    .on_done([
        to("drawn").when(is_may_i_resolved).run(replenish),
        to("drawn").when(has_current_player_claimed).run(take_offered),
        to("drawn"),
    ]);
    state("mayIWindow").describe("Others may ask for the discard.").invoke(window)
}

fn drawn() -> StateDef<TurnMachine> {
    state("drawn")
        .describe("The action phase (MI-26).")
        .on(On::SkipLayDown, to("awaitingDiscard").given(may_act).run(skip))
        .on(
            On::LayDown,
            [
                to("wentOut").when(lays_down_whole_hand).run(lay_down).run(go_out_by_laying_down),
                to("awaitingDiscard").given(may_lay_down).run(lay_down),
            ],
        )
        .on(On::LayOff, to("drawn").given(may_lay_off).run(lay_off))
        .on(On::SwapJoker, to("drawn").given(may_swap).run(swap_joker))
        .on(
            On::Discard,
            [
                to("wentOut").when(skips_and_discards_last).run(discard).run(go_out_by_discarding),
                to("turnComplete").given(skips_and_discards).run(discard).run(replenish),
            ],
        )
        .always(to("wentOut").when(is_hand_empty).run(go_out_by_laying_off))
}

fn awaiting_discard() -> StateDef<TurnMachine> {
    state("awaitingDiscard").describe("One card is discarded.").on(
        On::Discard,
        [
            to("wentOut").when(discards_last).run(discard).run(go_out_by_discarding),
            to("turnComplete").given(may_discard).run(discard).run(replenish),
        ],
    )
}

type See<'a, 'b> = &'a Look<'b, TurnMachine>;
type Cx<'a, 'b> = &'a mut Scope<'b, TurnMachine>;

fn is_own(look: See<'_, '_>, player: Option<Seat>) -> bool {
    player.is_none_or(|player| player == look.context.player)
}

/// The current player may act, unless a call is being settled (MI-304).
fn may_act(look: See<'_, '_>, Player(player): Player) -> bool {
    is_own(look, player) && cards(look).settling.is_none()
}

/// Only the current player's own hand; the round handles the others.
fn may_reorder(look: See<'_, '_>, order: ReorderHand) -> bool {
    let may = || check::may_reorder(cards(look), look.context.player, &order.cards).is_ok();
    is_own(look, order.player) && (look.is_checked() || may())
}

/// MI-90: whether drawing from the stock opens the window.
fn should_open_may_i_window(look: See<'_, '_>, player: Player) -> bool {
    (look.is_checked() || may_act(look, player))
        && check::opens_window(cards(look), look.context.player)
}

fn may_draw_from_stock(look: See<'_, '_>, player: Player) -> bool {
    may_act(look, player) && !cards(look).stock().is_empty()
}

fn may_draw_from_discard(look: See<'_, '_>, player: Player) -> bool {
    may_act(look, player) && check::may_take_discard(cards(look), look.context.player).is_ok()
}

/// Only the current player's claim; the round handles the others.
fn is_asked(look: See<'_, '_>, ClaimMayI { player }: ClaimMayI) -> bool {
    is_own(look, player)
        && (look.is_checked() || check::is_asked(cards(look), look.context.player).is_ok())
}

fn is_may_i_resolved(look: See<'_, '_>) -> bool {
    look.context.window == Some(WindowOutcome::MayIResolved)
}

fn has_current_player_claimed(look: See<'_, '_>) -> bool {
    look.context.window == Some(WindowOutcome::CurrentPlayerClaimed)
}

fn may_lay_down(look: See<'_, '_>, LayDown { player: by, melds }: LayDown) -> bool {
    let (state, player) = (cards(look), look.context.player);
    may_act(look, Player(by))
        && !state.is_down(player)
        && check::may_lay_down(state, state.terms(&look.rules.options), player, &melds).is_ok()
}

fn lays_down_whole_hand(look: See<'_, '_>, laid: LayDown) -> bool {
    let named: usize = laid.melds.iter().map(|meld| meld.cards.len()).sum();
    named == cards(look).hand(look.context.player).len()
        && (look.is_checked() || may_lay_down(look, laid))
}

fn may_lay_off(look: See<'_, '_>, LayOff { player: by, card, meld, end }: LayOff) -> bool {
    let player = look.context.player;
    may_act(look, Player(by))
        && check::may_lay_off(cards(look), player, card, meld, end) == Ok(true)
}

fn may_swap(look: See<'_, '_>, SwapJoker { player: by, meld, joker, card }: SwapJoker) -> bool {
    let (state, player) = (cards(look), look.context.player);
    may_act(look, Player(by))
        && check::may_swap_now(state, player).is_ok()
        && check::may_swap(state, player, meld.into(), joker.into(), card.into()).is_ok()
}

fn is_hand_empty(look: See<'_, '_>) -> bool {
    cards(look).hand(look.context.player).is_empty()
}

fn may_discard(look: See<'_, '_>, Discard { player: by, card }: Discard) -> bool {
    may_act(look, Player(by)) && check::is_held(cards(look), look.context.player, card).is_ok()
}

fn discards_last(look: See<'_, '_>, discard: Discard) -> bool {
    cards(look).hand(look.context.player).len() == 1
        && (look.is_checked() || may_discard(look, discard))
}

fn skips_and_discards(look: See<'_, '_>, discard: Discard) -> bool {
    look.rules.options.implicit_skip && may_discard(look, discard)
}

fn skips_and_discards_last(look: See<'_, '_>, discard: Discard) -> bool {
    look.rules.options.implicit_skip && discards_last(look, discard)
}

fn begin_turn(scope: Cx<'_, '_>) {
    let TurnContext { player, turn, .. } = *scope.context;
    scope.rules.emit(Event::TurnStarted { player, turn });
}

/// MI-25, MI-124: takes the card into the hand and replenishes the stock before the window opens.
fn draw_from_stock(scope: Cx<'_, '_>) {
    let player = scope.context.player;
    let Some(card) = scope.rules.state.stock().first() else {
        return debug_assert!(false, "a turn starts only while there is a stock");
    };
    let card = Private::Known(*card);
    scope.rules.emit(Event::DrewFromStock { player, card });
    rules::replenish(scope.rules);
}

fn draw_from_discard(scope: Cx<'_, '_>) {
    rules::take_discard(scope.rules, scope.context.player, false);
}

fn take_offered(scope: Cx<'_, '_>) {
    rules::take_discard(scope.rules, scope.context.player, true);
}

/// MI-303: the current player claims the discard, which is a draw.
fn claim_discard(scope: Cx<'_, '_>) {
    let player = scope.context.player;
    rules::close(scope.rules, WindowOutcome::CurrentPlayerClaimed, Some(player));
    rules::take_discard(scope.rules, player, false);
}

fn replenish(scope: Cx<'_, '_>) {
    rules::replenish(scope.rules);
}

fn skip(scope: Cx<'_, '_>) {
    let player = scope.context.player;
    scope.rules.emit(Event::Skipped { player });
}

fn lay_down(scope: Cx<'_, '_>, LayDown { melds, .. }: LayDown) {
    let (player, melds) = (scope.context.player, rules::as_they_lie(melds));
    scope.rules.emit(Event::LaidDown { player, melds });
}

fn lay_off(scope: Cx<'_, '_>, LayOff { card, meld, end, .. }: LayOff) {
    let player = scope.context.player;
    scope.rules.emit(Event::LaidOff { player, card, meld, end });
}

fn swap_joker(scope: Cx<'_, '_>, SwapJoker { meld, joker, card, .. }: SwapJoker) {
    let player = scope.context.player;
    scope.rules.emit(Event::JokerSwapped { player, meld, joker, card });
}

fn discard(scope: Cx<'_, '_>, Discard { card, .. }: Discard) {
    let player = scope.context.player;
    scope.rules.emit(Event::Discarded { player, card });
}

fn go_out_by_laying_down(scope: Cx<'_, '_>) {
    go_out(scope, WentOutBy::LayDown);
}

fn go_out_by_laying_off(scope: Cx<'_, '_>) {
    go_out(scope, WentOutBy::LayOff);
}

fn go_out_by_discarding(scope: Cx<'_, '_>) {
    go_out(scope, WentOutBy::Discard);
}

fn go_out(scope: Cx<'_, '_>, by: WentOutBy) {
    let player = scope.context.player;
    scope.rules.emit(Event::WentOut { player, by });
}

fn output(look: See<'_, '_>) -> TurnOutput {
    TurnOutput { went_out: cards(look).hand(look.context.player).is_empty() }
}

//! `GameMachine` (12.1): the lobby, six rounds, the end.

use std::sync::Arc;

use croupier_chart::check::LintKind;
use croupier_chart::prelude::*;
use croupier_kit::cards::Pile;
use croupier_kit::game::{RuleContext, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::flow::{AddPlayer, On, RoundComplete, RoundContext, RoundMachine, Trigger, cards};
use crate::player::{Names, player_id};
use crate::record::{RoundRecord, winners};
use crate::{Event, LAST_ROUND, MayI, SEATS, check, deal};

/// The outermost machine.
#[derive(Debug)]
pub struct GameMachine;

impl Machine for GameMachine {
    type Trigger = Trigger;
    type Context = GameContext;
    type Children = GameChildren;
    type Rules = RuleContext<MayI>;
    type Emit = ();
    type Output = GameOutput;

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The running round.
#[derive(Debug, Clone, Default)]
pub struct GameChildren {
    /// `round`
    pub round: Option<Actor<RoundMachine>>,
}

/// The context of a game's flow: who plays, and the input of the next round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameContext {
    /// The names, in seat order.
    pub names: Names,
    /// The round, 1 to 6.
    pub round: u8,
    /// Who deals it.
    pub dealer: Seat,
}

/// The output of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct GameOutput {
    /// The totals, in seat order.
    pub final_scores: Pile<u16, SEATS>,
    pub winners: SeatSet,
    pub round_history: Vec<RoundRecord>,
}

pub(crate) fn chart(round: &Arc<Chart<RoundMachine>>) -> Chart<GameMachine> {
    let input =
        |look: &Look<'_, GameMachine>| RoundContext::new(look.context.round, look.context.dealer);
    let round = ChildDef::<GameMachine, RoundMachine>::new(
        "round",
        Arc::clone(round),
        slot!(round),
        Wiring::shared(),
        input,
    )
    .take(|scope, output| record_round(scope, output.round_record))
    .on_done("roundEnd");
    let root = state("game")
        .initial("setup")
        .allow(
            LintKind::UnhandledTrigger,
            "each timing of May I leaves the other's answers unheard",
        )
        .child(
            state("setup")
                .describe("Players join.")
                .on(On::AddPlayer, internal().given(may_add_player).run(add_player))
                .on(On::StartGame, to("playing").given(has_enough_players).run(start_game)),
        )
        .child(
            state("playing")
                .describe("A round is played.")
                .invoke(round)
                .on(On::RoundComplete, to("roundEnd").run(complete_round)),
        )
        .child(
            state("roundEnd")
                .describe("The next round starts by itself (MI-18).")
                .always([to("gameEnd").when(was_last_round), to("playing").run(next_round)]),
        )
        .child(
            final_state("gameEnd")
                .describe("The game is over.")
                .entry(declare_winners)
                .output(output),
        );
    assert_sound(Definition::new("game", root).compile())
}

fn may_add_player(look: &Look<'_, GameMachine>, AddPlayer { name }: AddPlayer) -> bool {
    check::may_add_player(cards(look), look.rules.seats.len(), &name).is_ok()
}

fn has_enough_players(look: &Look<'_, GameMachine>) -> bool {
    check::may_start(cards(look)).is_ok()
}

fn was_last_round(look: &Look<'_, GameMachine>) -> bool {
    look.context.round >= LAST_ROUND
}

fn add_player(scope: &mut Scope<'_, GameMachine>, AddPlayer { name }: AddPlayer) {
    let seat = Seat(scope.rules.state.players);
    scope.context.names.push(&name);
    scope.rules.emit(Event::PlayerAdded { seat, name });
}

/// MI-11, MI-13: starts the game.
fn start_game(scope: &mut Scope<'_, GameMachine>) {
    let dealer = deal::first_dealer(scope.rules);
    let rules = Box::new((*scope.rules.options).clone());
    scope.context.round = rules.starting_round;
    scope.context.dealer = dealer;
    let players = scope.rules.state.seats().map(player_id).collect();
    scope.rules.emit(Event::GameStarted { players, rules, dealer });
}

/// MI-132, MI-173: records a finished round and shows all cards.
fn record_round(scope: &mut Scope<'_, GameMachine>, record: RoundRecord) {
    let state = &scope.rules.state;
    let hands = state.seats().map(|seat| state.hand(seat).to_vec()).collect();
    let table = deal::table_of(state);
    scope.rules.emit(Event::RoundEnded { record, hands, table });
}

fn complete_round(scope: &mut Scope<'_, GameMachine>, RoundComplete { record }: RoundComplete) {
    record_round(scope, record);
}

/// MI-12: the deal moves to the next player, no matter who won.
fn next_round(scope: &mut Scope<'_, GameMachine>) {
    let players = usize::from(scope.rules.state.players);
    scope.context.round = scope.context.round.saturating_add(1);
    scope.context.dealer = scope.context.dealer.next(players);
}

/// MI-133: announces totals and winners.
fn declare_winners(scope: &mut Scope<'_, GameMachine>) {
    let totals = scope.rules.state.totals();
    scope.rules.emit(Event::GameEnded { totals, winners: winners(totals.as_slice()) });
}

fn output(look: &Look<'_, GameMachine>) -> GameOutput {
    let state = cards(look);
    GameOutput {
        final_scores: state.totals(),
        winners: state.winners,
        round_history: state.history.iter().collect(),
    }
}

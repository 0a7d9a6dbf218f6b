//! The chart of section 2.2: when something may happen. States and rows are in the specification's
//! order.

use std::borrow::Cow;
use std::sync::LazyLock;

use croupier_chart::compile::StateMap;
use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::Card;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::action::SeatChange;
use crate::check::{self, all_agree};
use crate::options::{EndGamePolicy, StallRule};
use crate::plays::{PlayKind, is_valid};
use crate::{Cards, Rush, State, rules};

triggers! {
    /// The chart's triggers, under the specification's names.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Trigger: On {
        PlayerJoin { player: Seat, name: Cow<'static, str> } => "PLAYER_JOIN",
        LeaveGame { player: Seat } => "LEAVE_GAME",
        StartGame => "START_GAME",
        CardSelected { player: Seat, card: Card } => "CARD_SELECTED",
        CardDeselected { player: Seat, card: Card } => "CARD_DESELECTED",
        PlayCards { player: Seat, cards: Cards, kind: PlayKind } => "PLAY_CARDS",
        AutoPlay { player: Seat, card: Card } => "AUTO_PLAY",
        SkipTurn => "SKIP_TURN",
        TimerTick => "TIMER_TICK",
        EndGame { player: Seat } => "END_GAME",
        RestartGame => "RESTART_GAME",
        SeatsChanged { seats: Box<[SeatChange]> } => "SEATS_CHANGED",
    }
}

/// The machine of the chart: Rush's callbacks and context.
#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = Turn;
    type Children = ();
    type Rules = RuleContext<Rush>;
    type Emit = ();
    type Output = ();

    fn raises(timer: TimerId, trigger: &Trigger) -> bool {
        timer == COUNTDOWN && *trigger == Trigger::TimerTick
    }
}

/// The context of the flow: the number and start of the current turn, for the shot clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// How many times `PLAYER_TURN` has been entered.
    pub number: u32,
    /// When it was last entered.
    pub since: Millis,
}

/// The six states (RU-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Phase"))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FlowState {
    /// Players come and go.
    Lobby,
    /// The deck is shuffled.
    GameStarting,
    /// A player is to move.
    PlayerTurn,
    /// The turn passes.
    WaitingForTurn,
    /// The scores are shown.
    GameEnding,
    /// The match is over.
    GameOver,
}

impl FlowState {
    /// All six, in document order.
    pub const ALL: [Self; 6] = [
        Self::Lobby,
        Self::GameStarting,
        Self::PlayerTurn,
        Self::WaitingForTurn,
        Self::GameEnding,
        Self::GameOver,
    ];

    /// The specification's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lobby => "LOBBY",
            Self::GameStarting => "GAME_STARTING",
            Self::PlayerTurn => "PLAYER_TURN",
            Self::WaitingForTurn => "WAITING_FOR_TURN",
            Self::GameEnding => "GAME_ENDING",
            Self::GameOver => "GAME_OVER",
        }
    }
}

/// RU-15: the countdown belongs to the machine as a whole, not to a single state.
pub(crate) const COUNTDOWN: TimerId = TimerId(1);

/// One chart serves all options: delays are computed at run time and variants are guards.
pub(crate) fn chart() -> &'static Chart<Flow> {
    &COMPILED.0
}

/// The active state of the flow.
#[inline]
pub fn flow_state(flow: &Snapshot<Flow>) -> FlowState {
    *COMPILED.1.at(flow)
}

static COMPILED: LazyLock<(Chart<Flow>, StateMap<Flow, FlowState>)> = LazyLock::new(|| {
    let chart = assert_sound(definition().compile());
    let named = |path: &str| FlowState::ALL.into_iter().find(|state| state.as_str() == path);
    let states = chart.map(|path| named(path).unwrap_or(FlowState::Lobby));
    (chart, states)
});

fn definition() -> Definition<Flow> {
    let root = state("rush")
        .initial("LOBBY")
        .on(On::SeatsChanged, internal().run(rules::change_seats))
        .child(lobby())
        .child(game_starting())
        .child(player_turn())
        .child(waiting_for_turn())
        .child(game_ending())
        .child(game_over());
    Definition::new("rush", root)
}

fn lobby() -> StateDef<Flow> {
    state("LOBBY")
        .describe("Players sit down; the order of joining is the turn order.")
        .on(On::PlayerJoin, internal().given(may_join).run(rules::add_player))
        .on(On::LeaveGame, internal().given(is_seated).run(rules::remove_player))
        .on(On::StartGame, to("GAME_STARTING").given(has_minimum_players))
}

fn game_starting() -> StateDef<Flow> {
    state("GAME_STARTING")
        .describe("The deck is shuffled.")
        .entry(rules::initialize_game)
        .after(starting_ms, to("PLAYER_TURN").run(rules::deal_cards_and_setup_discard))
}

fn player_turn() -> StateDef<Flow> {
    let end = || to("GAME_ENDING");
    let wait = || to("WAITING_FOR_TURN");
    state("PLAYER_TURN")
        .describe("The current player selects and plays.")
        .entry(rules::start_clock)
        .entry(rules::clear_selected_cards)
        .entry(rules::auto_check)
        .always(end().when(all_voted).run(rules::manual_end))
        .on(On::CardSelected, internal().given(can_select).run(rules::select_card))
        .on(On::CardDeselected, internal().given(can_deselect).run(rules::deselect_card))
        .on(
            On::PlayCards,
            [
                end()
                    .when(is_player_hand_empty)
                    .run(rules::update_game_state)
                    .run(rules::player_won),
                wait().given(can_play_cards).run(rules::update_game_state),
            ],
        )
        .on(
            On::AutoPlay,
            [
                end()
                    .when(guard_with("is_player_hand_empty", plays_last_card))
                    .run(rules::auto_play)
                    .run(rules::player_won),
                wait().when(guard_with("can_play_cards", can_play_card)).run(rules::auto_play),
            ],
        )
        .on(On::SkipTurn, wait().when(not(current_player_has_move)).run(rules::skip_turn))
        .on(
            On::TimerTick,
            [end().when(is_timer_expired).run(rules::timer_expired), internal().run(rules::tick)],
        )
        .on(
            On::EndGame,
            [
                end().when(may_end_game).run(rules::record_vote).run(rules::manual_end),
                internal().given(may_vote).run(rules::record_vote),
            ],
        )
}

fn waiting_for_turn() -> StateDef<Flow> {
    let end = || to("GAME_ENDING");
    state("WAITING_FOR_TURN")
        .describe("The turn goes to the next player who has a move.")
        .entry(rules::advance_to_next_player)
        .on(
            On::TimerTick,
            [end().when(is_timer_expired).run(rules::timer_expired), internal().run(rules::tick)],
        )
        .after(
            waiting_ms,
            [
                to("PLAYER_TURN").when(has_any_valid_moves),
                to("WAITING_FOR_TURN").when(can_flip).reenter().run(rules::flip_card),
                end().run(rules::no_valid_moves),
            ],
        )
}

fn game_ending() -> StateDef<Flow> {
    state("GAME_ENDING")
        .describe("The scores are shown.")
        .entry(rules::stop_clock)
        .entry(rules::calculate_final_scores)
        .after(ending_ms, "GAME_OVER")
}

fn game_over() -> StateDef<Flow> {
    state("GAME_OVER")
        .describe("The match is over.")
        .entry(rules::game_over)
        .on(On::RestartGame, to("LOBBY").run(rules::reset_game_state))
        .on(On::LeaveGame, internal().given(is_seated).run(rules::remove_player))
}

fn starting_ms(look: &Look<'_, Flow>) -> Millis {
    look.rules.options.starting_ms
}

fn waiting_ms(look: &Look<'_, Flow>) -> Millis {
    look.rules.options.waiting_ms
}

fn ending_ms(look: &Look<'_, Flow>) -> Millis {
    look.rules.options.ending_ms
}

fn state_of<'a>(look: &Look<'a, Flow>) -> &'a State {
    &look.rules.state
}

fn may_join(look: &Look<'_, Flow>, PlayerJoin { player, name }: PlayerJoin) -> bool {
    check::may_join(state_of(look), &look.rules.options, player, &name).is_ok()
}

fn is_seated(look: &Look<'_, Flow>, LeaveGame { player }: LeaveGame) -> bool {
    state_of(look).players.contains(player)
}

fn has_minimum_players(look: &Look<'_, Flow>) -> bool {
    check::has_minimum_players(state_of(look), &look.rules.options)
}

fn can_select(look: &Look<'_, Flow>, CardSelected { player, card }: CardSelected) -> bool {
    let state = state_of(look);
    check::is_current_player(state, player)
        && state.hand(player).contains(&card)
        && !state.selected.contains(card)
}

fn can_deselect(look: &Look<'_, Flow>, CardDeselected { player, card }: CardDeselected) -> bool {
    check::is_current_player(state_of(look), player) && state_of(look).selected.contains(card)
}

/// `isCurrentPlayer`, `isCardInHand` and `canPlayCards` together.
fn can_play_cards(look: &Look<'_, Flow>, play: PlayCards) -> bool {
    check::may_play(state_of(look), play.player, play.cards) == Ok(play.kind)
}

/// `canPlayCards` and `isPlayerHandEmpty` after the play. The second is cheaper, so it is tested
/// first.
fn is_player_hand_empty(look: &Look<'_, Flow>, play: PlayCards) -> bool {
    play.cards.len() == state_of(look).hand(play.player).len()
        && (look.is_checked() || can_play_cards(look, play))
}

/// `canPlayCards` for the single card that the system plays.
fn can_play_card(look: &Look<'_, Flow>, AutoPlay { player, card }: AutoPlay) -> bool {
    let state = state_of(look);
    check::is_current_player(state, player)
        && state.hand(player).contains(&card)
        && state.top().is_some_and(|top| is_valid(card, top))
}

fn plays_last_card(look: &Look<'_, Flow>, play: AutoPlay) -> bool {
    state_of(look).hand(play.player).len() == 1 && can_play_card(look, play)
}

fn current_player_has_move(look: &Look<'_, Flow>) -> bool {
    state_of(look).has_move(state_of(look).current)
}

fn has_any_valid_moves(look: &Look<'_, Flow>) -> bool {
    let state = state_of(look);
    // Shortcut: if anybody has a move, the turn was passed to such a player.
    state.has_move(state.current) || state.players.seats().any(|seat| state.has_move(seat))
}

fn can_flip(look: &Look<'_, Flow>) -> bool {
    look.rules.options.stall_rule == StallRule::Flip && !state_of(look).deck.is_empty()
}

fn is_timer_expired(look: &Look<'_, Flow>) -> bool {
    rules::remaining_time(state_of(look), look.now()) == 0
}

/// `mayEndGame`, counting the sender's own vote.
fn may_end_game(look: &Look<'_, Flow>, vote: EndGame) -> bool {
    let state = state_of(look);
    let mut votes = state.end_votes;
    votes.insert(vote.player);
    let decides =
        look.rules.options.end_game_policy != EndGamePolicy::Unanimous || all_agree(state, votes);
    decides && (look.is_checked() || may_vote(look, vote))
}

fn may_vote(look: &Look<'_, Flow>, EndGame { player }: EndGame) -> bool {
    check::may_vote(state_of(look), &look.rules.options, player).is_ok()
}

/// `allVoted`, under the policy `unanimous`.
fn all_voted(look: &Look<'_, Flow>) -> bool {
    let state = state_of(look);
    !state.end_votes.is_empty()
        && look.rules.options.end_game_policy == EndGamePolicy::Unanimous
        && all_agree(state, state.end_votes)
}

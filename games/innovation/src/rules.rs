//! Setup, turns and the four actions (sections 2 and 3).

use croupier_chart::run::{Look, Scope};
use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat};

use crate::cards::Card;
use crate::choice::CardList;
use crate::dogma;
use crate::events::{Cause, Taken, Via, What};
use crate::flow::{Achieve, Answer, Dogma, Flow, Meld};
use crate::mover::Mover;
use crate::state::{Condition, Origin, Phase};
use crate::world::Achievement;
use crate::zones::Zone;
use crate::{Innovation, State};

fn say(rules: &mut RuleContext<Innovation>, cause: Cause, what: What) {
    Mover::new(rules, cause).emit(what);
}

fn enter(rules: &mut RuleContext<Innovation>, phase: Phase) {
    say(rules, Cause::Rule(91), What::PhaseChanged { phase });
}

/// IN-6 to IN-9: shuffles, lays out the achievements, deals, and asks everybody for a starting
/// card.
pub(crate) fn deal(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    if !rules.state.world.hand(Seat(0)).is_empty() {
        return; // Arranged and loaded matches already have cards.
    }
    let mut decks: Vec<Card> = Card::all().collect();
    for deck in decks.chunk_by_mut(|one, other| one.age() == other.age()) {
        rules.dice.shuffle(deck);
    }
    let origin = Origin { seed: rules.dice.seed(), position: rules.dice.position() };
    let (decks, origin) = (Private::Known(decks.into()), Private::Known(origin));
    say(rules, Cause::Rule(6), What::GameStarted { decks, origin });
    for seat in rules.state.seats() {
        let deck = rules.state.world.zones().cards(Zone::deck(1));
        let cards: CardList = deck.take(2).collect();
        let [one, other] = [0, 1].map(|at: usize| cards[at].into());
        say(rules, Cause::Rule(8), What::StartingHandDealt { seat, cards: [one, other] });
    }
    let choices: Vec<_> = rules.state.choices().collect();
    for choice in choices {
        let (id, player, kind) = (choice.id, choice.player, choice.ask.kind());
        let (source, choice) = (choice.source, Private::Known(choice));
        let asked = What::ChoiceRequested { id, player, kind, source, choice, slots: vec![] };
        say(rules, Cause::Rule(9), asked);
    }
    enter(rules, Phase::AwaitingChoice);
}

/// IN-9 to IN-11: all chosen cards go to the boards at once; the alphabetically first title begins.
pub(crate) fn place_starting_cards(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    let seats = rules.state.seats();
    let cards: CardList = seats.filter_map(|seat| rules.state.chosen[seat.at()]).collect();
    let first = rules.state.seats().zip(cards.iter()).min_by_key(|(_, card)| card.id());
    debug_assert_eq!(cards.len(), rules.state.seats().count(), "everybody has chosen (IN-9)");
    let first = first.map_or(Seat(0), |(seat, _)| seat);
    say(rules, Cause::Rule(9), What::StartingCardsPlaced { cards });
    say(rules, Cause::Rule(10), What::FirstPlayer { seat: first });
    say(rules, Cause::Rule(11), What::TurnStarted { seat: first, turn: 1, actions: 1 });
    enter(rules, Phase::AwaitingAction);
}

fn take(rules: &mut RuleContext<Innovation>, action: Taken) {
    let seat = rules.state.turn;
    say(rules, Cause::Action, What::ActionTaken { seat, action });
}

/// IN-14: the draw action.
pub(crate) fn draw(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    take(rules, Taken::Draw);
    let seat = rules.state.turn;
    let value = rules.state.draw_value(seat);
    // A failing draw ends the game, which the flow checks next.
    let _ = Mover::new(rules, Cause::Action).draw(seat, value);
}

/// IN-15: the meld action.
pub(crate) fn meld(scope: &mut Scope<'_, Flow>, Meld { card }: Meld) {
    let rules = &mut *scope.rules;
    take(rules, Taken::Meld(card));
    let seat = rules.state.turn;
    let _ = Mover::new(rules, Cause::Action).meld(seat, card);
}

/// IN-16: the achieve action.
pub(crate) fn achieve(scope: &mut Scope<'_, Flow>, Achieve { age }: Achieve) {
    let rules = &mut *scope.rules;
    take(rules, Taken::Achieve(age));
    let seat = rules.state.turn;
    let _ = Mover::new(rules, Cause::Action).claim(seat, Achievement::Age(age), Via::Action);
}

/// IN-17: the dogma action.
pub(crate) fn activate(scope: &mut Scope<'_, Flow>, Dogma { card }: Dogma) {
    let rules = &mut *scope.rules;
    take(rules, Taken::Dogma(card));
    dogma::activate(rules, rules.state.turn, card);
}

/// Runs the effects as far as possible.
pub(crate) fn resolve(scope: &mut Scope<'_, Flow>) {
    enter(scope.rules, Phase::ResolvingDogma);
    dogma::resolve(scope.rules);
}

/// Records an answer.
pub(crate) fn answer(scope: &mut Scope<'_, Flow>, Answer { choice, reply }: Answer) {
    let (id, player) = (choice.id, choice.player);
    let cause = choice.source.map_or(Cause::Rule(9), Cause::Effect);
    let hidden = choice.is_hidden();
    let what = What::ChoiceAnswered { id, player, reply: Private::Known(reply), hidden };
    say(scope.rules, cause, what);
}

/// Enters the phase in which a player is asked.
pub(crate) fn await_choice(scope: &mut Scope<'_, Flow>) {
    enter(scope.rules, Phase::AwaitingChoice);
}

/// Ends an action (IN-91).
pub(crate) fn check_win(scope: &mut Scope<'_, Flow>) {
    enter(scope.rules, Phase::CheckingWinConditions);
    // Wins are detected when they occur; this is only the safety net of IN-91.
    let state = &scope.rules.state;
    let winner = state.seats().find(|seat| has_won(state, *seat));
    if let Some(seat) = winner {
        let winners = croupier_kit::game::SeatSet::of(seat);
        let _ = Mover::new(scope.rules, Cause::Rule(77)).end(winners, Condition::Achievements);
    }
}

fn has_won(state: &State, seat: Seat) -> bool {
    state.world.achievements(seat) >= state.achievements_to_win()
}

/// The same player gets another action.
pub(crate) fn go_on(scope: &mut Scope<'_, Flow>) {
    enter(scope.rules, Phase::AwaitingAction);
}

/// IN-78: whether the limit on turns is reached.
pub(crate) fn is_last_turn(look: &Look<'_, Flow>) -> bool {
    let RuleContext { state, options, .. } = look.rules;
    options.turn_limit.is_some_and(|limit| state.turns >= limit)
}

/// IN-78: ends the game by score after the last turn.
pub(crate) fn end_by_turn_limit(scope: &mut Scope<'_, Flow>) {
    let seat = scope.rules.state.turn;
    say(scope.rules, Cause::Rule(19), What::TurnEnded { seat });
    let _ = Mover::new(scope.rules, Cause::Rule(78)).end_by_score();
    enter(scope.rules, Phase::GameOver);
}

/// IN-19: passes the turn.
pub(crate) fn end_turn(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    let (seat, turn) = (rules.state.turn, rules.state.turns);
    say(rules, Cause::Rule(19), What::TurnEnded { seat });
    let next = seat.next(usize::from(rules.state.seats));
    let actions = if rules.state.one_action_turns > 0 { 1 } else { 2 };
    let what = What::TurnStarted { seat: next, turn: turn + 1, actions };
    say(rules, Cause::Rule(19), what);
    enter(rules, Phase::AwaitingAction);
}

/// Ends the match (IN-80).
pub(crate) fn game_over(scope: &mut Scope<'_, Flow>) {
    enter(scope.rules, Phase::GameOver);
}

/// Whether the game has ended.
pub(crate) fn is_over(look: &Look<'_, Flow>) -> bool {
    look.rules.state.ending.is_some()
}

/// Whether an effect waits for an answer.
pub(crate) fn is_asking(look: &Look<'_, Flow>) -> bool {
    look.rules.state.pending.is_some()
}

/// Whether the turn has actions left.
pub(crate) fn has_actions_left(look: &Look<'_, Flow>) -> bool {
    look.rules.state.actions > 0
}

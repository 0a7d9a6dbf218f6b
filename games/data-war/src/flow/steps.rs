//! The actions of the chart: they call the rules, count hands and start timers. They hold no cards.

use croupier_chart::run::TimerId;
use croupier_kit::Millis;
use croupier_kit::cards::Dice;
use croupier_kit::game::{Seat, SeatSet};

use super::context::{Context, Flow, Tooltip};
use super::guards::{missing_dismissals, missing_open_taps, missing_taps};
use super::trigger::{
    Concede, Dismiss, Grab, PickOpen, PickTantrum, QuitGame, SeatChanged, SelectBackground,
    SelectBillionaire, Tap, Trigger,
};
use crate::effects::tantrum;
use crate::events::Event;
use crate::options::Pacing;
use crate::rules::ending::concession;
use crate::rules::verdict::{Verdict, judge};
use crate::rules::{grab, open, reveal, settle, war};
use crate::screen::Character;
use crate::state::SEATS;

type Scope<'a> = croupier_chart::run::Scope<'a, Flow>;

/// The timer that acts for seats that are not waited for (DW-36, DW-39, DW-42).
pub(crate) const AUTO: TimerId = TimerId(1);
/// The timer for the next moment at which a seat may grab.
pub(crate) const TICK: TimerId = TimerId(2);

fn pacing(scope: &Scope<'_>) -> Pacing {
    scope.rules.options.pacing
}

pub(super) fn stop_auto(scope: &mut Scope<'_>) {
    scope.cancel(AUTO);
}

pub(super) fn stop_tick(scope: &mut Scope<'_>) {
    scope.cancel(TICK);
}

// ---- set-up ----

pub(super) fn initialize_game(scope: &mut Scope<'_>) {
    choose_characters(scope);
    reveal::initialize_game(scope.rules);
    scope.context.current_turn = 0;
    scope.context.tracker_smacker_active = None;
}

/// DW-171: by default the first seat gets the first character of the list and the other a random
/// one of the rest. Uses separate dice, so that cosmetic choices never change a game (DW-13).
fn choose_characters(scope: &mut Scope<'_>) {
    let side = |seat: usize| scope.rules.state.sides[seat].character;
    let first = side(0).unwrap_or(Character::Brock);
    // Headless games have no screen.
    if pacing(scope) == Pacing::Headless || side(0).is_some() && side(1).is_some() {
        return;
    }
    let mut cosmetic = Dice::new(scope.rules.dice.peek_split());
    let others = Character::ALL.iter().filter(|other| **other != first);
    let others: smallvec::SmallVec<[Character; 6]> = others.copied().collect();
    // Never empty: `Character::ALL` has more than one entry.
    let second = side(1).or(cosmetic.pick(&others).copied()).unwrap_or(first);
    for (seat, character) in SEATS.into_iter().zip([first, second]) {
        if scope.rules.state.side(seat).character != Some(character) {
            scope.rules.emit(Event::CharacterChosen { seat, character });
        }
    }
}

pub(super) fn select_billionaire(scope: &mut Scope<'_>, chosen: SelectBillionaire) {
    let SelectBillionaire { seat, billionaire: character } = chosen;
    scope.rules.emit(Event::CharacterChosen { seat, character });
}

pub(super) fn select_background(scope: &mut Scope<'_>, chosen: SelectBackground) {
    scope.context.background = Some(chosen.background);
}

/// DW-33, DW-170: starts over with the same seats and background.
pub(super) fn reset(scope: &mut Scope<'_>) {
    let Context { background, away, .. } = *scope.context;
    *scope.context = Context { background, away, ..Context::new() };
    scope.rules.emit(Event::GameDropped);
}

/// DW-42: a seat whose person is away is not waited for.
pub(super) fn change_seat(scope: &mut Scope<'_>, SeatChanged { seat, is_away }: SeatChanged) {
    if is_away {
        scope.context.away.insert(seat);
    } else {
        scope.context.away.remove(seat);
    }
}

/// The same while the table waits for dismissals. This one may have been the last that was missing.
pub(super) fn change_seat_on_show(scope: &mut Scope<'_>, changed: SeatChanged) {
    let seat = changed.seat;
    change_seat(scope, changed);
    if scope.context.away.contains(seat) && !scope.context.waved.contains(seat) {
        dismiss(scope, Dismiss { seat });
    }
}

/// The same while the table waits for taps to see an offer.
pub(super) fn change_seat_before_open(scope: &mut Scope<'_>, changed: SeatChanged) {
    let seat = changed.seat;
    change_seat(scope, changed);
    if scope.context.away.contains(seat) && !scope.context.waved.contains(seat) {
        tap_open(scope, Tap { seat });
    }
}

/// DW-147: a seat concedes.
pub(super) fn concede(scope: &mut Scope<'_>, Concede { seat }: Concede) {
    give_up(scope, seat);
}

/// DW-33: quitting a networked game concedes it.
pub(super) fn concede_by_quitting(scope: &mut Scope<'_>, QuitGame { seat, .. }: QuitGame) {
    give_up(scope, seat);
}

fn give_up(scope: &mut Scope<'_>, seat: Seat) {
    let ending = concession(&scope.rules.state, seat);
    scope.rules.emit(Event::GameOver { ending });
}

// ---- taps ----

/// DW-36: starts the timer for automatic taps, if one applies.
fn arm_taps(scope: &mut Scope<'_>, plays: SeatSet, house_delay: Millis) {
    if missing_taps(&scope.rules.state, plays).is_empty() {
        scope.raise_after(AUTO, house_delay, Trigger::Auto);
    } else if pacing(scope) == Pacing::Network {
        let delay = scope.rules.options.delays.tap_auto;
        scope.raise_after(AUTO, delay, Trigger::Auto);
    }
}

pub(super) fn await_reveal(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::Ready;
    let plays = scope.rules.state.plays();
    let delay = scope.rules.options.delays.cpu_turn_delay;
    arm_taps(scope, plays, delay);
}

pub(super) fn await_war_tap(scope: &mut Scope<'_>) {
    let plays = scope.rules.state.fighters();
    let delay = scope.rules.options.delays.data_war_reveal;
    arm_taps(scope, plays, delay);
}

/// Records a tap. The flow continues once nobody's tap is missing.
fn tap(scope: &mut Scope<'_>, seat: Seat, plays: SeatSet, next: Trigger) {
    scope.rules.emit(Event::Tapped { seat });
    if missing_taps(&scope.rules.state, plays).is_empty() {
        scope.raise(next);
    }
}

pub(super) fn tap_ready(scope: &mut Scope<'_>, Tap { seat }: Tap) {
    let plays = scope.rules.state.plays();
    tap(scope, seat, plays, Trigger::RevealCards);
}

pub(super) fn tap_war(scope: &mut Scope<'_>, Tap { seat }: Tap) {
    let plays = scope.rules.state.fighters();
    tap(scope, seat, plays, Trigger::TapDeck);
}

/// Taps on behalf of all seats that have not tapped.
fn tap_for_silent(scope: &mut Scope<'_>, plays: SeatSet, next: Trigger) {
    let missing = missing_taps(&scope.rules.state, plays);
    for seat in SEATS {
        if missing.contains(seat) {
            scope.rules.emit(Event::Tapped { seat });
        }
    }
    scope.raise(next);
}

pub(super) fn auto_ready(scope: &mut Scope<'_>) {
    let plays = scope.rules.state.plays();
    tap_for_silent(scope, plays, Trigger::RevealCards);
}

pub(super) fn auto_war(scope: &mut Scope<'_>) {
    let plays = scope.rules.state.fighters();
    tap_for_silent(scope, plays, Trigger::TapDeck);
}

// ---- reveals and wars ----

/// DW-35: counts a hand.
fn count_hand(scope: &mut Scope<'_>) {
    scope.context.current_turn = scope.context.current_turn.saturating_add(1);
}

/// DW-21: shows the newest Tracker Smacker, or P2's if both appeared together.
fn mirror_smackers(scope: &mut Scope<'_>, before: SeatSet) {
    let now = scope.rules.state.smackers;
    if now != before {
        let new = SEATS.into_iter().rfind(|seat| now.contains(*seat) && !before.contains(*seat));
        scope.context.tracker_smacker_active = new;
    }
}

pub(super) fn reveal(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::Cleared;
    let before = scope.rules.state.smackers;
    let plays = scope.rules.state.plays();
    reveal::reveal(scope.rules, plays);
    mirror_smackers(scope, before);
    // A delay of zero needs no timer, which keeps simulations fast.
    if scope.rules.options.delays.card_flip.is_zero() {
        scope.raise(Trigger::CardsRevealed);
    }
}

pub(super) fn compare(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::Cleared;
    if scope.rules.options.delays.card_comparison.is_zero() {
        let state = &scope.rules.state;
        scope.raise(match judge(state, &scope.rules.options) {
            Verdict::Grab => Trigger::DataGrab,
            Verdict::War(_) => Trigger::Tie,
            Verdict::Settle(_) if state.has_pending() => Trigger::SpecialEffect,
            _ => Trigger::ResolveTurn,
        });
    }
}

pub(super) fn begin_war(scope: &mut Scope<'_>) {
    war::begin_war(scope.rules);
}

pub(super) fn lay_down(scope: &mut Scope<'_>) {
    war::lay_down(scope.rules);
}

pub(super) fn open_in_war(scope: &mut Scope<'_>) {
    open::open_in_war(scope.rules);
    arm_choice(scope);
}

pub(super) fn show_up(scope: &mut Scope<'_>) {
    // A house seat picks at the moment of the tap (DW-129); interactive seats have already picked.
    open::open_in_war(scope.rules);
    let before = scope.rules.state.smackers;
    war::show_up(scope.rules);
    mirror_smackers(scope, before);
    count_hand(scope);
}

// ---- effects on show ----

/// DW-42: absent persons count as having dismissed the effects.
pub(super) fn show_effects(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::SpecialEffect;
    scope.context.waved = scope.context.away;
    let delays = scope.rules.options.delays;
    let missing = missing_dismissals(&scope.rules.state, &scope.rules.options, scope.context);
    match pacing(scope) {
        Pacing::Headless => scope.raise(Trigger::DismissEffect),
        _ if missing.is_empty() => {
            scope.raise_after(AUTO, delays.special_effect_display, Trigger::Auto);
        }
        Pacing::Network => scope.raise_after(AUTO, delays.effect_auto_dismiss, Trigger::Auto),
        Pacing::Local => {}
    }
}

pub(super) fn dismiss(scope: &mut Scope<'_>, Dismiss { seat }: Dismiss) {
    scope.context.waved.insert(seat);
    let rules = &scope.rules;
    if missing_dismissals(&rules.state, &rules.options, scope.context).is_empty() {
        scope.raise(Trigger::DismissEffect);
    }
}

pub(super) fn dismiss_for_silent(scope: &mut Scope<'_>) {
    scope.context.waved = SeatSet::first(2);
    scope.raise(Trigger::DismissEffect);
}

// ---- resolving ----

/// DW-29: settles the turn.
pub(super) fn resolve(scope: &mut Scope<'_>) {
    count_hand(scope);
    scope.context.tooltip = Tooltip::Cleared;
    // After a scramble no card is in play and the turn is already settled.
    if scope.rules.state.is_mid_turn() {
        match judge(&scope.rules.state, &scope.rules.options) {
            Verdict::Forfeit(seats, ending) => reveal::forfeit(scope.rules, seats, ending),
            Verdict::Settle(winner) => settle::settle(scope.rules, winner),
            // DW-67: the owed card is played in the next reveal.
            Verdict::AnotherPlay(_) => {}
            Verdict::Grab | Verdict::War(_) => {
                debug_assert!(false, "the chart leads scrambles and wars elsewhere (DW-24)");
            }
        }
    }
    check_win_condition(scope);
}

/// Continues, or waits for a tantrum's choice.
fn check_win_condition(scope: &mut Scope<'_>) {
    if scope.rules.state.tantrum.is_some() {
        scope.context.tooltip = Tooltip::TantrumPick;
        arm_choice(scope);
        return;
    }
    scope.context.tooltip = Tooltip::Cleared;
    if scope.rules.state.smackers.is_empty() {
        scope.context.tracker_smacker_active = None;
    }
    scope.raise(Trigger::CheckWinCondition);
}

/// DW-39: in a networked game, starts the timer that answers with the default choice.
fn arm_choice(scope: &mut Scope<'_>) {
    if pacing(scope) == Pacing::Network {
        let delay = scope.rules.options.delays.choice_auto;
        scope.raise_after(AUTO, delay, Trigger::Auto);
    }
}

pub(super) fn pick_tantrum(scope: &mut Scope<'_>, PickTantrum { seat, slots }: PickTantrum) {
    scope.cancel(AUTO);
    tantrum::pick(scope.rules, seat, slots.into_iter().flatten().collect());
    check_win_condition(scope);
}

pub(super) fn pick_tantrum_for_silent(scope: &mut Scope<'_>) {
    let Some(seat) = scope.rules.state.tantrum else {
        return debug_assert!(false, "a settlement waits for a tantrum only (DW-29)");
    };
    let slots = tantrum::default_picks(&scope.rules.state, seat);
    tantrum::pick(scope.rules, seat, slots);
    check_win_condition(scope);
}

// ---- opens ----

/// DW-27: lets house seats open. In the middle of a turn there is nothing to open.
pub(super) fn process_opens(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::Cleared;
    let house = open::open_house(scope.rules);
    let waiting = !open::openers(&scope.rules.state).is_empty();
    let no_wait = scope.rules.options.delays.win_animation.is_zero() && !waiting;
    if scope.rules.state.is_mid_turn() || house && !waiting || no_wait {
        scope.raise(Trigger::PreRevealComplete);
    }
}

pub(super) fn await_open_taps(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::OwywTap;
    scope.context.waved = scope.context.away;
    let rules = &scope.rules;
    if missing_open_taps(&rules.state, &rules.options, scope.context).is_empty() {
        scope.raise(Trigger::TapDeck);
    } else if pacing(scope) == Pacing::Network {
        let delay = scope.rules.options.delays.tap_auto;
        scope.raise_after(AUTO, delay, Trigger::Auto);
    }
}

pub(super) fn tap_open(scope: &mut Scope<'_>, Tap { seat }: Tap) {
    scope.context.waved.insert(seat);
    let rules = &scope.rules;
    if missing_open_taps(&rules.state, &rules.options, scope.context).is_empty() {
        scope.raise(Trigger::TapDeck);
    }
}

pub(super) fn tap_open_for_silent(scope: &mut Scope<'_>) {
    scope.context.waved = SeatSet::first(2);
    scope.raise(Trigger::TapDeck);
}

pub(super) fn offer_opens(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::Cleared;
    let openers = open::openers(&scope.rules.state);
    open::offer_to(scope.rules, openers);
    arm_choice(scope);
}

pub(super) fn pick_open(scope: &mut Scope<'_>, PickOpen { seat, slot }: PickOpen) {
    open::answer(scope.rules, seat, slot);
    if open::is_answered(&scope.rules.state) {
        scope.raise(Trigger::CardSelected);
    }
}

/// DW-164: picks slot 0 for seats that have not answered.
pub(super) fn pick_open_for_silent(scope: &mut Scope<'_>) {
    for seat in SEATS {
        let side = scope.rules.state.side(seat);
        if side.offered.is_some() && side.picked.is_none() {
            open::answer(scope.rules, seat, 0);
        }
    }
    scope.raise(Trigger::CardSelected);
}

pub(super) fn complete_opens(scope: &mut Scope<'_>) {
    open::complete_all(scope.rules);
}

// ---- the scramble ----

pub(super) fn open_grab(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::GrabTakeover;
    grab::open_grab(scope.rules);
}

pub(super) fn play_grab(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::GrabPlaying;
    scope.context.playing_since = scope.now();
    scope.context.grabbed = [None; 2];
    arm_tick(scope);
}

/// A timer for hosts that skip waits. It fires when the next slot starts to fall or a seat may grab
/// again.
pub(super) fn arm_tick(scope: &mut Scope<'_>) {
    let (now, context) = (scope.now(), *scope.context);
    let scramble = &scope.rules.state.scramble;
    let starts = scramble.windows().map(|(start, _)| context.playing_since + start);
    let cooldown = scope.rules.options.delays.grab_cooldown;
    let rested = context.grabbed.iter().flatten().map(|at| *at + cooldown);
    if let Some(next) = starts.chain(rested).filter(|at| *at > now).min() {
        scope.raise_after(TICK, next - now, Trigger::GrabTick);
    }
}

pub(super) fn grab(scope: &mut Scope<'_>, Grab { seat, slot }: Grab) {
    scope.context.grabbed[seat.at() & 1] = Some(scope.now());
    grab::grab(scope.rules, seat, slot);
    if scope.rules.state.scramble.left() == 0 {
        scope.raise(Trigger::GrabGameComplete);
    }
    arm_tick(scope);
}

pub(super) fn close_grab(scope: &mut Scope<'_>) {
    scope.context.tooltip = Tooltip::GrabResults;
    grab::close_grab(scope.rules);
    let state = &scope.rules.state;
    let looks = |seat| state.is_person(seat) && !scope.context.away.contains(seat);
    let nobody_looks = !SEATS.into_iter().any(looks);
    if nobody_looks || pacing(scope) != Pacing::Local {
        let delay = scope.rules.options.delays.data_grab_hand_viewer;
        scope.raise_after(AUTO, delay, Trigger::Auto);
    }
}

//! MM-83: a bot that evaluates the position it leaves to the next player, using only what its seat
//! sees. Rollouts of a search use the same policy.

mod outlook;

use croupier_kit::cards::{Card, Dice, Rank};
use croupier_kit::game::{Heuristic, Observation, Position, Seat, Tuning};

use self::outlook::{Left, Outlook};
use crate::cards::{ACE_VALUES, beats, is_ace, is_number, value};
use crate::effect::{DeclaredEffect, Slay};
use crate::flow::{FlowState, flow_state, turn};
use crate::rules::court::opponents;
use crate::wheel::{Angle, Band, Mode};
use crate::{Action, MinOrMax, Options, View};

impl Heuristic for MinOrMax {
    /// Rollouts are good enough that a move is tried often before its follow-ups are expanded.
    const TUNING: Tuning =
        Tuning { expand_after_visits: 100, levels: [200, 2_000, 20_000], ..Tuning::DEFAULT };

    fn policy(observation: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        heuristic_action(observation.view, observation.options, observation.seat)
    }

    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        _: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        rollout_action(at, seat)
    }
}

/// MM-83: the action of the heuristic. None if this seat is not to act.
pub fn heuristic_action(view: &View, options: &Options, seat: Seat) -> Option<Action> {
    if view.current != seat {
        return None;
    }
    let hand = view.players.get(seat.at())?.hand.as_deref()?;
    let count = view.players.len();
    let next = view.players.get(seat.next(count).at())?;
    let piled = view.discard.iter().map(|played| played.card);
    let seen = hand.iter().chain(&view.slain).copied().chain(piled);
    let mover = Mover {
        options,
        hand,
        here: Left { score: view.score, top: view.discard.last()?.card, mode: view.mode },
        angle: view.angle,
        outlook: Outlook::new(
            seen,
            next.cards + 1,
            (view.min_threshold, view.max_threshold),
            options,
        ),
    };
    let has_spun = view.turn.is_some_and(|turn| turn.has_spun);
    mover.act(view.place, has_spun, view.chosen_card, || {
        let behind = (1..count).map(|step| &view.players[(seat.at() + step) % count]);
        let victim = behind.into_iter().find(|player| player.cards > 0)?;
        Some((victim.seat, victim.hand.as_deref()?))
    })
}

/// The same in a determinized match: what the seat would do given what it would see there.
fn rollout_action(at: Position<'_, MinOrMax>, seat: Seat) -> Option<Action> {
    let state = at.state;
    if state.current != seat {
        return None;
    }
    let hand = state.hand(seat);
    let piled = state.discard.iter().map(|played| played.card);
    let seen = hand.iter().copied().chain(state.slain).chain(piled);
    let held = state.hand(seat.next(at.seats.len())).len() + 1;
    let thresholds = (state.min_threshold, state.max_threshold);
    let mover = Mover {
        options: at.options,
        hand,
        here: Left { score: state.score, top: state.top()?, mode: state.mode() },
        angle: state.angle,
        outlook: Outlook::new(seen, held, thresholds, at.options),
    };
    let has_spun = turn(at.flow).is_some_and(|turn| turn.has_spun);
    mover.act(flow_state(at.flow), has_spun, state.chosen_card, || {
        let victim = opponents(state).find(|seat| !state.hand(*seat).is_empty())?;
        Some((victim, state.hand(victim)))
    })
}

/// The seat to move, with the parts of its view that matter.
struct Mover<'a> {
    options: &'a Options,
    hand: &'a [Card],
    here: Left,
    angle: Angle,
    outlook: Outlook,
}

impl<'a> Mover<'a> {
    /// The action in this step. The victim is the next player with cards, whose hand a Queen
    /// reveals.
    fn act(
        &self,
        step: FlowState,
        has_spun: bool,
        chosen: Option<Card>,
        victim: impl FnOnce() -> Option<(Seat, &'a [Card])>,
    ) -> Option<Action> {
        match (step, chosen) {
            (FlowState::AwaitingAction, _) => self.play_or_spin(has_spun),
            (FlowState::ChoosingCardEffect, Some(queen)) if queen.rank() == Rank::QUEEN => {
                let (seat, hand) = victim()?;
                self.slay(queen, seat, hand)
            }
            (FlowState::ChoosingCardEffect, Some(card)) => self.declare(card),
            (FlowState::PostCardPlay, _) => Some(self.spin_or_skip()),
            _ => None,
        }
    }

    /// Item 2: the best card, or a spin first.
    fn play_or_spin(&self, has_spun: bool) -> Option<Action> {
        let now = self.best_card(self.here.mode);
        if !has_spun {
            let flip = self.best_card(self.here.mode.other()).map_or(-1.0, |(value, _)| value);
            let stay = now.map_or(-1.0, |(value, _)| value);
            let (chance, band) = self.best_band(stay, flip);
            if now.is_none() || chance > stay + 0.02 {
                return Some(Action::spin(band));
            }
        }
        match now {
            Some((_, card)) => Some(Action::ChooseCard { card }),
            None => self.options.may_pass.then_some(Action::EndTurn),
        }
    }

    /// Item 3: whether to turn the wheel to the other side for the next player.
    fn spin_or_skip(&self) -> Action {
        let stay = self.outlook.leave(self.here);
        let flip = self.outlook.leave(Left { mode: self.here.mode.other(), ..self.here });
        let (chance, band) = self.best_band(stay, flip);
        if chance > stay { Action::spin(band) } else { Action::SkipSpin }
    }

    /// The best band, given the values of staying and of flipping the mode.
    fn best_band(&self, stay: f64, flip: f64) -> (f64, Band) {
        let (mut most, mut best) = (f64::MIN, Band::Soft);
        for band in Band::ALL {
            let chance = band.flip_chance(self.angle);
            let value = chance * flip + (1.0 - chance) * stay;
            if value > most {
                (most, best) = (value, band);
            }
        }
        (most, best)
    }

    /// The best valid card in a mode; the first one among equals.
    fn best_card(&self, mode: Mode) -> Option<(f64, Card)> {
        let mut best: Option<(f64, Card)> = None;
        for &card in self.hand {
            if beats(card, self.here.top, mode, self.options.strict_order) {
                let value = self.value_in(card, mode);
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, card));
                }
            }
        }
        best
    }

    /// Item 1: the value of a card in a mode, with the best declaration.
    fn value_in(&self, card: Card, mode: Mode) -> f64 {
        let plain = self.value_with(card, value(card).into(), mode, 0.0);
        if is_ace(card) {
            let as_ace = ACE_VALUES.map(|points| self.value_with(card, points, mode, 0.08));
            as_ace[0].max(as_ace[1])
        } else if self.options.court_effects && card.rank() == Rank::KING {
            let guarded = |(_, points)| self.value_with(card, points, mode, 0.0);
            self.guards().map(guarded).reduce(f64::max).unwrap_or(plain)
        } else {
            plain
        }
    }

    /// The possible bodyguards of a King, with the combined value (MM-C6).
    fn guards(&self) -> impl Iterator<Item = (DeclaredEffect, i32)> {
        let numbers = self.hand.iter().copied().filter(|card| is_number(*card));
        numbers.map(|guard| (DeclaredEffect::Bodyguard(guard), 10 + i32::from(value(guard))))
    }

    fn value_with(&self, card: Card, points: i32, mode: Mode, keep: f64) -> f64 {
        let score = self.outlook.score_after(self.here.score, points, mode);
        if self.outlook.is_exact(score) {
            1.0
        } else if self.outlook.is_over(score) {
            -1.0
        } else {
            self.outlook.leave(Left { score, top: card, mode }) - keep
        }
    }

    /// What to declare with the chosen card.
    fn declare(&self, card: Card) -> Option<Action> {
        let effect = match card.rank() {
            Rank::ACE => {
                let ways = ACE_VALUES.map(|value| (DeclaredEffect::AceValue(value), value));
                self.best_effect(card, ways.into_iter())
            }
            Rank::JACK => Some(DeclaredEffect::FindRank(Rank::QUEEN)),
            _ => self.best_effect(card, self.guards()),
        };
        effect.map(Action::ChooseCardEffect)
    }

    fn best_effect(
        &self,
        card: Card,
        ways: impl Iterator<Item = (DeclaredEffect, i32)>,
    ) -> Option<DeclaredEffect> {
        let mut best: Option<(f64, DeclaredEffect)> = None;
        for (effect, points) in ways {
            let value = self.value_with(card, points, self.here.mode, 0.0);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, effect));
            }
        }
        best.map(|(_, effect)| effect)
    }

    /// The card of the next player with cards that would be most useful on top of this Queen: one
    /// that wins, else an ace, else a safe one, else any.
    fn slay(&self, queen: Card, seat: Seat, hand: &[Card]) -> Option<Action> {
        let mode = self.here.mode;
        let score = self.outlook.score_after(self.here.score, value(queen).into(), mode);
        let left = Left { score, top: queen, mode };
        let danger = |card: &Card| {
            let fits = beats(*card, left.top, left.mode, self.options.strict_order);
            let results = || self.outlook.results(*card, left);
            let wins = fits && results().any(|score| self.outlook.is_exact(score));
            (wins, is_ace(*card), fits && results().any(|score| !self.outlook.is_over(score)))
        };
        let card = *hand.iter().max_by_key(|card| danger(card))?;
        Some(Action::ChooseCardEffect(DeclaredEffect::Slay(Slay { seat, card })))
    }
}

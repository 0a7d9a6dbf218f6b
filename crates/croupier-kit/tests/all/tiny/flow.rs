//! The chart of the small game.

use std::sync::LazyLock;

use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::{Card, Private, Rank};
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use super::{Event, Tiny};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub enum Signal: Kind {
        Play { seat: Seat, card: Card } => "PLAY",
        Wait => "WAIT",
        Resume => "RESUME",
        TimeIsUp => "TIME_IS_UP",
    }
}

pub struct Flow;

impl Machine for Flow {
    type Trigger = Signal;
    type Context = u32; // how often a seat waited
    type Children = ();
    type Rules = RuleContext<Tiny>;
    type Emit = ();
    type Output = ();

    /// It starts no timers of its own.
    fn raises(_: TimerId, _: &Signal) -> bool {
        false
    }
}

pub(super) struct Flows {
    pub(super) chart: Chart<Flow>,
    pub(super) choosing: StateId<Flow>,
    pub(super) held: StateId<Flow>,
}

pub(super) static CHART: LazyLock<Flows> = LazyLock::new(|| {
    let chart = Definition::new(
        "tiny",
        state("tiny")
            .initial("dealing")
            .child(state("dealing").after(dealing, to("choosing").run(deal)))
            .child(
                state("choosing")
                    .on(Kind::Play, to("played").run(play))
                    .on(Kind::TimeIsUp, to("played").run(play_first))
                    .on(Kind::Wait, to("held").run(count)),
            )
            .child(state("held").on(Kind::Resume, "choosing").after(Millis(2_000), "choosing"))
            .child(state("played").always([to("showing").when(have_all_played), to("choosing")]))
            .child(state("showing").after(showing, to("scored").run(score)))
            .child(state("scored").always([to("over").when(was_last_round), to("dealing")]))
            .child(final_state("over")),
    );
    let chart = chart.compile().unwrap();
    Flows { choosing: chart.state("choosing").unwrap(), held: chart.state("held").unwrap(), chart }
});

fn dealing(look: &Look<'_, Flow>) -> Millis {
    Millis(look.rules.options.deal_ms)
}

fn showing(look: &Look<'_, Flow>) -> Millis {
    Millis(look.rules.options.show_ms)
}

fn have_all_played(look: &Look<'_, Flow>) -> bool {
    seats(look.rules).all(|seat| look.rules.state.shown[seat.at()].is_some())
}

fn was_last_round(look: &Look<'_, Flow>) -> bool {
    look.rules.state.round >= look.rules.options.rounds
}

fn deal(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    let mut cards: Vec<_> = Card::deck().collect();
    rules.dice.shuffle(&mut cards);
    rules.emit(Event::Shuffled { deck: cards.into_iter().collect() });
    for seat in seats(rules).cycle().take(3 * usize::from(rules.state.seats)) {
        let card = rules.state.deck.last().unwrap();
        rules.emit(Event::Dealt { seat, card: Private::Known(card) });
    }
}

fn play(scope: &mut Scope<'_, Flow>, Play { seat, card }: Play) {
    scope.rules.emit(Event::Played { seat, card });
}

fn play_first(scope: &mut Scope<'_, Flow>) {
    let seat = scope.rules.state.next;
    let card = scope.rules.state.hands[seat.at()].first().unwrap();
    scope.rules.emit(Event::Played { seat, card });
}

fn count(scope: &mut Scope<'_, Flow>) {
    *scope.context += 1;
}

fn score(scope: &mut Scope<'_, Flow>) {
    let rules = &mut *scope.rules;
    let rank = |seat: &Seat| rules.state.shown[seat.at()].map(Card::rank).map(Rank::number);
    let best = seats(rules).map(|seat| rank(&seat)).max();
    let mut winners = seats(rules).filter(|seat| Some(rank(seat)) == best);
    let winner = winners.next().filter(|_| winners.next().is_none());
    rules.emit(Event::Scored { seat: winner });
}

fn seats(rules: &RuleContext<Tiny>) -> impl Iterator<Item = Seat> + Clone + use<> {
    Seat::first(usize::from(rules.state.seats))
}

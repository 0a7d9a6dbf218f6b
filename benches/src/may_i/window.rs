use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use super::{CallMayI, Event, Kind, SEATS};
use crate::contest::Tally;

/// The window in which the others may call for the discard.
pub struct Window;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    /// Whose turn it is; the claimant who sits closest after that seat goes first.
    pub(super) seat: u8,
    pub(super) claimant: Option<u8>,
}

impl Machine for Window {
    type Trigger = Event;
    type Context = Claims;
    type Children = ();
    type Rules = Tally;
    type Emit = ();
    type Output = Option<u8>;
}

pub(super) static CHART: LazyLock<Arc<Chart<Window>>> = LazyLock::new(|| {
    let root = state("window")
        .initial("open")
        .child(
            state("open")
                .on(Kind::CallMayI, internal().run(claim))
                .on(Kind::DrawFromStock, "resolving_claims"),
        )
        .child(
            state("resolving_claims")
                .always([to("resolved").when(has_claimant), to("closed_without_claim")]),
        )
        .child(final_state("resolved").output(claimant))
        .child(final_state("closed_without_claim").output(claimant));
    Definition::new("window", root).compile().expect("the chart is sound").into()
});

fn claim(scope: &mut Scope<'_, Window>, CallMayI { seat }: CallMayI) {
    let Claims { seat: current, claimant } = scope.context;
    let turns_away = |seat: u8| (seat + SEATS - *current) % SEATS;
    if claimant.is_none_or(|claimant| turns_away(seat) < turns_away(claimant)) {
        *claimant = Some(seat);
    }
    scope.rules.add(u64::from(seat));
}

fn has_claimant(look: &Look<'_, Window>) -> bool {
    look.context.claimant.is_some()
}

fn claimant(look: &Look<'_, Window>) -> Option<u8> {
    look.context.claimant
}

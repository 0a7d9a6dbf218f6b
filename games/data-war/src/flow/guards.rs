//! The guards (DW-32) as functions of the state, so that `check` can use them too.

use croupier_kit::game::SeatSet;

use super::context::{Context, Flow};
use super::trigger::{QuitGame, SelectBackground, SelectBillionaire};
use crate::options::{Options, Pacing};
use crate::rules::open;
use crate::rules::verdict::{Verdict, is_scramble, judge};
use crate::screen::{Background, Character};
use crate::state::State;

type Look<'a> = croupier_chart::run::Look<'a, Flow>;

/// DW-36: the seats that lay a card next and have not tapped yet.
#[inline]
pub(crate) fn missing_taps(state: &State, plays: SeatSet) -> SeatSet {
    state.seats_where(|state, seat| {
        plays.contains(seat) && !state.tapped.contains(seat) && state.is_interactive(seat)
    })
}

/// DW-42: the persons who have not dismissed the effects. Nobody in headless games, which have no
/// screen.
pub(crate) fn missing_dismissals(state: &State, options: &Options, context: &Context) -> SeatSet {
    let looks = |state: &State, seat| state.is_person(seat) && !context.waved.contains(seat);
    if options.pacing == Pacing::Headless { SeatSet::NOBODY } else { state.seats_where(looks) }
}

/// DW-42: the persons who have not tapped to see their offer.
pub(crate) fn missing_open_taps(state: &State, options: &Options, context: &Context) -> SeatSet {
    let openers = open::openers(state);
    let missing = missing_dismissals(state, options, context);
    state.seats_where(|_, seat| openers.contains(seat) && missing.contains(seat))
}

/// DW-24: row 2 or row 5 is the first one that applies.
pub(crate) fn resolves(state: &State, options: &Options) -> bool {
    match judge(state, options) {
        Verdict::AnotherPlay(_) | Verdict::Forfeit(..) => true,
        Verdict::Settle(_) => !state.has_pending(),
        Verdict::Grab | Verdict::War(_) => false,
    }
}

/// DW-24, row 3: a war is due.
pub(crate) fn is_war(state: &State, options: &Options) -> bool {
    matches!(judge(state, options), Verdict::War(_))
}

/// DW-24, row 4: there are effects to show.
pub(crate) fn has_effects(state: &State, options: &Options) -> bool {
    state.has_pending() && matches!(judge(state, options), Verdict::Settle(_))
}

/// DW-11: whether the game starts with waiting opens, which only exact decks can have.
pub(crate) fn begins_with_opens(options: &Options) -> bool {
    options.exact.as_ref().is_some_and(|exact| exact.opens != [0; 2])
}

pub(super) fn taps_complete(look: &Look<'_>) -> bool {
    let state = &look.rules.state;
    missing_taps(state, state.plays()).is_empty()
}

pub(super) fn war_taps_complete(look: &Look<'_>) -> bool {
    let state = &look.rules.state;
    missing_taps(state, state.fighters()).is_empty()
}

pub(super) fn opens_in_war(look: &Look<'_>) -> bool {
    war_taps_complete(look) && open::opens_in_war(&look.rules.state, &look.rules.options)
}

pub(super) fn opens_complete(look: &Look<'_>) -> bool {
    open::is_answered(&look.rules.state)
}

pub(super) fn is_data_grab(look: &Look<'_>) -> bool {
    is_scramble(&look.rules.state, &look.rules.options)
}

pub(super) fn owes_another_play(look: &Look<'_>) -> bool {
    !look.rules.state.owed.is_empty() && !is_data_grab(look)
}

pub(super) fn is_data_war(look: &Look<'_>) -> bool {
    is_war(&look.rules.state, &look.rules.options)
}

pub(super) fn has_special_effects(look: &Look<'_>) -> bool {
    has_effects(&look.rules.state, &look.rules.options)
}

pub(super) fn resolves_now(look: &Look<'_>) -> bool {
    resolves(&look.rules.state, &look.rules.options)
}

pub(super) fn has_win_condition(look: &Look<'_>) -> bool {
    look.rules.state.ending.is_some()
}

pub(super) fn no_open_choice(look: &Look<'_>) -> bool {
    look.rules.state.tantrum.is_none()
}

pub(super) fn has_pre_reveal_effects(look: &Look<'_>) -> bool {
    !open::openers(&look.rules.state).is_empty()
}

pub(super) fn has_waiting_opens(look: &Look<'_>) -> bool {
    begins_with_opens(&look.rules.options)
}

pub(super) fn dismissals_complete(look: &Look<'_>) -> bool {
    missing_dismissals(&look.rules.state, &look.rules.options, look.context).is_empty()
}

pub(super) fn open_taps_complete(look: &Look<'_>) -> bool {
    missing_open_taps(&look.rules.state, &look.rules.options, look.context).is_empty()
}

pub(super) fn no_slot_left(look: &Look<'_>) -> bool {
    look.rules.state.scramble.left() == 0
}

/// DW-39: whether this is a networked game whose first cards have not been revealed.
pub(crate) fn is_unopened(state: &State, options: &Options) -> bool {
    options.pacing == Pacing::Network && state.turns_completed == 0 && state.pile.is_empty()
}

pub(super) fn before_first_reveal(look: &Look<'_>) -> bool {
    is_unopened(&look.rules.state, &look.rules.options)
}

pub(super) fn known_character(_: &Look<'_>, chosen: SelectBillionaire) -> bool {
    chosen.billionaire != Character::Unknown
}

pub(super) fn known_background(_: &Look<'_>, chosen: SelectBackground) -> bool {
    chosen.background != Background::Unknown
}

/// DW-33: in a networked game a seat that quits concedes, and the shared chart goes on.
pub(super) fn quits_shared_game(_: &Look<'_>, quit: QuitGame) -> bool {
    quit.gives_up
}

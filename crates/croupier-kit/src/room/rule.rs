//! What a rule of a command is.

use super::Room;
use super::effect::RoomEffect;
use super::party::PlayerId;
use super::view::Phase;
use super::vocabulary::RoomReject;
use crate::game::Game;

pub(super) type Checked<G, T = ()> = Result<T, RoomReject<G>>;
pub(super) type Effects<G> = Vec<RoomEffect<G>>;

/// Who may give a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Anybody,
    Seated,
    Host,
}

/// The rule of a command.
pub(super) struct Rule<'c, G: Game> {
    pub(super) who: Who,
    pub(super) phases: &'static [Phase],
    pub(super) rest: &'c dyn Rest<G>,
}

/// The rest of a rule: what else must hold, and what the command does.
pub(super) trait Rest<G: Game> {
    fn check(&self, room: &Room<G>, id: PlayerId) -> Checked<G>;

    /// Checks, and carries the command out with what the check has found.
    fn obey(&self, room: &mut Room<G>, id: PlayerId, effects: &mut Effects<G>) -> Checked<G>;
}

/// A check, and an effect that takes what the check finds: it cannot be run without the check, and
/// nothing is looked up twice.
struct Checking<C, R> {
    check: C,
    run: R,
}

impl<G: Game, Found, C, R> Rest<G> for Checking<C, R>
where
    C: Fn(&Room<G>, PlayerId) -> Checked<G, Found>,
    R: Fn(&mut Room<G>, PlayerId, Found, &mut Effects<G>) -> Checked<G>,
{
    fn check(&self, room: &Room<G>, id: PlayerId) -> Checked<G> {
        (self.check)(room, id).map(drop)
    }

    fn obey(&self, room: &mut Room<G>, id: PlayerId, effects: &mut Effects<G>) -> Checked<G> {
        let found = (self.check)(room, id)?;
        (self.run)(room, id, found, effects)
    }
}

/// Shows a rule to `look`. Its effect gets what its check has found.
pub(super) fn rule<G: Game, Found>(
    look: &mut dyn FnMut(&Rule<'_, G>),
    who: Who,
    phases: &'static [Phase],
    check: impl Fn(&Room<G>, PlayerId) -> Checked<G, Found>,
    run: impl Fn(&mut Room<G>, PlayerId, Found, &mut Effects<G>) -> Checked<G>,
) {
    look(&Rule { who, phases, rest: &Checking { check, run } });
}

/// The check that always passes.
#[allow(clippy::unnecessary_wraps)] // Same signature as the other checks.
pub(super) fn free<G: Game>(_: &Room<G>, _: PlayerId) -> Checked<G> {
    Ok(())
}

pub(super) fn require<G: Game>(holds: bool, otherwise: RoomReject<G>) -> Checked<G> {
    if holds { Ok(()) } else { Err(otherwise) }
}

//! The wheel: its angle, how it is pushed, and how far it turns (MM-9, MM-38 to MM-40).

use croupier_kit::cards::Dice;
use serde::{Deserialize, Serialize};

/// MM-9: the angle of the wheel, in degrees from 0 to 359. The mode follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u16", into = "u16")]
pub struct Angle(u16);

impl Angle {
    /// An angle, normalized to less than 360.
    #[inline]
    pub fn new(degrees: u16) -> Self {
        Self(degrees % 360)
    }

    /// The degrees, from 0 to 359.
    #[inline]
    pub fn degrees(self) -> u16 {
        self.0
    }

    /// MM-9: 0 to 179 is Max, 180 to 359 is Min.
    #[inline]
    pub fn mode(self) -> Mode {
        if self.0 < 180 { Mode::Max } else { Mode::Min }
    }

    /// The angle after turning this many degrees.
    #[inline]
    #[must_use]
    pub fn turned(self, degrees: u16) -> Self {
        let turned = (u32::from(self.0) + u32::from(degrees)) % 360;
        #[allow(clippy::cast_possible_truncation)] // Less than 360.
        Self(turned as u16)
    }
}

/// A number of degrees that is not less than 360.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no angle")]
pub struct AngleError(u16);

impl TryFrom<u16> for Angle {
    type Error = AngleError;

    fn try_from(degrees: u16) -> Result<Self, AngleError> {
        if degrees < 360 { Ok(Self(degrees)) } else { Err(AngleError(degrees)) }
    }
}

impl From<Angle> for u16 {
    fn from(angle: Angle) -> Self {
        angle.0
    }
}

/// What the wheel says: whether high or low cards go, and whether they are added or subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Equal or lower cards go; their value is subtracted.
    Min,
    /// Equal or higher cards go; their value is added.
    Max,
}

impl Mode {
    /// The opposite mode.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Min => Self::Max,
            Self::Max => Self::Min,
        }
    }
}

/// How hard the wheel is pushed, per mille. What a client sends is a number from 0 to 1; it is
/// converted when it is read (MM-38), and what makes no sense is kept as just that, so that it can
/// be refused for the right reason (MM-39).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "ForceWritten", into = "ForceWritten")]
pub struct Force(Option<u16>);

/// A force as it is written: `force` by clients, `force_milli` in lists, records and logs.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ForceWritten {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    force: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    force_milli: Option<u32>,
}

impl From<ForceWritten> for Force {
    fn from(written: ForceWritten) -> Self {
        match (written.force, written.force_milli) {
            (Some(force), None) => Self::from_unit(force),
            (None, Some(milli)) => u16::try_from(milli).map_or(Self(None), Self::from_milli),
            _ => Self(None),
        }
    }
}

impl From<Force> for ForceWritten {
    fn from(force: Force) -> Self {
        Self { force: None, force_milli: force.0.map(u32::from) }
    }
}

/// MM-C8: the force with which the server spins for a player who cannot play, per mille.
pub(crate) const SERVER_FORCE: u16 = 500;

impl Force {
    /// MM-80: the canonical force of every band.
    pub const CANONICAL: [Self; 4] =
        [Self(Some(50)), Self(Some(300)), Self(Some(800)), Self(Some(1000))];

    /// A force per mille. More than 1000 is invalid.
    pub fn from_milli(milli: u16) -> Self {
        Self((milli <= 1000).then_some(milli))
    }

    /// MM-38: a force from 0 to 1. Anything else is invalid (MM-39).
    pub fn from_unit(force: f64) -> Self {
        let sound = (0.0..=1.0).contains(&force);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // From 0 to 1000.
        Self(sound.then(|| (force * 1000.0 + 0.5).floor() as u16))
    }

    /// `validForce`: the force per mille, if it is valid.
    #[inline]
    pub fn milli(self) -> Option<u16> {
        self.0
    }
}

/// MM-38: ranges of force with the same effect. Two forces of one band are the same action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// 0 to 100 per mille.
    Soft,
    /// 101 to 500.
    Medium,
    /// 501 to 999.
    Hard,
    /// 1000.
    Full,
}

impl Band {
    /// All four, from soft to full.
    pub const ALL: [Self; 4] = [Self::Soft, Self::Medium, Self::Hard, Self::Full];

    /// The band of a force per mille.
    #[inline]
    pub fn of(milli: u16) -> Self {
        match milli {
            0..=100 => Self::Soft,
            101..=500 => Self::Medium,
            501..=999 => Self::Hard,
            _ => Self::Full,
        }
    }

    /// The force that represents it in lists (MM-80).
    pub fn force(self) -> Force {
        Force::CANONICAL[self as usize]
    }

    /// The minimum and maximum turn in degrees.
    #[inline]
    pub fn degrees(self) -> (u16, u16) {
        [(15, 90), (45, 180), (90, 360), (360, 2880)][self as usize]
    }

    /// The probability that a spin in this band changes the mode.
    pub fn flip_chance(self, angle: Angle) -> f64 {
        let (low, high) = self.degrees();
        let place = angle.degrees() % 180;
        // How many of the first `degrees` degrees from the start of this half lie in the other
        // half.
        let other_side = |degrees: u16| degrees / 360 * 180 + (degrees % 360).saturating_sub(180);
        let flips = other_side(place + high + 1) - other_side(place + low);
        f64::from(flips) / f64::from(high - low + 1)
    }
}

/// `pendingSpin`: a spin that has not come to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Spin {
    /// Where it began.
    pub from: Angle,
    /// How far it goes.
    pub degrees: u16,
    /// How hard it was pushed, per mille.
    pub force_milli: u16,
}

impl Spin {
    /// `computeSpin`: spins with a single draw from the dice (MM-38).
    #[inline]
    pub fn draw(from: Angle, force_milli: u16, dice: &mut Dice) -> Self {
        let (low, high) = Band::of(force_milli).degrees();
        let degrees = u16::try_from(dice.int(low.into(), high.into())).unwrap_or(high);
        Self { from, degrees, force_milli }
    }

    /// Whether a spin from this angle is possible (MM-38).
    pub(crate) fn is_possible(self, from: Angle) -> bool {
        let (low, high) = Band::of(self.force_milli).degrees();
        let fits = (low..=high).contains(&self.degrees) && self.force_milli <= 1000;
        fits && self.from == from
    }

    /// The angle at which it stops.
    #[inline]
    pub fn to(self) -> Angle {
        self.from.turned(self.degrees)
    }
}

//! The 24 card types (DW-3) and card ids of one byte (DW-5).

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What sort of card a type is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Worth its number and nothing else.
    Common,
    /// Adds its number and demands another play.
    Tracker,
    /// Lowers the opponent's value and demands another play.
    Blocker,
    /// Worth 6, with an effect of defence.
    Firewall,
    /// Worth 6, with an effect of attack.
    Move,
    /// Three of them win the game.
    Launch,
    /// Shares the pile out.
    Grab,
}

/// What a special card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardEffect {
    /// DW-64.
    Tracker,
    /// DW-65.
    Blocker,
    /// DW-96.
    ForcedEmpathy,
    /// DW-124.
    OpenWhatYouWant,
    /// DW-117.
    MandatoryRecall,
    /// DW-99.
    TrackerSmacker,
    /// DW-119.
    LeveragedBuyout,
    /// DW-104.
    HostileTakeover,
    /// DW-120.
    TemperTantrum,
    /// DW-118.
    PatentTheft,
    /// DW-112.
    LaunchStack,
    /// DW-130.
    DataGrab,
}

impl CardEffect {
    /// The name used in sentences: that of the card, or of its family.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tracker => "tracker",
            Self::Blocker => "blocker",
            Self::ForcedEmpathy => "Forced Empathy",
            Self::OpenWhatYouWant => "Open What You Want",
            Self::MandatoryRecall => "Mandatory Recall",
            Self::TrackerSmacker => "Tracker Smacker",
            Self::LeveragedBuyout => "Leveraged Buyout",
            Self::HostileTakeover => "Hostile Takeover",
            Self::TemperTantrum => "Temper Tantrum",
            Self::PatentTheft => "Patent Theft",
            Self::LaunchStack => "Launch Stack",
            Self::DataGrab => "Data Grab",
        }
    }

    /// DW-90: whether it takes effect at the settlement instead of at the reveal.
    pub fn is_queued(self) -> bool {
        !matches!(self, Self::ForcedEmpathy | Self::TrackerSmacker | Self::HostileTakeover)
    }

    /// DW-91: whether the opponent's Tracker Smacker cancels it.
    pub fn can_be_smacked(self) -> bool {
        use CardEffect::{Blocker, LeveragedBuyout, PatentTheft, TemperTantrum, Tracker};
        matches!(self, Tracker | Blocker | PatentTheft | LeveragedBuyout | TemperTantrum)
    }
}

/// A row of the table of card types.
#[derive(Debug)]
pub struct Row {
    /// The two-letter code used in examples and scenarios: `C5`.
    pub code: &'static str,
    /// The name in logs and lists: `common-5`.
    pub type_id: &'static str,
    /// The name on the card.
    pub name: &'static str,
    /// The card's family.
    pub family: Family,
    /// Its effect; none for common cards.
    pub effect: Option<CardEffect>,
    /// The value, 0 to 6.
    pub value: u8,
    /// Whether it requires another play.
    pub again: bool,
    /// How many copies the standard deck has.
    pub copies: u8,
    /// The effect in a few words.
    pub short: &'static str,
    /// The maximum number of copies in any game. Mirrored and test decks have more copies than the
    /// standard deck (DW-11, DW-12), and all ids must fit in one byte.
    pub most: u8,
}

const fn row(
    (code, type_id, name): (&'static str, &'static str, &'static str),
    (family, effect): (Family, Option<CardEffect>),
    (value, again): (u8, bool),
    (copies, most): (u8, u8),
    short: &'static str,
) -> Row {
    Row { code, type_id, name, family, effect, value, again, copies, short, most }
}

const TRACKER: (Family, Option<CardEffect>) = (Family::Tracker, Some(CardEffect::Tracker));
const BLOCKER: (Family, Option<CardEffect>) = (Family::Blocker, Some(CardEffect::Blocker));
const LAUNCH: (Family, Option<CardEffect>) = (Family::Launch, Some(CardEffect::LaunchStack));
const COMMON: (Family, Option<CardEffect>) = (Family::Common, None);

const fn firewall(effect: CardEffect) -> (Family, Option<CardEffect>) {
    (Family::Firewall, Some(effect))
}
const fn a_move(effect: CardEffect) -> (Family, Option<CardEffect>) {
    (Family::Move, Some(effect))
}

/// The number of card types.
pub const TYPES: usize = 24;

/// DW-3: the card types, in the order of the specification.
#[rustfmt::skip]
pub static TABLE: [Row; TYPES] = [
    row(("C1", "common-1", "Secret Spyware"), COMMON, (1, false), (8, 24), "worth 1"),
    row(("C2", "common-2", "Hidden Pixel"), COMMON, (2, false), (8, 24), "worth 2"),
    row(("C3", "common-3", "Cafe Pirates"), COMMON, (3, false), (8, 24), "worth 3"),
    row(("C4", "common-4", "Email Trail"), COMMON, (4, false), (8, 24), "worth 4"),
    row(("C5", "common-5", "Cookie Crumbs"), COMMON, (5, false), (8, 24), "worth 5"),
    row(("T1", "tracker-1", "Cross Site Stalker"), TRACKER, (1, true), (2, 8), "counts 1, play another card on top"),
    row(("T2", "tracker-2", "Social Snooper"), TRACKER, (2, true), (2, 8), "counts 2, play another card on top"),
    row(("T3", "tracker-3", "Cursed Cursor"), TRACKER, (3, true), (2, 8), "counts 3, play another card on top"),
    row(("B1", "blocker-1", "Tracking Shield"), BLOCKER, (0, true), (2, 8), "opponent's turn value −1, play another card"),
    row(("B2", "blocker-2", "Cookie Vault"), BLOCKER, (0, true), (2, 8), "opponent's turn value −2, play another card"),
    row(("FE", "firewall-empathy", "Forced Empathy"), firewall(CardEffect::ForcedEmpathy), (6, false), (1, 5), "swap decks at once"),
    row(("OW", "firewall-open", "Open What You Want"), firewall(CardEffect::OpenWhatYouWant), (6, false), (1, 5), "next turn choose your card from your top three"),
    row(("MR", "firewall-recall", "Mandatory Recall"), firewall(CardEffect::MandatoryRecall), (6, false), (1, 5), "win the turn: opponent's stacks go back into their deck"),
    row(("TS", "firewall-smacker", "Tracker Smacker"), firewall(CardEffect::TrackerSmacker), (6, false), (1, 5), "this turn the opponent's trackers, blockers and three moves do nothing"),
    row(("LB", "move-buyout", "Leveraged Buyout"), a_move(CardEffect::LeveragedBuyout), (6, false), (1, 5), "win the turn: take the opponent's top two cards"),
    row(("HT", "move-takeover", "Hostile Takeover"), a_move(CardEffect::HostileTakeover), (6, false), (1, 5), "the opponent must fight a war alone against this 6"),
    row(("TT", "move-tantrum", "Temper Tantrum"), a_move(CardEffect::TemperTantrum), (6, false), (1, 5), "lose the turn: take two of the winner's played cards"),
    row(("PT", "move-theft", "Patent Theft"), a_move(CardEffect::PatentTheft), (6, false), (1, 5), "win the turn: steal one stack"),
    row(("L1", "ls-shadow-cabinet", "Shadow Cabinet"), LAUNCH, (0, true), (1, 5), "the turn's winner collects it; three win the game"),
    row(("L2", "ls-rocket-company", "Rocket Company"), LAUNCH, (0, true), (1, 5), "the turn's winner collects it; three win the game"),
    row(("L3", "ls-newspaper", "Silenced Newspaper"), LAUNCH, (0, true), (1, 5), "the turn's winner collects it; three win the game"),
    row(("L4", "ls-energy-grid", "Diverted Grid"), LAUNCH, (0, true), (1, 5), "the turn's winner collects it; three win the game"),
    row(("L5", "ls-nanny-platform", "Robot Nanny"), LAUNCH, (0, true), (1, 5), "the turn's winner collects it; three win the game"),
    row(("DG", "data-grab", "Data Grab"), (Family::Grab, Some(CardEffect::DataGrab)), (0, false), (3, 12), "the pile is shared out instead of won"),
];

/// A card type: an index into the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardType(u8);

impl CardType {
    /// All types, in table order.
    #[allow(clippy::cast_possible_truncation)] // There are 24.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..TYPES as u8).map(Self)
    }

    /// Its index in the table.
    pub fn at(self) -> usize {
        usize::from(self.0)
    }

    /// Its row of the table.
    pub fn row(self) -> &'static Row {
        &TABLE[self.at()]
    }

    /// The type with this type id or code.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.row().type_id == name || kind.row().code == name)
    }

    /// The card of this type with this copy number, counted from 1.
    pub fn copy(self, number: u8) -> Option<CardId> {
        (1..=self.row().most).contains(&number).then(|| CardId::new(FIRST[self.at()] + number - 1))
    }
}

impl fmt::Debug for CardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().code)
    }
}

/// The id before the first one of every type.
static FIRST: [u8; TYPES] = firsts();

const fn firsts() -> [u8; TYPES] {
    let (mut firsts, mut at, mut next) = ([0; TYPES], 0, 0);
    while at < TYPES {
        firsts[at] = next;
        next += TABLE[at].most;
        at += 1;
    }
    firsts
}

/// What the rules look up most often, indexed by card id.
#[derive(Clone, Copy)]
struct Facts {
    kind: u8,
    again: bool,
    effect: Option<CardEffect>,
    weight: Weight,
}

/// The contribution of one or several cards to the turn values. Three numbers are packed into one
/// so that a whole sequence is summed with a single addition per card; at most 132 cards of value 6
/// fit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Weight(u64);

impl Weight {
    #[allow(clippy::cast_lossless)] // `u64::from` is not const.
    const fn new(plain: u8, tracker: u8, blocker: u8) -> Self {
        Self(plain as u64 | (tracker as u64) << 16 | (blocker as u64) << 32)
    }

    /// The sum of all values except trackers'.
    #[inline]
    pub(crate) fn plain(self) -> u16 {
        self.part(0)
    }

    /// The sum of the trackers' values.
    #[inline]
    pub(crate) fn tracker(self) -> u16 {
        self.part(16)
    }

    /// How much it lowers the opponent's value.
    #[inline]
    pub(crate) fn blocker(self) -> u16 {
        self.part(32)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // Truncation separates the packed parts.
    fn part(self, from: u32) -> u16 {
        (self.0 >> from) as u16
    }
}

impl std::ops::Add for Weight {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

static FACTS: [Facts; 256] = facts();

const fn facts() -> [Facts; 256] {
    let none = Facts { kind: 0, again: false, effect: None, weight: Weight::new(0, 0, 0) };
    let (mut facts, mut kind, mut next) = ([none; 256], 0, 1);
    while kind < TYPES {
        let row = &TABLE[kind];
        let is_tracker = matches!(row.family, Family::Tracker);
        let strength =
            if matches!(row.family, Family::Blocker) { row.code.as_bytes()[1] - b'0' } else { 0 };
        let mut copy = 0;
        while copy < row.most {
            facts[next] = Facts {
                #[allow(clippy::cast_possible_truncation)] // There are 24.
                kind: kind as u8,
                again: row.again,
                effect: row.effect,
                weight: if is_tracker {
                    Weight::new(0, row.value, strength)
                } else {
                    Weight::new(row.value, 0, strength)
                },
            };
            next += 1;
            copy += 1;
        }
        kind += 1;
    }
    facts
}

/// A card in one byte: its type and copy number. Written `common-3-07`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(NonZeroU8);

impl CardId {
    const fn new(before: u8) -> Self {
        // `before` is at most 236: the sum of all `most`, minus one.
        Self(NonZeroU8::MIN.saturating_add(before))
    }

    #[inline]
    fn facts(self) -> Facts {
        FACTS[usize::from(self.0.get())]
    }

    /// A number from 1 to 237.
    pub fn number(self) -> usize {
        usize::from(self.0.get())
    }

    /// Its type.
    #[inline]
    pub fn kind(self) -> CardType {
        CardType(self.facts().kind)
    }

    /// Its copy number, counted from 1.
    pub fn copy(self) -> u8 {
        self.0.get() - FIRST[self.kind().at()]
    }

    /// Its row of the table.
    pub fn row(self) -> &'static Row {
        self.kind().row()
    }

    /// Its effect; none for common cards.
    #[inline]
    pub fn effect(self) -> Option<CardEffect> {
        self.facts().effect
    }

    /// Its contribution to the turn values.
    #[inline]
    pub(crate) fn weight(self) -> Weight {
        FACTS[usize::from(self.0.get())].weight
    }

    /// Whether it requires another play.
    #[inline]
    pub fn again(self) -> bool {
        self.facts().again
    }

    /// DW-94: whether it counts as a Launch Stack once it is revealed.
    pub fn is_launch_stack(self) -> bool {
        self.effect() == Some(CardEffect::LaunchStack)
    }

    /// DW-8: the 66 cards in table order.
    pub fn standard_deck() -> impl Iterator<Item = Self> {
        CardType::all().flat_map(|kind| (1..=kind.row().copies).filter_map(move |n| kind.copy(n)))
    }
}

impl Default for CardId {
    fn default() -> Self {
        Self::new(0)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.row().type_id, self.copy())
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a valid card id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no card id; they look like common-3-07")]
pub struct ParseCardIdError(pub String);

impl FromStr for CardId {
    type Err = ParseCardIdError;

    fn from_str(text: &str) -> Result<Self, ParseCardIdError> {
        let parse = || {
            let (type_id, copy) = text.rsplit_once('-')?;
            let digits = copy.len() == 2 && copy.bytes().all(|byte| byte.is_ascii_digit());
            let kind = CardType::all().find(|kind| kind.row().type_id == type_id)?;
            kind.copy(copy.parse().ok().filter(|_| digits)?)
        };
        parse().ok_or_else(|| ParseCardIdError(text.to_owned()))
    }
}

impl Serialize for CardId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Readable text in formats for people, a single byte in binary formats.
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.0.get())
        }
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(CardId, "CardId", |_| schemars::json_schema!({
    "description": "One card: its type and which copy of it (DW-5), as in `common-3-07`.",
    "type": "string",
    "pattern": "^[a-z0-9-]+-[0-9]{2}$",
}));

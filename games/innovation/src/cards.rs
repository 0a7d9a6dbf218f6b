//! The 105 cards (IN-1 to IN-3): their names, ages, colours and icons.
//!
//! The table is `docs/specs/innovation-cards.csv`; a test compares the two.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of cards.
pub const CARDS: usize = 105;
/// The highest age.
pub const AGES: u8 = 10;

/// The five colours, in the order in which piles are gone through (IN-104).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Colour {
    Blue,
    Green,
    Purple,
    Red,
    Yellow,
}

impl Colour {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Yellow];

    /// The word of the specification.
    pub fn name(self) -> &'static str {
        ["blue", "green", "purple", "red", "yellow"][self as usize]
    }
}

/// The six icons (IN-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Icon {
    /// Ages 1 to 3 only.
    Castle,
    Crown,
    Leaf,
    Bulb,
    /// From age 4 on.
    Factory,
    /// From age 7 on.
    Clock,
}

impl Icon {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Castle, Self::Crown, Self::Leaf, Self::Bulb, Self::Factory, Self::Clock];

    /// The word of the specification.
    pub fn name(self) -> &'static str {
        ["castle", "crown", "leaf", "bulb", "factory", "clock"][self as usize]
    }
}

/// What is printed on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// The title.
    pub name: &'static str,
    /// Its age, which is its value.
    pub age: u8,
    /// Its colour.
    pub colour: Colour,
    /// Top left, bottom left, bottom middle, bottom right. One of them is the picture.
    pub slots: [Option<Icon>; 4],
}

impl Face {
    /// How many times an icon is on the card.
    pub const fn count(&self, icon: Icon) -> u8 {
        let (mut at, mut count) = (0, 0);
        while at < 4 {
            if let Some(found) = self.slots[at]
                && found as u8 == icon as u8
            {
                count += 1;
            }
            at += 1;
        }
        count
    }
}

macro_rules! slot {
    (hex) => {
        None
    };
    (castle) => {
        Some(Icon::Castle)
    };
    (crown) => {
        Some(Icon::Crown)
    };
    (leaf) => {
        Some(Icon::Leaf)
    };
    (bulb) => {
        Some(Icon::Bulb)
    };
    (factory) => {
        Some(Icon::Factory)
    };
    (clock) => {
        Some(Icon::Clock)
    };
}

macro_rules! cards {
    ($($card:ident = $id:literal, $name:literal, $age:literal, $colour:ident,
        [$($slot:ident)+];)+) => {
        /// A card, by its title. The number is its id (IN-1).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Card {
            $(#[doc = $name] $card = $id,)+
        }

        /// Every card, by id.
        const ALL: [Card; CARDS] = [$(Card::$card),+];

        /// What is printed on them, by id.
        pub(crate) const FACES: [Face; CARDS] = [$(Face {
            name: $name,
            age: $age,
            colour: Colour::$colour,
            slots: [$(slot!($slot)),+],
        }),+];
    };
}

cards! {
    // Age 1.
    Agriculture = 1, "Agriculture", 1, Yellow, [hex leaf leaf leaf];
    Archery = 2, "Archery", 1, Red, [castle bulb hex castle];
    CityStates = 3, "City States", 1, Purple, [hex crown crown castle];
    Clothing = 4, "Clothing", 1, Green, [hex crown leaf leaf];
    CodeOfLaws = 5, "Code of Laws", 1, Purple, [hex crown crown leaf];
    Domestication = 6, "Domestication", 1, Yellow, [castle crown hex castle];
    Masonry = 7, "Masonry", 1, Yellow, [castle hex castle castle];
    Metalworking = 8, "Metalworking", 1, Red, [castle castle hex castle];
    Mysticism = 9, "Mysticism", 1, Purple, [hex castle castle castle];
    Oars = 10, "Oars", 1, Red, [castle crown hex castle];
    Pottery = 11, "Pottery", 1, Blue, [hex leaf leaf leaf];
    Sailing = 12, "Sailing", 1, Green, [crown crown hex leaf];
    TheWheel = 13, "The Wheel", 1, Green, [hex castle castle castle];
    Tools = 14, "Tools", 1, Blue, [hex bulb bulb castle];
    Writing = 15, "Writing", 1, Blue, [hex bulb bulb crown];
    // Age 2.
    Calendar = 16, "Calendar", 2, Blue, [hex leaf leaf bulb];
    CanalBuilding = 17, "Canal Building", 2, Yellow, [hex crown leaf crown];
    Construction = 18, "Construction", 2, Red, [castle hex castle castle];
    Currency = 19, "Currency", 2, Green, [leaf crown hex crown];
    Fermenting = 20, "Fermenting", 2, Yellow, [leaf leaf hex castle];
    Mapmaking = 21, "Mapmaking", 2, Green, [hex crown crown castle];
    Mathematics = 22, "Mathematics", 2, Blue, [hex bulb crown bulb];
    Monotheism = 23, "Monotheism", 2, Purple, [hex castle castle castle];
    Philosophy = 24, "Philosophy", 2, Purple, [hex bulb bulb bulb];
    RoadBuilding = 25, "Road Building", 2, Red, [castle castle hex castle];
    // Age 3.
    Alchemy = 26, "Alchemy", 3, Blue, [hex leaf castle castle];
    Compass = 27, "Compass", 3, Green, [hex crown crown leaf];
    Education = 28, "Education", 3, Purple, [bulb bulb bulb hex];
    Engineering = 29, "Engineering", 3, Red, [castle hex bulb castle];
    Feudalism = 30, "Feudalism", 3, Purple, [hex castle leaf castle];
    Machinery = 31, "Machinery", 3, Yellow, [leaf leaf hex castle];
    Medicine = 32, "Medicine", 3, Yellow, [crown leaf leaf hex];
    Optics = 33, "Optics", 3, Red, [crown crown crown hex];
    Paper = 34, "Paper", 3, Green, [hex bulb bulb crown];
    Translation = 35, "Translation", 3, Blue, [hex crown crown crown];
    // Age 4.
    Anatomy = 36, "Anatomy", 4, Yellow, [leaf leaf leaf hex];
    Colonialism = 37, "Colonialism", 4, Red, [hex factory bulb factory];
    Enterprise = 38, "Enterprise", 4, Purple, [hex crown crown crown];
    Experimentation = 39, "Experimentation", 4, Blue, [hex bulb bulb bulb];
    Gunpowder = 40, "Gunpowder", 4, Red, [hex factory crown factory];
    Invention = 41, "Invention", 4, Green, [hex bulb bulb factory];
    Navigation = 42, "Navigation", 4, Green, [hex crown crown crown];
    Perspective = 43, "Perspective", 4, Yellow, [hex bulb bulb leaf];
    PrintingPress = 44, "Printing Press", 4, Blue, [hex bulb bulb crown];
    Reformation = 45, "Reformation", 4, Purple, [leaf leaf hex leaf];
    // Age 5.
    Astronomy = 46, "Astronomy", 5, Purple, [crown bulb bulb hex];
    Banking = 47, "Banking", 5, Green, [factory crown hex crown];
    Chemistry = 48, "Chemistry", 5, Blue, [factory bulb factory hex];
    Coal = 49, "Coal", 5, Red, [factory factory factory hex];
    Measurement = 50, "Measurement", 5, Green, [bulb leaf bulb hex];
    Physics = 51, "Physics", 5, Blue, [factory bulb bulb hex];
    Societies = 52, "Societies", 5, Purple, [crown hex bulb crown];
    Statistics = 53, "Statistics", 5, Yellow, [leaf bulb leaf hex];
    SteamEngine = 54, "Steam Engine", 5, Yellow, [hex factory crown factory];
    ThePirateCode = 55, "The Pirate Code", 5, Red, [crown factory crown hex];
    // Age 6.
    AtomicTheory = 56, "Atomic Theory", 6, Blue, [bulb bulb bulb hex];
    Canning = 57, "Canning", 6, Yellow, [hex factory leaf factory];
    Classification = 58, "Classification", 6, Green, [bulb bulb bulb hex];
    Democracy = 59, "Democracy", 6, Purple, [crown bulb bulb hex];
    Emancipation = 60, "Emancipation", 6, Purple, [factory bulb factory hex];
    Encyclopedia = 61, "Encyclopedia", 6, Blue, [hex crown crown crown];
    Industrialization = 62, "Industrialization", 6, Red, [crown factory factory hex];
    MachineTools = 63, "Machine Tools", 6, Red, [factory factory hex factory];
    MetricSystem = 64, "Metric System", 6, Green, [hex factory crown crown];
    Vaccination = 65, "Vaccination", 6, Yellow, [leaf factory leaf hex];
    // Age 7.
    Bicycle = 66, "Bicycle", 7, Green, [crown crown clock hex];
    Combustion = 67, "Combustion", 7, Red, [crown crown factory hex];
    Electricity = 68, "Electricity", 7, Green, [bulb factory hex factory];
    Evolution = 69, "Evolution", 7, Blue, [bulb bulb bulb hex];
    Explosives = 70, "Explosives", 7, Red, [hex factory factory factory];
    Lighting = 71, "Lighting", 7, Purple, [hex leaf clock leaf];
    Publications = 72, "Publications", 7, Blue, [hex bulb clock bulb];
    Railroad = 73, "Railroad", 7, Purple, [clock factory clock hex];
    Refrigeration = 74, "Refrigeration", 7, Yellow, [hex leaf leaf crown];
    Sanitation = 75, "Sanitation", 7, Yellow, [leaf leaf hex leaf];
    // Age 8.
    Antibiotics = 76, "Antibiotics", 8, Yellow, [leaf leaf leaf hex];
    Corporations = 77, "Corporations", 8, Green, [hex factory factory crown];
    Empiricism = 78, "Empiricism", 8, Purple, [bulb bulb bulb hex];
    Flight = 79, "Flight", 8, Red, [crown hex clock crown];
    MassMedia = 80, "Mass Media", 8, Green, [bulb hex clock bulb];
    Mobility = 81, "Mobility", 8, Red, [hex factory clock factory];
    QuantumTheory = 82, "Quantum Theory", 8, Blue, [clock clock clock hex];
    Rocketry = 83, "Rocketry", 8, Blue, [clock clock clock hex];
    Skyscrapers = 84, "Skyscrapers", 8, Yellow, [hex factory crown crown];
    Socialism = 85, "Socialism", 8, Purple, [leaf hex leaf leaf];
    // Age 9.
    Collaboration = 86, "Collaboration", 9, Green, [hex crown clock crown];
    Composites = 87, "Composites", 9, Red, [factory factory hex factory];
    Computers = 88, "Computers", 9, Blue, [clock hex clock factory];
    Ecology = 89, "Ecology", 9, Yellow, [leaf bulb bulb hex];
    Fission = 90, "Fission", 9, Red, [hex clock clock clock];
    Genetics = 91, "Genetics", 9, Blue, [bulb bulb bulb hex];
    Satellites = 92, "Satellites", 9, Green, [hex clock clock clock];
    Services = 93, "Services", 9, Purple, [hex leaf leaf leaf];
    Specialization = 94, "Specialization", 9, Purple, [hex factory leaf factory];
    Suburbia = 95, "Suburbia", 9, Yellow, [hex crown leaf leaf];
    // Age 10.
    Ai = 96, "A.I.", 10, Purple, [bulb bulb clock hex];
    Bioengineering = 97, "Bioengineering", 10, Blue, [bulb clock clock hex];
    Databases = 98, "Databases", 10, Green, [hex clock clock clock];
    Globalization = 99, "Globalization", 10, Yellow, [hex factory factory factory];
    Miniaturization = 100, "Miniaturization", 10, Red, [hex bulb clock bulb];
    Robotics = 101, "Robotics", 10, Red, [hex factory clock factory];
    SelfService = 102, "Self Service", 10, Green, [hex crown crown crown];
    Software = 103, "Software", 10, Blue, [clock clock clock hex];
    StemCells = 104, "Stem Cells", 10, Yellow, [hex leaf leaf leaf];
    TheInternet = 105, "The Internet", 10, Purple, [hex clock clock bulb];
}

static FACE: [Face; CARDS] = FACES;

/// The featured icon of every card: its most frequent one (IN-3).
static FEATURED: [Icon; CARDS] = {
    let mut featured = [Icon::Castle; CARDS];
    let mut at = 0;
    while at < CARDS {
        let mut icon = 1;
        while icon < Icon::ALL.len() {
            if FACES[at].count(Icon::ALL[icon]) > FACES[at].count(featured[at]) {
                featured[at] = Icon::ALL[icon];
            }
            icon += 1;
        }
        at += 1;
    }
    featured
};

impl Card {
    /// All cards in order of their ids: by age, then by name.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        ALL.into_iter()
    }

    /// The card with an id from 1 to 105.
    #[inline]
    pub fn from_id(id: u8) -> Option<Self> {
        ALL.get(usize::from(id).wrapping_sub(1)).copied()
    }

    /// The card with this title.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|card| card.name() == name)
    }

    /// Its id, from 1 to 105.
    #[inline]
    pub fn id(self) -> u8 {
        self as u8
    }

    /// Its index among all cards, from 0 to 104.
    #[inline]
    pub fn index(self) -> usize {
        self as usize - 1
    }

    /// What is printed on it.
    #[inline]
    pub fn face(self) -> &'static Face {
        &FACE[self.index()]
    }

    /// Its title.
    pub fn name(self) -> &'static str {
        self.face().name
    }

    /// Its age, which is its value.
    #[inline]
    pub fn age(self) -> u8 {
        self.face().age
    }

    /// Its colour.
    #[inline]
    pub fn colour(self) -> Colour {
        self.face().colour
    }

    /// Whether an icon is on it.
    #[inline]
    pub fn has(self, icon: Icon) -> bool {
        self.face().count(icon) > 0
    }

    /// Its featured icon (IN-3).
    #[inline]
    pub fn featured(self) -> Icon {
        FEATURED[self.index()]
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// On the wire a card is its title; in a save it is its id (IN-126).
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format!("there is no card {name:?}"));
        Self::named(&name).ok_or_else(unknown)
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(Card, "Card", |_| schemars::json_schema!({
    "description": "A card by its title.",
    "type": "string",
}));

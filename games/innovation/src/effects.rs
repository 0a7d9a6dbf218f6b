//! The 157 effects, one small function each, grouped by age.
//!
//! ```text
//! /// Oars, effect 1 (demand): a crown card from your hand to my score pile; if you do, draw a 1.
//! pub(super) fn oars_1(fx: &mut Effect<'_>) -> Resolved {
//!     match fx.must_pick(fx.hand().with(Crown))? {
//!         Some(card) => {
//!             fx.transfer(card, Score(fx.activator()))?;
//!             fx.draw(1)?;
//!         }
//!         None => fx.prove(fx.me()),
//!     }
//!     fx.done()
//! }
//! ```
//!
//! # How a body runs
//!
//! A body runs for **one** player, [`fx.me()`](Effect::me): the victim of a demand, or the player
//! who shares or has activated the card. The engine loops over victims and sharers, fixes the icon
//! counts, detects sharing for the bonus, keeps the Monument counters, checks special achievements
//! after every single move and ends the game at once where necessary. A body does none of that.
//!
//! It is straight-line code. Everything that can end the game or has to wait for an answer ends in
//! `?`, verbs and questions alike. A question without an answer stops the body there; when the
//! answer arrives, the body is run **again from its first line**, on the position it started with,
//! silently, and reaches the same question with the answer available. So a body may keep anything
//! in local variables, even across questions, but it must depend on nothing except `fx`.
//!
//! # Queries
//!
//! [`hand`](Effect::hand), [`score_pile`](Effect::score_pile), [`tops`](Effect::tops) are sets of
//! cards of the executing player; `hand_of(seat)` and so on are those of others. Sets are filtered
//! and counted: `.with(Leaf)`, `.without(Factory)`, `.of_colour(Red)`, `.not_of_colour(Green)`,
//! `.of_value(3)`, `.up_to(4)`, `.highest()`, `.lowest()`, `.highest_value()` (0 if empty), `.len()`,
//! `.values()` (how many different ones), `.but(card)`, and `|`, `&`, `-`.
//! Then [`top`](Effect::top), [`bottom`](Effect::bottom), [`beneath`](Effect::beneath),
//! [`pile`](Effect::pile), [`pile_len`](Effect::pile_len), [`colours`](Effect::colours),
//! [`splayed`](Effect::splayed), [`icons`](Effect::icons), [`points_of`](Effect::points_of),
//! [`others`](Effect::others) (clockwise), [`everyone`](Effect::everyone), [`hit`](Effect::hit)
//! (IN-64; set automatically when a demand transfers or returns a card). Sets are copies: a set
//! taken before a move does not change, which is what "fixed first" and "counted once" mean.
//!
//! # Verbs
//!
//! `draw`, `draw_and_meld`, `draw_and_tuck`, `draw_and_score`, `draw_and_reveal` (all give the card),
//! `meld`, `tuck`, `score`, `give_back` (return), `transfer(card, Hand(seat) | Board(seat) |
//! Score(seat))`, `exchange((place, set), (place, set))`, `splay`, `reveal`, `prove` (IN-85),
//! `rearrange`, `claim`, `win`, `most_wins`, `execute` (IN-67), `remove_all_cards` (Fission).
//! Several cards at once: `meld_all`, `tuck_all`, `give_back_all`, `score_all`, `transfer_all`.
//! They take either a set, which is a *given* set of IN-104 and may cause a question about the
//! order, or the result of a question ([`Picked`]), which is processed in the order of the answer.
//!
//! # Questions
//!
//! | `innovation-effects.md` | here |
//! |---|---|
//! | `pick 1 from S` | `must_pick(S)?` → `Option<Card>` |
//! | `pick k from S` | `must_pick_n(k, S)?` → [`Picked`] |
//! | `pick 1..2 from S` | `must_pick_some(1..=2, S)?` |
//! | `k-hi(S)` | `must_pick_highest(k, S)?` |
//! | `may pick 1 from S` | `may_pick(S)?` → `Option<Card>` |
//! | `may pick 1..3 from S`, exactly n | `may_pick_some(1..=3, S)?`, `may_pick_some(n..=n, S)?` |
//! | `may pick 1..all from S` | `may_pick_any(S)?` |
//! | the same, asked even if empty (IN-105) | `may_pick_unseen(1..=1, S)?` |
//! | `pick … by A` | `must_pick_by(fx.activator(), S)?` |
//! | face-down slots (IN-103) | `must_pick_backs(n, S)?` |
//! | `YesNo` | `may()?` |
//! | `may splay C dir` | `may_splay([Red, Green], Up)?` → `Option<Colour>` that was splayed |
//! | `SelectColours` | `must_pick_colours(n, dir)?`, `may_pick_colour(colours, None)?` |
//! | `SelectPlayer` | `must_pick_player(seats)?`, `may_pick_player(seats)?` |
//! | `SelectValue`, `SelectOption` | `must_pick_value()?`, `may_pick_option()?` |
//!
//! Automatic choices (IN-106) are not asked; declining gives `None` or an empty [`Picked`]. "If you
//! do" is therefore `if let Some(card)` or `if !picked.is_empty()`.
//!
//! # Testing one
//!
//! `tests/all/effects/age_N.rs`: a test is a scenario in the form of section 19, run by `check`.
//! Its name begins with that of the effect: `fn oars_1_…`. `pending` in `expect` checks an open
//! question.

mod age_1;
mod age_10;
mod age_2;
mod age_3;
mod age_4;
mod age_5;
mod age_6;
mod age_7;
mod age_8;
mod age_9;
mod ask;
mod effect;

use serde::{Deserialize, Serialize};

pub use ask::Picked;
pub use effect::Effect;

use crate::cards::Card;

/// Common imports of all ages: `use super::prelude::*;`.
mod prelude {
    #[allow(unused_imports)] // No age needs all of them.
    pub(super) use super::{Effect, Picked, Resolved};
    #[allow(unused_imports)]
    pub(super) use crate::cards::Card;
    #[allow(unused_imports)]
    pub(super) use crate::cards::Colour::{self, Blue, Green, Purple, Red, Yellow};
    #[allow(unused_imports)]
    pub(super) use crate::cards::Icon::{Bulb, Castle, Clock, Crown, Factory, Leaf};
    #[allow(unused_imports)]
    pub(super) use crate::set::{CardSet, Colours};
    #[allow(unused_imports)]
    pub(super) use crate::world::Special::{self, Empire, Monument, Universe, Wonder};
    #[allow(unused_imports)]
    pub(super) use crate::world::Splay::{self, Left, Right, Up};
    #[allow(unused_imports)]
    pub(super) use crate::zones::Location::{Board, Hand, Score};
}

/// The result of a verb, a question or a whole body: a value, or why it stopped.
pub type Resolved<T = ()> = Result<T, Halt>;

/// Why a body stops before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// It waits for an answer.
    Asked,
    /// The game is over (IN-80).
    Over,
    /// The dogma action is over (IN-68).
    Stopped,
    /// It failed (IN-115).
    Failed(CardError),
}

/// How an effect can go wrong (IN-115).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CardError {
    /// There is no effect of that number.
    NoHandler,
    /// An answer does not fit its question.
    BadEffectState,
    /// It takes too long.
    StepLimit,
    /// It is nested too deeply.
    NestingLimit,
    /// Something else.
    Internal,
}

/// Whom an effect works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Those with fewer icons than the activator (IN-56).
    Demand,
    /// Those with as many, then the activator (IN-57).
    Shared,
}

/// One effect of a card.
#[derive(Clone, Copy)]
pub(crate) struct Handler {
    pub(crate) kind: Kind,
    pub(crate) run: fn(&mut Effect<'_>) -> Resolved,
}

impl Handler {
    pub(crate) fn is_demand(self) -> bool {
        self.kind == Kind::Demand
    }
}

macro_rules! kind {
    (demand) => {
        Kind::Demand
    };
    (shared) => {
        Kind::Shared
    };
}

macro_rules! registry {
    ($($age:ident { $($card:ident: $($kind:ident $effect:ident),+;)+ })+) => {
        /// The effects of a card in printed order. A missing card or an unwritten effect does not
        /// compile.
        #[inline]
        pub(crate) fn effects_of(card: Card) -> &'static [Handler] {
            match card {
                $($(Card::$card => {
                    const HANDLERS: &[Handler] =
                        &[$(Handler { kind: kind!($kind), run: $age::$effect }),+];
                    HANDLERS
                })+)+
            }
        }
    };
}

registry! {
    age_1 {
        Agriculture: shared agriculture_1;
        Archery: demand archery_1;
        CityStates: demand city_states_1;
        Clothing: shared clothing_1, shared clothing_2;
        CodeOfLaws: shared code_of_laws_1;
        Domestication: shared domestication_1;
        Masonry: shared masonry_1;
        Metalworking: shared metalworking_1;
        Mysticism: shared mysticism_1;
        Oars: demand oars_1, shared oars_2;
        Pottery: shared pottery_1, shared pottery_2;
        Sailing: shared sailing_1;
        TheWheel: shared the_wheel_1;
        Tools: shared tools_1, shared tools_2;
        Writing: shared writing_1;
    }
    age_2 {
        Calendar: shared calendar_1;
        CanalBuilding: shared canal_building_1;
        Construction: demand construction_1, shared construction_2;
        Currency: shared currency_1;
        Fermenting: shared fermenting_1;
        Mapmaking: demand mapmaking_1, shared mapmaking_2;
        Mathematics: shared mathematics_1;
        Monotheism: demand monotheism_1, shared monotheism_2;
        Philosophy: shared philosophy_1, shared philosophy_2;
        RoadBuilding: shared road_building_1;
    }
    age_3 {
        Alchemy: shared alchemy_1, shared alchemy_2;
        Compass: demand compass_1;
        Education: shared education_1;
        Engineering: demand engineering_1, shared engineering_2;
        Feudalism: demand feudalism_1, shared feudalism_2;
        Machinery: demand machinery_1, shared machinery_2;
        Medicine: demand medicine_1;
        Optics: shared optics_1;
        Paper: shared paper_1, shared paper_2;
        Translation: shared translation_1, shared translation_2;
    }
    age_4 {
        Anatomy: demand anatomy_1;
        Colonialism: shared colonialism_1;
        Enterprise: demand enterprise_1, shared enterprise_2;
        Experimentation: shared experimentation_1;
        Gunpowder: demand gunpowder_1, shared gunpowder_2;
        Invention: shared invention_1, shared invention_2;
        Navigation: demand navigation_1;
        Perspective: shared perspective_1;
        PrintingPress: shared printing_press_1, shared printing_press_2;
        Reformation: shared reformation_1, shared reformation_2;
    }
    age_5 {
        Astronomy: shared astronomy_1, shared astronomy_2;
        Banking: demand banking_1, shared banking_2;
        Chemistry: shared chemistry_1, shared chemistry_2;
        Coal: shared coal_1, shared coal_2, shared coal_3;
        Measurement: shared measurement_1;
        Physics: shared physics_1;
        Societies: demand societies_1;
        Statistics: demand statistics_1, shared statistics_2;
        SteamEngine: shared steam_engine_1;
        ThePirateCode: demand the_pirate_code_1, shared the_pirate_code_2;
    }
    age_6 {
        AtomicTheory: shared atomic_theory_1, shared atomic_theory_2;
        Canning: shared canning_1, shared canning_2;
        Classification: shared classification_1;
        Democracy: shared democracy_1;
        Emancipation: demand emancipation_1, shared emancipation_2;
        Encyclopedia: shared encyclopedia_1;
        Industrialization: shared industrialization_1, shared industrialization_2;
        MachineTools: shared machine_tools_1;
        MetricSystem: shared metric_system_1, shared metric_system_2;
        Vaccination: demand vaccination_1, shared vaccination_2;
    }
    age_7 {
        Bicycle: shared bicycle_1;
        Combustion: demand combustion_1;
        Electricity: shared electricity_1;
        Evolution: shared evolution_1;
        Explosives: demand explosives_1;
        Lighting: shared lighting_1;
        Publications: shared publications_1, shared publications_2;
        Railroad: shared railroad_1, shared railroad_2;
        Refrigeration: demand refrigeration_1, shared refrigeration_2;
        Sanitation: demand sanitation_1;
    }
    age_8 {
        Antibiotics: shared antibiotics_1;
        Corporations: demand corporations_1, shared corporations_2;
        Empiricism: shared empiricism_1, shared empiricism_2;
        Flight: shared flight_1, shared flight_2;
        MassMedia: shared mass_media_1, shared mass_media_2;
        Mobility: demand mobility_1;
        QuantumTheory: shared quantum_theory_1;
        Rocketry: shared rocketry_1;
        Skyscrapers: demand skyscrapers_1;
        Socialism: shared socialism_1;
    }
    age_9 {
        Collaboration: demand collaboration_1, shared collaboration_2;
        Composites: demand composites_1;
        Computers: shared computers_1, shared computers_2;
        Ecology: shared ecology_1;
        Fission: demand fission_1, shared fission_2;
        Genetics: shared genetics_1;
        Satellites: shared satellites_1, shared satellites_2, shared satellites_3;
        Services: demand services_1;
        Specialization: shared specialization_1, shared specialization_2;
        Suburbia: shared suburbia_1;
    }
    age_10 {
        Ai: shared ai_1, shared ai_2;
        Bioengineering: shared bioengineering_1, shared bioengineering_2;
        Databases: demand databases_1;
        Globalization: demand globalization_1, shared globalization_2;
        Miniaturization: shared miniaturization_1;
        Robotics: shared robotics_1;
        SelfService: shared self_service_1, shared self_service_2;
        Software: shared software_1, shared software_2;
        StemCells: shared stem_cells_1;
        TheInternet: shared the_internet_1, shared the_internet_2, shared the_internet_3;
    }
}

/// Which of a card's effects are demands, in printed order.
pub fn demands_of(card: Card) -> Vec<bool> {
    effects_of(card).iter().map(|handler| handler.is_demand()).collect()
}

//! Erases the types of a game.

use std::fmt;
use std::marker::PhantomData;

use croupier_bots::{Arena, ArenaPlan, SimPlan, Simulation};
use croupier_kit::game::{Error, ErrorKind, Features, Game, Heuristic, OptionDescription};
use croupier_kit::matches::{Match, ReplayError, Replayed};
use croupier_kit::save::Save;
use croupier_kit::scenario::{Arrange, ScenarioError};
use croupier_kit::schema::Described;
use croupier_kit::text::Show;
use serde_json::Value;

use crate::erased_room::ErasedRoom;
use crate::{
    AnyArena, AnyFrames, AnyGame, AnyRoom, AnySimulation, LoadPlan, Machines, MatchSummary,
    OptionChoice, PresetCard, ReplayReport, RoomPlan,
};

/// A game in the catalog.
pub(crate) struct Entry<G>(PhantomData<fn() -> G>);

impl<G: Game> fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&G::ID).finish()
    }
}

impl<G> Default for Entry<G> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<G: Arrange + Described + Heuristic + Show> AnyGame for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn seats(&self) -> (usize, usize) {
        G::SEATS
    }

    fn has_house(&self) -> bool {
        G::HAS_HOUSE
    }

    fn length_unit(&self) -> &'static str {
        G::LENGTH_UNIT
    }

    fn features(&self) -> Features {
        G::features()
    }

    fn presets(&self) -> Vec<PresetCard> {
        let card = |preset: croupier_kit::game::Preset<G>| PresetCard {
            name: preset.name,
            about: preset.about,
            options: serde_json::to_value(&preset.options).unwrap_or_default(),
        };
        G::presets().into_iter().map(card).collect()
    }

    fn table_preset(&self) -> Option<&'static str> {
        G::TABLE_PRESET.or_else(|| G::presets().first().map(|first| first.name))
    }

    fn describe_options(&self) -> Vec<OptionDescription> {
        G::describe_options()
    }

    fn primer(&self) -> &'static [&'static str] {
        G::primer()
    }

    #[cfg(feature = "schema")]
    fn schema(&self) -> croupier_kit::schema::GameSchema {
        croupier_kit::schema::of_game::<G>()
    }

    fn options(&self, choice: &OptionChoice) -> Result<Value, Error> {
        serde_json::to_value(choice.options::<G>()?).map_err(|why| {
            Error::new(ErrorKind::SerializationError, "unwritable_options", why.to_string())
        })
    }

    fn machines(&self, choice: &OptionChoice) -> Result<Machines, Error> {
        Ok(Machines::of::<G>(&choice.options::<G>()?))
    }

    fn simulation(
        &self,
        choice: &OptionChoice,
        plan: &SimPlan,
    ) -> Result<Box<dyn AnySimulation>, Error> {
        Ok(Box::new(Simulation::<G>::new(choice.options::<G>()?, plan)?))
    }

    fn arena(&self, choice: &OptionChoice, plan: &ArenaPlan) -> Result<Box<dyn AnyArena>, Error> {
        Ok(Box::new(Arena::<G>::new(choice.options::<G>()?, plan)?))
    }

    fn room(&self, plan: &RoomPlan) -> Result<Box<dyn AnyRoom>, Error> {
        Ok(Box::new(ErasedRoom::<G>::new(plan)?))
    }

    fn load_room(&self, bytes: &[u8], plan: &LoadPlan) -> Result<Box<dyn AnyRoom>, Error> {
        Ok(Box::new(ErasedRoom::<G>::load(bytes, plan)?))
    }

    fn check_scenario(&self, scenario: &Value) -> Result<(), Error> {
        G::check_scenario(scenario).map_err(|why| {
            Error::new(ErrorKind::SerializationError, "malformed_scenario", why.to_string())
        })
    }

    fn run_scenario(&self, scenario: &Value) -> Result<(), ScenarioError> {
        G::run_scenario(scenario)
    }

    fn load(&self, save: &Save) -> Result<MatchSummary, Error> {
        Ok(standing(&Match::<G>::load(save)?))
    }

    fn replay(&self, save: &Save, until: Option<usize>) -> Result<ReplayReport, Error> {
        let replayed = match until {
            None => croupier_kit::matches::replay::<G>(save),
            Some(until) => croupier_kit::matches::replay_until::<G>(save, until),
        };
        let replayed = replayed.map_err(|why| unreplayable(&why))?;
        let Replayed { end, inputs, verified, differing, .. } = replayed;
        let mut metadata = save.metadata.clone();
        if let Some(length) = G::length(end.position()) {
            metadata.turn_count = length.into();
        }
        let reached = end.save(save.timestamp, metadata)?;
        Ok(ReplayReport { inputs, verified, differing, end: standing(&end), save: reached })
    }

    fn frames(&self, save: &Save, from: usize, count: usize) -> Result<AnyFrames, Error> {
        let frames = croupier_kit::matches::frames::<G>(save, from, count);
        frames.map(AnyFrames::from).map_err(|why| unreplayable(&why))
    }

    fn migrate(&self, save: &Save) -> Result<Save, Error> {
        let loaded = Match::<G>::load(save)?;
        Ok(loaded.save(save.timestamp, save.metadata.clone())?)
    }
}

fn unreplayable(why: &ReplayError) -> Error {
    Error::new(ErrorKind::CorruptState, why.code(), why.to_string())
}

fn standing<G: Arrange>(game: &Match<G>) -> MatchSummary {
    let at = game.position();
    MatchSummary {
        now: game.now(),
        hash: game.hash(),
        outcome: game.outcome(),
        length: G::length(at),
        position: G::describe(at),
    }
}

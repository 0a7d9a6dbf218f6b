//! Serializing a state (IN-126): `gameState`, field by field.

use croupier_kit::game::Seat;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::EDITION;
use crate::cards::{Card, Colour};
use crate::choice::{Ask, Choice, Reply, Source};
use crate::dogma;
use crate::set::CardSet;
use crate::state::{Dogma, Execution, State};
use crate::world::{Special, World};
use crate::zones::{PLAYERS, Zone};

/// A list serialized from an iterator, without collecting it.
struct List<F>(F);

impl<I: IntoIterator<Item: Serialize>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

/// A map serialized from an iterator, without collecting it.
struct Entries<F>(F);

impl<K: Serialize, V: Serialize, I: IntoIterator<Item = (K, V)>, F: Fn() -> I> Serialize
    for Entries<F>
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0().into_iter().try_for_each(|(key, value)| map.serialize_entry(&key, &value))?;
        map.end()
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let readable = serializer.is_human_readable();
        let mut out = serializer.serialize_struct("gameState", 34)?;
        out.serialize_field("edition", EDITION)?;
        out.serialize_field("options", &OptionsText(self))?;
        out.serialize_field("currentPlayer", &self.turn)?;
        out.serialize_field("phase", &self.phase())?;
        out.serialize_field("rngSeed", &self.origin.seed)?;
        out.serialize_field("rngState", &self.origin.position)?;
        write_world(&self.world, self.seats, &mut out)?;
        out.serialize_field("actionsRemaining", &self.actions)?;
        out.serialize_field("oneActionTurnsLeft", &self.one_action_turns)?;
        out.serialize_field("turnCount", &self.turns)?;
        out.serialize_field("activeEffects", &Stack { state: self, nested: readable })?;
        out.serialize_field("pendingChoice", &self.pending.map(ChoiceText))?;
        let setup = List(|| self.seats().map(|seat| StartingText(self, seat)));
        if self.is_setup() {
            out.serialize_field("pendingChoices", &setup)?;
        } else {
            out.skip_field("pendingChoices")?;
        }
        out.serialize_field("nextChoiceId", &self.next_choice)?;
        out.serialize_field("nextEvent", &self.next_event)?;
        if let Some(ending) = self.ending {
            out.serialize_field("winners", &ending.winners)?;
            out.serialize_field("condition", &ending.condition)?;
        } else {
            out.skip_field("winners")?;
            out.skip_field("condition")?;
        }
        if self.arranged {
            out.serialize_field("arranged", &true)?;
        } else {
            out.skip_field("arranged")?;
        }
        out.end()
    }
}

fn ids(world: &World, zone: Zone) -> Vec<u8> {
    world.zones().cards(zone).map(Card::id).collect()
}

fn set_ids(set: CardSet) -> Vec<u8> {
    set.iter().map(Card::id).collect()
}

fn write_world<O: SerializeStruct>(world: &World, seats: u8, out: &mut O) -> Result<(), O::Error> {
    let players = || Seat::first(usize::from(seats));
    let by_seat =
        |zone: fn(Seat) -> Zone| List(move || players().map(move |seat| ids(world, zone(seat))));
    out.serialize_field("hands", &by_seat(Zone::hand))?;
    let board = |seat: Seat| {
        Entries(move || Colour::ALL.map(|colour| (colour.name(), PileText(world, seat, colour))))
    };
    out.serialize_field("boards", &List(|| players().map(board)))?;
    out.serialize_field("scores", &by_seat(Zone::score))?;
    let owned = |owner: Option<Seat>| {
        (1_u8..).zip(world.ages).filter(move |(_, of)| *of == owner).map(|(age, _)| age)
    };
    let special = |owner: Option<Seat>| {
        Special::ALL.into_iter().filter(move |it| world.specials[*it as usize] == owner)
    };
    let ages = List(|| players().map(|seat| owned(Some(seat)).collect::<Vec<_>>()));
    out.serialize_field("achievements", &ages)?;
    let specials = List(|| players().map(|seat| special(Some(seat)).collect::<Vec<_>>()));
    out.serialize_field("specialAchievements", &specials)?;
    let under =
        Entries(|| world.zones().cards(Zone::ACHIEVEMENTS).map(|card| (card.age(), card.id())));
    out.serialize_field("achievementCards", &under)?;
    out.serialize_field("decks", &List(|| (1..=10).map(|age| ids(world, Zone::deck(age)))))?;
    out.serialize_field("removed", &ids(world, Zone::REMOVED))?;
    out.serialize_field("removedOpen", &set_ids(world.open_removed))?;
    out.serialize_field("availableAchievements", &List(|| owned(None)))?;
    out.serialize_field("availableSpecialAchievements", &List(|| special(None)))?;
    let count = |counters: [u8; PLAYERS]| counters[..usize::from(seats).min(PLAYERS)].to_vec();
    let counters = || [("scored", count(world.scored)), ("tucked", count(world.tucked))];
    out.serialize_field("turnCounters", &Entries(counters))
}

struct OptionsText<'s>(&'s State);

impl Serialize for OptionsText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("options", 2)?;
        out.serialize_field("proofReveals", &self.0.options.proof_reveals)?;
        out.serialize_field("turnLimit", &self.0.options.turn_limit)?;
        out.end()
    }
}

struct PileText<'w>(&'w World, Seat, Colour);

impl Serialize for PileText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(world, seat, colour) = *self;
        let mut out = serializer.serialize_struct("pile", 2)?;
        out.serialize_field("cards", &ids(world, Zone::pile(seat, colour)))?;
        out.serialize_field("splay", &world.splay(seat, colour))?;
        out.end()
    }
}

/// A starting choice, with its answer if there is one.
struct StartingText<'s>(&'s State, Seat);

impl Serialize for StartingText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(state, seat) = *self;
        let mut out = serializer.serialize_struct("pendingChoices", 3)?;
        out.serialize_field("player", &seat)?;
        out.serialize_field("choice", &state.choice_of(seat).map(ChoiceText))?;
        out.serialize_field("answer", &state.chosen[seat.at()].map(Card::id))?;
        out.end()
    }
}

struct SourceText(Source);

impl Serialize for SourceText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("source", 4)?;
        out.serialize_field("card", &self.0.card.id())?;
        out.serialize_field("effect", &self.0.effect)?;
        out.serialize_field("executor", &self.0.executor)?;
        out.serialize_field("depth", &self.0.depth)?;
        out.end()
    }
}

struct ChoiceText(Choice);

impl Serialize for ChoiceText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let choice = self.0;
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("id", &choice.id)?;
        out.serialize_entry("player", &choice.player)?;
        out.serialize_entry("kind", &choice.ask.kind())?;
        out.serialize_entry("source", &choice.source.map(SourceText))?;
        out.serialize_entry("optional", &choice.optional)?;
        out.serialize_entry("promptKey", &choice.prompt_key())?;
        match choice.ask {
            Ask::SelectCards { candidates, min, max, hidden } => {
                out.serialize_entry("candidates", &set_ids(candidates))?;
                out.serialize_entry("min", &min)?;
                out.serialize_entry("max", &max)?;
                out.serialize_entry("hidden", &hidden)?;
            }
            Ask::SelectColours { candidates, count, direction } => {
                out.serialize_entry("candidates", &candidates)?;
                out.serialize_entry("count", &count)?;
                out.serialize_entry("direction", &direction)?;
            }
            Ask::SelectPlayer { candidates } => out.serialize_entry("candidates", &candidates)?,
            Ask::OrderCards { cards, pile, hidden } => {
                out.serialize_entry("cards", &set_ids(cards))?;
                out.serialize_entry("pile", &pile)?;
                out.serialize_entry("hidden", &hidden)?;
            }
            Ask::YesNo | Ask::SelectValue | Ask::SelectOption => {}
        }
        out.end()
    }
}

/// The active effects, innermost first (IN-94). Nested frames can be derived from the outer one, so
/// they are written for human readers and ignored when read.
struct Stack<'s> {
    state: &'s State,
    nested: bool,
}

impl Serialize for Stack<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nested = if self.nested { dogma::nested_frames(self.state) } else { vec![] };
        let inner = nested.into_iter().rev().map(Frame::Nested);
        let outer = self.state.dogma.iter().map(|dogma| Frame::Outer(self.state, dogma));
        serializer.collect_seq(inner.chain(outer))
    }
}

enum Frame<'s> {
    Nested(Source),
    Outer(&'s State, &'s Dogma),
}

impl Serialize for Frame<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Nested(source) => {
                let mut out = serializer.serialize_struct("nested", 5)?;
                out.serialize_field("card", &source.card.id())?;
                out.serialize_field("player", &source.executor)?;
                out.serialize_field("effect", &source.effect)?;
                out.serialize_field("depth", &source.depth)?;
                out.serialize_field("hit", &false)?;
                out.end()
            }
            Self::Outer(state, dogma) => {
                let mut out = serializer.serialize_struct("outer", 14)?;
                out.serialize_field("card", &dogma.card.id())?;
                out.serialize_field("activator", &dogma.activator)?;
                out.serialize_field("counts", &dogma.counts[..usize::from(state.seats)])?;
                out.serialize_field("sharers", &dogma.sharers)?;
                out.serialize_field("victims", &dogma.victims)?;
                out.serialize_field("effect", &(dogma.effect + 1))?;
                out.serialize_field("kind", &dogma.kind)?;
                out.serialize_field("executor", &dogma.executor)?;
                out.serialize_field("remaining", &dogma::remaining(state, dogma))?;
                out.serialize_field("hit", &state.world.hit)?;
                out.serialize_field("sharedChange", &state.world.shared)?;
                let totals = &state.world.returned[..usize::from(state.seats)];
                out.serialize_field("democracyTotals", totals)?;
                out.serialize_field("calls", &dogma.calls)?;
                let effect = state.execution.as_deref().map(|it| ExecutionText(state, it));
                out.serialize_field("effectState", &effect)?;
                out.end()
            }
        }
    }
}

/// IN-93: where the execution began and the answers so far; `step` names the open question.
struct ExecutionText<'s>(&'s State, &'s Execution);

impl Serialize for ExecutionText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(state, execution) = *self;
        let mut out = serializer.serialize_struct("effectState", 4)?;
        let step = state.pending.map(|choice| format!("waiting_{:?}", choice.ask.kind()));
        out.serialize_field("step", &step)?;
        out.serialize_field("firstEvent", &execution.first_event)?;
        out.serialize_field("start", &StartText(&execution.start, state.seats))?;
        out.serialize_field("answers", &List(|| execution.answers.iter().map(ReplyText)))?;
        out.end()
    }
}

struct StartText<'w>(&'w World, u8);

impl Serialize for StartText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(world, seats) = *self;
        let mut out = serializer.serialize_struct("start", 15)?;
        write_world(world, seats, &mut out)?;
        out.serialize_field("hit", &world.hit)?;
        out.serialize_field("sharedChange", &world.shared)?;
        out.serialize_field("democracyTotals", &world.returned[..usize::from(seats)])?;
        out.end()
    }
}

struct ReplyText<'r>(&'r Reply);

impl Serialize for ReplyText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(Some(1))?;
        match self.0 {
            Reply::Cards(cards) => {
                let ids: Vec<u8> = cards.iter().map(|card| card.id()).collect();
                out.serialize_entry("cards", &ids)?;
            }
            Reply::Yes(yes) => out.serialize_entry("yes", yes)?,
            Reply::Colours(colours) => out.serialize_entry("colours", colours)?,
            Reply::Player(player) => out.serialize_entry("player", player)?,
            Reply::Value(value) => out.serialize_entry("value", value)?,
            Reply::Option(option) => out.serialize_entry("option", option)?,
        }
        out.end()
    }
}

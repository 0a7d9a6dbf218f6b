//! What a viewer sees (section 9). A view lists what may be seen explicitly, so nothing else can
//! leak.

use croupier_kit::game::{Position, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::Innovation;
use crate::action::Slot;
use crate::cards::{Card, Colour, Icon};
use crate::choice::CardList;
use crate::choice::{Choice, Question, Source, slot_of};
use crate::dogma::{Counted, count_icons};
use crate::effects::{Kind, demands_of};
use crate::events::Seen;
use crate::state::{Condition, Phase, State};
use crate::world::{Special, Splay, World};
use crate::zones::Zone;

/// What a viewer sees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Where the match is: setup, a turn, a dogma action, or over.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Seat,
    /// Which turn it is, 0 during setup.
    pub turns: u32,
    /// The actions left in it.
    pub actions: u8,
    /// One-action turns not yet finished.
    pub one_action_turns: u8,
    /// How many achievements win.
    pub achievements_to_win: usize,
    /// The players by seat.
    pub players: Vec<PlayerSeen>,
    /// How many cards the decks have, by age.
    pub decks: Vec<u8>,
    /// Who owns the age achievements.
    pub achievements: Vec<Option<Seat>>,
    /// Who owns the special achievements, in the order Monument, Empire, World, Wonder, Universe.
    pub specials: Vec<Option<Seat>>,
    /// The cards out of the game.
    pub removed: Vec<Seen>,
    /// The dogma action that is being resolved.
    pub dogma: Option<DogmaSeen>,
    /// Who is being asked what.
    pub choices: Vec<ChoiceSeen>,
    /// The id of the next choice.
    pub next_choice: u32,
    /// How many events there have been.
    pub events: u32,
    /// Who won, once it is over.
    pub winners: SeatSet,
    /// How it ended, once it has.
    pub condition: Option<Condition>,
    /// What the dogma of each of the viewer's own top cards would do.
    pub previews: Vec<DogmaPreview>,
}

/// Whom a dogma action would concern, if it were taken now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DogmaPreview {
    /// One of the top cards of the viewer.
    pub card: Card,
    /// The featured icon, which is counted.
    pub icon: Icon,
    /// How many of it show, by seat.
    pub counts: Vec<u8>,
    /// Who shares; nobody if all its effects are demands.
    pub sharers: SeatSet,
    /// Whom its demands hit; nobody if it has none.
    pub victims: SeatSet,
}

/// A player as a viewer sees them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerSeen {
    /// Their place in turn order.
    pub seat: Seat,
    /// Their hand in slot order.
    pub hand: Vec<Seen>,
    /// Their score pile in slot order.
    pub score: Vec<Seen>,
    /// The sum of the ages in their score pile. Everybody sees it.
    pub points: u16,
    /// Their piles, one per colour in the order of the colours; a pile may be empty.
    pub board: Vec<PileSeen>,
    /// The icons they show.
    pub icons: Vec<IconSeen>,
    /// The ages that they have achieved, in ascending order.
    pub achievements: Vec<u8>,
    /// The special achievements that they own, in their fixed order.
    pub specials: Vec<Special>,
    /// Cards scored this turn.
    pub scored: u8,
    /// Cards tucked this turn.
    pub tucked: u8,
    /// Whether they have chosen a starting card, and which, for those who may know.
    pub chosen: Option<Seen>,
}

/// A pile as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PileSeen {
    /// The colour of every card in it.
    pub colour: Colour,
    /// Its cards, bottom to top.
    pub cards: CardList,
    /// How it is splayed.
    pub splay: Option<Splay>,
}

/// How many icons of a kind show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IconSeen {
    /// Which icon is counted.
    pub icon: Icon,
    /// How many of them show on the top cards and the splayed parts of the board.
    pub count: u8,
}

/// A dogma action as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DogmaSeen {
    pub card: Card,
    pub activator: Seat,
    /// The featured icon, which is counted.
    pub icon: Icon,
    /// How many featured icons each seat had when the action was taken. They stay the same during
    /// it.
    pub counts: Vec<u8>,
    pub sharers: SeatSet,
    /// Whom its demands hit. Nobody joins or leaves while it is resolved.
    pub victims: SeatSet,
    /// The number of the effect, from 1.
    pub effect: u8,
    /// Whom it works on.
    pub kind: Kind,
    pub executor: Option<Seat>,
    /// How many times a body was called.
    pub calls: u16,
    /// What it has done so far.
    pub so_far: Tally,
    /// The same when this execution began.
    pub before: Tally,
}

/// What everybody has seen come of a dogma action.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Whether the demand moved a card.
    pub hit: bool,
    /// Whether another player shared.
    pub shared: bool,
    /// Cards returned by Democracy, by seat.
    pub returned: Vec<u8>,
}

/// A choice as a viewer sees it: chooser, kind and source; the rest only for the chooser (IN-84).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ChoiceSeen {
    pub id: u32,
    pub player: Seat,
    pub kind: Question,
    /// What asks; `null` during setup.
    pub source: Option<Source>,
    /// What exactly, for the chooser.
    pub choice: Option<Choice>,
    /// The backs to choose from, where the chooser sees no more (IN-103).
    pub slots: Vec<Slot>,
}

impl View {
    pub(crate) fn of(at: Position<'_, Innovation>, viewer: Viewer) -> Self {
        let state = at.state;
        let world = &state.world;
        let removed = world.zones().cards(Zone::REMOVED);
        let open = |card: Card| world.open_removed.contains(card);
        Self {
            phase: state.phase(),
            turn: state.turn,
            turns: state.turns,
            actions: state.actions,
            one_action_turns: state.one_action_turns,
            achievements_to_win: state.achievements_to_win(),
            players: state.seats().map(|seat| PlayerSeen::of(state, seat, viewer)).collect(),
            decks: (1..=10).map(|age| len(world, Zone::deck(age))).collect(),
            achievements: world.ages.to_vec(),
            specials: world.specials.to_vec(),
            removed: removed.map(|card| Seen::from(card).shown(open(card))).collect(),
            dogma: DogmaSeen::of(state),
            choices: state.choices().map(|choice| ChoiceSeen::of(world, choice, viewer)).collect(),
            next_choice: state.next_choice,
            events: state.next_event,
            winners: state.ending.map_or(SeatSet::NOBODY, |ending| ending.winners),
            condition: state.ending.map(|ending| ending.condition),
            previews: match viewer {
                Viewer::Seat(seat) if seat.at() < usize::from(state.seats) => world
                    .tops(seat)
                    .iter()
                    .map(|card| DogmaPreview::of(state, seat, card))
                    .collect(),
                _ => vec![],
            },
        }
    }
}

impl DogmaPreview {
    /// IN-53 to IN-57: what would happen if this seat activated this card.
    pub(crate) fn of(state: &State, seat: Seat, card: Card) -> Self {
        let Counted { counts, sharers, vulnerable } = count_icons(state, seat, card);
        let demands = demands_of(card);
        let (has_demand, is_shared) = (demands.contains(&true), demands.contains(&false));
        Self {
            card,
            icon: card.featured(),
            counts: counts[..usize::from(state.seats)].to_vec(),
            sharers: if is_shared { sharers } else { SeatSet::NOBODY },
            victims: if has_demand { vulnerable } else { SeatSet::NOBODY },
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // At most 105.
fn len(world: &World, zone: Zone) -> u8 {
    world.zones().len(zone) as u8
}

impl PlayerSeen {
    fn of(state: &State, seat: Seat, viewer: Viewer) -> Self {
        let world = &state.world;
        let mine = viewer.is(seat);
        let seen = |zone: Zone| {
            let cards = world.zones().cards(zone);
            cards.map(|card| Seen::from(card).shown(mine)).collect::<Vec<_>>()
        };
        let pile = |colour: Colour| PileSeen {
            colour,
            cards: world.pile(seat, colour).collect(),
            splay: world.splay(seat, colour),
        };
        let ages = (1_u8..).zip(world.ages).filter(|(_, owner)| *owner == Some(seat));
        let special = |it: &Special| world.specials[*it as usize] == Some(seat);
        Self {
            seat,
            hand: seen(Zone::hand(seat)),
            score: seen(Zone::score(seat)),
            points: world.points(seat),
            board: Colour::ALL.map(pile).into(),
            icons: Icon::ALL.map(|icon| IconSeen { icon, count: world.icons(seat, icon) }).into(),
            achievements: ages.map(|(age, _)| age).collect(),
            specials: Special::ALL.into_iter().filter(special).collect(),
            scored: world.scored[seat.at()],
            tucked: world.tucked[seat.at()],
            chosen: state.chosen[seat.at()].map(|card| Seen::from(card).shown(mine)),
        }
    }
}

impl Tally {
    fn of(world: &World, seats: u8) -> Self {
        let returned = world.returned[..usize::from(seats)].to_vec();
        Self { hit: world.hit, shared: world.shared, returned }
    }
}

impl DogmaSeen {
    fn of(state: &State) -> Option<Self> {
        let dogma = state.dogma?;
        let before = state.execution.as_ref().map_or(&state.world, |it| &it.start);
        Some(Self {
            card: dogma.card,
            activator: dogma.activator,
            icon: dogma.card.featured(),
            counts: dogma.counts[..usize::from(state.seats)].to_vec(),
            sharers: dogma.sharers,
            victims: dogma.victims,
            effect: dogma.effect + 1,
            kind: dogma.kind,
            executor: dogma.executor,
            calls: dogma.calls,
            so_far: Tally::of(&state.world, state.seats),
            before: Tally::of(before, state.seats),
        })
    }
}

impl ChoiceSeen {
    fn of(world: &World, choice: Choice, viewer: Viewer) -> Self {
        let mine = viewer.is(choice.player);
        let backs = choice.is_hidden() && mine;
        let offered = if backs { choice.offered(world) } else { CardList::new() };
        Self {
            id: choice.id,
            player: choice.player,
            kind: choice.ask.kind(),
            source: choice.source,
            choice: mine.then(|| choice.without_hidden_cards()),
            slots: offered.into_iter().filter_map(|card| slot_of(world, card)).collect(),
        }
    }
}

//! Dealing the unseen cards, age by age.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Observation, Seat};

use crate::cards::Card;
use crate::memory::{LOWER, Memory, PINNED, Places, REMOVED, UNDER, UPPER, in_hand, in_score};
use crate::set::CardSet;
use crate::view::View;
use crate::world::World;
use crate::zones::{End, PLAYERS, ZONES, Zone};
use crate::{Innovation, events::Seen};

/// A place for a hidden card of an age.
struct Hidden {
    zone: Zone,
    /// The index in the zone's list.
    index: usize,
    place: Places,
    /// The card, if it is known.
    pinned: Option<Card>,
}

/// A world that looks like the view and does not contradict the memory.
pub(super) fn deal(observation: Observation<'_, Innovation>, dice: &mut Dice) -> World {
    let view = observation.view;
    let mut layout = Layout::of(view, observation.memory);
    for age in 1..=10 {
        layout.deal(age, observation.memory, dice);
    }
    let mut world = layout.world();
    for (seat, player) in (0..).map(Seat).zip(&view.players).take(PLAYERS) {
        for pile in &player.board {
            world.set_splay(seat, pile.colour, pile.splay);
        }
        (world.scored[seat.at()], world.tucked[seat.at()]) = (player.scored, player.tucked);
    }
    for (owner, seen) in world.ages.iter_mut().zip(&view.achievements) {
        *owner = *seen;
    }
    for (owner, seen) in world.specials.iter_mut().zip(&view.specials) {
        *owner = *seen;
    }
    let open = view.removed.iter().filter_map(|seen| seen.card);
    world.open_removed = open.collect();
    world
}

/// All lists of cards, with gaps for unseen cards.
struct Layout {
    lists: [Vec<Option<Card>>; ZONES],
    hidden: [Vec<Hidden>; 10],
    seen: CardSet,
}

impl Layout {
    fn of(view: &View, memory: &Memory) -> Self {
        let lists = std::array::from_fn(|_| vec![]);
        let mut layout = Self { lists, hidden: Default::default(), seen: CardSet::EMPTY };
        for (age, count) in (1_u8..).zip(&view.decks) {
            layout.deck(age, usize::from(*count), memory);
        }
        for age in 1..=9 {
            layout.gap(Zone::ACHIEVEMENTS, age, UNDER, None);
        }
        for (seat, player) in (0..).map(Seat).zip(&view.players) {
            layout.list(Zone::hand(seat), &player.hand, in_hand(seat));
            layout.list(Zone::score(seat), &player.score, in_score(seat));
            for pile in &player.board {
                let cards: Vec<Seen> = pile.cards.iter().map(|card| (*card).into()).collect();
                layout.list(Zone::pile(seat, pile.colour), &cards, 0);
            }
        }
        layout.list(Zone::REMOVED, &view.removed, REMOVED);
        layout
    }

    fn slots(&mut self, zone: Zone) -> &mut Vec<Option<Card>> {
        &mut self.lists[zone.index()]
    }

    fn gap(&mut self, zone: Zone, age: u8, place: Places, pinned: Option<Card>) {
        let slots = self.slots(zone);
        slots.push(None);
        let index = slots.len() - 1;
        self.hidden[usize::from(age) - 1].push(Hidden { zone, index, place, pinned });
    }

    fn list(&mut self, zone: Zone, cards: &[Seen], place: Places) {
        for seen in cards {
            match seen.card {
                Some(card) => {
                    self.slots(zone).push(Some(card));
                    self.seen.insert(card);
                }
                None => self.gap(zone, seen.age.clamp(1, 10), place, None),
            }
        }
    }

    fn deck(&mut self, age: u8, count: usize, memory: &Memory) {
        let bottom = memory.bottom(age);
        let known = bottom.len().min(count);
        let zone = Zone::deck(age);
        for _ in known..count {
            self.gap(zone, age, UPPER, None);
        }
        for card in &bottom[bottom.len() - known..] {
            let place = if card.is_some() { PINNED } else { LOWER };
            self.gap(zone, age, place, *card);
        }
    }

    /// Deals the unseen cards of one age.
    fn deal(&mut self, age: u8, memory: &Memory, dice: &mut Dice) {
        let hidden = std::mem::take(&mut self.hidden[usize::from(age) - 1]);
        let unseen = CardSet::all().of_value(age) - self.seen;
        let mut cards: Vec<Card> = unseen.iter().collect();
        dice.shuffle(&mut cards);
        // If there are more cards than places, the view does not belong to this game.
        cards.truncate(hidden.len());
        let used = hidden.iter().fold(0, |used, place| used | place.place);
        let free = hidden.iter().all(|place| place.pinned.is_none())
            && cards.iter().all(|card| memory.allows_all(*card, used));
        let fits = |card: Card, place: &Hidden| match place.pinned {
            Some(pinned) => pinned == card,
            None => memory.allows(card, place.place),
        };
        // Where nothing is known, any order will do.
        let cards = if free { cards } else { matched(cards, &hidden, &fits, dice) };
        for (place, card) in hidden.iter().zip(cards) {
            let (zone, index) = (place.zone, place.index);
            self.slots(zone)[index] = Some(card);
        }
    }

    fn world(&self) -> World {
        let mut world = World::new();
        for (zone, cards) in Zone::all().zip(&self.lists) {
            for card in cards.iter().flatten() {
                world.put(*card, zone, End::Last);
            }
        }
        world
    }
}

/// Gives every place a card that fits, with all assignments about equally likely: finds one
/// assignment, then swaps random cards as long as both still fit.
fn matched(
    cards: Vec<Card>,
    places: &[Hidden],
    fits: &impl Fn(Card, &Hidden) -> bool,
    dice: &mut Dice,
) -> Vec<Card> {
    let mut dealt: Vec<Option<Card>> = vec![None; places.len()];
    for card in &cards {
        if !settle(*card, places, fits, &mut dealt, &mut 0) {
            // The memory contradicts itself, so only the view counts.
            return cards;
        }
    }
    let mut cards: Vec<Card> = dealt.into_iter().flatten().collect();
    let count = u32::try_from(cards.len()).unwrap_or(0);
    for _ in 0..4 * cards.len() {
        let (one, other) = (dice.below(count) as usize, dice.below(count) as usize);
        if fits(cards[one], &places[other]) && fits(cards[other], &places[one]) {
            cards.swap(one, other);
        }
    }
    cards
}

/// Finds a place for a card, moving others if necessary (augmenting paths).
fn settle(
    card: Card,
    places: &[Hidden],
    fits: &impl Fn(Card, &Hidden) -> bool,
    dealt: &mut [Option<Card>],
    tried: &mut u128,
) -> bool {
    for at in 0..places.len() {
        if *tried >> at & 1 == 1 || !fits(card, &places[at]) {
            continue;
        }
        *tried |= 1 << at;
        let free = match dealt[at] {
            None => true,
            Some(other) => settle(other, places, fits, dealt, tried),
        };
        if free {
            dealt[at] = Some(card);
            return true;
        }
    }
    false
}

//! A random game that fits everything a seat knows (DW-156).

use croupier_kit::cards::{Dice, Pile};
use croupier_kit::game::SeatSet;

use crate::cards::{CardId, CardType, TYPES};
use crate::memory::{Memory, Spot};
use crate::options::Options;
use crate::state::{Entry, SEATS, Scramble, State};
use crate::view::View;

/// Whether each card's location is known, by card number.
struct Seen([bool; 256]);

impl Seen {
    fn add(&mut self, card: CardId) {
        self.0[card.number()] = true;
    }

    fn has(&self, card: CardId) -> bool {
        self.0[card.number()]
    }
}

/// What a seat knows about hidden places, reconciled with its view.
struct Knowledge {
    decks: [Vec<Spot>; 2],
    pile: Vec<Spot>,
}

pub(crate) fn resample(view: &View, memory: &Memory, options: &Options, dice: &mut Dice) -> State {
    let mut state = public_part(view, dice);
    let known = knowledge(view, memory);
    let mut seen = Seen([false; 256]);
    let shown = view.pile.iter().filter(|entry| !entry.gone).filter_map(|entry| entry.card);
    let stacks = view.sides.iter().flat_map(|side| side.stacks.iter().copied());
    shown.chain(stacks).for_each(|card| seen.add(card));
    for spot in known.decks.iter().flatten().chain(&known.pile) {
        if let Spot::Card(card) = spot {
            seen.add(*card);
        }
    }
    memory.groups.iter().flatten().for_each(|card| seen.add(*card));

    let mix = mix(options, &seen, dice);
    let mut rest: Vec<CardId> = mix.iter().copied().filter(|card| !seen.has(*card)).collect();
    dice.shuffle(&mut rest);
    let groups = fill_groups(&known, memory, &mut rest, dice);
    let mut hands = Hands { groups, rest };
    for (at, spots) in known.decks.iter().enumerate() {
        state.sides[at].deck = spots.iter().map(|spot| hands.deal(*spot)).collect();
    }
    // Face-down cards that have left the pile are in a deck by now; their former places do not
    // matter.
    let mut backs = known.pile.iter();
    for (entry, shown) in state.pile.as_mut_slice().iter_mut().zip(&view.pile) {
        match shown.card {
            Some(card) => *entry = entry.with_card(card),
            None if shown.gone => {}
            None => {
                let spot = backs.next().copied().unwrap_or(Spot::Unknown);
                *entry = entry.with_card(hands.deal(spot));
            }
        }
    }
    if view.sides.iter().any(|side| side.deck > 0) || !view.pile.is_empty() {
        note_all_cards(&mut state);
    }
    state
}

/// The part of the state that the view shows.
fn public_part(view: &View, dice: &mut Dice) -> State {
    let kinds = view.sides.each_ref().map(|side| side.kind);
    let mut state = State::new(&kinds);
    for (side, seen) in state.sides.iter_mut().zip(&view.sides) {
        side.stacks = seen.stacks.iter().copied().collect();
        side.character = seen.character;
        (side.opens, side.offered) = (seen.opens, seen.offered);
        side.sequence_from = seen.sequence_from;
        // Another seat's pick is hidden, so any slot will do.
        let any = |dice: &mut Dice| dice.below(u32::from(seen.offered.unwrap_or(1).max(1)));
        side.picked = match seen.picked {
            Some(slot) => Some(slot),
            None if seen.answered => u8::try_from(any(dice)).ok(),
            None => None,
        };
    }
    for shown in &view.pile {
        let mut entry =
            Entry::new(shown.card.unwrap_or_default(), shown.owner, shown.card.is_none());
        if shown.pending.is_some() {
            entry.queue();
        }
        if shown.gone {
            entry.leave();
        }
        state.pile.push(entry);
    }
    (state.owed, state.smackers, state.tapped) = (view.owed, view.smackers, view.tapped);
    state.tallies = view.sides.each_ref().map(|side| side.tally);
    (state.takeover, state.war, state.depth) = (view.takeover, view.war, view.depth);
    (state.winner, state.settled, state.tantrum) = (view.winner, view.settled, view.tantrum);
    state.scramble = Scramble {
        falls: view.falls.iter().copied().collect(),
        taken: view.taken.iter().copied().collect(),
    };
    (state.turns_completed, state.ending) = (view.turns_completed, view.ending);
    state
}

/// The memory where it matches the view. If a deck's size differs, the seat has not followed the
/// match and knows nothing about that deck.
fn knowledge(view: &View, memory: &Memory) -> Knowledge {
    let mut decks = SEATS.map(|seat| {
        let (size, deck) = (usize::from(view.sides[seat.at()].deck), &memory.decks[seat.at()]);
        if deck.len() == size { deck.clone() } else { vec![Spot::Unknown; size] }
    });
    for (deck, side) in decks.iter_mut().zip(&view.sides) {
        for (spot, card) in deck.iter_mut().zip(side.offer.iter().flatten()) {
            *spot = Spot::Card(*card);
        }
    }
    let backs = view.pile.iter().enumerate().filter(|(_, e)| e.card.is_none() && !e.gone);
    let spot = |at: usize| memory.pile.get(at).copied().flatten().unwrap_or(Spot::Unknown);
    Knowledge { decks, pile: backs.map(|(at, _)| spot(at)).collect() }
}

/// The cards left to deal: those of every group, and the rest.
struct Hands {
    groups: Vec<Vec<CardId>>,
    rest: Vec<CardId>,
}

impl Hands {
    fn deal(&mut self, spot: Spot) -> CardId {
        let dealt = match spot {
            Spot::Card(card) => Some(card),
            Spot::Among(group) => self.groups.get_mut(usize::from(group)).and_then(Vec::pop),
            Spot::Unknown => None,
        };
        dealt.or_else(|| self.rest.pop()).unwrap_or_default()
    }
}

/// Fills up every group from the rest and shuffles it.
fn fill_groups(
    known: &Knowledge,
    memory: &Memory,
    rest: &mut Vec<CardId>,
    dice: &mut Dice,
) -> Vec<Vec<CardId>> {
    let mut groups = memory.groups.clone();
    for (at, group) in (0_u8..).zip(groups.iter_mut()) {
        let spots = known.decks.iter().flatten().chain(&known.pile);
        let size = spots.filter(|spot| **spot == Spot::Among(at)).count();
        while group.len() < size {
            let Some(card) = rest.pop() else { break };
            group.push(card);
        }
        dice.shuffle(group);
    }
    groups
}

/// The cards of the game. The standard deck is public knowledge; of mirrored decks it is only known
/// that the second has the types of the first.
fn mix(options: &Options, seen: &Seen, dice: &mut Dice) -> Vec<CardId> {
    if let Some(exact) = &options.exact {
        let deal = exact.deal();
        let decks = deal.decks.iter().flat_map(Pile::iter);
        return decks.chain(deal.stacks.iter().flat_map(Pile::iter)).collect();
    }
    if options.mirror_decks { mirrored(seen, dice) } else { CardId::standard_deck().collect() }
}

/// 33 standard cards that include all cards seen, and as many of each type as twins were seen.
fn mirrored(seen: &Seen, dice: &mut Dice) -> Vec<CardId> {
    let twins_seen = |kind: CardType| {
        let numbers = (1..=kind.row().copies).rev();
        let twin = |n: &u8| kind.copy(kind.row().copies + n).is_some_and(|card| seen.has(card));
        numbers.into_iter().find(twin).unwrap_or(0)
    };
    let mut needed: [u8; TYPES] = std::array::from_fn(|_| 0);
    let (mut chosen, mut rest): (Vec<CardId>, Vec<CardId>) =
        CardId::standard_deck().partition(|card| seen.has(*card));
    dice.shuffle(&mut rest);
    for kind in CardType::all() {
        let have = chosen.iter().filter(|card| card.kind() == kind).count();
        needed[kind.at()] = twins_seen(kind).saturating_sub(u8::try_from(have).unwrap_or(0));
    }
    rest.retain(|card| {
        let missing = &mut needed[card.kind().at()];
        let is_needed = *missing > 0;
        if is_needed {
            *missing -= 1;
            chosen.push(*card);
        }
        !is_needed
    });
    while chosen.len() < 33 {
        let Some(card) = rest.pop() else { break };
        chosen.push(card);
    }
    let mut counts = [0_u8; TYPES];
    let twin = |card: &CardId| {
        let kind = card.kind();
        counts[kind.at()] += 1;
        kind.copy(kind.row().copies + counts[kind.at()])
    };
    let twins: Vec<CardId> = chosen.iter().filter_map(twin).collect();
    chosen.into_iter().chain(twins).collect()
}

fn note_all_cards(state: &mut State) {
    let decks = state.sides.iter().flat_map(|side| side.deck.iter().chain(side.stacks.iter()));
    let pile = state.pile.iter().filter(|entry| !entry.is_gone()).map(|entry| entry.card);
    let mut all_cards = [0_u64; 4];
    for card in decks.chain(pile) {
        all_cards[card.number() / 64] |= 1 << (card.number() % 64);
    }
    state.all_cards = all_cards;
    debug_assert!(state.owed.is_subset_of(SeatSet::first(2)));
}

//! Random worlds that fit what a seat knows: in each, every player would have taken the turns that
//! were seen (RU-71).

use croupier_kit::cards::{Card, Dice, Pile};
use croupier_kit::game::Seat;

use crate::flow::FlowState;
use crate::memory::Memory;
use crate::name::label;
use crate::notice::{Called, Notification};
use crate::plays::{Outlook, outlook};
use crate::score::FinalScore;
use crate::{Cards, Name, Options, State, TableRules, View};

/// How many full deals are tried before falling back to swapping single cards.
const DEALS: usize = 200;
const SWAPS: usize = 4000;

/// A random state that fits a view and a memory. Everything unseen is dealt anew.
pub(crate) fn resample(view: &View, memory: &Memory, options: &Options, dice: &mut Dice) -> State {
    let mut state = seen(view, options);
    let mut unseen: Vec<Card> = Card::deck().filter(|card| !view.shows(*card)).collect();
    let mut world = World::new(view, memory);
    // The most constrained seat is dealt first.
    world
        .hidden
        .sort_by_key(|(seat, _)| unseen.iter().filter(|c| memory.allows(*seat, **c)).count());
    for _ in 0..DEALS {
        dice.shuffle(&mut unseen);
        world.deal(&mut state, &unseen, view.undealt);
        if world.faults(&state) == 0 {
            return state;
        }
    }
    world.mend(&mut state, dice);
    state
}

struct World<'a> {
    view: &'a View,
    memory: &'a Memory,
    /// The seats whose hands are hidden, with the number of their cards.
    hidden: Vec<(Seat, usize)>,
}

impl<'a> World<'a> {
    fn new(view: &'a View, memory: &'a Memory) -> Self {
        let hidden = view.players.iter().filter(|player| player.hand.is_none());
        let hidden = hidden.map(|player| (player.seat, player.cards)).collect();
        Self { view, memory, hidden }
    }

    /// Deals the unseen cards. Players get cards that the memory allows, and any others only when
    /// those run out.
    fn deal(&self, state: &mut State, unseen: &[Card], undealt: usize) {
        let mut left: Vec<Card> = unseen.to_vec();
        for (seat, count) in &self.hidden {
            let mut hand = Cards::new();
            for pass in 0..2 {
                left.retain(|card| {
                    let take =
                        hand.len() < *count && (pass == 1 || self.memory.allows(*seat, *card));
                    if take {
                        hand.push(*card);
                    }
                    !take
                });
            }
            state.hands[seat.at()] = hand;
        }
        state.deck = left.into_iter().take(undealt).collect();
    }

    /// How many players contradict what was seen, plus one if the present moment does.
    fn faults(&self, state: &State) -> usize {
        let misfit = |(seat, _): &&(Seat, usize)| !self.memory.fits(*seat, state.hands[seat.at()]);
        self.hidden.iter().filter(misfit).count() + usize::from(!self.fits_now(state))
    }

    /// Whether the state fits the present moment. A seat that is asked has a choice (RU-90, item
    /// 3); while the turn passes, it goes to a player with a move, unless nobody has one (RU-31).
    fn fits_now(&self, state: &State) -> bool {
        let Some(top) = state.top() else { return true };
        match self.view.phase {
            FlowState::PlayerTurn => outlook(state.hand(state.current), top) == Outlook::Choice,
            FlowState::WaitingForTurn => {
                let actor = state.last_actor.unwrap_or(state.current);
                let next = state.players.after(actor).next();
                let stuck = || !state.players.seats().any(|seat| state.has_move(seat));
                state.has_move(state.current) || next == Some(state.current) && stuck()
            }
            _ => true,
        }
    }

    /// Swaps single cards until everything fits. Keeps the best attempt if the swaps run out.
    fn mend(&self, state: &mut State, dice: &mut Dice) {
        let mut faults = self.faults(state);
        for _ in 0..SWAPS {
            let Some((seat, _)) = dice.pick(&self.hidden) else { return };
            let before = (state.hands, state.deck);
            swap_one(state, *seat, &self.hidden, dice);
            match self.faults(state) {
                0 => return,
                now if now <= faults => faults = now,
                _ => (state.hands, state.deck) = before,
            }
        }
    }
}

/// Swaps a card of this hand with an undealt one or with one of another hidden hand.
fn swap_one(state: &mut State, seat: Seat, hidden: &[(Seat, usize)], dice: &mut Dice) {
    let below = |count: usize, dice: &mut Dice| {
        u32::try_from(count).ok().filter(|n| *n > 0).map(|n| dice.below(n) as usize)
    };
    let Some(mine) = below(state.hands[seat.at()].len(), dice) else { return };
    let others = hidden.iter().filter(|(other, _)| *other != seat).map(|(other, _)| *other);
    let others: Vec<Seat> = others.filter(|other| !state.hand(*other).is_empty()).collect();
    let choice = below(state.deck.len() + others.len(), dice);
    let Some(theirs) = choice else { return };
    let card = state.hands[seat.at()].as_slice()[mine];
    let other = if let Some(card_of_deck) = state.deck.as_mut_slice().get_mut(theirs) {
        std::mem::replace(card_of_deck, card)
    } else {
        let hand = &mut state.hands[others[theirs - state.deck.len()].at()];
        let Some(place) = below(hand.len(), dice) else { return };
        std::mem::replace(&mut hand.as_mut_slice()[place], card)
    };
    state.hands[seat.at()].as_mut_slice()[mine] = other;
}

impl View {
    /// Whether the viewer knows where a card is.
    fn shows(&self, card: Card) -> bool {
        let hands = self.players.iter().filter_map(|player| player.hand.as_ref());
        let scores = self.final_scores.iter().map(|score| &score.cards);
        self.discard.contains(&card) || hands.chain(scores).any(|hand| hand.contains(&card))
    }
}

/// The part of the state that the view shows. Who holds other seats is hidden, so they are assumed
/// to be connected persons, as in a match without a room (RU-53).
fn seen(view: &View, options: &Options) -> State {
    let game = TableRules {
        chairs: view.chairs,
        game_seconds: options.game_seconds,
        notification_cap: options.notification_cap,
    };
    let mut state = State::new(game);
    let number = view.game_id.rsplit('#').next().and_then(|text| text.parse().ok());
    state.game = number.unwrap_or(1);
    state.players = view.players.iter().map(|player| player.seat).collect();
    for player in &view.players {
        let name = player.name.as_deref().unwrap_or(label(player.seat));
        state.names[player.seat.at()] = Name::new(name).unwrap_or_default();
        if player.person == Some(false) {
            state.persons.remove(player.seat);
        }
        let hand = player.hand.iter().flatten().copied();
        state.hands[player.seat.at()] = hand.collect();
    }
    state.current = view.current;
    state.discard = view.discard.iter().copied().collect();
    state.selected = view.selected.iter().copied().collect();
    state.game_timer = view.game_timer;
    state.round_start = view.round_start;
    state.clock_start = view.clock_start;
    state.last_actor = view.last_actor;
    state.plays = view.plays;
    state.end_votes = view.end_votes.iter().copied().collect();
    state.end_reason = view.end_reason;
    state.winners = view.winners.iter().copied().collect();
    write_down(&mut state, view);
    state
}

/// Restores notifications and scores, with the names shown in them.
fn write_down(state: &mut State, view: &View) {
    state.notified = view.notifications.last().map_or(0, |newest| newest.id);
    let made = view.notifications.iter();
    let made = made.map(|n| Notification { seat: n.player, card: n.card, at: n.timestamp });
    state.notifications = made.collect();
    let scores = view.final_scores.iter().map(|score| FinalScore {
        seat: score.player,
        total: score.total,
        place: score.place,
        cards: score.cards.iter().copied().collect::<Pile<_, _>>(),
    });
    state.final_scores = scores.collect();
    let notices = view.notifications.iter().map(|n| (n.player, n.id, &n.name));
    let after = state.notified.saturating_add(1);
    let standing = view.final_scores.iter().map(|score| (score.player, after, &score.name));
    for (seat, until, name) in notices.chain(standing) {
        let old = Name::new(name.as_deref().unwrap_or(label(seat))).unwrap_or_default();
        if old != state.names[seat.at()] {
            state.called.push(Called { seat, until, name: old });
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::Millis;
    use croupier_kit::cards::Seed;
    use croupier_kit::game::{Game, Viewer};
    use croupier_kit::matches::{Match, Memories, Setup};

    use super::*;
    use crate::Rush;

    /// How badly the true state and a resampled one contradict what a seat knows.
    fn faults(game: &Match<Rush>, memory: &Memory, seat: Seat, dice: &mut Dice) -> (usize, usize) {
        let view = game.view(Viewer::Seat(seat));
        let world = World::new(&view, memory);
        let sampled = resample(&view, memory, game.position().options, dice);
        (world.faults(game.state()), world.faults(&sampled))
    }

    /// The true state always fits, and so does a resampled one, even late in a four-player game
    /// with many skips.
    #[test]
    fn ru_71_worlds_fit_what_skips_and_automatic_plays_have_told() {
        let mut dice = Dice::new(Seed::from_number(1));
        let (mut asked, mut missed) = (0, 0);
        for number in 0..60 {
            let seats = 2 + usize::from(number % 3 != 0) + usize::from(number % 3 == 2);
            let mut setup = Setup::<Rush>::new(seats, Seed::from_number(number));
            setup.options = if number % 2 == 0 { Options::flip() } else { Options::default() };
            setup.options.turn_limit_ms = Some(Millis(100));
            let mut game = Match::new(setup).unwrap();
            let mut memories = Memories::new(seats);
            while game.outcome().is_none() {
                memories.follow(&mut game);
                let memory = &memories[Seat(0)];
                let (truth, sampled) = faults(&game, memory, Seat(0), &mut dice);
                assert_eq!(truth, 0, "match {number}: {memory:?}");
                asked += 1;
                missed += usize::from(sampled > 0);
                match game.to_act().lowest() {
                    Some(seat) if dice.below(4) > 0 => {
                        let action = Rush::random_action(game.position(), seat, &mut dice);
                        game.act(seat, action.unwrap()).unwrap();
                    }
                    _ => game.advance_to(game.next_due().unwrap()).unwrap(),
                }
            }
        }
        assert_eq!(missed, 0, "of {asked}");
    }
}

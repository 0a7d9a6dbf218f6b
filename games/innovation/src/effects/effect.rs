//! The execution of one effect by one player: its queries and verbs.

use croupier_kit::game::{RuleContext, Seat, SeatSet};

use crate::Innovation;
use crate::cards::{Card, Colour, Icon};
use crate::choice::{CardList, Source};
use crate::effects::{CardError, Halt, Picked, Resolved, effects_of};
use crate::events::{Cause, Via, What};
use crate::mover::Mover;
use crate::set::{CardSet, Colours};
use crate::state::Condition;
use crate::world::{Achievement, Special, Splay, World};
use crate::zones::{Location, Zone};

/// IN-96: the limit on steps in one execution; exceeding it is an error.
const STEPS: u32 = 10_000;
/// IN-96: the limit on nesting; exceeding it is an error.
const DEPTH: u8 = 64;

/// An execution of one effect by one player.
#[derive(Debug)]
pub struct Effect<'t> {
    pub(super) mover: Mover<'t>,
    pub(crate) source: Source,
    activator: Seat,
    /// How many answers have been used.
    pub(super) answered: usize,
    /// How many answers there are.
    pub(super) answers: usize,
    steps: u32,
    /// The nested cards being executed, outermost first.
    frames: Vec<Source>,
    /// Whether it always emits events, even while it replays answers, to find out what it would do.
    pub(super) rehearsing: bool,
}

impl<'t> Effect<'t> {
    /// The current execution, from its beginning. It is silent until it has used its last answer.
    pub(crate) fn new(rules: &'t mut RuleContext<Innovation>) -> Option<Self> {
        let dogma = rules.state.dogma?;
        let source = dogma.source()?;
        let answers = rules.state.execution.as_ref().map_or(0, |it| it.answers.len());
        let mover = Mover { rules, cause: Cause::Effect(source), silent: answers > 0 };
        let activator = dogma.activator;
        Some(Self {
            mover,
            source,
            activator,
            answered: 0,
            answers,
            steps: 0,
            frames: vec![],
            rehearsing: false,
        })
    }

    /// The same execution, emitting all events from its beginning on.
    pub(crate) fn rehearsal(rules: &'t mut RuleContext<Innovation>) -> Option<Self> {
        let mut effect = Self::new(rules)?;
        effect.mover.silent = false;
        effect.rehearsing = true;
        Some(effect)
    }

    /// Ends the body. Every answer must have been used (IN-117).
    pub(crate) fn finish(self) -> Resolved {
        if self.answered == self.answers {
            Ok(())
        } else {
            Err(Halt::Failed(CardError::BadEffectState))
        }
    }

    /// The nested cards being executed when the body stopped, outermost first.
    pub(crate) fn into_frames(self) -> Vec<Source> {
        self.frames
    }

    /// Ends a body.
    #[allow(clippy::unnecessary_wraps, clippy::unused_self)] // It ends a body as the others do.
    pub fn done(&self) -> Resolved {
        Ok(())
    }

    /// IN-96: counts a step, so that no execution runs forever.
    fn step(&mut self) -> Resolved {
        self.steps += 1;
        if self.steps > STEPS { Err(Halt::Failed(CardError::StepLimit)) } else { Ok(()) }
    }
}

/// Queries. Without a seat they refer to the executing player.
impl Effect<'_> {
    /// The current world.
    #[inline]
    pub fn world(&self) -> &World {
        self.mover.world()
    }

    /// The executing player: "you", P in a non-demand effect, V in a demand.
    #[inline]
    pub fn me(&self) -> Seat {
        self.source.executor
    }

    /// Who activated the card: "I", A.
    #[inline]
    pub fn activator(&self) -> Seat {
        self.activator
    }

    /// All other players, clockwise from the executing player's left.
    pub fn others(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let me = self.me();
        self.mover.rules.state.clockwise(me).filter(move |seat| *seat != me)
    }

    /// All players by seat.
    pub fn everyone(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.mover.rules.state.seats()
    }

    /// The cards in hand.
    #[inline]
    pub fn hand(&self) -> CardSet {
        self.hand_of(self.me())
    }

    /// The cards in a player's hand.
    #[inline]
    pub fn hand_of(&self, seat: Seat) -> CardSet {
        self.world().hand(seat)
    }

    /// The cards in the score pile.
    #[inline]
    pub fn score_pile(&self) -> CardSet {
        self.score_pile_of(self.me())
    }

    /// The cards in a player's score pile.
    #[inline]
    pub fn score_pile_of(&self, seat: Seat) -> CardSet {
        self.world().score(seat)
    }

    /// A player's points (IN-38).
    pub fn points_of(&self, seat: Seat) -> u16 {
        self.world().points(seat)
    }

    /// The top cards.
    #[inline]
    pub fn tops(&self) -> CardSet {
        self.tops_of(self.me())
    }

    /// A player's top cards.
    #[inline]
    pub fn tops_of(&self, seat: Seat) -> CardSet {
        self.world().tops(seat)
    }

    /// The top card of a colour.
    pub fn top(&self, colour: Colour) -> Option<Card> {
        self.world().top(self.me(), colour)
    }

    /// A player's top card of a colour.
    pub fn top_of(&self, seat: Seat, colour: Colour) -> Option<Card> {
        self.world().top(seat, colour)
    }

    /// The bottom card of a colour.
    pub fn bottom(&self, colour: Colour) -> Option<Card> {
        self.world().zones().first(Zone::pile(self.me(), colour))
    }

    /// The card directly beneath another in its pile.
    pub fn beneath(&self, card: Card) -> Option<Card> {
        self.world().zones().before(card)
    }

    /// The pile of a colour, bottom to top.
    pub fn pile(&self, colour: Colour) -> CardList {
        self.world().pile(self.me(), colour).collect()
    }

    /// How many cards the pile of a colour has.
    pub fn pile_len(&self, colour: Colour) -> usize {
        self.world().pile_len(self.me(), colour)
    }

    /// The colours of the board.
    pub fn colours(&self) -> Colours {
        self.colours_of(self.me())
    }

    /// The colours of a player's board.
    pub fn colours_of(&self, seat: Seat) -> Colours {
        self.world().colours(seat)
    }

    /// How the pile of a colour is splayed.
    pub fn splayed(&self, colour: Colour) -> Option<Splay> {
        self.world().splay(self.me(), colour)
    }

    /// The colours splayed in a direction.
    pub fn splayed_in(&self, splay: Splay) -> Colours {
        Colour::ALL.into_iter().filter(|colour| self.splayed(*colour) == Some(splay)).collect()
    }

    /// How many icons of a kind show on the board now.
    pub fn icons(&self, icon: Icon) -> u8 {
        self.icons_of(self.me(), icon)
    }

    /// How many icons of a kind show on a player's board now.
    pub fn icons_of(&self, seat: Seat, icon: Icon) -> u8 {
        self.world().icons(seat, icon)
    }

    /// How many achievements a player owns.
    pub fn achievements_of(&self, seat: Seat) -> usize {
        self.world().achievements(seat)
    }

    /// `hit`: whether the demand of this activation moved a card. Always false in a nested card,
    /// which makes no demands (IN-64, IN-67).
    pub fn hit(&self) -> bool {
        self.source.depth == 0 && self.world().hit
    }

    /// How many cards a player has returned by Democracy in this dogma action.
    pub fn returned_by(&self, seat: Seat) -> u8 {
        self.world().returned[seat.at()]
    }
}

/// The verbs. Each takes effect at once and may end the game, so each is followed by `?`.
impl Effect<'_> {
    /// Draws a card into the hand (IN-20 to IN-23).
    pub fn draw(&mut self, value: u8) -> Resolved<Card> {
        self.step()?;
        self.mover.draw(self.source.executor, value)
    }

    /// Draws and melds, in one step (IN-44).
    pub fn draw_and_meld(&mut self, value: u8) -> Resolved<Card> {
        self.step()?;
        self.mover.draw_and_meld(self.source.executor, value)
    }

    /// Draws and tucks, in one step.
    pub fn draw_and_tuck(&mut self, value: u8) -> Resolved<Card> {
        self.step()?;
        self.mover.draw_and_tuck(self.source.executor, value)
    }

    /// Draws and scores, in one step.
    pub fn draw_and_score(&mut self, value: u8) -> Resolved<Card> {
        self.step()?;
        self.mover.draw_and_score(self.source.executor, value)
    }

    /// Draws into the hand and shows the card to everybody (IN-42).
    pub fn draw_and_reveal(&mut self, value: u8) -> Resolved<Card> {
        let card = self.draw(value)?;
        self.reveal(card)?;
        Ok(card)
    }

    /// Melds a card (IN-36).
    pub fn meld(&mut self, card: Card) -> Resolved {
        self.step()?;
        self.mover.meld(self.source.executor, card)
    }

    /// Tucks a card (IN-37).
    pub fn tuck(&mut self, card: Card) -> Resolved {
        self.step()?;
        self.mover.tuck(self.source.executor, card)
    }

    /// Scores a card (IN-38).
    pub fn score(&mut self, card: Card) -> Resolved {
        self.step()?;
        self.mover.score(self.source.executor, card)
    }

    /// Returns a card to the bottom of its deck (IN-39).
    pub fn give_back(&mut self, card: Card) -> Resolved {
        self.step()?;
        self.mover.give_back(self.source.executor, card)
    }

    /// Moves a card without counting as a meld, score, draw or tuck (IN-40).
    pub fn transfer(&mut self, card: Card, to: Location) -> Resolved {
        self.step()?;
        self.mover.transfer(card, to)
    }

    /// Melds several cards in the order in which they were picked. If they were not picked and two
    /// have the same colour, the player is asked for the order (IN-104).
    pub fn meld_all(&mut self, cards: impl Into<Picked>) -> Resolved {
        let cards = self.in_order(cards.into(), |card| card.colour() as u8)?;
        cards.into_iter().try_for_each(|card| self.meld(card))
    }

    /// Tucks several cards, ordered like those of [`meld_all`](Self::meld_all).
    pub fn tuck_all(&mut self, cards: impl Into<Picked>) -> Resolved {
        let cards = self.in_order(cards.into(), |card| card.colour() as u8)?;
        cards.into_iter().try_for_each(|card| self.tuck(card))
    }

    /// Returns several cards in the order in which they were picked. If they were not picked and
    /// two have the same age, the player is asked for the order (IN-104).
    pub fn give_back_all(&mut self, cards: impl Into<Picked>) -> Resolved {
        let cards = self.in_order(cards.into(), Card::age)?;
        cards.into_iter().try_for_each(|card| self.give_back(card))
    }

    /// Scores several cards. No order is asked for (IN-104).
    pub fn score_all(&mut self, cards: impl Into<Picked>) -> Resolved {
        let cards = self.unasked(cards.into());
        cards.into_iter().try_for_each(|card| self.score(card))
    }

    /// Moves several cards. No order is asked for (IN-104).
    pub fn transfer_all(&mut self, cards: impl Into<Picked>, to: Location) -> Resolved {
        let cards = self.unasked(cards.into());
        cards.into_iter().try_for_each(|card| self.transfer(card, to))
    }

    /// IN-104: the default order: cards on boards by colour, others by id.
    fn unasked(&self, picked: Picked) -> CardList {
        let mut cards = picked.cards;
        if !picked.ordered {
            cards.sort_unstable_by_key(|card| match self.world().place(*card) {
                Location::Board(_) => (card.colour() as u8, card.id()),
                _ => (0, card.id()),
            });
        }
        cards
    }

    /// Exchanges two fixed sets of cards in one step (IN-41). Returns whether anything moved.
    pub fn exchange(
        &mut self,
        one: (Location, CardSet),
        other: (Location, CardSet),
    ) -> Resolved<bool> {
        self.step()?;
        self.mover.exchange(one, other)
    }

    /// Splays a pile, if that changes anything (IN-28). Returns whether it did.
    pub fn splay(&mut self, colour: Colour, splay: Splay) -> Resolved<bool> {
        self.step()?;
        self.mover.splay(self.source.executor, colour, splay)
    }

    /// Reveals a card to everybody because the effect says so (IN-42).
    pub fn reveal(&mut self, card: Card) -> Resolved {
        self.step()?;
        self.mover.emit(What::Revealed { seat: self.source.executor, card });
        Ok(())
    }

    /// Reveals a player's hand as a proof, if it has cards and the option is on (IN-85).
    pub fn prove(&mut self, seat: Seat) {
        // Sorted by id, because the proof must not reveal the places in the hand.
        let cards: CardList = self.hand_of(seat).iter().collect();
        if !cards.is_empty() && self.mover.rules.options.proof_reveals {
            self.mover.emit(What::HandRevealed { seat, cards });
        }
    }

    /// Reorders a pile, bottom to top (IN-34). The same order is not a change.
    pub fn rearrange(&mut self, colour: Colour, order: CardList) -> Resolved {
        self.step()?;
        let before = self.pile(colour);
        if order == before {
            return Ok(());
        }
        self.mover.emit(What::Rearranged { seat: self.source.executor, colour, order, before });
        self.mover.settle()
    }

    /// Takes a special achievement if it is still available (IN-52).
    pub fn claim(&mut self, special: Special) -> Resolved {
        self.mover.claim(self.source.executor, Achievement::Special(special), Via::Effect)
    }

    /// Somebody wins at once (IN-79).
    pub fn win(&mut self, seat: Seat) -> Resolved {
        Err(self.mover.end(SeatSet::of(seat), Condition::Effect))
    }

    /// The single player with the most of something wins; nothing happens if several are tied
    /// (IN-79).
    pub fn most_wins<K: Ord + Copy>(&mut self, of: impl Fn(&Self, Seat) -> K) -> Resolved {
        let best = self.everyone().map(|seat| of(self, seat)).max();
        let mut holders = self.everyone().filter(|seat| Some(of(self, *seat)) == best);
        match (holders.next(), holders.next()) {
            (Some(seat), None) => self.win(seat),
            _ => Ok(()),
        }
    }

    /// Removes every card in every hand, board and score pile from the game and ends the dogma
    /// action at once (IN-43, IN-68).
    pub fn remove_all_cards(&mut self) -> Resolved {
        let (mut open, mut hidden) = (CardList::new(), vec![]);
        let (mut boards, mut others) = (vec![], vec![]);
        for seat in self.everyone() {
            let zones = self.world().zones();
            for colour in Colour::ALL {
                open.extend(zones.cards(Zone::pile(seat, colour)));
            }
            boards.resize(open.len(), Location::Board(seat));
            for zone in [Zone::hand(seat), Zone::score(seat)] {
                hidden.extend(zones.cards(zone).map(|card| (seat, card.into())));
                others.resize(hidden.len(), zone.place());
            }
        }
        let from = [boards, others].concat();
        self.mover.emit(What::CardsRemoved { open, hidden, from });
        self.mover.emit(What::DogmaStopped);
        Err(Halt::Stopped)
    }

    /// Executes another card's non-demand effects for the executing player alone (IN-67).
    pub fn execute(&mut self, card: Card) -> Resolved {
        let outer = self.source;
        if outer.depth >= DEPTH {
            return Err(Halt::Failed(CardError::NestingLimit));
        }
        let depth = outer.depth + 1;
        self.mover.emit(What::NestedExecution { seat: outer.executor, card, depth });
        for (effect, handler) in (1..).zip(effects_of(card)) {
            if handler.is_demand() {
                continue;
            }
            self.step()?;
            let inner = Source { card, effect, depth, ..outer };
            self.frames.push(inner);
            self.enter(inner);
            (handler.run)(self)?;
            self.frames.pop();
        }
        self.enter(outer);
        Ok(())
    }

    fn enter(&mut self, source: Source) {
        self.source = source;
        self.mover.cause = Cause::Effect(source);
    }
}

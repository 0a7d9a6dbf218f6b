//! The questions an effect can ask.
//!
//! A question without an answer stops the body with `?`. Once there is an answer, the body is run
//! again from its beginning and reaches the same question with the answer available.

use std::ops::RangeInclusive;

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, SeatSet};

use crate::action::Opt;
use crate::cards::{Card, Colour};
use crate::choice::{Ask, CardList, Choice, Reply, slot_of};
use crate::effects::{CardError, Effect, Halt, Resolved};
use crate::events::What;
use crate::set::{CardSet, Colours};
use crate::world::Splay;

/// Cards that an effect moves together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picked {
    pub(super) cards: CardList,
    /// Whether the order comes from an answer (IN-102). If not, the player may be asked for one
    /// (IN-104).
    pub(super) ordered: bool,
    /// Whether the chooser saw only backs (IN-103).
    hidden: bool,
}

impl Picked {
    /// The number of cards.
    pub fn len(&self) -> u8 {
        u8::try_from(self.cards.len()).unwrap_or(u8::MAX)
    }

    /// Whether there are none: nothing could be picked, or the player declined.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The first card.
    pub fn first(&self) -> Option<Card> {
        self.cards.first().copied()
    }

    /// The cards without their order.
    pub fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }
}

/// A fixed set that no player has picked.
impl From<CardSet> for Picked {
    fn from(set: CardSet) -> Self {
        Self { cards: set.iter().collect(), ordered: false, hidden: false }
    }
}

impl Effect<'_> {
    /// `pick 1 from S`: mandatory. None if there is no card; a single card is taken without asking.
    pub fn must_pick(&mut self, from: CardSet) -> Resolved<Option<Card>> {
        self.must_pick_by(self.me(), from)
    }

    /// The same, chosen by another player.
    pub fn must_pick_by(&mut self, chooser: Seat, from: CardSet) -> Resolved<Option<Card>> {
        if from.len() <= 1 {
            return Ok(from.first());
        }
        let ask = Ask::SelectCards { candidates: from, min: 1, max: 1, hidden: false };
        Ok(self.ask_cards(chooser, false, ask)?.first().copied())
    }

    /// `pick k from S`: mandatory, or all of them if there are fewer.
    pub fn must_pick_n(&mut self, count: u8, from: CardSet) -> Resolved<Picked> {
        self.must_pick_some(count..=count, from)
    }

    /// `pick k..m from S`: mandatory, or all of them if there are fewer.
    pub fn must_pick_some(&mut self, count: RangeInclusive<u8>, from: CardSet) -> Resolved<Picked> {
        self.pick_required(count, from, false)
    }

    /// The same from cards of which the executing player sees only the backs (IN-103).
    pub fn must_pick_backs(&mut self, count: u8, from: CardSet) -> Resolved<Picked> {
        self.pick_required(count..=count, from, true)
    }

    fn pick_required(
        &mut self,
        count: RangeInclusive<u8>,
        from: CardSet,
        hidden: bool,
    ) -> Resolved<Picked> {
        if from.len() <= usize::from(*count.start()) {
            return Ok(Picked { hidden, ..from.into() });
        }
        if *count.end() == 0 {
            return Ok(Picked::default());
        }
        let max = clamp(*count.end(), from);
        let ask = Ask::SelectCards { candidates: from, min: *count.start(), max, hidden };
        let cards = self.ask_cards(self.me(), false, ask)?;
        Ok(Picked { cards, ordered: true, hidden })
    }

    /// `k-hi(S)`: the `count` highest cards, whole values first; the player picks among ties at the
    /// cut (IN-47). The result is a given set.
    pub fn must_pick_highest(&mut self, count: usize, from: CardSet) -> Resolved<Picked> {
        let (mut taken, mut left) = (CardSet::EMPTY, from);
        loop {
            let group = left.highest();
            let missing = count - taken.len();
            if group.is_empty() || missing == 0 {
                return Ok(taken.into());
            }
            if group.len() > missing {
                let missing = u8::try_from(missing).unwrap_or(u8::MAX);
                return Ok((taken | self.must_pick_n(missing, group)?.set()).into());
            }
            (taken, left) = (taken | group, left - group);
        }
    }

    /// `may pick 1 from S`: optional. Not asked if there is no card.
    pub fn may_pick(&mut self, from: CardSet) -> Resolved<Option<Card>> {
        Ok(self.may_pick_some(1..=1, from)?.cards.first().copied())
    }

    /// `may pick k..m from S`: optional. Not asked if there are too few.
    pub fn may_pick_some(&mut self, count: RangeInclusive<u8>, from: CardSet) -> Resolved<Picked> {
        if from.is_empty() || from.len() < usize::from(*count.start()) {
            return Ok(Picked::default());
        }
        self.offer(count, from)
    }

    /// `may pick 1..all from S`.
    pub fn may_pick_any(&mut self, from: CardSet) -> Resolved<Picked> {
        self.may_pick_some(1..=u8::MAX, from)
    }

    /// IN-105: an option that depends on the hidden content of the hand is asked even without a
    /// candidate, as long as the hand is not empty. Otherwise the missing question would reveal
    /// something.
    pub fn may_pick_unseen(
        &mut self,
        count: RangeInclusive<u8>,
        from: CardSet,
    ) -> Resolved<Picked> {
        if self.hand().is_empty() { Ok(Picked::default()) } else { self.offer(count, from) }
    }

    fn offer(&mut self, count: RangeInclusive<u8>, from: CardSet) -> Resolved<Picked> {
        let max = clamp(*count.end(), from);
        let min = (*count.start()).min(max);
        let ask = Ask::SelectCards { candidates: from, min, max, hidden: false };
        let cards = self.ask_cards(self.me(), true, ask)?;
        Ok(Picked { cards, ordered: true, hidden: false })
    }

    /// A yes-or-no question, for all or nothing.
    pub fn may(&mut self) -> Resolved<bool> {
        match self.ask(self.me(), false, Ask::YesNo)? {
            Reply::Yes(yes) => Ok(yes),
            _ => Err(UNFIT),
        }
    }

    /// `may splay C dir`: offers those of the colours that can be splayed this way (IN-28), and
    /// splays the chosen one. None if nothing was splayed.
    pub fn may_splay(
        &mut self,
        colours: impl Into<Colours>,
        splay: Splay,
    ) -> Resolved<Option<Colour>> {
        let can = |colour: &Colour| self.mover.can_splay(self.me(), *colour, splay);
        let candidates: Colours = colours.into().iter().filter(can).collect();
        let Some(colour) = self.may_pick_colour(candidates, Some(splay))? else { return Ok(None) };
        self.splay(colour, splay)?;
        Ok(Some(colour))
    }

    /// An optional colour among these. Not asked if there is none.
    pub fn may_pick_colour(
        &mut self,
        candidates: Colours,
        direction: Option<Splay>,
    ) -> Resolved<Option<Colour>> {
        if candidates.is_empty() {
            return Ok(None);
        }
        let ask = Ask::SelectColours { candidates, count: 1, direction };
        Ok(self.ask_colours(true, ask)?.iter().next())
    }

    /// This many different colours out of all five, whether or not anybody has them (IN-51).
    pub fn must_pick_colours(&mut self, count: u8, direction: Option<Splay>) -> Resolved<Colours> {
        let ask = Ask::SelectColours { candidates: Colours::ALL, count, direction };
        self.ask_colours(false, ask)
    }

    /// A player among these. None if there is none; a single candidate is taken without asking.
    pub fn must_pick_player(&mut self, candidates: SeatSet) -> Resolved<Option<Seat>> {
        if candidates.len() <= 1 {
            return Ok(candidates.lowest());
        }
        self.ask_player(false, candidates)
    }

    /// An optional player among these. Not asked if there is none.
    pub fn may_pick_player(&mut self, candidates: SeatSet) -> Resolved<Option<Seat>> {
        if candidates.is_empty() { Ok(None) } else { self.ask_player(true, candidates) }
    }

    /// A value from 1 to 10 (IN-51).
    pub fn must_pick_value(&mut self) -> Resolved<u8> {
        match self.ask(self.me(), false, Ask::SelectValue)? {
            Reply::Value(value) => Ok(value),
            _ => Err(UNFIT),
        }
    }

    /// One of Evolution's options, or none.
    pub fn may_pick_option(&mut self) -> Resolved<Option<Opt>> {
        match self.ask(self.me(), true, Ask::SelectOption)? {
            Reply::Option(option) => Ok(option),
            _ => Err(UNFIT),
        }
    }

    /// A new order for one of the player's own piles, bottom to top (Publications).
    pub fn must_order_pile(&mut self, colour: Colour) -> Resolved<CardList> {
        let cards = self.pile(colour).into_iter().collect();
        let ask = Ask::OrderCards { cards, pile: Some(colour), hidden: false };
        self.ask_cards(self.me(), false, ask)
    }

    /// IN-104: the order in which cards go to their piles. `pile` tells which cards go to the same
    /// pile.
    pub(super) fn in_order(
        &mut self,
        picked: Picked,
        pile: impl Fn(Card) -> u8,
    ) -> Resolved<CardList> {
        if picked.ordered {
            return Ok(picked.cards);
        }
        let mut piles = 0_u16;
        let meet = picked.cards.iter().any(|card| {
            let bit = 1 << pile(*card);
            let met = piles & bit != 0;
            piles |= bit;
            met
        });
        if !meet {
            return Ok(picked.cards);
        }
        let ask = Ask::OrderCards { cards: picked.set(), pile: None, hidden: picked.hidden };
        self.ask_cards(self.me(), false, ask)
    }

    fn ask_cards(&mut self, chooser: Seat, optional: bool, ask: Ask) -> Resolved<CardList> {
        match self.ask(chooser, optional, ask)? {
            Reply::Cards(cards) => Ok(cards),
            _ => Err(UNFIT),
        }
    }

    fn ask_colours(&mut self, optional: bool, ask: Ask) -> Resolved<Colours> {
        match self.ask(self.me(), optional, ask)? {
            Reply::Colours(colours) => Ok(colours),
            _ => Err(UNFIT),
        }
    }

    fn ask_player(&mut self, optional: bool, candidates: SeatSet) -> Resolved<Option<Seat>> {
        match self.ask(self.me(), optional, Ask::SelectPlayer { candidates })? {
            Reply::Player(player) => Ok(player),
            _ => Err(UNFIT),
        }
    }

    /// The answer, if it was already given. Otherwise asks the question and stops the body.
    fn ask(&mut self, player: Seat, optional: bool, ask: Ask) -> Resolved<Reply> {
        let state = &self.mover.rules.state;
        let choice =
            Choice { id: state.next_choice, player, source: Some(self.source), optional, ask };
        if self.answered < self.answers {
            let given = state.execution.as_ref().and_then(|it| it.answers.get(self.answered));
            let reply = given.filter(|reply| choice.fits(reply)).cloned().ok_or(UNFIT)?;
            self.answered += 1;
            self.mover.silent = self.answered < self.answers && !self.rehearsing;
            return Ok(reply);
        }
        let world = &state.world;
        let slots = if choice.is_hidden() {
            choice.offered(world).into_iter().filter_map(|card| slot_of(world, card)).collect()
        } else {
            vec![]
        };
        self.mover.emit(What::ChoiceRequested {
            id: choice.id,
            player,
            kind: ask.kind(),
            source: choice.source,
            choice: Private::Known(choice),
            slots,
        });
        Err(Halt::Asked)
    }
}

/// An answer that does not fit its question (IN-117), which means that the save is damaged.
const UNFIT: Halt = Halt::Failed(CardError::BadEffectState);

fn clamp(count: u8, from: CardSet) -> u8 {
    count.min(u8::try_from(from.len()).unwrap_or(u8::MAX))
}

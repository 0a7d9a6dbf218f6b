//! All cards and counters of a match (the board of section 2.8).

use croupier_kit::Millis;
use croupier_kit::cards::{Card, CardSet, Pile};
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::PLAYERS;
use crate::cards::{Cards, beats};
use crate::effect::DeclaredEffect;
use crate::ending::Ending;
use crate::options::Options;
use crate::played::Played;
use crate::stats::Stats;
use crate::wheel::{Angle, Mode, Spin};

/// All cards and counters. Data about a single turn, such as whether the wheel was spun, is in the
/// flow, where it is public.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The hands, each in the order in which cards were received (MM-7).
    pub hands: [Cards; PLAYERS],
    /// The draw pile. The top is the last card, so that drawing does not move other cards.
    pub draw: Cards,
    /// The discard pile; its top is the last card.
    pub discard: Pile<Played, 52>,
    /// MM-C5: the cards that Queens have removed from play.
    pub slain: CardSet,
    /// `currentScore`
    pub score: i32,
    /// The total value of cards that reshuffles took off the discard pile (MM-85.5).
    pub forgotten: i32,
    /// `minThreshold`; none before it is drawn, and none with `one_way_tally`.
    pub min_threshold: Option<i16>,
    /// `maxThreshold`; none before it is drawn.
    pub max_threshold: Option<i16>,
    /// `wheelAngle`
    pub angle: Angle,
    /// `pendingSpin`
    pub pending_spin: Option<Spin>,
    /// `currentPlayerIndex` as a seat.
    pub current: Seat,
    /// `chosenCard`: stays until the next turn begins.
    pub chosen_card: Option<Card>,
    /// `chosenCardEffect`
    pub chosen_effect: Option<DeclaredEffect>,
    /// The statistics so far.
    pub stats: Stats,
    /// When the deck was shuffled.
    pub began: Millis,
    /// How it ended, and how long it took.
    pub ending: Option<Ending>,
}

impl State {
    /// The state before the deal.
    pub fn new(options: &Options) -> Self {
        Self {
            hands: [Cards::new(); PLAYERS],
            draw: Cards::new(),
            discard: Pile::new(),
            slain: CardSet::default(),
            score: 0,
            forgotten: 0,
            min_threshold: None,
            max_threshold: None,
            angle: Angle::new(options.start_angle),
            pending_spin: None,
            current: Seat(0),
            chosen_card: None,
            chosen_effect: None,
            stats: Stats::default(),
            began: Millis::ZERO,
            ending: None,
        }
    }

    /// A player's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[Card] {
        self.hands.get(seat.at()).map_or(&[], |hand| hand.as_slice())
    }

    /// The hand of the player to move.
    #[inline]
    pub fn current_hand(&self) -> &[Card] {
        self.hand(self.current)
    }

    /// The card to beat. None only before the setup has played one (MM-34).
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.discard.last().map(|played| played.card)
    }

    /// The mode the wheel points to.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.angle.mode()
    }

    /// `canBeatTopCard`
    #[inline]
    pub fn can_beat(&self, card: Card, options: &Options) -> bool {
        self.top().is_none_or(|top| beats(card, top, self.mode(), options.strict_order))
    }

    /// The cards of the current hand that beat the top card, in hand order.
    #[inline]
    pub fn valid_cards(&self, options: &Options) -> ValidCards<'_> {
        // Tests all cards branch-free, because branches would be mispredicted.
        let hand = self.current_hand();
        let bit = |(at, card): (usize, &Card)| u64::from(self.can_beat(*card, options)) << at;
        let valid = hand.iter().take(64).enumerate().map(bit).fold(0, |all, bit| all | bit);
        ValidCards { hand, valid }
    }

    /// `hasValidCard`
    #[inline]
    pub fn has_valid_card(&self, options: &Options) -> bool {
        self.valid_cards(options).len() > 0
    }

    /// MM-36, MM-C2: a value with its current sign.
    #[inline]
    pub fn signed(&self, value: i8, options: &Options) -> i8 {
        if self.mode() == Mode::Max || options.one_way_tally { value } else { -value }
    }

    /// `isExactThreshold`
    #[inline]
    pub fn is_exact(&self, score: i32) -> bool {
        self.min_threshold.is_some_and(|min| score == i32::from(min))
            || self.max_threshold.is_some_and(|max| score == i32::from(max))
    }

    /// `isOverThreshold`
    #[inline]
    pub fn is_over(&self, score: i32) -> bool {
        self.min_threshold.is_some_and(|min| score < i32::from(min))
            || self.max_threshold.is_some_and(|max| score > i32::from(max))
    }
}

/// The cards of a hand that can be played.
#[derive(Debug, Clone)]
pub struct ValidCards<'a> {
    hand: &'a [Card],
    /// A bit per place in the hand.
    valid: u64,
}

impl Iterator for ValidCards<'_> {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.hand.get(self.valid.trailing_zeros() as usize).copied();
        self.valid &= self.valid.wrapping_sub(1);
        card
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for ValidCards<'_> {
    #[inline]
    fn len(&self) -> usize {
        self.valid.count_ones() as usize
    }
}

//! Hands, a stock and turns: the parts that most card games share.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cards::{Card, Dice, Pile, PileView, every_card_once, fitting_deal, unseen};
use crate::game::{InvariantError, Seat, Viewer};
use crate::text::{Board, TextLine, Tone, count, name_of};

/// Cards of one standard deck. It has room for all of them, so it cannot overflow.
pub type Cards = Pile<Card, 52>;

/// The state of a game with one standard deck in which everybody has a hand, the rest is a stock,
/// and players take turns. `Open` is everything else, which all players can see; `SEATS` is the
/// maximum number of seats.
///
/// For a game with this state, [`hands_and_stock!`](crate::hands_and_stock) generates the functions
/// that follow from it.
///
/// ```
/// use croupier_kit::cards::{Card, Dice, HandsAndStock, Seed};
/// use croupier_kit::game::{Seat, Viewer};
///
/// let mut table: HandsAndStock<(), 4> = HandsAndStock::new(2);
/// table.deal(Dice::new(Seed::from_number(7)).shuffled(Card::deck()), 5);
/// table.draw(Seat(0));
/// assert_eq!((table.hands[Seat(0)].len(), table.stock.len()), (6, 41));
///
/// // The second player sees their own five cards, and how many cards the others hold.
/// let view = table.seen_by(Viewer::Seat(Seat(1)), false);
/// assert_eq!((view.hands[0].len(), view.hand(Seat(0)).len(), view.hand(Seat(1)).len()), (6, 0, 5));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HandsAndStock<Open, const SEATS: usize> {
    /// The hands, by seat.
    pub hands: Pile<Cards, SEATS>,
    /// The undealt cards, the top last.
    pub stock: Cards,
    /// Whose turn it is.
    pub turn: Seat,
    /// What lies open to everybody.
    pub open: Open,
}

impl<Open, const SEATS: usize> HandsAndStock<Open, SEATS> {
    /// The state before the deal: an empty hand for every seat, and no stock.
    pub fn new(seats: usize) -> Self
    where
        Open: Default,
    {
        let hands = Seat::first(seats.min(SEATS)).map(|_| Cards::new()).collect();
        Self { hands, stock: Cards::new(), turn: Seat(0), open: Open::default() }
    }

    /// Deals `count` cards to everybody from the end of the deck, one at a time; the rest becomes
    /// the stock.
    pub fn deal(&mut self, deck: Cards, count: usize) {
        self.stock = deck;
        for _ in 0..count {
            Seat::first(self.hands.len()).for_each(|seat| self.draw(seat));
        }
    }

    /// Moves the top card of the stock to a hand, if there is one.
    pub fn draw(&mut self, seat: Seat) {
        self.hands[seat].extend(self.stock.pop());
    }

    /// Passes the turn to the next player.
    pub fn next_turn(&mut self) {
        self.turn = self.turn.next(self.hands.len());
    }

    /// Whether a hand is empty.
    pub fn somebody_is_out(&self) -> bool {
        self.hands.as_slice().iter().any(Pile::is_empty)
    }

    /// The cards as a viewer sees them: the viewer's own hand, or all hands if `laid_open`. Nobody
    /// sees the stock.
    pub fn seen_by(&self, viewer: Viewer, laid_open: bool) -> HandsAndStockView<Open>
    where
        Open: Clone,
    {
        let seen = |seat: Seat| self.hands[seat].shown(laid_open || viewer.is(seat));
        HandsAndStockView {
            hands: Seat::first(self.hands.len()).map(seen).collect(),
            stock: self.stock.shown(false),
            turn: self.turn,
            open: self.open.clone(),
        }
    }

    /// The cards that are hidden from a viewer, for the suite's
    /// [`hidden_words`](crate::testing::Suite::hidden_words).
    pub fn hidden_from(&self, viewer: Viewer, laid_open: bool) -> Vec<Card> {
        let hidden = |seat: &Seat| !laid_open && !viewer.is(*seat);
        let hands = Seat::first(self.hands.len()).filter(hidden).flat_map(|seat| &self.hands[seat]);
        hands.chain(&self.stock).collect()
    }

    /// Checks that everybody has a hand, that somebody has the turn, and that every card of the
    /// deck exists once, counting the `lying` cards. For
    /// [`invariants`](crate::game::Game::invariants).
    pub fn check(
        &self,
        seats: usize,
        lying: impl IntoIterator<Item = Card>,
    ) -> Result<(), InvariantError> {
        if self.hands.len() != seats || self.turn.at() >= seats {
            return Err("a seat has no hand, or the turn is of no seat".into());
        }
        let all = self.held().into_iter().chain(lying);
        every_card_once(Card::deck(), [all.collect::<Vec<_>>()])
    }

    /// Puts all cards that are neither in a hand nor in the stock nor `lying` under the stock. For
    /// scenarios, which name only the cards that matter
    /// ([`complete`](crate::scenario::Arrange::complete)).
    pub fn complete(&mut self, lying: impl IntoIterator<Item = Card>) {
        let there: Vec<Card> = self.held().into_iter().chain(lying).collect();
        let missing = Card::deck().filter(|card| !there.contains(card));
        // If there are too many, a card exists twice, and the invariants will report it.
        self.stock = missing.chain(&self.stock).take(Card::COUNT).collect();
    }

    /// All cards in the hands and the stock.
    fn held(&self) -> Vec<Card> {
        self.hands
            .iter()
            .flat_map(|hand| hand.iter().collect::<Vec<_>>())
            .chain(&self.stock)
            .collect()
    }
}

/// A [`HandsAndStock`] as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandsAndStockView<Open> {
    /// The hands, by seat: the cards that the viewer sees, otherwise their number.
    pub hands: Vec<PileView<Card, 52>>,
    /// The number of cards in the stock.
    pub stock: PileView<Card, 52>,
    /// Whose turn it is.
    pub turn: Seat,
    /// Everything that all players can see.
    pub open: Open,
}

impl<Open: Clone> HandsAndStockView<Open> {
    /// The visible cards of a hand.
    pub fn hand(&self, seat: Seat) -> &[Card] {
        self.hands.get(seat.at()).map_or(&[], PileView::cards)
    }

    /// A random state that looks like this view, given the cards that lie open. For
    /// [`resample`](crate::game::Game::resample).
    pub fn resampled<const SEATS: usize>(
        &self,
        lying: impl IntoIterator<Item = Card>,
        dice: &mut Dice,
    ) -> HandsAndStock<Open, SEATS> {
        let seen = self.hands.iter().flat_map(PileView::cards).copied().chain(lying);
        let mut others = unseen(Card::deck(), seen, dice);
        let hands = self.hands.iter().map(|hand| hand.filled(&mut others)).collect();
        let stock = self.stock.filled(&mut others);
        HandsAndStock { hands, stock, turn: self.turn, open: self.open.clone() }
    }

    /// The same where something is known about hidden hands: `may_hold` says whether a seat can
    /// have a card. See [`fitting_deal`] for the distribution. If nothing fits, what is known must
    /// be wrong and is ignored.
    pub fn resampled_where<const SEATS: usize>(
        &self,
        lying: impl IntoIterator<Item = Card>,
        may_hold: impl Fn(Seat, Card) -> bool,
        dice: &mut Dice,
    ) -> HandsAndStock<Open, SEATS> {
        let seen = self.hands.iter().flat_map(PileView::cards).copied().chain(lying);
        let mut others = unseen(Card::deck(), seen, dice);
        // Piles are filled from the end of the list, so the first seat comes last.
        let piles = [&self.stock].into_iter().chain(self.hands.iter().rev());
        let counts: Vec<usize> = piles.map(|pile| pile.len() - pile.cards().len()).collect();
        let seats = self.hands.len();
        let fits = |holder: usize, card: Card| match holder {
            0 => true,
            _ => may_hold(Seat(0).offset(seats - holder, seats), card),
        };
        let is_known_well = fitting_deal(&mut others, &counts, fits, dice);
        debug_assert!(is_known_well, "no deal fits what is known");
        let hands = self.hands.iter().map(|hand| hand.filled(&mut others)).collect();
        let stock = self.stock.filled(&mut others);
        HandsAndStock { hands, stock, turn: self.turn, open: self.open.clone() }
    }
}

impl<Open: Serialize> HandsAndStockView<Open> {
    /// The view as text: what lies open, the stock and the hands. For
    /// [`Show::board`](crate::text::Show::board).
    pub fn board(&self, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        if let Ok(Value::Object(fields)) = serde_json::to_value(&self.open) {
            for (name, value) in fields {
                board.row(&name.replace('_', " "), TextLine::of(&in_words(&value)));
            }
        }
        board.row("stock", pile_line(&self.stock));
        for (seat, hand) in Seat::first(self.hands.len()).zip(&self.hands) {
            let mark = if seat == self.turn { " ◂" } else { "" };
            let line = pile_line(hand).say(mark, Tone::Strong);
            board.add(name_of(names, seat, viewer), [line]);
        }
        board
    }
}

/// The cards of a pile, or how many there are.
fn pile_line(pile: &PileView<Card, 52>) -> TextLine {
    match pile {
        PileView::Open(cards) => TextLine::new().cards(cards),
        PileView::Closed(cards) => TextLine::of(&count(*cards, "card", "cards")),
    }
}

/// The maximum length of a list that is shown in full.
const LONG: usize = 12;

/// A value that lies open, without JSON punctuation.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "–".to_owned(),
        Value::Array(items) => {
            // Of a long pile show the end, which is its top.
            let hidden = if items.len() > LONG { items.len() - LONG / 2 } else { 0 };
            let begun = if hidden > 0 { format!("{hidden} … ") } else { String::new() };
            begun + &items[hidden..].iter().map(in_words).collect::<Vec<_>>().join(" ")
        }
        Value::Object(fields) => {
            let said = fields.iter().map(|(name, value)| format!("{name} {}", in_words(value)));
            said.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// For a game whose state is a [`HandsAndStock`](crate::cards::HandsAndStock). Inside its `impl
/// Game` this declares the types of state, view and memory, and `new`, `view`, `resample` and
/// `invariants`.
///
/// It takes the type of what lies open, the maximum number of seats, and an expression for the
/// cards in what lies open. Hands are shown to their owners, and to everybody when the match is
/// over.
///
/// ```text
/// hands_and_stock! { Open, 4, |open| &open.pile }
/// ```
///
/// This is short for five parts. A game that needs something different uses these instead, and
/// writes the one that differs itself:
///
/// ```text
/// hands_and_stock! { state: Open, 4 }                  // type State, fn new
/// hands_and_stock! { view: Open }                      // type View, fn view
/// hands_and_stock! { memory }                          // type Memory = ()
/// hands_and_stock! { resample: |open| &open.pile }     // fn resample
/// hands_and_stock! { invariants: |open| &open.pile }   // fn invariants
/// ```
///
/// The generated functions are one line each, so they are easy to write by hand:
///
/// ```text
/// fn new(_: &Self::Options, seats: &[SeatKind]) -> Self::State {
///     HandsAndStock::new(seats.len())
/// }
///
/// fn view(at: Position<'_, Self>, viewer: Viewer) -> Self::View {
///     at.state.seen_by(viewer, at.flow.is_done())
/// }
///
/// fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> Self::State {
///     observation.view.resampled(&observation.view.open.pile, dice)
/// }
///
/// fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
///     at.state.check(at.seats.len(), &at.state.open.pile)
/// }
/// ```
#[macro_export]
macro_rules! hands_and_stock {
    (state: $open:ty, $seats:expr) => {
        type State = $crate::cards::HandsAndStock<$open, $seats>;

        fn new(_: &Self::Options, seats: &[$crate::game::SeatKind]) -> Self::State {
            $crate::cards::HandsAndStock::new(seats.len())
        }
    };
    (view: $open:ty) => {
        type View = $crate::cards::HandsAndStockView<$open>;

        fn view(at: $crate::game::Position<'_, Self>, viewer: $crate::game::Viewer) -> Self::View {
            at.state.seen_by(viewer, at.flow.is_done())
        }
    };
    (memory) => {
        type Memory = ();
    };
    (resample: |$lying:ident| $cards:expr) => {
        fn resample(
            observation: $crate::game::Observation<'_, Self>,
            dice: &mut $crate::cards::Dice,
        ) -> Self::State {
            let $lying = &observation.view.open;
            observation.view.resampled($cards, dice)
        }
    };
    (invariants: |$lying:ident| $cards:expr) => {
        fn invariants(
            at: $crate::game::Position<'_, Self>,
        ) -> ::std::result::Result<(), $crate::game::InvariantError> {
            let $lying = &at.state.open;
            at.state.check(at.seats.len(), $cards)
        }
    };
    ($open:ty, $seats:expr, |$lying:ident| $cards:expr) => {
        $crate::hands_and_stock! { state: $open, $seats }
        $crate::hands_and_stock! { view: $open }
        $crate::hands_and_stock! { memory }
        $crate::hands_and_stock! { resample: |$lying| $cards }
        $crate::hands_and_stock! { invariants: |$lying| $cards }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Seed, Suit};

    fn dealt() -> HandsAndStock<Cards, 4> {
        let mut state: HandsAndStock<Cards, 4> = HandsAndStock::new(3);
        state.deal(Dice::new(Seed::from_number(7)).shuffled(Card::deck()), 2);
        state.open.extend(state.stock.pop());
        state
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        let state = dealt();
        assert_eq!(state.check(3, &state.open), Ok(()));
        assert!(state.check(4, &state.open).is_err(), "a hand is missing");
        assert!(HandsAndStock { turn: Seat(3), ..state }.check(3, &state.open).is_err());
        assert!(state.check(3, []).unwrap_err().to_string().ends_with("is missing"));
    }

    #[test]
    fn what_nobody_sees_is_dealt_anew_and_the_rest_stays() {
        let state = dealt();
        let view = state.seen_by(Viewer::Seat(Seat(1)), false);
        let mut dice = Dice::new(Seed::from_number(1));
        let other: HandsAndStock<Cards, 4> = view.resampled(&view.open, &mut dice);
        assert_eq!(other.check(3, &other.open), Ok(()));
        assert_eq!(other.seen_by(Viewer::Seat(Seat(1)), false), view);
        assert_ne!(other.hands[Seat(0)], state.hands[Seat(0)]);
        let all: HandsAndStock<Cards, 4> =
            state.seen_by(Viewer::Public, true).resampled(&state.open, &mut dice);
        assert_eq!(all.hands, state.hands);
    }

    #[test]
    fn what_is_known_of_a_hand_is_kept() {
        let mut state: HandsAndStock<(), 4> = HandsAndStock::new(4);
        state.deal(Dice::new(Seed::from_number(7)).shuffled(Card::deck()), 12);
        let view = state.seen_by(Viewer::Seat(Seat(1)), false);
        let mut dice = Dice::new(Seed::from_number(1));
        for _ in 0..50 {
            let may_hold =
                |seat: Seat, card: Card| card.suit() != Suit::Clubs || [0, 3].contains(&seat.0);
            let other: HandsAndStock<(), 4> = view.resampled_where([], may_hold, &mut dice);
            assert_eq!(other.check(4, []), Ok(()));
            assert_eq!(other.seen_by(Viewer::Seat(Seat(1)), false), view);
            assert!(other.hands[Seat(2)].iter().all(|card| card.suit() != Suit::Clubs));
        }
    }

    #[test]
    fn what_a_scenario_leaves_out_lies_under_the_stock() {
        let mut state: HandsAndStock<Cards, 4> = HandsAndStock::new(2);
        state.hands[0].push("8H".parse().unwrap());
        state.stock.push("KS".parse().unwrap());
        let lying: Cards = ["7D".parse().unwrap()].into_iter().collect();
        state.complete(&lying);
        assert_eq!((state.check(2, &lying), state.stock.len()), (Ok(()), 50));
        assert_eq!(state.stock.last().unwrap().to_string(), "KS");
    }

    #[test]
    fn the_board_shows_what_is_seen() {
        #[derive(Clone, Default, Serialize)]
        struct Open {
            last_card: Card,
            long_pile: Cards,
        }
        let mut state: HandsAndStock<Open, 4> = HandsAndStock::new(2);
        state.open.long_pile = Card::deck().take(13).collect();
        state.deal(Card::deck().collect(), 2);
        let board = state.seen_by(Viewer::Seat(Seat(0)), false).board(Viewer::Seat(Seat(0)), &[]);
        let lines: Vec<String> = board.lines().iter().map(TextLine::to_string).collect();
        let expected = [
            "last card  A♥",
            "long pile  7 … 8♥ 9♥ 10♥ J♥ Q♥ K♥",
            "stock      48 cards",
            "P1         K♠ J♠ ◂",
            "P2         2 cards",
        ];
        assert_eq!(lines, expected);
    }
}

//! All cards and counters of a table (the context of section 2.1).

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Pile};
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::action::SeatChange;
use crate::events::{Auto, EndReason};
use crate::name::Name;
use crate::notice::{Called, Notification};
use crate::options::Options;
use crate::score::FinalScores;
use crate::{Cards, PLAYERS};

/// All cards and counters. Arrays per player are indexed by seat; who plays, and in which order, is
/// [`players`](Self::players).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Settings that stay the same from game to game.
    pub table: TableRules,
    /// The number of the current game at this table, from 1; the suffix of `gameId`.
    pub game: u32,
    /// The players in turn order: the order in which they joined (RU-6).
    pub players: Players,
    /// Their current names.
    pub names: [Name; PLAYERS],
    /// Former names that existing notifications and scores still show.
    pub called: Vec<Called>,
    /// Their hands, in the order in which the cards were received (RU-8).
    pub hands: [Cards; PLAYERS],
    /// Who is to move: `currentPlayerIndex` as a seat.
    pub current: Seat,
    /// The undealt cards, top first.
    pub deck: Pile<Card, 52>,
    /// The discard pile, top last.
    pub discard: Pile<Card, 52>,
    /// The current player's selection, in the order of selecting.
    pub selected: Cards,
    /// Seconds left as of the last tick.
    pub game_timer: u32,
    /// When the deck was shuffled.
    pub round_start: Option<Millis>,
    /// When the countdown began (`t0`).
    pub clock_start: Option<Millis>,
    /// Who made the last play or was skipped with `SKIP_TURN`.
    pub last_actor: Option<Seat>,
    /// How many plays there were.
    pub plays: u32,
    /// How many notifications this game has produced, which is also the id of the newest.
    pub notified: u32,
    /// The most recent notifications, oldest first.
    pub notifications: Pile<Notification, { Options::MOST_NOTIFICATIONS }>,
    /// Who has voted to end the game.
    pub end_votes: SeatSet,
    /// The seats held by persons.
    pub persons: SeatSet,
    /// The seats in which a bot stands in for a person. Omitted while empty, so that hashes of
    /// older saves stay valid.
    #[serde(default, skip_serializing_if = "nobody")]
    pub stand_ins: SeatSet,
    /// The seats whose connection is alive.
    pub connected: SeatSet,
    /// Why the game ended.
    pub end_reason: Option<EndReason>,
    /// The final scores (RU-58).
    pub final_scores: FinalScores,
    /// The winners (RU-57).
    pub winners: SeatSet,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // Serde passes a reference.
fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Settings that stay the same from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRules {
    /// How many chairs there are.
    pub chairs: usize,
    /// The length of the countdown in seconds.
    pub game_seconds: u32,
    /// How many notifications are kept.
    pub notification_cap: usize,
}

/// Who plays, in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Players(Pile<u8, PLAYERS>);

impl Players {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no players.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The players in turn order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + '_ {
        self.0.iter().map(Seat)
    }

    /// Whether this seat plays.
    #[inline]
    pub fn contains(&self, seat: Seat) -> bool {
        self.0.contains(seat.0)
    }

    /// The players after this one in turn order, going round once and ending with the player
    /// itself.
    #[inline]
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let start = self.0.position(seat.0).map_or(0, |place| place + 1);
        let (before, behind) = self.0.as_slice().split_at(start);
        behind.iter().chain(before).map(|seat| Seat(*seat))
    }
}

impl FromIterator<Seat> for Players {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().map(|seat| seat.0).collect())
    }
}

impl State {
    /// An empty table.
    pub fn new(table: TableRules) -> Self {
        Self {
            table,
            game: 1,
            players: Players::default(),
            names: [Name::default(); PLAYERS],
            called: Vec::new(),
            hands: [Cards::new(); PLAYERS],
            current: Seat(0),
            deck: Pile::new(),
            discard: Pile::new(),
            selected: Cards::new(),
            game_timer: table.game_seconds,
            round_start: None,
            clock_start: None,
            last_actor: None,
            plays: 0,
            notified: 0,
            notifications: Pile::new(),
            end_votes: SeatSet::NOBODY,
            persons: SeatSet::first(PLAYERS),
            stand_ins: SeatSet::NOBODY,
            connected: SeatSet::first(PLAYERS),
            end_reason: None,
            final_scores: FinalScores::new(),
            winners: SeatSet::NOBODY,
        }
    }

    /// The top discard, which has to be matched. None before the deal.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.discard.last()
    }

    /// A player's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[Card] {
        self.hands.get(seat.at()).map_or(&[], |hand| hand.as_slice())
    }

    /// Whether a player has a move now (RU-28).
    #[inline]
    pub fn has_move(&self, seat: Seat) -> bool {
        self.top().is_some_and(|top| crate::plays::has_move(self.hand(seat), top))
    }

    /// The text of `gameId`.
    pub fn game_id(&self) -> String {
        format!("rush#{}", self.game)
    }

    pub(crate) fn seat_player(&mut self, seat: Seat, name: &str) {
        let name = Name::new(name);
        debug_assert!(name.is_some(), "a name that is too long or empty is refused");
        self.players.0.push(seat.0);
        self.names[seat.at()] = name.unwrap_or_default();
    }

    /// RU-60: a player who leaves takes their hand along; scores, winners and names stay.
    pub(crate) fn unseat_player(&mut self, seat: Seat) {
        self.players.0.remove(seat.0);
        self.hands[seat.at()].clear();
        self.end_votes.remove(seat);
        self.persons.insert(seat);
        self.stand_ins.remove(seat);
        self.connected.insert(seat);
    }

    /// RU-10, RU-12: resets the table for a new game.
    pub(crate) fn begin_game(&mut self, at: Millis) {
        self.game_timer = self.table.game_seconds;
        self.round_start = Some(at);
        let first = self.players.seats().next();
        debug_assert!(first.is_some(), "a game starts with enough players");
        self.current = first.unwrap_or(Seat(0));
        self.notified = 0;
        self.notifications.clear();
        self.called.clear();
        self.final_scores.clear();
        self.winners = SeatSet::NOBODY;
        self.end_votes = SeatSet::NOBODY;
    }

    /// RU-11: places the first discard; the remaining cards stay undealt in their order.
    pub(crate) fn lay_out(&mut self, first: Card, undealt: u8) {
        self.discard.push(first);
        let left = usize::from(undealt);
        let dealt = self.deck.len() - left;
        self.deck.as_mut_slice().copy_within(dealt.., 0);
        self.deck.truncate(left);
    }

    /// RU-30, and RU-62 if the system made the play.
    #[inline]
    pub(crate) fn put_down(&mut self, seat: Seat, cards: Cards, auto: Auto, at: Millis) {
        let mut played = 0_u64;
        for card in cards.iter() {
            played |= 1 << card.index();
            self.discard.push(card);
        }
        // Compacts the hand. Branch-free, because which cards stay is unpredictable.
        let hand = &mut self.hands[seat.at()];
        let mut kept = 0;
        for at in 0..hand.len() {
            let card = hand.as_slice()[at];
            hand.as_mut_slice()[kept] = card;
            kept += usize::from(played >> card.index() & 1 == 0);
        }
        hand.truncate(kept);
        self.selected.clear();
        self.last_actor = Some(seat);
        self.plays += 1;
        if auto != Auto::None {
            for card in cards.iter() {
                self.notify(seat, Some(card), at);
            }
        }
    }

    /// RU-53: applies a name and who controls the seat. If the seat is not a person's after this,
    /// its vote is dropped; if name or holder of the current player changes, the selection is
    /// dropped.
    pub(crate) fn change_seat(&mut self, change: &SeatChange) {
        let seat = change.player;
        let was_person = self.persons.contains(seat);
        let mark =
            |set: &mut SeatSet, is: bool| if is { set.insert(seat) } else { set.remove(seat) };
        mark(&mut self.persons, change.person);
        mark(&mut self.stand_ins, change.stands_in && !change.person);
        mark(&mut self.connected, change.connected);
        if !change.person {
            self.end_votes.remove(seat);
        }
        let new = change.name.as_deref().and_then(Name::new);
        let renamed = new.filter(|new| *new != self.names[seat.at()]);
        if let Some(name) = renamed {
            self.rename(seat, name);
        }
        if seat == self.current && (renamed.is_some() || was_person != change.person) {
            self.selected.clear();
        }
    }
}

//! What a viewer sees of a room.

use serde::{Deserialize, Serialize};

use super::ABANDONED;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::open_commands::OpenCommand;
use super::party::{Member, PlayerId, Status};
use super::settings::RoomOptions;
use super::waiting::Waiting;
use super::{Room, game_over, lobby};
use crate::Millis;
use crate::game::{Choice, Game, Outcome, Prompt, Seat, Standing, Viewer};
use crate::matches::ShownStates;

/// The phase of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Phase {
    /// Players join and get ready.
    Lobby,
    /// A match is running.
    Playing,
    /// The match is over and its result is shown.
    Results,
    /// People vote on a rematch.
    Voting,
    /// A rematch is about to start.
    Countdown,
    /// The room is closed for good.
    Closed,
}

impl Phase {
    /// Whether the match is over and the room has not yet returned to the lobby.
    pub fn is_after_match(self) -> bool {
        matches!(self, Self::Results | Self::Voting | Self::Countdown)
    }
}

/// A room of a game, as one person or the public sees it.
pub type RoomViewOf<G> = RoomView<<G as Game>::Options, <G as Game>::View, <G as Game>::Action>;

/// Everything that a client draws of a room, as one person or the public sees it. Options, view and
/// actions are those of a game, typed or as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RoomView<O, V, A> {
    /// The phase of the room.
    pub phase: Phase,
    /// The current time of the room's clock. All times in this view are on that clock, except those
    /// inside `game`.
    pub now: Millis,
    /// When the phase ends by itself; `null` if it does not.
    pub deadline: Option<Millis>,
    /// The number of matches started so far.
    pub game_no: u32,
    /// Everybody at the table, in turn order.
    pub players: Vec<PlayerView>,
    /// The player who is the host; `null` if there is none.
    pub host: Option<PlayerId>,
    /// Whether the room is locked: nobody else can join.
    pub locked: bool,
    /// The settings of the room.
    pub settings: RoomOptions,
    /// The options of the game, as they were chosen. The match may be played with others
    /// ([`Game::served`]).
    pub options: O,
    /// How the last match ended, until the next one starts.
    pub result: Option<Outcome>,
    /// Everybody's place in that result, and what its scores count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The viewer's own seat; `null` for the public.
    pub seat: Option<Seat>,
    /// The match as the viewer sees it; `null` if there is none.
    pub game: Option<V>,
    /// The room's time that is time 0 of the match; a pause moves it. Times in the game's view and
    /// events count from there.
    pub began: Option<Millis>,
    /// Whether the match is paused.
    pub paused: bool,
    /// What the viewer is asked; `null` if nothing.
    pub prompt: Option<Prompt<A>>,
    /// What the viewer may do in the match without being asked.
    pub offers: Vec<Choice<A>>,
    /// The commands that the room would accept from the viewer now.
    pub commands: Vec<OpenCommand>,
    /// Whom the table is waiting for.
    pub waiting: Vec<Waiting>,
    /// The number of the viewer's next log entry. This view already reflects all earlier ones.
    pub next_entry: u64,
}

impl<O, V, A> RoomView<O, V, A> {
    /// Converts the game-specific parts of the view.
    pub fn map<P, W, B>(
        self,
        options: impl FnOnce(O) -> P,
        game: impl FnOnce(V) -> W,
        action: impl Fn(A) -> B,
    ) -> RoomView<P, W, B> {
        RoomView {
            phase: self.phase,
            now: self.now,
            deadline: self.deadline,
            game_no: self.game_no,
            players: self.players,
            host: self.host,
            locked: self.locked,
            settings: self.settings,
            options: options(self.options),
            result: self.result,
            standing: self.standing,
            seat: self.seat,
            game: self.game.map(game),
            began: self.began,
            paused: self.paused,
            prompt: self.prompt.map(|prompt| prompt.map(&action)),
            offers: self.offers.into_iter().map(|offer| offer.map(&action)).collect(),
            commands: self.commands,
            waiting: self.waiting,
            next_entry: self.next_entry,
        }
    }
}

/// The state of a room, apart from its players and the match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableState"))]
#[non_exhaustive]
pub struct TableView {
    /// The phase of the room.
    pub phase: Phase,
    /// When the phase ends by itself; `null` if it does not.
    pub deadline: Option<Millis>,
    /// The number of matches started so far.
    pub game_no: u32,
    /// The player who is the host; `null` if there is none.
    pub host: Option<PlayerId>,
    /// Whether the room is locked: nobody else can join.
    pub locked: bool,
    /// How the last match ended, until the next one starts.
    pub result: Option<Outcome>,
    /// Everybody's place in that result, and what its scores count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The viewer's own seat; `null` for the public.
    pub seat: Option<Seat>,
    /// The room's time that is time 0 of the match; a pause moves it. Times in the game's view and
    /// events count from there.
    pub began: Option<Millis>,
    /// Whether the match is paused.
    pub paused: bool,
}

impl<O: Serialize, V: Serialize, A: Serialize> RoomView<O, V, A> {
    /// The view as JSON, as it is sent to clients.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// A person or bot in the room, as everybody sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Player"))]
#[non_exhaustive]
pub struct PlayerView {
    /// The number that identifies them in commands.
    pub id: PlayerId,
    /// How they are called at this table, different from everybody else there.
    pub name: String,
    /// The player's place in turn order.
    pub seat: Seat,
    /// Whether this is an invited bot. Stand-ins appear as the people they replace.
    pub bot: bool,
    /// The level of an invited bot; absent for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Whether they are ready to start.
    pub ready: bool,
    /// The vote on a rematch: `true` for it, `false` for the lobby, `null` if they have not voted.
    pub vote: Option<bool>,
    /// How many matches they have won in this room.
    pub wins: u32,
    /// How many matches they have lost in this room.
    pub losses: u32,
    /// Whether they are connected.
    pub status: Status,
    /// When a lost connection loses its seat; `null` for players who are connected.
    pub away_until: Option<Millis>,
    /// How many players have voted to remove them; absent if none.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub against: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // Serde's signature.
fn is_none_at_all(count: &usize) -> bool {
    *count == 0
}

impl PlayerView {
    fn of(member: &Member) -> Self {
        Self {
            id: member.id,
            name: member.name.clone(),
            seat: member.seat,
            bot: member.invited,
            level: member.level().filter(|_| member.invited),
            ready: member.ready,
            vote: member.vote,
            wins: member.wins,
            losses: member.losses,
            status: member.status,
            away_until: member.away_until.filter(|_| member.status == Status::Reconnecting),
            against: member.against.len(),
        }
    }
}

impl<G: Game> Room<G> {
    /// The phase of the room.
    pub fn phase(&self) -> Phase {
        if self.is_in_lobby() {
            return Phase::Lobby;
        }
        if self.is_closed() {
            return Phase::Closed;
        }
        let [voting, countdown] = *game_over::ASKING;
        match &self.flow.root().children().game_over {
            None => Phase::Playing,
            Some(over) if over.is_in(voting) => Phase::Voting,
            Some(over) if over.is_in(countdown) => Phase::Countdown,
            Some(_) => Phase::Results,
        }
    }

    /// The number of matches started so far.
    pub fn match_no(&self) -> u32 {
        self.party.game_no
    }

    /// Who the host is.
    pub fn host(&self) -> Option<PlayerId> {
        self.party.host
    }

    /// The most players that the options of the next match allow (MM-4).
    pub fn most_players(&self) -> usize {
        self.party.limits.1
    }

    /// The paths of the room's active states, including child machines.
    pub fn leaves(&self) -> Vec<String> {
        self.chart.chart.leaves(&self.flow)
    }

    /// The state of the room, as this person sees it.
    pub fn table(&self, id: Option<PlayerId>) -> TableView {
        let phase = self.phase();
        TableView {
            phase,
            deadline: self.party.ends.filter(|_| phase.is_after_match()),
            game_no: self.party.game_no,
            host: self.party.host,
            locked: self.party.locked,
            result: self.result().cloned(),
            standing: self.standing(),
            seat: id.and_then(|id| self.seat_of(id)),
            began: self.playing.as_ref().map(|playing| playing.began),
            paused: self.is_paused(),
        }
    }

    /// The settings of the room.
    pub fn settings(&self) -> &RoomOptions {
        &self.party.options
    }

    /// The options for the next match.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// The room as this person sees it. Without an id, or with the id of a bot or of somebody who
    /// is not seated here, the room as the public sees it.
    pub fn view(&self, id: Option<PlayerId>) -> RoomViewOf<G> {
        let TableView {
            phase,
            deadline,
            game_no,
            host,
            locked,
            result,
            standing,
            seat,
            began,
            paused,
        } = self.table(id);
        RoomView {
            phase,
            now: self.now(),
            deadline,
            game_no,
            players: self.players(),
            host,
            locked,
            settings: self.settings().clone(),
            options: self.options.clone(),
            result,
            standing,
            seat,
            game: self.game_view(id),
            began,
            paused,
            prompt: id.and_then(|id| self.prompt(id)),
            offers: id.map(|id| self.offers(id)).unwrap_or_default(),
            commands: id.map(|id| self.open_commands(id)).unwrap_or_default(),
            waiting: self.waiting(),
            next_entry: self.next_entry(id),
        }
    }

    /// The seat of a person. `None` for bots and for anybody who is not seated here.
    pub fn seat_of(&self, id: PlayerId) -> Option<Seat> {
        self.seated(id).ok().map(|member| member.seat)
    }

    /// Whether a person is banned.
    pub fn is_banned(&self, id: PlayerId) -> bool {
        self.party.banned.contains(&id)
    }

    /// Whether the room remembers a person: as a member, or as somebody who may claim a seat, has
    /// given one up not long ago, or is banned.
    pub fn knows(&self, id: PlayerId) -> bool {
        self.party.knows(id) || self.party.gave_up.contains(&id)
    }

    /// The people at the table, in turn order: those who are connected or expected back.
    pub fn persons(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.party.humans().map(|member| member.id)
    }

    /// The running match, and the seat of a person in it.
    fn seat_in_match(&self, id: PlayerId) -> Option<(&LiveMatch<G>, Seat)> {
        let playing = self.playing.as_ref().filter(|_| self.is_playing())?;
        Some((playing, self.seat_of(id)?))
    }

    /// What a person is being asked; `None` without a seat, a match or a question.
    pub fn prompt(&self, id: PlayerId) -> Option<Prompt<G::Action>> {
        let (playing, seat) = self.seat_in_match(id)?;
        Some(playing.prompt(seat)?.with_names(&self.names()))
    }

    /// Calls `look` with a person's prompt. Usually the prompt is stored, and need not be copied.
    pub fn look_at_prompt<R>(
        &self,
        id: PlayerId,
        look: impl FnOnce(Option<&Prompt<G::Action>>) -> R,
    ) -> R {
        let kept = self.seat_in_match(id).and_then(|(playing, seat)| playing.kept_prompt(seat));
        match kept {
            Some(prompt) => look(Some(prompt)),
            None => look(self.prompt(id).as_ref()),
        }
    }

    /// Drops the prompts stored since the last step, to save memory in a room that waits for
    /// somebody. They are computed again when needed.
    pub fn forget_prompts(&mut self) {
        if let Some(playing) = &mut self.playing {
            playing.asked = vec![];
        }
    }

    /// What a person may do in the match without being asked.
    pub fn offers(&self, id: PlayerId) -> Vec<Choice<G::Action>> {
        let Some((playing, seat)) = self.seat_in_match(id) else { return vec![] };
        let mut offers = playing.offers(seat);
        if !offers.is_empty() {
            let names = self.names();
            for offer in &mut offers {
                offer.name_seats(&names);
            }
        }
        offers
    }

    /// How the last match ended, until the next one begins.
    pub fn result(&self) -> Option<&Outcome> {
        self.party.result.as_ref()
    }

    /// The places in that result, and what its scores count; none if the match was abandoned.
    pub fn standing(&self) -> Option<Standing> {
        let result = self.result().filter(|result| result.reason != ABANDONED)?;
        Some(G::standing(result))
    }

    /// The match as one person or the public sees it.
    pub fn game_view(&self, id: Option<PlayerId>) -> Option<G::View> {
        let seat = id.and_then(|id| self.seat_of(id));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        self.playing.as_ref().map(|playing| playing.game.view(viewer))
    }

    /// The active states of the game's machines that this viewer may know.
    pub fn shown_states(&self, id: Option<PlayerId>) -> Vec<ShownStates<'_>> {
        let seat = id.and_then(|id| self.seat_of(id));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let playing = self.playing.as_ref();
        playing.map(|playing| playing.game.shown_states(viewer)).unwrap_or_default()
    }

    /// Everybody at the table, in turn order.
    pub fn players(&self) -> Vec<PlayerView> {
        self.party.members.iter().map(PlayerView::of).collect()
    }

    /// The names of the players, by seat. After a match some seats may be empty; they get their
    /// number as a name.
    pub fn names(&self) -> Vec<String> {
        self.party.names()
    }

    /// Whether strangers may be sent here (MM-C13): the room allows it, a person is present, and a
    /// seat is free.
    pub fn is_listed(&self) -> bool {
        let somebody = self.party.humans().next().is_some();
        self.party.options.quickplay && somebody && self.is_joinable()
    }

    /// Whether anybody with the code can take a seat.
    pub fn is_joinable(&self) -> bool {
        let waiting = self.flow.root().children().lobby.as_ref();
        let in_lobby = waiting.is_some_and(|lobby| lobby.is_in(*lobby::WAITING));
        in_lobby && !self.party.locked && !self.party.is_full()
    }
}

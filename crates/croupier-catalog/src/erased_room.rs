//! Erases the types of a room.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use croupier_bots::Skill;
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{
    Choice, Error, ErrorKind, Game, Heuristic, Outcome, OwnedObservation, Prompt, Seat, Standing,
    Viewer,
};
use croupier_kit::room::{
    self, Attempt, BotRequest, Call, Command, Handled, HintRequest, LogEvent, LogRecord, Occupant,
    OpenCommand, Phase, PlayerId, PlayerView, Room, RoomEffect, SavedRoom, Waiting,
};
use croupier_kit::save::{Save, SaveError};
use croupier_kit::text::{Board, LogText, Show, TextLine};
use serde::Deserialize as _;
use serde_json::Value;

use crate::any_view::{erased_choice, erased_prompt, erased_view, json};
use crate::json_text::{append_json, to_bytes, write_json};
use crate::{
    AnyCall, AnyEffect, AnyEntry, AnyHandled, AnyLogRecord, AnyRoom, AnyView, BotTask, LoadPlan,
    Machines, OptionParts, RoomPlan, SharedParts, ViewParts,
};

/// A room of one game.
pub(crate) struct ErasedRoom<G: Heuristic + Show> {
    room: Room<G>,
    /// Counts how often settings or options may have changed.
    options_no: u64,
}

impl<G: Heuristic + Show> From<Room<G>> for ErasedRoom<G> {
    fn from(room: Room<G>) -> Self {
        Self { room, options_no: 0 }
    }
}

impl<G: Heuristic + Show> ErasedRoom<G> {
    pub(crate) fn new(plan: &RoomPlan) -> Result<Self, Error> {
        let options = plan.choice.table_options::<G>()?;
        let RoomPlan { settings, seed, start, .. } = plan;
        Ok(Room::starting_at(*start, settings.clone(), options, *seed)?.into())
    }

    /// Continues a saved room, or a saved match in a new room around it.
    pub(crate) fn load(bytes: &[u8], plan: &LoadPlan) -> Result<Self, Error> {
        match SavedRoom::read(bytes) {
            Ok(saved) => Ok(Room::load(&saved)?.into()),
            // It may be the save of a match instead.
            Err(SaveError::NotASave) => {
                let save = Save::read(bytes)?;
                let LoadPlan { settings, occupants, seed, start } = plan;
                let occupants =
                    occupants.clone().unwrap_or_else(|| Occupant::of_save(&save, settings));
                let settings = settings.clone();
                Ok(Room::from_match_at(*start, &save, settings, occupants, *seed)?.into())
            }
            Err(why) => Err(why.into()),
        }
    }
}

fn typed<G: Game>(room: &Room<G>, call: &AnyCall) -> Result<Call<G>, Error> {
    Ok(match call {
        AnyCall::Person { id, command } => {
            Call::Person { id: *id, command: room.read(command, *id)? }
        }
        AnyCall::Lost { id } => Call::Lost { id: *id },
        AnyCall::Bot { seat, prompt, action } => {
            let action = action.as_ref().map(read_action::<G>).transpose()?;
            Call::Bot { seat: *seat, prompt: *prompt, action }
        }
        AnyCall::Seed(seed) => Call::Seed(*seed),
        AnyCall::Restarted => Call::Restarted,
        AnyCall::Wake => Call::Wake,
    })
}

fn erased<G: Show>(effect: RoomEffect<G>) -> AnyEffect {
    match effect {
        RoomEffect::Log(record) => AnyEffect::Log(Box::new(record)),
        RoomEffect::Reacted { seat, kind, value } => AnyEffect::Reacted { seat, kind, value },
        RoomEffect::AskBot(request) => AnyEffect::AskBot(request),
        RoomEffect::Undone { seat } => AnyEffect::Undone { seat },
        RoomEffect::MatchEnded { save } => {
            AnyEffect::MatchEnded { save: save.map_err(Error::from) }
        }
        RoomEffect::MatchFailed { why } => AnyEffect::MatchFailed { why },
        RoomEffect::Closed => AnyEffect::Closed,
        _ => AnyEffect::Unknown,
    }
}

fn read_action<G: Game>(action: &Value) -> Result<G::Action, Error> {
    G::Action::deserialize(action).map_err(|why| {
        let message = format!("that is not an action of {}: {why}", G::NAME);
        Error::new(ErrorKind::SerializationError, "malformed_action", message)
    })
}

impl<G: Heuristic + Show> fmt::Debug for ErasedRoom<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("AnyRoom");
        text.field("game", &G::ID)
            .field("phase", &self.room.phase())
            .field("now", &self.room.now());
        text.finish_non_exhaustive()
    }
}

impl<G: Heuristic + Show> AnyRoom for ErasedRoom<G> {
    fn game_id(&self) -> &'static str {
        G::ID
    }

    fn now(&self) -> Millis {
        self.room.now()
    }

    fn next_due(&self) -> Option<Millis> {
        self.room.next_due()
    }

    fn next_late(&self) -> Option<Millis> {
        self.room.next_late()
    }

    fn phase(&self) -> Phase {
        self.room.phase()
    }

    fn handle(&mut self, call: &AnyCall, now: Millis) -> AnyHandled {
        let call = match typed(&self.room, call) {
            Ok(call) => call,
            Err(why) => return AnyHandled { effects: vec![], answer: Err(why), changed: false },
        };
        if let Call::Person { command: Command::SetOptions { .. }, .. } = call {
            self.options_no += 1;
        }
        let Handled { effects, answer, changed } = self.room.handle(call, now);
        let effects = effects.into_iter().map(erased).collect();
        AnyHandled { effects, answer: answer.map_err(Error::from), changed }
    }

    fn players(&self) -> Vec<PlayerView> {
        self.room.players()
    }

    fn persons(&self) -> Vec<PlayerId> {
        self.room.persons().collect()
    }

    fn seat_of(&self, person: PlayerId) -> Option<Seat> {
        self.room.seat_of(person)
    }

    fn is_banned(&self, person: PlayerId) -> bool {
        self.room.is_banned(person)
    }

    fn knows(&self, person: PlayerId) -> bool {
        self.room.knows(person)
    }

    fn is_listed(&self) -> bool {
        self.room.is_listed()
    }

    fn is_joinable(&self) -> bool {
        self.room.is_joinable()
    }

    fn states(&self) -> Vec<String> {
        self.room.leaves()
    }

    fn write_states(&self, viewer: Option<PlayerId>, text: &mut String) {
        let mut shown = self.room.shown_states(viewer);
        let mut own = self.room.own_states();
        if own.is_empty() {
            return write_json(text, &shown);
        }
        // A chart of the game may have the same id as one of the room's.
        let charts = room::machine::<G>().machines();
        let machines = Machines::of::<G>(self.room.options());
        for it in &mut own {
            let chart = charts.iter().find(|chart| chart.id() == it.machine);
            it.machine = chart.and_then(|chart| machines.name_of(*chart)).unwrap_or(it.machine);
        }
        shown.append(&mut own);
        write_json(text, &shown);
    }

    fn view(&self, viewer: Option<PlayerId>) -> AnyView {
        erased_view(self.room.view(viewer))
    }

    fn write_shared(&self, parts: &mut SharedParts) {
        let room = &self.room;
        write_json(&mut parts.players, &room.players());
        write_json(&mut parts.waiting, &room.waiting());
    }

    fn options_no(&self) -> u64 {
        self.options_no
    }

    fn write_options(&self, parts: &mut OptionParts) {
        write_json(&mut parts.settings, self.room.settings());
        write_json(&mut parts.options, self.room.options());
    }

    fn write_view(&self, viewer: Option<PlayerId>, parts: &mut ViewParts) {
        let room = &self.room;
        write_json(&mut parts.table, &room.table(viewer));
        write_json(&mut parts.game, &room.game_view(viewer));
        match viewer {
            Some(id) => room.look_at_prompt(id, |prompt| write_json(&mut parts.prompt, &prompt)),
            None => write_json(&mut parts.prompt, &()),
        }
        write_json(&mut parts.offers, &viewer.map_or(vec![], |id| room.offers(id)));
        write_json(&mut parts.commands, &viewer.map_or(vec![], |id| room.open_commands(id)));
        parts.next_entry = room.next_entry(viewer);
    }

    fn forget_prompts(&mut self) {
        self.room.forget_prompts();
    }

    fn match_no(&self) -> u32 {
        self.room.match_no()
    }

    fn host(&self) -> Option<PlayerId> {
        self.room.host()
    }

    fn most_players(&self) -> usize {
        self.room.most_players()
    }

    fn board(&self, viewer: Option<PlayerId>) -> Option<Board> {
        let view = self.room.game_view(viewer)?;
        let seat = viewer.and_then(|id| self.room.seat_of(id));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        Some(G::board(&view, viewer, &self.room.names()))
    }

    fn prompt(&self, person: PlayerId) -> Option<Prompt<Value>> {
        self.room.prompt(person).map(erased_prompt)
    }

    fn offers(&self, person: PlayerId) -> Vec<Choice<Value>> {
        self.room.offers(person).into_iter().map(erased_choice).collect()
    }

    fn commands(&self, person: PlayerId) -> Vec<OpenCommand> {
        self.room.open_commands(person)
    }

    fn waiting(&self) -> Vec<Waiting> {
        self.room.waiting()
    }

    fn result(&self) -> Option<Outcome> {
        self.room.result().cloned()
    }

    fn standing(&self) -> Option<Standing> {
        self.room.standing()
    }

    fn dry_run(&self, person: PlayerId, attempt: &Attempt<Value>) -> Result<Choice<Value>, Error> {
        let attempt = match attempt {
            Attempt::Action(action) => Attempt::Action(read_action::<G>(action)?),
            Attempt::Form(filled) => Attempt::Form(filled.clone()),
        };
        self.room.dry_run(person, &attempt).map(erased_choice).map_err(Error::from)
    }

    fn bots_owed(&self) -> Vec<BotRequest> {
        self.room.bots_owed()
    }

    fn bot_task(&self, request: &BotRequest, seed: Seed) -> Option<Box<dyn BotTask>> {
        let BotRequest { seat, level, prompt, .. } = request;
        let is_owed = |it: &BotRequest| it.seat == *seat && it.prompt == *prompt;
        if !self.room.bots_owed().iter().any(is_owed) {
            return None;
        }
        let (observation, skill) = (self.room.observation(*seat)?, level.as_str().parse().ok()?);
        Some(Box::new(Decision { observation, prompt: *prompt, skill, seed }))
    }

    fn hint(&self, person: PlayerId, skill: Skill, seed: Seed) -> Result<Box<dyn BotTask>, Error> {
        let HintRequest { prompt, observation } = self.room.hint(person).map_err(Error::from)?;
        Ok(Box::new(Decision { observation, prompt, skill, seed }))
    }

    fn save(&self) -> Result<SavedRoom, Error> {
        Ok(self.room.save()?)
    }

    fn restore(&mut self, saved: &SavedRoom) -> Result<(), Error> {
        self.room = Room::load(saved)?;
        self.options_no += 1;
        Ok(())
    }

    fn match_save(&self) -> Option<Result<Save, Error>> {
        self.room.match_save().map(|save| save.map_err(Error::from))
    }

    fn typed(&self) -> &dyn Any {
        &self.room
    }
}

/// What a reader of the log saw, and the parts that all readers of the same event share: the event
/// and, if cards moved, the moves, as JSON.
struct Written<'a, G: Game> {
    event: Cow<'a, LogEvent<G>>,
    data: Vec<u8>,
    moves: Option<Vec<u8>>,
}

impl<G: Game> Written<'_, G> {
    /// Writes an [`AnyEntry`] around it, as its own `Serialize` would, but without serializing
    /// again what is JSON already.
    fn entry(
        &self,
        number: u64,
        at: Millis,
        sentence: Option<&TextLine>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), serde_json::Error> {
        bytes.extend_from_slice(b"{\"number\":");
        append_json(bytes, &number)?;
        bytes.extend_from_slice(b",\"at\":");
        append_json(bytes, &at)?;
        bytes.extend_from_slice(b",\"event\":");
        bytes.extend_from_slice(&self.data);
        if let Some(sentence) = sentence {
            bytes.extend_from_slice(b",\"text\":");
            append_json(bytes, sentence)?;
        }
        if let Some(moves) = &self.moves {
            bytes.extend_from_slice(b",\"moves\":");
            bytes.extend_from_slice(moves);
        }
        bytes.push(b'}');
        Ok(())
    }
}

impl<G: Show> AnyLogRecord for LogRecord<G> {
    fn entry_for(&self, player: Option<PlayerId>) -> Option<AnyEntry> {
        let entry = self.entry_for(player)?;
        let told = entry.describe(self.viewer(player), self.names());
        Some(AnyEntry { number: entry.number, at: entry.at, event: json(&entry.event), told })
    }

    fn write_entries(
        &self,
        readers: &mut dyn Iterator<Item = Option<PlayerId>>,
        write: &mut dyn FnMut(usize, u64, &str),
    ) {
        let names = self.names();
        let mut last: Option<Written<'_, G>> = None;
        let mut bytes = Vec::with_capacity(512);
        for (place, player) in readers.enumerate() {
            let Some((number, event)) = self.read_by(player) else { continue };
            let viewer = self.viewer(player);
            let sentence = match &last {
                Some(written) if written.event == event => event.sentence(viewer, names),
                _ => {
                    let LogText { text, moves, .. } = event.describe(viewer, names);
                    let Ok(data) = to_bytes(&event) else { continue };
                    let moves = (!moves.is_empty()).then(|| to_bytes(&moves));
                    let Ok(moves) = moves.transpose() else { continue };
                    last = Some(Written { event, data, moves });
                    text
                }
            };
            let Some(written) = &last else { continue };
            bytes.clear();
            let entry = written.entry(number, self.at(), sentence.as_ref(), &mut bytes);
            if let (Ok(()), Ok(text)) = (entry, std::str::from_utf8(&bytes)) {
                write(place, number, text);
            }
        }
    }
}

/// A decision of a bot.
struct Decision<G: Heuristic> {
    observation: OwnedObservation<G>,
    prompt: u64,
    skill: Skill,
    seed: Seed,
}

impl<G: Heuristic> fmt::Debug for Decision<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("BotTask");
        text.field("seat", &self.seat()).field("prompt", &self.prompt);
        text.field("skill", &self.skill).finish_non_exhaustive()
    }
}

impl<G: Heuristic> BotTask for Decision<G> {
    fn seat(&self) -> Seat {
        self.observation.get().seat
    }

    fn prompt(&self) -> u64 {
        self.prompt
    }

    fn hurry(&mut self, times: u32) {
        if let Some(iterations) = self.skill.iterations::<G>() {
            self.skill = Skill::Search((iterations / times.max(1)).max(1));
        }
    }

    fn decide(&self) -> Option<Value> {
        self.skill.decide(self.observation.get(), self.seed).map(|action| json(&action))
    }
}

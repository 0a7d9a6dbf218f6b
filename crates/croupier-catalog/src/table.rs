//! A match of one game with people and bots at it.

use std::any::Any;

use croupier_bots::{Bot, ObservedAction, PlayerSpec, Skill};
use croupier_kit::{
    Act, Board, By, Choice, Dice, Error, ErrorKind, Filled, Game, Heuristic, Input, Match,
    Metadata, Millis, Outcome, Prompt, Save, Seat, SeatKind, SeatSet, Seed, Setup, Show, Viewer,
};
use serde::Serialize;
use serde_json::Value;

use crate::thought::Pondering;
use crate::{AnyTable, PERSON, TablePlan, Thought};

/// How good the advice of [`AnyTable::advise`] is.
const ADVISER: Skill = Skill::Tuned { level: 0, times: 1 };

/// How soon and how late a bot acts, in milliseconds, where the game does not say.
const PACE: (Millis, Millis) = (Millis(500), Millis(1_100));

/// So many lines of what was heard before a match was saved are told again.
const RECALLED: usize = 12;

/// A match of one game.
pub(crate) struct Seated<G: Heuristic + Show> {
    table: Match<G>,
    /// Who sits there, as a plan says it.
    sitting: Vec<String>,
    names: Vec<String>,
    players: Vec<Player<G>>,
    /// What everybody knew before each action that can be taken back.
    earlier: Vec<Vec<G::Memory>>,
    log: Vec<(Seat, String)>,
    adviser: Dice,
    /// How often somebody has acted or taken back.
    deeds: u64,
}

/// Whoever sits at a seat.
struct Player<G: Game> {
    is_person: bool,
    skill: Option<Skill>,
    /// None while the bot thinks, and where there is none.
    bot: Option<Box<dyn Bot<G>>>,
    memory: G::Memory,
    dice: Dice,
}

impl<G: Heuristic + Show> Seated<G> {
    /// Deals a match.
    pub(crate) fn new(plan: &TablePlan) -> Result<Self, Error> {
        let options = plan.choice.options::<G>()?;
        let sitters = sitters(&plan.players)?;
        let kind = |sitter: &Option<PlayerSpec>| sitter.map_or(SeatKind::Person, PlayerSpec::kind);
        let seats = sitters.iter().map(kind).collect();
        let setup = Setup { options, seats, seed: Seed::from_number(plan.seed), undo: true };
        let seed = setup.seed;
        Ok(Self::around(Match::new(setup)?, plan.players.clone(), &sitters, seed))
    }

    /// Goes on with a saved match; the save says who played.
    pub(crate) fn resume(save: &Save) -> Result<Self, Error> {
        let loaded = Match::<G>::load(save)?;
        let written = &save.metadata.players;
        let name = |(at, kind): (usize, &SeatKind)| match (written.get(at), kind) {
            (Some(name), _) if name == PERSON || name.parse::<PlayerSpec>().is_ok() => name.clone(),
            (_, SeatKind::Person) => PERSON.to_owned(),
            (_, SeatKind::Bot) => Skill::Greedy.to_string(),
            (_, SeatKind::House) => "house".to_owned(),
        };
        let names: Vec<String> = save.seats.iter().enumerate().map(name).collect();
        let sitters = sitters(&names)?;
        let mut seated = Self::around(loaded, names, &sitters, save.seed);
        seated.recall(save)?;
        Ok(seated)
    }

    fn around(
        table: Match<G>,
        sitting: Vec<String>,
        sitters: &[Option<PlayerSpec>],
        seed: Seed,
    ) -> Self {
        // Another key, so that the players' choices never touch the stream of the cards.
        let mut dice = Dice::new(Seed(seed.0.map(|byte| !byte)));
        let player = |sitter: &Option<PlayerSpec>| Player {
            is_person: sitter.is_none(),
            skill: sitter.and_then(PlayerSpec::skill),
            bot: sitter.and_then(PlayerSpec::skill).map(Skill::bot),
            memory: G::Memory::default(),
            dice: Dice::new(dice.split()),
        };
        let players = sitters.iter().map(player).collect();
        let adviser = Dice::new(dice.split());
        let (earlier, log) = (vec![], vec![]);
        let names = titles(&sitting);
        let mut seated = Self { table, sitting, names, players, earlier, log, adviser, deeds: 0 };
        seated.follow();
        seated
    }

    /// What everybody remembers of a match that was saved: it is played again for them.
    fn recall(&mut self, save: &Save) -> Result<(), Error> {
        if save.dealt_under != G::VERSION {
            return Ok(()); // Nobody can retrace it; everybody goes on from what they see.
        }
        let unreadable = |why: String| Error::new(ErrorKind::CorruptState, "unreadable_input", why);
        let options = serde_json::from_value(save.options.clone())
            .map_err(|why| unreadable(why.to_string()))?;
        let setup = Setup { options, seats: save.seats.clone(), seed: save.seed, undo: save.undo };
        let opening = G::opening(&setup.options, &setup.seats).len();
        let loaded = std::mem::replace(&mut self.table, Match::new(setup)?);
        self.follow();
        for input in save.inputs.iter().skip(opening) {
            let act = match &input.act {
                Act::Do(action) => Act::Do(read::<G>(action)?),
                Act::Undo => Act::Undo,
                Act::Wait => Act::Wait,
            };
            let (at, by) = (input.at.max(self.table.now()), input.by);
            self.table.advance_to(at)?;
            self.follow();
            self.note(by, &act);
            self.table.input(Input { at, by, act })?;
            self.follow();
        }
        self.table = loaded;
        let told = self.log.len();
        self.log.drain(..told.saturating_sub(RECALLED));
        Ok(())
    }

    /// Keeps what everybody knows before an action, or goes back to it.
    fn note(&mut self, by: By, act: &Act<G::Action>) {
        match act {
            Act::Do(_) if matches!(by, By::Seat(_)) => {
                self.earlier.push(self.players.iter().map(|it| it.memory.clone()).collect());
            }
            Act::Undo => {
                let memories = self.earlier.pop().unwrap_or_default();
                for (player, memory) in self.players.iter_mut().zip(memories) {
                    player.memory = memory;
                }
            }
            Act::Do(_) | Act::Wait => {}
        }
    }

    /// Everybody hears what they may of what happened.
    fn follow(&mut self) {
        for event in self.table.take_events() {
            for (seat, player) in Seat::first(self.players.len()).zip(&mut self.players) {
                let Some(heard) = G::event_for(&event, Viewer::Seat(seat)) else { continue };
                G::remember(&mut player.memory, seat, &heard);
                if player.is_person
                    && let Some(line) = G::describe_event(&heard, Viewer::Seat(seat), &self.names)
                {
                    self.log.push((seat, line.codes()));
                }
            }
        }
    }

    fn perform(&mut self, seat: Seat, action: &G::Action) -> Result<(), Error> {
        self.follow();
        let act = Act::Do(action.clone());
        let input = Input { at: self.table.now(), by: By::Seat(seat), act };
        let before = self.players.iter().map(|it| it.memory.clone()).collect();
        self.table.input(input)?;
        self.earlier.push(before);
        self.deeds += 1;
        self.follow();
        for (viewer, player) in Seat::first(self.players.len()).zip(&mut self.players) {
            if let Some(bot) = &mut player.bot {
                bot.observe(ObservedAction::new(viewer, seat, action));
            }
        }
        Ok(())
    }

    /// A choice with the players' names and without types.
    fn named(&self, mut choice: Choice<G::Action>) -> Choice<Value> {
        choice.name_seats(&self.names);
        choice.map(|action| json(&action))
    }

    /// Who took the actions that can be taken back, in order.
    fn doers(&self) -> Vec<Seat> {
        let mut doers = vec![];
        for input in self.table.inputs() {
            match (&input.act, input.by) {
                (Act::Do(_), By::Seat(seat)) => doers.push(seat),
                (Act::Undo, _) => drop(doers.pop()),
                _ => {}
            }
        }
        doers
    }
}

/// What players are called: "You", "Greedy", and with several of a kind "Greedy 1" and so on.
fn titles(sitting: &[String]) -> Vec<String> {
    let title = |(at, name): (usize, &String)| {
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let word: String = first.chain(letters).collect();
        let same = |others: &[String]| others.iter().filter(|other| *other == name).count();
        match same(sitting) {
            1 => word,
            _ => format!("{word} {}", same(&sitting[..at]) + 1),
        }
    };
    sitting.iter().enumerate().map(title).collect()
}

fn sitters(names: &[String]) -> Result<Vec<Option<PlayerSpec>>, Error> {
    let sitter = |name: &String| match name.as_str() {
        PERSON => Ok(None),
        name => Ok(Some(name.parse()?)),
    };
    names.iter().map(sitter).collect()
}

fn read<G: Game>(action: &Value) -> Result<G::Action, Error> {
    serde_json::from_value(action.clone()).map_err(|why| {
        let message = format!("that is no action of {}: {why}", G::NAME);
        Error::new(ErrorKind::SerializationError, "malformed_action", message)
    })
}

fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

impl<G: Heuristic + Show> AnyTable for Seated<G> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn people(&self) -> SeatSet {
        let seats = Seat::first(self.players.len()).zip(&self.players);
        seats.filter(|(_, player)| player.is_person).map(|(seat, _)| seat).collect()
    }

    fn to_act(&self) -> SeatSet {
        self.table.to_act()
    }

    fn prompt(&self, seat: Seat) -> Option<Prompt<Value>> {
        let prompt = self.table.prompt(seat)?.with_names(&self.names);
        Some(prompt.map(|action| json(&action)))
    }

    fn describe(&self, seat: Seat, action: &Value) -> Result<Choice<Value>, Error> {
        Ok(self.named(self.table.describe_action(seat, read::<G>(action)?)))
    }

    fn primer(&self) -> &'static [&'static str] {
        G::primer()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice<Value>> {
        self.table.ready_answers(seat).into_iter().map(|choice| self.named(choice)).collect()
    }

    fn board(&self, viewer: Viewer) -> Board {
        G::board(&self.table.view(viewer), viewer, &self.names)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.table.view(viewer))
    }

    fn heard(&mut self, seat: Seat) -> Vec<String> {
        self.follow();
        let (mine, others) =
            std::mem::take(&mut self.log).into_iter().partition(|(hearer, _)| *hearer == seat);
        self.log = others;
        let mine: Vec<(Seat, String)> = mine;
        mine.into_iter().map(|(_, line)| line).collect()
    }

    fn compose(&self, seat: Seat, filled: &Filled) -> Result<Choice<Value>, Error> {
        let action = self.table.compose(seat, filled)?;
        Ok(self.named(self.table.describe_action(seat, action)))
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Error> {
        self.perform(seat, &read::<G>(action)?)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Error> {
        let doers = self.doers();
        let Some(place) = doers.iter().rposition(|doer| *doer == seat) else {
            let message = "there is nothing to take back";
            return Err(Error::new(ErrorKind::IllegalAction, "nothing_to_undo", message));
        };
        for _ in place..doers.len() {
            let (at, by) = (self.table.now(), By::Seat(seat));
            self.table.input(Input { at, by, act: Act::Undo })?;
            self.note(by, &Act::Undo);
        }
        self.log.clear();
        self.deeds += 1;
        for player in &mut self.players {
            // What they thought of what has now never happened is of no use.
            player.bot = player.skill.map(Skill::bot);
        }
        Ok(())
    }

    fn ponder(&mut self, seat: Seat) -> Option<Box<dyn Thought>> {
        self.follow();
        if !self.table.to_act().contains(seat) {
            return None;
        }
        let view = self.table.view(Viewer::Seat(seat));
        let player = self.players.get_mut(seat.at())?;
        let (bot, dice) = (player.bot.take()?, Dice::new(player.dice.split()));
        let known = self.table.position().observed_by(seat, &view, &player.memory);
        Some(Box::new(Pondering::new(known, bot, dice, self.deeds)))
    }

    fn conclude(&mut self, thought: Box<dyn Thought>) -> Result<bool, Error> {
        let stranger = || {
            let message = "that was not thought at this table";
            Error::new(ErrorKind::InvalidChoice, "strange_thought", message)
        };
        let thought: Box<dyn Any> = thought;
        let Pondering::<G> { seat, bot, deeds, wish, .. } =
            *thought.downcast().map_err(|_| stranger())?;
        let player = self.players.get_mut(seat.at()).filter(|player| player.skill.is_some());
        let player = player.ok_or_else(stranger)?;
        if deeds != self.deeds {
            // Things have happened that this bot did not see; another one thinks again.
            player.bot = player.skill.map(Skill::bot);
            return Ok(false);
        }
        player.bot = Some(bot);
        let Some(action) = wish else { return Ok(false) };
        // Time may have passed, and the moment with it.
        if G::check(self.table.position(), By::Seat(seat), &action).is_err() {
            return Ok(false);
        }
        self.perform(seat, &action).map(|()| true)
    }

    fn bot_pace(&self) -> (Millis, Millis) {
        G::BOT_PACE.unwrap_or(PACE)
    }

    fn advise(&mut self, seat: Seat) -> Option<Box<dyn Thought>> {
        self.follow();
        if !self.table.to_act().contains(seat) {
            return None;
        }
        let view = self.table.view(Viewer::Seat(seat));
        let player = self.players.get(seat.at())?;
        let known = self.table.position().observed_by(seat, &view, &player.memory);
        let dice = Dice::new(self.adviser.split());
        Some(Box::new(Pondering::new(known, ADVISER.bot::<G>(), dice, self.deeds)))
    }

    fn now(&self) -> Millis {
        self.table.now()
    }

    fn next_due(&self) -> Option<Millis> {
        self.table.next_due()
    }

    fn advance_to(&mut self, instant: Millis) -> Result<(), Error> {
        self.table.advance_to(instant)?;
        self.follow();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn save(&self, timestamp: u64) -> Result<Save, Error> {
        let turns = G::length(self.table.position()).map(u64::from);
        let metadata = Metadata {
            match_id: format!("{}-{timestamp}", G::ID),
            players: self.sitting.clone(),
            turn_count: turns.unwrap_or(self.table.inputs().len() as u64),
        };
        Ok(self.table.save(timestamp, metadata)?)
    }
}

//! What a server does for one command, without its sockets and its disk: the room handles it, and
//! the updates of all viewers are written.
//!
//! `cargo run --release -p croupier-benches --bin rooms [GAME] [SEATS]`; with
//! `valgrind --tool=callgrind --toggle-collect='rooms::serve*'` it shows where the time goes.

#![allow(clippy::print_stdout, clippy::unwrap_used)] // A program for people who measure.

use std::time::Duration;

use croupier_benches::cpu_clock;
use croupier_catalog::{
    AnyCall, AnyEffect, AnyGame, AnyRoom, OptionChoice, RoomPlan, SharedParts, ViewParts, shipped,
};
use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::room::{Phase, PlayerId, RoomOptions};
use serde_json::{Value, json};

const COMMANDS: u32 = 20_000;

/// A room and what its players are sent.
struct Table {
    room: Box<dyn AnyRoom>,
    now: Millis,
    players: Vec<PlayerId>,
    shared: SharedParts,
    parts: ViewParts,
    states: String,
    /// The prompt and the commands that each player was last sent.
    prompts: Vec<String>,
    commands: Vec<String>,
    bytes: usize,
}

impl Table {
    fn new(game: &dyn AnyGame, seats: usize) -> Self {
        let plan = RoomPlan {
            choice: OptionChoice { preset: Some("bench".to_owned()), ..OptionChoice::default() },
            settings: RoomOptions::preset("bench").unwrap(),
            seed: Seed::from_number(1),
            start: Millis::ZERO,
        };
        let room = game.room(&plan).unwrap();
        let players: Vec<_> = (100..).map(PlayerId).take(seats).collect();
        let none = vec![String::new(); players.len()];
        Self {
            room,
            now: Millis::ZERO,
            players,
            shared: SharedParts::default(),
            parts: ViewParts::default(),
            states: String::new(),
            prompts: none.clone(),
            commands: none,
            bytes: 0,
        }
    }

    /// Handles a call and writes the resulting updates for everybody.
    #[inline(never)]
    fn serve(&mut self, call: &AnyCall) {
        let handled = self.room.handle(call, self.now);
        self.room.write_shared(&mut self.shared);
        for effect in &handled.effects {
            if let AnyEffect::Log(record) = effect {
                let mut readers = self.players.iter().copied().map(Some);
                record.write_entries(&mut readers, &mut |_, _, text| self.bytes += text.len());
            }
        }
        for (at, player) in self.players.iter().enumerate() {
            self.room.write_view(Some(*player), &mut self.parts);
            self.room.write_states(Some(*player), &mut self.states);
            self.bytes += self.parts.game.len() + self.parts.prompt.len();
            self.prompts[at].clone_from(&self.parts.prompt);
            self.commands[at].clone_from(&self.parts.commands);
        }
        self.room.forget_prompts();
    }

    fn say(&mut self, player: PlayerId, command: Value) {
        self.serve(&AnyCall::Person { id: player, command });
    }

    /// A random call that is possible next.
    fn next(&self, dice: &mut Dice) -> AnyCall {
        for (player, prompt) in self.players.iter().zip(&self.prompts) {
            let prompt: Value = serde_json::from_str(prompt).unwrap();
            let choices = prompt["choices"].as_array().map_or(&[][..], Vec::as_slice);
            if let Some(most) = u32::try_from(choices.len()).ok().filter(|it| *it > 0) {
                let action = &choices[dice.below(most) as usize]["action"];
                let command = json!({"act": {"action": action, "prompt": prompt["id"]}});
                return AnyCall::Person { id: *player, command };
            }
            if let Some(filled) = prompt["forms"][0]["suggestions"].get(0) {
                let filled = json!({"form": 0, "groups": filled["groups"]});
                let command = json!({"fill": {"filled": filled, "prompt": prompt["id"]}});
                return AnyCall::Person { id: *player, command };
            }
        }
        for (player, commands) in self.players.iter().zip(&self.commands) {
            for name in ["play_again", "vote_rematch", "ready", "start_game"] {
                if commands.contains(&format!("\"{name}\"")) {
                    return AnyCall::Person { id: *player, command: json!(name) };
                }
            }
        }
        AnyCall::Wake
    }
}

fn measure(game: &dyn AnyGame, seats: usize) {
    let mut table = Table::new(game, seats);
    let mut dice = Dice::new(Seed::from_number(7));
    for player in table.players.clone() {
        table.say(player, json!({"join": {"name": format!("Player {}", player.0)}}));
    }
    let (mut took, mut commands) = (Duration::ZERO, 0);
    while commands < COMMANDS {
        let call = table.next(&mut dice);
        if call == AnyCall::Wake {
            table.now = table.room.next_due().expect("somebody or the clock goes on");
        }
        let begun = cpu_clock::now();
        table.serve(&call);
        took += cpu_clock::now().saturating_sub(begun);
        commands += u32::from(call != AnyCall::Wake);
        assert!(table.room.phase() != Phase::Closed);
    }
    let (matches, bytes) = (table.room.match_no(), table.bytes / COMMANDS as usize);
    let each = took / COMMANDS;
    let id = game.id();
    println!("{id:<11} {seats} seats: {each:>9.1?} a command, {bytes:>5} bytes, {matches} matches");
}

fn main() {
    let mut args = std::env::args().skip(1);
    let catalog = shipped();
    let (game, seats) = (args.next(), args.next().and_then(|it| it.parse().ok()));
    for it in catalog.iter().filter(|it| game.as_deref().is_none_or(|id| id == it.id())) {
        measure(it, seats.unwrap_or(2).max(it.seats().0));
    }
}

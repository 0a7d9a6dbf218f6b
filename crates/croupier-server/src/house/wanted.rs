//! Checks what the creator of a room asks for.

use croupier_bots::LEVELS;
use croupier_catalog::AnyGame;
use croupier_kit::Millis;
use croupier_kit::game::{Audience, BENCH, OptionDescription, left_out_delay};
use croupier_kit::room::{BotLevel, RoomOptions};
use croupier_proto::Refusal;
use croupier_proto::http::{ChosenSettings, NewRoom};
use serde_json::{Map, Value};

/// The shortest delays that the creator of a room may choose, unless the server allows benchmarks.
const SHORTEST: [(&str, Millis); 3] =
    [("bot_delay_ms", Millis(50)), ("grace_ms", Millis(1_000)), ("vote_ms", Millis(1_000))];

/// Refuses rooms without delays and options that are for tests.
pub(super) fn refuse_bench(game: &dyn AnyGame, wanted: &NewRoom) -> Result<(), Refusal> {
    let refuse = |why: &str| Err(Refusal::new("bench_not_allowed", why));
    let presets = [&wanted.preset, &wanted.settings.preset];
    if presets.into_iter().flatten().any(|it| it == BENCH) {
        return refuse(
            "rooms without delays are for measurements, and this server does not allow them",
        );
    }
    let settings = &wanted.settings;
    let waits = [settings.bot_delay_ms, settings.grace_ms, settings.vote_ms];
    for (wait, (key, shortest)) in waits.into_iter().zip(SHORTEST) {
        if wait.is_some_and(|wait| wait < shortest) {
            let shortest = shortest.0;
            return refuse(&format!("{key} is at least {shortest} where nothing is measured"));
        }
    }
    if let Some(key) = test_option(game, &wanted.set) {
        let why = format!("the option {key} is for tests, and this server does not allow it");
        return Err(Refusal::new("test_option", why));
    }
    let presets = game.presets();
    let presets = presets.iter().map(|it| (it.name, &it.options));
    match left_out_delay(presets, game.describe_options(), &wanted.set) {
        Some(key) => refuse(&format!("the option {key} is 0 only where something is measured")),
        None => Ok(()),
    }
}

/// An option in `set` that is for tests, such as one that determines cards.
fn test_option<'a>(game: &dyn AnyGame, set: &'a Map<String, Value>) -> Option<&'a String> {
    let described = game.describe_options();
    let is_test = |key: &str| {
        let of = |it: &&OptionDescription| {
            it.key == key || it.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
        };
        // An option without a description is not for players either.
        let mut parts = described.iter().filter(of).peekable();
        parts.peek().is_none() || parts.any(|it| it.audience != Audience::Players)
    };
    set.keys().find(|key| is_test(key))
}

/// The room options, as far as the creator may choose them.
pub(super) fn settings(chosen: &ChosenSettings, listed: bool) -> Result<RoomOptions, Refusal> {
    let preset = chosen.preset.as_deref().unwrap_or("table");
    let mut settings = RoomOptions::preset(preset)
        .ok_or_else(|| Refusal::new("unknown_preset", "rooms have the presets table and strict"))?;
    settings.bot_levels = LEVELS.iter().map(|level| BotLevel::named(level.name)).collect();
    settings.stand_in = BotLevel::named("greedy");
    settings.quickplay = listed;
    settings.undo = chosen.undo.unwrap_or(settings.undo);
    settings.hints = chosen.hints.unwrap_or(settings.hints);
    settings.instant_rematch = chosen.instant_rematch.unwrap_or(settings.instant_rematch);
    settings.auto_ready = chosen.auto_ready.unwrap_or(settings.auto_ready);
    settings.bot_delay_ms = chosen.bot_delay_ms.unwrap_or(settings.bot_delay_ms);
    settings.grace_ms = chosen.grace_ms.unwrap_or(settings.grace_ms);
    settings.vote_ms = chosen.vote_ms.or(settings.vote_ms);
    settings.check().map_err(croupier_kit::game::Error::from)?;
    Ok(settings)
}

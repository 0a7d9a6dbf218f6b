//! What comes from outside is never trusted: damaged saves and strange actions, by the thousand.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use crate::tiny::{Action, Options, Tiny};
use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{By, Game, Seat};
use croupier_kit::matches::{Act, Input, Match, Setup, replay};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::{Millis, UnixMillis};
use serde_json::Value;

/// A match after some steps; every other one can be taken back, and its save is the larger for it.
fn game(number: u64) -> Match<Tiny> {
    let undo = number % 2 == 1;
    let options = Options { rounds: 100, ..Options::default() };
    let setup = Setup { undo, options, ..Setup::new(2, Seed::from_number(number)) };
    let mut game = Match::new(setup).unwrap();
    let mut dice = Dice::new(Seed::from_number(100 + number));
    for _ in 0..3 + number % 5 {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { break };
        let action = Tiny::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    game
}

fn save(number: u64) -> Save {
    game(number).save(UnixMillis(5), Metadata::default()).unwrap()
}

fn index(dice: &mut Dice, len: usize) -> usize {
    dice.below(u32::try_from(len).unwrap()) as usize
}

/// Some bytes changed, taken out, put in or said twice.
fn mutated(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = index(dice, bytes.len());
        let end = (at + index(dice, 9)).min(bytes.len());
        match dice.below(6) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
            2 => bytes.insert(at, b"09{}[],:\"-"[index(dice, 10)]),
            3 => drop(bytes.drain(at..end)),
            4 => bytes.extend_from_within(at..end),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// A damaged save is refused, unless the damage says the same in other words.
fn refused_or_the_same(bytes: &[u8], original: &Save) {
    if let Ok(read) = Save::read(bytes) {
        assert_eq!(&read, original);
    }
}

#[test]
fn in_131_every_truncation_is_refused() {
    let save = save(0);
    for bytes in [save.to_json(), save.to_zstd()] {
        for len in 0..bytes.len() {
            let error = Save::read(&bytes[..len]).unwrap_err();
            assert_eq!(error.code(), "save_damaged", "{len} of {}", bytes.len());
        }
    }
}

#[test]
fn in_131_no_flipped_bit_goes_unnoticed() {
    let save = save(2);
    for bytes in [save.to_json(), save.to_zstd()] {
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            refused_or_the_same(&flipped, &save);
        }
    }
}

#[test]
fn in_131_thousands_of_damaged_saves_neither_panic_nor_load() {
    let mut dice = Dice::new(Seed::from_number(11));
    for number in 0..8 {
        let save = save(number);
        let (plain, packed) = (save.to_json(), save.to_zstd());
        for _ in 0..250 {
            refused_or_the_same(&mutated(&plain, &mut dice), &save);
            refused_or_the_same(&mutated(&packed, &mut dice), &save);
        }
    }
}

/// Children in children, or lists in lists: refused, and no stack overflow.
#[test]
fn in_131_what_is_nested_without_end_is_refused() {
    let text = String::from_utf8(save(0).to_json()).unwrap();
    let deep = 100_000;
    let children =
        "{\"turn\":{\"chart\":\"c\",\"hash\":\"0\",\"active\":[],\"context\":0,\"children\":";
    let actors = format!("{}{{}}{}", children.repeat(deep), "}}".repeat(deep));
    let lists = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
    for (place, nested) in [
        ("\"root\":{", format!("\"root\":{{\"children\":{actors},")),
        ("\"state\":{", format!("\"state\":{{\"deck\":{lists},")),
        ("\"options\":{", format!("\"options\":{{\"rounds\":{lists},")),
    ] {
        assert!(text.contains(place), "{place}");
        let error = Save::read(text.replacen(place, &nested, 1).as_bytes()).unwrap_err();
        assert_eq!(error.code(), "save_damaged");
    }
}

/// Every place in a document, as a path for `pointer_mut`.
fn places(value: &Value, path: &str, list: &mut Vec<String>) {
    list.push(path.to_owned());
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                places(item, &format!("{path}/{at}"), list);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, &format!("{path}/{key}"), list);
            }
        }
        _ => {}
    }
}

/// Forged rather than damaged: one value is another, and everything is sealed again.
#[test]
fn in_130_thousands_of_forged_saves_neither_panic_nor_break_a_rule() {
    let mut dice = Dice::new(Seed::from_number(12));
    let mut loaded = 0;
    for number in 0..10 {
        let original = serde_json::to_value(save(number)).unwrap();
        let mut all = vec![];
        places(&original, "", &mut all);
        for _ in 0..300 {
            let mut forged = original.clone();
            let (to, from) = (&all[index(&mut dice, all.len())], &all[index(&mut dice, all.len())]);
            let value = match dice.below(6) {
                0 => Value::Null,
                1 => u64::MAX.into(),
                2 => dice.below(300).into(),
                3 => Value::Array(vec![]),
                4 => (-1).into(),
                _ => original.pointer(from).unwrap().clone(),
            };
            *forged.pointer_mut(to).unwrap() = value;
            let Ok(save) = serde_json::from_value::<Save>(forged) else { continue };
            let save = Save::read(&save.to_json()).unwrap();
            let _ = replay::<Tiny>(&save);
            if let Ok(game) = Match::<Tiny>::load(&save) {
                Tiny::invariants(game.position()).unwrap();
                game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
                loaded += 1;
            }
        }
    }
    // Names, the timestamp and much else may be anything.
    assert!(loaded > 100, "{loaded}");
}

/// An input that a client could send: well-formed, but seldom legal.
fn arbitrary(at: u64, dice: &mut Dice) -> Input<Action> {
    let card = Card::from_index(u8::try_from(dice.below(52)).unwrap()).unwrap();
    let action = [Action::Play { card }, Action::Wait, Action::Resume][index(dice, 3)];
    let seat = [0, 0, 1, 1, 2, 9, 255][index(dice, 7)];
    let mut input = Input::of(Millis(at), Seat(seat), action);
    if dice.below(8) == 0 {
        input.by = By::Host;
    }
    if dice.below(8) == 0 {
        input.act = Act::Undo;
    }
    input
}

/// Any input gets an answer; a refused one leaves the match as it was.
#[test]
fn mm_78_thousands_of_strange_actions_are_answered() {
    let mut dice = Dice::new(Seed::from_number(13));
    let (mut taken, mut refused) = (0, 0);
    for number in 0..40 {
        let mut game = game(number);
        for _ in 0..100 {
            game.skip_waits().unwrap();
            let Some(seat) = game.to_act().lowest() else { break };
            let action = Tiny::random_action(game.position(), seat, &mut dice).unwrap();
            let sound = match dice.below(3) {
                0 => Input::of(game.now(), seat, action),
                _ => arbitrary(game.now().get(), &mut dice),
            };
            let text = serde_json::to_vec(&sound).unwrap();
            let parsed = serde_json::from_slice(&mutated(&text, &mut dice));
            let mut input: Input<Action> = parsed.unwrap_or(sound);
            // Time passes even where the input is refused, so that is done first.
            input.at = input.at.min(game.now() + Millis(50));
            let _ = game.advance_to(input.at);
            let before = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
            match game.input(input) {
                Ok(()) => taken += 1,
                Err(why) => {
                    assert_ne!(why.code(), "broken", "{why}");
                    assert_eq!(game.save(UnixMillis::EPOCH, Metadata::default()).unwrap(), before);
                    refused += 1;
                }
            }
            Tiny::invariants(game.position()).unwrap();
        }
    }
    assert!(taken > 400 && refused > 1_000, "{taken} taken, {refused} refused");
}

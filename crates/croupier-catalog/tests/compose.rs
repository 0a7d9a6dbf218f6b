//! What a person puts together, and what bots think elsewhere.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use croupier_catalog::{AnyTable, OptionChoice, PERSON, TablePlan, shipped};
use croupier_kit::{Filled, Seat};
use serde_json::json;

const ME: Seat = Seat(0);

fn deal(game: &str, seats: usize, bot: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut players = vec![PERSON.to_owned()];
    players.resize(seats, bot.to_owned());
    let choice = OptionChoice { preset: Some("bench".to_owned()), ..OptionChoice::default() };
    shipped().find(game).unwrap().table(&TablePlan { choice, players, seed }).unwrap()
}

#[test]
fn what_does_not_fit_a_form_is_refused() {
    let mut table = deal("may-i", 3, "random", 1);
    table.act(ME, &json!("draw_from_stock")).unwrap();
    while table.prompt(ME).is_none_or(|prompt| prompt.forms.is_empty()) {
        if table.to_act().contains(ME) {
            let first = table.choices(ME).swap_remove(0);
            table.act(ME, &first.action).unwrap();
        } else if table.let_bot_act().unwrap().is_none() {
            let due = table.next_due().unwrap();
            table.advance_to(due).unwrap();
        }
    }
    let why = |form, groups: &[&[usize]]| {
        let groups = groups.iter().map(|group| group.to_vec()).collect();
        let filled = Filled { form, groups };
        table.compose(ME, &filled).map(|composed| composed.label).map_err(|why| why.message)
    };
    let refused = |words: &str| Err(words.to_owned());
    assert_eq!(why(1, &[]), refused("there is nothing like this to put together now"));
    assert_eq!(why(0, &[&[0, 1, 2]]), refused("it has 2 parts"));
    assert_eq!(why(0, &[&[0, 1], &[2, 3, 4]]), refused("set 1 needs 3, not 2"));
    assert!(why(0, &[&[0, 1, 2], &[3, 4, 5]]).is_ok(), "whether it is a meld is for the rules");
}

/// A bot that thinks elsewhere acts when it is brought back, unless the match has gone on without it.
#[test]
fn thoughts_come_back_or_come_too_late() {
    let mut table = deal("innovation", 2, "greedy", 1);
    let bot = Seat(1);
    let mut thought = table.ponder(bot).expect("both choose a starting card");
    assert!(table.ponder(bot).is_none(), "it thinks already");
    assert!(table.let_bot_act().unwrap().is_none());
    let mine = table.choices(ME).swap_remove(0);
    table.act(ME, &mine.action).unwrap();
    thought.think();
    assert!(thought.wish().is_some());
    assert!(!table.conclude(thought).unwrap(), "something has happened meanwhile");
    let mut again = table.ponder(bot).unwrap();
    std::thread::spawn(move || {
        again.think();
        again
    })
    .join()
    .map(|again| assert!(table.conclude(again).unwrap()))
    .unwrap();
    let advice = table.advise(ME);
    if let Some(mut advice) = advice {
        advice.think();
        assert_eq!(table.conclude(advice).unwrap_err().code, "strange_thought");
    }
}

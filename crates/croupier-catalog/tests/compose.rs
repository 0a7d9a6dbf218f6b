//! What a person puts together means the same as what is offered ready-made, and more.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use croupier_catalog::{AnyTable, OptionChoice, PERSON, TablePlan, shipped};
use croupier_kit::{Filled, Form, Seat};
use serde_json::{Value, json};

const ME: Seat = Seat(0);

fn deal(game: &str, seats: usize, bot: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut players = vec![PERSON.to_owned()];
    players.resize(seats, bot.to_owned());
    let choice = OptionChoice { preset: Some("bench".to_owned()), ..OptionChoice::default() };
    shipped().find(game).unwrap().table(&TablePlan { choice, players, seed }).unwrap()
}

/// The groups of cards that an action names, if it can be put together.
fn named(action: &Value) -> Option<Vec<Vec<String>>> {
    let words = |cards: &Value| {
        cards.as_array()?.iter().map(|card| Some(card.as_str()?.to_owned())).collect()
    };
    if let Some(melds) = action.pointer("/lay_down/melds") {
        return melds.as_array()?.iter().map(|meld| words(&meld["cards"])).collect();
    }
    let answer = action.pointer("/answer/answer")?;
    let cards: Vec<String> = words(answer.get("cards").or(answer.get("order"))?)?;
    (!cards.is_empty()).then(|| vec![cards])
}

fn filled(form: &Form, groups: &[Vec<String>]) -> Filled {
    let place = |card: &String| form.pieces.iter().position(|piece| piece == card).unwrap();
    let groups = groups.iter().map(|group| group.iter().map(place).collect()).collect();
    Filled { form: 0, groups }
}

/// Plays, and gives every listed answer that has a form to be looked at.
fn listed(game: &str, seats: usize, bot: &str, mut look: impl FnMut(&dyn AnyTable, &Form, &Value)) {
    for seed in 0..4 {
        let mut table = deal(game, seats, bot, seed);
        for at in 0..1_500 {
            if table.outcome().is_some() {
                break;
            }
            if !table.to_act().contains(ME) {
                if table.let_bot_act().unwrap().is_none() {
                    let due = table.next_due().expect("somebody acts, or something is due");
                    table.advance_to(due).unwrap();
                }
                continue;
            }
            let (prompt, choices) = (table.prompt(ME).unwrap(), table.choices(ME));
            if let [form] = prompt.forms.as_slice() {
                for choice in choices.iter().take(40) {
                    look(table.as_ref(), form, &choice.action);
                }
            }
            table.act(ME, &choices[at % choices.len()].action).unwrap();
        }
    }
}

fn check(game: &str, seats: usize, bot: &str, enough: usize) {
    let mut seen = 0;
    listed(game, seats, bot, |table, form, action| {
        let Some(groups) = named(action) else { return };
        let composed = table.compose(ME, &filled(form, &groups)).unwrap();
        assert_eq!(composed.action, *action, "{form:?}");
        seen += 1;
    });
    assert!(seen >= enough, "only {seen} of {game}");
}

#[test]
fn listed_melds_can_be_put_together() {
    check("may-i", 3, "random", 5);
}

#[test]
fn listed_cards_and_orders_can_be_put_together() {
    check("innovation", 2, "random", 20);
}

/// Cards in another order are another answer, which no list has room for.
#[test]
fn orders_that_are_not_listed_are_taken() {
    let mut taken = 0;
    let mut refused = vec![];
    listed("innovation", 2, "random", |table, form, action| {
        let Some(mut groups) = named(action).filter(|groups| groups[0].len() > 1) else { return };
        groups[0].reverse();
        let composed = table.compose(ME, &filled(form, &groups)).unwrap();
        let is_listed = table.choices(ME).iter().any(|choice| choice.action == composed.action);
        let save = table.save(0).unwrap();
        let mut copy = shipped().find("innovation").unwrap().resume(&save).unwrap();
        match copy.act(ME, &composed.action) {
            Ok(()) => taken += usize::from(!is_listed),
            Err(why) => refused.push(why),
        }
    });
    assert_eq!(refused, []);
    assert!(taken > 0, "nothing was taken that is not listed");
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

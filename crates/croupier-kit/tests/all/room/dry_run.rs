//! What would come of an action.

use croupier_kit::cards::Card;
use croupier_kit::game::Filled;
use croupier_kit::room::{Attempt, Command, PlayerId, RoomOptions};
use croupier_kit::text::TextLine;

use crate::room::pick::{Action, Options, Pick};
use crate::room::{ANN, BEN, CAT, Salon, written};

fn table() -> Salon<Pick> {
    Salon::<Pick>::of(RoomOptions::default(), Options::default()).joined(&[ANN, BEN])
}

fn hand(salon: &Salon<Pick>, id: PlayerId) -> Vec<Card> {
    salon.room.view(Some(id)).game.unwrap().hand.unwrap().iter().collect()
}

#[test]
fn a_dry_run_tells_the_label_or_the_exact_reason_and_changes_nothing() {
    let mut salon = table().playing();
    let before = written(&salon.room);
    let [own, other] = [ANN, BEN].map(|id| Action::Pick { card: hand(&salon, id)[0] });
    let run = |salon: &Salon<Pick>, id, action| {
        let choice = salon.room.dry_run(id, &Attempt::Action(action));
        choice.map(|choice| choice.label.to_string()).map_err(|why| why.code())
    };
    let label = TextLine::of(&format!("Pick {}", hand(&salon, ANN)[0])).to_string();
    assert_eq!(run(&salon, ANN, own), Ok(label));
    assert_eq!(run(&salon, ANN, other), Err("pick.not_held"));
    assert_eq!(run(&salon, CAT, own), Err("not_seated"));
    assert_eq!(run(&salon, ANN, Action::Concede), Ok("Concede".to_owned()), "unasked, too");
    assert_eq!(written(&salon.room), before);
    salon.say(ANN, Command::Act { action: own, prompt: None }).unwrap();
    assert_eq!(run(&salon, ANN, own), Err("pick.picked_already"));
    assert_eq!(run(&table(), ANN, own), Err("wrong_phase"));
}

#[test]
fn a_form_is_tried_and_filled_in() {
    let mut salon = table().playing();
    let form = |places: &[usize]| Filled { form: 0, groups: vec![places.to_vec()] };
    let run = |salon: &Salon<Pick>, places: &[usize]| {
        let choice = salon.room.dry_run(ANN, &Attempt::Form(form(places)));
        choice.map(|choice| choice.action).map_err(|why| why.code())
    };
    let card = hand(&salon, ANN)[1];
    assert_eq!(run(&salon, &[1]), Ok(Action::Pick { card }));
    assert_eq!(run(&salon, &[0, 1]), Err("pick.not_yours"), "it fits the form, not the rules");
    assert_eq!(run(&salon, &[7]), Err("misfilled_form"));
    assert_eq!(run(&salon, &[]), Err("misfilled_form"));
    let prompt = salon.room.view(Some(ANN)).prompt.unwrap().id;
    let fill = |places: &[usize], prompt| Command::Fill { filled: form(places), prompt };
    assert_eq!(salon.say(ANN, fill(&[1], prompt + 1)), Err("stale_prompt"));
    assert_eq!(salon.say(ANN, fill(&[1, 1], prompt)), Err("misfilled_form"));
    assert_eq!(salon.say(ANN, fill(&[0, 1], prompt)), Err("pick.not_yours"));
    salon.say(ANN, fill(&[1], prompt)).unwrap();
    assert!(!hand(&salon, ANN).contains(&card));
    assert_eq!(run(&salon, &[0]), Err("misfilled_form"), "Ann is asked for nothing");
}

#[test]
fn an_attempt_goes_over_the_wire() {
    let form = Attempt::<Action>::Form(Filled { form: 0, groups: vec![vec![2]] });
    let wire = serde_json::json!({"form": {"form": 0, "groups": [[2]]}});
    assert_eq!(serde_json::to_value(&form).unwrap(), wire);
    let action: Attempt<Action> = serde_json::from_str(r#"{"action": "sort"}"#).unwrap();
    assert_eq!(action, Attempt::Action(Action::Sort));
}

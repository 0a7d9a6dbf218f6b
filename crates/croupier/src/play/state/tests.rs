use croupier_kit::game::{Choice, Form, FormPiece};
use serde_json::json;

use super::*;

fn question(count: usize) -> Question {
    let choice = |at: usize| Choice::new(TextLine::of(&format!("Play {at}")), json!(at));
    let choices = (1..=count).map(choice).collect();
    Question { text: TextLine::of("which?"), choices, forms: vec![], deadline: None }
}

fn with_form(count: usize) -> Question {
    let pieces = ["3H", "4H", "5H"].map(FormPiece::card).to_vec();
    let form = Form::select_in_order("Compose", pieces, 1..=2);
    Question { forms: vec![form], ..question(count) }
}

fn press(state: &mut State, code: KeyCode, question: &Question) -> Command {
    state.press(KeyEvent::from(code), Some(question))
}

#[test]
fn arrows_and_enter_choose() {
    let (mut state, question) = (State::default(), question(3));
    for _ in 0..5 {
        assert_eq!(press(&mut state, KeyCode::Down, &question), Command::Nothing);
    }
    press(&mut state, KeyCode::Up, &question);
    assert_eq!(press(&mut state, KeyCode::Enter, &question), Command::Act(json!(2)));
}

#[test]
fn digits_wait_while_a_longer_number_is_possible() {
    let (mut state, many) = (State::default(), question(12));
    assert_eq!(press(&mut state, KeyCode::Char('1'), &many), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Char('1'), &many), Command::Act(json!(11)));
    assert_eq!(press(&mut state, KeyCode::Char('5'), &many), Command::Act(json!(5)));
    assert_eq!(press(&mut state, KeyCode::Char('0'), &many), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Char('3'), &question(3)), Command::Act(json!(3)));
}

#[test]
fn a_filter_shortens_the_list() {
    let (mut state, question) = (State::default(), question(12));
    press(&mut state, KeyCode::Char('/'), &question);
    press(&mut state, KeyCode::Char('1'), &question);
    press(&mut state, KeyCode::Enter, &question);
    assert_eq!(state.visible(&question).len(), 4);
    press(&mut state, KeyCode::Down, &question);
    assert_eq!(press(&mut state, KeyCode::Enter, &question), Command::Act(json!(10)));
}

#[test]
fn a_click_takes_what_is_under_it_and_nothing_beside() {
    let (mut state, question) = (State::default(), question(7));
    state.list = Grid::new(Rect::new(0, 10, 40, 5), 7, 20, 0);
    assert_eq!(state.click(Position::new(3, 11), Some(&question)), Command::Act(json!(2)));
    assert_eq!(state.click(Position::new(23, 11), Some(&question)), Command::Act(json!(7)));
    assert_eq!(state.click(Position::new(23, 13), Some(&question)), Command::Nothing);
    assert_eq!(state.click(Position::new(50, 11), Some(&question)), Command::Nothing);
}

#[test]
fn what_is_put_together_is_marked_and_confirmed() {
    let (mut state, question) = (State::default(), with_form(2));
    assert_eq!(press(&mut state, KeyCode::Char('3'), &question), Command::Nothing);
    assert!(state.composer.is_some(), "the form comes after the choices");
    press(&mut state, KeyCode::Enter, &question);
    let refused = state.composer.as_ref().and_then(|it| it.refused.clone());
    assert_eq!(refused.as_deref(), Some("chosen needs 1 to 2, not 0"));
    for code in [KeyCode::Down, KeyCode::Char(' '), KeyCode::Up, KeyCode::Char(' ')] {
        press(&mut state, code, &question);
    }
    press(&mut state, KeyCode::Char('1'), &question);
    let command = press(&mut state, KeyCode::Enter, &question);
    assert_eq!(command, Command::Compose(Filled { form: 0, groups: vec![vec![0, 1]] }));
    press(&mut state, KeyCode::Esc, &question);
    assert!(state.composer.is_none());
}

#[test]
fn a_composer_closes_with_its_question() {
    let (mut state, asked) = (State::default(), with_form(2));
    press(&mut state, KeyCode::Char('c'), &asked);
    state.look_at(Some(&asked));
    assert!(state.composer.is_some());
    state.look_at(Some(&question(2)));
    assert!(state.composer.is_none());
}

#[test]
fn leaving_asks_first() {
    let (mut state, question) = (State::default(), question(3));
    assert_eq!(press(&mut state, KeyCode::Char('q'), &question), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Esc, &question), Command::Nothing);
    press(&mut state, KeyCode::Char('q'), &question);
    assert_eq!(press(&mut state, KeyCode::Char('n'), &question), Command::Leave);
    assert_eq!(press(&mut state, KeyCode::Char('s'), &question), Command::SaveAndLeave);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.press(interrupt, Some(&question)), Command::Interrupt);
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let (mut state, question) = (State::default(), question(3));
    let log = ["one", "two", "three"].map(str::to_owned);
    state.set_log(&log[..2]);
    state.log_area = Rect::new(0, 0, 10, 5);
    state.wheel(false, Position::new(1, 1), Some(&question));
    assert_eq!((state.log_back, state.chosen), (1, 0));
    state.wheel(true, Position::new(1, 8), Some(&question));
    assert_eq!((state.log_back, state.chosen), (1, 1));
    state.set_log(&log);
    assert_eq!(state.log_back, 0, "news are in sight");
    state.set_log(&log[..1]);
    assert_eq!(state.log, ["one"], "what is taken back is gone");
}

#[test]
fn after_the_end_there_is_another_match_and_nothing_to_choose() {
    let mut state = State { is_over: true, ..State::default() };
    let over = |state: &mut State, letter| state.press(KeyEvent::from(KeyCode::Char(letter)), None);
    for letter in ['c', 'h', 'o', 'p'] {
        assert_eq!(over(&mut state, letter), Command::Nothing);
        assert_eq!(state.notice.as_deref(), Some("The match is over"));
    }
    assert_eq!(over(&mut state, 'r'), Command::PlayAgain);
    assert_eq!(over(&mut state, 'u'), Command::Undo);
    state.press(KeyEvent::from(KeyCode::Enter), None);
    assert_eq!(state.overlay, Overlay::Over);
    state = State::default();
    assert_eq!(over(&mut state, 'r'), Command::Nothing, "the match is not thrown away");
}

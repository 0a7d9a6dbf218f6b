use croupier_kit::game::{Choice, Form, FormPiece};
use serde_json::json;

use super::*;

fn prompt(count: usize) -> OpenPrompt {
    let choice = |at: usize| Choice::new(TextLine::of(&format!("Play {at}")), json!(at));
    let choices = (1..=count).map(choice).collect();
    OpenPrompt { text: TextLine::of("which?"), choices, forms: vec![], deadline: None }
}

fn with_form(count: usize) -> OpenPrompt {
    let pieces = ["3H", "4H", "5H"].map(FormPiece::card).to_vec();
    let form = Form::select_in_order("Compose", pieces, 1..=2);
    OpenPrompt { forms: vec![form], ..prompt(count) }
}

fn press(state: &mut State, code: KeyCode, prompt: &OpenPrompt) -> Command {
    state.press(KeyEvent::from(code), Some(prompt))
}

#[test]
fn arrows_and_enter_choose() {
    let (mut state, prompt) = (State::default(), prompt(3));
    for _ in 0..5 {
        assert_eq!(press(&mut state, KeyCode::Down, &prompt), Command::Nothing);
    }
    press(&mut state, KeyCode::Up, &prompt);
    assert_eq!(press(&mut state, KeyCode::Enter, &prompt), Command::Act(json!(2)));
}

#[test]
fn digits_wait_while_a_longer_number_is_possible() {
    let (mut state, many) = (State::default(), prompt(12));
    assert_eq!(press(&mut state, KeyCode::Char('1'), &many), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Char('1'), &many), Command::Act(json!(11)));
    assert_eq!(press(&mut state, KeyCode::Char('5'), &many), Command::Act(json!(5)));
    assert_eq!(press(&mut state, KeyCode::Char('0'), &many), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Char('3'), &prompt(3)), Command::Act(json!(3)));
}

#[test]
fn a_filter_shortens_the_list() {
    let (mut state, prompt) = (State::default(), prompt(12));
    press(&mut state, KeyCode::Char('/'), &prompt);
    press(&mut state, KeyCode::Char('1'), &prompt);
    press(&mut state, KeyCode::Enter, &prompt);
    assert_eq!(state.visible(&prompt).len(), 4);
    press(&mut state, KeyCode::Down, &prompt);
    assert_eq!(press(&mut state, KeyCode::Enter, &prompt), Command::Act(json!(10)));
}

#[test]
fn a_click_takes_what_is_under_it_and_nothing_beside() {
    let (mut state, prompt) = (State::default(), prompt(7));
    state.list = Grid::new(Rect::new(0, 10, 40, 5), 7, 20, 0);
    assert_eq!(state.click(Position::new(3, 11), Some(&prompt)), Command::Act(json!(2)));
    assert_eq!(state.click(Position::new(23, 11), Some(&prompt)), Command::Act(json!(7)));
    assert_eq!(state.click(Position::new(23, 13), Some(&prompt)), Command::Nothing);
    assert_eq!(state.click(Position::new(50, 11), Some(&prompt)), Command::Nothing);
}

#[test]
fn what_is_put_together_is_marked_and_confirmed() {
    let (mut state, prompt) = (State::default(), with_form(2));
    assert_eq!(press(&mut state, KeyCode::Char('3'), &prompt), Command::Nothing);
    assert!(state.composer.is_some(), "the form comes after the choices");
    press(&mut state, KeyCode::Enter, &prompt);
    let refused = state.composer.as_ref().and_then(|it| it.refused.clone());
    assert_eq!(refused.as_deref(), Some("chosen needs 1 to 2, not 0"));
    for code in [KeyCode::Down, KeyCode::Char(' '), KeyCode::Up, KeyCode::Char(' ')] {
        press(&mut state, code, &prompt);
    }
    press(&mut state, KeyCode::Char('1'), &prompt);
    let command = press(&mut state, KeyCode::Enter, &prompt);
    assert_eq!(command, Command::Compose(Filled { form: 0, groups: vec![vec![0, 1]] }));
    press(&mut state, KeyCode::Esc, &prompt);
    assert!(state.composer.is_none());
}

#[test]
fn a_composer_closes_with_its_prompt() {
    let (mut state, asked) = (State::default(), with_form(2));
    press(&mut state, KeyCode::Char('c'), &asked);
    state.look_at(Some(&asked));
    assert!(state.composer.is_some());
    state.look_at(Some(&prompt(2)));
    assert!(state.composer.is_none());
}

#[test]
fn leaving_asks_first() {
    let (mut state, prompt) = (State::default(), prompt(3));
    assert_eq!(press(&mut state, KeyCode::Char('q'), &prompt), Command::Nothing);
    assert_eq!(press(&mut state, KeyCode::Esc, &prompt), Command::Nothing);
    press(&mut state, KeyCode::Char('q'), &prompt);
    assert_eq!(press(&mut state, KeyCode::Char('n'), &prompt), Command::Leave);
    assert_eq!(press(&mut state, KeyCode::Char('s'), &prompt), Command::SaveAndLeave);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.press(interrupt, Some(&prompt)), Command::Interrupt);
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let (mut state, prompt) = (State::default(), prompt(3));
    let log = ["one", "two", "three"].map(str::to_owned);
    state.set_log(&log[..2]);
    state.log_area = Rect::new(0, 0, 10, 5);
    state.wheel(false, Position::new(1, 1), Some(&prompt));
    assert_eq!((state.log_back, state.chosen), (1, 0));
    state.wheel(true, Position::new(1, 8), Some(&prompt));
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

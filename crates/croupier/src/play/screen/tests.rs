use std::fmt::Write as _;
use std::sync::Mutex;

use croupier_catalog::{OptionChoice, shipped};
use croupier_kit::game::{Form, FormPiece};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::play::seating::{PERSON, deal};
use crate::play::session::Session;
use crate::play::settling::{held, settle};

/// A match in which the person has taken the first answer `moves` times.
fn sit(game: &str, seats: usize, moves: usize) -> (Session, State) {
    let catalog = shipped();
    let game = catalog.find(game).unwrap();
    let mut players = vec![PERSON.to_owned()];
    // Random bots are defined by the specification; other bots may change, and the snapshots with
    // them.
    players.resize(seats, "random".to_owned());
    let own = deal(game, OptionChoice::default(), players, 7, true).unwrap();
    let session = Mutex::new(Session::new(game, own, None).unwrap());
    let mut state = State::default();
    settle(&session).unwrap();
    for _ in 0..moves {
        let Some(prompt) = held(&session).open_prompt() else { break };
        let skips =
            |choice: &&croupier_kit::game::Choice<_>| choice.label.to_string() == "Deal the cards";
        let chosen = prompt.choices.iter().find(skips).unwrap_or(&prompt.choices[0]);
        held(&session).act(&chosen.action).unwrap();
        settle(&session).unwrap();
    }
    let session = session.into_inner().unwrap();
    state.set_log(session.log());
    state.offers = session.offers();
    (session, state)
}

fn picture(session: &Session, state: &mut State, (width, height): (u16, u16)) -> String {
    let prompt = session.open_prompt();
    state.look_at(prompt.as_ref());
    let board = session.board();
    let chosen = prompt.as_ref().and_then(|it| it.choices.get(state.choice(it)?));
    let scene = Scene {
        game: session.game,
        names: session.names(),
        board: &board,
        prompt: prompt.as_ref(),
        detail: chosen.and_then(|choice| choice.detail.as_ref()).map(TextLine::to_string),
        status: "your turn".to_owned(),
        primer: session.primer(),
        place: None,
        verdict: session.verdict(),
        paint: Paint { colours: true },
    };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, &scene, state)).unwrap();
    let mut text = String::new();
    for line in terminal.backend().to_string().lines() {
        let _ = writeln!(text, "{}", line.trim_matches('"').trim_end());
    }
    text
}

fn press(session: &Session, state: &mut State, keys: &[KeyCode]) {
    let prompt = session.open_prompt();
    for code in keys {
        state.press(KeyEvent::from(*code), prompt.as_ref());
    }
}

#[test]
fn every_game_fits_an_old_terminal() {
    for (game, seats, moves) in [
        ("rush", 4, 0),
        ("data-war", 2, 6),
        ("may-i", 4, 12),
        ("min-or-max", 4, 0),
        ("innovation", 4, 9),
    ] {
        let (session, mut state) = sit(game, seats, moves);
        insta::assert_snapshot!(game, picture(&session, &mut state, SMALLEST));
    }
}

#[test]
fn no_list_of_keys_is_cut_off() {
    for keys in
        [KEYS, KEYS_WITH_FORM, KEYS_WITH_OFFERS, KEYS_WITH_BOTH, KEYS_OF_COMPOSER, KEYS_WHEN_OVER]
    {
        assert!(keys.chars().count() <= usize::from(SMALLEST.0), "{keys}");
    }
}

#[test]
fn a_wide_screen_has_the_log_beside_the_board() {
    let (session, mut state) = sit("innovation", 2, 9);
    insta::assert_snapshot!(picture(&session, &mut state, (130, 30)));
}

#[test]
fn a_small_screen_is_apologised_for() {
    let (session, mut state) = sit("rush", 2, 0);
    insta::assert_snapshot!(picture(&session, &mut state, (60, 12)));
    for size in [(1, 1), (10, 3), (79, 24), (80, 23)] {
        picture(&session, &mut state, size);
    }
    for size in [(80, 24), (119, 24), (120, 24), (250, 80)] {
        assert!(picture(&session, &mut state, size).contains("top card"), "{size:?}");
    }
}

#[test]
fn help_is_a_key_away() {
    let (session, mut state) = sit("min-or-max", 2, 0);
    press(&session, &mut state, &[KeyCode::Char('?')]);
    insta::assert_snapshot!(picture(&session, &mut state, SMALLEST));
}

#[test]
fn a_long_help_can_be_scrolled_to_its_end() {
    for game in ["rush", "data-war", "may-i", "min-or-max", "innovation"] {
        let (session, mut state) = sit(game, if game == "may-i" { 3 } else { 2 }, 0);
        press(&session, &mut state, &[KeyCode::Char('?'), KeyCode::End]);
        let text = picture(&session, &mut state, SMALLEST);
        assert!(text.contains("Any other key closes this"), "{text}");
    }
}

#[test]
fn melds_are_put_together_on_the_table() {
    let (session, mut state) = sit("may-i", 3, 2);
    let (down, mark) = (KeyCode::Down, KeyCode::Char(' '));
    press(&session, &mut state, &[KeyCode::Char('c'), mark, down, mark, down, down, mark, mark]);
    insta::assert_snapshot!(picture(&session, &mut state, SMALLEST));
}

#[test]
fn an_order_is_put_together_by_moving() {
    let (session, mut state) = sit("rush", 2, 0);
    let pieces = ["Oars", "Tools", "Sailing"].map(FormPiece::card).to_vec();
    let form = Form::order("Put them in another order", pieces);
    picture(&session, &mut state, SMALLEST);
    state.composer = Some(super::super::composer::Composer::new(0, form));
    press(&session, &mut state, &[KeyCode::Down, KeyCode::Down, KeyCode::Char('1')]);
    let composer = state.composer.clone();
    let prompt = session.open_prompt();
    state.look_at(prompt.as_ref());
    assert!(state.composer.is_none(), "this prompt has no such form");
    state.composer = composer;
    let text = overlay_alone(&session, &mut state);
    insta::assert_snapshot!(text);
}

/// Draws the composer without a prompt, because a prompt without this form would close it.
fn overlay_alone(session: &Session, state: &mut State) -> String {
    let board = Board::new();
    let scene = Scene {
        game: session.game,
        names: session.names(),
        board: &board,
        prompt: None,
        detail: None,
        status: String::new(),
        primer: &[],
        place: None,
        verdict: None,
        paint: Paint { colours: false },
    };
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| overlay::draw(frame, &scene, state)).unwrap();
    let text = terminal.backend().to_string();
    let rows = text.lines().map(|line| line.trim_matches('"').trim_end());
    rows.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_end_says_who_won_and_leaving_asks() {
    let (session, mut state) = sit("rush", 2, 40);
    assert!(session.is_over());
    state.open(Overlay::Over);
    insta::assert_snapshot!("over", picture(&session, &mut state, SMALLEST));
    state.open(Overlay::Quit);
    let text = picture(&session, &mut state, SMALLEST);
    assert!(text.contains("s saves the match in this folder and leaves"), "{text}");
}

/// The screen shows only what the seat may see: its own cards, those on the table, and those it was
/// told of.
#[test]
fn nobody_elses_cards_are_on_the_screen() {
    let (session, mut state) = sit("min-or-max", 4, 0);
    let text = picture(&session, &mut state, SMALLEST);
    let others: Vec<&str> = text.lines().filter(|line| line.contains("Random ")).skip(1).collect();
    assert!(others.iter().filter(|line| line.contains("▒▒")).count() >= 3, "{text}");
    let board = session.board();
    for section in board.sections.iter().filter(|it| it.title.text.contains("Random")) {
        let hand = section.lines[0].to_string();
        assert!(!hand.contains(['♥', '♦', '♣', '♠']), "{hand}");
    }
}

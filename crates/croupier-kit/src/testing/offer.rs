//! Checks that every action that a seat is offered is accepted.

use crate::game::{By, Choice, Filled, Form, FormKind, Game, Piece, Prompt, Seat, SeatSet};
use crate::matches::{Act, Input, Match};
use crate::testing::trial::Trial;

/// How many listed actions of a seat are tried at one rest.
const TRIED: usize = 24;

/// Returns the size of the longest prompt, in bytes.
pub(super) fn check<G: Game>(trial: &mut Trial<G>) -> usize {
    let asked = trial.game.to_act();
    let seats = trial.game.seats().len();
    assert!(asked.is_subset_of(SeatSet::first(seats)), "{asked:?} are asked at a table of {seats}");
    let mut longest = 0;
    for seat in trial.seats() {
        check_list(trial, seat);
        check_offers(trial, seat);
        check_expansion(trial, seat);
        longest = longest.max(check_prompt(trial, seat, asked.contains(seat)));
        check_random(trial, seat, asked.contains(seat));
        check_silent(trial, seat, asked.contains(seat));
    }
    longest
}

fn check_list<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let mut legal = trial.game.legal_actions(seat);
    assert_eq!(
        legal,
        trial.game.legal_actions(seat),
        "two calls list different actions for {seat}"
    );
    if legal.len() <= 2 * TRIED {
        for (at, action) in legal.iter().enumerate() {
            assert!(!legal[..at].contains(action), "{seat} is offered {action:?} twice");
        }
    }
    trial.dice.shuffle(&mut legal);
    for action in legal.into_iter().take(TRIED) {
        check_unjudged(trial, seat, &action);
        must_take(trial, By::Seat(seat), action, "is listed");
    }
}

/// For a listed action, `listed_trigger` gives the same trigger as `check`.
fn check_unjudged<G: Game>(trial: &Trial<G>, seat: Seat, action: &G::Action) {
    let at = trial.game.position();
    let (judged, listed) =
        (G::check(at, By::Seat(seat), action), G::listed_trigger(at, seat, action));
    if let (Ok(judged), Ok(listed)) = (judged, listed) {
        assert_eq!(listed, judged, "{action:?} of {seat} gives another trigger when it is listed");
    }
}

/// What a seat may do without being asked.
fn check_offers<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let offers = trial.game.offers(seat);
    assert_eq!(offers, trial.game.offers(seat), "two calls give {seat} different offers");
    assert!(offers.len() <= 2 * TRIED, "{seat} has {} offers", offers.len());
    let legal = trial.game.legal_actions(seat);
    for (at, action) in offers.iter().enumerate() {
        assert!(!offers[..at].contains(action), "{seat} is offered {action:?} twice");
        assert!(!legal.contains(action), "{seat} is offered {action:?}, which is asked for");
    }
    for action in offers {
        must_take(trial, By::Seat(seat), action, "is offered unasked");
    }
}

/// The actions that a search considers.
fn check_expansion<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let limit = trial.dice.between(1, 8) as usize;
    let (few, more) =
        (trial.game.search_actions(seat, limit), trial.game.search_actions(seat, TRIED));
    assert_eq!(
        few,
        trial.game.search_actions(seat, limit),
        "two calls give {seat} different search actions"
    );
    assert!(few.len() <= limit, "{seat} is expanded to {} moves, not {limit}", few.len());
    assert!(more.starts_with(&few), "a greater limit gives {seat} other moves: {few:?}, {more:?}");
    let some = !trial.game.legal_actions(seat).is_empty();
    assert_eq!(
        few.is_empty(),
        !some,
        "{seat} has legal actions but no search actions, or the reverse"
    );
    for (at, action) in few.iter().enumerate() {
        assert!(!few[..at].contains(action), "{action:?} is a search action of {seat} twice");
    }
    for action in few {
        must_take(trial, By::Seat(seat), action, "is a search action");
    }
}

fn check_prompt<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) -> usize {
    let prompt = trial.game.prompt(seat);
    assert_eq!(prompt.is_some(), asked, "{seat} has a prompt if and only if it is asked");
    let Some(prompt) = prompt else { return 0 };
    let bytes = check_words::<G>(seat, &prompt);
    for (at, form) in prompt.forms.iter().enumerate() {
        let action = check_form(trial, seat, at, form);
        check_apart::<G>(seat, &prompt, &action);
    }
    let answers = trial.game.ready_answers(seat);
    let suggestions: usize = prompt.forms.iter().map(|form| form.suggestions.len()).sum();
    assert_eq!(
        answers.len(),
        prompt.choices.len() + suggestions,
        "a suggestion for {seat} is not an action: {:?}",
        prompt.forms
    );
    for suggested in answers.iter().skip(prompt.choices.len()) {
        check_apart::<G>(seat, &prompt, &suggested.action);
    }
    if prompt.forms.is_empty() {
        let offered = |action: &G::Action| prompt.choices.iter().any(|it| it.action == *action);
        let missing = trial.game.legal_actions(seat).into_iter().find(|action| !offered(action));
        assert_eq!(missing, None, "a legal action of {seat} is not among its choices");
    }
    assert!(!answers.is_empty(), "{seat} is asked, but has neither a choice nor a suggestion");
    for answer in answers.into_iter().take(TRIED) {
        must_take(trial, By::Seat(seat), answer.action, "is prompted");
    }
    bytes
}

/// A prompt is short, every choice has a label, and no two choices look alike.
fn check_words<G: Game>(seat: Seat, prompt: &Prompt<G::Action>) -> usize {
    let bytes = serde_json::to_vec(prompt).expect("a prompt can be written").len();
    let most = Prompt::<G::Action>::MAX_BYTES;
    assert!(bytes <= most, "the prompt {} of {seat} takes {bytes} bytes", prompt.message);
    assert!(!prompt.sentence.0.is_empty(), "{} of {seat} has no sentence", prompt.message);
    for (at, choice) in prompt.choices.iter().enumerate() {
        assert!(!choice.label.0.is_empty(), "{seat} is offered {choice:?} without a label");
        let alike = |other: &Choice<G::Action>| {
            (&other.label, &other.pieces) == (&choice.label, &choice.pieces)
        };
        let before = &prompt.choices[..at.min(2 * TRIED)];
        assert!(
            !before.iter().any(alike),
            "{seat} is offered two choices that look alike: {choice:?}"
        );
    }
    bytes
}

/// What a form composes is not among the choices as well: a client would show two ways to the same
/// action, and a person would look for the difference.
fn check_apart<G: Game>(seat: Seat, prompt: &Prompt<G::Action>, action: &G::Action) {
    let is_choice = prompt.choices.iter().any(|choice| choice.action == *action);
    assert!(!is_choice, "{seat} composes {action:?} in a form, and it is among the choices too");
}

/// Every filled-in form that fits is an action, which the rules accept or refuse. Returns one.
fn check_form<G: Game>(trial: &mut Trial<G>, seat: Seat, at: usize, form: &Form) -> G::Action {
    check_kind(seat, form);
    // Groups that few pieces fit are filled first, while these pieces are free.
    let mut order: Vec<usize> = (0..form.groups.len()).collect();
    order.sort_by_key(|group| form.groups[*group].pieces.len());
    let fewest: usize = form.groups.iter().map(|group| group.min).sum();
    let mut spare = form.pieces.len().checked_sub(fewest);
    let mut used = vec![false; form.pieces.len()];
    let mut filled = Filled { form: at, groups: vec![vec![]; form.groups.len()] };
    for group in order {
        let rule = &form.groups[group];
        let Some(left) = spare.as_mut().filter(|_| rule.min <= rule.max) else {
            panic!("{seat} cannot fill {form:?}")
        };
        let mut free: Vec<usize> =
            rule.pieces.iter().copied().filter(|place| !used[*place]).collect();
        trial.dice.shuffle(&mut free);
        let most = (*left).min(rule.max - rule.min).min(free.len().saturating_sub(rule.min));
        let more = trial.dice.between(0, u32::try_from(most).unwrap_or(0)) as usize;
        *left -= more;
        free.truncate(rule.min + more);
        for place in &free {
            used[*place] = true;
        }
        filled.groups[group] = free;
    }
    let composed = trial.game.compose(seat, &filled);
    let Ok(action) = composed else {
        panic!("{seat} filled in {form:?} with {filled:?}, and it is not an action: {composed:?}")
    };
    if G::check(trial.game.position(), By::Seat(seat), &action).is_ok() {
        must_take(trial, By::Seat(seat), action.clone(), "is composed");
    }
    action
}

/// A form fits its kind, and its suggestions fit the form.
fn check_kind(seat: Seat, form: &Form) {
    let all = form.pieces.len();
    let one = form.groups.len() == 1;
    let fits = match form.kind {
        FormKind::Select => one,
        FormKind::Order => one && form.groups[0].ordered && form.groups[0].min == all,
        FormKind::Arrange => !form.groups.is_empty(),
    };
    assert!(fits, "{seat} is given a form that is no {:?}: {form:?}", form.kind);
    for group in &form.groups {
        assert!(group.pieces.iter().all(|place| *place < all), "no such piece in {form:?}");
    }
    for suggestion in &form.suggestions {
        if let Err(why) = form.check(&suggestion.groups) {
            panic!("{seat} is suggested {suggestion:?}, which does not fit {form:?}: {why}");
        }
    }
}

fn check_random<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    if asked && let Some(action) = G::random_action(trial.game.position(), seat, &mut trial.dice) {
        must_take(trial, By::Seat(seat), action, "is drawn at random");
    }
}

/// The default action of a silent player is legal for the player or for the host.
fn check_silent<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    let Some(action) = G::default_action(trial.game.position(), seat) else { return };
    if !asked {
        return;
    }
    let Some((by, action, _)) = trial.game.time_out(seat) else {
        panic!("{action:?} of {seat} is done by default, but neither {seat} nor the host may do it")
    };
    must_take(trial, by, action, "is done by default");
}

fn must_take<G: Game>(trial: &mut Trial<G>, by: By, action: G::Action, why: &str) {
    if let Err(reject) = G::check(trial.game.position(), by, &action) {
        panic!("{action:?} of {by:?} {why}, but the rules refuse it: {reject}");
    }
    let mut fork = trial.game.fork();
    let input = Input { at: fork.now(), by, act: Act::Do(action) };
    trial.trying = Some(input.clone());
    if let Err(refused) = fork.input(input) {
        panic!("what {by:?} was offered ({why}) was refused: {refused}");
    }
    if let Err(broken) = G::invariants(fork.position()) {
        panic!("what {by:?} was offered ({why}) breaks an invariant: {broken}");
    }
    trial.trying = None;
}

/// Checks that every legal action of a seat is a choice of its prompt or can be composed in the
/// prompt's form. `named` gives the pieces of an action by group. Returns the number of actions
/// that were composed.
pub fn check_forms<G: Game>(
    game: &Match<G>,
    seat: Seat,
    named: impl Fn(&G::Action) -> Vec<Vec<Piece>>,
) -> usize {
    let Some(prompt) = game.prompt(seat) else { return 0 };
    let mut composed = 0;
    for action in game.legal_actions(seat) {
        if prompt.choices.iter().any(|choice| choice.action == action) {
            continue;
        }
        let [form] = prompt.forms.as_slice() else {
            panic!("{seat} may do {action:?}, but can neither choose nor compose it")
        };
        let place = |piece: &Piece| {
            let found = form.pieces.iter().position(|it| it.piece == *piece);
            found.unwrap_or_else(|| panic!("{piece:?} of {action:?} is not in {form:?}"))
        };
        let named = named(&action);
        let groups = named.iter().map(|group| group.iter().map(place).collect()).collect();
        let filled = Filled { form: 0, groups };
        assert_eq!(game.compose(seat, &filled), Ok(action), "composed with {filled:?}");
        composed += 1;
    }
    composed
}

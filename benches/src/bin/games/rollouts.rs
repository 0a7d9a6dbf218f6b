//! Whole matches of random players.

use croupier_benches::cpu_clock;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Game;
use croupier_kit::matches::{Match, Setup};

use crate::Plan;

/// The number of matches, actions and listed actions.
#[derive(Default)]
struct Played {
    matches: u64,
    actions: u64,
    listed: u64,
}

/// Plays, and prints the rates per second of one core.
#[allow(clippy::cast_precision_loss)] // Far below 2^52.
pub(crate) fn measure<G: Game>(plan: &Plan<G>, matches: u64) {
    let begun = cpu_clock::now();
    let played = play(plan, matches);
    let seconds = cpu_clock::now().saturating_sub(begun).as_secs_f64();
    let Played { matches, actions, listed } = played;
    println!(
        "  {:.0} matches/s, {:.0} actions/s ({:.0} ns each); {:.1} actions a match, {:.1} listed \
         for each",
        matches as f64 / seconds,
        actions as f64 / seconds,
        seconds * 1e9 / actions as f64,
        actions as f64 / matches as f64,
        listed as f64 / actions as f64,
    );
}

fn play<G: Game>(plan: &Plan<G>, matches: u64) -> Played {
    let mut setup = Setup::<G>::new(plan.seats, Seed::from_number(0));
    setup.options = plan.options.clone();
    let mut dice = Dice::new(Seed::from_number(1));
    let mut list = vec![];
    let mut played = Played { matches, ..Played::default() };
    for number in 0..matches {
        setup.seed = Seed::from_number(number);
        let mut game = Match::unrecorded(&setup).expect("the setup is sound");
        while step(&mut game, &mut dice, &mut list) {
            played.actions += 1;
            played.listed += list.len() as u64;
        }
        assert!(game.outcome().is_some(), "match {number} of {} does not end", G::NAME);
    }
    played
}

/// Lists what the next seat may do and takes one of the actions. Returns false at the end.
pub(crate) fn step<G: Game>(
    game: &mut Match<G>,
    dice: &mut Dice,
    list: &mut Vec<G::Action>,
) -> bool {
    loop {
        game.skip_waits().expect("time can pass");
        let chosen = game.to_act().iter().find_map(|seat| {
            let action = G::random_action(game.position(), seat, dice)?;
            Some((seat, action))
        });
        let Some((seat, action)) = chosen else {
            // Somebody is waiting for the clock.
            let Some(due) = game.next_due() else { return false };
            game.advance_to(due).expect("time can pass");
            continue;
        };
        list.clear();
        G::legal_actions(game.position(), seat, list);
        game.act(seat, action).expect("a random player obeys the rules");
        return true;
    }
}

//! A bot does not know what its seat does not know.

use crazy_eights::CrazyEights;
use croupier_bots::{Bot, Skill};
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, Observation, Viewer};
use croupier_kit::matches::Match;
use data_war::DataWar;
use innovation::Innovation;
use may_i::MayI;
use min_or_max::MinOrMax;
use rush::Rush;

use crate::common::{deal, follow};

/// The choice of a bot of this skill for a seat with this observation.
fn choice<G: Heuristic>(
    skill: Skill,
    observation: Observation<'_, G>,
    seed: u64,
) -> Option<G::Action> {
    let mut bot: Box<dyn Bot<G>> = skill.bot();
    bot.choose(observation, &mut Dice::new(Seed::from_number(seed)))
}

/// Re-deals everything that a seat cannot see, shows the bot the new match instead of the real one,
/// and expects the same choice. Counts how often the new match really differs.
fn redealt<G: Heuristic>(seats: usize, steps: usize) {
    let (mut decisions, mut others) = (0, 0);
    for number in 0..3 {
        follow(deal::<G>(seats, "bench", number), steps, number, |game, observation| {
            let seat = observation.seat;
            let mut chance = Dice::new(Seed::from_number(1000 + decisions));
            let world = Match::determinize(observation, &mut chance);
            others += u64::from(world.hash() != game.hash());
            let view = world.view(Viewer::Seat(seat));
            let known_there = world.position().observed_by(seat, &view, observation.memory);
            for skill in [Skill::Random, Skill::Greedy, Skill::Search(40)] {
                let here = choice(skill, observation, decisions);
                let there = choice(skill, known_there, decisions);
                assert_eq!(here, there, "{} {skill} {seat} in match {number}", G::ID);
            }
            decisions += 1;
        });
    }
    assert!(decisions > 10 && others * 2 > decisions, "{others} of {decisions} were other worlds");
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_crazy_eights() {
    redealt::<CrazyEights>(3, 40);
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_rush() {
    redealt::<Rush>(4, 40);
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_data_war() {
    redealt::<DataWar>(2, 40);
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_min_or_max() {
    redealt::<MinOrMax>(3, 40);
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_may_i() {
    redealt::<MayI>(4, 30);
}

#[test]
fn redealing_what_a_seat_cannot_see_changes_no_choice_in_innovation() {
    redealt::<Innovation>(2, 30);
}

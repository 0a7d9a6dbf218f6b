//! Tests that the suite finds every planted bug, with a message that names it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Action, Event, Exchange, Memory, Options, PLANTED, PlantedFault};
use crate::Millis;
use crate::cards::{Card, Seed};
use crate::game::{Position, Seat, Viewer};
use crate::room::{Call, Command, PlayerId, Room, RoomOptions};
use crate::testing::Suite;
use crate::testing::work::within;

/// The cards that are hidden from a viewer. A seat knows which cards it gave back to the stock.
fn hidden_cards(at: Position<'_, Exchange>, viewer: Viewer, memory: &Memory) -> Vec<String> {
    let hidden = Seat::first(at.state.hands.len()).filter(|seat| !viewer.is(*seat));
    let hands = hidden.map(|seat| at.state.hands[seat]);
    let stock = at.state.stock.iter().filter(|card| !memory.given.contains(card));
    hands.chain(stock).map(|card| card.to_string()).collect()
}

/// A suite that knows which cards are hidden.
fn strict() -> Suite<Exchange> {
    plain().complete().hidden_words(hidden_cards)
}

/// A suite without settings about hidden cards.
fn plain() -> Suite<Exchange> {
    Suite::new().games(50).moves(200)
}

/// The suite must find the bug, with a message that contains these words.
fn must_find(fault: PlantedFault, test: fn(&Suite<Exchange>), words: &str) {
    must_find_with(&strict(), fault, test, words);
}

fn must_find_with(
    suite: &Suite<Exchange>,
    fault: PlantedFault,
    test: fn(&Suite<Exchange>),
    words: &str,
) {
    PLANTED.set(PlantedFault::None);
    test(suite);
    PLANTED.set(fault);
    let found = catch_unwind(AssertUnwindSafe(|| test(suite)));
    let panic = found.expect_err("the suite passes a faulty game");
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let message = message.expect("a message");
    assert!(message.contains(words), "{fault:?} is found otherwise: {message}");
}

#[test]
fn a_listed_action_that_is_refused() {
    must_find(PlantedFault::ListsTooMuch, Suite::offered_actions_are_taken, "the rules refuse it");
}

#[test]
fn an_action_that_is_taken_and_not_listed() {
    let test = Suite::other_actions_are_refused_and_change_nothing;
    must_find(PlantedFault::ListsTooLittle, test, "is taken, not listed");
}

#[test]
fn a_listed_action_that_triggers_another() {
    let words = "gives another trigger when it is listed";
    must_find(PlantedFault::TriggersAnother, Suite::offered_actions_are_taken, words);
}

#[test]
fn more_moves_to_think_about_than_wanted() {
    must_find(
        PlantedFault::ExpandsTooFar,
        Suite::offered_actions_are_taken,
        "is expanded to 2 moves",
    );
}

#[test]
fn moves_ordered_by_what_is_hidden() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find(PlantedFault::ExpandsByWhatIsHidden, test, "other moves to think about in its world");
}

#[test]
fn a_default_that_neither_player_nor_host_may_do() {
    must_find(
        PlantedFault::DefaultsToNobodys,
        Suite::offered_actions_are_taken,
        "nor the host may do it",
    );
}

#[test]
fn a_stage_without_a_name() {
    let test = Suite::games_end_and_keep_their_invariants;
    must_find(PlantedFault::NamesNoStage, test, "there is no stage 1");
}

#[test]
fn completeness_may_be_promised_for_some_actions_alone() {
    PLANTED.set(PlantedFault::ListsTooLittle);
    let suite = Suite::<Exchange>::new().games(50).complete_for(|action| *action != Action::Swap);
    suite.other_actions_are_refused_and_change_nothing();
}

#[test]
fn an_action_that_only_the_chart_refuses() {
    let test = Suite::other_actions_are_refused_and_change_nothing;
    must_find(PlantedFault::ChecksTooLittle, test, "the chart did not");
}

#[test]
fn a_lost_card() {
    let test = Suite::games_end_and_keep_their_invariants;
    must_find(PlantedFault::BreaksInvariant, test, "there are 51 cards");
}

#[test]
fn a_match_without_end() {
    must_find(PlantedFault::NeverEnds, Suite::games_end_and_keep_their_invariants, "does not end");
}

#[test]
fn a_match_that_is_stuck() {
    must_find(
        PlantedFault::AsksNobody,
        Suite::games_end_and_keep_their_invariants,
        "nobody can act",
    );
}

#[test]
fn a_view_that_shows_too_much() {
    must_find(PlantedFault::ShowsHands, Suite::nobody_learns_what_is_hidden, "sees a difference");
}

#[test]
fn a_view_for_a_seat_that_is_not_there() {
    let test = Suite::other_actions_are_refused_and_change_nothing;
    must_find(PlantedFault::ShowsHandsToStrangers, test, "is not there, but sees more");
}

#[test]
fn an_event_that_tells_too_much() {
    must_find(PlantedFault::TellsDraws, Suite::nobody_learns_what_is_hidden, "but is told one");
}

#[test]
fn an_event_that_tells_too_much_is_found_by_its_words_too() {
    let passing = strict().shows_in_passing();
    let test = Suite::nobody_learns_what_is_hidden;
    must_find_with(&passing, PlantedFault::TellsDraws, test, "in an event");
}

#[test]
fn an_event_that_tells_too_much_to_a_seat_that_remembers_it() {
    let passing = strict().shows_in_passing();
    let test = Suite::nobody_learns_what_is_hidden;
    must_find_with(&passing, PlantedFault::TellsGifts, test, "in an event");
    // It is allowed if the rules reveal the cards.
    let all = |_: &Event| Card::deck().map(|card| card.to_string()).collect();
    passing.reveals(all).nobody_learns_what_is_hidden();
}

#[test]
fn a_deal_that_everybody_is_told_whole() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find_with(&plain(), PlantedFault::TellsTheDeal, test, "was told every event whole");
    let passing = plain().shows_in_passing();
    must_find_with(&passing, PlantedFault::TellsTheDeal, test, "was told every event whole");
    must_find(PlantedFault::TellsTheDeal, test, "was told every event whole");
}

#[test]
fn a_world_that_forgets_what_was_just_told() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find_with(&plain(), PlantedFault::ResamplesWhatItGave, test, "was just told of");
}

#[test]
fn a_memory_that_makes_no_difference() {
    let test = Suite::nobody_learns_what_is_hidden;
    let passing = plain().shows_in_passing();
    let words = "remembered `given`";
    must_find_with(&passing, PlantedFault::ResamplesWhatItGave, test, words);
    // It is allowed if the suite is told so.
    passing.resample_ignores(&["given"]).nobody_learns_what_is_hidden();
}

#[test]
fn a_world_that_offers_what_it_refuses() {
    let test = Suite::resampled_worlds_are_played_to_the_end;
    must_find(PlantedFault::ResamplesCheats, test, "is offered Cheat, which is refused");
}

#[test]
fn a_world_that_is_stuck() {
    let test = Suite::resampled_worlds_are_played_to_the_end;
    must_find(PlantedFault::ResamplesDeadEnds, test, "nobody can act, nothing is due");
}

#[test]
fn a_world_that_lacks_a_card() {
    let test = Suite::resampled_worlds_are_played_to_the_end;
    let words = "breaks an invariant: there are 51 cards";
    must_find(PlantedFault::ResamplesTooFewCards, test, words);
}

#[test]
fn a_world_that_loses_a_card_later() {
    let test = Suite::resampled_worlds_are_played_to_the_end;
    let words = "an invariant is broken: there are 51 cards";
    must_find(PlantedFault::ResamplesVanishingCards, test, words);
}

#[test]
fn a_world_without_end() {
    let test = Suite::resampled_worlds_are_played_to_the_end;
    must_find(PlantedFault::ResamplesEndlessly, test, "a world resampled for");
    must_find(PlantedFault::ResamplesEndlessly, test, "does not end");
}

#[test]
fn a_clock_that_runs_for_the_wrong_seat() {
    let test = Suite::turn_clocks_run_and_silent_tables_end;
    must_find(PlantedFault::TimesNobody, test, "the clock of P1 runs, but {Seat(1)} are asked");
}

#[test]
fn a_clock_that_never_changes() {
    let test = Suite::turn_clocks_run_and_silent_tables_end;
    must_find(PlantedFault::TimesOnce, test, "is asked again, but its clock runs on");
    // It is allowed if a turn may take several actions.
    PLANTED.set(PlantedFault::TimesOnce);
    strict().turns_of_many_actions().turn_clocks_run_and_silent_tables_end();
}

#[test]
fn a_silent_table_at_which_nothing_happens() {
    let test = Suite::turn_clocks_run_and_silent_tables_end;
    must_find(PlantedFault::SilenceIsNothing, test, "nobody acts, no clock runs");
}

#[test]
fn a_silent_table_that_never_ends() {
    let test = Suite::turn_clocks_run_and_silent_tables_end;
    let patient = strict().turns_of_many_actions();
    must_find_with(&patient, PlantedFault::SilenceIsForEver, test, "does not end");
}

#[test]
fn a_state_that_changes_without_an_event() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find(PlantedFault::ChangesSilently, test, "has changed without an event");
}

#[test]
fn a_prompt_that_names_a_hidden_card() {
    must_find(
        PlantedFault::NamesCards,
        Suite::nobody_learns_what_is_hidden,
        "is told AH in its prompt",
    );
}

#[test]
fn a_prompt_that_is_too_long() {
    must_find(PlantedFault::TalksTooMuch, Suite::offered_actions_are_taken, "bytes");
}

#[test]
fn choices_that_look_alike() {
    must_find(PlantedFault::LabelsAlike, Suite::offered_actions_are_taken, "that look alike");
}

#[test]
fn a_suggestion_that_the_rules_refuse() {
    let test = Suite::offered_actions_are_taken;
    must_find(PlantedFault::SuggestsTheForbidden, test, "is prompted, but the rules refuse it");
}

#[test]
fn a_choice_that_a_form_composes_too() {
    must_find(
        PlantedFault::RepeatsTheComposed,
        Suite::offered_actions_are_taken,
        "among the choices too",
    );
}

#[test]
fn an_option_without_words() {
    let test = Suite::options_are_described;
    must_find(PlantedFault::ForgetsAnOption, test, "not described: [\"open\"]");
}

#[test]
fn an_option_with_wrong_bounds() {
    let test = Suite::options_are_described;
    must_find(PlantedFault::PromisesAnOption, test, "stakes does not take 10");
}

#[test]
fn a_counter_that_is_not_saved() {
    must_find(
        PlantedFault::ForgetsToSave,
        Suite::saves_replays_forks_and_undo_agree,
        "states differ",
    );
}

#[test]
fn a_counter_that_is_taken_from_a_save_as_it_is() {
    let test = Suite::forged_saves_are_refused_or_go_on;
    must_find(PlantedFault::TrustsItsSaves, test, "nobody plays so many turns");
}

#[test]
fn rules_that_read_the_world() {
    let test = Suite::saves_replays_forks_and_undo_agree;
    must_find(PlantedFault::ReadsTheWorld, test, "states differ");
}

#[test]
fn a_state_that_is_shown_because_of_a_hidden_card() {
    let fault = PlantedFault::StatesTellWhatIsHidden;
    must_find(fault, Suite::nobody_learns_what_is_hidden, "is shown other states");
    must_find(fault, Suite::rooms_tell_nobody_what_is_hidden, "sees a difference in a room");
}

#[test]
fn a_state_that_is_shown_and_not_active() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find(PlantedFault::ShowsIdleStates, test, "which is not active");
}

/// Everybody in a room sees the deadlines of the seats that are asked.
#[test]
fn a_clock_that_tells_of_a_hidden_card() {
    let test = Suite::rooms_tell_nobody_what_is_hidden;
    must_find(PlantedFault::TimesByWhatIsHidden, test, "sees a difference in a room after");
}

#[test]
fn a_secret_that_sets_a_clock_anew() {
    let test = Suite::rooms_tell_nobody_what_is_hidden;
    must_find(PlantedFault::TimesByWhatIsSecret, test, "in secret");
}

#[test]
fn a_printed_match_is_played_again() {
    let report = r#"{
        "game": "exchange", "preset": "classic", "seats": ["person", "person"], "seed": 3, "now": 5,
        "inputs": [{"at": 0, "by": {"seat": 0}, "act": {"do": "Swap"}}],
        "trying": {"at": 5, "by": {"seat": 1}, "act": {"do": "Keep"}}
    }"#;
    let game = Suite::<Exchange>::new().retrace(report);
    assert_eq!((game.state().turns, game.now()), (1, Millis(5)));
}

#[test]
fn mm_70b_a_view_that_shows_who_is_a_stand_in() {
    let test = Suite::stand_ins_look_like_persons;
    must_find(PlantedFault::ShowsStandIns, test, "sees a difference in a room with a stand-in");
}

#[test]
fn mm_70c_a_clock_that_shows_who_is_a_stand_in() {
    let test = Suite::stand_ins_look_like_persons;
    must_find(PlantedFault::TimesStandIns, test, "sees a difference in a room with a stand-in");
}

/// However long the match has been, an undo restores what was kept.
#[test]
fn mm_89g_an_undo_replays_nothing() {
    PLANTED.set(PlantedFault::None);
    let settings = RoomOptions { undo: true, ..RoomOptions::default() };
    let mut room =
        Room::<Exchange>::new(settings, Options::default(), Seed::from_number(1)).unwrap();
    let say = |room: &mut Room<Exchange>, id, command| {
        room.handle(Call::Person { id, command }, Millis::ZERO).answer.unwrap();
    };
    let people = [PlayerId(1), PlayerId(2)];
    for id in people {
        say(&mut room, id, Command::Join { name: format!("P{}", id.0) });
        say(&mut room, id, Command::Ready);
    }
    say(&mut room, people[0], Command::StartGame);
    let action = Action::Keep;
    for turn in 0..9 {
        say(&mut room, people[turn / 2 % 2], Command::Act { action, prompt: None });
    }
    let ((), steps) = within(3, || say(&mut room, people[0], Command::Undo));
    assert!(steps <= 3, "{steps}");
}

//! A match in a room.

use croupier_kit::room::{Command, Phase};

use crate::room::{ANN, BEN, Salon};
use crate::tiny::Action;

#[test]
fn mm_86_the_games_own_chart_runs_inside() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    assert!(salon.leaf("flow.playing") && salon.leaf("reactions.listening"));
    assert!(salon.leaf("connection.slot0.connected"));
    assert!(salon.has_started(1, 2));
    let prompt = salon.room.view(Some(ANN)).prompt.unwrap();
    assert_eq!(salon.room.view(Some(BEN)).prompt, None, "it is Ann's turn");
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let play = |prompt| Command::Act { action: Action::Play { card: hand[0] }, prompt };
    assert_eq!(salon.say(ANN, play(Some(prompt.id + 1))), Err("stale_prompt"));
    salon.say(ANN, play(Some(prompt.id))).unwrap();
    assert!(salon.room.view(Some(BEN)).prompt.is_some());
    salon.play_out();
    assert_eq!(salon.room.phase(), Phase::Results);
}

#[test]
fn mm_45_wins_and_losses_are_counted_while_a_player_stays() {
    let salon = Salon::strict(&[ANN, BEN]).finished();
    let view = salon.room.view(None);
    let result = view.result.unwrap();
    for player in view.players {
        assert_eq!(player.wins, u32::from(result.winners.contains(player.seat)));
        assert_eq!(player.losses, u32::from(result.losers.contains(player.seat)));
    }
}

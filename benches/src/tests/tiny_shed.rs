//! The three engines play the same game.

use crate::tiny_shed::{ByHand, Luck, Ours, Shed, Turnbase};

#[test]
fn all_engines_play_the_same_games() {
    let (mut ours, mut turnbase, mut by_hand) = (Ours::new(), Turnbase::new(), ByHand::new());
    for number in 1..500 {
        ours.deal(number);
        turnbase.take_over(ours.state());
        by_hand.take_over(ours.state());
        let mut luck = [(); 3].map(|()| Luck::new(number));
        loop {
            let [first, second, third] = &mut luck;
            let choices = ours.step(first);
            assert_eq!(turnbase.step(second), choices);
            assert_eq!(by_hand.step(third), choices);
            assert_eq!(turnbase.state(), ours.state());
            assert_eq!(by_hand.state(), ours.state());
            if choices == 0 {
                break;
            }
        }
    }
}

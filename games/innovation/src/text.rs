//! The effects of the cards as text for people. No rule reads it.

use crate::cards::{CARDS, Card};

impl Card {
    /// Its effects as sentences, in order. A demand addresses its victim: "you" is the victim, "me"
    /// is the player who activated the card.
    pub fn text(self) -> &'static [&'static str] {
        TEXTS.get(usize::from(self.id()) - 1).copied().unwrap_or(&[])
    }
}

/// The texts, by card id.
#[rustfmt::skip] // One line per card, however long.
static TEXTS: [&[&str]; CARDS] = [
    &["You may return a card from your hand; if you do, draw and score one value higher."], // Agriculture
    &["I demand: draw a 1, then give me the highest card of your hand."], // Archery
    &["I demand: with four castles, a top card with a castle goes to my board; if it does, draw a 1."], // City States
    &["Meld a card of a colour you do not have.", "Draw and score a 1 for each colour that you alone have."], // Clothing
    &["You may tuck a card of a colour you have; if you do, you may splay it left."], // Code of Laws
    &["Meld the lowest card of your hand, then draw a 1."], // Domestication
    &["You may meld any number of castle cards; four at once claim Monument."], // Masonry
    &["Draw and reveal a 1; while it has a castle, score it and repeat."], // Metalworking
    &["Draw and reveal a 1; if you have its colour, meld it and draw a 1."], // Mysticism
    &["I demand: a crown card from your hand to my score pile; if you do, draw a 1.", "Draw a 1 if the demand moved no card."], // Oars
    &["You may return up to three cards; draw and score that value.", "Draw a 1."], // Pottery
    &["Draw and meld a 1."], // Sailing
    &["Draw two 1s."], // The Wheel
    &["You may return three cards; if you do, draw and meld a 3.", "You may return a 3; if you do, draw three 1s."], // Tools
    &["Draw a 2."], // Writing
    &["With more cards in your score pile than in your hand, draw two 3s."], // Calendar
    &["You may exchange all the highest cards of your hand and of your score pile."], // Canal Building
    &["I demand: two cards from your hand to mine, then draw a 2.", "If you alone have five top cards, claim Empire."], // Construction
    &["You may return any number of cards; draw and score a 2 for each different value."], // Currency
    &["Draw a 2 for every two leaves on your board."], // Fermenting
    &["I demand: a 1 from your score pile to mine.", "If the demand moved a card, draw and score a 1."], // Mapmaking
    &["You may return a card from your hand; if you do, draw and meld one value higher."], // Mathematics
    &["I demand: a top card of a colour I do not have goes to my score pile; if it does, draw and tuck a 1.", "Draw and tuck a 1."], // Monotheism
    &["You may splay any colour left.", "You may score a card from your hand."], // Philosophy
    &["Meld one or two cards; after two, you may give your top red card to another player's board for that player's top green card."], // Road Building
    &["Draw and reveal a 4 for every three castles; if one is red, return your hand.", "Meld a card from your hand, then score one."], // Alchemy
    &["I demand: a top card with a leaf, not green, to my board; then take a top card without a leaf from mine."], // Compass
    &["You may return the highest card of your score pile; if you do, draw two values higher than the highest one left."], // Education
    &["I demand: all your top cards with a castle to my score pile.", "You may splay red left."], // Engineering
    &["I demand: a castle card from your hand to mine.", "You may splay yellow or purple left."], // Feudalism
    &["I demand: exchange your whole hand with all the highest cards of mine.", "Score a castle card from your hand; you may splay red left."], // Machinery
    &["I demand: exchange the highest card of your score pile with the lowest of mine. Each owner picks among equals."], // Medicine
    &["Draw and meld a 3; with a crown on it, draw and score a 4; without, give a card of your score pile to an opponent with fewer points."], // Optics
    &["You may splay green or blue left.", "Draw a 4 for every colour you have splayed left."], // Paper
    &["You may meld your whole score pile.", "If all your top cards have crowns, claim World."], // Translation
    &["I demand: return a card of your score pile; if you do, return a top card of its value."], // Anatomy
    &["Draw and tuck a 3; repeat while it has a crown."], // Colonialism
    &["I demand: a top card with a crown, not purple, to my board; if you do, draw and meld a 4.", "You may splay green right."], // Enterprise
    &["Draw and meld a 5."], // Experimentation
    &["I demand: a top card with a castle to my score pile.", "If the demand moved a card, draw and score a 2."], // Gunpowder
    &["You may turn a colour from left to right; if you do, draw and score a 4.", "With five colours splayed in whatever way, claim Wonder."], // Invention
    &["I demand: a 2 or a 3 from your score pile to mine."], // Navigation
    &["You may return a card from your hand; if you do, score a card from it for every two bulbs."], // Perspective
    &["You may return a card of your score pile; if you do, draw two values higher than your top purple card.", "You may splay blue right."], // Printing Press
    &["You may tuck a card from your hand for every two leaves, as many as you have, all or none.", "You may splay yellow or purple right."], // Reformation
    &["Draw and reveal a 6; while it is green or blue, meld it and repeat.", "If all your top cards that are not purple are 6 or higher, claim Universe."], // Astronomy
    &["I demand: a top card with a factory, not green, to my board; if you do, draw and score a 5.", "You may splay green right."], // Banking
    &["You may splay blue right.", "Draw and score one value higher than your highest top card, then return a card of your score pile."], // Chemistry
    &["Draw and tuck a 5.", "You may splay red right.", "You may score a top card; if you do, score the card beneath it too."], // Coal
    &["You may return a card from your hand; if you do, splay a colour of your choice right and draw as high as that pile has cards."], // Measurement
    &["Draw and reveal three 6s; if two of them share a colour, return your hand."], // Physics
    &["I demand: a top card with a bulb, not purple, to my board; if you do, draw a 5."], // Societies
    &["I demand: the highest card of your score pile to your hand; repeat if it is the only card there.", "You may splay yellow right."], // Statistics
    &["Draw and tuck two 4s, then score your bottom yellow card."], // Steam Engine
    &["I demand: two cards of value 4 or less from your score pile to mine.", "If the demand moved a card, score your lowest top card with a crown."], // The Pirate Code
    &["You may splay blue right.", "Draw and meld a 7."], // Atomic Theory
    &["You may draw and tuck a 6; if you do, score all your top cards without a factory.", "You may splay yellow right."], // Canning
    &["Reveal a card from your hand, take all cards of its colour from all other hands and meld all you then have of it."], // Classification
    &["You may return any number of cards from your hand; having returned more than anybody else in this action, draw and score an 8."], // Democracy
    &["I demand: a card from your hand to my score pile; if you do, draw a 6.", "You may splay red or purple right."], // Emancipation
    &["You may meld all the highest cards of your score pile."], // Encyclopedia
    &["Draw and tuck a 6 for every two factories on your board.", "You may splay red or purple right."], // Industrialization
    &["Draw and score the value of the highest card of your score pile."], // Machine Tools
    &["With green splayed right, you may splay any colour right.", "You may splay green right."], // Metric System
    &["I demand: return all the lowest cards of your score pile; if you do, draw and meld a 6.", "If the demand returned a card, draw and meld a 7."], // Vaccination
    &["You may exchange your whole hand and your whole score pile."], // Bicycle
    &["I demand: two cards from your score pile to mine."], // Combustion
    &["Return your top cards without a factory, then draw an 8 for each."], // Electricity
    &["You may either draw and score an 8 and then return a card from your score pile, or draw one value higher than the highest card there."], // Evolution
    &["I demand: your three highest cards go to my hand; if that empties yours, draw a 7."], // Explosives
    &["You may tuck up to three cards; draw and score a 7 for each different value."], // Lighting
    &["You may put one of your piles into another order.", "You may splay yellow or blue up."], // Publications
    &["Return your whole hand, then draw three 6s.", "You may splay up a colour that is splayed right."], // Railroad
    &["I demand: return half of your hand, rounded down.", "You may score a card from your hand."], // Refrigeration
    &["I demand: the two highest cards of your hand for the lowest card of mine."], // Sanitation
    &["You may return up to three cards; draw two 8s for each different value."], // Antibiotics
    &["I demand: a top card with a factory that is not green goes to my score pile; if it does, draw and meld an 8.", "Draw and meld an 8."], // Corporations
    &["Choose two colours, then draw and reveal a 9; if it has one of them, meld it, and you may splay its colour up.", "Twenty bulbs win."], // Empiricism
    &["If your red cards are splayed up, you may splay any colour up.", "You may splay red up."], // Flight
    &["You may return a card from your hand; if you do, choose a value, and all cards of that value leave all score piles: yours first, then clockwise, each as it lies.", "You may splay purple up."], // Mass Media
    &["I demand: your two highest top cards that are not red and have no factory go to my score pile; if any does, draw an 8."], // Mobility
    &["You may return up to two cards; if you return two, draw a 10, then draw and score a 10."], // Quantum Theory
    &["For every two clocks, return a card from anybody else's score pile."], // Rocketry
    &["I demand: a top card with a clock that is not yellow goes to my board; if it does, score the card beneath it and return the rest of that pile."], // Skyscrapers
    &["You may tuck your whole hand; if a purple card is among it, take the lowest cards of everybody else's hand."], // Socialism
    &["I demand: draw and reveal two 9s; the one I choose goes to my board, and you meld the other.", "Ten green cards on your board win."], // Collaboration
    &["I demand: all cards but one of your hand go to mine, then the highest card of your score pile to mine."], // Composites
    &["You may splay red or green up.", "Draw and meld a 10, and execute it for yourself."], // Computers
    &["You may return a card from your hand; if you do, score a card from it and draw two 10s."], // Ecology
    &["I demand: draw and reveal a 10; a red one removes all cards of all players and ends the dogma action.", "Return anybody's top card except Fission."], // Fission
    &["Draw and meld a 10, then score all cards beneath it, from the top downward."], // Genetics
    &["Return your whole hand, then draw three 8s.", "You may splay purple up.", "Meld a card from your hand, and execute it for yourself."], // Satellites
    &["I demand: all the highest cards of your score pile go to my hand; if any does, one of my top cards without a leaf goes to your hand."], // Services
    &["Reveal a card from your hand, and take everybody else's top card of its colour into your hand.", "You may splay yellow or blue up."], // Specialization
    &["You may tuck any number of cards; draw and score a 1 for each."], // Suburbia
    &["Draw and score a 10.", "If Robotics and Software are top cards on any boards, the single player with the lowest score wins."], // A.I.
    &["Another player's top card with a leaf goes to your score pile.", "If anybody has fewer than three leaves, the single player with the most wins."], // Bioengineering
    &["I demand: return half of your score pile, rounded up."], // Databases
    &["I demand: return a top card with a leaf.", "Draw and score a 6; if nobody has more leaves than factories, the single player with the most points wins."], // Globalization
    &["You may return a card from your hand; if it was a 10, draw a 10 for each different value in your score pile."], // Miniaturization
    &["Score your top green card, then draw and meld a 10 and execute it for yourself."], // Robotics
    &["Execute another of your top cards for yourself.", "More achievements than everybody else win."], // Self Service
    &["Draw and score a 10.", "Draw and meld two 10s, and execute the second for yourself."], // Software
    &["You may score your whole hand."], // Stem Cells
    &["You may splay green up.", "Draw and score a 10.", "Draw and meld a 10 for every two clocks on your board."], // The Internet
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::demands_of;

    #[test]
    fn every_effect_has_a_text_and_demands_say_so() {
        for card in Card::all() {
            let demands: Vec<bool> =
                card.text().iter().map(|text| text.starts_with("I demand: ")).collect();
            assert_eq!(demands, demands_of(card), "{}", card.name());
        }
    }
}

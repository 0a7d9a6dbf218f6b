//! A match of May I? as text.

use croupier_kit::game::{CardMove, Outcome, Viewer};
use croupier_kit::text::{Board, Show, TextLine, TextSpan, Tone, count, name_of};

use crate::contract::{Contract, MeldKind};
use crate::flow::FlowState;
use crate::{Event, LaidMeld, MayI, View, log};

impl Show for MayI {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        let demands = demands(view.contract);
        let round = TextLine::new().say(format!("{} of 6", view.round), Tone::Strong);
        board.row("round", round.say(format!("   contract: {demands}"), Tone::Plain));
        let piles = TextLine::new().say("discard ", Tone::Quiet).cards(view.top).say(
            format!("   ({} under it)   stock {}", view.discard.saturating_sub(1), view.stock),
            Tone::Quiet,
        );
        board.row("piles", piles);
        for player in &view.players {
            let is_next = view.phase != FlowState::GameEnd && view.current == player.seat;
            let mark = if is_next { "▶ " } else { "  " };
            let points = count(player.total, "point", "points");
            let cards = count(player.cards, "card", "cards");
            let mut line = TextLine::new().say(format!("{points:>10}  {cards:>8}"), Tone::Plain);
            if player.is_down {
                line = line.say("  down", Tone::Good);
            }
            let mut lines = vec![line];
            let own = view.table.iter().filter(|meld| meld.owner == player.seat);
            let melds: Vec<TextLine> = own.map(laid).collect();
            lines.extend(pairs(melds));
            board.add(name_of(names, player.seat, viewer).behind(mark), lines);
        }
        let mine = view.players.iter().find(|player| viewer.is(player.seat));
        if let Some(hand) = mine.and_then(|player| player.hand.as_ref()) {
            board.row("your hand", TextLine::new().cards(hand));
        }
        if view.can_lay_down.is_some() {
            board.row("", TextLine::new().say("you can lay down", Tone::Good));
        }
        board
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Six rounds; each demands sets (three of a rank) and runs (four of a suit in a row). A player with \
             no card left ends the round; cards in the others' hands count against them. Lowest total \
             wins.",
            "Draw, then lay the whole contract down, if you can, then discard. Once you are down you may \
             lay off cards on any meld in later turns. Twos and jokers are wild. When another player \
             draws from the stock you may ask for the discard (May I?) and get one more card from the \
             stock with it.",
        ]
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        log::describe_event(event, viewer, names)
    }

    /// None: the last event in the log already announces the outcome.
    fn describe_outcome(_: &Outcome, _: Viewer, _: &[String]) -> Option<TextLine> {
        None
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        log::card_moves(event)
    }
}

/// A contract as text.
pub(crate) fn demands(contract: Contract) -> String {
    let sets = count(contract.sets, "set", "sets");
    let runs = count(contract.runs, "run", "runs");
    match contract {
        Contract { runs: 0, .. } => sets,
        Contract { sets: 0, .. } => runs,
        _ => format!("{sets} and {runs}"),
    }
}

fn laid(meld: &LaidMeld) -> TextLine {
    let kind = match meld.kind {
        MeldKind::Set => "set",
        MeldKind::Run => "run",
    };
    TextLine::new().say(format!("{kind} "), Tone::Quiet).cards(&meld.cards)
}

/// Puts two melds on a line where they fit.
fn pairs(melds: Vec<TextLine>) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = vec![];
    for meld in melds {
        let width = meld.to_string().chars().count();
        match lines.last_mut() {
            Some(last) if last.to_string().chars().count() + width < 60 => {
                last.0.push(TextSpan::new("   ", Tone::Plain));
                last.0.extend(meld.0);
            }
            _ => lines.push(meld),
        }
    }
    lines
}

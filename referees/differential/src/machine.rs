//! The machine of all sketches, and the conversion of a sketch to a definition.

use croupier_chart::define::{Action, DefinitionError, Delay, Selection, Semantics};
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::sketch::{Kind, Move, On, Sketch, State, Test, key};

/// The id of every chart made from a sketch.
pub const CHART: &str = "c";

/// How many microsteps a step may take. Charts of sixty states settle within a few; a low limit
/// keeps endless ones cheap.
pub const FUEL: u32 = 200;

triggers! {
    /// The triggers of a sketch, numbered from 0.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Press: PressKind { A => "A", B => "B", C => "C", D => "D" }
}

/// The triggers by number.
pub const PRESSES: [Press; 4] = [Press::A, Press::B, Press::C, Press::D];
const KINDS: [PressKind; 4] = [PressKind::A, PressKind::B, PressKind::C, PressKind::D];

/// The machine of all sketches.
#[derive(Debug)]
pub struct Sketched;

impl Machine for Sketched {
    type Trigger = Press;
    type Context = ();
    type Children = ();
    type Rules = Desk;
    type Emit = ();
    type Output = ();
}

/// What guards read and actions write.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    /// One bit for every named guard.
    pub bits: u32,
    /// The names of the actions that ran, in order.
    pub log: Vec<String>,
}

/// The sketch as a compiled chart.
pub fn compile(sketch: &Sketch, selection: Selection) -> Result<Chart<Sketched>, DefinitionError> {
    define(sketch, selection).compile()
}

/// The sketch as a definition.
pub fn define(sketch: &Sketch, selection: Selection) -> Definition<Sketched> {
    let semantics = Semantics { selection, fuel: FUEL, ..Semantics::default() };
    Definition::new(CHART, define_state(sketch, &sketch.root)).semantics(semantics)
}

fn define_state(sketch: &Sketch, sketched: &State) -> StateDef<Sketched> {
    let name = key(sketched.id);
    let mut made: StateDef<Sketched> = match sketched.kind {
        Kind::Plain => state(name),
        Kind::Parallel => parallel(name),
        Kind::Final => final_state(name),
        Kind::Shallow => history(name),
        Kind::Deep => deep_history(name),
    };
    if let Some(initial) = sketched.initial {
        let mut start = to_all([target(sketch, initial)]);
        if sketched.starts {
            start = start.run(log(format!(">{}", key(sketched.id))));
        }
        made = made.initial(start);
    }
    if sketched.enters {
        made = made.entry(log(format!("+{}", key(sketched.id))));
    }
    if sketched.exits {
        made = made.exit(log(format!("-{}", key(sketched.id))));
    }
    for step in &sketched.moves {
        let transition = define_move(sketch, step);
        made = match &step.on {
            On::Send(number) => made.on(KINDS[*number], transition),
            On::Any => made.on_any(transition),
            On::Always => made.always(transition),
            On::After(ms) => made.after(Millis(*ms), transition),
            On::Late(ms) => made.after(late(*ms), transition),
            On::Done => made.on_done(transition),
        };
    }
    made.children(sketched.children.iter().map(|child| define_state(sketch, child)))
}

fn define_move(sketch: &Sketch, step: &Move) -> Transition<Sketched> {
    let mut made = if step.targets.is_empty() {
        internal()
    } else {
        to_all(step.targets.iter().map(|id| target(sketch, *id)))
    };
    if let Some(test) = &step.guard {
        made = made.when(define_test(sketch, test));
    }
    if step.acts {
        made = made.run(log(format!("t{}", step.id)));
    }
    if step.reenter { made.reenter() } else { made }
}

fn define_test(sketch: &Sketch, test: &Test) -> Guard<Sketched> {
    let each =
        |tests: &[Test]| -> Vec<_> { tests.iter().map(|test| define_test(sketch, test)).collect() };
    match test {
        Test::Bit(bit) => {
            let bit = *bit;
            guard(format!("g{bit}"), move |look: &Look<'_, Sketched>| {
                look.rules.bits >> bit & 1 == 1
            })
        }
        Test::In(id) => in_state(target(sketch, *id)),
        Test::All(tests) => all(each(tests)),
        Test::Any(tests) => any(each(tests)),
        Test::Not(test) => not(define_test(sketch, test)),
    }
}

fn target(sketch: &Sketch, id: u16) -> String {
    if id == 0 { format!("#{CHART}") } else { format!("#{}", sketch.path(id)) }
}

/// The name contains the number, so that the other side can compute the delay as well.
fn late(ms: u64) -> Delay<Sketched> {
    delay(format!("d{ms}"), move |look: &Look<'_, Sketched>| {
        Millis(ms + u64::from(look.rules.bits & 7))
    })
}

fn log(name: String) -> Action<Sketched> {
    let word = name.clone();
    action(name, move |scope: &mut Scope<'_, Sketched>| scope.rules.log.push(word.clone()))
}

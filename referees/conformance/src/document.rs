//! The model of one SCXML document: plain data, with every expression already parsed.

use std::path::PathBuf;

use crate::data::Data;
use crate::expression::{Expression, Program, SyntaxError};

/// The index of a state in document order; the root is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateIndex(pub usize);

/// The index of a block of executable content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockIndex(pub usize);

/// The index of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConditionIndex(pub usize);

/// One SCXML document.
#[derive(Debug)]
pub struct Document {
    /// The `name` attribute; empty when there is none.
    pub name: String,
    /// When variables are initialised.
    pub binding: Binding,
    /// The folder for files named in the document.
    pub folder: PathBuf,
    /// All states in document order, the root first.
    pub states: Vec<State>,
    /// Everything that runs as a unit: an error ends its own block and no other.
    pub blocks: Vec<Vec<Instruction>>,
    /// The conditions of all transitions.
    pub conditions: Vec<Code<Expression>>,
    /// Scripts that run once, before the first state is entered.
    pub scripts: Vec<Instruction>,
}

/// When variables are initialised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// All of them before the first state is entered.
    Early,
    /// Each when its state is entered for the first time.
    Late,
}

/// A piece of script with its source. A text that does not parse is an error only when it runs.
#[derive(Debug)]
pub struct Code<T> {
    /// The text.
    pub source: String,
    /// The parsed text.
    pub parsed: Result<T, SyntaxError>,
}

/// What kind of state this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateKind {
    /// `<state>` or the root, with or without children.
    State,
    /// `<parallel>`
    Parallel,
    /// `<final>`
    Final,
    /// `<history type="shallow">`
    Shallow,
    /// `<history type="deep">`
    Deep,
}

/// A state.
#[derive(Debug)]
pub struct State {
    /// The id; generated if the document gives none.
    pub id: String,
    /// What kind it is.
    pub kind: StateKind,
    /// The state around it.
    pub parent: Option<StateIndex>,
    /// The states inside it, in document order.
    pub children: Vec<StateIndex>,
    /// Where entering it leads, or where a history state leads if nothing is remembered.
    pub initial: Option<Jump>,
    /// Its transitions in document order.
    pub transitions: Vec<Transition>,
    /// Blocks to run on entry.
    pub entry: Vec<BlockIndex>,
    /// Blocks to run on exit.
    pub exit: Vec<BlockIndex>,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// Sessions that run as long as the state is active.
    pub invokes: Vec<Invoke>,
    /// What a final state passes to its parent.
    pub done: Option<Payload>,
}

/// Targets with content, but without event or condition.
#[derive(Debug)]
pub struct Jump {
    /// Ids of the targets.
    pub targets: Vec<String>,
    /// What runs during the transition.
    pub content: Option<BlockIndex>,
}

/// A transition.
#[derive(Debug)]
pub struct Transition {
    /// Event descriptors; `None` for a transition without an event.
    pub events: Option<Vec<String>>,
    /// The condition under which it may be taken.
    pub condition: Option<ConditionIndex>,
    /// Whether the document asks not to exit the source.
    pub internal: bool,
    /// Where it leads and what runs during the transition; without targets, the state stays active.
    pub jump: Jump,
}

/// A variable of the data model.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub value: Content,
    /// Where it was declared.
    pub site: Site,
}

/// A value given in the document.
#[derive(Debug)]
pub enum Content {
    /// To be evaluated.
    Code(Code<Expression>),
    /// Literal data.
    Data(Data),
    /// A file that could not be read, with the reason.
    Missing(String),
}

/// The place of an element, for error messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The element's name.
    pub tag: String,
    /// Its line, counted from one.
    pub line: u32,
    /// Its column, counted from one.
    pub column: u32,
}

/// One element of executable content.
#[derive(Debug)]
pub struct Instruction {
    /// Where it is in the document.
    pub site: Site,
    /// What it does.
    pub act: Act,
}

/// What executable content does.
#[derive(Debug)]
pub enum Act {
    /// `<raise>`
    Raise(String),
    /// `<send>`
    Send(Box<Send>),
    /// `<cancel>`
    Cancel(Given),
    /// `<log>`
    Log(Option<Code<Expression>>),
    /// `<assign>`
    Assign(Code<Expression>, Content),
    /// `<script>`
    Script(Code<Program>),
    /// `<if>` with its branches. The first one that holds is run.
    If(Vec<Branch>),
    /// `<foreach>`
    Foreach(Box<Foreach>),
}

/// One branch of an `<if>`.
#[derive(Debug)]
pub struct Branch {
    /// When it is taken; `<else>` has no condition.
    pub condition: Option<Code<Expression>>,
    /// What it does.
    pub steps: Vec<Instruction>,
}

/// An attribute that is either literal or computed.
#[derive(Debug)]
pub enum Given {
    /// Literal text.
    Text(String),
    /// Computed when it is needed.
    Code(Code<Expression>),
}

/// The parts of a `<foreach>`.
#[derive(Debug)]
pub struct Foreach {
    /// The array to iterate over.
    pub array: Code<Expression>,
    /// The variable for the item.
    pub item: String,
    /// The variable for its position.
    pub index: Option<String>,
    /// What to do with each item.
    pub body: Vec<Instruction>,
}

/// The parts of a `<send>`.
#[derive(Debug)]
pub struct Send {
    /// The name of the event.
    pub event: Option<Given>,
    /// The target session.
    pub target: Option<Given>,
    /// The event processor.
    pub processor: Option<Given>,
    /// The delay.
    pub delay: Option<Given>,
    /// Under which id.
    pub id: Option<String>,
    /// The variable that receives a generated id.
    pub id_location: Option<Code<Expression>>,
    /// What it carries.
    pub payload: Payload,
}

/// The data of an event or of a new session.
#[derive(Debug, Default)]
pub struct Payload {
    /// Variables to pass on, from `namelist`. If one cannot be read, the whole payload fails.
    pub names: Vec<(String, Code<Expression>)>,
    /// Named values, from `<param>`. One that cannot be computed is left out.
    pub parameters: Vec<(String, Code<Expression>)>,
    /// A single value instead.
    pub content: Option<Content>,
}

/// The parts of an `<invoke>`.
#[derive(Debug)]
pub struct Invoke {
    /// Where it is in the document.
    pub site: Site,
    /// Its id.
    pub id: Option<String>,
    /// The variable that receives a generated id.
    pub id_location: Option<Code<Expression>>,
    /// The kind of service to start.
    pub service: Option<Given>,
    /// The document to run.
    pub source: Option<Given>,
    /// The data to pass on.
    pub payload: Payload,
    /// Whether it receives every event of its parent.
    pub forwards: bool,
    /// What to run before one of its events is handled.
    pub finalize: Option<BlockIndex>,
}

impl Document {
    /// The state at `index`.
    pub fn state(&self, index: StateIndex) -> &State {
        &self.states[index.0]
    }

    /// The state called `id`.
    pub fn find(&self, id: &str) -> Option<StateIndex> {
        self.states.iter().position(|state| state.id == id).map(StateIndex)
    }

    /// All indices in document order.
    pub fn indices(&self) -> impl Iterator<Item = StateIndex> + use<> {
        (0..self.states.len()).map(StateIndex)
    }

    /// Whether `inner` lies inside `outer`, at any depth.
    pub fn is_inside(&self, inner: StateIndex, outer: StateIndex) -> bool {
        let mut at = self.state(inner).parent;
        while let Some(index) = at {
            if index == outer {
                return true;
            }
            at = self.state(index).parent;
        }
        false
    }
}

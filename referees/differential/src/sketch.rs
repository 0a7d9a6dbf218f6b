//! A chart as small plain data: easy to generate at random, to shrink and to print.
//!
//! States and transitions have numbers that survive shrinking; names are derived from them. `+s3`
//! and `-s3` are a state's entry and exit actions, `>s3` those of its initial transition, `t7`
//! those of a transition.

use serde::{Deserialize, Serialize};

/// A whole chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    /// The outermost state.
    pub root: State,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its number; the root's is 0.
    pub id: u16,
    /// The kind of state.
    pub kind: Kind,
    /// The child in which a compound state starts, or the default of a history state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<u16>,
    /// Whether the initial transition has an action.
    #[serde(default, skip_serializing_if = "is_false")]
    pub starts: bool,
    /// Whether it has an entry action.
    #[serde(default, skip_serializing_if = "is_false")]
    pub enters: bool,
    /// Whether it has an exit action.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exits: bool,
    /// Its transitions, in document order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The states inside, in document order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<State>,
}

/// The kind of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Atomic, or compound once it has children.
    Plain,
    /// All children are active at once.
    Parallel,
    /// Its parent is done when it is entered.
    Final,
    /// Shallow history.
    Shallow,
    /// Deep history.
    Deep,
}

impl Kind {
    /// Whether this is a history state.
    pub fn is_history(self) -> bool {
        matches!(self, Self::Shallow | Self::Deep)
    }
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Its number.
    pub id: u16,
    /// Its cause.
    pub on: On,
    /// Where it leads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<u16>,
    /// The guard that must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Test>,
    /// Whether it has an action. One without target, guard and action swallows its trigger.
    #[serde(default, skip_serializing_if = "is_false")]
    pub acts: bool,
    /// Whether it re-enters its source.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reenter: bool,
}

/// The cause of a transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum On {
    /// A trigger, by its number.
    Send(usize),
    /// Any trigger.
    Any,
    /// No trigger: taken as soon as its guard holds.
    Always,
    /// A fixed delay.
    After(u64),
    /// A delay computed on entry: this plus the lowest three bits.
    Late(u64),
    /// The state is done.
    Done,
}

/// A guard. Each named guard reads one bit of a number that is set before every step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Test {
    /// This bit is set.
    Bit(u8),
    /// This state is active.
    In(u16),
    /// All of these hold.
    All(Vec<Test>),
    /// At least one of these holds.
    Any(Vec<Test>),
    /// This does not hold.
    Not(Box<Test>),
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes references.
fn is_false(value: &bool) -> bool {
    !value
}

impl State {
    /// A state without actions, transitions or children.
    pub fn bare(id: u16, kind: Kind) -> Self {
        Self {
            id,
            kind,
            initial: None,
            starts: false,
            enters: false,
            exits: false,
            moves: vec![],
            children: vec![],
        }
    }

    /// This state and everything inside, in document order.
    pub fn all(&self) -> Vec<&State> {
        let mut states = vec![self];
        for child in &self.children {
            states.extend(child.all());
        }
        states
    }

    /// The children that can be active.
    pub fn active_children(&self) -> impl Iterator<Item = &State> {
        self.children.iter().filter(|child| !child.kind.is_history())
    }

    /// The state with this number, here or inside.
    pub fn find(&self, id: u16) -> Option<&State> {
        self.all().into_iter().find(|state| state.id == id)
    }

    /// The same, mutable.
    pub fn find_mut(&mut self, id: u16) -> Option<&mut State> {
        if self.id == id {
            return Some(self);
        }
        self.children.iter_mut().find_map(|child| child.find_mut(id))
    }
}

impl Sketch {
    /// Every state in document order.
    pub fn states(&self) -> Vec<&State> {
        self.root.all()
    }

    /// Every transition with its source, in the order in which a compiled chart numbers them.
    pub fn moves(&self) -> Vec<(&State, &Move)> {
        let states = self.states().into_iter();
        states.flat_map(|state| state.moves.iter().map(move |step| (state, step))).collect()
    }

    /// The numbers of the states around this one, innermost first, without itself.
    pub fn ancestors(&self, id: u16) -> Vec<u16> {
        fn search(state: &State, id: u16, line: &mut Vec<u16>) -> bool {
            if state.id == id {
                return true;
            }
            let found = state.children.iter().any(|child| search(child, id, line));
            if found {
                line.push(state.id);
            }
            found
        }
        let mut line = vec![];
        search(&self.root, id, &mut line);
        line
    }

    /// The parent state.
    pub fn parent(&self, id: u16) -> Option<&State> {
        self.ancestors(id).first().and_then(|up| self.root.find(*up))
    }

    /// A state's path from the root; the root's is empty.
    pub fn path(&self, id: u16) -> String {
        let mut keys: Vec<_> = self.ancestors(id).into_iter().filter(|up| *up != 0).collect();
        keys.reverse();
        keys.extend((id != 0).then_some(id));
        keys.into_iter().map(key).collect::<Vec<_>>().join(".")
    }

    /// A number that changes when the chart does: FNV-1a over its JSON.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).expect("plain data always becomes JSON");
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }
}

/// A state's name.
pub fn key(id: u16) -> String {
    format!("s{id}")
}

//! Compiles a definition to tables, or lists everything that is wrong with it.

pub(crate) mod hash;
mod names;
pub(crate) mod plan;
mod rows;
pub(crate) mod set;
mod state_map;
mod structure;
pub(crate) mod tables;
mod takers;

pub(crate) use names::Names;

pub use self::set::{MAX_STATES, StateId};
pub use self::state_map::StateMap;
use crate::compile::set::Ix;
use crate::define::{Definition, DefinitionError, Fault, Machine, StateDef};
use crate::run::Chart;

/// A state of the definition while it is being compiled.
pub(crate) struct Draft<'d, M: Machine> {
    pub(crate) def: &'d StateDef<M>,
    pub(crate) parent: Option<usize>,
    pub(crate) path: String,
}

/// All states in document order, with their paths. States nested deeper than a chart allows are
/// left out so that no definition overflows the stack; [`compile`] rejects such a definition
/// anyway.
pub(crate) fn drafts<M: Machine>(definition: &Definition<M>) -> Vec<Draft<'_, M>> {
    fn visit<'d, M: Machine>(
        def: &'d StateDef<M>,
        parent: Option<usize>,
        depth: usize,
        drafts: &mut Vec<Draft<'d, M>>,
    ) {
        let path = match parent.map(|up| drafts[up].path.as_str()) {
            None => String::new(),
            Some("") => def.key.to_string(),
            Some(outer) => format!("{outer}.{}", def.key),
        };
        let at = drafts.len();
        drafts.push(Draft { def, parent, path });
        if depth < MAX_STATES {
            for child in &def.children {
                visit(child, Some(at), depth + 1, drafts);
            }
        }
    }
    let mut drafts = vec![];
    visit(&definition.root, None, 0, &mut drafts);
    drafts
}

/// The number of states, counted without recursion.
fn count<M: Machine>(root: &StateDef<M>) -> usize {
    let (mut count, mut waiting) = (0, vec![root]);
    while let Some(state) = waiting.pop() {
        count += 1;
        waiting.extend(&state.children);
    }
    count
}

pub(crate) fn compile<M: Machine>(definition: Definition<M>) -> Result<Chart<M>, DefinitionError> {
    let drafts = drafts(&definition);
    let mut faults = structure::check(&drafts);
    let count = count(&definition.root);
    if count > MAX_STATES {
        faults.push(Fault::TooManyStates { count, limit: MAX_STATES });
        return Err(DefinitionError { chart: definition.id.to_string(), faults });
    }
    let names = Names::new(&definition, &drafts);
    let shape = structure::shape(&drafts, &names, &mut faults);
    let tables = rows::lay_out(&definition, &drafts, &names, shape, &mut faults);
    let hash = crate::compile::hash::of(&definition);
    drop(drafts);
    match tables {
        Some(tables) if faults.is_empty() => {
            let lints = crate::check::lint::lint(&definition, &tables, hash);
            Ok(Chart { definition, tables, hash, lints })
        }
        _ => Err(DefinitionError { chart: definition.id.to_string(), faults }),
    }
}

pub(crate) fn ix(at: usize) -> Ix {
    Ix::new(at)
}

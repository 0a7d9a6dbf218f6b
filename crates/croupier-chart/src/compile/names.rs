//! Resolves the name of a target as seen from a state.

use crate::compile::set::Ix;
use crate::compile::{Draft, ix};
use crate::define::suggest;
use crate::define::{Definition, Fault, Machine};

/// The paths of a chart, for resolving targets.
pub(crate) struct Names {
    chart: String,
    paths: Vec<String>,
}

impl Names {
    pub(crate) fn new<M: Machine>(definition: &Definition<M>, drafts: &[Draft<'_, M>]) -> Self {
        let paths = drafts.iter().map(|draft| draft.path.clone()).collect();
        Self { chart: definition.id.to_string(), paths }
    }

    pub(crate) fn path(&self, ix: Ix) -> &str {
        &self.paths[ix.at()]
    }

    fn find(&self, outer: &str, name: &str) -> Option<Ix> {
        let is_it = |path: &String| match (outer, name) {
            ("", _) => path == name,
            (_, "") => path == outer,
            _ => path
                .strip_prefix(outer)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|rest| rest == name),
        };
        self.paths.iter().position(is_it).map(ix)
    }

    /// Resolves a target: the state's siblings first, then outward.
    pub(crate) fn resolve(&self, from: Ix, target: &str) -> Option<Ix> {
        if let Some(absolute) = target.strip_prefix('#') {
            let below_root = absolute
                .strip_prefix(&self.chart)
                .and_then(|rest| if rest.is_empty() { Some("") } else { rest.strip_prefix('.') });
            return self
                .find("", absolute)
                .filter(|_| !absolute.is_empty())
                .or_else(|| below_root.and_then(|path| self.find("", path)));
        }
        let own = self.path(from);
        if let Some(inner) = target.strip_prefix('.') {
            return self.find(own, inner).filter(|found| *found != from);
        }
        if target.is_empty() {
            return None;
        }
        let mut outer = own;
        loop {
            outer = outer.rsplit_once('.').map_or("", |(up, _)| up);
            if let Some(found) = self.find(outer, target) {
                return Some(found);
            }
            if outer.is_empty() {
                return None;
            }
        }
    }

    /// Resolves an initial target: the state's children first, then like any other target.
    pub(crate) fn resolve_inside(&self, from: Ix, target: &str) -> Option<Ix> {
        self.find(self.path(from), target)
            .filter(|found| *found != from)
            .or_else(|| self.resolve(from, target))
    }

    pub(crate) fn unknown(&self, place: String, target: &str) -> Fault {
        let bare = target.trim_start_matches(['#', '.']);
        let keys = self.paths.iter().filter_map(|path| path.rsplit('.').next()).map(str::to_owned);
        let candidates: Vec<String> = self.paths.iter().cloned().chain(keys).collect();
        let suggestion = suggest::nearest(bare, &candidates);
        Fault::UnknownTarget { place, target: target.to_owned(), suggestion }
    }
}

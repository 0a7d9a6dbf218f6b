//! Storage for objects and variables.
//!
//! Both are kept in plain vectors and referred to by index. Nothing is ever freed: a heap lives as
//! long as one session of one case, which is a few milliseconds.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::builtin;
use super::syntax::{Function, Name};
use super::value::Value;

/// The index of an object in its heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectId(usize);

/// The index of a scope in its heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScopeId(usize);

#[derive(Debug)]
pub(super) struct Object {
    pub(super) class: Class,
    /// The prototype: where properties are looked up that the object itself lacks.
    pub(super) parent: Option<ObjectId>,
    properties: Vec<(Name, Value)>,
}

#[derive(Debug)]
pub(super) enum Class {
    Plain,
    Error,
    Array(Vec<Value>),
    Function { syntax: Rc<Function>, scope: ScopeId },
    Element(Rc<Element>),
}

/// An element of an XML document, as far as scripts can inspect it.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its name without prefix.
    pub name: String,
    /// Its attributes in document order.
    pub attributes: Vec<(String, String)>,
    /// The elements inside it.
    pub children: Vec<Rc<Element>>,
    /// The markup it was read from.
    pub source: String,
}

impl Element {
    /// The elements below this one that are called `name`, in document order.
    pub fn descendants(&self, name: &str) -> Vec<Rc<Element>> {
        let mut found = Vec::new();
        for child in &self.children {
            if child.name == name || name == "*" {
                found.push(Rc::clone(child));
            }
            found.extend(child.descendants(name));
        }
        found
    }
}

#[derive(Debug)]
struct Scope {
    parent: Option<ScopeId>,
    bindings: BTreeMap<Name, Binding>,
}

#[derive(Debug)]
struct Binding {
    value: Value,
    fixed: bool,
}

/// Why a variable could not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unwritable {
    Unknown,
    Fixed,
}

/// All objects and variables of one session.
#[derive(Debug)]
pub struct Heap {
    objects: Vec<Object>,
    scopes: Vec<Scope>,
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

impl Heap {
    pub(super) const GLOBAL: ScopeId = ScopeId(0);

    /// A heap with only the built-in names.
    pub fn new() -> Self {
        let global = Scope { parent: None, bindings: BTreeMap::new() };
        let mut heap = Self { objects: Vec::new(), scopes: vec![global] };
        builtin::install(&mut heap);
        heap
    }

    /// Declares the variable `name`; an existing value is kept.
    pub fn declare(&mut self, name: &str) {
        self.declare_in(Self::GLOBAL, name, Value::Undefined);
    }

    /// Whether the variable `name` is declared.
    pub fn is_declared(&self, name: &str) -> bool {
        self.scopes[0].bindings.contains_key(name)
    }

    /// Sets a variable that scripts may read but not write.
    pub fn fix(&mut self, name: &str, value: Value) {
        self.scopes[0].bindings.insert(name.into(), Binding { value, fixed: true });
    }

    pub(super) fn scope(&mut self, parent: ScopeId) -> ScopeId {
        self.scopes.push(Scope { parent: Some(parent), bindings: BTreeMap::new() });
        ScopeId(self.scopes.len() - 1)
    }

    pub(super) fn declare_in(&mut self, scope: ScopeId, name: &str, value: Value) {
        let bindings = &mut self.scopes[scope.0].bindings;
        if !bindings.contains_key(name) {
            bindings.insert(name.into(), Binding { value, fixed: false });
        }
    }

    pub(super) fn read(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        let mut at = Some(scope);
        while let Some(ScopeId(index)) = at {
            if let Some(binding) = self.scopes[index].bindings.get(name) {
                return Some(&binding.value);
            }
            at = self.scopes[index].parent;
        }
        None
    }

    pub(super) fn write(
        &mut self,
        scope: ScopeId,
        name: &str,
        value: Value,
    ) -> Result<(), Unwritable> {
        let mut at = Some(scope);
        while let Some(ScopeId(index)) = at {
            let scope = &mut self.scopes[index];
            match scope.bindings.get_mut(name) {
                Some(binding) if binding.fixed => return Err(Unwritable::Fixed),
                Some(binding) => {
                    binding.value = value;
                    return Ok(());
                }
                None => at = scope.parent,
            }
        }
        Err(Unwritable::Unknown)
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.0]
    }

    pub(super) fn create(&mut self, class: Class, parent: Option<ObjectId>) -> ObjectId {
        self.objects.push(Object { class, parent, properties: Vec::new() });
        ObjectId(self.objects.len() - 1)
    }

    /// A new plain object with these properties.
    pub fn plain<K: Into<Name>>(
        &mut self,
        properties: impl IntoIterator<Item = (K, Value)>,
    ) -> Value {
        let id = self.create(Class::Plain, None);
        for (name, value) in properties {
            self.put(id, name.into(), value);
        }
        Value::Object(id)
    }

    /// A new array with these items.
    pub fn array(&mut self, items: Vec<Value>) -> Value {
        Value::Object(self.create(Class::Array(items), None))
    }

    /// A new object that gives scripts access to an element.
    pub fn element(&mut self, element: Rc<Element>) -> Value {
        Value::Object(self.create(Class::Element(element), None))
    }

    /// The items, if `value` is an array.
    pub fn items(&self, value: &Value) -> Option<&[Value]> {
        match value {
            Value::Object(id) => match &self.object(*id).class {
                Class::Array(items) => Some(items),
                _ => None,
            },
            _ => None,
        }
    }

    /// The element, if `value` is one.
    pub fn as_element(&self, value: &Value) -> Option<&Rc<Element>> {
        match value {
            Value::Object(id) => match &self.object(*id).class {
                Class::Element(element) => Some(element),
                _ => None,
            },
            _ => None,
        }
    }

    /// The named properties of an object, in the order in which they were added.
    pub fn properties(&self, value: &Value) -> &[(Name, Value)] {
        match value {
            Value::Object(id) => &self.object(*id).properties,
            _ => &[],
        }
    }

    pub(super) fn own(&self, id: ObjectId, name: &str) -> Option<&Value> {
        self.object(id).properties.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
    }

    pub(super) fn put(&mut self, id: ObjectId, name: Name, value: Value) {
        let properties = &mut self.object_mut(id).properties;
        match properties.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => *old = value,
            None => properties.push((name, value)),
        }
    }

    pub(super) fn remove(&mut self, id: ObjectId, name: &str) {
        self.object_mut(id).properties.retain(|(key, _)| &**key != name);
    }
}

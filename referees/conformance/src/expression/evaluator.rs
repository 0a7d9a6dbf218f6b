//! Runs syntax against a heap.

use std::rc::Rc;

use super::flow::Flow;
use super::heap::{Class, Heap, ObjectId, ScopeId, Unwritable};
use super::syntax::{Expression, Function, Node, Program, Unary};
use super::value::Value;

/// The number of steps after which an evaluation counts as endless.
const FUEL: u32 = 200_000;
/// The maximum call depth; the evaluator recurses, so this also protects the real stack.
const DEPTH: u32 = 48;

/// What ends an evaluation early.
#[derive(Debug, Clone)]
pub enum Thrown {
    /// A value thrown by the script or by the language.
    Value(Value),
    /// The script ran for too long. Scripts cannot catch this.
    Endless,
}

pub(super) type Run<T> = Result<T, Thrown>;

/// One run of an expression or script.
pub struct Evaluation<'a> {
    pub(super) heap: &'a mut Heap,
    /// Answers the predicate `In`.
    pub(super) is_in: &'a dyn Fn(&str) -> bool,
    fuel: u32,
    depth: u32,
    this: Value,
    pub(super) scope: ScopeId,
}

impl<'a> Evaluation<'a> {
    /// Prepares a run at the outermost scope.
    pub fn new(heap: &'a mut Heap, is_in: &'a dyn Fn(&str) -> bool) -> Self {
        Self { heap, is_in, fuel: FUEL, depth: 0, this: Value::Undefined, scope: Heap::GLOBAL }
    }

    /// Runs a script.
    pub fn run(&mut self, program: &Program) -> Result<(), Thrown> {
        self.hoist(&program.0);
        self.statements(&program.0.statements).map(|_| ())
    }

    /// Computes an expression.
    pub fn value(&mut self, expression: &Expression) -> Result<Value, Thrown> {
        self.burn()?;
        match &expression.0 {
            Node::Undefined => Ok(Value::Undefined),
            Node::Null => Ok(Value::Null),
            Node::Boolean(yes) => Ok(Value::Boolean(*yes)),
            Node::Number(number) => Ok(Value::Number(*number)),
            Node::Text(text) => Ok(Value::Text(Rc::clone(text))),
            Node::This => Ok(self.this.clone()),
            Node::Name(name) => match self.heap.read(self.scope, name) {
                Some(value) => Ok(value.clone()),
                None => Err(self.fail("ReferenceError", &format!("{name} is not defined"))),
            },
            Node::Array(items) => {
                let items = self.values(items)?;
                Ok(self.heap.array(items))
            }
            Node::Object(properties) => {
                let id = self.heap.create(Class::Plain, None);
                for (name, value) in properties {
                    let value = self.value(value)?;
                    self.heap.put(id, Rc::clone(name), value);
                }
                Ok(Value::Object(id))
            }
            Node::Function(syntax) => Ok(self.function(syntax)),
            Node::Member(object, name) => {
                let object = self.value(object)?;
                self.get(&object, name)
            }
            Node::Index(object, key) => {
                let object = self.value(object)?;
                let key = self.value(key)?.text(self.heap);
                self.get(&object, &key)
            }
            Node::Call(callee, arguments) => self.call_node(callee, arguments),
            Node::New(class, arguments) => {
                let class = self.value(class)?;
                let arguments = self.values(arguments)?;
                self.construct(&class, &arguments)
            }
            Node::Unary(operator, operand) => self.unary(*operator, operand),
            Node::Step { target, by, prefix } => {
                let old = self.value(target)?.number(self.heap);
                let new = old + by;
                self.store(target, Value::Number(new))?;
                Ok(Value::Number(if *prefix { new } else { old }))
            }
            Node::Binary(operator, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.binary(*operator, &left, &right)
            }
            Node::And(left, right) => {
                let left = self.value(left)?;
                if left.is_true() { self.value(right) } else { Ok(left) }
            }
            Node::Or(left, right) => {
                let left = self.value(left)?;
                if left.is_true() { Ok(left) } else { self.value(right) }
            }
            Node::Choice(condition, then, otherwise) => {
                let chosen = if self.value(condition)?.is_true() { then } else { otherwise };
                self.value(chosen)
            }
            Node::Assign { target, operator, value } => {
                let value = match operator {
                    None => self.value(value)?,
                    Some(operator) => {
                        let left = self.value(target)?;
                        let right = self.value(value)?;
                        self.binary(*operator, &left, &right)?
                    }
                };
                self.store(target, value.clone())?;
                Ok(value)
            }
            Node::Comma(left, right) => {
                self.value(left)?;
                self.value(right)
            }
        }
    }

    /// Writes to a location that must already exist, as `<assign>` requires; scripts are less
    /// strict.
    pub fn assign(&mut self, location: &Expression, value: Value) -> Result<(), Thrown> {
        if let Node::Name(name) = &location.0
            && !self.heap.is_declared(name)
        {
            return Err(self.fail("ReferenceError", &format!("{name} is not declared")));
        }
        self.store(location, value)
    }

    /// Describes the error behind a thrown value.
    pub fn describe(&self, thrown: &Thrown) -> String {
        match thrown {
            Thrown::Value(value) => value.text(self.heap).to_string(),
            Thrown::Endless => "the script does not end".into(),
        }
    }

    /// An error of the language, ready to be thrown.
    pub(super) fn fail(&mut self, name: &str, message: &str) -> Thrown {
        let id = self.heap.create(Class::Error, None);
        self.heap.put(id, "name".into(), Value::from(name));
        self.heap.put(id, "message".into(), Value::from(message));
        Thrown::Value(Value::Object(id))
    }

    pub(super) fn burn(&mut self) -> Run<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Thrown::Endless)?;
        Ok(())
    }

    fn values(&mut self, expressions: &[Expression]) -> Run<Vec<Value>> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    pub(super) fn function(&mut self, syntax: &Rc<Function>) -> Value {
        let class = Class::Function { syntax: Rc::clone(syntax), scope: self.scope };
        let id = self.heap.create(class, None);
        let model = self.heap.plain([("constructor", Value::Object(id))]);
        self.heap.put(id, "prototype".into(), model);
        Value::Object(id)
    }

    fn unary(&mut self, operator: Unary, operand: &Expression) -> Run<Value> {
        // `typeof` accepts undeclared names.
        if let (Unary::TypeOf, Node::Name(name)) = (operator, &operand.0)
            && self.heap.read(self.scope, name).is_none()
        {
            return Ok(Value::from("undefined"));
        }
        if operator == Unary::Delete {
            return self.delete(operand);
        }
        let value = self.value(operand)?;
        Ok(match operator {
            Unary::Not => Value::Boolean(!value.is_true()),
            Unary::Minus => Value::Number(-value.number(self.heap)),
            Unary::Plus => Value::Number(value.number(self.heap)),
            Unary::Complement => Value::Number(f64::from(!value.bits(self.heap))),
            Unary::TypeOf => Value::from(value.type_name(self.heap)),
            Unary::Void | Unary::Delete => Value::Undefined,
        })
    }

    fn delete(&mut self, operand: &Expression) -> Run<Value> {
        let (object, key) = match &operand.0 {
            Node::Member(object, name) => (self.value(object)?, Rc::clone(name)),
            Node::Index(object, key) => (self.value(object)?, self.value(key)?.text(self.heap)),
            _ => return Ok(Value::Boolean(false)),
        };
        if let Value::Object(id) = object {
            self.heap.remove(id, &key);
        }
        Ok(Value::Boolean(true))
    }

    pub(super) fn store(&mut self, target: &Expression, value: Value) -> Run<()> {
        match &target.0 {
            Node::Name(name) => match self.heap.write(self.scope, name, value.clone()) {
                Ok(()) => Ok(()),
                Err(Unwritable::Fixed) => {
                    Err(self.fail("TypeError", &format!("{name} is read-only")))
                }
                Err(Unwritable::Unknown) => {
                    self.heap.declare_in(Heap::GLOBAL, name, value);
                    Ok(())
                }
            },
            Node::Member(object, name) => {
                let object = self.value(object)?;
                self.set(&object, Rc::clone(name), value)
            }
            Node::Index(object, key) => {
                let object = self.value(object)?;
                let key = self.value(key)?.text(self.heap);
                self.set(&object, key, value)
            }
            _ => Err(self.fail("SyntaxError", "cannot assign to this")),
        }
    }

    fn call_node(&mut self, callee: &Expression, arguments: &[Expression]) -> Run<Value> {
        let (this, function) = match &callee.0 {
            Node::Member(object, name) => {
                let object = self.value(object)?;
                let function = self.get(&object, name)?;
                (object, function)
            }
            Node::Index(object, key) => {
                let object = self.value(object)?;
                let key = self.value(key)?.text(self.heap);
                let function = self.get(&object, &key)?;
                (object, function)
            }
            _ => (Value::Undefined, self.value(callee)?),
        };
        let arguments = self.values(arguments)?;
        self.call(&function, &this, &arguments)
    }

    /// Calls a function of the script or a built-in one.
    pub(super) fn call(
        &mut self,
        function: &Value,
        this: &Value,
        arguments: &[Value],
    ) -> Run<Value> {
        self.burn()?;
        match function {
            Value::Native(native) => (native.call)(self, this, arguments),
            Value::Object(id) => {
                let Class::Function { syntax, scope } = &self.heap.object(*id).class else {
                    return Err(self.fail("TypeError", "this object is not a function"));
                };
                let (syntax, scope) = (Rc::clone(syntax), *scope);
                self.enter(&syntax, scope, function, this, arguments)
            }
            other => {
                let message = format!("{} is not a function", other.text(self.heap));
                Err(self.fail("TypeError", &message))
            }
        }
    }

    fn enter(
        &mut self,
        syntax: &Function,
        closure: ScopeId,
        function: &Value,
        this: &Value,
        arguments: &[Value],
    ) -> Run<Value> {
        if self.depth >= DEPTH {
            return Err(self.fail("RangeError", "too many calls are open"));
        }
        let inner = self.heap.scope(closure);
        for (index, name) in syntax.parameters.iter().enumerate() {
            self.heap.declare_in(
                inner,
                name,
                arguments.get(index).cloned().unwrap_or(Value::Undefined),
            );
        }
        if let Some(name) = &syntax.name {
            self.heap.declare_in(inner, name, function.clone());
        }
        let all = self.heap.array(arguments.to_vec());
        self.heap.declare_in(inner, "arguments", all);
        let outer_scope = std::mem::replace(&mut self.scope, inner);
        let outer_this = std::mem::replace(&mut self.this, this.clone());
        self.depth += 1;
        self.hoist(&syntax.body);
        let flow = self.statements(&syntax.body.statements);
        self.depth -= 1;
        self.this = outer_this;
        self.scope = outer_scope;
        match flow? {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::Undefined),
        }
    }

    fn construct(&mut self, class: &Value, arguments: &[Value]) -> Run<Value> {
        let Value::Object(id) = class else {
            return self.call(class, &Value::Undefined, arguments);
        };
        let model: Option<ObjectId> = match self.heap.own(*id, "prototype") {
            Some(Value::Object(model)) => Some(*model),
            _ => None,
        };
        let this = Value::Object(self.heap.create(Class::Plain, model));
        match self.call(class, &this, arguments)? {
            object @ Value::Object(_) => Ok(object),
            _ => Ok(this),
        }
    }
}

//! Statements and control flow.

use std::rc::Rc;

use super::evaluator::{Evaluation, Run, Thrown};
use super::syntax::{Body, Expression, For, Name, Node, Statement};
use super::value::Value;

/// How a statement ended.
pub(super) enum Flow {
    On,
    Break,
    Continue,
    Return(Value),
}

impl Evaluation<'_> {
    /// Hoists declarations: makes them before the first statement runs.
    pub(super) fn hoist(&mut self, body: &Body) {
        for name in &body.variables {
            self.heap.declare_in(self.scope, name, Value::Undefined);
        }
        for syntax in &body.functions {
            let function = self.function(syntax);
            if let Some(name) = &syntax.name {
                self.heap.declare_in(self.scope, name, Value::Undefined);
                // A read-only name keeps its value; the script continues.
                let _ = self.heap.write(self.scope, name, function);
            }
        }
    }

    pub(super) fn statements(&mut self, statements: &[Statement]) -> Run<Flow> {
        for statement in statements {
            match self.statement(statement)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    fn statement(&mut self, statement: &Statement) -> Run<Flow> {
        self.burn()?;
        match statement {
            Statement::Empty => Ok(Flow::On),
            Statement::Expression(expression) => self.value(expression).map(|_| Flow::On),
            Statement::Variables(variables) => {
                for (name, value) in variables {
                    let value = self.value(value)?;
                    self.write(name, value)?;
                }
                Ok(Flow::On)
            }
            Statement::Return(value) => Ok(Flow::Return(match value {
                Some(value) => self.value(value)?,
                None => Value::Undefined,
            })),
            Statement::Throw(value) => Err(Thrown::Value(self.value(value)?)),
            Statement::Break => Ok(Flow::Break),
            Statement::Continue => Ok(Flow::Continue),
            Statement::Block(statements) => self.statements(statements),
            Statement::If { condition, then, otherwise } => {
                if self.value(condition)?.is_true() {
                    self.statement(then)
                } else {
                    otherwise.as_ref().map_or(Ok(Flow::On), |statement| self.statement(statement))
                }
            }
            Statement::While { condition, body } => {
                while self.value(condition)?.is_true() {
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::On | Flow::Continue => {}
                    }
                }
                Ok(Flow::On)
            }
            Statement::DoWhile { body, condition } => loop {
                match self.statement(body)? {
                    Flow::Break => return Ok(Flow::On),
                    Flow::Return(value) => return Ok(Flow::Return(value)),
                    Flow::On | Flow::Continue => {}
                }
                if !self.value(condition)?.is_true() {
                    return Ok(Flow::On);
                }
            },
            Statement::For(parts) => self.for_loop(parts),
            Statement::ForIn { variable, object, body } => self.for_in(variable, object, body),
            Statement::Try { body, catch, last } => self.attempt(body, catch.as_ref(), last),
        }
    }

    fn write(&mut self, name: &Name, value: Value) -> Run<()> {
        self.heap
            .write(self.scope, name, value)
            .map_err(|_| self.fail("TypeError", &format!("{name} is read-only")))
    }

    fn for_loop(&mut self, parts: &For) -> Run<Flow> {
        self.statement(&parts.first)?;
        loop {
            if let Some(condition) = &parts.condition
                && !self.value(condition)?.is_true()
            {
                return Ok(Flow::On);
            }
            match self.statement(&parts.body)? {
                Flow::Break => return Ok(Flow::On),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::On | Flow::Continue => {}
            }
            if let Some(step) = &parts.step {
                self.value(step)?;
            }
        }
    }

    fn for_in(&mut self, variable: &Name, object: &Expression, body: &Statement) -> Run<Flow> {
        let object = self.value(object)?;
        let keys: Vec<Name> = match self.heap.items(&object) {
            Some(items) => (0..items.len()).map(|index| index.to_string().into()).collect(),
            None => self.heap.properties(&object).iter().map(|(key, _)| Rc::clone(key)).collect(),
        };
        for key in keys {
            self.store(&Expression(Node::Name(Rc::clone(variable))), Value::Text(key))?;
            match self.statement(body)? {
                Flow::Break => break,
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::On | Flow::Continue => {}
            }
        }
        Ok(Flow::On)
    }

    fn attempt(
        &mut self,
        body: &[Statement],
        catch: Option<&(Name, Vec<Statement>)>,
        last: &[Statement],
    ) -> Run<Flow> {
        let mut outcome = self.statements(body);
        if let (Err(Thrown::Value(value)), Some((name, handler))) = (&outcome, catch) {
            let inner = self.heap.scope(self.scope);
            self.heap.declare_in(inner, name, value.clone());
            let outer = std::mem::replace(&mut self.scope, inner);
            outcome = self.statements(handler);
            self.scope = outer;
        }
        match self.statements(last)? {
            Flow::On => outcome,
            other => Ok(other),
        }
    }
}

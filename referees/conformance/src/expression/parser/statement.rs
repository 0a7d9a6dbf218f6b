//! Statements and functions.

use std::rc::Rc;

use super::{Parsed, Parser, SyntaxError};
use crate::expression::lexer::Token;
use crate::expression::syntax::{Expression, For, Function, Name, Node, Statement};

impl Parser {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if self.eat(";") {
            return Ok(Statement::Empty);
        }
        if self.eat("{") {
            return Ok(Statement::Block(self.block_rest()?));
        }
        let keyword = match self.peek() {
            Token::Name(name) => Rc::clone(name),
            _ => "".into(),
        };
        let known = matches!(
            &*keyword,
            "var"
                | "function"
                | "return"
                | "if"
                | "while"
                | "do"
                | "for"
                | "throw"
                | "try"
                | "break"
                | "continue"
        );
        if known {
            self.at += 1;
        }
        match &*keyword {
            "var" => {
                let statement = self.variables()?;
                self.eat(";");
                Ok(statement)
            }
            "function" => {
                let name = self.name()?;
                let function = self.function(Some(name))?;
                self.body.functions.push(function);
                Ok(Statement::Empty)
            }
            "return" if !self.in_function => {
                Err(SyntaxError("return outside of a function".into()))
            }
            "return" => {
                let bare = matches!(self.peek(), Token::Sign(";" | "}") | Token::End);
                let value = if bare { None } else { Some(self.expression()?) };
                self.eat(";");
                Ok(Statement::Return(value))
            }
            "throw" => {
                let value = self.expression()?;
                self.eat(";");
                Ok(Statement::Throw(value))
            }
            "break" | "continue" => {
                self.eat(";");
                Ok(if &*keyword == "break" { Statement::Break } else { Statement::Continue })
            }
            "if" => self.if_rest(),
            "while" => {
                let condition = self.parenthesised()?;
                Ok(Statement::While { condition, body: Box::new(self.statement()?) })
            }
            "do" => {
                let body = Box::new(self.statement()?);
                self.expect("while")?;
                let condition = self.parenthesised()?;
                self.eat(";");
                Ok(Statement::DoWhile { body, condition })
            }
            "for" => self.for_rest(),
            "try" => self.try_rest(),
            _ => {
                let expression = self.expression()?;
                // The grammar requires a semicolon or a line break here; line breaks are not kept
                // as tokens, so a missing semicolon is accepted.
                self.eat(";");
                Ok(Statement::Expression(expression))
            }
        }
    }

    fn block_rest(&mut self) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.eat("}") {
            if self.peek() == &Token::End {
                return Err(self.surprise("}"));
            }
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        self.block_rest()
    }

    fn parenthesised(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let expression = self.expression()?;
        self.expect(")")?;
        Ok(expression)
    }

    fn variables(&mut self) -> Parsed<Statement> {
        let mut out = Vec::new();
        loop {
            let name = self.name()?;
            self.body.variables.push(Rc::clone(&name));
            if self.eat("=") {
                out.push((name, self.assignment()?));
            }
            if !self.eat(",") {
                return Ok(Statement::Variables(out));
            }
        }
    }

    fn if_rest(&mut self) -> Parsed<Statement> {
        let condition = self.parenthesised()?;
        let then = Box::new(self.statement()?);
        let otherwise = if self.eat("else") { Some(Box::new(self.statement()?)) } else { None };
        Ok(Statement::If { condition, then, otherwise })
    }

    fn for_rest(&mut self) -> Parsed<Statement> {
        self.expect("(")?;
        self.in_compares = false;
        let first = self.for_first();
        self.in_compares = true;
        let first = first?;
        if self.eat("in") {
            let variable = match first {
                Statement::Expression(Expression(Node::Name(name))) => name,
                Statement::Variables(_) => {
                    self.body.variables.last().cloned().ok_or_else(|| self.surprise("a name"))?
                }
                _ => return Err(self.surprise("a name before in")),
            };
            let object = self.expression()?;
            self.expect(")")?;
            return Ok(Statement::ForIn { variable, object, body: Box::new(self.statement()?) });
        }
        self.expect(";")?;
        let condition = if self.eat(";") { None } else { Some(self.expression_then(";")?) };
        let step = if self.eat(")") { None } else { Some(self.expression_then(")")?) };
        Ok(Statement::For(Box::new(For { first, condition, step, body: self.statement()? })))
    }

    fn for_first(&mut self) -> Parsed<Statement> {
        if self.peek() == &Token::Sign(";") {
            Ok(Statement::Empty)
        } else if self.eat("var") {
            self.variables()
        } else {
            Ok(Statement::Expression(self.expression()?))
        }
    }

    pub(super) fn expression_then(&mut self, sign: &str) -> Parsed<Expression> {
        let expression = self.expression()?;
        self.expect(sign)?;
        Ok(expression)
    }

    fn try_rest(&mut self) -> Parsed<Statement> {
        let body = self.block()?;
        let catch = if self.eat("catch") {
            self.expect("(")?;
            let name = self.name()?;
            self.expect(")")?;
            Some((name, self.block()?))
        } else {
            None
        };
        let last = if self.eat("finally") { self.block()? } else { Vec::new() };
        Ok(Statement::Try { body, catch, last })
    }

    pub(super) fn function(&mut self, name: Option<Name>) -> Parsed<Rc<Function>> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.eat(")") {
            parameters.push(self.name()?);
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        let outer = std::mem::take(&mut self.body);
        let outer_in = std::mem::replace(&mut self.in_compares, true);
        let outer_function = std::mem::replace(&mut self.in_function, true);
        let statements = self.block()?;
        self.in_function = outer_function;
        self.in_compares = outer_in;
        let mut body = std::mem::replace(&mut self.body, outer);
        body.statements = statements;
        Ok(Rc::new(Function { name, parameters, body }))
    }
}

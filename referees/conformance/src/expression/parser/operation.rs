//! Expressions, from the lowest precedence down to primary expressions.

use super::{Parsed, Parser, assignable};
use crate::expression::lexer::Token;
use crate::expression::syntax::{Binary, Expression, Name, Node, Unary};
use crate::expression::value::number_text;

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment()?;
            left = Expression(Node::Comma(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> Parsed<Expression> {
        let left = self.choice()?;
        let Token::Sign(sign) = *self.peek() else { return Ok(left) };
        let operator = match sign {
            "=" => None,
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | ">>>=" => {
                Binary::of(&sign[..sign.len() - 1]).map(|(operator, _)| operator)
            }
            _ => return Ok(left),
        };
        self.at += 1;
        let target = Box::new(assignable(left)?);
        let value = Box::new(self.assignment()?);
        Ok(Expression(Node::Assign { target, operator, value }))
    }

    fn choice(&mut self) -> Parsed<Expression> {
        let condition = self.or()?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.assignment()?;
        self.expect(":")?;
        let otherwise = self.assignment()?;
        Ok(Expression(Node::Choice(Box::new(condition), Box::new(then), Box::new(otherwise))))
    }

    fn or(&mut self) -> Parsed<Expression> {
        let mut left = self.and()?;
        while self.eat("||") {
            let right = self.and()?;
            left = Expression(Node::Or(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expression> {
        let mut left = self.binary(1)?;
        while self.eat("&&") {
            let right = self.binary(1)?;
            left = Expression(Node::And(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    /// Precedence climbing: takes operators that bind at least as tightly as `floor`.
    fn binary(&mut self, floor: u8) -> Parsed<Expression> {
        let mut left = self.unary()?;
        loop {
            let sign = match self.peek() {
                Token::Sign(sign) => sign,
                Token::Name(name) if &**name == "in" && self.in_compares => "in",
                Token::Name(name) if &**name == "instanceof" => "instanceof",
                _ => return Ok(left),
            };
            let Some((operator, tightness)) = Binary::of(sign) else { return Ok(left) };
            if tightness < floor {
                return Ok(left);
            }
            self.at += 1;
            let right = self.binary(tightness + 1)?;
            left = Expression(Node::Binary(operator, Box::new(left), Box::new(right)));
        }
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let operator = match self.peek() {
            Token::Sign("!") => Unary::Not,
            Token::Sign("-") => Unary::Minus,
            Token::Sign("+") => Unary::Plus,
            Token::Sign("~") => Unary::Complement,
            Token::Name(name) if &**name == "typeof" => Unary::TypeOf,
            Token::Name(name) if &**name == "void" => Unary::Void,
            Token::Name(name) if &**name == "delete" => Unary::Delete,
            Token::Sign(sign @ ("++" | "--")) => {
                let by = if *sign == "++" { 1.0 } else { -1.0 };
                self.at += 1;
                let target = Box::new(assignable(self.unary()?)?);
                return Ok(Expression(Node::Step { target, by, prefix: true }));
            }
            _ => return self.postfix(),
        };
        self.at += 1;
        Ok(Expression(Node::Unary(operator, Box::new(self.unary()?))))
    }

    fn postfix(&mut self) -> Parsed<Expression> {
        let operand = self.member_chain()?;
        let by = match self.peek() {
            Token::Sign("++") => 1.0,
            Token::Sign("--") => -1.0,
            _ => return Ok(operand),
        };
        self.at += 1;
        let target = Box::new(assignable(operand)?);
        Ok(Expression(Node::Step { target, by, prefix: false }))
    }

    fn member_chain(&mut self) -> Parsed<Expression> {
        let mut left = if self.eat("new") { self.construction()? } else { self.primary()? };
        loop {
            if self.eat("(") {
                left = Expression(Node::Call(Box::new(left), self.list(")")?));
            } else if let Some(longer) = self.member(&mut left)? {
                left = longer;
            } else {
                return Ok(left);
            }
        }
    }

    fn construction(&mut self) -> Parsed<Expression> {
        let mut class = if self.eat("new") { self.construction()? } else { self.primary()? };
        while let Some(longer) = self.member(&mut class)? {
            class = longer;
        }
        let arguments = if self.eat("(") { self.list(")")? } else { Vec::new() };
        Ok(Expression(Node::New(Box::new(class), arguments)))
    }

    /// Parses one `.name` or `[key]` after `left`, which it then replaces.
    fn member(&mut self, left: &mut Expression) -> Parsed<Option<Expression>> {
        let mut take = || Box::new(std::mem::replace(left, Expression(Node::Undefined)));
        if self.eat(".") {
            let Token::Name(name) = self.next() else {
                return Err(self.surprise("a property name"));
            };
            Ok(Some(Expression(Node::Member(take(), name))))
        } else if self.eat("[") {
            let key = self.expression_then("]")?;
            Ok(Some(Expression(Node::Index(take(), Box::new(key)))))
        } else {
            Ok(None)
        }
    }

    fn list(&mut self, close: &str) -> Parsed<Vec<Expression>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.assignment()?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn primary(&mut self) -> Parsed<Expression> {
        if self.eat("(") {
            return self.expression_then(")");
        }
        if self.eat("[") {
            return Ok(Expression(Node::Array(self.list("]")?)));
        }
        if self.eat("{") {
            return self.object_rest();
        }
        if self.eat("function") {
            let name = self.name().ok();
            return Ok(Expression(Node::Function(self.function(name)?)));
        }
        if self.eat("this") {
            return Ok(Expression(Node::This));
        }
        let node = match self.peek().clone() {
            Token::Number(number) => Node::Number(number),
            Token::Text(text) => Node::Text(text),
            Token::Name(name) => match &*name {
                "null" => Node::Null,
                "true" => Node::Boolean(true),
                "false" => Node::Boolean(false),
                _ => return Ok(Expression(Node::Name(self.name()?))),
            },
            _ => return Err(self.surprise("a value")),
        };
        self.at += 1;
        Ok(Expression(node))
    }

    fn object_rest(&mut self) -> Parsed<Expression> {
        let mut properties = Vec::new();
        while !self.eat("}") {
            let key: Name = match self.next() {
                Token::Name(name) | Token::Text(name) => name,
                Token::Number(number) => number_text(number).into(),
                _ => return Err(self.surprise("a property name")),
            };
            self.expect(":")?;
            properties.push((key, self.assignment()?));
            if !self.eat(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(Expression(Node::Object(properties)))
    }
}

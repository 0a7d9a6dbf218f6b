//! Tokens to syntax.

mod operation;
mod statement;

use std::rc::Rc;

use super::lexer::{Token, tokens};
use super::syntax::{Body, Expression, Name, Node, Program};

/// Why a text cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SyntaxError(pub String);

type Parsed<T> = Result<T, SyntaxError>;

const RESERVED: [&str; 24] = [
    "break",
    "case",
    "catch",
    "continue",
    "delete",
    "do",
    "else",
    "finally",
    "for",
    "function",
    "if",
    "in",
    "instanceof",
    "new",
    "return",
    "switch",
    "this",
    "throw",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
];

/// Parses one expression. A trailing semicolon is accepted, because the corpus has one.
pub fn parse_expression(source: &str) -> Parsed<Expression> {
    let mut parser = Parser::new(source)?;
    let expression = parser.expression()?;
    parser.eat(";");
    parser.end()?;
    Ok(expression)
}

/// Parses an expression that can be assigned to.
pub fn parse_location(source: &str) -> Parsed<Expression> {
    let expression = parse_expression(source)?;
    assignable(expression)
}

/// Parses a script.
pub fn parse_program(source: &str) -> Parsed<Program> {
    let mut parser = Parser::new(source)?;
    while parser.peek() != &Token::End {
        let statement = parser.statement()?;
        parser.body.statements.push(statement);
    }
    Ok(Program(parser.body))
}

fn assignable(expression: Expression) -> Parsed<Expression> {
    match expression.0 {
        Node::Name(_) | Node::Member(..) | Node::Index(..) => Ok(expression),
        _ => Err(SyntaxError("cannot assign to this".into())),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// The function or program whose declarations are being collected.
    body: Body,
    /// False in the head of a `for`, where `in` separates and does not compare.
    in_compares: bool,
    in_function: bool,
}

impl Parser {
    fn new(source: &str) -> Parsed<Self> {
        let tokens = tokens(source)?;
        Ok(Self { tokens, at: 0, body: Body::default(), in_compares: true, in_function: false })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        // `End` is never consumed, so that peeking stays valid.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Consumes `word`, a sign or a keyword, if it comes next.
    fn eat(&mut self, word: &str) -> bool {
        let found = match self.peek() {
            Token::Sign(sign) => *sign == word,
            Token::Name(name) => &**name == word,
            _ => false,
        };
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.eat(word) { Ok(()) } else { Err(self.surprise(word)) }
    }

    fn end(&mut self) -> Parsed<()> {
        if self.peek() == &Token::End { Ok(()) } else { Err(self.surprise("the end")) }
    }

    fn surprise(&self, wanted: &str) -> SyntaxError {
        SyntaxError(match self.peek() {
            Token::End => format!("expected {wanted}, found the end"),
            Token::Sign(sign) => format!("expected {wanted}, found {sign}"),
            Token::Name(name) => format!("expected {wanted}, found {name}"),
            Token::Number(number) => format!("expected {wanted}, found {number}"),
            Token::Text(text) => format!("expected {wanted}, found {text:?}"),
        })
    }

    fn name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Token::Name(name) if !RESERVED.contains(&&**name) => {
                let name = Rc::clone(name);
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.surprise("a name")),
        }
    }
}

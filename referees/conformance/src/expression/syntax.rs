//! The syntax tree.

use std::rc::Rc;

/// Names are shared between tokens, syntax and properties.
pub(super) type Name = Rc<str>;

/// A script: the content of a `<script>` element or file.
#[derive(Debug)]
pub struct Program(pub(super) Body);

/// Statements with the declarations that take effect before the first of them runs.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) variables: Vec<Name>,
    pub(super) functions: Vec<Rc<Function>>,
    pub(super) statements: Vec<Statement>,
}

#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: Option<Name>,
    pub(super) parameters: Vec<Name>,
    pub(super) body: Body,
}

#[derive(Debug)]
pub(super) enum Statement {
    Empty,
    Expression(Expression),
    Variables(Vec<(Name, Expression)>),
    Return(Option<Expression>),
    Throw(Expression),
    Break,
    Continue,
    Block(Vec<Statement>),
    If { condition: Expression, then: Box<Statement>, otherwise: Option<Box<Statement>> },
    While { condition: Expression, body: Box<Statement> },
    DoWhile { body: Box<Statement>, condition: Expression },
    For(Box<For>),
    ForIn { variable: Name, object: Expression, body: Box<Statement> },
    Try { body: Vec<Statement>, catch: Option<(Name, Vec<Statement>)>, last: Vec<Statement> },
}

#[derive(Debug)]
pub(super) struct For {
    pub(super) first: Statement,
    pub(super) condition: Option<Expression>,
    pub(super) step: Option<Expression>,
    pub(super) body: Statement,
}

/// An expression.
#[derive(Debug)]
pub struct Expression(pub(super) Node);

#[derive(Debug)]
pub(super) enum Node {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    Text(Name),
    Name(Name),
    This,
    Array(Vec<Expression>),
    Object(Vec<(Name, Expression)>),
    Function(Rc<Function>),
    Member(Box<Expression>, Name),
    Index(Box<Expression>, Box<Expression>),
    Call(Box<Expression>, Vec<Expression>),
    New(Box<Expression>, Vec<Expression>),
    Unary(Unary, Box<Expression>),
    Step { target: Box<Expression>, by: f64, prefix: bool },
    Binary(Binary, Box<Expression>, Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    Assign { target: Box<Expression>, operator: Option<Binary>, value: Box<Expression> },
    Comma(Box<Expression>, Box<Expression>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Minus,
    Plus,
    Complement,
    TypeOf,
    Void,
    Delete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    Left,
    Right,
    RightUnsigned,
    Equal,
    NotEqual,
    Same,
    NotSame,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    InstanceOf,
}

impl Binary {
    /// The operator written as `sign`, and its precedence.
    pub(super) fn of(sign: &str) -> Option<(Self, u8)> {
        Some(match sign {
            "|" => (Self::Or, 1),
            "^" => (Self::Xor, 2),
            "&" => (Self::And, 3),
            "==" => (Self::Equal, 4),
            "!=" => (Self::NotEqual, 4),
            "===" => (Self::Same, 4),
            "!==" => (Self::NotSame, 4),
            "<" => (Self::Less, 5),
            "<=" => (Self::LessOrEqual, 5),
            ">" => (Self::Greater, 5),
            ">=" => (Self::GreaterOrEqual, 5),
            "in" => (Self::In, 5),
            "instanceof" => (Self::InstanceOf, 5),
            "<<" => (Self::Left, 6),
            ">>" => (Self::Right, 6),
            ">>>" => (Self::RightUnsigned, 6),
            "+" => (Self::Add, 7),
            "-" => (Self::Subtract, 7),
            "*" => (Self::Multiply, 8),
            "/" => (Self::Divide, 8),
            "%" => (Self::Remainder, 8),
            _ => return None,
        })
    }
}

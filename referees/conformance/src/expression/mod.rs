//! The subset of ECMAScript that the corpus uses: enough for its conditions, scripts and functions,
//! without the need for a real engine.
//!
//! Left out on purpose: regular expressions, getters, classes, `with`, labels and `eval`.

mod builtin;
mod evaluator;
mod flow;
mod heap;
mod lexer;
mod operator;
mod parser;
mod syntax;
mod value;

pub use evaluator::{Evaluation, Thrown};
pub use heap::{Element, Heap};
pub use parser::{SyntaxError, parse_expression, parse_location, parse_program};
pub use syntax::{Expression, Program};
pub use value::Value;

#[cfg(test)]
mod tests;

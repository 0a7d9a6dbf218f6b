//! Licence expressions as manifests write them: `(MIT OR Apache-2.0) AND Unicode-3.0`.
//!
//! This is SPDX's grammar, plus the slash that older manifests use for OR. It does not know which
//! names exist: a name that is not on our list is not allowed, whether or not SPDX has it.

use std::{fmt, iter::Peekable, vec::IntoIter};

use anyhow::{Result, bail, ensure};

/// The terms under which something is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    Licence(Licence),
    Both(Box<Self>, Box<Self>),
    Either(Box<Self>, Box<Self>),
}

/// One licence, optionally with an exception: `Apache-2.0 WITH LLVM-exception`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Licence {
    /// Without the plus that means "or a later version": the named version may always be chosen.
    id: String,
    exception: Option<String>,
}

impl Expression {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut tokens = tokens(text)?.into_iter().peekable();
        let expression = either(&mut tokens)?;
        match tokens.next() {
            None => Ok(expression),
            Some(token) => bail!("unexpected {token}"),
        }
    }

    /// Whether it can be satisfied with these licences alone.
    pub(crate) fn is_allowed(&self, list: &[(&str, &str)]) -> bool {
        match self {
            Self::Licence(licence) => list.iter().any(|(listed, _)| licence.is(listed)),
            Self::Both(left, right) => left.is_allowed(list) && right.is_allowed(list),
            Self::Either(left, right) => left.is_allowed(list) || right.is_allowed(list),
        }
    }
}

impl Licence {
    /// Whether a list means this licence by this name. An exception is part of the name, since it
    /// changes the terms.
    fn is(&self, listed: &str) -> bool {
        let name = match &self.exception {
            None => self.id.clone(),
            Some(exception) => format!("{} WITH {exception}", self.id),
        };
        name.eq_ignore_ascii_case(listed)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    And,
    Or,
    With,
    Name(String),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Open => "(",
            Self::Close => ")",
            Self::And => "AND",
            Self::Or => "OR",
            Self::With => "WITH",
            Self::Name(name) => name,
        };
        write!(f, "`{name}`")
    }
}

type Tokens = Peekable<IntoIter<Token>>;

fn tokens(text: &str) -> Result<Vec<Token>> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " / ");
    let token = |word: &str| {
        Ok(match word {
            "(" => Token::Open,
            ")" => Token::Close,
            "AND" | "and" => Token::And,
            "OR" | "or" | "/" => Token::Or,
            "WITH" | "with" => Token::With,
            name => {
                let is_named =
                    |letter: char| letter.is_ascii_alphanumeric() || "-.:+".contains(letter);
                ensure!(name.chars().all(is_named), "`{name}` is not the name of a licence");
                Token::Name(name.to_owned())
            }
        })
    };
    spaced.split_whitespace().map(token).collect()
}

/// OR has the lowest precedence.
fn either(tokens: &mut Tokens) -> Result<Expression> {
    let mut left = both(tokens)?;
    while tokens.next_if_eq(&Token::Or).is_some() {
        left = Expression::Either(Box::new(left), Box::new(both(tokens)?));
    }
    Ok(left)
}

fn both(tokens: &mut Tokens) -> Result<Expression> {
    let mut left = single(tokens)?;
    while tokens.next_if_eq(&Token::And).is_some() {
        left = Expression::Both(Box::new(left), Box::new(single(tokens)?));
    }
    Ok(left)
}

fn single(tokens: &mut Tokens) -> Result<Expression> {
    match tokens.next() {
        Some(Token::Open) => {
            let inner = either(tokens)?;
            ensure!(tokens.next() == Some(Token::Close), "a parenthesis is not closed");
            Ok(inner)
        }
        Some(Token::Name(name)) => {
            let id = name.strip_suffix('+').unwrap_or(&name).to_owned();
            let exception = match tokens.next_if_eq(&Token::With).map(|_| tokens.next()) {
                None => None,
                Some(Some(Token::Name(exception))) => Some(exception),
                Some(_) => bail!("an exception has no name"),
            };
            Ok(Expression::Licence(Licence { id, exception }))
        }
        Some(token) => bail!("{token} stands where a licence should"),
        None => bail!("it ends where a licence should stand"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [(&str, &str); 4] = [
        ("MIT", ""),
        ("Apache-2.0", ""),
        ("Unicode-3.0", ""),
        ("Apache-2.0 WITH LLVM-exception", ""),
    ];

    fn is_allowed(text: &str) -> bool {
        Expression::parse(text).unwrap().is_allowed(&LIST)
    }

    #[test]
    fn one_licence_is_on_the_list_or_not() {
        assert!(is_allowed("MIT"));
        assert!(is_allowed("mit"), "names of licences have no case");
        assert!(!is_allowed("GPL-3.0-only"));
        assert!(!is_allowed("MIT-0"), "another licence with a similar name");
    }

    #[test]
    fn or_needs_one_and_needs_all() {
        assert!(is_allowed("GPL-2.0-only OR MIT"));
        assert!(!is_allowed("GPL-2.0-only OR LGPL-2.1-or-later"));
        assert!(is_allowed("MIT AND Apache-2.0"));
        assert!(!is_allowed("MIT AND GPL-2.0-only"));
    }

    #[test]
    fn and_binds_more_than_or_unless_parentheses_say_otherwise() {
        assert!(is_allowed("MIT OR GPL-2.0-only AND OpenSSL"));
        assert!(is_allowed("OpenSSL AND GPL-2.0-only OR MIT"));
        assert!(!is_allowed("(MIT OR GPL-2.0-only) AND OpenSSL"));
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_allowed("((MIT)OR(GPL-2.0-only))"));
    }

    #[test]
    fn an_exception_is_part_of_the_name() {
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception"));
        assert!(!is_allowed("MIT WITH LLVM-exception"));
        assert!(!is_allowed("GPL-2.0-only WITH Classpath-exception-2.0"));
        assert!(is_allowed("GPL-2.0-only WITH Classpath-exception-2.0 OR Apache-2.0"));
        assert!(!is_allowed("Apache-2.0 WITH LLVM-exception AND GPL-2.0-only"));
    }

    #[test]
    fn a_slash_is_an_old_or_and_a_plus_means_or_later() {
        assert!(is_allowed("GPL-2.0/MIT"));
        assert!(!is_allowed("GPL-2.0+"));
        assert!(is_allowed("Apache-2.0+"));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in
            ["", "MIT OR", "AND MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT WITH", "MIT, Zlib"]
        {
            assert!(Expression::parse(text).is_err(), "{text:?}");
        }
    }
}

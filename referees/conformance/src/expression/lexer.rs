//! Source text to tokens.

use std::rc::Rc;

use super::parser::SyntaxError;

/// A token. Keywords are names here: the parser knows where they are reserved.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(Rc<str>),
    Name(Rc<str>),
    Sign(&'static str),
    End,
}

/// Longest first, so that the first match is the right one.
const SIGNS: [&str; 51] = [
    ">>>=", "===", "!==", ">>>", "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "++", "--",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "{", "}", "(", ")", "[", "]", ";",
    ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".", "#", "@",
    "\\",
];

/// Cuts `source` into tokens; the last one is always [`Token::End`].
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut rest = source;
    let mut out = Vec::new();
    loop {
        rest = skip_blanks(rest)?;
        let Some(first) = rest.chars().next() else { break };
        let (token, length) = if first.is_ascii_digit() || starts_with_fraction(rest) {
            number(rest)?
        } else if first == '"' || first == '\'' {
            text(rest, first)?
        } else if is_name_start(first) {
            let end = rest.find(|c| !is_name_start(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
            (Token::Name(rest[..end].into()), end)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign =
                sign.ok_or_else(|| SyntaxError(format!("unexpected character {first:?}")))?;
            (Token::Sign(sign), sign.len())
        };
        out.push(token);
        rest = &rest[length..];
    }
    out.push(Token::End);
    Ok(out)
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn starts_with_fraction(rest: &str) -> bool {
    rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn skip_blanks(mut rest: &str) -> Result<&str, SyntaxError> {
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find('\n').map_or("", |end| &comment[end..]);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end =
                comment.find("*/").ok_or_else(|| SyntaxError("comment without an end".into()))?;
            rest = &comment[end + 2..];
        } else {
            return Ok(rest);
        }
    }
}

fn number(rest: &str) -> Result<(Token, usize), SyntaxError> {
    if let Some(digits) = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let value = u32::from_str_radix(&digits[..end], 16)
            .map_err(|_| SyntaxError(format!("bad number {rest:?}")))?;
        return Ok((Token::Number(f64::from(value)), end + 2));
    }
    let digits = |from: usize| {
        rest[from..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| from + n)
    };
    let mut end = digits(0);
    if rest[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if rest[end..].starts_with(['e', 'E']) {
        let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
        if rest[end + 1 + sign..].starts_with(|c: char| c.is_ascii_digit()) {
            end = digits(end + 1 + sign);
        }
    }
    if rest[end..].starts_with(is_name_start) {
        return Err(SyntaxError(format!("a name may not follow the number {:?}", &rest[..end])));
    }
    let value =
        rest[..end].parse().map_err(|_| SyntaxError(format!("bad number {:?}", &rest[..end])))?;
    Ok((Token::Number(value), end))
}

fn text(rest: &str, quote: char) -> Result<(Token, usize), SyntaxError> {
    let mut out = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                let (_, escaped) =
                    chars.next().ok_or_else(|| SyntaxError("text without an end".into()))?;
                match escaped {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'b' => out.push('\u{8}'),
                    'f' => out.push('\u{c}'),
                    '0' => out.push('\0'),
                    'u' | 'x' => {
                        let count = if escaped == 'u' { 4 } else { 2 };
                        let digits: String = chars.by_ref().take(count).map(|(_, c)| c).collect();
                        let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                        out.push(
                            code.ok_or_else(|| SyntaxError(format!("bad escape {digits:?}")))?,
                        );
                    }
                    '\n' => {}
                    other => out.push(other),
                }
            }
            '\n' => break,
            c if c == quote => return Ok((Token::Text(out.into()), at + 1)),
            c => out.push(c),
        }
    }
    Err(SyntaxError("text without an end".into()))
}

//! Prints TypeScript as Prettier would format it, with 100 columns and single quotes.

use std::fmt::Write as _;

use super::shape::{Field, Member, Shape};

const WIDTH: usize = 100;

/// An interface or a type, with its comment.
pub(super) fn print_definition(
    name: &str,
    parameters: &str,
    about: Option<&str>,
    shape: &Shape,
) -> String {
    let mut text = about.map(|about| comment(about, 0)).unwrap_or_default();
    match shape {
        Shape::Object(fields) => {
            let _ =
                write!(text, "export interface {name}{parameters} {{\n{}}}\n", lines(fields, 2));
        }
        shape => {
            let head = format!("export type {name}{parameters} =");
            let body = after(shape, head.len() + 1, 0, 2);
            let gap = if body.starts_with('\n') { "" } else { " " };
            let _ = writeln!(text, "{head}{gap}{body};");
        }
    }
    text
}

/// `import type { … } from './kit';`
pub(super) fn import(names: &[&str], place: &str) -> String {
    let line = format!("import type {{ {} }} from './{place}';\n", names.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    format!("import type {{\n  {},\n}} from './{place}';\n", names.join(",\n  "))
}

/// A comment at this indent.
pub(super) fn comment(about: &str, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let about = about.replace("*/", "* /");
    let paragraphs: Vec<String> = about
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .collect();
    if let [only] = paragraphs.as_slice()
        && indent + only.chars().count() + 7 <= WIDTH
    {
        return format!("{pad}/** {only} */\n");
    }
    let mut text = format!("{pad}/**\n");
    for (at, paragraph) in paragraphs.iter().enumerate() {
        if at > 0 {
            let _ = writeln!(text, "{pad} *");
        }
        for line in wrapped(paragraph, WIDTH - indent - 3) {
            let _ = writeln!(text, "{pad} * {line}");
        }
    }
    let _ = writeln!(text, "{pad} */");
    text
}

/// A string literal.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains('\'') && !text.contains('"') {
        return format!("\"{}\"", text.replace('\\', "\\\\"));
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The name of a field, in quotes where necessary.
pub(super) fn key(name: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    let starts_well = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if starts_well && name.bytes().all(is_word) { name.to_owned() } else { quoted(name) }
}

fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Fields, one per line, each with its comment.
fn lines(fields: &[Field], indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut text = String::new();
    for field in fields {
        if let Some(about) = &field.about {
            text.push_str(&comment(about, indent));
        }
        let mark = if field.optional { "?" } else { "" };
        let head = format!("{pad}{}{mark}:", key(&field.name));
        let body = after(&field.shape, head.len() + 1, indent, indent + 2);
        let gap = if body.starts_with('\n') { "" } else { " " };
        let _ = writeln!(text, "{head}{gap}{body};");
    }
    text
}

/// A shape that follows something on the same line, up to a semicolon. It starts with a line break
/// if it has to go on the next line.
fn after(shape: &Shape, column: usize, indent: usize, below: usize) -> String {
    if let Some(line) = in_line(shape)
        && column + line.chars().count() < WIDTH
    {
        return line;
    }
    match shape {
        Shape::Union(members) => match (object_or_null(members), in_line(shape)) {
            (Some(fields), _) => format!("{} | null", block(fields, indent)),
            (None, Some(line)) if below + line.chars().count() < WIDTH => {
                format!("\n{}{line}", " ".repeat(below))
            }
            (None, _) => listed(members, below),
        },
        shape => broken(shape, indent),
    }
}

/// A shape that does not fit on a line.
fn broken(shape: &Shape, indent: usize) -> String {
    let pad = " ".repeat(indent);
    match shape {
        Shape::Object(fields) => block(fields, indent),
        Shape::Array(item) => match &**item {
            Shape::Union(members) => format!("({}\n{pad})[]", listed(members, indent + 2)),
            item => format!("{}[]", broken(item, indent)),
        },
        Shape::Tuple(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| {
                    format!("{pad}  {},\n", after(item, indent + 2, indent + 2, indent + 4))
                })
                .collect();
            format!("[\n{}{pad}]", items.concat())
        }
        Shape::Record(value) => format!("Record<string, {}>", broken(value, indent)),
        Shape::Union(members) => listed(members, indent + 2),
        Shape::Word(word) => word.clone(),
    }
}

fn block(fields: &[Field], indent: usize) -> String {
    format!("{{\n{}{}}}", lines(fields, indent + 2), " ".repeat(indent))
}

/// The members of a union, one per line.
fn listed(members: &[Member], indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut text = String::new();
    for member in members {
        text.push('\n');
        if let Some(about) = &member.about {
            text.push_str(&comment(about, indent));
        }
        let shape = match in_line(&member.shape) {
            Some(line) if indent + 2 + line.chars().count() < WIDTH => line,
            _ => broken(&member.shape, indent + 2),
        };
        let bar = if members.len() > 1 { "| " } else { "" };
        let _ = write!(text, "{pad}{bar}{shape}");
    }
    text
}

/// The fields of a union of an object and null.
fn object_or_null(members: &[Member]) -> Option<&[Field]> {
    match members {
        [
            Member { about: None, shape: Shape::Object(fields) },
            Member { about: None, shape: Shape::Word(null) },
        ] if null == "null" => Some(fields),
        _ => None,
    }
}

/// A shape on one line, if it contains no comments.
fn in_line(shape: &Shape) -> Option<String> {
    Some(match shape {
        Shape::Word(word) => word.clone(),
        Shape::Array(item) => match (&**item, in_line(item)?) {
            (Shape::Union(_), item) => format!("({item})[]"),
            (_, item) => format!("{item}[]"),
        },
        Shape::Tuple(items) => {
            let items: Option<Vec<String>> = items.iter().map(in_line).collect();
            format!("[{}]", items?.join(", "))
        }
        Shape::Record(value) => format!("Record<string, {}>", in_line(value)?),
        Shape::Object(fields) => {
            let field = |field: &Field| {
                let mark = if field.optional { "?" } else { "" };
                let shape = in_line(&field.shape).filter(|_| field.about.is_none())?;
                Some(format!("{}{mark}: {shape}", key(&field.name)))
            };
            let fields: Option<Vec<String>> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields?.join("; "))
        }
        Shape::Union(members) => {
            let member =
                |member: &Member| in_line(&member.shape).filter(|_| member.about.is_none());
            let members: Option<Vec<String>> = members.iter().map(member).collect();
            members?.join(" | ")
        }
    })
}

//! Just enough XML to write a document.

use std::fmt;

/// An element: attributes in order, and either text or elements inside.
pub(super) struct Element {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    comments: Vec<String>,
    text: Option<String>,
    children: Vec<Element>,
}

impl Element {
    pub(super) fn new(tag: &'static str) -> Self {
        Self { tag, attributes: vec![], comments: vec![], text: None, children: vec![] }
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.attributes.push((name, value.to_owned()));
        self
    }

    pub(super) fn text(mut self, text: &str) -> Self {
        self.text = Some(text.to_owned());
        self
    }

    /// Adds a comment, written before the element.
    pub(super) fn comment(&mut self, comment: Option<&str>) {
        self.comments.extend(comment.map(str::to_owned));
    }

    pub(super) fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    pub(super) fn children(mut self, children: impl Iterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Wraps these in an element, unless there are none.
    pub(super) fn group(self, tag: &'static str, children: Vec<Self>) -> Self {
        if children.is_empty() {
            return self;
        }
        self.child(Self::new(tag).children(children.into_iter()))
    }

    fn write(&self, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tag, indent) = (self.tag, "  ".repeat(depth));
        for comment in &self.comments {
            // Two hyphens are not allowed in a comment, nor is one at its end: a space keeps it
            // apart.
            let mut comment = comment.clone();
            while comment.contains("--") {
                comment = comment.replace("--", "- -");
            }
            writeln!(f, "{indent}<!-- {comment} -->")?;
        }
        write!(f, "{indent}<{tag}")?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", escape(value))?;
        }
        if let Some(text) = &self.text {
            return writeln!(f, ">{}</{tag}>", escape(text));
        }
        if self.children.is_empty() {
            return writeln!(f, "/>");
        }
        writeln!(f, ">")?;
        self.children.iter().try_for_each(|child| child.write(depth + 1, f))?;
        writeln!(f, "{indent}</{tag}>")
    }
}

/// Prints the whole document.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        self.write(0, f)
    }
}

/// Escapes markup characters; those that XML cannot represent are left out.
fn escape(text: &str) -> String {
    let code = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\n' | '\t' | '\r' => format!("&#{};", u32::from(c)),
        c if c.is_control() => String::new(),
        c => c.to_string(),
    };
    text.chars().map(code).collect()
}

//! Parses XML to a [`Document`].

use std::path::Path;

use roxmltree::Node;

use crate::data::{Data, markup};
use crate::document::{
    Act, Binding, BlockIndex, Branch, Code, ConditionIndex, Content, Document, Foreach, Given,
    Instruction, Invoke, Jump, Payload, Send, Site, State, StateIndex, StateKind, Transition,
    Variable,
};
use crate::expression::{Program, SyntaxError, parse_expression, parse_location, parse_program};

/// Why a document cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not XML.
    #[error("not well-formed: {0}")]
    Xml(#[from] roxmltree::Error),
    /// It is XML of another kind.
    #[error("the root element is {0}, not scxml")]
    NotScxml(String),
    /// It contains an element that does not belong there.
    #[error("line {line}: unexpected element {tag}")]
    Unexpected {
        /// The element.
        tag: String,
        /// Its line.
        line: u32,
    },
    /// A required attribute is missing.
    #[error("line {line}: {tag} lacks {attribute}")]
    Lacks {
        /// The element.
        tag: String,
        /// Its line.
        line: u32,
        /// The attribute.
        attribute: &'static str,
    },
    /// A script file cannot be read; the standard requires such a document to be rejected as a
    /// whole.
    #[error("script {0} cannot be read")]
    Script(String),
}

type Read<T> = Result<T, ReadError>;

impl Document {
    /// Reads a document whose files are in `folder`.
    pub fn read(source: &str, folder: &Path) -> Read<Self> {
        let xml = roxmltree::Document::parse(source)?;
        let root = xml.root_element();
        if root.tag_name().name() != "scxml" {
            return Err(ReadError::NotScxml(root.tag_name().name().into()));
        }
        let mut document = Self {
            name: root.attribute("name").unwrap_or_default().into(),
            binding: if root.attribute("binding") == Some("late") {
                Binding::Late
            } else {
                Binding::Early
            },
            folder: folder.into(),
            states: Vec::new(),
            blocks: Vec::new(),
            conditions: Vec::new(),
            scripts: Vec::new(),
        };
        document.add_state(root, None)?;
        Ok(document)
    }

    fn add_state(&mut self, node: Node<'_, '_>, parent: Option<StateIndex>) -> Read<StateIndex> {
        let index = StateIndex(self.states.len());
        let kind = match (node.tag_name().name(), node.attribute("type")) {
            ("parallel", _) => StateKind::Parallel,
            ("final", _) => StateKind::Final,
            ("history", Some("deep")) => StateKind::Deep,
            ("history", _) => StateKind::Shallow,
            _ => StateKind::State,
        };
        let made_up = || format!("state_{}", index.0);
        // The root has no id of its own, and its name may be the same as that of a state.
        let id = if parent.is_none() { None } else { node.attribute("id") };
        self.states.push(State {
            id: id.map_or_else(made_up, Into::into),
            kind,
            parent,
            children: Vec::new(),
            initial: node
                .attribute("initial")
                .map(|ids| Jump { targets: words(ids), content: None }),
            transitions: Vec::new(),
            entry: Vec::new(),
            exit: Vec::new(),
            variables: Vec::new(),
            invokes: Vec::new(),
            done: None,
        });
        for child in elements(node) {
            self.add_part(child, index)?;
        }
        Ok(index)
    }

    fn add_part(&mut self, node: Node<'_, '_>, index: StateIndex) -> Read<()> {
        let is_history = matches!(self.states[index.0].kind, StateKind::Shallow | StateKind::Deep);
        match node.tag_name().name() {
            "state" | "parallel" | "final" | "history" => {
                let child = self.add_state(node, Some(index))?;
                self.states[index.0].children.push(child);
            }
            "initial" => {
                let inner = elements(node).next().ok_or_else(|| lacks(node, "transition"))?;
                let jump = self.jump(inner)?;
                self.states[index.0].initial = Some(jump);
            }
            "transition" if is_history => {
                let jump = self.jump(node)?;
                self.states[index.0].initial = Some(jump);
            }
            "transition" => {
                let condition = node.attribute("cond").map(|source| {
                    self.conditions.push(code(source, parse_expression));
                    ConditionIndex(self.conditions.len() - 1)
                });
                let transition = Transition {
                    events: node.attribute("event").map(words),
                    condition,
                    internal: node.attribute("type") == Some("internal"),
                    jump: self.jump(node)?,
                };
                self.states[index.0].transitions.push(transition);
            }
            "onentry" => {
                let block = self.block(node)?;
                self.states[index.0].entry.push(block);
            }
            "onexit" => {
                let block = self.block(node)?;
                self.states[index.0].exit.push(block);
            }
            "datamodel" => {
                for item in elements(node) {
                    let variable = self.variable(item)?;
                    self.states[index.0].variables.push(variable);
                }
            }
            "invoke" => {
                let invoke = self.invoke(node)?;
                self.states[index.0].invokes.push(invoke);
            }
            "donedata" => self.states[index.0].done = Some(payload(node)?),
            "script" if index.0 == 0 => {
                let step = self.step(node)?;
                self.scripts.push(step);
            }
            // Elements of other vocabularies are ignored.
            _ if is_foreign(node) => {}
            _ => return Err(unexpected(node)),
        }
        Ok(())
    }

    fn jump(&mut self, node: Node<'_, '_>) -> Read<Jump> {
        let targets = node.attribute("target").map(words).unwrap_or_default();
        let content = if elements(node).next().is_some() { Some(self.block(node)?) } else { None };
        Ok(Jump { targets, content })
    }

    fn block(&mut self, node: Node<'_, '_>) -> Read<BlockIndex> {
        let steps = self.steps(elements(node))?;
        self.blocks.push(steps);
        Ok(BlockIndex(self.blocks.len() - 1))
    }

    fn steps<'a, 'i: 'a>(
        &self,
        nodes: impl Iterator<Item = Node<'a, 'i>>,
    ) -> Read<Vec<Instruction>> {
        nodes.filter(|node| !is_foreign(*node)).map(|node| self.step(node)).collect()
    }

    fn step(&self, node: Node<'_, '_>) -> Read<Instruction> {
        let act = match node.tag_name().name() {
            "raise" => Act::Raise(required(node, "event")?.into()),
            "send" => Act::Send(Box::new(Send {
                event: given(node, "event", "eventexpr"),
                target: given(node, "target", "targetexpr"),
                processor: given(node, "type", "typeexpr"),
                delay: given(node, "delay", "delayexpr"),
                id: node.attribute("id").map(Into::into),
                id_location: node
                    .attribute("idlocation")
                    .map(|source| code(source, parse_location)),
                payload: payload(node)?,
            })),
            "cancel" => Act::Cancel(
                given(node, "sendid", "sendidexpr").ok_or_else(|| lacks(node, "sendid"))?,
            ),
            "log" => Act::Log(node.attribute("expr").map(|source| code(source, parse_expression))),
            "assign" => {
                let location = code(required(node, "location")?, parse_location);
                let value = match node.attribute("expr") {
                    Some(source) => Content::Code(code(source, parse_expression)),
                    None => Content::Data(inner_data(node)),
                };
                Act::Assign(location, value)
            }
            "script" => Act::Script(self.script(node)?),
            "if" => Act::If(self.branches(node)?),
            "foreach" => Act::Foreach(Box::new(Foreach {
                array: code(required(node, "array")?, parse_expression),
                item: required(node, "item")?.into(),
                index: node.attribute("index").map(Into::into),
                body: self.steps(elements(node))?,
            })),
            _ => return Err(unexpected(node)),
        };
        Ok(Instruction { site: site(node), act })
    }

    fn branches(&self, node: Node<'_, '_>) -> Read<Vec<Branch>> {
        let branch = |node| {
            let condition = code(required(node, "cond")?, parse_expression);
            Ok::<_, ReadError>(Branch { condition: Some(condition), steps: Vec::new() })
        };
        let mut last = branch(node)?;
        let mut branches = Vec::new();
        for child in elements(node) {
            match child.tag_name().name() {
                "elseif" => branches.push(std::mem::replace(&mut last, branch(child)?)),
                "else" => {
                    let otherwise = Branch { condition: None, steps: Vec::new() };
                    branches.push(std::mem::replace(&mut last, otherwise));
                }
                _ => last.steps.push(self.step(child)?),
            }
        }
        branches.push(last);
        Ok(branches)
    }

    fn script(&self, node: Node<'_, '_>) -> Read<Code<Program>> {
        let source = match node.attribute("src") {
            Some(name) => self.file(name).map_err(|_| ReadError::Script(name.into()))?,
            None => text(node),
        };
        Ok(code(&source, parse_program))
    }

    fn variable(&self, node: Node<'_, '_>) -> Read<Variable> {
        let value = if let Some(source) = node.attribute("expr") {
            Content::Code(code(source, parse_expression))
        } else if let Some(name) = node.attribute("src") {
            match self.file(name) {
                Ok(text) => Content::Data(Data::from_text(&text)),
                Err(problem) => Content::Missing(format!("{name}: {problem}")),
            }
        } else {
            Content::Data(inner_data(node))
        };
        Ok(Variable { name: required(node, "id")?.into(), value, site: site(node) })
    }

    fn invoke(&mut self, node: Node<'_, '_>) -> Read<Invoke> {
        let finalize = elements(node).find(|child| child.tag_name().name() == "finalize");
        Ok(Invoke {
            site: site(node),
            id: node.attribute("id").map(Into::into),
            id_location: node.attribute("idlocation").map(|source| code(source, parse_location)),
            service: given(node, "type", "typeexpr"),
            source: given(node, "src", "srcexpr"),
            payload: payload(node)?,
            forwards: node.attribute("autoforward") == Some("true"),
            finalize: finalize.map(|node| self.block(node)).transpose()?,
        })
    }

    /// The text of a file that the document names, with or without the prefix `file:`.
    pub fn file(&self, name: &str) -> std::io::Result<String> {
        let name = name.strip_prefix("file:").unwrap_or(name);
        std::fs::read_to_string(self.folder.join(name))
    }
}

fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

fn is_foreign(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_some_and(|uri| uri != "http://www.w3.org/2005/07/scxml")
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(Into::into).collect()
}

fn text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

fn code<T>(source: &str, parse: fn(&str) -> Result<T, SyntaxError>) -> Code<T> {
    Code { source: source.into(), parsed: parse(source) }
}

fn given(node: Node<'_, '_>, plain: &str, computed: &str) -> Option<Given> {
    let text = || node.attribute(plain).map(|text| Given::Text(text.into()));
    node.attribute(computed).map(|source| Given::Code(code(source, parse_expression))).or_else(text)
}

/// The markup, JSON or text inside an element.
fn inner_data(node: Node<'_, '_>) -> Data {
    match elements(node).next() {
        Some(child) => Data::Element(markup(child)),
        None if text(node).trim().is_empty() => Data::Undefined,
        None => Data::from_text(&text(node)),
    }
}

fn payload(node: Node<'_, '_>) -> Read<Payload> {
    let mut payload = Payload::default();
    for name in node.attribute("namelist").map(words).unwrap_or_default() {
        let value = code(&name, parse_location);
        payload.names.push((name, value));
    }
    for child in elements(node) {
        match child.tag_name().name() {
            "param" => {
                let source = child.attribute("expr").or_else(|| child.attribute("location"));
                let source = source.ok_or_else(|| lacks(child, "expr"))?;
                payload
                    .parameters
                    .push((required(child, "name")?.into(), code(source, parse_expression)));
            }
            "content" => {
                payload.content = Some(match child.attribute("expr") {
                    Some(source) => Content::Code(code(source, parse_expression)),
                    None => Content::Data(inner_data(child)),
                });
            }
            _ => {}
        }
    }
    Ok(payload)
}

fn site(node: Node<'_, '_>) -> Site {
    let at = node.document().text_pos_at(node.range().start);
    Site { tag: node.tag_name().name().into(), line: at.row, column: at.col }
}

fn required<'a>(node: Node<'a, '_>, attribute: &'static str) -> Read<&'a str> {
    node.attribute(attribute).ok_or_else(|| lacks(node, attribute))
}

fn lacks(node: Node<'_, '_>, attribute: &'static str) -> ReadError {
    let Site { tag, line, .. } = site(node);
    ReadError::Lacks { tag, line, attribute }
}

fn unexpected(node: Node<'_, '_>) -> ReadError {
    let Site { tag, line, .. } = site(node);
    ReadError::Unexpected { tag, line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(inner: &str) -> Read<Document> {
        let source = format!(r#"<scxml xmlns="http://www.w3.org/2005/07/scxml">{inner}</scxml>"#);
        Document::read(&source, Path::new("nowhere"))
    }

    #[test]
    fn states_are_numbered_in_document_order() {
        let document = read(r#"<state id="a"><state id="b"/></state><final id="c"/>"#).unwrap();
        let ids: Vec<_> = document.states.iter().map(|state| state.id.as_str()).collect();
        assert_eq!(ids, ["state_0", "a", "b", "c"]);
        assert!(document.is_inside(StateIndex(2), StateIndex(1)));
        assert!(!document.is_inside(StateIndex(3), StateIndex(1)));
    }

    #[test]
    fn branches_keep_their_content() {
        let inner =
            r#"<if cond="a"><raise event="x"/><elseif cond="b"/><else/><raise event="y"/></if>"#;
        let document = read(&format!("<state><onentry>{inner}</onentry></state>")).unwrap();
        let Act::If(branches) = &document.blocks[0][0].act else { panic!("an if was written") };
        let sizes: Vec<_> = branches.iter().map(|branch| branch.steps.len()).collect();
        assert_eq!(sizes, [1, 0, 1]);
    }

    #[test]
    fn bad_documents_are_refused() {
        assert!(matches!(Document::read("<a>", Path::new("")), Err(ReadError::Xml(_))));
        assert!(matches!(Document::read("<a/>", Path::new("")), Err(ReadError::NotScxml(_))));
        assert!(matches!(read("<stat/>"), Err(ReadError::Unexpected { .. })));
        assert!(matches!(read(r#"<script src="gone.js"/>"#), Err(ReadError::Script(_))));
        assert!(matches!(
            read("<state><onentry><raise/></onentry></state>"),
            Err(ReadError::Lacks { attribute: "event", .. })
        ));
    }

    #[test]
    fn bad_code_is_an_error_only_when_it_runs() {
        let document = read(r#"<state><transition cond="1 +" target="x"/></state>"#).unwrap();
        assert!(document.conditions[0].parsed.is_err());
    }
}

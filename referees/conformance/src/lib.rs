//! An outside referee for `croupier-chart`.
//!
//! Runs a public collection of SCXML documents, each with a script of what must happen, against the
//! chart. The cases were written by others, so they do not share our misunderstandings.
//!
//! ```
//! use std::path::Path;
//!
//! use croupier_conformance::document::Document;
//! use croupier_conformance::event::{Class, Event};
//! use croupier_conformance::host::Host;
//! use croupier_conformance::session::Manner;
//!
//! let source = r#"
//!     <scxml initial="off">
//!         <state id="off"><transition event="press" target="on"/></state>
//!         <state id="on"/>
//!     </scxml>"#;
//! let document = Document::read(source, Path::new(""))?;
//! let mut host = Host::start(document, Manner::Straight)?;
//! host.send(Event::new("press", Class::External))?;
//! assert_eq!(host.leaves(), ["on"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pipeline: [`reader`] parses the XML to a [`document`], [`load`] builds a chart from it, a
//! [`session`] runs the chart with a [`mind`] as its rules data, and a [`host`] runs the tree of
//! sessions that documents invoke. [`corpus`] judges, [`report`] counts.
//!
//! Not supported, because only optional cases or cases with a manual verdict would notice: the HTTP
//! event processor, the semantics of an empty `<finalize>`, and the exit content of an invoked
//! session that is cancelled.

#![allow(missing_debug_implementations)] // Not published, and never printed.

pub mod content;
pub mod corpus;
pub mod data;
pub mod document;
pub mod event;
pub mod expression;
pub mod fault;
pub mod host;
pub mod load;
pub mod mind;
pub mod post;
pub mod reader;
pub mod report;
pub mod session;

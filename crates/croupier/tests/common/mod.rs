//! Runs the command in-process: arguments in, all output out.

// Every test file uses only a part of this.
#![allow(dead_code, unreachable_pub, missing_docs)]

#[path = "../../../croupier-catalog/tests/common/nim.rs"]
pub mod nim;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, fs, process};

use croupier::Console;
use croupier_catalog::Catalog;

pub fn catalog() -> Catalog {
    Catalog::new().with::<nim::Nim>()
}

/// The output and the exit code of the command.
pub struct Answer {
    pub exit: u8,
    pub out: String,
    pub err: String,
}

impl Answer {
    /// All of it, for a snapshot.
    pub fn text(&self) -> String {
        let Self { exit, out, err } = self;
        let mut text = String::new();
        for (title, stream) in [("output", out), ("errors", err)] {
            if !stream.is_empty() {
                let _ = write!(text, "--- {title}\n{stream}");
            }
        }
        let _ = write!(text, "--- exit {exit}");
        text
    }
}

/// A stream that the command writes to and the test reads.
#[derive(Clone, Default)]
pub struct Stream(Rc<RefCell<Vec<u8>>>);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

/// Runs the command with Nim as its only game. Arguments are separated by spaces.
pub fn run(line: &str) -> Answer {
    let (out, err) = (Stream::default(), Stream::default());
    let mut console = Console::plain(out.clone(), err.clone());
    let args = ["croupier"].into_iter().chain(line.split_whitespace());
    let exit = croupier::run_with(&catalog(), args, &mut console);
    Answer { exit, out: out.text(), err: err.text() }
}

/// A folder for one test, removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("croupier-command-{}-{test}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap()
    }

    /// The names of all files in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the command with `DIR` standing for this folder, in arguments and output.
    pub fn run(&self, line: &str) -> Answer {
        let path = self.0.to_str().unwrap();
        let Answer { exit, out, err } = run(&line.replace("DIR", path));
        Answer { exit, out: out.replace(path, "DIR"), err: err.replace(path, "DIR") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

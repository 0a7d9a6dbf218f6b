//! The output of a step's programs: shown on the terminal at once, or kept until the step has
//! ended.

use std::{
    io::{self, Read},
    process::{Command, ExitStatus},
};

/// Where the output of a step goes.
#[derive(Debug)]
pub(crate) enum Output {
    Terminal,
    Kept(Vec<u8>),
}

impl Output {
    /// Runs a program to its end.
    pub(crate) fn run(&mut self, mut command: Command) -> io::Result<ExitStatus> {
        match self {
            Self::Terminal => command.status(),
            Self::Kept(said) => {
                let (mut reader, writer) = io::pipe()?;
                let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
                // The command holds the pipe open, so reading would never end.
                drop(command);
                reader.read_to_end(said)?;
                child.wait()
            }
        }
    }

    /// The output that was kept.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Terminal => String::new(),
            Self::Kept(said) => String::from_utf8_lossy(said).into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_is_kept_in_one_piece() {
        let mut output = Output::Kept(vec![]);
        for arg in ["--version", "--no-such-flag"] {
            let mut command = Command::new("cargo");
            command.arg(arg);
            output.run(command).unwrap();
        }
        let text = output.text();
        assert!(text.starts_with("cargo ") && text.contains("--no-such-flag"), "{text}");
    }
}

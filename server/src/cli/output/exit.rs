//! How a command ends.

use std::process::ExitCode;

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing was found, or nothing had to be done.
    Clean = 0,
    /// There are findings or differences, or games were left unchanged.
    Found = 1,
    /// The usage is wrong, or a file cannot be read or written.
    Trouble = 2,
}

impl Exit {
    /// Trouble outweighs findings.
    pub fn of(trouble: bool, found: bool) -> Exit {
        match (trouble, found) {
            (true, _) => Exit::Trouble,
            (false, true) => Exit::Found,
            (false, false) => Exit::Clean,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

//! Why an engine gives no answer.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why an engine gives no answer. Its text is a sentence with the engine's path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineError {
    engine: PathBuf,
    reason: Reason,
}

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It cannot be started.
    Unstartable(String),
    /// It ended although it was not told to.
    Ended,
    /// It did not answer in time; with what it was waited for.
    Silent(&'static str),
    /// It printed a line that is too long, or too many.
    Garbage,
    /// It played a move that is illegal in this position.
    IllegalMove { text: String, fen: String },
    /// It chose a move and gave no score.
    NoScore { fen: String },
}

impl EngineError {
    /// An error of the engine at `engine`.
    pub(super) fn new(engine: &Path, reason: Reason) -> EngineError {
        EngineError { engine: engine.to_path_buf(), reason }
    }

    /// The engine cannot be started.
    pub(super) fn unstartable(engine: &Path, error: &io::Error) -> EngineError {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "there is no such program".to_owned(),
            io::ErrorKind::PermissionDenied => "it is not a program that may be run".to_owned(),
            _ => error.to_string(),
        };
        EngineError::new(engine, Reason::Unstartable(reason))
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine {} ", self.engine.display())?;
        match &self.reason {
            Reason::Unstartable(why) => write!(f, "cannot be started: {why}"),
            Reason::Ended => write!(f, "ended before it had answered"),
            Reason::Silent(expected) => write!(f, "does not answer: it sent no \"{expected}\" in time"),
            Reason::Garbage => write!(f, "does not speak UCI: what it prints is too long"),
            Reason::IllegalMove { text, fen } => write!(f, "plays {text:?}, which is illegal in {fen}"),
            Reason::NoScore { fen } => write!(f, "gives no score for {fen}"),
        }
    }
}

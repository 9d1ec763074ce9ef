//! The steps of a session's work, for tests that count them or hold the work at one of them.

use std::fmt::Debug;

/// A step of the work on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A worker begins to compute the answer to a request.
    Answer,
    /// A worker begins a share of the work on findings.
    Check,
    /// The background thread begins to read a file of the workspace into the index.
    Index,
    /// So many games or runs of records have been checked.
    Checked(usize),
}

/// Is called for each step on the thread that takes it, which waits until the call returns. A panic counts as one of the work.
pub trait Observer: Send + Sync + Debug {
    /// Observes a step.
    fn observe(&self, step: Step);
}

/// An observer that does nothing.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    fn observe(&self, _: Step) {}
}

//! What tests can watch of a session, and where they can hold it: the steps of its work.

use std::fmt::Debug;

/// A step of the work on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A worker begins to work out the answer to a request.
    Answer,
    /// A worker begins a share of the work on findings.
    Check,
    /// So many games have been checked.
    Checked(usize),
    /// The outline of a game is computed.
    Outline,
    /// The folds of a game are computed.
    Fold,
}

/// Is told of each step on the thread that takes it, which waits until this returns. A panic counts as one of the work.
pub trait Observer: Send + Sync + Debug {
    /// A step is taken.
    fn observe(&self, step: Step);
}

/// For sessions that nobody watches.
#[derive(Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn observe(&self, _: Step) {}
}

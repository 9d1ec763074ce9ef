//! The engine that rules of the group `engine` ask, passed in by callers that have one.

use std::fmt;
use std::sync::Arc;

use scoresheet_chess::evaluation::Evaluator;

/// An engine, shared by the linters of all files.
#[derive(Clone)]
pub struct Engine(Arc<dyn Evaluator>);

impl Engine {
    /// Creates the engine that asks `evaluator`.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Engine {
        Engine(evaluator)
    }

    /// Returns what evaluates positions.
    pub fn evaluator(&self) -> &dyn Evaluator {
        &*self.0
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Engine) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Engine {}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

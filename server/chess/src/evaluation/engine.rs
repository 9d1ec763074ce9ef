//! An engine to be asked, as callers hand it on.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::evaluator::Evaluator;

/// An engine, shared by all who ask it.
#[derive(Clone)]
pub struct Engine(Arc<dyn Evaluator>);

impl Engine {
    /// Creates the engine that asks `evaluator`.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Engine {
        Engine(evaluator)
    }
}

impl Deref for Engine {
    type Target = dyn Evaluator;

    fn deref(&self) -> &Self::Target {
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

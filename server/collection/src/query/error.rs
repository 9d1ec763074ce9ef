//! What is wrong with the text of a query.

use std::fmt::{self, Display};
use std::ops::Range;

/// Why a query cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Where, in the text of the query: half-open byte offsets, which may be empty at the end.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a period.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl QueryError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> QueryError {
        QueryError { span, message: message.into(), help: None }
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> QueryError {
        QueryError { help: Some(help.into()), ..self }
    }
}

impl Display for QueryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}

//! The fixes that write a text in place of another one.

use std::ops::Range;

use crate::finding::{Edit, Fix};

/// The safe fix that writes `new` at `range`.
pub(super) fn write(range: Range<usize>, new: impl Into<String>) -> Fix {
    let new = new.into();
    Fix::safe(format!("Write {new}"), vec![Edit::replace(range, new)])
}

/// The fix that writes `new` at `range`, which may not be what was meant.
pub(super) fn perhaps_write(range: Range<usize>, new: impl Into<String>) -> Fix {
    let new = new.into();
    Fix::unsafe_(format!("Write {new}"), vec![Edit::replace(range, new)])
}

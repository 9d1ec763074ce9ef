//! The fixes that write a text in place of another one, or delete one.

use std::ops::Range;

use crate::finding::{Edit, Fix};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

/// The safe fix that writes `new` at `range`.
pub(super) fn write(range: Range<usize>, new: impl Into<String>) -> Fix {
    let new = new.into();
    Fix::safe(format!("Write {new}"), vec![Edit::replace(range, new)])
}

/// The fix that writes `new` at `range`, which may not be what was meant.
pub(super) fn perhaps_write(range: Range<usize>, new: impl Into<String>) -> Fix {
    let new = new.into();
    Fix::unsafe_(format!("Write {}", new.trim()), vec![Edit::replace(range, new)])
}

/// The fix that deletes the text at `range`, which may have been meant.
pub(super) fn perhaps_delete(walk: &Walk, range: Range<usize>) -> Fix {
    let title = format!("Delete {}", walk.text(range.clone()));
    Fix::unsafe_(title, vec![delete(walk.game.text, range)])
}

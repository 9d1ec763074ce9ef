//! Applying the edits of several fixes at once.

use std::collections::BTreeMap;

use scoresheet_lint::finding::{Edit, Fix};

/// Edits by their start, then by the order in which they were added.
pub(super) type Edits<'a> = BTreeMap<(usize, usize), &'a Edit>;

/// `text` after `fixes`, whose edits do not touch each other.
pub(crate) fn apply(text: &str, fixes: &[&Fix]) -> String {
    let mut edits = Edits::new();
    fixes.iter().flat_map(|fix| &fix.edits).for_each(|edit| add(&mut edits, edit));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits.values() {
        out.push_str(&text[done..edit.range.start]);
        out.push_str(&edit.text);
        done = edit.range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Adds an edit after those that were added before.
pub(super) fn add<'a>(edits: &mut Edits<'a>, edit: &'a Edit) {
    edits.insert((edit.range.start, edits.len()), edit);
}

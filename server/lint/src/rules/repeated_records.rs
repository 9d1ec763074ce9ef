//! The findings on records that repeat something of an earlier one.

use std::ops::Range;

use scoresheet_grammar::epd::Record;

use crate::finding::Finding;
use crate::records::{Pair, RecordFile};
use crate::rule::Rule;

/// The most findings of a kind in one file. The last one says how many more there would be.
pub(super) const MOST_FINDINGS: usize = 500;

/// Reports the later record of every pair, with the first one as related place. `place` returns the repeated part of a
/// record in its line; `message` gets its text.
pub(super) fn report_later<'pairs>(
    rule: &'static Rule,
    file: &RecordFile,
    pairs: impl Iterator<Item = &'pairs Pair> + Clone,
    place: impl Fn(&str, &Record) -> Option<Range<usize>>,
    message: impl Fn(&str) -> String,
) -> Vec<Finding> {
    let more = match pairs.clone().count().saturating_sub(MOST_FINDINGS) {
        0 => String::new(),
        1 => " (1 more follows)".to_owned(),
        more => format!(" ({more} more follow)"),
    };
    let found = pairs.take(MOST_FINDINGS).enumerate().filter_map(|(index, pair)| {
        let (first_start, first_line, first) = file.read(pair.first)?;
        let (later_start, later_line, later) = file.read(pair.later)?;
        let (first, later) = (place(&first_line, &first)?, place(&later_line, &later)?);
        let more = if index + 1 == MOST_FINDINGS { more.as_str() } else { "" };
        let message = message(&later_line[later.clone()]) + more;
        let in_file = |range: Range<usize>, start: usize| range.start + start..range.end + start;
        let finding = rule.finding(in_file(later, later_start), message);
        Some(finding.with_related(in_file(first, first_start), "the first occurrence"))
    });
    found.collect()
}

//! What the rules share that report once what many records of a file have in common.

use std::borrow::Cow;
use std::ops::Range;

use crate::finding::{Edit, Finding, Fix};
use crate::records::Seen;
use crate::rule::Rule;
use scoresheet_chess::epd::at::PlacedRecord;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_format::epd::format::in_the_way;

/// A repair of so many records is a matter for `scoresheet format`.
const MOST_REPAIRED: usize = 2000;

impl Seen<'_> {
    /// One finding for all of them, at `place` in the first. Of a file with many records it says how many it is about.
    pub fn report(
        &self,
        rule: &'static Rule,
        place: impl Fn(&RecordView) -> Option<Range<usize>>,
        message: &str,
    ) -> Finding {
        let range = place(&self.first.view).unwrap_or_else(|| self.first.view.record.range.clone());
        let mut message = message.to_owned();
        if self.count > 1 {
            message.push_str(&format!(" ({} of {} records)", self.count, self.file.len()));
        }
        rule.finding(self.first.in_file(range), message)
    }

    /// A safe repair of all of them; nothing where they are too many for one.
    pub fn fix(&self, title: &str, edits: impl Fn(&RecordView) -> Vec<Edit>) -> Option<Fix> {
        if self.count > MOST_REPAIRED {
            return None;
        }
        let of_record = |(start, line): (usize, Cow<str>)| {
            let Some(record) = PlacedRecord::read(start, &line, self.file.kind) else { return Vec::new() };
            let edits = if in_the_way(&record.view).is_none() { edits(&record.view) } else { Vec::new() };
            let edits = edits.into_iter();
            edits.map(move |edit| edit.shifted(record.start)).collect::<Vec<_>>()
        };
        let all: Vec<Edit> = self.file.with(self.traits).flat_map(of_record).collect();
        (!all.is_empty()).then(|| Fix::safe(title, all))
    }
}

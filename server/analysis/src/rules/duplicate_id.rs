use std::ops::Range;

use scoresheet_grammar::epd::Record;

use crate::epd::RecordFile;
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// An `id` that the file holds already.
    ///
    /// ## What it does
    /// Finds records with the `id` of an earlier record.
    ///
    /// ## Why is this bad?
    /// An `id` is the name of a position. Results of test suites are listed by it.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// 4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "1";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// 4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "2";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.5.15.
    static DUPLICATE_ID = {
        name: "duplicate-id", group: Suspicious, level: Warning, fix: None, hooks: [Hook::RecordFile(check)],
    }
}

fn check(file: &RecordFile, findings: &mut Vec<Finding>) {
    for pair in &file.duplicates.ids {
        let (Some(one), Some(other)) = (file.read(pair.first), file.read(pair.later)) else { continue };
        if let (Some(place), Some(range)) = (id(one.1, &one.2), id(other.1, &other.2))
            && one.1[place.clone()] == other.1[range.clone()]
        {
            let message = format!("Another record has the id {} already", &one.1[place.clone()]);
            let in_file = |start: usize, range: Range<usize>| range.start + start..range.end + start;
            let finding = Finding::new(&DUPLICATE_ID, in_file(other.0, range), message);
            findings.push(finding.with_related(in_file(one.0, place), "the first one"));
        }
    }
}

/// Where the operands of a record's `id` stand in its line.
fn id(line: &str, record: &Record) -> Option<Range<usize>> {
    let operands = record.operands(record.operation(line, "id")?);
    Some(operands.first()?.inner().start..operands.last()?.inner().end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &DUPLICATE_ID,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
4k3/8/8/8/8/8/4P3/4K3 b - - id \"2\";
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
                                ^ Another record has the id 1 already
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;
",
        );
    }
}

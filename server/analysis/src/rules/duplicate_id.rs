use std::ops::Range;

use crate::epd::{PlacedRecord, RecordFile, duplicates};
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
    for (first, later) in duplicates(file, |facts| facts.id) {
        let (Some(one), Some(other)) = (file.read(first.0, first.1), file.read(later.0, later.1)) else { continue };
        if let (Some((place, id)), Some((range, same))) = (id(&one), id(&other))
            && id == same
        {
            let message = format!("Another record has the id {id} already");
            findings.push(Finding::new(&DUPLICATE_ID, range, message).with_related(place, "the first one"));
        }
    }
}

/// The operands of a record's `id` and where they stand in the file.
fn id<'file>(record: &PlacedRecord<'file>) -> Option<(Range<usize>, &'file str)> {
    let operands = record.view.operands(record.view.operation("id")?);
    let range = operands.first()?.inner().start..operands.last()?.inner().end;
    Some((record.in_file(range.clone()), record.view.text(range)))
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

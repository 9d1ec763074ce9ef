use scoresheet_grammar::epd::Record;

use crate::epd::RecordFile;
use crate::finding::{Finding, Level};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A position that the file holds already.
    ///
    /// ## What it does
    /// Finds records whose four fields are those of an earlier record. Where clocks or operations differ it is for information
    /// only: the same position may pose two tasks.
    ///
    /// ## Why is this bad?
    /// Test results and the statistics of an opening book count the position twice.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;
    /// 4k3/8/8/8/8/8/4P3/4K3 b - - sm Kd7;
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.3.
    static DUPLICATE_POSITION = {
        name: "duplicate-position", group: Suspicious, level: Warning, fix: None, hooks: [Hook::RecordFile(check)],
    }
}

fn check(file: &RecordFile, findings: &mut Vec<Finding>) {
    for pair in &file.duplicates.positions {
        let (Some(one), Some(other)) = (file.read(pair.first), file.read(pair.later)) else { continue };
        if !words(&one.1[one.2.fields.clone()]).eq(words(&other.1[other.2.fields.clone()])) {
            continue;
        }
        let is_same = rest(one.1, &one.2).eq(rest(other.1, &other.2));
        let message =
            if is_same { "This record stands in the file already" } else { "This position stands in the file already" };
        let in_file =
            |(start, _, record): &(usize, &str, Record)| record.fields.start + start..record.fields.end + start;
        let mut finding = Finding::new(&DUPLICATE_POSITION, in_file(&other), message);
        if !is_same {
            finding.level = Level::Info;
        }
        findings.push(finding.with_related(in_file(&one), "the first one"));
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

/// All but the fields.
fn rest<'line>(line: &'line str, record: &Record) -> impl Iterator<Item = &'line str> {
    words(&line[record.fields.end..record.range.end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &DUPLICATE_POSITION,
            "
    4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
    4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ This record stands in the file already
    4k3/8/8/8/8/8/4P3/4K3 w  - - bm e3;
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ This position stands in the file already
    8/8
    8/8
    ",
        );
    }

    #[test]
    fn files_of_any_length_are_searched() {
        let ranks = ["8", "7P", "6P1", "5P2", "4P3", "3P4", "2P5", "1P6", "P7"];
        let boards = ranks
            .iter()
            .flat_map(|one| ranks.iter().map(move |other| format!("4k3/8/8/{one}/{other}/8/8/4K3 w - -\n")));
        let text: String = boards.collect();
        assert!(crate::testing::findings(&DUPLICATE_POSITION, &text).is_empty());
        let twice = format!("{text}{text}");
        assert_eq!(crate::testing::findings(&DUPLICATE_POSITION, &twice).len(), ranks.len() * ranks.len());
    }
}

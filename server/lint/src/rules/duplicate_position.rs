use std::borrow::Cow;

use scoresheet_grammar::epd::Record;

use crate::finding::{Finding, Level};
use crate::records::RecordFile;
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
    name: "duplicate-position", group: Suspicious, level: Warning, fix: None, hooks: [Hook::RecordFile(check)],
}

/// More of them are counted only.
const MOST_FINDINGS: usize = 500;

fn check(file: &RecordFile, findings: &mut Vec<Finding>) {
    let of_kind = |is_same: bool| file.duplicates.positions.iter().filter(move |pair| pair.is_same == is_same);
    for is_same in [true, false] {
        let left_out = of_kind(is_same).count().saturating_sub(MOST_FINDINGS);
        for (index, pair) in of_kind(is_same).take(MOST_FINDINGS).enumerate() {
            let (Some(one), Some(other)) = (file.read(pair.first), file.read(pair.later)) else { continue };
            let what = if is_same { "record" } else { "position" };
            let mut message = format!("This {what} stands in the file already");
            if left_out > 0 && index + 1 == MOST_FINDINGS {
                message.push_str(&format!(" ({left_out} more of this kind follow)"));
            }
            let in_file =
                |(start, _, record): &(usize, Cow<str>, Record)| record.fields.start + start..record.fields.end + start;
            let mut finding = RULE.finding(in_file(&other), message);
            if !is_same {
                finding.level = Level::Info;
            }
            findings.push(finding.with_related(in_file(&one), "the first one"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &RULE,
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
        assert!(crate::testing::findings(&RULE, &text).is_empty());
        let twice = format!("{text}{text}");
        assert_eq!(crate::testing::findings(&RULE, &twice).len(), ranks.len() * ranks.len());
        let often = crate::testing::findings(&RULE, &text.repeat(10));
        assert_eq!(often.len(), MOST_FINDINGS);
        let more = ranks.len() * ranks.len() * 9 - MOST_FINDINGS;
        assert!(often[MOST_FINDINGS - 1].message.ends_with(&format!("({more} more of this kind follow)")));
    }
}

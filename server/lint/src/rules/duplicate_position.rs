use super::repeated_records::report_later;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::records::RecordFile;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A position that occurs twice in the file.
    ///
    /// ## What it does
    /// Checks for records with the same four position fields as an earlier record, an en passant square that no pawn can use aside. Where the clocks or operations differ the
    /// finding is only informational: two problems may use the same position.
    ///
    /// ## Why is this bad?
    /// Test results and opening-book statistics count the position twice.
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

fn check(file: &RecordFile, findings: &mut Findings) {
    for (is_same, what, level) in [(true, "record", Level::Warning), (false, "position", Level::Info)] {
        let pairs = file.duplicates.positions.iter().filter(|pair| pair.is_same == is_same);
        let message = |_: &str| format!("This {what} occurs earlier in the file");
        let found = report_later(&RULE, file, pairs, |_, record| Some(record.fields.clone()), message);
        findings.extend(found.into_iter().map(|finding| Finding { level, ..finding }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::repeated_records::MOST_FINDINGS;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &RULE,
            "
    4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
    4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ This record occurs earlier in the file
    4k3/8/8/8/8/8/4P3/4K3 w  - - bm e3;
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ This position occurs earlier in the file
    8/8
    8/8
    ",
        );
    }

    #[test]
    fn a_square_that_no_pawn_can_use_makes_no_other_position() {
        check(
            &RULE,
            "
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5;
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ This position occurs earlier in the file
rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3
rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq -
4k3/8/8/3pP3/8/8/8/4K3 w - d6
4k3/8/8/3pP3/8/8/8/4K3 w - -
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
        assert!(often[MOST_FINDINGS - 1].message.ends_with(&format!("({more} more follow)")));
    }
}

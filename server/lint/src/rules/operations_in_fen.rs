use std::ops::Range;

use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Operations in a FEN file.
    ///
    /// ## What it does
    /// Checks for records in a `.fen` file that have EPD operations. Reported once per file.
    ///
    /// ## Why is this bad?
    /// A FEN is a position and nothing else; a file with operations should be named `.epd`.
    ///
    /// ## Example
    /// ```fen
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 bm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```fen
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.1 and 16.2.
    name: "operations-in-fen", group: Portability, level: Info, fix: None, hooks: [Hook::RecordTrait(Traits::OPERATIONS, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A FEN has no operations; a file with operations is EPD";
    findings.push(seen.report(&RULE, place, message));
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.record.operations.first()?.range.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings_in_file;

    #[test]
    fn operations_belong_into_epd() {
        let found = |name: &str| {
            let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 bm e4;\n";
            findings_in_file(&[&RULE], text, Some(name), crate::file_view::FileOptions::default()).len()
        };
        assert_eq!((found("a.fen"), found("a.epd")), (1, 0));
    }
}

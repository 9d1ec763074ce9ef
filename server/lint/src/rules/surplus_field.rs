use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A fifth field that is a hyphen.
    ///
    /// ## What it does
    /// Checks for a hyphen between the four fields of EPD and the operations. Reported once per file.
    ///
    /// ## Why is this bad?
    /// It has no meaning, and strict programs read it as an opcode.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - - bm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## Fix safety
    /// Deleting the hyphen is safe: it has no meaning.
    ///
    /// ## References
    /// PGN standard, section 16.2.3.
    name: "surplus-field", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::HYPHEN, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "This is a fifth field; EPD has four";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Delete the field", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    view.record.hyphen.clone()
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let hyphen = view.record.hyphen.clone();
    hyphen.map(|range| Edit::delete(view.record.fields.end..range.end)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_hyphen_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - - bm e4;
                            ^ This is a fifth field; EPD has four
",
        );
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - - bm e4;", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;");
    }
}

use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A last operation without its semicolon.
    ///
    /// ## What it does
    /// Checks for records whose last operation does not end with a semicolon. Reported once per file.
    ///
    /// ## Why is this bad?
    /// Every operation ends with a semicolon. Strict programs lose the last operation.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 30
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 30;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it inserts only the semicolon.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "missing-semicolon", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::MISSING_SEMICOLON, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "This operation must end with a semicolon";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Insert the semicolons", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.body(view.record.operations.last()?))
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let last = view.record.operations.last().filter(|operation| !operation.is_terminated);
    last.map(|operation| Edit::insert(operation.range.end, ";")).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_last_operation_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 30
                                  ^^^^^ This operation must end with a semicolon
4k3/8/8/8/8/8/4P3/4K3 w - -
",
        );
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 \n", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; \n");
    }
}

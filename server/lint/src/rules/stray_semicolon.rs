use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Semicolons that end no operation.
    ///
    /// ## What it does
    /// Checks for a semicolon before the first operation, as in perft suites (`;D1 20 ;D2 400`), and for two in a row. Reported
    /// once per file.
    ///
    /// ## Why is this bad?
    /// A semicolon ends an operation. A strict program stops where there is none.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - ; D1 6; D2 30;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 30;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps all operations.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.
    name: "stray-semicolon", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::STRAY_SEMICOLON, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A semicolon ends an operation, but there is none before it";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Delete the semicolons", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let gap = view.gaps().find(|gap| has_semicolon(view, gap))?;
    let offset = view.text(gap.clone()).find(';')?;
    Some(gap.start + offset..gap.start + offset + 1)
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let last = view.record.range.end;
    let gaps = view.gaps().filter(|gap| has_semicolon(view, gap));
    // A number after the fields would become one of them.
    let becomes_field =
        |gap: &Range<usize>| view.line[gap.end..].starts_with(|first: char| !first.is_ascii_alphabetic());
    let gaps = gaps.filter(|gap| gap.end == last || !becomes_field(gap));
    gaps.map(|gap| Edit::replace(gap.clone(), if gap.end == last { "" } else { " " })).collect()
}

fn has_semicolon(view: &RecordView, gap: &Range<usize>) -> bool {
    view.text(gap.clone()).contains(';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn operations_keep_theirs() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - ;D1 6 ;D2 30
                            ^ A semicolon ends an operation, but there is none before it
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \";;\";
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - -; bm e4;; id \"1\"; ;\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\";\n",
        );
    }
}

use std::ops::Range;

use crate::finding::{Edit, Finding};
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Zero bytes in a record.
    ///
    /// ## What it does
    /// Finds bytes of value zero, which some programs write before every line end. Told once a file.
    ///
    /// ## Why is this bad?
    /// Many programs take a zero byte for the end of the text, or as part of the last operand.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;␀
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## Fix safety
    /// A zero byte says nothing: one at the end of a record is taken out, others become a blank.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "zero-byte", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::ZERO_BYTE, check)],
}

fn check(seen: &Seen, findings: &mut Vec<Finding>) {
    let message = "A zero byte stands here, which many programs take for the end of the file";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Take the zero bytes out", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let at = view.line.find('\0')?;
    Some(at..at + 1)
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let places = view.line.match_indices('\0');
    let edit = |(at, _): (usize, &str)| {
        let is_inside = view.record.range.contains(&at);
        Edit::replace(at..at + 1, if is_inside { " " } else { "" })
    };
    places.map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_fix;

    #[test]
    fn zero_bytes_go() {
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\0\n4k3/8/8/8/8/8/4P3/4K3 w - -\0id \"1\";\0\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";\n",
        );
    }
}

use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Zero bytes in a record.
    ///
    /// ## What it does
    /// Checks for bytes of value zero, which some programs write before every line end. Reported once per file.
    ///
    /// ## Why is this bad?
    /// Many programs read a zero byte as the end of the text, or as part of the last operand.
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
    /// The fix deletes zero bytes at the end of a record and replaces others by a space. It is safe: they have no meaning.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "zero-byte", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::ZERO_BYTE, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A zero byte, which many programs read as the end of the file";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Remove the zero bytes", edits));
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

use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Records of a FEN file without halfmove clock and move number.
    ///
    /// ## What it does
    /// Checks for records in a `.fen` file with fewer than six fields. Reported once per file.
    ///
    /// ## Why is this bad?
    /// A FEN has six fields. Programs that require all of them reject the line.
    ///
    /// ## Example
    /// ```fen
    /// 4k3/8/8/8/8/8/4P3/4K3 w - -
    /// ```
    ///
    /// ## Use instead
    /// ```fen
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: programs assume the counters 0 and 1 where they are missing.
    ///
    /// ## References
    /// PGN standard, sections 16.1.3.5 and 16.1.3.6.
    name: "missing-counters", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::NO_COUNTERS, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A FEN must end with the halfmove clock and the move number, 0 1 if they are unknown";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Add 0 1", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    // Behind the last field.
    let position = view.record.position();
    let last = view.text(position.clone()).split_whitespace().next_back()?;
    Some(position.end - last.len()..position.end)
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let missing = match (&view.fen().halfmove, &view.fen().fullmove) {
        (None, _) => " 0 1",
        (Some(_), None) => " 1",
        _ => "",
    };
    vec![Edit::insert(view.record.position().end, missing)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings_in_file;

    #[test]
    fn the_last_field_is_marked() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        let found = findings_in_file(&[&RULE], text, Some("a.fen"), crate::file_view::FileOptions::default());
        assert_eq!(found[0].range, 26..27);
    }

    #[test]
    fn a_fen_has_six_fields() {
        let found = |text: &str, name: &str| {
            let findings = findings_in_file(&[&RULE], text, Some(name), crate::file_view::FileOptions::default());
            findings.into_iter().map(|finding| finding.fixes[0].edits[0].text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(found("4k3/8/8/8/8/8/4P3/4K3 w - -\n", "a.fen"), [" 0 1"]);
        assert_eq!(found("4k3/8/8/8/8/8/4P3/4K3 w - - 5\n", "a.fen"), [" 1"]);
        assert!(found("4k3/8/8/8/8/8/4P3/4K3 w - - 5 9\n", "a.fen").is_empty());
        assert!(found("4k3/8/8/8/8/8/4P3/4K3 w - -\n", "a.epd").is_empty());
    }
}

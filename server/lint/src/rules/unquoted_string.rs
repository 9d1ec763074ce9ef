use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Strings without quotes.
    ///
    /// ## What it does
    /// Checks for operands without quotes where the opcode takes a string: `id sbd.001`. Reported once per file.
    ///
    /// ## Why is this bad?
    /// A program that expects a string finds a symbol, or reads only its first word.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id sbd.001;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "sbd.001";
    /// ```
    ///
    /// ## Fix safety
    /// The fix puts everything between opcode and semicolon in quotes.
    ///
    /// ## References
    /// PGN standard, sections 16.2.4.1 and 16.2.5.15.
    name: "unquoted-string", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::UNQUOTED, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A string must be in quotes";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Add the quotes", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.record.operations.iter().find_map(|operation| view.unquoted(operation))?.0)
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let strings = view.record.operations.iter().filter_map(|operation| view.unquoted(operation));
    strings.map(|(range, text)| Edit::replace(range, text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn strings_get_their_quotes() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id ERET 015 - Endgame;
                                      ^^^^^^^^^^^^^^^^^^ A string must be in quotes
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - c0 a \"b\"; id ERET 015 - Endgame;",
            "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a b\"; id \"ERET 015 - Endgame\";",
        );
    }
}

use std::ops::Range;

use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Spaces other than one between two parts of a record.
    ///
    /// ## What it does
    /// Checks for records with several spaces or none between two parts, with tabs, or with spaces before a semicolon or at an
    /// end of the line. Reported once per file; `scoresheet format` corrects all of them.
    ///
    /// ## Why is this bad?
    /// The standard requires one space between two parts. Simple programs that split at spaces find empty parts.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - -  bm e4 ;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.3 and 16.2.4.1.
    name: "surplus-blank", group: Style, level: Info, fix: None, hooks: [Hook::RecordTrait(Traits::ODD_SPACES, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A record must have one space between two parts and none elsewhere";
    findings.push(seen.report(&RULE, place, message));
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let line = view.line.trim_end_matches(['\n', '\r']);
    let is_odd = |at: &usize| {
        let rest = &line[*at..];
        let is_edge = *at == 0 || rest.trim().is_empty();
        let is_glued =
            rest.strip_prefix(';').is_some_and(|next| !next.is_empty() && !next.starts_with([' ', '\t', ';']));
        rest.starts_with(' ') && (is_edge || rest.starts_with("  ") || rest.starts_with(" ;"))
            || rest.starts_with('\t')
            || is_glued
    };
    let texts = view.record.operations.iter().flat_map(|operation| view.record.operands(operation));
    let texts: Vec<_> = texts.filter(|operand| operand.is_text()).map(|operand| operand.range.clone()).collect();
    let is_in_text = |at: &usize| {
        let after = texts.partition_point(|range| range.start <= *at);
        after.checked_sub(1).is_some_and(|before| texts[before].contains(at))
    };
    let at = (0..line.len()).filter(|at| line.is_char_boundary(*at) && is_odd(at)).find(|at| !is_in_text(at))?;
    let blanks = line[at..].len() - line[at..].trim_start_matches([' ', '\t']).len();
    Some(at..at + blanks.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_first_odd_space_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a  b\"; id  \"1\";
                                         ^^ A record must have one space between two parts and none elsewhere
",
        );
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a;b\"; ce 3;id \"1\";
                                          ^ A record must have one space between two parts and none elsewhere
",
        );
        check(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a  b;c\"; id \"1\";\n");
    }
}

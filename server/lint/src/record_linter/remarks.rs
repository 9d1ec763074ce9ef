//! Remarks that suppress findings, above a record or at the top of the file: `# scoresheet: allow illegal-move`.
//!
//! EPD has no escape lines (section 6 of the standard is about PGN), but programs that write remarks also skip them.

use std::collections::BTreeSet;
use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line, lines};

use crate::finding::Edit;
use crate::rule::{Hook, Rule};
use crate::rule_id::RuleId;
use crate::selector::Selector;
use crate::suppression::{Allowance, Scope, read};

/// Returns the edit that allows a rule in the record at byte `offset` of a file, in a remark above it. Returns `None` for rules
/// that report once per file, which such a remark cannot suppress.
pub fn allow_in_record(file: &EpdFile, offset: usize, rule: &Rule) -> Option<Edit> {
    if rule.hooks.iter().any(|hook| matches!(hook, Hook::RecordTrait(..))) {
        return None;
    }
    let (start, line) = file.line_around(offset)?;
    let mark = if line.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    Some(Edit::insert(start + mark, format!("# scoresheet: allow {}{}", rule.name, line_end(file))))
}

/// Returns the edit that allows a rule in a whole file, in a remark at its top.
pub fn allow_in_file(file: &EpdFile, rule: RuleId) -> Edit {
    let has_mark = file.line_around(0).is_some_and(|(_, line)| line.starts_with('\u{FEFF}'));
    let start = if has_mark { '\u{FEFF}'.len_utf8() } else { 0 };
    Edit::insert(start, format!("# scoresheet: allow-file {}{}", rule.name, line_end(file)))
}

/// Returns the line end of a file: that of its first line.
fn line_end(file: &EpdFile) -> &'static str {
    let first = file.line_around(0).map_or("", |(_, line)| line);
    ["\r\n", "\n", "\r"].into_iter().find(|end| first.ends_with(end)).unwrap_or("\n")
}

/// Returns the suppressions in the remarks before the first record of a file. Reads no further.
pub(super) fn allowed_in_file(text: &str, known: &[RuleId]) -> BTreeSet<Selector> {
    let top = lines(text).map(|line| &text[line]).map(|line| (line, Line::read(line)));
    let top = top.take_while(|(_, read)| !matches!(read, Line::Record(_)));
    let remarks = top.filter_map(|(line, read)| match read {
        Line::Comment(range) => read_remark(line, range, 0, known).filter(|remark| remark.scope == Some(Scope::File)),
        _ => None,
    });
    remarks.flat_map(|remark| remark.names).filter_map(|name| name.selector.ok()).collect()
}

/// Parses a remark that is addressed to Scoresheet. Ranges are relative to the text in which the line begins at byte `start`.
pub(super) fn read_remark(line: &str, remark: Range<usize>, start: usize, known: &[RuleId]) -> Option<Allowance> {
    // Most remarks are for readers.
    let words = line[remark.clone()].strip_prefix(['#', '%', ';']).filter(|words| words.contains(':'))?;
    let allowance = read(&format!("%{words}"), start + remark.start, known)?;
    Some(Allowance { is_remark: true, ..allowance })
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::epd::EpdFile;

    use super::{allow_in_file, allow_in_record};
    use crate::configuration::Configuration;
    use crate::finding::{Finding, Level};
    use crate::record_linter::RecordLinter;
    use crate::rules::{RULES, rule};
    use scoresheet_chess::epd::RecordKind;

    /// Returns the rules that report something in a text.
    fn found(text: &str) -> Vec<&'static str> {
        let linter = RecordLinter::for_file(RULES, &Configuration::new(Level::Info), text);
        linter.check_text(text, RecordKind::default()).into_iter().map(|finding| finding.rule.name).collect()
    }

    const BAD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke4;\n";
    const WORSE: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke4\n";

    #[test]
    fn remarks_allow_what_they_name() {
        let of = |before: &str| found(&format!("{before}{BAD}{WORSE}"));
        assert_eq!(of(""), ["illegal-move", "missing-semicolon", "illegal-move"]);
        assert_eq!(of("# scoresheet: allow illegal-move\n"), ["missing-semicolon", "illegal-move"]);
        assert_eq!(of("#scoresheet: allow correctness\n# x\n"), ["missing-semicolon", "illegal-move"]);
        let far = of("# scoresheet: allow illegal-move\n\n");
        assert_eq!(far, ["unused-suppression", "illegal-move", "missing-semicolon", "illegal-move"]);
        assert_eq!(of("# x\n\n# scoresheet: allow-file illegal-move, portability\n"), Vec::<&str>::new());
        assert_eq!(of("# scoresheet: allow nonsense\n").len(), 4);
        assert_eq!(found(&format!("{BAD}# scoresheet: allow-file illegal-move\n{BAD}"))[..1], ["illegal-move"]);
    }

    /// Checks the unused parts of remarks, and the text after the first fix.
    #[track_caller]
    fn check_idle(text: &str, expected: &[(&str, &str)]) {
        let linter = RecordLinter::for_file(RULES, &Configuration::new(Level::Info), text);
        let mut findings = linter.check_text(text, RecordKind::default());
        assert!(findings.is_sorted_by_key(|finding| finding.range.start));
        findings.retain(|finding| finding.rule.name == "unused-suppression");
        let repaired = |finding: &Finding| {
            let mut text = text.to_owned();
            let edits = finding.fixes.iter().take(1).flat_map(|fix| fix.edits.iter().rev());
            edits.for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
            text
        };
        let found: Vec<_> = findings.iter().map(|finding| (&text[finding.range.clone()], repaired(finding))).collect();
        let expected: Vec<_> = expected.iter().map(|(range, text)| (*range, (*text).to_owned())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn unused_parts_of_a_remark_are_reported() {
        let good = "# 🏆: x\r\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\r\n";
        check_idle(
            &format!("{good}# scoresheet: allow illegal-move\r\n{good}"),
            &[("illegal-move", &format!("{good}{good}"))],
        );
        check_idle(
            &format!("{good}# scoresheet: allow null-move, illegal-move # so\n{BAD}"),
            &[("null-move", &format!("{good}# scoresheet: allow illegal-move # so\n{BAD}"))],
        );
        check_idle(
            &format!("# scoresheet: allow ilegal-move\n{BAD}"),
            &[("ilegal-move", &format!("# scoresheet: allow illegal-move\n{BAD}"))],
        );
        check_idle(
            &format!("# scoresheet: alow illegal-move\n{BAD}"),
            &[("alow", &format!("# scoresheet: allow illegal-move\n{BAD}"))],
        );
        check_idle(&format!("{good}# scoresheet: allow\n{good}"), &[("# scoresheet: allow", &format!("{good}{good}"))]);
        check_idle(
            &format!("# scoresheet: allow-file nonsense\n{good}"),
            &[("nonsense", &format!("# scoresheet: allow-file nonsense\n{good}"))],
        );
        // There is no record below it.
        check_idle(&format!("{good}# scoresheet: allow illegal-move"), &[("illegal-move", good)]);
        // Some rules of the group are off.
        check_idle(&format!("# scoresheet: allow pedantic\n{good}# scoresheet: allow missing-semicolon\n{WORSE}"), &[]);
        check_idle(&format!("# scoresheet: allow unused-suppression, null-move\n{BAD}"), &[]);
        check_idle(&format!("# scoresheet: allow-file unused-suppression\n# scoresheet: allow null-move\n{BAD}"), &[]);
    }

    #[test]
    fn remarks_allow_what_is_found_in_the_whole_file() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
        let other = "4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke4;\n";
        let remark = "# scoresheet: allow duplicate-position\n";
        assert_eq!(found(&format!("{good}{good}")), ["duplicate-position"]);
        assert_eq!(found(&format!("{good}{remark}{good}")), Vec::<&str>::new());
        assert_eq!(found(&format!("{good}{remark}{good}{good}")), ["duplicate-position"]);
        assert_eq!(found(&format!("{good}# scoresheet: allow suspicious\n{good}")), Vec::<&str>::new());
        check_idle(
            &format!("{remark}{good}{remark}{good}"),
            &[("duplicate-position", &format!("{good}{remark}{good}"))],
        );
        check_idle(
            &format!("{good}# scoresheet: allow duplicate-position, illegal-move\n{good}"),
            &[("illegal-move", &format!("{good}{remark}{good}"))],
        );
        check_idle(
            &format!("{good}# scoresheet: allow duplicate-position, illegal-move\n{other}"),
            &[("duplicate-position", &format!("{good}# scoresheet: allow illegal-move\n{other}"))],
        );
        check_idle(&format!("{good}{remark}\n{good}"), &[("duplicate-position", &format!("{good}\n{good}"))]);
    }

    #[test]
    fn a_record_is_left_out_of_what_is_reported_once_per_file() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
        let remark = "# scoresheet: allow missing-semicolon\n";
        let other = "4k3/8/8/8/8/8/3P4/4K3 w - - bm d4\n";
        let more = "4k3/8/8/8/8/8/2P5/4K3 w - - bm c4\n";
        let text = format!("{remark}{other}{more}");
        let linter = RecordLinter::for_file(RULES, &Configuration::new(Level::Info), &text);
        let found = linter.check_text(&text, RecordKind::default());
        assert_eq!(found.len(), 1);
        assert!(found[0].range.start > remark.len() + other.len() && !found[0].message.contains("records"));
        assert_eq!(found[0].fixes[0].edits.len(), 1);
        check_idle(&format!("{remark}{other}"), &[]);
        check_idle(&format!("{remark}{good}"), &[("missing-semicolon", good)]);
        check_idle(&format!("{good}{remark}{other}{more}"), &[]);
    }

    #[test]
    fn unused_parts_of_the_top_are_reported() {
        let good = "# 🏆: x\r\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\r\n";
        let top = "# 🏆\r\n# scoresheet: allow-file";
        check_idle(&format!("{top} illegal-move\r\n{good}"), &[("illegal-move", &format!("# 🏆\r\n{good}"))]);
        check_idle(
            &format!("{top} null-move, illegal-move # so\n{good}{BAD}"),
            &[("null-move", &format!("{top} illegal-move # so\n{good}{BAD}"))],
        );
        check_idle(&format!("{top}\n{BAD}"), &[("# scoresheet: allow-file", &format!("# 🏆\r\n{BAD}"))]);
        check_idle(
            &format!("{good}# scoresheet: allow-file illegal-move\n{BAD}"),
            &[("allow-file", &format!("{good}# scoresheet: allow illegal-move\n{BAD}"))],
        );
        // Rules that report once per file count by their findings on the file.
        let twice = format!("{good}{good}");
        check_idle(&format!("{top} duplicate-position, missing-semicolon\n{twice}{WORSE}"), &[]);
        check_idle(&format!("{top} duplicate-position\n{good}"), &[("duplicate-position", &format!("# 🏆\r\n{good}"))]);
        // Two suppressions of the same finding both count as used; some rules of a group are off.
        check_idle(&format!("{top} illegal-move\n# scoresheet: allow illegal-move\n{BAD}"), &[]);
        check_idle(&format!("{top} pedantic\n{good}"), &[]);
        check_idle(&format!("{top} unused-suppression, null-move\n{good}"), &[]);
        // Without records the whole file is its top.
        check_idle(&format!("{top} illegal-move\n"), &[("illegal-move", "# 🏆\r\n")]);
    }

    #[test]
    fn inserted_remarks_suppress_their_rule() {
        let text = format!("\u{FEFF}{WORSE}{BAD}").replace('\n', "\r\n");
        let file = EpdFile::parse(&text);
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Info));
        let findings = linter.check_text(&text, RecordKind::default());
        let with = |edit: crate::finding::Edit| {
            let mut text = text.clone();
            text.replace_range(edit.range, &edit.text);
            assert!(text.starts_with('\u{FEFF}') && text.matches('\n').count() == text.matches("\r\n").count());
            found(&text)
        };
        assert_eq!(found(&text), ["missing-semicolon", "illegal-move", "illegal-move"]);
        let illegal = &findings[2];
        let in_record = allow_in_record(&file, illegal.range.start, rule(illegal.rule.name).unwrap()).unwrap();
        assert_eq!(with(in_record), ["missing-semicolon", "illegal-move"]);
        assert_eq!(with(allow_in_file(&file, illegal.rule)), ["missing-semicolon"]);
        assert_eq!(allow_in_record(&file, findings[0].range.start, rule(findings[0].rule.name).unwrap()), None);
        assert_eq!(with(allow_in_file(&file, findings[0].rule)), ["illegal-move", "illegal-move"]);
    }
}

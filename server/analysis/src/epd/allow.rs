//! Findings that somebody has allowed, in a remark above a record or at the top of the file: `# scoresheet: allow illegal-move`.
//!
//! EPD has no escape lines (section 6 of the standard is about PGN), but a remark is skipped by the programs that write any.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line, lines};

use crate::finding::Edit;
use crate::rule::{Hook, Rule};
use crate::selector::Selector;
use crate::suppression::{Scope, read};

/// The edit that allows a rule in the record at byte `offset` of a file, in a remark above it. Nothing where a remark above a
/// record says nothing of the rule, as it is about whole files.
pub fn allow_in_record(file: &EpdFile, offset: usize, rule: &Rule) -> Option<Edit> {
    let is_about_file = |hook: &Hook| matches!(hook, Hook::RecordTrait(..) | Hook::RecordFile(_));
    if rule.hooks.iter().any(is_about_file) {
        return None;
    }
    let (start, line) = file.line(file.line_at(offset)?)?;
    let mark = if line.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    Some(Edit::insert(start + mark, format!("# scoresheet: allow {}{}", rule.name, line_end(file))))
}

/// The edit that allows a rule in all of a file, in a remark at its top.
pub fn allow_in_file(file: &EpdFile, rule: &Rule) -> Edit {
    let has_mark = file.line(0).is_some_and(|(_, line)| line.starts_with('\u{FEFF}'));
    let start = if has_mark { '\u{FEFF}'.len_utf8() } else { 0 };
    Edit::insert(start, format!("# scoresheet: allow-file {}{}", rule.name, line_end(file)))
}

/// How lines end in a file: as the first does.
fn line_end(file: &EpdFile) -> &'static str {
    let first = file.line(0).map_or("", |(_, line)| line);
    ["\r\n", "\n", "\r"].into_iter().find(|end| first.ends_with(end)).unwrap_or("\n")
}

/// What the remarks at the top of a file, before its first record, allow in all of it. Reads no further.
pub(super) fn allowed_in_file(text: &str) -> Vec<Selector> {
    let top = lines(text).map(|line| &text[line]).map(|line| (line, Line::read(line)));
    let top = top.take_while(|(_, read)| !matches!(read, Line::Record(_)));
    let remarks = top.filter_map(|(line, read)| match read {
        Line::Comment(range) => Some(selectors(line, range, Scope::File)),
        _ => None,
    });
    remarks.flatten().collect()
}

/// What a remark allows in the record below it.
pub(super) fn allowed_below(line: &str, remark: Range<usize>) -> Vec<Selector> {
    selectors(line, remark, Scope::Game)
}

/// Whether one of these names a rule.
pub(super) fn allow(selectors: &[Selector], rule: &Rule) -> bool {
    selectors.iter().any(|selector| selector.includes(rule))
}

fn selectors(line: &str, remark: Range<usize>, scope: Scope) -> Vec<Selector> {
    let text = &line[remark];
    // Nearly all remarks are for readers.
    let Some(said) = text.strip_prefix(['#', '%', ';']).filter(|said| said.contains(':')) else { return Vec::new() };
    let allowance = read(&format!("%{said}"), 0).filter(|allowance| allowance.scope == Some(scope));
    let names = allowance.into_iter().flat_map(|allowance| allowance.names);
    names.filter_map(|name| name.selector.ok()).collect()
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::epd::EpdFile;

    use super::{allow_in_file, allow_in_record};
    use crate::configuration::Configuration;
    use crate::epd::{RecordKind, RecordLinter};
    use crate::finding::Level;

    /// The rules that speak of a text.
    fn found(text: &str) -> Vec<&'static str> {
        let linter = RecordLinter::for_file(&Configuration::new(Level::Info), text);
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
        assert_eq!(of("# scoresheet: allow illegal-move\n\n"), ["illegal-move", "missing-semicolon", "illegal-move"]);
        assert_eq!(of("# x\n\n# scoresheet: allow-file illegal-move, portability\n"), Vec::<&str>::new());
        assert_eq!(of("# scoresheet: allow nonsense\n").len(), 3);
        assert_eq!(found(&format!("{BAD}# scoresheet: allow-file illegal-move\n{BAD}"))[..1], ["illegal-move"]);
    }

    #[test]
    fn what_is_written_allows_what_it_names() {
        let text = format!("\u{FEFF}{WORSE}{BAD}").replace('\n', "\r\n");
        let file = EpdFile::parse(&text);
        let linter = RecordLinter::configured(&Configuration::new(Level::Info));
        let findings = linter.check_text(&text, RecordKind::default());
        let with = |edit: crate::finding::Edit| {
            let mut text = text.clone();
            text.replace_range(edit.range, &edit.text);
            assert!(text.starts_with('\u{FEFF}') && text.matches('\n').count() == text.matches("\r\n").count());
            found(&text)
        };
        assert_eq!(found(&text), ["missing-semicolon", "illegal-move", "illegal-move"]);
        let illegal = &findings[2];
        let in_record = allow_in_record(&file, illegal.range.start, illegal.rule).unwrap();
        assert_eq!(with(in_record), ["missing-semicolon", "illegal-move"]);
        assert_eq!(with(allow_in_file(&file, illegal.rule)), ["missing-semicolon"]);
        assert_eq!(allow_in_record(&file, findings[0].range.start, findings[0].rule), None);
        assert_eq!(with(allow_in_file(&file, findings[0].rule)), ["illegal-move", "illegal-move"]);
    }
}

//! Findings that somebody has allowed, in a remark above a record or at the top of the file: `# scoresheet: allow illegal-move`.
//!
//! EPD has no escape lines (section 6 of the standard is about PGN), but a remark is skipped by the programs that write any.

use std::ops::Range;

use scoresheet_grammar::epd::{Line, lines};

use crate::rule::Rule;
use crate::selector::Selector;
use crate::suppression::{Scope, read};

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
}

//! The rules that run on EPD and FEN files, and how their findings are allowed.

use scoresheet_grammar::epd::{EpdFile, Line};
use scoresheet_lint::finding::Finding;
use scoresheet_lint::record_linter::remarks::{allow_in_file, allow_in_record};
use scoresheet_lint::rules::rule;

use super::findings::Allowances;

/// The lines up to the first record.
pub(super) fn top(file: &EpdFile) -> String {
    let mut is_over = false;
    let lines = file.lines().map(|(_, line)| line);
    lines.take_while(|line| !std::mem::replace(&mut is_over, matches!(Line::read(line), Line::Record(_)))).collect()
}

/// The edits that allow a finding.
pub(crate) fn allow(file: &EpdFile, finding: &Finding) -> Allowances {
    Allowances {
        in_unit: rule(finding.rule.name).and_then(|rule| allow_in_record(file, finding.range.start, rule)),
        in_file: allow_in_file(file, finding.rule),
    }
}

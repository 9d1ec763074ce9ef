//! The findings in EPD and FEN files, and how they are allowed.

use rayon::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::epd::{EpdFile, Line};
use scoresheet_lint::checked_records::CheckedRecords;
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::finding::Finding;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::record_linter::remarks::{allow_in_file, allow_in_record};
use scoresheet_lint::rules::{RULES, rule};

use super::findings::{Allowances, Share};

/// A game is about as much work as so many records.
const RECORDS_A_GAME: usize = 8;

/// The findings in the file as `configuration` has it, as far as they are known from what was found in this text or one `before` it, and
/// by doing a `share` of the rest.
pub fn findings(
    file: &EpdFile,
    kind: RecordKind,
    configuration: &Configuration,
    before: Option<&CheckedRecords>,
    share: Share,
) -> CheckedRecords {
    let linter = RecordLinter::for_file(RULES, configuration, &top(file));
    let mut checked = linter.take_over(file, kind, before);
    let unchecked = checked.unchecked(share.near, share.games.saturating_mul(RECORDS_A_GAME));
    let check = |index: usize| (share.is_wanted)().then(|| (index, linter.check_chunk(&checked, index)));
    let chunks: Vec<_> = match unchecked.len() {
        0..=1 => unchecked.into_iter().filter_map(check).collect(),
        _ => unchecked.into_par_iter().filter_map(check).collect(),
    };
    chunks.into_iter().for_each(|(index, chunk)| checked.put(index, chunk));
    let is_small = file.line_count() <= share.games_of_file.saturating_mul(RECORDS_A_GAME);
    if !checked.is_complete() && is_small && (share.is_wanted)() {
        linter.check_whole(&mut checked);
    }
    checked
}

/// The lines up to the first record.
fn top(file: &EpdFile) -> String {
    let mut is_over = false;
    let lines = file.lines().map(|(_, line)| line);
    lines.take_while(|line| !std::mem::replace(&mut is_over, matches!(Line::read(line), Line::Record(_)))).collect()
}

/// The edits that allow a finding.
pub fn allow(file: &EpdFile, finding: &Finding) -> Allowances {
    Allowances {
        in_unit: rule(finding.rule.name).and_then(|rule| allow_in_record(file, finding.range.start, rule)),
        in_file: allow_in_file(file, finding.rule),
    }
}

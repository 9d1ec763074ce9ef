//! Whatever the text, checking it ends, and every finding, related place and edit lies inside its game, or its file, on whole characters.

use scoresheet_analysis::file_view::{FileFacts, FileOptions};
use scoresheet_analysis::finding::{Finding, Level};
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::placed_game::{PlacedGame, games};
use scoresheet_analysis::rules::RULES;
use scoresheet_grammar::Database;

pub fn check_places(text: &str) {
    let options = FileOptions { beginnings_are_duplicates: true };
    let linter = Linter::new(RULES, Level::Hint).with_file_options(options);
    let database = Database::parse(text);
    for PlacedGame { view, .. } in games(&database) {
        check_ranges(&linter.check(view), view.text);
    }
    let facts = FileFacts { name: Some("a b.txt"), has_byte_order_mark: true };
    let findings = linter.check_database(&database, facts);
    check_ranges(&findings, text);
}

fn check_ranges(findings: &[Finding], text: &str) {
    for finding in findings {
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.range);
        let related = finding.related.iter().map(|related| &related.range);
        for range in edits.chain(related).chain([&finding.range]) {
            assert!(text.get(range.clone()).is_some(), "{range:?} of {finding:?} in {text:?}");
        }
    }
}

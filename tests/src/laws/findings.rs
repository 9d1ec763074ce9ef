//! Properties of the findings of any text: checks terminate, every finding, related place and edit lies inside its game or file at
//! character boundaries, and findings do not depend on whether the walk skips runs of moves.

use scoresheet_chess::placed_game::{PlacedGame, games};
use scoresheet_grammar::Database;
use scoresheet_lint::configuration::{Configuration, Setting};
use scoresheet_lint::file_view::{FileFacts, FileOptions};
use scoresheet_lint::finding::{Finding, Level};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rules::RULES;

pub fn check_places(text: &str) {
    let options = FileOptions { beginnings_are_duplicates: true };
    let linter = Linter::new(RULES, |_| true, Level::Hint).with_file_options(options);
    let database = Database::parse(text);
    for PlacedGame { view, .. } in games(&database) {
        check_ranges(&linter.check(view), view.text);
    }
    let facts = FileFacts { name: Some("a b.txt"), has_byte_order_mark: true, ..FileFacts::default() };
    let findings = linter.check_database(&database, facts);
    check_ranges(&findings, text);
}

/// With rules for every move and every command the walk takes no shortcuts; the findings of all other rules are the same, except those of
/// rules that look at every move, number or command themselves.
pub fn check_shortcuts(text: &str) {
    const ASK_ABOUT_ALL: [&str; 2] = ["malformed-move-number", "wrapped-command"];
    const OTHERS_WITHOUT_SHORTCUTS: [&str; 3] = ["missing-move-number", "overlong-symbol", "superfluous-move-number"];
    let mut quick = Configuration::new(Level::Info);
    let named = |name: &str| RULES.iter().find(|rule| rule.name == name).expect("a rule");
    ASK_ABOUT_ALL.iter().chain(&OTHERS_WITHOUT_SHORTCUTS).for_each(|name| quick.set(named(name), Setting::Off));
    let mut step_by_step = quick.clone();
    ASK_ABOUT_ALL.iter().for_each(|name| step_by_step.set(named(name), Setting::At(Level::Warning)));
    let database = Database::parse(text);
    let found = |configuration: &Configuration| {
        let findings = Linter::configured(RULES, configuration).check_database(&database, FileFacts::default());
        let of_others = findings.into_iter().filter(|finding| !ASK_ABOUT_ALL.contains(&finding.rule.name));
        of_others.map(|finding| format!("{finding:?}")).collect::<Vec<_>>()
    };
    assert_eq!(found(&quick), found(&step_by_step), "in {text:?}");
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

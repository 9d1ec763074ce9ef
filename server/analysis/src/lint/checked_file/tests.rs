//! Tests: games are checked once, and the findings are those of a file that is checked at once.

use super::*;
use crate::rules::RULES;

const GAMES: usize = 300;

fn game(number: usize) -> String {
    format!("[White \"{number}\"]\n[Black \"b\"]\n\n1. e4 {{ {number} }} e5 2. -- Nc6! *\n\n")
}

/// Findings in a form that can be compared.
fn said(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{finding:?}")).collect()
}

/// A file that is edited and checked after every edit.
struct Session {
    linter: Linter,
    text: String,
    file: Database,
    checked: CheckedFile,
}

impl Session {
    fn new(text: String) -> Session {
        let linter = Linter::new(RULES, Level::Hint);
        let file = Database::parse(&text);
        let checked = linter.check_again(&file, FileFacts::default(), None);
        assert_eq!(checked.checked_games(), file.len());
        Session { linter, text, file, checked }
    }

    /// Replaces the first `old` by `new`; so many games are checked again.
    #[track_caller]
    fn change(&mut self, old: &str, new: &str, checked_games: usize) {
        let at = self.text.find(old).unwrap();
        let range = at..at + old.len();
        self.text.replace_range(range.clone(), new);
        self.file = self.file.edit(range, new).0;
        self.checked = self.linter.check_again(&self.file, FileFacts::default(), Some(&self.checked));
        assert_eq!(self.checked.checked_games(), checked_games);
        let fresh = self.linter.check_again(&Database::parse(&self.text), FileFacts::default(), None);
        assert_eq!(said(&self.checked.all()), said(&fresh.all()));
        for most in [1, 500, usize::MAX] {
            assert_eq!(said(&self.checked.most_serious(most)), said(&fresh.most_serious(most)));
        }
    }
}

fn games() -> String {
    (0..GAMES).map(game).collect()
}

#[test]
fn a_keystroke_checks_the_touched_game_only() {
    let mut session = Session::new(games());
    session.change("{ 150 }", "{ 150 }x", 1);
    session.change("{ 150 }x", "{ 150 }", 1);
    session.change("{ 0 }", "{ 0 }$", 1);
    session.change("{ 0 }$", "{ 0 }", 1);
    session.change("{ 299 } e5", "{ 299 } e6", 1);
    session.change(&game(200), "", 0);
    session.change(&game(0), "", 1);
    session.change(&game(1), &format!("{}{}", game(7), game(1)), 2);
    session.change("\"b\"", "\"b\"", 0);
}

#[test]
fn what_the_top_allows_is_known_to_all_games() {
    let mut session = Session::new(games());
    session.change("[White \"0\"]", "% scoresheet: allow-file null-move\n[White \"0\"]", GAMES);
    session.change("{ 5 }", "{ 5 } $", 1);
    session.change("{ 0 }", "{ 0 } $", 1);
    session.change("% scoresheet: allow-file null-move\n", "", GAMES);
    session.change("[White \"9\"]", "% scoresheet: allow-file null-move\n[White \"9\"]", 1);
}

#[test]
fn rules_about_the_file_see_all_games() {
    let mut session = Session::new(games());
    session.change("[White \"100\"]", "[White \"200\"]", 1);
    session.change("[White \"250\"]", "[White \"9\"]", 1);
    session.change("{ 200 }", "{ 200 }\r\n", 1);
    assert!(session.checked.all().iter().any(|finding| finding.rule.name == "duplicate-game"));
}

#[test]
fn another_configuration_has_all_games_checked() {
    let session = Session::new(games());
    let linter = Linter::new(RULES, Level::Error);
    let checked = linter.check_again(&session.file, FileFacts::default(), Some(&session.checked));
    assert_eq!(checked.checked_games(), GAMES);
    assert!(checked.all().len() < session.checked.all().len());
}

#[test]
fn the_most_serious_are_chosen_first() {
    let session = Session::new(games());
    let all = session.checked.all();
    for most in [1, GAMES, GAMES + 1, GAMES + 50, all.len() - 1] {
        let chosen = session.checked.most_serious(most);
        assert_eq!(chosen.len(), most);
        let lowest = chosen.iter().map(|finding| finding.level).min().unwrap();
        let above = |findings: &[Finding]| findings.iter().filter(|finding| finding.level > lowest).count();
        assert_eq!(above(&chosen), above(&all));
    }
}

#[test]
fn the_findings_at_a_place_are_those_of_all_that_touch_it() {
    let session = Session::new((0..5).map(game).collect());
    let all = session.checked.all();
    for start in 0..session.text.len() {
        let range = start..(start + 3).min(session.text.len());
        let touched = |finding: &&Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        let expected: Vec<Finding> = all.iter().filter(touched).cloned().collect();
        assert_eq!(said(&session.checked.touching(&range)), said(&expected), "{range:?}");
    }
}

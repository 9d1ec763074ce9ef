//! Tests: games are checked once, and the findings are those of a file that is checked at once.

use proptest::prelude::*;

use scoresheet_grammar::{Database, Game};

use super::{CheckedFile, FileFindings, Near, Shown};
use crate::file_view::{FileFacts, FileOptions};
use crate::finding::{Finding, Level};
use crate::linter::Linter;
use crate::rules::RULES;

const GAMES: usize = 300;

fn game(number: usize) -> String {
    format!("[White \"{number}\"]\n[Black \"b\"]\n[Event \"c\"]\n\n1. e4 {{ {number} }} e5 2. -- Nc6! *\n\n")
}

/// Findings in a form that can be compared.
fn said(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{finding:?}")).collect()
}

/// The findings that are shown, relative to the file.
fn shown(file: &CheckedFile<Game>, most: usize, near: Near) -> Vec<Finding> {
    file.shown(most, near).into_iter().map(Shown::in_file).collect()
}

fn most_serious(file: &CheckedFile<Game>, most: usize) -> Vec<Finding> {
    shown(file, most, Near { offset: 0, most: 0 })
}

/// A file that is edited and checked after every edit.
struct Session {
    linter: Linter,
    text: String,
    file: Database,
    checked: CheckedFile<Game>,
}

impl Session {
    fn new(text: String) -> Session {
        Session::with(text, Linter::new(RULES, |_| true, Level::Hint))
    }

    fn with(text: String, linter: Linter) -> Session {
        let file = Database::parse(&text);
        let checked = CheckedFile::complete(&linter, &file, FileFacts::default(), None);
        assert_eq!(checked.checked_units(), file.len());
        Session { linter, text, file, checked }
    }

    /// Replaces the first `old` by `new`; so many games are checked again.
    #[track_caller]
    fn change(&mut self, old: &str, new: &str, checked_games: usize) {
        let at = self.text.find(old).unwrap();
        let range = at..at + old.len();
        self.text.replace_range(range.clone(), new);
        self.file = self.file.edit(range, new).0;
        self.checked = CheckedFile::complete(&self.linter, &self.file, FileFacts::default(), Some(&self.checked));
        assert_eq!(self.checked.checked_units(), checked_games);
        let fresh = CheckedFile::complete(&self.linter, &Database::parse(&self.text), FileFacts::default(), None);
        assert_eq!(said(&self.checked.all()), said(&fresh.all()));
        for most in [1, 500, usize::MAX] {
            assert_eq!(said(&most_serious(&self.checked, most)), said(&most_serious(&fresh, most)));
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_typed_the_rules_about_the_file_say_what_they_say_of_it_anew(
        edits in prop::collection::vec((0..12_usize, 0..6_usize, prop::sample::select(TYPED)), 1..25),
        beginnings_are_duplicates in any::<bool>(),
        checks in prop::collection::vec(any::<bool>(), 25),
    ) {
        // Some share their players and their moves.
        let dated = |number: usize| {
            let names = format!("[Date \"190{}.??.??\"]\n[White \"{}\"]\n[Black \"b\"]\n[Event \"c\"]", number / 7, number % 5);
            format!("{names}\n\n1. e4 {{ {number} }} e5 {}*\n\n", ["", "2. Nf3 "][number % 2])
        };
        let mut text: String = (0..12).map(dated).collect();
        let options = FileOptions { beginnings_are_duplicates };
        let linter = Linter::new(RULES, |_| true, Level::Hint).with_file_options(options);
        let mut file = Database::parse(&text);
        let mut checked = CheckedFile::complete(&linter, &file, FileFacts::default(), None);
        for ((number, place, (old, new)), is_checked) in edits.into_iter().zip(checks) {
            let start = file.start(number.min(file.len() - 1)).unwrap();
            let Some(at) = text[start..].match_indices(old).nth(place).map(|(at, _)| start + at) else { continue };
            text.replace_range(at..at + old.len(), new);
            file = file.edit(at..at + old.len(), new).0;
            if is_checked {
                checked = CheckedFile::complete(&linter, &file, FileFacts::default(), Some(&checked));
                let fresh = CheckedFile::complete(&linter, &Database::parse(&text), FileFacts::default(), None);
                prop_assert_eq!(said(&checked.all()), said(&fresh.all()), "of {}", text);
            } else {
                checked = CheckedFile::carried(&linter, &file, FileFacts::default(), Some(&checked));
            }
        }
    }
}

/// What is typed in place of what.
const TYPED: &[(&str, &str)] = &[
    ("e5", "d5"),
    ("d5", "e5"),
    ("e5", "e5 2. Nf3"),
    (" 2. Nf3", ""),
    ("{", "{x"),
    ("{x", "{"),
    ("\n\n", "\n"),
    ("*\n", "*\n\n"),
    ("\n", "\r\n"),
    ("\r\n", "\n"),
    ("[Black \"b\"]\n", ""),
    ("[White", "[Site \"s\"]\n[White"),
    ("[Site \"s\"]\n", ""),
    ("\"1", "\"2"),
    ("\"2", "\"1"),
    (".??", ".0?"),
    (".0?", ".??"),
    ("[White", "% scoresheet: allow duplicate-game\n[White"),
    ("%", "; %"),
    ("e4", ""),
    ("1. e", "text "),
    ("*\n\n", "*\n\n1. d4 *\n\n"),
    ("*\n\n1. d4 ", ""),
];

#[test]
fn another_configuration_has_all_games_checked() {
    let session = Session::new(games());
    let linter = Linter::new(RULES, |_| true, Level::Error);
    let checked = CheckedFile::complete(&linter, &session.file, FileFacts::default(), Some(&session.checked));
    assert_eq!(checked.checked_units(), GAMES);
    assert!(checked.all().len() < session.checked.all().len());
}

#[test]
fn the_most_serious_are_chosen_first() {
    let session = Session::new(games());
    let all = session.checked.all();
    for most in [1, GAMES, GAMES + 1, GAMES + 50, all.len() - 1] {
        let chosen = most_serious(&session.checked, most);
        assert_eq!(chosen.len(), most);
        let lowest = chosen.iter().map(|finding| finding.level).min().unwrap();
        let above = |findings: &[Finding]| findings.iter().filter(|finding| finding.level > lowest).count();
        assert_eq!(above(&chosen), above(&all));
    }
}

#[test]
fn those_near_a_place_are_chosen_before_all() {
    let session = Session::new(games());
    let start = session.file.start(150).unwrap();
    let end = session.file.start(151).unwrap();
    let of_game = session.checked.touching(&(start + 1..end - 1));
    for (most, near) in [(10, 4), (10, 10), (200, 100)] {
        let chosen = shown(&session.checked, most, Near { offset: start + 20, most: near });
        assert_eq!(chosen.len(), most);
        let in_game = chosen.iter().filter(|finding| start <= finding.range.start && finding.range.start < end);
        assert!(in_game.count() >= near.min(of_game.len()));
        let twice = said(&chosen).windows(2).any(|pair| pair[0] == pair[1]);
        assert!(!twice);
    }
}

#[test]
fn a_file_is_checked_chunk_by_chunk_as_well() {
    let mut session = Session::new(games());
    let mut edited = session.file.clone();
    for number in [3, 150, 280] {
        let at = edited.start(number).unwrap() + session.text[edited.start(number).unwrap()..].find("e4").unwrap();
        edited = edited.edit(at..at + 2, "e5").0;
    }
    let all = session.checked.all();
    session.checked = CheckedFile::carried(&session.linter, &edited, FileFacts::default(), Some(&session.checked));
    assert_eq!((session.checked.unchecked_units(), session.checked.checked_units()), (3, 0));
    assert!(!session.checked.has_all_units() && session.checked.all().len() < all.len());
    let near = edited.start(150).unwrap();
    while let Some(next) = session.checked.missing(near, 1).first() {
        let computed = session.checked.check(&session.linter, &edited, next, session.checked.share(1));
        session.checked.put(computed);
        // Whoever takes over in the middle knows as much.
        session.checked = CheckedFile::carried(&session.linter, &edited, FileFacts::default(), Some(&session.checked));
    }
    assert!(session.checked.has_all_units() && !session.checked.is_complete());
    session.checked.check_whole(&session.linter, &edited, FileFacts::default());
    assert!(session.checked.is_complete());
    let fresh = CheckedFile::complete(&session.linter, &edited, FileFacts::default(), None);
    assert_eq!(said(&session.checked.all()), said(&fresh.all()));
}

#[test]
fn findings_about_the_file_keep_their_places_until_they_are_asked_for_again() {
    let session = Session::new(games().replace("[White \"200\"]", "[White \"100\"]"));
    let of_rule = |checked: &CheckedFile<Game>, name: &str| -> Vec<Finding> {
        checked.all().into_iter().filter(|finding| finding.rule.name == name).collect()
    };
    let duplicates = |checked: &CheckedFile<Game>, text: &str| -> Vec<(String, usize)> {
        let found = of_rule(checked, "duplicate-game").into_iter();
        found
            .map(|it| (format!("{} {}", &text[it.range], &text[it.related[0].range.clone()]), it.fixes.len()))
            .collect()
    };
    // The fix of the first one has the text of the file.
    let unsorted = |checked: &CheckedFile<Game>| -> Vec<usize> {
        of_rule(checked, "unsorted-games").iter().map(|finding| finding.fixes.len()).collect()
    };
    let duplicate = "[White \"100\"] [White \"100\"]".to_owned();
    assert_eq!(duplicates(&session.checked, &session.text), [(duplicate.clone(), 1)]);
    assert_eq!(unsorted(&session.checked), [1, 0, 0]);
    // The games that are edited, and how many findings and fixes about the duplicate are left.
    for edits in
        [[(210, 1, 1), (220, 1, 1), (200, 1, 0), (100, 0, 0)], [(50, 1, 1), (30, 1, 1), (20, 1, 1), (250, 0, 0)]]
    {
        let (mut text, mut file, mut checked) = (session.text.clone(), session.file.clone(), session.checked.clone());
        for (number, kept, fixes) in edits {
            let at = file.start(number).unwrap() + if kept == 1 { 40 } else { 3 };
            text.insert(at, 'x');
            file = file.edit(at..at, "x").0;
            checked = CheckedFile::carried(&session.linter, &file, FileFacts::default(), Some(&checked));
            assert!(!checked.of_file().says_what(session.checked.of_file()));
            assert_eq!(duplicates(&checked, &text), vec![(duplicate.clone(), fixes); kept], "{number}");
            assert_eq!(unsorted(&checked), vec![0; if kept == 1 { 3 } else { 1 }], "{number}");
        }
    }
}

#[test]
fn rules_about_the_file_say_the_same_after_an_edit_after_all_places() {
    // Without the rule whose fix has the whole text.
    let linter = Linter::new(RULES, |rule| rule.name != "unsorted-games", Level::Hint);
    let mut session = Session::with(games().replace("[White \"200\"]", "[White \"100\"]"), linter);
    let before = session.checked.clone();
    for (number, same) in [(210, true), (299, true), (200, false)] {
        let at = session.file.start(number).unwrap() + 40;
        session.file = session.file.edit(at..at, "x").0;
        session.checked =
            CheckedFile::carried(&session.linter, &session.file, FileFacts::default(), Some(&session.checked));
        assert_eq!(session.checked.of_file().says_what(before.of_file()), same, "{number}");
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

/// A game with forty findings of one rule.
fn of_large_nags(number: usize) -> String {
    format!("[Event \"{number}\"]\n\n1. e4 {}*\n\n", "$999 ".repeat(40))
}

#[test]
fn so_many_findings_are_kept_and_the_rest_is_counted() {
    let text: String = (0..8000).map(of_large_nags).collect();
    let linter = Linter::new(RULES, |rule| rule.name == "nag-out-of-range", Level::Hint);
    let file = Database::parse(&text);
    let checked = CheckedFile::complete(&linter, &file, FileFacts::default(), None);
    let is_rest =
        |finding: &&Finding| finding.message == "39 more findings here are not listed, as the file has too many";
    let (all, most) = (checked.all(), 1 << 18);
    let cut = all.iter().filter(is_rest).count();
    assert_eq!(all.len() - 2 * cut, most / 40 * 40);
    assert_eq!(cut, 8000 - most / 40);
    // Each game has one, and an edit shows all there is where it is.
    assert!(checked.counts_by_unit().iter().all(|counts| counts.is_some_and(|counts| counts.sum() > 0)));
    let at = text.rfind("e4").unwrap();
    let edited = file.edit(at..at + 2, "d4").0;
    let carried = CheckedFile::complete(&linter, &edited, FileFacts::default(), Some(&checked));
    assert_eq!(carried.touching(&(at..text.len())).len(), 40);
}

#[test]
fn only_an_edit_is_granted_another_explanation() {
    let (linter, file) = (Linter::new(RULES, |_| true, Level::Hint), Database::parse("1. e4 Nh5 *\n\n1. e4 *\n"));
    let checked = CheckedFile::<Game>::carried(&linter, &file, FileFacts::default(), None);
    assert!(!checked.has_spent_all());
    checked.spend_all();
    let carried = CheckedFile::carried(&linter, &file, FileFacts::default(), Some(&checked));
    assert!(carried.has_spent_all());
    let edited = file.edit(3..5, "d4").0;
    let carried = CheckedFile::carried(&linter, &edited, FileFacts::default(), Some(&checked));
    assert!(!carried.has_spent_all());
}

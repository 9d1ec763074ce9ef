//! What an independent reader says about formatting and fixes: formatting and safe fixes keep moves, comments, NAGs, variations and the
//! result of every game; an unsafe fix swallows no moves, and touches nothing outside of its slip.

use std::fmt;
use std::ops::Range;

use scoresheet::repair::repair;
use scoresheet_format::{FormatOptions, Style, format_text};
use scoresheet_grammar::Database;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::{Applicability, Edit, Finding, Fix, Level};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rules::RULES;

use super::fixes::GAMES;
use crate::independent_reader::{Game, Said, difference, moves_in, played, read};

/// Rules whose fixes are elsewhere than what they report, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("duplicate-game", "the whole game goes"),
    ("inconsistent-name", "the name is that of all its games"),
    ("tag-order", "it sorts all tags"),
    ("superfluous-move-number", "a game with many such numbers is one finding, with all of them"),
    ("unknown-value", "the value is that of all its games"),
    ("unsorted-games", "what is out of order is the file"),
    ("missing-roster-tag", "it writes tags where they belong"),
    ("malformed-move-number", "a game with many such numbers is one finding, with all of them"),
    ("misplaced-tag", "the tag belongs to the others"),
    ("misplaced-variation", "the variation belongs after another move"),
    ("missing-variant-tag", "the tag belongs to the others"),
    ("missing-move-number", "a game that lacks many numbers is one finding, with all of them"),
    ("mixed-line-endings", "it is about all lines"),
    ("nag-after-comment", "the mark belongs to the move before the comment"),
    ("nag-before-move", "the mark belongs to the move after it"),
    ("result-contradicts-position", "the tag and the marker are to be the same"),
    ("wrong-move-number", "the numbers that follow are counted on from this one"),
];

/// A law that does not hold of a text.
#[derive(Clone, Debug)]
pub struct Violation {
    pub law: &'static str,
    /// The rule and the title of the fix; the style of formatting.
    pub by: String,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{} ({}): {}", self.law, self.by, self.what)
    }
}

/// The laws that do not hold of a text.
#[must_use]
pub fn violations(text: &str, compared: Compared) -> Vec<Violation> {
    let (games, words) = (read(text), words(text));
    let mut found = Vec::new();
    of_formatting(text, &games, compared, &mut found);
    let linter = Linter::new(RULES, |_| true, Level::Hint);
    let check = |text: &str| linter.check_database(&Database::parse(text), FileFacts::default());
    let findings = check(text);
    for finding in &findings {
        for fix in &finding.fixes {
            let by = || format!("{}: {}", finding.rule.name, fix.title);
            let mut add = |law, what| found.push(Violation { law, by: by(), what });
            let fixed = without_new_variant(text, &applied(text, fix));
            if fix.applicability == Applicability::Safe {
                change(&games, &read(&fixed), compared)
                    .into_iter()
                    .for_each(|what| add("a safe fix keeps what games say", what));
            } else if !hides_moves_by_choice(finding, fix) && !is_about_twins(finding) {
                lost(&games, &read(&fixed), text, fix)
                    .into_iter()
                    .for_each(|what| add("an unsafe fix loses no moves", what));
            }
            outside(finding, fix, text, &words).into_iter().for_each(|what| add("a fix stays at its slip", what));
        }
    }
    let without_twins = |mut findings: Vec<Finding>| {
        findings.retain(|finding| !is_about_twins(finding));
        findings
    };
    let all_fixed = repair(text, without_twins(findings.clone()), true, GAMES, |text| without_twins(check(text)));
    if let Some(what) = fewer_played(&games, &read(&without_new_variant(text, &all_fixed.text))) {
        found.push(Violation { law: "all fixes together lose no moves", by: String::new(), what });
    }
    let repaired = repair(text, findings, false, GAMES, check);
    if let Some(what) = change(&games, &read(&repaired.text), compared) {
        found.push(Violation { law: "safe fixes together keep what games say", by: String::new(), what });
    }
    found
}

/// A text after a fix, without the Variant tags that it got: the independent reader plays ordinary chess only, so that it can compare the two.
fn without_new_variant(before: &str, after: &str) -> String {
    if before.contains("[Variant") {
        return after.to_owned();
    }
    let tags = ["Crazyhouse", "Chess960"].map(|name| format!("[Variant \"{name}\"]"));
    tags.iter().fold(after.to_owned(), |text, tag| {
        let alone = text.strip_prefix(tag.as_str()).map(|rest| rest.trim_start_matches(['\r', '\n']).to_owned());
        let text = alone.unwrap_or(text);
        ["\r\n", "\n", "\r"].iter().fold(text, |text, line_end| text.replace(&format!("{line_end}{tag}"), ""))
    })
}

/// What is written twice may go.
fn is_about_twins(finding: &Finding) -> bool {
    matches!(finding.rule.name, "duplicate-game" | "duplicate-variation")
}

fn of_formatting(text: &str, games: &[Game], compared: Compared, found: &mut Vec<Violation>) {
    for style in [Style::Export, Style::Readable] {
        let formatted = format_text(text, FormatOptions { style, ..FormatOptions::default() });
        if let Some(what) = change(games, &read(&formatted.text), compared) {
            found.push(Violation { law: "formatting keeps what games say", by: format!("{style:?}"), what });
        }
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Every game, with text that is nothing.
    Games,
    /// The moves, marks, comments, variations and results of all games as if they were one: where tags are broken, readers differ in where
    /// a game begins and in which text is part of a tag.
    Movetext,
}

/// The first change of what games say, without those that say nothing.
fn change(before: &[Game], after: &[Game], compared: Compared) -> Option<String> {
    if compared == Compared::Movetext {
        return difference(&joined(before), &joined(after));
    }
    let saying = |games: &[Game]| games.iter().filter(|game| !game.said.is_empty()).cloned().collect::<Vec<Game>>();
    let (before, after) = (saying(before), saying(after));
    if before.len() != after.len() {
        return Some(format!("{} games become {}", before.len(), after.len()));
    }
    before.iter().zip(&after).find_map(|(before, after)| difference(before, after))
}

/// All games as one, without text that is nothing.
fn joined(games: &[Game]) -> Game {
    let mut all = Game::default();
    for said in games.iter().flat_map(Game::without_unclosed).filter_map(Said::without_text) {
        match (all.said.last_mut(), said) {
            // What is noted after a game and before the next one.
            (Some(Said::Notes(notes)), Said::Notes(more)) => notes.add(more),
            (_, said) => all.said.push(said),
        }
    }
    all
}

/// The moves that a fix loses.
///
/// It may delete what cannot be played, restore a delimiter that is missing, and make a comment of prose that names moves.
fn lost(before: &[Game], after: &[Game], text: &str, fix: &Fix) -> Option<String> {
    let count = |games: &[Game]| games.iter().map(Game::moves).sum::<usize>();
    let (moves, moves_after) = (count(before), count(after));
    if moves_after >= moves {
        return None;
    }
    if let Some(fewer) = fewer_played(before, after) {
        return Some(fewer);
    }
    let edits = || fix.edits.iter().filter(|edit| !is_other_number(edit, text));
    let new: String = edits().map(|edit| edit.text.as_str()).collect();
    let removed: String = edits().map(|edit| &text[edit.range.clone()]).collect();
    let added = |delimiter: char| new.matches(delimiter).count().saturating_sub(removed.matches(delimiter).count());
    let is_allowed = match (added('{'), added('}')) {
        // One word may become one move, and so may its pieces. Braces in a comment become parentheses.
        (0, 0) if removed == "{}" && new == "()" => is_prose(after_inner_comment(fix, text)),
        (0, 0) => {
            new.trim().is_empty()
                || moves_in(&new) > 0 && (!removed.trim().contains(char::is_whitespace) || is_joined(&removed, &new))
        }
        (0, _) | (_, 0) => true,
        _ => is_comment_of(fix, text),
    };
    (!is_allowed).then(|| format!("{} of {moves} moves are lost: {new:?} for {removed:?}", moves - moves_after))
}

/// Whether an edit writes a move number in place of another one, which takes no move away.
fn is_other_number(edit: &Edit, text: &str) -> bool {
    let is_number = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(|character| character.is_ascii_digit() || character == '.')
    };
    is_number(&edit.text) && is_number(&text[edit.range.clone()])
}

/// Whether the words of a text, together, are another text, but for NAGs.
fn is_joined(words: &str, text: &str) -> bool {
    let without_nags = |text: &str| {
        let parts = text.split('$').enumerate();
        let rest = |(index, part): (usize, &str)| match index {
            0 => part.to_owned(),
            _ => part.trim_start_matches(|digit: char| digit.is_ascii_digit()).to_owned(),
        };
        parts.map(rest).collect::<String>().split_whitespace().collect::<String>()
    };
    without_nags(words) == without_nags(text)
}

/// What is between the end of the last braces that a fix replaces and the next brace.
fn after_inner_comment<'text>(fix: &Fix, text: &'text str) -> &'text str {
    let end = fix.edits.iter().map(|edit| edit.range.end).max().unwrap_or(0);
    text[end..].split(['{', '}']).next().unwrap_or("")
}

/// Whether a fix is the second choice beside one that keeps all moves: whether moves after the end of a game belong to it, only the writer knows.
fn hides_moves_by_choice(finding: &Finding, fix: &Fix) -> bool {
    finding.rule.name == "continuing-variation" && finding.fixes.first().is_some_and(|first| first != fix)
}

/// How many moves could be played, and how many fewer can be after fixes.
fn fewer_played(before: &[Game], after: &[Game]) -> Option<String> {
    let count = |games: &[Game]| games.iter().map(|game| played(game).unwrap_or(0)).sum::<usize>();
    let (before, after) = (count(before), count(after));
    (after < before).then(|| format!("{before} moves could be played, and only {after} after the fix"))
}

/// Whether a fix puts prose in braces.
fn is_comment_of(fix: &Fix, text: &str) -> bool {
    let places = || fix.edits.iter().map(|edit| &edit.range);
    let (start, end) = (places().map(|range| range.start).min(), places().map(|range| range.end).max());
    let new: String = fix.edits.iter().map(|edit| edit.text.trim()).collect();
    new.starts_with('{') && new.ends_with('}') && text.get(start.unwrap_or(0)..end.unwrap_or(0)).is_some_and(is_prose)
}

/// Whether a text has at least as many words as moves.
fn is_prose(text: &str) -> bool {
    let is_word =
        |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() >= 2 && moves_in(word) == 0;
    text.split_whitespace().filter(is_word).count() >= moves_in(text)
}

/// What a fix touches elsewhere than at its finding, the places that the finding shows, and the words next to them.
fn outside(finding: &Finding, fix: &Fix, text: &str, words: &[Range<usize>]) -> Option<String> {
    if ELSEWHERE.iter().any(|(rule, _)| *rule == finding.rule.name) {
        return None;
    }
    let shown = std::iter::once(&finding.range).chain(finding.related.iter().map(|related| &related.range));
    let places: Vec<Range<usize>> = shown.map(|range| widened(text, words, range)).collect();
    let is_inside =
        |range: &Range<usize>| places.iter().any(|place| place.start <= range.start && range.end <= place.end);
    // A sign that is everywhere is reported where it is first.
    let is_sign =
        |sign: char| sign.is_whitespace() || text[finding.range.clone()].contains(sign) && !sign.is_alphanumeric();
    let is_same_sign = |edit: &&Edit| {
        let is_same = text[edit.range.clone()].trim() == text[finding.range.clone()].trim();
        edit.text.is_empty() && text[edit.range.clone()].chars().all(is_sign) || edit.text.trim().is_empty() && is_same
    };
    // So is what a page or table puts around every tag pair.
    let is_deleted_here = |deleted: &str| {
        let here = fix.edits.iter().filter(|other| other.text.is_empty() && is_inside(&other.range));
        here.into_iter().any(|other| &text[other.range.clone()] == deleted)
    };
    let is_repeated = |edit: &&Edit| edit.text.is_empty() && is_deleted_here(&text[edit.range.clone()]);
    let elsewhere = fix.edits.iter().filter(|edit| !is_same_sign(edit) && !is_repeated(edit));
    let edit = elsewhere.into_iter().find(|edit| !is_inside(&edit.range))?;
    // Prose that is to be a comment is reported where it begins or ends.
    let between = edit.range.end.min(finding.range.end)..edit.range.start.max(finding.range.start);
    if fix.edits.len() == 1 && matches!(edit.text.trim(), "{" | "}") && text.get(between).is_some_and(is_prose) {
        return None;
    }
    if is_comment_of(fix, text) && is_inside(&(fix.edits[0].range.start..fix.edits[0].range.start)) {
        return None;
    }
    Some(format!(
        "{:?} at {:?} becomes {:?}, and the finding is at {:?}",
        &text[edit.range.clone()],
        edit.range,
        edit.text,
        finding.range
    ))
}

/// The range with the words before and after it, and the words that it begins and ends in.
fn widened(text: &str, words: &[Range<usize>], range: &Range<usize>) -> Range<usize> {
    let first = words.partition_point(|word| word.end < range.start).saturating_sub(1);
    let last = words.partition_point(|word| word.start <= range.end);
    let before = words[..=first.min(words.len().saturating_sub(1))].last();
    let start = before.map_or(0, |word| word.start).min(range.start);
    let end = words.get(last).or(words.last()).map_or(range.end, |word| word.end).max(range.end);
    start..text.len() - text[end..].trim_start().len()
}

/// The ranges of the words of a text: a tag line and a comment are one word; move numbers and parentheses are none.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let is_line_start = at == 0 || text[..at].ends_with(['\n', '\r']);
        let to = |end: Option<usize>| end.unwrap_or(rest.len());
        let length = match rest.chars().next().unwrap_or_default() {
            '[' if is_line_start => to(rest.find(['\n', '\r'])),
            '{' => to(rest.find('}').map(|end| end + 1)),
            ';' => to(rest.find(['\n', '\r'])),
            letter if letter.is_whitespace() || "()}".contains(letter) => {
                at += letter.len_utf8();
                continue;
            }
            _ => to(rest.find(|letter: char| letter.is_whitespace() || "(){};".contains(letter))),
        };
        let is_number = rest[..length].chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        if !is_number {
            words.push(at..at + length);
        }
        at += length;
    }
    words
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut fixed = text.to_owned();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    for edit in edits.into_iter().rev() {
        fixed.replace_range(edit.range.clone(), &edit.text);
    }
    fixed
}

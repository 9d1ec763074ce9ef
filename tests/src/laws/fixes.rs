//! Properties of safe fixes: they terminate, keep the meaning of the game, and add no new fault.

use std::collections::BTreeMap;

use scoresheet::repair::{Guard, repair};
use scoresheet_chess::placed_game::games;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_chess::results;
use scoresheet_grammar::{Database, GameView, NodeKind, ast};
use scoresheet_lint::file_view::{FileFacts, FileOptions};
use scoresheet_lint::finding::{Edit, Finding, Level};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rule::Rule;
use scoresheet_lint::rules::{RULES, rule};

/// The name under which [`count_by_rule`] counts syntax faults and illegal moves.
const UNREAD: &str = "what does not read";

/// The guard of the fixes of games.
pub const GAMES: Guard = Guard::of_games(RULES);

/// Checks every property at every level of the command, as the fixes depend on the level. Without the guard, fixes must be correct by
/// themselves, as for one that is chosen in an editor.
pub fn check_fixes(text: &str, guard: Guard) -> Result<(), String> {
    [Level::Hint, Level::Warning].into_iter().try_for_each(|lowest| {
        let options = FileOptions { beginnings_are_duplicates: true };
        let linter = Linter::new(RULES, |_| true, lowest).with_file_options(options);
        check_laws_of(&linter, text, guard).map_err(|broken| format!("{broken}\nat level {lowest:?} in {text:?}"))
    })
}

fn check_laws_of(linter: &Linter, text: &str, guard: Guard) -> Result<(), String> {
    let findings = check(linter, text);
    for finding in &findings {
        check_edits(finding, text)?;
    }
    let before = count_by_rule(&findings);
    let repaired = repair(text, findings, false, guard, |text| check(linter, text));
    if !repaired.settled {
        return Err(format!("the fixes do not come to an end: {:?}", repaired.text));
    }
    let (was_said, is_said) = (said(text), said(&repaired.text));
    if let Some((was, is)) = first_difference(&was_said, &is_said) {
        return Err(format!("the fixes change {was:?} to {is:?} in {:?}", repaired.text));
    }
    let after = count_by_rule(&repaired.remaining);
    let unread = |counts: &BTreeMap<&str, usize>| counts.get(UNREAD).copied().unwrap_or(0);
    // A game that does not read may be explained otherwise after a fix, and other faults than those at the slips show then. The guard of
    // the command makes such fixes unsafe.
    if unread(&before) > 0 {
        return Ok(());
    }
    for (rule, count) in after {
        if count > before.get(rule).copied().unwrap_or(0) {
            return Err(format!("the fixes add {rule}: {:?}", repaired.text));
        }
    }
    Ok(())
}

fn first_difference<'a>(one: &'a [String], other: &'a [String]) -> Option<(Option<&'a String>, Option<&'a String>)> {
    let length = one.len().max(other.len());
    (0..length).map(|index| (one.get(index), other.get(index))).find(|(one, other)| one != other)
}

/// The edits of every fix lie in the text at character boundaries, in ascending order, and do not overlap.
fn check_edits(finding: &Finding, text: &str) -> Result<(), String> {
    for fix in &finding.fixes {
        let mut edits: Vec<&Edit> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let is_inside = edits.iter().all(|edit| text.get(edit.range.clone()).is_some());
        let is_apart = edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
        if edits.is_empty() || !is_inside || !is_apart {
            return Err(format!("the edits cannot be applied: {finding:?}"));
        }
    }
    Ok(())
}

fn check(linter: &Linter, text: &str) -> Vec<Finding> {
    linter.check_database(&Database::parse(text), FileFacts::default())
}

/// The number of findings per rule at the default level. Syntax faults and illegal moves are counted together: after other fixes, the
/// same slip may be reported by a more specific rule.
fn count_by_rule(findings: &[Finding]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.level >= Level::Warning) {
        let name = if rule(finding.rule.name).is_some_and(Rule::is_about_reading) { UNREAD } else { finding.rule.name };
        *counts.entry(name).or_insert(0) += 1;
    }
    counts
}

/// The played moves and the comments of all games that have any.
fn said(text: &str) -> Vec<String> {
    let database = Database::parse(text);
    let games = games(&database).map(|game| said_in_game(game.view)).filter(|said| !said.is_empty());
    games.flat_map(|said| std::iter::once("a game".to_owned()).chain(said)).collect()
}

fn said_in_game(game: GameView) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => said.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => format!("{action:?}"),
                Outcome::Null { .. } => "--".to_owned(),
                _ => text.to_owned(),
            }),
            Step::Token(kind) if kind.is_comment() => said.extend(comment(ast::comment_text(kind, text))),
            Step::Enter(NodeKind::Variation) => said.push("(".to_owned()),
            Step::Leave(NodeKind::Variation) => leave_variation(&mut said),
            _ => {}
        }
    }
    said
}

/// The letters of a comment, sorted: a command that is broken is joined and gets its bracket back, its time its zeros,
/// its score the usual signs (`-#1` is `#-1`). A result is not a comment, but a marker made one in a variation.
fn comment(text: &str) -> Option<String> {
    let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if results::canonical(text).is_some() {
        return None;
    }
    letters.retain(|letter| !matches!(letter, ']' | '0' | ':' | '+'));
    letters.sort_unstable();
    Some(format!("{{{}}}", String::from_iter(letters)))
}

/// Variations without moves do not count: empty ones are dropped, comments lose their parentheses.
fn leave_variation(said: &mut Vec<String>) {
    let start = said.iter().rposition(|part| part == "(").unwrap_or(0);
    if said[start..].iter().skip(1).all(|part| part.starts_with('{')) {
        said.remove(start);
    } else {
        // If it is closed, it does not start a variation.
        said[start] = "((".to_owned();
        said.push(")".to_owned());
    }
}

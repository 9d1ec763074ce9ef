//! Edits that insert an escape line to suppress a rule.

use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use super::escape_line::{self, Scope};
use super::{Allowance, FileAllowances, GameAllowances};
use crate::finding::Edit;
use crate::rule_id::RuleId;
use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_format::line_edits::line_end;

/// The place of a name does not depend on its rule.
const ANY: &[RuleId] = &[];

/// Returns the edit that allows rule `name` in a game, relative to the file: another name on an existing line, else a line before
/// the game or, if it would be parsed as the end of the game before, after the first tag pair. Returns `None` if there is no such
/// place. `before` is the game before this one.
pub fn allow_in_game(game: PlacedGame, before: Option<GameView>, name: &str) -> Option<Edit> {
    let is_first = game.start == 0;
    let file = is_first.then(|| FileAllowances::of_game(game.view, ANY));
    let lines = GameAllowances::of_game(game.view, file.as_ref(), ANY).lines;
    if let Some(line) = lines.iter().find(|line| line.scope == Some(Scope::Game) && !line.names.is_empty()) {
        return Some(line.with_name(name).shifted(game.start));
    }
    let text = game.view.text;
    let line = escape_line::write(Scope::Game, name);
    let end = line_end(text);
    let head = top(game.view);
    let starts_line = head > 0 || before.is_none_or(|before| before.text.ends_with(['\n', '\r']));
    let gap = if starts_line { "" } else { end };
    let at_head = Edit::insert(head, format!("{gap}{line}{end}"));
    if before.is_none_or(|before| begins_game(before.text, text, &at_head)) {
        return Some(at_head.shifted(game.start));
    }
    let after_tag = after_first_tag(game.view)?;
    Some(Edit::insert(after_tag, format!("{end}{line}")).shifted(game.start))
}

/// Returns the edit that allows rule `name` in a whole file, given its first game.
pub fn allow_in_file(first: GameView, name: &str) -> Edit {
    let file = FileAllowances::of_game(first, ANY);
    if let Some(line) = file.lines.iter().find(|line| !line.names.is_empty()) {
        return line.with_name(name);
    }
    let start = if first.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    Edit::insert(start, format!("{}{}", escape_line::write(Scope::File, name), line_end(first.text)))
}

impl Allowance {
    /// Returns the edit that adds a name after the last one. The text after that is for readers.
    fn with_name(&self, name: &str) -> Edit {
        let end = self.names.last().map_or(self.line.end, |last| last.range.end);
        Edit::insert(end, format!(", {name}"))
    }
}

/// Returns the offset of a new line before the game: before its first token, after the lines for the whole file.
fn top(game: GameView) -> usize {
    let file = FileAllowances::of_game(game, ANY);
    let after_file_lines = file.lines.last().map_or(0, |line| line.line.end);
    let first_token =
        game.tree.events().find(|(event, range)| matches!(event, Event::Token(_)) && range.start >= after_file_lines);
    let token = first_token.map_or(game.text.len(), |(_, range)| range.start);
    // An escape line begins in the first column.
    game.text[..token].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// Whether the line of `edit` is parsed as part of the game with text `game`, which follows `before`.
fn begins_game(before: &str, game: &str, edit: &Edit) -> bool {
    let (start, end) = game.split_at(edit.range.start);
    let joined = format!("{before}{start}{}{end}", edit.text);
    let line = before.len() + start.len();
    let mut parser = Parser::new(&joined);
    let mut tree = Tree::default();
    let mut games = std::iter::from_fn(|| parser.next_game(&mut tree));
    // The second game may begin with the line or with the white space around it, but not after it.
    games.nth(1).is_some_and(|second| second.start <= line + edit.text.find('%').unwrap_or(0))
}

/// Returns the end of the first tag pair, if its line ends there too.
fn after_first_tag(game: GameView) -> Option<usize> {
    let mut ends = game.tree.events().filter(|(event, _)| *event == Event::Leave(NodeKind::Tag));
    let end = ends.find(|(_, range)| game.text[range.end..].starts_with(['\n', '\r']))?.1.end;
    let is_inside = game
        .tree
        .events()
        .any(|(event, range)| matches!(event, Event::Token(kind) if kind != TokenKind::Text) && range.start > end);
    is_inside.then_some(end)
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use crate::file_view::FileFacts;
    use crate::finding::Level;
    use crate::linter::Linter;
    use crate::rule::Rule;
    use crate::rules::RULES;
    use scoresheet_chess::placed_game::games;

    const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n\n1. e5 *\n";

    /// Checks that allowing illegal moves in game `index` suppresses those of that game only, with an escape line that is used.
    #[track_caller]
    fn check(text: &str, index: usize, expected: &str) {
        let database = Database::parse(text);
        let placed: Vec<_> = games(&database).collect();
        let before = index.checked_sub(1).map(|before| placed[before].view);
        let edit = allow_in_game(placed[index], before, "illegal-move").unwrap();
        assert_eq!(apply(text, &edit), expected);
        let left = found(expected);
        let mut others = found(text);
        others.retain(|game| *game != index);
        assert_eq!(left, others);
    }

    fn apply(text: &str, edit: &Edit) -> String {
        let mut text = text.to_owned();
        text.replace_range(edit.range.clone(), &edit.text);
        text
    }

    /// Returns the games with illegal moves, and checks that no escape line is reported.
    fn found(text: &str) -> Vec<usize> {
        let is_asked = |rule: &Rule| ["illegal-move", "unused-suppression"].contains(&rule.name);
        let database = Database::parse(text);
        let findings = Linter::new(RULES, is_asked, Level::Hint).check_database(&database, FileFacts::default());
        assert!(findings.iter().all(|finding| finding.rule.name == "illegal-move"), "{findings:#?}");
        findings.iter().filter_map(|finding| database.unit_at(finding.range.start)).collect()
    }

    #[test]
    fn a_line_is_inserted_before_the_game() {
        let line = "% scoresheet: allow illegal-move\n";
        check(GAME, 0, &format!("{line}{GAME}"));
        check(&format!("{GAME}\n{GAME}"), 1, &format!("{GAME}\n{line}{GAME}"));
        check(&format!("{line}{GAME}\n{GAME}"), 1, &format!("{line}{GAME}\n{line}{GAME}"));
        check("1. e5 *", 0, &format!("{line}1. e5 *"));
        check(
            "[Event \"?\"]\r\n\r\n1. e5 *\r\n",
            0,
            "% scoresheet: allow illegal-move\r\n[Event \"?\"]\r\n\r\n1. e5 *\r\n",
        );
    }

    #[test]
    fn a_name_is_added_to_an_existing_line() {
        check(
            &format!("% scoresheet: allow unused-suppression, style\n{GAME}"),
            0,
            &format!("% scoresheet: allow unused-suppression, style, illegal-move\n{GAME}"),
        );
    }

    #[test]
    fn after_a_game_without_end_the_line_is_inside() {
        let line = "% scoresheet: allow illegal-move";
        let endless = GAME.replace(" *", "");
        check(
            &format!("{endless}\n{GAME}"),
            1,
            &format!("{endless}\n{}", GAME.replacen('\n', &format!("\n{line}\n"), 1)),
        );
    }

    #[test]
    fn a_line_for_the_file_is_its_first() {
        let check = |text: &str, expected: &str| {
            let database = Database::parse(text);
            let edit = allow_in_file(database.view(0).unwrap(), "illegal-move");
            assert_eq!(apply(text, &edit), expected);
            assert_eq!(found(expected), [0; 0]);
        };
        let line = "% scoresheet: allow-file illegal-move\n";
        check(&format!("{GAME}\n{GAME}"), &format!("{line}{GAME}\n{GAME}"));
        check(&format!("\u{FEFF}{GAME}"), &format!("\u{FEFF}{line}{GAME}"));
        check(
            &format!("% scoresheet: allow-file unused-suppression\n{GAME}"),
            &format!("% scoresheet: allow-file unused-suppression, illegal-move\n{GAME}"),
        );
    }
}

use std::cmp::Ordering;

use scoresheet_chess::collation::{Column, KEYS, SortOrder, sorted};
use scoresheet_chess::common_bytes::{common_prefix, common_suffix};
use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::Tag;

use crate::file_view::FileView;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A game that should come before the previous one.
    ///
    /// ## What it does
    /// Checks for games that are out of the standard's order: by Date, then Event, Site, Round, White, Black, Result and
    /// movetext. Each game is compared with the previous one.
    ///
    /// ## Why is this bad?
    /// In a sorted archive games are found quickly, and simple programs can merge two archives.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "1993.05.12"]
    /// [Round "?"]
    /// [White "?"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    ///
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "1993.05.11"]
    /// [Round "?"]
    /// [White "?"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. d4 d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "1993.05.11"]
    /// [Round "?"]
    /// [White "?"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. d4 d5 *
    ///
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "1993.05.12"]
    /// [Round "?"]
    /// [White "?"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: it moves games, and with each the text around it that may be about another one. The first finding of a file
    /// has it and sorts the whole file; files of more than 1 MiB are sorted by `scoresheet sort`.
    ///
    /// ## References
    /// PGN standard, section 12.
    name: "unsorted-games", group: Pedantic, level: Hint, fix: Sometimes, hooks: [Hook::File(check)],
}

/// The longest file that is sorted by an edit. Bytes; the edit holds the whole file. `scoresheet sort` has no limit.
const LONGEST_EDIT: usize = 1 << 20;

fn check(file: &FileView, findings: &mut Findings) {
    let first = findings.len();
    let mut previous: Option<usize> = None;
    for index in (0..file.games.len()).filter(|index| file.games[*index].digest.is_game) {
        if let Some(before) = previous.replace(index)
            && let Some(column) = misplaced_by(file, before, index)
        {
            let key = column.name();
            let message =
                format!("This game should come before the previous one: its {key} sorts first in the standard's order");
            let tag = file.read_head(index, |game| {
                game.tags().into_iter().find(|tag| tag.name == key).map(|tag| file.in_file(index, &tag.range))
            });
            let range = tag.unwrap_or_else(|| file.head(index));
            findings.push(RULE.finding(range, message));
        }
    }
    // One fix puts all games right, so the first finding has it.
    if let Some(finding) = findings.since(first).first_mut() {
        finding.fixes.extend(fix(file));
    }
}

/// Sorts the file; `None` if it is too long, or if its games cannot be moved.
fn fix(file: &FileView) -> Option<Fix> {
    let last = file.games.len().checked_sub(1)?;
    let length = file.games[last].start + file.text(last).len();
    if length > LONGEST_EDIT {
        return None;
    }
    let text: String = (0..file.games.len()).map(|index| file.text(index)).collect();
    let sorted = sorted(&text, &SortOrder::standard())?;
    // An editor shows what changes, and keeps the cursor where nothing does.
    let start = text.floor_char_boundary(common_prefix(text.as_bytes(), sorted.as_bytes()));
    let suffix = common_suffix(&text.as_bytes()[start..], &sorted.as_bytes()[start..]);
    let end = text.ceil_char_boundary(text.len() - suffix);
    let edit = Edit::replace(start..end, &sorted[start..sorted.len() - (text.len() - end)]);
    Some(Fix::unsafe_("Sort the games of the file", vec![edit]))
}

/// The key by which the game at `later` should come before the one at `earlier`.
fn misplaced_by(file: &FileView, earlier: usize, later: usize) -> Option<Column<'static>> {
    // Only games of the same day are re-read.
    match file.games[earlier].digest.date.cmp(&file.games[later].digest.date) {
        Ordering::Less => None,
        Ordering::Greater => Some(KEYS[0]),
        Ordering::Equal => {
            file.read_head(earlier, |one| file.read_head(later, |other| misplaced_on_one_day(one, other)))
        }
    }
}

fn misplaced_on_one_day(one: GameView, other: GameView) -> Option<Column<'static>> {
    let keys = [one, other].map(|game| {
        let tags = game.tags();
        let movetext = game.text[tags.last().map_or(0, |tag| tag.range.end)..].trim();
        KEYS.map(|column| {
            let mut key = Vec::new();
            let value = |name: &str| tags.iter().find(|tag| tag.name == name).map_or("".into(), Tag::value);
            column.write(value, movetext, &mut key);
            key
        })
    });
    let [one, other] = &keys;
    let column = (0..KEYS.len()).find(|column| one[*column] != other[*column])?;
    (one[column] > other[column]).then_some(KEYS[column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings;

    #[track_caller]
    fn check_pair(one: &str, other: &str, key: Option<&str>) {
        for (first, second, expected) in [(one, other, None), (other, one, key)] {
            let text = format!("{first}\n\n1. e4 *\n\n{second}\n\n1. e4 *\n");
            let found = findings(&RULE, &text);
            let reported: Vec<&str> = found.iter().map(|finding| &text[finding.range.clone()]).collect();
            match expected {
                None => assert!(reported.is_empty(), "{reported:?}"),
                Some(key) => {
                    assert!(reported.len() == 1 && first != second && second.contains(reported[0]), "{reported:?}");
                    assert!(found[0].message.contains(&format!("its {key} sorts")), "{}", found[0].message);
                }
            }
        }
    }

    #[test]
    fn tags_decide_one_after_the_other() {
        check_pair("[Date \"1993.??.??\"]", "[Date \"1993.01.??\"]", Some("Date"));
        check_pair("[Event \"B\"]\n[Site \"z\"]", "[Event \"a\"]\n[Site \"b\"]", Some("Event"));
        check_pair("[Round \"?\"]", "[Round \"-\"]", Some("Round"));
        check_pair("[Round \"-\"]", "[Round \"1\"]", Some("Round"));
        check_pair("[Round \"2\"]", "[Round \"10\"]", Some("Round"));
        check_pair("[Round \"2\"]", "[Round \"2.1\"]", Some("Round"));
        check_pair("[Result \"*\"]", "[Result \"1-0\"]", Some("Result"));
        check_pair("[Date \"1993.01.01\"]\n[Event \"b\"]", "[Date \"1993.01.02\"]\n[Event \"a\"]", Some("Date"));
        check_pair("[Event \"a\"]", "[Event \"a\"]", None);
    }

    #[test]
    fn the_first_finding_sorts_the_file() {
        let game = |date: &str| format!("[Date \"{date}\"]\n\n1. e4 *\n\n");
        let (first, second, third) = (game("2001.01.01"), game("2002.01.01"), game("2003.01.01"));
        let text = [&third, &second, &first, "% end\n"].concat();
        let found = findings(&RULE, &text);
        assert_eq!(found.len(), 2);
        assert!(found[1].fixes.is_empty());
        let [edit] = &found[0].fixes[0].edits[..] else { panic!("{:?}", found[0].fixes) };
        assert_eq!(edit.applied_to(&text), [&first, &second, &third, "% end\n"].concat());
        assert!(edit.range.start > 0 && edit.range.end < text.len());
    }

    #[test]
    fn the_movetext_comes_last() {
        let found = findings(&RULE, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"a\"]\n\n1. d4 *\n\n; end\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("movetext"));
    }
}

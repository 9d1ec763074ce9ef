use std::borrow::Cow;
use std::cmp::Ordering;

use scoresheet_grammar::GameView;

use crate::file_view::FileView;
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::dates;

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
    /// ## References
    /// PGN standard, section 12.
    name: "unsorted-games", group: Pedantic, level: Hint, fix: None, hooks: [Hook::File(check)],
}

/// The tags that games are sorted by, first to last.
const KEYS: [&str; 7] = ["Date", "Event", "Site", "Round", "White", "Black", "Result"];

/// The key by which two games are out of order if no tag is.
const MOVETEXT: &str = "movetext";

fn check(file: &FileView, findings: &mut Vec<Finding>) {
    let mut previous: Option<usize> = None;
    for index in (0..file.games.len()).filter(|index| file.games[*index].digest.is_game) {
        if let Some(before) = previous.replace(index)
            && let Some(key) = misplaced_by(file, before, index)
        {
            let message =
                format!("This game should come before the previous one: its {key} sorts first in the standard's order");
            let tag = file.read_head(index, |game| {
                game.tags().into_iter().find(|tag| tag.name == key).map(|tag| file.in_file(index, &tag.range))
            });
            let range = tag.unwrap_or_else(|| file.head(index));
            findings.push(RULE.finding(range, message));
        }
    }
}

/// The key by which the game at `later` should come before the one at `earlier`.
fn misplaced_by(file: &FileView, earlier: usize, later: usize) -> Option<&'static str> {
    // Only games of the same day are re-read.
    match file.games[earlier].digest.date.cmp(&file.games[later].digest.date) {
        Ordering::Less => None,
        Ordering::Greater => Some(KEYS[0]),
        Ordering::Equal => {
            file.read_head(earlier, |one| file.read_head(later, |other| misplaced_on_one_day(one, other)))
        }
    }
}

fn misplaced_on_one_day(one: GameView, other: GameView) -> Option<&'static str> {
    let (tags, other_tags) = (one.tags(), other.tags());
    for key in KEYS {
        let value = |tags: &[scoresheet_grammar::ast::Tag]| -> String {
            tags.iter().find(|tag| tag.name == key).map_or(String::new(), |tag| Cow::into_owned(tag.value()))
        };
        let (value, other_value) = (value(&tags), value(&other_tags));
        let order = match key {
            "Date" => dates::collation(&value).cmp(&dates::collation(&other_value)),
            "Round" => round(&value).cmp(&round(&other_value)),
            _ => value.cmp(&other_value),
        };
        match order {
            Ordering::Less => return None,
            Ordering::Greater => return Some(key),
            Ordering::Equal => {}
        }
    }
    let movetext = |text: &str, tags: &[scoresheet_grammar::ast::Tag]| {
        text[tags.last().map_or(0, |tag| tag.range.end)..].trim().to_owned()
    };
    (movetext(one.text, &tags) > movetext(other.text, &other_tags)).then_some(MOVETEXT)
}

/// Rounds are sorted by number, after `?` and `-`. The standard has no rounds such as `3.1`; they are sorted part by part.
fn round(value: &str) -> Vec<u64> {
    let part = |part: &str| match part {
        "?" | "" => 0,
        "-" => 1,
        number => number.parse::<u64>().map_or(u64::MAX, |number| number.saturating_add(2)),
    };
    value.trim().split('.').map(part).collect()
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
    fn the_movetext_comes_last() {
        let found = findings(&RULE, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"a\"]\n\n1. d4 *\n\n; end\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("movetext"));
    }
}

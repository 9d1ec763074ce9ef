use std::ops::Range;

use scoresheet_chess::names::unknown;

use crate::file_view::{FileView, NAME_TAGS};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A name that says that it is unknown, in other words than the standard's.
    ///
    /// ## What it does
    /// Checks for values of White, Black, Event and Site such as `NN`, `N.N.`, `Unknown`, `n/a`, `?, ?` and `-`. An unknown value is `?` in the standard. A file
    /// is reported once for each tag, where the first such value is. Empty values, dates and rounds have rules of their own.
    ///
    /// ## Why is this bad?
    /// Programs take the word for a name: searches and statistics have a player called NN.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Simultaneous"]
    /// [Site "New Orleans USA"]
    /// [Date "1858.??.??"]
    /// [Round "-"]
    /// [White "Morphy, Paul"]
    /// [Black "NN"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Simultaneous"]
    /// [Site "New Orleans USA"]
    /// [Date "1858.??.??"]
    /// [Round "-"]
    /// [White "Morphy, Paul"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: it writes `?` in all games of the file, and the word may be a name.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.1, 8.1.1.2, 8.1.1.5 and 8.1.1.6.
    name: "unknown-value", group: Style, level: Info, fix: Always, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    for (place, tag) in NAME_TAGS.into_iter().enumerate() {
        let has_it = |index: &usize| file.games[*index].digest.flags.is_unknown(place);
        let games: Vec<usize> = (0..file.games.len()).filter(has_it).collect();
        let Some((first, value)) = games.first().and_then(|index| value_at(file, *index, tag)) else { continue };
        let places = games.iter().filter_map(|index| Some(value_at(file, *index, tag)?.0));
        let edits: Vec<Edit> = places.map(|place| Edit::replace(place, "?")).collect();
        let count = match games.len() {
            1 => "1 game".to_owned(),
            count => format!("{count} games"),
        };
        let message = format!("{value} is no name; an unknown {tag} is written ? (here in {count})");
        findings.push(RULE.finding(first, message).with_fix(Fix::unsafe_(format!("Write ? in {count}"), edits)));
    }
}

/// The value of a tag of a game that means unknown, and where it is in the file.
fn value_at(file: &FileView, index: usize, name: &str) -> Option<(Range<usize>, String)> {
    file.read_head(index, |game| {
        let tag = game.tags().into_iter().find(|tag| tag.name == name)?;
        let value = tag.value().trim().to_owned();
        unknown(&value)?;
        Some((file.in_file(index, &tag.inner_range()), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_fix, findings};

    #[test]
    fn each_tag_is_named_once() {
        let text = "[Event \"-\"]\n[Site \"?\"]\n[White \"Na, Li\"]\n[Black \"NN\"]\n\n*\n\n[White \"\"]\n[Black \"N.N.\"]\n[Round \"-\"]\n\n*\n";
        let found = findings(&RULE, text);
        let values: Vec<&str> = found.iter().map(|finding| &text[finding.range.clone()]).collect();
        assert_eq!(values, ["-", "NN"]);
        assert_eq!(found[1].message, "NN is no name; an unknown Black is written ? (here in 2 games)");
    }

    #[test]
    fn all_games_are_changed() {
        let before = "[White \"Unknown\"]\n[Black \"?\"]\n\n*\n\n[White \"nn\"]\n[Black \"Tal\"]\n\n*\n\n[White \" ?, ? \"]\n\n*\n";
        check_fix(&RULE, before, &before.replace("Unknown", "?").replace("nn", "?").replace(" ?, ? ", "?"));
    }
}

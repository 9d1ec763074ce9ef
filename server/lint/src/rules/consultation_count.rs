use super::tag_values::{inner, value};
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// More or fewer titles, ratings or types than players.
    ///
    /// ## What it does
    /// Checks for a different number of players and of their titles, ratings or types. In a consultation game colons separate
    /// the players of a side, and the tags about them have one field for each player: `Jones:Smith` goes with the titles
    /// `IM:-`. The rule looks at WhiteTitle, WhiteElo, WhiteUSCF and WhiteType and the same tags for Black. One title or rating
    /// for several names is reported at a lower level, because the colon may be part of a name.
    ///
    /// ## Why is this bad?
    /// Nobody can tell which player has which rating.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Jones:Smith:Zacharias"]
    /// [WhiteTitle "IM:GM"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Jones:Smith:Zacharias"]
    /// [WhiteTitle "IM:-:GM"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 9.1.
    name: "consultation-count", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Tags(check)],
}

/// The tag with the players of a side, and the tags about them.
const SIDES: [(&str, [&str; 4]); 2] = [
    ("White", ["WhiteTitle", "WhiteElo", "WhiteUSCF", "WhiteType"]),
    ("Black", ["BlackTitle", "BlackElo", "BlackUSCF", "BlackType"]),
];

fn check(walk: &Walk, findings: &mut Findings) {
    let is_of_a_side = |name: &str| name.starts_with("White") || name.starts_with("Black");
    if !walk.tags.iter().any(|tag| is_of_a_side(tag.name) && tag.raw_value.contains(':')) {
        return;
    }
    for (side, others) in SIDES {
        // Players' addresses contain colons of their own.
        let Some(names) = walk.tag(side).filter(|tag| !tag.raw_value.contains("://")) else { continue };
        // Another rule reports an empty name.
        if inner(names).is_some_and(|names| names.split(':').any(|name| name.trim().is_empty())) {
            continue;
        }
        let players = players(names.raw_value);
        let others = walk.tags.iter().filter(|tag| others.contains(&tag.name));
        let counts = others.filter_map(|tag| value(tag).map(|value| (tag.name, value.text.split(':').count(), value)));
        let (single, several): (Vec<_>, Vec<_>) =
            counts.filter(|(_, count, _)| *count != players).partition(|(_, count, _)| *count == 1);
        // A single field matches a single name.
        for (name, count, value) in single.into_iter().take(1).chain(several) {
            let message =
                format!("{side} has {}, but {name} has {}", counted(players, "player"), counted(count, "field"));
            let mut finding = RULE.finding(value.range, message);
            if count == 1 {
                finding.level = Level::Info;
            }
            findings.push(finding.with_related(names.value_range.clone(), "the players"));
        }
    }
}

/// How many fields the colons separate. A colon between digits belongs to a time.
fn players(names: &str) -> usize {
    let is_time = |colon: usize| {
        let digit = |text: Option<char>| text.is_some_and(|character| character.is_ascii_digit());
        digit(names[..colon].chars().next_back()) && digit(names[colon + 1..].chars().next())
    };
    1 + names.match_indices(':').filter(|(colon, _)| !is_time(*colon)).count()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, findings};

    #[test]
    fn the_fields_are_marked() {
        check(
            &RULE,
            r#"
[White "Jones:Smith:Zacharias"]
[Black "Adams"]
[WhiteElo "2000:2100"]
           ^^^^^^^^^ White has 3 players, but WhiteElo has 2 fields
[WhiteTitle "IM:-:GM"]
[BlackTitle "IM:GM"]
             ^^^^^ Black has 1 player, but BlackTitle has 2 fields
[BlackElo "2100"]
[WhiteUSCF ""]

1. e4 *
"#,
        );
        check(&RULE, "[White \"Stockfish (10:00)\"]\n[WhiteElo \"3500\"]\n\n*");
        check(&RULE, "[White \"https://lichess.org/@/x\"]\n[WhiteElo \"2000\"]\n\n*");
    }

    #[test]
    fn the_colon_may_belong_to_the_name() {
        let found = findings(&RULE, "[White \"Deep Thought: 2\"]\n[WhiteElo \"2500\"]\n[WhiteType \"program\"]\n\n*");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Info);
    }
}

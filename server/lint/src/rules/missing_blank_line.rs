use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use crate::file_view::FileView;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::line_ends;
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// No empty line between the tag pairs and the moves, or between two games.
    ///
    /// ## What it does
    /// Checks for moves, or a comment before them, on the line after the last tag pair, and for tag pairs on the line after the
    /// previous game. Moves on the same line as a tag pair are reported by `shared-tag-line`.
    ///
    /// ## Why is this bad?
    /// An empty line ends each of the two sections of a game. Programs that rely on it, and human readers, take moves for tags
    /// or two games for one.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Club match"]
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Club match"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: an empty line has no meaning of its own.
    ///
    /// ## References
    /// PGN standard, sections 8.1 and 8.2.1.
    name: "missing-blank-line", group: Style, level: Info, fix: Always,
    hooks: [Hook::Text(check), Hook::File(check_file)],
}

fn check(game: GameView, findings: &mut Findings) {
    let mut tags_end = None;
    let mut in_movetext = false;
    for (event, range) in game.tree.events() {
        match (event, tags_end) {
            (Event::Enter(NodeKind::Movetext), _) => in_movetext = true,
            // It is misplaced; an empty line after it would be in the movetext.
            (Event::Enter(NodeKind::Tag), _) if in_movetext => return,
            (Event::Enter(NodeKind::Tag), _) => tags_end = None,
            (Event::Leave(NodeKind::Tag), _) => tags_end = Some(range.end),
            // An empty line before or after it suffices.
            (Event::Token(TokenKind::EscapeLine), Some(end)) => {
                if line_ends(&game.text[end..range.start]).count() > 1 {
                    return;
                }
                tags_end = Some(range.end);
            }
            // Comments and text among the tag pairs are of other rules.
            (Event::Token(_), Some(_)) if !in_movetext => tags_end = None,
            (Event::Token(_), Some(end)) => {
                let is_on_next_line = |gap: &str| line_ends(gap).count() == 1;
                let gap = &game.text[end..range.start];
                if is_on_next_line(gap) {
                    let line_start = end + gap.rfind(['\n', '\r']).map_or(gap.len(), |last| last + 1);
                    let message = "The empty line between the tag pairs and the movetext is missing";
                    let edit = Edit::insert(line_start, line_end(game.text));
                    let fix = Fix::safe("Insert an empty line", vec![edit]);
                    let first_line = range.start..range.start + first_line_length(&game.text[range]);
                    findings.push(RULE.finding(first_line, message).with_fix(fix));
                }
                return;
            }
            _ => {}
        }
    }
}

fn check_file(file: &FileView, findings: &mut Findings) {
    for (index, pair) in file.games.windows(2).enumerate() {
        let next = index + 1;
        // What is on the line of the game before it is reported there.
        if !pair[0].digest.flags.lacks_empty_line()
            || pair[0].digest.flags.ends_in_line()
            || !pair[1].digest.is_game
            || !file.text(next).starts_with('[')
        {
            continue;
        }
        let before = file.text(index);
        let line_end = line_end(&before);
        let message = "The empty line between this game and the previous one is missing";
        let fix = Fix::safe("Insert an empty line", vec![Edit::insert(pair[1].start, line_end)]);
        findings.push(RULE.finding(file.head(next), message).with_fix(fix));
    }
}

fn first_line_length(token: &str) -> usize {
    token.lines().next().unwrap_or("").len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn sections_are_told_apart() {
        check(
            &RULE,
            "
[Event \"x\"]
{a
^^ The empty line between the tag pairs and the movetext is missing
b} 1. e4 *
[Event \"y\"]
^^^^^^^^^^^ The empty line between this game and the previous one is missing

1. e4 *
",
        );
    }

    #[test]
    fn an_empty_line_is_inserted() {
        check_fix(
            &RULE,
            "[Event \"x\"]\r\n  1. e4 *\r\n[Event \"y\"]\r\n\r\n*\r\n",
            "[Event \"x\"]\r\n\r\n  1. e4 *\r\n\r\n[Event \"y\"]\r\n\r\n*\r\n",
        );
    }

    #[test]
    fn other_things_may_stand_between() {
        for text in [
            "[Event \"x\"]\n% y\n\n1. e4 *\n",
            "[Event \"x\"]\n\n% y\n1. e4 *\n",
            "1. e4 *\n{end}\n\n[Event \"y\"]\n\n*\n",
            "[Event \"x\"] 1. e4 *",
            "1. e4 *\n",
            "1. e4 [Variant \"Chess960\"]\n e5 *\n",
        ] {
            assert!(findings(&RULE, text).is_empty(), "{text:?}");
        }
    }
}

use scoresheet_grammar::{Database, Event};

use crate::file_view::FileView;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// A tag pair on the line on which the game before it ends.
    ///
    /// ## What it does
    /// Checks for games that begin with a tag pair on the line on which the game before them ends.
    ///
    /// ## Why is this bad?
    /// python-chess skips the rest of the line, so that the tag is lost. Other programs do not see that another game begins.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 * [Event "Open"]
    /// [Site "London"]
    /// [Date "2024.01.02"]
    /// [Round "1"]
    /// [White "Ada"]
    /// [Black "Bob"]
    /// [Result "*"]
    ///
    /// 1. d4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 *
    ///
    /// [Event "Open"]
    /// [Site "London"]
    /// [Date "2024.01.02"]
    /// [Round "1"]
    /// [White "Ada"]
    /// [Black "Bob"]
    /// [Result "*"]
    ///
    /// 1. d4 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it inserts line ends.
    ///
    /// ## References
    /// PGN standard, sections 8.1 and 8.2.6.
    name: "tag-after-game-end", group: Portability, level: Warning, fix: Always, hooks: [Hook::File(check_file)],
}

fn check_file(file: &FileView, findings: &mut Findings) {
    for (index, pair) in file.games.windows(2).enumerate() {
        let next = index + 1;
        let may_share_line = pair[0].digest.is_game && pair[0].digest.flags.ends_in_line() && pair[1].digest.is_game;
        // Another rule reports a game without a marker, and writes one.
        if !may_share_line || !file.text(next).starts_with('[') || !has_marker(&file.text(index)) {
            continue;
        }
        let message = "This tag pair is on the line on which the game before it ends: python-chess does not see it";
        let line_ends = line_end(&file.text(next)).repeat(2);
        let fix = Fix::safe("Begin the game after an empty line", vec![Edit::insert(pair[1].start, line_ends)]);
        findings.push(RULE.finding(file.head(next), message).with_fix(fix));
    }
}

/// Whether a game has a termination marker.
fn has_marker(game: &str) -> bool {
    let database = Database::parse(game);
    let Some(game) = database.view(0) else { return false };
    game.tree.events().any(|(event, _)| matches!(event, Event::Token(kind) if kind.is_termination()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[Event "A"]

1. e4 1-0 [Event "B"]
          ^^^^^^^^^^^ This tag pair is on the line on which the game before it ends: python-chess does not see it
[Result "*"]

1. d4 * {end} [Event "C"]
              ^^^^^^^^^^^

*
  [Event "D"]

*
"#,
        );
        check(&RULE, "1. e4 * 1. d4 *");
        check(&RULE, "1. e4 [Event \"B\"]\n[Site \"S\"]\n\n*");
        check(&RULE, "1. e4 *\r\n[Event \"A\"]\r\n\r\n*\r\n");
    }

    #[test]
    fn the_game_begins_on_a_line_of_its_own() {
        check_fix(&RULE, "1. e4 *[Event \"B\"]\r\n\r\n*\r\n", "1. e4 *\r\n\r\n[Event \"B\"]\r\n\r\n*\r\n");
    }
}

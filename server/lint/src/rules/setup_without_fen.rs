use scoresheet_grammar::ast;

use super::fen_without_setup::fen_tag;
use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A lost FEN tag.
    ///
    /// ## What it does
    /// Checks for games whose SetUp tag announces a set-up position while the FEN tag is missing, and for games that begin with a later move than
    /// the first one, if hardly a move of theirs can be played from the usual start.
    ///
    /// ## Why is this bad?
    /// Either the position is lost, or the tag is wrong. pgn-extract drops the game; others play it from the initial position.
    ///
    /// ## Example
    /// ```pgn
    /// [SetUp "1"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Casual game"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the tag where the moves can be played from the usual start. It is unsafe, because the position may be what is missing.
    ///
    /// ## References
    /// PGN standard, section 9.7.1.
    name: "setup-without-fen", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Tags(check), Hook::Slip(check_moves)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let is_setup = |name: &str| name.eq_ignore_ascii_case("SetUp");
    let Some(tag) = walk.tags.iter().find(|tag| is_setup(tag.name) && tag.value() == "1") else { return };
    if fen_tag(walk).is_some() {
        return;
    }
    let message = "SetUp is 1, but the FEN tag with the starting position is missing";
    let delete = vec![delete(walk.game.text, tag.range.clone())];
    let finding = RULE.finding(tag.range.clone(), message);
    findings.push(finding.with_fix(Fix::unsafe_("Delete the SetUp tag", delete)));
}

/// The moves cannot be played from the usual start.
fn check_moves(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::LostFen {
        return;
    }
    let written = &text[candidate.range.clone()];
    let message = match written.starts_with('[') {
        true => "SetUp is 1, but the FEN tag with the starting position is missing".to_owned(),
        false => format!(
            "The game begins with move {}, but no FEN tag gives the position before it",
            ast::move_number(written).number
        ),
    };
    findings.push(RULE.finding(candidate.range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[SetUp "1"]
^^^^^^^^^^^ SetUp is 1, but the FEN tag with the starting position is missing

1. e4 *
"#,
        );
        check(&RULE, "[SetUp \"0\"]\n\n1. e4 *");
        check(&RULE, "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n\n*");
    }

    #[test]
    fn moves_that_do_not_fit_the_usual_start_say_so_once() {
        check(
            &RULE,
            r#"
[SetUp "1"]
^^^^^^^^^^^ SetUp is 1, but the FEN tag with the starting position is missing

1. Kd2 Kd4 2. e3+ Ke4 *

[White "Ann"]

{ an ending } 31... Kd6 32. Kd4 Kc6 33. Kc4 *
              ^^^^^ The game begins with move 31, but no FEN tag gives the position before it

[White "Ann"]

31. e4 e5 32. Nf3 Nc6 33. Kc4 *
"#,
        );
        // Typed before the first move, and not closed yet.
        check(&RULE, "{ a remark 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the main line} 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *");
        for text in ["[SetUp \"1\"]\n\n19. Kd2 Kd4 20. e3+ Ke4 *", "[White \"A\"]\n\n19. Kd2 Kd4 20. e3+ Ke4 *"] {
            let found = warnings(text);
            assert_eq!(found, ["setup-without-fen"], "{text}");
        }
    }

    #[test]
    fn the_tag_goes() {
        check_fix(&RULE, "[Event \"E\"]\n[SetUp \"1\"]\n\n*", "[Event \"E\"]\n\n*");
    }
}

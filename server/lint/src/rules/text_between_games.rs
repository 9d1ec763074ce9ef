use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use super::annotation_after_game_end::marker_of_annotation;
use super::control_character::is_invisible;
use super::dressed_tag::{dress_of, tag_beside};
use super::escape_not_in_first_column::is_misplaced_escape;
use super::stray_closing_parenthesis::is_stray;
use super::text_among_tags::is_among_tags;
use super::unexpected_text::quote;
use crate::finding::{Edit, Finding, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// Text before, between or after games.
    ///
    /// ## What it does
    /// Checks for text outside the tag pairs and the moves: headings, remarks, additions of a mail program. A sign that is written together with
    /// the termination marker (`1-0"`) is a warning, as it is a slip of the finger.
    ///
    /// ## Why is this bad?
    /// PGN has no such text. Most programs skip it, some read it as movetext. A comment before or after the moves says the
    /// same, and all programs read it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 *
    ///
    /// Here ends the first round.
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Only such a sign has a fix, which deletes it; it is unsafe, because the sign may have been one of another result.
    ///
    /// ## References
    /// PGN standard, sections 5, 6 and 8.
    name: "text-between-games", group: Style, level: Warning, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::TextBetweenGames, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let is_of_other_rule = is_invisible(walk.text(fault.span()))
        || is_misplaced_escape(fault, walk)
        || is_stray(walk.text(fault.span()))
        || is_among_tags(fault, walk);
    let is_of_tag = || tag_beside(&fault.span(), walk).is_some_and(|tag| dress_of(tag, walk).is_some());
    if is_of_other_rule || is_of_tag() || marker_of_annotation(walk, &fault.span()).is_some() {
        return;
    }
    let text = quote(walk.text(fault.span()));
    if is_glued_sign(walk, &fault.span()) {
        let message = format!("{text} after the termination marker does not belong to the game");
        let fix = Fix::unsafe_(format!("Delete {text}"), vec![Edit::delete(fault.span())]);
        return findings.push(RULE.finding(fault.span(), message).with_fix(fix));
    }
    let message = format!("\"{text}\" is not part of a game: it is neither a tag pair nor a move nor a comment");
    findings.push(Finding { level: Level::Info, ..RULE.finding(fault.span(), message) });
}

/// Whether a text is a sign of punctuation or two, right after the end of a game: `1-0"`.
fn is_glued_sign(walk: &Walk, span: &Range<usize>) -> bool {
    let is_glued = walk.text(0..span.start).ends_with(|last: char| !last.is_whitespace());
    let text = walk.text(span.clone());
    is_glued && text.len() <= MOST_SIGNS && text.bytes().all(|byte| byte.is_ascii_punctuation())
}

/// The most signs that can be a slip of the finger.
const MOST_SIGNS: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_text_is_marked() {
        check(
            &RULE,
            r#"
World Open
^^^^^^^^^^ "World Open" is not part of a game: it is neither a tag pair nor a move nor a comment

[Event "World Open"]

1. e4 e5 *
"#,
        );
        assert_eq!(findings(&RULE, "World Open\n----------\n\n1. e4 *\n\nRound 2\n-------\n").len(), 2);
    }

    #[test]
    fn a_sign_at_the_marker_is_a_slip() {
        for sign in ["\"", ",", "."] {
            check_fix(&RULE, &format!("1. e4 e5 1-0{sign}\n"), "1. e4 e5 1-0\n");
        }
        assert_eq!(findings(&RULE, "1. e4 e5 1-0 .\n")[0].level, Level::Info);
    }

    #[test]
    fn a_signature_is_no_game() {
        let found = findings(&RULE, "1. e4 e5 *\n\n-- \nOtto\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("Otto"), "{}", found[0].message);
    }
}

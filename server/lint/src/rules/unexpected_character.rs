use std::collections::BTreeSet;
use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use super::escape_not_in_first_column::is_misplaced_escape;
use super::habit::join;
use super::stray_closing_brace::is_before_brace;
use super::unexpected_text::quote;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::pasted::is_white_space_elsewhere;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A character without a meaning in movetext.
    ///
    /// ## What it does
    /// Checks for characters in the movetext, outside comments, that have no meaning there: `[`, `]`, `"`, `&`, `§` and the
    /// like, for white space in the writing of other formats, such as `\n` and `%20`, and for comments between `/*` and `*/`.
    ///
    /// ## Why is this bad?
    /// pgn-extract drops a game for some of these characters and skips others; chess.js, kokopu, mliebelt's and kludwig's
    /// parsers reject it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 ] e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the character, or writes a period for the comma after a move number. It is unsafe, because the character
    /// may be the rest of something else.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "unexpected-character", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnexpectedCharacter, check), Hook::End(check_habit), Hook::Slip(check_carried)],
}

/// A sign that is so often in a game is no slip but the way in which it was written, such as a `|` between all moves.
const FEWEST_OF_HABIT: usize = 4;

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if is_before_brace(fault, walk) || is_misplaced_escape(fault, walk) {
        return;
    }
    let span = fault.span();
    if walk.text(span.clone()).starts_with("/*") {
        return findings.push(foreign_comment(span));
    }
    if walk.text(span.clone()) == "," && follows_number(walk.text(0..span.start)) {
        let finding = RULE.finding(span.clone(), "A move number must end with a period, not a comma");
        return findings.push(finding.with_fix(Fix::unsafe_("Write a period", vec![Edit::replace(span, ".")])));
    }
    if findings.only_counts(&RULE, &span) {
        return;
    }
    let text = quote(walk.text(span.clone()));
    let message = format!("{text} has no meaning in movetext");
    if let Some(end) = end_of_escaped_comment(walk.game.text, &span) {
        let edits = vec![Edit::delete(span.clone()), Edit::delete(end.clone())];
        let finding = RULE.finding(span, message).with_related(end, "the other one");
        return findings.push(finding.with_fix(Fix::unsafe_("Delete both", edits)));
    }
    let delete = delete(walk.game.text, span.clone());
    let finding = RULE.finding(span, message);
    findings.push(finding.with_fix(Fix::unsafe_(format!("Delete {text}"), vec![delete])));
}

/// The longest comment in braces with backslashes. Bytes.
const LONGEST_COMMENT: usize = 4096;

/// The backslash before the `}` of a comment that has one before its `{`, too: `\{fine\}`.
fn end_of_escaped_comment(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let comment = text[span.start..].strip_prefix("\\{")?;
    let comment = &comment[..comment.floor_char_boundary(LONGEST_COMMENT)];
    let end = span.end + 1 + comment.find('}').filter(|end| comment[..*end].ends_with('\\'))?;
    Some(end - 1..end)
}

/// White space and quotes in the writing of another format.
fn check_carried(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::Carried || candidate.is_reported_before {
        return;
    }
    let written = quote(&text[candidate.range.clone()]);
    let mut message = match is_white_space_elsewhere(&written) {
        true => format!("{written} is white space in another format, and has no meaning in movetext"),
        false => format!("{written} has no meaning in movetext"),
    };
    let all = candidate.edits();
    if all.len() > 1 {
        message.push_str(&format!(" (and so on: {} places in this game)", all.len()));
    }
    let title = if candidate.edit.text == " " { "Write a space".to_owned() } else { format!("Delete {written}") };
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(Fix::unsafe_(title, all)));
}

/// One finding for all places of a sign that a game has again and again.
fn check_habit(_: &GameEnd, walk: &Walk, findings: &mut Findings) {
    if findings.len() < FEWEST_OF_HABIT {
        return;
    }
    let sign_of = |finding: &Finding| {
        let mut signs = walk.text(finding.range.clone()).chars().filter(|sign| !sign.is_whitespace());
        let first = signs.next().filter(|_| finding.rule == RULE.id())?;
        signs.all(|sign| sign == first).then_some(first)
    };
    let signs: BTreeSet<char> = findings.since(0).iter().filter_map(sign_of).collect();
    for sign in signs {
        let found = findings.take(FEWEST_OF_HABIT, |finding| sign_of(finding) == Some(sign));
        if let Some(first) = join(found, &format!("Delete each {sign}")) {
            findings.push(first);
        }
    }
}

/// Whether a text ends with a move number that has no period yet.
fn follows_number(text: &str) -> bool {
    let before = text.trim_end_matches(|character: char| character.is_ascii_digit());
    before.len() < text.len()
        && !before.ends_with(|character: char| character.is_alphanumeric() || "=-+".contains(character))
}

/// `/* ... */`, a comment in other languages.
fn foreign_comment(span: Range<usize>) -> Finding {
    let message = "/* does not begin a comment, and other programs read its * as the end of the game; PGN writes { }";
    let (begin, end) = (span.start..span.start + 2, span.end - 2..span.end);
    let edits = vec![Edit::replace(begin.clone(), "{"), Edit::replace(end, "}")];
    RULE.finding(begin, message).with_fix(Fix::unsafe_("Write { }", edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Level;
    use crate::rules::RULES;
    use crate::testing::{all_findings, check, check_fix, warnings};

    #[test]
    fn the_character_is_marked() {
        check(
            &RULE,
            "
1. e4 ] e5 § 2. Nf3 *
      ^ ] has no meaning in movetext
           ^ § has no meaning in movetext
",
        );
    }

    #[test]
    fn a_sign_again_and_again_is_one_slip() {
        let text = "1. e4 | e5 |\n2. | Nf3 | Nc6 |\n*";
        let found = all_findings(&[&RULE], text);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].message, "| has no meaning in movetext (and so on: 5 places in this game)");
        check_fix(&RULE, text, "1. e4 e5\n2. Nf3 Nc6\n*");
        check_fix(&RULE, "1. e4 | e5 | 2. Nf3 | Nc6 *", "1. e4 e5 2. Nf3 Nc6 *");
    }

    #[test]
    fn comments_of_programmers_are_one_slip() {
        let game = |comment: &str| format!("[Result \"1-0\"]\n\n1. e4 {comment} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n");
        let rules: Vec<_> = RULES.iter().copied().filter(|rule| rule.level >= Level::Warning).collect();
        for text in ["/* Normal */", "/*Best by\ntest*/"] {
            let found = all_findings(&rules, &game(text));
            assert_eq!(found.len(), 1, "{found:#?}");
            assert!(found[0].message.starts_with("/* does not begin a comment"));
        }
        check_fix(&RULE, &game("/* Normal */"), &game("{ Normal }"));
    }

    #[test]
    fn a_comma_after_a_number_becomes_a_period() {
        check_fix(&RULE, "1. e4 e5 2, Nf3 *", "1. e4 e5 2. Nf3 *");
        check_fix(&RULE, "1. e4, e5 2. Nf3 *", "1. e4 e5 2. Nf3 *");
    }

    #[test]
    fn white_space_of_another_format_is_one_habit() {
        for (before, after) in [
            ("1. e4 e5\\n2. Nf3 Nc6\\n3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"),
            ("1. e4 e5\\r\\n2. Nf3\\tNc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"),
            ("1. e4 e5%202. Nf3%20Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"),
            ("1. e4 e5 2.\u{C2}\u{A0}Nf3 Nc6 3.\u{C2}\u{A0}Bb5 a6 *", "1. e4 e5 2.Nf3 Nc6 3.Bb5 a6 *"),
            (
                "1. e4 e5 2.\n\"Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\"\n8. c3 *",
                "1. e4 e5 2.\nNf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n8. c3 *",
            ),
        ] {
            assert_eq!(warnings(before), ["unexpected-character"], "{before}");
            check_fix(&RULE, before, after);
        }
    }

    #[test]
    fn escaped_braces_are_one_slip() {
        check_fix(&RULE, "1. e4 e5 \\{a\\} 2. Nf3 *", "1. e4 e5 {a} 2. Nf3 *");
    }

    #[test]
    fn it_goes() {
        check_fix(&RULE, "1. e4 ] e5 *", "1. e4 e5 *");
    }
}

use scoresheet_grammar::{Fault, FaultKind};

use super::braced::{hides_moves, leading_move};
use super::escape_not_in_first_column::is_misplaced_escape;
use super::fixes::perhaps_write;
use super::reserved_character::is_inside_markup;
use super::stray_closing_brace::is_before_brace;
use crate::explanation::{Candidate, MOST_OTHERS, Slip};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// Words in the movetext outside any comment.
    ///
    /// ## What it does
    /// Checks for words in the movetext that are neither moves nor other elements of movetext.
    ///
    /// ## Why is this bad?
    /// Other programs read the words as an illegal move, and stop, drop the game or misread what follows.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 best by test e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {best by test} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix puts the words in a comment. It is unsafe, because they may be a mistyped move. A move that the first word begins with stays
    /// outside; where more moves are among the words, there is no fix.
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.2.
    name: "unexpected-text", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::UnexpectedText, check), Hook::Slip(check_word)],
}

/// In characters: longer text is truncated in messages.
const LONGEST_QUOTE: usize = 40;

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if is_before_brace(fault, walk) || is_inside_markup(fault, walk) || is_misplaced_escape(fault, walk) {
        return;
    }
    let span = fault.span();
    if findings.only_counts(&RULE, &span) {
        return;
    }
    let text = walk.text(span.clone());
    let message = format!("\"{}\" is neither a move nor a comment", quote(text));
    let finding = RULE.finding(span.clone(), message);
    if text.contains(['{', '}']) {
        return findings.push(finding);
    }
    // `Nc6xyz` is a move with something after it.
    let length = leading_move(text);
    let start = span.start + length.unwrap_or(0);
    if hides_moves(walk.text(start..span.end)) {
        return findings.push(finding);
    }
    let is_glued = walk.text(span.end..walk.game.text.len()).starts_with(char::is_alphanumeric);
    let open = if length.is_some() { " {" } else { "{" };
    let edits = vec![Edit::insert(start, open), Edit::insert(span.end, if is_glued { "} " } else { "}" })];
    findings.push(finding.with_fix(Fix::unsafe_("Turn the text into a comment", edits)));
}

/// A word in place of a move, words in parentheses, or what is left of a page break.
fn check_word(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip == Slip::NoteInParentheses {
        let message = "Words in parentheses are no variation: comments are in braces";
        let fix = perhaps_write(candidate.edit.range.clone(), &candidate.edit.text);
        return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
    if candidate.slip == Slip::PageBreak {
        let written = quote(&text[candidate.range.clone()]);
        let message = format!("\"{written}\" is neither a move nor a comment; probably a page break");
        let delete = Fix::unsafe_("Delete the line", vec![candidate.edit.clone()]);
        let braced =
            candidate.others.iter().map(|edit| Fix::unsafe_("Turn the text into a comment", vec![edit.clone()]));
        let finding = RULE.finding(candidate.range.clone(), message).with_fix(delete);
        return findings.push(braced.fold(finding, Finding::with_fix));
    }
    if candidate.slip != Slip::Unreadable {
        return;
    }
    let message = format!("\"{}\" is where a move should be but cannot be read as one", &text[candidate.range.clone()]);
    let finding = RULE.finding(candidate.range.clone(), message);
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    let write = |edit: &Edit| perhaps_write(edit.range.clone(), &edit.text);
    findings.push(edits.take(MOST_OTHERS).map(write).fold(finding, Finding::with_fix));
}

/// Text on one line, truncated if it is long.
pub(super) fn quote(text: &str) -> String {
    let mut characters = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !characters.is_empty() {
            characters.push(' ');
        }
        characters.push_str(word);
    }
    if let Some((end, _)) = characters.char_indices().nth(LONGEST_QUOTE) {
        characters.truncate(end);
        characters.push('…');
    }
    characters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn the_words_are_marked() {
        check(
            &RULE,
            "
1. e4 best by test e5 2. Nf3 %x
      ^^^^^^^^^^^^ \"best by test\" is neither a move nor a comment
*
",
        );
    }

    #[test]
    fn a_word_in_the_place_of_a_move_is_one_finding() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf Nc6 3. Bb5 a6 4. Ba4 Nf6 *
            ^^ \"Nf\" is where a move should be but cannot be read as one
",
        );
        check_fix(&RULE, "1. e4 e5 2. Nf Nc6 3. Bb5 a6 4. Ba4 Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *");
    }

    #[test]
    fn a_score_or_a_time_is_one_finding() {
        for text in ["+0.35", "-1.20/18", "(+0.35)", "(0:05)", "0:05"] {
            let before = format!("1. e4 e5 2. Nf3 {text} Nc6 3. Bb5 a6 *");
            assert_eq!(warnings(&before), ["unexpected-text"], "{text}");
            check_fix(&RULE, &before, &format!("1. e4 e5 2. Nf3 {{{text}}} Nc6 3. Bb5 a6 *"));
        }
    }

    #[test]
    fn words_before_a_stray_brace_are_its_matter() {
        check(&RULE, "1. e4 best by test } e5 *");
        check(&RULE, "1. e4 <foo> e5 *");
    }

    #[test]
    fn words_become_a_comment_and_a_letter_in_a_move_goes() {
        check_fix(&RULE, "1. e4 best by test e5 *", "1. e4 {best by test} e5 *");
        check_fix(&RULE, "1. e4 e5\u{23a} 2. Nf3 *", "1. e4 e5 2. Nf3 *");
        check_fix(&RULE, "1. e4 e5 2. Nf3 Nc6allow all *", "1. e4 e5 2. Nf3 Nc6 {allow all} *");
    }
}

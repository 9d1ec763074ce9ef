use super::braced::hides_moves;
use super::unexpected_text::quote;
use crate::explanation::{Candidate, Slip, character_after, character_before};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A comment or variation without its opening or closing delimiter.
    ///
    /// ## What it does
    /// Checks for a missing brace or parenthesis where moves, numbers and delimiters do not fit together, and reports the place
    /// at which adding it makes the game legal.
    ///
    /// ## Why is this bad?
    /// A comment without an end swallows moves, and a variation without one swallows the main line. Other programs notice many
    /// moves later, if at all.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {the best move 1... e5 2. Nf3 Nc6 {as usual} 3. Bb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {the best move} 1... e5 2. Nf3 Nc6 {as usual} 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain. There is none where a comment would hide more moves
    /// than words.
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.2.5.
    name: "missing-delimiter", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.is_reported_before {
        return;
    }
    let place = candidate.range.start;
    let (message, range) = match candidate.slip {
        Slip::MissingEndOfComment => ("The } that ends the comment is missing here", character_before(text, place)),
        Slip::MissingEndOfVariation => ("The ) that ends the variation is missing here", character_before(text, place)),
        Slip::MissingBeginOfComment => ("The { that begins the comment is missing here", character_after(text, place)),
        Slip::MissingBraces => return lost_braces(candidate, text, findings),
        Slip::MissingBeginOfVariation => {
            ("The ( that begins the variation is missing here", character_after(text, place))
        }
        _ => return,
    };
    let (message, title) = match candidate.rest.first() {
        Some(end) if end.text.is_empty() => {
            ("The variation ends here, but its ) is further on".to_owned(), "Put the ) here".to_owned())
        }
        Some(end) => {
            let what = if end.text == "}" { "Both braces of the comment" } else { "Both parentheses of the variation" };
            (format!("{what} that begins here are missing"), format!("Insert {} and {}", candidate.edit.text, end.text))
        }
        None => (message.to_owned(), format!("Insert {}", candidate.edit.text)),
    };
    let mut finding = RULE.finding(range, message);
    let edits = candidate.edits();
    if candidate.slip == Slip::MissingBeginOfComment {
        let comment = text[edits[0].range.start..].split('}').next().unwrap_or("");
        if hides_moves(comment) {
            return findings.push(finding);
        }
    }
    if let Some(end) = candidate.rest.first() {
        let is_typed = end.text.is_empty();
        let shown = if is_typed { end.range.clone() } else { character_before(text, end.range.start) };
        finding = finding.with_related(shown, if is_typed { "the )" } else { "its end" });
    }
    findings.push(finding.with_fix(Fix::unsafe_(title, edits)));
}

fn lost_braces(candidate: &Candidate, text: &str, findings: &mut Findings) {
    let written = &text[candidate.range.clone()];
    let is_word =
        written.len() > 1 && !written.contains(char::is_whitespace) && candidate.range == candidate.edit.range;
    let message = match is_word {
        true => format!("\"{}\" is neither a move nor a comment", quote(written)),
        false => "The text that begins here is not in a comment".to_owned(),
    };
    if hides_moves(&text[candidate.edit.range.clone()]) {
        return findings.push(RULE.finding(candidate.range.clone(), message));
    }
    let fix = Fix::unsafe_("Put the comment in braces", vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_place_is_where_the_delimiter_belongs() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 3. Bb5 {the main line 3... a6 4. Ba4 Nf6 {good} 5. O-O *
                                        ^ The } that ends the comment is missing here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 2... Nc6 3. Bb5 a6 *
                                 ^ The ) that ends the variation is missing here
",
        );
        check(
            &RULE,
            "
1. e4 the best move} 1... e5 2. Nf3 *
      ^ The { that begins the comment is missing here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 a6 *
                ^ The ( that begins the variation is missing here
",
        );
    }

    #[test]
    fn a_parenthesis_further_on_is_the_one_that_is_missing() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 2... Nc6) 3. Bb5 a6 *
                                 ^ The variation ends here, but its ) is further on
",
        );
        check_fix(
            &RULE,
            "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 2... Nc6) 3. Bb5 a6 *",
            "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 a6 *",
        );
        let nested = "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 (2. d4 exd4 3. Qxd4)) 2... Nc6 3. Bb5 a6 *";
        check_fix(&RULE, nested, "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) (2. d4 exd4 3. Qxd4) 2... Nc6 3. Bb5 a6 *");
    }

    #[test]
    fn the_bracket_of_a_command_is_none_that_was_mistyped() {
        check_fix(
            &RULE,
            "1. e4 [%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 {[%clk 0:02:57]} 2... Nc6 *",
            "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 {[%clk 0:02:57]} 2... Nc6 *",
        );
    }

    #[test]
    fn words_with_moves_among_them_become_one_comment() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 the main line is Nc6 here 2... Nc6 3. Bb5 a6 *
                ^^^ The text that begins here is not in a comment
",
        );
    }

    #[test]
    fn what_was_left_out_is_put_in() {
        check_fix(
            &RULE,
            "1. e4 { the best  1... e5 2. Nf3 { good } 2... Nc6 *",
            "1. e4 { the best } 1... e5 2. Nf3 { good } 2... Nc6 *",
        );
    }
}

use scoresheet_grammar::{Fault, FaultKind};

use super::fixes::perhaps_write;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A `$` without a number, or with a garbled one, or a NAG without its `$`.
    ///
    /// ## What it does
    /// Checks for a `$` in the movetext that is not directly followed by digits, and for NAGs in which another sign was typed for the `$`
    /// or letters were read for digits: `$l4`, `&14`, `414`. A number with zeros in front, as in `$01`, is only informational.
    ///
    /// ## Why is this bad?
    /// A NAG is a `$` and a number without a space between them. pgn-extract loses the moves before it; chess.js, kokopu and
    /// mliebelt's parser reject the game; python-chess, pgn-reader and chessops skip it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $ e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $1 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: it is a guess whether a number after the space belongs to the `$`, or the `$` is superfluous. Deleting zeros
    /// is safe.
    ///
    /// ## References
    /// PGN standard, section 8.2.4.
    name: "malformed-nag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::MalformedNag, check), Hook::Annotation(Which::Unusual, check_zeros), Hook::Slip(check_garbled)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    if findings.only_counts(&RULE, &span) {
        return;
    }
    let rest = &walk.game.text[span.end..];
    let after_spaces = rest.trim_start_matches([' ', '\t']);
    let digits = after_spaces.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits > 0 && !after_spaces[digits..].trim_start().starts_with(['.', '…']);
    let finding =
        RULE.finding(span.clone(), "This $ has no number; a NAG is a $ with a number right after it, such as $1");
    let fix = if is_number {
        let spaces = span.end..span.end + rest.len() - after_spaces.len();
        Fix::unsafe_(format!("Write ${}", &after_spaces[..digits]), vec![Edit::delete(spaces)])
    } else {
        Fix::unsafe_("Delete the $", vec![delete(walk.game.text, span)])
    };
    findings.push(finding.with_fix(fix));
}

/// A NAG with another sign, without one, or with letters for digits.
fn check_garbled(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::GarbledNag {
        return;
    }
    let written = &text[candidate.range.clone()];
    let message = format!("{written} is probably the NAG {}", candidate.edit.text);
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    let write = |edit: &Edit| perhaps_write(edit.range.clone(), &edit.text);
    findings.push(edits.map(write).fold(RULE.finding(candidate.range.clone(), message), Finding::with_fix));
}

fn check_zeros(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let written = walk.text(annotation.range.clone());
    let number = written.strip_prefix('$').unwrap_or_default();
    let without = number.trim_start_matches('0');
    // `$00` is the null annotation, which another rule is about.
    if without.is_empty() || without.len() == number.len() {
        return;
    }
    let zeros = annotation.range.start + 1..annotation.range.end - without.len();
    let message = format!("In export format the number of a NAG has no zeros in front: ${without}");
    let fix = Fix::safe(format!("Write ${without}"), vec![Edit::delete(zeros)]);
    let finding = RULE.finding(annotation.range.clone(), message).with_fix(fix);
    findings.push(Finding { level: Level::Info, ..finding });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn the_sign_is_marked() {
        check(
            &RULE,
            "
1. e4 $1 e5 $ 2. Nf3 *
            ^ This $ has no number; a NAG is a $ with a number right after it, such as $1
",
        );
    }

    #[test]
    fn zeros_in_front_are_not_written() {
        check(
            &RULE,
            "
1. e4 $01 e5 $10 $0 $00 2. Nf3 $0014 *
      ^^^ In export format the number of a NAG has no zeros in front: $1
                               ^^^^^ In export format the number of a NAG has no zeros in front: $14
",
        );
        check_fix(&RULE, "1. e4 $01 e5 $0014 *", "1. e4 $1 e5 $14 *");
    }

    #[test]
    fn a_garbled_nag_is_one_slip() {
        let game = |nag: &str| format!("1. e4 e5 2. Nf3 {nag} Nc6 3. Bb5 $1 a6 $14 4. Ba4 Nf6 *");
        for (written, meant) in [
            ("$l4", "$14"),
            ("$1O", "$10"),
            ("S14", "$14"),
            ("&2", "$2"),
            ("£3", "$3"),
            ("15", "$15"),
            ("44", "$4"),
            ("414", "$14"),
        ] {
            assert_eq!(warnings(&game(written)), ["malformed-nag"], "{written}");
            check_fix(&RULE, &game(written), &game(meant));
        }
    }

    #[test]
    fn the_number_may_follow() {
        check_fix(&RULE, "1. e4 $ 14 e5 *", "1. e4 $14 e5 *");
        check_fix(&RULE, "1. e4 e5 $ 2. Nf3 *", "1. e4 e5 2. Nf3 *");
    }
}

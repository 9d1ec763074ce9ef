use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Finding, Fix};
use crate::line_edits::delete;
use crate::lint::Walk;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A control character among the moves.
    ///
    /// ## What it does
    /// Reports characters in the movetext that are not printed and are no white space, such as NUL.
    ///
    /// ## Why is this bad?
    /// Nobody sees them, but pgn-extract drops a game with a NUL, and chess.js, kokopu, mliebelt's and kludwig's parsers refuse it.
    ///
    /// ## Example
    /// Here ␀ stands for the character NUL, which is not printed.
    /// ```pgn
    /// 1. e4 ␀ e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Control characters of ASCII carry no meaning: deleting them is safe. Those above may be what a wrong encoding made of
    /// a letter, and those behind a bracket may keep it from beginning a tag pair: they are deleted only when asked.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    static CONTROL_CHARACTER = {
        name: "control-character", group: Portability, level: Warning, fix: Always,
        hooks: [Hook::Fault(FaultKind::ControlCharacter, check)],
    }
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Vec<Finding>) {
    let span = fault.span();
    let text = walk.text(span.clone());
    let Some(first) = text.chars().next() else { return };
    let others = text.chars().count() - 1;
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    let name = if first == '\0' { "NUL".to_owned() } else { format!("U+{:04X}", u32::from(first)) };
    let message =
        format!("The control character {name}{more} has no place in a PGN file: some programs stop reading at it");
    let edits = vec![delete(walk.game.text, span.clone())];
    // Without it, a bracket before it may begin a tag pair.
    let is_of_tag =
        |letter: &char| letter.is_ascii_alphanumeric() || letter.is_ascii_control() || " _-+#=:".contains(*letter);
    let mut before = walk.game.text[..span.start].chars().rev().take(LONGEST_TAG_NAME);
    let may_begin_tag = before.find(|letter| !is_of_tag(letter)) == Some('[');
    let is_safe = text.is_ascii() && !may_begin_tag;
    let fix = if is_safe { Fix::safe("Delete it", edits) } else { Fix::unsafe_("Delete it", edits) };
    findings.push(Finding::new(&CONTROL_CHARACTER, span, message).with_fix(fix));
}

/// So many characters before one are looked at for the bracket of a tag pair.
const LONGEST_TAG_NAME: usize = 255;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_character_is_marked() {
        check(
            &CONTROL_CHARACTER,
            "
1. e4 \0 e5 2. Nf3\u{1}\u{2} *
      ^ The control character NUL has no place in a PGN file: some programs stop reading at it
                 ^^ The control character U+0001 (and 1 more)...
",
        );
    }

    #[test]
    fn it_goes() {
        check_fix(&CONTROL_CHARACTER, "1. e4\0e5 *", "1. e4 e5 *");
        check_applicability(&CONTROL_CHARACTER, "1. e4 \0 e5 *", Applicability::Safe);
        check_applicability(&CONTROL_CHARACTER, "1. e4 \u{96} e5 *", Applicability::Unsafe);
        check_applicability(&CONTROL_CHARACTER, "1. e4 [Site\0\"S\"] e5 *", Applicability::Unsafe);
        check_applicability(&CONTROL_CHARACTER, "1. e4 [Site] \0 e5 *", Applicability::Safe);
    }
}

use std::ops::Range;

use scoresheet_grammar::{Database, Event, Fault, FaultKind, TokenKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A control character in the movetext.
    ///
    /// ## What it does
    /// Checks for invisible characters in the movetext other than white space, such as NUL.
    ///
    /// ## Why is this bad?
    /// They are invisible, but pgn-extract drops a game with a NUL, and chess.js, kokopu, mliebelt's and kludwig's parsers
    /// reject it.
    ///
    /// ## Example
    /// In this example ␀ shows where the invisible NUL is.
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
    /// ASCII control characters carry no meaning: deleting them is safe. For other control characters the fix is unsafe: a
    /// wrong encoding may have turned a letter into one, or it may separate two texts that would otherwise read as a move or a
    /// tag pair.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "control-character", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Fault(FaultKind::ControlCharacter, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let text = walk.text(span.clone());
    let Some(first) = text.chars().next() else { return };
    let others = text.chars().count() - 1;
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    let name = if first == '\0' { "NUL".to_owned() } else { format!("U+{:04X}", u32::from(first)) };
    let message =
        format!("The control character {name}{more} does not belong in a PGN file: some programs stop reading there");
    let edit = delete(walk.game.text, span.clone());
    let is_safe = text.is_ascii() && keeps_what_is_around(walk.game.text, &span, &edit);
    let title = if others > 0 { "Delete the control characters" } else { "Delete the control character" };
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }(title, vec![edit]);
    findings.push(RULE.finding(span, message).with_fix(fix));
}

/// Whether the text around control characters reads the same without them: `Kh` and `7` on both sides would be a
/// move, and a bracket with a name and a quote a tag pair.
fn keeps_what_is_around(text: &str, span: &Range<usize>, deletion: &Edit) -> bool {
    let cut = deletion.range.clone();
    let start = text.floor_char_boundary(span.start.saturating_sub(NEAR)).min(cut.start);
    let end = text.ceil_char_boundary(text.len().min(span.end + NEAR)).max(cut.end);
    let without = format!("{}{}{}", &text[start..cut.start], deletion.text, &text[cut.end..end]);
    games(&text[start..end]) == games(&without)
}

/// The number of bytes examined on each side of control characters; tag names are shorter.
const NEAR: usize = 64;

/// The games in a text without its control characters, read after a tag pair so that it may begin with moves or with tag
/// pairs.
fn games(text: &str) -> Vec<(Event, String)> {
    let text = format!("[Event \"?\"]\n{text}");
    let mut events = Vec::new();
    for (_, game) in Database::parse(&text).views() {
        let others = game.tree.events().filter(|(event, _)| *event != Event::Token(TokenKind::Control));
        let with_text = others.map(|(event, range)| match event {
            Event::Token(_) => (event, game.text[range].to_owned()),
            Event::Enter(_) | Event::Leave(_) => (event, String::new()),
        });
        events.extend(with_text);
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_character_is_marked() {
        check(
            &RULE,
            "
1. e4 \0 e5 2. Nf3\u{1}\u{2} *
      ^ The control character NUL does not belong in a PGN file: some programs stop reading there
                 ^^ The control character U+0001 (and 1 more)...
",
        );
    }

    #[test]
    fn it_goes() {
        check_fix(&RULE, "1. e4\0e5 *", "1. e4 e5 *");
        check_applicability(&RULE, "1. e4 \0 e5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 \u{96} e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 [Site\0\"S\"] e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "[Event \"E\"]\n\n1. e4 [Site] \0 e5 *", Applicability::Safe);
        check_applicability(&RULE, "[Site \"S\"]\n[\0\"\n\n1. e4 *", Applicability::Unsafe);
        check_applicability(&RULE, "[Site \"S\"]\n\0[Date \"1\"]\n\n1. e4 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 Kh\x007 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 1 \0- 0", Applicability::Unsafe);
    }
}

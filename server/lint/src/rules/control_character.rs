use std::ops::Range;

use scoresheet_chess::epd::RecordView;
use scoresheet_grammar::{Database, Event, Fault, FaultKind, GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A control character.
    ///
    /// ## What it does
    /// Checks for invisible characters other than white space: NUL, ESC, DEL and their like, in the movetext, in tag values, in comments and in the
    /// strings of EPD records; for form feeds in values, comments and strings. Zero bytes of records are reported by `zero-byte`, tabs by
    /// `tab-character`.
    ///
    /// ## Why is this bad?
    /// They are invisible, but pgn-extract drops a game with a NUL in its movetext, and chess.js, kokopu, mliebelt's and kludwig's parsers
    /// reject it. ESC begins a command of a terminal: a program that prints a comment or a name with one may change colours, titles or worse.
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
    /// Between tokens, ASCII control characters carry no meaning: deleting them is safe. For other control characters the fix is unsafe: a
    /// wrong encoding may have turned a letter into one, or it may separate two texts that would otherwise read as a move or a
    /// tag pair. In values, comments and strings it is unsafe, as it changes what they say. A form feed becomes a space.
    ///
    /// ## References
    /// PGN standard, sections 4.1 and 7.
    name: "control-character", group: Portability, level: Warning, fix: Always,
    hooks: [
        Hook::Fault(FaultKind::ControlCharacter, check), Hook::Fault(FaultKind::TextBetweenGames, check_between_games),
        Hook::Text(check_text), Hook::Record(check_record),
    ],
}

/// Between games, such as the mark with which DOS ended a file: in files that were joined, the tags after it are lost.
fn check_between_games(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if is_invisible(walk.text(fault.span())) {
        check(fault, walk, findings);
    }
}

/// Whether a text outside of games is nothing but control characters.
pub(super) fn is_invisible(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_control)
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let text = walk.text(span.clone());
    let Some(first) = text.chars().next() else { return };
    let others = text.chars().count() - 1;
    let message = format!("{} in a PGN file: some programs stop reading there", does_not_belong(first, others));
    // The line stays where it parts two games.
    let parts_games = fault.kind == FaultKind::TextBetweenGames && begins_line_after_text(walk.text(0..span.start));
    let edit = if parts_games { Edit::delete(span.clone()) } else { delete(walk.game.text, span.clone()) };
    let is_safe = text.is_ascii() && keeps_what_is_around(walk.game.text, &span, &edit);
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }(title(others), vec![edit]);
    findings.push(RULE.finding(span, message).with_fix(fix));
}

/// Whether what follows is on a line of its own, right after a line that is not empty.
fn begins_line_after_text(before: &str) -> bool {
    let is_space = [' ', '\t'];
    let before = before.trim_end_matches(is_space);
    let line = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r']));
    line.is_some_and(|line| !line.is_empty() && !line.trim_end_matches(is_space).ends_with(['\n', '\r']))
}

fn check_text(game: GameView, findings: &mut Findings) {
    if !may_have_control_character(game.text) {
        return;
    }
    for (kind, token) in TokenMap::of(game).tokens() {
        let place = match kind {
            TokenKind::TagValue | TokenKind::BrokenTagValue => "a tag value",
            kind if kind.is_comment() => "a comment",
            _ => continue,
        };
        findings.extend(inside(game.text, token, place, is_control));
    }
}

fn check_record(view: &RecordView, findings: &mut Findings) {
    if !may_have_control_character(view.line) {
        return;
    }
    let operands = view.record.operations.iter().flat_map(|operation| view.record.operands(operation));
    for operand in operands.filter(|operand| operand.is_text()) {
        // Zero bytes have a rule of their own.
        findings.extend(inside(view.line, &operand.range, "a string", |letter| letter != '\0' && is_control(letter)));
    }
}

/// One finding for all control characters of a comment, value or string.
fn inside(text: &str, token: &Range<usize>, place: &str, is_control: fn(char) -> bool) -> Option<Finding> {
    let all: Vec<Range<usize>> = runs(&text[token.clone()], is_control)
        .map(|range| range.start + token.start..range.end + token.start)
        .collect();
    let first = all.first()?.clone();
    let others = all.iter().map(|range| text[range.clone()].chars().count()).sum::<usize>() - 1;
    let message =
        format!("{} in {place}: it is invisible", does_not_belong(text[first.clone()].chars().next()?, others));
    let edits = all.into_iter().map(|range| {
        let space = if text[range.clone()].contains('\x0C') { " " } else { "" };
        Edit::replace(range, space)
    });
    let fix = Fix::unsafe_(title(others), edits.collect());
    Some(RULE.finding(first, message).with_fix(fix))
}

/// Whether a character is a control character that is neither a tab (`tab-character`) nor the end of a line.
fn is_control(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\t' | '\x0B' | '\n' | '\r')
}

/// Whether a text may have such a character. Compiled to a few instructions for each sixteen bytes, as hardly any text has one. The control
/// characters after ASCII, U+0080 to U+009F, begin with 0xC2 in UTF-8.
fn may_have_control_character(text: &str) -> bool {
    let is_found = |byte: u8| (byte < b' ') & (byte.wrapping_sub(b'\t') > b'\r' - b'\t') | (byte == b'\x7F');
    let any = |bytes: &[u8]| bytes.iter().fold(0, |found, byte| found | u8::from(is_found(*byte))) != 0;
    memchr::memchr2(b'\x0C', 0xC2, text.as_bytes()).is_some() || text.as_bytes().chunks(STRETCH).any(any)
}

/// The number of bytes that are examined together.
const STRETCH: usize = 256;

fn does_not_belong(first: char, others: usize) -> String {
    let name = match first {
        '\0' => "NUL".to_owned(),
        '\x1B' => "ESC".to_owned(),
        '\x7F' => "DEL".to_owned(),
        '\x0C' => "form feed".to_owned(),
        _ => format!("U+{:04X}", u32::from(first)),
    };
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    format!("The control character {name}{more} does not belong")
}

fn title(others: usize) -> &'static str {
    if others > 0 { "Delete the control characters" } else { "Delete the control character" }
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
    use crate::finding::{Applicability, Level};
    use crate::record_linter::RecordLinter;
    use crate::rules::RULES;
    use crate::testing::{check, check_applicability, check_fix, warnings};
    use scoresheet_chess::epd::RecordKind;

    #[test]
    fn the_end_of_a_joined_file_goes() {
        let (text, fixed) = ("1. e4 *\n\u{1A}\n[Event \"B\"]\n\n*\n", "1. e4 *\n\n[Event \"B\"]\n\n*\n");
        assert_eq!(warnings(text), ["control-character"]);
        check_fix(&RULE, text, fixed);
        check_fix(&RULE, "1. e4 *\n\u{1A}", "1. e4 *\n");
    }

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

    #[test]
    fn values_and_comments_are_searched() {
        check(
            &RULE,
            "
[White \"A\u{1B}[31mda\"]
         ^ The control character ESC does not belong in a tag value: it is invisible

1. e4 {a\u{7F}b\u{0}c} e5 ;x\u{C}y
        ^ The control character DEL (and 1 more) does not belong in a comment: it is invisible
                   ^ The control character form feed does not belong...
",
        );
        check_fix(&RULE, "1. e4 {a\u{7F}b\u{C}c}", "1. e4 {ab c}");
        check_applicability(&RULE, "1. e4 {a\u{7F}b}", Applicability::Unsafe);
        for text in ["1. e4 {a\tb\u{B}\r\nc é} *", "[White \"a\tb\"]\n\n1. e4 *"] {
            assert!(crate::testing::findings(&RULE, text).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn strings_of_records_are_searched_for_all_but_zero_bytes() {
        let linter = RecordLinter::new(RULES, |rule| rule.name == RULE.name, Level::Hint);
        let record = |string: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{string}\";\n");
        let found = |string: &str| linter.check_text(&record(string), RecordKind::of_name(None));
        let finding = &found("a\u{1B}b\u{1}")[0];
        assert_eq!(
            finding.message,
            "The control character ESC (and 1 more) does not belong in a string: it is invisible"
        );
        assert_eq!((finding.range.clone(), finding.fixes[0].edits.len()), (33..34, 2));
        assert!(found("a b\u{0}").is_empty());
    }
}

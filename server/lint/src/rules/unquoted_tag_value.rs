use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Fault, FaultKind, ast};

use super::fixes::perhaps_write;
use super::missing_termination_marker::stated_result;
use super::unclosed_tag::is_unclosed_at;
use crate::explanation::character_before;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::name_in_two_words;
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// A tag value that is not in double quotes.
    ///
    /// ## What it does
    /// Checks for tag values without the opening quote, the closing quote, or both. Single quotes do not count.
    ///
    /// ## Why is this bad?
    /// Only the quotes show where a value begins and ends. Other programs drop the tag, or read the following lines as part of
    /// the value.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf]
    /// [Black 'Kieseritzky, Lionel']
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe where the value ends with the tag pair or the line. It is unsafe where another bracket or sign is typed for the
    /// quote, or one between the name and the value, where a tag of the position follows on the same line, or where a space in the name may be the slip (`[White Elo "2000"]`). Where a game was truncated in a tag pair and
    /// the tags of the next one follow, the fix ends the game as well; that is unsafe, because the result is unknown.
    ///
    /// ## References
    /// PGN standard, sections 7 and 8.1.
    name: "unquoted-tag-value", group: Correctness, level: Error, fix: Always,
    hooks: [
        Hook::Fault(FaultKind::UnquotedTagValue, check),
        Hook::Fault(FaultKind::UnopenedTagValue, check),
        Hook::Fault(FaultKind::UnclosedTagValue, check),
        Hook::Fault(FaultKind::UnclosedTagAndValue, check),
    ],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let message = match fault.kind {
        FaultKind::UnopenedTagValue => "The quote before this tag value is missing",
        FaultKind::UnclosedTagValue => "The quote after this tag value is missing",
        FaultKind::UnclosedTagAndValue => "The quote after this tag value is missing, and the ] of the tag pair",
        _ => "This tag value is not in double quotes",
    };
    if let Some((name, range)) = walk.tag_at(span.start).and_then(name_in_two_words) {
        let message = match walk.text(range.clone()).contains(char::is_whitespace) {
            true => format!("A tag name must not contain a space; probably {name} is meant"),
            false => format!("A tag name has letters without accents only; probably {name} is meant"),
        };
        return findings.push(RULE.finding(range.clone(), message).with_fix(perhaps_write(range, name)));
    }
    let is_unclosed = fault.kind == FaultKind::UnclosedTagAndValue || is_unclosed_at(walk, span.end);
    let bracket = if is_unclosed { "]" } else { "" };
    let text = walk.text(span.clone());
    let inside = ast::without_quotes(text);
    let before_quote = &text[..inside.start];
    let sign = before_quote.strip_suffix('"').map_or("", str::trim_end);
    let message = match sign {
        _ if fault.kind != FaultKind::UnopenedTagValue || before_quote.is_empty() => message.to_owned(),
        "" | "\\" => "This tag value is not in plain double quotes".to_owned(),
        sign => format!("Only a space is between the name and the value of a tag pair, not {sign}"),
    };
    let (value, is_bracket_lost) = match &text[inside] {
        value if fault.kind == FaultKind::UnclosedTagAndValue => without_other_bracket(value),
        value => (value, false),
    };
    let quoted = format!("\"{}\"{bracket}", ast::escape(&ast::unescape(value)));
    let title = format!("Write {quoted}");
    let is_glued = walk.tag_at(span.start).is_some_and(|tag| tag.name_range.end == span.start);
    let quoted = if is_glued { format!(" {quoted}") } else { quoted };
    let fix = if is_unclosed && is_followed_by_next_game(walk, span.end) {
        let line_end = line_end(walk.game.text);
        let is_cut_once = walk.tags.len() <= 2 * MOST_TAGS;
        let result = if is_cut_once { stated_result(walk) } else { "*" };
        let end = format!("{quoted}{line_end}{line_end}{result}{line_end}{line_end}");
        Fix::unsafe_(format!("{title} and end the game here"), vec![Edit::replace(span.clone(), end)])
    } else if is_bracket_lost
        || is_unclosed && makes_position_tag(walk, span.end)
        || text.starts_with(|first: char| first != '"') && text.trim_end_matches('"').contains('"')
        || text.starts_with(['(', '{', '<']) && before_quote.len() == 1
        || text.starts_with('"') && text.ends_with('\'')
    {
        Fix::unsafe_(title, vec![Edit::replace(span.clone(), quoted)])
    } else {
        Fix::safe(title, vec![Edit::replace(span.clone(), quoted)])
    };
    findings.push(RULE.finding(slip(fault.kind, span, walk.game.text), message).with_fix(fix));
}

/// Whether a tag of the position follows on the same line: other readers take it for a part of the value, and the usual start is the one of
/// the game.
fn makes_position_tag(walk: &Walk, offset: usize) -> bool {
    let next = walk.tags.get(walk.tags.partition_point(|tag| tag.range.start < offset));
    next.is_some_and(|tag| {
        let is_of_position = ["FEN", "SetUp", "Variant"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        is_of_position && !walk.text(offset..tag.range.start).contains(['\n', '\r'])
    })
}

/// A value without a `)` or `}` at its end that closes nothing: it was typed for the quote and the `]`. Whether there is one.
fn without_other_bracket(value: &str) -> (&str, bool) {
    let is_opened = |opener: char, closer: char| value.matches(opener).count() >= value.matches(closer).count();
    let inside = [('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(opener, closer)| value.strip_suffix(closer).filter(|_| !is_opened(opener, closer)));
    inside.map_or((value, false), |inside| (inside.trim_end(), true))
}

/// The last character of a value that was not closed, else the value: a quote that is missing is missed at its place.
fn slip(kind: FaultKind, value: Range<usize>, text: &str) -> Range<usize> {
    let is_opened = matches!(kind, FaultKind::UnclosedTagValue | FaultKind::UnclosedTagAndValue);
    if is_opened { character_before(text, value.end) } else { value }
}

/// The number of tag pairs compared before and after a truncation; a game has fewer.
const MOST_TAGS: usize = 40;

/// Whether a tag pair after byte `offset` repeats one before it: then the game was truncated here, and what follows belongs
/// to another one.
fn is_followed_by_next_game(walk: &Walk, offset: usize) -> bool {
    let (before, after) = walk.tags.split_at(walk.tags.partition_point(|tag| tag.range.start < offset));
    let is_repeated = |tag: &Tag| before.iter().take(MOST_TAGS).any(|earlier| earlier.name == tag.name);
    after.iter().take(MOST_TAGS).any(is_repeated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, warnings};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Event E]
       ^ This tag value is not in double quotes
[Site S"]
      ^^ The quote before this tag value is missing
[White "W]
        ^ The quote after this tag value is missing
[Black "B
        ^ The quote after this tag value is missing, and the ] of the tag pair
[Result "*"]

1. e4 *
"#,
        );
    }

    #[test]
    fn a_name_in_two_words_is_one_finding() {
        let text = "[White Elo \"2000\"]\n[White \"A\"]\n\n1. e4 *";
        assert_eq!(warnings(text), ["unquoted-tag-value"]);
        check_fix(&RULE, text, "[WhiteElo \"2000\"]\n[White \"A\"]\n\n1. e4 *");
        check_applicability(&RULE, text, Applicability::Unsafe);
        check_fix(&RULE, "[Eve nt \"E\"]\n[Site \"S\"]\n\n1. e4 *", "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *");
        check(
            &RULE,
            r#"
[Eve nt "E"]
 ^^^^^^ A tag name must not contain a space; probably Event is meant
[Site "S"]

1. e4 *
"#,
        );
        check_applicability(&RULE, "[White Foo \"2000\"]\n\n1. e4 *", Applicability::Unsafe);
    }

    #[test]
    fn no_safe_fix_makes_a_tag_of_the_position() {
        let text = |tag: &str| format!("[Site \"FICS [{tag} \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *");
        check_applicability(&RULE, &text("FEN"), Applicability::Unsafe);
        check_applicability(&RULE, &text("Annotator"), Applicability::Safe);
    }

    #[test]
    fn another_bracket_is_replaced() {
        for bracket in [")", "}"] {
            let text = format!("[Event \"E{bracket}\n[Site \"S\"]\n\n1. e4 *");
            check_fix(&RULE, &text, "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
        check_fix(&RULE, "[Event \"E (3)\n\n1. e4 *", "[Event \"E (3)\"]\n\n1. e4 *");
    }

    #[test]
    fn a_game_that_was_cut_off_is_ended() {
        let text = "[Event \"E\"]\n[Result \"1-0\"]\n[Round \"1[Event \"F\"]\n\n1. e4 *";
        check_applicability(&RULE, text, Applicability::Unsafe);
        let ended = "[Event \"E\"]\n[Result \"1-0\"]\n[Round \"1\"]\n\n1-0\n\n[Event \"F\"]\n\n1. e4 *";
        check_fix(&RULE, text, ended);
    }

    #[test]
    fn a_sign_after_the_name_is_one_finding() {
        for text in ["[Date, \"2012.??.??\"]", "[Date = \"2012.??.??\"]", "[Date,\"2012.??.??\"]"] {
            let text = format!("{text}\n\n1. e4 *");
            assert_eq!(warnings(&text), ["unquoted-tag-value"], "{text}");
            check_fix(&RULE, &text, "[Date \"2012.??.??\"]\n\n1. e4 *");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
        check(
            &RULE,
            r#"
[Date = "2012.??.??"]
      ^^^^^^^^^^^^^^ Only a space is between the name and the value of a tag pair, not =

1. e4 *
"#,
        );
    }

    #[test]
    fn other_quotes_are_one_finding() {
        for value in ["\\\"1-0\\\"", "&quot;1-0&quot;", "`1-0`", "´1-0´", ",,1-0\"", "\"1-0'", "(1-0)"] {
            let text = format!("[Result {value}]\n\n1. e4 1-0");
            assert_eq!(warnings(&text), ["unquoted-tag-value"], "{text}");
            check_fix(&RULE, &text, "[Result \"1-0\"]\n\n1. e4 1-0");
        }
    }

    #[test]
    fn a_translated_name_with_an_accent_is_one_finding() {
        let text = "[Black \"B\"]\n[Weiß \"A\"]\n\n1. e4 *";
        assert_eq!(warnings(text), ["unquoted-tag-value"]);
        check_fix(&RULE, text, "[Black \"B\"]\n[White \"A\"]\n\n1. e4 *");
    }

    #[test]
    fn the_quotes_are_certain() {
        let fixed = |broken: &str, whole: &str| {
            let around = |line: &str| format!("[Event \"E\"]\n{line}\n[Round \"1\"]\n\n1. e4 *");
            check_fix(&RULE, &around(broken), &around(whole));
        };
        fixed("[Site S]", "[Site \"S\"]");
        fixed("[Site S", "[Site \"S\"]");
        fixed("[Site 'S']", "[Site \"S\"]");
        fixed("[Site “S”]", "[Site \"S\"]");
        fixed("[Site \"S”]", "[Site \"S\"]");
        fixed("[Site „S\"]", "[Site \"S\"]");
        fixed("[Site “S]", "[Site \"S\"]");
        fixed("[Site ＂S＂]", "[Site \"S\"]");
        fixed("[Site ″S″]", "[Site \"S\"]");
        fixed("[Site S\"]", "[Site \"S\"]");
        fixed("[Site \"S]", "[Site \"S\"]");
        fixed("[Site \"S", "[Site \"S\"]");
        fixed("[Site the \"Club\" of S]", "[Site \"the \\\"Club\\\" of S\"]");
    }
}

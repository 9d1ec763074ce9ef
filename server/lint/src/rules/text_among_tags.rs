use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use super::braced::hides_moves;
use super::dressed_tag::{Dress, dress_of, tag_beside};
use super::escape_not_in_first_column::is_misplaced_escape;
use super::near_tag_pair::as_tag_pair;
use super::unexpected_text::quote;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::{delete, line_end};

declare_rule! {
    /// Text among the tag pairs.
    ///
    /// ## What it does
    /// Checks for text that is neither a tag pair nor a comment: after a tag pair on its line, on a line between two of them, or directly above
    /// the first one, where it is only a warning.
    ///
    /// ## Why is this bad?
    /// Many programs read tag pairs line by line. python-chess loses a tag with text after it, and all tags after a line of text.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf"],
    /// <Black "Kieseritzky, Lionel">
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
    /// The fix makes an escape line of the text, which programs skip, deletes signs without words, or writes the tag pair that is meant. It is
    /// unsafe, because the text may be a part of a tag.
    ///
    /// ## References
    /// PGN standard, sections 6 and 8.1.
    name: "text-among-tags", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::TextBetweenGames, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    if let Some(tag) = tag_beside(&span, walk)
        && let Some(dress) = dress_of(tag, walk)
    {
        return check_dress(&span, &dress, walk, findings);
    }
    let Some(place) = place_among_tags(fault, walk) else { return };
    if is_misplaced_escape(fault, walk) || is_value_of_tag_before(&span, walk) || is_other_half(&span, walk) {
        return;
    }
    let range = match place {
        Place::AboveTags => last_paragraph(walk.game.text, span),
        Place::AfterTag | Place::OnLine => span,
    };
    if let Some(fix) = as_tag_pair(range.clone(), walk) {
        let message = "This line is nearly a tag pair: a tag pair is [, a name, a value in quotes, and ]";
        return findings.push(RULE.finding(range, message).with_fix(fix));
    }
    if findings.only_counts(&RULE, &range) {
        return;
    }
    let lost = match place {
        Place::AfterTag => "python-chess loses the tag before it",
        _ if walk.text(range.clone()).starts_with('[') && !walk.text(range.clone()).contains('\n') => {
            "programs skip it"
        }
        Place::OnLine => "python-chess loses the tags after it",
        Place::AboveTags => "python-chess loses the tags below it",
    };
    let message = format!("\"{}\" is among the tag pairs but is none: {lost}", quote(walk.text(range.clone())));
    let mut finding = RULE.finding(range.clone(), message);
    if place == Place::AboveTags {
        finding.level = Level::Warning;
    }
    // Moves would be lost with the text.
    findings.push(match hides_moves(walk.text(range.clone())) {
        true => finding,
        false => finding.with_fix(fix(range, walk)),
    });
}

/// Reports what another format put around tag pairs, once for all that it put it around.
fn check_dress(text: &Range<usize>, dress: &Dress, walk: &Walk, findings: &mut Findings) {
    let all = || walk.tags.iter().filter_map(|tag| dress_of(tag, walk)).filter(|other| other.format == dress.format);
    // Text before a tag pair and text after it are two faults.
    let is_first = |first: &Range<usize>| first.start <= text.start && text.end <= first.end;
    if !all().next().is_some_and(|first| is_first(&first.first)) {
        return;
    }
    let all: Vec<Dress> = all().collect();
    let mut message = dress.format.message().to_owned();
    if all.len() > 1 {
        message.push_str(&format!(" (and so on: {} tag pairs)", all.len()));
    }
    let edits = all.into_iter().flat_map(|dress| dress.edits).collect();
    let title = "Delete what is around the tag pair";
    findings.push(RULE.finding(text.clone(), message).with_fix(Fix::unsafe_(title, edits)));
}

/// Where text among the tag pairs is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// After a tag pair on its line.
    AfterTag,
    /// At the start of a line after a tag pair.
    OnLine,
    /// Above the first tag pair, without an empty line between.
    AboveTags,
}

/// Whether a text outside of a game is among its tag pairs or directly above them.
pub(super) fn is_among_tags(fault: &Fault, walk: &Walk) -> bool {
    place_among_tags(fault, walk).is_some()
}

fn place_among_tags(fault: &Fault, walk: &Walk) -> Option<Place> {
    let span = fault.span();
    let (first, last) = (walk.tags.first()?, walk.tags.last()?);
    if span.end <= first.range.start {
        let gap = walk.text(span.end..first.range.start);
        let is_next_line = gap.trim().is_empty() && gap.replace("\r\n", "\n").matches(['\n', '\r']).count() == 1;
        let is_on_line = gap.trim_matches([' ', '\t']).is_empty();
        return (is_next_line || is_on_line).then_some(Place::AboveTags);
    }
    let before = walk.tags.get(walk.tags.partition_point(|tag| tag.range.end <= span.start).checked_sub(1)?)?;
    if walk.text(before.range.end..span.start).trim_matches([' ', '\t']).is_empty() {
        // Of a broken tag pair, the text is probably a part; that is reported.
        let is_broken = |fault: &Fault| fault.kind != FaultKind::MissingTagValue;
        return (!walk.faults_in(before.range.clone()).iter().any(is_broken)).then_some(Place::AfterTag);
    }
    // After the tag section, text is part of the movetext or after it.
    let is_in_section = span.start < last.range.end || is_directly_below(walk.text(last.range.end..span.start));
    is_in_section.then_some(Place::OnLine)
}

/// Whether what is between the last tag pair and a text is only a line end.
fn is_directly_below(gap: &str) -> bool {
    gap.trim().is_empty() && gap.replace("\r\n", "\n").matches(['\n', '\r']).count() == 1
}

/// Whether the tag pair before a text on its line lacks the value that the text is: `[Date] "1991.??.??"`.
pub(super) fn is_value_of_tag_before(text: &Range<usize>, walk: &Walk) -> bool {
    let before = walk.text(0..text.start).trim_end_matches([' ', '\t']).len();
    let tag = before.checked_sub(1).and_then(|last| walk.tag_at(last));
    tag.is_some_and(|tag| tag.raw_value.is_empty() && !tag.name.is_empty()) && is_quoted(walk.text(text.clone()))
}

fn is_quoted(text: &str) -> bool {
    text.len() > 1 && text.starts_with('"') && text.trim_end_matches(']').ends_with('"')
}

/// Whether a text is the second half of doubled brackets, `[[Site "S"]]`, the first of which is reported.
fn is_other_half(text: &Range<usize>, walk: &Walk) -> bool {
    let tag = text.start.checked_sub(1).and_then(|last| walk.tag_at(last));
    walk.text(text.clone()) == "]" && tag.is_some_and(|tag| walk.text(0..tag.range.start).ends_with('['))
}

/// The part of a text after its last empty line.
fn last_paragraph(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start;
    let mut is_empty = true;
    let mut offset = range.start;
    for line in text[range.clone()].split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        if !is_blank && is_empty {
            start = offset + line.len() - line.trim_start().len();
        }
        is_empty = is_blank;
        offset += line.len();
    }
    start..range.end
}

/// The fix that deletes a text without letters and digits, or makes escape lines of it.
fn fix(range: Range<usize>, walk: &Walk) -> Fix {
    let text = walk.text(range.clone());
    if text.chars().any(char::is_alphanumeric) {
        return Fix::unsafe_("Make an escape line of the text", as_escape_lines(walk.game.text, range));
    }
    let mut edits = vec![delete(walk.game.text, range.clone())];
    // `[[Site "S"]]`
    let tag = walk
        .tag_at(range.end)
        .filter(|tag| text == "[" && walk.text(tag.range.end..walk.game.text.len()).starts_with(']'));
    edits.extend(tag.map(|tag| Edit::delete(tag.range.end..tag.range.end + 1)));
    Fix::unsafe_(format!("Delete {}", quote(text)), edits)
}

/// The edits that put a text on lines of its own, each of which begins with `%`.
fn as_escape_lines(text: &str, range: Range<usize>) -> Vec<Edit> {
    let is_space = |letter: char| matches!(letter, ' ' | '\t');
    let before = text[..range.start].trim_end_matches(is_space);
    let after = text[range.end..].trim_start_matches(is_space);
    let starts_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let sign = if starts_line { "% ".to_owned() } else { format!("{}% ", line_end(text)) };
    let mut edits = vec![Edit::replace(before.len()..range.start, sign)];
    let inside = &text[range.clone()];
    let ends = inside.match_indices(['\n', '\r']).filter(|(at, _)| !inside[*at..].starts_with("\r\n"));
    edits.extend(ends.map(|(at, _)| Edit::insert(range.start + at + 1, "% ")));
    if !after.is_empty() && !after.starts_with(['\n', '\r']) {
        edits.push(Edit::replace(range.end..text.len() - after.len(), line_end(text)));
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{all_findings, check, check_applicability, check_fix, findings, warnings};

    /// Checks that a game with `line` among its tags has no other finding of at least a warning, and what the fix writes.
    #[track_caller]
    fn check_line(line: &str, fixed: &str) {
        let game = |line: &str| {
            let tags = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n";
            format!("{tags}{line}\n[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n")
                .replace("\n\n[", "\n[")
        };
        assert_eq!(warnings(&game(line)), ["text-among-tags"], "{line}");
        check_fix(&RULE, &game(line), &game(fixed));
        check_applicability(&RULE, &game(line), Applicability::Unsafe);
    }

    #[test]
    fn the_text_is_marked() {
        check(
            &RULE,
            r#"
My games
^^^^^^^^ "My games" is among the tag pairs but is none: python-chess loses the tags below it
[Event "E"] x
            ^ "x" is among the tag pairs but is none: python-chess loses the tag before it
[Site "S"]
White wins
^^^^^^^^^^ "White wins" is among the tag pairs but is none: python-chess loses the tags after it
[White "W"]

1. e4 *
"#,
        );
        assert_eq!(findings(&RULE, "x\n[Event \"E\"]\n\n*")[0].level, Level::Warning);
        assert!(findings(&RULE, "x\n\n[Event \"E\"]\n\n1. e4 *\n\nx\n").is_empty());
    }

    #[test]
    fn lines_of_words_become_escape_lines() {
        check_line("xxx", "% xxx");
        check_line("White wins", "% White wins");
        check_line("two\nlines", "% two\n% lines");
        check_line("[Round \"1\"] x", "[Round \"1\"]\n% x");
        check_line("[Round \"1\"] 2001", "[Round \"1\"]\n% 2001");
        check_line("<p>", "% <p>");
        check_line("[Round \"1\"] (1650)", "[Round \"1\"]\n% (1650)");
        check_line("[Round \"1\"] (GER, 1650)", "[Round \"1\"]\n% (GER, 1650)");
        check_line("[Round \"1\"] 1-0", "[Round \"1\"]\n% 1-0");
        check_line("(played at home)", "% (played at home)");
        check_line("(played\nat home)", "% (played\n% at home)");
        check_line("$1", "% $1");
    }

    #[test]
    fn signs_go() {
        for line in ["===", "\"\"", "[]", "[", "-----", "(", "}", ")"] {
            check_line(line, "");
        }
        check_line("# [Round \"1\"]", "[Round \"1\"]");
        check_line("[Round \"1\"],", "[Round \"1\"]");
        check_line("[[Round \"1\"]]", "[Round \"1\"]");
    }

    #[test]
    fn a_tag_pair_that_is_commented_out_becomes_an_escape_line() {
        for line in
            ["// [Site \"x\"]", "#[Site \"x\"]", "-- [Site \"x\"]", "<!-- [Site \"x\"] -->", "> [White \"x\"] old"]
        {
            check_line(line, &format!("% {line}"));
        }
        check_line("//[White \"x\"]\n//[Black \"y\"]", "% //[White \"x\"]\n% //[Black \"y\"]");
        let text = "// [Event \"x\"]\n[Event \"E\"]\n\n1. e4 *";
        check_fix(&RULE, text, &format!("% {text}"));
        let last = "[Event \"E\"] (1650)\n\n1. e4 *";
        check_fix(&RULE, last, "[Event \"E\"]\n% (1650)\n\n1. e4 *");
    }

    #[test]
    fn what_is_nearly_a_tag_pair_becomes_one() {
        for line in ["<Round \"1\">", "(Round \"1\")", "[/Round \"1\"]", "Round = \"1\"", "Round: 1", "Round \"1\""] {
            check_line(line, "[Round \"1\"]");
        }
        let text = |line: &str| format!("[Event \"E\"]\n{line}\n[ECO \"C20\"]\n\n1. e4 0-1\n");
        check_fix(&RULE, &text("Result: 0-1"), &text("[Result \"0-1\"]"));
        let text = |line: &str| format!("[Event \"E\"]\n{line}\n\n1. e4 0-1\n");
        check_fix(&RULE, &text("<Result \"0-1\">"), &text("[Result \"0-1\"]"));
        let text = |line: &str| format!("{line}\n[Site \"S\"]\n\n1. e4 0-1\n");
        check_fix(&RULE, &text("[\"Event\" \"E\"]"), &text("[Event \"E\"]"));
        check_fix(&RULE, &text("(Event \"E\")"), &text("[Event \"E\"]"));
    }

    #[test]
    fn a_broken_tag_pair_is_one_finding() {
        for text in ["[Event \"E\" %~]\n\n1. e4 *", "[Event \"E\" x]\n\n1. e4 *", "[Event] \"E\"\n\n1. e4 *"] {
            assert!(findings(&RULE, text).is_empty(), "{text}");
            let found = all_findings(crate::rules::RULES, text);
            assert_eq!(found.iter().filter(|one| one.level >= Level::Warning).count(), 1, "{text} {found:#?}");
        }
    }

    #[test]
    fn moves_below_the_tags_are_no_text() {
        for text in [
            "[Event \"E\"]\n1-0\n[Event \"F\"]\n\n*",
            "[Event \"E\"] 1. e4 * x\n",
            "[Event \"E\"] (1. e4) 1. d4 *\n",
            "[Event \"E\"] 1-0\n[Event \"F\"]\n\n*",
            "[Event \"E\"]\n1. e4 *\n[White \"W\"]\n\n*",
            "[Event \"E\"]\ne4 *\n[White \"W\"]\n\n*",
        ] {
            assert!(findings(&RULE, text).is_empty(), "{text}");
        }
    }
}

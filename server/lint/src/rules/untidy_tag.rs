use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use crate::explanation::character_before;
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::is_well_formed;

declare_rule! {
    /// A tag pair with spaces or line ends in unusual places.
    ///
    /// ## What it does
    /// Checks for tag pairs that are not written as `[Name "value"]` from the first column of a line: with spaces before or after a bracket,
    /// without a space after the name, or on several lines.
    ///
    /// ## Why is this bad?
    /// The standard allows this, but many programs read tag pairs line by line. python-chess loses such a tag; where its line does not begin with
    /// `[`, or it continues on another line, it loses all tags after it, too.
    ///
    /// ## Example
    /// ```pgn
    /// [Event"Club match"]
    /// [ Site "Berne SUI" ]
    /// [Round
    /// "1"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Club match"]
    /// [Site "Berne SUI"]
    /// [Round "1"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: white space between the parts of a tag pair has no meaning. It is unsafe for a tag pair on several lines, after which
    /// other programs read another game.
    ///
    /// ## References
    /// PGN standard, sections 3.2.1 and 8.1.
    name: "untidy-tag", group: Portability, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    for tag in &walk.tags {
        let gaps = Gaps::of(tag, walk);
        if !gaps.are_usual(walk)
            && tag.is_quoted
            && !tag.name.is_empty()
            && is_well_formed(tag.name)
            && walk.faults_in(tag.range.clone()).is_empty()
        {
            findings.push(finding(tag, &gaps, walk));
        }
    }
}

/// The white space before a tag pair on its line, and between its parts.
struct Gaps {
    indent: Range<usize>,
    before_name: Range<usize>,
    before_value: Range<usize>,
    before_end: Range<usize>,
}

impl Gaps {
    fn of(tag: &Tag, walk: &Walk) -> Gaps {
        let start = tag.range.start;
        let before = walk.game.text[..start].trim_end_matches([' ', '\t']);
        // After another tag pair or text, another rule begins a new line.
        let is_first = before.is_empty() || before.ends_with(['\n', '\r']);
        Gaps {
            indent: if is_first { before.len()..start } else { start..start },
            before_name: start + 1..tag.name_range.start.max(start + 1),
            before_value: tag.name_range.end..tag.value_range.start,
            before_end: tag.value_range.end..(tag.range.end - 1).max(tag.value_range.end),
        }
    }

    fn are_usual(&self, walk: &Walk) -> bool {
        let before_value = walk.text(self.before_value.clone());
        let is_usual = before_value == " " || !before_value.is_empty() && !has_line_end(before_value);
        is_usual && [&self.indent, &self.before_name, &self.before_end].into_iter().all(Range::is_empty)
    }
}

fn finding(tag: &Tag, gaps: &Gaps, walk: &Walk) -> Finding {
    let mut edits: Vec<Edit> = [&gaps.indent, &gaps.before_name]
        .into_iter()
        .filter(|gap| !gap.is_empty())
        .map(|gap| Edit::delete(gap.clone()))
        .collect();
    let between = walk.text(gaps.before_value.clone());
    if between.is_empty() || has_line_end(between) {
        edits.push(Edit::replace(gaps.before_value.clone(), " "));
    }
    if !gaps.before_end.is_empty() {
        edits.push(Edit::delete(gaps.before_end.clone()));
    }
    let loses_others = !gaps.indent.is_empty() || has_line_end(walk.text(tag.range.clone()));
    let lost = match tag.range == walk.tags[walk.tags.len() - 1].range {
        false if loses_others => "this tag and those after it",
        _ => "this tag",
    };
    let (range, what) = if between.is_empty() {
        (character_before(walk.game.text, tag.name_range.end), "a space is missing after the name of a tag pair")
    } else if has_line_end(walk.text(tag.range.clone())) {
        (tag.name_range.clone(), "a tag pair is on several lines")
    } else if !gaps.indent.is_empty() {
        (gaps.indent.clone(), "spaces are before a tag pair")
    } else if !gaps.before_name.is_empty() {
        (gaps.before_name.clone(), "spaces are before the name of a tag pair")
    } else {
        (gaps.before_end.clone(), "spaces are before the ] of a tag pair")
    };
    let fix = if has_line_end(walk.text(tag.range.clone())) { Fix::unsafe_ } else { Fix::safe };
    let (first, rest) = what.split_at(1);
    let message = format!("{}{rest}: python-chess loses {lost}", first.to_uppercase());
    RULE.finding(range, message).with_fix(fix("Write the tag pair as usual", edits))
}

fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_place_is_marked() {
        check(
            &RULE,
            r#"
[Event"E"]
     ^ A space is missing after the name of a tag pair: python-chess loses this tag
[ Site "S"]
 ^ Spaces are before the name of a tag pair: python-chess loses this tag
[Date "????.??.??" ]
                  ^ Spaces are before the ] of a tag pair: python-chess loses this tag
[Round	"1"]
  [White "W"]
^^ Spaces are before a tag pair: python-chess loses this tag and those after it
[
Black "B"]
^^^^^ A tag pair is on several lines: python-chess loses this tag and those after it
[Result "*"]

1. e4 *
"#,
        );
    }

    #[test]
    fn they_are_written_as_usual() {
        let after = "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *";
        for before in
            ["[Site\"S\"]", "[ Site \"S\" ]", "[\nSite \"S\"]", "[Site\n\"S\"]", "[Site \"S\"\n]", " [Site \"S\"]"]
        {
            check_fix(&RULE, &format!("[Event \"E\"]\n{before}\n\n1. e4 *"), after);
        }
    }

    #[test]
    fn broken_tag_pairs_are_of_other_rules() {
        for text in
            ["[Event \"E]\n\n*", "[Event E ]\n\n*", "[Event]\n\n*", "[Event \"a\" \"b\" ]\n\n*", "[Event-\"a\"]\n\n*"]
        {
            assert!(findings(&RULE, text).is_empty(), "{text}");
        }
    }
}

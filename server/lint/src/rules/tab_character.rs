use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A tab instead of spaces.
    ///
    /// ## What it does
    /// Checks for tabs, horizontal and vertical, between tokens, in comments and in tag values. Tabs at the end of a line are
    /// reported by `trailing-white-space`.
    ///
    /// ## Why is this bad?
    /// The width of a tab depends on the program that shows it. Export format has no tabs, and a string must not contain one.
    ///
    /// ## Example
    /// In this example ␉ shows where a tab is.
    /// ```pgn
    /// 1. e4␉e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Between tokens a space means the same: the fix is safe. In comments and tag values it is unsafe.
    ///
    /// ## References
    /// PGN standard, sections 4.2 and 7.
    name: "tab-character", group: Style, level: Info, fix: Always, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    if memchr::memchr2(b'\t', b'\x0B', game.text.as_bytes()).is_none() {
        return;
    }
    let tokens = TokenMap::of(game);
    let mut seen_to = 0;
    for tabs in runs(game.text, is_tab) {
        if tabs.start < seen_to || is_at_line_end(game.text, tabs.end) {
            continue;
        }
        match tokens.at(tabs.start) {
            None => {
                let fix = Fix::safe("Write a space", vec![Edit::replace(tabs.clone(), " ")]);
                findings.push(RULE.finding(tabs, "A tab in place of a space").with_fix(fix));
            }
            Some((kind, token)) if kind.is_comment() || is_value(*kind) => {
                seen_to = token.end;
                findings.push(inside(game.text, tabs, token.end, is_value(*kind)));
            }
            Some(_) => {}
        }
    }
}

/// One finding for all tabs of a comment or tag value that ends at `end`; `first` is the range of the first ones.
fn inside(text: &str, first: std::ops::Range<usize>, end: usize, is_value: bool) -> Finding {
    let all = runs(&text[first.start..end], is_tab).map(|tabs| tabs.start + first.start..tabs.end + first.start);
    let edits: Vec<Edit> =
        all.filter(|tabs| !is_at_line_end(text, tabs.end)).map(|tabs| Edit::replace(tabs, " ")).collect();
    let message = match (edits.len(), is_value) {
        (1, true) => "A tab in the tag value, where PGN does not allow it",
        (1, false) => "A tab in the comment",
        (_, true) => "Tabs in the tag value, where PGN does not allow them",
        (_, false) => "Tabs in the comment",
    };
    let title = if edits.len() == 1 { "Write a space" } else { "Write spaces" };
    RULE.finding(first, message).with_fix(Fix::unsafe_(title, edits))
}

fn is_tab(character: char) -> bool {
    matches!(character, '\t' | '\x0B')
}

fn is_value(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::TagValue | TokenKind::BrokenTagValue)
}

/// Whether only white space is between byte `offset` and the end of its line.
fn is_at_line_end(text: &str, offset: usize) -> bool {
    let rest = text[offset..].trim_start_matches([' ', '\t', '\x0B', '\x0C']);
    rest.is_empty() || rest.starts_with(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn tabs_become_blanks() {
        check_fix(&RULE, "[Event\t\"a\tb\"]\n\n1.\t\te4 {c\td\te}\t\n*", "[Event \"a b\"]\n\n1. e4 {c d e}\t\n*");
        check_applicability(&RULE, "1. e4\te5", Applicability::Safe);
        check_applicability(&RULE, "1. e4 {a\tb}", Applicability::Unsafe);
    }

    #[test]
    fn a_comment_has_one_finding() {
        check(
            &RULE,
            "
1. e4 {a\tb\tc} e5 *
        ^ Tabs in the comment
%\tescaped
",
        );
    }
}

//! Escape lines (section 6) that suppress findings: `% scoresheet: allow illegal-move, style`.

use std::ops::Range;

use crate::rule_id::RuleId;
use crate::selector::{Selector, UnknownName};
use scoresheet_chess::similar_words::closest;

/// The part of a file in which an escape line suppresses findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The game that contains the line.
    Game,
    /// The whole file; only at its top.
    File,
}

/// An escape line that is addressed to Scoresheet. All ranges are half-open byte offsets relative to the game that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The whole line, without its end.
    pub line: Range<usize>,
    /// The word after `scoresheet:`.
    pub word: Range<usize>,
    /// The meaning of the word; `None` if it is unknown.
    pub scope: Option<Scope>,
    /// The names after the word.
    pub names: Vec<AllowedName>,
    /// If the line is addressed to Scoresheet but does not begin with [`ADDRESS`]: the text there. Such a line suppresses nothing.
    pub misaddressed: Option<Range<usize>>,
    /// Whether it is a remark in a file of records, which have no escape lines.
    pub is_remark: bool,
}

/// A name in an escape line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedName {
    /// The name.
    pub range: Range<usize>,
    /// The rules that it selects.
    pub selector: Result<Selector, UnknownName>,
    /// Whether the comma between it and the name before it is missing.
    pub lacks_comma: bool,
}

impl AllowedName {
    /// Whether the name includes `rule`, or a rule that `rule` replaces with a better explanation.
    pub fn includes(&self, rule: RuleId) -> bool {
        self.selector.as_ref().is_ok_and(|selector| allowing(rule).any(|allowing| allowing == *selector))
    }

    /// Whether the name includes `rule` itself.
    pub(crate) fn names(&self, rule: RuleId) -> bool {
        self.selector.as_ref().is_ok_and(|selector| selector.includes(rule))
    }
}

/// The address before those words. Case does not matter.
pub(crate) const ADDRESS: &str = "scoresheet:";

/// The rules that explain a move that cannot be played. A user who allows illegal moves has reviewed the move, whatever explanation
/// Scoresheet finds for it now or later.
const EXPLAINING_ILLEGAL_MOVES: [&str; 6] =
    ["mistyped-move", "missing-move", "swapped-moves", "repeated-move", "missing-blank", "wrong-side-to-move"];

/// Returns all selectors that suppress `rule`.
pub(super) fn allowing(rule: RuleId) -> impl Iterator<Item = Selector> {
    let illegal_move = EXPLAINING_ILLEGAL_MOVES.contains(&rule.name).then_some(Selector::Rule("illegal-move"));
    Selector::meaning(rule).chain(illegal_move)
}

/// The two words after `% scoresheet: `.
pub(crate) const WORDS: [(&str, Scope); 2] = [("allow", Scope::Game), ("allow-file", Scope::File)];

/// Parses the escape line at byte `start` of the game; `known` are all rules. Returns `None` if it is not addressed to Scoresheet.
pub(crate) fn read(line: &str, start: usize, known: &[RuleId]) -> Option<Allowance> {
    let (address, words) = address(line.strip_prefix('%')?.trim_start())?;
    let place = |part: &str| {
        let offset = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        offset..offset + part.len()
    };
    // The text after # is for readers.
    let words = words.split('#').next().unwrap_or("").trim();
    let word = words.split(|character: char| character.is_whitespace()).next().unwrap_or("");
    let misaddressed = (!address.eq_ignore_ascii_case(ADDRESS)).then(|| place(address));
    let scope = WORDS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, scope)| scope);
    if misaddressed.is_some() && scope.is_none() {
        return None;
    }
    let items = words[word.len()..].split(',').map(str::trim).filter(|item| !item.is_empty());
    let name = |text: &str, lacks_comma| AllowedName {
        range: place(text),
        selector: Selector::parse(known, &text.to_ascii_lowercase()),
        lacks_comma,
    };
    // Several words without commas are one unknown name, unless each of them is a name.
    let names = items.flat_map(|item| {
        let words = item.split_whitespace().enumerate().map(|(index, word)| name(word, index > 0));
        let words: Vec<_> = words.take_while(|name| name.selector.is_ok()).collect();
        if words.len() == item.split_whitespace().count() { words } else { vec![name(item, false)] }
    });
    Some(Allowance {
        line: start..start + line.trim_end().len(),
        word: place(word),
        scope: scope.filter(|_| misaddressed.is_none()),
        names: names.collect(),
        misaddressed,
        is_remark: false,
    })
}

/// Returns the word that addresses a line to Scoresheet, with its colon if it has one, and the text after it.
fn address(line: &str) -> Option<(&str, &str)> {
    let end = line.find(|character: char| character == ':' || character.is_whitespace()).unwrap_or(line.len());
    let is_named = line[..end].eq_ignore_ascii_case(NAME) || closest(&line[..end], [NAME]).is_some();
    let spaces = line[end..].len() - line[end..].trim_start().len();
    let has_colon = line[end + spaces..].starts_with(':');
    let end = if has_colon { end + spaces + 1 } else { end };
    is_named.then(|| line.split_at(end))
}

const NAME: &str = ADDRESS.split_at(ADDRESS.len() - 1).0;

/// Returns the line that allows `name` in `scope`, without a line end.
pub(crate) fn write(scope: Scope, name: &str) -> String {
    let word = WORDS.into_iter().find(|(_, meaning)| *meaning == scope).map_or("", |(word, _)| word);
    format!("% {ADDRESS} {word} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RULES, rule_ids};

    /// Checks the scope and the names of a line; unknown names are in parentheses.
    #[track_caller]
    fn check(line: &str, expected: Option<(Option<Scope>, &[&str])>) {
        let read = read(line, 10, rule_ids());
        let names = |allowance: &Allowance| -> Vec<String> {
            let name = |name: &AllowedName| {
                let text = &line[name.range.start - 10..name.range.end - 10];
                if name.selector.is_ok() { text.to_owned() } else { format!("({text})") }
            };
            allowance.names.iter().map(name).collect()
        };
        let found = read.as_ref().map(|allowance| (allowance.scope, names(allowance)));
        assert_eq!(
            found,
            expected.map(|(scope, names)| (scope, names.iter().map(|name| (*name).to_owned()).collect()))
        );
    }

    #[test]
    fn lines_are_read_with_any_white_space() {
        let game = Some(Scope::Game);
        check("% scoresheet: allow illegal-move", Some((game, &["illegal-move"])));
        check(
            "%scoresheet:allow illegal-move,style , null-move\r",
            Some((game, &["illegal-move", "style", "null-move"])),
        );
        check("%\tscoresheet:  allow-file   all ", Some((Some(Scope::File), &["all"])));
        check("% scoresheet: allow ilegal-move,", Some((game, &["(ilegal-move)"])));
        check("% scoresheet: allow illegal-move null-move", Some((game, &["illegal-move", "null-move"])));
        check("% scoresheet: allow illegal-move because", Some((game, &["(illegal-move because)"])));
        check("% scoresheet: allow illegal-move # because, yes", Some((game, &["illegal-move"])));
        check("% scoresheet: allow # because", Some((game, &[])));
        check("% scoresheet: allow", Some((game, &[])));
        check("% scoresheet: alow style", Some((None, &["style"])));
        check("% scoresheet:", Some((None, &[])));
    }

    #[test]
    fn case_does_not_matter() {
        check("% Scoresheet: Allow Illegal-Move", Some((Some(Scope::Game), &["Illegal-Move"])));
        check("%SCORESHEET: ALLOW-FILE style", Some((Some(Scope::File), &["style"])));
    }

    #[test]
    fn lines_with_another_address_allow_nothing() {
        let misaddressed = |line: &str| {
            let allowance = read(line, 0, rule_ids())?;
            assert_eq!(allowance.scope, None);
            Some(line[allowance.misaddressed?].to_owned())
        };
        assert_eq!(misaddressed("% scoresheet allow style").as_deref(), Some("scoresheet"));
        assert_eq!(misaddressed("%Scoreshet: allow-file style").as_deref(), Some("Scoreshet:"));
        assert_eq!(misaddressed("% scoresheet : allow style").as_deref(), Some("scoresheet :"));
    }

    #[test]
    fn the_rules_that_explain_illegal_moves_exist() {
        for name in EXPLAINING_ILLEGAL_MOVES {
            assert!(RULES.iter().any(|rule| rule.name == name), "{name}");
        }
    }

    #[test]
    fn other_escape_lines_are_ignored() {
        check("% scoresheet is a fine program", None);
        check("% scoresheet", None);
        check("% games: allow style", None);
        check("%", None);
        check("% 1. e4 e5", None);
    }
}

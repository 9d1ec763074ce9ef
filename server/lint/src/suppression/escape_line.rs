//! What an escape line (section 6) says to Scoresheet: `% scoresheet: allow illegal-move, style`.

use std::ops::Range;

use crate::rule_id::RuleId;
use crate::selector::{Selector, UnknownName};
use scoresheet_chess::similar_words::closest;

/// Where the rules named in an escape line may not speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In the game that the line is part of.
    Game,
    /// In the whole file; only at its top.
    File,
}

/// An escape line that speaks to Scoresheet. All ranges are half-open byte offsets relative to the game it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The whole line, without its end.
    pub line: Range<usize>,
    /// The word after `scoresheet:`.
    pub word: Range<usize>,
    /// What the word means; nothing where it is not known.
    pub scope: Option<Scope>,
    /// The names after the word.
    pub names: Vec<AllowedName>,
    /// Where the line is meant for Scoresheet but does not begin with [`ADDRESS`]: what stands there instead. Such a line allows
    /// nothing.
    pub misaddressed: Option<Range<usize>>,
    /// Whether it is a remark in a file of records, which has no escape lines.
    pub is_remark: bool,
}

/// A name in an escape line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedName {
    /// The name.
    pub range: Range<usize>,
    /// What it names.
    pub selector: Result<Selector, UnknownName>,
    /// Whether no comma stands between it and the name before it, which is one, too.
    pub lacks_comma: bool,
}

impl AllowedName {
    /// Whether `rule` is meant, or says better what a rule that is meant would say.
    pub fn includes(&self, rule: RuleId) -> bool {
        self.selector.as_ref().is_ok_and(|selector| allowing(rule).any(|allowing| allowing == *selector))
    }

    /// Whether `rule` itself is meant.
    pub(crate) fn names(&self, rule: RuleId) -> bool {
        self.selector.as_ref().is_ok_and(|selector| selector.includes(rule))
    }
}

/// What stands before those words. Capitals do not matter.
pub(crate) const ADDRESS: &str = "scoresheet:";

/// The rules that say what is behind a move that cannot be played. Who allows illegal moves has looked at the move, whatever
/// Scoresheet finds behind it then or later.
const BEHIND_ILLEGAL_MOVES: [&str; 6] =
    ["mistyped-move", "missing-move", "swapped-moves", "repeated-move", "missing-blank", "wrong-side-to-move"];

/// Every selector by which `rule` is allowed.
pub(super) fn allowing(rule: RuleId) -> impl Iterator<Item = Selector> {
    let illegal_move = BEHIND_ILLEGAL_MOVES.contains(&rule.name).then_some(Selector::Rule("illegal-move"));
    Selector::meaning(rule).chain(illegal_move)
}

/// The two words that escape lines begin with, behind `% scoresheet: `.
pub(crate) const WORDS: [(&str, Scope); 2] = [("allow", Scope::Game), ("allow-file", Scope::File)];

/// What the escape line at byte `start` of the game says, where `known` are the rules there are; nothing where it is not addressed to
/// Scoresheet.
pub fn read(line: &str, start: usize, known: &[RuleId]) -> Option<Allowance> {
    let (address, said) = address(line.strip_prefix('%')?.trim_start())?;
    let place = |part: &str| {
        let offset = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        offset..offset + part.len()
    };
    // What stands behind # is for readers.
    let said = said.split('#').next().unwrap_or("").trim();
    let word = said.split(|character: char| character.is_whitespace()).next().unwrap_or("");
    let misaddressed = (!address.eq_ignore_ascii_case(ADDRESS)).then(|| place(address));
    let scope = WORDS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, scope)| scope);
    if misaddressed.is_some() && scope.is_none() {
        return None;
    }
    let items = said[word.len()..].split(',').map(str::trim).filter(|item| !item.is_empty());
    let name = |text: &str, lacks_comma| AllowedName {
        range: place(text),
        selector: Selector::parse(known, &text.to_ascii_lowercase()),
        lacks_comma,
    };
    // Several words are one name that is none, unless each of them is one.
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

/// The word by which a line is meant for Scoresheet, with its colon if it has one, and what follows it.
fn address(line: &str) -> Option<(&str, &str)> {
    let end = line.find(|character: char| character == ':' || character.is_whitespace()).unwrap_or(line.len());
    let is_named = line[..end].eq_ignore_ascii_case(NAME) || closest(&line[..end], [NAME]).is_some();
    let blanks = line[end..].len() - line[end..].trim_start().len();
    let has_colon = line[end + blanks..].starts_with(':');
    let end = if has_colon { end + blanks + 1 } else { end };
    is_named.then(|| line.split_at(end))
}

const NAME: &str = ADDRESS.split_at(ADDRESS.len() - 1).0;

/// The line that allows `names` in `scope`, without a line end.
pub(crate) fn write(scope: Scope, name: &str) -> String {
    let word = WORDS.into_iter().find(|(_, meaning)| *meaning == scope).map_or("", |(word, _)| word);
    format!("% {ADDRESS} {word} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RULES, rule_ids};

    /// The scope and the names of a line: in parentheses what names nothing.
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
    fn lines_are_read_with_any_blanks() {
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
    fn capitals_do_not_matter() {
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
    fn the_rules_behind_illegal_moves_exist() {
        for name in BEHIND_ILLEGAL_MOVES {
            assert!(RULES.iter().any(|rule| rule.name == name), "{name}");
        }
    }

    #[test]
    fn other_escape_lines_are_left_alone() {
        check("% scoresheet is a fine program", None);
        check("% scoresheet", None);
        check("% games: allow style", None);
        check("%", None);
        check("% 1. e4 e5", None);
    }
}

//! Suppression of findings by escape lines (section 6) in the game or at the top of the file.

mod escape_line;
mod insertion;

use std::collections::BTreeSet;

use scoresheet_grammar::{Event, GameView, Parser, TokenKind, Tree};

pub(crate) use escape_line::{ADDRESS, read};
pub use escape_line::{Allowance, AllowedName, Scope};
pub use insertion::{allow_in_file, allow_in_game};

use crate::finding::Finding;
use crate::rule_id::RuleId;
use crate::selector::Selector;

/// The number of names at the top of a file whose use is tracked; further names count as used.
const MOST_FILE_NAMES: usize = 64;

/// The suppressions of a whole file, at its top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAllowances {
    lines: Vec<Allowance>,
    allowed: BTreeSet<Selector>,
}

/// The escape lines of a game without those for the whole file.
pub(crate) struct GameAllowances {
    lines: Vec<Allowance>,
    /// The selectors that are suppressed in the game.
    allowed: BTreeSet<Selector>,
}

/// The names at the top of a file that have suppressed a finding, as a bit set. The sets of several games are joined with `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedAllowances(u64);

/// The reason why an escape line, or a part of it, suppresses nothing, or another fault of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The word is neither `allow` nor `allow-file`.
    UnknownWord,
    /// There is no name.
    Nothing,
    /// `allow-file` is not at the top of the file.
    NotAtTop,
    /// The name at this index is unknown.
    UnknownName(usize),
    /// The comma before the name at this index is missing. The name is valid nevertheless.
    MissingComma(usize),
    /// The rules of the name at this index reported nothing.
    Unused(usize),
}

impl FileAllowances {
    /// Reads the escape lines before the first token of a file's first game that is neither an escape line nor a comment. `known` are all
    /// rules.
    pub fn of_game(first: GameView, known: &[RuleId]) -> FileAllowances {
        let head = first.tree.events().filter_map(|(event, range)| match event {
            Event::Token(kind) => Some((kind, range)),
            Event::Enter(_) | Event::Leave(_) => None,
        });
        let head = head.take_while(|(kind, _)| *kind == TokenKind::EscapeLine || kind.is_comment());
        let lines = head.filter(|(kind, _)| *kind == TokenKind::EscapeLine);
        let lines = lines.filter_map(|(_, range)| escape_line::read(&first.text[range.clone()], range.start, known));
        let lines: Vec<_> = lines.filter(|line| line.scope == Some(Scope::File)).collect();
        let allowed = selectors(&lines, Scope::File);
        FileAllowances { lines, allowed }
    }

    /// Like [`FileAllowances::of_game`] for the text of a file. Reads the first character only if that is enough, as it usually is, else
    /// the first game.
    pub fn of_text(text: &str, known: &[RuleId]) -> FileAllowances {
        let mut tree = Tree::default();
        match may_allow(text).then(|| Parser::new(text).next_game(&mut tree)).flatten() {
            Some(range) => FileAllowances::of_game(GameView { text: &text[range], tree: &tree }, known),
            None => FileAllowances::default(),
        }
    }

    /// Whether nothing is suppressed in the whole file.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the findings of `rule` are suppressed in the whole file.
    pub fn allows(&self, rule: RuleId) -> bool {
        escape_line::allowing(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Whether a line of the file's first game is one of these.
    fn has(&self, line: &Allowance) -> bool {
        // All lines for the file up to the last one are in the list.
        line.scope == Some(Scope::File) && self.lines.last().is_some_and(|last| line.line.end <= last.line.end)
    }

    /// Returns the names that suppress `rule`.
    pub(crate) fn uses(&self, rule: RuleId) -> UsedAllowances {
        let uses = self.names().take(MOST_FILE_NAMES).enumerate().filter(|(_, name)| name.includes(rule));
        UsedAllowances(uses.fold(0, |used, (index, _)| used | 1 << index))
    }

    fn names(&self) -> impl Iterator<Item = &AllowedName> {
        self.lines.iter().flat_map(|allowance| &allowance.names)
    }

    /// Passes every part that suppresses nothing to `report`, with its line. `used` is the union over all games; `may_be_unused` returns
    /// whether all rules of a name are active.
    pub(crate) fn idle(
        &self,
        used: UsedAllowances,
        may_be_unused: impl Fn(&AllowedName) -> bool,
        mut report: impl FnMut(&Allowance, Idle),
    ) {
        let mut before = 0;
        for allowance in &self.lines {
            let first = before;
            before += allowance.names.len();
            let is_used = |index: usize| first + index >= MOST_FILE_NAMES || used.0 & 1 << (first + index) != 0;
            idle_parts(allowance, is_used, &may_be_unused, &mut report);
        }
    }
}

impl std::ops::BitOr for UsedAllowances {
    type Output = UsedAllowances;

    fn bitor(self, other: UsedAllowances) -> UsedAllowances {
        UsedAllowances(self.0 | other.0)
    }
}

impl GameAllowances {
    /// Reads the escape lines of a game; `file` has those at the top of the file, if the game is its first. Linear in the events of the
    /// game.
    pub(crate) fn of_game(game: GameView, file: Option<&FileAllowances>, known: &[RuleId]) -> GameAllowances {
        let events = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::EscapeLine));
        let lines = events.filter_map(|(_, range)| escape_line::read(&game.text[range.clone()], range.start, known));
        let lines: Vec<_> = lines.filter(|line| !file.is_some_and(|file| file.has(line))).collect();
        let allowed = selectors(&lines, Scope::Game);
        GameAllowances { lines, allowed }
    }

    /// Whether the findings of `rule` are suppressed in the game.
    pub(crate) fn allows(&self, rule: RuleId) -> bool {
        escape_line::allowing(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Removes the findings that the game's escape lines or the top of the file suppress, and passes every part of the game's escape
    /// lines that suppresses nothing to `report`. Linear in the findings and the names.
    pub(crate) fn suppress(
        &self,
        file: &FileAllowances,
        findings: &mut Vec<Finding>,
        may_be_unused: impl Fn(&AllowedName) -> bool,
        mut report: impl FnMut(&Allowance, Idle),
    ) -> UsedAllowances {
        let mut used = BTreeSet::new();
        let mut used_of_file = UsedAllowances::default();
        findings.retain(|finding| {
            used.extend(escape_line::allowing(finding.rule));
            used_of_file = used_of_file | file.uses(finding.rule);
            !file.allows(finding.rule) && !self.allows(finding.rule)
        });
        for line in &self.lines {
            let is_used = |index: usize| line.names[index].selector.as_ref().is_ok_and(|name| used.contains(name));
            match line.scope {
                None => report(line, Idle::UnknownWord),
                Some(Scope::File) => report(line, Idle::NotAtTop),
                Some(Scope::Game) => idle_parts(line, is_used, &may_be_unused, &mut report),
            }
        }
        used_of_file
    }
}

/// Returns the selectors of the lines for `scope`.
fn selectors(lines: &[Allowance], scope: Scope) -> BTreeSet<Selector> {
    let names = lines.iter().filter(|line| line.scope == Some(scope)).flat_map(|line| &line.names);
    names.filter_map(|name| name.selector.as_ref().ok().copied()).collect()
}

/// Passes the parts of a line that suppress nothing to `report`. `is_used` returns whether the name at an index has suppressed a finding,
/// `may_be_unused` whether all rules of a name are active.
pub(crate) fn idle_parts(
    allowance: &Allowance,
    is_used: impl Fn(usize) -> bool,
    may_be_unused: impl Fn(&AllowedName) -> bool,
    report: &mut impl FnMut(&Allowance, Idle),
) {
    if allowance.names.is_empty() {
        report(allowance, Idle::Nothing);
    }
    for (index, name) in allowance.names.iter().enumerate() {
        if name.selector.is_err() {
            report(allowance, Idle::UnknownName(index));
        } else if !is_used(index) && may_be_unused(name) {
            report(allowance, Idle::Unused(index));
        } else if name.lacks_comma {
            report(allowance, Idle::MissingComma(index));
        }
    }
}

/// Whether a file may have an escape line at its top, judged by its first character.
fn may_allow(text: &str) -> bool {
    text.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}')
        .starts_with(['%', '{', ';'])
}

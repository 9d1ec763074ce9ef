//! Findings that somebody has allowed, in an escape line (section 6) of the game or at the top of the file.

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

/// How many names at the top of a file can be told apart; those behind count as used.
const MOST_FILE_NAMES: usize = 64;

/// What the top of a file allows in all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAllowances {
    lines: Vec<Allowance>,
    allowed: BTreeSet<Selector>,
}

/// What the escape lines of a game say, those for the whole file left out.
pub(crate) struct GameAllowances {
    lines: Vec<Allowance>,
    /// What is allowed in the game.
    allowed: BTreeSet<Selector>,
}

/// Which of the names at the top of a file have allowed something. Each game says so for itself; joined with `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedAllowances(u64);

/// Why (a part of) an escape line allows nothing, or what else is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Its word is neither `allow` nor `allow-file`.
    UnknownWord,
    /// It names no rule.
    Nothing,
    /// `allow-file` stands behind the top of the file.
    NotAtTop,
    /// The name at this place of the list is no rule.
    UnknownName(usize),
    /// No comma stands before the name at this place of the list, which counts all the same.
    MissingComma(usize),
    /// The rules of this place of the list were asked and had nothing to say.
    Unused(usize),
}

impl FileAllowances {
    /// Read the escape lines before the first token of a file's first game that is neither escape line nor comment. `known` are the rules
    /// there are.
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

    /// The same for the text of a file. Reads no further than the first character where that is enough, as it nearly
    /// always is, else the first game.
    pub fn of_text(text: &str, known: &[RuleId]) -> FileAllowances {
        let mut tree = Tree::default();
        match may_allow(text).then(|| Parser::new(text).next_game(&mut tree)).flatten() {
            Some(range) => FileAllowances::of_game(GameView { text: &text[range], tree: &tree }, known),
            None => FileAllowances::default(),
        }
    }

    /// Whether all games are checked without a difference.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether `rule` may not speak anywhere in the file.
    pub fn allows(&self, rule: RuleId) -> bool {
        escape_line::allowing(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Whether an escape line of the file's first game is one of these.
    fn has(&self, line: &Allowance) -> bool {
        // They are all lines for the file down to the last of them.
        line.scope == Some(Scope::File) && self.lines.last().is_some_and(|last| line.line.end <= last.line.end)
    }

    /// The names that allow `rule`.
    pub(crate) fn uses(&self, rule: RuleId) -> UsedAllowances {
        let uses = self.names().take(MOST_FILE_NAMES).enumerate().filter(|(_, name)| name.includes(rule));
        UsedAllowances(uses.fold(0, |used, (index, _)| used | 1 << index))
    }

    fn names(&self) -> impl Iterator<Item = &AllowedName> {
        self.lines.iter().flat_map(|allowance| &allowance.names)
    }

    /// Every part that allows nothing, with its line, given what was used in all games; `may_be_unused` says of a name
    /// whether all that it names was asked.
    pub(crate) fn idle(
        &self,
        used: UsedAllowances,
        may_be_unused: impl Fn(&AllowedName) -> bool,
        mut tell: impl FnMut(&Allowance, Idle),
    ) {
        let mut before = 0;
        for allowance in &self.lines {
            let first = before;
            before += allowance.names.len();
            let is_used = |index: usize| first + index >= MOST_FILE_NAMES || used.0 & 1 << (first + index) != 0;
            idle_parts(allowance, is_used, &may_be_unused, &mut tell);
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
    /// Read the escape lines of a game; `file` is what those at the top of the file say, where the game is its first. Linear
    /// in the events of the game.
    pub(crate) fn of_game(game: GameView, file: Option<&FileAllowances>, known: &[RuleId]) -> GameAllowances {
        let events = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::EscapeLine));
        let lines = events.filter_map(|(_, range)| escape_line::read(&game.text[range.clone()], range.start, known));
        let lines: Vec<_> = lines.filter(|line| !file.is_some_and(|file| file.has(line))).collect();
        let allowed = selectors(&lines, Scope::Game);
        GameAllowances { lines, allowed }
    }

    /// Whether `rule` may not speak in the game.
    pub(crate) fn allows(&self, rule: RuleId) -> bool {
        escape_line::allowing(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Take the findings away that the game's escape lines or the top of the file allow, and tell every part of the game's
    /// escape lines that allows nothing. Linear in the findings and the names.
    pub(crate) fn suppress(
        &self,
        file: &FileAllowances,
        findings: &mut Vec<Finding>,
        may_be_unused: impl Fn(&AllowedName) -> bool,
        mut tell: impl FnMut(&Allowance, Idle),
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
                None => tell(line, Idle::UnknownWord),
                Some(Scope::File) => tell(line, Idle::NotAtTop),
                Some(Scope::Game) => idle_parts(line, is_used, &may_be_unused, &mut tell),
            }
        }
        used_of_file
    }
}

/// What the lines for `scope` name.
fn selectors(lines: &[Allowance], scope: Scope) -> BTreeSet<Selector> {
    let names = lines.iter().filter(|line| line.scope == Some(scope)).flat_map(|line| &line.names);
    names.filter_map(|name| name.selector.as_ref().ok().copied()).collect()
}

/// Tell the parts of a line that allow nothing; `is_used` says of the places of its names whether a finding was left out for them,
/// `may_be_unused` whether all that a name means was asked.
pub(crate) fn idle_parts(
    allowance: &Allowance,
    is_used: impl Fn(usize) -> bool,
    may_be_unused: impl Fn(&AllowedName) -> bool,
    tell: &mut impl FnMut(&Allowance, Idle),
) {
    if allowance.names.is_empty() {
        tell(allowance, Idle::Nothing);
    }
    for (index, name) in allowance.names.iter().enumerate() {
        if name.selector.is_err() {
            tell(allowance, Idle::UnknownName(index));
        } else if !is_used(index) && may_be_unused(name) {
            tell(allowance, Idle::Unused(index));
        } else if name.lacks_comma {
            tell(allowance, Idle::MissingComma(index));
        }
    }
}

/// Whether the first character of a file leaves room for an escape line at its top.
fn may_allow(text: &str) -> bool {
    text.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}')
        .starts_with(['%', '{', ';'])
}

//! Findings that somebody has allowed, in an escape line (section 6) of the game or at the top of the file.

mod escape_line;
mod insertion;

use scoresheet_grammar::{Event, GameView, Parser, TokenKind, Tree};

pub(crate) use escape_line::ADDRESS;
pub use escape_line::{Allowance, AllowedName, Scope};
pub use insertion::{allow_in_file, allow_in_game};

use crate::finding::Finding;
use crate::rule::Rule;

/// How many names at the top of a file can be told apart; those behind count as used.
const MOST_FILE_NAMES: usize = 64;

/// What the top of a file allows in all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAllowances(Vec<Allowance>);

/// Which of the names at the top of a file have allowed something. Each game says so for itself; joined with `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedAllowances(u64);

/// Why (a part of) an escape line allows nothing.
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
    /// The rules of this place of the list were asked and had nothing to say.
    Unused(usize),
}

impl FileAllowances {
    /// Read the escape lines before the first token of a file's first game that is neither escape line nor comment.
    pub fn of_game(first: GameView) -> FileAllowances {
        let head = first.tree.events().filter_map(|(event, range)| match event {
            Event::Token(kind) => Some((kind, range)),
            Event::Enter(_) | Event::Leave(_) => None,
        });
        let head = head.take_while(|(kind, _)| *kind == TokenKind::EscapeLine || kind.is_comment());
        let lines = head.filter(|(kind, _)| *kind == TokenKind::EscapeLine);
        let allowances = lines.filter_map(|(_, range)| escape_line::read(&first.text[range.clone()], range.start));
        FileAllowances(allowances.filter(|allowance| allowance.scope == Some(Scope::File)).collect())
    }

    /// The same for the text of a file. Reads no further than the first character where that is enough, as it nearly
    /// always is, else the first game.
    pub fn of_text(text: &str) -> FileAllowances {
        let mut tree = Tree::default();
        match may_allow(text).then(|| Parser::new(text).next_game(&mut tree)).flatten() {
            Some(range) => FileAllowances::of_game(GameView { text: &text[range], tree: &tree }),
            None => FileAllowances::default(),
        }
    }

    /// Whether all games are checked without a difference.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `rule` may not speak anywhere in the file.
    pub fn allows(&self, rule: &Rule) -> bool {
        self.names().any(|name| name.includes(rule))
    }

    /// The names that allow `rule`.
    pub(crate) fn uses(&self, rule: &Rule) -> UsedAllowances {
        let uses = self.names().take(MOST_FILE_NAMES).enumerate().filter(|(_, name)| name.includes(rule));
        UsedAllowances(uses.fold(0, |used, (index, _)| used | 1 << index))
    }

    fn names(&self) -> impl Iterator<Item = &AllowedName> {
        self.0.iter().flat_map(|allowance| &allowance.names)
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
        for allowance in &self.0 {
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

/// Take the findings away that the game's escape lines or the top of the file allow, and tell every part of the game's
/// escape lines that allows nothing. Linear in the findings and the events of the game.
pub(crate) fn suppress(
    game: GameView,
    is_first: bool,
    file: &FileAllowances,
    findings: &mut Vec<Finding>,
    may_be_unused: impl Fn(&AllowedName) -> bool,
    mut tell: impl FnMut(&Allowance, Idle),
) -> UsedAllowances {
    let mut allowances = allowances(game);
    // What stands at the top of the file is not the game's.
    allowances.retain(|allowance| !(is_first && file.0.contains(allowance)));
    let mut used: Vec<Vec<bool>> = allowances.iter().map(|allowance| vec![false; allowance.names.len()]).collect();
    let mut used_of_file = UsedAllowances::default();
    findings.retain(|finding| {
        used_of_file = used_of_file | file.uses(finding.rule);
        let mut is_allowed = file.allows(finding.rule);
        for (allowance, used) in allowances.iter().zip(&mut used).filter(|(it, _)| it.scope == Some(Scope::Game)) {
            for (_, used) in allowance.names.iter().zip(used).filter(|(name, _)| name.includes(finding.rule)) {
                *used = true;
                is_allowed = true;
            }
        }
        !is_allowed
    });
    for (allowance, used) in allowances.iter().zip(&used) {
        match allowance.scope {
            None => tell(allowance, Idle::UnknownWord),
            Some(Scope::File) => tell(allowance, Idle::NotAtTop),
            Some(Scope::Game) => idle_parts(allowance, |index| used[index], &may_be_unused, &mut tell),
        }
    }
    used_of_file
}

/// Whether the game's own escape lines allow `rule` in it. Linear in the events of the game.
pub(crate) fn allows_in_game(game: GameView, rule: &Rule) -> bool {
    let mut allowances = allowances(game).into_iter().filter(|allowance| allowance.scope == Some(Scope::Game));
    allowances.any(|allowance| allowance.names.iter().any(|name| name.includes(rule)))
}

/// The escape lines of a game that speak to Scoresheet, in order.
fn allowances(game: GameView) -> Vec<Allowance> {
    let lines = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::EscapeLine));
    lines.filter_map(|(_, range)| escape_line::read(&game.text[range.clone()], range.start)).collect()
}

fn idle_parts(
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
        }
    }
}

/// Whether the first character of a file leaves room for an escape line at its top.
fn may_allow(text: &str) -> bool {
    text.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}')
        .starts_with(['%', '{', ';'])
}

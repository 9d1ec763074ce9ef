//! What a rule is: its name, its documentation and the hooks by which the walk over a game calls it.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::command::Command;
use scoresheet_grammar::{Fault, FaultKind, GameView, TokenKind};

use crate::file_view::{FileOptions, FileView, GameDigest};
use crate::finding::{Finding, Level};
use crate::records::{RecordFile, Seen, Traits};
use crate::root_cause::Candidate;
use crate::rule_id::{Group, RuleId};
use crate::suppression::{Allowance, Idle};
use crate::walk::{Annotation, GameEnd, VariationEnd, Walk};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::replay::notes::Notes;

/// One rule: metadata, documentation and hooks. Every rule is the `RULE` that `declare_rule!` makes in a file of `rules`.
pub struct Rule {
    /// Kebab-case words that read after "allow": `illegal-move`.
    pub name: &'static str,
    /// What kind of fault it is; decides whether it is on by default.
    pub group: Group,
    /// The level of its findings unless configured otherwise; some of them may be lower, none is higher.
    pub level: Level,
    /// Whether its findings come with repairs.
    pub fix: FixAvailability,
    /// Markdown: a summary line, then "What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "References".
    pub docs: &'static str,
    /// When the walk calls the rule.
    pub hooks: &'static [Hook],
}

/// The rules there are, in the order of their names: handed to whoever looks up names or asks rules.
pub type KnownRules = &'static [&'static Rule];

/// What names the rules.
pub fn ids(rules: &[&'static Rule]) -> Vec<RuleId> {
    rules.iter().map(|rule| rule.id()).collect()
}

/// A place in the walk over a game at which a rule is asked. The functions report into a list.
#[derive(Clone, Copy)]
pub enum Hook {
    /// At a syntax fault of this kind.
    Fault(FaultKind, fn(&Fault, &Walk, &mut Vec<Finding>)),
    /// At every tag pair of the tag section.
    Tag(AskAboutTag),
    /// At every tag pair of the tag section that has one of these names.
    TagNamed(&'static [&'static str], AskAboutTag),
    /// After the tag section, or before the first token of a game without one; [`Walk::tags`] is complete.
    Tags(fn(&Walk, &mut Vec<Finding>)),
    /// At every legal move or null move for which any of these had to be overlooked; see [`Walk::replay`] for the move.
    Played(Notes, AskAboutNotes),
    /// At every null move.
    NullMove(fn(&Walk, &mut Vec<Finding>)),
    /// At every move, legal or not; [`Walk::since_move`] still has what precedes it.
    Move(fn(&Walk, &mut Vec<Finding>)),
    /// At every NAG, suffix or traditional sign up to the end of the movetext; [`Walk::annotations`] has the earlier ones of the same move.
    /// Ordinary is a NAG that comes first after its move and is none of `$0`, the marks of mistakes `$2`, `$4` and `$6`, and `$100` and above.
    Annotation(Which, AskAboutAnnotation),
    /// At every closed comment in braces up to the end of the movetext. Unclosed comments and those after a `;` are tokens of their own kinds.
    /// Ordinary is a comment with text in which there are no `{`, no `)` without its `(`, and no commands but those that are well formed or
    /// whose names [`command_arguments`](scoresheet_chess::command_arguments) does not know.
    ///
    /// For a rule that looks at every comment, the replay keeps the position before every move.
    BraceComment(Which, AskAboutRange),
    /// At every `[%name ...]` command in a comment in braces, closed or not. Ordinary are those in ordinary comments.
    Command(Which, AskAboutCommand),
    /// At every move that is not one legal move.
    Failed(fn(&Walk, &mut Vec<Finding>)),
    /// At every move number indication that does not fit the move to come.
    WrongNumber(AskAboutRange),
    /// At every token of this kind up to the end of the movetext; moves are no tokens here.
    Token(TokenKind, AskAboutRange),
    /// At the end of every variation.
    Variation(fn(&VariationEnd, &Walk, &mut Vec<Finding>)),
    /// At every slip that explains what does not read, given the text of the game.
    Slip(fn(&Candidate, &str, &mut Vec<Finding>)),
    /// At every part of an escape line that was to allow something and does not, given the text that the line is in.
    IdleAllowance(AskAboutAllowance),
    /// At the end of the game; [`Walk::replay`] stands at the end of the main line.
    End(fn(&GameEnd, &Walk, &mut Vec<Finding>)),
    /// Once a game, for rules about its text as it is: its lines, its white space, characters wherever they stand.
    Text(fn(GameView, &mut Vec<Finding>)),
    /// Once a file, after its games. Ranges are relative to the file. What becomes of it after an edit, the scope says.
    File(FileScope, fn(&FileView, &mut Vec<Finding>)),
    /// At every record of an EPD file or a list of FEN records. Ranges are relative to its line.
    Record(AskAboutRecord),
    /// Once a file, where one of its records has one of these traits. Ranges are relative to the file.
    RecordTrait(Traits, AskAboutTrait),
    /// Once a file of records, after these. Ranges are relative to the file.
    RecordFile(AskAboutRecordFile),
}

/// Which events of its kind a rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Every one. Right for every rule, and slower: the walk stops at each.
    Every,
    /// All but the ordinary ones, of which the hook says what they are. For rules that never report an ordinary one: most are ordinary, and if no
    /// rule looks at them, the walk passes over them in one go.
    Unusual,
}

/// What about a file decides what a rule says of it: so that after an edit nothing is asked again but what has to be.
#[derive(Clone, Copy)]
pub enum FileScope {
    /// Of a game, that game and the last one before it that is a game; wherever in the file they stand.
    Neighbours,
    /// Of a game, those that have the same mark, which is not 0; and where one of them has changed, their digests and tags.
    SameMark(fn(&GameDigest, FileOptions) -> u64),
    /// As long as nothing is said, these marks of all games.
    Quiet(fn(&GameDigest) -> u64),
}

/// Asks a rule about a record.
pub type AskAboutRecord = fn(&RecordView, &mut Vec<Finding>);

/// Asks a rule about records that have something in common.
pub type AskAboutTrait = fn(&Seen, &mut Vec<Finding>);

/// Asks a rule about a file of records.
pub type AskAboutRecordFile = fn(&RecordFile, &mut Vec<Finding>);

impl Hook {
    fn is_for_records_only(&self) -> bool {
        matches!(self, Hook::Record(_) | Hook::RecordTrait(..) | Hook::RecordFile(_))
    }
}

/// Asks a rule about an annotation.
pub type AskAboutAnnotation = fn(&Annotation, &Walk, &mut Vec<Finding>);

/// Asks a rule about a command in a comment.
pub type AskAboutCommand = fn(&Command, &Walk, &mut Vec<Finding>);

/// Asks a rule about a tag pair.
pub type AskAboutTag = fn(&Tag, &Walk, &mut Vec<Finding>);

/// Asks a rule about a move that was played, given all that had to be overlooked to read it.
pub type AskAboutNotes = fn(Notes, &Walk, &mut Vec<Finding>);

/// Asks a rule about (a part of) an escape line that allows nothing, given the text that its ranges are relative to.
pub type AskAboutAllowance = fn(&Allowance, Idle, &str, &mut Vec<Finding>);

/// Asks a rule about a place: half-open byte offsets relative to the game.
pub type AskAboutRange = fn(Range<usize>, &Walk, &mut Vec<Finding>);

impl Rule {
    /// What findings, configurations and escape lines name it by.
    pub const fn id(&self) -> RuleId {
        RuleId { name: self.name, group: self.group }
    }

    /// A finding of this rule at its own level, without related places or fixes.
    pub fn finding(&self, range: Range<usize>, message: impl Into<String>) -> Finding {
        Finding::new(self.id(), self.level, range, message)
    }

    /// A finding of a level that is not reported, see [`Walk::is_heard`]: it exists so that an escape line can allow it, and has no message.
    pub(crate) fn unheard(&self, range: Range<usize>, level: Level) -> Finding {
        Finding::new(self.id(), level, range, "")
    }

    /// Whether it speaks of the records of EPD and FEN files.
    pub fn is_for_records(&self) -> bool {
        let is_for_records =
            |hook: &Hook| matches!(hook, Hook::Played(..) | Hook::Failed(_)) || hook.is_for_records_only();
        self.hooks.iter().any(is_for_records)
    }

    /// Whether it speaks of the games of PGN files.
    pub fn is_for_games(&self) -> bool {
        !self.hooks.iter().all(Hook::is_for_records_only)
    }

    /// The languages of the files that it speaks of.
    pub fn languages(&self) -> &'static [&'static str] {
        match (self.is_for_games(), self.is_for_records()) {
            (true, true) => &["PGN", "EPD", "FEN"],
            (true, false) => &["PGN"],
            (false, true) => &["EPD", "FEN"],
            (false, false) => &[],
        }
    }

    /// Whether it reports escape lines and remarks that allow nothing: those cannot be allowed by the line itself.
    pub(crate) fn is_about_allowances(&self) -> bool {
        self.hooks.iter().any(|hook| matches!(hook, Hook::IdleAllowance(_)))
    }

    /// Whether its findings say that something does not read, or that a move cannot be played.
    pub fn is_about_reading(&self) -> bool {
        let is_about_reading =
            |hook: &Hook| matches!(hook, Hook::Fault(..) | Hook::Slip(_) | Hook::Failed(_) | Hook::WrongNumber(_));
        self.hooks.iter().any(is_about_reading)
    }

    /// The first line of the documentation, without a final period.
    pub fn summary(&self) -> &'static str {
        let first = self.docs.trim_start().lines().next().unwrap_or("").trim();
        first.strip_suffix('.').unwrap_or(first)
    }
}

/// Whether a rule's findings come with repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixAvailability {
    /// Never.
    None,
    /// Where the right text is certain.
    Sometimes,
    /// Always.
    Always,
}

impl FixAvailability {
    /// As the rule's page says it.
    pub const fn describe(self) -> &'static str {
        match self {
            FixAvailability::None => "No fix is available.",
            FixAvailability::Sometimes => "A fix is sometimes available.",
            FixAvailability::Always => "A fix is always available.",
        }
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.name).finish()
    }
}

/// Declares the `RULE` of a file: its documentation as doc comments, then its name, group, level, fix and hooks.
///
/// The documentation is what `scoresheet rule`, `server/docs/rules.md` and the editors show; its `pgn`, `epd` and `fen`
/// blocks are run as tests.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])+
        name: $name:literal, group: $group:ident, level: $level:ident, fix: $fix:ident, hooks: [$($hook:expr),+ $(,)?] $(,)?
    ) => {
        $(#[doc = $doc])+
        pub static RULE: $crate::rule::Rule = $crate::rule::Rule {
            name: $name,
            group: $crate::rule_id::Group::$group,
            level: $crate::finding::Level::$level,
            fix: $crate::rule::FixAvailability::$fix,
            docs: concat!($($doc, "\n"),+),
            hooks: &[$($hook),+],
        };
    };
}
pub(crate) use declare_rule;

//! Rules: their names, their documentation and the hooks by which the walk over a game calls them.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::command::Command;
use scoresheet_grammar::{Fault, FaultKind, GameView, TokenKind};

use crate::explanation::Candidate;
use crate::file_view::FileView;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::records::{RecordFile, Seen, Traits};
use crate::rule_id::{Group, RuleId};
use crate::suppression::{Allowance, Idle};
use crate::walk::{Annotation, GameEnd, VariationEnd, Walk};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::evaluation::Evaluator;
use scoresheet_chess::replay::notes::Notes;

/// A rule: metadata, documentation and hooks. Every rule is the `RULE` that `declare_rule!` defines in a file of `rules`.
pub struct Rule {
    /// Kebab-case words that read after "allow": `illegal-move`.
    pub name: &'static str,
    /// The group, which decides whether the rule is on by default.
    pub group: Group,
    /// The highest level of its findings, unless configured otherwise.
    pub level: Level,
    /// Whether its findings have fixes.
    pub fix: FixAvailability,
    /// Markdown: a summary line, then "What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "References".
    pub docs: &'static str,
    /// The events for which the walk calls the rule.
    pub hooks: &'static [Hook],
}

/// All rules, sorted by name.
pub type KnownRules = &'static [&'static Rule];

/// Returns the ids of rules.
pub fn ids(rules: &[&'static Rule]) -> Vec<RuleId> {
    rules.iter().map(|rule| rule.id()).collect()
}

/// An event of the walk over a game for which a rule is called. The functions add findings to a list.
#[derive(Clone, Copy)]
pub enum Hook {
    /// At a syntax fault of this kind.
    Fault(FaultKind, fn(&Fault, &Walk, &mut Findings)),
    /// At every tag pair of the tag section.
    Tag(AskAboutTag),
    /// At every tag pair of the tag section that has one of these names, unless a fault of its quotes is reported.
    TagNamed(&'static [&'static str], AskAboutTag),
    /// After the tag section, or before the first token of a game without one; [`Walk::tags`] is complete.
    Tags(fn(&Walk, &mut Findings)),
    /// At every legal move or null move with any of these departures from canonical SAN; see [`Walk::replay`] for the move.
    Played(Notes, AskAboutNotes),
    /// At every null move.
    NullMove(fn(&Walk, &mut Findings)),
    /// At every move, legal or not; [`Walk::since_move`] still has the tokens before it.
    Move(fn(&Walk, &mut Findings)),
    /// At every NAG, suffix or traditional sign up to the end of the movetext; [`Walk::annotations`] has the earlier ones of the same move.
    /// A NAG is ordinary if it comes first after its move and is none of `$0`, the marks of mistakes `$2`, `$4` and `$6`, and `$100` and above.
    Annotation(Which, AskAboutAnnotation),
    /// At every closed comment in braces up to the end of the movetext. Unclosed comments and those after a `;` are tokens of their own kinds.
    /// A comment is ordinary if it has text and contains no `{`, no `)` without its `(`, and only commands that are well formed or whose names
    /// [`command_arguments`](scoresheet_chess::command_arguments) does not know.
    ///
    /// If a rule looks at every comment, the replay keeps the position before every move.
    BraceComment(Which, AskAboutRange),
    /// At every `[%name ...]` command in a comment in braces, closed or not. A command is ordinary if its comment is.
    Command(Which, AskAboutCommand),
    /// At every illegal or ambiguous move.
    Failed(fn(&Walk, &mut Findings)),
    /// At every move number indication that does not fit the next move.
    WrongNumber(AskAboutRange),
    /// At every token of this kind up to the end of the movetext, except moves.
    Token(TokenKind, AskAboutRange),
    /// At the end of every variation.
    Variation(fn(&VariationEnd, &Walk, &mut Findings)),
    /// At every slip that explains faults, with the text of the game.
    Slip(fn(&Candidate, &str, &mut Findings)),
    /// At every part of an escape line that suppresses nothing, with the text that contains the line.
    IdleAllowance(AskAboutAllowance),
    /// At the end of the game; [`Walk::replay`] is at the end of the main line.
    End(fn(&GameEnd, &Walk, &mut Findings)),
    /// Once per game, for rules about its text: lines, white space, characters anywhere.
    Text(fn(GameView, &mut Findings)),
    /// Once per game that reads cleanly, if there is an engine.
    EvaluatedGame(AskAboutEvaluatedGame),
    /// Once per file, after its games. Ranges are relative to the file.
    File(fn(&FileView, &mut Findings)),
    /// At every record of an EPD file or a list of FEN records. Ranges are relative to its line.
    Record(AskAboutRecord),
    /// At every record, if there is an engine. Ranges are relative to its line.
    EvaluatedRecord(AskAboutEvaluatedRecord),
    /// Once per file, if one of its records has one of these traits. Ranges are relative to the file.
    RecordTrait(Traits, AskAboutTrait),
    /// Once per file of records, after its records. Ranges are relative to the file.
    RecordFile(AskAboutRecordFile),
}

/// The events of a kind that a rule is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All events. Correct for every rule, but slower: the walk stops at each event.
    Every,
    /// All events except ordinary ones, as the hook defines them. For rules that never report an ordinary event: most events are ordinary, and
    /// the walk skips runs of them if no rule needs them.
    Unusual,
}

/// Calls a rule for a record.
pub type AskAboutRecord = fn(&RecordView, &mut Findings);

/// Calls a rule for a game that an engine can evaluate.
pub type AskAboutEvaluatedGame = fn(GameView, &dyn Evaluator, &mut Findings);

/// Calls a rule for a record that an engine can evaluate.
pub type AskAboutEvaluatedRecord = fn(&RecordView, &dyn Evaluator, &mut Findings);

/// Calls a rule for records with a common trait.
pub type AskAboutTrait = fn(&Seen, &mut Findings);

/// Calls a rule for a file of records.
pub type AskAboutRecordFile = fn(&RecordFile, &mut Findings);

impl Hook {
    fn is_for_records_only(&self) -> bool {
        matches!(self, Hook::Record(_) | Hook::EvaluatedRecord(_) | Hook::RecordTrait(..) | Hook::RecordFile(_))
    }
}

/// Calls a rule for an annotation.
pub type AskAboutAnnotation = fn(&Annotation, &Walk, &mut Findings);

/// Calls a rule for a command in a comment.
pub type AskAboutCommand = fn(&Command, &Walk, &mut Findings);

/// Calls a rule for a tag pair.
pub type AskAboutTag = fn(&Tag, &Walk, &mut Findings);

/// Calls a rule for a move that was played, with its departures from canonical SAN.
pub type AskAboutNotes = fn(Notes, &Walk, &mut Findings);

/// Calls a rule for an escape line, or a part of one, that suppresses nothing; with the text that its ranges are relative to.
pub type AskAboutAllowance = fn(&Allowance, Idle, &str, &mut Findings);

/// Calls a rule for a range: half-open byte offsets relative to the game.
pub type AskAboutRange = fn(Range<usize>, &Walk, &mut Findings);

impl Rule {
    /// Returns the id, by which findings, configurations and escape lines refer to the rule.
    pub const fn id(&self) -> RuleId {
        RuleId { name: self.name, group: self.group }
    }

    /// Creates a finding at the rule's own level, without related places or fixes.
    pub fn finding(&self, range: Range<usize>, message: impl Into<String>) -> Finding {
        Finding::new(self.id(), self.level, range, message)
    }

    /// Creates a finding of a level that is not reported, see [`Walk::is_reported`]: it has no message and exists so that an escape line that
    /// suppresses it counts as used.
    pub(crate) fn unreported(&self, range: Range<usize>, level: Level) -> Finding {
        Finding::new(self.id(), level, range, "")
    }

    /// Whether the rule applies to the records of EPD and FEN files.
    pub fn is_for_records(&self) -> bool {
        let is_for_records =
            |hook: &Hook| matches!(hook, Hook::Played(..) | Hook::Failed(_)) || hook.is_for_records_only();
        self.hooks.iter().any(is_for_records)
    }

    /// Whether the rule applies to the games of PGN files.
    pub fn is_for_games(&self) -> bool {
        !self.hooks.iter().all(Hook::is_for_records_only)
    }

    /// Returns the languages that the rule applies to.
    pub fn languages(&self) -> &'static [&'static str] {
        match (self.is_for_games(), self.is_for_records()) {
            (true, true) => &["PGN", "EPD", "FEN"],
            (true, false) => &["PGN"],
            (false, true) => &["EPD", "FEN"],
            (false, false) => &[],
        }
    }

    /// Whether it reports escape lines and remarks that suppress nothing: the line itself cannot suppress these findings.
    pub(crate) fn is_about_allowances(&self) -> bool {
        self.hooks.iter().any(|hook| matches!(hook, Hook::IdleAllowance(_)))
    }

    /// Whether a suppression of it that has no effect is certainly idle: not if the findings are about suppressions themselves, or depend on an
    /// engine, which may be absent or see something else next time.
    pub(crate) fn reports_whenever_it_applies(&self) -> bool {
        !self.is_about_allowances() && self.group != Group::Engine
    }

    /// Whether it reports syntax faults, or moves that cannot be played.
    pub fn is_about_reading(&self) -> bool {
        let is_about_reading =
            |hook: &Hook| matches!(hook, Hook::Fault(..) | Hook::Slip(_) | Hook::Failed(_) | Hook::WrongNumber(_));
        self.hooks.iter().any(is_about_reading)
    }

    /// Returns the first line of the documentation, without the final period.
    pub fn summary(&self) -> &'static str {
        let first = self.docs.trim_start().lines().next().unwrap_or("").trim();
        first.strip_suffix('.').unwrap_or(first)
    }
}

/// Whether the findings of a rule have fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixAvailability {
    /// Never.
    None,
    /// If the correct text is certain.
    Sometimes,
    /// Always.
    Always,
}

impl FixAvailability {
    /// Returns the sentence for the rule's page.
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

/// Defines the `RULE` of a file: its documentation as doc comments, then its name, group, level, fix and hooks.
///
/// `scoresheet rule`, `server/docs/rules.md` and the editors show the documentation; its `pgn`, `epd` and `fen` blocks run as
/// tests.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])+
        name: $name:literal, group: $group:ident, level: $level:ident, fix: $fix:ident, hooks: [$($hook:expr),+ $(,)?] $(,)?
    ) => {
        $(#[doc = $doc])+
        pub(crate) static RULE: $crate::rule::Rule = $crate::rule::Rule {
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

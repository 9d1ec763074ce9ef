//! What a rule is: its name, its documentation and the hook by which the walk calls it.

use crate::finding::Level;

/// One rule: metadata, documentation and hook. Every rule is a `static` made by `declare_rule!` in its own file.
pub struct Rule {
    /// Kebab-case words that read after "allow": `illegal-move`.
    pub name: &'static str,
    /// What kind of fault it is; decides whether it is on by default.
    pub group: Group,
    /// The level of its findings unless configured otherwise.
    pub level: Level,
    /// Whether its findings come with repairs.
    pub fix: FixAvailability,
    /// Markdown: a summary line, then "What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "References".
    pub docs: &'static str,
}

/// What kind of fault a rule looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The game cannot be read or contradicts itself.
    Correctness,
    /// Readable, but probably not what was meant.
    Suspicious,
    /// Other programs read this differently or not at all.
    Portability,
    /// Not export format.
    Style,
    /// For archivists; off unless selected.
    Pedantic,
}

impl Group {
    /// The lower-case English name.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Correctness => "correctness",
            Group::Suspicious => "suspicious",
            Group::Portability => "portability",
            Group::Style => "style",
            Group::Pedantic => "pedantic",
        }
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

//! Identifiers of rules: findings, configurations and escape lines know no more of a rule.

/// A rule by its name and its group. Names are unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    /// Kebab-case words that read after "allow": `illegal-move`.
    pub name: &'static str,
    /// The group.
    pub group: Group,
}

/// The kind of faults that a rule reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The game cannot be read or contradicts itself.
    Correctness,
    /// Readable, but probably not intended.
    Suspicious,
    /// Other programs read this differently or not at all.
    Portability,
    /// Not export format.
    Style,
    /// For archivists; off unless selected.
    Pedantic,
    /// An engine disagrees; only checked with `check --engine`.
    Engine,
    /// About a repertoire: what one side means to play. Off unless a configuration names the side.
    Repertoire,
}

impl Group {
    /// All groups, the most serious first.
    pub const ALL: [Group; 7] = [
        Group::Correctness,
        Group::Suspicious,
        Group::Portability,
        Group::Style,
        Group::Pedantic,
        Group::Engine,
        Group::Repertoire,
    ];

    /// Returns the lower-case English name.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Correctness => "correctness",
            Group::Suspicious => "suspicious",
            Group::Portability => "portability",
            Group::Style => "style",
            Group::Pedantic => "pedantic",
            Group::Engine => "engine",
            Group::Repertoire => "repertoire",
        }
    }

    /// Returns what its rules have in common, in a sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Group::Correctness => "The game cannot be read or contradicts itself.",
            Group::Suspicious => "Readable, but probably not intended.",
            Group::Portability => "Other programs read this differently or not at all.",
            Group::Style => "Not export format.",
            Group::Pedantic => "For archivists; off unless selected.",
            Group::Engine => "An engine disagrees; only checked with `check --engine`.",
            Group::Repertoire => {
                "About a repertoire, what one side means to play; off unless a configuration names the side."
            }
        }
    }

    /// Whether its rules are on unless the configuration says otherwise.
    pub const fn is_on_by_default(self) -> bool {
        !matches!(self, Group::Pedantic | Group::Engine | Group::Repertoire)
    }
}

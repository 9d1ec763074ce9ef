//! What names a rule: findings, configurations and escape lines know no more of it.

/// A rule, by its name and its group. Rules have different names, so two are equal if their names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    /// Kebab-case words that read after "allow": `illegal-move`.
    pub name: &'static str,
    /// What kind of fault it looks for.
    pub group: Group,
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
    /// Every group, the most serious first.
    pub const ALL: [Group; 5] =
        [Group::Correctness, Group::Suspicious, Group::Portability, Group::Style, Group::Pedantic];

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

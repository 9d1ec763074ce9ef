//! Selectors of rules: a rule, a group, or `all`. The command line, the configuration and escape lines share them.

use std::fmt;

use crate::rule_id::{Group, RuleId};
use scoresheet_chess::similar_words::most_similar;

/// The rules that one word selects. Ordered from the general to the specific, which wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Selector {
    /// Every rule.
    All,
    /// The rules of a group.
    Group(Group),
    /// The rule of this name.
    Rule(&'static str),
}

/// A word that is neither a rule nor a group nor `all`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// Returns the word.
    pub word: String,
    /// The most similar name.
    pub suggestion: Option<&'static str>,
}

impl Selector {
    /// Parses a word that selects some of `rules`.
    pub fn parse(rules: &[RuleId], word: &str) -> Result<Selector, UnknownName> {
        if word == "all" {
            return Ok(Selector::All);
        }
        if let Some(group) = Group::ALL.into_iter().find(|group| group.name() == word) {
            return Ok(Selector::Group(group));
        }
        if let Some(rule) = rules.iter().find(|rule| rule.name == word) {
            return Ok(Selector::Rule(rule.name));
        }
        let suggestion = most_similar(word, &Selector::names(rules));
        Err(UnknownName { word: word.to_owned(), suggestion })
    }

    /// Returns all valid words: `all`, the groups, then the rules.
    pub fn names(rules: &[RuleId]) -> Vec<&'static str> {
        let general = ["all"].into_iter().chain(Group::ALL.map(Group::name));
        general.chain(rules.iter().map(|rule| rule.name)).collect()
    }

    /// Whether the selector includes `rule`.
    pub fn includes(self, rule: RuleId) -> bool {
        match self {
            Selector::All => true,
            Selector::Group(group) => rule.group == group,
            Selector::Rule(name) => rule.name == name,
        }
    }

    /// Returns all selectors that include `rule`, from the general to the specific.
    pub fn meaning(rule: RuleId) -> impl Iterator<Item = Selector> {
        [Selector::All, Selector::Group(rule.group), Selector::Rule(rule.name)].into_iter()
    }

    /// Returns the word.
    pub const fn name(self) -> &'static str {
        match self {
            Selector::All => "all",
            Selector::Group(group) => group.name(),
            Selector::Rule(name) => name,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule or group '{}'", self.word)?;
        match self.suggestion {
            Some(name) => write!(f, "; did you mean '{name}'?"),
            None => write!(f, "; `scoresheet rules` lists them all"),
        }
    }
}

impl std::error::Error for UnknownName {}

//! `--select` and `--ignore`: which rules may speak.

use std::collections::BTreeSet;

use scoresheet_analysis::rule::{Group, Rule};

/// A set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(BTreeSet<&'static str>);

/// A word given to `--select` or `--ignore` that is no rule, no group and not `all`.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The word.
    pub word: String,
    /// The name that comes nearest.
    pub suggestion: Option<String>,
}

impl std::fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no rule or group '{}'", self.word)?;
        match &self.suggestion {
            Some(name) => write!(f, "; did you mean '{name}'?"),
            None => write!(f, "; `scoresheet rules` lists them all"),
        }
    }
}

/// What one word names. Ordered from the general to the particular, which wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Selector {
    All,
    Group(Group),
    Rule(&'static str),
}

impl RuleSet {
    /// The rules of `rules` that are selected and not ignored.
    ///
    /// The more particular word wins (rule over group over `all`); of equals, `ignore` does. Without `select`, every
    /// rule that is not pedantic is selected.
    pub fn resolve(rules: &[&'static Rule], select: &[String], ignore: &[String]) -> Result<RuleSet, UnknownRule> {
        let parse = |words: &[String]| words.iter().map(|word| parse(rules, word)).collect::<Result<Vec<_>, _>>();
        let (select_words, ignore_words) = (parse(select)?, parse(ignore)?);
        let strongest = |words: &[Selector], rule: &Rule| words.iter().copied().filter(|word| word.names(rule)).max();
        let chosen = rules.iter().filter(|rule| {
            let selected = if select.is_empty() {
                (rule.group != Group::Pedantic).then_some(Selector::All)
            } else {
                strongest(&select_words, rule)
            };
            selected > strongest(&ignore_words, rule)
        });
        Ok(RuleSet(chosen.map(|rule| rule.name).collect()))
    }

    /// Whether `rule` may speak.
    pub fn contains(&self, rule: &Rule) -> bool {
        self.0.contains(rule.name)
    }
}

/// The name in `names` that `word` was probably meant to be.
pub fn nearest(word: &str, names: &[&str]) -> Option<String> {
    similar::get_close_matches(word, names, 1, 0.6).first().map(|name| (*name).to_owned())
}

fn parse(rules: &[&'static Rule], word: &str) -> Result<Selector, UnknownRule> {
    const GROUPS: [Group; 5] =
        [Group::Correctness, Group::Suspicious, Group::Portability, Group::Style, Group::Pedantic];
    let word = word.trim();
    if word == "all" {
        return Ok(Selector::All);
    }
    if let Some(group) = GROUPS.into_iter().find(|group| group.name() == word) {
        return Ok(Selector::Group(group));
    }
    if let Some(rule) = rules.iter().find(|rule| rule.name == word) {
        return Ok(Selector::Rule(rule.name));
    }
    let names: Vec<_> = rules.iter().map(|rule| rule.name).chain(GROUPS.map(Group::name)).chain(["all"]).collect();
    Err(UnknownRule { word: word.to_owned(), suggestion: nearest(word, &names) })
}

impl Selector {
    fn names(self, rule: &Rule) -> bool {
        match self {
            Selector::All => true,
            Selector::Group(group) => rule.group == group,
            Selector::Rule(name) => rule.name == name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::RULES;

    /// The names chosen by comma-separated words.
    fn chosen(select: &str, ignore: &str) -> Vec<&'static str> {
        let words = |text: &str| text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let set = RuleSet::resolve(RULES, &words(select), &words(ignore)).unwrap();
        RULES.iter().filter(|rule| set.contains(rule)).map(|rule| rule.name).collect()
    }

    #[test]
    fn the_more_particular_word_wins() {
        assert_eq!(chosen("", ""), ["bad-word", "odd-word", "plain-word"]);
        assert_eq!(chosen("all", ""), ["bad-word", "odd-word", "plain-word", "fussy-word"]);
        assert_eq!(chosen("all", "all"), [""; 0]);
        assert_eq!(chosen("all", "style"), ["bad-word", "odd-word", "fussy-word"]);
        assert_eq!(chosen("bad-word", "all"), ["bad-word"]);
        assert_eq!(chosen("correctness,pedantic", "bad-word"), ["fussy-word"]);
        assert_eq!(chosen("", "odd-word"), ["bad-word", "plain-word"]);
    }

    #[test]
    fn an_unknown_word_gets_a_suggestion() {
        let unknown = RuleSet::resolve(RULES, &["bad-wrod".to_owned()], &[]).unwrap_err();
        assert_eq!(unknown.to_string(), "there is no rule or group 'bad-wrod'; did you mean 'bad-word'?");
        let unknown = RuleSet::resolve(RULES, &[], &["xyzzy".to_owned()]).unwrap_err();
        assert_eq!(unknown.to_string(), "there is no rule or group 'xyzzy'; `scoresheet rules` lists them all");
    }
}

//! `--select` and `--ignore`: which rules may speak.

use std::collections::BTreeSet;

use scoresheet_analysis::rule::{Group, Rule};
use scoresheet_analysis::selector::{Selector, UnknownName};

/// A set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(BTreeSet<&'static str>);

impl RuleSet {
    /// The rules of `rules` that are selected and not ignored.
    ///
    /// The more particular word wins (rule over group over `all`); of equals, `ignore` does. Without `select`, every
    /// rule that is not pedantic is selected.
    pub fn resolve(rules: &[&'static Rule], select: &[String], ignore: &[String]) -> Result<RuleSet, UnknownName> {
        let parse = |words: &[String]| {
            words.iter().map(|word| Selector::parse(rules, word.trim())).collect::<Result<Vec<_>, _>>()
        };
        let (select_words, ignore_words) = (parse(select)?, parse(ignore)?);
        let strongest =
            |words: &[Selector], rule: &Rule| words.iter().copied().filter(|word| word.includes(rule)).max();
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

//! `--select`, `--ignore` and `--level`: which rules report, and from which level up.

use std::collections::BTreeSet;

use scoresheet_analysis::configuration::Setting;
use scoresheet_analysis::finding::Level;
use scoresheet_analysis::rule::{Rule, ids};
use scoresheet_analysis::rule_id::Group;
use scoresheet_analysis::selector::{Selector, UnknownName};

use crate::configuration::FileSettings;

/// What `--select`, `--ignore` and `--level` choose. Wins over any configuration.
pub(super) struct RuleChoice {
    /// The rules that may report: the selected ones or, without `--select`, those that are not ignored.
    rules: RuleSet,
    is_selected: bool,
    level: Option<Level>,
}

impl RuleChoice {
    /// Evaluates the options. The error is a word that names no rule and no group.
    pub(super) fn new(
        rules: &[&'static Rule],
        select: &[String],
        ignore: &[String],
        level: Option<Level>,
    ) -> Result<RuleChoice, UnknownName> {
        let all = ["all".to_owned()];
        let is_selected = !select.is_empty();
        let rules = RuleSet::resolve(rules, if is_selected { select } else { &all }, ignore)?;
        Ok(RuleChoice { rules, is_selected, level })
    }

    /// Applies this choice to `settings`. Rules that are selected by name report at any level.
    pub(super) fn apply(&self, rules: &[&'static Rule], settings: &mut FileSettings) {
        let configuration = &mut settings.configuration;
        for rule in rules {
            if !self.rules.contains(rule) {
                configuration.set(rule, Setting::Off);
            } else if self.is_selected && configuration.setting(rule.id()) == Setting::Off {
                configuration.set(rule, Setting::On);
            }
        }
        if self.is_selected {
            configuration.lowest = Level::Hint;
        }
        if let Some(level) = self.level {
            settings.set_level(level);
        }
    }
}

/// A set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RuleSet(BTreeSet<&'static str>);

impl RuleSet {
    /// The rules of `rules` that are selected and not ignored.
    ///
    /// The more specific word wins (rule over group over `all`); of equals, `ignore` wins. Without `select`, every
    /// rule is selected except pedantic ones.
    fn resolve(rules: &[&'static Rule], select: &[String], ignore: &[String]) -> Result<RuleSet, UnknownName> {
        let ids = ids(rules);
        let parse = |words: &[String]| {
            words.iter().map(|word| Selector::parse(&ids, word.trim())).collect::<Result<Vec<_>, _>>()
        };
        let (select_words, ignore_words) = (parse(select)?, parse(ignore)?);
        let strongest =
            |words: &[Selector], rule: &Rule| words.iter().copied().filter(|word| word.includes(rule.id())).max();
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

    /// Whether `rule` may report.
    fn contains(&self, rule: &Rule) -> bool {
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

//! `--select`, `--ignore` and `--level`: which rules report, and from which level up.

use scoresheet_lint::configuration::Setting;
use scoresheet_lint::finding::Level;
use scoresheet_lint::rule::{Rule, ids};
use scoresheet_lint::selector::{Selector, UnknownName};

use crate::configuration::FileSettings;

/// What `--select`, `--ignore` and `--level` choose. Wins over any configuration.
pub(super) struct RuleChoice {
    /// Empty without `--select`.
    select: Vec<Selector>,
    ignore: Vec<Selector>,
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
        let ids = ids(rules);
        let parse = |words: &[String]| -> Result<Vec<Selector>, UnknownName> {
            words.iter().map(|word| Selector::parse(&ids, word.trim())).collect()
        };
        Ok(RuleChoice { select: parse(select)?, ignore: parse(ignore)?, level })
    }

    /// Applies this choice to `settings`. Rules that are selected by name report at any level.
    pub(super) fn apply(&self, rules: &[&'static Rule], settings: &mut FileSettings) {
        let is_selection = !self.select.is_empty();
        let configuration = &mut settings.configuration;
        for rule in rules {
            if !self.includes(rule) {
                configuration.set(rule, Setting::Off);
            } else if is_selection && configuration.setting(rule.id()) == Setting::Off {
                configuration.set(rule, Setting::On);
            }
        }
        if is_selection {
            configuration.lowest = Level::Hint;
        }
        if let Some(level) = self.level {
            settings.set_level(level);
        }
    }

    /// Whether `rule` is selected and not ignored. The more specific word wins (rule over group over `all`); of equals,
    /// `--ignore` wins. Without `--select` every rule is selected.
    fn includes(&self, rule: &Rule) -> bool {
        let strongest = |words: &[Selector]| words.iter().copied().filter(|word| word.includes(rule.id())).max();
        let selected = if self.select.is_empty() { Some(Selector::All) } else { strongest(&self.select) };
        selected > strongest(&self.ignore)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::RULES;

    /// The names chosen by comma-separated words.
    fn chosen(select: &str, ignore: &str) -> Vec<&'static str> {
        let words = |text: &str| text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let choice = RuleChoice::new(RULES, &words(select), &words(ignore), None).unwrap();
        RULES.iter().filter(|rule| choice.includes(rule)).map(|rule| rule.name).collect()
    }

    #[test]
    fn the_more_particular_word_wins() {
        assert_eq!(chosen("", ""), ["bad-word", "odd-word", "plain-word", "fussy-word"]);
        assert_eq!(chosen("all", ""), ["bad-word", "odd-word", "plain-word", "fussy-word"]);
        assert_eq!(chosen("all", "all"), [""; 0]);
        assert_eq!(chosen("all", "style"), ["bad-word", "odd-word", "fussy-word"]);
        assert_eq!(chosen("bad-word", "all"), ["bad-word"]);
        assert_eq!(chosen("correctness,pedantic", "bad-word"), ["fussy-word"]);
        assert_eq!(chosen("", "odd-word"), ["bad-word", "plain-word", "fussy-word"]);
    }

    #[test]
    fn an_unknown_word_gets_a_suggestion() {
        let unknown = RuleChoice::new(RULES, &["bad-wrod".to_owned()], &[], None).err().unwrap();
        assert_eq!(unknown.to_string(), "there is no rule or group 'bad-wrod'; did you mean 'bad-word'?");
        let unknown = RuleChoice::new(RULES, &[], &["xyzzy".to_owned()], None).err().unwrap();
        assert_eq!(unknown.to_string(), "there is no rule or group 'xyzzy'; `scoresheet rules` lists them all");
    }
}

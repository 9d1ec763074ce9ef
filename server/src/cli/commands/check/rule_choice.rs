//! `--select`, `--extend-select`, `--ignore` and `--level`: which rules report, and from which level up.

use std::sync::Arc;

use scoresheet_chess::evaluation::Engine;
use scoresheet_lint::configuration::Setting;
use scoresheet_lint::finding::Level;
use scoresheet_lint::rule::{Rule, ids};
use scoresheet_lint::rule_id::Group;
use scoresheet_lint::selector::{Selector, UnknownName};

use crate::configuration::FileSettings;
use crate::engine::UserEngine;

/// What `--select`, `--extend-select`, `--ignore` and `--level` choose. Wins over any configuration.
pub(super) struct RuleChoice {
    /// Empty without `--select`.
    select: Vec<Selector>,
    extend: Vec<Selector>,
    ignore: Vec<Selector>,
    level: Option<Level>,
}

impl RuleChoice {
    /// Evaluates the options. The error is a word that names no rule and no group.
    pub(super) fn new(
        rules: &[&'static Rule],
        (select, extend, ignore): (&[String], &[String], &[String]),
        level: Option<Level>,
    ) -> Result<RuleChoice, UnknownName> {
        let ids = ids(rules);
        let parse = |words: &[String]| -> Result<Vec<Selector>, UnknownName> {
            words.iter().map(|word| Selector::parse(&ids, word.trim())).collect()
        };
        Ok(RuleChoice { select: parse(select)?, extend: parse(extend)?, ignore: parse(ignore)?, level })
    }

    /// Applies this choice to `settings`. Rules that are selected by name report at any level. Those of `--extend-select` report at least at the
    /// lowest level that is reported.
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
        let configuration = &mut settings.configuration;
        for rule in rules.iter().filter(|rule| self.extends_to(rule)) {
            match configuration.level(rule) {
                Some(level) if level >= configuration.lowest => {}
                level => {
                    let reported = level.unwrap_or(rule.level).max(configuration.lowest);
                    configuration.set(rule, Setting::At(reported));
                }
            }
        }
    }

    /// Whether `--extend-select` names `rule`, and `--ignore` does not name it more specifically.
    fn extends_to(&self, rule: &Rule) -> bool {
        strongest(&self.extend, rule) > strongest(&self.ignore, rule)
    }

    /// Whether `rule` is selected and not ignored. The more specific word wins (rule over group over `all`); of equals,
    /// `--ignore` wins. Without `--select` every rule is selected.
    fn includes(&self, rule: &Rule) -> bool {
        let selected = if self.select.is_empty() { Some(Selector::All) } else { strongest(&self.select, rule) };
        selected > strongest(&self.ignore, rule)
    }
}

/// The rules that ask an engine.
fn rules_of_engine(rules: &[&'static Rule]) -> impl Iterator<Item = &'static Rule> {
    rules.iter().copied().filter(|rule| rule.group == Group::Engine)
}

/// Lets rules ask an engine, and turns them on unless the configuration says otherwise.
pub(super) fn ask_engine(engine: Arc<UserEngine>, rules: &[&'static Rule], settings: &mut FileSettings) {
    settings.configuration.engine = Some(Engine::new(engine));
    rules_of_engine(rules).for_each(|rule| settings.configuration.turn_on_unset(rule));
}

/// Where there is an engine, adds the rules that ask it to those that are selected, unless one of them is.
pub(super) fn with_rules_of_engine(has_engine: bool, rules: &[&'static Rule], select: &mut Vec<String>) {
    let group = Group::Engine.name();
    let is_of_engine = |word: &String| word == group || rules_of_engine(rules).any(|rule| rule.name == word);
    if has_engine && !select.is_empty() && !select.iter().any(is_of_engine) {
        select.push(group.to_owned());
    }
}

/// The most specific of these words that includes a rule.
fn strongest(words: &[Selector], rule: &Rule) -> Option<Selector> {
    words.iter().copied().filter(|word| word.includes(rule.id())).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::RULES;

    /// The names chosen by comma-separated words.
    fn chosen(select: &str, ignore: &str) -> Vec<&'static str> {
        let words = |text: &str| text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let choice = RuleChoice::new(RULES, (&words(select), &[], &words(ignore)), None).unwrap();
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
    fn more_rules_report_at_least_at_the_lowest_level() {
        let level = |name: &str, extend: &str, ignore: &str| {
            let words = |text: &str| vec![text.to_owned()];
            let choice = RuleChoice::new(RULES, (&[], &words(extend), &words(ignore)), None).unwrap();
            let mut settings = FileSettings::default();
            choice.apply(RULES, &mut settings);
            settings.configuration.level(RULES.iter().find(|rule| rule.name == name).unwrap())
        };
        assert_eq!(level("plain-word", "plain-word", "odd-word"), Some(Level::Warning));
        assert_eq!(level("fussy-word", "pedantic", "odd-word"), Some(Level::Warning));
        assert_eq!(level("fussy-word", "plain-word", "odd-word"), None);
        assert_eq!(level("bad-word", "bad-word", "odd-word"), Some(Level::Error));
        assert_eq!(level("fussy-word", "pedantic", "fussy-word"), None);
    }

    #[test]
    fn an_unknown_word_gets_a_suggestion() {
        let unknown = RuleChoice::new(RULES, (&["bad-wrod".to_owned()], &[], &[]), None).err().unwrap();
        assert_eq!(unknown.to_string(), "there is no rule or group 'bad-wrod'; did you mean 'bad-word'?");
        let unknown = RuleChoice::new(RULES, (&[], &[], &["xyzzy".to_owned()]), None).err().unwrap();
        assert_eq!(unknown.to_string(), "there is no rule or group 'xyzzy'; `scoresheet rules` lists them all");
    }
}

//! What somebody decided about the rules, for one file: which are asked, and how serious their findings are.

use std::collections::BTreeMap;
use std::fmt;

use crate::file_view::FileOptions;
use crate::finding::Level;
use crate::rule::Rule;
use crate::rule_id::{Group, RuleId};
use crate::selector::Selector;

/// The decisions that hold for one file. Reading them from files is for others: this is plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The lowest level of findings that is asked for.
    pub lowest: Level,
    /// What rules about whole files are asked to look for.
    pub file_options: FileOptions,
    /// What was decided about rules, by their names; of the others nothing was said.
    settings: BTreeMap<&'static str, Setting>,
}

/// What was decided about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// It is not asked.
    Off,
    /// It is asked, and its findings have the levels that it gives them.
    On,
    /// It is asked, and all its findings have this level: also those that the rule itself puts below its own.
    At(Level),
}

/// Something that a rule looks for on request only.
pub struct RuleOption {
    /// The rule.
    pub rule: &'static str,
    /// One word in lower case.
    pub name: &'static str,
    /// What is looked for, for the reference page.
    pub meaning: &'static str,
    set: fn(&mut FileOptions, bool),
}

/// Every option of every rule.
pub static OPTIONS: &[RuleOption] = &[RuleOption {
    rule: "duplicate-game",
    name: "prefix",
    meaning: "Whether a game whose moves are the beginning of another game's is a duplicate as well. Default: false",
    set: |options, is_on| options.beginnings_are_duplicates = is_on,
}];

impl RuleOption {
    /// The options of a rule.
    pub fn of(rule: &str) -> impl Iterator<Item = &'static RuleOption> {
        OPTIONS.iter().filter(move |option| option.rule == rule)
    }
}

impl fmt::Debug for RuleOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.rule, self.name)
    }
}

impl PartialEq for RuleOption {
    fn eq(&self, other: &RuleOption) -> bool {
        (self.rule, self.name) == (other.rule, other.name)
    }
}

impl Configuration {
    /// Nothing decided: every rule that is not pedantic is asked for findings of level `lowest` and above.
    pub fn new(lowest: Level) -> Configuration {
        Configuration { lowest, file_options: FileOptions::default(), settings: BTreeMap::new() }
    }

    /// What holds for `rule`.
    pub fn setting(&self, rule: RuleId) -> Setting {
        let default = if rule.group == Group::Pedantic { Setting::Off } else { Setting::On };
        self.settings.get(rule.name).copied().unwrap_or(default)
    }

    /// The level that `rule` reaches at most; none where it is off.
    pub fn level(&self, rule: &Rule) -> Option<Level> {
        match self.setting(rule.id()) {
            Setting::Off => None,
            Setting::On => Some(rule.level),
            Setting::At(level) => Some(level),
        }
    }

    /// Decide about one rule. What was decided before is forgotten.
    pub fn set(&mut self, rule: &Rule, setting: Setting) {
        self.settings.insert(rule.name, setting);
    }

    /// Decide whether a rule looks for what an option is about.
    pub fn set_option(&mut self, option: &RuleOption, is_on: bool) {
        (option.set)(&mut self.file_options, is_on);
    }

    /// Decide about all of `rules` that a selector names, in one layer: within it the more particular selector wins, and
    /// all of it wins over what was decided before.
    pub fn apply(&mut self, rules: &[&'static Rule], layer: &[(Selector, Setting)]) {
        for rule in rules {
            let named = layer.iter().filter(|(selector, _)| selector.includes(rule.id()));
            if let Some((_, setting)) = named.max_by_key(|(selector, _)| *selector) {
                self.set(rule, *setting);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RULES, rule_ids};

    fn rule(name: &str) -> &'static Rule {
        RULES.iter().find(|rule| rule.name == name).unwrap()
    }

    /// The setting of a rule after layers of decisions.
    #[track_caller]
    fn check(layers: &[&[(&str, Setting)]], name: &str, expected: Setting) {
        let mut configuration = Configuration::new(Level::Warning);
        for layer in layers {
            let layer: Vec<_> =
                layer.iter().map(|(word, setting)| (Selector::parse(rule_ids(), word).unwrap(), *setting)).collect();
            configuration.apply(RULES, &layer);
        }
        assert_eq!(configuration.setting(rule(name).id()), expected);
    }

    #[test]
    fn the_particular_wins_in_a_layer_and_the_later_layer_over_the_earlier() {
        use Setting::{At, Off, On};
        check(&[], "null-move", On);
        let style: &[(&str, Setting)] = &[("style", Off), ("null-move", At(Level::Hint)), ("all", At(Level::Error))];
        check(&[style], "null-move", At(Level::Hint));
        check(&[style], "missing-roster-tag", Off);
        check(&[style], "illegal-move", At(Level::Error));
        check(&[style, &[("all", On)]], "null-move", On);
        check(&[&[("null-move", Off)], &[("style", On)]], "illegal-move", On);
    }

    #[test]
    fn options_belong_to_rules() {
        let mut configuration = Configuration::new(Level::Warning);
        for option in OPTIONS {
            assert!(RuleOption::of(rule(option.rule).name).any(|other| other == option));
            configuration.set_option(option, true);
        }
        assert!(configuration.file_options.beginnings_are_duplicates);
    }

    #[test]
    fn a_rule_reaches_the_level_it_was_given() {
        let mut configuration = Configuration::new(Level::Warning);
        let rule = rule("illegal-move");
        assert_eq!(configuration.level(rule), Some(Level::Error));
        configuration.set(rule, Setting::At(Level::Hint));
        assert_eq!(configuration.level(rule), Some(Level::Hint));
        configuration.set(rule, Setting::Off);
        assert_eq!(configuration.level(rule), None);
    }
}

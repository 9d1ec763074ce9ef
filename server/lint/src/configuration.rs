//! The configuration of the rules for one file: which rules are active, and the levels of their findings.

use std::collections::BTreeMap;
use std::fmt;

use crate::file_view::FileOptions;
use crate::finding::Level;
use crate::rule::Rule;
use crate::rule_id::RuleId;
use crate::selector::Selector;
use scoresheet_chess::evaluation::Engine;

/// The configuration of the rules for one file. Plain data: callers read it from files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The lowest level of findings that are reported.
    pub lowest: Level,
    /// The options of the rules about whole files.
    pub file_options: FileOptions,
    /// The engine that rules of the group `engine` ask; without one they report nothing.
    pub engine: Option<Engine>,
    /// The settings of rules by name. Other rules have their defaults.
    settings: BTreeMap<&'static str, Setting>,
}

/// The setting of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The rule is off.
    Off,
    /// The rule is on, and its findings keep their levels.
    On,
    /// The rule is on, and all its findings get this level, even those that the rule reports below its own level.
    At(Level),
}

/// An option of a rule.
pub struct RuleOption {
    /// The rule.
    pub rule: &'static str,
    /// One word in lower case.
    pub name: &'static str,
    /// The effect, for the reference page.
    pub meaning: &'static str,
    set: fn(&mut FileOptions, bool),
}

/// Rules about what a whole file or a whole game has, which a fragment in a document may lack.
const NOT_ABOUT_FRAGMENTS: [&str; 6] = [
    "byte-order-mark",
    "file-name",
    "missing-roster-tag",
    "missing-termination-marker",
    "mixed-line-endings",
    "not-a-game",
];

/// Rules about the form of PGN that moves in the text of a book need not have.
const NOT_ABOUT_BOOKS: [&str; 4] = ["missing-check-mark", "suffix-annotation", "tab-character", "trailing-white-space"];

/// All options of all rules.
pub static OPTIONS: &[RuleOption] = &[RuleOption {
    rule: "duplicate-game",
    name: "prefix",
    meaning: "Whether a game whose moves, at least 20 plies, are the beginning of another game's is a duplicate as well. Default: false",
    set: |options, is_on| options.beginnings_are_duplicates = is_on,
}];

impl RuleOption {
    /// Returns the options of a rule.
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
    /// Creates the default configuration: every rule of a group that is on by default, for findings of level `lowest` and above.
    pub fn new(lowest: Level) -> Configuration {
        Configuration { lowest, file_options: FileOptions::default(), engine: None, settings: BTreeMap::new() }
    }

    /// Returns the setting of `rule`.
    pub fn setting(&self, rule: RuleId) -> Setting {
        let default = if rule.group.is_on_by_default() { Setting::On } else { Setting::Off };
        self.settings.get(rule.name).copied().unwrap_or(default)
    }

    /// Returns the highest level of the findings of `rule`; `None` if it is off.
    pub fn level(&self, rule: &Rule) -> Option<Level> {
        match self.setting(rule.id()) {
            Setting::Off => None,
            Setting::On => Some(rule.level),
            Setting::At(level) => Some(level),
        }
    }

    /// Sets one rule, and replaces its earlier setting.
    pub fn set(&mut self, rule: &Rule, setting: Setting) {
        self.settings.insert(rule.name, setting);
    }

    /// Turns on a rule that is off by default, unless it is set already.
    pub fn turn_on_unset(&mut self, rule: &Rule) {
        self.settings.entry(rule.name).or_insert(Setting::On);
    }

    /// Returns the configuration for fragments in a document whose files this one is for: without the rules about what only whole games and
    /// files have.
    #[must_use]
    pub fn for_fragments(mut self) -> Configuration {
        self.settings.extend(NOT_ABOUT_FRAGMENTS.map(|rule| (rule, Setting::Off)));
        self
    }

    /// Returns the configuration for moves in the text of a book for whose fragments this one is: without the rules about what only PGN has.
    #[must_use]
    pub fn for_moves_of_books(mut self) -> Configuration {
        self.settings.extend(NOT_ABOUT_BOOKS.map(|rule| (rule, Setting::Off)));
        self
    }

    /// Sets an option of a rule.
    pub fn set_option(&mut self, option: &RuleOption, is_on: bool) {
        (option.set)(&mut self.file_options, is_on);
    }

    /// Sets all of `rules` that the selectors of one layer name. Within the layer the more specific selector wins; the layer wins
    /// over earlier settings.
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

    /// Returns the setting of a rule after several layers.
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
    fn fragments_need_not_be_whole_games() {
        let whole = Configuration::new(Level::Hint);
        let fragments = whole.clone().for_fragments();
        for name in NOT_ABOUT_FRAGMENTS {
            assert_eq!(fragments.setting(rule(name).id()), Setting::Off);
        }
        let of_book = fragments.clone().for_moves_of_books();
        for name in NOT_ABOUT_BOOKS {
            assert_eq!(
                [of_book.setting(rule(name).id()), fragments.setting(rule(name).id())],
                [Setting::Off, Setting::On]
            );
        }
        assert_eq!(fragments.setting(rule("illegal-move").id()), whole.setting(rule("illegal-move").id()));
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

//! Reading the tables of rules: `null-move = "off"`, `duplicate-game = { level = "error", prefix = true }`.

use scoresheet_lint::rules::rule_ids;
use std::fmt;

use scoresheet_chess::similar_words::most_similar;
use scoresheet_lint::configuration::{RuleOption, Setting};
use scoresheet_lint::selector::Selector;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};

use super::file::{RuleLevel, RuleLevels};

impl<'de> Deserialize<'de> for RuleLevels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleLevels, D::Error> {
        deserializer.deserialize_map(Levels)
    }
}

/// Reads a table of rules.
struct Levels;

impl<'de> Visitor<'de> for Levels {
    type Value = RuleLevels;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of rules and their levels")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RuleLevels, A::Error> {
        let mut all = RuleLevels::default();
        while let Some(RuleKey(selector)) = map.next_key()? {
            map.next_value_seed(RuleValue { selector, all: &mut all })?;
        }
        Ok(all)
    }
}

/// A rule, a group or `all`.
struct RuleKey(Selector);

impl<'de> Deserialize<'de> for RuleKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleKey, D::Error> {
        let name = String::deserialize(deserializer)?;
        Selector::parse(rule_ids(), &name).map(RuleKey).map_err(D::Error::custom)
    }
}

/// Adds the value of one rule or group: a level, or a table of its level and its options.
struct RuleValue<'a> {
    selector: Selector,
    all: &'a mut RuleLevels,
}

impl<'de> DeserializeSeed<'de> for RuleValue<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for RuleValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level, or a table of a level and options")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<(), E> {
        let word: StrDeserializer<'_, E> = word.into_deserializer();
        self.all.levels.push((self.selector, RuleLevel::deserialize(word)?.into()));
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut is_empty = true;
        while let Some(key) = map.next_key_seed(OptionKey(self.selector))? {
            is_empty = false;
            match key {
                None => self.all.levels.push((self.selector, Setting::from(map.next_value::<RuleLevel>()?))),
                Some(option) => self.all.options.push((option, map.next_value()?)),
            }
        }
        if is_empty {
            let name = self.selector.name();
            return Err(A::Error::custom(format!("{name} has no value; write a level, or a table with a level")));
        }
        Ok(())
    }
}

/// A key of a rule's table: `level` (none) or an option of the rule.
struct OptionKey(Selector);

impl<'de> DeserializeSeed<'de> for OptionKey {
    type Value = Option<&'static RuleOption>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == "level" {
            return Ok(None);
        }
        if let Some(option) = RuleOption::of(self.0.name()).find(|option| option.name == name) {
            return Ok(Some(option));
        }
        let keys: Vec<&str> =
            ["level"].into_iter().chain(RuleOption::of(self.0.name()).map(|option| option.name)).collect();
        let hint = match most_similar(&name, &keys) {
            Some(key) => format!("did you mean '{key}'?"),
            None => format!("its keys are {}", keys.join(", ")),
        };
        Err(D::Error::custom(format!("{} has no option '{name}'; {hint}", self.0.name())))
    }
}

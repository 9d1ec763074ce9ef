//! `docs/scoresheet.schema.json`: the JSON schema of a configuration, with which editors complete and check it.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scoresheet_lint::configuration::RuleOption;
use scoresheet_lint::rule_id::Group;
use scoresheet_lint::rules::RULES;
use serde_json::{Map, Value, json};

use super::file::{ConfigurationFile, Pattern, RuleLevel, RuleLevels};

/// The schema, with every rule and group as a property of the tables of rules.
pub fn schema() -> Schema {
    schema_of::<ConfigurationFile>()
}

/// The schema of `T`, with descriptions for people.
pub(crate) fn schema_of<T: JsonSchema>() -> Schema {
    let mut schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<T>();
    RecursiveTransform(one_line).transform(&mut schema);
    schema
}

/// Descriptions come from doc comments, which have line breaks.
fn one_line(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

impl JsonSchema for RuleLevels {
    fn schema_name() -> Cow<'static, str> {
        "Rules".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let level = generator.subschema_for::<RuleLevel>();
        let property = |name: &str, description: String| {
            let mut schema = value(name, &level);
            schema.insert("description".to_owned(), Value::String(description));
            (name.to_owned(), schema.to_value())
        };
        let mut properties = Map::from_iter([property("all", "Every rule".to_owned())]);
        properties
            .extend(Group::ALL.map(|group| property(group.name(), format!("The rules of the group {}", group.name()))));
        properties.extend(RULES.iter().map(|rule| {
            property(rule.name, format!("{} ({}, {})", rule.summary(), rule.group.name(), rule.level.name()))
        }));
        json_schema!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

/// The schema of a rule's or group's value: a level or, if the rule has options, also a table of its level and
/// options.
fn value(name: &str, level: &Schema) -> Schema {
    let options = RuleOption::of(name)
        .map(|option| (option.name.to_owned(), json!({ "type": "boolean", "description": option.meaning })));
    let options: Map<String, Value> = options.collect();
    if options.is_empty() {
        return level.clone();
    }
    let mut properties = Map::from_iter([("level".to_owned(), level.clone().to_value())]);
    properties.extend(options);
    let table = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    json_schema!({ "anyOf": [level, table] })
}

impl JsonSchema for Pattern {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Pattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_a_property() {
        let schema = schema().to_value();
        let rules = &schema["definitions"]["Rules"];
        assert_eq!(rules["additionalProperties"], json!(false));
        for rule in RULES {
            assert!(rules["properties"][rule.name]["description"].is_string(), "{}", rule.name);
        }
        assert_eq!(schema["additionalProperties"], json!(false));
    }
}

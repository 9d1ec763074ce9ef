//! Minimal values of the protocol's types, and values with `null` for an optional member.

use serde_json::{Map, Value, json};

use super::MetaModel;
use super::types::{Property, Type};

/// The depth of nested structures up to which members are varied.
const MOST_DEPTH: usize = 8;

impl MetaModel {
    /// Values of a structure, each with one optional member, at any depth, that is `null`.
    pub fn with_one_null(&self, structure: &str) -> Vec<Value> {
        let mut found = Vec::new();
        if let Some(members) = self.members(structure) {
            self.collect_nulls(members, MOST_DEPTH, &mut |value| found.push(value));
        }
        found
    }

    fn collect_nulls(&self, members: &[Property], depth: usize, found: &mut dyn FnMut(Value)) {
        let least = self.least_of(members);
        let with = |name: &str, value: Value| {
            let mut all = least.clone();
            all.insert(name.to_owned(), value);
            Value::Object(all)
        };
        for Property { name, kind, is_optional } in members {
            if *is_optional {
                found(with(name, Value::Null));
            }
            let inner = match kind {
                Type::Reference(inner) => self.members(inner),
                Type::Structure(inner) => Some(inner.as_slice()),
                _ => None,
            };
            if let Some(inner) = inner.filter(|_| depth > 0) {
                self.collect_nulls(inner, depth - 1, &mut |value| found(with(name, value)));
            }
        }
    }

    fn least_of(&self, members: &[Property]) -> Map<String, Value> {
        let required = members.iter().filter(|member| !member.is_optional);
        required.map(|member| (member.name.clone(), self.least(&member.kind))).collect()
    }

    /// The minimal value of a type.
    fn least(&self, kind: &Type) -> Value {
        match kind {
            Type::Base(name) => match name.as_str() {
                "boolean" => json!(false),
                "null" => Value::Null,
                "string" | "RegExp" => json!(""),
                "URI" | "DocumentUri" => json!("file:///"),
                _ => json!(0),
            },
            Type::Reference(name) => match (self.members(name), self.alias(name), self.first_value(name)) {
                (Some(members), ..) => Value::Object(self.least_of(members)),
                (_, Some(alias), _) => self.least(alias),
                (.., value) => value.unwrap_or_default(),
            },
            Type::Array(_) => json!([]),
            Type::Map(_) => json!({}),
            Type::Or(kinds) => kinds.last().map_or(Value::Null, |last| self.least(last)),
            Type::Tuple(kinds) => kinds.iter().map(|kind| self.least(kind)).collect(),
            Type::Structure(members) => Value::Object(self.least_of(members)),
            Type::Literal(value) => value.clone(),
        }
    }
}

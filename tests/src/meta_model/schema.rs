//! A validator for the JSON schemas of Scoresheet's own requests; it implements the keywords that they use.

use serde_json::Value;

use super::types::{looked_at, shown};

/// The faults of `value` by `schema`, which is a part of `root`.
pub fn faults(value: &Value, schema: &Value, root: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#'));
        return target.map_or_else(|| vec![format!("{at}: no {reference}")], |target| faults(value, target, root, at));
    }
    for all in schema["allOf"].as_array().into_iter().flatten() {
        found.extend(faults(value, all, root, at));
    }
    for list in ["anyOf", "oneOf"] {
        if let Some(any) = schema[list].as_array() {
            let of_each = || any.iter().map(|one| (one, faults(value, one, root, at)));
            let nearest = of_each().filter(|(one, _)| one["type"] != "null").min_by_key(|(_, faults)| faults.len());
            if !of_each().any(|(_, faults)| faults.is_empty()) {
                found.extend(nearest.map(|(_, faults)| faults).unwrap_or_default());
            }
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        several => several.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
    };
    if !types.is_empty() && !types.iter().any(|name| is_of_type(value, name)) {
        found.push(format!("{at}: {types:?} wanted, {} found", shown(value)));
        return found;
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| !values.contains(value)) {
        found.push(format!("{at}: one of {values:?} wanted, {} found", shown(value)));
    }
    if schema.get("const").is_some_and(|only| only != value) {
        found.push(format!("{at}: {} wanted, {} found", schema["const"], shown(value)));
    }
    if schema["minimum"].as_f64().is_some_and(|least| value.as_f64().is_some_and(|number| number < least)) {
        found.push(format!("{at}: {value} is too small"));
    }
    if schema["maximum"].as_f64().is_some_and(|most| value.as_f64().is_some_and(|number| number > most)) {
        found.push(format!("{at}: {value} is too large"));
    }
    if let Some(object) = value.as_object() {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(required.filter(|name| !object.contains_key(*name)).map(|name| format!("{at}.{name}: missing")));
        for (name, member) in object {
            match schema["properties"].get(name) {
                Some(schema) => found.extend(faults(member, schema, root, &format!("{at}.{name}"))),
                None if schema["properties"].is_object() => found.push(format!("{at}.{name}: unknown property")),
                None => {}
            }
        }
    }
    if let Some(items) = value.as_array() {
        for (index, item) in looked_at(items) {
            let of_item = if schema["items"].is_array() { schema["items"].get(index) } else { schema.get("items") };
            found.extend(of_item.into_iter().flat_map(|schema| faults(item, schema, root, &format!("{at}[{index}]"))));
        }
        let most = schema["maxItems"].as_u64();
        if most.is_some_and(|most| items.len() as u64 > most) {
            found.push(format!("{at}: more than {most:?} elements"));
        }
    }
    found
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use scoresheet::lsp::protocol;
    use serde_json::json;

    use super::super::types::members;
    use super::*;

    /// Whether a schema has a keyword that [`faults`] does not implement.
    fn has_unknown_part(schema: &Value) -> bool {
        // No object has additional properties where it has any, whatever the schema says.
        const KNOWN: [&str; 21] = [
            "additionalProperties",
            "const",
            "$schema",
            "$ref",
            "title",
            "description",
            "definitions",
            "allOf",
            "anyOf",
            "oneOf",
            "type",
            "enum",
            "minimum",
            "maximum",
            "default",
            "required",
            "properties",
            "items",
            "minItems",
            "maxItems",
            "format",
        ];
        let is_unknown = |(name, part): (&String, &Value)| match name.as_str() {
            "properties" | "definitions" => members(part).any(|(_, schema)| has_unknown_part(schema)),
            "allOf" | "anyOf" | "oneOf" => part.as_array().into_iter().flatten().any(has_unknown_part),
            "items" if part.is_array() => part.as_array().into_iter().flatten().any(has_unknown_part),
            "items" => has_unknown_part(part),
            name => !KNOWN.contains(&name),
        };
        members(schema).any(is_unknown)
    }

    #[test]
    fn the_schemas_of_our_requests_are_understood() {
        for (method, params, answer) in protocol::schemas() {
            assert!(!has_unknown_part(&params) && !has_unknown_part(&answer), "{method}");
        }
    }

    #[test]
    fn wrong_values_are_found() {
        let (_, params, answer) =
            protocol::schemas().into_iter().find(|(method, ..)| *method == protocol::PLAY).unwrap();
        let at = json!({ "line": 0, "character": 3 });
        let check = |value: &Value, schema: &Value, count: usize| {
            assert_eq!(faults(value, schema, schema, "it").len(), count, "{:?}", faults(value, schema, schema, "it"));
        };
        check(&json!({ "textDocument": { "uri": "file:///a" }, "position": at, "move": "e4" }), &params, 0);
        check(&json!({ "textDocument": { "uri": 1 }, "position": { "line": -1, "character": 0 } }), &params, 3);
        let edit = json!({ "range": { "start": at, "end": at }, "newText": "x" });
        check(&json!({ "version": 1, "edits": [edit], "position": at }), &answer, 0);
        check(&json!({ "version": 1, "edits": [edit, {}], "position": at, "more": 1 }), &answer, 3);
        check(&Value::Null, &answer, 0);
    }
}

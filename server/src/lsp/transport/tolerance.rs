//! Adapts incoming requests: clients send `null` where tower-lsp wants nothing, and capabilities that are
//! newer than the protocol types in use. Neither is a reason to refuse a client.

use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::Request;
use tower_lsp::lsp_types::{ClientCapabilities, InitializeParams};

/// The same request in the shape tower-lsp reads.
pub(crate) fn tolerate(request: Request) -> Request {
    let (method, id, params) = request.into_parts();
    let params = match method.as_ref() {
        "shutdown" | "exit" => None,
        "initialized" => Some(params.filter(Value::is_object).unwrap_or_else(|| json!({}))),
        "initialize" => Some(readable(params.unwrap_or_else(|| json!({})))),
        _ => params,
    };
    let mut tolerated = Request::build(method);
    if let Some(params) = params {
        tolerated = tolerated.params(params);
    }
    if let Some(id) = id {
        tolerated = tolerated.id(id);
    }
    tolerated.finish()
}

/// `initialize` parameters without the parts that cannot be read; the rest of the session works without them.
fn readable(params: Value) -> Value {
    let Value::Object(mut members) = params else { return json!({ "capabilities": {} }) };
    let capabilities = match members.remove("capabilities") {
        Some(Value::Object(capabilities)) => Value::Object(readable_capabilities(capabilities)),
        _ => json!({}),
    };
    let parses = |member: (&String, &Value)| {
        serde_json::from_value::<InitializeParams>(json!({ "capabilities": {}, member.0: member.1 })).is_ok()
    };
    members.retain(|name, value| parses((name, value)));
    members.insert("capabilities".to_owned(), capabilities);
    Value::Object(members)
}

/// Each group (`textDocument`, `workspace`, ...) without what does not parse on its own: no more of a member than is needed, and all
/// of it where that does not help.
fn readable_capabilities(mut groups: Map<String, Value>) -> Map<String, Value> {
    groups.retain(|_, group| group.is_object());
    // The protocol types in use call it by another name than the protocol.
    if let Some(Value::Object(workspace)) = groups.get_mut("workspace")
        && let Some(diagnostics) = workspace.remove("diagnostics")
    {
        workspace.entry("diagnostic").or_insert(diagnostics);
    }
    for (name, group) in &mut groups {
        if let Value::Object(members) = group {
            members.retain(|member, value| {
                let parses = |value: &Value| {
                    let group = json!({ name.as_str(): { member.as_str(): value } });
                    serde_json::from_value::<ClientCapabilities>(group).is_ok()
                };
                prune(value, &parses)
            });
        }
    }
    groups
}

/// Takes the elements of lists and the members of objects away that keep `value` from being read. Whether it can be read then. A
/// member that is `null` says nothing, wherever it is. No deeper than JSON itself is read.
fn prune(value: &mut Value, parses: &dyn Fn(&Value) -> bool) -> bool {
    if parses(value) {
        return true;
    }
    match value {
        Value::Array(items) => items.retain(|item| parses(&json!([item]))),
        // One that has nothing it must have is put together from what can be read.
        Value::Object(members) if parses(&json!({})) => {
            let mut kept = Map::new();
            for (name, mut member) in std::mem::take(members).into_iter().filter(|(_, member)| !member.is_null()) {
                let with = |member: &Value| {
                    let mut all = kept.clone();
                    all.insert(name.clone(), member.clone());
                    parses(&Value::Object(all))
                };
                if prune(&mut member, &with) {
                    kept.insert(name, member);
                }
            }
            *members = kept;
        }
        _ => {}
    }
    parses(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(method: &'static str, params: Value, expected: Option<Value>) {
        let tolerated = tolerate(Request::build(method).id(1).params(params).finish());
        assert_eq!(tolerated.params(), expected.as_ref());
        assert_eq!((tolerated.method(), tolerated.id()), (method, Some(&1.into())));
    }

    #[test]
    fn drops_parameters_where_none_are_taken() {
        check("shutdown", Value::Null, None);
        check("shutdown", json!({}), None);
        check("initialized", Value::Null, Some(json!({})));
        check("textDocument/hover", json!({ "a": 1 }), Some(json!({ "a": 1 })));
    }

    #[test]
    fn keeps_what_can_be_read_of_the_capabilities() {
        check("initialize", Value::Null, Some(json!({ "capabilities": {} })));
        check("initialize", json!({ "capabilities": null, "trace": "loud" }), Some(json!({ "capabilities": {} })));
        check(
            "initialize",
            json!({ "rootUri": null, "capabilities": {
                "textDocument": {
                    "hover": { "contentFormat": ["html", "markdown"], "dynamicRegistration": null },
                    "completion": { "completionItem": { "snippetSupport": true, "tagSupport": { "valueSet": null } } },
                    "semanticTokens": { "requests": 5, "tokenTypes": [] },
                    "rename": null,
                    "newThing": { "x": 1 },
                },
                "general": { "positionEncodings": ["utf-8", "utf-7"] },
                "workspace": 5,
            }}),
            Some(json!({ "rootUri": null, "capabilities": {
                "textDocument": {
                    "hover": { "contentFormat": ["markdown"] },
                    "completion": { "completionItem": { "snippetSupport": true } },
                    "rename": null,
                    "newThing": { "x": 1 },
                },
                "general": { "positionEncodings": ["utf-8", "utf-7"] },
            }})),
        );
    }
}

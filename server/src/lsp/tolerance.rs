//! Incoming requests made palatable: clients send `null` where tower-lsp wants nothing, and capabilities that are
//! newer than the protocol types in use. Neither is a reason to refuse a client.

use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::Request;
use tower_lsp::lsp_types::{ClientCapabilities, InitializeParams};

/// The same request in the shape tower-lsp reads.
pub fn tolerate(request: Request) -> Request {
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

/// Each group (`textDocument`, `workspace`, ...) without the members that do not parse on their own.
fn readable_capabilities(mut groups: Map<String, Value>) -> Map<String, Value> {
    groups.retain(|_, group| group.is_object());
    for (name, group) in &mut groups {
        if let Value::Object(members) = group {
            members.retain(|member, value| {
                serde_json::from_value::<ClientCapabilities>(json!({ name.as_str(): { member.as_str(): value } }))
                    .is_ok()
            });
        }
    }
    groups
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
                "textDocument": { "hover": { "contentFormat": ["html"] }, "rename": null, "newThing": { "x": 1 } },
                "general": { "positionEncodings": ["utf-8", "utf-7"] },
                "workspace": 5,
            }}),
            Some(json!({ "rootUri": null, "capabilities": {
                "textDocument": { "rename": null, "newThing": { "x": 1 } },
                "general": { "positionEncodings": ["utf-8", "utf-7"] },
            }})),
        );
    }
}

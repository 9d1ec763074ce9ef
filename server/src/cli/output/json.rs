//! JSON objects.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// An object with its fields in their order, on one line.
pub(crate) fn json_object(fields: Vec<(String, Value)>) -> String {
    // Strings and numbers always serialise.
    serde_json::to_string(&Object(fields)).unwrap_or_default()
}

/// The fields of an object.
struct Object(Vec<(String, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

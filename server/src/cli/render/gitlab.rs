//! GitLab's code quality report: an array of objects over all files.

use std::path::Path;

use scoresheet_analysis::finding::Level;
use serde_json::json;

use super::Parts;
use crate::cli::engine::LocatedFinding;
use crate::cli::identity::{Hash, Identity};

/// A finding as an object; the commas and the brackets of the array are the caller's.
pub(super) fn render<T: AsRef<str>>(path: &Path, parts: &Parts<T>, located: &LocatedFinding) -> String {
    let finding = &located.finding;
    let start = parts.at(finding.range.start).locate(finding.range.start);
    let end = parts.at(finding.range.end).locate_end(finding.range.end);
    let path = path.to_string_lossy();
    let severity = match finding.level {
        Level::Error => "major",
        Level::Warning => "minor",
        Level::Info | Level::Hint => "info",
    };
    json!({
        "description": finding.message,
        "check_name": finding.rule.name,
        "categories": ["Bug Risk"],
        "fingerprint": fingerprint(&path, &located.identity),
        "severity": severity,
        "location": {
            "path": path,
            "positions": {
                "begin": {"line": start.line, "column": start.column},
                "end": {"line": end.line, "column": end.column},
            },
        },
    })
    .to_string()
}

/// GitLab takes findings of the same fingerprint for one, wherever they are.
fn fingerprint(path: &str, identity: &Identity) -> String {
    let Identity { tags, moves, finding, occurrence } = identity;
    let mut place = Hash::default();
    place.add(path);
    place.add(&format!("{tags:x} {moves:x} {occurrence}"));
    format!("{:016x}{finding:016x}", place.0)
}

#[cfg(test)]
mod tests {
    use crate::cli::args::OutputFormat;
    use crate::cli::testing::render;

    #[test]
    fn a_finding() {
        let json: serde_json::Value = serde_json::from_str(&render(OutputFormat::Gitlab, "♘ odd")).unwrap();
        assert_eq!(json["check_name"], "odd-word");
        assert_eq!(json["severity"], "minor");
        assert_eq!(json["location"]["positions"]["begin"], serde_json::json!({"line": 1, "column": 3}));
        assert_eq!(json["fingerprint"].as_str().map(str::len), Some(32));
    }
}

//! GitLab's code quality report: an array of objects over all files.

use scoresheet_lint::finding::Level;
use serde_json::json;

use super::format::{Audience, FileContext, OutputFormat, RunFrame};
use crate::cli::findings::{Hash, Identity, LocatedFinding};

/// The format `gitlab`.
#[derive(Debug)]
pub(super) struct Gitlab;

impl OutputFormat for Gitlab {
    fn name(&self) -> &'static str {
        "gitlab"
    }

    fn help(&self) -> &'static str {
        "A code quality report of GitLab"
    }

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let start = file.parts.at(finding.range.start).locate(finding.range.start);
        let end = file.parts.at(finding.range.end).locate_end(finding.range.end);
        let path = file.path.to_string_lossy();
        let severity = match finding.level {
            Level::Error => "major",
            Level::Warning => "minor",
            Level::Info | Level::Hint => "info",
        };
        let mut issue = json!({
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
        });
        if let Some(place) = &finding.elsewhere {
            issue["other_locations"] = json!([{"path": place.file, "lines": {"begin": place.line}}]);
        }
        issue.to_string()
    }

    fn before_finding(&self, is_first: bool) -> &'static str {
        if is_first { "[\n" } else { ",\n" }
    }

    fn end(&self, run: &RunFrame) -> String {
        if run.has_findings { "\n]\n".to_owned() } else { "[]\n".to_owned() }
    }

    fn audience(&self) -> Audience {
        Audience::Service { root: Some("CI_PROJECT_DIR") }
    }

    fn has_fingerprints(&self) -> bool {
        true
    }
}

/// GitLab merges findings with the same fingerprint, wherever they are.
fn fingerprint(path: &str, identity: &Identity) -> String {
    let Identity { tags, moves, finding, occurrence } = identity;
    let mut place = Hash::default();
    place.add(path);
    place.add(&format!("{tags:x} {moves:x} {occurrence}"));
    format!("{:016x}{finding:016x}", place.0)
}

#[cfg(test)]
mod tests {
    use crate::cli::testing::render;

    #[test]
    fn a_finding() {
        let json: serde_json::Value = serde_json::from_str(&render("gitlab", "♘ odd")).unwrap();
        assert_eq!(json["check_name"], "odd-word");
        assert_eq!(json["severity"], "minor");
        assert_eq!(json["location"]["positions"]["begin"], serde_json::json!({"line": 1, "column": 3}));
        assert_eq!(json["fingerprint"].as_str().map(str::len), Some(32));
    }
}

//! The Reviewdog Diagnostic Format as one object. Its columns count bytes of UTF-8.

use std::ops::Range;

use scoresheet_lint::finding::{Fix, Level};
use serde_json::{Value, json};

use super::format::{FileContext, OutputFormat, RunFrame};
use crate::cli::findings::LocatedFinding;
use crate::rules_page::address;
use crate::text_file::Parts;

/// A suggestion is one range, so edits that are at most so many bytes apart are joined.
const WIDEST_SUGGESTION: usize = 1000;

/// The format `rdjson`.
#[derive(Debug)]
pub(super) struct Rdjson;

impl OutputFormat for Rdjson {
    fn name(&self) -> &'static str {
        "rdjson"
    }

    fn help(&self) -> &'static str {
        "The Reviewdog Diagnostic Format"
    }

    fn start(&self) -> String {
        let source = json!({"name": "scoresheet", "url": env!("CARGO_PKG_REPOSITORY")});
        format!("{{\"source\":{source},\"diagnostics\":[")
    }

    fn before_finding(&self, is_first: bool) -> &'static str {
        if is_first { "\n" } else { ",\n" }
    }

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let severity = match finding.level {
            Level::Error => "ERROR",
            Level::Warning => "WARNING",
            Level::Info | Level::Hint => "INFO",
        };
        let mut diagnostic = json!({
            "message": finding.message,
            "location": {"path": file.path.to_string_lossy(), "range": range(file.parts, &finding.range)},
            "severity": severity,
            "code": {"value": finding.rule.name, "url": address(finding.rule.name)},
            "suggestions": finding.fixes.iter().filter_map(|fix| suggestion(file.parts, fix)).collect::<Vec<_>>(),
        });
        if let Some(place) = &finding.elsewhere {
            let there = json!({"path": place.file, "range": {"start": {"line": place.line}}});
            diagnostic["related_locations"] = json!([{"message": place.message, "location": there}]);
        }
        diagnostic.to_string()
    }

    fn end(&self, _: &RunFrame) -> String {
        "\n]}\n".to_owned()
    }
}

fn range(parts: &Parts, range: &Range<usize>) -> Value {
    let position = |offset: usize| {
        let at = parts.at(offset).locate_in_bytes(offset);
        json!({"line": at.line, "column": at.column})
    };
    json!({"start": position(range.start), "end": position(range.end)})
}

/// A fix as the new text of one range; none if its edits are far apart.
fn suggestion(parts: &Parts, fix: &Fix) -> Option<Value> {
    let (first, last) = (fix.edits.first()?, fix.edits.last()?);
    let all = first.range.start..last.range.end;
    if all.len() > WIDEST_SUGGESTION {
        return None;
    }
    let mut text = String::new();
    let mut done = all.start;
    for edit in &fix.edits {
        text += &parts.text(done..edit.range.start);
        text += &edit.text;
        done = edit.range.end;
    }
    Some(json!({"range": range(parts, &all), "text": text}))
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::finding::Edit;
    use serde_json::json;

    use super::*;
    use crate::cli::testing::render;
    use crate::text_file::TextFile;

    #[test]
    fn columns_count_bytes() {
        let json: Value = serde_json::from_str(&render("rdjson", "x\n♘ odd")).unwrap();
        let range = json!({"start": {"line": 2, "column": 5}, "end": {"line": 2, "column": 8}});
        assert_eq!(json["location"]["range"], range);
        assert_eq!(json["suggestions"], json!([{"range": range, "text": "even"}]));
    }

    #[test]
    fn edits_near_each_other_are_one_suggestion() {
        let text = "a b c ".to_owned() + &"d ".repeat(WIDEST_SUGGESTION);
        let file = TextFile::decode("games.pgn".into(), text.into_bytes(), None).unwrap();
        let parts = Parts::whole(&file);
        let fix =
            |end: usize| Fix::safe("", vec![Edit::replace(0..1, "x"), Edit::delete(3..5), Edit::insert(end, "!")]);
        let suggested = suggestion(&parts, &fix(6)).unwrap();
        assert_eq!(suggested["text"], "x b !");
        assert_eq!(suggested["range"]["end"]["column"], 7);
        assert_eq!(suggestion(&parts, &fix(WIDEST_SUGGESTION + 1)), None);
        assert_eq!(suggestion(&parts, &Fix::safe("", Vec::new())), None);
    }
}

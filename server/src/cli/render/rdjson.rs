//! The Reviewdog Diagnostic Format as one object. Its columns count bytes of UTF-8.

use std::ops::Range;
use std::path::Path;

use scoresheet_analysis::finding::{Fix, Level};
use serde_json::{Value, json};

use super::Parts;
use crate::cli::engine::LocatedFinding;
use crate::rules_page::address;

/// A suggestion is one range; edits that lie no more than so many bytes apart are made one.
const WIDEST_SUGGESTION: usize = 1000;

pub(super) fn start() -> String {
    let source = json!({"name": "scoresheet", "url": env!("CARGO_PKG_REPOSITORY")});
    format!("{{\"source\":{source},\"diagnostics\":[")
}

/// A finding as an object; the commas between them are the caller's.
pub(super) fn render<T: AsRef<str>>(path: &Path, parts: &Parts<T>, located: &LocatedFinding) -> String {
    let finding = &located.finding;
    let severity = match finding.level {
        Level::Error => "ERROR",
        Level::Warning => "WARNING",
        Level::Info | Level::Hint => "INFO",
    };
    json!({
        "message": finding.message,
        "location": {"path": path.to_string_lossy(), "range": range(parts, &finding.range)},
        "severity": severity,
        "code": {"value": finding.rule.name, "url": address(finding.rule.name)},
        "suggestions": finding.fixes.iter().filter_map(|fix| suggestion(parts, fix)).collect::<Vec<_>>(),
    })
    .to_string()
}

pub(super) fn end() -> String {
    "\n]}\n".to_owned()
}

fn range<T: AsRef<str>>(parts: &Parts<T>, range: &Range<usize>) -> Value {
    let position = |offset: usize| {
        let at = parts.at(offset).locate_in_bytes(offset);
        json!({"line": at.line, "column": at.column})
    };
    json!({"start": position(range.start), "end": position(range.end)})
}

/// A fix as the new text of one range; none where its edits lie far apart.
fn suggestion<T: AsRef<str>>(parts: &Parts<T>, fix: &Fix) -> Option<Value> {
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
    use scoresheet_analysis::finding::Edit;
    use serde_json::json;

    use super::*;
    use crate::cli::args::OutputFormat;
    use crate::cli::render::whole;
    use crate::cli::testing::render;
    use crate::text_file::TextFile;

    #[test]
    fn columns_count_bytes() {
        let json: Value = serde_json::from_str(&render(OutputFormat::Rdjson, "x\n♘ odd")).unwrap();
        let range = json!({"start": {"line": 2, "column": 5}, "end": {"line": 2, "column": 8}});
        assert_eq!(json["location"]["range"], range);
        assert_eq!(json["suggestions"], json!([{"range": range, "text": "even"}]));
    }

    #[test]
    fn edits_near_each_other_are_one_suggestion() {
        let text = "a b c ".to_owned() + &"d ".repeat(WIDEST_SUGGESTION);
        let file = TextFile::decode("games.pgn".into(), text.into_bytes(), None).unwrap();
        let parts = Parts::one(whole(&file));
        let fix =
            |end: usize| Fix::safe("", vec![Edit::replace(0..1, "x"), Edit::delete(3..5), Edit::insert(end, "!")]);
        let suggested = suggestion(&parts, &fix(6)).unwrap();
        assert_eq!(suggested["text"], "x b !");
        assert_eq!(suggested["range"]["end"]["column"], 7);
        assert_eq!(suggestion(&parts, &fix(WIDEST_SUGGESTION + 1)), None);
        assert_eq!(suggestion(&parts, &Fix::safe("", Vec::new())), None);
    }
}

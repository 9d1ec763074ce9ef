//! The JSON contract: an array of objects over all files, one a line. Tools depend on every name in it.

use std::ops::Range;

use scoresheet_analysis::finding::{Edit, Fix};
use serde::Serialize;

use super::{Location, RangeLocator};
use crate::cli::engine::LocatedFinding;
use crate::text_file::TextFile;

#[derive(Serialize)]
struct JsonFinding<'a> {
    file: &'a str,
    rule: &'a str,
    level: &'a str,
    message: &'a str,
    game: usize,
    #[serde(flatten)]
    range: JsonRange,
    location: JsonLocation,
    end_location: JsonLocation,
    related: Vec<JsonRelated<'a>>,
    fixes: Vec<JsonFix<'a>>,
}

/// Half-open byte offsets in the file as it lies on disk.
#[derive(Serialize)]
struct JsonRange {
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct JsonLocation {
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    #[serde(flatten)]
    range: JsonRange,
    message: &'a str,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    applicability: &'a str,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    #[serde(flatten)]
    range: JsonRange,
    text: &'a str,
}

/// The findings of one file as objects with commas between them; the array's brackets are the caller's.
pub(super) fn render(file: &TextFile, findings: &[LocatedFinding]) -> String {
    let path = file.path.to_string_lossy();
    let mut locator = RangeLocator::new(&file.text);
    let mut out = String::new();
    for located in findings {
        let finding = &located.finding;
        let (start, end) = locator.locate(&finding.range);
        let object = JsonFinding {
            file: &path,
            rule: finding.rule.name,
            level: finding.level.name(),
            message: &finding.message,
            game: located.game,
            range: on_disk(file, &finding.range),
            location: start.into(),
            end_location: end.into(),
            related: finding
                .related
                .iter()
                .map(|related| JsonRelated { range: on_disk(file, &related.range), message: &related.message })
                .collect(),
            fixes: finding.fixes.iter().map(|fix| json_fix(file, fix)).collect(),
        };
        out.push_str(if out.is_empty() { "\n" } else { ",\n" });
        // Strings and numbers always serialise.
        out.push_str(&serde_json::to_string(&object).unwrap_or_default());
    }
    out
}

fn json_fix<'a>(file: &TextFile, fix: &'a Fix) -> JsonFix<'a> {
    let edit = |edit: &'a Edit| JsonEdit { range: on_disk(file, &edit.range), text: &edit.text };
    JsonFix { title: &fix.title, applicability: fix.applicability.name(), edits: fix.edits.iter().map(edit).collect() }
}

fn on_disk(file: &TextFile, range: &Range<usize>) -> JsonRange {
    JsonRange { start: file.disk_offset(range.start), end: file.disk_offset(range.end) }
}

impl From<Location> for JsonLocation {
    fn from(Location { line, column }: Location) -> JsonLocation {
        JsonLocation { line, column }
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::args::OutputFormat;
    use crate::cli::testing::render;

    #[test]
    fn the_contract() {
        assert_eq!(
            render(OutputFormat::Json, "♘ odd").trim_start(),
            r#"{"file":"games.pgn","rule":"odd-word","level":"warning","message":"'odd' is an odd word","game":1,"start":4,"end":7,"location":{"line":1,"column":3},"end_location":{"line":1,"column":6},"related":[{"start":0,"end":3,"message":"the file starts here"}],"fixes":[{"title":"Write 'even'","applicability":"unsafe","edits":[{"start":4,"end":7,"text":"even"}]}]}"#
        );
    }
}

//! The JSON contract: an array of objects over all files, one a line. Tools depend on every name in it.

use std::ops::Range;
use std::path::Path;

use scoresheet_analysis::finding::{Edit, Fix};
use serde::Serialize;

use super::Parts;
use super::lines::Location;
use crate::cli::engine::LocatedFinding;

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

/// A finding as an object; the commas and the brackets of the array are the caller's.
pub(super) fn render<T: AsRef<str>>(path: &Path, parts: &Parts<T>, located: &LocatedFinding) -> String {
    let finding = &located.finding;
    let (start, end) = (parts.at(finding.range.start), parts.at(finding.range.end));
    let object = JsonFinding {
        file: &path.to_string_lossy(),
        rule: finding.rule.name,
        level: finding.level.name(),
        message: &finding.message,
        game: located.game,
        range: on_disk(parts, &finding.range),
        location: start.locate(finding.range.start).into(),
        end_location: end.locate_end(finding.range.end).into(),
        related: finding
            .related
            .iter()
            .map(|related| JsonRelated { range: on_disk(parts, &related.range), message: &related.message })
            .collect(),
        fixes: finding.fixes.iter().map(|fix| json_fix(parts, fix)).collect(),
    };
    // Strings and numbers always serialise.
    serde_json::to_string(&object).unwrap_or_default()
}

fn json_fix<'a, T: AsRef<str>>(parts: &Parts<T>, fix: &'a Fix) -> JsonFix<'a> {
    let edit = |edit: &'a Edit| JsonEdit { range: on_disk(parts, &edit.range), text: &edit.text };
    JsonFix { title: &fix.title, applicability: fix.applicability.name(), edits: fix.edits.iter().map(edit).collect() }
}

fn on_disk<T: AsRef<str>>(parts: &Parts<T>, range: &Range<usize>) -> JsonRange {
    let offset = |offset: usize| parts.at(offset).disk_offset(offset);
    JsonRange { start: offset(range.start), end: offset(range.end) }
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
            render(OutputFormat::Json, "♘ odd").trim_start_matches("[\n"),
            r#"{"file":"games.pgn","rule":"odd-word","level":"warning","message":"'odd' is an odd word","game":1,"start":4,"end":7,"location":{"line":1,"column":3},"end_location":{"line":1,"column":6},"related":[{"start":0,"end":3,"message":"the file starts here"}],"fixes":[{"title":"Write 'even'","applicability":"unsafe","edits":[{"start":4,"end":7,"text":"even"}]}]}"#
        );
    }
}

//! The JSON contract: an array of objects over all files, or the same objects, one a line. Tools depend on every name in it.

use std::ops::Range;

use scoresheet_lint::finding::{Edit, Finding, Fix};
use serde::Serialize;

use super::format::{Audience, FileContext, OutputFormat, RunFrame};
use super::statistics::Statistics;
use crate::cli::findings::LocatedFinding;
use crate::text_file::{Location, Parts};

/// The format `json`.
#[derive(Debug)]
pub(super) struct Json;

impl OutputFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn help(&self) -> &'static str {
        "A JSON array of objects"
    }

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        object(located, file)
    }

    fn before_finding(&self, is_first: bool) -> &'static str {
        if is_first { "[\n" } else { ",\n" }
    }

    fn end(&self, run: &RunFrame) -> String {
        if run.has_findings { "\n]\n".to_owned() } else { "[]\n".to_owned() }
    }

    fn statistics(&self, statistics: &Statistics, _: bool) -> Option<String> {
        Some(statistics.json())
    }

    fn audience(&self) -> Audience {
        Audience::Program
    }
}

/// The format `jsonl`.
#[derive(Debug)]
pub(super) struct JsonLines;

impl OutputFormat for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn help(&self) -> &'static str {
        "The same JSON objects, one a line"
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        object(located, file) + "\n"
    }

    fn audience(&self) -> Audience {
        Audience::Program
    }
}

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

/// Half-open byte offsets in the file on disk.
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
    /// Only where it is another file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
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

fn object(located: &LocatedFinding, file: &FileContext) -> String {
    let parts = file.parts;
    let finding = &located.finding;
    let (start, end) = (parts.at(finding.range.start), parts.at(finding.range.end));
    let object = JsonFinding {
        file: &file.path.to_string_lossy(),
        rule: finding.rule.name,
        level: finding.level.name(),
        message: &finding.message,
        game: located.game,
        range: on_disk(parts, &finding.range),
        location: start.locate(finding.range.start).into(),
        end_location: end.locate_end(finding.range.end).into(),
        related: related(parts, finding),
        fixes: finding.fixes.iter().map(|fix| json_fix(parts, fix)).collect(),
    };
    // Strings and numbers always serialise.
    serde_json::to_string(&object).unwrap_or_default()
}

fn related<'a>(parts: &Parts, finding: &'a Finding) -> Vec<JsonRelated<'a>> {
    let here = finding.related.iter().map(|related| JsonRelated {
        file: None,
        line: None,
        column: None,
        range: on_disk(parts, &related.range),
        message: &related.message,
    });
    let elsewhere = finding.elsewhere.iter().map(|place| JsonRelated {
        file: Some(&place.file),
        line: Some(place.line),
        column: Some(place.column),
        range: JsonRange { start: place.start, end: place.start },
        message: place.message,
    });
    here.chain(elsewhere).collect()
}

fn json_fix<'a>(parts: &Parts, fix: &'a Fix) -> JsonFix<'a> {
    let edit = |edit: &'a Edit| JsonEdit { range: on_disk(parts, &edit.range), text: &edit.text };
    JsonFix { title: &fix.title, applicability: fix.applicability.name(), edits: fix.edits.iter().map(edit).collect() }
}

fn on_disk(parts: &Parts, range: &Range<usize>) -> JsonRange {
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
    use crate::cli::testing::render;

    #[test]
    fn the_contract() {
        assert_eq!(
            render("json", "♘ odd").trim_start_matches("[\n"),
            r#"{"file":"games.pgn","rule":"odd-word","level":"warning","message":"'odd' is an odd word","game":1,"start":4,"end":7,"location":{"line":1,"column":3},"end_location":{"line":1,"column":6},"related":[{"start":0,"end":3,"message":"the file starts here"}],"fixes":[{"title":"Write 'even'","applicability":"unsafe","edits":[{"start":4,"end":7,"text":"even"}]}]}"#
        );
    }
}

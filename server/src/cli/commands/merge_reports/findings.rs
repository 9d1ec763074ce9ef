//! Findings as JSON, as `check` writes them: an array with one a line, or one a line alone.
//!
//! Lines are taken over as they are, so that names keep their order.

use serde::Deserialize;

use super::no_report::no_report;

const START: &str = "[";
const END: &str = "]";
const NOTHING: &str = "[]";

/// What gives a finding its place among the others.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    file: String,
    start: u64,
    end: u64,
    rule: String,
}

/// Whether a report is made of findings.
pub(super) fn are_in(report: &str) -> bool {
    let first = report.lines().find(|line| *line != START);
    first.is_some_and(|line| read_place(line).is_some())
}

/// Merges reports, each with its name. The error is a message.
pub(super) fn merged(reports: &[(String, String)]) -> Result<String, String> {
    let is_array = reports.iter().any(|(_, text)| text.starts_with(START));
    let mut findings: Vec<(Place, &str)> = Vec::new();
    for (name, text) in reports {
        for line in text.lines().filter(|line| ![START, END, NOTHING].contains(line)) {
            let place = read_place(line).ok_or_else(|| no_report(name))?;
            findings.push((place, line.trim_end_matches(',')));
        }
    }
    findings.sort();
    let lines: Vec<&str> = findings.into_iter().map(|(_, line)| line).collect();
    Ok(match (is_array, lines.is_empty()) {
        (true, true) => format!("{NOTHING}\n"),
        (true, false) => format!("{START}\n{}\n{END}\n", lines.join(",\n")),
        (false, _) => lines.iter().map(|line| format!("{line}\n")).collect(),
    })
}

fn read_place(line: &str) -> Option<Place> {
    serde_json::from_str(line.trim_end_matches(',')).ok()
}

//! SARIF 2.1.0, as code scanning services read it. One run; its columns count characters.

use std::ops::Range;
use std::path::Path;

use scoresheet_lint::finding::{Fix, Level};
use scoresheet_lint::rule::{FixAvailability, Rule};
use serde_json::{Value, json};

use super::format::{Audience, FileContext, OutputFormat, RunFrame};
use crate::cli::findings::LocatedFinding;
use crate::cli::output::plain_text;
use crate::rules_page::{address, markdown};
use crate::text_file::{Location, Parts};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name of the folder that paths are relative to.
const ROOT: &str = "%SRCROOT%";
/// Columns of plain-text help.
const HELP_WIDTH: usize = 100;

/// The format `sarif`.
#[derive(Debug)]
pub(super) struct Sarif;

impl OutputFormat for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn help(&self) -> &'static str {
        "SARIF 2.1.0, for code scanning"
    }

    /// The results come first, so that none is held until the rules that it needs are known.
    fn start(&self) -> String {
        format!(
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }

    fn before_finding(&self, is_first: bool) -> &'static str {
        if is_first { "\n" } else { ",\n" }
    }

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let (path, parts) = (file.path, file.parts);
        let finding = &located.finding;
        let file = artifact(path);
        let start = parts.at(finding.range.start).locate(finding.range.start);
        let end = parts.at(finding.range.end).locate_end(finding.range.end);
        let mut result = json!({
            "ruleId": finding.rule.name,
            "level": level(finding.level),
            "message": message(&finding.message),
            "locations": [{"physicalLocation": {"artifactLocation": file, "region": region(start, end)}}],
            "partialFingerprints": fingerprints(located),
            "properties": {"game": located.game},
        });
        let related = finding.related.iter().enumerate().map(|(number, related)| {
            let place = json!({"artifactLocation": file, "region": related_region(parts, &related.range)});
            json!({"id": number + 1, "message": message(&related.message), "physicalLocation": place})
        });
        let elsewhere = finding.elsewhere.iter().map(|place| {
            let there =
                json!({"artifactLocation": artifact(Path::new(&place.file)), "region": {"startLine": place.line, "startColumn": place.column}});
            json!({"id": finding.related.len() + 1, "message": message(place.message), "physicalLocation": there})
        });
        let related: Vec<Value> = related.chain(elsewhere).collect();
        let fixes: Vec<Value> = finding.fixes.iter().map(|fix| json_fix(parts, &file, fix)).collect();
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if !fixes.is_empty() {
            result["fixes"] = fixes.into();
        }
        result.to_string()
    }

    fn end(&self, run: &RunFrame) -> String {
        let spoke = |rule: &&&'static Rule| run.statistics.rules().any(|name| name == rule.name);
        let rules: Vec<Value> = run.rules.iter().filter(spoke).map(|rule| json_rule(rule)).collect();
        let driver = json!({
            "name": "Scoresheet",
            "organization": "Scoresheet",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        });
        let notifications = run.errors.iter().map(|error| json!({"level": "error", "message": message(error)}));
        let invocation = json!({
            "executionSuccessful": run.errors.is_empty(),
            "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
        });
        let base = address_of_file(run.base);
        let tail = json!({
            "tool": {"driver": driver},
            "invocations": [invocation],
            "originalUriBaseIds": {ROOT: {"uri": format!("{}/", base.trim_end_matches('/'))}},
        });
        // This continues the object in which the results ended.
        let tail = tail.to_string();
        format!("\n],{}]}}\n", tail.strip_prefix('{').unwrap_or(&tail))
    }

    fn audience(&self) -> Audience {
        Audience::Service { root: Some("GITHUB_WORKSPACE") }
    }

    fn has_fingerprints(&self) -> bool {
        true
    }
}

fn json_rule(rule: &'static Rule) -> Value {
    let mut tags = vec![rule.group.name()];
    tags.extend(rule.languages());
    if rule.fix != FixAvailability::None {
        tags.push("fixable");
    }
    json!({
        "id": rule.name,
        "name": pascal_case(rule.name),
        "shortDescription": {"text": sentence(rule.summary())},
        "fullDescription": {"text": what_it_does(&markdown(rule)).unwrap_or_else(|| sentence(rule.summary()))},
        "help": {"text": plain_text(rule, HELP_WIDTH), "markdown": markdown(rule)},
        "helpUri": address(rule.name),
        "defaultConfiguration": {"level": level(rule.level)},
        "properties": {"tags": tags, "problem.severity": severity(rule.level), "precision": "high"},
    })
}

/// The first paragraph of "What it does", as one line.
fn what_it_does(page: &str) -> Option<String> {
    let (_, after) = page.split_once("## What it does\n")?;
    let paragraph: Vec<&str> = after.trim_start().lines().take_while(|line| !line.is_empty()).collect();
    Some(paragraph.join(" "))
}

fn sentence(words: &str) -> String {
    format!("{words}.")
}

/// "IllegalMove": SARIF requires such a name beside the identifier.
fn pascal_case(name: &str) -> String {
    let capital = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    name.split('-').map(capital).collect::<Vec<String>>().concat()
}

/// Identifies the game once by its tags and once by its moves: if one of them is edited, the other stays the same.
fn fingerprints(located: &LocatedFinding) -> Value {
    let identity = &located.identity;
    let print = |game: u64| format!("{game:016x}{:016x}:{}", identity.finding, identity.occurrence + 1);
    json!({"ruleInGameByTags/v1": print(identity.tags), "ruleInGameByMoves/v1": print(identity.moves)})
}

fn json_fix(parts: &Parts, file: &Value, fix: &Fix) -> Value {
    let replacements = fix.edits.iter().map(
        |edit| json!({"deletedRegion": related_region(parts, &edit.range), "insertedContent": {"text": edit.text}}),
    );
    let change = json!({"artifactLocation": file, "replacements": replacements.collect::<Vec<_>>()});
    json!({"description": message(&fix.title), "artifactChanges": [change], "properties": {"applicability": fix.applicability.name()}})
}

fn related_region(parts: &Parts, range: &Range<usize>) -> Value {
    let at = |offset: usize| parts.at(offset).locate_related(offset);
    region(at(range.start), at(range.end))
}

/// The end is exclusive, as in SARIF.
fn region(start: Location, end: Location) -> Value {
    json!({"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column})
}

fn artifact(path: &Path) -> Value {
    // A file outside the root has an absolute address.
    match path.is_absolute() {
        true => json!({"uri": address_of_file(path)}),
        false => json!({"uri": uri(path), "uriBaseId": ROOT}),
    }
}

/// Of an absolute path. That of a drive begins with its letter and a colon.
fn address_of_file(path: &Path) -> String {
    let uri = uri(path);
    if uri.starts_with('/') { format!("file://{uri}") } else { format!("file:///{}", uri.replacen("%3A", ":", 1)) }
}

/// The bytes of a path, percent-encoded except those that RFC 3986 allows in a path.
fn uri(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let encode = |byte: &u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    bytes.iter().map(encode).collect()
}

/// A number in braces would be replaced by an argument, so its braces are doubled (section 3.11.5). Readers show all
/// other braces as they are, and games are full of them.
fn message(text: &str) -> Value {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let inside = &rest[open + 1..];
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && inside[digits..].starts_with('}') {
            out += &format!("{}{{{{{}}}}}", &rest[..open], &inside[..digits]);
            rest = &inside[digits + 1..];
        } else {
            out += &rest[..=open];
            rest = inside;
        }
    }
    json!({"text": out + rest})
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Hint => "note",
    }
}

fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Hint => "recommendation",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::render;

    #[test]
    fn a_result() {
        let json: Value = serde_json::from_str(&render("sarif", "x\n♘ odd")).unwrap();
        let region = json!({"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 6});
        assert_eq!(json["ruleId"], "odd-word");
        assert_eq!(json["locations"][0]["physicalLocation"]["region"], region);
        assert_eq!(json["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"], region);
        assert_eq!(json["relatedLocations"][0]["message"]["text"], "the file starts here");
    }

    #[test]
    fn paths_are_addresses() {
        assert_eq!(uri(Path::new("a b/ü%.pgn")), "a%20b/%C3%BC%25.pgn");
        assert_eq!(artifact(Path::new("/x.pgn")), json!({"uri": "file:///x.pgn"}));
        assert_eq!(artifact(Path::new("x.pgn")), json!({"uri": "x.pgn", "uriBaseId": ROOT}));
    }

    #[test]
    fn only_braces_around_numbers_are_doubled() {
        let text = |text: &str| message(text)["text"].as_str().map(str::to_owned);
        assert_eq!(text("{ {12} {a} {}{3").as_deref(), Some("{ {{12}} {a} {}{3"));
    }

    #[test]
    fn names_are_in_pascal_case() {
        assert_eq!(pascal_case("illegal-move"), "IllegalMove");
    }
}

//! `scoresheet rule` and `scoresheet rules`: what the rules say of themselves.

use std::fmt::Write as _;
use std::io;

use clap::builder::styling::AnsiColor;
use scoresheet_analysis::rule::{FixAvailability, Rule};
use scoresheet_analysis::similar_words::nearest;
use serde::Serialize;

use super::Exit;
use super::args::{GlobalArguments, ListFormat, RuleArguments, RulesArguments};
use super::color::{self, BOLD, paint};
use super::streams::Streams;

#[derive(Serialize)]
struct JsonRule<'a> {
    name: &'a str,
    level: &'a str,
    group: &'a str,
    fix: &'a str,
    languages: &'a [&'a str],
    summary: &'a str,
}

/// Prints the page of one rule. The error is that standard output cannot be written.
pub fn show(
    arguments: &RuleArguments,
    global: &GlobalArguments,
    rules: &[&'static Rule],
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let Some(rule) = rules.iter().find(|rule| rule.name == arguments.name) else {
        let names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        let hint = match nearest(&arguments.name, &names) {
            Some(name) => format!("did you mean '{name}'?"),
            None => "`scoresheet rules` lists them all".to_owned(),
        };
        streams.error(format_args!("there is no rule '{}'; {hint}", arguments.name));
        return Ok(Exit::Trouble);
    };
    let colors = streams.colors(global.color);
    let level = paint(colors, color::level(rule.level), rule.level.name());
    writeln!(streams.stdout, "{} ({level}, {})", paint(colors, BOLD, rule.name), rule.group.name())?;
    writeln!(streams.stdout, "For {}. {}\n", rule.languages().join(", "), rule.fix.describe())?;
    streams.stdout.write_all(markdown(rule.docs, colors, streams.width).as_bytes())?;
    Ok(Exit::Clean)
}

/// Prints the list of all rules. The error is that standard output cannot be written.
pub fn list(
    arguments: &RulesArguments,
    global: &GlobalArguments,
    rules: &[&'static Rule],
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let text = match arguments.output_format {
        ListFormat::Text => table(rules, streams.colors(global.color)),
        ListFormat::Json => {
            let rules: Vec<_> = rules.iter().map(|rule| json(rule)).collect();
            serde_json::to_string_pretty(&rules)? + "\n"
        }
    };
    streams.stdout.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

/// The columns of "PGN EPD FEN".
const LANGUAGES: usize = 11;

fn table(rules: &[&'static Rule], colors: bool) -> String {
    let width = |cell: fn(&Rule) -> &str| rules.iter().map(|rule| cell(rule).len()).max().unwrap_or(0);
    let (names, levels) = (width(|rule| rule.name), width(|rule| rule.level.name()));
    let (groups, fixes) = (width(|rule| rule.group.name()), width(|rule| fix_word(rule.fix)));
    let mut out = String::new();
    for rule in rules {
        let name = paint(colors, BOLD, &format!("{:names$}", rule.name));
        let level = paint(colors, color::level(rule.level), &format!("{:levels$}", rule.level.name()));
        let (group, fix) = (rule.group.name(), fix_word(rule.fix));
        let languages = rule.languages().join(" ");
        // Writing to a string cannot fail.
        let _ =
            writeln!(out, "{name}  {level}  {group:groups$}  {fix:fixes$}  {languages:LANGUAGES$}  {}", summary(rule));
    }
    out
}

fn json(rule: &'static Rule) -> JsonRule<'static> {
    let fix = match rule.fix {
        FixAvailability::None => "none",
        FixAvailability::Sometimes => "sometimes",
        FixAvailability::Always => "always",
    };
    let (level, group) = (rule.level.name(), rule.group.name());
    JsonRule { name: rule.name, level, group, fix, languages: rule.languages(), summary: summary(rule) }
}

fn fix_word(fix: FixAvailability) -> &'static str {
    match fix {
        FixAvailability::None => "",
        FixAvailability::Sometimes => "some fixes",
        FixAvailability::Always => "fix",
    }
}

/// The first line of a rule's documentation.
fn summary(rule: &Rule) -> &'static str {
    rule.docs.lines().map(|line| line.trim_start_matches('#').trim()).find(|line| !line.is_empty()).unwrap_or("")
}

/// The page of a rule without markup, for `width` columns.
pub fn plain_text(rule: &Rule, width: usize) -> String {
    markdown(rule.docs, false, width)
}

/// Markdown for a terminal of `width` columns: headings bold, examples indented, paragraphs filled.
fn markdown(text: &str, colors: bool, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut in_example = false;
    for line in text.trim().lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).chain([""]) {
        let is_prose = !in_example && !line.is_empty() && !line.starts_with(['#', '`', '|']);
        let begins_item = line.starts_with("- ");
        if !paragraph.is_empty() && (!is_prose || begins_item) {
            fill(&paragraph, width.min(WIDEST_PROSE), colors, &mut out);
            paragraph.clear();
        }
        if line.starts_with("```") {
            in_example = !in_example;
        } else if is_prose {
            paragraph.push_str(line);
            paragraph.push(' ');
        } else if in_example {
            out.push_str(if line.is_empty() { "" } else { "    " });
            out.push_str(line);
            out.push('\n');
        } else {
            let heading = line.trim_start_matches('#').trim();
            out.push_str(&if heading.len() < line.len() { paint(colors, BOLD, heading) } else { heading.to_owned() });
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Longer lines of prose are hard to read, however wide the terminal is.
const WIDEST_PROSE: usize = 100;

/// Lay the words of a paragraph on lines of at most `width` columns.
fn fill(paragraph: &str, width: usize, colors: bool, out: &mut String) {
    let mut line = String::new();
    let mut lines = Vec::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    lines.push(line);
    out.push_str(&with_code(&lines.join("\n"), colors));
    out.push('\n');
}

/// A line with what stands between backticks colored instead of quoted, where there are colors.
fn with_code(line: &str, colors: bool) -> String {
    if !colors || !line.matches('`').count().is_multiple_of(2) {
        return line.to_owned();
    }
    let code = AnsiColor::Cyan.on_default();
    line.split('`')
        .enumerate()
        .map(|(n, part)| if n % 2 == 1 { paint(true, code, part) } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::RULES;

    #[test]
    fn columns_are_aligned() {
        assert_eq!(
            table(RULES, false),
            "bad-word    error    correctness  fix         PGN          Finds bad words.\n\
             odd-word    warning  suspicious   some fixes  PGN          Finds odd words.\n\
             plain-word  info     style                    PGN          Finds plain words.\n\
             fussy-word  hint     pedantic                 PGN          Finds fussy words.\n"
        );
    }

    #[test]
    fn markdown_is_rendered_lightly() {
        let text = "Summary.\n\n## Example\n```pgn\n1. e4\n\n*\n```\nWrite `O-O`.\n";
        assert_eq!(markdown(text, false, 80), "Summary.\n\nExample\n    1. e4\n\n    *\nWrite `O-O`.\n");
        assert_eq!(markdown("One two\nthree.\n\nFour.", false, 8), "One two\nthree.\n\nFour.\n");
        assert!(markdown(text, true, 80).ends_with("Write \u{1b}[36mO-O\u{1b}[0m.\n"));
    }
}

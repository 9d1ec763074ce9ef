//! `scoresheet rules`: the list of rules.

use std::fmt::Write as _;
use std::io;

use clap::{Args, ValueEnum};
use scoresheet_lint::rule::{FixAvailability, Rule};
use serde::Serialize;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{BOLD, Exit, Streams, level_style, paint, summary};

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet rules
  scoresheet rules --output-format json")]
pub(crate) struct RulesArguments {
    /// Print the list in this format
    #[arg(long, value_enum, default_value_t = ListFormat::Text, value_name = "FORMAT")]
    pub(crate) output_format: ListFormat,
}

/// How the list of rules is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// A table
    Text,
    /// An array of objects
    Json,
}

#[derive(Serialize)]
struct JsonRule<'a> {
    name: &'a str,
    level: &'a str,
    group: &'a str,
    fix: &'a str,
    languages: &'a [&'a str],
    summary: &'a str,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
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
        let level = paint(colors, level_style(rule.level), &format!("{:levels$}", rule.level.name()));
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
}

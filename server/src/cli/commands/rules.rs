//! `scoresheet rules`: the list of rules.

use std::fmt::Write as _;
use std::io;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use scoresheet_lint::rule::{FixAvailability, Rule};
use scoresheet_lint::rule_id::Group;
use serde::Serialize;

use crate::cli::arguments::GlobalArguments;
use crate::cli::language::LanguageName;
use crate::cli::output::{BOLD, Exit, Streams, level_style, paint, summary};

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet rules
  scoresheet rules --group suspicious --language epd
  scoresheet rules comment                       those with this word in their name or summary
  scoresheet rules --output-format json")]
pub(crate) struct RulesArguments {
    /// List the rules with these words in their name or first sentence [default: all]
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    /// List the rules of this group [default: of all groups]
    #[arg(long, value_name = "GROUP", value_parser = PossibleValuesParser::new(Group::ALL.map(|group| group.name())))]
    pub(crate) group: Option<String>,
    /// List the rules for this language [default: for all languages]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) language: Option<LanguageName>,
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
    let chosen: Vec<&'static Rule> = rules.iter().copied().filter(|rule| arguments.includes(rule)).collect();
    if chosen.is_empty() {
        streams.error("no rule is like that; `scoresheet rules` lists them all");
        return Ok(Exit::Found);
    }
    let rules = chosen.as_slice();
    let text = match arguments.output_format {
        ListFormat::Text => grouped(rules, streams.colors(global.color)),
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

impl RulesArguments {
    fn includes(&self, rule: &Rule) -> bool {
        let has = |word: &String| {
            let word = word.to_lowercase();
            rule.name.contains(&word) || summary(rule).to_lowercase().contains(&word)
        };
        self.words.iter().all(has)
            && self.group.as_ref().is_none_or(|group| rule.group.name() == group)
            && self.language.is_none_or(|language| rule.languages().contains(&language.display()))
    }
}

/// A table a group.
fn grouped(rules: &[&'static Rule], colors: bool) -> String {
    let width = |cell: fn(&Rule) -> &str| rules.iter().map(|rule| cell(rule).len()).max().unwrap_or(0);
    let widths = Widths {
        name: width(|rule| rule.name),
        level: width(|rule| rule.level.name()),
        fix: width(|rule| fix_word(rule.fix)),
    };
    let mut out = String::new();
    for group in Group::ALL {
        let of_group = rules.iter().filter(|rule| rule.group == group);
        let rows: String = of_group.map(|rule| row(rule, &widths, colors)).collect();
        if !rows.is_empty() {
            let gap = if out.is_empty() { "" } else { "\n" };
            let heading = paint(colors, BOLD, group.name());
            // Writing to a string cannot fail.
            let _ = write!(out, "{gap}{heading}: {}\n{rows}", group.summary());
        }
    }
    out
}

/// Columns.
struct Widths {
    name: usize,
    level: usize,
    fix: usize,
}

fn row(rule: &'static Rule, widths: &Widths, colors: bool) -> String {
    let Widths { name, level, fix } = *widths;
    let name = paint(colors, BOLD, &format!("{:name$}", rule.name));
    let level = paint(colors, level_style(rule.level), &format!("{:level$}", rule.level.name()));
    let (languages, fix_word) = (rule.languages().join(" "), fix_word(rule.fix));
    format!("  {name}  {level}  {fix_word:fix$}  {languages:LANGUAGES$}  {}\n", summary(rule))
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
            grouped(RULES, false),
            "correctness: The game cannot be read or contradicts itself.\n  \
               bad-word    error    fix         PGN          Finds bad words.\n\n\
             suspicious: Readable, but probably not intended.\n  \
               odd-word    warning  some fixes  PGN          Finds odd words.\n\n\
             style: Not export format.\n  \
               plain-word  info                 PGN          Finds plain words.\n\n\
             pedantic: For archivists; off unless selected.\n  \
               fussy-word  hint                 PGN          Finds fussy words.\n"
        );
    }
}

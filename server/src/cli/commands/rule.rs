//! `scoresheet rule`: the page of a rule.

use std::io;

use clap::Args;
use scoresheet_chess::similar_words::most_similar;
use scoresheet_lint::rule::Rule;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{BOLD, Exit, Streams, level_style, paint, rule_page};

/// Arguments of `rule`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet rule illegal-move
  scoresheet rules             list all rules")]
pub(crate) struct RuleArguments {
    /// Explain the rule of this name, as in illegal-move
    pub(crate) name: String,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &RuleArguments,
    global: &GlobalArguments,
    rules: &[&'static Rule],
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let Some(rule) = rules.iter().find(|rule| rule.name == arguments.name) else {
        let names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        let hint = match most_similar(&arguments.name, &names) {
            Some(name) => format!("did you mean '{name}'?"),
            None => "`scoresheet rules` lists them all".to_owned(),
        };
        streams.error(format_args!("there is no rule '{}'; {hint}", arguments.name));
        return Ok(Exit::Trouble);
    };
    let colors = streams.colors(global.color);
    let level = paint(colors, level_style(rule.level), rule.level.name());
    writeln!(streams.stdout, "{} ({level}, {})", paint(colors, BOLD, rule.name), rule.group.name())?;
    writeln!(streams.stdout, "For {}. {}\n", rule.languages().join(", "), rule.fix.describe())?;
    streams.stdout.write_all(rule_page(rule, colors, streams.width).as_bytes())?;
    Ok(Exit::Clean)
}

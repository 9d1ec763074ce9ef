//! `scoresheet completions`: completions for shells, made from the arguments.

use std::io;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use scoresheet_lint::rule::Rule;
use scoresheet_lint::rule_id::Group;

use crate::cli::output::{Exit, Streams};

/// Arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet completions bash > ~/.local/share/bash-completion/completions/scoresheet
  scoresheet completions fish > ~/.config/fish/completions/scoresheet.fish")]
pub(crate) struct CompletionsArguments {
    /// Print the completions for this shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Runs the command for the whole `program`, with the names of `rules`.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CompletionsArguments,
    program: clap::Command,
    rules: &[&'static Rule],
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let mut program = with_rules(program, rules);
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "scoresheet", &mut script);
    streams.stdout.write_all(&script)?;
    Ok(Exit::Clean)
}

/// The program with the names of rules, and of their groups, as the values of those arguments that take them. When it runs it reads them itself, for better
/// messages.
fn with_rules(program: clap::Command, rules: &[&'static Rule]) -> clap::Command {
    let names: Vec<PossibleValue> =
        rules.iter().map(|rule| PossibleValue::new(rule.name).help(rule.summary())).collect();
    let groups = Group::ALL.iter().map(|group| PossibleValue::new(group.name()));
    let selectors: Vec<PossibleValue> =
        std::iter::once(PossibleValue::new("all")).chain(groups).chain(names.iter().cloned()).collect();
    let with = |program: clap::Command, command: &'static str, arguments: &[&str], values: &[PossibleValue]| {
        program.mut_subcommand(command, |command| {
            command.mut_args(|argument| match arguments.contains(&argument.get_id().as_str()) {
                true => argument.value_parser(PossibleValuesParser::new(values.to_vec())),
                false => argument,
            })
        })
    };
    let program = with(program, "check", &["select", "ignore", "extend_select"], &selectors);
    with(program, "rule", &["name"], &names)
}

#[cfg(test)]
mod tests {
    use crate::cli::tests::Case;

    #[test]
    fn rules_are_completed_where_they_are_named() {
        for shell in ["bash", "zsh", "fish"] {
            let script = Case::new(&[]).run(&format!("completions {shell}")).stdout;
            // --select, --ignore and --extend-select; in most shells the page of a rule, too.
            let times = script.matches("bad-word").count();
            assert!(times >= 3, "{shell}: {times} times");
        }
    }
}

//! `check --show-files` and `--show-settings`: what would be checked, and how.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use scoresheet_format::{LineWidth, Suffixes};
use scoresheet_lint::finding::Level;
use scoresheet_lint::rule::KnownRules;

use super::arguments::CheckArguments;
use super::file_check::FileChecker;
use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams, display_path};
use crate::configuration::FileSettings;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let Ok((check, inputs)) = FileChecker::prepare(arguments, global, rules, streams) else { return Ok(Exit::Trouble) };
    inputs.report(streams);
    for input in &inputs.found {
        let shown = display_path(input.path());
        let text = match arguments.show_settings {
            true => {
                let configuration = check.configuration_of(input.path());
                format!("{shown}\n{}", settings(configuration.as_deref(), &check.settings_of(input.path()), rules))
            }
            false => format!("{shown}\n"),
        };
        streams.stdout.write_all(text.as_bytes())?;
    }
    Ok(Exit::of(!inputs.errors.is_empty(), false))
}

/// The settings of a file, a line each, with two spaces in front.
fn settings(file: Option<&Path>, settings: &FileSettings, rules: KnownRules) -> String {
    let mut out = String::new();
    let configuration = file.map_or("none".into(), display_path);
    let style = format!("{:?}", settings.style).to_ascii_lowercase();
    let width = match settings.line_width == LineWidth::default() {
        true => String::new(),
        false => format!(", lines of {} columns", settings.line_width.columns()),
    };
    let suffixes = if settings.suffixes == Suffixes::Keep { ", with suffixes" } else { "" };
    let archive = if settings.archive { ", LF and ISO 8859-1" } else { "" };
    let (lowest, exit) = (settings.configuration.lowest.name(), settings.exit_level.name());
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  configuration = {configuration}");
    let _ =
        writeln!(out, "  level = findings from {lowest} up are reported, those from {exit} up are errors of the run");
    let _ = writeln!(out, "  format = {style}{width}{suffixes}{archive}");
    let default = FileSettings::default();
    let name = |level: Option<Level>| level.map_or("off", Level::name);
    for rule in rules {
        let (level, usual) = (settings.configuration.level(rule), default.configuration.level(rule));
        if level != usual {
            let _ = writeln!(out, "  rules.{} = {} (by default {})", rule.name, name(level), name(usual));
        }
    }
    out
}

//! `check --add-suppressions`: writes remarks that allow what is found, so that only what is new is reported from then on.

use std::io;

use scoresheet_lint::explanation::Effort;
use scoresheet_lint::rule::KnownRules;

use super::arguments::CheckArguments;
use super::file_check::FileChecker;
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::language::{Language, Reach};
use crate::cli::output::{Exit, Streams, counted, display_path, unified_diff};
use crate::cli::writing::{remove_leftovers, write_atomically};
use crate::text_file::TextFile;

/// Where remarks are written, one after the other: in games and records, again for what is reported only then, and for the whole file what
/// no game or record can allow.
const ROUNDS: [Reach; 3] = [Reach::Unit, Reach::Unit, Reach::File];

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
    if arguments.writes() {
        remove_leftovers(inputs.files());
    }
    let (mut has_trouble, mut found, mut left) = (!inputs.errors.is_empty(), 0, 0);
    for input in &inputs.found {
        let outcome = suppress(&check, input, rules).and_then(|suppressed| {
            let output = if arguments.diff {
                let Suppressed { file, text, .. } = &suppressed;
                unified_diff(&file.path, &file.text, text, streams.colors(global.color)).into_bytes()
            } else {
                write(input, &suppressed)?
            };
            Ok((suppressed, output))
        });
        match outcome {
            Ok((suppressed, output)) => {
                streams.stdout.write_all(&output)?;
                found += suppressed.found;
                left += suppressed.left;
            }
            Err(error) => {
                streams.error(format_args!("{}: {error}", display_path(input.path())));
                has_trouble = true;
            }
        }
    }
    if !global.quiet {
        let done = if arguments.diff { "Would allow" } else { "Allowed" };
        let rest =
            if left > 0 { format!("; {} could not be allowed", counted(left, "finding")) } else { String::new() };
        streams.note(format_args!("{done} {}{rest}.", counted(found - left.min(found), "finding")));
    }
    Ok(Exit::of(has_trouble, left > 0 && !arguments.exit_zero))
}

/// A file with remarks.
struct Suppressed {
    file: TextFile,
    text: String,
    /// How many findings there were.
    found: usize,
    /// How many there still are.
    left: usize,
}

fn suppress(check: &FileChecker, input: &Input, rules: KnownRules) -> Result<Suppressed, String> {
    let (file, settings) = (check.text_of(input)?, check.settings_of(input.path()));
    let language: Language = check.language(input.path());
    let findings_in = |text: &str| check.findings(&file, text, &settings, &Effort::default());
    let mut text = file.text.clone();
    let mut findings = findings_in(&text);
    let found = findings.len();
    for reach in ROUNDS {
        if findings.is_empty() {
            break;
        }
        text = language.with_allowances(&text, &findings, rules, reach);
        findings = findings_in(&text);
    }
    Ok(Suppressed { text, found, left: findings.len(), file })
}

/// Replaces a file; returns what is to be printed instead for standard input.
fn write(input: &Input, suppressed: &Suppressed) -> Result<Vec<u8>, String> {
    let Suppressed { file, text, .. } = suppressed;
    let bytes = file.encode(text).map_err(|lacking| lacking.to_string())?;
    match input {
        Input::Stdin(_) => return Ok(bytes),
        Input::File(_) if *text == file.text => {}
        Input::File(path) => {
            write_atomically(path, &bytes, file.stamp).map_err(|error| format!("cannot write: {error}"))?;
        }
    }
    Ok(Vec::new())
}

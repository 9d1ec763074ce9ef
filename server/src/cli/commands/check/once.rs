//! `check` once through all files.

use std::io;

use scoresheet_lint::rule::KnownRules;

use super::arguments::CheckArguments;
use super::file_check::FileChecker;
use super::printer::{Printer, Printing, Target};
use super::rendering::{base, renderer};
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Input, map_in_order};
use crate::cli::output::{Exit, Streams, counted, report_interruption};
use crate::cli::render::Statistics;
use crate::cli::writing::remove_leftovers;
use crate::text_file::Advance;

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
    let (mut check, inputs) = match FileChecker::prepare(arguments, global, rules, streams) {
        Ok(prepared) => prepared,
        Err(errors) => return refuse(&errors, arguments, global, rules, streams),
    };
    if arguments.writes() {
        remove_leftovers(inputs.files());
    }
    if arguments.across
        && let Err(error) = check.look_across(global, streams)
    {
        let errors = streams.refusal(error);
        return refuse(&errors, arguments, global, rules, streams);
    }
    if let Err(errors) = check.look_at_repertoires(streams) {
        return refuse(&errors, arguments, global, rules, streams);
    }
    let bar = streams.shows_progress(global);
    // Fixed standard input is printed on standard output, so the findings go to standard error.
    let report_beside = arguments.writes() && inputs.found.iter().any(Input::is_stdin);
    let target = match Target::new(report_beside, arguments.output_file.as_deref()) {
        Ok(target) => target,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let mut printer = Printer::start(check.printing(global), target, &inputs, streams)?;
    report_interruption(printer.printed());
    let work = |input: &Input, advance: Advance| check.file(input, advance);
    map_in_order(&inputs.found, bar, work, |mut checked| printer.file(&mut checked, streams))?;
    if let Some(error) = check.error_of_engine() {
        printer.fail(&error, streams);
    }
    printer.end(streams)?;
    if !global.quiet {
        check.coverage().for_each(|note| streams.note(note));
    }
    if arguments.diff && !global.quiet {
        let statistics = &printer.statistics;
        let fixed = (statistics.fixed > 0).then(|| format!("Would fix {}.", counted(statistics.fixed, "finding")));
        let notes = [fixed, left_as_they_are(statistics, arguments.unsafe_fixes)];
        notes.into_iter().flatten().for_each(|note| streams.note(note));
    }
    if let Some(revision) = arguments.revision.changed.as_deref().filter(|_| inputs.found.is_empty() && !global.quiet) {
        streams.note(format_args!("Nothing to check: no game changed since {revision}."));
    }
    let (exit, tally) = (printer.exit(arguments.exit_zero), std::mem::take(&mut printer.tally));
    let Some(baseline) = check.into_baseline() else { return Ok(exit) };
    if !baseline.is_written {
        let (known, gone) = (tally.known, baseline.gone(&tally));
        if !global.quiet && known + gone > 0 {
            streams.note(of_baseline(known, gone));
        }
        return Ok(exit);
    }
    match baseline.write(tally) {
        Ok(count) if !global.quiet => {
            streams.note(format_args!("The baseline now lists {}.", counted(count, "finding")))
        }
        Ok(_) => {}
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    }
    Ok(exit)
}

/// Ends a run that could not start.
fn refuse(
    errors: &[String],
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let renderer = renderer(arguments, global, streams);
    let printing = Printing {
        renderer,
        base: &base(renderer.format),
        rules,
        quiet: true,
        only_counts: arguments.statistics,
        only_differences: arguments.diff,
    };
    match Target::new(false, arguments.output_file.as_deref()) {
        Ok(target) => Printer::refuse(printing, target, errors, streams)?,
        Err(error) => streams.error(error),
    }
    Ok(Exit::Trouble)
}

/// "12 known findings are not shown; 1 of the baseline no longer occurs ..."
fn of_baseline(known: usize, gone: usize) -> String {
    let verb = if known == 1 { "is" } else { "are" };
    let mut note = format!("{} {verb} not shown", counted(known, "known finding"));
    if gone > 0 {
        let verb = if gone == 1 { "occurs" } else { "occur" };
        note += &format!("; {gone} of the baseline no longer {verb} (--write-baseline updates it)");
    }
    note + "."
}

/// The note about findings that a difference does not show, because they have no fix.
fn left_as_they_are(statistics: &Statistics, unsafe_fixes: bool) -> Option<String> {
    let verb = if statistics.left() == 1 { "has" } else { "have" };
    let fix = if unsafe_fixes { "fix" } else { "safe fix" };
    (statistics.left() > 0)
        .then(|| format!("{} {verb} no {fix}: see `check` without --diff.", counted(statistics.left(), "finding")))
}

//! `scoresheet check`.

use std::io;
use std::path::Path;

use scoresheet_analysis::epd::VERIFYING_RULES;
use scoresheet_analysis::file_view::FileFacts;

use super::args::{CheckArguments, GlobalArguments, OutputFormat};
use super::check_blocks::{BlockCheck, CheckedFile, counts, retain_asked};
use super::engine::{Engine, LocatedFinding};
use super::files::Input;
use super::language::Language;
use super::leftovers::remove_leftovers;
use super::render::{Parts, Renderer, Statistics, counted, whole};
use super::report::Report;
use super::settings::{Choice, Configurations};
use super::streams::{StandardInput, Streams};
use super::write::write_atomically;
use super::{Exit, diff, pipeline};
use crate::configuration::FileSettings;
use crate::repair::{Repaired, repair};
use crate::text_file::{Advance, ReadError, TextFile, block_size, uncompressed};

/// Everything that decides what happens to a file.
struct Check<'a, 's> {
    arguments: &'a CheckArguments,
    engine: &'a Engine,
    configurations: Configurations,
    choice: Choice,
    renderer: Renderer,
    stdin: StandardInput<'s>,
}

/// What happened to a file.
#[derive(Default)]
struct Checked {
    /// Findings in print.
    report: Report,
    /// What would change.
    difference: String,
    /// Standard input, repaired.
    repaired_stdin: Option<Vec<u8>>,
    errors: Vec<String>,
    /// Whether there is a finding, or a difference, that makes the exit code 1.
    counts: bool,
    statistics: Statistics,
}

/// Runs the command. Its error is that standard output cannot be written.
pub fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    engine: &Engine,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let mut select = arguments.select.clone();
    if arguments.verify && !select.is_empty() {
        select.extend(VERIFYING_RULES.map(str::to_owned));
    }
    let choice = match Choice::new(engine.rules, &select, &arguments.ignore, arguments.level) {
        Ok(choice) => choice,
        Err(unknown) => {
            streams.error(unknown);
            return Ok(Exit::Trouble);
        }
    };
    let colors = streams.colors(global.color);
    let writes = arguments.fix || arguments.diff;
    let Some((configurations, inputs)) = Configurations::with_inputs(&arguments.input, !writes, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if arguments.fix && !arguments.diff {
        remove_leftovers(&inputs.found);
    }
    let stdin = std::mem::take(&mut streams.stdin);
    let default_format = if streams.stdout_is_terminal { OutputFormat::Full } else { OutputFormat::Concise };
    let format = arguments.output_format.unwrap_or(default_format);
    let check = Check {
        arguments,
        engine,
        configurations,
        choice,
        renderer: Renderer { format, colors, width: streams.width },
        stdin,
    };

    let bar = streams.stderr_is_terminal && !global.no_progress && !global.quiet;
    // Repaired standard input takes standard output; what remains to be said goes beside it.
    let report_beside = arguments.fix && !arguments.diff && inputs.found.iter().any(Input::is_stdin);
    let mut trouble = !inputs.errors.is_empty();
    inputs.errors.iter().for_each(|error| streams.error(error));
    inputs.warning.iter().for_each(|warning| streams.note(warning));
    let mut statistics = Statistics::default();
    let mut counts = false;
    let mut any_report = false;
    pipeline::in_order(
        &inputs.found,
        bar,
        |input, advance| check.file(input, advance),
        |checked| {
            trouble |= !checked.errors.is_empty();
            checked.errors.iter().for_each(|error| streams.error(error));
            counts |= checked.counts;
            if let Some(bytes) = checked.repaired_stdin {
                streams.stdout.write_all(&bytes)?;
            }
            streams.report(report_beside, checked.difference.as_bytes())?;
            checked.report.tell(|finding| {
                let before = check.renderer.before_finding(!any_report);
                any_report = true;
                streams.report(report_beside, before.as_bytes())?;
                streams.report(report_beside, finding)
            })?;
            statistics.add(checked.statistics);
            Ok(())
        },
    )?;

    if arguments.diff {
        if !global.quiet {
            let fixed = (statistics.fixed > 0).then(|| format!("Would fix {}.", counted(statistics.fixed, "finding")));
            let notes = [fixed, left_as_they_are(&statistics, arguments.unsafe_fixes)];
            notes.into_iter().flatten().for_each(|note| streams.note(note));
        }
    } else {
        let end = check.end(&statistics, any_report, global.quiet);
        streams.report(report_beside, end.as_bytes())?;
    }
    Ok(Exit::of(trouble, counts && !arguments.exit_zero))
}

impl Check<'_, '_> {
    fn file(&self, input: &Input, advance: Advance) -> Checked {
        let mut settings = self.configurations.of(input.path());
        if self.arguments.verify {
            settings.switch_on(VERIFYING_RULES);
        }
        self.choice.apply(self.engine.rules, &mut settings);
        if !self.arguments.diff && !self.arguments.fix {
            return self.blocks(input, &settings, advance);
        }
        let file = match input.read(self.arguments.input.encoding, &self.stdin) {
            Ok(file) => file,
            Err(error) => return Checked::trouble(format!("{}: {error}", input.path().display())),
        };
        advance(input.len_hint());
        if self.arguments.diff { self.difference(&file, &settings) } else { self.repair(input, file, &settings) }
    }

    /// Nothing is changed, so that the file need not be held.
    fn blocks(&self, input: &Input, settings: &FileSettings, advance: Advance) -> Checked {
        let check = BlockCheck {
            engine: self.engine,
            language: self.language(input.path()),
            settings,
            renderer: (!self.arguments.statistics).then_some(self.renderer),
            unsafe_fixes: self.arguments.unsafe_fixes,
            encoding: self.arguments.input.encoding,
            block: block_size(),
        };
        let path = input.path();
        let opened = input.open(&self.stdin, advance).map_err(ReadError::Io);
        match opened.and_then(|mut origin| check.check(path, &uncompressed(path), &mut origin)) {
            Ok(CheckedFile { report, statistics, counts, error }) => {
                let errors = error.iter().map(|error| format!("{}: {error}", path.display())).collect();
                Checked { report, statistics, counts, errors, ..Checked::default() }
            }
            Err(error) => Checked::trouble(format!("{}: {error}", path.display())),
        }
    }

    fn difference(&self, file: &TextFile, settings: &FileSettings) -> Checked {
        let fixed = self.fix(file, settings);
        if !fixed.settled {
            return Checked::trouble(unsettled(file));
        }
        Checked {
            difference: diff::unified(&file.path, &file.text, &fixed.text, self.renderer.colors),
            counts: file.text != fixed.text || counts(&fixed.remaining, settings),
            statistics: statistics(&fixed.remaining, fixed.count, self.arguments.unsafe_fixes),
            ..Checked::default()
        }
    }

    fn repair(&self, input: &Input, file: TextFile, settings: &FileSettings) -> Checked {
        let fixed = self.fix(&file, settings);
        if !fixed.settled {
            return self.unrepaired(input, &file, unsettled(&file), settings);
        }
        let changed = fixed.text != file.text;
        let written = file.encode(&fixed.text).map_err(|lacking| lacking.to_string()).and_then(|bytes| match input {
            Input::Stdin(_) => Ok(Some(bytes)),
            Input::File(path) if changed => write_atomically(path, &bytes, file.stamp)
                .map(|()| None)
                .map_err(|error| format!("cannot write: {error}")),
            Input::File(_) => Ok(None),
        });
        match written {
            Ok(repaired_stdin) => {
                let checked = self.report(&file.with_text(fixed.text), &fixed.remaining, fixed.count, settings);
                Checked { repaired_stdin, ..checked }
            }
            Err(error) => {
                let error = format!("{}: {error}; the file is unchanged", file.path.display());
                self.unrepaired(input, &file, error, settings)
            }
        }
    }

    /// The file stays as it is. Standard input that cannot be repaired goes through as it came.
    fn unrepaired(&self, input: &Input, file: &TextFile, error: String, settings: &FileSettings) -> Checked {
        // Decoding loses nothing, so that the text gives the bytes it was.
        let repaired_stdin = input.is_stdin().then(|| file.encode(&file.text).unwrap_or_default());
        let findings = self.findings(file, &file.text, settings);
        Checked { repaired_stdin, errors: vec![error], ..self.report(file, &findings, 0, settings) }
    }

    fn report(&self, file: &TextFile, findings: &[LocatedFinding], fixed: usize, settings: &FileSettings) -> Checked {
        let mut checked = Checked {
            counts: counts(findings, settings),
            statistics: statistics(findings, fixed, self.arguments.unsafe_fixes),
            ..Checked::default()
        };
        if !self.arguments.statistics {
            let rendered = self.renderer.findings(&file.path, &Parts::one(whole(file)), findings);
            if let Err(error) = rendered.iter().try_for_each(|finding| checked.report.add(finding)) {
                checked.errors.push(format!("{}: there is no room for what was found: {error}", file.path.display()));
            }
        }
        checked
    }

    /// What stands after the findings of all files.
    fn end(&self, statistics: &Statistics, any_report: bool, quiet: bool) -> String {
        let Renderer { format, colors, .. } = self.renderer;
        let mut end = match self.arguments.statistics {
            true => statistics.table(format, colors),
            false => self.renderer.after_files(any_report).to_owned(),
        };
        if format != OutputFormat::Json && !quiet {
            end += &statistics.summary();
        }
        end
    }

    fn fix(&self, file: &TextFile, settings: &FileSettings) -> Repaired<LocatedFinding> {
        let findings = self.findings(file, &file.text, settings);
        repair(&file.text, findings, self.arguments.unsafe_fixes, |text| self.findings(file, text, settings))
    }

    fn language(&self, path: &Path) -> Language {
        Language::of(path, self.arguments.input.language)
    }

    /// What is to be said of `text`, which `file` holds or will hold.
    fn findings(&self, file: &TextFile, text: &str, settings: &FileSettings) -> Vec<LocatedFinding> {
        let facts = FileFacts { name: file.name(), has_byte_order_mark: file.has_utf8_byte_order_mark() };
        let mut findings = self.engine.check(text, self.language(&file.path), facts, &settings.configuration);
        retain_asked(&mut findings, settings);
        findings
    }
}

impl Checked {
    fn trouble(error: String) -> Checked {
        Checked { errors: vec![error], ..Checked::default() }
    }
}

fn statistics(findings: &[LocatedFinding], fixed: usize, unsafe_fixes: bool) -> Statistics {
    Statistics::of_file(findings.iter().map(|located| &located.finding), fixed, unsafe_fixes)
}

/// What a difference does not show: findings that the repairs would leave.
fn left_as_they_are(statistics: &Statistics, unsafe_fixes: bool) -> Option<String> {
    let verb = if statistics.left() == 1 { "has" } else { "have" };
    let fix = if unsafe_fixes { "fix" } else { "safe fix" };
    (statistics.left() > 0)
        .then(|| format!("{} {verb} no {fix}: see `check` without --diff.", counted(statistics.left(), "finding")))
}

fn unsettled(file: &TextFile) -> String {
    format!("{}: some repairs undo each other, so the file is unchanged; please report this", file.path.display())
}

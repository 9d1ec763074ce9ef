//! `scoresheet check`.

use std::io;
use std::path::{Path, PathBuf};

use scoresheet_analysis::epd::VERIFYING_RULES;
use scoresheet_analysis::file_view::FileFacts;

use super::args::{CheckArguments, GlobalArguments, OutputFormat};
use super::baseline::Baseline;
use super::changed::{self, Changes};
use super::check_blocks::{BlockCheck, CheckedFile, counts, retain_asked};
use super::check_report::{Checked, Printer, Printing, Target};
use super::engine::{Engine, LocatedFinding};
use super::files::{Input, Inputs};
use super::language::Language;
use super::leftovers::remove_leftovers;
use super::paths::{root_of, seen_from, working_directory};
use super::render::{Parts, Renderer, Statistics, counted, whole};
use super::settings::{Choice, Configurations};
use super::sieve::Sieve;
use super::streams::{StandardInput, Streams};
use super::write::write_atomically;
use super::{Exit, diff, pipeline, watch};
use crate::configuration::FileSettings;
use crate::repair::{Guard, Repaired, repair};
use crate::text_file::{Advance, ReadError, STDIN_NAME, TextFile, block_size, uncompressed};

/// Everything that decides what happens to a file.
pub struct Check<'a, 's> {
    arguments: &'a CheckArguments,
    engine: &'a Engine,
    configurations: Configurations,
    choice: Choice,
    renderer: Renderer,
    /// The folder that paths are relative to.
    base: PathBuf,
    baseline: Option<Baseline>,
    /// With `--changed`, what of the files did.
    changes: Option<Changes>,
    stdin: StandardInput<'s>,
}

/// Runs the command. Its error is that standard output cannot be written.
pub fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    engine: &Engine,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    if arguments.watch {
        return watch::run(arguments, global, engine, streams);
    }
    let (check, inputs) = match Check::prepare(arguments, global, engine, streams) {
        Ok(prepared) => prepared,
        Err(told) => return refuse(&told, arguments, global, engine, streams),
    };
    if arguments.fix && !arguments.diff {
        remove_leftovers(&inputs.found);
    }
    let bar = streams.stderr_is_terminal && !global.no_progress && !global.quiet;
    // Repaired standard input takes standard output; what remains to be said goes beside it.
    let report_beside = arguments.fix && !arguments.diff && inputs.found.iter().any(Input::is_stdin);
    let target = match Target::new(report_beside, arguments.output_file.as_deref()) {
        Ok(target) => target,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let mut printer = Printer::start(check.printing(global), target, &inputs, streams)?;
    let work = |input: &Input, advance: Advance| check.file(input, advance);
    pipeline::in_order(&inputs.found, bar, work, |mut checked| printer.file(&mut checked, streams))?;
    printer.end(streams)?;
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
    let Some(baseline) = check.baseline else { return Ok(exit) };
    if !baseline.is_written {
        let (known, gone) = (tally.known, baseline.gone(&tally));
        if !global.quiet && known + gone > 0 {
            streams.note(of_baseline(known, gone));
        }
        return Ok(exit);
    }
    match baseline.write(tally) {
        Ok(count) if !global.quiet => {
            streams.note(format_args!("The baseline knows {} now.", counted(count, "finding")))
        }
        Ok(_) => {}
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    }
    Ok(exit)
}

/// Ends a command that could not begin.
fn refuse(
    told: &[String],
    arguments: &CheckArguments,
    global: &GlobalArguments,
    engine: &Engine,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let renderer = renderer(arguments, global, streams);
    let printing = Printing {
        renderer,
        base: &base(renderer.format),
        rules: engine.rules,
        quiet: true,
        only_counts: arguments.statistics,
        only_differences: arguments.diff,
    };
    match Target::new(false, arguments.output_file.as_deref()) {
        Ok(target) => Printer::refuse(printing, target, told, streams)?,
        Err(error) => streams.error(error),
    }
    Ok(Exit::Trouble)
}

/// How findings become text.
fn renderer(arguments: &CheckArguments, global: &GlobalArguments, streams: &Streams<'_>) -> Renderer {
    let default_format = if streams.stdout_is_terminal { OutputFormat::Full } else { OutputFormat::Concise };
    Renderer {
        format: arguments.output_format.unwrap_or(default_format),
        colors: streams.colors(global.color),
        width: streams.width,
        failing: FileSettings::default().exit_level,
    }
}

/// What was asked for in a way that cannot be meant.
fn misuse(arguments: &CheckArguments) -> Option<&'static str> {
    let counts =
        matches!(arguments.output_format, None | Some(OutputFormat::Full | OutputFormat::Concise | OutputFormat::Json));
    (arguments.statistics && !counts).then_some("--statistics prints a table or, with --output-format json, an array")
}

impl<'a, 's> Check<'a, 's> {
    /// What the arguments mean, and the files that they name.
    ///
    /// # Errors
    /// What was told where they cannot be followed.
    pub fn prepare(
        arguments: &'a CheckArguments,
        global: &GlobalArguments,
        engine: &'a Engine,
        streams: &mut Streams<'s>,
    ) -> Result<(Check<'a, 's>, Inputs), Vec<String>> {
        let mut select = arguments.select.clone();
        if arguments.verify && !select.is_empty() {
            select.extend(VERIFYING_RULES.map(str::to_owned));
        }
        let choice = Choice::new(engine.rules, &select, &arguments.ignore, arguments.level);
        let choice = choice.map_err(|unknown| streams.refusal(unknown))?;
        if let Some(misuse) = misuse(arguments) {
            return Err(streams.refusal(misuse));
        }
        let renderer = renderer(arguments, global, streams);
        let writes = arguments.fix || arguments.diff;
        let (configurations, mut inputs) =
            Configurations::with_inputs(&arguments.input, !writes, renderer.colors, streams)?;
        let changes = changed::of_arguments(&arguments.revision, &arguments.input, &mut inputs);
        let changes = changes.map_err(|error| streams.refusal(error))?;
        let baseline = arguments.baseline.as_deref().map(|path| Baseline::read(path, arguments.write_baseline));
        let baseline = baseline.transpose().map_err(|error| streams.refusal(error))?;
        let check = Check {
            arguments,
            engine,
            configurations,
            choice,
            renderer,
            base: base(renderer.format),
            baseline,
            changes,
            stdin: std::mem::take(&mut streams.stdin),
        };
        Ok((check, inputs))
    }

    /// How what is found is printed.
    pub fn printing(&self, global: &GlobalArguments) -> Printing<'_> {
        Printing {
            renderer: self.renderer,
            base: &self.base,
            rules: self.engine.rules,
            quiet: global.quiet,
            only_counts: self.arguments.statistics,
            only_differences: self.arguments.diff,
        }
    }

    /// Checks, repairs or compares a file.
    pub fn file(&self, input: &Input, advance: Advance) -> Checked {
        let mut settings = self.configurations.of(input.path());
        if self.arguments.verify {
            settings.switch_on(VERIFYING_RULES);
        }
        self.choice.apply(self.engine.rules, &mut settings);
        if !self.arguments.diff && !self.arguments.fix {
            return self.blocks(input, &settings, advance);
        }
        let replaceable = if self.arguments.diff { Ok(()) } else { input.ensure_replaceable() };
        let file = match replaceable.and_then(|()| input.read(self.arguments.input.encoding, &self.stdin)) {
            Ok(file) => file,
            Err(error) => return self.trouble(input.path(), &settings, error),
        };
        advance(input.len_hint());
        if self.arguments.diff { self.difference(&file, &settings) } else { self.repair(input, file, &settings) }
    }

    /// Nothing is changed, so that the file need not be held.
    fn blocks(&self, input: &Input, settings: &FileSettings, advance: Advance) -> Checked {
        let path = input.path();
        let check = BlockCheck {
            engine: self.engine,
            language: self.language(path),
            settings,
            renderer: (!self.arguments.statistics).then_some(self.renderer(settings)),
            sieve: &|| self.sieve(path),
            unsafe_fixes: self.arguments.unsafe_fixes,
            encoding: self.arguments.input.encoding,
            block: block_size(),
        };
        let opened = input.open(&self.stdin, advance).map_err(ReadError::Io);
        match opened.and_then(|mut origin| check.check(&self.shown(path), &uncompressed(path), &mut origin)) {
            Ok(CheckedFile { report, statistics, counts, tally, error }) => {
                let errors = error.iter().map(|error| format!("{}: {error}", path.display())).collect();
                Checked { report, statistics, counts, tally, errors, ..self.nothing(path, settings) }
            }
            Err(error) => self.trouble(path, settings, error),
        }
    }

    fn difference(&self, file: &TextFile, settings: &FileSettings) -> Checked {
        let mut fixed = self.fix(file, settings);
        if !fixed.settled {
            return Checked { errors: vec![unsettled(file)], ..self.nothing(&file.path, settings) };
        }
        let mut sieve = self.sieve(&file.path);
        sieve.sift(&Parts::one(whole(&file.with_text(fixed.text.clone()))), &mut fixed.remaining);
        Checked {
            difference: diff::unified(&file.path, &file.text, &fixed.text, self.renderer.colors),
            counts: file.text != fixed.text || counts(&fixed.remaining, settings),
            statistics: statistics(&fixed.remaining, fixed.count, self.arguments.unsafe_fixes),
            tally: sieve.end(),
            ..self.nothing(&file.path, settings)
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
                let checked = self.report(&file.with_text(fixed.text), fixed.remaining, fixed.count, settings);
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
        Checked { repaired_stdin, errors: vec![error], ..self.report(file, findings, 0, settings) }
    }

    fn report(&self, file: &TextFile, findings: Vec<LocatedFinding>, fixed: usize, settings: &FileSettings) -> Checked {
        let (mut sieve, parts, mut findings) = (self.sieve(&file.path), Parts::one(whole(file)), findings);
        sieve.sift(&parts, &mut findings);
        let mut checked = Checked {
            counts: counts(&findings, settings),
            statistics: statistics(&findings, fixed, self.arguments.unsafe_fixes),
            tally: sieve.end(),
            ..self.nothing(&file.path, settings)
        };
        if !self.arguments.statistics {
            let rendered = self.renderer(settings).findings(&checked.path, &parts, &findings);
            if let Err(error) = rendered.iter().try_for_each(|finding| checked.report.add(finding)) {
                checked.errors.push(format!("{}: there is no room for what was found: {error}", file.path.display()));
            }
        }
        checked
    }

    fn renderer(&self, settings: &FileSettings) -> Renderer {
        Renderer { failing: settings.exit_level, ..self.renderer }
    }

    /// Which findings of the file at `path` are told.
    fn sieve(&self, path: &Path) -> Sieve<'_> {
        let known = self.baseline.as_ref().map(|baseline| baseline.of_file(path));
        let changed = self.changes.as_ref().and_then(|changes| changes.get(path));
        Sieve::new(self.language(path), self.renderer.format.has_fingerprints(), changed, known)
    }

    /// The path of a file in print.
    fn shown(&self, path: &Path) -> PathBuf {
        match self.renderer.format {
            OutputFormat::Full | OutputFormat::Concise | OutputFormat::Json | OutputFormat::Jsonl => path.to_path_buf(),
            _ if path == Path::new(STDIN_NAME) => path.to_path_buf(),
            _ => seen_from(&self.base, path),
        }
    }

    fn nothing(&self, path: &Path, settings: &FileSettings) -> Checked {
        Checked::new(self.shown(path), settings.exit_level)
    }

    fn trouble(&self, path: &Path, settings: &FileSettings, error: impl std::fmt::Display) -> Checked {
        Checked { errors: vec![format!("{}: {error}", path.display())], ..self.nothing(path, settings) }
    }

    fn fix(&self, file: &TextFile, settings: &FileSettings) -> Repaired<LocatedFinding> {
        let findings = self.findings(file, &file.text, settings);
        let check = |text: &str| self.findings(file, text, settings);
        let guard = if self.language(&file.path) == Language::Pgn { Guard::GAMES } else { Guard::NONE };
        repair(&file.text, findings, self.arguments.unsafe_fixes, guard, check)
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

/// What the services that read a format take paths to be relative to.
fn base(format: OutputFormat) -> PathBuf {
    match format {
        OutputFormat::Github | OutputFormat::Sarif => root_of("GITHUB_WORKSPACE"),
        OutputFormat::Gitlab => root_of("CI_PROJECT_DIR"),
        _ => working_directory(),
    }
}

/// "12 known findings are not shown; 1 of the baseline does not occur any more: ..."
fn of_baseline(known: usize, gone: usize) -> String {
    let verb = if known == 1 { "is" } else { "are" };
    let mut note = format!("{} {verb} not shown", counted(known, "known finding"));
    if gone > 0 {
        let verb = if gone == 1 { "does" } else { "do" };
        note += &format!("; {gone} of the baseline {verb} not occur any more (--write-baseline writes it anew)");
    }
    note + "."
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

//! The check of one file: block by block, or as a whole if it is to be changed.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::OtherFiles;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::records::VERIFYING_RULES;
use scoresheet_lint::rule::KnownRules;

use super::across::{Across, without_duplicates};
use super::arguments::CheckArguments;
use super::baseline::{Baseline, Tally};
use super::binary::{self, is_binary};
use super::blocks::{BlockCheck, CheckedFile, OF_ENGINE, counts, retain_requested};
use super::filter::Filter;
use super::fixed::{Extent, Fixed, facts, statistics, unsettled};
use super::printer::{Checked, Printing};
use super::rendering::{base, renderer};
use super::repertoires::Repertoires;
use super::rule_choice::{RuleChoice, ask_engine, with_rules_of_engine};
use crate::cli::arguments::GlobalArguments;
use crate::cli::findings::{LocatedFinding, limit};
use crate::cli::input::{Configurations, Documents, InFolders, Input, Inputs, seen_from};
use crate::cli::language::Language;
use crate::cli::output::{StandardInput, Streams, unified_diff};
use crate::cli::render::{Audience, Renderer};
use crate::cli::revision::{Changes, changes};
use crate::cli::shard::Shares;
use crate::cli::writing::write_atomically;
use crate::configuration::FileSettings;
use crate::embedded::{DocumentKind, kind_of_path};
use crate::engine::{EngineError, UserEngine};
use crate::linters::{AllLinters, Linters};
use crate::repair::{FixCount, Repaired, cost_of, most_of_findings, repair};
use crate::text_file::{
    Advance, Origin, Parts, ReadError, STDIN_NAME, TextFile, block_size, count_breaks, uncompressed,
};

/// Printed for a file with more faults than slips are searched for.
pub(super) const MUCH_TO_EXPLAIN: &str =
    "too many moves cannot be read to search for the slips in all games; some faults are reported where they show";

/// Printed for a file with more fixes than are tried at once.
const MUCH_TO_REPAIR: &str = "there is too much to repair at once; another run may apply more fixes";

/// How all files are checked.
pub(super) struct FileChecker<'a, 's> {
    pub(super) arguments: &'a CheckArguments,
    pub(super) rules: KnownRules,
    configurations: Configurations,
    linters: AllLinters,
    choice: RuleChoice,
    /// The engine that rules ask.
    engine: Option<Arc<UserEngine>>,
    pub(super) renderer: Renderer,
    /// The folder that paths are relative to.
    base: PathBuf,
    baseline: Option<Baseline>,
    /// With `--changed`: the changed games of each file.
    changes: Option<Changes>,
    pub(super) stdin: StandardInput<'s>,
    /// All files, also those that did not change.
    all_files: Vec<Input>,
    /// With `--across`: the games and names that another file has.
    across: Across,
    /// What is wrong in the repertoires that files belong to.
    pub(super) repertoires: Repertoires,
    /// With `--shard`: what is checked of the files that are divided.
    shares: Shares,
}

impl<'a, 's> FileChecker<'a, 's> {
    /// Evaluates the arguments, and finds the files that they name.
    ///
    /// # Errors
    ///
    /// The errors that were reported.
    pub(super) fn prepare(
        arguments: &'a CheckArguments,
        global: &GlobalArguments,
        rules: KnownRules,
        streams: &mut Streams<'s>,
    ) -> Result<(FileChecker<'a, 's>, Inputs), Vec<String>> {
        let mut select = arguments.select.clone();
        if arguments.verify && !select.is_empty() {
            select.extend(VERIFYING_RULES.map(str::to_owned));
        }
        with_rules_of_engine(arguments.engine.engine.is_some(), rules, &mut select);
        let choice = RuleChoice::new(rules, (&select, &arguments.extend_select, &arguments.ignore), arguments.level);
        let choice = choice.map_err(|unknown| streams.refusal(unknown))?;
        if let Some(misuse) = arguments.misuse() {
            return Err(streams.refusal(misuse));
        }
        let engine = arguments.engine.start().map_err(|error| streams.refusal(error))?;
        let renderer = renderer(arguments, global, streams);
        let writes = arguments.fix || arguments.diff || arguments.add_suppressions;
        let in_folders = InFolders { archives: !writes, documents: Documents::of_option(arguments.embedded.embedded) };
        let (configurations, mut inputs) =
            Configurations::with_inputs(&arguments.input, in_folders, renderer.colors, streams)?;
        let all_files = inputs.found.clone();
        let changes = changes(&arguments.revision, &arguments.input, &mut inputs);
        let changes = changes.map_err(|error| streams.refusal(error))?;
        let shares = arguments.shard.choose(&mut inputs, |path| Language::of(path, arguments.input.language));
        let baseline = arguments.baseline.as_deref().map(|path| Baseline::read(path, arguments.write_baseline));
        let baseline = baseline.transpose().map_err(|error| streams.refusal(error))?;
        let check = FileChecker {
            arguments,
            rules,
            configurations,
            linters: AllLinters::new(rules),
            choice,
            engine,
            renderer,
            base: base(renderer.format),
            baseline,
            changes,
            stdin: std::mem::take(&mut streams.stdin),
            all_files,
            across: Across::default(),
            repertoires: Repertoires::default(),
            shares,
        };
        Ok((check, inputs))
    }

    /// Finds the games that are in several files. The error is a message.
    pub(super) fn look_across(&mut self, global: &GlobalArguments, streams: &mut Streams<'_>) -> Result<(), String> {
        if self.all_files.iter().any(Input::is_stdin) {
            return Err("--across reads files twice, so standard input cannot be one of them".to_owned());
        }
        let mut files: Vec<Input> = self.files_of_games().cloned().collect();
        // What is new is a duplicate of what was there.
        files.sort_by_key(|input| self.changes.as_ref().is_some_and(|changes| changes.get(input.path()).is_some()));
        self.across = Across::find(&files, self.arguments.input.encoding, |path| self.shown(path), global, streams)?;
        Ok(())
    }

    /// All files that are made of games, also those that did not change.
    pub(super) fn files_of_games(&self) -> impl Iterator<Item = &Input> {
        self.all_files.iter().filter(|input| {
            let path = input.path();
            self.language(path).has_games() && !is_binary(path) && self.document_kind(path).is_none()
        })
    }

    /// What other files say of a file.
    fn elsewhere(&self, path: &Path) -> OtherFiles<'_> {
        OtherFiles { repertoire: self.repertoires.of_file(path), ..self.across.of_file(path) }
    }

    /// How the findings are printed.
    pub(super) fn printing(&self, global: &GlobalArguments) -> Printing<'_> {
        Printing {
            renderer: self.renderer,
            base: &self.base,
            rules: self.rules,
            quiet: global.quiet,
            only_counts: self.arguments.statistics,
            only_differences: self.arguments.diff,
        }
    }

    /// The baseline that the findings were compared with.
    pub(super) fn into_baseline(self) -> Option<Baseline> {
        self.baseline
    }

    /// Checks, fixes or compares a file.
    pub(super) fn file(&self, input: &Input, advance: Advance) -> Checked {
        let settings = self.settings_of(input.path());
        if is_binary(input.path()) {
            return self.binary(input, &settings, advance);
        }
        if let Some(kind) = self.document_kind(input.path()) {
            return self.document(kind, input, &settings, advance);
        }
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

    /// Reads a file, and what asks its rules.
    ///
    /// # Errors
    ///
    /// What holds for a file: its configuration and the options.
    pub(super) fn settings_of(&self, path: &Path) -> FileSettings {
        let mut settings = self.configurations.of(path);
        if self.arguments.verify {
            settings.switch_on(VERIFYING_RULES);
        }
        if let Some(engine) = &self.engine {
            ask_engine(engine.clone(), self.rules, &mut settings);
        }
        if let Some(options) = &self.arguments.repertoire {
            options.apply(&mut settings);
        }
        self.choice.apply(self.rules, &mut settings);
        settings
    }

    /// The rules that settings turn on. Not to be called for each block of a document.
    pub(super) fn linters_of(&self, settings: &FileSettings) -> Arc<Linters> {
        self.linters.of(&settings.configuration)
    }

    /// Why the engine no longer answers, if it does not.
    pub(super) fn error_of_engine(&self) -> Option<EngineError> {
        self.engine.as_ref()?.error()
    }

    /// The configuration file that holds for a file.
    pub(super) fn configuration_of(&self, path: &Path) -> Option<PathBuf> {
        self.configurations.file_of(path)
    }

    /// The text of a file that is to be written back.
    ///
    /// # Errors
    ///
    /// What is the matter with the file.
    pub(super) fn text_of(&self, input: &Input) -> Result<TextFile, String> {
        if is_binary(input.path()) {
            return Err("a binary file has no place for remarks".to_owned());
        }
        if self.document_kind(input.path()).is_some() {
            return Err(
                "remarks are written into files of games and records; write one in the block by hand".to_owned()
            );
        }
        input.ensure_replaceable()?;
        input.read(self.arguments.input.encoding, &self.stdin)
    }

    /// What is the matter with the file.
    pub(super) fn read(&self, input: &Input) -> Result<(TextFile, Arc<Linter>), String> {
        let settings = self.settings_of(input.path());
        let file = input.read(self.arguments.input.encoding, &self.stdin)?;
        Ok((file, self.linters_of(&settings).of_games()))
    }

    /// Checks without changing anything, so that the file need not be held in memory.
    fn blocks(&self, input: &Input, settings: &FileSettings, advance: Advance) -> Checked {
        let path = input.path();
        let check = BlockCheck {
            linters: &self.linters_of(settings),
            language: self.language(path),
            settings,
            renderer: (!self.arguments.statistics).then_some(self.renderer(settings)),
            filter: &|| self.filter(path),
            unsafe_fixes: self.arguments.unsafe_fixes,
            encoding: self.arguments.input.encoding,
            elsewhere: self.elsewhere(path),
            share: self.shares.of(path),
            block: if self.engine.is_some() { OF_ENGINE } else { block_size() },
        };
        let opened = input.open(&self.stdin, advance).map_err(ReadError::Io);
        match opened.and_then(|mut origin| check.check(&self.shown(path), &uncompressed(path), &mut origin)) {
            Ok(CheckedFile { report, statistics, counts, tally, is_cut, error }) => {
                let errors = error.iter().map(|error| format!("{}: {error}", path.display())).collect();
                let notes = is_cut.then(|| MUCH_TO_EXPLAIN.to_owned()).into_iter().collect();
                Checked { report, statistics, counts, tally, notes, errors, ..self.nothing(path, settings) }
            }
            Err(error) => self.trouble(path, settings, error),
        }
    }

    /// Checks a file in the binary form of games.
    fn binary(&self, input: &Input, settings: &FileSettings, advance: Advance) -> Checked {
        let bytes = input.open(&self.stdin, advance).and_then(Origin::read_whole).map_err(ReadError::Io);
        let checked = bytes.and_then(|bytes| {
            let (dump, findings) = binary::check(&bytes, self.rules);
            Ok((TextFile::decode(input.path().to_path_buf(), dump.into_bytes(), None)?, findings))
        });
        match checked {
            Ok((dump, mut findings)) => {
                retain_requested(&mut findings, settings);
                self.report(&dump, findings, FixCount::default(), settings)
            }
            Err(error) => self.trouble(input.path(), settings, error),
        }
    }

    fn difference(&self, file: &TextFile, settings: &FileSettings) -> Checked {
        let Fixed { repaired: mut fixed, is_whole, notes } = self.fix(file, settings);
        if !fixed.settled {
            return Checked { errors: vec![unsettled(file)], ..self.nothing(&file.path, settings) };
        }
        let mut filter = self.filter(&file.path);
        filter.retain(&Parts::whole(&file.with_text(fixed.text.clone())), &mut fixed.remaining);
        Checked {
            difference: unified_diff(&file.path, &file.text, &fixed.text, self.renderer.colors),
            notes,
            counts: !is_whole || file.text != fixed.text || counts(&fixed.remaining, settings),
            statistics: statistics(&fixed.remaining, fixed.fixes(), self.arguments.unsafe_fixes),
            tally: filter.end(),
            ..self.nothing(&file.path, settings)
        }
    }

    fn repair(&self, input: &Input, file: TextFile, settings: &FileSettings) -> Checked {
        let Fixed { repaired: fixed, is_whole, notes } = self.fix(&file, settings);
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
                let fixes = fixed.fixes();
                let checked = self.report(&file.with_text(fixed.text), fixed.remaining, fixes, settings);
                Checked { repaired_stdin, notes, counts: checked.counts || !is_whole, ..checked }
            }
            Err(error) => {
                let error = format!("{}: {error}; the file is unchanged", file.path.display());
                self.unrepaired(input, &file, error, settings)
            }
        }
    }

    /// Leaves the file unchanged. Standard input that cannot be fixed is printed as it came.
    fn unrepaired(&self, input: &Input, file: &TextFile, error: String, settings: &FileSettings) -> Checked {
        // Decoding loses nothing, so encoding the text gives the original bytes.
        let repaired_stdin = input.is_stdin().then(|| file.encode(&file.text).unwrap_or_default());
        let findings = self.findings(file, &file.text, settings, &Effort::default());
        Checked { repaired_stdin, errors: vec![error], ..self.report(file, findings, FixCount::default(), settings) }
    }

    fn report(
        &self,
        file: &TextFile,
        findings: Vec<LocatedFinding>,
        fixes: FixCount,
        settings: &FileSettings,
    ) -> Checked {
        let (mut filter, parts, mut findings) = (self.filter(&file.path), Parts::whole(file), findings);
        filter.retain(&parts, &mut findings);
        self.render(file, findings, filter.end(), fixes, settings)
    }

    /// The report of these findings.
    pub(super) fn render(
        &self,
        file: &TextFile,
        mut findings: Vec<LocatedFinding>,
        tally: Tally,
        fixes: FixCount,
        settings: &FileSettings,
    ) -> Checked {
        let mut checked = Checked {
            counts: counts(&findings, settings),
            statistics: statistics(&findings, fixes, self.arguments.unsafe_fixes),
            tally,
            ..self.nothing(&file.path, settings)
        };
        let parts = Parts::whole(file);
        limit(&mut findings);
        if !self.arguments.statistics {
            let rendered = self.renderer(settings).findings(&checked.path, &parts, &findings);
            if let Err(error) = rendered.iter().try_for_each(|finding| checked.report.add(finding)) {
                checked.errors.push(format!("{}: no space for the findings: {error}", file.path.display()));
            }
        }
        checked
    }

    fn renderer(&self, settings: &FileSettings) -> Renderer {
        Renderer { failing: settings.exit_level, ..self.renderer }
    }

    /// Which findings of the file at `path` are reported.
    pub(super) fn filter(&self, path: &Path) -> Filter<'_> {
        let known = self.baseline.as_ref().map(|baseline| baseline.of_file(path));
        let changed = self.changes.as_ref().and_then(|changes| changes.get(path));
        Filter::new(self.language(path), self.renderer.format.has_fingerprints(), changed, known)
    }

    /// The path of a file as it is printed.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        match self.renderer.format.audience() {
            Audience::Service { .. } if path != Path::new(STDIN_NAME) => seen_from(&self.base, path),
            _ => path.to_path_buf(),
        }
    }

    fn nothing(&self, path: &Path, settings: &FileSettings) -> Checked {
        Checked::new(self.shown(path), settings.exit_level)
    }

    pub(super) fn trouble(&self, path: &Path, settings: &FileSettings, error: impl std::fmt::Display) -> Checked {
        Checked { errors: vec![format!("{}: {error}", path.display())], ..self.nothing(path, settings) }
    }

    fn fix(&self, file: &TextFile, settings: &FileSettings) -> Fixed {
        let effort = Effort::default();
        effort.add_text(file.text.len());
        let is_deleting = self.arguments.unsafe_fixes && !self.across.of_file(&file.path).duplicates.is_empty();
        // Other fixes keep the games that there are, so that games are known by their numbers. The places of a repertoire are those of the text that
        // was read.
        let elsewhere = self.across.of_file(&file.path);
        let duplicates = if is_deleting { &[] } else { elsewhere.duplicates };
        let elsewhere = OtherFiles { duplicates, ..elsewhere };
        let (text, deleted) = match is_deleting {
            false => (Cow::Borrowed(file.text.as_str()), 0),
            true => {
                let findings = self.findings(file, &file.text, settings, &effort);
                let (text, deleted) = without_duplicates(&file.text, findings.iter().map(|located| &located.finding));
                (Cow::Owned(text), deleted)
            }
        };
        let check = |text: &str, extent| self.findings_in(file, (text, elsewhere), settings, &effort, extent);
        let (findings, end) = check(&text, Extent::UpTo(most_of_findings(text.len())));
        let (beginning, rest) = text.split_at(end);
        let extent = if rest.is_empty() { Extent::File } else { Extent::Part };
        let guard = self.language(&file.path).guard(self.rules);
        let mut repaired =
            repair(beginning, findings, self.arguments.unsafe_fixes, guard, |text| check(text, extent).0);
        let faults = self.repertoires.of_file_after(&file.path, &file.text, &repaired.text);
        if rest.is_empty() && !faults.is_empty() {
            let elsewhere = OtherFiles { repertoire: &faults, ..elsewhere };
            repaired.remaining = self.findings_in(file, (&repaired.text, elsewhere), settings, &effort, Extent::File).0;
        }
        let mut notes: Vec<String> = repaired.is_cut.then(|| MUCH_TO_REPAIR.to_owned()).into_iter().collect();
        if !rest.is_empty() {
            let line = 1 + count_breaks(&repaired.text);
            notes.push(format!("there are too many findings to go on; from line {line} on nothing was repaired"));
            repaired.text.push_str(rest);
        }
        Fixed { repaired: Repaired { count: repaired.count + deleted, ..repaired }, is_whole: rest.is_empty(), notes }
    }

    /// The kind of a document with blocks, unless its language is requested.
    pub(super) fn document_kind(&self, path: &Path) -> Option<DocumentKind> {
        kind_of_path(path).filter(|_| self.arguments.input.language.is_none())
    }

    /// The language of a file.
    pub(super) fn language(&self, path: &Path) -> Language {
        Language::of(path, self.arguments.input.language)
    }

    /// The findings of `text`, which is the content of `file`.
    pub(super) fn findings(
        &self,
        file: &TextFile,
        text: &str,
        settings: &FileSettings,
        effort: &Effort,
    ) -> Vec<LocatedFinding> {
        let elsewhere = if text == file.text { self.elsewhere(&file.path) } else { self.across.of_file(&file.path) };
        let linters = self.linters_of(settings);
        let mut findings = self.language(&file.path).check(text, facts(file, elsewhere), &linters, effort);
        retain_requested(&mut findings, settings);
        findings
    }

    /// The findings in a part of `text`, which is the content of `file` or will be, and the byte offset up to which they are.
    fn findings_in(
        &self,
        file: &TextFile,
        (text, elsewhere): (&str, OtherFiles),
        settings: &FileSettings,
        effort: &Effort,
        extent: Extent,
    ) -> (Vec<LocatedFinding>, usize) {
        let (language, facts) = (self.language(&file.path), facts(file, elsewhere));
        let checker = language.checker(text, facts, &self.linters_of(settings), effort);
        let most = if let Extent::UpTo(most) = extent { most } else { usize::MAX };
        let checked = language.check_beginning(text, checker.as_ref(), |findings| cost_of(findings) > most);
        let end = checked.end;
        let is_whole = end == text.len() && !matches!(extent, Extent::Part);
        let mut findings =
            if is_whole { checked.with_findings_of_file(text, checker.as_ref()) } else { checked.findings };
        retain_requested(&mut findings, settings);
        (findings, end)
    }
}

//! The configuration of a document: the editor's settings, and over them the nearest `scoresheet.toml`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ropey::Rope;
use scoresheet_collection::query::SavedQueries;
use scoresheet_lint::rules::RULES;
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, Range, Url};

use super::client_settings::Settings;
use crate::configuration::{FILE_NAME, Fault, FileSettings, Finder, Located, Source, resolve};
use crate::linters::Linters;
use crate::lsp::proto::position::{self, Encoding};

/// The configuration files of a session. A file that becomes unusable counts as it last was.
#[derive(Default)]
pub(crate) struct Configurations {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    finder: Finder,
    /// The last usable content of each file.
    usable: HashMap<PathBuf, Arc<Source>>,
    /// The faults that were published.
    published: HashMap<PathBuf, Fault>,
}

/// The configuration of a document.
pub(crate) struct Configured {
    /// The rules, their levels and the layout.
    pub settings: FileSettings,
    /// The rules that are turned on.
    pub linters: Linters,
    /// Where the document is; nothing for one that was never saved.
    pub path: Option<PathBuf>,
}

impl Configured {
    /// What `settings` say of the document at `path`, if it was ever saved.
    pub(crate) fn new(settings: FileSettings, path: Option<PathBuf>) -> Configured {
        let linters = Linters::new(RULES, settings.configuration.clone());
        Configured { settings, linters, path }
    }
}

impl Configurations {
    /// The configuration of the document at `uri`. One that was never saved counts as a file in the first workspace folder, or
    /// in the working directory.
    /// Looks at the disk the first time a folder is looked up.
    pub(crate) fn of(&self, uri: &Url, settings: &Settings) -> Configured {
        let mut state = self.lock();
        let Located { path, source } = state.finder.locate(&place(uri, settings));
        let usable = state.usable(source.as_ref());
        let editor = (&settings.config.file, settings.folder_of(&path).or(path.parent()).unwrap_or(Path::new("")));
        let file = usable.as_deref().and_then(|source| Some((source.parsed.as_ref().ok()?, source.folder())));
        let layers: Vec<_> = [Some(editor), file].into_iter().flatten().collect();
        Configured::new(resolve(&layers, &path), uri.to_file_path().ok().map(|_| path))
    }

    /// Where the document at `uri` is; nothing for one that was never saved.
    pub(crate) fn path_of(&self, uri: &Url, settings: &Settings) -> Option<PathBuf> {
        uri.to_file_path().ok()?;
        Some(self.lock().finder.locate(&place(uri, settings)).path)
    }

    /// The queries that the nearest `scoresheet.toml` has under names: nearest to the document at `uri`, or to the first workspace
    /// folder without one.
    pub(crate) fn saved_queries(&self, uri: Option<&Url>, settings: &Settings) -> SavedQueries {
        let mut state = self.lock();
        let source = state.finder.locate(&uri.map_or_else(|| unsaved(settings), |uri| place(uri, settings))).source;
        let usable = state.usable(source.as_ref());
        let file = usable.as_deref().and_then(|source| source.parsed.as_ref().ok());
        file.map_or_else(SavedQueries::new, |file| file.queries.clone())
    }

    /// Look at the disk again. Returns whether anything is different for the documents at `uris`.
    pub(crate) fn reload(&self, uris: &[Url], settings: &Settings) -> bool {
        let fresh = Finder::default();
        let paths: Vec<PathBuf> = uris.iter().map(|uri| place(uri, settings)).collect();
        // The disk may be slow; no request waits for it.
        let found: Vec<_> = paths.iter().map(|path| fresh.locate(path).source).collect();
        let mut state = self.lock();
        let changed = paths.iter().zip(found).any(|(path, found)| found != state.finder.locate(path).source);
        state.finder = fresh;
        changed
    }

    /// The diagnostics of configuration files that have changed since the last call.
    pub(crate) fn changed_diagnostics(&self, encoding: Encoding) -> Vec<(Url, Vec<Diagnostic>)> {
        let mut state = self.lock();
        let sources = state.finder.sources();
        let faulty = |source: &Arc<Source>| Some((source.clone(), source.parsed.clone().err()?));
        let faults: HashMap<PathBuf, (Arc<Source>, Fault)> =
            sources.iter().filter_map(faulty).map(|(source, fault)| (source.path.clone(), (source, fault))).collect();
        let mut news = Vec::new();
        for path in state.published.keys().filter(|path| !faults.contains_key(*path)) {
            news.push((path.clone(), Vec::new()));
        }
        for (path, (source, fault)) in &faults {
            if state.published.get(path) != Some(fault) {
                news.push((path.clone(), vec![diagnostic(source, fault, encoding)]));
            }
        }
        state.published = faults.into_iter().map(|(path, (_, fault))| (path, fault)).collect();
        news.into_iter()
            .filter_map(|(path, diagnostics)| Some((Url::from_file_path(path).ok()?, diagnostics)))
            .collect()
    }

    /// A panic while the lock was held leaves the previous configuration.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The file as it is, or as it was when it could last be used.
    fn usable(&mut self, source: Option<&Arc<Source>>) -> Option<Arc<Source>> {
        let source = source?;
        if source.parsed.is_ok() {
            self.usable.insert(source.path.clone(), source.clone());
        }
        self.usable.get(&source.path).cloned()
    }
}

/// Where a document counts as being.
fn place(uri: &Url, settings: &Settings) -> PathBuf {
    uri.to_file_path().unwrap_or_else(|()| unsaved(settings))
}

/// Where a document counts as being that was never saved.
fn unsaved(settings: &Settings) -> PathBuf {
    settings.folders.first().cloned().unwrap_or_default().join("untitled.pgn")
}

/// Whether a change of the file at `uri` may change what holds for a document.
pub(crate) fn is_configuration(uri: &Url) -> bool {
    uri.path().rsplit('/').next() == Some(FILE_NAME)
}

fn diagnostic(source: &Source, fault: &Fault, encoding: Encoding) -> Diagnostic {
    let rope = Rope::from_str(&source.text);
    let position = |offset| position::position(&rope, offset, encoding);
    Diagnostic {
        range: Range::new(position(fault.range.start), position(fault.range.end)),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("scoresheet".to_owned()),
        message: fault.message.clone(),
        ..Diagnostic::default()
    }
}

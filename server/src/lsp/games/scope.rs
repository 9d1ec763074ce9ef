//! The files and documents that a request is about.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tower_lsp::lsp_types::Url;

use super::source::Source;
use crate::language::Language;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::collection::Scope;
use crate::lsp::tasks::background::Pace;
use crate::lsp::workspace::walk::walk;

/// The files with games in the workspace folders, as long as no change of them is known.
#[derive(Default)]
pub(crate) struct WorkspaceFiles(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// Counts the changes.
    changes: u64,
    files: Option<Arc<Found>>,
}

/// The files of some folders.
struct Found {
    /// Sorted.
    paths: Vec<PathBuf>,
    /// Whether these are all.
    is_complete: bool,
}

/// What a request is about.
pub(crate) struct Sources {
    /// In the order of the answer.
    pub(crate) all: Vec<Source>,
    /// Whether no file was left out, except for the `unread`.
    pub(crate) is_complete: bool,
    /// The addresses that are neither those of files nor of open documents.
    pub(crate) unread: Vec<Url>,
}

impl WorkspaceFiles {
    /// The files may have changed.
    pub(crate) fn forget(&self) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.changes += 1;
        known.files = None;
    }

    /// What a scope means. `open` has the open documents, that of the request first if there is one; for the scope of a document
    /// only that one. May look through the folders, so not for threads on which messages are read.
    pub(crate) fn sources(&self, scope: &Scope, open: &[Snapshot], folders: &[PathBuf], pace: &Pace) -> Sources {
        match scope {
            Scope::Document => with_files(open.iter().take(1), &found(Vec::new())),
            Scope::Workspace => with_files(open.iter(), &self.files(folders, pace)),
            Scope::Files(uris) => {
                let (mut files, mut folders) = (Vec::new(), Vec::new());
                for path in uris.iter().filter_map(real_path) {
                    if path.is_dir() { folders.push(path) } else { files.push(path) }
                }
                let wanted: HashSet<&Url> = uris.iter().collect();
                let is_below = |path: &Path| {
                    files.iter().any(|file| file == path) || folders.iter().any(|folder| path.starts_with(folder))
                };
                let is_wanted = |snapshot: &&Snapshot| {
                    wanted.contains(&snapshot.uri) || snapshot.configured.path.as_deref().is_some_and(is_below)
                };
                let mut of_folders = games_in(&folders, pace);
                of_folders.paths.extend(files.iter().cloned());
                of_folders.paths.sort_unstable();
                of_folders.paths.dedup();
                let is_known =
                    |uri: &&Url| real_path(uri).is_some() || open.iter().any(|snapshot| snapshot.uri == **uri);
                let unread = uris.iter().filter(|uri| !is_known(uri)).cloned().collect();
                Sources { unread, ..with_files(open.iter().filter(is_wanted), &of_folders) }
            }
        }
    }

    fn files(&self, folders: &[PathBuf], pace: &Pace) -> Arc<Found> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let changes = {
            let known = lock();
            if let Some(files) = &known.files {
                return files.clone();
            }
            known.changes
        };
        let files = Arc::new(games_in(folders, pace));
        let mut known = lock();
        if known.changes == changes && pace.is_wanted() {
            known.files = Some(files.clone());
        }
        files
    }
}

fn found(paths: Vec<PathBuf>) -> Found {
    Found { paths, is_complete: true }
}

/// The files with games in some folders.
fn games_in(folders: &[PathBuf], pace: &Pace) -> Found {
    let has_games = |path: &Path| Language::of_extension(path).is_some_and(|language| language.record_kind().is_none());
    let walked = walk(folders, has_games, pace);
    let is_complete = !walked.is_cut_short;
    Found { paths: walked.files.into_iter().map(|file| file.path).collect(), is_complete }
}

/// The open documents with games, and the files that are not open.
fn with_files<'a>(open: impl Iterator<Item = &'a Snapshot>, files: &Found) -> Sources {
    let open: Vec<&Snapshot> = open.collect();
    let paths: HashSet<&Path> = open.iter().filter_map(|snapshot| snapshot.configured.path.as_deref()).collect();
    let documents = open.iter().filter(|snapshot| snapshot.text_of_games().is_some());
    let documents = documents.map(|snapshot| Source::Document((*snapshot).clone()));
    let closed = files.paths.iter().filter(|path| !paths.contains(path.as_path()));
    let all = documents.chain(closed.map(|path| Source::File(path.clone()))).collect();
    Sources { all, is_complete: files.is_complete, unread: Vec::new() }
}

/// The path of a file or folder without symbolic links.
fn real_path(uri: &Url) -> Option<PathBuf> {
    let path = uri.to_file_path().ok()?;
    Some(std::fs::canonicalize(&path).unwrap_or(path))
}

//! What is wrong in the repertoires that open documents belong to: found when the user pauses, in all files of the folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use scoresheet_chess::repertoire::{PlayedMoves, Reached, Repertoire};
use tokio::time::sleep;
use tower_lsp::lsp_types::Url;

use super::did_change_configuration::refresh_pulled;
use crate::configuration::RepertoireSettings;
use crate::lsp::diagnostics::publish;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::repertoires::{Counted, FoundInDocument, Version};
use crate::lsp::session::state::State;
use crate::lsp::tasks::background::Pace;
use crate::lsp::workspace::walk::{FoundFile, has_extension, is_in_place, walk, within};
use crate::repertoire::{Against, RepertoireFiles, SourceFile, faults_of_files, played_moves};
use crate::system::with_slashes;
use crate::text_file::{Encoding, Stamp, TextFile};

/// Debounces changes, more than what is published of a document alone.
const QUIET: Duration = Duration::from_millis(600);

/// So many bytes of the files of a repertoire are read, in the order of their names.
const MOST_BYTES: u64 = 16 << 20;

/// The files of games.
const GAMES: [&str; 1] = ["pgn"];

/// Looks at the repertoires again. Does not wait.
pub(crate) fn schedule(state: &Arc<State>) {
    let number = state.repertoires.looks.fetch_add(1, Ordering::Relaxed) + 1;
    let state = state.clone();
    tokio::spawn(async move {
        sleep(QUIET).await;
        let Ok(_turn) = state.repertoires.looking.acquire().await else { return };
        if state.repertoires.looks.load(Ordering::Relaxed) == number {
            look(&state, number).await;
        }
    });
}

async fn look(state: &Arc<State>, number: u64) {
    let of_repertoire =
        |snapshot: &Snapshot| snapshot.configured.settings.repertoire.is_some() && snapshot.games().is_some();
    let snapshots: Vec<Snapshot> = state.snapshots().into_iter().filter(of_repertoire).collect();
    let pace = state.pace(move |state| state.repertoires.looks.load(Ordering::Relaxed) == number);
    let (worker, documents) = (state.clone(), snapshots.clone());
    let work = move || find(&worker, &documents, &pace);
    let Some(Some(found)) = state.background.run(work).await else { return };
    let is_document = |uri: &Url| snapshots.iter().any(|snapshot| snapshot.uri == *uri);
    let changed = state.repertoires.take(found, is_document);
    for uri in &changed {
        state.documents.forget_computed_of(uri);
        publish::schedule_after_edit(state, uri);
    }
    if !changed.is_empty() {
        refresh_pulled(state);
    }
}

/// What is found of a repertoire: its settings, the texts that it is made of, and what is wrong in the open documents; `None` where all is as it was.
type Found = (RepertoireSettings, Vec<Version>, Option<Vec<FoundInDocument>>);

/// Looks at all repertoires of the documents. `None` if the work is no longer wanted.
fn find(state: &State, snapshots: &[Snapshot], pace: &Pace) -> Option<Vec<Found>> {
    let mut all: Vec<&RepertoireSettings> = Vec::new();
    for settings in snapshots.iter().filter_map(|snapshot| snapshot.configured.settings.repertoire.as_ref()) {
        if !all.contains(&settings) {
            all.push(settings);
        }
    }
    let found = all.into_iter().map(|settings| {
        let files = files(state, snapshots, settings, pace);
        let against = against(settings, pace);
        let versions: Vec<Version> = files.iter().map(OfRepertoire::version).chain(against.versions()).collect();
        if state.repertoires.has_seen(settings, &versions) {
            return Some((settings.clone(), versions, None));
        }
        let sources = files.iter().filter_map(|file| file.source(&settings.folder)).collect();
        let read = RepertoireFiles::read(sources, settings.side);
        let played = match against.files.is_empty() {
            true => None,
            false => Some(count(state, &read.repertoire, &against, settings, pace)?),
        };
        let faults = faults_of_files(&read, played.as_ref(), settings.demands(), true);
        if !pace.is_wanted() {
            return None;
        }
        let of_documents = read.files.iter().zip(faults).filter_map(|(source, faults)| {
            let snapshot = snapshots
                .iter()
                .find(|snapshot| snapshot.configured.path.as_deref() == Some(source.file.path.as_path()))?;
            let (uri, rope) = (snapshot.uri.clone(), snapshot.text().clone());
            Some(FoundInDocument { uri, rope, faults, folder: settings.folder.clone() })
        });
        Some((settings.clone(), versions, Some(of_documents.collect())))
    });
    found.collect()
}

/// A file of a repertoire.
enum OfRepertoire<'s> {
    Open(&'s Snapshot, PathBuf),
    OnDisk(FoundFile),
}

impl OfRepertoire<'_> {
    fn path(&self) -> &Path {
        match self {
            OfRepertoire::Open(_, path) => path,
            OfRepertoire::OnDisk(file) => &file.path,
        }
    }

    fn version(&self) -> Version {
        match self {
            OfRepertoire::Open(snapshot, _) => Version::Open(snapshot.uri.clone(), snapshot.state()),
            OfRepertoire::OnDisk(file) => Version::OnDisk(file.path.clone(), file.stamp),
        }
    }

    /// The text. `None` if it can no longer be read.
    fn source(&self, folder: &Path) -> Option<SourceFile> {
        let path = self.path();
        let shown = with_slashes(path.strip_prefix(folder).unwrap_or(path)).to_string_lossy().into_owned();
        let file = match self {
            OfRepertoire::Open(snapshot, path) => {
                let text = snapshot.text().to_string();
                TextFile { path: path.clone(), text, encoding: Encoding::UTF_8, bom: b"", stamp: None }
            }
            OfRepertoire::OnDisk(file) => TextFile::read(&file.path, None).ok().filter(|_| is_in_place(&file.path))?,
        };
        Some(SourceFile { shown, file })
    }
}

/// The files of a repertoire, by name: the documents, and the other files of its folder inside the workspace folders.
fn files<'s>(
    state: &State,
    snapshots: &'s [Snapshot],
    repertoire: &RepertoireSettings,
    pace: &Pace,
) -> Vec<OfRepertoire<'s>> {
    let is_of_this = |snapshot: &&Snapshot| snapshot.configured.settings.repertoire.as_ref() == Some(repertoire);
    let open = |snapshot: &'s Snapshot| Some(OfRepertoire::Open(snapshot, snapshot.configured.path.clone()?));
    let mut files: Vec<OfRepertoire> = snapshots.iter().filter(is_of_this).filter_map(open).collect();
    let settings = state.settings();
    // What is inside both.
    let roots = settings.folders.iter().filter_map(|root| match &repertoire.folder {
        folder if folder.starts_with(root) => Some(folder.clone()),
        folder if root.starts_with(folder) => Some(root.clone()),
        _ => None,
    });
    let roots: Vec<PathBuf> = roots.collect();
    let is_open = |path: &Path| snapshots.iter().any(|snapshot| snapshot.configured.path.as_deref() == Some(path));
    let belongs = |file: &FoundFile| {
        let uri = Url::from_file_path(&file.path).ok();
        let configured = uri.map(|uri| state.configurations.of(&uri, &settings));
        configured.is_some_and(|configured| configured.settings.repertoire.as_ref() == Some(repertoire))
    };
    let found = walk(&roots, has_extension(&GAMES), pace).files;
    let others: Vec<FoundFile> = found.into_iter().filter(|file| !is_open(&file.path) && belongs(file)).collect();
    files.extend(within(others, MOST_BYTES).0.into_iter().map(OfRepertoire::OnDisk));
    files.sort_by(|one, other| one.path().cmp(other.path()));
    files
}

/// What a repertoire is compared with: ordinary files that the configuration names, and those of its folders.
fn against(settings: &RepertoireSettings, pace: &Pace) -> Against {
    let mut files = Vec::new();
    for path in &settings.against {
        if path.is_dir() {
            files.extend(
                walk(std::slice::from_ref(path), has_extension(&GAMES), pace).files.into_iter().map(|file| file.path),
            );
        } else if path.is_file() {
            files.push(path.clone());
        }
    }
    Against { files }
}

impl Against {
    fn versions(&self) -> impl Iterator<Item = Version> {
        self.files.iter().filter_map(|path| Some(Version::OnDisk(path.clone(), Stamp::of(path).ok()?)))
    }
}

/// What games play: counted anew only where the repertoire has positions that it had not before. `None` if the work is no longer wanted.
fn count(
    state: &State,
    repertoire: &Repertoire,
    against: &Against,
    settings: &RepertoireSettings,
    pace: &Pace,
) -> Option<PlayedMoves> {
    let of = (against.versions().collect(), settings.moves.get());
    if let Some(known) = state.repertoires.counted(&of)
        && let Some(played) = known_moves(&known, repertoire)
    {
        return Some(played);
    }
    let caches = state.settings().config.move_cache.caches();
    let is_enough = || {
        pace.yield_to_requests();
        !pace.is_wanted()
    };
    // A file that cannot be read plays nothing: the command line reports it.
    let (played, _) = played_moves(against, repertoire, settings.moves.get(), &caches, &is_enough);
    if !pace.is_wanted() {
        return None;
    }
    state.repertoires.keep_counted(Arc::new(Counted { of, repertoire: repertoire.clone(), played: played.clone() }));
    Some(played)
}

/// What was counted, for a repertoire with the same positions or fewer.
fn known_moves(known: &Counted, repertoire: &Repertoire) -> Option<PlayedMoves> {
    let mut played = PlayedMoves { games: known.played.games, ..PlayedMoves::of(repertoire) };
    for node in Reached::of(repertoire).order {
        let same = known.repertoire.find(&repertoire.nodes[node].position)?;
        played.nodes[node] = known.played.nodes[same].clone();
    }
    Some(played)
}

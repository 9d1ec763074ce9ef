//! The repertoires that the checked files belong to.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use scoresheet_lint::repertoire::FaultOfFile;

use crate::cli::arguments::CacheArguments;
use crate::cli::input::Input;
use crate::cli::output::{Streams, display_path};
use crate::cli::repertoire_options::{NO_SIDE, RepertoireOptions, against_files, coverage_in_words, read_files};
use crate::configuration::RepertoireSettings;
use crate::repertoire::{faults_of_files, played_moves};
use crate::text_file::Encoding;

/// What is wrong in all repertoires.
#[derive(Default)]
pub(super) struct Repertoires {
    of_files: HashMap<PathBuf, Vec<FaultOfFile>>,
    coverage: Vec<String>,
}

/// The files that belong to repertoires, and how they are read.
pub(super) struct Reading<'a> {
    pub(super) files: Vec<(&'a Input, RepertoireSettings)>,
    /// With `scoresheet repertoire check`.
    pub(super) options: Option<&'a RepertoireOptions>,
    pub(super) encoding: Option<Encoding>,
    /// The path of a file as it is printed.
    pub(super) shown: &'a dyn Fn(&Path) -> PathBuf,
}

impl Reading<'_> {
    /// Why `scoresheet repertoire check` cannot do what it is asked for.
    fn misuse(&self) -> Option<&'static str> {
        self.options?;
        if self.files.iter().any(|(input, _)| input.is_stdin()) {
            return Some("the files of a repertoire are read twice, so standard input cannot be one of them");
        }
        self.files.is_empty().then_some(NO_SIDE)
    }
}

impl Repertoires {
    /// Reads all files that belong to a repertoire, and what each is compared with.
    ///
    /// # Errors
    ///
    /// The errors that were reported.
    pub(super) fn find(reading: &Reading, streams: &mut Streams<'_>) -> Result<Repertoires, Vec<String>> {
        if let Some(misuse) = reading.misuse() {
            return Err(streams.refusal(misuse));
        }
        let default = CacheArguments::default();
        let caches = reading.options.map_or(&default, |options| &options.cache).caches();
        let mut found = Repertoires::default();
        let mut groups: Vec<(&RepertoireSettings, Vec<&Path>)> = Vec::new();
        for (input, settings) in reading.files.iter().filter(|(input, _)| !input.is_stdin()) {
            match groups.iter_mut().find(|(other, _)| *other == settings) {
                Some((_, paths)) => paths.push(input.path()),
                None => groups.push((settings, vec![input.path()])),
            }
        }
        let is_one = groups.len() == 1;
        for (settings, paths) in groups {
            let shown = |path: &Path| display_path((reading.shown)(path).as_path()).to_string();
            let files = read_files(&paths, reading.encoding, shown, settings.side);
            let files = files.map_err(|error| streams.refusal(error))?;
            let against = against_files(&settings.against, streams)?;
            let played = match against.files.is_empty() {
                true => None,
                false => {
                    let moves = settings.moves.get();
                    let (played, errors) = played_moves(&against, &files.repertoire, moves, &caches, &|| false);
                    if !errors.is_empty() {
                        errors.iter().for_each(|error| streams.error(error));
                        return Err(errors);
                    }
                    Some(played)
                }
            };
            if let Some(played) = played.as_ref().filter(|played| played.games > 0) {
                let words = coverage_in_words(&played.coverage, settings);
                let whose = settings.side.fold_wb("White", "Black");
                found.coverage.push(if is_one {
                    words
                } else {
                    format!("{} ({whose}): {words}", settings.folder.display())
                });
            }
            let faults = faults_of_files(&files, played.as_ref(), settings.demands(), false);
            found.of_files.extend(paths.iter().map(|path| path.to_path_buf()).zip(faults));
        }
        Ok(found)
    }

    /// What is wrong in a file.
    pub(super) fn of_file(&self, path: &Path) -> &[FaultOfFile] {
        self.of_files.get(path).map_or(&[], Vec::as_slice)
    }

    /// How far games stay in the repertoires, in words.
    pub(super) fn coverage(&self) -> impl Iterator<Item = String> {
        self.coverage.iter().cloned()
    }
}

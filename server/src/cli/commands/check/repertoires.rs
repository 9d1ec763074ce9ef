//! The repertoires that the checked files belong to.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use scoresheet_lint::finding::Edit;
use scoresheet_lint::repertoire::FaultOfFile;

use super::file_check::FileChecker;
use crate::cli::arguments::CacheArguments;
use crate::cli::input::Input;
use crate::cli::output::{Streams, display_path};
use crate::cli::repertoire_options::{NO_SIDE, RepertoireOptions, against_files, coverage_in_words, read_files};
use crate::configuration::RepertoireSettings;
use crate::repertoire::{faults_of_files, played_moves};
use crate::text_edits::text_edits;
use crate::text_file::Encoding;

/// What is wrong in all repertoires.
#[derive(Default)]
pub(super) struct Repertoires {
    of_files: HashMap<PathBuf, Vec<FaultOfFile>>,
    coverage: Vec<String>,
}

/// The files that belong to repertoires, and how they are read.
struct Reading<'a> {
    files: Vec<(&'a Input, RepertoireSettings)>,
    /// With `scoresheet repertoire check`.
    options: Option<&'a RepertoireOptions>,
    encoding: Option<Encoding>,
    /// The path of a file as it is printed.
    shown: &'a dyn Fn(&Path) -> PathBuf,
}

impl FileChecker<'_, '_> {
    /// Finds what is wrong in the repertoires that the files belong to, as their configurations say.
    ///
    /// # Errors
    ///
    /// The errors that were reported.
    pub(super) fn look_at_repertoires(&mut self, streams: &mut Streams<'_>) -> Result<(), Vec<String>> {
        let files = self.files_of_games();
        let files = files.filter_map(|input| Some((input, self.settings_of(input.path()).repertoire?))).collect();
        let (options, encoding) = (self.arguments.repertoire.as_ref(), self.arguments.input.encoding);
        let shown = &|path: &Path| self.shown(path);
        self.repertoires = Repertoires::find(&Reading { files, options, encoding, shown }, streams)?;
        Ok(())
    }

    /// Whether a file belongs to a repertoire, so that other files may change what is wrong in it.
    pub(super) fn is_of_repertoire(&self, path: &Path) -> bool {
        self.repertoires.has(path)
    }

    /// How far games stay in the repertoires, in words.
    pub(super) fn coverage(&self) -> impl Iterator<Item = String> {
        self.repertoires.coverage()
    }
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
    fn find(reading: &Reading, streams: &mut Streams<'_>) -> Result<Repertoires, Vec<String>> {
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

    /// What is wrong in a file that has another text now, with places in that one.
    pub(super) fn of_file_after(&self, path: &Path, old: &str, new: &str) -> Vec<FaultOfFile> {
        let faults = self.of_file(path);
        if faults.is_empty() || old == new {
            return faults.to_vec();
        }
        let edits = text_edits(old, new);
        faults.iter().filter_map(|fault| fault.moved(|range| Some(place_after(&edits, range)))).collect()
    }

    /// Whether a file belongs to a repertoire.
    fn has(&self, path: &Path) -> bool {
        self.of_files.contains_key(path)
    }

    /// How far games stay in the repertoires, in words.
    fn coverage(&self) -> impl Iterator<Item = String> {
        self.coverage.iter().cloned()
    }
}

/// Where a range is after edits, in ascending order. What replaces a part of it belongs to it.
fn place_after(edits: &[Edit], range: &Range<usize>) -> Range<usize> {
    let before = |offset: usize| edits.iter().take_while(move |edit| edit.range.end <= offset);
    let moved = |offset: usize| before(offset).fold(offset, |moved, edit| moved + edit.text.len() - edit.range.len());
    let touching = |edit: &&Edit| edit.range.start < range.end && edit.range.end > range.start;
    let first = edits.iter().find(touching).map_or(range.start, |edit| edit.range.start.min(range.start));
    let last = edits.iter().rfind(touching).map_or(range.end, |edit| edit.range.end.max(range.end));
    moved(first)..moved(last).max(moved(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_edits() {
        let check = |old: &str, new: &str, word: &str, expected: &str| {
            let start = old.find(word).unwrap();
            let place = place_after(&text_edits(old, new), &(start..start + word.len()));
            assert_eq!(&new[place], expected, "{new}");
        };
        check("1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3", "Nf3", "Nf3");
        check("1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3", "e4", "e4");
        check("1. e4 e5 2. 0-0 a6", "1. e4 e5 2. O-O a6", "0-0", "O-O");
        check("1. e4 e5 2. 0-0 a6", "1. e4 e5 2. O-O a6", "a6", "a6");
    }
}

//! The games that differ from those of a revision.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use scoresheet_format::{FormatOptions, Formatted};

use super::git::{Differences, Repository};
use crate::cli::arguments::{InputArguments, RevisionArguments};
use crate::cli::findings::Hash;
use crate::cli::input::{Input, Inputs};
use crate::cli::language::Language;
use crate::text_file::{Archive, Encoding, Origin, block_size, in_blocks};

/// The parts of a file that changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangedParts {
    /// Half-open byte offsets in the decoded text, in order, whole games or records.
    ranges: Vec<Range<usize>>,
}

impl ChangedParts {
    fn all() -> ChangedParts {
        ChangedParts { ranges: std::iter::once(0..usize::MAX).collect() }
    }

    fn add(&mut self, range: Range<usize>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    /// Whether the game or record that begins at a byte offset changed.
    pub(crate) fn holds(&self, start: usize) -> bool {
        let before = self.ranges.partition_point(|range| range.start <= start);
        before.checked_sub(1).is_some_and(|index| self.ranges[index].contains(&start))
    }

    /// What of `range` changed, in order.
    fn within(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = self.ranges.partition_point(|changed| changed.end <= range.start);
        let within = self.ranges[first..].iter().take_while(move |changed| changed.start < range.end);
        within.map(move |changed| changed.start.max(range.start)..changed.end.min(range.end))
    }

    /// Formats the changed games of `text`, which begins at byte `start` of its file; the rest is copied.
    pub(crate) fn format(&self, text: &str, start: usize, language: Language, options: FormatOptions) -> Formatted {
        let mut joined = Formatted::default();
        let mut done = 0;
        let take_over = |joined: &mut Formatted, range: Range<usize>| {
            let games = language.units(&text[range.clone()]).count();
            joined
                .append(Formatted { text: text[range.clone()].to_owned(), games, ..Formatted::default() }, range.start);
        };
        for changed in self.within(start..start + text.len()) {
            let changed = changed.start - start..changed.end - start;
            take_over(&mut joined, done..changed.start);
            joined.append(language.format(&text[changed.clone()], options), changed.start);
            done = changed.end;
        }
        take_over(&mut joined, done..text.len());
        joined
    }
}

/// The changed parts of each file.
pub(crate) type Changes = HashMap<PathBuf, ChangedParts>;

/// Evaluates `--changed`: leaves only inputs with changed games. None without `--changed`.
///
/// # Errors
///
/// A message; see [`select`].
pub(crate) fn changes(
    arguments: &RevisionArguments,
    input: &InputArguments,
    inputs: &mut Inputs,
) -> Result<Option<Changes>, String> {
    let Some(revision) = &arguments.changed else { return Ok(None) };
    let language = |path: &Path| Language::of(path, input.language);
    select(revision, inputs, language, input.encoding).map(Some)
}

/// Leaves only inputs with changed games, and finds these games.
///
/// A game has changed unless the revision has the same game, up to line endings, in a file that differs now. So a game
/// that moved within a file or between files has not changed, and a copy of a game is new.
///
/// # Errors
///
/// A message if Git fails, or a file is not in the repository.
fn select(
    revision: &str,
    inputs: &mut Inputs,
    language: impl Fn(&Path) -> Language,
    encoding: Option<Encoding>,
) -> Result<Changes, String> {
    let top = Repository::open(revision)?;
    let inner = top.submodules()?;
    let mut old = OldGames::default();
    let mut repositories = Vec::new();
    for repository in std::iter::once(top).chain(inner) {
        let differences = repository.differences()?;
        for path in &differences.old {
            if Language::of_extension(path).is_some() && Archive::of(path).is_none() {
                old.add(&repository.old_text(path)?, language(path), encoding);
            }
        }
        repositories.push((repository, differences));
    }
    let mut changes = Changes::new();
    for input in &inputs.found {
        let Input::File(path) = input else {
            return Err("--changed: standard input is not in a repository".to_owned());
        };
        // The innermost repository: inner ones come after outer ones. The outermost refuses files that are in none.
        let holding = repositories.iter().rfind(|(repository, _)| repository.holds(path)).or(repositories.first());
        let Some((repository, differences)) = holding else { continue };
        if let Some(parts) = changed_parts(path, repository, differences, &mut old, language(path), encoding)? {
            changes.insert(path.clone(), parts);
        }
    }
    inputs.found.retain(|input| changes.contains_key(input.path()));
    // No changes are no mistake.
    inputs.warning = None;
    Ok(changes)
}

/// None if nothing changed.
fn changed_parts(
    path: &Path,
    repository: &Repository,
    differences: &Differences,
    old: &mut OldGames,
    language: Language,
    encoding: Option<Encoding>,
) -> Result<Option<ChangedParts>, String> {
    let name = repository.name_of(path)?;
    if !differences.all.contains(&name) && differences.tracked.contains(&name) {
        return Ok(None);
    }
    if Archive::of(path).is_some() {
        return Ok(Some(ChangedParts::all()));
    }
    // A file that cannot be read is reported when it is checked.
    let Ok(mut origin) = Origin::open(path, None, &|_| {}) else { return Ok(Some(ChangedParts::all())) };
    let mut parts = ChangedParts::default();
    for (hash, range) in hashes(&mut origin, language, encoding) {
        if hash != Hash::default().0 && !old.take(hash) {
            parts.add(range);
        }
    }
    Ok((!parts.ranges.is_empty()).then_some(parts))
}

/// How often each game occurs in the old versions of files that differ.
#[derive(Default)]
struct OldGames(HashMap<u64, usize>);

impl OldGames {
    fn add(&mut self, mut bytes: &[u8], language: Language, encoding: Option<Encoding>) {
        // An archive has no games that could be compared.
        let Ok(mut origin) = Origin::stream(&mut bytes, &|_| {}) else { return };
        for (hash, _) in hashes(&mut origin, language, encoding) {
            *self.0.entry(hash).or_default() += 1;
        }
    }

    /// Whether the game occurs once more.
    fn take(&mut self, hash: u64) -> bool {
        let Some(count) = self.0.get_mut(&hash).filter(|count| **count > 0) else { return false };
        *count -= 1;
        true
    }
}

/// The hash and place of every game or record of a file: half-open byte offsets in the decoded text. Empty if it
/// cannot be read.
fn hashes(origin: &mut Origin, language: Language, encoding: Option<Encoding>) -> Vec<(u64, Range<usize>)> {
    let read = in_blocks(origin, encoding, language.cut(), block_size(), Vec::new, |games, block| {
        let hashed = |range: Range<usize>| {
            (hash(&block.text[range.clone()]), block.start + range.start..block.start + range.end)
        };
        games.extend(language.units(&block.text).map(hashed));
    });
    read.map(|finished| finished.state).unwrap_or_default()
}

/// A hash of a game that ignores line endings and empty lines at the end.
fn hash(text: &str) -> u64 {
    let mut hash = Hash::default();
    let lines = text.trim_end().lines().flat_map(|line| line.split('\r'));
    lines.for_each(|line| hash.add(line));
    hash.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_where_games_begin() {
        let mut parts = ChangedParts::default();
        [3..5, 5..9, 20..30].into_iter().for_each(|range| parts.add(range));
        assert_eq!(parts.ranges, [3..9, 20..30]);
        assert_eq!([2, 3, 5, 9, 20, 30].map(|start| parts.holds(start)), [false, true, true, false, true, false]);
        assert_eq!(parts.within(5..25).collect::<Vec<_>>(), [5..9, 20..25]);
        assert_eq!(parts.within(9..20).count(), 0);
        assert!(ChangedParts::all().holds(usize::MAX - 1));
    }

    #[test]
    fn line_ends_and_empty_lines_do_not_change_a_game() {
        assert_eq!(hash("1. e4\r\n*\r\n\r\n"), hash("1. e4\n*"));
        assert_eq!(hash("1. e4\r*\r"), hash("1. e4\n*"));
        assert_ne!(hash("1. e4\n*"), hash("1. e4 *"));
        assert_ne!(hash("1. e4\n\n*"), hash("1. e4\n*"));
    }
}

//! `--baseline`: known findings, in a file beside the games.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::findings::{Hash, Identity, LocatedFinding};
use crate::cli::input::{absolute, seen_from};
use crate::cli::writing::create_atomically;
use crate::text_file::STDIN_NAME;

/// The version of the format; files of a later version are refused.
const VERSION: u32 = 1;

/// The known findings of all files.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    /// Whether findings are written to the file instead of being compared with it.
    pub(super) is_written: bool,
    of_files: BTreeMap<String, Vec<Entry>>,
    /// Known findings of files that no longer exist: their games may have moved to other files.
    moved: Vec<Entry>,
}

/// A finding, and how often it occurs.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    /// Relative to the folder of the baseline.
    file: String,
    rule: String,
    count: usize,
    /// For people who read the file; nothing depends on it.
    message: String,
    /// The hash of the game's tags.
    game: Hexadecimal,
    /// The hash of its first moves.
    moves: Hexadecimal,
    finding: Hexadecimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Hexadecimal(u64);

impl TryFrom<String> for Hexadecimal {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Hexadecimal, Self::Error> {
        u64::from_str_radix(&digits, 16).map(Hexadecimal)
    }
}

impl From<Hexadecimal> for String {
    fn from(number: Hexadecimal) -> String {
        format!("{:016x}", number.0)
    }
}

#[derive(Deserialize)]
struct Document {
    version: u32,
    #[serde(default)]
    findings: Vec<Entry>,
}

/// The result of comparing files with the baseline.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How many findings are known.
    pub(super) known: usize,
    /// How many known findings of the files no longer occur.
    gone: usize,
    /// How many of the known findings come from files that no longer exist.
    from_moved: usize,
    /// The findings to write, by file.
    written: BTreeMap<String, Vec<Entry>>,
}

impl Tally {
    /// Adds the result of another file.
    pub(super) fn add(&mut self, other: Tally) {
        self.known += other.known;
        self.gone += other.gone;
        self.from_moved += other.from_moved;
        self.written.extend(other.written);
    }
}

impl Baseline {
    /// Reads the baseline at `path`, which need not exist if it is to be written.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be read or is not a baseline.
    pub(super) fn read(path: &Path, is_written: bool) -> Result<Baseline, String> {
        let trouble = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        // A device or a pipe may never end.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            return Err(trouble(&"not a baseline: it is not a regular file"));
        }
        let entries = match fs::read_to_string(path) {
            Ok(text) => {
                let document: Document =
                    serde_json::from_str(&text).map_err(|error| trouble(&format!("not a baseline: {error}")))?;
                if document.version > VERSION {
                    return Err(trouble(&"this baseline was written by a later version of Scoresheet"));
                }
                document.findings
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_written => Vec::new(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(trouble(&"no such file; --write-baseline creates it"));
            }
            Err(error) => return Err(trouble(&error)),
        };
        let mut baseline = Baseline { path: path.to_owned(), is_written, of_files: BTreeMap::new(), moved: Vec::new() };
        for entry in entries {
            // Standard input is not a file, so it always exists.
            if entry.file == STDIN_NAME || baseline.folder().join(&entry.file).exists() {
                baseline.of_files.entry(entry.file.clone()).or_default().push(entry);
            } else {
                baseline.moved.push(entry);
            }
        }
        Ok(baseline)
    }

    /// The known findings of the file at `path`.
    pub(super) fn of_file(&self, path: &Path) -> KnownFindings<'_> {
        let name = match path == Path::new(STDIN_NAME) {
            true => STDIN_NAME.to_owned(),
            false => seen_from(&self.folder(), path).to_string_lossy().into_owned(),
        };
        let own = self.of_files.get(&name).map_or(&[][..], Vec::as_slice);
        let entries: Vec<&Entry> = if self.is_written { Vec::new() } else { own.iter().chain(&self.moved).collect() };
        let mut known = KnownFindings {
            left: entries.iter().map(|entry| entry.count).collect(),
            own: if self.is_written { 0 } else { own.len() },
            name,
            entries,
            by_game: HashMap::new(),
            is_written: self.is_written,
            written: Vec::new(),
            places: HashMap::new(),
            tally: Tally::default(),
        };
        for (index, entry) in known.entries.iter().enumerate() {
            for key in keys(entry.game.0, entry.moves.0, entry.finding.0).into_iter().flatten() {
                known.by_game.entry(key).or_default().push(index);
            }
        }
        known
    }

    /// How many known findings no longer occur, in the files that were checked and in those that no longer exist.
    pub(super) fn gone(&self, tally: &Tally) -> usize {
        let moved: usize = self.moved.iter().map(|entry| entry.count).sum();
        tally.gone + moved.saturating_sub(tally.from_moved)
    }

    /// Writes the findings of `tally`, and keeps those of other files. Returns how many findings the baseline has.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be written.
    pub(super) fn write(mut self, tally: Tally) -> Result<usize, String> {
        self.of_files.extend(tally.written);
        let entries: Vec<&Entry> = self.of_files.values().flatten().collect();
        let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
        for (number, entry) in entries.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            // Strings and numbers always serialise, and writing to a string cannot fail.
            let _ = write!(text, "{comma}\n    {}", serde_json::to_string(entry).unwrap_or_default());
        }
        text += if entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" };
        create_atomically(&self.path, text.as_bytes(), true)
            .map_err(|error| format!("{}: cannot write: {error}", self.path.display()))?;
        Ok(entries.iter().map(|entry| entry.count).sum())
    }

    fn folder(&self) -> PathBuf {
        absolute(&self.path).parent().map_or_else(PathBuf::new, Path::to_path_buf)
    }
}

/// The known findings of one file, and how many of each have not occurred yet.
pub(super) struct KnownFindings<'a> {
    name: String,
    /// Those of the file itself come first.
    entries: Vec<&'a Entry>,
    own: usize,
    left: Vec<usize>,
    by_game: HashMap<Key, Vec<usize>>,
    is_written: bool,
    written: Vec<Entry>,
    /// The index in `written` of each finding.
    places: HashMap<(Hexadecimal, Hexadecimal, Hexadecimal), usize>,
    tally: Tally,
}

/// The finding and the game, and whether the hash of the game is that of its moves.
type Key = (u64, u64, bool);

/// A game without tags has no key by tags, and one without moves no key by moves.
fn keys(tags: u64, moves: u64, finding: u64) -> [Option<Key>; 2] {
    let nothing = Hash::default().0;
    let by_tags = tags != nothing || moves == nothing;
    [by_tags.then_some((finding, tags, false)), (moves != nothing).then_some((finding, moves, true))]
}

impl KnownFindings<'_> {
    /// Whether the finding is not reported: because the baseline knows one more like it, or because it is written to
    /// the baseline.
    pub(super) fn takes(&mut self, located: &LocatedFinding) -> bool {
        let Identity { tags, moves, finding, .. } = located.identity;
        if self.is_written {
            self.write_down(located);
            return true;
        }
        let left = &self.left;
        let candidates = keys(tags, moves, finding).into_iter().flatten().filter_map(|key| self.by_game.get(&key));
        let Some(index) = candidates.flatten().copied().find(|index| left[*index] > 0) else { return false };
        self.left[index] -= 1;
        self.tally.known += 1;
        self.tally.from_moved += usize::from(index >= self.own);
        true
    }

    /// The result for the file.
    pub(super) fn end(self) -> Tally {
        let gone = self.left[..self.own].iter().sum();
        let written = if self.is_written { BTreeMap::from([(self.name, self.written)]) } else { BTreeMap::new() };
        Tally { gone, written, ..self.tally }
    }

    fn write_down(&mut self, located: &LocatedFinding) {
        let Identity { tags, moves, finding, .. } = located.identity;
        let key = (Hexadecimal(tags), Hexadecimal(moves), Hexadecimal(finding));
        let index = *self.places.entry(key).or_insert(self.written.len());
        if let Some(entry) = self.written.get_mut(index) {
            entry.count += 1;
            return;
        }
        self.written.push(Entry {
            file: self.name.clone(),
            rule: located.finding.rule.name.to_owned(),
            count: 1,
            message: located.finding.message.clone(),
            game: key.0,
            moves: key.1,
            finding: key.2,
        });
    }
}

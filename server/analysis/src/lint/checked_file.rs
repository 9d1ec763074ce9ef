//! A file that is checked again and again while it is edited: what is known of games that are still the same is kept.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{Chunk, Database, Game};

use super::{CheckedGame, Linter};
use crate::file_view::{DigestedGame, FileFacts, Source};
use crate::finding::{Finding, Level};
use crate::suppression::{FileAllowances, UsedAllowances};

/// The findings of a file, game by game.
#[derive(Debug, Default)]
pub struct CheckedFile {
    chunks: Vec<Placed>,
    /// Ordered by place; ranges are relative to the file, as everywhere but in the chunks.
    of_file: Vec<Finding>,
    origin: Origin,
    checked_games: usize,
}

/// What, besides its text, the findings of a game depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Origin {
    asked: BTreeSet<&'static str>,
    levels: BTreeMap<&'static str, Level>,
    lowest: Option<Level>,
    allowances: FileAllowances,
}

/// The games of a chunk and what was found in them.
#[derive(Debug)]
struct CheckedChunk {
    chunk: Arc<Chunk>,
    /// One a game.
    games: Vec<Arc<CheckedGame>>,
    /// One a game; they begin at so many bytes from the start of the chunk.
    digests: Vec<DigestedGame>,
    used: UsedAllowances,
    levels: Counts,
}

#[derive(Clone, Debug)]
struct Placed {
    start: usize,
    checked: Arc<CheckedChunk>,
}

/// How many findings there are of each level, as in [`Level::ALL`].
#[derive(Clone, Copy, Debug, Default)]
struct Counts([usize; Level::ALL.len()]);

/// The games of a file of which something is known, by their identity.
struct KnownGames<'kept> {
    chunks: HashMap<(*const Chunk, bool), &'kept Arc<CheckedChunk>>,
    games: HashMap<(*const Game, bool), &'kept Arc<CheckedGame>>,
}

impl Linter {
    /// What the rules say of all games of a file and of the file. Games that stand in `kept`, too, are not checked again; only
    /// the rules about whole files are asked of all games, by what was kept of each.
    pub fn check_again(&self, file: &Database, facts: FileFacts, kept: Option<&CheckedFile>) -> CheckedFile {
        let Some(first) = file.game(0) else { return CheckedFile::default() };
        let origin = Origin {
            asked: self.asked.clone(),
            levels: self.levels.clone(),
            lowest: Some(self.lowest),
            allowances: FileAllowances::of_game(first.view()),
        };
        let known = KnownGames::of(kept.filter(|kept| kept.origin == origin), file);
        let mut checked_games = 0;
        let chunks: Vec<Placed> = (file.chunks())
            .map(|(start, chunk)| {
                let known_chunk = known.chunks.get(&(Arc::as_ptr(chunk), start == 0));
                let checked = known_chunk.map(|known| Arc::clone(known)).unwrap_or_else(|| {
                    Arc::new(self.check_chunk(chunk, start == 0, &origin.allowances, &known, &mut checked_games))
                });
                Placed { start, checked }
            })
            .collect();
        let of_file = self.check_file_of(file, facts, &chunks, &origin.allowances);
        CheckedFile { chunks, of_file, origin, checked_games }
    }

    fn check_chunk(
        &self,
        chunk: &Arc<Chunk>,
        is_first: bool,
        allowances: &FileAllowances,
        known: &KnownGames,
        checked_games: &mut usize,
    ) -> CheckedChunk {
        let mut checked = CheckedChunk {
            chunk: chunk.clone(),
            games: Vec::with_capacity(chunk.len()),
            digests: Vec::with_capacity(chunk.len()),
            used: UsedAllowances::default(),
            levels: Counts::default(),
        };
        for (start, game) in chunk.games() {
            let is_first = is_first && start == 0;
            let known_game = known.games.get(&(Arc::as_ptr(game), is_first));
            let of_game = known_game.map(|known| Arc::clone(known)).unwrap_or_else(|| {
                *checked_games += 1;
                Arc::new(self.check_in_file(game.view(), is_first, allowances))
            });
            checked.used = checked.used | of_game.used;
            of_game.findings.iter().for_each(|finding| checked.levels.add(finding.level));
            checked.digests.push(DigestedGame { start, digest: of_game.digest });
            checked.games.push(of_game);
        }
        checked
    }

    fn check_file_of(
        &self,
        file: &Database,
        facts: FileFacts,
        chunks: &[Placed],
        allowances: &FileAllowances,
    ) -> Vec<Finding> {
        let used = chunks.iter().fold(UsedAllowances::default(), |used, placed| used | placed.checked.used);
        let mut digests = Vec::with_capacity(file.len());
        for Placed { start, checked } in chunks {
            digests.extend(checked.digests.iter().map(|game| DigestedGame { start: start + game.start, ..*game }));
        }
        self.check_file(facts, &digests, Source::Database(file), allowances, used)
    }
}

impl CheckedFile {
    /// All findings, ordered by place. Linear in their number.
    pub fn all(&self) -> Vec<Finding> {
        let of_games = self.chunks.iter().flat_map(|placed| placed.findings(0..placed.checked.games.len()));
        self.with_those_of_file(of_games.collect(), |_| true)
    }

    /// The findings that have to do with the bytes `range`, its ends included, ordered by place. The work depends on the games
    /// that are touched, and on the number of chunks.
    pub fn touching(&self, range: &Range<usize>) -> Vec<Finding> {
        let touched = |finding: &Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        let chunks = &self.chunks[..self.chunks.partition_point(|placed| placed.start <= range.end)];
        // What is at the end of a game may touch the start of the next.
        let first = chunks.partition_point(|placed| placed.start < range.start).saturating_sub(1);
        let of_games = chunks[first..].iter().flat_map(|placed| {
            let digests = &placed.checked.digests;
            let before = digests.partition_point(|game| placed.start + game.start < range.start).saturating_sub(1);
            let behind = digests.partition_point(|game| placed.start + game.start <= range.end);
            placed.findings(before..behind)
        });
        self.with_those_of_file(of_games.filter(touched).collect(), touched)
    }

    /// The most serious findings, no more than `most`; of equally serious ones those about the file, then the first. Ordered by
    /// place. The work depends on what is given, and on the number of chunks.
    pub fn most_serious(&self, most: usize) -> Vec<Finding> {
        let mut counts = Counts::default();
        self.of_file.iter().for_each(|finding| counts.add(finding.level));
        self.chunks.iter().for_each(|placed| counts.add_all(placed.checked.levels));
        if counts.sum() <= most {
            return self.all();
        }
        let mut left = counts.up_to(most);
        let of_file: Vec<Finding> = self.of_file.iter().filter(|finding| left.take(finding.level)).cloned().collect();
        let mut findings = Vec::with_capacity(most);
        for placed in &self.chunks {
            if left.sum() == 0 {
                break;
            }
            if placed.checked.levels.has_any(left) {
                for (start, game) in placed.games(0..placed.checked.games.len()) {
                    let chosen = game.findings.iter().filter(|finding| left.take(finding.level));
                    findings.extend(chosen.map(|finding| finding.clone().shifted(start)));
                }
            }
        }
        findings.extend(of_file);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// How many findings there are. Linear in the number of chunks.
    pub fn len(&self) -> usize {
        let of_games: usize = self.chunks.iter().map(|placed| placed.checked.levels.sum()).sum();
        of_games + self.of_file.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many games had to be checked for this, as nothing was known of them.
    pub fn checked_games(&self) -> usize {
        self.checked_games
    }

    fn with_those_of_file(&self, mut findings: Vec<Finding>, is_meant: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        if !self.of_file.is_empty() {
            findings.extend(self.of_file.iter().filter(|finding| is_meant(finding)).cloned());
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }
}

/// Findings of which no more is known than where they are.
impl From<Vec<Finding>> for CheckedFile {
    fn from(of_file: Vec<Finding>) -> CheckedFile {
        CheckedFile { of_file, ..CheckedFile::default() }
    }
}

impl Placed {
    /// The games at these places, each with the byte offset in the file at which it begins.
    fn games(&self, games: Range<usize>) -> impl Iterator<Item = (usize, &CheckedGame)> {
        let starts = self.checked.digests[games.clone()].iter().map(|game| self.start + game.start);
        starts.zip(self.checked.games[games].iter().map(Arc::as_ref))
    }

    /// The findings of the games at these places, ordered by place.
    fn findings(&self, games: Range<usize>) -> impl Iterator<Item = Finding> {
        self.games(games).flat_map(|(start, game)| game.findings.iter().map(move |it| it.clone().shifted(start)))
    }
}

impl<'kept> KnownGames<'kept> {
    /// What is known of the games of `file`. The first game of a file is known by itself: its escape lines speak for all.
    fn of(kept: Option<&'kept CheckedFile>, file: &Database) -> KnownGames<'kept> {
        let mut known = KnownGames { chunks: HashMap::new(), games: HashMap::new() };
        let Some(kept) = kept else { return known };
        for Placed { start, checked } in &kept.chunks {
            known.chunks.insert((Arc::as_ptr(&checked.chunk), *start == 0), checked);
        }
        // Of the chunks that are still there, the games need not be listed.
        let is_known =
            |(start, chunk): (usize, &Arc<Chunk>)| known.chunks.contains_key(&(Arc::as_ptr(chunk), start == 0));
        if file.chunks().all(is_known) {
            return known;
        }
        let still: BTreeSet<_> = file.chunks().map(|(start, chunk)| (Arc::as_ptr(chunk), start == 0)).collect();
        for Placed { start, checked } in &kept.chunks {
            let is_first = *start == 0;
            if !still.contains(&(Arc::as_ptr(&checked.chunk), is_first)) {
                let games = checked.chunk.games().zip(&checked.games);
                let keyed = games.map(|((at, game), checked)| ((Arc::as_ptr(game), is_first && at == 0), checked));
                known.games.extend(keyed);
            }
        }
        known
    }
}

impl Counts {
    fn add(&mut self, level: Level) {
        self.0[place(level)] += 1;
    }

    fn add_all(&mut self, other: Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    fn sum(self) -> usize {
        self.0.iter().sum()
    }

    /// No more than `most`, the most serious first.
    fn up_to(self, most: usize) -> Counts {
        let mut left = most;
        Counts(self.0.map(|count| {
            let taken = count.min(left);
            left -= taken;
            taken
        }))
    }

    /// Takes one of this level away, if there is one.
    fn take(&mut self, level: Level) -> bool {
        let count = &mut self.0[place(level)];
        let has_one = *count > 0;
        *count -= usize::from(has_one);
        has_one
    }

    fn has_any(self, wanted: Counts) -> bool {
        self.0.iter().zip(wanted.0).any(|(count, wanted)| *count > 0 && wanted > 0)
    }
}

/// The place of a level in [`Level::ALL`].
fn place(level: Level) -> usize {
    match level {
        Level::Error => 0,
        Level::Warning => 1,
        Level::Info => 2,
        Level::Hint => 3,
    }
}

#[cfg(test)]
mod tests;

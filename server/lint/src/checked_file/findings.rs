//! A file that is checked again and again while it is edited: what is known of games that are still the same is kept, and what
//! is not known yet is worked out chunk by chunk, by whoever has a thread for it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{Chunk, Database, Game, GameView};

use super::counts::Counts;
use super::kept::Kept;
use super::of_file::OfFile;
use super::since_asked::SinceAsked;
use crate::file_view::{DigestedGame, FileFacts, FileOptions, GameDigest, Source};
use crate::finding::{Finding, Level};
use crate::linter::{CheckedGame, Linter};
use crate::suppression::{FileAllowances, UsedAllowances};

/// The findings of a file, game by game, as far as they are known. Cheap to clone: linear in the number of chunks.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    pub(super) chunks: Vec<Placed>,
    pub(super) of_file: OfFile,
    pub(super) since_asked: Option<SinceAsked>,
    pub(super) origin: Arc<Origin>,
    pub(super) checked_games: usize,
    pub(super) looked_at_games: usize,
}

/// What, besides its text, the findings of a game depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) asked: BTreeSet<&'static str>,
    pub(super) levels: BTreeMap<&'static str, Level>,
    pub(super) lowest: Option<Level>,
    pub(super) file_options: FileOptions,
    pub(super) allowances: FileAllowances,
}

/// The games of a chunk and what was found in them.
#[derive(Clone, Debug)]
pub struct CheckedChunk {
    pub(super) chunk: Arc<Chunk<Game>>,
    /// One a game; nothing of those that are still to be checked.
    pub(super) games: Vec<Option<KnownGame>>,
    /// The places of those in which something was found, in ascending order: most games have no findings, and there may be a hundred
    /// thousand of them.
    pub(super) with_findings: Vec<usize>,
    /// How many are still to be checked.
    pub(super) unchecked: usize,
    pub(super) used: UsedAllowances,
    pub(super) levels: Counts,
}

/// What is known of a game; as little as can be where nothing was found.
#[derive(Clone, Debug)]
pub(super) enum KnownGame {
    Clean { used: UsedAllowances, digest: GameDigest },
    WithFindings(Arc<CheckedGame>),
}

/// A game that was checked.
#[derive(Clone, Copy, Debug)]
pub struct ShownGame<'file> {
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// The game.
    pub game: &'file Arc<Game>,
    /// What was found in it; another one when the game is checked again.
    pub checked: &'file Arc<CheckedGame>,
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) start: usize,
    pub(super) checked: Arc<CheckedChunk>,
}

impl Linter {
    /// What the rules say of all games of a file and of the file, ordered by place. Ranges are relative to the file.
    pub fn check_database(&self, file: &Database, facts: FileFacts) -> Vec<Finding> {
        self.check_again(file, facts, None).all()
    }

    /// What the rules say of all games of a file and of the file. Games that stand in `kept`, too, are not checked again; only
    /// the rules about whole files are asked of all games, by what was kept of each.
    pub fn check_again(&self, file: &Database, facts: FileFacts, kept: Option<&CheckedFile>) -> CheckedFile {
        let mut checked = self.take_over(file, kept);
        for index in checked.unchecked(0, usize::MAX) {
            let chunk = self.check_chunk(file, &checked, index);
            checked.put(index, chunk);
        }
        self.check_whole(&mut checked, file, facts);
        checked
    }

    /// What is known of a file from `kept`, what was found in a text before it. Nothing is checked. What the rules about whole
    /// files have said of that text stays where its places still are.
    pub fn take_over(&self, file: &Database, kept: Option<&CheckedFile>) -> CheckedFile {
        let Some(allowances) = file.read(0, |game| FileAllowances::of_game(game, &self.ids)) else {
            return CheckedFile::default();
        };
        let origin = Origin {
            asked: self.asked.clone(),
            levels: self.levels.clone(),
            lowest: Some(self.lowest),
            file_options: self.file_options,
            allowances,
        };
        match kept.filter(|kept| *kept.origin == origin && !kept.chunks.is_empty()) {
            Some(before) => Kept::of(before, file).take_over(),
            None => {
                let chunks = file.chunks().map(|(start, chunk)| Placed { start, checked: CheckedChunk::of(chunk) });
                let of_file = OfFile { is_outdated: true, ..OfFile::default() };
                CheckedFile {
                    chunks: chunks.collect(),
                    of_file,
                    since_asked: None,
                    origin: Arc::new(origin),
                    checked_games: 0,
                    looked_at_games: 0,
                }
            }
        }
    }

    /// The chunk at a place in a file (see [`CheckedFile::unchecked`]) with all its games checked. `known` is what is known of `file`.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn check_chunk(&self, file: &Database, known: &CheckedFile, index: usize) -> CheckedChunk {
        let Placed { start, checked } = &known.chunks[index];
        let mut checked = CheckedChunk::clone(checked);
        let first_game = file.game_at(*start).unwrap_or(0);
        for place in 0..checked.games.len() {
            if checked.games[place].is_none() {
                let is_first = first_game + place == 0;
                let allowances = &known.origin.allowances;
                let check = |game: GameView| self.check_in_file(game, is_first, allowances);
                if let Some(of_game) = file.read(first_game + place, check) {
                    checked.put(place, of_game.into());
                }
            }
        }
        checked
    }

    /// Ask the rules about whole files, once all games are checked; of no more than the games that have changed and their neighbours,
    /// where that is enough. Nothing is done before.
    pub fn check_whole(&self, checked: &mut CheckedFile, file: &Database, facts: FileFacts) {
        self.check_whole_again(checked, file, facts);
        if checked.is_complete() || !checked.has_all_games() || file.is_empty() {
            return;
        }
        let mut used = UsedAllowances::default();
        let mut digests = Vec::with_capacity(file.len());
        for placed in &checked.chunks {
            used = used | placed.checked.used;
            let starts = placed.checked.chunk.starts().iter().map(|start| placed.start + start);
            let games = starts.zip(placed.checked.games.iter().flatten());
            digests.extend(games.map(|(start, game)| DigestedGame { start, digest: game.digest() }));
        }
        let findings = self.check_file(facts, &digests, Source::Database(file, 0), &checked.origin.allowances, used);
        checked.since_asked = SinceAsked::of(&self.hooks.file, self.file_options, facts, &digests);
        checked.of_file = OfFile { findings: Arc::new(findings), since: None, is_outdated: false };
        checked.looked_at_games += digests.len();
    }
}

impl CheckedFile {
    /// The half-open byte offsets of the part that may differ from `former`: games before and behind are in both. Linear in the number
    /// of chunks and in the games of those that are not in both, of which nothing is read.
    pub fn differing(&self, former: &CheckedFile) -> Range<usize> {
        let is_same = |(one, other): &(&Placed, &Placed)| Arc::ptr_eq(&one.checked, &other.checked);
        let before = self.chunks.iter().zip(&former.chunks).take_while(is_same).count();
        let (rest, former_rest) = (&self.chunks[before..], &former.chunks[before..]);
        let behind = rest.iter().rev().zip(former_rest.iter().rev()).take_while(is_same).count();
        let (now, was) = (&rest[..rest.len() - behind], &former_rest[..former_rest.len() - behind]);

        let is_same = |(one, other): &(StartOfGame, StartOfGame)| Arc::ptr_eq(one.1, other.1);
        let before = games(now).zip(games(was)).take_while(is_same).count();
        let most = games(now).count().min(games(was).count()) - before;
        let behind = games(now).rev().zip(games(was).rev()).take(most).take_while(is_same).count();
        let end = rest.get(now.len()).map_or(usize::MAX, |placed| placed.start);
        let start_of = |game: Option<StartOfGame>| game.map_or(end, |(start, _)| start);
        let end = behind.checked_sub(1).map_or(end, |last| start_of(games(now).rev().nth(last)));
        start_of(games(now).nth(before)).min(end)..end
    }

    /// Whether all games are checked.
    pub fn has_all_games(&self) -> bool {
        self.chunks.iter().all(|placed| placed.checked.unchecked == 0)
    }

    /// Whether all games are checked, and the rules about whole files were asked of this very text.
    pub fn is_complete(&self) -> bool {
        !self.of_file.is_outdated && self.has_all_games()
    }

    /// How many games are still to be checked.
    pub fn unchecked_games(&self) -> usize {
        self.chunks.iter().map(|placed| placed.checked.unchecked).sum()
    }

    /// The places of the chunks with games that are still to be checked, the nearest to byte `near` first. No more than so many
    /// games are in them, unless all are in one.
    pub fn unchecked(&self, near: usize, most_games: usize) -> Vec<usize> {
        let nearest = self.chunk_at(near);
        let unchecked = |index: &usize| self.chunks[*index].checked.unchecked;
        let mut places: Vec<usize> = (0..self.chunks.len()).filter(|index| unchecked(index) > 0).collect();
        places.sort_by_key(|index| index.abs_diff(nearest));
        let mut games = 0;
        let is_too_much = |index: &usize| {
            games += unchecked(index);
            games > most_games
        };
        let fitting = places.iter().position(is_too_much).unwrap_or(places.len());
        places.truncate(fitting.max(1));
        places
    }

    /// Put in the chunk at a place in the file whose games are checked now.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn put(&mut self, index: usize, chunk: CheckedChunk) {
        let placed = &mut self.chunks[index];
        self.checked_games += placed.checked.unchecked - chunk.unchecked;
        placed.checked = Arc::new(chunk);
    }

    /// All findings, ordered by place. Linear in their number.
    pub fn all(&self) -> Vec<Finding> {
        let of_games = self.chunks.iter().flat_map(|placed| placed.findings(0..usize::MAX));
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
            let starts = placed.checked.chunk.starts();
            let before = starts.partition_point(|start| placed.start + start < range.start).saturating_sub(1);
            let behind = starts.partition_point(|start| placed.start + start <= range.end);
            placed.findings(before..behind)
        });
        self.with_those_of_file(of_games.filter(touched).collect(), touched)
    }

    /// How many findings there are. Linear in the number of chunks and of findings about the file.
    pub fn len(&self) -> usize {
        self.counts().sum()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the rules about whole files say the same as in another file.
    pub fn says_of_file_what(&self, other: &CheckedFile) -> bool {
        self.of_file.says_what(&other.of_file)
    }

    /// How many games had to be checked for this, as nothing was known of them.
    pub fn checked_games(&self) -> usize {
        self.checked_games
    }

    /// How many games the rules about whole files were asked of for this.
    pub fn looked_at_games(&self) -> usize {
        self.looked_at_games
    }

    /// What is known of the game of this index, and where it begins. Linear in the number of chunks.
    pub(super) fn known(&self, index: usize) -> Option<(usize, &Arc<Game>, &KnownGame)> {
        let mut place = index;
        for Placed { start, checked } in &self.chunks {
            if place < checked.games.len() {
                let at = start + checked.chunk.starts().get(place)?;
                return Some((at, checked.chunk.unit(place)?, checked.games[place].as_ref()?));
            }
            place -= checked.games.len();
        }
        None
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.of_file.known().for_each(|finding| counts.add(finding.level));
        self.chunks.iter().for_each(|placed| counts.add_all(placed.checked.levels));
        counts
    }

    /// The place of the chunk that byte `offset` of the file belongs to.
    pub(super) fn chunk_at(&self, offset: usize) -> usize {
        self.chunks.partition_point(|placed| placed.start <= offset).saturating_sub(1)
    }

    pub(super) fn with_those_of_file(
        &self,
        mut findings: Vec<Finding>,
        is_meant: impl Fn(&Finding) -> bool,
    ) -> Vec<Finding> {
        let before = findings.len();
        findings.extend(self.of_file.known().map(|it| self.of_file.placed(it).into_owned()).filter(is_meant));
        if findings.len() > before {
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }
}

/// Findings of which no more is known than where they are.
impl From<Vec<Finding>> for CheckedFile {
    fn from(findings: Vec<Finding>) -> CheckedFile {
        let of_file = OfFile { findings: Arc::new(findings), ..OfFile::default() };
        CheckedFile { of_file, ..CheckedFile::default() }
    }
}

impl KnownGame {
    pub(super) fn findings(&self) -> &[Finding] {
        match self {
            KnownGame::Clean { .. } => &[],
            KnownGame::WithFindings(game) => &game.findings,
        }
    }

    pub(super) fn used(&self) -> UsedAllowances {
        match self {
            KnownGame::Clean { used, .. } => *used,
            KnownGame::WithFindings(game) => game.used,
        }
    }

    pub(super) fn digest(&self) -> GameDigest {
        match self {
            KnownGame::Clean { digest, .. } => *digest,
            KnownGame::WithFindings(game) => game.digest,
        }
    }
}

impl From<CheckedGame> for KnownGame {
    fn from(mut game: CheckedGame) -> KnownGame {
        if game.findings.is_empty() {
            return KnownGame::Clean { used: game.used, digest: game.digest };
        }
        // It is kept for long, and lists that grow one by one have room for more.
        game.findings.shrink_to_fit();
        for finding in &mut game.findings {
            finding.related.shrink_to_fit();
            finding.fixes.shrink_to_fit();
        }
        KnownGame::WithFindings(Arc::new(game))
    }
}

impl CheckedChunk {
    /// A chunk of which nothing is known.
    pub(super) fn of(chunk: &Arc<Chunk<Game>>) -> Arc<CheckedChunk> {
        Arc::new(CheckedChunk {
            chunk: chunk.clone(),
            games: vec![None; chunk.len()],
            with_findings: Vec::new(),
            unchecked: chunk.len(),
            used: UsedAllowances::default(),
            levels: Counts::default(),
        })
    }

    /// Puts in a game that is still to be checked.
    pub(super) fn put(&mut self, place: usize, game: KnownGame) {
        debug_assert!(self.games[place].is_none(), "a game is checked once");
        if !game.findings().is_empty() {
            let before = self.with_findings.partition_point(|other| *other < place);
            self.with_findings.insert(before, place);
        }
        self.used = self.used | game.used();
        game.findings().iter().for_each(|finding| self.levels.add(finding.level));
        self.unchecked -= 1;
        self.games[place] = Some(game);
    }
}

/// The byte offset in the file at which a game begins, and the game.
type StartOfGame<'file> = (usize, &'file Arc<Game>);

/// The games of some chunks, in order.
fn games(chunks: &[Placed]) -> impl DoubleEndedIterator<Item = StartOfGame<'_>> {
    chunks.iter().flat_map(|placed| placed.checked.chunk.units().map(|(at, game)| (placed.start + at, game)))
}

impl Placed {
    /// The games at these places in which something was found, each with its place.
    pub(super) fn games(&self, games: Range<usize>) -> impl Iterator<Item = (usize, ShownGame<'_>)> {
        let before = |end| self.checked.with_findings.partition_point(|place| *place < end);
        self.checked.with_findings[before(games.start)..before(games.end)].iter().filter_map(|place| {
            let Some(KnownGame::WithFindings(checked)) = &self.checked.games[*place] else { return None };
            let chunk = &self.checked.chunk;
            Some((
                *place,
                ShownGame { start: self.start + chunk.starts().get(*place)?, game: chunk.unit(*place)?, checked },
            ))
        })
    }

    /// The findings of the games at these places, ordered by place.
    pub(super) fn findings(&self, games: Range<usize>) -> impl Iterator<Item = Finding> {
        self.games(games)
            .flat_map(|(_, game)| game.checked.findings.iter().map(move |it| it.clone().shifted(game.start)))
    }
}

#[cfg(test)]
mod tests;

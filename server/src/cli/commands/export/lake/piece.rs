//! From a piece of text to rows of tables.

use std::collections::BTreeMap;

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use scoresheet_chess::collation::is_game;
use scoresheet_collection::cache::GameResult;
use scoresheet_collection::export::{PlayedHere, PlayedLine, TalliedGame, annotated_moves};
use scoresheet_collection::query::{Answer, Query};
use scoresheet_collection::text_game::TextGame;
use scoresheet_grammar::{GAMES_PER_CALL, GameView, Parser, Tree};
use scoresheet_lint::finding::Level;

use super::findings_table::FindingsBuilder;
use super::games_table::{FindingCounts, GamePlace, GamesBuilder, Tags};
use super::moves_table::MovesBuilder;
use super::places::Places;
use super::positions_table::PositionRow;
use crate::cli::commands::export::arguments::{Partition, TableName};
use crate::cli::findings::LocatedFinding;
use crate::text_file::{Encoding, LineCursor};

/// Longer trees are not reused: few games need them.
const MOST_KEPT: usize = 64 << 10;

/// The name of the folder of games whose date is not known, as Hive has it.
const UNKNOWN_PARTITION: &str = "__HIVE_DEFAULT_PARTITION__";

/// Which rows are made.
pub(super) struct Wanted<'a> {
    pub(super) tables: &'a [TableName],
    /// All games without one.
    pub(super) query: Option<&'a Query>,
    pub(super) partition_by: Option<Partition>,
}

/// Where a piece begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceStart<'p> {
    /// The file as it is shown, and its number among all.
    pub(super) file: &'p str,
    pub(super) file_number: usize,
    pub(super) encoding: Encoding,
    /// The byte of the file's text at which the piece begins, and the byte on the disk.
    pub(super) start: usize,
    pub(super) disk_start: usize,
    /// How many lines and games begin before it in the file.
    pub(super) lines: usize,
    pub(super) games: usize,
}

/// The rows of a piece.
#[derive(Default)]
pub(super) struct OfPiece {
    /// Games by the folder of their part.
    pub(super) games: BTreeMap<Option<String>, RecordBatch>,
    pub(super) moves: Option<RecordBatch>,
    pub(super) findings: Option<RecordBatch>,
    /// Moves by position, with the numbers of their games in `tallied`.
    pub(super) played: Vec<PlayedHere>,
    pub(super) tallied: Vec<TalliedGame>,
    pub(super) positions: Vec<PositionRow>,
    /// How many games there are.
    pub(super) count: u64,
    /// Whether there is a game in the text, be it wanted or not.
    pub(super) has_game: bool,
}

impl Wanted<'_> {
    /// Whether a table is made.
    pub(super) fn has(&self, table: TableName) -> bool {
        self.tables.contains(&table)
    }

    /// Whether games are checked.
    pub(super) fn checks(&self) -> bool {
        self.has(TableName::Games) || self.has(TableName::Findings)
    }

    /// Makes rows of the games of a piece. Its findings are in the order of its games.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this program.
    pub(super) fn rows(&self, text: &str, at: PieceStart, findings: &[LocatedFinding]) -> Result<OfPiece, ArrowError> {
        let mut maker = Maker { wanted: self, at, text, findings, builders: Builders::default() };
        let mut parser = Parser::new(text);
        let mut trees: Box<[Tree; GAMES_PER_CALL]> = Box::default();
        let mut cursor = LineCursor::default();
        let (mut offset, mut number) = (at.disk_start, at.games);
        loop {
            let games = parser.next_games(&mut trees);
            for (range, tree) in games.iter().zip(trees.iter()) {
                let view = GameView { text: &text[range.clone()], tree };
                number += 1;
                let line = at.lines + cursor.locate(text, range.start).line;
                let place = GamePlace { file: at.file, offset: offset as i64, line: line as i64, game: number as i64 };
                maker.game(view, range.start, place)?;
                offset += at.encoding.encoded_len(view.text);
            }
            if games.len() < GAMES_PER_CALL {
                return maker.builders.finish();
            }
            trees.iter_mut().filter(|tree| tree.heap_size() > MOST_KEPT).for_each(|tree| *tree = Tree::default());
        }
    }
}

/// Makes rows of games.
struct Maker<'w> {
    wanted: &'w Wanted<'w>,
    at: PieceStart<'w>,
    text: &'w str,
    /// The findings of the games to come.
    findings: &'w [LocatedFinding],
    builders: Builders,
}

#[derive(Default)]
struct Builders {
    games: BTreeMap<Option<String>, GamesBuilder>,
    moves: MovesBuilder,
    findings: FindingsBuilder,
    line: PlayedLine,
    made: OfPiece,
}

impl Maker<'_> {
    /// Adds a game, which begins at a byte of the piece.
    fn game(&mut self, view: GameView, start: usize, place: GamePlace) -> Result<(), ArrowError> {
        let number = (place.game as usize).saturating_sub(self.at.games);
        let of_game = self.findings.partition_point(|located| located.game <= number);
        let (findings, later) = self.findings.split_at(of_game);
        self.findings = later;
        let is_game = is_game(view);
        self.builders.made.has_game |= is_game;
        if !is_game || !self.is_found(view) {
            return Ok(());
        }
        let builders = &mut self.builders;
        builders.made.count += 1;
        builders.line.read(view);
        let tags = Tags::of(view);
        let tallied = tags.tallied(GameResult::of(view), Places::number(self.at.file_number, place.game as u64));
        if self.wanted.has(TableName::Games) {
            let mut counts = FindingCounts::default();
            for located in findings {
                counts[level_index(located.finding.level)] += 1;
            }
            let folder = self.wanted.partition_by.map(|part| folder_of(part, tallied.date));
            builders.games.entry(folder).or_default().add(place, &tags, &builders.line, &tallied, counts)?;
        }
        if self.wanted.has(TableName::Tree) {
            let game = builders.made.tallied.len() as u32;
            let first_visits = builders.line.moves.iter().filter(|played| played.is_first_visit);
            let here = first_visits.map(|played| PlayedHere::new(played.key, played.code, played.mover, game));
            builders.made.played.extend(here);
            builders.made.tallied.push(tallied);
        }
        if self.wanted.has(TableName::Positions) {
            builders.made.positions.extend(PositionRow::of(&builders.line, tallied.place));
        }
        if self.wanted.has(TableName::Moves) {
            builders.moves.add(place, &annotated_moves(view, &builders.line));
        }
        if self.wanted.has(TableName::Findings) {
            let game = self.text.get(start..).unwrap_or_default();
            let mut cursor = LineCursor::default();
            for located in findings {
                let offset = located.finding.range.start.saturating_sub(self.at.start + start);
                let found = cursor.locate(game, offset);
                let line = place.line + found.line as i64 - 1;
                builders.findings.add(place, &located.finding, line, found.column as i64);
            }
        }
        Ok(())
    }

    fn is_found(&self, view: GameView) -> bool {
        self.wanted.query.is_none_or(|query| matches!(query.find(&mut TextGame::new(view, 0)), Answer::Found(_)))
    }
}

impl Builders {
    fn finish(self) -> Result<OfPiece, ArrowError> {
        let mut made = self.made;
        for (folder, builder) in self.games {
            made.games.insert(folder, builder.finish()?);
        }
        made.moves = if self.moves.rows() > 0 { Some(self.moves.finish()?) } else { None };
        made.findings = if self.findings.rows() > 0 { Some(self.findings.finish()?) } else { None };
        Ok(made)
    }
}

fn level_index(level: Level) -> usize {
    Level::ALL.iter().position(|other| *other == level).unwrap_or_default()
}

/// The folder of a date YYYYMMDD, as engines read it.
fn folder_of(part: Partition, date: u32) -> String {
    let (year, month) = (date / 10_000, date / 100 % 100);
    match part {
        Partition::Year if year > 0 => format!("by_year={year:04}"),
        Partition::Year => format!("by_year={UNKNOWN_PARTITION}"),
        Partition::Month if year > 0 && (1..=12).contains(&month) => format!("by_month={year:04}-{month:02}"),
        Partition::Month => format!("by_month={UNKNOWN_PARTITION}"),
    }
}

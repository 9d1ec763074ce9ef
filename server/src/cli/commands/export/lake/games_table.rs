//! Rows of the table of games.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Date32Builder, Int32Builder, Int64Builder, MapBuilder, MapFieldNames, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use scoresheet_chess::dates::{self, collation};
use scoresheet_collection::cache::GameResult;
use scoresheet_collection::export::{PlayedLine, TalliedGame};
use scoresheet_grammar::GameView;
use scoresheet_lint::finding::Level;

use super::schema::TAG_FIELDS;
use crate::cli::commands::export::arguments::TableName;

/// Tags that have a column, in its order.
const OWN: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];
/// The same of the columns after the ratings.
const LATER: [&str; 3] = ["TimeControl", "Variant", "FEN"];
/// Tags that are in columns in another form.
const OTHERS: [&str; 5] = ["Result", "WhiteElo", "BlackElo", "ECO", "Opening"];

/// Where a game is in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace<'p> {
    /// The path as it is shown.
    pub(super) file: &'p str,
    /// The byte at which it begins on the disk; of an archive, as decompressed.
    pub(super) offset: i64,
    /// The line on which it begins, from 1.
    pub(super) line: i64,
    /// Its number in the file, from 1.
    pub(super) game: i64,
}

/// How many findings there are of each level, the most serious first.
pub(super) type FindingCounts = [i32; Level::ALL.len()];

/// Makes rows of games.
pub(super) struct GamesBuilder {
    file: StringBuilder,
    places: [Int64Builder; 3],
    own: [StringBuilder; OWN.len()],
    day: Date32Builder,
    year: Int32Builder,
    month: Int32Builder,
    result: StringBuilder,
    elos: [Int32Builder; 2],
    eco: StringBuilder,
    opening: StringBuilder,
    later: [StringBuilder; LATER.len()],
    plies: Int32Builder,
    moves: BinaryBuilder,
    material: StringBuilder,
    is_broken: BooleanBuilder,
    findings: [Int32Builder; Level::ALL.len()],
    tags: MapBuilder<StringBuilder, StringBuilder>,
    codes: Vec<u8>,
}

impl Default for GamesBuilder {
    fn default() -> GamesBuilder {
        let [entry, key, value] = TAG_FIELDS.map(str::to_owned);
        let names = MapFieldNames { entry, key, value };
        let value = arrow_schema::Field::new(TAG_FIELDS[2], arrow_schema::DataType::Utf8, false);
        GamesBuilder {
            file: StringBuilder::new(),
            places: Default::default(),
            own: Default::default(),
            day: Date32Builder::new(),
            year: Int32Builder::new(),
            month: Int32Builder::new(),
            result: StringBuilder::new(),
            elos: Default::default(),
            eco: StringBuilder::new(),
            opening: StringBuilder::new(),
            later: Default::default(),
            plies: Int32Builder::new(),
            moves: BinaryBuilder::new(),
            material: StringBuilder::new(),
            is_broken: BooleanBuilder::new(),
            findings: Default::default(),
            tags: MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new()).with_values_field(value),
            codes: Vec::new(),
        }
    }
}

/// The tags of a game, the first of each name.
pub(super) struct Tags<'t>(Vec<(&'t str, Cow<'t, str>)>);

impl<'t> Tags<'t> {
    /// Reads them. Linear in the tags.
    pub(super) fn of(game: GameView<'t>) -> Tags<'t> {
        let mut tags: Vec<(&str, Cow<str>)> = Vec::new();
        for tag in game.tags() {
            if tags.iter().all(|(name, _)| *name != tag.name) {
                tags.push((tag.name, tag.value()));
            }
        }
        Tags(tags)
    }

    /// The value of a tag.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_ref())
    }

    fn elo(&self, name: &str) -> u16 {
        self.get(name).and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    }

    /// What is tallied of a game with these tags.
    pub(super) fn tallied(&self, result: GameResult, place: u64) -> TalliedGame {
        TalliedGame {
            result,
            elos: ["WhiteElo", "BlackElo"].map(|name| self.elo(name)),
            date: self.get("Date").map_or(0, collation),
            place,
        }
    }
}

impl GamesBuilder {
    /// Adds a game.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this file.
    pub(super) fn add(
        &mut self,
        place: GamePlace,
        tags: &Tags,
        line: &PlayedLine,
        tallied: &TalliedGame,
        findings: FindingCounts,
    ) -> Result<(), ArrowError> {
        self.file.append_value(place.file);
        let [offset, of_line, game] = &mut self.places;
        offset.append_value(place.offset);
        of_line.append_value(place.line);
        game.append_value(place.game);
        // White space around a name would make another player of it.
        let known = |name: &str| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
        for (column, name) in self.own.iter_mut().zip(OWN) {
            column.append_option(if name == "Date" { tags.get(name) } else { known(name) });
        }
        let (year, month) = (tallied.date / 10_000, tallied.date / 100 % 100);
        self.day.append_option(dates::day(tallied.date));
        self.year.append_option((year > 0).then_some(year as i32));
        self.month.append_option((1..=12).contains(&month).then_some(month as i32));
        self.result.append_value(tallied.result.written());
        for (column, elo) in self.elos.iter_mut().zip(tallied.elos) {
            column.append_option((elo > 0).then_some(i32::from(elo)));
        }
        let named = line.named.map(|(opening, _)| opening);
        self.eco.append_option(known("ECO").or(named.map(|opening| opening.eco)));
        self.opening.append_option(known("Opening").or(named.map(|opening| opening.name)));
        for (column, name) in self.later.iter_mut().zip(LATER) {
            column.append_option(known(name));
        }
        self.plies.append_value(line.moves.len() as i32);
        line.write_codes(&mut self.codes);
        self.moves.append_value(&self.codes);
        self.material.append_option(line.material.map(|material| material.to_string()));
        self.is_broken.append_value(line.is_broken);
        self.findings.iter_mut().zip(findings).for_each(|(column, count)| column.append_value(count));
        let has_column = |name: &str| OWN.contains(&name) || LATER.contains(&name) || OTHERS.contains(&name);
        for (name, value) in tags.0.iter().filter(|(name, _)| !has_column(name)) {
            self.tags.keys().append_value(name);
            self.tags.values().append_value(value);
        }
        self.tags.append(true)
    }

    /// The rows.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this file.
    pub(super) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.file.finish())];
        columns.extend(self.places.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(self.own.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.day.finish()));
        columns.push(Arc::new(self.year.finish()));
        columns.push(Arc::new(self.month.finish()));
        columns.push(Arc::new(self.result.finish()));
        columns.extend(self.elos.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.eco.finish()));
        columns.push(Arc::new(self.opening.finish()));
        columns.extend(self.later.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.plies.finish()));
        columns.push(Arc::new(self.moves.finish()));
        columns.push(Arc::new(self.material.finish()));
        columns.push(Arc::new(self.is_broken.finish()));
        columns.extend(self.findings.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.tags.finish()));
        RecordBatch::try_new(TableName::Games.schema(), columns)
    }
}

//! The columns of the tables. Documented in `server/docs/sql.md`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::cli::commands::export::arguments::TableName;

/// The version of the schema. It rises when a column gets another name, type or meaning, or disappears; not when one is added.
pub(super) const VERSION: &str = "1";

/// The keys of the metadata of every file and stream.
pub(super) const VERSION_KEY: &str = "scoresheet.schema";
/// Which table it is.
pub(super) const TABLE_KEY: &str = "scoresheet.table";

/// The names of the fields in a column of tags.
pub(super) const TAG_FIELDS: [&str; 3] = ["entries", "key", "value"];

impl TableName {
    /// All tables.
    pub(super) const ALL: [TableName; 5] =
        [TableName::Games, TableName::Tree, TableName::Positions, TableName::Moves, TableName::Findings];

    /// As files and folders are called.
    pub(super) fn name(self) -> &'static str {
        match self {
            TableName::Games => "games",
            TableName::Tree => "tree",
            TableName::Positions => "positions",
            TableName::Moves => "moves",
            TableName::Findings => "findings",
        }
    }

    /// The column by which the rows of a file are ordered.
    pub(super) fn is_by_hash(self) -> bool {
        matches!(self, TableName::Tree | TableName::Positions)
    }

    /// The columns.
    pub(super) fn schema(self) -> SchemaRef {
        static SCHEMAS: LazyLock<[SchemaRef; 5]> = LazyLock::new(|| {
            let of = |table: TableName, fields: Vec<Field>| {
                let metadata = [(VERSION_KEY, VERSION), (TABLE_KEY, table.name())];
                let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned()));
                let metadata = HashMap::from(metadata);
                Arc::new(Schema::new_with_metadata(fields, metadata))
            };
            [
                of(TableName::Games, games()),
                of(TableName::Tree, tree()),
                of(TableName::Positions, positions()),
                of(TableName::Moves, moves()),
                of(TableName::Findings, findings()),
            ]
        });
        SCHEMAS[self as usize].clone()
    }
}

fn games() -> Vec<Field> {
    use DataType::{Binary, Boolean, Date32, Int32};
    let mut fields = place();
    fields.extend(["event", "site", "date", "round", "white", "black"].map(text));
    fields.extend([
        Field::new("day", Date32, true),
        Field::new("year", Int32, true),
        Field::new("month", Int32, true),
        known("result", DataType::Utf8),
        Field::new("white_elo", Int32, true),
        Field::new("black_elo", Int32, true),
    ]);
    fields.extend(["eco", "opening", "time_control", "variant", "fen"].map(text));
    fields.extend([known("plies", Int32), known("moves", Binary), text("material"), known("is_broken", Boolean)]);
    fields.extend(["errors", "warnings", "infos", "hints"].map(|name| known(name, Int32)));
    let [entries, key, value] = TAG_FIELDS;
    let pair = vec![known(key, DataType::Utf8), known(value, DataType::Utf8)];
    let pairs = Field::new(entries, DataType::Struct(pair.into()), false);
    fields.push(known("tags", DataType::Map(Arc::new(pairs), false)));
    fields
}

fn tree() -> Vec<Field> {
    let mut fields = vec![known("hash", DataType::Int64), known("move", DataType::Int32), known("uci", DataType::Utf8)];
    fields
        .extend(["games", "white", "draws", "black", "elo_sum", "elo_games"].map(|name| known(name, DataType::Int64)));
    fields.push(Field::new("last_date", DataType::Int32, true));
    fields.extend([known("file", DataType::Utf8), known("game", DataType::Int64)]);
    fields
}

fn positions() -> Vec<Field> {
    vec![
        known("hash", DataType::Int64),
        known("file", DataType::Utf8),
        known("game", DataType::Int64),
        known("ply", DataType::Int32),
        Field::new("move", DataType::Int32, true),
        text("uci"),
    ]
}

fn moves() -> Vec<Field> {
    use DataType::{Float64, Int32, Int64};
    let mut fields = vec![known("file", DataType::Utf8), known("game", Int64), known("ply", Int32)];
    fields.extend([
        known("mover", DataType::Utf8),
        known("hash", Int64),
        known("move", Int32),
        known("uci", DataType::Utf8),
        known("san", DataType::Utf8),
        Field::new("clock", Float64, true),
        Field::new("spent", Float64, true),
        Field::new("eval", Float64, true),
        Field::new("mate", Int32, true),
        Field::new("depth", Int32, true),
        text("nags"),
        text("comment"),
    ]);
    fields
}

fn findings() -> Vec<Field> {
    let mut fields =
        vec![known("file", DataType::Utf8), known("byte_offset", DataType::Int64), known("game", DataType::Int64)];
    fields.extend(["rule", "level"].map(|name| known(name, DataType::Utf8)));
    fields.extend(["line", "col"].map(|name| known(name, DataType::Int64)));
    fields.extend([known("message", DataType::Utf8), known("has_fix", DataType::Boolean)]);
    fields
}

/// Where a game is.
fn place() -> Vec<Field> {
    vec![
        known("file", DataType::Utf8),
        known("byte_offset", DataType::Int64),
        known("line", DataType::Int64),
        known("game", DataType::Int64),
    ]
}

fn text(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

fn known(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, false)
}

//! The forms of a table of statistics.

use scoresheet_collection::stats::{Cell, StatsTable};
use serde_json::Value as Json;

use crate::cli::arguments::SheetFormat;
use crate::cli::output::{Grid, counted, json_object, printable};

/// The table in a form.
pub(super) fn printed(table: &StatsTable, games: u64, format: SheetFormat) -> String {
    let caption = counted(usize::try_from(games).unwrap_or(usize::MAX), "game");
    match format {
        SheetFormat::Text if table.rows.is_empty() => String::new(),
        SheetFormat::Text => grid(table, false).text(),
        SheetFormat::Csv => grid(table, true).csv(),
        SheetFormat::Markdown => grid(table, false).markdown(),
        SheetFormat::Html => grid(table, false).html(&caption),
        SheetFormat::Json => json(table),
    }
}

fn grid(table: &StatsTable, is_csv: bool) -> Grid {
    let heading = |(key, heading): (&'static str, &'static str)| if is_csv { key } else { heading }.to_owned();
    let is_number = |column: usize| !table.rows.iter().any(|row| matches!(row[column], Cell::Words(_)));
    Grid {
        headings: table.columns.iter().map(|column| heading((column.key, column.heading))).collect(),
        is_number: (0..table.columns.len()).map(is_number).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(|cell| written(cell, is_csv)).collect()).collect(),
    }
}

fn written(cell: &Cell, is_csv: bool) -> String {
    match cell {
        Cell::Words(words) if is_csv => words.clone(),
        Cell::Words(words) => printable(words),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => format!("{number:.1}"),
        Cell::Share(share) if is_csv => format!("{share:.4}"),
        Cell::Share(share) => format!("{:.1} %", share * 100.0),
        Cell::Unknown => String::new(),
    }
}

fn json(table: &StatsTable) -> String {
    let value = |cell: &Cell| match cell {
        Cell::Words(words) => Json::from(words.as_str()),
        Cell::Count(count) => Json::from(*count),
        Cell::Number(number) | Cell::Share(number) => Json::from(*number),
        Cell::Unknown => Json::Null,
    };
    let objects = table.rows.iter().map(|row| {
        json_object(table.columns.iter().zip(row).map(|(column, cell)| (column.key.to_owned(), value(cell))).collect())
    });
    let objects: Vec<String> = objects.collect();
    if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", objects.join(",\n")) }
}

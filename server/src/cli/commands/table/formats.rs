//! The forms of a table.

use scoresheet_collection::table::{Column, Row, Value};
use serde_json::Value as Json;

use super::arguments::TableFormat;
use crate::cli::output::{Grid, aligned_row, counted, csv_row, json_object, printable, width};

/// A column is not cut below this width: less of a name says nothing.
const LEAST_WIDTH: usize = 8;

/// A table that is printed.
pub(super) struct Printed<'a> {
    /// The columns that are shown.
    pub(super) columns: &'a [Column],
    pub(super) rows: &'a [Row],
    /// The columns of the terminal that text must fit in; none if it goes elsewhere.
    pub(super) fits: Option<usize>,
}

impl Printed<'_> {
    /// The table in a form.
    pub(super) fn print(&self, format: TableFormat) -> String {
        match format {
            TableFormat::Text => self.text(),
            TableFormat::Csv => self.csv(),
            TableFormat::Json => self.json(),
            TableFormat::Jsonl => self.rows.iter().map(|row| format!("{}\n", self.object(row))).collect(),
            TableFormat::Markdown => self.markdown(),
            TableFormat::Html => self.html(),
        }
    }

    /// What people see of the rows: with a mark for broken games, if there is one and no column that shows it.
    fn for_people(&self) -> (Vec<String>, impl Iterator<Item = Vec<String>> + Clone) {
        let is_marked = !self.columns.contains(&Column::Broken) && self.rows.iter().any(|row| row.is_broken);
        let mut headings: Vec<String> = self.columns.iter().map(Column::heading).collect();
        headings.extend(is_marked.then(|| Column::Broken.heading()));
        let shown = self.columns.len();
        let rows = self.rows.iter().map(move |row| {
            let mark = is_marked.then(|| if row.is_broken { "yes" } else { "" }.to_owned());
            row.cells().take(shown).map(printable).chain(mark).collect()
        });
        (headings, rows)
    }

    fn is_number(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| matches!(column.value(), Value::Number | Value::Rating))
    }

    fn text(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let (headings, rows) = self.for_people();
        let mut widths: Vec<usize> = headings.iter().map(|heading| width(heading)).collect();
        for row in rows.clone() {
            for (widest, cell) in widths.iter_mut().zip(&row) {
                *widest = width(cell).max(*widest);
            }
        }
        if let Some(most) = self.fits {
            self.narrow(&mut widths, most);
        }
        let is_number = |column: usize| self.is_number(column);
        let row = |cells: Vec<String>| {
            let cells: Vec<String> = cells.into_iter().zip(&widths).map(|(cell, width)| cut(cell, *width)).collect();
            aligned_row(&cells, &widths, &is_number)
        };
        row(headings) + &rows.map(row).collect::<String>()
    }

    /// Makes the widest columns of words narrower until a line takes `most` columns. A place is not cut: one goes there by it.
    fn narrow(&self, widths: &mut [usize], most: usize) {
        let may_be_cut = |column: usize| {
            self.columns.get(column).is_some_and(|column| matches!(column.value(), Value::Words | Value::Material))
        };
        let mut excess = (widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)).saturating_sub(most);
        while excess > 0 {
            let cuttable =
                widths.iter_mut().enumerate().filter(|(column, width)| may_be_cut(*column) && **width > LEAST_WIDTH);
            let Some((_, widest)) = cuttable.max_by_key(|(_, width)| **width) else { return };
            *widest -= 1;
            excess -= 1;
        }
    }

    fn csv(&self) -> String {
        let header: Vec<String> = self.columns.iter().map(Column::key).collect();
        let row = |row: &Row| csv_row(&row.cells().take(self.columns.len()).collect::<Vec<_>>());
        csv_row(&header) + &self.rows.iter().map(row).collect::<String>()
    }

    fn json(&self) -> String {
        let objects: Vec<String> = self.rows.iter().map(|row| self.object(row)).collect();
        if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", objects.join(",\n")) }
    }

    /// The JSON contract of a row: the columns in their order, each once, and whether the game is broken. What is unknown is null.
    fn object(&self, row: &Row) -> String {
        let mut fields: Vec<(String, Json)> = Vec::new();
        for (index, (column, cell)) in self.columns.iter().zip(row.cells()).enumerate() {
            let value = match column {
                _ if self.columns[..index].contains(column) => continue,
                Column::Broken => continue,
                _ if cell.is_empty() => Json::Null,
                Column::Tag(_) => cell.into(),
                _ => match column.value() {
                    Value::Number => cell.parse::<u64>().map_or(Json::Null, Json::from),
                    _ => cell.into(),
                },
            };
            fields.push((column.key(), value));
        }
        fields.push((Column::Broken.key(), row.is_broken.into()));
        json_object(fields)
    }

    fn markdown(&self) -> String {
        let (headings, rows) = self.for_people();
        self.grid(headings, rows.collect()).markdown()
    }

    fn html(&self) -> String {
        let (headings, rows) = self.for_people();
        let mut caption = counted(self.rows.len(), "game");
        let broken = self.rows.iter().filter(|row| row.is_broken).count();
        if broken > 0 {
            caption += &format!(", {broken} broken");
        }
        self.grid(headings, rows.collect()).html(&caption)
    }

    fn grid(&self, headings: Vec<String>, rows: Vec<Vec<String>>) -> Grid {
        let is_number = (0..headings.len()).map(|column| self.is_number(column)).collect();
        Grid { headings, is_number, rows }
    }
}

/// A cell in at most `most` columns; what is cut off is marked.
fn cut(cell: String, most: usize) -> String {
    if width(&cell) <= most {
        return cell;
    }
    let mut end = 0;
    for (start, character) in cell.char_indices() {
        let next = start + character.len_utf8();
        // One column is for the mark.
        if width(&cell[..next]) >= most {
            break;
        }
        end = next;
    }
    format!("{}…", cell[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&[&str], bool)], columns: &str, fits: Option<usize>, format: TableFormat) -> String {
        let columns: Vec<Column> = columns.split(',').map(|name| name.parse().unwrap()).collect();
        let row = |(cells, is_broken): &(&[&str], bool)| {
            Row::new(&cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>(), *is_broken)
        };
        let rows: Vec<Row> = rows.iter().map(row).collect();
        Printed { columns: &columns, rows: &rows, fits }.print(format)
    }

    #[test]
    fn text_fits_the_terminal_and_is_not_cut_elsewhere() {
        let rows: &[(&[&str], bool)] = &[
            (&["Nepomniachtchi, Ian", "9", "some/very/long/path.pgn:1"], false),
            (&["王皓 (Wang Hao) of China", "110", "a.pgn:2"], false),
        ];
        let whole = table(rows, "white,plies,location", None, TableFormat::Text);
        assert_eq!(
            whole,
            "White                     Plies  Location\n\
             Nepomniachtchi, Ian           9  some/very/long/path.pgn:1\n\
             王皓 (Wang Hao) of China    110  a.pgn:2\n"
        );
        let narrow = table(rows, "white,plies,location", Some(46), TableFormat::Text);
        assert_eq!(
            narrow,
            "White         Plies  Location\n\
             Nepomniacht…      9  some/very/long/path.pgn:1\n\
             王皓 (Wang…     110  a.pgn:2\n"
        );
    }

    #[test]
    fn broken_games_are_marked_for_people_and_in_objects() {
        let rows: &[(&[&str], bool)] = &[(&["Tal"], true), (&["Bronstein"], false)];
        assert_eq!(table(rows, "white", None, TableFormat::Text), "White      Broken\nTal        yes\nBronstein\n");
        assert_eq!(table(rows, "white", None, TableFormat::Csv), "white\nTal\nBronstein\n");
        let lines = table(rows, "white", None, TableFormat::Jsonl);
        assert_eq!(lines, "{\"white\":\"Tal\",\"broken\":true}\n{\"white\":\"Bronstein\",\"broken\":false}\n");
    }

    #[test]
    fn a_column_that_is_named_twice_is_one_key_of_an_object() {
        let rows: &[(&[&str], bool)] = &[(&["Tal", "7", "Tal"], false)];
        assert_eq!(table(rows, "white,plies,white", None, TableFormat::Csv), "white,plies,white\nTal,7,Tal\n");
        let object = "{\"white\":\"Tal\",\"plies\":7,\"broken\":false}\n";
        assert_eq!(table(rows, "white,plies,tag:White", None, TableFormat::Jsonl), object);
    }

    #[test]
    fn every_format_escapes_what_means_something_in_it() {
        let rows: &[(&[&str], bool)] = &[(&["a|b <i>\"*&\\", "12"], false)];
        let check = |format, expected: &str| assert_eq!(table(rows, "event,plies", None, format), expected);
        check(TableFormat::Csv, "event,plies\n\"a|b <i>\"\"*&\\\",12\n");
        check(TableFormat::Json, "[\n{\"event\":\"a|b <i>\\\"*&\\\\\",\"plies\":12,\"broken\":false}\n]\n");
        check(TableFormat::Markdown, "| Event | Plies |\n| --- | ---: |\n| a\\|b &lt;i&gt;\"\\*&amp;\\\\ | 12 |\n");
        check(
            TableFormat::Html,
            "<table>\n<caption>1 game</caption>\n<thead>\n<tr><th scope=\"col\">Event</th><th scope=\"col\">Plies</th></tr>\n\
             </thead>\n<tbody>\n<tr><td>a|b &lt;i&gt;&quot;*&amp;\\</td><td>12</td></tr>\n</tbody>\n</table>\n",
        );
    }

    #[test]
    fn an_empty_table_has_its_header_where_programs_need_it() {
        let check = |format, expected: &str| assert_eq!(table(&[], "white", None, format), expected);
        check(TableFormat::Text, "");
        check(TableFormat::Csv, "white\n");
        check(TableFormat::Json, "[]\n");
        check(TableFormat::Jsonl, "");
        check(TableFormat::Markdown, "| White |\n| --- |\n");
    }
}

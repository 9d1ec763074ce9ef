//! A table of cells in the forms that people and spreadsheets read.

use scoresheet_chess::diagram::escape;
use scoresheet_collection::publish::markdown_text;

use super::columns::aligned;
use super::csv::csv_row;

/// A table of cells.
pub(crate) struct Grid {
    /// The headings of the columns.
    pub(crate) headings: Vec<String>,
    /// Which columns are numbers, which are aligned to the right.
    pub(crate) is_number: Vec<bool>,
    /// The cells of each row.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    /// The table in columns.
    pub(crate) fn text(&self) -> String {
        let mut cells = vec![self.headings.clone()];
        cells.extend(self.rows.iter().cloned());
        aligned(&cells, |column| self.is_number[column])
    }

    /// The table as CSV, with a header.
    pub(crate) fn csv(&self) -> String {
        csv_row(&self.headings) + &self.rows.iter().map(|row| csv_row(row)).collect::<String>()
    }

    /// The table in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let marks = self.is_number.iter().map(|is_number| if *is_number { "---:" } else { "---" }.to_owned());
        let rule = line(marks.collect());
        let escaped = |cells: &Vec<String>| line(cells.iter().map(|cell| markdown_text(cell)).collect());
        escaped(&self.headings) + &rule + &self.rows.iter().map(escaped).collect::<String>()
    }

    /// The table in HTML, to be put into a page.
    pub(crate) fn html(&self, caption: &str) -> String {
        let mut out = format!("<table>\n<caption>{}</caption>\n<thead>\n<tr>", escape(caption));
        self.headings.iter().for_each(|heading| out += &format!("<th scope=\"col\">{}</th>", escape(heading)));
        out += "</tr>\n</thead>\n<tbody>\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            out += &format!("<tr>{}</tr>\n", cells.concat());
        }
        out + "</tbody>\n</table>\n"
    }
}

//! Tables for people: columns of cells, aligned.

use unicode_width::UnicodeWidthStr;

/// How many columns of a terminal a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Returns a table with its header in the first row. The columns that `is_number` names are aligned to the right.
pub(crate) fn aligned(cells: &[Vec<String>], is_number: impl Fn(usize) -> bool) -> String {
    let columns = cells.first().map_or(0, Vec::len);
    let widest = |column: usize| cells.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    cells.iter().map(|row| aligned_row(row, &widths, &is_number)).collect()
}

/// Returns a row with its line feed. A cell that is wider than its column moves those after it.
pub(crate) fn aligned_row<T: AsRef<str>>(cells: &[T], widths: &[usize], is_number: &impl Fn(usize) -> bool) -> String {
    let mut line = String::new();
    for (column, (cell, widest)) in cells.iter().map(T::as_ref).zip(widths).enumerate() {
        let space = " ".repeat(widest.saturating_sub(width(cell)));
        let (before, after) = if is_number(column) { (space.as_str(), "") } else { ("", space.as_str()) };
        line += &format!("{before}{cell}{after}  ");
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_is_seen_of_their_cells() {
        let cells = [["Name", "Elo"], ["Réti", "9"], ["王", "2800"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&cells, |column| column == 1), "Name   Elo\nRéti     9\n王    2800\n");
    }
}

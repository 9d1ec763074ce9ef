//! Rows of CSV files (RFC 4180).

/// Returns a row with its line feed: cells with commas, quotes or line ends are in quotes.
pub(crate) fn csv_row<T: AsRef<str>>(cells: &[T]) -> String {
    let cell = |cell: &T| match cell.as_ref() {
        cell if cell.contains([',', '"', '\n', '\r']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        cell => cell.to_owned(),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["a", "b, c", "the \"Immortal\"", "", "two\nlines"];
        assert_eq!(csv_row(&cells), "a,\"b, c\",\"the \"\"Immortal\"\"\",,\"two\nlines\"\n");
    }
}

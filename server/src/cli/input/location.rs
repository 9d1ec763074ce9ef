//! Places in a text as options name them: `12:5`.

use crate::cli::output::counted;
use crate::text_file::Location;

/// Reads a line and a column.
///
/// # Errors
/// A message that shows how they are written.
pub(crate) fn parse_location(place: &str) -> Result<Location, String> {
    let parts = place.split_once(':').and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
    match parts {
        Some((line, column)) if line > 0 && column > 0 => Ok(Location { line, column }),
        _ => Err("write a line and a column, both counted from 1, as in 12:5".to_owned()),
    }
}

/// The byte offset of a place in a text; that after the last character of a line is one, too.
///
/// # Errors
/// A message, if the text has no such place.
pub(crate) fn offset_at(text: &str, at: Location) -> Result<usize, String> {
    let mut start = 0;
    for _ in 1..at.line {
        let end = text[start..].find(['\n', '\r']).ok_or_else(|| format!("there is no line {}", at.line))?;
        start += end + if text[start + end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let line = &text[start..];
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    let mut ends = line.char_indices().map(|(offset, _)| offset).chain([line.len()]);
    ends.nth(at.column - 1).map(|offset| start + offset).ok_or_else(|| {
        let length = counted(line.chars().count(), "character");
        format!("line {} has {length}, so there is no column {}", at.line, at.column)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "a\r\n♘b\rc\n";
        let at = |line, column| offset_at(text, Location { line, column });
        assert_eq!([at(1, 1), at(2, 1), at(2, 2), at(2, 3), at(3, 1), at(4, 1)], [0, 3, 6, 7, 8, 10].map(Ok));
        assert_eq!(at(2, 9), Err("line 2 has 2 characters, so there is no column 9".to_owned()));
        assert_eq!(at(5, 1), Err("there is no line 5".to_owned()));
    }
}

//! New texts of some games, kept on the disk until they are written.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::place::Place;

/// New texts of some games, without the white space after them. There may be more of them than memory holds.
#[derive(Default)]
pub(crate) struct NewTexts {
    /// Made when the first text comes, and deleted in the end.
    file: Option<File>,
    /// The number of bytes in it.
    end: u64,
    /// Where each text is and its length, by the file of the game and its number there.
    places: HashMap<(u32, u64), (u64, usize)>,
}

impl NewTexts {
    /// Sets the new text of a game.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub(crate) fn set(&mut self, place: &Place, text: &str) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(text.as_bytes())?;
        self.places.insert((place.file, place.number), (self.end, text.len()));
        self.end += text.len() as u64;
        Ok(())
    }

    /// Whether a game has a new text.
    pub(crate) fn has(&self, place: &Place) -> bool {
        self.places.contains_key(&(place.file, place.number))
    }

    /// The new text of a game, if it has one.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub(crate) fn get(&mut self, place: &Place) -> io::Result<Option<String>> {
        let (Some(file), Some((start, length))) = (&mut self.file, self.places.get(&(place.file, place.number))) else {
            return Ok(None);
        };
        let mut bytes = vec![0; *length];
        file.seek(SeekFrom::Start(*start))?;
        file.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map(Some).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_chess::collation::Ending;

    use super::*;

    #[test]
    fn the_last_text_of_a_game_counts() {
        let ending = Ending::Separated;
        let place = |number| Place { file: 1, number, start: 0, end: 0, next: 0, ending, is_key_short: false };
        let mut texts = NewTexts::default();
        assert_eq!(texts.get(&place(0)).unwrap(), None);
        for (number, text) in [(0, "first"), (7, "é"), (0, "longer than the first")] {
            texts.set(&place(number), text).unwrap();
        }
        assert_eq!(texts.get(&place(0)).unwrap().as_deref(), Some("longer than the first"));
        assert_eq!(texts.get(&place(7)).unwrap().as_deref(), Some("é"));
        assert!(texts.has(&place(7)) && !texts.has(&place(1)));
    }
}

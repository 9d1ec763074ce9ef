//! What the games that stay take over from their duplicates: `--merge`.

use std::collections::HashSet;
use std::io;

use scoresheet_chess::collation::Entries;
use scoresheet_chess::duplicates::{Duplicate, Reason};
use scoresheet_format::refactor::{TakenOver, take_over};

use crate::cli::input::Input;
use crate::cli::whole_files::{Duplicates, Games, Item, NewTexts};
use crate::text_file::{Archive, Encoding};

/// What becomes of a duplicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The game that stays has all of it.
    Nothing,
    /// The game that stays takes over these tags, and perhaps annotations.
    Over { tags: Vec<String>, has_annotation: bool },
    /// Not all can be taken over, for this reason, so the duplicate stays as well.
    Refused(String),
}

/// What the games that stay take over.
pub(super) struct Merging {
    /// For each duplicate, in their order.
    pub(super) taken: Vec<Taken>,
    /// The games with more than before.
    pub(super) texts: NewTexts,
}

impl Merging {
    /// Merges each duplicate into the game that stays. `output` is the encoding in which all are written to one file; without it, the games
    /// stay in their files.
    ///
    /// # Errors
    ///
    /// If a file can no longer be read, or there is no room for the new texts.
    pub(super) fn of(
        games: &mut Games,
        duplicates: &Duplicates,
        inputs: &[Input],
        output: Option<Option<Encoding>>,
    ) -> io::Result<Merging> {
        let mut merging = Merging { taken: Vec::with_capacity(duplicates.found.len()), texts: NewTexts::default() };
        for duplicate in &duplicates.found {
            let taken = merging.take(games, duplicate, inputs, output)?;
            merging.taken.push(taken);
        }
        Ok(merging)
    }

    fn take(
        &mut self,
        games: &mut Games,
        duplicate: &Duplicate,
        inputs: &[Input],
        output: Option<Option<Encoding>>,
    ) -> io::Result<Taken> {
        if duplicate.reason == Reason::SameText {
            return Ok(Taken::Nothing);
        }
        let (item, kept) = (games.items[duplicate.game], games.items[duplicate.of]);
        let place = games.place(&kept);
        let old = self.text(games, &kept)?;
        let other = without_tail(games.text(&item)?);
        let TakenOver { text, tags, has_more_annotation } = match take_over(&old, &other) {
            Ok(taken) => taken,
            Err(refusal) => return Ok(Taken::Refused(refusal.reason)),
        };
        if tags.is_empty() && !has_more_annotation {
            return Ok(Taken::Nothing);
        }
        let (own, others) = (games.sources[kept.file as usize].encoding, games.sources[item.file as usize].encoding);
        let encoding = output.flatten().unwrap_or(own);
        let refuse = |reason: String| Ok(Taken::Refused(reason));
        if others == Encoding::UTF_8_WITH_STRAY_BYTES && encoding != others {
            return refuse("its file has bytes that are not UTF-8".to_owned());
        }
        if let Err(lacking) = encoding.encode(&text, b"") {
            return refuse(format!("the file of the game that stays: {lacking}"));
        }
        let input = &inputs[kept.file as usize];
        if output.is_none() && !is_writable(input) {
            return refuse("the file of the game that stays cannot be changed".to_owned());
        }
        self.texts.set(&place, &text)?;
        Ok(Taken::Over { tags, has_annotation: has_more_annotation })
    }

    /// The text of a game with what it took over, without the white space after it.
    ///
    /// # Errors
    ///
    /// If a file can no longer be read.
    pub(super) fn text(&mut self, games: &mut Games, item: &Item) -> io::Result<String> {
        match self.texts.get(&games.place(item))? {
            Some(text) => Ok(text),
            None => games.text(item).map(without_tail),
        }
    }

    /// Leaves the duplicates out of those to be deleted that are not all in the games that stay. Returns how many these are.
    pub(super) fn keep_refused(&self, duplicates: &mut Duplicates) -> usize {
        let found = std::mem::take(&mut duplicates.found);
        let count = found.len();
        let is_merged = |(_, taken): &(Duplicate, &Taken)| !matches!(taken, Taken::Refused(_));
        let merged = found.into_iter().zip(&self.taken).filter(is_merged);
        duplicates.found = merged.map(|(duplicate, _)| duplicate).collect();
        count - duplicates.found.len()
    }

    /// The games that have more than before.
    pub(super) fn changed(&self, games: &Games, duplicates: &Duplicates) -> HashSet<usize> {
        let has_text = |of: &usize| self.texts.has(&games.place(&games.items[*of]));
        duplicates.found.iter().map(|duplicate| duplicate.of).filter(has_text).collect()
    }
}

/// Whether games in this file can be changed.
pub(super) fn is_writable(input: &Input) -> bool {
    !input.is_stdin() && Archive::of(input.path()).is_none()
}

/// A game without the white space after it.
fn without_tail(mut text: String) -> String {
    let end = Entries::new(&text).next().map_or(text.len(), |entry| entry.end);
    text.truncate(end);
    text
}

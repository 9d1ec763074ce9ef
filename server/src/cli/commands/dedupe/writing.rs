//! Writing the games that stay.

use std::collections::HashSet;
use std::io;

use super::arguments::DedupeArguments;
use super::merging::{Merging, is_writable};
use crate::cli::input::Input;
use crate::cli::output::{Streams, counted, display_path};
use crate::cli::whole_files::{Duplicates, Games, GamesSource, GamesWriter, Target};
use crate::cli::writing::remove_leftovers;
use crate::text_file::Encoding;

/// What was written.
pub(super) struct Done {
    pub(super) notes: Vec<String>,
    /// How many duplicates were not deleted.
    pub(super) left: usize,
}

/// The error is what was written before, and a message.
pub(super) type Outcome = Result<Done, (Vec<String>, String)>;

/// Writes the games of all files that stay to one.
pub(super) fn write_all(
    target: &Target,
    games: &mut Games,
    (duplicates, merging): (&Duplicates, &mut Merging),
    encoding: Option<Encoding>,
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let left_out: HashSet<usize> = duplicates.found.iter().map(|duplicate| duplicate.game).collect();
    let places: Vec<_> = games
        .in_order()
        .filter(|index| !left_out.contains(index))
        .map(|index| games.place(&games.items[index]))
        .collect();
    let sources = &mut games.sources[..];
    let written = target.write(streams, |out| {
        out.write_all(if encoding.is_none() { sources[0].bom } else { b"" })?;
        let mut writer = GamesWriter::new(out, encoding).with_new_texts(&mut merging.texts);
        places.iter().try_for_each(|place| writer.write(sources, *place))?;
        writer.finish(sources)?;
        sources.iter().try_for_each(GamesSource::ensure_unchanged)?;
        Ok(true)
    })?;
    let games = places.iter().map(|place| sources[place.file as usize].games_at(place.number)).sum::<u64>();
    let mut note = format!("{} written", counted(usize::try_from(games).unwrap_or(usize::MAX), "game"));
    if let Target::New { path, .. } = target {
        note += &format!(" to {}", display_path(path));
    }
    if encoding.is_some() {
        note += "; written as UTF-8, because the files have different encodings";
    }
    Ok(written.map(|_| Done { notes: vec![note], left: 0 }).map_err(|error| (Vec::new(), error)))
}

/// Deletes the duplicates from each file, and writes the games that have more than before. A duplicate is deleted only after the game that took
/// something over from it is on the disk.
pub(super) fn write_each(
    arguments: &DedupeArguments,
    games: &mut Games,
    (duplicates, merging): (&Duplicates, &mut Merging),
    inputs: &[Input],
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let mut files = Files::of(games, duplicates, merging, inputs.len());
    let mut notes = Vec::new();
    let mut left = 0;
    for (input, file) in inputs.iter().zip(&mut files.files) {
        let shown = display_path(input.path());
        if !file.is_written() {
            continue;
        }
        if !is_writable(input) {
            let what = if input.is_stdin() { "standard input" } else { "a compressed file" };
            let count = counted(file.deleted.len(), "duplicate");
            notes.push(format!("{shown}: {count} not deleted: {what} cannot be changed"));
            left += file.deleted.len();
            file.deleted.clear();
        } else if let Err(error) = input.ensure_replaceable() {
            return Ok(Err((notes, format!("{shown}: {error}"))));
        }
    }
    while let Some(file) = files.next() {
        let early = files.keep_early(file);
        let OfFile { deleted, changed, .. } = std::mem::take(&mut files.files[file]);
        let path = inputs[file].path();
        let shown = display_path(path);
        if early > 0 {
            let count = counted(early, "duplicate");
            notes.push(format!(
                "{shown}: {count} not deleted yet: each of two files has annotations of the other; run this again"
            ));
            left += early;
        }
        if deleted.is_empty() && changed == 0 {
            continue;
        }
        remove_leftovers([path]);
        let of_file = |index: &usize| games.items[*index].file as usize == file;
        let all: Vec<usize> = (0..games.items.len()).filter(of_file).collect();
        let places: Vec<_> = all
            .iter()
            .filter(|index| !deleted.contains(index))
            .map(|index| games.place(&games.items[*index]))
            .collect();
        let sources = &mut games.sources[..];
        let stamp = sources[file].stamp;
        let target = Target::Same { path: path.to_path_buf(), stamp, keeps_backup: !arguments.no_backup };
        let written = target.write(streams, |out| {
            out.write_all(sources[file].bom)?;
            let mut writer = GamesWriter::new(out, None).with_new_texts(&mut merging.texts);
            places.iter().try_for_each(|place| writer.write(sources, *place))?;
            writer.finish(sources)?;
            // The games that stay may be in a file that is not written yet, or not at all.
            let unwritten = sources.iter().zip(&files.is_done).enumerate();
            let mut unwritten = unwritten.filter(|(index, (_, is_done))| *index == file || !**is_done);
            unwritten.try_for_each(|(_, (source, _))| source.ensure_unchanged())?;
            Ok(true)
        })?;
        match written {
            Err(error) => return Ok(Err((notes, error))),
            Ok(written) => {
                files.is_done[file] = true;
                let games = usize::try_from(sources[file].games()).unwrap_or(usize::MAX);
                let mut what = format!("{shown}: {} of {} deleted", deleted.len(), counted(games, "game"));
                if changed > 0 {
                    what += &format!(", {changed} with more tags or annotations");
                }
                if places.is_empty() {
                    what += "; the file stays, without games";
                }
                notes.push(match written.backup {
                    Some(backup) => format!("{what}; the old file is {}", display_path(&backup)),
                    None => what,
                });
            }
        }
    }
    Ok(Ok(Done { notes, left }))
}

/// What is to be done in the files.
struct Files {
    files: Vec<OfFile>,
    /// Which of them are written.
    is_done: Vec<bool>,
    /// Which of them were looked at.
    is_seen: Vec<bool>,
}

#[derive(Clone, Default)]
struct OfFile {
    /// The duplicates in it.
    deleted: HashSet<usize>,
    /// How many of its games have more than before.
    changed: usize,
    /// Its duplicates from which a game of another file, which is named, took something over.
    taken: Vec<(usize, usize)>,
}

impl OfFile {
    fn is_written(&self) -> bool {
        !self.deleted.is_empty() || self.changed > 0
    }
}

impl Files {
    fn of(games: &Games, duplicates: &Duplicates, merging: &Merging, count: usize) -> Files {
        let file = |index: usize| games.items[index].file as usize;
        let mut files = vec![OfFile::default(); count];
        let changed = merging.changed(games, duplicates);
        for duplicate in &duplicates.found {
            let (here, other) = (file(duplicate.game), file(duplicate.of));
            files[here].deleted.insert(duplicate.game);
            if here != other && changed.contains(&duplicate.of) {
                files[here].taken.push((duplicate.game, other));
            }
        }
        changed.into_iter().for_each(|index| files[file(index)].changed += 1);
        Files { files, is_done: vec![false; count], is_seen: vec![false; count] }
    }

    /// The file to be written next: one whose duplicates are on the disk in other files as far as they are needed, or else the first.
    fn next(&mut self) -> Option<usize> {
        let is_left = |file: &usize| !self.is_seen[*file] && self.files[*file].is_written();
        let is_free = |file: &usize| self.files[*file].taken.iter().all(|(_, other)| self.is_done[*other]);
        let mut left = (0..self.files.len()).filter(is_left);
        let next = left.clone().find(is_free).or_else(|| left.next())?;
        self.is_seen[next] = true;
        Some(next)
    }

    /// Keeps the duplicates of a file whose annotations are in no other file yet. Returns how many these are.
    fn keep_early(&mut self, file: usize) -> usize {
        let OfFile { deleted, taken, .. } = &mut self.files[file];
        let early = taken.iter().filter(|(_, other)| !self.is_done[*other]);
        early.filter(|(game, _)| deleted.remove(game)).count()
    }
}

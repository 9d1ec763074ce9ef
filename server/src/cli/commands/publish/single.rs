//! Everything in one file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::publish::GENERATOR;

use super::{Done, Publication};
use crate::cli::output::Streams;
use crate::cli::segments::{Counting, GamesFile};
use crate::cli::writing::Replacement;
use crate::move_cache::SegmentText;

/// The line by which a file is known is among so many first ones.
const FIRST_LINES: usize = 10;

/// The parts of a page in the order of the games, on the disk.
#[derive(Default)]
struct Parts {
    files: Vec<File>,
    error: Option<String>,
}

/// Writes the file. The inner error is a message.
pub(super) fn write(
    publication: &Publication<'_, '_>,
    output: &Path,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Done, String>> {
    if output.exists() && !is_ours(output) {
        return Ok(Err("the file exists and is none of ours; choose another name".to_owned()));
    }
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let of_segment = part(publication, segment, text, file, path);
        match of_segment {
            Ok(file) => Parts { files: vec![file], error: None },
            Err(error) => Parts { files: Vec::new(), error: Some(error) },
        }
    };
    let add = |all: &mut Parts, more: Parts| {
        all.files.extend(more.files);
        all.error = all.error.take().or(more.error);
    };
    let counting = Counting { start: &Parts::default, on_segment: &on_segment, add: &add };
    let (parts, has_trouble) = publication.games.count(&counting, streams)?;
    if let Some(error) = parts.error {
        return Ok(Err(error));
    }
    let done = join(publication, parts.files, output);
    Ok(done.map(|done| Done { has_trouble, ..done }).map_err(|error| format!("cannot write: {error}")))
}

/// The games of a segment in a file of their own.
fn part(
    publication: &Publication<'_, '_>,
    segment: &Segment,
    text: &SegmentText,
    file: &GamesFile,
    path: &Path,
) -> Result<File, String> {
    let message = |error: io::Error| format!("cannot write a temporary file: {error}");
    let mut part = BufWriter::new(tempfile::tempfile().map_err(message)?);
    let mut written = Ok(());
    publication.games_of(segment, text, file, path, |game| {
        if written.is_ok() {
            written = part.write_all(publication.site.part(game).as_bytes());
        }
    })?;
    written.map_err(message)?;
    let mut part = part.into_inner().map_err(|error| message(error.into_error()))?;
    part.rewind().map_err(message)?;
    Ok(part)
}

fn join(publication: &Publication<'_, '_>, parts: Vec<File>, output: &Path) -> io::Result<Done> {
    let site = publication.site;
    let mut whole = tempfile::tempfile()?;
    whole.write_all(site.start(&publication.list.entries, publication.sheets).as_bytes())?;
    for mut part in parts {
        io::copy(&mut part, &mut whole)?;
    }
    whole.write_all(site.end().as_bytes())?;
    whole.write_all(b"\n")?;
    whole.rewind()?;
    if File::open(output).is_ok_and(|old| is_same(&whole, old).unwrap_or(false)) {
        return Ok(Done { unchanged: 1, ..Done::default() });
    }
    whole.rewind()?;
    let mut file = Replacement::create(output, true)?;
    io::copy(&mut whole, &mut file)?;
    file.finish(None)?;
    Ok(Done { written: 1, ..Done::default() })
}

/// Whether two files have the same content.
fn is_same(a: &File, b: File) -> io::Result<bool> {
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let (mut a, mut b) = (BufReader::new(a), BufReader::new(b));
    loop {
        let (left, right) = (a.fill_buf()?, b.fill_buf()?);
        let length = left.len().min(right.len());
        if left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(true);
        }
        a.consume(length);
        b.consume(length);
    }
}

/// Whether a file is one that we wrote.
fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    BufReader::new(file).lines().take(FIRST_LINES).map_while(Result::ok).any(|line| line == GENERATOR)
}

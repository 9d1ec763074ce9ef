//! Everything in one file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::publish::Form;

use super::{Done, Publication};
use crate::cli::output::Streams;
use crate::cli::segments::{Counting, GamesFile};
use crate::cli::writing::Replacement;
use crate::move_cache::SegmentText;

/// The line by which a file is known is among so many first ones.
const FIRST_LINES: usize = 10;

/// Why a file is left alone that nothing shows to be ours.
pub(super) const EXISTS: &str = "the file exists; use --force to replace it";

/// The parts of a page in the order of the games, on the disk.
#[derive(Default)]
struct Parts {
    files: Vec<File>,
    /// The NAGs of all games.
    nags: BTreeSet<u16>,
    error: Option<String>,
}

/// Writes the file. A file that is not known to be ours is replaced with `force` only. The inner error is a message.
pub(super) fn write(
    publication: &Publication<'_, '_>,
    form: Form,
    output: &Path,
    force: bool,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Done, String>> {
    if output.exists() && !force && !is_ours(output, form) {
        return Ok(Err(match form.made_by() {
            Some(_) => {
                "the file exists and is none of ours; choose another name, or use --force to replace it".to_owned()
            }
            None => EXISTS.to_owned(),
        }));
    }
    let (whole, has_trouble) = match compose(publication, form, streams)? {
        Ok(composed) => composed,
        Err(error) => return Ok(Err(error)),
    };
    let done = replace(whole, output).map(|done| Done { has_trouble, ..done });
    Ok(done.map_err(|error| format!("cannot write: {error}")))
}

/// Writes all games to a temporary file, which is rewound. Returns it, and whether something could not be read, which was reported. The inner error
/// is a message.
pub(super) fn compose(
    publication: &Publication<'_, '_>,
    form: Form,
    streams: &mut Streams<'_>,
) -> io::Result<Result<(File, bool), String>> {
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let mut nags = BTreeSet::new();
        let of_segment = part(publication, form, &mut nags, (segment, text, file, path));
        match of_segment {
            Ok(file) => Parts { files: vec![file], nags, error: None },
            Err(error) => Parts { files: Vec::new(), nags, error: Some(error) },
        }
    };
    let add = |all: &mut Parts, more: Parts| {
        all.files.extend(more.files);
        all.nags.extend(more.nags);
        all.error = all.error.take().or(more.error);
    };
    let counting = Counting { start: &Parts::default, on_segment: &on_segment, add: &add };
    let (parts, has_trouble) = publication.games.count(&counting, streams)?;
    if let Some(error) = parts.error {
        return Ok(Err(error));
    }
    let whole = join(publication, form, parts);
    Ok(whole.map(|whole| (whole, has_trouble)).map_err(|error| format!("cannot write a temporary file: {error}")))
}

/// The games of a segment in a file of their own.
fn part(
    publication: &Publication<'_, '_>,
    form: Form,
    nags: &mut BTreeSet<u16>,
    (segment, text, file, path): (&Segment, &SegmentText, &GamesFile, &Path),
) -> Result<File, String> {
    let message = |error: io::Error| format!("cannot write a temporary file: {error}");
    let mut part = BufWriter::new(tempfile::tempfile().map_err(message)?);
    let mut written = Ok(());
    publication.games_of(segment, text, file, path, |game| {
        if written.is_ok() {
            written = part.write_all(form.part(publication.site, game, nags).as_bytes());
        }
    })?;
    written.map_err(message)?;
    let mut part = part.into_inner().map_err(|error| message(error.into_error()))?;
    part.rewind().map_err(message)?;
    Ok(part)
}

fn join(publication: &Publication<'_, '_>, form: Form, parts: Parts) -> io::Result<File> {
    let mut whole = tempfile::tempfile()?;
    let start = form.start(publication.site, &publication.list.entries, publication.sheets);
    whole.write_all(start.as_bytes())?;
    for mut part in parts.files {
        io::copy(&mut part, &mut whole)?;
    }
    whole.write_all(form.end(&parts.nags).as_bytes())?;
    whole.rewind()?;
    Ok(whole)
}

/// Gives the output a new content, unless it has it already.
fn replace(mut whole: File, output: &Path) -> io::Result<Done> {
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

/// Whether a file is one that we wrote in this form.
fn is_ours(path: &Path, form: Form) -> bool {
    let (Ok(file), Some(made_by)) = (File::open(path), form.made_by()) else { return false };
    BufReader::new(file).lines().take(FIRST_LINES).map_while(Result::ok).any(|line| line == made_by)
}

//! From files to rows of tables, block by block, in the order of the files.

use std::io;
use std::ops::Range;

use rayon::prelude::*;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::FileFacts;

use super::piece::{OfPiece, PieceStart, Wanted};
use crate::cli::findings::{LocatedFinding, retain_requested};
use crate::cli::input::{Configurations, Emit, Input};
use crate::cli::language::{self, Checker, Language, LanguageName};
use crate::cli::output::StandardInput;
use crate::cli::shard::{FileShare, Shares, UnitRun, unit_runs};
use crate::configuration::FileSettings;
use crate::linters::AllLinters;
use crate::text_file::{
    Advance, Archive, Block, CHANGED, Encoding, block_size, count_breaks, folder, guessed_encoding, in_blocks_until,
    is_utf8_byte_order_mark, name, uncompressed,
};

/// About how many bytes a thread takes at a time.
const PIECE: usize = if cfg!(test) { 500 } else { 128 << 10 };

/// About how many bytes of text are held at a time. Small in tests, so that their texts have several blocks.
fn block() -> usize {
    if cfg!(test) { 2000 } else { block_size() }
}

/// How files are read.
pub(super) struct Reading<'a, 's> {
    pub(super) wanted: Wanted<'a>,
    pub(super) configurations: &'a Configurations,
    pub(super) linters: AllLinters,
    pub(super) encoding: Option<Encoding>,
    pub(super) language: Option<LanguageName>,
    pub(super) stdin: StandardInput<'s>,
    pub(super) shares: &'a Shares,
}

/// What is wrong with a file.
#[derive(Debug)]
pub(super) enum Fault {
    /// Not all of it was read.
    Unread(String),
    /// There is no game in its text.
    NoGame(String),
}

/// What is known after some blocks.
#[derive(Default)]
struct Known {
    /// Why nothing more is emitted.
    failure: Option<io::Error>,
}

/// A run of pieces of a block, and what is made of it.
enum Part {
    /// Of another shard.
    Skipped { lines: usize, games: usize, disk_length: usize },
    /// With findings.
    Checked(Vec<CheckedPiece>),
}

struct CheckedPiece {
    /// In the block.
    range: Range<usize>,
    findings: Vec<LocatedFinding>,
    lines: usize,
    games: usize,
    disk_length: usize,
}

/// What was found in a piece of a text.
struct Found {
    range: Range<usize>,
    findings: Vec<LocatedFinding>,
    /// How many games there are, if that is known.
    games: Option<usize>,
}

/// How far a file was read.
#[derive(Clone, Copy, Default)]
struct Before {
    lines: usize,
    games: usize,
}

impl Reading<'_, '_> {
    /// Reads a file, which is shown as `shown` and has a number among all files. Returns what is wrong with it.
    ///
    /// # Errors
    /// That of `emit`.
    pub(super) fn file(
        &self,
        (file_number, input, shown): (usize, &Input, &str),
        advance: Advance,
        emit: Emit<'_, OfPiece>,
    ) -> io::Result<Option<Fault>> {
        let of_file = |error: &dyn std::fmt::Display| format!("{}: {error}", input.path().display());
        let fault = |error: &dyn std::fmt::Display| Some(Fault::Unread(of_file(error)));
        let mut origin = match input.open(&self.stdin, advance) {
            Ok(origin) => origin,
            Err(error) => return Ok(fault(&error)),
        };
        let path = uncompressed(input.path());
        let settings = self.configurations.of(input.path());
        let language = Language::of(input.path(), self.language);
        let effort = Effort::default();
        let share = self.shares.of(input.path());
        let (mut checker, mut before): (Option<Box<dyn Checker + '_>>, Before) = Default::default();
        // What was emitted cannot be taken back, so the encoding is found out before.
        let may_be_read_before = !input.is_stdin() && Archive::of(input.path()).is_none();
        let guess = || if may_be_read_before { guessed_encoding(input.path()) } else { None };
        let encoding = self.encoding.or_else(guess);
        let (mut unit, mut is_begun) = (None, false);
        let mut is_anew = false;
        let (mut has_text, mut has_game) = (false, false);
        let prepare = |block: &Block| -> Result<Vec<OfPiece>, String> {
            if block.start == 0 {
                is_anew |= std::mem::replace(&mut is_begun, true);
                if is_anew {
                    return Err("its encoding shows only later in the file; name it with --encoding".to_owned());
                }
                let has_byte_order_mark = is_utf8_byte_order_mark(block.bom);
                let facts =
                    FileFacts { name: name(&path), folder: folder(&path), has_byte_order_mark, ..FileFacts::default() };
                checker =
                    Some(language.checker(&block.text, facts, &self.linters.of(&settings.configuration), &effort));
            }
            let Some(checker) = checker.as_deref() else { return Ok(Vec::new()) };
            let part = |run: UnitRun| {
                if unit.replace(run.unit) != Some(run.unit) {
                    effort.renew();
                }
                self.part(block, run, share, language, checker, &settings)
            };
            let parts = unit_runs(language, block).into_iter().map(part).collect();
            let made = self.rows((file_number, shown), block, parts, &mut before)?;
            has_text |= !block.text.trim().is_empty();
            has_game |= made.iter().any(|made| made.has_game);
            Ok(made)
        };
        let finish = |known: &mut Known, _: &Block, made: Result<Vec<OfPiece>, String>| {
            let emitted = made.map_err(io::Error::other).and_then(|made| made.into_iter().try_for_each(&mut *emit));
            if let Err(error) = emitted {
                known.failure.get_or_insert(error);
            }
        };
        let is_enough = |known: &Known| known.failure.is_some();
        let finished =
            in_blocks_until(&mut origin, encoding, language.cut(), block, Known::default, prepare, finish, is_enough);
        match finished {
            Err(error) => Ok(fault(&error)),
            Ok(finished) => match (finished.state.failure, finished.broken_off) {
                (Some(failure), _) => Err(failure),
                (None, Some(error)) => Ok(fault(&error)),
                (None, None) if origin.has_changed() => Ok(fault(&CHANGED)),
                // Of a part of a file, nobody knows.
                (None, None) if has_text && !has_game && share.is_none() => {
                    Ok(Some(Fault::NoGame(of_file(&"it has no game: neither a tag pair nor a move"))))
                }
                (None, None) => Ok(None),
            },
        }
    }

    /// Checks the games of a unit, if they belong to the shard.
    fn part(
        &self,
        block: &Block,
        UnitRun { unit, range: run }: UnitRun,
        share: Option<FileShare>,
        language: Language,
        checker: &dyn Checker,
        settings: &FileSettings,
    ) -> Part {
        let text = &block.text[run.clone()];
        if share.is_some_and(|share| !share.has_unit(unit)) {
            let counts: Vec<(usize, usize)> = language
                .split(text, PIECE)
                .into_par_iter()
                .map(|piece| (count_breaks(&text[piece.clone()]), language.units(&text[piece]).count()))
                .collect();
            return Part::Skipped {
                lines: counts.iter().map(|(lines, _)| lines).sum(),
                games: counts.iter().map(|(_, games)| games).sum(),
                disk_length: block.encoding.encoded_len(text),
            };
        }
        let checked = self.checked(text, block.start + run.start, language, checker);
        let piece = |Found { range, mut findings, games }: Found| {
            retain_requested(&mut findings, settings);
            let text = &text[range.clone()];
            CheckedPiece {
                range: run.start + range.start..run.start + range.end,
                findings,
                lines: count_breaks(text),
                games: games.unwrap_or_else(|| language.units(text).count()),
                disk_length: block.encoding.encoded_len(text),
            }
        };
        Part::Checked(checked.into_par_iter().map(piece).collect())
    }

    /// The pieces of a text that begins at byte `start` of the file, each with its findings.
    fn checked(&self, text: &str, start: usize, language: Language, checker: &dyn Checker) -> Vec<Found> {
        if !self.wanted.checks() {
            let pieces = language.split(text, PIECE).into_iter();
            return pieces.map(|range| Found { range, findings: Vec::new(), games: None }).collect();
        }
        let checked = language.check_pieces(text, start, checker).into_iter();
        let found = |(range, piece): (Range<usize>, language::CheckedPiece)| Found {
            range,
            games: Some(piece.digests.len()),
            findings: piece.findings,
        };
        checked.map(found).collect()
    }

    /// Makes the rows of a block.
    fn rows(
        &self,
        (file_number, file): (usize, &str),
        block: &Block,
        parts: Vec<Part>,
        before: &mut Before,
    ) -> Result<Vec<OfPiece>, String> {
        let mut pieces = Vec::new();
        let mut disk_start = block.disk_start;
        for part in parts {
            match part {
                Part::Skipped { lines, games, disk_length } => {
                    (before.lines, before.games) = (before.lines + lines, before.games + games);
                    disk_start += disk_length;
                }
                Part::Checked(checked) => {
                    for piece in checked {
                        let start = PieceStart {
                            file,
                            file_number,
                            encoding: block.encoding,
                            start: block.start + piece.range.start,
                            disk_start,
                            lines: before.lines,
                            games: before.games,
                        };
                        (before.lines, before.games) = (before.lines + piece.lines, before.games + piece.games);
                        disk_start += piece.disk_length;
                        pieces.push((start, piece));
                    }
                }
            }
        }
        let rows = |(start, piece): (PieceStart, CheckedPiece)| {
            self.wanted.rows(&block.text[piece.range.clone()], start, &piece.findings)
        };
        let rows: Result<Vec<OfPiece>, _> = pieces.into_par_iter().map(rows).collect();
        rows.map_err(|error| error.to_string())
    }
}

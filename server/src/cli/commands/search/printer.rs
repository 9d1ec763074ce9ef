//! What `search` prints.

use std::io::{self, Write};
use std::path::Path;

use super::arguments::SearchArguments;
use super::format::SearchFormat;
use super::hit::Hit;
use super::next_moves::NextMoves;
use super::teller::{Full, Told};
use crate::cli::output::{Printed, display_path, report_interruption, unbroken};

/// Prints the games that are found, as they come.
pub(super) struct Printer<'a> {
    arguments: &'a SearchArguments,
    colors: bool,
    out: &'a mut (dyn Write + Send),
    /// Set when as many were found as were asked for.
    pub(super) is_full: Full,
    /// How many were found, as far as files were searched.
    pub(super) found: u64,
    /// How many games or files were printed.
    listed: u64,
    /// How many of the others end where they no longer read.
    pub(super) broken: u64,
    /// Why files were not read.
    pub(super) errors: Vec<String>,
    next: NextMoves,
    has_printed: bool,
}

impl<'a> Printer<'a> {
    /// Prints what comes before all games.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn start(
        arguments: &'a SearchArguments,
        colors: bool,
        out: &'a mut (dyn Write + Send),
    ) -> io::Result<Printer<'a>> {
        let is_document = arguments.lists_games() && arguments.output_format == SearchFormat::Json;
        report_interruption(if is_document { Printed::Document } else { Printed::Lines });
        if arguments.lists_games() {
            out.write_all(arguments.output_format.start().as_bytes())?;
        }
        let (is_full, next) = (Full::default(), NextMoves::default());
        Ok(Printer {
            arguments,
            colors,
            out,
            is_full,
            found: 0,
            listed: 0,
            broken: 0,
            errors: Vec::new(),
            next,
            has_printed: false,
        })
    }

    /// Prints what is told.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn tell(&mut self, told: Told) -> io::Result<()> {
        let result = unbroken(|| self.try_tell(told));
        if result.is_err() {
            self.is_full.set();
        }
        result
    }

    fn try_tell(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Hits(path, hits) => {
                let left = self.left();
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                hits.iter().take(most).try_for_each(|hit| self.hit(&path, hit))?;
                self.listed += left.min(hits.len() as u64);
                self.end_if_full(self.listed);
                // The first ones are seen at once.
                self.out.flush()
            }
            Told::File(path, totals) => {
                self.broken += totals.broken;
                self.next.append(totals.next);
                if totals.found > 0 && self.arguments.files_with_matches && self.left() > 0 {
                    writeln!(self.out, "{}", display_path(&path))?;
                    self.out.flush()?;
                    self.listed += 1;
                }
                self.found += totals.found;
                self.end_if_full(if self.arguments.count { self.found } else { self.listed });
                Ok(())
            }
            Told::Error(error) => {
                self.errors.push(error);
                Ok(())
            }
        }
    }

    /// How many more may be listed.
    fn left(&self) -> u64 {
        self.arguments.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.listed))
    }

    fn end_if_full(&self, count: u64) {
        if self.arguments.limit.is_some_and(|limit| count >= limit) {
            self.is_full.set();
        }
    }

    /// Prints what comes after all games.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        unbroken(|| self.try_end())
    }

    fn try_end(&mut self) -> io::Result<()> {
        let format = self.arguments.output_format;
        if self.arguments.count {
            let found = self.arguments.limit.map_or(self.found, |limit| limit.min(self.found));
            writeln!(self.out, "{found}")?;
        } else if self.arguments.next_plies().is_some() {
            let table = self.next.render(format).unwrap_or_default();
            self.out.write_all(table.as_bytes())?;
        } else if self.arguments.lists_games() {
            self.out.write_all(format.end(self.listed == 0).as_bytes())?;
        }
        self.out.flush()
    }

    fn hit(&mut self, path: &Path, hit: &Hit) -> io::Result<()> {
        let format = self.arguments.output_format;
        if format != SearchFormat::Pgn {
            let is_first = !std::mem::replace(&mut self.has_printed, true);
            return self.out.write_all(format.hit(path, hit, is_first, self.colors).as_bytes());
        }
        self.out.write_all(&hit.bytes)
    }
}

//! What `search` prints.

use std::io::{self, Write};
use std::path::Path;

use super::arguments::SearchArguments;
use super::blocks::{Full, Told};
use super::format::SearchFormat;
use super::hit::Hit;
use super::next_moves::NextMoves;
use crate::cli::output::display_path;

/// Prints the games that are found, as they come.
pub(super) struct Printer<'a> {
    arguments: &'a SearchArguments,
    colors: bool,
    out: &'a mut (dyn Write + Send),
    /// Set when as many were found as were asked for.
    pub(super) is_full: Full,
    /// How many were found.
    pub(super) found: u64,
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
            broken: 0,
            errors: Vec::new(),
            next,
            has_printed: false,
        })
    }

    /// Prints some games.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn tell(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Games { path, hits, found, next, broken } => {
                self.broken += broken;
                let left = self.arguments.limit.map_or(u64::MAX, |limit| limit - self.found);
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                hits.iter().take(most).try_for_each(|hit| self.hit(&path, hit))?;
                self.next.append(next);
                self.found += found.min(left);
                if found >= left {
                    self.is_full.set();
                }
                if found > 0 && self.arguments.files_with_matches {
                    writeln!(self.out, "{}", display_path(&path))?;
                }
                // The first ones are seen at once.
                if found > 0 { self.out.flush() } else { Ok(()) }
            }
            Told::Error(error) => {
                self.errors.push(error);
                Ok(())
            }
        }
    }

    /// Prints what comes after all games.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let format = self.arguments.output_format;
        if self.arguments.count {
            writeln!(self.out, "{}", self.found)
        } else if self.arguments.next_plies().is_some() {
            let table = self.next.render(format).unwrap_or_default();
            self.out.write_all(table.as_bytes())
        } else if self.arguments.lists_games() {
            self.out.write_all(format.end(self.found == 0).as_bytes())
        } else {
            Ok(())
        }
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

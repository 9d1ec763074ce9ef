//! What `search` prints.

use std::io::{self, Write};
use std::path::Path;

use super::arguments::SearchArguments;
use super::blocks::{Full, Told};
use super::hit::Hit;
use crate::cli::output::{display_path, printable};

/// Prints the games that are found, as they come.
pub(super) struct Printer<'a> {
    arguments: &'a SearchArguments,
    out: &'a mut (dyn Write + Send),
    /// Set when as many were found as were asked for.
    pub(super) is_full: Full,
    /// How many were found.
    pub(super) found: u64,
    /// How many of the others end where they no longer read.
    pub(super) broken: u64,
    /// Why files were not read.
    pub(super) errors: Vec<String>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(arguments: &'a SearchArguments, out: &'a mut (dyn Write + Send)) -> Printer<'a> {
        Printer { arguments, out, is_full: Full::default(), found: 0, broken: 0, errors: Vec::new() }
    }

    /// Prints some games.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn tell(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Games { path, hits, found, broken } => {
                self.broken += broken;
                let left = self.arguments.limit.map_or(u64::MAX, |limit| limit - self.found);
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                let has_hits = !hits.is_empty();
                hits.iter().take(most).try_for_each(|hit| self.hit(&path, hit))?;
                self.found += found.min(left);
                if found >= left {
                    self.is_full.set();
                }
                // The first ones are seen at once.
                if has_hits { self.out.flush() } else { Ok(()) }
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
        if self.arguments.count {
            writeln!(self.out, "{}", self.found)?;
        }
        Ok(())
    }

    fn hit(&mut self, path: &Path, hit: &Hit) -> io::Result<()> {
        let details = [&hit.event, &hit.date, &hit.result].into_iter().flatten().map(String::as_str);
        let mut line = format!("{}:{}:{}: {}", display_path(path), hit.line, hit.column, printable(&hit.players()));
        for detail in details {
            line += &format!(", {}", printable(detail));
        }
        if let Some(ply) = hit.ply {
            line += &format!(", ply {ply}");
        }
        if let Some(played) = &hit.played {
            line += &format!(" {}", printable(played));
        }
        writeln!(self.out, "{line}")
    }
}

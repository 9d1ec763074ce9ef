//! Games that are in several of the files: `--across`.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use scoresheet_chess::duplicates::Criteria;
use scoresheet_lint::file_view::DuplicateElsewhere;
use scoresheet_lint::finding::{Edit, Elsewhere, Finding};

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::Streams;
use crate::cli::whole_files::{Games, Keep};
use crate::text_file::Encoding;

/// The duplicates of each file: games that an earlier file has. The memory is that of [`Games`] while they are searched, then that of the
/// duplicates.
#[derive(Debug, Default)]
pub(super) struct Across {
    of_files: HashMap<PathBuf, Vec<DuplicateElsewhere>>,
}

impl Across {
    /// Reads files of games. `shown` returns the path as it is printed. The inner error is a message.
    pub(super) fn find(
        inputs: &[Input],
        encoding: Option<Encoding>,
        shown: impl Fn(&Path) -> PathBuf,
        global: &GlobalArguments,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Across, String>> {
        let mut games = match Games::read(inputs, encoding, global, streams)? {
            Ok(games) => games,
            Err(error) => return Ok(Err(error)),
        };
        let duplicates = match games.find(&Criteria::default(), Keep::First) {
            Ok(duplicates) => duplicates,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let mut across = Across::default();
        for duplicate in duplicates.found {
            let (game, other) = (games.items[duplicate.game], games.items[duplicate.of]);
            if game.file == other.file {
                continue;
            }
            let path = inputs[game.file as usize].path().to_path_buf();
            across.of_files.entry(path).or_default().push(DuplicateElsewhere {
                game: game.game as usize,
                other: Elsewhere {
                    file: shown(inputs[other.file as usize].path()).to_string_lossy().into_owned(),
                    game: other.game as usize + 1,
                    line: other.line as usize,
                    start: games.place(&other).start as usize,
                },
                reason: duplicate.reason,
            });
        }
        Ok(Ok(across))
    }

    /// The duplicates in a file, in file order.
    pub(super) fn of_file(&self, path: &Path) -> &[DuplicateElsewhere] {
        self.of_files.get(path).map_or(&[], Vec::as_slice)
    }
}

/// The text without the games that findings name as duplicates of games of other files, and how many these are.
pub(super) fn without_duplicates<'f>(text: &str, findings: impl Iterator<Item = &'f Finding>) -> (String, usize) {
    let fixes = findings.filter(|finding| finding.elsewhere.is_some()).filter_map(|finding| finding.fixes.first());
    let (mut left, mut done, mut count) = (String::new(), 0, 0);
    for fix in fixes {
        count += 1;
        for Edit { range, .. } in &fix.edits {
            left += text.get(done..range.start).unwrap_or("");
            done = done.max(range.end);
        }
    }
    left += &text[done..];
    (left, count)
}

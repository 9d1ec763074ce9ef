//! Games and names that are in several of the files: `--across`.

mod players;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use scoresheet_chess::duplicates::Criteria;
use scoresheet_lint::file_view::{DuplicateElsewhere, NameElsewhere, OtherFiles};
use scoresheet_lint::finding::{Edit, Elsewhere, Finding};

use players::{Players, PlayersOfGame};

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::Streams;
use crate::cli::whole_files::{Games, Item};
use crate::text_file::Encoding;

/// What of each file is in another one: games that another file has with as much annotation or more, and names that are spelt otherwise in most games. The memory is that of
/// [`Games`] and [`Players`] while they are searched, then that of what is found.
#[derive(Debug, Default)]
pub(super) struct Across {
    of_files: HashMap<PathBuf, OfFile>,
    /// Whether names were compared.
    has_names: bool,
}

#[derive(Debug, Default)]
struct OfFile {
    duplicates: Vec<DuplicateElsewhere>,
    names: Vec<NameElsewhere>,
}

impl Across {
    /// Reads files of games; those that cannot be read are left out, as their check reports them. `shown` returns the path as it is printed. The error is a
    /// message.
    pub(super) fn find(
        inputs: &[Input],
        encoding: Option<Encoding>,
        shown: impl Fn(&Path) -> PathBuf,
        global: &GlobalArguments,
        streams: &mut Streams<'_>,
    ) -> Result<Across, String> {
        let mut players = Players::default();
        let look = (&PlayersOfGame::of as _, &Players::add as _, |of_file| players.append(of_file));
        let (mut games, _) = Games::read_with(inputs, encoding, look, global, streams);
        let duplicates = match games.find(&Criteria::default()) {
            Ok(duplicates) => duplicates,
            Err(error) => return Err(error.to_string()),
        };
        let place = |games: &Games, item: &Item, message: &'static str| Elsewhere {
            file: shown(inputs[games.inputs[item.file as usize]].path()).to_string_lossy().into_owned(),
            game: item.game as usize + 1,
            line: item.line as usize,
            column: 1,
            start: games.place(item).start as usize,
            message,
        };
        let path = |games: &Games, file: u32| inputs[games.inputs[file as usize]].path().to_path_buf();
        let mut across = Across { has_names: !players.are_too_many, ..Across::default() };
        if players.are_too_many {
            streams.note("There are too many names to compare those of several files; scoresheet names has no limit.");
        }
        for [player, right] in players.inconsistent() {
            let name = NameElsewhere {
                name: player.name.clone(),
                right: right.name.clone(),
                games: right.games as usize,
                other: place(&games, &right.first, "the other spelling"),
            };
            for file in &player.files {
                across.of_files.entry(path(&games, *file)).or_default().names.push(name.clone());
            }
        }
        for duplicate in duplicates.found {
            let (game, other) = (games.items[duplicate.game], games.items[duplicate.of]);
            if game.file == other.file {
                continue;
            }
            across.of_files.entry(path(&games, game.file)).or_default().duplicates.push(DuplicateElsewhere {
                game: game.game as usize,
                other: place(&games, &other, "the other game"),
                reason: duplicate.reason,
            });
        }
        Ok(across)
    }

    /// What of a file is in another one.
    pub(super) fn of_file(&self, path: &Path) -> OtherFiles<'_> {
        let OfFile { duplicates, names } = match self.of_files.get(path) {
            Some(of_file) => of_file,
            None => const { &OfFile { duplicates: Vec::new(), names: Vec::new() } },
        };
        OtherFiles { duplicates, names: self.has_names.then_some(names), ..OtherFiles::default() }
    }
}

/// The text without the games that findings name as duplicates of games of other files, and how many these are.
pub(super) fn without_duplicates<'f>(text: &str, findings: impl Iterator<Item = &'f Finding>) -> (String, usize) {
    let is_duplicate = |finding: &&Finding| finding.rule.name == "duplicate-game" && finding.elsewhere.is_some();
    let fixes = findings.filter(is_duplicate).filter_map(|finding| finding.fixes.first());
    let (mut left, mut done, mut count) = (String::new(), 0, 0);
    for fix in fixes {
        count += 1;
        for Edit { range, .. } in &fix.edits {
            left += text.get(done..range.start).unwrap_or("");
            done = done.max(range.end);
        }
    }
    left += &text[done..];
    // White space alone would be read as a game.
    if left.trim().is_empty() {
        left.clear();
    }
    (left, count)
}

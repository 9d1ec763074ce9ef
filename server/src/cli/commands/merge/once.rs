//! Each game once: `--dedupe`.

use std::collections::HashSet;
use std::io;

use scoresheet_chess::collation::{Entries, SortOrder};
use scoresheet_chess::duplicates::{Criteria, Reason};

use super::{MergeArguments, Merged};
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Streams, counted};
use crate::cli::whole_files::{Games, Keep, Place, game_sorter, key, no_space};

/// Reads the files and leaves the duplicates out. The inner error is a message.
pub(super) fn read(
    arguments: &MergeArguments,
    global: &GlobalArguments,
    inputs: &[Input],
    order: &SortOrder,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Merged, String>> {
    Ok(Games::read(inputs, arguments.encoding, global, streams)?.and_then(|games| merged(arguments, games, order)))
}

fn merged(arguments: &MergeArguments, mut games: Games, order: &SortOrder) -> Result<Merged, String> {
    let duplicates = games.find(&Criteria::default(), Keep::Best).map_err(|error| error.to_string())?;
    let left_out: HashSet<usize> = duplicates.found.iter().map(|duplicate| duplicate.game).collect();
    let mut sorter = game_sorter();
    for index in (0..games.items.len()).filter(|index| !left_out.contains(index)) {
        let item = games.items[index];
        let (key, is_key_short) = match arguments.sort {
            false => (Vec::new(), false),
            true => {
                let text = games.text(&item).map_err(|error| error.to_string())?;
                Entries::new(&text).next().map_or_else(Default::default, |entry| key(order, &entry))
            }
        };
        let place = Place { is_key_short, ..games.place(&item) };
        sorter.push(&key, place.to_bytes()).map_err(|error| no_space(&error))?;
    }
    let mut notes = vec![format!("{} left out", counted(left_out.len(), "duplicate"))];
    let is_annotated = |index: usize| games.items[index].is_annotated();
    let lost = duplicates.found.iter().filter(|one| one.reason != Reason::SameText && is_annotated(one.game)).count();
    if lost > 0 {
        notes.push(format!("{lost} of them with annotations (scoresheet dedupe names them)"));
    }
    if duplicates.is_cut {
        notes.push("too many games begin with the same moves, so not all were compared".to_owned());
    }
    Ok(Merged { sources: games.sources, sorter, notes })
}

//! Each game once: `--dedupe`.

use std::collections::HashSet;

use scoresheet_chess::collation::{Entries, SortOrder};
use scoresheet_chess::duplicates::{Criteria, Reason};
use scoresheet_collection::query::Query;

use super::{MergeArguments, Merged, unsorted_key};
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Streams, counted, display_path, printable};
use crate::cli::whole_files::{Games, Item, Place, game_label, game_sorter, key, no_space};

/// How many games with annotations that are left out are named.
const MOST_NAMED: usize = 20;

/// Reads the files and leaves the duplicates out. The error is a message.
pub(super) fn read(
    arguments: &MergeArguments,
    global: &GlobalArguments,
    (inputs, query): (&[Input], Option<&Query>),
    order: &SortOrder,
    streams: &mut Streams<'_>,
) -> Result<Merged, String> {
    merged(arguments, Games::read(inputs, arguments.encoding, query, global, streams)?, inputs, order)
}

fn merged(arguments: &MergeArguments, mut games: Games, inputs: &[Input], order: &SortOrder) -> Result<Merged, String> {
    let duplicates = games.find(&Criteria::default()).map_err(|error| error.to_string())?;
    let left_out: HashSet<usize> = duplicates.found.iter().map(|duplicate| duplicate.game).collect();
    let mut sorter = game_sorter();
    for index in (0..games.items.len()).filter(|index| !left_out.contains(index)) {
        let item = games.items[index];
        let (key, is_key_short) = match arguments.sort {
            false => (unsorted_key(item.rank()), false),
            true => {
                let text = games.text(&item).map_err(|error| error.to_string())?;
                Entries::new(&text).next().map_or_else(Default::default, |entry| key(order, &entry, &text))
            }
        };
        let place = Place { is_key_short, ..games.place(&item) };
        sorter.push(&key, place.to_bytes()).map_err(|error| no_space(&error))?;
    }
    let mut notes = vec![format!("{} left out", counted(left_out.len(), "duplicate"))];
    let is_annotated = |index: usize| games.items[index].is_annotated();
    let lost = duplicates.found.iter().filter(|one| one.reason != Reason::SameText && is_annotated(one.game));
    let lost: Vec<[Item; 2]> = lost.map(|one| [one.game, one.of].map(|index| games.items[index])).collect();
    let mut lines = Vec::new();
    for [game, kept] in lost.iter().take(MOST_NAMED) {
        let label = printable(&game_label(&games.text(game).map_err(|error| error.to_string())?));
        let [place, other] =
            [game, kept].map(|item| format!("{}:{}", display_path(inputs[item.file as usize].path()), item.line));
        lines.push(format!("{place}: {label}: left out with its annotations; {other} stays"));
    }
    if !lost.is_empty() {
        notes.push(format!("{} of them with annotations, which scoresheet dedupe --merge takes over", lost.len()));
    }
    if duplicates.is_cut {
        notes.push("too many games begin with the same moves, so not all were compared".to_owned());
    }
    Ok(Merged { sources: games.sources, sorter, lines, notes })
}

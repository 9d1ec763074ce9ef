//! Reads the records of tournaments.

use std::io;
use std::path::{Path, PathBuf};

use scoresheet_collection::cache::Segment;
use scoresheet_collection::table::SegmentRows;
use scoresheet_collection::tournament::Record;

use super::arguments::TournamentArguments;
use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Streams, display_path};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::move_cache::SegmentText;

/// Tables have at most so many games: some hundred megabytes of records.
const MOST_GAMES: usize = 500_000;

/// What was read.
pub(super) struct Read {
    pub(super) records: Vec<Record>,
    /// The files that were read.
    pub(super) files: Vec<PathBuf>,
    /// Whether something could not be read, which was reported.
    pub(super) has_trouble: bool,
}

/// Reads the records of all inputs. `None` if there is nothing to work on, which was reported.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn read(
    arguments: &TournamentArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Read>> {
    let Some(games) = ChosenGames::find(&arguments.games, &arguments.games.query, global, streams) else {
        return Ok(None);
    };
    let columns = Record::columns();
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let path = display_path(path);
        let rows = SegmentRows::new(segment, &columns, &path, text.lines, text.games);
        let found = (0..segment.count()).filter(|game| games.has(file, segment, text, *game));
        let record =
            |game: usize| Record::new(&rows.row(game, || file.text_of(segment, text, game)), segment.result(game));
        found.map(record).collect()
    };
    let add = |records: &mut Vec<Record>, more: Vec<Record>| {
        let room = (MOST_GAMES + 1).saturating_sub(records.len());
        records.extend(more.into_iter().take(room));
    };
    let counting = Counting { start: &Vec::new, on_segment: &on_segment, add: &add };
    let (records, has_trouble) = games.count(&counting, streams)?;
    if records.len() > MOST_GAMES {
        streams.error(format_args!("there are more than {MOST_GAMES} games; choose with --event or --where"));
        return Ok(None);
    }
    let files = games.inputs.files().map(Path::to_path_buf).collect();
    Ok(Some(Read { records, files, has_trouble }))
}

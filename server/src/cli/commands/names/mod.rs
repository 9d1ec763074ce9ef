//! `scoresheet names`: lists how names are spelt, and unifies them.

mod arguments;
mod formats;
mod unify;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use scoresheet_collection::cache::Segment;
use scoresheet_collection::names::{Canonical, Kind, Listing, NameCounts, Place};

pub(crate) use arguments::NamesArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, display_path};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;
use crate::text_file::TextFile;

/// The files of the games.
struct Files {
    inputs: Vec<Input>,
    shown: Vec<String>,
    numbers: HashMap<PathBuf, u32>,
}

impl Files {
    fn new(inputs: &[Input]) -> Files {
        let paths = || inputs.iter().map(Input::path);
        Files {
            inputs: inputs.to_vec(),
            shown: paths().map(display_path).collect(),
            numbers: paths().zip(0..).map(|(path, number)| (path.to_path_buf(), number)).collect(),
        }
    }

    /// A place as people and editors read it.
    fn shown(&self, place: Place) -> String {
        format!("{}:{}", self.shown[place.file as usize], place.line)
    }
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &NamesArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let kinds: Vec<Kind> = arguments.of.iter().map(|kind| (*kind).into()).collect();
    // A file that does not read is reported before any game is read.
    let canonical = match arguments.canonical.as_ref().map(|path| read(path, kinds.first().copied())).transpose() {
        Ok(canonical) => canonical,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let Some(games) = ChosenGames::find(&arguments.games, &arguments.games.query, global, streams) else {
        return Ok(Exit::Trouble);
    };
    let files = Files::new(&games.inputs.found);
    let (counts, has_trouble) = count(&games, &files, streams)?;
    if let Some(canonical) = canonical {
        if has_trouble {
            return Ok(Exit::Trouble);
        }
        return unify::unify(arguments, &canonical, &counts, &files, global, streams);
    }
    let limit = arguments.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let listings = kinds.iter().map(|kind| {
        let mut listing = Listing::new(&counts, *kind);
        if arguments.doubtful {
            listing.names.retain(scoresheet_collection::names::Name::is_doubtful);
        }
        listing.names.truncate(limit);
        listing
    });
    let listings: Vec<Listing> = listings.collect();
    let output = formats::printed(&listings, &files, arguments.form());
    let is_written = print_or_create(&arguments.output, output.as_bytes(), games.inputs.files(), streams)?;
    let is_empty = listings.iter().all(|listing| listing.names.is_empty());
    if is_empty && !global.quiet {
        streams.note(if arguments.doubtful { "There are no doubtful names." } else { "There are no names." });
    }
    Ok(Exit::of(!is_written || has_trouble, is_empty))
}

fn read(path: &Path, kind: Option<Kind>) -> Result<Canonical, String> {
    let shown = display_path(path);
    let file = TextFile::read(path, None).map_err(|error| format!("{shown}: {error}"))?;
    Canonical::parse(&file.text, kind.unwrap_or(Kind::Player))
        .map_err(|error| format!("{shown}:{}: {}", error.line, error.message))
}

/// Counts the names. Returns whether something could not be read, too.
fn count(games: &ChosenGames, files: &Files, streams: &mut Streams<'_>) -> io::Result<(NameCounts, bool)> {
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let number = files.numbers.get(path).copied().unwrap_or(0);
        let mut counts = NameCounts::default();
        for game in (0..segment.count()).filter(|game| games.has(file, segment, text, *game)) {
            let place = Place {
                file: number,
                game: (text.games + game as u64 + 1) as u32,
                line: (text.lines + u64::from(segment.lines_before(game)) + 1) as u32,
            };
            counts.add(segment, game, place, || file.text_of(segment, text, game));
        }
        counts
    };
    games.count(&Counting { start: &NameCounts::default, on_segment: &on_segment, add: &NameCounts::append }, streams)
}

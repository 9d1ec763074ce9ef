//! `scoresheet publish`: games as pages.

mod arguments;
mod browser;
mod folder;
mod pdf;
mod reading;
mod single;
mod tables;
mod templates;
mod viewer;

use std::io;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::publish::{Published, Sheet, Site};

pub(crate) use arguments::PublishArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, counted, display_path, trouble};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::move_cache::SegmentText;
use crate::text_file::CHANGED;
use arguments::Target;
use folder::{GAMES, SiteFolder};
use reading::{GAMES_AT_ONCE, List, MOST_RECORDS};

/// The first errors of writing are reported; thousands of pages cannot be written for one reason.
const MOST_ERRORS: usize = 5;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &PublishArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let shown = display_path(&arguments.output);
    let templates = match templates::read(arguments) {
        Ok(templates) => templates,
        Err(error) => return trouble(streams, error),
    };
    let viewer = match arguments.viewer.then(|| viewer::viewer(arguments.target())).transpose() {
        Ok(viewer) => viewer,
        Err(error) => return trouble(streams, error),
    };
    let Some(mut games) = ChosenGames::find(&arguments.games, &arguments.games.query, global, streams) else {
        return Ok(Exit::Trouble);
    };
    let site = Site { title: title(arguments, &games), every: arguments.every, templates, viewer };
    // Games are read twice: first the list, so that each page knows its neighbours.
    let copied = match copy_of_stdin(&mut games) {
        Ok(copied) => copied,
        Err(error) => return trouble(streams, error),
    };
    let mut list = List::read(&games, streams)?;
    drop_if_empty(&list, global, streams);
    if list.entries.is_empty() {
        return Ok(Exit::of(list.has_trouble, true));
    }
    let is_cut = list.records.len() > MOST_RECORDS;
    let records = std::mem::take(&mut list.records);
    let (sheets, left_out) = if is_cut { (Vec::new(), 0) } else { tables::tables(records) };
    let publication = Publication { site: &site, list: &list, games: &games, sheets: &sheets };
    let output = &arguments.output;
    let done = match arguments.target() {
        Target::Site => write_site(&publication, output, streams)?,
        Target::File(form) => single::write(&publication, form, output, arguments.force, streams)?,
        Target::Pdf => pdf::write(&publication, arguments, streams)?,
    };
    drop(copied);
    let done = match done {
        Ok(done) => done,
        Err(error) => return trouble(streams, format_args!("{shown}: {error}")),
    };
    if !global.quiet {
        if is_cut {
            streams.note(format_args!("There are no tables of tournaments: there are more than {MOST_RECORDS} games."));
        }
        if left_out > 0 {
            streams.note(format_args!(
                "{} left out: too many players, or too many tournaments.",
                counted(left_out, "table")
            ));
        }
        let games = counted(list.entries.len(), "game");
        streams.note(format_args!("{shown}: {games}; {done}"));
    }
    Ok(Exit::of(list.has_trouble || done.has_trouble, false))
}

fn drop_if_empty(list: &List, global: &GlobalArguments, streams: &mut Streams<'_>) {
    if list.entries.is_empty() && !global.quiet {
        streams.note("There are no games.");
    }
}

/// The title: that of the arguments, or else the name of the file or folder.
fn title(arguments: &PublishArguments, games: &ChosenGames<'_>) -> String {
    let named = match (&arguments.games.input.files[..], &games.inputs.found[..]) {
        ([path], _) if path.as_path() != Path::new("-") => path.file_stem(),
        (_, [input]) if !input.is_stdin() => input.path().file_stem(),
        _ => None,
    };
    let title = arguments.title.clone().or_else(|| Some(named?.to_string_lossy().into_owned()));
    title.unwrap_or_else(|| "Games".to_owned())
}

/// Replaces standard input by a copy, which can be read twice.
fn copy_of_stdin(games: &mut ChosenGames<'_>) -> io::Result<Option<tempfile::NamedTempFile>> {
    let mut copied = None;
    for input in &mut games.inputs.found {
        if let Some(copy) = input.copy_of_stdin(&games.reader.stdin)? {
            *input = Input::File(copy.path().to_path_buf());
            copied = Some(copy);
        }
    }
    Ok(copied)
}

/// What is published.
struct Publication<'a, 's> {
    site: &'a Site,
    list: &'a List,
    games: &'a ChosenGames<'s>,
    sheets: &'a [Sheet],
}

/// What was written.
#[derive(Debug, Default)]
struct Done {
    written: usize,
    unchanged: usize,
    removed: usize,
    has_trouble: bool,
}

impl std::fmt::Display for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} written, {} unchanged", counted(self.written, "file"), self.unchanged)?;
        if self.removed > 0 { write!(f, ", {} removed", self.removed) } else { Ok(()) }
    }
}

impl Publication<'_, '_> {
    /// Shows the games of a segment, in order. A game that changed since it was listed is an error.
    fn games_of(
        &self,
        segment: &Segment,
        text: &SegmentText,
        file: &GamesFile,
        path: &Path,
        mut on_game: impl FnMut(&Published<'_>),
    ) -> Result<(), String> {
        let (range, numbers) = self.list.of_segment(path, segment, text);
        let entries = &self.list.entries;
        let (mut index, mut is_changed) = (range.start, false);
        for some in numbers.chunks(GAMES_AT_ONCE) {
            file.with_sources(segment, text, some, |_, source| {
                let decoded = text.encoding.decode_piece(source.to_vec());
                match decoded.filter(|_| self.list.is_source(index, source)) {
                    Some(text) => on_game(&Published {
                        number: index + 1,
                        entry: &entries[index],
                        source,
                        text: &text,
                        previous: index.checked_sub(1).map(|index| &entries[index]),
                        next: entries.get(index + 1),
                    }),
                    None => is_changed = true,
                }
                index += 1;
            });
        }
        if is_changed || index != range.end { Err(format!("{}: {CHANGED}", display_path(path))) } else { Ok(()) }
    }
}

/// Writes a site. The inner error is a message.
fn write_site(
    publication: &Publication<'_, '_>,
    output: &Path,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Done, String>> {
    let folder = match SiteFolder::open(output) {
        Ok(folder) => folder,
        Err(error) => return Ok(Err(error)),
    };
    let Publication { site, list, games, sheets } = publication;
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let mut of_segment = OfSegment::default();
        let end = publication.games_of(segment, text, file, path, |game| {
            let name = format!("{GAMES}/{}.html", game.entry.name);
            of_segment.write_page(&folder, &name, site.game(game));
        });
        of_segment.fail(end.err());
        of_segment
    };
    let counting = Counting { start: &OfSegment::default, on_segment: &on_segment, add: &OfSegment::append };
    let (mut all, has_trouble) = games.count(&counting, streams)?;
    for (name, page) in site.index(&list.entries, sheets).chain(sheets.iter().map(|sheet| site.sheet(sheet))) {
        all.write_page(&folder, &name, page);
    }
    for (name, content) in site.assets() {
        all.write(&folder, name, content.as_bytes());
    }
    all.errors.iter().for_each(|error| streams.error(error));
    let OfSegment { written, unchanged, errors } = all;
    // What could not be read is not gone.
    let has_trouble = has_trouble || list.has_trouble || !errors.is_empty();
    let removed = if has_trouble { folder.keep() } else { folder.finish() };
    let done = removed.map(|removed| Done { written, unchanged, removed, has_trouble });
    Ok(done.map_err(|error| format!("cannot write: {error}")))
}

/// What was written of a segment.
#[derive(Default)]
struct OfSegment {
    written: usize,
    unchanged: usize,
    errors: Vec<String>,
}

impl OfSegment {
    fn write(&mut self, folder: &SiteFolder, name: &str, content: &[u8]) {
        match folder.write(name, content) {
            Ok(true) => self.written += 1,
            Ok(false) => self.unchanged += 1,
            Err(error) => self.fail(Some(format!("{name}: cannot write: {error}"))),
        }
    }

    /// Writes a page, or notes that a template is wrong: the same error for every game is reported once.
    fn write_page(&mut self, folder: &SiteFolder, name: &str, page: Result<String, String>) {
        match page {
            Ok(page) => self.write(folder, name, page.as_bytes()),
            Err(error) => self.fail(Some(error).filter(|error| !self.errors.contains(error))),
        }
    }

    fn fail(&mut self, error: Option<String>) {
        let room = MOST_ERRORS.saturating_sub(self.errors.len());
        self.errors.extend(error.into_iter().take(room));
    }

    fn append(&mut self, more: OfSegment) {
        self.written += more.written;
        self.unchanged += more.unchanged;
        more.errors.into_iter().for_each(|error| self.fail(Some(error).filter(|error| !self.errors.contains(error))));
    }
}

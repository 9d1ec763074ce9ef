//! `scoresheet split`: writes the games of a file to several files.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use scoresheet_chess::collation::{Column, Ending, Entry};
use scoresheet_chess::dates;
use scoresheet_collection::files::{NameRule, file_names};
use scoresheet_collection::query::Query;

use crate::cli::arguments::{ConfigurationArguments, GlobalArguments, Misread, parse_encoding};
use crate::cli::file_identity::is_same_file;
use crate::cli::input::{Configurations, Input, with_progress};
use crate::cli::output::{Exit, Streams, counted, display_path, misread, trouble};
use crate::cli::whole_files::{
    GamesSource, GamesWriter, KeySorter, OpeningTag, PLACE_BYTES, Place, Sorted, Target, column, game_sorter, is_found,
    no_space, opening_value,
};
use crate::text_file::{Encoding, STDIN_NAME, uncompressed};

/// The file for games that no query finds.
const REST: &str = "rest";

/// Arguments of `split`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet split games.pgn -o parts --games 1000
  scoresheet split games.pgn -o parts --size 10MB
  scoresheet split games.pgn -o players --by player --dry-run
  scoresheet split games.pgn -o years --by year
  scoresheet split games.pgn -o chosen --into 'short=moves < 20' --into 'drawn=result = draw'

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/files.md
Exit status: 0 done, 1 with --dry-run: files would be written, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct SplitArguments {
    /// Read this file, which may be compressed, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the files to this folder, which is made if there is none
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) rule: SplitRule,
    /// Write nothing and print which files would be written; exit with 1 if there is one
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Replace files that exist [default: write nothing if one of the files exists]
    #[arg(long)]
    pub(crate) force: bool,
    /// Read the file in this encoding; games are copied in the encoding that they have [default: detected]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) configuration: ConfigurationArguments,
}

/// Which game goes to which file.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct SplitRule {
    /// Begin a new file after this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Begin a new file before this size is exceeded: a number of bytes, or as in 500kB or 10MB; a longer game has a file for itself
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) size: Option<u64>,
    /// Write a file for every player (each game goes to the files of both), event, year, month, day, eco, opening or value of any other tag
    #[arg(long, value_name = "COLUMN")]
    pub(crate) by: Option<String>,
    /// Write the games that a query finds to the file NAME.pgn; repeat it for more files: a game goes to the first whose query finds it, or to
    /// rest.pgn
    #[arg(long, value_name = "NAME=QUERY")]
    pub(crate) into: Vec<String>,
}

/// A size in bytes: `500`, `500kB`, `10MB`, `1 GiB`.
fn parse_size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return Err("write a number of bytes, or as in 500kB or 10MB".to_owned()),
    };
    let number: u64 = text[..digits].parse().map_err(|_| "write a number, as in 10MB".to_owned())?;
    number
        .checked_mul(unit)
        .filter(|size| *size > 0)
        .ok_or_else(|| "the size must be from 1 byte to some exabytes".to_owned())
}

/// How games are distributed.
enum Rule {
    Games(u64),
    Size(u64),
    Player,
    /// The digits of the date that are taken.
    Date(usize),
    Eco,
    Opening,
    Tag(String),
    Queries(Vec<(String, Query)>),
}

/// The files so far.
struct Files {
    sorter: KeySorter<PLACE_BYTES>,
    /// The number of the file for each value, or for each part.
    numbers: HashMap<String, u32>,
    /// The values by number.
    values: Vec<String>,
    /// How many games are in each.
    games: Vec<u64>,
    /// How many bytes are in the last one.
    bytes: u64,
    /// The file of the last game.
    last: u32,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &SplitArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Some(rule) = rule(arguments, colors, streams) else { return Ok(Exit::Trouble) };
    let input = match arguments.file.as_path() {
        file if file == Path::new("-") => Input::stdin(None),
        file => Input::File(file.to_path_buf()),
    };
    let shown = display_path(input.path());
    let (mut source, files) = match read(arguments, global, &input, &rule, streams) {
        Ok(read) => read,
        Err(error) => return trouble(streams, format_args!("{shown}: {error}")),
    };
    let names = names(&rule, &input, &files.values);
    let paths: Vec<PathBuf> = names.iter().map(|name| arguments.output.join(name)).collect();
    let old = match rule {
        Rule::Games(_) | Rule::Size(_) => old_parts(&arguments.output, &part_stem(&input), &paths),
        _ => Vec::new(),
    };
    for path in &old {
        streams.note(format_args!(
            "{}: a part of an earlier split, which stays; delete it if its games are in the new parts",
            display_path(path)
        ));
    }
    if arguments.dry_run {
        for (path, games) in paths.iter().zip(&files.games) {
            let exists = if path.exists() { ", and exists" } else { "" };
            let games = counted(usize::try_from(*games).unwrap_or(usize::MAX), "game");
            writeln!(streams.stdout, "{}: {games}{exists}", display_path(path))?;
        }
        return Ok(Exit::of(false, !paths.is_empty()));
    }
    if let Some(path) = paths.iter().find(|path| !input.is_stdin() && is_same_file(path, input.path())) {
        return trouble(streams, format_args!("{}: this file is read; write to another folder", display_path(path)));
    }
    let existing: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
    if let ([first, rest @ ..], false) = (&existing[..], arguments.force) {
        let more = if rest.is_empty() { String::new() } else { format!(" and {} others", rest.len()) };
        let exist = if rest.is_empty() { "exists" } else { "exist" };
        return trouble(streams, format_args!("{}{more} {exist}; use --force to replace", display_path(first)));
    }
    if let Err(error) = fs::create_dir_all(&arguments.output) {
        return trouble(streams, format_args!("{}: cannot make the folder: {error}", display_path(&arguments.output)));
    }
    let games = source.games();
    let sorted = match files.sorter.sorted() {
        Ok(sorted) => sorted,
        Err(error) => return trouble(streams, no_space(&error)),
    };
    let done = write(arguments, &mut source, sorted, &paths, streams)?;
    let written = match done {
        Ok(()) => paths.len(),
        Err((written, error)) => {
            // Where nothing was written, the folder is of no use; it stays if it has files.
            let _ = fs::remove_dir(&arguments.output);
            let count = counted(written, "file");
            return trouble(streams, format_args!("{error}; {count} of {} written before", paths.len()));
        }
    };
    if !global.quiet {
        let (games, files) = (counted(usize::try_from(games).unwrap_or(usize::MAX), "game"), counted(written, "file"));
        let twice = if matches!(rule, Rule::Player) { "; each game is in the files of both players" } else { "" };
        streams.note(format_args!("{shown}: {games} written to {files} in {}{twice}", display_path(&arguments.output)));
    }
    Ok(Exit::Clean)
}

/// The rule of the options. What is wrong was reported.
fn rule(arguments: &SplitArguments, colors: bool, streams: &mut Streams<'_>) -> Option<Rule> {
    let SplitRule { games, size, by, into } = &arguments.rule;
    if let Some(games) = games {
        return Some(Rule::Games(*games));
    }
    if let Some(size) = size {
        return Some(Rule::Size(*size));
    }
    if let Some(by) = by {
        return match by.to_lowercase().as_str() {
            "player" => Some(Rule::Player),
            "year" => Some(Rule::Date(4)),
            "month" => Some(Rule::Date(6)),
            "day" | "date" => Some(Rule::Date(8)),
            "eco" => Some(Rule::Eco),
            "opening" => Some(Rule::Opening),
            _ => match column(by) {
                Ok(column) if column != Column::Elo => Some(Rule::Tag(column.name().to_owned())),
                _ => {
                    streams.error(format_args!(
                        "--by: {by} is no column; write player, year, month, day, eco, opening or a tag name, such as Event"
                    ));
                    None
                }
            },
        };
    }
    let saved = match Configurations::saved_queries(&arguments.configuration) {
        Ok(saved) => saved,
        Err(error) => {
            streams.error(error);
            return None;
        }
    };
    let mut queries = Vec::new();
    for text in into {
        let Some((name, query)) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()) else {
            streams.error(format_args!("--into: {text}: write NAME=QUERY, as in 'short=moves < 20'"));
            return None;
        };
        match Query::parse_all(&[query], &saved) {
            Ok(query) => queries.push((name.trim().to_owned(), query)),
            Err((_, error)) => {
                streams.note(misread(&Misread { option: "--into", text: query.to_owned(), error }, colors));
                return None;
            }
        }
    }
    Some(Rule::Queries(queries))
}

/// Reads the file. The error is a message.
fn read(
    arguments: &SplitArguments,
    global: &GlobalArguments,
    input: &Input,
    rule: &Rule,
    streams: &mut Streams<'_>,
) -> Result<(GamesSource, Files), String> {
    let bar = streams.shows_progress(global);
    let stdin = std::mem::take(&mut streams.stdin);
    let start = || Files {
        sorter: game_sorter(),
        numbers: HashMap::new(),
        values: Vec::new(),
        games: Vec::new(),
        bytes: 0,
        last: 0,
    };
    let of_game = |entry: &Entry, text: &str| rule.values(entry, text).map(|values| (values, entry.games as u64));
    let add = |files: &mut Files, place: Place, game: Option<(Vec<String>, u64)>| files.add(rule, place, game);
    with_progress(input, bar, |advance| {
        GamesSource::read(input, 0, (arguments.encoding, &stdin), advance, start, &of_game, add)
    })
}

impl Rule {
    /// The values of a game, for each of which there is a file; none for text without a game.
    fn values(&self, entry: &Entry, text: &str) -> Option<Vec<String>> {
        if entry.ending == Ending::Open && entry.tags.is_empty() {
            return None;
        }
        let value = |name: &str| entry.value(name).trim().to_owned();
        Some(match self {
            Rule::Games(_) | Rule::Size(_) => Vec::new(),
            Rule::Player => {
                let mut players = vec![value("White"), value("Black")];
                players.dedup();
                players
            }
            // Unknown digits are zeros in names of files (section 11.4).
            Rule::Date(digits) => vec![format!("{:08}", dates::collation(&value("Date")))[..*digits].to_owned()],
            Rule::Eco => vec![opening_value(OpeningTag::Eco, entry, text).chars().take(3).collect()],
            Rule::Opening => vec![opening_value(OpeningTag::Opening, entry, text).into_owned()],
            Rule::Tag(name) => vec![value(name)],
            Rule::Queries(queries) => {
                let found = queries.iter().position(|(_, query)| is_found(query, &text[entry.game.clone()]));
                vec![found.map_or(REST.to_owned(), |found| queries[found].0.clone())]
            }
        })
    }
}

impl Files {
    fn add(&mut self, rule: &Rule, place: Place, game: Option<(Vec<String>, u64)>) -> io::Result<()> {
        let size = place.next - place.start;
        let is_full = |games: u64, bytes: u64| match rule {
            Rule::Games(most) => games >= *most,
            Rule::Size(most) => bytes + size > *most,
            _ => false,
        };
        let Some((values, count)) = game else {
            // Text without a game is after the last game.
            if self.values.is_empty() {
                self.number("");
            }
            return self.put(self.last, place);
        };
        if values.is_empty() {
            let games = self.games.last().copied();
            if games.is_none_or(|games| games > 0 && is_full(games, self.bytes)) {
                self.number(&self.values.len().to_string());
                self.bytes = 0;
            }
            self.bytes += size;
            self.last = self.values.len() as u32 - 1;
            self.games[self.last as usize] += count;
            return self.put(self.last, place);
        }
        for value in values.iter().rev() {
            self.last = self.number(value);
            self.games[self.last as usize] += count;
            self.put(self.last, place)?;
        }
        Ok(())
    }

    /// The number of the file for a value.
    fn number(&mut self, value: &str) -> u32 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = self.values.len() as u32;
        self.numbers.insert(value.to_owned(), number);
        self.values.push(value.to_owned());
        self.games.push(0);
        number
    }

    fn put(&mut self, file: u32, place: Place) -> io::Result<()> {
        self.sorter.push(&file.to_be_bytes(), place.to_bytes()).map(|_| ())
    }
}

/// The names of the files, in the order of their numbers.
fn names(rule: &Rule, input: &Input, values: &[String]) -> Vec<String> {
    let names = match rule {
        Rule::Games(_) | Rule::Size(_) => {
            let stem = part_stem(input);
            let width = values.len().to_string().len();
            (1..=values.len()).map(|number| format!("{stem}-{number:0width$}")).collect()
        }
        Rule::Player => file_names(values, NameRule::LastName, &[]),
        _ => file_names(values, NameRule::Whole, &[]),
    };
    names.into_iter().map(|name: String| name + ".pgn").collect()
}

/// How the names of parts begin.
fn part_stem(input: &Input) -> String {
    let path = uncompressed(input.path());
    match path.file_stem() {
        Some(stem) if input.path() != Path::new(STDIN_NAME) => stem.to_string_lossy().into_owned(),
        _ => "games".to_owned(),
    }
}

/// The files of a folder that have names of parts, but are not among the new ones.
fn old_parts(folder: &Path, stem: &str, paths: &[PathBuf]) -> Vec<PathBuf> {
    let is_part = |name: &str| {
        let number = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(".pgn"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let parts = names.filter(|name| name.to_str().is_some_and(is_part)).map(|name| folder.join(name));
    let mut old: Vec<PathBuf> = parts.filter(|path| !paths.contains(path)).collect();
    old.sort();
    old
}

/// Writes the files one after the other, so that only one is open. The inner error is how many were written before, and a message.
fn write(
    arguments: &SplitArguments,
    source: &mut GamesSource,
    mut sorted: Sorted<PLACE_BYTES>,
    paths: &[PathBuf],
    streams: &mut Streams<'_>,
) -> io::Result<Result<(), (usize, String)>> {
    let sources = std::slice::from_mut(source);
    let mut next = match sorted.next() {
        Ok(next) => next,
        Err(error) => return Ok(Err((0, no_space(&error)))),
    };
    for (number, path) in paths.iter().enumerate() {
        let target = Target::OneOfMany { path: path.clone(), force: arguments.force };
        let key = (number as u32).to_be_bytes();
        let written = target.write(streams, |out| {
            out.write_all(sources[0].bom)?;
            let mut writer = GamesWriter::new(out, None);
            while let Some(item) = next.take_if(|item| item.key == key) {
                writer.write(sources, Place::of_bytes(item.value))?;
                next = sorted.next()?;
            }
            writer.finish(sources)?;
            Ok(true)
        })?;
        if let Err(error) = written {
            return Ok(Err((number, error)));
        }
    }
    if let Err(error) = sources[0].ensure_unchanged() {
        return Ok(Err((paths.len(), error.to_string())));
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let sizes = ["1", "500kB", "10MB", "10 mb", "1GiB"].map(|text| parse_size(text).unwrap());
        assert_eq!(sizes, [1, 500_000, 10_000_000, 10_000_000, 1 << 30]);
        for wrong in ["", "0", "MB", "10 apples", "99999999999GB"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}

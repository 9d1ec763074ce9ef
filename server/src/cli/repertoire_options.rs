//! The options about repertoires, and reading what they name.

use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use scoresheet_chess::repertoire::Coverage;
use shakmaty::Color;

use super::arguments::{CacheArguments, InputArguments};
use super::input::{Configurations, InFolders};
use super::language::Language;
use super::output::{Streams, counted, display_path};
use crate::configuration::{FileSettings, Percent, RepertoireSettings};
use crate::embedded::kind_of_path;
use crate::repertoire::{Against, MOST_BYTES, RepertoireFiles, SourceFile};
use crate::text_file::{Archive, Encoding, Origin, TextFile};

/// Whose repertoire it is, and what it is compared with. What is left out is what the configuration says.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Repertoire")]
pub(crate) struct RepertoireOptions {
    /// Take all files together for the repertoire of this side [default: what `repertoire.side` of the configuration of each file says]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(crate) side: Option<Side>,
    /// Compare with what is played in these files of games, folders or opening books of Polyglot (*.bin); can be given more than once [default: none,
    /// or those of the configuration]
    #[arg(long, value_name = "COLLECTION|BOOK")]
    pub(crate) against: Vec<PathBuf>,
    /// Take replies in so many percent of the games of a position, or more, for common [default: 10]
    #[arg(long, value_name = "PERCENT")]
    pub(crate) threshold: Option<Percent>,
    /// Want answers to common replies up to this move number, and follow games as far to see how many stay in the repertoire [default: 10]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) moves: Option<NonZeroU32>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) cache: CacheArguments,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// What White means to play
    White,
    /// What Black means to play
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl RepertoireOptions {
    /// Lets these options win over what a configuration says of a file.
    pub(crate) fn apply(&self, settings: &mut FileSettings) {
        let of_side = |side: Side, settings: &FileSettings| match &settings.repertoire {
            // All files are one repertoire, whatever their folders are.
            Some(configured) => RepertoireSettings { side: side.into(), folder: PathBuf::new(), ..configured.clone() },
            None => RepertoireSettings::new(side.into(), PathBuf::new()),
        };
        if let Some(side) = self.side {
            settings.repertoire = Some(of_side(side, settings));
        }
        let Some(repertoire) = &mut settings.repertoire else { return };
        if !self.against.is_empty() {
            repertoire.against = self.against.clone();
        }
        repertoire.threshold = self.threshold.unwrap_or(repertoire.threshold);
        repertoire.moves = self.moves.unwrap_or(repertoire.moves);
        settings.switch_on_repertoire();
    }
}

/// Printed where the side of a repertoire is not known.
pub(crate) const NO_SIDE: &str =
    "whose repertoire is it? Use --side white or --side black, or write `repertoire.side` in scoresheet.toml";

/// Reads the files that make one repertoire.
///
/// # Errors
///
/// The errors that were reported.
pub(crate) fn read_one(
    input: &InputArguments,
    options: &RepertoireOptions,
    colors: bool,
    streams: &mut Streams<'_>,
) -> Result<(RepertoireFiles, RepertoireSettings), Vec<String>> {
    let (configurations, inputs) = Configurations::with_inputs(input, InFolders::ALL_GAMES, colors, streams)?;
    inputs.report(streams);
    if !inputs.errors.is_empty() {
        return Err(inputs.errors);
    }
    let has_games = |path: &&Path| Language::of(path, input.language).has_games() && kind_of_path(path).is_none();
    let mut found: Option<RepertoireSettings> = None;
    let mut paths = Vec::new();
    for path in inputs.files().filter(has_games) {
        let mut settings = configurations.of(path);
        options.apply(&mut settings);
        let Some(repertoire) = settings.repertoire else { continue };
        if found.as_ref().is_some_and(|other| *other != repertoire) {
            return Err(streams.refusal("these files belong to several repertoires: name those of one, or use --side"));
        }
        found.get_or_insert(repertoire);
        paths.push(path);
    }
    let Some(settings) = found else { return Err(streams.refusal(NO_SIDE)) };
    let shown = |path: &Path| display_path(path).to_string();
    let files = read_files(&paths, input.encoding, shown, settings.side).map_err(|error| streams.refusal(error))?;
    Ok((files, settings))
}

/// Reads the files of a repertoire of a side.
///
/// # Errors
///
/// A message: one cannot be read, or they are too long.
pub(crate) fn read_files(
    paths: &[&Path],
    encoding: Option<Encoding>,
    shown: impl Fn(&Path) -> String,
    side: Color,
) -> Result<RepertoireFiles, String> {
    let (mut files, mut length) = (Vec::new(), 0);
    for path in paths {
        let bytes = Origin::open(path, Archive::of(path), &|_| {}).and_then(Origin::read_whole);
        let bytes = bytes.map_err(|error| format!("{}: {error}", display_path(path)))?;
        length += bytes.len();
        if length > MOST_BYTES {
            return Err(format!("a repertoire has at most {} MiB; name its files only", MOST_BYTES >> 20));
        }
        let file = TextFile::decode(path.to_path_buf(), bytes, encoding);
        let file = file.map_err(|error| format!("{}: {error}", display_path(path)))?;
        files.push(SourceFile { shown: shown(path), file });
    }
    Ok(RepertoireFiles::read(files, side))
}

/// The files of games and the books that paths name.
///
/// # Errors
///
/// The errors that were reported.
pub(crate) fn against_files(paths: &[PathBuf], streams: &mut Streams<'_>) -> Result<Against, Vec<String>> {
    if paths.is_empty() {
        return Ok(Against::default());
    }
    let missing = paths.iter().find(|path| path.as_path() == Path::new("-"));
    if missing.is_some() {
        return Err(streams.refusal("a repertoire is compared with files, not with standard input"));
    }
    let arguments = InputArguments { files: paths.to_vec(), ..InputArguments::default() };
    let (_, inputs) = Configurations::with_inputs(&arguments, InFolders::ALL_GAMES, false, streams)?;
    if !inputs.errors.is_empty() {
        inputs.report(streams);
        return Err(inputs.errors);
    }
    let mut files: Vec<PathBuf> = inputs.files().map(Path::to_path_buf).collect();
    if let Some(path) = files.iter().find(|path| fs::metadata(path).is_err()) {
        return Err(streams.refusal(format_args!("{}: no such file", display_path(path))));
    }
    let has_games = |path: &Path| Language::of(path, None).has_games() && kind_of_path(path).is_none();
    files.retain(|path| has_games(path));
    if files.is_empty() {
        return Err(streams.refusal("there are no games to compare the repertoire with"));
    }
    Ok(Against { files })
}

/// "24 of 100 games (24.0 %) stay in the repertoire for 10 moves; ..."
pub(crate) fn coverage_in_words(coverage: &Coverage, settings: &RepertoireSettings) -> String {
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let (own, other) = settings.side.fold_wb(("White", "Black"), ("Black", "White"));
    let [of_own, of_other] = settings.side.fold_wb(coverage.left, [coverage.left[1], coverage.left[0]]);
    let games = counted(usize::try_from(coverage.games).unwrap_or(usize::MAX), "game");
    format!(
        "{} of {games} ({}) stay in the repertoire for {} moves; {own} leaves it first in {of_own}, {other} in {of_other}: of the games in which {own} \
         plays its moves, {} stay",
        coverage.staying,
        percent(coverage.share()),
        settings.moves,
        percent(coverage.share_of_followers(settings.side)),
    )
}

//! All games as one: `--into-game`.

use std::io;

use scoresheet_chess::collation::is_game;
use scoresheet_collection::query::Query;
use scoresheet_format::refactor::{MergedGames, SourceGame, merge_many};
use scoresheet_grammar::{GameView, Parser, Tree};

use super::MergeArguments;
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, counted, display_path, trouble};
use crate::cli::whole_files::{Games, Target};
use crate::text_file::Encoding;

/// The longest games that become one. Bytes; the tree is held several times while it grows, and no editor opens a larger game.
const MOST_MERGED: usize = 64 << 20;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &MergeArguments,
    (inputs, target, query): (&[Input], &Target, Option<&Query>),
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let games = match Games::read(inputs, arguments.encoding, query, global, streams) {
        Ok(games) => games,
        Err(error) => return trouble(streams, error),
    };
    // Stray bytes stay what they are.
    let has_stray_bytes = games.sources.iter().any(|source| source.encoding == Encoding::UTF_8_WITH_STRAY_BYTES);
    let encoding = if has_stray_bytes { Encoding::UTF_8_WITH_STRAY_BYTES } else { Encoding::UTF_8 };
    let games = match sources(games, inputs) {
        Ok(games) => games,
        Err(error) => return trouble(streams, error),
    };
    let MergedGames { text, games: count, left_out } = merge_many(&games);
    for (index, refusal) in &left_out {
        streams.note(format_args!("{}: left out: {}", games[*index].source, refusal.reason));
    }
    if count == 0 {
        return trouble(streams, "there are no games with moves");
    }
    let written = target.write(streams, |out| {
        out.write_all(&encoding.encode_whole(text, b"").map_err(io::Error::other)?).map(|()| true)
    })?;
    if let Err(error) = written {
        return trouble(streams, error);
    }
    if !global.quiet {
        let mut summary = format!("{} of {} written as one", counted(count, "game"), counted(inputs.len(), "file"));
        if !matches!(target, Target::Stdout) {
            summary += &format!(" to {}", display_path(&arguments.output));
        }
        if !left_out.is_empty() {
            summary += &format!("; {} left out", counted(left_out.len(), "game"));
        }
        streams.note(summary);
    }
    Ok(Exit::of(false, !left_out.is_empty()))
}

/// The games with their places.
fn sources(mut games: Games, inputs: &[Input]) -> Result<Vec<SourceGame>, String> {
    let mut found = Vec::new();
    let mut length = 0;
    for item in games.items.clone() {
        let text = games.text(&item).map_err(|error| error.to_string())?;
        length += text.len();
        if length > MOST_MERGED {
            return Err(format!("the games have more than {} MiB; so many do not become one game", MOST_MERGED >> 20));
        }
        let path = display_path(inputs[item.file as usize].path());
        let units = units(&text);
        for (index, text) in units.iter().enumerate() {
            let source = match units.len() {
                1 => format!("{path}:{}", item.line),
                _ => format!("{path}, game {}", item.game as usize + 1 + index),
            };
            found.push(SourceGame { text: (*text).to_owned(), source });
        }
    }
    Ok(found)
}

/// The games of a text, without what is only text, comments and escape lines.
fn units(text: &str) -> Vec<&str> {
    let (mut parser, mut tree, mut units) = (Parser::new(text), Tree::default(), Vec::new());
    while let Some(range) = parser.next_game(&mut tree) {
        if is_game(GameView { text: &text[range.clone()], tree: &tree }) {
            units.push(&text[range]);
        }
    }
    units
}

//! The output formats of `search`.

use std::path::Path;

use clap::ValueEnum;
use serde::{Serialize, Serializer};

use super::hit::{Hit, TAGS};
use crate::cli::output::{BOLD, csv_row, display_path, paint, printable};

/// A format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchFormat {
    /// A line a game: file and line, players, event, date, result, ply and move
    #[default]
    Text,
    /// A JSON array of objects
    Json,
    /// The same JSON objects, one a line
    Jsonl,
    /// A table with a header, for spreadsheets
    Csv,
    /// The games byte for byte, in their encoding
    Pgn,
    /// File, line and column, for the lists of editors: `file:line:column: players, date, result: move`
    Locations,
    /// The positions that were found, as EPD records
    Epd,
}

impl SearchFormat {
    /// What is printed before the first game, and whether there is one.
    pub(super) fn start(self) -> String {
        match self {
            SearchFormat::Json => "[".to_owned(),
            SearchFormat::Csv => {
                let tags = TAGS.map(|(_, key)| key).join(",");
                format!("file,line,column,game,start,end,{tags},ply,move,fen,variation,broken\n")
            }
            _ => String::new(),
        }
    }

    /// What is printed after the last game.
    pub(super) fn end(self, is_empty: bool) -> &'static str {
        match self {
            SearchFormat::Json if is_empty => "]\n",
            SearchFormat::Json => "\n]\n",
            _ => "",
        }
    }

    /// A game as it is printed. A game is copied as it is, so it needs no text.
    pub(super) fn hit(self, path: &Path, hit: &Hit, is_first: bool, colors: bool) -> String {
        match self {
            SearchFormat::Text => text(path, hit, colors),
            SearchFormat::Json => format!("{}{}", if is_first { "\n" } else { ",\n" }, object(path, hit)),
            SearchFormat::Jsonl => format!("{}\n", object(path, hit)),
            SearchFormat::Csv => row(path, hit),
            SearchFormat::Pgn => String::new(),
            SearchFormat::Locations => location(path, hit),
            SearchFormat::Epd => record(hit),
        }
    }
}

fn text(path: &Path, hit: &Hit, colors: bool) -> String {
    let players = paint(colors, BOLD, &printable(&hit.players()));
    let mut line = format!("{}:{}: {players}", display_path(path), hit.location.line);
    for detail in ["Event", "Date", "Result"].into_iter().filter_map(|name| hit.tag(name)) {
        line += &format!(", {}", printable(detail));
    }
    if let Some(position) = &hit.position {
        line += &format!(", ply {}", position.ply);
        if let Some(played) = &position.played {
            line += &format!(" {}", printable(played));
        }
        if position.in_variation {
            line += " in a variation";
        }
    }
    if hit.is_broken == Some(true) {
        line += ", has a move that cannot be read";
    }
    line + "\n"
}

fn location(path: &Path, hit: &Hit) -> String {
    let mut line = format!("{}:{}:{}: ", display_path(path), hit.location.line, hit.location.column);
    line += &printable(&hit.players());
    for detail in ["Date", "Result"].into_iter().filter_map(|name| hit.tag(name)) {
        line += &format!(", {}", printable(detail));
    }
    if let Some(played) = hit.position.as_ref().and_then(|position| position.played.as_ref()) {
        line += &format!(": {}", printable(played));
    }
    line + "\n"
}

/// The JSON contract of a game. Tools depend on every name in it.
#[derive(Serialize)]
struct JsonHit<'a> {
    file: &'a str,
    game: usize,
    location: JsonLocation,
    start: usize,
    end: usize,
    #[serde(serialize_with = "serialize_tags")]
    #[serde(flatten)]
    tags: &'a Hit,
    ply: Option<u32>,
    r#move: Option<&'a str>,
    fen: Option<&'a str>,
    variation: Option<bool>,
    broken: Option<bool>,
}

#[derive(Serialize)]
struct JsonLocation {
    line: usize,
    column: usize,
}

fn serialize_tags<S: Serializer>(hit: &Hit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(TAGS.iter().map(|(_, key)| key).zip(&hit.tags))
}

fn object(path: &Path, hit: &Hit) -> String {
    let position = hit.position.as_ref();
    let object = JsonHit {
        file: &path.to_string_lossy(),
        game: hit.game,
        location: JsonLocation { line: hit.location.line, column: hit.location.column },
        start: hit.on_disk.start,
        end: hit.on_disk.end,
        tags: hit,
        ply: position.map(|position| position.ply),
        r#move: position.and_then(|position| position.played.as_deref()),
        fen: position.map(|position| position.fen.as_str()),
        variation: position.map(|position| position.in_variation),
        broken: hit.is_broken,
    };
    // Strings and numbers always serialise.
    serde_json::to_string(&object).unwrap_or_default()
}

fn row(path: &Path, hit: &Hit) -> String {
    let number = |number: usize| number.to_string();
    let yes = |is: bool| is.to_string();
    let position = hit.position.as_ref();
    let mut cells = vec![
        path.to_string_lossy().into_owned(),
        number(hit.location.line),
        number(hit.location.column),
        number(hit.game),
        number(hit.on_disk.start),
        number(hit.on_disk.end),
    ];
    cells.extend(hit.tags.iter().map(|value| value.clone().unwrap_or_default()));
    cells.push(position.map_or_else(String::new, |position| position.ply.to_string()));
    cells.push(position.and_then(|position| position.played.clone()).unwrap_or_default());
    cells.push(position.map_or_else(String::new, |position| position.fen.clone()));
    cells.push(position.map_or_else(String::new, |position| yes(position.in_variation)));
    cells.push(hit.is_broken.map_or_else(String::new, yes));
    csv_row(&cells)
}

/// The position with the players as its name; the counters are operations.
fn record(hit: &Hit) -> String {
    let Some(position) = &hit.position else { return String::new() };
    let fields: Vec<&str> = position.fen.split(' ').collect();
    let [placement, turn, castling, en_passant, halfmoves, moves] = fields[..] else { return String::new() };
    let name: Vec<&str> = ["Event", "Date"].into_iter().filter_map(|tag| hit.tag(tag)).collect();
    let name = format!("{}, {}", hit.players(), name.join(", "));
    // A record has one line, and its texts no quotes (section 16.2.4).
    let name = printable(name.trim_end_matches(", ")).replace('"', "'");
    format!("{placement} {turn} {castling} {en_passant} fmvn {moves}; hmvc {halfmoves}; id \"{name}\";\n")
}

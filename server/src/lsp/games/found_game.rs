//! A game that was found: what an answer says of it, and how it is found again when the user opens it.

use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;

use scoresheet_chess::engine_comment::engine_comment;
use scoresheet_chess::openings::of_code;
use scoresheet_collection::cache::Checksum;
use scoresheet_collection::game::{Game, Kept, Lines, Reached, Visitor};
use scoresheet_collection::query::{Answer, Found, Query};
use scoresheet_collection::table::{Column, row_of_text};
use scoresheet_collection::text_game::{TextGame, TextGames};
use scoresheet_grammar::Item;
use scoresheet_grammar::command::without_commands;
use serde::{Deserialize, Serialize};
use shakmaty::Color;
use tower_lsp::lsp_types::Url;

use super::part::GamePlace;
use super::source::Texts;
use crate::lsp::proto::collection::FoundGame;
use crate::lsp::proto::extensions::Opening;
use crate::lsp::proto::position::Encoding as Columns;

/// The tags by which a game is known again, besides its moves.
const NAMES: [&str; 4] = ["White", "Black", "Event", "Date"];

/// The columns of a game in the order in which its answer takes them.
static COLUMNS: LazyLock<[Column; 12]> = LazyLock::new(|| {
    let tag = |name: &str| Column::Tag(name.to_owned());
    let tags = ["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Round", "Date", "Result"].map(tag);
    let [white, black, white_elo, black_elo, event, site, round, date, result] = tags;
    let computed = [Column::Eco, Column::Opening, Column::Plies];
    let [eco, opening, plies] = computed;
    [white, black, white_elo, black_elo, event, site, round, date, result, eco, opening, plies]
});

/// What a client hands back of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Handle {
    pub(crate) uri: Url,
    /// The byte at which the game began, of an archive as decompressed.
    pub(crate) start: u64,
    pub(crate) check: Check,
    /// The place in the game.
    pub(crate) found: FoundPlace,
}

/// What a game is known by: its names and its moves, as far as they read. Comments may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Check {
    names: String,
    moves: String,
}

/// What was found in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FoundPlace {
    /// The game as a whole.
    Start,
    /// The position after so many plies of the main line.
    Ply(u32),
    /// Bytes of the text of the game, which are in a variation.
    Bytes(usize, usize),
}

/// What is looked for in a game that was found by its record.
pub(crate) enum Wanted<'a> {
    /// Nothing in particular, or what a query finds.
    Query(Option<&'a Query>),
    /// The position after so many plies of the main line.
    Ply(u32),
}

/// What an answer says of a game. `None` if its text is no longer there, or not what was found.
pub(crate) fn found_game(
    texts: &Texts,
    uri: &Url,
    place: &GamePlace,
    wanted: &Wanted,
    columns: Columns,
) -> Option<FoundGame> {
    let text = texts.text(place.bytes.clone(), place.encoding)?;
    let mut games = TextGames::new(&text);
    let mut game = games.next()?;
    let found = match wanted {
        Wanted::Query(None) => Found::default(),
        Wanted::Query(Some(query)) => match query.find(&mut game) {
            Answer::Found(found) => found,
            Answer::NotFound { .. } | Answer::Unknown => return None,
        },
        Wanted::Ply(ply) => after(&mut game, *ply)?,
    };
    let check = check_of(&mut game)?;
    let view = game.view();
    let range = shown(view.text, &found.range);
    let place_in_game = match found.ply {
        Some(ply) if found.depth == 0 => FoundPlace::Ply(ply),
        Some(_) => FoundPlace::Bytes(range.start, range.end),
        None => FoundPlace::Start,
    };
    let handle = Handle { uri: uri.clone(), start: place.bytes.start, check, found: place_in_game };
    let row = row_of_text(view, &*COLUMNS, ("", 0, 0));
    let mut cells =
        row.cells().map(|cell| Some(cell.to_owned()).filter(|cell| !cell.is_empty() && !cell.starts_with('?')));
    let mut cell = || cells.next().flatten();
    let written = view.text.get(found.range.clone()).filter(|written| !written.is_empty());
    Some(FoundGame {
        uri: uri.clone(),
        range: texts.range(place, &text, range, columns).into(),
        extent: texts.range(place, &text, 0..text.len(), columns).into(),
        game: place.number,
        index: 0,
        white: cell(),
        black: cell(),
        white_elo: cell(),
        black_elo: cell(),
        event: cell(),
        site: cell(),
        round: cell(),
        date: cell(),
        result: cell(),
        opening: opening(cell(), cell()),
        plies: cell().and_then(|plies| plies.parse().ok()).unwrap_or(0),
        is_annotated: view.items().any(|(item, _)| is_annotation(item)),
        findings: None,
        ply: found.ply,
        found_move: written.and_then(|written| Some(format!("{} {written}", found.move_number()?))),
        fen: found.fen(),
        is_broken: place.is_broken,
        data: serde_json::to_value(handle).ok()?,
    })
}

/// The opening by its code and name. A name that is not known is taken from the code.
fn opening(eco: Option<String>, name: Option<String>) -> Option<Opening> {
    let of_code = || Some(of_code(eco.as_deref()?.get(..3)?)?.name.to_owned());
    let name = name.or_else(of_code).unwrap_or_default();
    let eco = eco.unwrap_or_default();
    (!eco.is_empty() || !name.is_empty()).then_some(Opening { eco, name })
}

/// Whether an item was written by a person: clocks, evaluations and other data come from programs.
fn is_annotation(item: Item) -> bool {
    match item {
        Item::VariationStart | Item::Nag(_) => true,
        Item::Comment(comment) => {
            let text = without_commands(comment);
            // From whose side a score is does not matter here.
            let words = engine_comment(&text, Color::White).map_or(text.as_str(), |data| data.words);
            !words.trim().is_empty()
        }
        _ => false,
    }
}

/// The range of what a handle means in a text that begins with the game. `None` if the game is another one by now.
pub(crate) fn range_of(text: &str, handle: &Handle) -> Option<Range<usize>> {
    let mut games = TextGames::new(text);
    let mut game = games.next()?;
    if !handle.check.is_of(&mut game)? {
        return None;
    }
    let range = match handle.found {
        FoundPlace::Start => 0..0,
        FoundPlace::Ply(ply) => after(&mut game, ply)?.range,
        FoundPlace::Bytes(start, end) => start.min(end)..end,
    };
    let text = game.view().text;
    let range = shown(text, &range);
    text.get(range.clone()).is_some().then_some(range)
}

/// What a game is known by. `None` if the source does not keep it.
pub(crate) fn check_of(game: &mut impl Game) -> Option<Check> {
    Some(Check { names: names_of(game)?, moves: moves_of(game)? })
}

impl Check {
    /// Whether a game is this one. Its moves are only read if its names are the same. `None` if the source does not keep them.
    pub(crate) fn is_of(&self, game: &mut impl Game) -> Option<bool> {
        Some(names_of(game)? == self.names && moves_of(game)? == self.moves)
    }
}

fn names_of(game: &mut impl Game) -> Option<String> {
    let mut names = Checksum::default();
    for name in NAMES {
        let Kept::Known(value) = game.tag(name) else { return None };
        names.add(value.as_deref().unwrap_or_default().as_bytes());
        names.add(b"\0");
    }
    Some(hexadecimal(names.finish()))
}

fn moves_of(game: &mut impl Game) -> Option<String> {
    let mut moves = Moves(Vec::new());
    let Kept::Known(_) = game.play(Lines::Main, &mut moves) else { return None };
    Some(hexadecimal(Checksum::of(&moves.0)))
}

/// JSON has no integers of 64 bits.
fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}

struct Moves(Vec<u8>);

impl Visitor for Moves {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if let Some(action) = reached.last {
            let square = |square| u8::from(square);
            let promotion = action.promotion().map_or(0, |role| role as u8);
            self.0.extend([action.from().map_or(64, square), square(action.to()), promotion]);
        }
        self.0.push(0xFF);
        ControlFlow::Continue(())
    }
}

/// The position after so many plies of the main line. `None` if it does not read so far.
fn after(game: &mut TextGame, ply: u32) -> Option<Found> {
    let mut search = AtPly { ply, found: None };
    game.play(Lines::Main, &mut search);
    search.found
}

struct AtPly {
    ply: u32,
    found: Option<Found>,
}

impl Visitor for AtPly {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if reached.ply < self.ply {
            return ControlFlow::Continue(());
        }
        let (ply, range, position) = (Some(reached.ply), reached.range.clone(), Some(reached.position.clone()));
        self.found = Some(Found { ply, range, depth: 0, position });
        ControlFlow::Break(())
    }
}

/// The range that shows what was found: the move, or the start of the first token.
fn shown(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    if range.is_empty() { start..start } else { range.clone() }
}

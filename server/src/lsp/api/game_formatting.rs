//! Formatting all games of a file: of every game is kept what is to change in it, so that an answer is put together from that.

use std::sync::{Arc, Mutex, PoisonError};

use crate::lsp::documents::games::{self, MOST_COMPARED};
use rayon::prelude::*;
use scoresheet_analysis::finding::Edit;
use scoresheet_analysis::placed_game::PlacedGame;
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{Position, Range};

use super::formatting::MOST_KEPT;
use crate::lsp::documents::per_game::PerGame;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::Derived;
use crate::lsp::proto::packed_json::push_position;
use crate::lsp::proto::position::Places;
use crate::lsp::proto::text_edit::text_edits;
use crate::lsp::proto::unit_position::{UnitPlaces, in_file};
use crate::lsp::transport::raw_answer::Answer;
use crate::text_edits::{narrowed, text_edits as small_edits};
use scoresheet_analysis::format::FormatOptions;

/// About how long an edit is in JSON without its text.
const USUAL_BYTES: usize = 110;

/// What formatting does to a game that stands behind the end of a line.
#[derive(Clone)]
pub struct GameFormat {
    options: FormatOptions,
    change: Change,
    /// Where the game ends, relative to its start.
    end: Position,
    /// Whether it ends a line, before formatting and behind it.
    ends_line: bool,
}

#[derive(Clone)]
enum Change {
    Nothing,
    Edit(GameEdit),
    /// One that was not kept.
    Unknown,
}

/// One edit from the first to the last difference. In a game that ends a line it is no insertion at the end: an insertion before the
/// next game may stand there.
#[derive(Clone)]
struct GameEdit {
    /// Relative to the start of the game.
    range: Range,
    /// The new text as a string of JSON.
    json: Arc<[u8]>,
    /// How long the game is. Bytes.
    game_bytes: usize,
}

/// What was worked out last for a document.
#[derive(Default)]
pub struct LastFormats(Mutex<Option<Arc<PerGame<GameFormat>>>>);

/// The edits that format all games. Nothing where what becomes of one game depends on the one before it, as where both stand on one
/// line.
pub fn document(snapshot: &Snapshot, games: &Derived<Database>) -> Option<Answer> {
    let file = games.file();
    let options = options_for(snapshot, file);
    let formats = formats(snapshot, options, games);
    if formats.iter().take(file.len().saturating_sub(1)).any(|format| !format.ends_line) {
        return None;
    }
    if formats.iter().map(GameFormat::changed_bytes).sum::<usize>() <= MOST_COMPARED {
        return compared(snapshot, options, file, &formats);
    }
    Some(joined(formats.iter()))
}

/// Works out what the next answer is put together from.
pub fn prepare(snapshot: &Snapshot, games: &Derived<Database>) {
    formats(snapshot, options_for(snapshot, games.file()), games);
}

/// What formatting does to each game, as it was worked out for the last answer where the game is still there.
fn formats(snapshot: &Snapshot, options: FormatOptions, games: &Derived<Database>) -> Arc<PerGame<GameFormat>> {
    let kept = games.kept::<LastFormats>();
    let LastFormats(last) = &*kept;
    let known = last.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_valid = |_, known: &GameFormat| known.options == options && !matches!(known.change, Change::Unknown);
    let of_game = |game: PlacedGame| GameFormat::of(snapshot, options, game);
    let formats = Arc::new(PerGame::of(games.file(), known.as_deref(), is_valid, of_game));
    let bytes: usize = formats.iter().map(GameFormat::kept_bytes).sum();
    let kept = if bytes <= MOST_KEPT { formats.clone() } else { Arc::new(bounded(&formats, MOST_KEPT)) };
    *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    formats
}

/// The same with edits of so many bytes at most.
fn bounded(formats: &PerGame<GameFormat>, most: usize) -> PerGame<GameFormat> {
    let kept = std::cell::Cell::new(0);
    formats.map(|format| {
        kept.set(kept.get() + format.kept_bytes());
        let is_kept = kept.get() <= most || format.edit().is_none();
        if is_kept { format.clone() } else { GameFormat { change: Change::Unknown, ..format.clone() } }
    })
}

/// The options of the document, with the line ending of the file where it is to be kept: that of its first line.
fn options_for(snapshot: &Snapshot, file: &Database) -> FormatOptions {
    let has_line_end = |text: &&str| text.contains(['\n', '\r']);
    let options = snapshot.configured.settings.format_options();
    options.for_text(file.games().map(|(_, game)| game.text()).find(has_line_end).unwrap_or(""))
}

impl GameFormat {
    fn of(snapshot: &Snapshot, options: FormatOptions, game: PlacedGame) -> GameFormat {
        let old = game.view.text;
        let places = UnitPlaces::new(old, snapshot.settings.encoding);
        let ends_line = |text: &str| text.ends_with(['\n', '\r']);
        let new = games::format_game(game.view, options);
        let edit = new.as_deref().and_then(|new| GameEdit::of(&places, old, new));
        GameFormat {
            options,
            change: edit.map_or(Change::Nothing, Change::Edit),
            end: places.position(old.len()),
            ends_line: ends_line(old) && new.as_deref().is_none_or(ends_line),
        }
    }

    fn edit(&self) -> Option<&GameEdit> {
        if let Change::Edit(edit) = &self.change { Some(edit) } else { None }
    }

    fn kept_bytes(&self) -> usize {
        self.edit().map_or(0, |edit| edit.json.len())
    }

    fn changed_bytes(&self) -> usize {
        self.edit().map_or(0, |edit| edit.game_bytes)
    }
}

impl GameEdit {
    fn of(places: &UnitPlaces, old: &str, new: &str) -> Option<GameEdit> {
        let Edit { mut range, mut text } = narrowed(0, old, new);
        if let Some(last) = old[..range.start].chars().next_back().filter(|_| range.start == old.len()) {
            range.start -= last.len_utf8();
            text.insert(0, last);
        }
        let edit = text_edits(places, &[Edit::replace(range, text)]).pop()?;
        Some(GameEdit {
            range: edit.range,
            json: serde_json::to_vec(&edit.new_text).ok()?.into(),
            game_bytes: old.len(),
        })
    }
}

/// Edits that leave as much as can be as it is.
fn compared(
    snapshot: &Snapshot,
    options: FormatOptions,
    file: &Database,
    formats: &PerGame<GameFormat>,
) -> Option<Answer> {
    let changed = file.games().zip(formats.iter()).filter(|(_, format)| format.edit().is_some());
    let changed: Vec<_> = changed.map(|(game, _)| game).collect();
    let edits = |(start, game): (usize, &Arc<scoresheet_grammar::Game>)| {
        let new = game.read(|view| games::format_game(view, options));
        let new = new.as_deref().unwrap_or(game.text());
        small_edits(game.text(), new).into_iter().map(move |edit| edit.shifted(start))
    };
    let edits: Vec<Edit> = changed.into_par_iter().flat_map_iter(edits).collect();
    let bytes = edits.iter().map(|edit| edit.text.len() + USUAL_BYTES).sum();
    Answer::of_list(bytes, text_edits(snapshot, &edits).iter())
}

/// The edits of all games, the last game first: a client that applies them one by one gets the same text as one that applies them at
/// once.
fn joined<'all>(formats: impl Iterator<Item = &'all GameFormat>) -> Answer {
    let mut start = Position::default();
    let mut edits = Vec::new();
    for format in formats {
        edits.extend(format.edit().map(|edit| (start, edit)));
        start = in_file(start, format.end);
    }
    let mut answer = Answer::new(edits.iter().map(|(_, edit)| edit.json.len() + USUAL_BYTES).sum());
    answer.json.push(b'[');
    for (start, edit) in edits.into_iter().rev() {
        answer.json.extend_from_slice(b"{\"range\":{\"start\":");
        push_position(&mut answer.json, in_file(start, edit.range.start));
        answer.json.extend_from_slice(b",\"end\":");
        push_position(&mut answer.json, in_file(start, edit.range.end));
        answer.json.extend_from_slice(b"},\"newText\":");
        answer.json.extend_from_slice(&edit.json);
        answer.json.extend_from_slice(b"},");
    }
    // The last edit has a comma behind it, too.
    answer.json.pop_if(|last| *last == b',');
    answer.json.push(b']');
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let file = Database::parse(&"[Event \"x\"]\n\n1. e4 *\n\n".repeat(6));
        let format = |game: PlacedGame| GameFormat {
            options: FormatOptions::default(),
            change: match game.index % 2 {
                0 => Change::Nothing,
                _ => {
                    Change::Edit(GameEdit { range: Range::default(), json: b"\"12\"".as_slice().into(), game_bytes: 5 })
                }
            },
            end: Position::default(),
            ends_line: true,
        };
        let all = PerGame::of(&file, None, |_, _| true, format);
        let unknown = |most: usize| {
            let is_unknown = |format: &GameFormat| matches!(format.change, Change::Unknown);
            bounded(&all, most).iter().map(is_unknown).collect::<Vec<_>>()
        };
        assert_eq!(unknown(8), [false, false, false, false, false, true]);
        assert_eq!(unknown(7), [false, false, false, true, false, true]);
        assert_eq!(unknown(12), [false; 6]);
    }
}

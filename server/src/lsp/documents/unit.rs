//! What a unit of a file answers by itself: a game, or a run of records.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_format::FormatOptions;
use scoresheet_format::epd::format_edits_of;
use scoresheet_grammar::epd::Records;
use scoresheet_grammar::incremental::{UnitFile, UnitPlace};
use scoresheet_grammar::{Game, GameView, piece_around, split};
use scoresheet_ide::epd::{self, record_tokens, records_in};
use scoresheet_ide::semantic_tokens::{SemanticToken, semantic_tokens};
use scoresheet_ide::symbols::{Symbol, symbols_of};
use scoresheet_lint::checked_file::CheckedUnit;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::Edit;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::record_linter::RecordLinter;

use super::games::format_game;
use super::records::top;
use crate::linters::Linters;
use crate::text_edits::narrowed;

/// A file of games is read side by side in pieces of this size.
const PIECE_BYTES: usize = 1 << 20;

/// How a document is to be formatted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Layout {
    /// Of games.
    pub options: FormatOptions,
    /// Of records.
    pub kind: RecordKind,
}

/// What formatting changes in a unit that begins a line.
#[derive(Clone)]
pub(crate) struct Formatted {
    /// The requested layout.
    pub layout: Layout,
    /// The edits, with ranges relative to the unit.
    pub edits: Vec<Edit>,
    /// Whether the edits replace more than has changed.
    pub is_coarse: bool,
    /// Whether the unit ends a line, before and after formatting. Where it does not, the next one depends on it.
    pub ends_line: bool,
}

/// A unit of a language. Ranges are relative to the unit, and what is returned depends on nothing but its text.
pub(crate) trait LanguageUnit: CheckedUnit<Tree: Send + Sync> + 'static {
    /// Reads a file, on several threads where it is large.
    fn read(text: &str) -> UnitFile<Self>;

    /// The part of `window`, which is made of whole lines, that reads around byte `offset` as the whole text does. Nothing where the window
    /// is too small.
    fn piece_around(window: &str, offset: usize, is_start: bool, is_end: bool) -> Option<Range<usize>>;

    /// The rules that run on a file.
    fn linter(file: &UnitFile<Self>, linters: &Linters) -> Arc<Self::Linter>;

    /// What of this is known of a file of such units.
    fn facts(facts: FileFacts<'_>, kind: RecordKind) -> Self::Facts<'_>;

    /// How many things that the outline numbers are in the unit.
    fn count(&self) -> usize;

    /// The outline of a unit with so many numbered things before it.
    fn symbols(file: &UnitFile<Self>, place: UnitPlace<'_, Self>, number: usize) -> Vec<Symbol>;

    /// The semantic tokens.
    fn tokens(&self) -> Vec<SemanticToken>;

    /// The same of a unit of a file, whose tree may be kept.
    fn tokens_in(_: &UnitFile<Self>, place: &UnitPlace<'_, Self>) -> Vec<SemanticToken> {
        place.unit.tokens()
    }

    /// What formatting changes.
    fn format(file: &UnitFile<Self>, place: UnitPlace<'_, Self>, layout: Layout) -> Formatted;
}

impl LanguageUnit for Game {
    fn read(text: &str) -> UnitFile<Game> {
        let pieces = split(text, PIECE_BYTES);
        let read: Vec<UnitFile<Game>> = pieces.into_par_iter().map(|piece| UnitFile::parse(&text[piece])).collect();
        UnitFile::joined(read)
    }

    fn piece_around(window: &str, offset: usize, is_start: bool, is_end: bool) -> Option<Range<usize>> {
        piece_around(window, offset, is_start, is_end)
    }

    fn linter(_: &UnitFile<Game>, linters: &Linters) -> Arc<Linter> {
        linters.of_games()
    }

    fn facts(facts: FileFacts<'_>, _: RecordKind) -> FileFacts<'_> {
        facts
    }

    fn count(&self) -> usize {
        1
    }

    fn symbols(file: &UnitFile<Game>, place: UnitPlace<'_, Game>, number: usize) -> Vec<Symbol> {
        in_game(file, place.index, |view| symbols_of(PlacedGame { index: number, start: 0, view }))
    }

    fn tokens(&self) -> Vec<SemanticToken> {
        self.read(semantic_tokens)
    }

    fn tokens_in(file: &UnitFile<Game>, place: &UnitPlace<'_, Game>) -> Vec<SemanticToken> {
        in_game(file, place.index, semantic_tokens)
    }

    fn format(file: &UnitFile<Game>, place: UnitPlace<'_, Game>, layout: Layout) -> Formatted {
        let old = place.unit.text();
        let ends_line = |text: &str| text.ends_with(['\n', '\r']);
        let new = file.read(place.index, |view| format_game(view, layout.options)).flatten();
        Formatted {
            layout,
            is_coarse: true,
            edits: new.iter().map(|new| game_edit(old, new)).collect(),
            ends_line: ends_line(old) && new.as_deref().is_none_or(ends_line),
        }
    }
}

/// A tree that is not kept is read, but not kept.
fn in_game<T>(file: &UnitFile<Game>, index: usize, ask: impl FnOnce(GameView) -> Vec<T>) -> Vec<T> {
    file.read(index, ask).unwrap_or_default()
}

/// One edit from the first to the last difference. In a game that ends a line it is no insertion at the end: an insertion before the
/// next game may be there.
fn game_edit(old: &str, new: &str) -> Edit {
    let Edit { mut range, mut text } = narrowed(0, old, new);
    if let Some(last) = old[..range.start].chars().next_back().filter(|_| range.start == old.len()) {
        range.start -= last.len_utf8();
        text.insert(0, last);
    }
    Edit::replace(range, text)
}

impl LanguageUnit for Records {
    fn read(text: &str) -> UnitFile<Records> {
        UnitFile::parse(text)
    }

    /// Lines know nothing of each other.
    fn piece_around(window: &str, _: usize, _: bool, _: bool) -> Option<Range<usize>> {
        Some(0..window.len())
    }

    fn linter(file: &UnitFile<Records>, linters: &Linters) -> Arc<RecordLinter> {
        Arc::new(linters.of_records(&top(file)))
    }

    fn facts(_: FileFacts<'_>, kind: RecordKind) -> RecordKind {
        kind
    }

    fn count(&self) -> usize {
        records_in(self)
    }

    fn symbols(_: &UnitFile<Records>, place: UnitPlace<'_, Records>, number: usize) -> Vec<Symbol> {
        epd::symbols_of(place.unit, number)
    }

    fn tokens(&self) -> Vec<SemanticToken> {
        record_tokens(self)
    }

    fn format(_: &UnitFile<Records>, place: UnitPlace<'_, Records>, layout: Layout) -> Formatted {
        Formatted { layout, edits: format_edits_of(place.unit, layout.kind), is_coarse: false, ends_line: true }
    }
}

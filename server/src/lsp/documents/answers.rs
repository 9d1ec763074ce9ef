//! What a request asks of a document, answered by the functions for games or for records. What a unit answers by itself is in `unit.rs`.
//!
//! Offsets and ranges are bytes of the whole text.

use std::ops::Range;
use std::sync::Arc;

use scoresheet_chess::epd::{RecordKind, record_at};
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_format::FormatOptions;
use scoresheet_format::epd::{problem_game, record_at_move};
use scoresheet_grammar::epd::EpdFile;
use scoresheet_grammar::{Database, Game};
use scoresheet_ide::board_state::{BoardState, board_state};
use scoresheet_ide::call_hierarchy::{PositionItem, position_item};
use scoresheet_ide::code_lenses::{CodeLens, CodeLensPlace, code_lens_places, code_lenses};
use scoresheet_ide::colours::{ColourAt, colours};
use scoresheet_ide::completion::{Item as Completion, Known, completion_with};
use scoresheet_ide::document_links::{DocumentLink, document_links};
use scoresheet_ide::epd;
use scoresheet_ide::folding::Fold;
use scoresheet_ide::hover::{Hover, Style as HoverStyle, hover};
use scoresheet_ide::inlay_hints::{InlayHint, InlayHintKind, InlayHintOptions, inlay_hints};
use scoresheet_ide::navigation::{
    self, Jump, document_highlight, linked_editing, position_at, references_in_game, selection_range,
};
use scoresheet_ide::on_type::on_type;
use scoresheet_ide::play::{PlayedMove, play};
use scoresheet_ide::signature_help::{SignatureHelp, signature_help};
use scoresheet_lint::finding::{Edit, Finding};
use scoresheet_lint::rules::RULES;
use tower_lsp::lsp_types::Position;

use super::check::{Check, CheckText, Circumstances};
use super::findings::{Allowances, Findings, Share};
use super::language::Content;
use super::listed_unit::{self, ListedUnit};
use super::observer::Step;
use super::snapshot::Snapshot;
use super::text_version::{Part, TextVersion, UnitWork};
use super::{games, records};
use crate::language::Language;
use crate::repair::Guard;

/// A position, to be put into a new file.
pub(crate) struct ExtractedPosition {
    /// What is done.
    pub title: &'static str,
    /// The extension of the new file.
    pub extension: &'static str,
    /// Its text.
    pub text: String,
}

impl Snapshot {
    /// The findings to show, as far as they are known when a share of what is left to do is done.
    pub(crate) fn findings(&self, share: Share) -> Findings {
        self.observer.observe(Step::Check);
        self.in_units(Check { circumstances: self.circumstances(), share, observer: &*self.observer })
    }

    /// The findings to show in another text, in ascending order of place.
    pub(crate) fn findings_in(&self, text: &str) -> Vec<Finding> {
        self.in_units(CheckText { circumstances: self.circumstances(), text })
    }

    /// What there is to know about the thing at `offset`, written in `style`.
    pub(crate) fn hover(&self, offset: usize, style: HoverStyle) -> Option<Hover> {
        let (hover, start) = match self.content() {
            Content::Games(games) => games.ask_around(offset, |file, at| hover(file, at, style)),
            Content::Records(records, kind) => {
                records.ask_around(offset, |file, at| epd::hover(file, *kind, at, style))
            }
        };
        hover.map(|hover| Hover { range: moved(&hover.range, start), ..hover })
    }

    /// What could be written at `offset`, best first. `with_known` calls what it is given with what is known of the workspace.
    pub(crate) fn completion(&self, offset: usize, with_known: impl Fn(&mut dyn FnMut(Known))) -> Vec<Completion> {
        let mut completions = Vec::new();
        let ((), start) = match self.content() {
            Content::Games(games) => games.ask_around(offset, |file, at| {
                with_known(&mut |known| completions = completion_with(file, at, known));
            }),
            Content::Records(records, kind) => records.ask_around(offset, |file, at| {
                with_known(&mut |known| completions = epd::completion(file, *kind, at, known));
            }),
        };
        let in_text = |completion: Completion| Completion { range: moved(&completion.range, start), ..completion };
        completions.into_iter().map(in_text).collect()
    }

    /// Does work that is the same for the units of all languages.
    pub(crate) fn in_units<W: UnitWork>(&self, work: W) -> W::Answer {
        match self.content() {
            Content::Games(games) => work.run(games),
            Content::Records(records, _) => work.run(records),
        }
    }

    /// The edits that format the games or lines that `range` touches, all where there is none.
    pub(crate) fn format(&self, options: FormatOptions, range: Option<Range<usize>>) -> Vec<Edit> {
        match (self.content(), range) {
            (Content::Games(games), range) => {
                let file = games.file();
                games::format_range(file, options, range.unwrap_or(0..file.text_length()))
            }
            (Content::Records(records, kind), range) => {
                scoresheet_format::epd::format_edits(records.file(), *kind, range)
            }
        }
    }

    /// The edits by which what a finding is about is allowed; nothing where that cannot be.
    pub(crate) fn allow(&self, finding: &Finding) -> Option<Allowances> {
        match self.content() {
            Content::Games(version) => games::allow(version.file(), finding),
            Content::Records(version, _) => Some(records::allow(version.file(), finding)),
        }
    }

    /// What a board beside the text shows of byte `offset`.
    pub(crate) fn board_state(&self, offset: usize) -> Option<BoardState> {
        match self.content() {
            Content::Games(games) => board_state(games.file(), offset),
            Content::Records(records, kind) => epd::record_board(records.file(), *kind, offset),
        }
    }

    /// The edits that play a move from the position at byte `offset`, or why it cannot be played.
    pub(crate) fn play(&self, offset: usize, played: &str) -> Result<PlayedMove, String> {
        match self.content() {
            Content::Games(games) => play(games.file(), offset, played),
            Content::Records(records, kind) => epd::play_in_record(records.file(), *kind, offset, played),
        }
    }

    /// The games of the text; nothing where it is made of records.
    pub(crate) fn games(&self) -> Option<&Database> {
        self.text_of_games().map(|games| games.file())
    }

    /// The records of the text; nothing where it is made of games.
    pub(crate) fn records(&self) -> Option<(&EpdFile, RecordKind)> {
        match self.content() {
            Content::Games(_) => None,
            Content::Records(records, kind) => Some((records.file(), *kind)),
        }
    }

    /// The text, where it is made of games.
    pub(crate) fn text_of_games(&self) -> Option<&Arc<TextVersion<Game>>> {
        match self.content() {
            Content::Games(games) => Some(games),
            Content::Records(..) => None,
        }
    }

    /// What can be folded among records. Nothing among games, which fold one by one.
    pub(crate) fn record_folds(&self) -> Vec<Fold> {
        self.records().map_or_else(Vec::new, |(records, _)| epd::folds(records))
    }

    /// The game at `position` among others, and the byte offset of the position in them, without reading all games.
    /// Nothing where the text is made of records.
    pub(crate) fn games_around(&self, position: Position) -> Option<(Part<'_, Game>, usize)> {
        let offset = self.offset(position);
        let part = self.text_of_games()?.around(offset);
        let in_part = offset - part.start;
        Some((part, in_part))
    }

    /// Where the game or the line that byte `offset` belongs to begins.
    pub(crate) fn part_start(&self, offset: usize) -> Option<usize> {
        match self.content() {
            Content::Games(games) => games.file().start(games.file().unit_at(offset)?),
            Content::Records(records, _) => records.file().line_around(offset).map(|(start, _)| start),
        }
    }

    /// What its safe fixes must not change.
    pub(crate) fn guard(&self) -> Guard {
        self.language().guard(RULES)
    }

    /// The language of the text.
    pub(crate) fn language(&self) -> Language {
        self.content().language()
    }

    /// The notation and the rules of the records.
    pub(crate) fn record_kind(&self) -> RecordKind {
        self.language().record_kind().unwrap_or_default()
    }

    /// The hints in `range`; among records those on the lines that it touches. Nothing where no hints are wanted.
    pub(crate) fn hints(&self, range: Range<usize>, options: InlayHintOptions) -> Option<Vec<InlayHint>> {
        match self.content() {
            Content::Games(games) => Some(inlay_hints(games.file(), range, options)),
            Content::Records(records, kind) if options.evaluations => {
                let evaluations = epd::evaluations(records.file(), *kind, range).into_iter();
                let hint = |(offset, words): (usize, String)| InlayHint {
                    offset,
                    label: words.trim_end_matches('.').to_owned(),
                    kind: InlayHintKind::Evaluation,
                    tooltip: String::new(),
                    insert: None,
                };
                Some(evaluations.map(hint).collect())
            }
            Content::Records(..) => None,
        }
    }

    /// Where the move at `offset` comes from, or the fields of the record that the place belongs to.
    pub(crate) fn definition(&self, offset: usize) -> Option<Jump> {
        match self.content() {
            Content::Games(games) => {
                let (jump, start) = games.ask_around(offset, navigation::definition);
                jump.map(|jump| jump.shifted(start))
            }
            Content::Records(records, kind) => epd::definition_in_record(records.file(), *kind, offset),
        }
    }

    /// The position after the move at `offset`, or that of the record there, and its range in the text.
    pub(crate) fn position_item(&self, offset: usize) -> Option<(PositionItem, Range<usize>)> {
        match self.content() {
            Content::Games(games) => {
                let (found, start) = games.ask_around(offset, position_item);
                found.map(|(item, range)| (item, moved(&range, start)))
            }
            Content::Records(records, kind) => epd::position_in_record(records.file(), *kind, offset),
        }
    }

    /// The position at `offset`, and the other places of the same game that reach it.
    pub(crate) fn position_key(&self, offset: usize) -> Option<(PositionKey, Vec<Range<usize>>)> {
        match self.content() {
            Content::Games(games) => {
                let part = games.around(offset);
                let key = position_at(&part.file, offset - part.start)?.key;
                let game = game_at(&part.file, offset - part.start)?;
                let start = part.start + game.start;
                let places = references_in_game(game.view, key).into_iter().map(|range| moved(&range, start));
                Some((key, places.collect()))
            }
            Content::Records(records, kind) => {
                let (item, _) = epd::position_in_record(records.file(), *kind, offset)?;
                Some((PositionKey::of(&item.position()?), Vec::new()))
            }
        }
    }

    /// The position at `offset` for a file in the other language: that of a game as an EPD record, that of a record as a game.
    pub(crate) fn extracted_position(&self, offset: usize) -> Option<ExtractedPosition> {
        let (title, extension, text) = match self.content() {
            Content::Games(games) => {
                let game = game_at(games.file(), offset)?;
                let text = record_at_move(game.view, offset - game.start)?;
                ("Write this position as an EPD record", "epd", text)
            }
            Content::Records(records, kind) => {
                let record = record_at(records.file(), *kind, offset)?;
                ("Start a PGN game from this position", "pgn", problem_game(&record.view).ok()?)
            }
        };
        Some(ExtractedPosition { title, extension, text })
    }

    /// The game or the record at `offset`, with no more than `limit` moves and comments.
    pub(crate) fn listed_unit(&self, offset: usize, limit: usize) -> Option<ListedUnit> {
        match self.content() {
            Content::Games(games) => listed_unit::of_game(games.file(), offset, limit),
            Content::Records(records, kind) => listed_unit::of_record(records.file(), *kind, offset),
        }
    }

    /// What belongs to the thing at `offset`.
    pub(crate) fn highlights(&self, offset: usize) -> Vec<Range<usize>> {
        match self.content() {
            Content::Games(_) => self.ranges_at(offset, document_highlight),
            Content::Records(records, kind) => epd::highlights_in_record(records.file(), *kind, offset),
        }
    }

    /// The places that are edited together with the one at `offset`.
    pub(crate) fn linked(&self, offset: usize) -> Vec<Range<usize>> {
        self.ranges_at(offset, linked_editing)
    }

    /// What is around `offset`, the innermost first and the whole text last.
    pub(crate) fn selection(&self, offset: usize) -> Vec<Range<usize>> {
        if let Content::Records(records, kind) = self.content() {
            return epd::selection_in_record(records.file(), *kind, offset);
        }
        let mut steps = self.ranges_at(offset, selection_range);
        // The last is all that was looked at.
        if let Some(whole) = steps.last_mut() {
            *whole = 0..self.text().len_bytes();
        }
        steps
    }

    /// Where lenses are shown.
    pub(crate) fn lens_places(&self) -> Vec<CodeLensPlace> {
        self.games().map_or_else(Vec::new, |games| code_lens_places(games, &self.whole()))
    }

    /// The lenses of the game at `offset`.
    pub(crate) fn lenses(&self, offset: usize) -> Vec<CodeLens> {
        let of_file = |file: &Database, at: usize| game_at(file, at).map(|game| code_lenses(game.view));
        self.text_of_games().and_then(|games| games.ask_around(offset, of_file).0).unwrap_or_default()
    }

    /// The web addresses.
    pub(crate) fn links(&self) -> Vec<DocumentLink> {
        match self.content() {
            Content::Games(games) => document_links(games.file()),
            Content::Records(records, _) => epd::record_links(records.file()),
        }
    }

    /// The letters of colours.
    pub(crate) fn colours(&self) -> Vec<ColourAt> {
        self.games().map_or_else(Vec::new, |games| colours(games, &self.whole()))
    }

    /// The syntax of what is being typed at `offset`.
    pub(crate) fn signature(&self, offset: usize) -> Option<SignatureHelp> {
        match self.content() {
            Content::Games(games) => games.ask_around(offset, signature_help).0,
            Content::Records(records, kind) => {
                records.ask_around(offset, |file, at| epd::signature_in_record(file, *kind, at)).0
            }
        }
    }

    /// The edits once `typed` has been typed just before `offset`.
    pub(crate) fn typed(&self, offset: usize, typed: char) -> Vec<Edit> {
        let Some(games) = self.text_of_games() else { return Vec::new() };
        let (edits, start) = games.ask_around(offset, |file, at| on_type(file, at, typed));
        edits.into_iter().map(|edit| edit.shifted(start)).collect()
    }

    fn ranges_at(&self, offset: usize, ask: fn(&Database, usize) -> Vec<Range<usize>>) -> Vec<Range<usize>> {
        let Some(games) = self.text_of_games() else { return Vec::new() };
        let (ranges, start) = games.ask_around(offset, ask);
        ranges.iter().map(|range| moved(range, start)).collect()
    }

    fn circumstances(&self) -> Circumstances<'_> {
        let configuration = &self.configured.settings.configuration;
        Circumstances { facts: self.facts(), kind: self.record_kind(), configuration }
    }

    fn whole(&self) -> Range<usize> {
        0..self.text().len_bytes()
    }
}

fn moved(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}

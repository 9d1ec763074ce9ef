//! What a request asks of a document, answered by the functions for games or for records. What a unit answers by itself is in `unit.rs`.
//!
//! Offsets and ranges are bytes of the whole text.

use std::ops::Range;
use std::sync::Arc;

use scoresheet_chess::epd::{RecordKind, record_at};
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_format::FormatOptions;
use scoresheet_format::epd::{format_edits, problem_game, record_at_move};
use scoresheet_grammar::epd::EpdFile;
use scoresheet_grammar::{Database, Game};
use scoresheet_ide::annotate::{Annotated, Annotation, annotate};
use scoresheet_ide::board_state::{BoardState, board_state, position_on_board};
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
use scoresheet_lint::checked_file::{Counts, FileFindings};
use scoresheet_lint::finding::{Edit, Finding};
use scoresheet_lint::rules::RULES;
use shakmaty::variant::VariantPosition;
use tower_lsp::lsp_types::Position;

use super::check::{Check, CheckText, Circumstances};
use super::findings::{Allowances, Checked, Findings, Share};
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

    /// How many findings each game has, as far as they are known by now. Nothing where none are, and among records.
    pub(crate) fn known_counts(&self) -> Vec<Option<Counts>> {
        let known = self.text_of_games().and_then(|games| games.known_findings());
        known.map_or_else(Vec::new, |findings| findings.counts_by_unit())
    }

    /// How many of the games are checked by now.
    pub(crate) fn checked_games(&self) -> Checked {
        let known = self.text_of_games().and_then(|games| games.known_findings());
        known.map_or_else(Checked::default, |findings| Checked {
            unchecked: Some(findings.unchecked_units()),
            is_complete: findings.is_complete(),
        })
    }

    /// The findings to show in another text, in ascending order of place.
    pub(crate) fn findings_in(&self, text: &str) -> Vec<Finding> {
        self.in_units(CheckText { circumstances: self.circumstances(), text })
    }

    /// What there is to know about the thing at `offset`, written in `style`.
    pub(crate) fn hover(&self, offset: usize, style: HoverStyle) -> Option<Hover> {
        let (hover, start) = self.around(
            offset,
            |games, at| hover(games, at, style),
            |records, kind, at| epd::hover(records, kind, at, style),
        );
        hover.map(|hover| Hover { range: moved(&hover.range, start), ..hover })
    }

    /// What could be written at `offset`, best first. `with_known` calls what it is given with what is known of the workspace.
    pub(crate) fn completion(&self, offset: usize, with_known: impl Fn(&mut dyn FnMut(Known))) -> Vec<Completion> {
        let complete = |with: &dyn Fn(Known) -> Vec<Completion>| {
            let mut completions = Vec::new();
            with_known(&mut |known| completions = with(known));
            completions
        };
        let (completions, start) = self.around(
            offset,
            |games, at| complete(&|known| completion_with(games, at, known)),
            |records, kind, at| complete(&|known| epd::completion(records, kind, at, known)),
        );
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
        let touched = range.clone().unwrap_or(0..self.text().len_bytes());
        self.of_file(
            |games| games::format_range(games, options, touched),
            |records, kind| format_edits(records, kind, range),
        )
    }

    /// The edits by which what a finding is about is allowed; nothing where that cannot be.
    pub(crate) fn allow(&self, finding: &Finding) -> Option<Allowances> {
        self.of_file(|games| games::allow(games, finding), |records, _| Some(records::allow(records, finding)))
    }

    /// What a board beside the text shows of byte `offset`.
    pub(crate) fn board_state(&self, offset: usize) -> Option<BoardState> {
        self.of_file(|games| board_state(games, offset), |records, kind| epd::record_board(records, kind, offset))
    }

    /// The edits that play a move from the position at byte `offset`, or why it cannot be played.
    pub(crate) fn play(&self, offset: usize, played: &str) -> Result<PlayedMove, String> {
        self.of_file(
            |games| play(games, offset, played),
            |records, kind| epd::play_in_record(records, kind, offset, played),
        )
    }

    /// The edits that annotate the move at byte `offset`, or why it cannot be annotated.
    pub(crate) fn annotate(&self, offset: usize, annotation: &Annotation) -> Result<Annotated, String> {
        let games = self.games().ok_or("Records are annotated by their operations, in the text")?;
        annotate(games, offset, annotation)
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
        self.of_file(
            |games| games.start(games.unit_at(offset)?),
            |records, _| records.line_around(offset).map(|(start, _)| start),
        )
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
        let Some((records, kind)) = self.records() else { return Some(inlay_hints(self.games()?, range, options)) };
        let hint = |(offset, words): (usize, String)| InlayHint {
            offset,
            label: words.trim_end_matches('.').to_owned(),
            kind: InlayHintKind::Evaluation,
            tooltip: String::new(),
            insert: None,
        };
        options.evaluations.then(|| epd::evaluations(records, kind, range).into_iter().map(hint).collect())
    }

    /// Where the move at `offset` comes from, or the fields of the record that the place belongs to.
    pub(crate) fn definition(&self, offset: usize) -> Option<Jump> {
        let (jump, start) = self.around(offset, navigation::definition, epd::definition_in_record);
        jump.map(|jump| jump.shifted(start))
    }

    /// The position after the move at `offset`, or that of the record there, and its range in the text.
    pub(crate) fn position_item(&self, offset: usize) -> Option<(PositionItem, Range<usize>)> {
        let (found, start) = self.around(offset, position_item, epd::position_in_record);
        found.map(|(item, range)| (item, moved(&range, start)))
    }

    /// The position that a board shows at byte `offset`, if it is certain.
    pub(crate) fn position_on_board(&self, offset: usize) -> Option<VariantPosition> {
        let position = |records: &EpdFile, kind, at| epd::position_in_record(records, kind, at)?.0.position();
        self.around(offset, position_on_board, position).0
    }

    /// The position at `offset`, and the other places of the same game that reach it.
    pub(crate) fn position_key(&self, offset: usize) -> Option<(PositionKey, Vec<Range<usize>>)> {
        let (found, start) = self.around(
            offset,
            |games, at| {
                let (key, game) = (position_at(games, at)?.key, game_at(games, at)?);
                let places = references_in_game(game.view, key);
                Some((key, places.iter().map(|range| game.in_file(range)).collect()))
            },
            |records, kind, at| {
                let (item, _) = epd::position_in_record(records, kind, at)?;
                Some((PositionKey::of(&item.position()?), Vec::new()))
            },
        );
        found.map(|(key, places)| (key, places.iter().map(|range| moved(range, start)).collect()))
    }

    /// The position at `offset` for a file in the other language: that of a game as an EPD record, that of a record as a game.
    pub(crate) fn extracted_position(&self, offset: usize) -> Option<ExtractedPosition> {
        self.of_file(
            |games| {
                let game = game_at(games, offset)?;
                let text = record_at_move(game.view, offset - game.start)?;
                Some(ExtractedPosition { title: "Write this position as an EPD record", extension: "epd", text })
            },
            |records, kind| {
                let text = problem_game(&record_at(records, kind, offset)?.view).ok()?;
                Some(ExtractedPosition { title: "Start a PGN game from this position", extension: "pgn", text })
            },
        )
    }

    /// The game or the record at `offset`, with no more than `limit` moves and comments.
    pub(crate) fn listed_unit(&self, offset: usize, limit: usize) -> Option<ListedUnit> {
        self.of_file(
            |games| listed_unit::of_game(games, offset, limit),
            |records, kind| listed_unit::of_record(records, kind, offset),
        )
    }

    /// What belongs to the thing at `offset`.
    pub(crate) fn highlights(&self, offset: usize) -> Vec<Range<usize>> {
        match self.records() {
            Some((records, kind)) => epd::highlights_in_record(records, kind, offset),
            None => self.ranges_at(offset, document_highlight),
        }
    }

    /// The places that are edited together with the one at `offset`.
    pub(crate) fn linked(&self, offset: usize) -> Vec<Range<usize>> {
        self.ranges_at(offset, linked_editing)
    }

    /// What is around `offset`, the innermost first and the whole text last.
    pub(crate) fn selection(&self, offset: usize) -> Vec<Range<usize>> {
        if let Some((records, kind)) = self.records() {
            return epd::selection_in_record(records, kind, offset);
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
        self.of_file(document_links, |records, _| epd::record_links(records))
    }

    /// The letters of colours.
    pub(crate) fn colours(&self) -> Vec<ColourAt> {
        self.games().map_or_else(Vec::new, |games| colours(games, &self.whole()))
    }

    /// The syntax of what is being typed at `offset`.
    pub(crate) fn signature(&self, offset: usize) -> Option<SignatureHelp> {
        self.around(offset, signature_help, epd::signature_in_record).0
    }

    /// The edits once `typed` has been typed just before `offset`.
    pub(crate) fn typed(&self, offset: usize, typed: char) -> Vec<Edit> {
        let Some(games) = self.text_of_games() else { return Vec::new() };
        let (edits, start) = games.ask_around(offset, |file, at| on_type(file, at, typed));
        edits.into_iter().map(|edit| edit.shifted(start)).collect()
    }

    /// What the function for the language of the text returns for the file.
    fn of_file<'file, T>(
        &'file self,
        of_games: impl FnOnce(&'file Database) -> T,
        of_records: impl FnOnce(&'file EpdFile, RecordKind) -> T,
    ) -> T {
        match self.content() {
            Content::Games(games) => of_games(games.file()),
            Content::Records(records, kind) => of_records(records.file(), *kind),
        }
    }

    /// What the function for the language of the text returns for the units around `offset` and for the offset in them, and where they
    /// begin in the text. Does not wait for the others.
    fn around<T>(
        &self,
        offset: usize,
        of_games: impl FnOnce(&Database, usize) -> T,
        of_records: impl FnOnce(&EpdFile, RecordKind, usize) -> T,
    ) -> (T, usize) {
        match self.content() {
            Content::Games(games) => games.ask_around(offset, of_games),
            Content::Records(records, kind) => records.ask_around(offset, |file, at| of_records(file, *kind, at)),
        }
    }

    fn ranges_at(&self, offset: usize, ask: fn(&Database, usize) -> Vec<Range<usize>>) -> Vec<Range<usize>> {
        let Some(games) = self.text_of_games() else { return Vec::new() };
        let (ranges, start) = games.ask_around(offset, ask);
        ranges.iter().map(|range| moved(range, start)).collect()
    }

    fn circumstances(&self) -> Circumstances<'_> {
        Circumstances { facts: self.facts(), kind: self.record_kind(), linters: &self.configured.linters }
    }

    fn whole(&self) -> Range<usize> {
        0..self.text().len_bytes()
    }
}

fn moved(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}

//! What helps to read and to write a game or a record, answered by the analysis. Lenses, colours and what happens while somebody types
//! are of games only. Offsets and ranges are bytes of the whole text.

use std::ops::Range;

use scoresheet_analysis::code_lenses::{CodeLens, CodeLensPlace, code_lens_places, code_lenses};
use scoresheet_analysis::colours::{ColourAt, colours};
use scoresheet_analysis::document_links::{DocumentLink, document_links};
use scoresheet_analysis::epd;
use scoresheet_analysis::finding::Edit;
use scoresheet_analysis::inlay_hints::{InlayHint, InlayHintOptions, inlay_hints};
use scoresheet_analysis::navigation::{document_highlight, linked_editing, selection_range};
use scoresheet_analysis::on_type::on_type;
use scoresheet_analysis::placed_game::game_at;
use scoresheet_analysis::signature_help::{SignatureHelp, signature_help};
use scoresheet_grammar::Database;

use super::content::Content;
use super::snapshot::Snapshot;
use super::text_version::Part;

impl Snapshot {
    /// What belongs to the thing at `offset`.
    pub fn highlights(&self, offset: usize) -> Vec<Range<usize>> {
        match self.content() {
            Content::Games(_) => self.ranges_at(offset, document_highlight),
            Content::Records(records, _) => epd::highlights_in_record(records.file(), self.record_kind(), offset),
        }
    }

    /// The places that are edited together with the one at `offset`.
    pub fn linked(&self, offset: usize) -> Vec<Range<usize>> {
        self.ranges_at(offset, linked_editing)
    }

    /// What is around `offset`, the innermost first and the whole text last.
    pub fn selection(&self, offset: usize) -> Vec<Range<usize>> {
        if let Content::Records(records, _) = self.content() {
            return epd::selection_in_record(records.file(), self.record_kind(), offset);
        }
        let mut steps = self.ranges_at(offset, selection_range);
        // The last is all that was looked at.
        if let Some(whole) = steps.last_mut() {
            *whole = 0..self.text().len_bytes();
        }
        steps
    }

    /// The hints in the games that `range` touches.
    pub fn hints(&self, range: Range<usize>, options: InlayHintOptions) -> Vec<InlayHint> {
        self.games().map_or_else(Vec::new, |games| inlay_hints(games, range, options))
    }

    /// Where lenses are shown.
    pub fn lens_places(&self) -> Vec<CodeLensPlace> {
        self.games().map_or_else(Vec::new, |games| code_lens_places(games, &self.whole()))
    }

    /// The lenses of the game at `offset`.
    pub fn lenses(&self, offset: usize) -> Vec<CodeLens> {
        let part = self.part(offset);
        let game = part.as_ref().and_then(|part| game_at(&part.file, offset - part.start));
        game.map_or_else(Vec::new, |game| code_lenses(game.view))
    }

    /// The web addresses.
    pub fn links(&self) -> Vec<DocumentLink> {
        match self.content() {
            Content::Games(games) => document_links(games.file()),
            Content::Records(records, _) => epd::record_links(records.file()),
        }
    }

    /// The letters that stand for colours.
    pub fn colours(&self) -> Vec<ColourAt> {
        self.games().map_or_else(Vec::new, |games| colours(games, &self.whole()))
    }

    /// How that is written which is being written at `offset`.
    pub fn signature(&self, offset: usize) -> Option<SignatureHelp> {
        if let Content::Records(records, _) = self.content() {
            let part = records.around(offset);
            return epd::signature_in_record(&part.file, self.record_kind(), offset - part.start);
        }
        let part = self.part(offset)?;
        signature_help(&part.file, offset - part.start)
    }

    /// The edits once `typed` has been typed just before `offset`.
    pub fn typed(&self, offset: usize, typed: char) -> Vec<Edit> {
        let Some(part) = self.part(offset) else { return Vec::new() };
        let edits = on_type(&part.file, offset - part.start, typed);
        edits.into_iter().map(|edit| edit.shifted(part.start)).collect()
    }

    fn ranges_at(&self, offset: usize, ask: impl Fn(&Database, usize) -> Vec<Range<usize>>) -> Vec<Range<usize>> {
        let Some(part) = self.part(offset) else { return Vec::new() };
        let ranges = ask(&part.file, offset - part.start);
        ranges.into_iter().map(|range| range.start + part.start..range.end + part.start).collect()
    }

    /// The games around `offset`, without waiting for the others.
    fn part(&self, offset: usize) -> Option<Part<'_, Database>> {
        match self.content() {
            Content::Games(games) => Some(games.around(offset)),
            Content::Records(..) => None,
        }
    }

    fn whole(&self) -> Range<usize> {
        0..self.text().len_bytes()
    }
}

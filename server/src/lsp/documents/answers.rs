//! What is asked of a document, answered by the engine of its language. Offsets and ranges are bytes of the whole text.

use std::ops::Range;

use scoresheet_analysis::board_state::{BoardState, board_state};
use scoresheet_analysis::completion::completion_with;
use scoresheet_analysis::epd::at::PlacedRecord;
use scoresheet_analysis::epd::{self, CheckedRecords, RecordKind, problem_game, record_at, record_at_move};
use scoresheet_analysis::finding::{Edit, Finding};
use scoresheet_analysis::hover::hover;
use scoresheet_analysis::placed_game::game_at;
use scoresheet_analysis::play::{PlayedMove, play};
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::EpdFile;
use tower_lsp::lsp_types::Position;

use super::content::Content;
use super::findings::Findings;
use super::observer::Step;
use super::snapshot::Snapshot;
use super::text_version::Part;
use super::{games, records};
use crate::lsp::documents::findings::Allowances;
use crate::lsp::documents::findings::Share;
use crate::lsp::workspace::WorkspaceIndex;
use crate::repair::Guard;
use scoresheet_analysis::completion::Item as Completion;
use scoresheet_analysis::format::FormatOptions;
use scoresheet_analysis::hover::Hover;
use scoresheet_analysis::hover::Style as HoverStyle;
use scoresheet_analysis::lint::CheckedFile;

impl Snapshot {
    /// The findings to show, as far as they are known when a share of what is left to do is done.
    pub fn findings(&self, share: Share) -> Findings {
        let configuration = &self.configured.settings.configuration;
        self.observer.observe(Step::Check);
        match self.content() {
            Content::Games(games) => {
                let check = |file: &Database, before: Option<&CheckedFile>| {
                    let checked = games::findings(file, self.facts(), configuration, before, share);
                    self.observer.observe(Step::Checked(checked.checked_games()));
                    checked
                };
                Findings::Games(games.findings(check))
            }
            Content::Records(records, _) => {
                let check = |file: &EpdFile, before: Option<&CheckedRecords>| {
                    records::findings(file, self.record_kind(), configuration, before, share)
                };
                Findings::Records(records.findings(check))
            }
        }
    }

    /// What its safe fixes must not change.
    pub fn guard(&self) -> Guard {
        match self.content() {
            Content::Games(_) => Guard::GAMES,
            Content::Records(..) => Guard::NONE,
        }
    }

    /// The findings to show in another text, in ascending order of place.
    pub fn findings_in(&self, text: &str) -> Vec<Finding> {
        let configuration = &self.configured.settings.configuration;
        match self.content() {
            Content::Games(_) => {
                let file = Database::parse(text);
                games::findings(&file, self.facts(), configuration, None, Share::all()).all()
            }
            Content::Records(..) => {
                let file = EpdFile::parse(text);
                records::findings(&file, self.record_kind(), configuration, None, Share::all()).all()
            }
        }
    }

    /// What there is to know about the thing at `offset`, written in `style`.
    pub fn hover(&self, offset: usize, style: HoverStyle) -> Option<Hover> {
        let (hover, start) = match self.content() {
            Content::Games(games) => {
                let part = games.around(offset);
                (hover(&part.file, offset - part.start, style)?, part.start)
            }
            Content::Records(records, _) => {
                let part = records.around(offset);
                (epd::hover(&part.file, self.record_kind(), offset - part.start, style)?, part.start)
            }
        };
        Some(Hover { range: moved(&hover.range, start), ..hover })
    }

    /// What could be written at `offset`, best first, with what is known of the workspace.
    pub fn completion(&self, offset: usize, index: &WorkspaceIndex) -> Vec<Completion> {
        let (completions, start) = match self.content() {
            Content::Games(games) => {
                let part = games.around(offset);
                let at = offset - part.start;
                (index.with_known(|known| completion_with(&part.file, at, known)), part.start)
            }
            Content::Records(records, _) => {
                let part = records.around(offset);
                let (kind, at) = (self.record_kind(), offset - part.start);
                (index.with_known(|known| epd::completion(&part.file, kind, at, known)), part.start)
            }
        };
        let in_text = |completion: Completion| Completion { range: moved(&completion.range, start), ..completion };
        completions.into_iter().map(in_text).collect()
    }

    /// The edits that format the games or lines that `range` touches, all where there is none.
    pub fn format(&self, options: FormatOptions, range: Option<Range<usize>>) -> Vec<Edit> {
        match (self.content(), range) {
            (Content::Games(games), range) => {
                let file = games.file();
                games::format_range(file, options, range.unwrap_or(0..file.text_length()))
            }
            (Content::Records(records, _), range) => epd::format_edits(records.file(), self.record_kind(), range),
        }
    }

    /// The edits by which what a finding is about is allowed; nothing where that cannot be.
    pub fn allow(&self, finding: &Finding) -> Option<Allowances> {
        match self.content() {
            Content::Games(version) => games::allow(version.file(), finding),
            Content::Records(version, _) => Some(records::allow(version.file(), finding)),
        }
    }

    /// What a board beside the text shows of byte `offset`.
    pub fn board_state(&self, offset: usize) -> Option<BoardState> {
        match self.content() {
            Content::Games(games) => board_state(games.file(), offset),
            Content::Records(records, _) => epd::record_board(records.file(), self.record_kind(), offset),
        }
    }

    /// The edits that play a move from the position at byte `offset`, or why it cannot be played.
    pub fn play(&self, offset: usize, played: &str) -> Result<PlayedMove, String> {
        match self.content() {
            Content::Games(games) => play(games.file(), offset, played),
            Content::Records(records, _) => epd::play_in_record(records.file(), self.record_kind(), offset, played),
        }
    }

    /// The games of the text; nothing where it is made of records.
    pub fn games(&self) -> Option<&Database> {
        match self.content() {
            Content::Games(games) => Some(games.file()),
            Content::Records(..) => None,
        }
    }

    /// The game at `position` among others, and the byte offset of the position in them, without waiting for all games to be read.
    /// Nothing where the text is made of records.
    pub fn games_around(&self, position: Position) -> Option<(Part<'_, Database>, usize)> {
        let Content::Games(games) = self.content() else { return None };
        let offset = self.offset(position);
        let part = games.around(offset);
        let in_part = offset - part.start;
        Some((part, in_part))
    }

    /// The place of the game or of the line that byte `offset` belongs to.
    pub fn part_at(&self, offset: usize) -> Option<usize> {
        match self.content() {
            Content::Games(games) => games.file().game_at(offset),
            Content::Records(records, _) => records.file().line_at(offset),
        }
    }

    /// The evaluations on the lines that `range` touches, each with the offset behind which it may be shown.
    pub fn evaluations(&self, range: Range<usize>) -> Vec<(usize, String)> {
        match self.content() {
            Content::Games(_) => Vec::new(),
            Content::Records(records, _) => epd::evaluations(records.file(), self.record_kind(), range),
        }
    }

    /// The position at `offset` of a game as an EPD record, that of a record as a game; nothing where there is none.
    pub fn position_in_other_language(&self, offset: usize) -> Option<String> {
        match self.content() {
            Content::Games(games) => {
                let game = game_at(games.file(), offset)?;
                record_at_move(game.view, offset - game.start)
            }
            Content::Records(records, _) => {
                problem_game(&record_at(records.file(), self.record_kind(), offset)?.view).ok()
            }
        }
    }

    /// The record at byte `offset`, if it is in one.
    pub fn record_at(&self, offset: usize) -> Option<PlacedRecord<'_>> {
        let Content::Records(records, _) = self.content() else { return None };
        record_at(records.file(), self.record_kind(), offset)
    }

    /// The notation and the rules of the records, as far as the name of the file tells.
    pub fn record_kind(&self) -> RecordKind {
        let of_name = RecordKind::of_name(self.facts().name);
        match self.content() {
            Content::Games(_) => of_name,
            Content::Records(_, notation) => RecordKind { notation: *notation, ..of_name },
        }
    }
}

fn moved(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}

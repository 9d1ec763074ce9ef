//! Lines that are hidden from the game: escape lines, and the markers of conflicts that a merge left.

use std::ops::Range;

use super::{GameParser, Phase};
use crate::conflict;
use crate::fault::FaultKind;
use crate::kind::TokenKind;
use crate::shape;

impl GameParser<'_, '_> {
    /// A line that is hidden from the game.
    pub(super) fn hidden_line(&mut self, range: Range<usize>) {
        let rest = &self.text.as_bytes()[range.start..];
        let Some(marker) = conflict::marker(rest) else { return self.plain_token(TokenKind::EscapeLine, range) };
        let line = shape::line_length(rest);
        let ends_conflict = marker == b'>' || marker == b'=' && range.len() > line;
        // Between games it is a rule that parts them.
        let is_rule = marker == b'=' && !ends_conflict && matches!(self.phase, Phase::Prolog | Phase::Epilog);
        if is_rule && !self.is_in_conflict {
            return self.text_to_line_end(range.start);
        }
        let is_whole = marker == b'<' && conflict::is_whole(rest) || range.len() > line;
        let place = range.start..range.start + line;
        self.plain_token(TokenKind::EscapeLine, range);
        if !self.is_in_conflict {
            self.fault(if is_whole { FaultKind::MergeConflict } else { FaultKind::ConflictMarker }, place);
        }
        self.is_in_conflict = (self.is_in_conflict || is_whole) && !ends_conflict;
    }
}

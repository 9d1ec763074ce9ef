//! Which places of a text are those of a text before it, so that their positions need not be looked up: that takes as long as all else that
//! is done with what was found there.

use std::ops::Range;

use scoresheet_analysis::finding::Finding;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::findings::Findings;
use crate::lsp::documents::snapshot::Snapshot;

/// How long a text is.
#[derive(Clone, Copy)]
pub struct Length {
    bytes: usize,
    lines: usize,
}

/// What two texts have in common, the former one and that now.
pub struct Unmoved {
    /// So many bytes at the start are the same.
    before: usize,
    /// The byte offset in the text now of a line; from there on it is the same.
    behind: usize,
    former: Length,
    now: Length,
}

impl Length {
    /// Of the text that was looked at.
    pub fn of(snapshot: &Snapshot) -> Length {
        Length { bytes: snapshot.text().len_bytes(), lines: snapshot.text().len_lines() }
    }
}

impl Unmoved {
    /// Between a text of length `former` in which `found` was and that of the snapshot in which `findings` are. Logarithmic in the length of
    /// the text, linear in the number of its chunks.
    pub fn between((found, former): &(Findings, Length), (findings, snapshot): (&Findings, &Snapshot)) -> Unmoved {
        let differing = findings.differing(found);
        let now = Length::of(snapshot);
        // What is behind on the same line may have another column.
        let text = snapshot.text();
        let line_behind = (differing.end < now.bytes).then(|| text.byte_to_line(differing.end) + 1);
        let behind = line_behind.filter(|line| *line < now.lines).map_or(usize::MAX, |line| text.line_to_byte(line));
        Unmoved { before: differing.start, behind, former: *former, now }
    }

    /// Whether nothing up to byte `offset` has changed.
    pub fn is_before(&self, offset: usize) -> bool {
        offset < self.before
    }

    /// Whether bytes `was` of the former text are bytes `is` now, and all that is before or all that is behind them is the same.
    pub fn is_place(&self, was: &Range<usize>, is: &Range<usize>) -> bool {
        if self.is_before(is.end) {
            return was == is;
        }
        let from_end = |offset: usize, length: Length| length.bytes.wrapping_sub(offset);
        let is_same = |was, is| from_end(was, self.former) == from_end(is, self.now);
        is.start >= self.behind && is_same(was.start, is.start) && is_same(was.end, is.end)
    }

    /// Whether a finding says what a former one said, of the same places.
    pub fn is_finding(&self, was: &Finding, is: &Finding) -> bool {
        let says_same = was.rule.name == is.rule.name && was.level == is.level && was.message == is.message;
        says_same
            && self.is_place(&was.range, &is.range)
            && was.related.len() == is.related.len()
            && was
                .related
                .iter()
                .zip(&is.related)
                .all(|(was, is)| was.message == is.message && self.is_place(&was.range, &is.range))
    }

    /// Whether as many lines are before each place as were.
    pub fn has_as_many_lines(&self) -> bool {
        self.former.lines == self.now.lines
    }

    /// The position now of an [unmoved place](Unmoved::is_place) at byte `start`.
    pub fn position(&self, start: usize, was: Position) -> Position {
        if self.is_before(start) {
            return was;
        }
        // It is behind a line end that was there before, so the sum is not negative.
        let line = (was.line as usize + self.now.lines).wrapping_sub(self.former.lines);
        Position::new(line as u32, was.character)
    }
}

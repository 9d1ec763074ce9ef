//! Memory for the lines that variations interrupt, handed from one replay to the next.

use super::{Line, Replay};

/// A list of lines with nothing in it, but with room.
#[derive(Debug, Default)]
pub(crate) struct SpareLines(Vec<Line>);

impl Replay<'_> {
    /// Has room from here on for lines that variations interrupt; no variation is open yet.
    pub(crate) fn use_spare_lines(&mut self, lines: SpareLines) {
        debug_assert!(self.interrupted.is_empty());
        self.interrupted = lines.0;
    }

    /// The room that it had, if that is room for at most so many lines. The walk is over.
    pub(crate) fn take_spare_lines(&mut self, most: usize) -> SpareLines {
        let mut lines = std::mem::take(&mut self.interrupted);
        lines.clear();
        SpareLines(if lines.capacity() <= most { lines } else { Vec::new() })
    }
}

//! The readable style: one line for each pair of moves, comments and variations on separate indented lines.

use std::ops::Range;

use super::layout::{Filler, MoveNumber, Page, Text};

/// The indentation per level in spaces.
const INDENT: usize = 2;

/// The deepest indentation level: more would leave no room for words, and 200,000 nested variations would take
/// gigabytes of spaces.
const DEEPEST_INDENT: usize = 16;

/// A page in the readable style.
pub(super) struct Readable<'out> {
    filler: Filler<'out>,
    /// The number of open variations.
    depth: usize,
    /// Whether `(` was written last: the next part then stays on its line.
    just_opened: bool,
}

impl<'out> Readable<'out> {
    pub(super) fn new(filler: Filler<'out>) -> Readable<'out> {
        Readable { filler, depth: 0, just_opened: false }
    }

    /// Begins a line at `depth`, unless `(` has just begun one.
    fn begin_line(&mut self, depth: usize) {
        if !std::mem::take(&mut self.just_opened) {
            self.filler.end_line();
            self.filler.indent = INDENT * depth.min(DEEPEST_INDENT);
        }
    }
}

impl Page for Readable<'_> {
    fn ply(&mut self, number: Option<MoveNumber>, san: Text) {
        if let Some(number) = number {
            self.begin_line(self.depth);
            self.filler.number(number);
        }
        self.filler.text(san);
    }

    fn nag(&mut self, nag: Text) {
        self.just_opened = false;
        self.filler.text(nag);
    }

    fn comment(&mut self, text: Range<usize>) {
        self.begin_line(self.depth + 1);
        self.filler.comment(text);
    }

    fn line_comment(&mut self, text: Range<usize>) {
        self.begin_line(self.depth + 1);
        self.filler.line_comment(text);
    }

    fn escape_line(&mut self, line: &str) {
        self.just_opened = false;
        self.filler.escape_line(line);
    }

    fn open_variation(&mut self, range: Range<usize>) {
        self.just_opened = false;
        self.depth += 1;
        self.begin_line(self.depth);
        self.filler.open_variation(range);
        self.just_opened = true;
    }

    fn close_variation(&mut self, range: Range<usize>) {
        self.just_opened = false;
        self.depth = self.depth.saturating_sub(1);
        self.filler.close_variation(range);
    }

    fn marker_in_variation(&mut self, marker: &str) {
        self.just_opened = false;
        self.filler.token(marker);
    }

    fn marker(&mut self, marker: &str) {
        if !marker.is_empty() {
            self.begin_line(0);
        }
        self.filler.marker(marker);
    }
}

//! The current line of a replay and the lines that open variations interrupt.
//!
//! Most replays are of small games, so their memory passes from one replay to the next on the same thread instead of a
//! new allocation each time. Lines are large and most variations short: a line stays in its slot, and a finished
//! variation leaves its slot to the next one.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use super::line::{Line, State};

/// The largest capacity that is kept for the next replay. Few games are nested as deep.
const MOST_KEPT: usize = 64;

thread_local! {
    static SPARE: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// The current line of the replay; dereferences to it.
#[derive(Debug)]
pub(super) struct OpenLines {
    /// The interrupted lines, outermost first; then the current line; then the slots of finished lines.
    lines: Vec<Line>,
    /// The number of interrupted lines.
    depth: usize,
}

impl OpenLines {
    /// Starts the main line of a game in this state.
    // Inlined: a call would copy the state once more.
    #[inline(always)]
    pub(super) fn at(start: State) -> OpenLines {
        OpenLines::alone(Line::at(start))
    }

    /// Starts with a line that interrupts no other.
    #[inline(always)]
    pub(super) fn alone(line: Line) -> OpenLines {
        let mut lines = SPARE.take();
        match lines.first_mut() {
            Some(first) => *first = line,
            None => lines.push(line),
        }
        OpenLines { lines, depth: 0 }
    }

    /// Returns the interrupted lines, innermost last.
    pub(super) fn interrupted(&self) -> &[Line] {
        &self.lines[..self.depth]
    }

    /// Interrupts the current line for one that begins before its last move, or after it if it `continues` the line.
    #[inline]
    pub(super) fn begin_variation(&mut self, continues: bool) {
        self.depth += 1;
        let (interrupted, spare) = self.lines.split_at_mut(self.depth);
        let interrupted = &interrupted[self.depth - 1];
        let before = if continues { None } else { interrupted.before.as_ref() };
        let start = before.unwrap_or(&interrupted.now).clone();
        match spare.first_mut() {
            Some(line) => line.begin_at(start),
            None => self.lines.push(Line::at(start)),
        }
        self.lines[self.depth].continues = continues;
    }

    /// Returns to the line that the innermost variation interrupts, if there is one.
    #[inline]
    pub(super) fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

impl Drop for OpenLines {
    fn drop(&mut self) {
        if (1..=MOST_KEPT).contains(&self.lines.capacity()) {
            // A thread that is ending has no next replay.
            let _ = SPARE.try_with(|spare| {
                let (kept, ours) = (spare.take(), std::mem::take(&mut self.lines));
                spare.set(if kept.capacity() > ours.capacity() { kept } else { ours });
            });
        }
    }
}

impl Deref for OpenLines {
    type Target = Line;

    #[inline(always)]
    fn deref(&self) -> &Line {
        &self.lines[self.depth]
    }
}

impl DerefMut for OpenLines {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Line {
        &mut self.lines[self.depth]
    }
}

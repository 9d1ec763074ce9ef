//! The line that a replay is on, and the lines that open variations interrupt.
//!
//! Most replays are of small games, and each would ask for memory for its lines anew: here it goes from one replay to the next on the same
//! thread. Lines are large, and most variations short: they stay where they are, and what is over is memory for what comes.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use super::{Line, State};

/// Memory for more lines than this is not kept. Few games are nested as deep.
const MOST_KEPT: usize = 64;

thread_local! {
    static SPARE: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// Stands for the line that the replay is on.
#[derive(Debug)]
pub(super) struct OpenLines {
    /// The interrupted ones, the innermost last; then the one that the replay is on; then lines that are over.
    lines: Vec<Line>,
    /// How many are interrupted.
    depth: usize,
}

impl OpenLines {
    /// The line of a game that begins with this state.
    // As a call, the state would be copied once more.
    #[inline(always)]
    pub(super) fn at(start: State) -> OpenLines {
        OpenLines::alone(Line::at(start))
    }

    /// A line that interrupts no other.
    #[inline(always)]
    pub(super) fn alone(line: Line) -> OpenLines {
        let mut lines = SPARE.take();
        match lines.first_mut() {
            Some(first) => *first = line,
            None => lines.push(line),
        }
        OpenLines { lines, depth: 0 }
    }

    /// The last of these lines, which interrupts the others. There is at least one.
    pub(super) fn of(lines: Vec<Line>) -> OpenLines {
        OpenLines { depth: lines.len() - 1, lines }
    }

    /// The line and all that it interrupts, the innermost last.
    pub(super) fn all(&self) -> &[Line] {
        &self.lines[..=self.depth]
    }

    /// Those that it interrupts, the innermost last.
    pub(super) fn interrupted(&self) -> &[Line] {
        &self.lines[..self.depth]
    }

    /// Interrupts the line for one that begins before its last move.
    #[inline]
    pub(super) fn begin_variation(&mut self) {
        self.depth += 1;
        let (interrupted, spare) = self.lines.split_at_mut(self.depth);
        let interrupted = &interrupted[self.depth - 1];
        let start = interrupted.before.as_ref().unwrap_or(&interrupted.now).clone();
        match spare.first_mut() {
            Some(line) => line.begin_at(start),
            None => self.lines.push(Line::at(start)),
        }
    }

    /// Goes on with the line that the innermost variation interrupts, if there is one.
    #[inline]
    pub(super) fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

impl Drop for OpenLines {
    fn drop(&mut self) {
        if (1..=MOST_KEPT).contains(&self.lines.capacity()) {
            // Where the thread is at its end, nobody wants it.
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

impl Line {
    fn at(start: State) -> Line {
        Line { now: start, before: None, last: None, last_range: None }
    }

    /// The same in memory that held another line.
    #[inline(always)]
    fn begin_at(&mut self, start: State) {
        self.now = start;
        (self.before, self.last, self.last_range) = (None, None, None);
    }
}

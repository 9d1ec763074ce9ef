//! The lines that open variations interrupt. Most replays are of small games, and each would ask for memory for them anew: here it goes
//! from one replay to the next on the same thread.

use std::cell::Cell;
use std::ops::Deref;

use super::Line;

/// Memory for more lines than this is not kept. Few games are nested as deep.
const MOST_KEPT: usize = 64;

thread_local! {
    static SPARE: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// The interrupted lines, the innermost last.
#[derive(Debug, Default)]
pub(super) struct OpenLines(Vec<Line>);

impl OpenLines {
    pub(super) fn of(lines: Vec<Line>) -> OpenLines {
        OpenLines(lines)
    }

    pub(super) fn push(&mut self, line: Line) {
        if self.0.capacity() == 0 {
            self.0 = SPARE.take();
        }
        self.0.push(line);
    }

    pub(super) fn pop(&mut self) -> Option<Line> {
        self.0.pop()
    }
}

impl Drop for OpenLines {
    fn drop(&mut self) {
        if (1..=MOST_KEPT).contains(&self.0.capacity()) {
            self.0.clear();
            // Where the thread is at its end, nobody wants it.
            let _ = SPARE.try_with(|spare| spare.set(std::mem::take(&mut self.0)));
        }
    }
}

impl Deref for OpenLines {
    type Target = [Line];

    fn deref(&self) -> &[Line] {
        &self.0
    }
}

//! How much is read to explain what does not read. What is found in a game depends on its text alone, as long as its job does not have too
//! many broken games; then the last ones are not explained.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many tokens are read for the explanation of a game in any case: enough for several slips in a short one, of which a pair of moves is
/// missing at one place.
const LEAST_OF_GAME: usize = 1 << 16;

/// How many more for each byte of a game.
const PER_BYTE_OF_GAME: usize = 16;

/// How many for one game at most: a tenth of a second.
const MOST_OF_GAME: usize = 1 << 18;

/// How many tokens are read for the explanations of a job in any case, and for those of a part of a long file. The budget of "anything at all"
/// is 2.5 s of CPU.
const LEAST_OF_JOB: usize = 2 << 20;

/// A job with more bytes than so many times that number grants one for so many bytes. The budget of "anything at all" is 500 ns of CPU a byte;
/// reading it takes a part of that, and a token about a microsecond.
const BYTES_PER_TOKEN: usize = 16;

/// A search costs as much as so many tokens before it reads one: the start of the game is read, and the game is checked once more.
const PER_SEARCH: usize = 96;

/// Games that are explained side by side, at most: enough for many threads.
const MOST_SIDE_BY_SIDE: usize = 64;

/// How many for the records of a piece of a file in any case: enough for some slips. A piece has 128 kB, or 128 lines.
const LEAST_OF_PIECE: usize = 1 << 13;

/// The tokens that may still be read for the explanations of a job, which may check a file again and again. Clones share them.
#[derive(Clone, Debug)]
pub struct Effort {
    left: Arc<AtomicUsize>,
    /// The bytes of the texts that were added.
    bytes: Arc<AtomicUsize>,
    is_cut: Arc<AtomicBool>,
}

/// What may be spent on one of several parts of a job.
#[derive(Clone, Copy, Debug)]
pub struct Share(usize);

impl Share {
    /// The effort for a part.
    pub(crate) fn effort(self) -> Effort {
        Effort::of_tokens(self.0)
    }

    /// How much of it is spent.
    pub(crate) fn spent(self, effort: &Effort) -> usize {
        self.0 - effort.left.load(Ordering::Relaxed)
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::of_tokens(LEAST_OF_JOB)
    }
}

impl Effort {
    /// The effort for a file of so many bytes.
    pub(crate) fn of_job(bytes: usize) -> Effort {
        Effort::of_tokens(granted_for(bytes))
    }

    /// The effort for a piece with so many bytes of a file of records. Each piece has its own, so that what is found does not depend on the
    /// order in which they are read.
    pub fn of_piece(bytes: usize) -> Effort {
        Effort::of_tokens(LEAST_OF_PIECE + bytes / BYTES_PER_TOKEN)
    }

    fn of_tokens(tokens: usize) -> Effort {
        Effort { left: Arc::new(AtomicUsize::new(tokens)), bytes: Arc::default(), is_cut: Arc::default() }
    }

    /// Another effort with as much left.
    pub(crate) fn copy(&self) -> Effort {
        Effort::of_tokens(self.left.load(Ordering::Relaxed))
    }

    /// The same after an edit, which may need an explanation whatever was spent before.
    pub(crate) fn of_edit(&self) -> Effort {
        Effort::of_tokens(self.left.load(Ordering::Relaxed).max(2 * MOST_OF_GAME))
    }

    /// An equal share for each of so many parts.
    pub(crate) fn share(&self, parts: usize) -> Share {
        Share(self.left.load(Ordering::Relaxed) / parts.max(1))
    }

    /// Grants what a job is granted for another text of so many bytes.
    pub fn add_text(&self, bytes: usize) {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.left.fetch_add(granted_for(before + bytes) - granted_for(before), Ordering::Relaxed);
    }

    /// Grants anew what a job is granted in any case, for the next part of a file: what is found in a part depends on that part alone.
    pub fn renew(&self) {
        self.left.store(LEAST_OF_JOB, Ordering::Relaxed);
    }

    /// How many of the next games, with these lengths in bytes, may be explained in any order: whatever they cost, it is granted. So what
    /// is found does not depend on the order.
    pub fn side_by_side(&self, lengths: impl IntoIterator<Item = usize>) -> usize {
        let mut left = self.left.load(Ordering::Relaxed);
        let is_granted = |length: &usize| {
            let most = most_of_game(*length);
            let is_granted = most < left;
            left = left.saturating_sub(most);
            is_granted
        };
        lengths.into_iter().take(MOST_SIDE_BY_SIDE).take_while(is_granted).count()
    }

    /// Notes that faults are reported where they show, as there is too much to explain.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Grants no more, so that what is explained does not depend on how many games are looked at together.
    pub fn exhaust(&self) {
        self.left.store(0, Ordering::Relaxed);
        self.cut();
    }

    /// Whether there was more to explain than is granted.
    pub fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// How many tokens may be read for a game of so many bytes: no more than are left, and none once all are spent.
    pub(crate) fn of_game(&self, length: usize) -> usize {
        most_of_game(length).min(self.left.load(Ordering::Relaxed))
    }

    /// So many tokens were read in a search.
    pub(crate) fn spend_on_search(&self, tokens: usize) {
        self.spend(tokens.saturating_add(PER_SEARCH));
    }

    /// So many tokens were read.
    pub(crate) fn spend(&self, tokens: usize) {
        let less = |left: usize| Some(left.saturating_sub(tokens));
        // The closure never declines.
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

/// How many tokens a job with so many bytes is granted.
fn granted_for(bytes: usize) -> usize {
    LEAST_OF_JOB.max(bytes / BYTES_PER_TOKEN)
}

fn most_of_game(length: usize) -> usize {
    length.saturating_mul(PER_BYTE_OF_GAME).saturating_add(LEAST_OF_GAME).min(MOST_OF_GAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_granted_what_they_may_cost_in_their_order() {
        let effort = Effort::default();
        assert_eq!(effort.side_by_side([100; 3]), 3);
        let most = LEAST_OF_JOB.div_ceil(most_of_game(100)) - 1;
        assert_eq!(effort.side_by_side([100; 2 * MOST_SIDE_BY_SIDE]), most.min(MOST_SIDE_BY_SIDE));
        assert_eq!(effort.side_by_side([usize::MAX; 100]), LEAST_OF_JOB.div_ceil(MOST_OF_GAME) - 1);
        effort.clone().spend(LEAST_OF_JOB - LEAST_OF_GAME);
        assert_eq!((effort.side_by_side([100; 3]), effort.of_game(0)), (0, LEAST_OF_GAME));
        effort.add_text(LEAST_OF_JOB * BYTES_PER_TOKEN);
        assert_eq!(effort.of_game(0), LEAST_OF_GAME);
        effort.add_text(2 * LEAST_OF_GAME * BYTES_PER_TOKEN);
        assert_eq!(effort.side_by_side([100; 3]), 2);
        effort.spend(usize::MAX);
        assert_eq!((effort.side_by_side([0]), effort.of_game(100)), (0, 0));
        effort.renew();
        assert_eq!((effort.side_by_side([100; 3]), effort.is_cut()), (3, false));
        effort.exhaust();
        assert_eq!((effort.side_by_side([0]), effort.is_cut()), (0, true));
    }
}

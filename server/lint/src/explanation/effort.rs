//! How much is read to explain what does not read. What is found in a game depends on its text alone, as long as its job does not have too
//! many broken games; then the last ones are not explained.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many tokens are read for the explanation of a game in any case: enough for several slips in a short one.
const LEAST_OF_GAME: usize = 1 << 14;

/// How many more for each byte of a game.
const PER_BYTE_OF_GAME: usize = 16;

/// How many for one game at most: a tenth of a second.
const MOST_OF_GAME: usize = 1 << 18;

/// How many tokens are read for the explanations of a job in any case. The budget of "anything at all" is 2.5 s of CPU.
const LEAST_OF_JOB: usize = 2 << 20;

/// So many bytes of a job grant one more. The budget of "anything at all" is 500 ns of CPU a byte; reading it takes a part of that, and a
/// token about a microsecond.
const BYTES_PER_TOKEN: usize = 8;

/// Games that are explained side by side, at most: enough for many threads.
const MOST_SIDE_BY_SIDE: usize = 64;

/// The tokens that may still be read for the explanations of a job, which may check a file again and again. Clones share them.
#[derive(Clone, Debug)]
pub struct Effort {
    left: Arc<AtomicUsize>,
    is_cut: Arc<AtomicBool>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { left: Arc::new(AtomicUsize::new(LEAST_OF_JOB)), is_cut: Arc::default() }
    }
}

impl Effort {
    /// Grants more for a text of so many bytes.
    pub fn add_text(&self, bytes: usize) {
        self.left.fetch_add(bytes / BYTES_PER_TOKEN, Ordering::Relaxed);
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

    /// Whether there was more to explain than is granted.
    pub fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// How many tokens may be read for a game of so many bytes: none once all are spent.
    pub(crate) fn of_game(&self, length: usize) -> usize {
        if self.left.load(Ordering::Relaxed) == 0 { 0 } else { most_of_game(length) }
    }

    /// So many tokens were read.
    pub(crate) fn spend(&self, tokens: usize) {
        let less = |left: usize| Some(left.saturating_sub(tokens));
        // The closure never declines.
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
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
        assert_eq!(effort.side_by_side([100; 2 * MOST_SIDE_BY_SIDE]), MOST_SIDE_BY_SIDE);
        assert_eq!(effort.side_by_side([usize::MAX; 100]), LEAST_OF_JOB.div_ceil(MOST_OF_GAME) - 1);
        effort.clone().spend(LEAST_OF_JOB - LEAST_OF_GAME);
        assert_eq!((effort.side_by_side([100; 3]), effort.of_game(0)), (0, LEAST_OF_GAME));
        effort.add_text(2 * LEAST_OF_GAME * BYTES_PER_TOKEN);
        assert_eq!(effort.side_by_side([100; 3]), 2);
        effort.spend(usize::MAX);
        assert_eq!((effort.side_by_side([0]), effort.of_game(100)), (0, 0));
    }
}

//! Requests to the client of which only the newest answer counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Questions under way to the client: an answer that comes after that to a later question is out of date.
#[derive(Default)]
pub(crate) struct Questions {
    asked: AtomicU64,
    /// The last question whose answer was used.
    answered: Mutex<u64>,
}

impl Questions {
    /// The number of a new question, from 1.
    pub(crate) fn ask(&self) -> u64 {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Calls `take` for the answer to a question unless a later one was answered before.
    pub(crate) fn answered(&self, question: u64, take: impl FnOnce()) {
        let mut last = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        if question > *last {
            *last = question;
            take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_answer_does_not_win() {
        let questions = Questions::default();
        let (first, second, third) = (questions.ask(), questions.ask(), questions.ask());
        let mut used = Vec::new();
        for question in [second, first, third] {
            questions.answered(question, || used.push(question));
        }
        assert_eq!(used, [second, third]);
    }
}

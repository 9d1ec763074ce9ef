//! An observer of a session for tests: counts its steps, blocks it at one of them, or makes it panic.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use scoresheet::lsp::{Observer, Step};
use tokio::time::sleep;

use crate::client::HANG;

/// How often [`Watcher::until_blocked`] looks.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// An observer for tests.
#[derive(Debug, Default)]
pub struct Watcher {
    /// Checked games.
    pub checked: AtomicUsize,
    answers: AtomicUsize,
    shares: AtomicUsize,
    indexed: AtomicUsize,
    /// How many steps are blocked at this moment.
    waiting: AtomicUsize,
    held: Mutex<Held>,
    released: Condvar,
    fails: AtomicBool,
}

/// The numbers of the steps that are blocked.
#[derive(Debug, Default)]
struct Held {
    answers: Range<usize>,
    shares: Range<usize>,
    indexed: Range<usize>,
}

impl Watcher {
    /// An observer that blocks nothing.
    pub fn new() -> Arc<Watcher> {
        Arc::default()
    }

    /// Returns the value of `counter`, and resets it to 0.
    pub fn take(counter: &AtomicUsize) -> usize {
        counter.swap(0, Ordering::Relaxed)
    }

    /// Blocks this share of the work on findings (the first is 0) until [`Watcher::release`].
    pub fn hold_share(&self, share: usize) {
        self.held.lock().unwrap().shares = share..share + 1;
    }

    /// Blocks the index of the workspace before it reads this file (the first is 0) until [`Watcher::release`].
    pub fn hold_index(&self, file: usize) {
        self.held.lock().unwrap().indexed = file..file + 1;
    }

    /// Blocks the work on all answers from now on until [`Watcher::release`].
    pub fn hold_answers(&self) {
        self.held.lock().unwrap().answers = 0..usize::MAX;
    }

    /// Blocks the work on the next answer until [`Watcher::release`]; later answers pass.
    pub fn hold_next_answer(&self) {
        let next = self.answers.load(Ordering::Relaxed);
        self.held.lock().unwrap().answers = next..next + 1;
    }

    /// Waits until a step is blocked. Before that, the server may not have begun the work that is to be blocked, and gives it up at an edit, or
    /// does other work first, which would be blocked in its place.
    ///
    /// # Panics
    /// If no step is ever blocked.
    pub async fn until_blocked(&self) {
        let mut looks = HANG.as_millis() / LOOK_EVERY.as_millis();
        while self.waiting.load(Ordering::Relaxed) == 0 {
            assert!(looks > 0, "no step was blocked within {HANG:?}");
            looks -= 1;
            sleep(LOOK_EVERY).await;
        }
    }

    /// Unblocks everything.
    pub fn release(&self) {
        *self.held.lock().unwrap() = Held::default();
        self.released.notify_all();
    }

    /// Sets whether work panics from now on.
    pub fn fail(&self, fails: bool) {
        self.fails.store(fails, Ordering::Relaxed);
    }

    /// Waits for [`Watcher::release`], but no longer than a test waits for a message: the runtime of a test that has failed waits for this thread.
    fn wait_while(&self, is_held: impl Fn(&Held) -> bool) {
        let held = self.held.lock().unwrap();
        if !is_held(&held) {
            return;
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let (held, waited) = self.released.wait_timeout_while(held, HANG, |held| is_held(held)).unwrap();
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        drop(held);
        assert!(!waited.timed_out(), "a step was blocked and not released within {HANG:?}");
    }
}

impl Observer for Watcher {
    fn observe(&self, step: Step) {
        match step {
            Step::Answer => {
                let number = self.answers.fetch_add(1, Ordering::Relaxed);
                self.wait_while(|held| held.answers.contains(&number));
            }
            Step::Check => {
                let number = self.shares.fetch_add(1, Ordering::Relaxed);
                self.wait_while(|held| held.shares.contains(&number));
            }
            Step::Index => {
                let number = self.indexed.fetch_add(1, Ordering::Relaxed);
                self.wait_while(|held| held.indexed.contains(&number));
            }
            Step::Checked(games) => _ = self.checked.fetch_add(games, Ordering::Relaxed),
        }
        assert!(!self.fails.load(Ordering::Relaxed), "asked to panic");
    }
}

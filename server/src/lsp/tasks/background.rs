//! Work that no request waits for: one job at a time, on its own thread, with lower priority than requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

/// One thread, whatever the number of cores: editors are run beside browsers and engines, on batteries. It is not one of the threads
/// that requests use, which would otherwise wait for a block of a large file.
const THREADS: usize = 1;

/// How long a job pauses at a time while requests are running, and how often: a client that sends requests without end does not stop it.
const WAIT: Duration = Duration::from_millis(1);
const MOST_WAITS: usize = 20;

/// The thread and its queue.
pub(crate) struct Background {
    /// `None` if the system gives no thread.
    pool: OnceLock<Option<ThreadPool>>,
    /// Held by the job that runs.
    turn: Semaphore,
}

impl Default for Background {
    fn default() -> Background {
        Background { pool: OnceLock::new(), turn: Semaphore::new(1) }
    }
}

impl Background {
    /// Runs a job when all earlier ones are done. `None` if it panics, or if there is no thread.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let _turn = self.turn.acquire().await;
        let build = || {
            let name = |_| "scoresheet-background".to_owned();
            ThreadPoolBuilder::new().num_threads(THREADS).thread_name(name).build().ok()
        };
        let (sender, done) = oneshot::channel();
        self.pool.get_or_init(build).as_ref()?.spawn(move || {
            // The receiver is gone if the session is over.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        });
        done.await.ok()?.ok()
    }
}

/// How a background job behaves: it stops when it is no longer wanted, and yields to requests.
#[derive(Clone)]
pub(crate) struct Pace {
    is_wanted: Arc<dyn Fn() -> bool + Send + Sync>,
    is_busy: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Pace {
    /// `is_busy` returns whether requests are running.
    pub(crate) fn new(
        is_wanted: impl Fn() -> bool + Send + Sync + 'static,
        is_busy: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Pace {
        Pace { is_wanted: Arc::new(is_wanted), is_busy: Arc::new(is_busy) }
    }

    /// Whether the job is to go on.
    pub(crate) fn is_wanted(&self) -> bool {
        (self.is_wanted)()
    }

    /// Pauses while requests are running. To be called every few milliseconds.
    pub(crate) fn yield_to_requests(&self) {
        let mut waits = 0;
        while waits < MOST_WAITS && (self.is_busy)() {
            sleep(WAIT);
            waits += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_does_no_harm() {
        let background = Background::default();
        assert_eq!(background.run(|| panic!("as tests do")).await, None::<()>);
        assert_eq!(background.run(|| 1).await, Some(1));
    }

    #[test]
    fn requests_go_first_but_not_for_ever() {
        Pace::new(|| true, || true).yield_to_requests();
    }
}

//! Work that no request waits for: one job at a time, on its own thread, with lower priority than requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

/// One thread, whatever the number of cores: editors are run beside browsers and engines, on batteries. It is not one of the threads
/// that requests use, which would otherwise wait for a block of a large file.
const THREADS: usize = 1;

/// How long a thread that has nothing to do stays for the next job or request. Typing goes on before, and a thread begins in a tenth of a
/// millisecond; but the allocator does not get back what a thread keeps for itself.
pub(crate) const IDLE: Duration = Duration::from_secs(5);

/// How long a job pauses at a time while requests are running, and how often: a client that sends requests without end does not stop it.
const WAIT: Duration = Duration::from_millis(1);
const MOST_WAITS: usize = 20;

/// The thread and its queue.
pub(crate) struct Background {
    thread: Arc<Mutex<Kept>>,
    /// Held by the job that runs.
    turn: Semaphore,
}

/// The thread, while there is work and for some time after it.
#[derive(Default)]
struct Kept {
    pool: Option<ThreadPool>,
    /// How many jobs have begun.
    jobs: usize,
}

impl Default for Background {
    fn default() -> Background {
        Background { thread: Arc::default(), turn: Semaphore::new(1) }
    }
}

impl Background {
    /// Runs a job when all earlier ones are done. `None` if it panics, or if there is no thread.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let _turn = self.turn.acquire().await;
        let (sender, done) = oneshot::channel();
        let job = move || {
            // The receiver is gone if the session is over.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        };
        let number = lock(&self.thread).begin(job)?;
        let done = done.await;
        self.end_when_idle(number);
        done.ok()?.ok()
    }

    /// Ends the thread, which keeps memory, if no job begins soon after the one with this number. Does not wait.
    fn end_when_idle(&self, number: usize) {
        let thread = Arc::downgrade(&self.thread);
        tokio::spawn(async move {
            tokio::time::sleep(IDLE).await;
            let Some(thread) = thread.upgrade() else { return };
            lock(&thread).end_after(number);
        });
    }
}

impl Kept {
    /// Begins a job and returns its number. `None` if the system gives no thread.
    fn begin(&mut self, job: impl FnOnce() + Send + 'static) -> Option<usize> {
        if self.pool.is_none() {
            let name = |_| "scoresheet-background".to_owned();
            self.pool = ThreadPoolBuilder::new().num_threads(THREADS).thread_name(name).build().ok();
        }
        self.pool.as_ref()?.spawn(job);
        self.jobs += 1;
        Some(self.jobs)
    }

    /// Ends the thread if the job with this number, which is done, was the last.
    fn end_after(&mut self, number: usize) {
        if self.jobs == number {
            self.pool = None;
        }
    }
}

fn lock(thread: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    thread.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn the_thread_ends_unless_another_job_has_begun() {
        let mut kept = Kept::default();
        let first = kept.begin(|| ()).unwrap();
        let second = kept.begin(|| ()).unwrap();
        kept.end_after(first);
        assert!(kept.pool.is_some(), "the second job may still run");
        kept.end_after(second);
        assert!(kept.pool.is_none());
        assert!(kept.begin(|| ()).is_some_and(|third| third > second));
    }

    #[test]
    fn requests_go_first_but_not_for_ever() {
        Pace::new(|| true, || true).yield_to_requests();
    }
}

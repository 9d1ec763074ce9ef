//! Gives free memory back to the system once no message comes, for the budget of 1.5 times the memory of a fresh server 30 seconds after a storm:
//! the allocator does so only while it works, and keeps 70 MB and more after 100,000 edits. What a thread has freed, or others have freed for it,
//! the allocator gets back when the thread ends or works on. So threads without work end sooner, and the others work a little.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;

/// How often the messages are looked at. Without one since the last look, memory is given back.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Enough of them for two looks.
const ALLOCATIONS: usize = 20_000;

/// Bytes.
const NOT_SMALL: usize = 4096;

/// So often memory is given back after the last message: trees are evicted up to two minutes after their last use.
const MOST_TIMES: usize = 26;

/// The messages of a session. Memory is given back until it is dropped.
pub(crate) struct Messages {
    count: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Messages {
    /// A session without messages so far.
    pub(crate) fn watched() -> Messages {
        let count = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(watch(count.clone()));
        Messages { count, task }
    }

    /// Counts a message.
    pub(crate) fn add(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn watch(count: Arc<AtomicUsize>) {
    let mut quiet = Quiet::default();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if quiet.is_after(count.load(Ordering::Relaxed)) {
            give_back();
        }
    }
}

/// How long no message has come.
#[derive(Default)]
struct Quiet {
    seen: usize,
    looks: usize,
}

impl Quiet {
    /// Whether memory is given back at a look that finds so many messages.
    fn is_after(&mut self, messages: usize) -> bool {
        if messages != self.seen {
            *self = Quiet { seen: messages, looks: 0 };
            return false;
        }
        self.looks += 1;
        messages > 0 && self.looks <= MOST_TIMES
    }
}

/// Has the allocator look through the memory of the threads that stay, and ends a thread: then it gives back the free pages that it has kept for
/// longer than a moment. Does not wait for the other threads.
fn give_back() {
    look_through_own_memory();
    let _ = std::thread::Builder::new().spawn(|| {
        rayon::broadcast(|_| look_through_own_memory());
    });
}

/// The allocator looks for the pages of a thread that others have freed, and for those it keeps in case they are needed again, once in ten thousand
/// allocations that are not small. This takes two milliseconds.
fn look_through_own_memory() {
    for _ in 0..ALLOCATIONS {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(NOT_SMALL)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back_for_some_time_after_the_last_message() {
        let mut quiet = Quiet::default();
        assert!(!quiet.is_after(0), "nothing has come");
        for messages in [1, 5, 6] {
            assert!(!quiet.is_after(messages), "a message has come");
        }
        let times = (0..100).filter(|_| quiet.is_after(6)).count();
        assert_eq!(times, MOST_TIMES);
        assert!(!quiet.is_after(7));
        assert!(quiet.is_after(7));
    }
}

//! What is printed when Ctrl-C or another signal ends a run over files: what was found in whole files, and how many they are.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::messages::counted;
use crate::system::before_end_by_signal;

/// So long a run that is to end waits for what is printed at that moment: whoever reads it may be gone, or wait for the user.
const PATIENCE: Duration = Duration::from_millis(500);
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// The files whose results are printed.
struct Files {
    printed: usize,
    /// None outside of runs over files.
    of: Option<usize>,
}

static FILES: Mutex<Files> = Mutex::new(Files { printed: 0, of: None });

/// From now on a signal that ends the program reports how many files were printed, and breaks off the output between two of them. The end of a report
/// that is one document, such as JSON, is missing then, so that no reader takes it for whole.
pub(crate) fn report_interruption() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| before_end_by_signal(break_off));
}

/// Runs `work` on so many files.
pub(crate) fn over_files<T>(count: usize, work: impl FnOnce() -> T) -> T {
    *files() = Files { printed: 0, of: Some(count) };
    let result = work();
    files().of = None;
    result
}

/// Calls `print`, which prints the results of the next file and keeps none of them back.
pub(crate) fn next_file<T>(print: impl FnOnce() -> T) -> T {
    let mut files = files();
    let result = print();
    files.printed += 1;
    result
}

/// Waits until no file is printed, and reports the interruption. Nothing is printed as long as what it returns is kept.
fn break_off() -> Option<MutexGuard<'static, Files>> {
    let start = Instant::now();
    let files = loop {
        match FILES.try_lock() {
            Ok(files) => break Some(files),
            Err(_) if start.elapsed() < PATIENCE => thread::sleep(LOOK_AGAIN),
            Err(_) => break None,
        }
    };
    let line = match files.as_deref() {
        Some(Files { printed, of: Some(all) }) => format!("interrupted after {printed} of {}", counted(*all, "file")),
        Some(Files { of: None, .. }) => return files,
        None => "interrupted".to_owned(),
    };
    let mut stderr = stderr();
    // The terminal has echoed ^C, or shows a progress bar.
    let start = if stderr.is_terminal() { "\n" } else { "" };
    // If standard error is closed, there is no other place to report it.
    let _ = writeln!(stderr, "{start}{line}");
    files
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

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

/// What a run prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    /// Lines, each of which is complete.
    Lines,
    /// One document, such as JSON.
    Document,
}

/// The files whose results are printed.
struct Files {
    printed: usize,
    /// None outside of runs over files.
    of: Option<usize>,
    what: Printed,
}

static FILES: Mutex<Files> = Mutex::new(Files { printed: 0, of: None, what: Printed::Lines });

/// From now on a signal that ends the program reports how many files were printed, and breaks off the output between two of them. The end of a
/// document is missing then, so that no reader takes it for complete; that is reported, too.
pub(crate) fn report_interruption(what: Printed) {
    static ONCE: Once = Once::new();
    files().what = what;
    ONCE.call_once(|| before_end_by_signal(break_off));
}

/// Calls `print`, which prints whole lines and keeps none of them back. A signal waits for its end.
pub(crate) fn unbroken<T>(print: impl FnOnce() -> T) -> T {
    let _files = files();
    print()
}

/// Runs `work` on so many files.
pub(crate) fn over_files<T>(count: usize, work: impl FnOnce() -> T) -> T {
    let all = |count| {
        let mut files = files();
        (files.printed, files.of) = (0, count);
    };
    all(Some(count));
    let result = work();
    all(None);
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
    let mut line = match files.as_deref() {
        Some(Files { printed, of: Some(all), .. }) => {
            format!("interrupted after {printed} of {}", counted(*all, "file"))
        }
        Some(Files { of: None, what: Printed::Lines, .. }) => return files,
        _ => "interrupted".to_owned(),
    };
    if files.as_ref().is_some_and(|files| files.what == Printed::Document) {
        line += ": the output lacks its end";
    }
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

//! The ends of the program by Ctrl-C and its relatives. On Windows the program ends at once.

use std::any::Any;
#[cfg(unix)]
use std::sync::{Mutex, Once, PoisonError};

/// What is done before the end. What it returns is kept until then.
type Preparation = Box<dyn FnOnce() -> Box<dyn Any> + Send>;

/// From now on the signals that end the program call `prepare` first, once, after those that were given before. What it returns is kept until the
/// program ends. Does nothing where the system has no signals, or no thread to wait for them.
pub(crate) fn before_end_by_signal<Kept: 'static>(prepare: impl FnOnce() -> Kept + Send + 'static) {
    add(Box::new(|| Box::new(prepare())));
}

#[cfg(unix)]
fn add(preparation: Preparation) {
    static PREPARATIONS: Mutex<Vec<Preparation>> = Mutex::new(Vec::new());
    static WAITING: Once = Once::new();
    let preparations = || PREPARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    preparations().push(preparation);
    WAITING.call_once(|| wait_for_signals(move || std::mem::take(&mut *preparations())));
}

#[cfg(not(unix))]
fn add(_: Preparation) {}

#[cfg(unix)]
fn wait_for_signals(preparations: impl FnOnce() -> Vec<Preparation> + Send + 'static) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
    let guard = runtime.enter();
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = kinds.map(signal) else { return };
    drop(guard);
    std::thread::spawn(move || {
        let number = runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => SignalKind::interrupt(),
                _ = terminate.recv() => SignalKind::terminate(),
                _ = hangup.recv() => SignalKind::hangup(),
            }
        });
        let _kept: Vec<Box<dyn Any>> = preparations().into_iter().map(|prepare| prepare()).collect();
        // As shells report a program that a signal has ended.
        std::process::exit(128 + number.as_raw_value());
    });
}

//! The ends of the program by Ctrl-C and its relatives. On Windows the program ends at once.

/// From now on the signals that end the program call `prepare` first, once. What it returns is kept until the program ends. Does nothing where
/// the system has no signals, or no thread to wait for them.
#[cfg(unix)]
pub(crate) fn before_end_by_signal<Kept>(prepare: impl FnOnce() -> Kept + Send + 'static) {
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
        let _kept = prepare();
        // As shells report a program that a signal has ended.
        std::process::exit(128 + number.as_raw_value());
    });
}

#[cfg(not(unix))]
pub(crate) fn before_end_by_signal<Kept>(_: impl FnOnce() -> Kept + Send + 'static) {}

//! Working on files in parallel with results in order, a limited number at a time. Budget: 1 GB within 64 MB of
//! memory.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::source::Input;
use crate::cli::output::{next_file, over_files};
use crate::text_file::Advance;

/// A batch ends with the file that makes it this large: its results are held until those of the files before them are printed.
const BATCH_BYTES: u64 = 64 << 20;
/// Or with this many files, so that every thread has enough of them.
const BATCH_FILES: usize = 256;
/// Work that finishes sooner shows no progress bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// As often as the eye can follow.
const REDRAW: Duration = Duration::from_millis(200);

/// Calls `work` on every input, in parallel, and passes the results to `tell` in the order of the inputs, each as soon as those before it are
/// there. `work` reports the bytes that it has finished. After an error of `tell` no other input is begun. Must not be called by a thread of the
/// pool, which it would keep waiting.
///
/// If `bar` is true, a progress bar is shown on standard error.
pub(crate) fn map_in_order<T: Send>(
    inputs: &[Input],
    bar: bool,
    work: impl Fn(&Input, Advance) -> T + Sync,
    mut tell: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let sized: Vec<_> = inputs.iter().map(|input| (input, input.len_hint())).collect();
    let progress = Progress::of(&sized, bar);
    let advance = |bytes: u64| progress.advance(bytes);
    let is_over = AtomicBool::new(false);
    let of_batch = |batch: &[(&Input, u64)], results: Sender<(usize, T)>| {
        let inputs = batch.par_iter().with_max_len(1).enumerate();
        inputs.for_each_with(results, |results, (index, (input, _))| {
            if !is_over.load(Ordering::Relaxed) {
                // Nobody waits for it after a panic only.
                let _ = results.send((index, work(input, &advance)));
            }
        });
    };
    over_files(inputs.len(), || {
        batches(&sized).try_for_each(|batch| {
            let (results, in_any_order) = channel();
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| of_batch(batch, results));
                let told =
                    in_order(in_any_order).try_for_each(|result| progress.set_aside(|| next_file(|| tell(result))));
                is_over.store(told.is_err(), Ordering::Relaxed);
                told
            })
        })
    })
}

/// Results in the order of their numbers, each as soon as those before it are there.
fn in_order<T>(results: Receiver<(usize, T)>) -> impl Iterator<Item = T> {
    let mut early = BTreeMap::new();
    (0..).map_while(move |next| {
        while !early.contains_key(&next) {
            let (number, result) = results.recv().ok()?;
            early.insert(number, result);
        }
        early.remove(&next)
    })
}

/// Calls `work` on one input, and returns its result. `work` reports the bytes that it has finished.
///
/// If `bar` is true, a progress bar is shown on standard error.
pub(crate) fn with_progress<T>(input: &Input, bar: bool, work: impl FnOnce(Advance) -> T) -> T {
    let progress = Progress::of(&[(input, input.len_hint())], bar);
    work(&|bytes: u64| progress.advance(bytes))
}

/// What is done with the results of [`stream_in_order`]. The error ends the work.
pub(crate) type Emit<'a, T> = &'a mut (dyn FnMut(T) -> io::Result<()> + Send);

/// Calls `work` on every input, and passes what it emits to `tell` in the order of the inputs: at once for a large input, which `work`
/// reads with all threads; small ones are read in parallel, some at a time. `work` reports the bytes that it has finished, and must emit
/// to no one after an error. `is_enough` ends the work before the next inputs.
pub(crate) fn stream_in_order<T: Send>(
    inputs: &[Input],
    bar: bool,
    work: impl Fn(&Input, Advance, Emit<'_, T>) -> io::Result<()> + Sync,
    tell: &mut (dyn FnMut(T) -> io::Result<()> + Send),
    is_enough: impl Fn() -> bool,
) -> io::Result<()> {
    let sized: Vec<_> = inputs.iter().map(|input| (input, input.len_hint())).collect();
    let progress = Progress::of(&sized, bar);
    let advance = |bytes: u64| progress.advance(bytes);
    let mut tell = |told: T| progress.set_aside(|| tell(told));
    let mut rest = &sized[..];
    while let [(first, first_len), ..] = rest
        && !is_enough()
    {
        let is_small = |(input, len): &(&Input, u64)| !input.is_stdin() && *len < LARGE;
        let most = if is_small(&(first, *first_len)) { SMALL_FILES } else { 1 };
        let count = rest.iter().take(most).take_while(|sized| most == 1 || is_small(sized)).count();
        let (batch, others) = rest.split_at(count);
        rest = others;
        if let [(input, _)] = batch {
            work(input, &advance, &mut tell)?;
            continue;
        }
        let emitted = batch.par_iter().with_max_len(1).map(|(input, _)| {
            let mut emitted = Vec::new();
            work(input, &advance, &mut |one| {
                emitted.push(one);
                Ok(())
            })?;
            Ok(emitted)
        });
        let emitted: Vec<io::Result<Vec<T>>> = emitted.collect();
        for of_file in emitted {
            of_file?.into_iter().try_for_each(&mut tell)?;
        }
    }
    Ok(())
}

/// From this length on in bytes, a file is read with all threads, and what is found is passed on at once.
const LARGE: u64 = 1 << 20;
/// So many small files are read in parallel: what is found in them is held in memory.
const SMALL_FILES: usize = 32;

/// Standard input is a batch of its own: a thread that waits for it could be one that the files before it need.
fn batches<'a, 'b>(mut sized: &'b [(&'a Input, u64)]) -> impl Iterator<Item = &'b [(&'a Input, u64)]> {
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let mut is_last = |(index, (input, len)): (usize, &(&Input, u64))| {
            bytes += len;
            let is_before_stdin = sized.get(index + 1).is_some_and(|(next, _)| next.is_stdin());
            bytes >= BATCH_BYTES || index + 1 == BATCH_FILES || input.is_stdin() || is_before_stdin
        };
        let end = sized.iter().enumerate().position(&mut is_last).map_or(sized.len(), |last| last + 1);
        let (batch, rest) = sized.split_at(end);
        sized = rest;
        (!batch.is_empty()).then_some(batch)
    })
}

/// How much is done, shown or not.
struct Progress(Option<Bar>);

impl Progress {
    fn of(sized: &[(&Input, u64)], is_shown: bool) -> Progress {
        Progress(is_shown.then(|| Bar::start(sized.iter().map(|(_, len)| len).sum())))
    }

    fn advance(&self, bytes: u64) {
        if let Some(Bar { bar, .. }) = &self.0 {
            bar.inc(bytes);
        }
    }

    /// Calls `print` without the bar in its way.
    fn set_aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(Bar { bar, .. }) => bar.suspend(print),
            None => print(),
        }
    }
}

/// A bar that appears if the work takes long.
struct Bar {
    bar: ProgressBar,
    stop: Option<Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Bar {
    fn start(total: u64) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")
        {
            bar.set_style(style);
        }
        let (stop, stopped) = channel();
        let shown = bar.clone();
        let thread = thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(REDRAW);
            }
        });
        Bar { bar, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The thread only waits, so how it ended does not matter.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_inputs() {
        let inputs: Vec<_> = (0..1000).map(|n| Input::File(n.to_string().into())).collect();
        let mut told = Vec::new();
        let work = |input: &Input, _: Advance| input.path().to_string_lossy().parse::<usize>().unwrap();
        let tell = |n| {
            told.push(n);
            Ok(())
        };
        map_in_order(&inputs, false, work, tell).unwrap();
        assert!(told.into_iter().eq(0..1000));
    }

    #[test]
    fn a_result_is_told_before_the_last_input_is_read_and_an_error_ends_the_work() {
        let inputs: Vec<_> = (0..50).map(|n| Input::File(n.to_string().into())).collect();
        let (tell_first, first_told) = std::sync::mpsc::sync_channel(1);
        let first_told = std::sync::Mutex::new(first_told);
        let work = |input: &Input, _: Advance| {
            if input.path().ends_with("49") {
                let patience = Duration::from_secs(60);
                first_told.lock().unwrap().recv_timeout(patience).expect("the first result is told meanwhile");
            }
            input.path().to_path_buf()
        };
        let mut told = 0;
        let tell = |_| {
            told += 1;
            let _ = tell_first.try_send(());
            if told == 3 { Err(io::Error::other("closed")) } else { Ok(()) }
        };
        assert!(map_in_order(&inputs, false, work, tell).is_err());
        assert_eq!(told, 3);
    }

    #[test]
    fn batches_are_bounded() {
        let (file, stdin) = (Input::File("a.pgn".into()), Input::stdin(None));
        let counts = |sized: &[(&Input, u64)]| batches(sized).map(<[_]>::len).collect::<Vec<_>>();
        let lens = |sizes: &[u64]| counts(&sizes.iter().map(|&len| (&file, len)).collect::<Vec<_>>());
        assert_eq!(lens(&[]), [0; 0]);
        assert_eq!(lens(&[1, BATCH_BYTES, 1, 1]), [2, 2]);
        assert_eq!(lens(&vec![1; BATCH_FILES + 1]), [BATCH_FILES, 1]);
        assert_eq!(counts(&[&file, &file, &stdin, &file].map(|input| (input, 1))), [2, 1, 1]);
    }
}

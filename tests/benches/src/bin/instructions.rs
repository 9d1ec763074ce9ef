//! Does every job once on every input, for `instructions.py`, which counts what goes on inside of [`measured`].
//!
//! Prints a line for each call of it: the job, the input and what the job returned. Given words, does only the jobs and inputs that
//! are among them, as for a look at one with callgrind: `instructions remark giant`.

use std::hint::black_box;

use scoresheet_benches::generated_games::{Shape, text};
use scoresheet_benches::jobs::JOBS;

/// Enough that starting up is nothing beside it, little enough to be counted in seconds.
const BYTES: usize = 300_000;

const SEED: u64 = 1;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    for shape in Shape::ALL.into_iter().filter(|shape| is_wanted(shape.name())) {
        let text = text(shape, SEED, BYTES);
        for job in JOBS.iter().filter(|job| is_wanted(job.name)) {
            let mut run = (job.prepare)(&text);
            println!("{} {} {}", job.name, shape.name(), measured(&mut *run));
        }
    }
}

/// A function of its own, so that callgrind can be told to count here only.
#[inline(never)]
fn measured(run: &mut dyn FnMut() -> usize) -> usize {
    black_box(run())
}

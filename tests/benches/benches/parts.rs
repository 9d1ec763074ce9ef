//! The time of every job on every kind of input: `cargo bench --package scoresheet-benches [-- FILTER]`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scoresheet_benches::generated_games::{Shape, text};
use scoresheet_benches::jobs::JOBS;

/// Larger than the caches near the core, small enough for many runs.
const BYTES: usize = 2_000_000;

const SEED: u64 = 1;

criterion_group!(parts, all);
criterion_main!(parts);

fn all(criterion: &mut Criterion) {
    let texts = Shape::ALL.map(|shape| (shape, text(shape, SEED, BYTES)));
    for job in JOBS {
        let mut group = criterion.benchmark_group(job.name);
        group.sample_size(20);
        for (shape, text) in &texts {
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(shape.name(), |bencher| bencher.iter((job.prepare)(text)));
        }
    }
}

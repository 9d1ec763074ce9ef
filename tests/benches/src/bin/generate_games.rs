//! Writes made-up games to standard output: `generate_games --shape plain --megabytes 100 --seed 1`.

use std::io::{self, BufWriter, Write};

use clap::Parser;
use scoresheet_benches::generated_games::{Shape, pieces};

/// Writes made-up games, each different from the others.
#[derive(Parser)]
struct Arguments {
    /// One of plain, annotated, lichess, tiny, faulty, giant.
    #[arg(long, value_parser = shape)]
    shape: Shape,
    /// How much, in millions of bytes; the last game is finished.
    #[arg(long)]
    megabytes: f64,
    /// Another seed, other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    for games in pieces(arguments.shape, arguments.seed, (arguments.megabytes * 1e6) as usize) {
        out.write_all(games.as_bytes())?;
    }
    out.flush()
}

fn shape(name: &str) -> Result<Shape, String> {
    Shape::ALL.into_iter().find(|shape| shape.name() == name).ok_or_else(|| "no such shape".to_owned())
}

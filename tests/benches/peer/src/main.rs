//! Plays the main lines of a file with pgn-reader and shakmaty, and compares every sign of check or mate with the board.
//!
//! Usage: peer FILE.pgn
//!
//! The file is read as a stream. Prints how many games and moves there were, how many signs are not those of the board, and how
//! many games end at a move that cannot be played.

use std::fs::File;
use std::ops::ControlFlow;
use std::{env, io};

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::Suffix;
use shakmaty::{CastlingMode, Chess, Position};

#[derive(Debug, Default)]
struct Tally {
    games: usize,
    moves: usize,
    wrong_signs: usize,
    unplayable: usize,
}

impl Visitor for Tally {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        self.games += 1;
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let Ok(fen) = Fen::from_ascii(value.as_bytes()) else { return self.unplayable() };
            let Ok(position) = fen.into_position(CastlingMode::Chess960) else { return self.unplayable() };
            *start = position;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start)
    }

    fn san(&mut self, position: &mut Chess, written: SanPlus) -> ControlFlow<()> {
        let Ok(played) = written.san.to_move(position) else { return self.unplayable() };
        position.play_unchecked(played);
        self.moves += 1;
        self.wrong_signs += usize::from(written.suffix != sign_of(position));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}

impl Tally {
    /// Leaves the rest of the game alone.
    fn unplayable(&mut self) -> ControlFlow<()> {
        self.unplayable += 1;
        ControlFlow::Break(())
    }
}

/// The sign that belongs behind the move that led to this position. `Suffix::from_position` looks for moves where there is no
/// check, too.
fn sign_of(position: &Chess) -> Option<Suffix> {
    match position.is_check() {
        true if position.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}

fn main() -> io::Result<()> {
    let path = env::args_os().nth(1).ok_or_else(|| io::Error::other("usage: peer FILE.pgn"))?;
    let mut tally = Tally::default();
    Reader::new(File::open(path)?).visit_all_games(&mut tally)?;
    println!("{tally:?}");
    Ok(())
}

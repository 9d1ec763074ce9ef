//! How much of a game can be played, by the legal moves of `shakmaty`.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, CastlingSide, Chess, Move, Position, Role};

use super::moves::{Meaning, MoveText, Step};
use super::{Game, Said};

/// The number of moves, in all lines, that can be played: a line ends at its first move that cannot be, or could be two. None for variants
/// and for positions that cannot be read.
#[must_use]
pub fn played(game: &Game) -> Option<usize> {
    let is_ordinary = |variant: &str| matches!(variant, "" | "?" | "Standard" | "From Position");
    if !game.tag("Variant").is_none_or(is_ordinary) {
        return None;
    }
    let start = match game.tag("FEN") {
        None => Chess::default(),
        Some(fen) => {
            let setup = fen.parse::<Fen>().ok()?.into_setup();
            let mode = CastlingMode::detect(&setup);
            setup.position(mode).ok()?
        }
    };
    let mut line = Line { before: None, now: Some(start) };
    let mut around = Vec::new();
    let mut count = 0;
    for said in &game.said {
        match said {
            Said::Move(text) => {
                let next = line.now.as_ref().and_then(|now| after(now, text));
                count += usize::from(next.is_some());
                line = Line { before: line.now.take(), now: next };
            }
            Said::Open => {
                // A variation before the first move begins where the line does.
                let start = line.before.clone().or_else(|| line.now.clone());
                around.push(std::mem::replace(&mut line, Line { before: None, now: start }));
            }
            Said::Close => line = around.pop().unwrap_or(line),
            _ => {}
        }
    }
    Some(count)
}

/// The positions before and after the last move of a line.
struct Line {
    before: Option<Chess>,
    now: Option<Chess>,
}

fn after(position: &Chess, text: &MoveText) -> Option<Chess> {
    if text.meanings == [Meaning::Null] {
        return position.clone().swap_turn().ok();
    }
    position.clone().play(only_move(position, text)?).ok()
}

fn only_move(position: &Chess, text: &MoveText) -> Option<Move> {
    let legal = position.legal_moves();
    let mut fitting = legal.into_iter().filter(|it| text.meanings.iter().any(|meaning| meaning.fits(*it)));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

impl Meaning {
    fn fits(self, it: Move) -> bool {
        match self {
            Meaning::Null => false,
            Meaning::Castling { is_short } => {
                it.castling_side().is_some_and(|side| (side == CastlingSide::KingSide) == is_short)
            }
            Meaning::Step(step) => step.fits(it),
        }
    }
}

impl Step {
    fn fits(self, it: Move) -> bool {
        let (from, to) = (it.from(), it.to());
        let agrees = |wanted: Option<char>, found: char| wanted.is_none_or(|wanted| wanted == found);
        let letter = |role: Role| role.upper_char();
        !it.is_castle()
            && self.to_file == to.file().char()
            && agrees(self.to_rank, to.rank().char())
            && from.is_some_and(|from| {
                agrees(self.from_file, from.file().char()) && agrees(self.from_rank, from.rank().char())
            })
            && agrees(self.piece, letter(it.role()))
            && self.promotion == it.promotion().map(letter)
    }
}

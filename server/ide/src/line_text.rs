//! A line of a game as text, to be copied: the main line, a variation, or all moves that lead through one.

use scoresheet_chess::board::fen;
use scoresheet_chess::figurines::figurines;
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_chess::replay::Setup;
use shakmaty::Position;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;

use crate::board_state::current;

/// Which moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinePart {
    /// The bare moves of the main line.
    MainLine,
    /// From the first move of the game through the variation at the cursor to its end.
    Line,
    /// The moves of the variation at the cursor alone; of the main line, all.
    Variation,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// In SAN with move numbers: `1. e4 e5 2. Nf3`.
    San,
    /// The same with figurines for letters.
    Figurines,
    /// In UCI notation without numbers: `e2e4 e7e5`.
    Uci,
    /// The position before the first move and the one after each, a line each, in Forsyth-Edwards Notation.
    Fen,
}

/// A line as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineText {
    /// The moves, or the positions; no line end after the last.
    pub text: String,
    /// The number of moves.
    pub moves: usize,
}

/// Writes a part of the game at byte `offset` of the file: without comments, NAGs and other variations. Linear in the game.
///
/// # Errors
/// A sentence for the user: a move of the line cannot be played, or the start position is not known.
pub fn line_text(game: PlacedGame, offset: usize, part: LinePart, notation: Notation) -> Result<LineText, String> {
    let tree = MoveTree::of(game.view);
    let variation = match part {
        LinePart::MainLine => None,
        LinePart::Line | LinePart::Variation => current(&tree, offset.saturating_sub(game.start)).1,
    };
    let own: Vec<usize> = (0..tree.moves.len()).filter(|one| tree.moves[*one].variation == variation).collect();
    let Some(first) = own.first() else {
        return Ok(LineText { text: String::new(), moves: 0 });
    };
    let before: Vec<usize> = tree.path(*first).into_iter().filter(|one| one != first).collect();
    let Some(mut position) = Setup::of(game.view).start else {
        return Err("The start position is not known, so the moves cannot be written".to_owned());
    };
    let from = if part == LinePart::Variation { before.len() } else { 0 };
    let mut words = Vec::new();
    for (index, one) in before.iter().chain(&own).enumerate() {
        let one = &tree.moves[*one];
        let Some(action) = one.action else {
            let written = &game.view.text[one.range.clone()];
            return Err(format!("{written} cannot be played, so the line cannot be written"));
        };
        if index == from && notation == Notation::Fen {
            words.push(fen(&position));
        }
        let san = SanPlus::from_move(position.clone(), action).to_string();
        let uci = UciMove::from_move(action, position.castles().mode()).to_string();
        position.play_unchecked(action);
        if index < from {
            continue;
        }
        if matches!(notation, Notation::San | Notation::Figurines) && (index == from || one.turn.is_white()) {
            words.push(indication(one.number, one.turn));
        }
        words.push(match notation {
            Notation::San => san,
            Notation::Figurines => figurines(&san),
            Notation::Uci => uci,
            Notation::Fen => fen(&position),
        });
    }
    let between = if notation == Notation::Fen { "\n" } else { " " };
    Ok(LineText { text: words.join(between), moves: before.len() + own.len() - from })
}

#[cfg(test)]
mod tests {
    use scoresheet_chess::placed_game::game_at;
    use scoresheet_grammar::Database;

    use super::*;
    use crate::testing::with_cursor;

    #[track_caller]
    fn check(text: &str, part: LinePart, notation: Notation, expected: Result<&str, &str>) {
        let (text, offset) = with_cursor(text);
        let file = Database::parse(&text);
        let line = line_text(game_at(&file, offset).unwrap(), offset, part, notation);
        assert_eq!(
            line.as_ref().map(|line| line.text.as_str()).map_err(String::as_str),
            expected,
            "{part:?} {notation:?}"
        );
    }

    #[test]
    fn lines_are_written_in_every_notation() {
        use LinePart::{Line, MainLine, Variation};
        let game =
            "[White \"A\"]\n\n1. e4 $1 {best} e5 (1... c5 2. N<|>f3 (2. c3 d5) d6 $2) 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n";
        let main = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O";
        check(game, MainLine, Notation::San, Ok(main));
        check(game, Line, Notation::San, Ok("1. e4 c5 2. Nf3 d6"));
        check(game, Variation, Notation::San, Ok("1... c5 2. Nf3 d6"));
        check(game, Variation, Notation::Figurines, Ok("1... c5 2. ♘f3 d6"));
        check(game, Line, Notation::Uci, Ok("e2e4 c7c5 g1f3 d7d6"));
        check(game, MainLine, Notation::Uci, Ok("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1"));
        let nested = game.replace("<|>", "").replace("c3 d5", "c3 d5<|>");
        check(&nested, Line, Notation::San, Ok("1. e4 c5 2. c3 d5"));
        check(&nested, Variation, Notation::San, Ok("2. c3 d5"));
        let on_main_line = game.replace("<|>", "").replace("Bb5", "B<|>b5");
        check(&on_main_line, Variation, Notation::San, Ok(main));
        check(
            &nested,
            Variation,
            Notation::Fen,
            Ok("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n\
                rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2\n\
                rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq d6 0 3"),
        );
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        use LinePart::{Line, MainLine};
        check("<|>1. e4 Ke4 *", MainLine, Notation::San, Err("Ke4 cannot be played, so the line cannot be written"));
        check("1. e4 <|>(1. Ke4) e5 *", MainLine, Notation::Uci, Ok("e2e4 e7e5"));
        check("[White \"A\"]<|>\n\n*", Line, Notation::San, Ok(""));
        let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd7 <|>8. e4 *";
        check(start, Line, Notation::San, Ok("7... Kd7 8. e4"));
    }
}

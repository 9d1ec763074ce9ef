//! A diagram in words: for those who cannot see it, and for text.

use shakmaty::{Board, Color, Piece, Role, Square};

use super::look::Diagram;
use crate::piece_letters::role_name;

/// The kinds of pieces in the order in which positions are dictated.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Lists all pieces by side and kind: `White: king g1, rooks a1 and f1, pawn g2. Black: king g8.`.
pub fn position_in_words(board: &Board) -> String {
    let side = |color: Color| {
        let kinds: Vec<String> = ROLES.iter().filter_map(|role| kind(board, color, *role)).collect();
        let pieces = if kinds.is_empty() { "no pieces".to_owned() } else { kinds.join(", ") };
        format!("{}: {pieces}.", color.fold_wb("White", "Black"))
    };
    format!("{} {}", side(Color::White), side(Color::Black))
}

/// Lists the arrows and coloured squares, a sentence each: `Green arrow from e2 to e4.`, `Red square d5.`.
pub fn marks_in_words(diagram: &Diagram) -> Vec<String> {
    let arrow = |brush: &str, from, to| format!("{} arrow from {from} to {to}.", capitalised(brush));
    let square = |brush: &str, square| format!("{} square {square}.", capitalised(brush));
    let arrows = diagram.arrows.iter().map(|(brush, from, to)| arrow(brush.name(), *from, *to));
    arrows.chain(diagram.squares.iter().map(|(brush, on)| square(brush.name(), *on))).collect()
}

/// Returns `rooks a1 and f1`, or nothing if there are none.
fn kind(board: &Board, color: Color, role: Role) -> Option<String> {
    let squares: Vec<String> = board.by_piece(Piece { color, role }).into_iter().map(name).collect();
    let (last, before) = squares.split_last()?;
    let name = role_name(role);
    Some(match before {
        [] => format!("{name} {last}"),
        _ => format!("{name}s {} and {last}", before.join(", ")),
    })
}

fn name(square: Square) -> String {
    square.to_string()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Brush;

    #[test]
    fn positions_are_dictated() {
        let board: Board = "r5k1/8/8/8/8/8/5PPP/R4RK1".parse().unwrap();
        let expected = "White: king g1, rooks a1 and f1, pawns f2, g2 and h2. Black: king g8, rook a8.";
        assert_eq!(position_in_words(&board), expected);
        assert_eq!(position_in_words(&Board::empty()), "White: no pieces. Black: no pieces.");
    }

    #[test]
    fn marks_are_sentences() {
        let diagram = Diagram {
            arrows: vec![(Brush::Green, Square::E2, Square::E4)],
            squares: vec![(Brush::Red, Square::D5)],
            ..Diagram::default()
        };
        assert_eq!(marks_in_words(&diagram), ["Green arrow from e2 to e4.", "Red square d5."]);
        assert_eq!(marks_in_words(&Diagram::default()), <[String; 0]>::default());
    }
}

//! A position as text: a board of figurines or letters, and its FEN.

use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Board, Color, EnPassantMode, File, Move, Piece, Rank, Square};

/// The look of a text board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// `NBRQK` and `nbrqk` instead of `♘` and `♞`.
    pub letters: bool,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
    /// The squares that a piece left and reached, shown in brackets.
    pub last_move: Option<(Square, Square)>,
}

/// Returns the FEN of a position, with the en passant square after every double pawn step (section 16.1.3.4), whether
/// or not a capture is possible there.
pub fn fen(position: &VariantPosition) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// Returns nine lines: eight ranks with their numbers, then the letters of the files. There is no final line end.
pub fn text(board: &Board, style: TextStyle) -> String {
    let mut lines = Vec::with_capacity(9);
    for rank in top_down(style.flipped) {
        lines.push(rank_line(board, rank, style));
    }
    let files: Vec<String> = left_to_right(style.flipped).map(|file| file.char().to_string()).collect();
    lines.push(format!("   {}", files.join(" ")));
    lines.join("\n")
}

/// Returns `4  . . . .[P]. . .`: a space between two squares, or a bracket of the highlighted one.
fn rank_line(board: &Board, rank: Rank, style: TextStyle) -> String {
    let mut line = format!("{} ", rank.char());
    let mut after_marked = false;
    for file in left_to_right(style.flipped) {
        let square = Square::from_coords(file, rank);
        let marked = style.last_move.is_some_and(|(from, to)| square == from || square == to);
        line.push(match (after_marked, marked) {
            (true, true) => '|',
            (true, false) => ']',
            (false, true) => '[',
            (false, false) => ' ',
        });
        line.push_str(&symbol(board.piece_at(square), style.letters));
        after_marked = marked;
    }
    if after_marked {
        line.push(']');
    }
    line
}

fn symbol(piece: Option<Piece>, letters: bool) -> String {
    match piece {
        None if letters => ".".to_owned(),
        None => "·".to_owned(),
        Some(piece) if letters => piece.char().to_string(),
        // The black pawn alone is also an emoji; the variation selector asks for the plain sign.
        Some(piece) if piece == Color::Black.pawn() => "♟\u{FE0E}".to_owned(),
        Some(piece) => piece.unicode_char().to_string(),
    }
}

/// Returns the squares that a move's piece leaves and reaches; the king's squares for castling.
pub fn squares_of(action: Move) -> (Square, Square) {
    let to = match action.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), action.to().rank()),
        None => action.to(),
    };
    (action.from().unwrap_or(to), to)
}

fn top_down(flipped: bool) -> impl Iterator<Item = Rank> {
    (0..8).map(move |index| Rank::new(if flipped { index } else { 7 - index }))
}

fn left_to_right(flipped: bool) -> impl Iterator<Item = File> {
    (0..8).map(move |index| File::new(if flipped { 7 - index } else { index }))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Position, san::San, variant::Variant};

    use super::*;

    #[test]
    fn letters_with_the_last_move_in_brackets() {
        let board: Board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR".parse().unwrap();
        let style = TextStyle { letters: true, last_move: Some((Square::E7, Square::E5)), ..TextStyle::default() };
        let expected = "\
8  r n b q k b n r
7  p p p p[.]p p p
6  . . . . . . . .
5  . . . .[p]. . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h";
        assert_eq!(text(&board, style), expected);
    }

    #[test]
    fn figurines_from_blacks_side() {
        let board: Board = "8/p7/8/8/8/8/8/K6k".parse().unwrap();
        let style = TextStyle { flipped: true, last_move: Some((Square::G1, Square::H1)), ..TextStyle::default() };
        let shown = text(&board, style);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "1 [♚|·]· · · · · ♔");
        assert_eq!(lines[6], "7  · · · · · · · ♟\u{FE0E}");
        assert_eq!(lines[8], "   h g f e d c b a");
    }

    #[test]
    fn fen_names_the_en_passant_square_after_every_double_step() {
        let mut position = VariantPosition::new(Variant::Chess);
        let cases = [
            ("e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            ("c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"),
            ("Nf3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        ];
        for (san, expected) in cases {
            let chess_move = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(chess_move);
            assert_eq!(fen(&position), expected);
        }
    }
}

//! The state of a board next to the text: the position at the cursor and its place in the move tree.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position, Square};

use scoresheet_chess::board::{fen, squares_of};
use scoresheet_chess::command_docs::Score;
use scoresheet_chess::diagram::Brush;
use scoresheet_chess::move_marks::{Clocks, MoveMarks};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::openings::Opening;
use scoresheet_chess::placed_game::{PlacedGame, game_at};
use scoresheet_chess::position_facts::facts;
use scoresheet_chess::reach::{Reached, reach};
use scoresheet_chess::replay::Setup;
use scoresheet_chess::results;

/// The position at an offset and its place in the move tree.
///
/// All ranges are half-open byte offsets in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardState {
    /// The index of the game or record, from 0.
    pub game: usize,
    /// The position in Forsyth-Edwards Notation; none where the position is unknown.
    pub fen: Option<String>,
    /// Whether the position relies on a guess at what an illegal move meant.
    pub is_guessed: bool,
    /// The name of the rules, as in a Variant tag.
    pub variant: String,
    /// The move that led to the position; none at the start of the game.
    pub last_move: Option<MoveAt>,
    /// The from and to squares of the last move; the king's squares for castling.
    pub last_squares: Option<(Square, Square)>,
    /// The arrows that the comments on the last move draw; in a record, the moves that its operations name.
    pub arrows: Vec<(Brush, Square, Square)>,
    /// The squares that the comments on the last move colour.
    pub squares: Vec<(Brush, Square)>,
    /// The legal moves.
    pub legal_moves: Vec<LegalMove>,
    /// Facts about the position, such as material and check, as sentences.
    pub facts: Vec<String>,
    /// The moves from the first one to the last one played.
    pub path: Vec<MoveAt>,
    /// The nesting depth: 0 on the main line.
    pub depth: usize,
    /// The move before the last one.
    pub previous: Option<MoveAt>,
    /// The moves that follow: the one on the same line first, if any, then those of the variations that replace it.
    pub next: Vec<MoveAt>,
    /// The move that the enclosing variation replaces.
    pub replaces: Option<MoveAt>,
    /// The last move and its alternatives.
    pub alternatives: Vec<MoveAt>,
    /// The seconds left on White's and on Black's clock.
    pub clocks: (Option<f64>, Option<f64>),
    /// An engine's evaluation of the position, and its search depth in plies.
    pub evaluation: Option<(Score, Option<u32>)>,
    /// The opening that the line has reached.
    pub opening: Option<Opening>,
    /// The number of the move with which the line left the book.
    pub left_book_at: Option<usize>,
    /// The result of the game, in the standard's spelling.
    pub result: Option<&'static str>,
}

/// A move of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAt {
    /// Its range; a cursor at the end is at the position after the move.
    pub range: Range<usize>,
    /// The text as written.
    pub text: String,
    /// The move number.
    pub number: u32,
    /// The side that moves.
    pub turn: Color,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move in canonical SAN.
    pub san: String,
    /// The move in UCI notation: `e2e4`, `e7e8q`, `e1g1`; in Chess960, castling is written as king takes rook.
    pub uci: String,
}

/// Returns the state at byte `offset` of the file: on a move, and after it, the position after that move.
///
/// None in an empty file. Linear in the game.
pub fn board_state(database: &Database, offset: usize) -> Option<BoardState> {
    let game = game_at(database, offset)?;
    let tree = MoveTree::of(game.view);
    let (last, line) = current(&tree, offset - game.start);
    Some(in_game(game, &tree, last, line))
}

/// Returns the state after ply `ply` of the main line, 0 for the start of the game. Linear in the game.
///
/// # Errors
/// The number of plies, if there are not as many.
pub fn board_state_at_ply(game: PlacedGame, ply: usize) -> Result<BoardState, usize> {
    let tree = MoveTree::of(game.view);
    let main_line: Vec<usize> = (0..tree.moves.len()).filter(|one| tree.moves[*one].variation.is_none()).collect();
    let last = match ply.checked_sub(1) {
        Some(index) => Some(*main_line.get(index).ok_or(main_line.len())?),
        None => None,
    };
    Ok(in_game(game, &tree, last, None))
}

/// Returns the last move played at byte `offset` of the game, and the variation that `offset` is in.
pub(crate) fn current(tree: &MoveTree, offset: usize) -> (Option<usize>, Option<usize>) {
    match tree.move_at(offset) {
        Some(index) => (Some(index), tree.moves[index].variation),
        None => tree.last_before(offset),
    }
}

/// Returns the position that a board shows at byte `offset` of the file; `None` where there is no game, or where it is unknown or relies on
/// a guess. Linear in the game.
pub fn position_on_board(database: &Database, offset: usize) -> Option<VariantPosition> {
    let game = game_at(database, offset)?;
    let tree = MoveTree::of(game.view);
    match current(&tree, offset - game.start).0 {
        Some(last) => {
            let reached = reach(game.view, tree.moves[last].events);
            reached.replay.position().filter(|_| !reached.replay.is_guessed()).cloned()
        }
        None => Setup::of(game.view).start,
    }
}

/// Returns the position after move `index` of the game, or its start position; none where that is unknown.
pub(crate) fn position_at(game: GameView, tree: &MoveTree, index: Option<usize>) -> Option<VariantPosition> {
    match index {
        Some(index) => reach(game, tree.moves[index].events).replay.position().cloned(),
        None => Setup::of(game).start,
    }
}

/// Returns the state after move `last`, in variation `line`.
fn in_game(game: PlacedGame, tree: &MoveTree, last: Option<usize>, line: Option<usize>) -> BoardState {
    let view = game.view;
    let reached = last.map(|last| reach(view, tree.moves[last].events));
    let position = match &reached {
        Some(reached) => reached.replay.position().cloned(),
        None => Setup::of(view).start,
    };
    let at = |index: usize| {
        let one = &tree.moves[index];
        let text = view.text[one.range.clone()].to_owned();
        MoveAt { range: game.in_file(&one.range), text, number: one.number, turn: one.turn }
    };
    let all = |moves: Vec<usize>| moves.into_iter().map(at).collect();
    let marks = MoveMarks::at(view, tree, last);
    let clocks = Clocks::of(view, tree);
    let left = |side| last.and_then(|last| clocks.left(tree, last, side));
    let occurrences = reached.as_ref().map_or(1, Reached::occurrences);
    let marker = tree.termination.as_ref().and_then(|range| results::canonical(&view.text[range.clone()]));
    BoardState {
        game: game.index,
        fen: position.as_ref().map(fen),
        is_guessed: reached.as_ref().is_some_and(|reached| reached.replay.is_guessed()),
        variant: Setup::of(view).variant.display_name().to_owned(),
        last_move: last.map(at),
        last_squares: last.and_then(|last| tree.moves[last].action).map(squares_of),
        arrows: marks.arrows,
        squares: marks.squares,
        legal_moves: position.as_ref().map(legal_moves).unwrap_or_default(),
        facts: position.as_ref().map(|position| facts(position, occurrences)).unwrap_or_default(),
        path: last.map(|last| all(tree.path(last))).unwrap_or_default(),
        depth: line.map_or(0, |line| tree.variations[line].depth),
        previous: last.and_then(|last| tree.moves[last].previous).map(at),
        next: all(tree.next_moves(last)),
        replaces: line.and_then(|line| tree.variations[line].replaces).map(at),
        alternatives: last.map(|last| all(alternatives(tree, last))).unwrap_or_default(),
        clocks: (left(Color::White), left(Color::Black)),
        evaluation: marks.score,
        opening: reached.as_ref().and_then(Reached::opening),
        left_book_at: reached.and_then(Reached::left_the_book).map(|left| left.number),
        result: marker.or_else(|| results::canonical(&view.tag("Result")?)),
    }
}

/// Returns move `index` and its alternatives.
fn alternatives(tree: &MoveTree, index: usize) -> Vec<usize> {
    let previous = tree.moves[index].previous;
    (0..tree.moves.len()).filter(|other| tree.moves[*other].previous == previous).collect()
}

/// Returns the legal moves of a position.
pub(crate) fn legal_moves(position: &VariantPosition) -> Vec<LegalMove> {
    let legal = |action: Move| LegalMove {
        san: SanPlus::from_move(position.clone(), action).to_string(),
        uci: UciMove::from_move(action, position.castles().mode()).to_string(),
    };
    position.legal_moves().into_iter().map(legal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    const GAME: &str = "[White \"🏆\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {♘ [%clk 0:03:00][%cal Ge2e4]} e5 {[%clk 0:02:58]}\r\n\
        (1... c5 2. Nf3 {[%csl Rd4] [%eval 0.4,20]} (2. c3) 2... d6) (1... e6) 2. Nf3 Nc6 1-0\r\n";

    /// Returns the text and the state at the cursor in `at`, a part of the second game of a file.
    fn state(at: &str) -> (String, BoardState) {
        let game = GAME.replacen(&at.replace("<|>", ""), at, 1);
        let (text, offset) = with_cursor(&format!("1. d4 🏆 *\r\n\r\n{game}"));
        let state = board_state(&Database::parse(&text), offset).unwrap();
        (text, state)
    }

    fn words(text: &str, moves: &[MoveAt]) -> String {
        for one in moves {
            assert_eq!(text[one.range.clone()], one.text);
        }
        moves.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_place_in_a_variation_has_all_a_board_needs() {
        let (text, state) = state("2. Nf3<|> {[%csl");
        assert_eq!(state.fen.as_deref(), Some("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
        assert_eq!((state.game, state.depth, state.variant.as_str()), (1, 1, "Standard"));
        assert_eq!(words(&text, &state.path), "e4 c5 Nf3");
        assert_eq!(words(&text, &state.next), "d6");
        assert_eq!(words(&text, &state.alternatives), "Nf3 c3");
        assert_eq!((state.previous.unwrap().text.as_str(), state.replaces.unwrap().text.as_str()), ("c5", "e5"));
        assert_eq!(state.last_squares, Some((Square::G1, Square::F3)));
        assert_eq!((state.squares, state.arrows.len()), (vec![(Brush::Red, Square::D4)], 0));
        assert_eq!(state.evaluation, Some((Score::Pawns(0.4), Some(20))));
        assert_eq!(state.opening.unwrap().name, "Sicilian Defense");
        assert_eq!(state.result, Some("1-0"));
        assert_eq!(state.facts, ["Material is even.", "Black has 22 legal moves."]);
        assert_eq!(state.legal_moves.len(), 22);
        assert!(state.legal_moves.contains(&LegalMove { san: "Nc6".into(), uci: "b8c6".into() }));
    }

    #[test]
    fn a_place_on_the_main_line_knows_its_variations_and_clocks() {
        let (text, state) = state("e5 {[%clk<|> 0:02");
        assert_eq!(words(&text, &state.path), "e4 e5");
        assert_eq!(words(&text, &state.alternatives), "e5 c5 e6");
        assert_eq!(state.clocks, (Some(180.0), Some(178.0)));
        assert_eq!(state.depth, 0);
        let (text, after_e4) = self::state("1. e4<|>");
        assert_eq!(words(&text, &after_e4.next), "e5 c5 e6");
        assert_eq!(after_e4.arrows, [(Brush::Green, Square::E2, Square::E4)]);
    }

    #[test]
    fn plies_are_counted_on_the_main_line() {
        let database = Database::parse(GAME);
        let at = |ply| board_state_at_ply(game_at(&database, 0).unwrap(), ply);
        assert_eq!((at(0).unwrap().last_move, at(0).unwrap().depth), (None, 0));
        let state = at(3).unwrap();
        assert_eq!(words(GAME, &state.path), "e4 e5 Nf3");
        assert_eq!(state.last_squares, Some((Square::G1, Square::F3)));
        assert_eq!(at(5), Err(4));
        let bare = Database::parse("e4 e5");
        assert_eq!(board_state_at_ply(game_at(&bare, 0).unwrap(), 0).unwrap().last_move, None);
    }

    #[test]
    fn the_start_and_lost_positions_have_a_state_too() {
        let (text, start) = state("[Whi<|>te");
        assert!(start.fen.unwrap().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
        assert_eq!((start.last_move, words(&text, &start.next)), (None, "e4".to_owned()));
        let lost = board_state(&Database::parse("1. e4 e5 2. Ke3 Qxe1"), 18).unwrap();
        assert_eq!((lost.fen, lost.legal_moves.len(), lost.path.len()), (None, 0, 4));
        assert_eq!(board_state(&Database::parse(""), 0), None);
        let castling = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n*";
        let state = board_state(&Database::parse(castling), castling.len()).unwrap();
        assert!(state.legal_moves.contains(&LegalMove { san: "O-O".into(), uci: "e1h1".into() }));
    }
}

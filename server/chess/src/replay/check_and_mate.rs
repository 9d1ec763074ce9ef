//! Check, legal moves and single legal moves, found without a list of moves where possible, and without the tables that
//! [`piece_attacks`](super::piece_attacks) avoids.

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Chess, Position, Role, Square, attacks};

use super::piece_attacks::{attackers, piece_attacks};

/// Whether the side to move is in check: [`Position::is_check`].
#[inline]
pub fn is_check(position: &VariantPosition) -> bool {
    match position {
        VariantPosition::Chess(chess) => is_check_in_chess(chess),
        _ => position.is_check(),
    }
}

/// [`is_check`] in standard chess.
#[inline(always)]
pub(super) fn is_check_in_chess(chess: &Chess) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return false };
    attackers(board, king, !chess.turn(), board.occupied()).any()
}

/// Whether the side to move has a legal move. `in_check` says whether it is in check.
pub fn has_legal_move(position: &VariantPosition, in_check: bool) -> bool {
    match position {
        VariantPosition::Chess(chess) => has_legal_move_in_chess(chess, in_check),
        _ => !position.legal_moves().is_empty(),
    }
}

/// [`has_legal_move`] in standard chess. Fast unless the only legal moves are those of pieces on a line with their king
/// or, apart from captures of a checking piece, captures and double steps of pawns.
pub(super) fn has_legal_move_in_chess(chess: &Chess, in_check: bool) -> bool {
    has_obvious_moves(chess, in_check, 1) || !chess.legal_moves().is_empty()
}

/// Whether the side to move has exactly one legal move. Fast in most positions with more moves.
pub fn has_single_legal_move(position: &VariantPosition) -> bool {
    let has_others = match position {
        VariantPosition::Chess(chess) => has_obvious_moves(chess, is_check_in_chess(chess), 2),
        _ => false,
    };
    !has_others && position.legal_moves().len() == 1
}

/// Whether a fast search finds at least `wanted` legal moves; if not, there may still be as many.
fn has_obvious_moves(chess: &Chess, in_check: bool, wanted: usize) -> bool {
    let (board, us) = (chess.board(), chess.us());
    let Some(king) = board.king_of(chess.turn()) else { return false };
    // A piece that shares no line with its king is not pinned.
    let free = us.without(king) & !piece_attacks(Role::Queen, king, Bitboard::EMPTY);
    let mut found = 0;
    if !in_check {
        found += (pushed(chess, free & board.pawns()) & !board.occupied()).count();
        for from in free & !board.pawns() {
            if found >= wanted {
                return true;
            }
            let attacked = board.role_at(from).map(|role| piece_attacks(role, from, board.occupied()));
            found += attacked.map_or(0, |attacked| (attacked & !us).count());
        }
    }
    let without_king = board.occupied().without(king);
    let is_safe = |to: &Square| attackers(board, *to, !chess.turn(), without_king).is_empty();
    let steps = attacks::king_attacks(king) & !us;
    found += steps.into_iter().filter(is_safe).take(wanted).count();
    if in_check && found < wanted {
        found += answers_to_a_check(chess, king, free);
    }
    found >= wanted
}

/// Returns the number of moves by these pieces, which exclude the king and pinned pieces, that capture the checking
/// piece or interpose. 0 for a double check.
fn answers_to_a_check(chess: &Chess, king: Square, free: Bitboard) -> usize {
    let board = chess.board();
    let checkers = attackers(board, king, !chess.turn(), board.occupied());
    let Some(checker) = checkers.single_square() else { return 0 };
    let reaching = |to: Square| attackers(board, to, chess.turn(), board.occupied()) & free;
    let between = attacks::between(king, checker);
    let going_between = between.into_iter().map(|to| (reaching(to) & !board.pawns()).count()).sum::<usize>();
    reaching(checker).count() + going_between + (pushed(chess, free & board.pawns()) & between).count()
}

/// Returns the squares that pawns of the side to move reach with a single step.
fn pushed(chess: &Chess, pawns: Bitboard) -> Bitboard {
    pawns.shift(chess.turn().fold_wb(8, -8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the tested positions with fewer than two legal moves, in check, and found by the fast search.
    #[derive(Default)]
    struct Seen {
        few: usize,
        checks: usize,
        quickly: usize,
        answered: usize,
    }

    fn assert_seen(position: &Chess, seen: &mut Seen) {
        let moves = position.legal_moves();
        let in_check = is_check_in_chess(position);
        assert_eq!(in_check, position.is_check(), "{position:?}");
        assert_eq!(has_legal_move_in_chess(position, in_check), !moves.is_empty(), "{position:?}");
        let is_single = has_single_legal_move(&VariantPosition::Chess(position.clone()));
        assert_eq!(is_single, moves.len() == 1, "{position:?}");
        let obvious = |wanted| has_obvious_moves(position, in_check, wanted);
        assert!((1..4).all(|wanted| !obvious(wanted) || moves.len() >= wanted), "{position:?}");
        seen.few += usize::from(moves.len() < 2);
        seen.checks += usize::from(in_check);
        seen.quickly += usize::from(obvious(1));
        if in_check && let Some(king) = position.board().king_of(position.turn()) {
            let free = position.us() & !piece_attacks(Role::Queen, king, Bitboard::EMPTY);
            seen.answered += usize::from(answers_to_a_check(position, king, free.without(king)) > 0);
        }
    }

    /// Tests every position of games whose moves a simple sequence of numbers selects, so that pieces move around and
    /// are pinned, checked and promoted.
    #[test]
    fn whether_there_are_legal_moves_is_seen_quickly() {
        let mut number = 1_u64;
        let (mut positions, mut seen) = (0, Seen::default());
        for _ in 0..200 {
            let mut position = Chess::default();
            for _ in 0..300 {
                assert_seen(&position, &mut seen);
                positions += 1;
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves = position.legal_moves();
                let Some(next) = moves.get((number >> 33) as usize % moves.len().max(1)) else { break };
                position.play_unchecked(*next);
            }
        }
        let Seen { few, checks, quickly, answered } = seen;
        assert!(few > 200 && checks > 1000, "{few} {checks}");
        assert!(
            quickly * 100 > positions * 95 && answered * 4 > checks,
            "{quickly} of {positions}, {answered} of {checks}"
        );
    }

    #[test]
    fn no_move_of_a_fen_is_seen_that_is_not_legal() {
        let fens = [
            // A triple check; the king between two rooks.
            "k3r3/8/8/8/1b6/5n2/8/4K3 w - - 0 1",
            "4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1",
            // The checking pawn can be captured en passant; another pawn that gives no check, too.
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/8/3pP2K/8/8/4r3 b - e3 0 1",
            // A pawn interposes and promotes; a pinned piece cannot interpose.
            "r6k/1P6/8/8/8/8/8/K6r w - - 0 1",
            "k3r3/8/8/7b/8/8/4B3/3K4 w - - 0 1",
        ];
        for fen in fens {
            let position =
                crate::position_faults::start_position(fen, shakmaty::variant::Variant::Chess, false).unwrap();
            let VariantPosition::Chess(position) = position else { panic!("{fen}") };
            assert_seen(&position, &mut Seen::default());
        }
    }
}

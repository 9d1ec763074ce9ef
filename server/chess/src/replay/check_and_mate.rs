//! Whether the side to move is in check, has a legal move, or one only: seen without a list of moves where that can be, and without the
//! tables that [`piece_attacks`](super::piece_attacks) does without.

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Chess, Position, Role, Square, attacks};

use super::piece_attacks::{attackers, piece_attacks};

/// [`Position::is_check`].
#[inline]
pub fn is_check(position: &VariantPosition) -> bool {
    match position {
        VariantPosition::Chess(chess) => is_check_in_chess(chess),
        _ => position.is_check(),
    }
}

/// The same in plain chess.
#[inline(always)]
pub(super) fn is_check_in_chess(chess: &Chess) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return false };
    attackers(board, king, !chess.turn(), board.occupied()).any()
}

/// Whether the side to move, which is in check or not, has a legal move.
pub fn has_legal_move(position: &VariantPosition, in_check: bool) -> bool {
    match position {
        VariantPosition::Chess(chess) => has_legal_move_in_chess(chess, in_check),
        _ => !position.legal_moves().is_empty(),
    }
}

/// The same in plain chess. Quick unless it has none, or none but moves of pieces that stand on a line with their king, and, but for captures
/// of a piece that gives check, captures and double steps of pawns.
pub(super) fn has_legal_move_in_chess(chess: &Chess, in_check: bool) -> bool {
    has_obvious_moves(chess, in_check, 1) || !chess.legal_moves().is_empty()
}

/// Whether the side to move has exactly one legal move. Quick in most other positions.
pub fn has_single_legal_move(position: &VariantPosition) -> bool {
    let has_others = match position {
        VariantPosition::Chess(chess) => has_obvious_moves(chess, is_check_in_chess(chess), 2),
        _ => false,
    };
    !has_others && position.legal_moves().len() == 1
}

/// Whether there are as many legal moves as `wanted` of those that are found at once; if not, there may be all the same.
fn has_obvious_moves(chess: &Chess, in_check: bool, wanted: usize) -> bool {
    let (board, us) = (chess.board(), chess.us());
    let Some(king) = board.king_of(chess.turn()) else { return false };
    // What does not stand on a line with its king is not pinned.
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

/// How many moves of these pieces, none of which is the king or pinned, capture the piece that gives check, or go between. None to a check
/// from two pieces.
fn answers_to_a_check(chess: &Chess, king: Square, free: Bitboard) -> usize {
    let board = chess.board();
    let checkers = attackers(board, king, !chess.turn(), board.occupied());
    let Some(checker) = checkers.single_square() else { return 0 };
    let reaching = |to: Square| attackers(board, to, chess.turn(), board.occupied()) & free;
    let between = attacks::between(king, checker);
    let going_between = between.into_iter().map(|to| (reaching(to) & !board.pawns()).count()).sum::<usize>();
    reaching(checker).count() + going_between + (pushed(chess, free & board.pawns()) & between).count()
}

/// Where pawns of the side to move go with one step.
fn pushed(chess: &Chess, pawns: Bitboard) -> Bitboard {
    pawns.shift(chess.turn().fold_wb(8, -8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many positions were asked about that have less than two legal moves, are checks, and are seen at once.
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

    /// Every position is asked about; the moves are chosen by a simple sequence of numbers, so that pieces run about, and are pinned, checked
    /// and promoted.
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
            // Three pieces give check; the king stands between two rooks.
            "k3r3/8/8/8/1b6/5n2/8/4K3 w - - 0 1",
            "4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1",
            // The pawn that gives check can be captured en passant; so can one that does not.
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/8/3pP2K/8/8/4r3 b - e3 0 1",
            // A pawn goes between, and is promoted; a pinned piece does not.
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

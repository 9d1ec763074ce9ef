//! The resolution of a written move in a position to its legal moves.
//!
//! Standard chess uses bitboards, without move generation; the other variants match against the list of legal moves.

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, MoveList, Position, Rank, Role, Square, attacks};

use super::notes::Notes;
use super::piece_attacks::{attackers, piece_attacks};
use super::written::{Action, CheckMark, PieceMove, Written};

/// The legal moves that a written move may mean.
#[derive(Debug)]
pub(crate) enum Resolution {
    /// Exactly one move, with its departures from canonical SAN.
    One(Move, Notes),
    /// More than one.
    Many(Vec<Move>),
    /// A null move.
    Null,
    /// No move.
    None,
}

/// Finds the legal moves that `written` may mean. `in_check` says whether the side to move is in check.
#[inline]
pub(crate) fn resolve(position: &VariantPosition, in_check: bool, written: &Written) -> Resolution {
    if let VariantPosition::Chess(chess) = position {
        return resolve_in_chess(chess, in_check, &written.action);
    }
    match &written.action {
        Action::Piece(piece) => resolve_by_list(position, piece),
        Action::Castle(side) => castling(position, *side),
        Action::Null if in_check => Resolution::None,
        Action::Null => Resolution::Null,
        Action::Drop { role, to } => {
            let drop = Move::Put { role: *role, to: *to };
            if position.legal_moves().contains(&drop) { Resolution::One(drop, Notes::NONE) } else { Resolution::None }
        }
    }
}

/// [`resolve`] in standard chess.
#[inline]
pub(super) fn resolve_in_chess(chess: &Chess, in_check: bool, action: &Action) -> Resolution {
    match action {
        Action::Piece(piece) => resolve_piece(chess, in_check, piece),
        Action::Castle(side) => castling_in_chess(chess, in_check, *side)
            .map_or(Resolution::None, |castling| Resolution::One(castling, Notes::NONE)),
        Action::Null if in_check => Resolution::None,
        Action::Null => Resolution::Null,
        Action::Drop { .. } => Resolution::None,
    }
}

/// Compares a check mark with the position after the move: whether the side to move is in check, and whether it has a
/// legal move, which is computed only in check.
#[inline]
pub(crate) fn check_notes(mark: CheckMark, is_check: bool, has_legal_move: impl FnOnce() -> bool) -> Notes {
    match (mark, is_check) {
        (CheckMark::None, false) => Notes::NONE,
        (_, false) => Notes::SUPERFLUOUS_CHECK,
        (mark, true) => match (mark, has_legal_move()) {
            (CheckMark::Check, true) | (CheckMark::Mate, false) => Notes::NONE,
            (CheckMark::None, _) => Notes::MISSING_CHECK,
            _ => Notes::WRONG_CHECK,
        },
    }
}

/// Returns which parts of its origin a piece's move must name (section 8.2.3.4): the file, the rank.
pub(crate) fn disambiguation(from: Square, others: Bitboard) -> (bool, bool) {
    let others = others.without(from);
    if others.is_empty() {
        (false, false)
    } else if (others & Bitboard::from_file(from.file())).is_empty() {
        (true, false)
    } else if (others & Bitboard::from_rank(from.rank())).is_empty() {
        (false, true)
    } else {
        (true, true)
    }
}

/// Returns the squares from which a piece of `role` can legally move to `to`.
pub(crate) fn legal_origins(position: &VariantPosition, role: Role, to: Square) -> Bitboard {
    position.san_candidates(role, to).iter().filter_map(|candidate| candidate.from()).collect()
}

fn castling(position: &impl Position, side: CastlingSide) -> Resolution {
    match position.castling_moves(side).first() {
        Some(castling) => Resolution::One(*castling, Notes::NONE),
        None => Resolution::None,
    }
}

/// Returns a legal castling in standard chess, without a list of moves: nearly every game has two.
fn castling_in_chess(chess: &Chess, in_check: bool, side: CastlingSide) -> Option<Move> {
    let (board, turn, castles) = (chess.board(), chess.turn(), chess.castles());
    let (king, rook) = (board.king_of(turn)?, castles.rook(turn, side)?);
    if in_check || (castles.path(turn, side) & board.occupied()).any() {
        return None;
    }
    let is_safe = |square: Square, occupied: Bitboard| attackers(board, square, !turn, occupied).is_empty();
    let (king_to, without_king) = (side.king_to(turn), board.occupied().without(king));
    // In Chess960 the rook may have shielded the king from check.
    let castled = without_king.without(rook).with(side.rook_to(turn));
    let is_legal = is_safe(king_to, castled)
        && attacks::between(king, king_to).into_iter().all(|square| is_safe(square, without_king));
    is_legal.then_some(Move::Castle { king, rook })
}

#[inline]
fn resolve_piece(chess: &Chess, in_check: bool, piece: &PieceMove) -> Resolution {
    let (Some(role), Some(to_rank)) = (piece.role, piece.to_rank) else {
        return resolve_unusual(&VariantPosition::Chess(chess.clone()), piece);
    };
    let to = Square::from_coords(piece.to_file, to_rank);
    if role == Role::Pawn {
        return resolve_pawn(chess, in_check, piece, to);
    }
    if piece.promotion.is_some() || chess.us().contains(to) {
        return castling_of_king(chess, role, piece);
    }
    let board = chess.board();
    let reaching = piece_attacks(role, to, board.occupied()) & chess.our(role);
    let named = reaching & origin_mask(piece);
    let legal = legal_only(chess, in_check, named, to);
    let Some(from) = legal.single_square() else {
        if legal.any() {
            return Resolution::Many(legal.into_iter().map(|from| normal(chess, role, from, to)).collect());
        }
        return castling_of_king(chess, role, piece);
    };
    let played = normal(chess, role, from, to);
    let mut notes = capture_notes(piece.capture, played.is_capture());
    if piece.from_file.is_some() || piece.from_rank.is_some() {
        let needed = disambiguation(from, legal_only(chess, in_check, reaching, to));
        let given = (piece.from_file.is_some(), piece.from_rank.is_some());
        notes.add_if(needed != given, Notes::REDUNDANT_DISAMBIGUATION);
    }
    Resolution::One(played, notes)
}

/// The castling that a move may be that is no ordinary one, as a king's move may that names both squares.
fn castling_of_king(chess: &Chess, role: Role, piece: &PieceMove) -> Resolution {
    if role == Role::King && piece.from_file.is_some() && piece.from_rank.is_some() {
        return resolve_unusual(&VariantPosition::Chess(chess.clone()), piece);
    }
    Resolution::None
}

#[inline]
fn resolve_pawn(chess: &Chess, in_check: bool, piece: &PieceMove, to: Square) -> Resolution {
    let pawns = chess.our(Role::Pawn) & origin_mask(piece);
    let them = chess.them();
    let is_en_passant = chess.maybe_ep_square() == Some(to) && !them.contains(to);
    let is_capture_square = them.contains(to) || is_en_passant;
    // A capture mark never fits a pawn push: "xd4" is not d4, nor is "Xf3", which may mean a knight in handwriting.
    let straight = piece.from_file.is_none_or(|file| file == to.file()) && !piece.capture;
    let origins = if straight && (!is_capture_square || piece.from_file == Some(to.file())) {
        push_origin(chess, pawns, to)
    } else if is_capture_square && piece.from_file != Some(to.file()) {
        attacks::pawn_attacks(!chess.turn(), to) & pawns
    } else {
        Bitboard::EMPTY
    };
    // "e5" is never a capture from d4: a pawn capture needs its file (section 8.2.3.3).
    if piece.from_file.is_none() && !piece.capture && is_capture_square {
        return Resolution::None;
    }
    let legal: Bitboard = if is_en_passant {
        chess
            .en_passant_moves()
            .iter()
            .filter_map(|capture| capture.from())
            .filter(|from| origins.contains(*from))
            .collect()
    } else {
        legal_only(chess, in_check, origins, to)
    };
    let is_promotion = Bitboard::BACKRANKS.contains(to);
    if piece.promotion.is_some_and(|role| !is_promotion || matches!(role, Role::King | Role::Pawn)) {
        return Resolution::None;
    }
    let mut notes = Notes::NONE;
    notes.add_if(is_promotion && piece.promotion.is_none(), Notes::MISSING_PROMOTION_PIECE);
    let promotion = is_promotion.then(|| piece.promotion.unwrap_or(Role::Queen));
    let to_move = |from: Square| match (is_en_passant, normal(chess, Role::Pawn, from, to)) {
        (true, _) => Move::EnPassant { from, to },
        (false, Move::Normal { role, from, capture, to, .. }) => Move::Normal { role, from, capture, to, promotion },
        (false, other) => other,
    };
    match legal.single_square() {
        Some(from) => {
            notes.add(capture_notes(piece.capture, is_capture_square));
            notes.add_if(is_pawn_step_with_file(piece, from.file() == to.file()), Notes::REDUNDANT_DISAMBIGUATION);
            Resolution::One(to_move(from), notes)
        }
        None if legal.any() => Resolution::Many(legal.into_iter().map(to_move).collect()),
        None => Resolution::None,
    }
}

/// Returns the square of the pawn among `pawns`, of the side to move, that can push to `to`.
#[inline(always)]
pub(super) fn push_origin(chess: &Chess, pawns: Bitboard, to: Square) -> Bitboard {
    let occupied = chess.board().occupied();
    if occupied.contains(to) {
        return Bitboard::EMPTY;
    }
    // Back by one rank: rotated right by 8 for White, and by 56, which is left by 8, for Black. Bits that wrap around
    // reach the last rank, which holds no pawns.
    let (back, double_rank) = chess.turn().fold_wb((8, Rank::Fourth), (56, Rank::Fifth));
    let behind = |squares: Bitboard| Bitboard(squares.0.rotate_right(back));
    let single = behind(Bitboard::from_square(to));
    let double = behind(single & behind(Bitboard::from_rank(double_rank)) & !occupied);
    (single | double) & pawns
}

/// Returns the squares of `origins` from which a move to `to` does not expose the mover's king. Not for en passant.
#[inline]
fn legal_only(chess: &Chess, in_check: bool, origins: Bitboard, to: Square) -> Bitboard {
    let board = chess.board();
    let them = !chess.turn();
    let Some(king) = board.king_of(chess.turn()) else { return origins };
    let is_safe = |from: Square| match from == king {
        true => attackers(board, to, them, board.occupied().without(king)).is_empty(),
        false => leaves_king_safe(chess, in_check, from, to),
    };
    origins.into_iter().filter(|from| is_safe(*from)).collect()
}

/// Whether the mover's king is safe after another piece moves between two squares. Not for en passant.
#[inline(always)]
pub(super) fn leaves_king_safe(chess: &Chess, in_check: bool, from: Square, to: Square) -> bool {
    may_leave(chess, in_check, from) || !would_be_in_check(chess, from, to)
}

/// Whether a piece other than the king may move anywhere: its king is not in check, and it cannot be pinned because it
/// does not share a line with its king and a sliding piece.
#[inline(always)]
pub(super) fn may_leave(chess: &Chess, in_check: bool, from: Square) -> bool {
    let Some(king) = chess.board().king_of(chess.turn()) else { return false };
    !in_check && (attacks::ray(king, from) & chess.them() & chess.board().sliders()).is_empty()
}

#[inline(never)]
fn would_be_in_check(chess: &Chess, from: Square, to: Square) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return true };
    let occupied = board.occupied().without(from).with(to);
    attackers(board, king, !chess.turn(), occupied).without(to).any()
}

/// Matches against the list of legal moves.
fn resolve_by_list(position: &VariantPosition, piece: &PieceMove) -> Resolution {
    if piece.role.is_none() || piece.to_rank.is_none() || piece.role == Some(Role::King) {
        let unusual = resolve_unusual(position, piece);
        if !matches!(unusual, Resolution::None) {
            return unusual;
        }
    }
    let matching = matching_moves(position, piece);
    one_of(position, piece, matching)
}

/// Resolves what the fast path leaves out: coordinates without a piece, `exd`, castling as a king's move.
fn resolve_unusual(position: &VariantPosition, piece: &PieceMove) -> Resolution {
    if let Some(castling) = castling_as_king_move(position, piece) {
        return Resolution::One(castling, Notes::ODD_CASTLING);
    }
    let matching = matching_moves(position, piece);
    one_of(position, piece, matching)
}

fn one_of(position: &VariantPosition, piece: &PieceMove, matching: MoveList) -> Resolution {
    let promotes = matching.iter().any(|candidate| candidate.promotion().is_some());
    let mut notes = Notes::NONE;
    let mut matching = matching;
    if promotes && piece.promotion.is_none() {
        notes.add(Notes::MISSING_PROMOTION_PIECE);
        matching.retain(|candidate| candidate.promotion() == Some(Role::Queen));
    }
    let [played] = matching.as_slice() else {
        return if matching.is_empty() { Resolution::None } else { Resolution::Many(matching.to_vec()) };
    };
    let played = *played;
    notes.add(capture_notes(piece.capture, played.is_capture()));
    let given = (piece.from_file.is_some(), piece.from_rank.is_some());
    if piece.role == Some(Role::Pawn) {
        notes.add_if(is_pawn_step_with_file(piece, !played.is_capture()), Notes::REDUNDANT_DISAMBIGUATION);
    } else if piece.role.is_some()
        && given != (false, false)
        && let Some(from) = played.from()
    {
        let needed = disambiguation(from, legal_origins(position, played.role(), played.to()));
        notes.add_if(needed != given, Notes::REDUNDANT_DISAMBIGUATION);
    }
    Resolution::One(played, notes)
}

fn matching_moves(position: &VariantPosition, piece: &PieceMove) -> MoveList {
    let mut moves = position.legal_moves();
    moves.retain(|candidate| {
        let Some(from) = candidate.from() else { return false };
        if candidate.is_castle() || candidate.is_put() {
            return false;
        }
        let to = candidate.to();
        let by_coordinates = piece.role.is_none();
        let is_pawn = candidate.role() == Role::Pawn;
        piece.role.is_none_or(|role| role == candidate.role())
            && piece.to_file == to.file()
            && piece.to_rank.is_none_or(|rank| rank == to.rank())
            && piece.from_file.is_none_or(|file| file == from.file())
            && piece.from_rank.is_none_or(|rank| rank == from.rank())
            && (piece.promotion.is_none() || piece.promotion == candidate.promotion())
            && (!is_pawn || by_coordinates || piece.capture || piece.from_file.is_some() || !candidate.is_capture())
            && (!is_pawn || by_coordinates || !piece.capture || candidate.is_capture())
            && (piece.to_rank.is_some() || candidate.is_capture())
    });
    moves
}

/// Returns the castling of `e1g1` or, as Chess960 programs write it, king takes rook: `e1h1`.
fn castling_as_king_move(position: &VariantPosition, piece: &PieceMove) -> Option<Move> {
    // Only with both squares: "Kg1" may also be an error for another piece.
    let king = position.board().king_of(position.turn())?;
    let names_king = piece.role.is_none_or(|role| role == Role::King)
        && piece.from_file == Some(king.file())
        && piece.from_rank == Some(king.rank());
    if !names_king || piece.to_rank != Some(king.rank()) || piece.promotion.is_some() {
        return None;
    }
    let castlings = CastlingSide::ALL.into_iter().flat_map(|side| position.castling_moves(side));
    castlings.into_iter().find(|castling| {
        let Move::Castle { king, rook } = castling else { return false };
        let side_file = if rook.file() > king.file() { File::G } else { File::C };
        let is_step = king.distance(Square::from_coords(piece.to_file, king.rank())) <= 1;
        piece.to_file == side_file && !is_step || piece.to_file == rook.file()
    })
}

/// Whether a pawn step names its file ("ee4"): the file is for captures (section 8.2.3.3). With a rank as well it is
/// long algebraic notation.
#[inline]
fn is_pawn_step_with_file(piece: &PieceMove, is_step: bool) -> bool {
    is_step && piece.from_file.is_some() && piece.from_rank.is_none()
}

fn capture_notes(marked: bool, is_capture: bool) -> Notes {
    match (marked, is_capture) {
        (false, true) => Notes::MISSING_CAPTURE,
        (true, false) => Notes::SUPERFLUOUS_CAPTURE,
        _ => Notes::NONE,
    }
}

#[inline]
fn origin_mask(piece: &PieceMove) -> Bitboard {
    let file = piece.from_file.map_or(Bitboard::FULL, Bitboard::from_file);
    let rank = piece.from_rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    file & rank
}

#[inline]
fn normal(chess: &Chess, role: Role, from: Square, to: Square) -> Move {
    Move::Normal { role, from, capture: chess.board().role_at(to), to, promotion: None }
}

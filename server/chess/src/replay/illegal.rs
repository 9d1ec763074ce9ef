//! The reasons why a move is illegal, in a player's words.

use std::cell::Cell;
use std::ops::Deref;

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Position, Rank, Role, Square, attacks};

use super::recover::pass;
use super::resolve::{Resolution, resolve};
use super::written::{Action, PieceMove, Written};
use crate::piece_letters::{self, role_name};

/// The circumstances besides the position that decide how a move is explained.
pub(crate) struct Circumstances<'replay> {
    /// The position of the FEN tag.
    pub(crate) fen: Option<&'replay VariantPosition>,
    /// Whether the move number before the move, or its place, implies the other side.
    pub(crate) is_for_other_side: bool,
}

/// The reason why a move is illegal.
#[derive(Default)]
pub(crate) struct Why {
    /// A clause that can follow a colon, without a final period.
    pub(crate) reason: String,
    /// The squares of the pieces that the reason names as obstacles.
    pub(crate) named: Bitboard,
    /// The castling that only the FEN tag forbids.
    pub(crate) lacks_right: Option<CastlingSide>,
}

/// Explains why no reading of `text` is a legal move.
pub(crate) fn explain(
    position: &VariantPosition,
    text: &str,
    readings: &[Written],
    circumstances: &Circumstances,
) -> Why {
    let scene = Scene { position, circumstances, named: Cell::new(Bitboard::EMPTY), lacks_right: Cell::new(None) };
    let reason = reason(&scene, text, readings);
    Why { reason, named: scene.named.get(), lacks_right: scene.lacks_right.get() }
}

fn reason(position: &Scene, text: &str, readings: &[Written]) -> String {
    if let Some(end) = end_of_game(position) {
        return end;
    }
    let Some(written) = readings.first() else { return unreadable(text) };
    let reason = match &written.action {
        Action::Null => format!("a null move cannot be made in check ({})", checkers(position)),
        Action::Castle(side) => why_not_castle(position, *side),
        Action::Drop { role, to } => why_not_drop(position, *role, *to),
        Action::Piece(piece) => why_not_piece(position, piece),
    };
    if position.circumstances.is_for_other_side && other_side_could(position, readings) {
        return format!("it is {}'s move, and {reason}", name(position.turn()));
    }
    reason
}

/// A position and the pieces that the explanation has named.
struct Scene<'position> {
    position: &'position VariantPosition,
    circumstances: &'position Circumstances<'position>,
    named: Cell<Bitboard>,
    lacks_right: Cell<Option<CastlingSide>>,
}

impl Scene<'_> {
    fn name(&self, square: Square) {
        self.named.set(self.named.get().with(square));
    }
}

impl Deref for Scene<'_> {
    type Target = VariantPosition;

    fn deref(&self) -> &VariantPosition {
        self.position
    }
}

/// Explains that the side to move has no legal move.
fn end_of_game(position: &Scene) -> Option<String> {
    let who = name(position.turn());
    if position.is_variant_end() {
        return Some("the game is over".to_owned());
    }
    if !position.legal_moves().is_empty() {
        return None;
    }
    let how = if position.is_check() { "checkmated" } else { "stalemated" };
    Some(format!("{who} is {how}, and the game is over"))
}

fn unreadable(text: &str) -> String {
    let body = text.trim_end_matches(['+', '#']);
    let target = body.trim_end_matches(|character: char| character.is_ascii_digit());
    let rank = &body[target.len()..];
    if let Some(file) = target.chars().next_back().filter(|file| matches!(file, 'a'..='i'))
        && (!matches!(rank.as_bytes(), [b'1'..=b'8'] | []) || file == 'i')
    {
        return format!("there is no square {file}{rank} on the board");
    }
    let letter = text.chars().next().unwrap_or(' ');
    let languages: Vec<&str> = piece_letters::languages()
        .iter()
        .skip(1)
        .filter(|language| language.role(letter).is_some())
        .map(|language| language.name)
        .collect();
    if letter.is_ascii_uppercase() && piece_letters::english().role(letter).is_none() && !languages.is_empty() {
        return format!("{letter} is not a piece letter in English (it is in {})", list(&languages, "and"));
    }
    "it is not a move in any notation known here".to_owned()
}

/// Whether the move would be legal for the opponent of the side to move.
fn other_side_could(position: &Scene, readings: &[Written]) -> bool {
    let Some(other) = pass(position) else { return false };
    let in_check = other.is_check();
    readings.iter().any(|written| {
        !matches!(written.action, Action::Null) && matches!(resolve(&other, in_check, written), Resolution::One(..))
    })
}

fn why_not_castle(position: &Scene, side: CastlingSide) -> String {
    let color = position.turn();
    let who = name(color);
    let castles = position.castles();
    let Some(king) = position.board().king_of(color) else { return format!("{who} has no king") };
    let Some(rook) = castles.rook(color, side) else {
        let (word, file) = match side {
            CastlingSide::KingSide => ("kingside", File::H),
            CastlingSide::QueenSide => ("queenside", File::A),
        };
        let home = if color.is_white() { Square::E1 } else { Square::E8 };
        if king != home {
            return format!("{who} cannot castle with the king on {king}");
        }
        let corner = Square::from_coords(file, home.rank());
        if position.board().piece_at(corner) != Some(Role::Rook.of(color)) {
            return format!("{who} cannot castle {word} without a rook on {corner}");
        }
        if position.circumstances.fen.is_some_and(|fen| !fen.castles().has(color, side)) {
            position.lacks_right.set(Some(side));
            return format!("the FEN tag gives {who} no right to castle {word}");
        }
        position.name(king);
        position.name(corner);
        return format!("{who} may no longer castle {word}, as the king or the rook of {corner} has moved before");
    };
    let in_the_way = (castles.path(color, side) & position.board().occupied()).without(king).without(rook);
    if let Some(square) = in_the_way.first() {
        // In Chess960 king and rook may pass far beyond each other, or move apart.
        let place = match square {
            square if attacks::between(king, rook).contains(square) => "between the king and the rook",
            square if square == side.king_to(color) => "where the king goes",
            square if square == side.rook_to(color) => "where the rook goes",
            square if attacks::between(king, side.king_to(color)).contains(square) => "in the king's way",
            _ => "in the rook's way",
        };
        return format!("{} stands {place}", piece_on(position, square));
    }
    if position.is_check() {
        return format!("the king is in check ({})", checkers(position));
    }
    let way = attacks::between(king, side.king_to(color)).with(side.king_to(color));
    let occupied = position.board().occupied().without(king).without(rook);
    for square in way {
        if let Some(attacker) = position.board().attacks_to(square, !color, occupied).first() {
            let verb = if square == side.king_to(color) { "stand on" } else { "pass" };
            return format!("the king would {verb} {square}, attacked by {}", piece_on(position, attacker));
        }
    }
    "castling is not possible here".to_owned()
}

fn why_not_drop(position: &Scene, role: Role, to: Square) -> String {
    let who = name(position.turn());
    let Some(pockets) = position.pockets() else { return "pieces can be dropped only in Crazyhouse".to_owned() };
    if pockets[position.turn()][role] == 0 {
        return format!("{who} has no {} in hand", role_name(role));
    }
    match position.board().piece_at(to) {
        Some(_) => format!("{} stands on {to}", occupant(position, to)),
        None if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) => {
            "a pawn cannot be dropped on the first or the eighth rank".to_owned()
        }
        None => format!("{who} would be left in check"),
    }
}

fn why_not_piece(position: &Scene, piece: &PieceMove) -> String {
    let board = position.board();
    let who = name(position.turn());
    let Some(to_rank) = piece.to_rank else {
        return format!("no {} pawn can capture on the {}-file", color_name(position.turn()), piece.to_file.char());
    };
    let to = Square::from_coords(piece.to_file, to_rank);
    let from = piece.from_file.zip(piece.from_rank).map(|(file, rank)| Square::from_coords(file, rank));
    let role = match (piece.role, from) {
        (Some(role), _) => role,
        (None, Some(from)) => match board.piece_at(from) {
            Some(found) if found.color == position.turn() => found.role,
            Some(_) => return format!("{} stands on {from}", occupant(position, from)),
            None => return format!("there is no piece on {from}"),
        },
        (None, None) => return "it does not name the moving piece".to_owned(),
    };
    let last_rank = position.turn().fold_wb(Rank::Eighth, Rank::First);
    if role == Role::Pawn && piece.promotion.is_some() && to.rank() != last_rank {
        let color = color_name(position.turn());
        return format!("a {color} pawn promotes on the {} rank, not on {to}", ordinal(last_rank));
    }
    if board.color_at(to) == Some(position.turn()) {
        position.name(to);
        return match board.role_at(to) {
            Some(Role::King) if role == Role::King => format!("the king is on {to} already"),
            there if there == Some(role) => {
                format!("a {} {} is on {to} already", color_name(position.turn()), role_name(role))
            }
            there => format!("{who}'s own {} stands on {to}", there.map_or("piece", role_name)),
        };
    }
    if role == Role::Pawn {
        return why_not_pawn(position, piece, to);
    }
    if piece.promotion.is_some() {
        return format!("only a pawn can promote, not a {}", role_name(role));
    }
    let mover = role.of(position.turn());
    let all = position.our(role);
    if all.is_empty() {
        return format!("{who} has no {} left", role_name(role));
    }
    let named = all
        & piece.from_file.map_or(Bitboard::FULL, Bitboard::from_file)
        & piece.from_rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    if named.is_empty() {
        let origin = match (piece.from_file, piece.from_rank) {
            (Some(file), Some(rank)) => format!("on {}", Square::from_coords(file, rank)),
            (Some(file), None) => format!("on the {}-file", file.char()),
            (_, Some(rank)) => format!("on the {} rank", ordinal(rank)),
            (None, None) => "there".to_owned(),
        };
        return format!("no {} {} stands {origin}", color_name(position.turn()), role_name(role));
    }
    let reaching = attacks::attacks(to, mover, board.occupied()) & named;
    match reaching.first() {
        Some(from) => why_exposed(position, from, to),
        None => why_out_of_reach(position, mover, named, to),
    }
}

/// Explains why pieces that move this way cannot reach the square.
fn why_out_of_reach(position: &Scene, mover: Piece, named: Bitboard, to: Square) -> String {
    let board = position.board();
    let on_empty_board = attacks::attacks(to, mover, Bitboard::EMPTY) & named;
    let obstacle = |from| nearest(from, attacks::between(from, to) & board.occupied());
    if let Some(from) = named.single_square()
        && let Some(obstacle) = obstacle(from).filter(|_| on_empty_board.contains(from))
    {
        let obstacle = piece_on(position, obstacle);
        return format!("{obstacle} is in the way of the {} on {from}", role_name(mover.role));
    }
    let blocked: Vec<String> = on_empty_board
        .into_iter()
        .filter_map(|from| {
            let obstacle = obstacle(from)?;
            Some(format!("{}{from} is blocked by {}", letter(mover.role), piece_on(position, obstacle)))
        })
        .collect();
    let cannot = match named.single_square() {
        Some(from) => format!("the {} on {from} cannot reach {to}", role_name(mover.role)),
        None => format!("no {} {} can reach {to}", color_name(mover.color), role_name(mover.role)),
    };
    if blocked.is_empty() { cannot } else { format!("{cannot}: {}", blocked.join(", ")) }
}

/// Explains that the move of a piece would leave its king in check.
fn why_exposed(position: &Scene, from: Square, to: Square) -> String {
    let board = position.board();
    let color = position.turn();
    let Some(king) = board.king_of(color) else { return format!("the move from {from} is not legal in this variant") };
    if from == king {
        let attackers = board.attacks_to(to, !color, board.occupied().without(king));
        return match attackers.first() {
            Some(attacker) => format!("the king would be attacked on {to} by {}", piece_on(position, attacker)),
            None => format!("the king may not go to {to}"),
        };
    }
    if position.is_check() {
        return format!("{} is in check ({}) and the move does not answer it", name(color), checkers(position));
    }
    let exposed = board.attacks_to(king, !color, board.occupied().without(from).with(to)).without(to);
    match exposed.first() {
        Some(attacker) => {
            let role = board.role_at(from).map_or("piece", role_name);
            format!("the {role} on {from} is pinned to the king by {}", piece_on(position, attacker))
        }
        None => why_not_en_passant(position, from, to, king),
    }
}

/// Explains an en passant capture that exposes the king: two pawns leave a line at once, so neither is pinned.
fn why_not_en_passant(position: &Scene, from: Square, to: Square, king: Square) -> String {
    let board = position.board();
    let captured = Square::from_coords(to.file(), from.rank());
    let occupied = board.occupied().without(from).without(captured).with(to);
    let is_en_passant = board.role_at(from) == Some(Role::Pawn) && position.maybe_ep_square() == Some(to);
    let attackers = board.attacks_to(king, !position.turn(), occupied).without(captured);
    match attackers.first().filter(|_| is_en_passant) {
        Some(attacker) => {
            let attacker = piece_on(position, attacker);
            format!("without the pawns on {from} and {captured} the king on {king} would be attacked by {attacker}")
        }
        None => format!("the move from {from} is not legal in this variant"),
    }
}

fn why_not_pawn(position: &Scene, piece: &PieceMove, to: Square) -> String {
    let board = position.board();
    let color = position.turn();
    let who = color_name(color);
    if matches!(piece.promotion, Some(Role::King | Role::Pawn)) {
        return "a pawn becomes a queen, rook, bishop or knight".to_owned();
    }
    let is_capture = piece.capture || piece.from_file.is_some_and(|file| file != to.file());
    let capturing = attacks::pawn_attacks(!color, to) & position.our(Role::Pawn);
    if is_capture {
        let named = capturing & piece.from_file.map_or(Bitboard::FULL, Bitboard::from_file);
        return match named.first() {
            None => match piece.from_file {
                Some(file) => format!("no {who} pawn on the {}-file can capture on {to}", file.char()),
                None => format!("no {who} pawn can capture on {to}"),
            },
            Some(_) if !position.them().contains(to) && position.maybe_ep_square() != Some(to) => {
                nothing_to_capture(position, to)
            }
            Some(from) => why_exposed(position, from, to),
        };
    }
    if board.occupied().contains(to) {
        let blocked = format!("{} stands on {to}", occupant(position, to));
        return match capturing.first() {
            Some(from) => format!("{blocked}; the capture is written {}x{to}", from.file().char()),
            None => blocked,
        };
    }
    let on_file = position.our(Role::Pawn) & Bitboard::from_file(to.file());
    let behind = on_file.into_iter().filter(|from| color.fold_wb(from.rank() < to.rank(), from.rank() > to.rank()));
    let nearest = behind.min_by_key(|from| from.distance(to));
    let Some(from) = nearest else { return format!("no {who} pawn can step to {to}") };
    let is_at_home = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    if from.distance(to) > 1 + u32::from(is_at_home) {
        return format!("the pawn on {from} cannot step as far as {to}");
    }
    let obstacles = attacks::between(from, to) & board.occupied();
    match obstacles.first() {
        Some(obstacle) => format!("the pawn on {from} is blocked by {}", piece_on(position, obstacle)),
        None => why_exposed(position, from, to),
    }
}

fn nothing_to_capture(position: &Scene, to: Square) -> String {
    let (passed_rank, step) = position.turn().fold_wb((Rank::Sixth, -8), (Rank::Third, 8));
    let their_pawns = position.their(Role::Pawn);
    match to.offset(step).filter(|pawn| to.rank() == passed_rank && their_pawns.contains(*pawn)) {
        Some(pawn) => format!("the pawn on {pawn} can be captured en passant only right after its double step"),
        None => format!("there is nothing to capture on {to}"),
    }
}

/// Returns the first obstacle for a piece on `from`.
fn nearest(from: Square, obstacles: Bitboard) -> Option<Square> {
    obstacles.into_iter().min_by_key(|square| square.distance(from))
}

/// Names the checking pieces: "the queen on h4".
fn checkers(position: &Scene) -> String {
    let pieces: Vec<String> = position.checkers().into_iter().map(|square| piece_on(position, square)).collect();
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    format!("from {}", list(&pieces, "and"))
}

fn piece_on(position: &Scene, square: Square) -> String {
    position.name(square);
    match position.board().piece_at(square) {
        Some(piece) if piece.role == Role::Pawn => format!("the {} pawn on {square}", color_name(piece.color)),
        Some(piece) => format!("the {} on {square}", role_name(piece.role)),
        None => square.to_string(),
    }
}

/// Names the piece on a square that the sentence names anyway: "a black pawn".
fn occupant(position: &Scene, square: Square) -> String {
    position.name(square);
    match position.board().piece_at(square) {
        Some(piece) => format!("a {} {}", color_name(piece.color), role_name(piece.role)),
        None => "nothing".to_owned(),
    }
}

/// Returns the ordinal number of a rank: "first" to "eighth".
fn ordinal(rank: Rank) -> &'static str {
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"][usize::from(rank)]
}

fn letter(role: Role) -> char {
    role.upper_char()
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// Joins items: "a", "a and b", "a, b and c".
fn list(items: &[&str], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
